// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"

#include <optional>
#include <string>

namespace gatelab {

/// What kind of answers data hold; Unknown: they are not read yet.
enum class DataKind { Unknown, Series, Numbers, Classes, StepClasses, Unlabelled };

/// The task that data of this kind can be asked for; null: there is none, or it is not known.
const char* fittingTask(DataKind kind);
/// What a task needs, what the data are and which task would fit; nothing where the two go together.
std::optional<Phrase> taskMisfit(const std::string& task, DataKind kind);
/// The settings with this task and what must go with it: classes need their loss, only a forecast can be relative to
/// the window.
ExperimentConfig withTask(ExperimentConfig config, const std::string& task);

}  // namespace gatelab
