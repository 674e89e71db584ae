// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_details.h"

#include "app/baselines/run_baselines.h"
#include "store/imported_run.h"

namespace gatelab {

RunDetails readRunDetails(const std::filesystem::path& runFolder, const RunSummary& run,
                          std::span<const RunSummary> runs) {
    RunDetails details;
    const auto history = readRunHistory(runFolder);
    if (!history.ok()) {
        details.problems.push_back(history.error().phrase);
        return details;
    }
    details.problems = history->problems;
    for (const RunEvent& event : history->events) {
        if (const auto* test = event.as<TestConfusion>()) details.confusion = test->matrix;
        if (const auto* known = event.as<ValidationBaselines>()) details.baselines = known->scores;
        if (const auto* plan = event.as<RunPlanInfo>()) continuePlan(details.plan, *plan);
        if (const auto* timing = event.as<DisturbedTiming>())
            details.disturbances.push_back({timing->began, event.seconds, timing->cause});
        if (const auto* end = event.as<RunEnd>(); end != nullptr && run.state == RunState::Failed)
            details.failure = end->why;
    }
    if (const auto kept = readKeptBaselines(runFolder); kept.ok()) details.baselineNotes = baselineNotes(*kept);
    details.alerts = alertNotes(history->events);
    details.curves = epochRows(*history);
    ForecastScorer scorer;
    AdviceCurves curves;
    for (const MetricSample& sample : history->metrics) {
        scorer.add(sample.metric, sample.value, sample.piece);
        curves.add(sample.metric, sample.epoch, sample.value);
    }
    details.forecasts = scorer.scores(details.plan);
    details.resumed = scorer.piece() > 0;
    if (hasSettings(run))
        details.advice = adviseOn(adviceFacts(run, details.plan, curves, history->events, details.baselines, runs));
    return details;
}

}  // namespace gatelab
