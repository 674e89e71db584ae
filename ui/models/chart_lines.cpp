// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chart_table.h"

#include "charts/data/metric_lines.h"
#include "common/texts.h"
#include "device/row_words.h"
#include "models/baseline_levels.h"
#include "models/class_chart.h"
#include "models/run_figures.h"
#include "runs/run_controller.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Older epochs of the forecast: the further back, the fainter.
constexpr double kOldestShare = 0.35, kOlderShare = 0.55;

QString say(const char* source) { return QCoreApplication::translate("ChartLines", source); }

using Style = ChartLine::Style;

/// The look of the curve's role; of categories of the `index`-th: one of the colours that can be told apart without
/// colour vision, its marker in the legend, and where the colours are used up, dots between its dashes.
void applyStyle(ChartLine& line, const ChartCurve& curve, std::size_t index, const RunView& run,
                const Palette& palette) {
    line.style = curve.style;
    switch (curve.role) {
        case CurveRole::Ink:
            line.colour = palette.text;
            break;
        case CurveRole::Context:
            line.colour = palette.muted;
            break;
        case CurveRole::Run:
            line.colour = runColour(palette, run.summary.colour);
            break;
        case CurveRole::Category:
            line.colour = palette.runs[index % kRunColours];
            line.slot = static_cast<int>(index % kRunSlots);
            if (index % kRunSlots >= kRunColours)
                line.style = curve.style == Style::Dashed ? Style::DashDotted : Style::Dotted;
            break;
    }
}

/// A line that would look like one before it gets other dashes: which curves a run has depends on where it was trained.
void distinguish(std::vector<ChartLine>& lines) {
    const Style dashes[] = {Style::Plain, Style::Dashed, Style::Dotted, Style::DashDotted};
    for (auto line = lines.begin(); line != lines.end(); ++line) {
        const auto isTaken = [&](Style style) {
            return std::any_of(lines.begin(), line, [&](const ChartLine& other) {
                return !other.name.isEmpty() && other.style == style && other.colour == line->colour;
            });
        };
        if (line->name.isEmpty() || !isTaken(line->style)) continue;
        const auto* free = std::find_if_not(std::begin(dashes), std::end(dashes), isTaken);
        if (free != std::end(dashes)) line->style = *free;
    }
}

QColor mixed(const QColor& over, const QColor& under, double share) {
    const auto blend = [&](double a, double b) { return static_cast<float>(share * a + (1 - share) * b); };
    return QColor::fromRgbF(blend(over.redF(), under.redF()), blend(over.greenF(), under.greenF()),
                            blend(over.blueF(), under.blueF()));
}

/// Consecutive rows beginning at `first`.
ChartLine rowsLine(double first, const std::vector<double>& values) {
    ChartLine line;
    line.y = values;
    line.x.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) line.x.push_back(first + static_cast<double>(i));
    return line;
}

QString baselineName(const ForecastPreview& preview) {
    return methodLabel(preview.baselineMethod.empty() ? "seasonal-naive" : preview.baselineMethod);
}

/// A forecast hangs on the last observed value, so that the eye sees where it leaves the truth.
ChartLine forecastLine(const ForecastPreview& preview, const std::vector<double>& values, int pixels) {
    if (pixels == kEverySample) return rowsLine(static_cast<double>(preview.originRow) + 1, values);
    std::vector<double> joined;
    joined.reserve(values.size() + 1);
    joined.push_back(preview.past.empty() ? kNaN : preview.past.back());
    joined.insert(joined.end(), values.begin(), values.end());
    return rowsLine(static_cast<double>(preview.originRow), joined);
}

/// The last step of a piece of the run; NaN when it has none.
double endOfPiece(const RunView& run, std::uint16_t piece, XAxis axis) {
    const MetricSeries& steps = run.metrics.series(MetricId::TrainLoss);
    std::size_t begin = 0, end = steps.size();
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (steps.piece(middle) <= piece)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin > 0 && steps.piece(begin - 1) == piece ? steps.x(begin - 1, axis) : kNaN;
}

