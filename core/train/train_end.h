// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "observe/training_position.h"

namespace gatelab {

/// How training ended.
enum class TrainEnd { Finished, Stopped, Abandoned };

/// Why a training ended before its plan and which weights are kept; empty: the plan is done and its last weights are
/// the best. isKept: the run has a record; isUnsaved: its last checkpoint could not be written.
Phrase describeEnd(TrainEnd end, const TrainingPosition& position, bool stoppedEarly, bool isKept, bool isUnsaved);

}  // namespace gatelab
