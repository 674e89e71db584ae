// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "verdict/verdict_score.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace gatelab {

/// Numbers of pairs at which the verdict looks at the scores. Pairs between two looks change nothing, so a person may
/// look after every seed.
inline constexpr std::array<int, 3> kVerdictLooks = {6, 12, 24};
/// Level of each look; with three looks 1 to 4 % false calls overall (simulated, see simulateVerdict).
inline constexpr double kVerdictAlpha = 0.015;
/// Two settings whose mean difference lies inside this share of the scores' deviation are practically equal.
inline constexpr double kVerdictEqualShare = 0.1;

enum class VerdictAnswer { Better, Worse, PracticallyEqual, CannotTell };

/// "Is A better than B?" with everything that the answer rests on.
struct Verdict {
    VerdictAnswer answer = VerdictAnswer::CannotTell;
    /// Pairs that the answer rests on: the look at which it fell, else the last look; 0 before the first
    int pairs = 0;
    int pairsGiven = 0;
    /// Different ones of `pairs`: pairs with exactly the same two scores are copies of one result, no trials of their
    /// own, and count as one (see SameScores)
    int results = 0;
    double effect = 0;           ///< mean of A minus B over `results`; negative: A is lower
    double baseMean = 0;         ///< mean of B over `results`, what the effect is a part of
    double low = 0, high = 0;    ///< interval of the effect at level 1 - kVerdictAlpha (see differenceSoFar)
    double p = 1;                ///< paired t, two-sided
    double signFlipP = -1;       ///< exact sign-flip test, from 8 pairs on; -1: not computed
    bool testsDisagree = false;  ///< then the answer is CannotTell
    bool copiesDecide = false;   ///< the answer would be another with each copy counted: it is CannotTell
    /// A look found fewer results than the first look has pairs: nothing says how sure they are, whatever the number of
    /// their copies; then the answer is CannotTell, or PracticallyEqual where both sides gave the same in each, and
    /// low, high and p have no meaning
    bool seedsRepeat = false;
    /// Likewise, for all pairs are copies of one result: further seeds are not worth their time
    bool seedsVaryNothing = false;
    int divergedA = 0, divergedB = 0;  ///< non-finite scores, counted as the worst seen
    int nextLook = 6;                  ///< pairs needed until the answer can change; 0: never
    int pairsEstimate = 0;  ///< about how many pairs would settle it (80 % power); 0: settled or not estimable

    [[nodiscard]] bool hasInterval() const { return hasSize() && !seedsRepeat; }
    /// Whether there is a p: a t-test divides by how much the differences of the pairs vary.
    [[nodiscard]] bool hasTest() const {
        return pairs > 0 && !seedsRepeat && high - low > 1e-12 * (std::abs(effect) + std::abs(baseMean));
    }
    /// Whether the size of the effect was measured: where all runs of a side diverged it is one of the scores that
    /// stand for them.
    [[nodiscard]] bool hasSize() const { return pairs > 0 && divergedA < pairs && divergedB < pairs; }
    /// Both sides diverged in every pair that there is: no further seed is worth its time.
    [[nodiscard]] bool allDiverged() const {
        return pairs > 0 && divergedA == pairs && divergedB == pairs && nextLook == 0;
    }
};

/// Scores of A and B at the same seeds, in the order of pairScores() (a pair has the same split, start weights and
/// order of windows). NaN or Inf: diverged. The first look that gives an answer decides; what comes later does not
/// change it. Paired t-test with alpha 0.015 at 6, 12 and 24 pairs, over the different results among them, of which
/// there must be 6; where some are copies a test that counts each copy must come to the same.
Verdict decideVerdict(std::span<const double> a, std::span<const double> b, bool lowerIsBetter = true,
                      SameScores same = SameScores::AreCopies);

/// Level of the interval of what is so far.
inline constexpr double kSoFarAlpha = 0.05;
/// The mean difference over all pairs that there are, with its t interval at level 1 - kSoFarAlpha: no look, so without
/// an answer. Below two pairs low and high have no meaning.
Verdict differenceSoFar(std::span<const double> a, std::span<const double> b, bool lowerIsBetter = true,
                        SameScores same = SameScores::AreCopies);

/// Exact sign-flip (permutation) test of mean difference zero, two-sided, over all 2^n signs; n at most 24.
double signFlipTest(std::span<const double> differences);

/// Pairs of the first look to come that would probably settle a difference of the size seen; 0: none of them, or that
/// cannot be told.
int settlingLook(const Verdict& verdict);

/// How often the verdict calls two equal settings different.
/// Still: equal in truth, but each side's score on these data is one number for every seed. Kept: for three of four.
enum class ScoreShape { Normal, LogNormal, Diverging, Still, Kept };
inline constexpr std::array kScoreShapes = {ScoreShape::Normal, ScoreShape::LogNormal, ScoreShape::Diverging,
                                            ScoreShape::Still, ScoreShape::Kept};
struct VerdictCalibration {
    ScoreShape shape = ScoreShape::Normal;
    int trials = 0;
    int falseCalls = 0;  ///< better or worse at any point while looking after every seed
    int calledEqual = 0;
    [[nodiscard]] double rate() const { return trials > 0 ? static_cast<double>(falseCalls) / trials : 0; }
};
/// Simulates `trials` comparisons of equal settings, looked at after every seed up to 24; pairs come in as pairScores()
/// orders them. Where `progress` says stop, the result is of the trials done so far.
VerdictCalibration simulateVerdict(ScoreShape shape, int trials, std::uint64_t seed, const Progress& progress = {});
const char* scoreShapeName(ScoreShape shape);

}  // namespace gatelab
