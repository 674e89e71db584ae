// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_paint.h"

#include <QGraphicsItem>
#include <QPixmap>

class QChart;
class QGraphicsView;

namespace gatelab {

/// Our drawing inside the QChart: everything but the cursor. Kept as a picture, so that a moving cursor costs no redraw
/// of the lines; one of our own, because the graphics view's pictures share 10 MiB with all icons: on a fine screen
/// less than a dashboard needs.
class ChartLayer : public QGraphicsItem {
public:
    ChartLayer(const ChartContent& content, const Theme& theme, QGraphicsItem* parent);
    void setGeometry(const ChartGeometry& geometry);
    [[nodiscard]] const ChartGeometry& geometry() const { return geometry_; }
    [[nodiscard]] QRectF boundingRect() const override { return geometry_.whole; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const ChartContent& content_;
    const Theme& theme_;
    ChartGeometry geometry_;
    QPixmap picture_;
    bool stale_ = true;
};

/// Cursors and the zoom box, above the layer.
class CursorLayer : public QGraphicsItem {
public:
    CursorLayer(const ChartContent& content, const Theme& theme, const ChartLayer& layer, QGraphicsItem* parent);
    void layerMoved() { prepareGeometryChange(); }
    void setBox(const QRectF& box);
    [[nodiscard]] QRectF boundingRect() const override { return layer_.boundingRect(); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const ChartContent& content_;
    const Theme& theme_;
    const ChartLayer& layer_;
    QRectF box_;
};

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
