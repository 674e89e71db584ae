// SPDX-License-Identifier: GPL-3.0-or-later
// "baselines": what needs no network achieves on the test part, as "train" says it at its end.
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/output/score_report.h"
#include "worker/output/series_report.h"
#include "worker/runs.h"
#include "worker/trust/strong_scores.h"

#include "baselines/strong/strong_baselines.h"
#include "data/many/many_series.h"
#include "data/prepared_windows.h"
#include "data/readers.h"
#include "data/sequences/sequence_parts.h"
#include "run/heldout_scores.h"

namespace gatelab::worker {

namespace {

struct BaselineOptions {
    ExperimentOptions experiment;
    std::string strong;  ///< as strongKeys() has it; empty: none
    bool json = false;
};

struct BaselineScores {
    std::vector<TestScore> scores;
    std::string unit;                     ///< of the original scale; empty: not known
    std::string season = {};              ///< what was found of one
    std::vector<std::string> notes = {};  ///< what the strong ones took, chose, or why one is left out
};

Result<> addStrong(const PreparedWindows& all, const std::string& words, BaselineScores& scored,
                   const Progress& progress) {
    const auto keys = strongKeys(words);
    if (!keys.ok()) return keys.error();
    const auto strong = strongScores(all, *keys, progress);
    if (!strong.ok()) return strong.error();
    scored.scores.insert(scored.scores.end(), strong->scores.begin(), strong->scores.end());
    scored.notes.insert(scored.notes.end(), strong->notes.begin(), strong->notes.end());
    for (const StrongBaseline& row : strongBaselines())
        if (words == "all" && row.absence != nullptr && !row.absence().empty())
            scored.notes.push_back(plainText(row.absence()));
    return {};
}

Result<BaselineScores> scoreSeries(const std::shared_ptr<const Series>& series, const ExperimentConfig& config,
                                   const std::string& strong, const Progress& progress) {
    const auto all = prepareWindows(series, config);
    if (!all.ok()) return all.error();
    const PreparedSeries& prepared = *all->prepared;
    const auto baselines = runBaselines(prepared, all->windows.test, progress);
    if (!baselines.ok()) return baselines.error();
    BaselineScores scored{{}, prepared.targetUnit(), baselines->empty() ? "" : baselines->front().note};
    for (const BaselineForecast& baseline : *baselines) addScores(baseline, scored.scores);
    if (!strong.empty())
        if (auto added = addStrong(*all, strong, scored, progress); !added.ok()) return added.error();
    return scored;
}

Result<BaselineScores> scoreSequences(const SequenceSet& set, const ExperimentConfig& config,
                                      const Progress& progress) {
    const auto parts = splitSequences(set, config);
    if (!parts.ok()) return parts.error();
    const auto baselines = runSequenceBaselines(set, parts->known(), parts->test, progress);
    if (!baselines.ok()) return baselines.error();
    BaselineScores all;
    for (const SequenceScore& baseline : *baselines) addScores(baseline, all.scores);
    return all;
}

int runBaselinesCommand(const BaselineOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    printDataFindings(**data, *config, true);
    installSignals();
    ProgressLine line(options.json);
    const Progress progress = [&](double share) {
        line.show("computing the baselines of the test part", share);
        return signalCount == 0;
    };
    const auto all = (*data)->series ? scoreSeries((*data)->series, *config, options.strong, progress)
                                     : scoreSequences(*(*data)->sequences, *config, progress);
    line.end();
    if (!all.ok()) return fail(all.error(), options.json);
    if (options.json)
        std::printf("%s\n", resultLine({{}, RunState::Finished, all->scores, {}, all->unit}).c_str());
    else {
        printScores(all->scores, all->unit);
        if ((*data)->series) printWhatIsMean(membersOf(*(*data)->series).size());
        if (all->season.empty()) return kDone;
        std::printf("\n%s\n", all->season.c_str());
        for (const Baseline& row : baselines()) std::printf("%s: %s\n", row.key, row.help.source);
        for (const std::string& note : all->notes) std::printf("%s\n", note.c_str());
        if (!options.strong.empty())
            for (const StrongBaseline& strong : strongBaselines())
                std::printf("%s: %s\n", strong.row.key, strong.row.help.source);
        else
            for (const StrongBaseline& strong : strongBaselines())
                std::printf("not computed (--baselines %s): %s\n", strong.row.key, strong.cost.source);
    }
    return kDone;
}

}  // namespace

CommandAction setBaselines(CLI::App& app) {
    const auto options = std::make_shared<BaselineOptions>();
    options->experiment.addTo(app);
    app.add_option(
        "--baselines", options->strong,
        "Strong ones as well: all, or some of nlinear, dlinear, ets, arima, lightgbm with commas (seconds to "
        "minutes)");
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return runBaselinesCommand(*options); };
}

}  // namespace gatelab::worker
