// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <array>
#include <string>

namespace gatelab {

/// By what a verdict compares two settings; chosen before the first look, so that nobody picks the one that agrees.
/// Validation: the best validation loss. Test: the score of selection_score.h on the test part, of the weights that the
/// run keeps. Time: seconds of training. Memory: the highest memory, MiB.
enum class VerdictScore { Validation, Test, Time, Memory };
inline constexpr std::array<VerdictScore, 4> kVerdictScores = {VerdictScore::Validation, VerdictScore::Test,
                                                               VerdictScore::Time, VerdictScore::Memory};

/// "validation", as it is kept and typed.
const char* verdictScoreKey(VerdictScore score);
/// Validation where the key is none.
VerdictScore verdictScoreOf(const std::string& key);
/// "validation loss", "test MSE" of a task with this score, "training time".
Phrase verdictScoreName(VerdictScore score, const std::string& task);
/// Of all but test scores such as accuracy less is better.
bool lowerIsBetter(VerdictScore score, const std::string& task);

}  // namespace gatelab
