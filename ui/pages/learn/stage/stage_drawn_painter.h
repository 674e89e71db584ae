// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/stage/stage_brush.h"

class QPainter;

namespace gatelab {

/// What the learner drew on the ringed row, and the gap to what came.
class StageDrawnPainter : public StageBrush {
public:
    explicit StageDrawnPainter(const StageBrush& brush) : StageBrush(brush) {}
    void paintDrawn(QPainter& painter, const QRectF& plot, std::int64_t cursor, bool hasFocus) const;
    void paintEdge(QPainter& painter, const QRectF& plot, bool hasFocus) const;
    void paintClicks(QPainter& painter, const QRectF& plot, std::int64_t cursor, bool hasFocus) const;
    void paintGap(QPainter& painter, const QRectF& plot, const StageHalf& half) const;

private:
    void paintGapBox(QPainter& painter, const QRectF& plot, const StageHalf& half, const QPointF& at) const;
};

}  // namespace gatelab
