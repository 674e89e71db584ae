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
public:
    /// Who fulfils them; outlives the watched widget.
    class Target {
    public:
        virtual ~Target() = default;
        virtual void hover(QPointF at) = 0;
        virtual void leave() = 0;
        virtual void press() = 0;
        virtual void zoom(QPointF at, double factor, bool vertically) = 0;  ///< factor < 1: closer
        virtual void pan(QPointF by) = 0;
        virtual void showBox(const QRectF& box) = 0;  ///< null: no longer
        virtual void zoomToBox(const QRectF& box) = 0;
        virtual void click(QPointF at) = 0;  ///< without a drag
        virtual void fit() = 0;
    };
    ChartPointer(QWidget* watched, Target& target);
    /// Ends a box or pan without effect; false when there was none.
    bool cancel();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    enum class Drag { None, Box, Pan } drag_ = Drag::None;
    QWidget* watched_;
    Target& target_;
    QPointF start_, last_;
};

}  // namespace gatelab
