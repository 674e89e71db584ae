// SPDX-License-Identifier: GPL-3.0-or-later
// "verify verdict": how often the verdict calls two equal settings different, simulated with a look after every seed.
#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/verify/verify.h"

#include "base/number_text.h"
#include "verdict/verdict.h"

#include <array>
#include <cstdio>
#include <string>

namespace gatelab::worker {

namespace {

/// The promise of the verdict: equal settings are called different in at most this share of the trials.
constexpr double kMaxFalseCalls = 0.05;

/// "6, 12 and 24".
std::string looks() {
    std::string text;
    for (const int look : kVerdictLooks)
        text += (text.empty() ? "" : look == kVerdictLooks.back() ? " and " : ", ") + std::to_string(look);
    return text;
}

}  // namespace

int verifyVerdict(std::int64_t trials, std::int64_t seed, bool json) {
    if (!json) {
        std::printf(
            "Two settings that are equal in truth are compared again and again, with simulated scores. Whoever looks "
            "after every seed up to %d sees a verdict only at %s pairs\n"
            "of seeds, each at level %s. It is wrong where it calls them different; the promise is at most %s %% of "
            "the trials.\n\n",
            kVerdictLooks.back(), looks().c_str(), numberText(kVerdictAlpha, 2).c_str(),
            numberText(100 * kMaxFalseCalls, 1).c_str());
        std::printf("%-24s %8s %18s %18s %13s  %s\n", "distribution of scores", "trials", "called different",
                    "practically equal", "cannot tell", "promise kept");
    }
    std::fflush(stdout);
    bool good = true;
    ProgressLine line(json);
    for (std::size_t i = 0; i < kScoreShapes.size(); ++i) {
        const ScoreShape shape = kScoreShapes[i];
        const VerdictCalibration result =
            simulateVerdict(shape, static_cast<int>(trials), static_cast<std::uint64_t>(seed), [&](double share) {
                line.show(std::string("simulating comparisons of ") + scoreShapeName(shape) + " scores, " +
                              std::to_string(i + 1) + " of " + std::to_string(kScoreShapes.size()),
                          (static_cast<double>(i) + share) / static_cast<double>(kScoreShapes.size()));
                return true;
            });
        line.end();
        const bool kept = result.rate() <= kMaxFalseCalls;
        good = good && kept;
        if (json) {
            const nlohmann::ordered_json row{{"scores", scoreShapeName(shape)},
                                             {"trials", result.trials},
                                             {"called_different", result.falseCalls},
                                             {"share", result.rate()},
                                             {"practically_equal", result.calledEqual},
                                             {"limit", kMaxFalseCalls},
                                             {"kept", kept}};
            printJson(row);
        } else {
            const auto share = [&](int calls) {
                return std::to_string(calls) + " (" + numberText(100.0 * calls / result.trials, 2) + " %)";
            };
            std::printf("%-24s %8d %18s %18s %13s  %s\n", scoreShapeName(shape), result.trials,
                        share(result.falseCalls).c_str(), share(result.calledEqual).c_str(),
                        share(result.trials - result.falseCalls - result.calledEqual).c_str(), kept ? "yes" : "NO");
        }
        std::fflush(stdout);
    }
    if (!json)
        std::printf("\n%s\n", good ? "The verdict keeps its promise." : "The verdict does NOT keep its promise.");
    return good ? kDone : kFailed;
}

}  // namespace gatelab::worker
