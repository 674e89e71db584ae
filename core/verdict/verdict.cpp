// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdict/verdict.h"

#include "base/rng.h"
#include "lab/student_t.h"
#include "verdict/run_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gatelab {
namespace {

struct Moments {
    double mean = 0, deviation = 0;
};

Moments momentsOf(std::span<const double> values) {
    Moments m;
    for (const double v : values) m.mean += v;
    m.mean /= static_cast<double>(values.size());
    for (const double v : values) m.deviation += (v - m.mean) * (v - m.mean);
    m.deviation = values.size() > 1 ? std::sqrt(m.deviation / static_cast<double>(values.size() - 1)) : 0;
    return m;
}

/// Diverged runs count as the worst finite score of either side: dropping them would favour settings that diverge.
std::vector<double> withWorst(std::span<const double> values, double worst) {
    std::vector<double> out(values.begin(), values.end());
    for (double& v : out)
        if (!std::isfinite(v)) v = worst;
    return out;
}

int countDiverged(std::span<const double> values) {
    return static_cast<int>(std::count_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); }));
}

double worstOf(std::span<const double> a, std::span<const double> b, bool lowerIsBetter) {
    double worst = std::numeric_limits<double>::quiet_NaN();
    for (const auto part : {a, b})
        for (const double v : part)
            if (std::isfinite(v) && !(lowerIsBetter ? v <= worst : v >= worst)) worst = v;
    return worst;
}

/// Which pairs are no copy of one before them. A run that diverged gave no result that another could have kept.
std::vector<std::size_t> differentPairs(std::span<const double> a, std::span<const double> b) {
    const auto isAlike = [](double one, double other) { return std::abs(one - other) <= 1e-12 * std::abs(one); };
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::ranges::none_of(found, [&](std::size_t k) { return isAlike(a[i], a[k]) && isAlike(b[i], b[k]); }))
            found.push_back(i);
    return found;
}

/// Effect, tests and answer by these scores, of which each counts.
void test(Verdict& verdict, std::span<const double> scoresA, std::span<const double> scoresB, bool lowerIsBetter,
          double alpha) {
    const int n = static_cast<int>(scoresA.size());
    std::vector<double> differences(scoresA.size());
    std::transform(scoresA.begin(), scoresA.end(), scoresB.begin(), differences.begin(), std::minus<>());
    const Moments d = momentsOf(differences);
    const Moments momentsA = momentsOf(scoresA), momentsB = momentsOf(scoresB);
    verdict.baseMean = momentsB.mean;
    const double pooled = std::sqrt((std::pow(momentsA.deviation, 2) + std::pow(momentsB.deviation, 2)) / 2);
    const double error = d.deviation / std::sqrt(static_cast<double>(n));
    const double half = n > 1 ? studentCritical(alpha, n - 1) * error : 0;
    verdict.effect = d.mean;
    verdict.low = d.mean - half;
    verdict.high = d.mean + half;
    verdict.p = error > 0 ? studentTwoSided(d.mean / error, n - 1) : d.mean == 0 ? 1.0 : 0.0;
    verdict.signFlipP = n >= 8 ? signFlipTest(differences) : -1;
    const bool significant = verdict.p < kVerdictAlpha;
    verdict.testsDisagree = verdict.signFlipP >= 0 && significant != (verdict.signFlipP < kVerdictAlpha);
    if (verdict.testsDisagree) {
        verdict.answer = VerdictAnswer::CannotTell;
    } else if (verdict.low >= -kVerdictEqualShare * pooled && verdict.high <= kVerdictEqualShare * pooled) {
        verdict.answer = VerdictAnswer::PracticallyEqual;
    } else if (significant) {
        verdict.answer = (d.mean < 0) == lowerIsBetter ? VerdictAnswer::Better : VerdictAnswer::Worse;
    }
    if (verdict.answer == VerdictAnswer::CannotTell && verdict.hasSize() && d.mean != 0 && d.deviation > 0) {
        // Normal approximation of the pairs needed for 80 % power at this effect.
        constexpr double kAlphaQuantile = 2.4324, kPowerQuantile = 0.8416;
        const double needed =
            std::pow((kAlphaQuantile + kPowerQuantile) * d.deviation / d.mean, 2) * verdict.pairs / verdict.results;
        verdict.pairsEstimate = static_cast<int>(std::min(std::ceil(needed), 9999.0));
    }
}

