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

}  // namespace gatelab
