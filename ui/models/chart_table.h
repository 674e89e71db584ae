// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"
#include "charts/line_chart.h"
#include "common/theme.h"
#include "config/experiment_config.h"
#include "run/metric.h"
#include "run/run_control.h"
#include "run/run_event.h"

#include <QColor>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

struct RunView;

/// How a curve is coloured: ink is given, colour is the result. Category: parts of one whole or layers, each of its own
/// colour.
enum class CurveRole { Ink, Run, Context, Category };

/// One metric in a chart. Smoothed curves show the raw values faintly behind.
struct ChartCurve {
    MetricId metric;
    CurveRole role = CurveRole::Run;
    ChartLine::Style style = ChartLine::Style::Plain;
    bool smoothed = false;
    bool holds = false;  ///< written only when it changes: drawn as steps, to the end of the run
    bool isSet = false;  ///< by a person or a schedule, not measured
};

/// A level across a chart, e.g. where gradients are clipped; one that a setting says follows its changes.
struct ChartReference {
    double ExperimentConfig::*setting = nullptr;  ///< null or 0: none
    Text label{};
    double level = 0;  ///< where no setting says it; 0: none
    [[nodiscard]] double of(const ExperimentConfig& config) const { return setting ? config.*setting : level; }
};

/// One chart of the Train page. A new chart is a row here; its curves may also come from the metric table alone
/// (metrics whose `chart` is this key), or its lines from a function.
struct ChartRow {
    const char* key;
    Text title;
    Text unit;
    Text help;
    bool fromZero = false;
    bool logY = false;    ///< as long as all values are above 0, and nobody chooses otherwise
    bool stands = false;  ///< on the page always, whatever the layout
    std::vector<ChartCurve> curves = {};
    Text absent{};  ///< why a run may have no such curve; empty: nothing special
    ChartReference reference = {};
    LiveChange remedy = {};  ///< the setting that makes a run measure it; no key: none
    /// A source of its own, with the arguments of metricLines; null: the curves of metrics.
    std::vector<ChartLine> (*lines)(const RunView& run, const Palette& palette, XAxis axis, double low, double high,
                                    int pixels) = nullptr;
    bool ownX = false;  ///< x is not the run's: rows of the data, steps of a forecast
};

/// Key of the chart of the loss, with the baselines as levels.
inline constexpr std::string_view kLossChart = "loss";
/// Key of the chart that draws forecasts against truth.
inline constexpr std::string_view kForecastChart = "forecast";
/// Key of the chart of histograms over time; its cells come from the run's histograms.
inline constexpr std::string_view kHistogramChart = "layer-histograms";
/// Key of the chart of the memory, which memory_chart.h draws.
inline constexpr std::string_view kMemoryChart = "memory";

std::span<const ChartRow> chartRows();
/// Null when there is no such chart.
const ChartRow* findChartRow(std::string_view key);
/// Where the Train page draws a metric, and how; it draws every one.
std::pair<const ChartRow*, ChartCurve> chartOf(MetricId id);
/// Whether runs with these settings measure an accuracy while they learn: they answer with classes, and have a
/// validation part.
bool measuresAccuracy(const ExperimentConfig& config);
/// Whether it draws what the ranks of a run do; no menu lists it for other runs.
bool isOfRanks(const ChartRow& row);
/// Why a run with these settings never has anything to draw there; an empty source: it may have.
Text chartObstacle(const ChartRow& row, const ExperimentConfig& config);

/// One curve of a run without its smoothing, in no colour yet.
ChartLine curveLine(const ChartCurve& curve, const MetricSeries& series, const RunView& run, XAxis axis, double low,
                    double high, int pixels);
/// The lines of a chart for the visible range, from the store's pyramid or from its own source; no two look alike.
std::vector<ChartLine> metricLines(const ChartRow& row, const RunView& run, const Palette& palette, XAxis axis,
                                   double low, double high, int pixels);
/// Forecast against truth in rows of the data: truth, the newest forecast, fainter older ones, the baseline. Numbers of
/// sequences are dots about their truth; of classes: confusionLines. pixels: as for a ChartSource.
std::vector<ChartLine> previewLines(const RunView& run, const Palette& palette, int pixels);
/// How far the forecast of the shown window is off at each of its steps, beside the best baseline; empty: it has no
/// steps.
std::vector<ChartLine> stepErrors(const RunView& run, const Palette& palette);
/// What a run has histograms of, and how it is called: "layer 1, gates".
struct HistogramKind {
    std::string what;
    std::int64_t layer = 0;
    QString label;
    friend bool operator==(const HistogramKind& a, const HistogramKind& b) {
        return a.what == b.what && a.layer == b.layer;
    }
};
std::vector<HistogramKind> histogramKinds(const RunView& run);
/// The histograms of one thing over time, each column scaled to its fullest bin.
std::vector<ChartLine> histogramLines(const RunView& run, const HistogramKind& kind, const Palette& palette,
                                      XAxis axis);
/// Where an event lies on an axis.
double eventX(const RunView& run, const RunEvent& event, XAxis axis);
/// The ring at the best validation loss so far.
std::vector<ChartPoint> bestPoint(const RunView& run, XAxis axis, const Palette& palette);
/// The disc at the newest value of a metric of a run that goes on.
std::vector<ChartPoint> nowPoint(const RunView& run, MetricId id, XAxis axis, const Palette& palette);
/// Where early stopping can first end a run that goes on; NaN: it does not before the last epoch.
double earliestStop(const RunView& run, XAxis axis);
/// Where the axis of a run ends that goes on. At `target`, its first possible end (NaN: not known), where that is no
/// more than a quarter farther than `shown` (not above low: nothing is shown yet). Else it stays until the run, at
/// `now`, fills four fifths of it, and grows by a quarter.
double trainingEnd(double shown, double low, double now, double target);
/// Changes and pauses, the best epoch so far, the coming stop.
std::vector<ChartMarker> runMarkers(const RunView& run, XAxis axis);

}  // namespace gatelab