/// What there is to say where the results are too few for a test.
void withoutTest(Verdict& verdict, std::span<const double> scoresA, std::span<const double> scoresB) {
    verdict.low = verdict.high = verdict.effect;
    verdict.p = 1;
    verdict.signFlipP = -1;
    verdict.testsDisagree = false;
    verdict.pairsEstimate = 0;
    const bool isSame = std::ranges::equal(
        scoresA, scoresB, [](double one, double other) { return std::abs(one - other) <= 1e-12 * std::abs(other); });
    verdict.answer = isSame ? VerdictAnswer::PracticallyEqual : VerdictAnswer::CannotTell;
}

/// One look at these pairs; fills everything of the verdict but nextLook. fewest: results that a test needs.
void look(Verdict& verdict, std::span<const double> a, std::span<const double> b, bool lowerIsBetter, SameScores same,
          int fewest, double alpha) {
    verdict.pairs = verdict.results = static_cast<int>(a.size());
    verdict.divergedA = countDiverged(a);
    verdict.divergedB = countDiverged(b);
    const double worst = worstOf(a, b, lowerIsBetter);
    if (std::isnan(worst)) return;  // every run diverged: nothing to tell them apart by
    const auto allA = withWorst(a, worst), allB = withWorst(b, worst);
    std::vector<double> scoresA = allA, scoresB = allB;
    const std::vector<std::size_t> different = differentPairs(a, b);
    if (same == SameScores::AreCopies || (same == SameScores::AreCounts && different.size() == 1)) {
        scoresA.clear(), scoresB.clear();
        for (const std::size_t i : different) scoresA.push_back(allA[i]), scoresB.push_back(allB[i]);
    }
    verdict.results = static_cast<int>(scoresA.size());
    test(verdict, scoresA, scoresB, lowerIsBetter, alpha);
    verdict.seedsVaryNothing = verdict.results == 1 && verdict.pairs > 1;
    verdict.seedsRepeat = verdict.seedsVaryNothing || (verdict.results < verdict.pairs && verdict.results < fewest);
    if (verdict.seedsRepeat) return withoutTest(verdict, scoresA, scoresB);
    if (verdict.results == verdict.pairs) return;
    // A result that most seeds come to weighs as one of many here, and as most of all there: each might mislead alone.
    Verdict each = verdict;
    each.answer = VerdictAnswer::CannotTell;
    test(each, allA, allB, lowerIsBetter, alpha);
    verdict.copiesDecide = each.answer != verdict.answer;
    if (verdict.copiesDecide) verdict.answer = VerdictAnswer::CannotTell;
}

}  // namespace

double signFlipTest(std::span<const double> differences) {
    // Meet in the middle (Horowitz and Sahni 1974): the sums of all sign patterns of each half, sorted, then counted
    // pairwise.
    const std::size_t n = std::min<std::size_t>(differences.size(), 24);
    const auto sums = [](std::span<const double> part) {
        std::vector<double> all = {0.0};
        for (const double d : part) {
            const std::size_t half = all.size();
            for (std::size_t i = 0; i < half; ++i) {
                all.push_back(all[i] - d);
                all[i] += d;
            }
        }
        std::sort(all.begin(), all.end());
        return all;
    };
    double observed = 0, scale = 0;
    for (const double d : differences.first(n)) observed += d, scale += std::abs(d);
    const double border = std::abs(observed) - 1e-12 * scale;  // equal sums count as extreme whatever the rounding
    if (border <= 0) return 1;
    const auto left = sums(differences.first(n / 2)), right = sums(differences.subspan(n / 2, n - n / 2));
    std::uint64_t extreme = 0;
    std::size_t from = right.size();
    for (const double s : left) {
        while (from > 0 && s + right[from - 1] >= border) --from;
        extreme += right.size() - from;
    }
    // The patterns come in pairs of opposite signs.
    return 2 * static_cast<double>(extreme) / static_cast<double>(left.size() * right.size());
}

