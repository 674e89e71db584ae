// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/figures/figure_key.h"
#include "lesson/lesson_figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gatelab {

namespace {

constexpr std::size_t kMaxPoints = 200;  ///< of a shipped curve

/// Values of one curve in the order of their steps.
std::vector<const MetricSample*> curveOf(const RunHistory& history, MetricId metric) {
    std::vector<const MetricSample*> samples;
    for (const MetricSample& sample : history.metrics)
        if (sample.metric == metric) samples.push_back(&sample);
    std::ranges::stable_sort(samples, {}, [](const MetricSample* one) { return one->step; });
    return samples;
}

double mostOf(const RunHistory& history, MetricId metric) {
    double most = kNoFigure;
    for (const MetricSample* sample : curveOf(history, metric))
        if (!std::isnan(sample->value) && !(sample->value <= most)) most = sample->value;
    return most;
}

double testScore(const RunSummary& summary, const std::string& method, const std::string& metric) {
    for (const TestScore& score : *summary.scores)
        if (score.method == method && score.scale == "original" && score.metric == metric) return score.value;
    return kNoFigure;
}

double lastTraining(const RunHistory& history) {
    const auto samples = curveOf(history, MetricId::TrainLoss);
    if (samples.empty()) return kNoFigure;
    double total = 0, count = 0;
    for (const MetricSample* sample : samples)
        if (sample->epoch > samples.back()->epoch - 1) total += sample->value, ++count;
    return total / count;
}

double divergence(const RunSummary& summary, const RunHistory& history) {
    for (const RunEvent& event : history.events)
        if (const auto* end = event.as<RunEnd>();
            end != nullptr && end->state == RunState::Failed && end->code == ErrorCode::NonFinite)
            return 1;
    if (summary.state == RunState::Failed) return 1;
    const auto samples = curveOf(history, MetricId::TrainLoss);
    if (samples.empty()) return 0;
    const double end = lastTraining(history);
    return !std::isfinite(end) || end > 10 * samples.front()->value ? 1 : 0;
}

double outsideFigure(const FigureCall& call, const RunSummary& summary, const RunHistory& history) {
    const std::string& name = call.name;
    if (name == "train") return lastTraining(history);
    if (name == "validation") return summary.bestValidation;
    if (name == "last_validation") {
        const auto samples = curveOf(history, MetricId::ValidationLoss);
        return samples.empty() ? kNoFigure : samples.back()->value;
    }
    if (name == "epochs") return static_cast<double>(summary.epoch);
    if (name == "best_epoch") return summary.bestEpoch < 0 ? kNoFigure : static_cast<double>(summary.bestEpoch);
    if (name == "gradient") return mostOf(history, MetricId::GradientNorm);
    if (name == "diverged") return divergence(summary, history);
    if (name == "seconds") return summary.seconds;
    if (name == "memory") {
        const double step = mostOf(history, MetricId::StepPeak);
        return std::isnan(step) ? mostOf(history, MetricId::EnginePeak) : step;
    }
    if (name == "baseline") return testScore(summary, call.arguments[1], call.arguments[2]);
    return testScore(summary, "model", name);
}

LessonLine lineOf(const RunHistory& history, const std::string& chart) {
    LessonLine line;
    const Metric* metric = findMetric(chart);
    if (metric == nullptr) return line;
    const auto samples = curveOf(history, metric->id);
    const std::size_t every = std::max<std::size_t>(1, (samples.size() + kMaxPoints - 1) / kMaxPoints);
    for (std::size_t from = 0; from < samples.size(); from += every) {
        const std::size_t end = std::min(from + every, samples.size());
        double total = 0;
        for (std::size_t i = from; i < end; ++i) total += samples[i]->value;
        line.x.push_back(samples[end - 1]->epoch);
        line.y.push_back(total / static_cast<double>(end - from));
    }
    return line;
}

}  // namespace

Result<LessonOutcome> outcomeOf(const Lesson& lesson, std::string_view run, const RunSummary& summary,
                                const RunHistory& history) {
    LessonOutcome outcome;
    for (const FigureCall& call : figuresRequested(lesson, run)) {
        const LessonFigure* row = findLessonFigure(call.name);
        if (row == nullptr)
            return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Lesson", "there is no figure '%1'"), {call.name}}};
        outcome.figures[figureKey(call)] = row->isInside ? kNoFigure : outsideFigure(call, summary, history);
    }
    outcome.line = lineOf(history, lesson.chart);
    return outcome;
}

}  // namespace gatelab
