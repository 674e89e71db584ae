// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/architecture/architecture_diagram.h"

#include "common/list_text.h"
#include "common/texts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace gatelab {

ArchitectureDiagram::ArchitectureDiagram(Theme& theme, QWidget* parent)
    : QWidget(parent), painter_(theme), theme_(theme), ring_(new FocusRing(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Architecture"));
    setToolTip(tr("Click or Enter: settings and histograms of a layer"));
}

void ArchitectureDiagram::set(const ExperimentConfig& config, const ModelShape& shape,
                              const Architecture& architecture) {
    if (selected_ >= static_cast<int>(architecture.layers.size())) selected_ = -1;
    hovered_ = -1;
    QStringList words;
    for (const LayerInfo& layer : architecture.layers)
        words << tr("%1, %2 parameters").arg(translated(layer.name), formatCount(layer.parameters));
    setAccessibleDescription(clausesText(words));
    painter_.set(config, shape, architecture);
    updateGeometry();
    painter_.layOut(size());
    update();
}

void ArchitectureDiagram::setSelected(int layer) {
    if (layer == selected_) return;
    selected_ = layer;
    update();
}

void ArchitectureDiagram::paintEvent(QPaintEvent*) {
    if (painter_.levels().empty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter_.paint(painter, selected_, hovered_);
    if (!ring_->visible()) return;
    painter.setPen(QPen(theme_.palette().accent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void ArchitectureDiagram::resizeEvent(QResizeEvent*) { painter_.layOut(size()); }

void ArchitectureDiagram::mousePressEvent(QMouseEvent* event) {
    const int layer = painter_.layerAt(event->position());
    if (event->button() != Qt::LeftButton || layer < 0) return;
    setSelected(layer);
    Q_EMIT layerChosen(layer);
    Q_EMIT layerOpened(layer);
}

void ArchitectureDiagram::mouseMoveEvent(QMouseEvent* event) {
    const int layer = painter_.layerAt(event->position());
    if (layer == hovered_) return;
    hovered_ = layer;
    setCursor(layer >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void ArchitectureDiagram::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void ArchitectureDiagram::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && selected_ >= 0) {
        Q_EMIT layerOpened(selected_);
        return;
    }
    const bool up = event->key() == Qt::Key_Up, down = event->key() == Qt::Key_Down;
    if ((!up && !down) || painter_.levels().empty()) return QWidget::keyPressEvent(event);
    const auto& levels = painter_.levels();
    const auto now = std::find_if(levels.begin(), levels.end(),
                                  [this](const ArchitecturePainter::Level& level) { return level.layer == selected_; });
    auto next = now;
    if (now == levels.end())
        next = up ? levels.begin() : levels.end() - 1;
    else if (up && now + 1 != levels.end())
        ++next;
    else if (down && now != levels.begin())
        --next;
    setSelected(next->layer);
    Q_EMIT layerChosen(next->layer);
}

}  // namespace gatelab
