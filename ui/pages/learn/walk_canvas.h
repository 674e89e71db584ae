// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/walk_drawing.h"
#include "run/cell_walk.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

/// Words and numbers of one node in the window's language.
struct NodeWords {
    QString symbol, name, formula, filled, back, backFilled, paper;
    /// All lines, as a tool tip says them.
    [[nodiscard]] QString text(bool withGradient) const;
};
NodeWords nodeWords(const WalkNode& node);
/// A line with its numbers.
QString filledText(const FilledLine& line);
/// "x₁₂".
QString subscript(const QString& symbol, std::int64_t number);

/// The drawing of one step of one cell. Every box has its number and, at its foot, the numbers of all units; on the way
/// back its gradient. Arrow keys move from box to box; what can be changed has a grip and is dragged up and down, typed
/// over or moved by + and -, and Delete puts it back. GUI thread.
class WalkCanvas : public QWidget {
    Q_OBJECT
public:
    explicit WalkCanvas(Theme& theme, QWidget* parent = nullptr);

    /// Null: nothing is shown.
    void setWalk(std::shared_ptr<const CellWalk> walk);
    void setEdits(std::vector<WalkEdit> edits);
    /// What is drawn of the walk: all stages up to this one; `progress` from 0 to 1 within it.
    void setStage(WalkStage stage, double progress);
    [[nodiscard]] WalkStage stage() const { return stage_; }
    void setChosen(const std::string& key);
    void setZoom(double zoom);  ///< of letters and boxes; before a class above 1
    [[nodiscard]] const std::string& chosen() const { return chosen_; }
    [[nodiscard]] const std::vector<WalkNode>& nodes() const { return nodes_; }
    [[nodiscard]] const WalkNode* node(const std::string& key) const;
    /// What dragging this box changes; of x and the old states the column or unit `index`. None: nothing.
    [[nodiscard]] std::optional<WalkEdit> changeable(const std::string& key, std::int64_t index = -1) const;
    /// Middle of a box, for who points at it.
    [[nodiscard]] QPoint placeOf(const std::string& key) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosenChanged(const QString& key);
    void changed(const gatelab::WalkPlace& place, double value);
    void putBack(const gatelab::WalkPlace& place);
    void playAsked();
    void stageAsked(int by);  ///< stages forward or back; INT_MIN and INT_MAX: to the ends
    void stepAsked(int by);   ///< time steps

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Cell {
        QRectF rect;
        std::int64_t index = 0;
    };
    [[nodiscard]] int scaled(int px) const { return qRound(px * zoom_ * theme_->textScale()); }
    [[nodiscard]] QFont font(int px, int weight = 400) const { return theme_->font(qRound(px * zoom_), weight); }
    /// Why a box cannot be dragged, and what can; empty where it can.
    [[nodiscard]] QString resultText(const WalkDrawing::Box& box) const;
    void arrange();
    [[nodiscard]] const WalkDrawing::Box* boxAt(QPointF at) const;
    /// The foot of a box: its units, or columns.
    [[nodiscard]] std::vector<Cell> feet(const WalkDrawing::Box& box) const;
    [[nodiscard]] bool isReached(const WalkNode& node) const;
    [[nodiscard]] bool isReachedBack(const WalkNode& node) const;
    [[nodiscard]] bool isEdited(const std::string& key) const;
    [[nodiscard]] QColor colourOf(const std::string& key, double value) const;
    void paintLine(QPainter& painter, const WalkDrawing::Line& line) const;
    void paintBox(QPainter& painter, const WalkDrawing::Box& box) const;
    void paintGrip(QPainter& painter, QPointF middle) const;
    void paintFeet(QPainter& painter, const WalkDrawing::Box& box) const;
    void typeNumber(const QString& first);
    void moveChosen(int key);
    void describe();

    Theme* theme_;
    std::shared_ptr<const CellWalk> walk_;
    std::vector<WalkNode> nodes_;
    std::vector<WalkEdit> edits_;
    WalkDrawing drawing_;
    WalkStage stage_ = WalkStage::Hidden;
    double progress_ = 1, zoom_ = 1;
    std::string chosen_, hovered_;
    std::int64_t chosenIndex_ = -1;
    std::optional<WalkEdit> dragged_;
    std::optional<QString> pressedOn_;  ///< what is said where a result is dragged
    QPointF dragFrom_;
};

}  // namespace gatelab
