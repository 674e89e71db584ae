// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_figures.h"

#include "base/number_text.h"
#include "base/units.h"
#include "baselines/sequence_baselines.h"
#include "baselines/strong/strong_baselines.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/field_use.h"
#include "config/setting_predicates.h"
#include "models/run_columns.h"
#include "run/heldout_scores.h"
#include "store/validation_score.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

namespace gatelab {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

QString say(const char* source) { return QCoreApplication::translate("RunFigures", source); }

/// Resumes so far, as the samples tell.
std::uint16_t newestPiece(const RunView& run) {
    std::uint16_t newest = 0;
    for (const MetricId id : {MetricId::ProcessMemory, MetricId::EnginePeak, MetricId::GpuPeak, MetricId::TrainLoss})
        if (const MetricSeries& series = run.metrics.series(id); series.size() > 0)
            newest = std::max(newest, series.piece(series.size() - 1));
    return newest;
}

/// Since the last resume: what another process held says nothing of a forecast for this one.
double largest(const RunView& run, MetricId id) {
    const MetricSeries& series = run.metrics.series(id);
    const std::uint16_t piece = newestPiece(run);
    double most = 0;
    for (std::size_t i = series.size(); i > 0 && series.piece(i - 1) == piece; --i)
        most = std::max(most, series.value(i - 1));
    return most;
}

}  // namespace

QString scaleName(const std::string& scale, const std::string& unit) {
    if (scale == "standardised") return say(QT_TRANSLATE_NOOP("RunFigures", "standardised scale"));
    const QString original = say(QT_TRANSLATE_NOOP("RunFigures", "original scale"));
    return unit.empty() ? original : say(QT_TRANSLATE_NOOP("RunFigures", "%1, %2")).arg(original, fromUtf8(unit));
}

QString scoreName(const Score& score, const std::string& scale, const std::string& unit) {
    const QString name = translated(Text{"Scores", score.name});
    return score.isShare ? name : say(QT_TRANSLATE_NOOP("RunFigures", "%1, %2")).arg(name, scaleName(scale, unit));
}

QString lossScale(const ExperimentConfig& config) {
    if (isForecast(config))
        return isStandardised(config) ? scaleName("standardised")
                                      : say(QT_TRANSLATE_NOOP("RunFigures", "prepared scale"));
    return isRegression(config) ? scaleName("original") : lossName(config);
}

QString layerText(const RunView& run) {
    const Phrase layers = valueOf(reportOf(run, RunSection::Machine), "implementation");
    return layers.empty() ? QStringLiteral("-") : translated(layers);
}

BestFigure bestFigure(const RunView& run) {
    BestFigure best;
    const SelectionScore judged = selectionScore(run.summary.config);
    best.value = best.compared = kNaN;
    if (run.summary.bestEpoch < 0 && !hasValidation(run.summary.config)) {
        best.label = say(QT_TRANSLATE_NOOP("RunFigures", "no validation part"));
        return best;
    }
    best.label = say(QT_TRANSLATE_NOOP("RunFigures", "best validation %1")).arg(bestValidationName(run.summary.config));
    if (!findScore(judged.score)->isShare)
        best.label = say(QT_TRANSLATE_NOOP("RunFigures", "%1, %2")).arg(best.label, lossScale(run.summary.config));
    if (run.summary.bestEpoch >= 0) best.value = judged.perCurve * run.summary.bestValidation;
    const bool isLoss = run.summary.config->loss == judged.score || judged.curve == MetricId::ValidationLoss;
    best.compared = isLoss ? best.value : run.keptValue(judged.curve);
    if (std::string_view(judged.scale) == "standardised" && !isStandardised(run.summary.config)) best.compared = kNaN;
    for (auto event = run.events.rbegin(); event != run.events.rend(); ++event) {
        if (!event->is<NewBest>()) continue;
        best.epoch = epochOf(run, event->step);
        best.when = say(QT_TRANSLATE_NOOP("RunFigures", "epoch %1, step %2"))
                        .arg(formatCount(best.epoch), formatCount(event->step));
        break;
    }
    return best;
}

std::vector<BaselineName> baselinesOf(const std::string& task) {
    std::vector<BaselineName> names;
    if (isForecast(task)) {
        for (const Baseline& baseline : baselines())
            names.push_back({translated(baseline.label), translated(baseline.help), baseline.key});
        return names;
    }
    for (const SequenceMethod& method : sequenceMethods())
        if (usesMethod(method, task)) names.push_back({translated(method.label), {}, method.key});
    return names;
}