/// A value that is written only when it changes holds until the next one or to the end of its piece, whichever is
/// later, and the last one to where the run is now.
ChartLine heldLine(const MetricSeries& series, const RunView& run, XAxis axis) {
    ChartLine line;
    const auto put = [&](double x, double y) { line.x.push_back(x), line.y.push_back(y); };
    for (std::size_t i = 0; i < series.size(); ++i) {
        const bool goesOn = i > 0 && series.piece(i) == series.piece(i - 1) && std::isfinite(series.value(i - 1));
        if (goesOn) {
            put(series.x(i, axis), series.value(i - 1));
        } else if (i > 0) {
            const double end = endOfPiece(run, series.piece(i - 1), axis), next = series.x(i, axis);
            if (std::isfinite(series.value(i - 1))) put(end > next ? end : next, series.value(i - 1));
            put(next, kNaN);
        }
        put(series.x(i, axis), series.value(i));
    }
    const MetricSeries& steps = run.metrics.series(MetricId::TrainLoss);
    if (steps.size() > 0 && steps.x(steps.size() - 1, axis) > line.x.back())
        put(steps.x(steps.size() - 1, axis), line.y.back());
    return line;
}

QString layerName(std::int64_t layer, const QString& what) {
    return say(QT_TRANSLATE_NOOP("ChartLines", "layer %1, %2")).arg(QString::number(layer + 1), what);
}

/// From where on a level is what; from the beginning on the first one.
struct Level {
    double x = -HUGE_VAL, value = 0;
};

/// The levels that a run had in turn: those that are set change while it goes on.
std::vector<Level> levelsOf(const ChartReference& reference, const RunView& run, XAxis axis) {
    ExperimentConfig config = run.summary.config;
    std::vector<Level> levels{{-HUGE_VAL, reference.of(config)}};
    for (const RunEvent& event : run.events) {
        const auto* marker = event.as<RunMarker>();
        if (reference.setting == nullptr || marker == nullptr || !marker->change) continue;
        if (!setFieldValue(config, *marker->change->field, marker->change->to).ok()) continue;
        if (const double now = reference.of(config); now != levels.back().value)
            levels.push_back({eventX(run, event, axis), now});
    }
    return levels;
}

/// A level from end to end of the lines it explains, in steps where it was changed; broken where there is none.
ChartLine referenceLine(const ChartReference& reference, const std::vector<Level>& levels,
                        const std::vector<ChartLine>& lines, const Palette& palette) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const ChartLine& line : lines)
        for (const double x : line.x) low = std::min(low, x), high = std::max(high, x);
    ChartLine level;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const bool isLast = i + 1 == levels.size();
        // A hair before the change, so that a reading there finds the old level on this side of it.
        const double from = std::max(levels[i].x, low),
                     to = isLast ? high : std::min(std::nextafter(levels[i + 1].x, low), high);
        if (from >= to && !(isLast && level.x.empty())) continue;  // out of sight
        const double value = levels[i].value != 0 ? levels[i].value : kNaN;
        level.x.insert(level.x.end(), {from, to});
        level.y.insert(level.y.end(), {value, value});
    }
    level.name = translated(reference.label);
    level.colour = palette.axis;
    level.style = ChartLine::Style::Dashed;
    level.isSet = true;
    return level;
}

/// Where a curve is of what they are scored by. They are one entry of the legend: their names stand at the lines.
void addBaselines(std::vector<ChartLine>& lines, const ChartRow& row, const RunView& run, const Palette& palette,
                  double low, double high) {
    const auto isScored = [&](const ChartCurve& curve) { return isBaselineScore(*run.summary.config, curve.metric); };
    if (std::ranges::none_of(row.curves, isScored)) return;
    const std::size_t before = lines.size();
    gatelab::addBaselines(lines, baselineLevels(run), palette, low, high);
    for (std::size_t i = before; i < lines.size(); ++i) {
        lines[i].key = QStringLiteral("baselines");
        lines[i].name = i == before ? say(QT_TRANSLATE_NOOP("ChartLines", "baselines")) : QString();
        lines[i].hasLast = false;
    }
}

/// The newest forecast of a window is off by so much at each step, counted from 1.
ChartLine stepErrorLine(const ForecastPreview& preview, const std::vector<double>& values) {
    ChartLine line;
    for (std::size_t i = 0; i < values.size() && i < preview.truth.size(); ++i) {
        line.x.push_back(static_cast<double>(i) + 1);
        line.y.push_back(std::abs(values[i] - preview.truth[i]));
    }
    line.hasLast = false;
    return line;
}

}  // namespace

ChartLine curveLine(const ChartCurve& curve, const MetricSeries& series, const RunView& run, XAxis axis, double low,
                    double high, int pixels) {
    const bool steps = curve.holds && pixels != kEverySample;
    ChartLine line = steps ? heldLine(series, run, axis) : metricLine(series, axis, low, high, pixels, false);
    line.isSet = curve.isSet;
    return line;
}

