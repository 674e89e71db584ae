// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_paint.h"
#include "charts/chart_pointer.h"

#include <QCoreApplication>
#include <vector>

class QMenu;

namespace gatelab {

class ChartRange;
class ChartScene;
class LineChart;

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
