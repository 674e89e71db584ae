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

#include "app/baselines/run_baselines.h"
#include "app/report/run_details.h"
#include "app/run_reference.h"
#include "baselines/strong/strong_baselines.h"
#include "data/many/many_series.h"
#include "data/prepared_windows.h"
#include "data/readers.h"
#include "data/sequences/sequence_parts.h"
#include "run/heldout_scores.h"
#include "store/record/run_folder.h"

namespace gatelab::worker {

namespace {

struct BaselineOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    std::string strong;  ///< as strongKeys() has it; empty: none
    std::string run;     ///< a word for ownRun(): computed of its data and kept with it; empty: of the settings
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

/// Of a run: from now on every place that shows its scores shows these.
int keepOfRun(const BaselineOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto run = ownRun(**workspace, options.run);
    if (!run.ok()) return fail(run.error(), options.json);
    const auto keys = strongKeys(options.strong);
    if (!keys.ok()) return fail(keys.error(), options.json);
    ProgressLine line(options.json);
    // A signal ends the program at once (sudden_end.h): what is kept is put into its place whole, at the end.
    const auto kept = computeRunBaselines(**workspace, run->id, *keys, nullptr, [&](double share) {
        line.show("computing strong baselines", share);
        return true;
    });
    line.end();
    if (!kept.ok()) return fail(kept.error(), options.json);
    const auto now = (*workspace)->run(run->id);
    if (!now.ok()) return fail(now.error(), options.json);
    const RunDetails details = readRunDetails(runFolderIn(options.workspace.folder, run->id), *now, {});
    if (options.json)
        std::printf("%s\n", resultLine({run->id, now->state, now->scores, {}, details.plan.unit}).c_str());
    else {
        printScores(now->scores, details.plan.unit, {}, validationSide(*now, details.baselines));
        for (const Phrase& note : baselineNotes(*kept)) std::printf("%s\n", plainText(note).c_str());
    }
    return kDone;
}

int runBaselinesCommand(const BaselineOptions& options) {
    if (!options.run.empty()) return keepOfRun(options);
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const auto data = options.experiment.data(*config);
    if (!data.ok()) return fail(data.error(), options.json);
    printDataFindings(**data, *config, true);
    ProgressLine line(options.json);
    const Progress progress = [&](double share) {  // a signal ends the program at once, for nothing is kept
        line.show("computing the baselines of the test part", share);
        return true;
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
    options->workspace.addTo(app);
    app.add_option("--run", options->run,
                   "A run's number, id or name: compute the strong ones of its own data and keep them with it, so that "
                   "show, report, forecast, the board and verdicts tell them; without --baselines the quick ones");
    app.add_option(
        "--baselines", options->strong,
        "Strong ones as well: all, or some of nlinear, dlinear, ets, arima, lightgbm with commas (seconds to "
        "minutes)");
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return runBaselinesCommand(*options); };
}

}  // namespace gatelab::worker
