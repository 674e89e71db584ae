// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/stage/stage_drawn_painter.h"
#include "pages/learn/stage/stage_parts_painter.h"
#include "pages/learn/stage/stage_plot_painter.h"
#include "pages/learn/stage/stage_valves_painter.h"

class QPainter;

namespace gatelab {

/// Draws the picture of a stage: rows of one or two networks, step 0 as a grey line beside now, what the learner drew
/// dashed, and, once it is measured, the gap hatched between the two.
class StagePainter : public StageBrush {
public:
    explicit StagePainter(const StageBrush& brush)
        : StageBrush(brush), plots_(brush), parts_(brush), drawn_(brush), valves_(brush) {}
    /// `cursor`: a step, from 1, that a hand is at; 0: none. `hasFocus`: the keys go there.
    void paint(QPainter& painter, std::int64_t cursor, bool hasFocus) const;

private:
    void paintTitle(QPainter& painter) const;
    void paintMarks(QPainter& painter, const StageLayout::Row& ring) const;
    void paintHeads(QPainter& painter) const;
    void paintRow(QPainter& painter, const StageLayout::Row& row) const;
    void paintRowTitle(QPainter& painter, const StageLayout::Row& row) const;
    [[nodiscard]] QString factorNote(const StageLayout::Row& row, const StageHalf& half, double room) const;
    void paintClock(QPainter& painter, const QRectF& plot, const PictureFrame& frame) const;
    void paintSteps(QPainter& painter, const QRectF& plot, const LessonRow& one, const RowTrack& track,
                    std::int64_t steps) const;
    void paintAxis(QPainter& painter, const StageLayout::Row& row, std::size_t half) const;

    StagePlotPainter plots_;
    StagePartsPainter parts_;
    StageDrawnPainter drawn_;
    StageValvesPainter valves_;
};

/// "Input gate i of unit 4", "Gradient at each step, share of the largest": what a row shows of a network.
QString stageRowName(const RowTrack& track, const LessonRow& row, const std::string& cell);
/// What 0 and 1 of a gate mean; empty: it is none.
QString stageRowNote(const std::string& quantity);

}  // namespace gatelab
