// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_scene.h"

#include <QGraphicsLayout>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>

namespace gatelab {

ChartScene::ChartScene(const ChartContent& content, const Theme& theme, QWidget* parent)
    : content_(content),
      theme_(theme),
      chart_(new QChart),
      view_(new QChartView(chart_, parent)),
      layer_(new ChartLayer(content, theme, chart_)),
      cursor_(new CursorLayer(content, theme, *layer_, chart_)) {
    chart_->setBackgroundVisible(false);
    chart_->legend()->hide();
    chart_->setAnimationOptions(QChart::NoAnimation);
    chart_->layout()->setContentsMargins(0, 0, 0, 0);
    chart_->setMargins({});
    view_->setFrameShape(QFrame::NoFrame);
    view_->setFocusPolicy(Qt::NoFocus);
    view_->viewport()->setFocusPolicy(Qt::NoFocus);  // the chart itself takes the keys
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->setBackgroundBrush(Qt::NoBrush);
    view_->viewport()->setAutoFillBackground(false);
    view_->setStyleSheet(QStringLiteral("background: transparent"));
    view_->setContextMenuPolicy(Qt::NoContextMenu);
}

ChartScene::~ChartScene() {
    // The layers point into the content.
    delete view_;
}

void ChartScene::layOut() {
    const QSizeF size = view_->viewport()->size();
    if (size.isEmpty()) return;
    if (geometry().whole.size() != size) {
        chart_->resize(size);
        view_->setSceneRect(QRectF(QPointF(), size));
    }
    const ChartGeometry geometry = layOutChart(content_, theme_, QRectF(QPointF(), size));
    if (geometry.plot != layer_->geometry().plot) chart_->setPlotArea(geometry.plot);
    cursor_->layerMoved();
    layer_->setGeometry(geometry);
    cursor_->update();
}

void ChartScene::updateCursor() { cursor_->update(); }

ChartLayer::ChartLayer(const ChartContent& content, const Theme& theme, QGraphicsItem* parent)
    : QGraphicsItem(parent), content_(content), theme_(theme) {
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(10);
}

void ChartLayer::setGeometry(const ChartGeometry& geometry) {
    if (geometry.whole != geometry_.whole) prepareGeometryChange();
    geometry_ = geometry;
    stale_ = true;
    update();
}

void ChartLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const double scale = painter->device()->devicePixelRatioF();
    const QSize size = (geometry_.whole.size() * scale).toSize();
    if (stale_ || picture_.size() != size || picture_.devicePixelRatioF() != scale) {
        if (picture_.size() != size) picture_ = QPixmap(size);
        picture_.setDevicePixelRatio(scale);
        picture_.fill(Qt::transparent);
        QPainter own(&picture_);
        paintChart(own, content_, theme_, geometry_);
        stale_ = false;
    }
    painter->drawPixmap(geometry_.whole.topLeft(), picture_);
}

CursorLayer::CursorLayer(const ChartContent& content, const Theme& theme, const ChartLayer& layer,
                         QGraphicsItem* parent)
    : QGraphicsItem(parent), content_(content), theme_(theme), layer_(layer) {
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(20);
}

void CursorLayer::setBox(const QRectF& box) {
    box_ = box;
    update();
}

void CursorLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    if (!content_.lines.empty()) paintCursor(*painter, content_, theme_, layer_.geometry());
    if (!content_.lines.empty()) paintTooltip(*painter, content_, theme_, layer_.geometry());
    if (box_.isNull()) return;
    QColor fill = theme_.palette().axis;
    fill.setAlphaF(0.15F);
    painter->setPen(QPen(theme_.palette().axis, 1));
    painter->setBrush(fill);
    painter->drawRect(box_.intersected(layer_.geometry().plot));
}

}  // namespace gatelab
