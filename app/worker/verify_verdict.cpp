// SPDX-License-Identifier: GPL-3.0-or-later
// "verify verdict": how often the verdict calls two equal settings different, simulated with a look after every seed.
#include "worker/console.h"
#include "worker/verify.h"

#include "lab/verdict.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace gatelab::worker {

namespace {

/// The promise of the verdict: equal settings are called different in at most this share of the trials.
constexpr double kMostFalseCalls = 0.05;

}  // namespace

int verifyVerdict(std::int64_t trials, std::int64_t seed, bool json) {
    if (!json) {
        std::printf("Equal settings, looked at after every seed up to %d; a call is only made at 6, 12 and 24 pairs, each at level %.3f.\n", kVerdictLooks.back(), kVerdictAlpha);
        std::printf("%-24s %8s %20s %10s %20s  %s\n", "scores", "trials", "called different", "share", "practically equal", "at most 5 %");
    }
    bool good = true;
    for (const ScoreShape shape : {ScoreShape::Normal, ScoreShape::LogNormal, ScoreShape::Diverging}) {
        const VerdictCalibration result = simulateVerdict(shape, static_cast<int>(trials), static_cast<std::uint64_t>(seed));
        const bool kept = result.rate() <= kMostFalseCalls;
        good = good && kept;
        if (json) {
            const nlohmann::ordered_json line{{"scores", scoreShapeName(shape)}, {"trials", result.trials}, {"called_different", result.falseCalls}, {"share", result.rate()},
                                              {"practically_equal", result.calledEqual}, {"limit", kMostFalseCalls}, {"kept", kept}};
            std::printf("%s\n", line.dump().c_str());
        } else {
            std::printf("%-24s %8d %20d %8.1f %% %20d  %s\n", scoreShapeName(shape), result.trials, result.falseCalls, 100 * result.rate(), result.calledEqual, kept ? "yes" : "NO");
        }
    }
    return good ? kDone : kFailed;
}

}  // namespace gatelab::worker
