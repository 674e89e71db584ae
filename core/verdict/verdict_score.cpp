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

Phrase verdictScoreName(VerdictScore score, const std::string& task) {
    switch (score) {
        case VerdictScore::Validation:
            break;
        case VerdictScore::Test:
            return {GATELAB_TEXT("VerdictScore", "test %1"),
                    {Phrase(Text{"Scores", findScore(selectionScore(task).score)->name})}};
        case VerdictScore::Time:
            return GATELAB_TEXT("VerdictScore", "training time");
        case VerdictScore::Memory:
            return GATELAB_TEXT("VerdictScore", "peak memory");
    }
    return GATELAB_TEXT("VerdictScore", "validation loss");
}

bool lowerIsBetter(VerdictScore score, const std::string& task) {
    return score != VerdictScore::Test || findScore(selectionScore(task).score)->better != Score::Better::Higher;
}

SameScores sameScores(VerdictScore score, const std::string& task) {
    if (score == VerdictScore::Time || score == VerdictScore::Memory) return SameScores::AreExact;
    return score == VerdictScore::Test && findScore(selectionScore(task).score)->isShare ? SameScores::AreCounts
                                                                                         : SameScores::AreCopies;
}

}  // namespace gatelab
