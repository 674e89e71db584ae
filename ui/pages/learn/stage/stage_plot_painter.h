// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/stage/stage_brush.h"

class QPainter;

namespace gatelab {

/// What stands in the rows of a stage: sequences, bars, lines, fans of forecasts, dots and maps.
class StagePlotPainter : public StageBrush {
public:
    explicit StagePlotPainter(const StageBrush& brush) : StageBrush(brush) {}
    void paintSequence(QPainter& painter, const QRectF& plot, const PictureFrame& frame, const RowTrack& track,
                       std::size_t row) const;
    /// Of the other twin on the same plot: a line over the bars.
    void paintBeside(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintBars(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintLine(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintFans(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    /// What was read and what came, what is said of it, and dashed the day before.
    void paintSeries(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    /// Validation thick, training thin; before training a level.
    void paintLosses(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    /// Bars with their figures, and a line across each where step 0 stands.
    void paintFigures(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintForecasts(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintDots(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintMap(QPainter& painter, const QRectF& plot, const RowTrack& track, bool isSigned) const;
    void paintScale(QPainter& painter, const QRectF& plot, bool isSigned) const;

private:
    void paintStairs(QPainter& painter, const QRectF& plot, const std::vector<double>& values, std::int64_t steps,
                     std::size_t row, const QColor& colour, double width) const;
    void paintPath(QPainter& painter, const QRectF& plot, std::int64_t steps, std::int64_t first,
                   const std::vector<double>& values, std::size_t row, const QPen& pen) const;
};

}  // namespace gatelab
