// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/stage/stage_brush.h"

class QPainter;

namespace gatelab {

/// Of the lines of a row "fed" alone.
StageAxis ownAxis(const RowTrack& track);

/// What stands in the rows of a stage that are of the data, of memory and of numbers: a window with its left edge, what
/// is fed, what an input is made of, a batch as an area, digits of a weight, seeds as dots, belts that are read one
/// each way.
class StagePartsPainter : public StageBrush {
public:
    explicit StagePartsPainter(const StageBrush& brush) : StageBrush(brush) {}
    /// Whether it is a row of these; then it is drawn.
    bool paint(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    /// Below and left of such a row; false: it has the axis of all others.
    bool paintAxis(QPainter& painter, const QRectF& plot, std::size_t row) const;

private:
    void paintWindow(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintFed(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintMadeOf(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintBatch(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintDigits(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintSeeds(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintBelt(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    /// A line through the middles of steps, from 1, of so many.
    static void line(QPainter& painter, const QRectF& plot, const std::vector<double>& values, const StageAxis& axis,
                     const QPen& pen);
    /// On a ground of its own.
    void label(QPainter& painter, const QPointF& middle, const QString& text, const QColor& colour) const;
};

/// The digits of a number as FP32 keeps it, and how many of them BF16 does: its upper 16 bits, rounded to even.
struct WeightDigits {
    QString whole, rounded;
    qsizetype same = 0;  ///< characters that both have, from the left
};
WeightDigits weightDigits(double weight);

}  // namespace gatelab