std::vector<ChartLine> metricLines(const ChartRow& row, const RunView& run, const Palette& palette, XAxis axis,
                                   double low, double high, int pixels) {
    if (row.lines) return row.lines(run, palette, axis, low, high, pixels);
    std::vector<ChartLine> lines;
    std::size_t index = 0;
    const auto add = [&](const ChartCurve& curve, const MetricSeries& series, std::size_t category,
                         const QString& name) {
        if (series.size() == 0) return;
        ChartLine look;
        applyStyle(look, curve, category, run, palette);
        if (curve.smoothed) {
            std::vector<ChartLine> pair =
                smoothedPair(run.metrics, curve.metric, axis, low, high, pixels, name, look.colour, look.slot);
            std::move(pair.begin(), pair.end(), std::back_inserter(lines));
            return;
        }
        ChartLine line = curveLine(curve, series, run, axis, low, high, pixels);
        line.name = name;
        line.colour = look.colour, line.style = look.style, line.slot = look.slot;
        lines.push_back(std::move(line));
    };
    for (const ChartCurve& curve : row.curves) {
        const Metric& what = metric(curve.metric);
        const QString label = translated(what.label);
        if (!what.perLayer) {
            add(curve, run.metrics.series(curve.metric), index++, label);
            continue;
        }
        // Colour says which layer, dashes which curve of it.
        for (std::uint16_t layer = 0; layer < run.metrics.layers(curve.metric); ++layer)
            add(curve, run.metrics.series(curve.metric, layer), layer, layerName(layer, label));
    }
    // A level is a setting, not a sample.
    const std::vector<Level> levels = levelsOf(row.reference, run, axis);
    const bool level =
        std::ranges::any_of(levels, [](const Level& one) { return one.value != 0; }) && pixels != kEverySample;
    if (!lines.empty() && level) lines.push_back(referenceLine(row.reference, levels, lines, palette));
    distinguish(lines);
    if (pixels != kEverySample) addBaselines(lines, row, run, palette, low, high);
    return lines;
}

std::vector<ChartLine> previewLines(const RunView& run, const Palette& palette, int pixels) {
    const ForecastPreview& now = run.preview;
    if (!now.confusion.empty()) return confusionLines(now.confusion, palette);
    if (now.past.empty() && now.truth.empty()) return {};
    const bool window = !now.past.empty();  // else numbers of sequences, which do not follow each other
    const QColor colour = runColour(palette, run.summary.colour);
    // In the order of the legend: what matters first.
    std::vector<ChartLine> lines;
    std::vector<double> truth = now.past;
    truth.insert(truth.end(), now.truth.begin(), now.truth.end());
    ChartLine seen = rowsLine(static_cast<double>(now.originRow) - static_cast<double>(now.past.size()) + 1, truth);
    seen.name = say(QT_TRANSLATE_NOOP("ChartLines", "truth"));
    seen.colour = palette.text;
    lines.push_back(std::move(seen));
    ChartLine newest = forecastLine(now, now.forecast, pixels);
    newest.name = say(QT_TRANSLATE_NOOP("ChartLines", "epoch %1")).arg(now.epoch);
    newest.colour = colour;
    newest.style = window ? ChartLine::Style::Smooth : ChartLine::Style::Dots;
    lines.push_back(std::move(newest));
    for (std::size_t i = 0; i < run.olderPreviews.size(); ++i) {
        const ForecastPreview& older = run.olderPreviews[i];
        if (older.window != now.window || older.epoch == now.epoch) continue;
        ChartLine line = forecastLine(older, older.forecast, pixels);
        line.name = say(QT_TRANSLATE_NOOP("ChartLines", "epoch %1")).arg(older.epoch);
        line.colour = mixed(colour, palette.surface, i == 0 ? kOldestShare : kOlderShare);
        if (!window) line.style = ChartLine::Style::Dots;
        lines.push_back(std::move(line));
    }
    if (!now.baseline.empty()) {
        ChartLine baseline = forecastLine(now, now.baseline, pixels);
        baseline.name = baselineName(now);
        baseline.colour = palette.muted;
        baseline.style = ChartLine::Style::Dashed;
        lines.push_back(std::move(baseline));
    }
    return lines;
}

