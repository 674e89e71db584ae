// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/cell_walk.h"
#include "pages/learn/walk/walk_drawing.h"

#include <QCoreApplication>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// Draws one step of one cell: lines with what flows along them, boxes with their numbers, the units at their feet.
class WalkPainter {
    Q_DECLARE_TR_FUNCTIONS(WalkPainter)
public:
    /// One unit, or column, at the foot of a box.
    struct Cell {
        QRectF rect;
        std::int64_t index = 0;
    };
    WalkPainter(const Theme& theme, const std::vector<WalkEdit>& edits) : theme_(theme), edits_(edits) {}

    std::shared_ptr<const CellWalk> walk;  ///< null: nothing is drawn
    std::vector<WalkNode> nodes;           ///< of the walk
    WalkDrawing drawing;
    WalkStage stage = WalkStage::Hidden;  ///< all stages up to this one are drawn
    double progress = 1;                  ///< within it, from 0 to 1
    double zoom = 1;                      ///< of letters and boxes
    std::string chosen, hovered;          ///< keys of boxes

    void arrange(const QSizeF& size);
    void paint(QPainter& painter, bool hasFocus) const;
    [[nodiscard]] const WalkNode* node(const std::string& key) const;
    /// What dragging this box changes; of x and the old states the column or unit `index`. None: nothing.
    [[nodiscard]] std::optional<WalkEdit> changeable(const std::string& key, std::int64_t index = -1) const;
    [[nodiscard]] std::vector<Cell> feet(const WalkDrawing::Box& box) const;
    [[nodiscard]] int scaled(int px) const { return qRound(px * zoom * theme_.textScale()); }

private:
    [[nodiscard]] QFont font(int px, int weight = 400) const { return theme_.font(qRound(px * zoom), weight); }
    [[nodiscard]] bool isReached(const WalkNode& node) const;
    [[nodiscard]] bool isReachedBack(const WalkNode& node) const;
    [[nodiscard]] bool isEdited(const std::string& key) const;
    [[nodiscard]] QColor colourOf(const std::string& key, double value) const;
    void paintLine(QPainter& painter, const WalkDrawing::Line& line) const;
    void paintBox(QPainter& painter, const WalkDrawing::Box& box, bool hasFocus) const;
    /// Its line and ground; in a box that is reached a stripe in the colour of its number.
    void paintFrame(QPainter& painter, const WalkDrawing::Box& box, const WalkNode& shown) const;
    /// The symbol and its number; where the next line begins (px).
    double paintNumber(QPainter& painter, const WalkDrawing::Box& box, const WalkNode& shown) const;
    /// From `y` on, as far as there is room: the gradient, and what a sum is made of.
    void paintDetails(QPainter& painter, const WalkDrawing::Box& box, const WalkNode& shown, double y) const;
    /// Around a box that is chosen or under the mouse.
    void paintRing(QPainter& painter, const WalkDrawing::Box& box, bool hasFocus) const;
    void paintGrip(QPainter& painter, QPointF middle) const;
    void paintFeet(QPainter& painter, const WalkDrawing::Box& box) const;

    const Theme& theme_;
    const std::vector<WalkEdit>& edits_;
};

}  // namespace gatelab
