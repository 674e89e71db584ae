// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/trust/strong_scores.h"

#include "app/baselines/run_baselines.h"
#include "base/clock.h"
#include "base/number_text.h"
#include "baselines/strong/strong_baselines.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gatelab::worker {

namespace {

/// What nobody asked for ends by itself, and may be left out before.
constexpr const char* kUnasked = "computing strong baselines (Ctrl+C leaves them out, the run is complete)";

PassedSeconds passedFromNow() {
    return [began = std::chrono::steady_clock::now()] { return secondsSince(began); };
}

}  // namespace

Result<StrongScores> strongScores(const PreparedWindows& all, std::span<const std::string> keys,
                                  const Progress& progress) {
    StrongScores made;
    std::vector<Phrase> left;
    const auto strong = runStrongBaselines(*all.prepared, all.windows.test, keys, left, progress);
    if (!strong.ok()) return strong.error();
    for (const BaselineForecast& one : *strong) {
        addScores(one, made.scores);
        made.notes.push_back(one.key + ": " + (one.note.empty() ? "" : one.note + ", ") + figureText(one.seconds, 2) +
                             " s");
    }
    for (const Phrase& why : left) made.notes.push_back(plainText(why));
    return made;
}

StrongScores quickScores(const std::shared_ptr<const Dataset>& data, const ExperimentConfig& config, bool json) {
    if (!data || !data->series || signalCount > 0) return {};
    const auto all = prepareWindows(data->series, config);
    if (!all.ok() || all->windows.test.starts.empty()) return {};
    const QuickBaselines chosen = quickBaselines(*all->prepared, all->windows.test);
    ProgressLine line(json);
    const PassedSeconds passed = passedFromNow();
    StrongScores scores;
    for (const std::string& key : chosen.keys) {
        const auto made = strongScores(*all, std::span(&key, 1), [&](double) {
            line.show(kUnasked, 0, std::max(0.0, kQuickSeconds - passed()), true);
            return signalCount == 0 && passed() <= kQuickSeconds;
        });
        if (signalCount > 0) break;
        if (!made.ok()) {
            scores.notes.push_back("not computed: " + key + ", with those before it, took over " +
                                   figureText(kQuickSeconds, 2) + " s; baselines --baselines " + key);
            continue;
        }
        scores.scores.insert(scores.scores.end(), made->scores.begin(), made->scores.end());
        scores.notes.insert(scores.notes.end(), made->notes.begin(), made->notes.end());
    }
    line.end();
    if (signalCount > 0) scores.notes.emplace_back("the other strong baselines were left out: interrupted");
    for (const QuickBaselines::Left& one : chosen.left)
        scores.notes.push_back("not computed: " + one.key + ", up to about " + plainText(durationPhrase(one.seconds)) +
                               "; forecast RUN --baselines " + one.key);
    return scores;
}

StrongScores keptScores(Workspace& workspace, std::span<const std::string> runs,
                        const std::shared_ptr<const Dataset>& data, bool json) {
    if ((data && !data->series) || runs.empty() || signalCount > 0) return {};
    ProgressLine line(json);
    const PassedSeconds passed = passedFromNow();
    const auto kept = computeRunBaselines(
        workspace, runs.front(), {}, data,
        [&](double) {
            line.show(kUnasked, 0, std::max(0.0, kQuickSeconds - passed()), true);
            return signalCount == 0;
        },
        passed);
    line.end();
    if (!kept.ok() && signalCount > 0)
        return {.notes = {"no strong baselines: interrupted; the run is complete. To have them: baselines --run '" +
                          runs.front() + "'"}};
    if (!kept.ok() && kept.error().code == ErrorCode::Unsupported) return {};
    if (!kept.ok()) return {.notes = {"no strong baselines: " + plainText(kept.error().phrase)}};
    StrongScores made{kept->test, kept->validation, {}};
    for (const Phrase& note : baselineNotes(*kept)) made.notes.push_back(plainText(note));
    if (std::ranges::any_of(kept->left, [](const KeptBaselines::Left& one) { return one.why.empty(); }))
        made.notes.push_back("to have them: baselines --run '" + runs.front() + "' --baselines all");
    if (const auto shared = shareBaselines(workspace, *kept, runs.subspan(1)); !shared.ok())
        made.notes.push_back(plainText(shared.error().phrase));
    return made;
}

}  // namespace gatelab::worker
