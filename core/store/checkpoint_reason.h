// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>

namespace gatelab {

/// Why a checkpoint was kept, from the word in its manifest ("time", "epoch", "pause"); a word of another version as it
/// is.
Phrase checkpointReason(const std::string& word);

}  // namespace gatelab
