// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/end_scores.h"

#include "config/setting_predicates.h"
#include "forecast/forecasts.h"
#include "forecast/saved_run_plan.h"
#include "forecast/sequence_scores.h"
#include "train/baseline_job.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr auto kScoringEvery = std::chrono::milliseconds(250);

void reportLeftOut(RunReporter& reporter) {
    const Text text =
        GATELAB_TEXT("RunEvent", "no baselines: the run was stopped while they were computed; its own scores are kept");
    reporter.event({RunWarning{text}, reporter.progress().step});
}

/// Tells who watches how far the work on the test part is, and ends it with Cancelled once `isOver` says so.
Progress scoring(Text what, RunReporter& reporter, std::function<bool()> isOver) {
    return [what, &reporter, isOver = std::move(isOver),
            reportedAt = std::chrono::steady_clock::time_point()](double share) mutable {
        if (const auto now = std::chrono::steady_clock::now(); now - reportedAt >= kScoringEvery) {
            reportedAt = now;
            reporter.notify({ScoringProgress{share, what}});
        }
        return !isOver();
    };
}

struct TestResult {
    std::vector<TestScore> scores;
    std::vector<double> forecasts;  ///< [window][step][target] on the prepared scale; of other tasks empty
};

/// What the network achieves on the test part. Who stopped the run waits for it, who ends it does not.
Result<TestResult> scoreTest(const TrainPlan& plan, const Objective& objective, const Sources& sources, BatchTeam* team,
                             RunControl& control, RunReporter& reporter) {
    if (sources.test->size() == 0) return TestResult{};
    const Progress progress = scoring(GATELAB_TEXT("RunEvent", "scoring the test part"), reporter,
                                      [&] { return control.abandonRequested(); });
    Evaluation test = evaluate(objective, *sources.test, true, progress, team);
    if (!test.complete) return Error{ErrorCode::Cancelled, {}};
    if (plan.isForecast()) {
        auto scores = scoreForecasts(*plan.prepared, plan.windows.test, test.forecasts, test.spread);
        if (!scores.ok()) return scores.error();
        return TestResult{std::move(*scores), std::move(test.forecasts)};
    }
    if (objective.hasClasses()) reporter.event({TestConfusion{confusionOf(plan, test)}});
    return TestResult{scoreSequences(plan, ExamplePart::Test, test), {}};
}

/// How far the kept weights are off on what they were not trained on, for the intervals of forecasts to come.
Result<> keepForecastErrors(const TrainPlan& plan, const Objective& objective, const Sources& sources,
                            const std::vector<double>& ofTest, BatchTeam* team, const std::filesystem::path& runFolder,
                            RunControl& control) {
    if (!plan.isForecast()) return {};
    std::vector<PartErrors> parts;
    if (sources.validation->size() > 0) {
        const Evaluation validation = evaluate(
            objective, *sources.validation, true, [&](double) { return !control.abandonRequested(); }, team);
        if (!validation.complete) return {};
        parts.push_back(partErrors(*plan.prepared, plan.windows.validation, validation.forecasts));
    }
    if (!ofTest.empty()) parts.push_back(partErrors(*plan.prepared, plan.windows.test, ofTest));
    return keepErrors(runFolder, parts, static_cast<std::size_t>(plan.config.horizon), plan.prepared->targets.size());
}

/// Beside it what needs no network. Ends with Cancelled when the run is to stop, or, where `stops` stopped its
/// training, once more.
Result<> addTestBaselines(const TrainPlan& plan, RunControl& control, int stops, RunReporter& reporter,
                          std::vector<TestScore>& scores) {
    const Progress progress =
        scoring(GATELAB_TEXT("RunEvent", "computing the baselines of the test part"), reporter,
                [&control, stops] { return control.stops() != stops || control.abandonRequested(); });
    if (plan.isForecast()) return addForecastBaselines(plan, ExamplePart::Test, scores, progress);
    // They may also use what the network was validated on.
    return addBaselines(*plan.data.sequences, plan.parts.known(), plan.parts.test, scores, progress);
}

}  // namespace

Result<> scoreRun(const PipelineInput& input, const TrainPlan& plan, Trainer& trainer, const Objective& objective,
                  const Sources& sources, const PreviewOfEpoch& preview, BatchTeam* team, RunReporter& reporter,
                  PipelineEnd& end) {
    const int stops = input.control.stops();
    trainer.loadBest();
    if (const TrainingCounters& counters = trainer.counters(); counters.bestStep >= 0)
        previewKept(plan, objective, sources, preview, team, counters.bestEpoch, input.control, reporter);
    auto test = scoreTest(plan, objective, sources, team, input.control, reporter);
    if (!test.ok()) return test.error();
    end.scores = std::move(test->scores);
    if (input.record != nullptr)
        reporter.check(
            keepForecastErrors(plan, objective, sources, test->forecasts, team, input.record->folder(), input.control));
    const auto keepScores = [&] {
        if (input.record != nullptr) reporter.check(input.record->setScores(end.scores));
    };
    keepScores();
    if (end.scores.empty()) return {};
    // The run has its result: from here on a stop costs the comparison alone.
    if (auto added = addTestBaselines(plan, input.control, stops, reporter, end.scores); added.ok())
        keepScores();
    else if (added.error().code != ErrorCode::Cancelled)
        return added.error();
    else if (input.control.abandonRequested())
        end.state = RunState::Interrupted;
    else
        reportLeftOut(reporter);
    return {};
}

}  // namespace gatelab