QString methodLabel(const std::string& key, const std::vector<TestScore>& scores) {
    if (const auto items = itemsCompared(scores, key)) {
        const QString pattern = items->leftOut ? say(QT_TRANSLATE_NOOP("RunFigures", "%1 (left out)"))
                                               : say(QT_TRANSLATE_NOOP("RunFigures", "%1 (%2 of %3 training items)"));
        return items->leftOut ? pattern.arg(methodLabel(key))
                              : pattern.arg(methodLabel(key), formatCount(items->with), formatCount(items->of));
    }
    if (const auto band = warpingBand(scores, key))
        return say(QT_TRANSLATE_NOOP("RunFigures", "%1 (band of %2 %)"))
            .arg(methodLabel(key), formatNumber(100 * *band, 2));
    if (key == "model") return say(QT_TRANSLATE_NOOP("RunFigures", "this run"));
    if (const Baseline* baseline = findBaseline(key)) return translated(baseline->label);
    for (const SequenceMethod& method : sequenceMethods())
        if (key == method.key) return translated(method.label);
    return fromUtf8(key);
}

ComparedPart comparedPart(const RunView& run) {
    return run.baselines.empty() && !run.scores.empty() ? ComparedPart::Test : ComparedPart::Validation;
}

double comparedValue(const RunView& run) {
    if (comparedPart(run) == ComparedPart::Validation) return bestFigure(run).compared;
    const SelectionScore judged = selectionScore(run.summary.config);
    for (const TestScore& score : run.scores)
        if (score.metric == judged.score && score.scale == judged.scale && score.method == "model") return score.value;
    return kNaN;
}

QString comparedTitle(const RunView& run) {
    const SelectionScore judged = selectionScore(run.summary.config);
    const QString score = scoreName(*findScore(judged.score), judged.scale);
    return (comparedPart(run) == ComparedPart::Validation ? say(QT_TRANSLATE_NOOP("RunFigures", "validation part, %1"))
                                                          : say(QT_TRANSLATE_NOOP("RunFigures", "test part, %1")))
        .arg(score);
}

std::vector<BaselineFigure> baselineFigures(const RunView& run) {
    std::vector<BaselineFigure> figures;
    const SelectionScore judged = selectionScore(run.summary.config);
    const std::vector<TestScore>& scores = comparedPart(run) == ComparedPart::Validation ? run.baselines : run.scores;
    for (const TestScore& score : scores)
        if (score.metric == judged.score && score.scale == judged.scale && score.method != "model")
            figures.push_back(
                {methodLabel(score.method, scores), score.value, score.method, isDecisive(scores, score.method)});
    std::stable_sort(figures.begin(), figures.end(),
                     [row = findScore(judged.score)](const BaselineFigure& a, const BaselineFigure& b) {
                         return row->isBetter(a.value, b.value);
                     });
    return figures;
}

QString comparisonText(const Score& score, double value, double best, const QString& bestLabel) {
    if (!std::isfinite(value) || !std::isfinite(best)) return {};
    if (isSameScore(value, best))
        return say(QT_TRANSLATE_NOOP("RunFigures", "The same as %1, the best baseline.")).arg(bestLabel);
    if (score.better == Score::Better::Higher) {
        const QString pattern =
            score.isBetter(best, value)
                ? say(QT_TRANSLATE_NOOP("RunFigures", "Below %1, the best baseline: accuracy %2 instead of %3."))
                : say(QT_TRANSLATE_NOOP("RunFigures", "Above %1, the best baseline: accuracy %2 instead of %3."));
        return pattern.arg(bestLabel, formatNumber(value, 3), formatNumber(best, 3));
    }
    if (best <= 0) return {};
    const double percent = 100 * (best - value) / best;
    // From twice the error on, a factor is easier to read than a percentage.
    if (percent <= -100)
        return say(QT_TRANSLATE_NOOP("RunFigures", "%1 times the error of %2, the best baseline."))
            .arg(formatNumber(value / best, 2), bestLabel);
    // And so is a part of what is next to nothing.
    if (constexpr double kNearAll = 99.9; percent > kNearAll && value > 0)
        return say(QT_TRANSLATE_NOOP("RunFigures", "1/%1 of the error of %2, the best baseline."))
            .arg(formatNumber(best / value, 2), bestLabel);
    const double shown = std::abs(percent) < 10 ? std::abs(percent) : shownPercent(std::abs(percent) / 100);
    return (percent < 0 ? say(QT_TRANSLATE_NOOP("RunFigures", "%1 % above %2, the best baseline."))
                        : say(QT_TRANSLATE_NOOP("RunFigures", "%1 % below %2, the best baseline.")))
        .arg(shown < 10 ? formatNumber(shown, 2) : formatSetting(shown), bestLabel);
}

