// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/verdict_score.h"

#include "baselines/baselines.h"
#include "run/selection_score.h"

namespace gatelab {

const char* verdictScoreKey(VerdictScore score) {
    constexpr std::array<const char*, 4> kKeys = {"validation", "test", "time", "memory"};
    return kKeys[static_cast<std::size_t>(score)];
}

VerdictScore verdictScoreOf(const std::string& key) {
    for (const VerdictScore score : kVerdictScores)
        if (key == verdictScoreKey(score)) return score;
    return VerdictScore::Validation;
}

Phrase verdictScoreName(VerdictScore score, const ExperimentConfig& config) {
    switch (score) {
        case VerdictScore::Validation:
            break;
        case VerdictScore::Test:
            return {GATELAB_TEXT("VerdictScore", "test %1"),
                    {Phrase(Text{"Scores", findScore(selectionScore(config).score)->name})}};
        case VerdictScore::Time:
            return GATELAB_TEXT("VerdictScore", "training time");
        case VerdictScore::Memory:
            return GATELAB_TEXT("VerdictScore", "peak memory");
    }
    return GATELAB_TEXT("VerdictScore", "validation loss");
}

bool lowerIsBetter(VerdictScore score, const ExperimentConfig& config) {
    return score != VerdictScore::Test || findScore(selectionScore(config).score)->better != Score::Better::Higher;
}

SameScores sameScores(VerdictScore score, const ExperimentConfig& config) {
    if (score == VerdictScore::Time || score == VerdictScore::Memory) return SameScores::AreExact;
    const Score& judged = *findScore(selectionScore(config).score);
    const bool isCount = judged.isShare && judged.better == Score::Better::Higher;
    return score == VerdictScore::Test && isCount ? SameScores::AreCounts : SameScores::AreCopies;
}

}  // namespace gatelab
