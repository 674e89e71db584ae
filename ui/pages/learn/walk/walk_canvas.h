// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/walk/walk_edits.h"
#include "pages/learn/walk/walk_painter.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace gatelab {

/// The drawing of one step of one cell. Every box has its number and, at its foot, the numbers of all units; on the way
/// back its gradient. Arrow keys move from box to box; what can be changed has a grip and is dragged up and down, typed
/// over or moved by + and -, and Delete puts it back. GUI thread.
class WalkCanvas : public QWidget {
    Q_OBJECT
public:
    WalkCanvas(Theme& theme, WalkEdits& edits, QWidget* parent = nullptr);

    /// Null: nothing is shown.
    void setWalk(std::shared_ptr<const CellWalk> walk);
    /// What is drawn of the walk: all stages up to this one; `progress` from 0 to 1 within it.
    void setStage(WalkStage stage, double progress);
    [[nodiscard]] WalkStage stage() const { return painter_.stage; }
    void setChosen(const std::string& key);
    void setZoom(double zoom);  ///< of letters and boxes; before a class above 1
    [[nodiscard]] const std::string& chosen() const { return painter_.chosen; }
    [[nodiscard]] const std::vector<WalkNode>& nodes() const { return painter_.nodes; }
    [[nodiscard]] const WalkNode* node(const std::string& key) const { return painter_.node(key); }
    /// WalkPainter::changeable
    [[nodiscard]] std::optional<WalkEdit> changeable(const std::string& key, std::int64_t index = -1) const {
        return painter_.changeable(key, index);
    }
    /// Middle of a box, for who points at it.
    [[nodiscard]] QPoint placeOf(const std::string& key) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosenChanged(const QString& key);
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
    /// Why a box cannot be dragged, and what can; empty where it can.
    [[nodiscard]] QString resultText(const WalkDrawing::Box& box) const;
    [[nodiscard]] const WalkDrawing::Box* boxAt(QPointF at) const;
    void typeNumber(const QString& first);
    void moveChosen(int key);
    void describe();

    Theme* theme_;
    WalkEdits* edits_;
    WalkPainter painter_;
    std::int64_t chosenIndex_ = -1;
    std::optional<WalkEdit> dragged_;
    std::optional<QString> pressedOn_;  ///< what is said where a result is dragged
    QPointF dragFrom_;
};

}  // namespace gatelab
