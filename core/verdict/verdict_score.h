// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"

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
/// "validation loss", "test MSE" of runs with this score, "training time".
Phrase verdictScoreName(VerdictScore score, const ExperimentConfig& config);
/// Of all but test scores such as accuracy less is better.
bool lowerIsBetter(VerdictScore score, const ExperimentConfig& config);

/// What scores that are exactly alike for several seeds tell. AreCopies: the runs kept one result, such as the start
/// that was fitted, and count as one. AreCounts: of an accuracy, a count of items, two results may have the same; all
/// of them alike are copies. AreExact: of a quantity that has no chance in it, all.
enum class SameScores { AreCopies, AreCounts, AreExact };
SameScores sameScores(VerdictScore score, const ExperimentConfig& config);

}  // namespace gatelab
