// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/stage/stage_content.h"

#include <QWidget>

class QToolButton;

namespace gatelab {

/// The picture of a stage. On its ringed row a hand draws the prediction: with the mouse, or with the keys (Left and
/// Right choose a step, Up and Down move it by a hundredth of the axis, Page by a tenth; Space clicks a step). GUI
/// thread.
class StageCanvas : public QWidget {
    Q_OBJECT
public:
    /// `scale`: of letters.
    StageCanvas(Theme& theme, double scale, QWidget* parent = nullptr);
    void setContent(StageContent content, StageDrawing drawing);
    [[nodiscard]] const StageContent& content() const { return content_; }
    [[nodiscard]] const StageDrawing& drawing() const { return drawing_; }
    /// Of the ringed row on the half that is drawn on; empty: there is none.
    [[nodiscard]] QRectF drawnPlot() const;
    /// Rows of the scene that have no room, from 0.
    [[nodiscard]] std::vector<std::size_t> foldedRows() const;
    /// Of the ringed row with its title.
    [[nodiscard]] QRectF ring() const;
    [[nodiscard]] std::int64_t cursorStep() const { return cursor_; }
    /// What is shown, for a file: a copy that paints itself in this size from 0, 0, without cursor and focus.
    [[nodiscard]] std::function<void(QPainter&)> drawing(QSizeF size) const;
    [[nodiscard]] QSize sizeHint() const override { return {1040, 640}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {420, 320}; }

    /// Enter, a double click on the ringed row or its button asks for what is inside.
    void setInsideOffered(bool on);

Q_SIGNALS:
    void drawn();                   ///< a stroke, click or key has changed the drawing
    void insideAsked(qint64 step);  ///< from 1; 0: none

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] StageLayout layOut() const;
    static StageLayout layOutIn(const StageContent& content, const QRectF& area, double scale);
    [[nodiscard]] double valueAt(const QRectF& plot, double y) const;
    [[nodiscard]] std::int64_t steps() const;
    void moveValue(double share);
    void placeInside();
    /// What a screen reader says of the step under the cursor.
    void describe();

    Theme& theme_;
    double scale_;
    StageContent content_;
    StageDrawing drawing_;
    std::int64_t cursor_ = 0;
    QPointF last_;
    QToolButton* inside_;
    bool isPressed_ = false, isInsideOffered_ = false;
};

}  // namespace gatelab