Verdict decideVerdict(std::span<const double> a, std::span<const double> b, bool lowerIsBetter, SameScores same) {
    Verdict verdict;
    verdict.pairsGiven = static_cast<int>(std::min(a.size(), b.size()));
    for (const int pairs : kVerdictLooks) {
        // More seeds where all diverged, or none varies anything, would be more of the same.
        const bool isIdle = verdict.pairs > 0 && (std::isnan(worstOf(a, b, lowerIsBetter)) || verdict.seedsVaryNothing);
        verdict.nextLook = isIdle ? 0 : pairs;
        if (pairs > verdict.pairsGiven) return verdict;
        Verdict next;
        next.pairsGiven = verdict.pairsGiven;
        look(next, a.first(static_cast<std::size_t>(pairs)), b.first(static_cast<std::size_t>(pairs)), lowerIsBetter,
             same, kVerdictLooks.front(), kVerdictAlpha);
        verdict = next;
        verdict.nextLook = 0;
        if (verdict.answer != VerdictAnswer::CannotTell) return verdict;
    }
    return verdict;
}

Verdict differenceSoFar(std::span<const double> a, std::span<const double> b, bool lowerIsBetter, SameScores same) {
    Verdict all;
    all.pairsGiven = static_cast<int>(std::min(a.size(), b.size()));
    if (all.pairsGiven > 0) look(all, a, b, lowerIsBetter, same, 2, kSoFarAlpha);
    all.answer = VerdictAnswer::CannotTell;
    return all;
}

int settlingLook(const Verdict& verdict) {
    if (verdict.nextLook == 0 || verdict.pairsEstimate == 0) return 0;
    const auto look = std::ranges::find_if(
        kVerdictLooks, [&](int pairs) { return pairs >= std::max(verdict.pairsEstimate, verdict.nextLook); });
    return look == kVerdictLooks.end() ? 0 : *look;
}

VerdictCalibration simulateVerdict(ScoreShape shape, int trials, std::uint64_t seed, const Progress& progress) {
    VerdictCalibration result{shape, 0, 0, 0};
    for (int& trial = result.trials; trial < trials && report(progress, static_cast<double>(trial) / trials); ++trial) {
        Rng rng(seed, RandomPurpose::Test, static_cast<std::uint64_t>(trial) * 4 + static_cast<std::uint64_t>(shape));
        const auto draw = [&] {
            const double z = rng.normal();
            if (shape == ScoreShape::LogNormal) return std::exp(z);
            if (shape == ScoreShape::Diverging && rng.uniform() < 0.1) return std::numeric_limits<double>::quiet_NaN();
            return z;
        };
        RunGroup a, b;
        const bool hasStart = shape == ScoreShape::Still || shape == ScoreShape::Kept;
        const double startA = hasStart ? draw() : 0, startB = hasStart ? draw() : 0;
        bool called = false, equal = false;
        for (int n = 1; n <= kVerdictLooks.back() && !called; ++n) {
            // Half of the variation is the seed's, common to both. Every other seed is smaller than all before it, as
            // seeds that a person chooses may be.
            const double common = shape == ScoreShape::Diverging ? 0 : draw();
            const std::int64_t next = n % 2 == 0 ? n : -n;
            const bool isKept = shape == ScoreShape::Still || (shape == ScoreShape::Kept && rng.uniform() < 0.75);
            a.scores[next] = {isKept ? startA : common + draw(), static_cast<double>(n)};
            b.scores[next] = {isKept ? startB : common + draw(), static_cast<double>(n)};
            const PairedScores pairs = pairScores(a, b);
            const VerdictAnswer answer = decideVerdict(pairs.a, pairs.b).answer;
            called = answer == VerdictAnswer::Better || answer == VerdictAnswer::Worse;
            equal = equal || answer == VerdictAnswer::PracticallyEqual;
        }
        result.falseCalls += called ? 1 : 0;
        result.calledEqual += equal ? 1 : 0;
    }
    return result;
}

const char* scoreShapeName(ScoreShape shape) {
    switch (shape) {
        case ScoreShape::Normal:
            return "normal";
        case ScoreShape::LogNormal:
            return "log-normal";
        case ScoreShape::Diverging:
            return "normal, 10 % diverged";
        case ScoreShape::Still:
            return "one for every seed";
        case ScoreShape::Kept:
            break;
    }
    return "one for most seeds";
}

}  // namespace gatelab
