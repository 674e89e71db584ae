// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/trust/strong_scores.h"

#include "base/number_text.h"
#include "baselines/strong/strong_baselines.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

namespace gatelab::worker {

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
    auto made = strongScores(*all, chosen.keys, [&](double share) {
        line.show("computing strong baselines", share);
        return signalCount == 0;
    });
    line.end();
    StrongScores scores = made.ok() ? std::move(*made) : StrongScores{};
    for (const QuickBaselines::Left& one : chosen.left)
        scores.notes.push_back("not computed: " + one.key + ", up to about " + plainText(durationPhrase(one.seconds)) +
                               "; forecast RUN --baselines " + one.key);
    return scores;
}

}  // namespace gatelab::worker
