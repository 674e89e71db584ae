// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_view.h"

#include "base/overloaded.h"
#include "common/field_text.h"
#include "common/texts.h"
#include "common/time_left.h"
#include "config/field.h"
#include "run/alerts/alert_watch.h"
#include "run/forecast_score.h"
#include "runs/run_actions.h"
#include "store/record/run_folder.h"
#include "store/run_extension.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

/// From these epochs on the first forecast each is remembered: where the network came from.
constexpr std::array<std::int64_t, 2> kEarlyEpochs = {1, 5};

/// What a marker says of the settings, into the summary; a longer plan has more steps.
void follow(const RunEvent& event, const RunMarker& marker, RunSummary& summary, RunPlanInfo& plan) {
    noteRunChange(summary.changes, summary.config, event);
    const auto& change = marker.change;
    if (!change || !isPlanChange({*change, event.step}) || isSettledAtStart({*change, event.step})) return;
    ExperimentConfig& config = summary.config.edit();
    (void)setFieldValue(config, *change->field, change->to).ok();
    summary.epochs = config.epochs;
    plan.totalSteps = plan.stepsPerEpoch * config.epochs;
    if (config.maxSteps > 0) plan.totalSteps = std::min(plan.totalSteps, config.maxSteps);
}

}  // namespace

void RunView::take(const MetricSample& sample) {
    metrics.add(sample);
    summary.step = std::max(summary.step, sample.step);
    summary.seconds = std::max(summary.seconds, sample.seconds);
}

void RunView::take(const RunEvent& event) {
    const auto keep = [&] { events.push_back(event); };
    std::visit(overloaded{[&](const RunPlanInfo& planned) { continuePlan(plan, planned); },
                          [&](const StateChange& change) {
                              summary.state = change.state;
                              keep();
                          },
                          [&](const EpochEnd&) { summary.epoch = event.epoch; },
                          [&](const ForecastPreview& newest) { show(newest); },
                          [&](const LayerHistograms&) {
                              std::erase_if(histograms, [&](const RunEvent& old) { return old.step >= event.step; });
                              histograms.push_back(event);
                          },
                          [&](const ValidationBaselines& known) { baselines = known.scores; },
                          [&](const TestConfusion& test) { confusion = test.matrix; },
                          [&](const ScoringProgress&) { /* passes */ },
                          [&](const NewBest& best) {
                              summary.bestValidation = best.validationLoss;
                              summary.bestEpoch = event.epoch;
                              keep();
                          },
                          [&](const RunEnd& end) {
                              summary.state = end.state;
                              scores = end.scores;
                              keep();
                          },
                          [&](const RunMarker& marker) {
                              follow(event, marker, summary, plan);
                              keep();
                          },
                          [&](const SavedCheckpoint&) { keep(); }, [&](const RunWarning&) { keep(); },
                          [&](const DisturbedTiming&) { keep(); }},
               event.what);
}

void RunView::show(const ForecastPreview& newest) {
    if (preview.window != newest.window)
        olderPreviews.clear();
    else if (!preview.forecast.empty() && olderPreviews.size() < kEarlyEpochs.size() &&
             preview.epoch >= kEarlyEpochs[olderPreviews.size()])
        olderPreviews.push_back(std::move(preview));
    // The last of a run is of its best epoch
    std::erase_if(olderPreviews, [&](const ForecastPreview& older) { return older.epoch >= newest.epoch; });
    preview = newest;
}

double RunView::keptValue(MetricId id) const {
    const auto best =
        std::find_if(events.rbegin(), events.rend(), [](const RunEvent& event) { return event.is<NewBest>(); });
    if (best == events.rend()) return std::numeric_limits<double>::quiet_NaN();
    const MetricSeries& series = metrics.series(id);
    const auto step = static_cast<double>(best->step);
    const std::int64_t at = series.nearest(XAxis::Step, step);
    const bool isMeasured = at >= 0 && series.x(static_cast<std::size_t>(at), XAxis::Step) == step;
    return isMeasured ? series.value(static_cast<std::size_t>(at)) : std::numeric_limits<double>::quiet_NaN();
}

void RunView::summarise() {
    CurveValues &lastValues = summary.lastValues.edit(), &bestValues = summary.bestValues.edit();
    for (const Metric& row : gatelab::metrics())
        for (std::uint16_t layer = 0; layer < metrics.layers(row.id); ++layer) {
            const MetricSeries& series = metrics.series(row.id, layer);
            if (series.size() == 0) continue;
            const std::string key = channelKey({row.id, layer});
            lastValues[key] = series.value(series.size() - 1);
            if (row.sense == MetricSense::Neutral) continue;
            for (const Bucket& all : series.buckets(XAxis::Step, 1, 0, 1, false)) {
                const double best = row.sense == MetricSense::LowerIsBetter ? all.min : all.max;
                const auto [entry, fresh] = bestValues.try_emplace(key, best);
                if (!fresh)
                    entry->second = row.sense == MetricSense::LowerIsBetter ? std::min(entry->second, best)
                                                                            : std::max(entry->second, best);
            }
        }
    for (const MetricId id :
         {MetricId::ValidationLoss, MetricId::ValidationMse, MetricId::ValidationMae, MetricId::ValidationAccuracy})
        if (const double kept = keptValue(id); !std::isnan(kept)) summary.keptValues.edit()[metric(id).key] = kept;
}

void RunView::complete(RunView&& recorded) {
    recorded.metrics.setSmoothing(metrics.smoothing());
    metrics = std::move(recorded.metrics);
    dropped = 0;
}

void RunView::replace(RunView&& recorded) {
    recorded.metrics.setSmoothing(metrics.smoothing());
    *this = std::move(recorded);
}

QString markerText(const RunMarker& marker) {
    const auto& change = marker.change;
    return change ? QStringLiteral("%1 = %2").arg(translated(change->field->label),
                                                  displayValue(*change->field, change->to))
                  : translated(marker.text);
}

QString markerTag(const RunMarker& marker) {
    const auto& change = marker.change;
    // What an alert said is long: its rule stands for it.
    if (const auto [rule, begins] = alertOf(marker); !rule.empty() && begins) {
        AlertRule named;
        named.name = rule;
        return QCoreApplication::translate("RunView", "alert: %1").arg(translated(alertName(named)));
    }
    if (!change) return translated(marker.text);
    const QString to = displayValue(*change->field, change->to);
    // Older records do not tell from what.
    return change->from == change->to
               ? QStringLiteral("%1 %2").arg(settingWord(*change->field), to)
               : QStringLiteral("%1 %2 → %3")
                     .arg(settingWord(*change->field), displayValue(*change->field, change->from), to);
}

Result<std::shared_ptr<RunView>> loadRunView(Workspace& workspace, const std::string& id) {
    auto summary = workspace.run(id);
    if (!summary.ok()) return summary.error();
    auto history = readRunHistory(runFolderIn(workspace.folder(), id));
    if (!history.ok()) return history.error();
    auto view = std::make_shared<RunView>();
    view->id = fromUtf8(id);
    for (const auto& sample : history->metrics) view->metrics.add(sample);
    view->summary = *summary;  // what the events say of the plan goes by its settings
    for (const auto& event : history->events) view->take(event);
    view->summary = std::move(*summary);
    view->unread = inOneLine(history->problems);
    if (view->scores.empty()) view->scores = view->summary.scores;
    if (isGoingOn(*view))
        view->secondsLeft = secondsLeft(history->metrics, view->plan.totalSteps, view->plan.stepsPerEpoch);
    return view;
}

}  // namespace gatelab
