// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/memory_chart.h"

#include "charts/data/metric_lines.h"
#include "common/texts.h"
#include "models/baseline_levels.h"
#include "models/chart_table.h"
#include "runs/run_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

QString say(const char* source) { return QCoreApplication::translate("MemoryChart", source); }

/// What others hold on the device: all that is used there without what the run has reserved, at every look of the
/// monitor, held until the next one and to where the run is now.
ChartLine othersOf(const RunView& run, XAxis axis) {
    const MetricSeries &used = run.metrics.series(MetricId::GpuDeviceUsed),
                       &reserved = run.metrics.series(MetricId::GpuReserved),
                       &steps = run.metrics.series(MetricId::TrainLoss);
    ChartLine line;
    const auto put = [&line](double x, double y) { line.x.push_back(x), line.y.push_back(y); };
    double own = 0;
    for (std::size_t i = 0, next = 0; i < used.size(); ++i) {
        const double x = used.x(i, axis);
        while (next < reserved.size() && reserved.x(next, axis) <= x) own = reserved.value(next++);
        const double others = std::max(0.0, used.value(i) - own);
        if (!std::isfinite(others)) continue;
        if (!line.y.empty()) put(x, line.y.back());
        put(x, others);
    }
    if (!line.x.empty() && steps.size() > 0)
        if (const double now = steps.x(steps.size() - 1, axis); now > line.x.back()) put(now, line.y.back());
    return line;
}

/// Read off in the legend, drawn nowhere.
ChartLine figureOf(ChartLine line, const QString& name, const QColor& colour = Qt::transparent) {
    line.name = name;
    line.colour = colour;
    line.style = ChartLine::Style::Silent;
    return line;
}

/// The device from end to end of the lines so far, and below it what others hold.
void addDevice(std::vector<ChartLine>& lines, const RunView& run, const Palette& palette, XAxis axis, double low,
               double high, double deviceMiB) {
    if (auto device = levelLine(lines, deviceMiB, low, high)) {
        device->mark = device->column = translated(metric(MetricId::GpuDeviceUsed).label);
        device->colour = palette.text;
        lines.push_back(std::move(*device));
    }
    ChartLine others = othersOf(run, axis);
    if (others.x.empty()) return;
    ChartLine hatch = others;
    hatch.y2.assign(hatch.x.size(), deviceMiB);
    for (double& y : hatch.y) y = std::max(0.0, deviceMiB - y);
    hatch.colour = palette.hatch;
    hatch.style = ChartLine::Style::Band;
    hatch.isHatched = true;
    lines.push_back(std::move(hatch));
    lines.push_back(figureOf(std::move(others), say(QT_TRANSLATE_NOOP("MemoryChart", "others")), palette.hatch));
    lines.back().isHatched = true;  // in the legend, as it is drawn
}

}  // namespace

bool measuresGpuMemory(const RunView& run) {
    return run.metrics.series(MetricId::GpuAllocated).size() > 0 ||
           run.metrics.series(MetricId::GpuDeviceUsed).size() > 0;
}

std::vector<ChartLine> memoryLines(const RunView& run, const Palette& palette, XAxis axis, double low, double high,
                                   int pixels, double deviceMiB) {
    std::vector<ChartLine> lines;
    const auto add = [&](MetricId id, const QColor& colour, MetricId named) {
        const MetricSeries& series = run.metrics.series(id);
        if (series.size() == 0) return;
        const ChartCurve curve = chartOf(id).second;
        ChartLine line = curve.holds ? curveLine(curve, series, run, axis, low, high, pixels)
                                     : highestLine(series, axis, low, high, pixels);
        line.name = translated(metric(named).label);
        line.colour = colour;
        line.style = curve.style;
        lines.push_back(std::move(line));
    };
    const QColor colour = runColour(palette, run.summary.colour);
    if (!measuresGpuMemory(run)) {
        add(MetricId::EngineMemory, colour, MetricId::EngineMemory);
        add(MetricId::EnginePeak, colour, MetricId::GpuPeak);
        add(MetricId::ProcessMemory, colour, MetricId::ProcessMemory);
        if (run.metrics.series(MetricId::ProcessMemory).size() > 0)
            lines.back() = figureOf(std::move(lines.back()), translated(metric(MetricId::ProcessMemory).label));
        return lines;
    }
    add(MetricId::GpuAllocated, colour, MetricId::GpuAllocated);
    add(MetricId::GpuPeak, colour, MetricId::GpuPeak);
    add(MetricId::GpuReserved, palette.muted, MetricId::GpuReserved);
    if (deviceMiB > 0 && pixels != kEverySample)
        addDevice(lines, run, palette, axis, low, high, deviceMiB);
    else
        add(MetricId::GpuDeviceUsed, palette.axis, MetricId::GpuDeviceUsed);
    return lines;
}

std::vector<ChartTick> capacityTicks(double capacity) {
    constexpr int kWanted = 4;
    constexpr double kNear = 1.0 / 7;
    std::vector<ChartTick> ticks;
    for (const ChartTick& tick : linearTicks(0, capacity, kWanted))
        if (tick.value < capacity * (1 - kNear)) ticks.push_back(tick);
    ticks.push_back({capacity, formatCount(static_cast<qint64>(std::llround(capacity)))});
    return ticks;
}

}  // namespace gatelab
