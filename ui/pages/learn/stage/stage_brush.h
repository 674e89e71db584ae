// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/stage/stage_content.h"

#include <QPainterPath>
#include <QPen>
#include <QPolygonF>

#include <cstdint>
#include <vector>

namespace gatelab {

/// What all painters of a stage draw with: letters, scales of the rows, figures in words. What it is made of outlives
/// it.
class StageBrush {
public:
    StageBrush(const Theme& theme, const StageContent& content, const StageDrawing& drawing, const StageLayout& layout,
               double scale);

protected:
    [[nodiscard]] QFont font(int px, int weight = 400) const;
    [[nodiscard]] double yOf(const QRectF& plot, std::size_t row, double value) const;
    /// Of a network that is not trained: `grey`, and where two share a plot a pale one of its own.
    [[nodiscard]] QColor untrained(const StageHalf& half, std::size_t row, const QColor& grey) const;
    [[nodiscard]] QString valueText(std::size_t row, double value) const;
    /// Through the middles of steps from `first` on, from 1, of so many.
    [[nodiscard]] static QPolygonF lineOf(const QRectF& plot, const StageAxis& axis, std::int64_t steps,
                                          std::int64_t first, const std::vector<double>& values);
    /// With an edge in the ground's colour.
    void paintEdged(QPainter& painter, const QPolygonF& line, const QPen& pen) const;

    const Theme& theme_;
    const Palette& palette_;
    const StageContent& content_;
    const StageDrawing& drawing_;
    const StageLayout& layout_;
    double scale_;
};

/// Lines of 45 degrees, 8 px apart, inside a path.
void hatch(QPainter& painter, const QPainterPath& inside, const QColor& colour);
/// Square ends, sharp corners.
QPen stagePen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine);

}  // namespace gatelab