QString baselineVerdict(const RunView& run) {
    const std::vector<BaselineFigure> figures = baselineFigures(run);
    const auto best = std::ranges::find_if(figures, &BaselineFigure::decides);
    return best == figures.end() ? QString()
                                 : comparisonText(*findScore(selectionScore(run.summary.config).score),
                                                  comparedValue(run), best->value, best->label);
}

QString runProblem(const RunView& run) {
    bool wentOn = run.live;  // what ended it before is over
    for (auto event = run.events.rbegin(); event != run.events.rend(); ++event) {
        if (const auto* warning = event->as<RunWarning>()) return translated(warning->text);
        const auto* end = event->as<RunEnd>();
        if (end == nullptr) continue;
        if (end->state == RunState::Failed && !wentOn) return translated(end->why);
        wentOn = true;
    }
    return translated(run.summary.problem.empty() ? run.unread : run.summary.problem);
}

MemoryFigures memoryFigures(const RunView& run) {
    MemoryFigures figures;
    figures.forecast = run.plan.forecastBytes;
    figures.gpu = run.metrics.series(MetricId::GpuPeak).size() > 0;
    figures.measured = kMiB * largest(run, figures.gpu ? MetricId::GpuPeak : MetricId::ProcessMemory);
    // What the window held besides is no part of the forecast either.
    if (!figures.gpu) figures.beside = std::min(figures.measured, run.plan.besideBytes);
    figures.measured -= figures.beside;
    return figures;
}

RunForecastScores forecastScores(const RunView& run) {
    ForecastScorer scorer;
    for (const MetricId id : {MetricId::GpuPeak, MetricId::EnginePeak}) scorer.add(id, largest(run, id));
    for (const MetricId id : {MetricId::EpochForecast, MetricId::EpochSeconds}) {
        const MetricSeries& series = run.metrics.series(id);
        for (std::size_t i = 0; i < series.size(); ++i) scorer.add(id, series.value(i));
    }
    return scorer.scores(run.plan);
}

QString forecastText(const ForecastScore& score, const std::function<QString(double)>& format) {
    const Phrase text = forecastPhrase(score, [&](double value) { return Phrase(format(value).toStdString()); });
    return text.empty() ? QStringLiteral("-") : translated(text);
}

std::vector<MemoryRow> memoryRows(const RunView& run) {
    std::vector<MemoryRow> rows;
    const RunReport costs = reportOf(run, RunSection::Costs);
    for (const ReportedFact& fact : std::span(costs).first(2)) {
        QStringList notes;
        for (const Phrase& note : fact.notes) notes << translated(note);
        rows.push_back({translated(fact.label), fact.value.empty() ? QStringLiteral("-") : translated(fact.value),
                        listText(notes)});
    }
    return rows;
}

RunReport reportOf(const RunView& run, RunSection section) {
    if (section != RunSection::Costs) return runReport(section, run.summary, run.plan);
    const double rate = rateSoFar(run, MetricId::SamplesPerSecond);
    return runReport(
        section, run.summary, run.plan,
        {forecastScores(run), memoryFigures(run), newestPiece(run) > 0, disturbedSeconds(run.events),
         // One quantity in every state, so that the figure of a paused run holds after a restart and at its end.
         std::isfinite(rate) ? rate : lastValue(run, MetricId::SamplesPerSecond)});
}

std::int64_t epochOf(const RunView& run, std::int64_t step) {
    const std::int64_t length = run.plan.stepsPerEpoch;
    return length > 0 ? (step + length - 1) / length : run.summary.epoch;
}

double lastValue(const RunView& run, MetricId id) {
    if (const auto summary = run.summary.lastValues->find(metric(id).key);
        !run.live && summary != run.summary.lastValues->end())
        return summary->second;
    const MetricSeries& series = run.metrics.series(id);
    return series.size() == 0 ? kNaN : series.value(series.size() - 1);
}

double rateSoFar(const RunView& run, MetricId id) {
    // Each value is of the steps since the one before.
    const MetricSeries& series = run.metrics.series(id);
    double before = static_cast<double>(std::max<std::int64_t>(0, run.summary.branchStep)), steps = 0, seconds = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const double rate = series.value(i), step = series.x(i, XAxis::Step);
        const double since = std::max(0.0, step - before);
        before = step;
        if (rate > 0) steps += since, seconds += since / rate;
    }
    return seconds > 0 ? steps / seconds : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace gatelab