std::vector<ChartLine> stepErrors(const RunView& run, const Palette& palette) {
    const ForecastPreview& now = run.preview;
    if (now.past.empty()) return {};
    std::vector<ChartLine> lines{stepErrorLine(now, now.forecast)};
    lines.front().name = say(QT_TRANSLATE_NOOP("ChartLines", "epoch %1")).arg(now.epoch);
    lines.front().colour = runColour(palette, run.summary.colour);
    lines.front().style = ChartLine::Style::Smooth;
    if (now.baseline.empty()) return lines;
    lines.push_back(stepErrorLine(now, now.baseline));
    lines.back().name = baselineName(now);
    lines.back().colour = palette.muted;
    lines.back().style = ChartLine::Style::Dashed;
    return lines;
}

std::vector<HistogramKind> histogramKinds(const RunView& run) {
    std::vector<HistogramKind> kinds;
    const std::pair<const char*, const char*> names[] = {
        {"input_weights", QT_TRANSLATE_NOOP("ChartLines", "input weights")},
        {"recurrent_weights", QT_TRANSLATE_NOOP("ChartLines", "recurrent weights")},
        {"gates", QT_TRANSLATE_NOOP("ChartLines", "gates")},
        {"output", QT_TRANSLATE_NOOP("ChartLines", "outputs")},
        {"head_weights", QT_TRANSLATE_NOOP("ChartLines", "weights")}};
    if (run.histograms.empty()) return kinds;
    for (const LayerHistogram& histogram : run.histograms.back().as<LayerHistograms>()->layers)
        for (const auto& [what, name] : names) {
            if (histogram.what != what) continue;
            const bool head = histogram.what == "head_weights";
            kinds.push_back({what, histogram.layer,
                             head ? say(QT_TRANSLATE_NOOP("ChartLines", "head, %1")).arg(say(name))
                                  : layerName(histogram.layer, say(name))});
        }
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const HistogramKind& a, const HistogramKind& b) { return a.layer < b.layer; });
    return kinds;
}

std::vector<ChartLine> histogramLines(const RunView& run, const HistogramKind& kind, const Palette& palette,
                                      XAxis axis) {
    constexpr int kShades = 32;
    ChartLine line;
    line.style = ChartLine::Style::Heat;
    line.column = kind.label;
    line.colour = palette.gate.back();
    for (int i = 0; i < kShades; ++i)
        line.ramp.push_back(heatColour(palette.gate, static_cast<double>(i) / (kShades - 1)));
    for (const RunEvent& event : run.histograms)
        for (const LayerHistogram& histogram : event.as<LayerHistograms>()->layers) {
            if (histogram.what != kind.what || histogram.layer != kind.layer || histogram.counts.empty()) continue;
            line.x.push_back(eventX(run, event, axis));
            line.y.push_back(histogram.low);
            line.y2.push_back(histogram.high);
            const double most = std::max(1.0, *std::max_element(histogram.counts.begin(), histogram.counts.end()));
            std::vector<double>& cells = line.cells.emplace_back(histogram.counts);
            for (double& cell : cells) cell /= most;
        }
    if (line.x.empty()) return {};
    return {line};
}

double eventX(const RunView& run, const RunEvent& event, XAxis axis) {
    switch (axis) {
        case XAxis::Seconds:
            return event.seconds;
        case XAxis::Epoch:
            return run.plan.stepsPerEpoch > 0
                       ? static_cast<double>(event.step) / static_cast<double>(run.plan.stepsPerEpoch)
                       : static_cast<double>(event.epoch);
        case XAxis::Step:
            break;
    }
    return static_cast<double>(event.step);
}

double earliestStop(const RunView& run, XAxis axis) {
    const std::int64_t patience = run.summary.config->earlyStop, perEpoch = run.plan.stepsPerEpoch;
    const MetricSeries& done = run.metrics.series(MetricId::TrainLoss);
    if (!run.live || patience <= 0 || perEpoch <= 0 || done.size() == 0) return kNaN;
    const auto best =
        std::find_if(run.events.rbegin(), run.events.rend(), [](const RunEvent& event) { return event.is<NewBest>(); });
    const std::int64_t epoch = (best == run.events.rend() ? 0 : best->epoch) + patience;
    if (epoch >= run.summary.config->epochs) return kNaN;
    const double step = static_cast<double>(epoch * perEpoch), now = done.x(done.size() - 1, XAxis::Step);
    if (axis == XAxis::Step) return step;
    if (axis == XAxis::Epoch) return static_cast<double>(epoch);
    return now > 0 ? done.x(done.size() - 1, axis) * step / now : kNaN;
}

