// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_layer.h"

class QChart;
class QGraphicsView;

namespace gatelab {

/// Our layers inside a QChart, which gives the scene and the plot area: the axes are drawn by the layer, because every
/// range change of a QValueAxis costs 1.5 ms of label layout. Alone knows Qt Charts.
class ChartScene {
public:
    /// The content must outlive it.
    ChartScene(const ChartContent& content, const Theme& theme, QWidget* parent);
    ~ChartScene();
    ChartScene(const ChartScene&) = delete;
    ChartScene& operator=(const ChartScene&) = delete;
    [[nodiscard]] QGraphicsView& view() { return *view_; }
    [[nodiscard]] const ChartGeometry& geometry() const { return layer_->geometry(); }
    void layOut();        ///< content or size changed
    void updateCursor();  ///< only what lies over the lines
    void setBox(const QRectF& box) { cursor_->setBox(box); }

private:
    const ChartContent& content_;
    const Theme& theme_;
    QChart* chart_;
    QGraphicsView* view_;
    ChartLayer* layer_;
    CursorLayer* cursor_;
};

}  // namespace gatelab
