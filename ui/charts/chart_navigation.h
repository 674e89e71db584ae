// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_paint.h"

#include <QCoreApplication>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <vector>

class QMenu;
class QMouseEvent;
class QWheelEvent;

namespace gatelab {

class ChartRange;
class ChartScene;
class LineChart;

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
    bool wheel(QWheelEvent& event);
    enum class Drag { None, Box, Pan } drag_ = Drag::None;
    QWidget* watched_;
    Target& target_;
    QPointF start_, last_;
};

/// What mouse and keys do in the plot of a chart: they move its range and its cursor, and the chart signals it.
class ChartNavigation : public ChartPointer::Target {
    Q_DECLARE_TR_FUNCTIONS(ChartNavigation)
public:
    ChartNavigation(LineChart& chart, ChartContent& content, ChartRange& range, ChartScene& scene);
    /// Shows this range of x where there is one.
    void setX(const ChartScale& x);
    /// False: the key does nothing here.
    bool takeKey(int key, Qt::KeyboardModifiers with);
    void addTo(QMenu& menu);  ///< what the keys do, as actions
    /// Ends a box or pan without effect; false: there was none.
    bool cancel() { return pointer_->cancel(); }
    void point(const ChartHit& hit);

    void hover(QPointF at) override;
    void leave() override;
    void press() override;
    void zoom(QPointF at, double factor, bool vertically) override;
    void pan(QPointF by) override;
    void showBox(const QRectF& box) override;
    void zoomToBox(const QRectF& box) override;
    void click(QPointF at) override;
    void fit() override;

private:
    struct Motion;
    static const std::vector<Motion>& motions();
    void zoomByKey(double factor, bool vertically);
    void panByKey(double right, double up);  ///< by shares of the view
    void cursorToEnd(bool last);
    void nudgeCursor(double pixels);  ///< to the next sample
    void moveCursor(double x);

    LineChart& chart_;
    ChartContent& content_;
    ChartRange& range_;
    ChartScene& scene_;
    ChartPointer* pointer_;
    ChartHit pointed_;
};

}  // namespace gatelab