double trainingEnd(double shown, double low, double now, double target) {
    constexpr double kQuarter = 1.25, kFull = 0.8;
    double length = shown > low ? shown - low : (now - low) * kQuarter;
    if (target >= now && target - low <= length * kQuarter) return target;
    if (now - low > length * kFull) length = std::max(length, now - low) * kQuarter;
    return low + length;
}

/// Where the run stood still and for how long, by the clock: of its curves a pause is one place, for it is no training.
std::vector<ChartMarker> pauseMarkers(const RunView& run, XAxis axis) {
    constexpr double kShortest = 1;  // s: one step after another is no pause
    std::vector<ChartMarker> markers;
    const RunEvent* begin = nullptr;
    const auto add = [&](double seconds) {
        const QString text = seconds < 0
                                 ? say(QT_TRANSLATE_NOOP("ChartLines", "paused"))
                                 : say(QT_TRANSLATE_NOOP("ChartLines", "paused %1")).arg(formatDuration(seconds));
        markers.push_back({eventX(run, *begin, axis), text, ChartMarker::Kind::Change});
    };
    for (const RunEvent& event : run.events) {
        const auto* change = event.as<StateChange>();
        if (!change && !event.is<RunEnd>()) continue;
        const bool pauses = change && change->state == RunState::Paused;
        if (begin && !pauses) {
            if (const double seconds = event.wall - begin->wall; seconds >= kShortest) add(seconds);
            begin = nullptr;
        } else if (!begin && pauses) {
            begin = &event;
        }
    }
    if (begin && run.summary.state == RunState::Paused) add(-1);
    return markers;
}

std::vector<ChartMarker> runMarkers(const RunView& run, XAxis axis) {
    std::vector<ChartMarker> markers = pauseMarkers(run, axis);
    const RunEvent* best = nullptr;
    for (const RunEvent& event : run.events) {
        const double x = eventX(run, event, axis);
        if (const auto* marker = event.as<RunMarker>(); marker != nullptr && !isOfRowChoice(marker->text))
            markers.push_back({x, markerText(*marker), ChartMarker::Kind::Change, markerTag(*marker)});
        if (event.is<NewBest>()) best = &event;
    }
    const MetricSeries& loss = run.metrics.series(MetricId::TrainLoss);
    for (const std::size_t begin : loss.resumes()) {
        const auto step = static_cast<qint64>(loss.x(begin, XAxis::Step));
        markers.push_back({loss.x(begin, axis),
                           say(QT_TRANSLATE_NOOP("ChartLines", "resumed, first step %1")).arg(formatCount(step)),
                           ChartMarker::Kind::Change, say(QT_TRANSLATE_NOOP("ChartLines", "resumed"))});
    }
    if (const double stop = earliestStop(run, axis); !std::isnan(stop))
        markers.push_back(
            {stop, say(QT_TRANSLATE_NOOP("ChartLines", "stops here unless better")), ChartMarker::Kind::Stop});
    if (best) {
        const QString text = say(QT_TRANSLATE_NOOP("ChartLines", "best epoch: %1, validation loss %2"))
                                 .arg(formatCount(best->epoch), formatNumber(best->as<NewBest>()->validationLoss));
        markers.push_back({eventX(run, *best, axis), text, ChartMarker::Kind::Best});
    }
    return markers;
}

std::vector<ChartPoint> nowPoint(const RunView& run, MetricId id, XAxis axis, const Palette& palette) {
    const MetricSeries& series = run.metrics.series(id);
    constexpr int kDisc = 0;  // slot
    if (!run.live || series.size() == 0) return {};
    const double now = chartOf(id).second.smoothed ? series.current() : series.value(series.size() - 1);
    if (!std::isfinite(now)) return {};
    return {{series.x(series.size() - 1, axis), now, {}, runColour(palette, run.summary.colour), kDisc}};
}

std::vector<ChartPoint> bestPoint(const RunView& run, XAxis axis, const Palette& palette) {
    for (auto event = run.events.rbegin(); event != run.events.rend(); ++event)
        if (const auto* best = event->as<NewBest>())
            return {{eventX(run, *event, axis), best->validationLoss,
                     say(QT_TRANSLATE_NOOP("ChartLines", "best %1")).arg(formatNumber(best->validationLoss)),
                     runColour(palette, run.summary.colour)}};
    return {};
}

}  // namespace gatelab
