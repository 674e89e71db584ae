// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/strip_segments.h"
#include "widgets/focus_ring.h"

#include <QFrame>
#include <QPoint>
#include <array>

class QLabel;
class QPushButton;

namespace gatelab {

class ElidedLabel;

/// What a button of a segment does, with the segment's own run. Close: takes it off the strip, a waiting run out of the
/// queue. Find: its data, which are missing. Cancel, Requeue: its job of a cluster.
enum class SegmentAct { Pause, GoOn, Step, Stop, Again, Find, Cancel, Requeue, Close };

/// One segment of the run strip: state, marker, name, progress, a line of progress at its foot, and its own buttons.
/// A click or Enter opens its run; a double click on the name or F2 names it; a waiting one is dragged, or moved by
/// Alt+Left and Alt+Right, and taken away by Delete. Space is left to the window.
class RunSegment : public QFrame {
    Q_OBJECT
public:
    RunSegment(Theme& theme, const StripSegment& segment, QWidget* parent = nullptr);
    [[nodiscard]] const StripSegment& segment() const { return segment_; }
    /// Of the same run.
    void setSegment(const StripSegment& segment);
    void setLevel(StripLevel level);
    /// At the level that is set; px.
    [[nodiscard]] SegmentRoom room();
    /// Null: it has no such button.
    [[nodiscard]] QPushButton* button(SegmentAct act) const;

Q_SIGNALS:
    void acted(gatelab::SegmentAct act);
    void opened();
    void nameAsked();
    void moved(int by);        ///< places among the waiting ones
    void dropped(int centre);  ///< after a drag, the middle of the segment in its parent; px

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addButton(SegmentAct act, const char* icon, const QString& word, const QString& tip);
    void addButtons();
    void showContent();
    void showSteering();
    Theme* theme_;
    StripSegment segment_;
    StripLevel level_ = StripLevel::Full;
    QLabel *icon_, *marker_;
    ElidedLabel *name_, *words_;
    std::array<QPushButton*, 9> buttons_{};
    FocusRing* ring_;
    QPoint pressed_;
    int from_ = 0;  ///< x where a drag began
    bool isPressed_ = false, isDragged_ = false;
};

}  // namespace gatelab
