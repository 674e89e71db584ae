// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_line.h"
#include "charts/chart_scale.h"
#include "common/theme.h"

#include <QRectF>
#include <limits>

namespace gatelab {

/// Everything a chart shows, apart from where: what the layer, the legend and the export draw from.
struct ChartContent {
    QString title, unit, xLabel, emptyText;
    QString owner;  ///< whose curves they are, for exports: a run; empty: the legend says it
    std::vector<ChartLine> lines;
    std::vector<bool> hidden;  ///< per line: switched off in the legend
    std::vector<ChartMarker> markers;
    std::vector<ChartRegion> regions;
    std::vector<ChartPoint> points;
    ChartScale x, y;
    /// X counts epochs, steps, rows: no tick at a fraction where a whole number shows
    bool xCounted = false;
    /// X is seconds since the start: shown in one unit, which is the name of x
    bool xDuration = false;
    std::function<QString(double)> xFormat;  ///< empty: number or time
    std::function<double(double)> xSeconds;  ///< the time of a row, seconds since 1970 UTC; empty: x is no time
    std::function<QString(double)> xTable;   ///< the same beside its number in a table, ISO 8601; empty: none
    /// Of an axis of few values: a tick at each of them; empty: at round numbers
    std::vector<ChartTick> xSet, ySet;
    std::vector<QString> xNames, yNames;  ///< of 0, 1, 2, ... on an axis of things; empty: an axis of numbers
    double leastRight = 0;                ///< px right of the plot at the least, before the text scale
    bool xUnlabelled = false;             ///< the chart below names the ticks of x
    bool outliersMarked = false;          ///< y is scaled without outliers: the edges say where values lie outside
    bool crowded = false;    ///< the legend has no room for all lines: values at the cursor stand in a box beside it
    bool elsewhere = false;  ///< there are data, but none in the shown range of x
    double sharedLeft = 0;   ///< at the left of the plot, so that charts below one another begin at one place; pixels
    bool pointer = false;    ///< the cursor is this chart's own, not a linked one
    QString highlight;       ///< key of the lines that stand out; empty: none
    double cursor = std::numeric_limits<double>::quiet_NaN();
    double pinned = std::numeric_limits<double>::quiet_NaN();  ///< second cursor

    [[nodiscard]] bool shows(std::size_t line) const { return line >= hidden.size() || !hidden[line]; }
    /// Others step back while one is highlighted.
    [[nodiscard]] bool steppedBack(const ChartLine& line) const {
        return !highlight.isEmpty() && line.key != highlight;
    }
    [[nodiscard]] bool empty() const;
    /// What stands in the plot instead of lines; empty: there are lines.
    [[nodiscard]] QString note() const;
    /// How many values of the shown lines are 0 or below.
    [[nodiscard]] std::int64_t nonPositive() const;
    /// What of the data the axes cannot show, or show elsewhere; empty: they show all.
    [[nodiscard]] QString footnote() const;
    [[nodiscard]] QString xText(double x) const;
    /// The name of x as it stands at the axis.
    [[nodiscard]] QString xTitle() const;
    /// From one cursor to the other, with its sign: a duration on a time axis.
    [[nodiscard]] QString xDifference(double from, double to) const;
    [[nodiscard]] std::vector<ChartTick> xTicks(int wanted) const;
    /// Closest: as a share of the axis
    [[nodiscard]] std::vector<ChartTick> yTicks(int wanted, double closest = 0) const;
};

/// Index of the finite sample of a line nearest to x; -1 when there is none. Pieces may overlap: the later one wins.
std::ptrdiff_t nearestSample(const ChartLine& line, double x);
/// The same for a reading: -1 before the line's first and after its last sample, by more than half the way to the next
/// one.
std::ptrdiff_t sampleAt(const ChartLine& line, double x);
/// Its value; NaN where there is none.
double valueAt(const ChartLine& line, double x);
/// What one of the lines says at x, in words: beside a smoothed value the raw one, unless told otherwise, beside a mean
/// of fewer curves than elsewhere how many; empty: nothing.
QString readingText(const std::vector<ChartLine>& lines, std::size_t line, double x, bool withRaw = true);

/// What autoscale looks at.
struct DataRange {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool valid() const { return low <= high; }
    void add(double value) {
        if (value < low) low = value;
        if (value > high) high = value;
    }
};
/// Finite x of all shown lines; only positive ones for a log axis.
DataRange xRange(const ChartContent& content);
/// y of the shown lines inside the shown x.
DataRange yRange(const ChartContent& content);
/// The values of a line inside the shown x that the axis can show, in order; of an area both edges.
std::vector<double> visibleValues(const ChartContent& content, const ChartLine& line);
/// How a line is called where it has to have a name: its column, its legend, or that of the line it belongs to.
QString nameOf(const std::vector<ChartLine>& lines, std::size_t line);

}  // namespace gatelab
