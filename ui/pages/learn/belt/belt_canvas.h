// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/belt/belt.h"
#include "pages/learn/belt/belt_layout.h"

#include <QElapsedTimer>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

namespace gatelab {

/// The network that ships with the program; read once.
const BeltFile& shippedBelt();

/// A small network that reads without end, one step each half second, and its four valves, which are dragged up and
/// down: the forecast answers in the same frame. A hand that lets go leaves the valve to the network at the next step;
/// with Shift it stays where it is. Tab goes from valve to valve, arrows move one by 0.01, Page by 0.1, Home and End to
/// its ends, Escape lets go, P pins, 1 to 9 choose a unit, Space pauses. What a pointer is on is explained beside it.
/// Nothing moves while it is hidden, and without animations of the desktop no arrows slide. GUI thread.
class BeltCanvas : public QWidget {
    Q_OBJECT
public:
    enum class Size { Full, Small };
    BeltCanvas(Theme& theme, Size kind, QWidget* parent = nullptr);

    [[nodiscard]] Belt& belt() { return belt_; }
    /// Reads another series with another network, from its first moment with a memory that is well seen.
    void setBelt(const BeltFile& file);
    /// Another network of the same units reads on.
    void useNetwork(const BeltNetwork& network);
    /// The unit that tells most, at a moment when its memory is well seen.
    void seekMoment();
    [[nodiscard]] bool isTouched() const;  ///< a hand is on a valve, or pinned one
    /// The same drawing of this size without a hand on it, for a file. A copy.
    [[nodiscard]] std::function<void(QPainter&)> drawing(QSizeF size) const;
    [[nodiscard]] const BeltLayout& places() const { return layout_; }
    /// Its first caption, before a pointer or a key came: what a hand on the forget valve does.
    void setInvites(bool on);
    void setPlaying(bool on);
    [[nodiscard]] bool isPlaying() const { return isPlaying_; }
    [[nodiscard]] bool isMoving() const { return clock_.isActive(); }  ///< it plays and is seen
    void setPace(int milliseconds);                                    ///< from step to step
    void step();                                                       ///< reads the next number
    /// Where the valve's hand is, for who points at it.
    [[nodiscard]] QPoint handleOf(BeltValve valve) const;
    [[nodiscard]] QString captionOf(BeltPart part) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void playingChanged(bool on);  ///< also by Space
    void touched();                ///< a hand was on a valve

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Caption {
        QString bold, text;
    };
    [[nodiscard]] Caption caption(BeltPart part) const;
    [[nodiscard]] Caption valveCaption(BeltValve valve) const;
    [[nodiscard]] Caption leftCaption() const;
    [[nodiscard]] BeltValve active() const;
    [[nodiscard]] std::size_t barAt(double x) const;
    void dragLeft(QPointF at);
    void hold(BeltValve valve, double value);
    void hover(BeltPart part, QPointF at);
    void run();
    void tick();
    void draw();
    void changed();
    void describe();

    Theme& theme_;
    Size kind_;
    Belt belt_;
    BeltLayout layout_;
    QPixmap layer_;  ///< all but the arrows; null: to be drawn anew
    QRectF captionAt_;
    QTimer clock_;
    QElapsedTimer sinceStep_;
    int pace_ = 500;
    bool isPlaying_ = false, invites_ = false, byKeys_ = false;
    BeltPart hovered_ = BeltPart::None;
    BeltValve valve_ = BeltValve::Forget;  ///< the keyboard's
    std::size_t pointedBar_ = 10;
    std::optional<BeltPart> dragged_;
    QPointF dragFrom_;
    double dragValue_ = 0;
};

}  // namespace gatelab
