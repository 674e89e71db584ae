// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>

class QMouseEvent;
class QWheelEvent;

namespace gatelab {

/// Turns what the mouse does over the plot into wishes: hover, zoom about a point, pan, zoom to a box, fit. Watches one
/// widget.
class ChartPointer : public QObject {
    Q_OBJECT
public:
    explicit ChartPointer(QWidget* watched);
    /// Ends a box or pan without effect; false when there was none.
    bool cancel();

Q_SIGNALS:
    void hovered(QPointF at);
    void left();
    void pressed();
    void zoomed(QPointF at, double factor, bool vertically);  ///< factor < 1: closer
    void panned(QPointF by);
    void boxing(QRectF box);  ///< null: no longer
    void boxed(QRectF box);
    void clicked(QPointF at);  ///< without a drag
    void fitRequested();
    void painted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    enum class Drag { None, Box, Pan } drag_ = Drag::None;
    QWidget* watched_;
    QPointF start_, last_;
};

}  // namespace gatelab
