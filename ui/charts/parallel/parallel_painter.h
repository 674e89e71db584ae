// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "charts/chart_scale.h"
#include "common/theme.h"

#include <QColor>
#include <QPolygonF>
#include <QRectF>
#include <QStringList>
#include <optional>
#include <vector>

class QPainter;

namespace gatelab {

/// A line of a parallel plot where it is drawn, in pixels; a point that is not finite breaks it. A plain value: a job
/// may paint it.
struct ParallelStroke {
    QPolygonF points;
    QColor colour;
    double width = 1;
};

/// The last one on top; a part between two breaks that is a lone point becomes a dot. False: it was
/// asked to stop.
bool paintStrokes(QPainter& painter, const std::vector<ParallelStroke>& strokes, const Progress& progress = {});

/// One upright axis of a parallel plot.
struct ParallelAxis {
    QString title;
    QStringList categories = {};  ///< texts, bottom to top; empty: numbers
    bool logarithmic = false;
    bool counted = false;  ///< whole numbers: no tick between them
    bool isSet = false;    ///< values of a setting, not measured ones
    QString help = {};     ///< its whole name, under the pointer
};

/// One line across all axes.
struct ParallelLine {
    QString key;
    QColor colour;
    std::vector<double> values;  ///< one per axis; NaN: the line breaks there
    bool isChosen = false;       ///< two pixels wide, over all others
};

/// Draws parallel coordinates: where the values of each axis lie, which lines are inside all marked ranges.
class ParallelPainter {
public:
    using Range = std::optional<std::pair<double, double>>;
    explicit ParallelPainter(const Theme& theme) : theme_(theme) {}

    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines;
    std::vector<ChartScale> scales;  ///< per axis
    std::vector<Range> brushes;      ///< per axis, in its own values; empty: none
    QSizeF size;

    void set(std::vector<ParallelAxis> newAxes, std::vector<ParallelLine> newLines);
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] QPointF position(std::size_t axis, double value) const;
    [[nodiscard]] double valueAt(std::size_t axis, double y) const;
    [[nodiscard]] std::optional<std::size_t> axisAt(QPointF at) const;
    [[nodiscard]] QString lineAt(QPointF at) const;
    [[nodiscard]] bool isInside(const ParallelLine& line) const;
    [[nodiscard]] QStringList inside() const;
    /// Values that are written beside an axis of numbers.
    [[nodiscard]] std::vector<ChartTick> ticks(std::size_t axis) const;
    [[nodiscard]] QPolygonF points(const ParallelLine& line) const;
    /// What is marked lies over what is not, and what is chosen over both.
    [[nodiscard]] std::vector<ParallelStroke> strokes() const;
    void paintAxis(QPainter& painter, std::size_t axis) const;

private:
    const Theme& theme_;
    std::vector<std::vector<double>> marks_;  ///< per axis its values where they are few: the ticks are there
};

}  // namespace gatelab
