// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/stage/stage_content.h"

#include <QPen>

class QPainter;

namespace gatelab {

/// Draws the picture of a stage: rows of one or two networks, step 0 as a grey line beside now, what the learner drew
/// dashed, and, once it is measured, the gap hatched between the two.
class StagePainter {
public:
    StagePainter(const Theme& theme, const StageContent& content, const StageDrawing& drawing,
                 const StageLayout& layout, double scale);
    /// `cursor`: a step, from 1, that a hand is at; 0: none. `hasFocus`: the keys go there.
    void paint(QPainter& painter, std::int64_t cursor, bool hasFocus) const;

private:
    [[nodiscard]] QFont font(int px, int weight = 400) const;
    void paintTitle(QPainter& painter) const;
    void paintMarks(QPainter& painter, const StageLayout::Row& ring) const;
    void paintHeads(QPainter& painter) const;
    void paintRow(QPainter& painter, const StageLayout::Row& row) const;
    void paintRowTitle(QPainter& painter, const StageLayout::Row& row) const;
    void paintAxis(QPainter& painter, const StageLayout::Row& row, std::size_t half) const;
    void paintSequence(QPainter& painter, const QRectF& plot, const PictureFrame& frame, const RowTrack& track,
                       std::size_t row) const;
    void paintBars(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintStairs(QPainter& painter, const QRectF& plot, const std::vector<double>& values, std::size_t row,
                     const QColor& colour, double width) const;
    void paintLine(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintFans(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintDots(QPainter& painter, const QRectF& plot, const StageHalf& half, std::size_t row) const;
    void paintMap(QPainter& painter, const QRectF& plot, const RowTrack& track, bool isSigned) const;
    void paintScale(QPainter& painter, const QRectF& plot, bool isSigned) const;
    void paintDrawn(QPainter& painter, const QRectF& plot, std::int64_t cursor, bool hasFocus) const;
    void paintClicks(QPainter& painter, const QRectF& plot, std::int64_t cursor, bool hasFocus) const;
    void paintGap(QPainter& painter, const QRectF& plot, const StageHalf& half) const;
    void paintGapBox(QPainter& painter, const QRectF& plot, const StageHalf& half, const QPointF& at) const;
    [[nodiscard]] double yOf(const QRectF& plot, std::size_t row, double value) const;
    [[nodiscard]] QString valueText(std::size_t row, double value) const;

    const Theme& theme_;
    const Palette& palette_;
    const StageContent& content_;
    const StageDrawing& drawing_;
    const StageLayout& layout_;
    double scale_;
};

/// Square ends, sharp corners.
QPen stagePen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine);
/// "Input gate i of unit 4", "Gradient at each step, share of the largest": what a row shows of a network.
QString stageRowName(const RowTrack& track, const LessonRow& row, const std::string& cell);
/// What 0 and 1 of a gate mean; empty: it is none.
QString stageRowNote(const std::string& quantity);

}  // namespace gatelab
