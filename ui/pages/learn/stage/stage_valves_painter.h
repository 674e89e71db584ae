// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/stage/stage_brush.h"

class QPainter;

namespace gatelab {

/// "Forget", "Input at marks", ...
QString handValveName(HandValve valve);

/// Draws the valves of a hand above the ringed row, each two plates that leave its value open, the cell that they make
/// below, and what a head says of it.
class StageValvesPainter : public StageBrush {
public:
    /// The four valves and, right of them, the answer.
    static constexpr std::int64_t kColumns = 5;

    explicit StageValvesPainter(const StageBrush& brush) : StageBrush(brush) {}
    void paint(QPainter& painter, const StageLayout::Row& ring, std::int64_t cursor, bool hasFocus) const;
    /// Where a hand at this height holds a valve, from 0 to 1.
    [[nodiscard]] static double valueAt(const QRectF& strip, double y, double scale);

private:
    void paintValve(QPainter& painter, const QRectF& cell, HandValve valve, double value, bool isCursor,
                    bool hasFocus) const;
    void paintAnswer(QPainter& painter, const QRectF& cell, const HandAnswer& answer, const HandStates& states) const;
    void paintCell(QPainter& painter, const QRectF& plot, const HandStates& states) const;
};

}  // namespace gatelab
