// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <string>
#include <vector>

namespace gatelab {

/// Where the boxes and lines of a cell's drawing stand: the cell state as a conveyor on top, gates below, what is read
/// at the lower left, what is handed on at the right (the picture of Olah 2015, "Understanding LSTM networks", with a
/// box of its own for every number).
struct WalkDrawing {
    struct Box {
        std::string key;
        bool isPort = false;  ///< what is handed on: drawn at the right edge
        QRectF rect;
    };
    struct Line {
        std::string from, to;
        QPolygonF points;  ///< in the direction of the forward pass
    };
    std::vector<Box> boxes;
    std::vector<Line> lines;
    [[nodiscard]] const Box* find(const std::string& key) const;
};

/// `gap`: least distance between boxes, `largest`: of a box.
WalkDrawing walkDrawing(const CellWalk& walk, const QRectF& area, double gap, QSizeF largest);

/// The stages that a cell has, in order.
std::vector<WalkStage> walkStages(const std::string& cell);

}  // namespace gatelab
