// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace gatelab {

/// A polyline ready to draw in data coordinates; NaN breaks it (a lone point between gaps is a dot).
struct ChartLine {
    /// Raw: 1 px at 25 %; Smooth: 2 px; Plain, Dashed, Dotted, DashDotted: 1 px; Dots: no line; Band: between y and y2,
    /// 14 %; Heat: columns of cells from y to y2, each reaching to the next x; Silent: it is read off, not drawn.
    enum class Style { Raw, Smooth, Plain, Dashed, Dotted, DashDotted, Dots, Band, Heat, Silent };
    /// Where the last column of Heat ends: it is as wide as the one before.
    [[nodiscard]] double heatEnd() const {
        return x.size() < 2 ? (x.empty() ? 0 : x.back() + 1) : 2 * x.back() - x[x.size() - 2];
    }
    /// Whether y2 is its upper edge, so that there is no single value at an x.
    [[nodiscard]] bool isArea() const { return style == Style::Band || style == Style::Heat; }
    QString name;  ///< legend; empty: not in the legend
    QColor colour;
    Style style = Style::Plain;
    int slot = -1;                                 ///< slot of its marker; -1: none
    std::vector<double> x = {}, y = {}, y2 = {};   ///< y2: upper edge for Band and Heat
    bool isHatched = false;                        ///< Band: lines across it instead of a tint; so is its sample
    std::vector<std::vector<double>> cells = {};   ///< Heat: per x, from y up, 0 to 1
    std::vector<QColor> ramp = {};                 ///< Heat: colours of 0 to 1
    std::vector<std::vector<QString>> texts = {};  ///< Heat: as `cells`, written where a cell has room; empty: nothing
    QString column = {};                           ///< its name in CSV; empty: `name`
    QString mark = {};  ///< written with a sample of the line in a margin at the right of the plot, where it ends
    std::vector<double> steps = {};  ///< of every sample, for tables over another x; empty: not known, or x
    std::vector<int> members = {};   ///< a median: of how many curves it is at each x; empty: none
    /// Dots: by how many pixels each is drawn beside its place, where several share it; empty: none
    std::vector<QPointF> spread = {};
    QString key = {};        ///< what it stands for, e.g. a run's id: for picking and highlighting
    bool hasLast = true;     ///< its last value says something: not where x is no time
    bool isSet = false;      ///< its values were set, not measured
    bool isSampled = false;  ///< its points are single measurements: up to 40 are dots
    /// How wide the mean is that its values are of, in epochs (MetricSeries); 0: they are as measured
    double smoothing = 0;
    std::int64_t nonPositive = -1;  ///< values of 0 and below among all that it is a picture of; -1: those of y
};
/// Something at an x. Change, what has happened: a dashed vertical with its label above the plot, to its right, whole
/// under the pointer. Stop, where a run may end: the same, fainter, with its label to its left. Best: a faint vertical
/// behind the lines that says its label under the pointer.
struct ChartMarker {
    enum class Kind { Change, Best, Stop };
    double x = 0;
    QString label;
    Kind kind = Kind::Change;
    QString tag = {};  ///< shorter than the label, for the picture; empty: the label
    [[nodiscard]] const QString& onPicture() const { return tag.isEmpty() ? label : tag; }
};
/// Shaded range of x, e.g. "forecast begins", test part.
struct ChartRegion {
    double low = 0, high = 0;
    QColor colour;
    QString label;
};
/// A ring, or the marker of a slot, with a label: the best value, a checkpoint, a run.
struct ChartPoint {
    double x = 0, y = 0;
    QString label;
    QColor colour;
    int slot = -1;
    QString tag = {};     ///< shorter than the label, for where several lie on one another
    QPointF spread = {};  ///< that of its dot
};

/// Asks for the lines of the visible range: called when data or view change and only while the chart is visible. low >
/// high: everything. pixels: width of the plot, or kEverySample. Must be quick (pyramid look-ups).
using ChartSource = std::function<std::vector<ChartLine>(double low, double high, int pixels)>;
/// As a width: each sample for itself, non-finite ones too, and nothing that was not measured, such as corners of
/// steps. For exports.
inline constexpr int kEverySample = std::numeric_limits<int>::max();

}  // namespace gatelab
