// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/network_strip.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "config/setting_predicates.h"

#include <QPainter>

namespace gatelab {

namespace {
constexpr int kGap = 44, kPadding = 12, kBox = 42;
}

NetworkStrip::NetworkStrip(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void NetworkStrip::set(const ExperimentConfig& config, const ModelShape& shape) {
    boxes_.clear();
    for (const auto& layer : describeArchitecture(config, shape).layers) {
        switch (layer.kind) {
            case LayerInfo::Kind::Window:
                boxes_.push_back(
                    {tr("Window"),
                     tr("%1, %2").arg(
                         config.lookback == 1 ? tr("1 step") : tr("%1 steps").arg(formatCount(config.lookback)),
                         shape.inputs == 1 ? tr("1 input") : tr("%1 inputs").arg(formatCount(shape.inputs))),
                     false});
                break;
            case LayerInfo::Kind::Recurrent:
                boxes_.push_back(
                    {translated(layer.name),
                     tr("%1, %2").arg(
                         config.hiddenSize == 1 ? tr("1 unit") : tr("%1 units").arg(formatCount(config.hiddenSize)),
                         tr("%1 weights").arg(formatCount(layer.parameters))),
                     true});
                break;
            case LayerInfo::Kind::Head:
                boxes_.push_back({tr("Head"), tr("%1 weights").arg(formatCount(layer.parameters)), false});
                break;
            default:
                break;
        }
    }
    if (isForecast(config))
        boxes_.push_back(
            {tr("Forecast"),
             config.horizon == 1 ? tr("1 step ahead") : tr("%1 steps ahead").arg(formatCount(config.horizon)), false});
    else
        boxes_.push_back({shape.classes > 0 ? tr("Class") : tr("Number"),
                          shape.classes > 0 ? tr("%1 classes").arg(formatCount(shape.classes)) : tr("one per sequence"),
                          false});
    QStringList words;
    for (const auto& box : boxes_) words << tr("%1: %2").arg(box.title, box.note);
    setAccessibleName(tr("Network"));
    setAccessibleDescription(clausesText(words));
    update();
}

void NetworkStrip::paintEvent(QPaintEvent*) {
    if (boxes_.empty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& palette = theme_.palette();
    const auto count = static_cast<int>(boxes_.size());
    // Many layers: the arrows give way first.
    const double gap = qMin<double>(kGap, (width() - 2.0 * kPadding) / count * 0.25);
    const double wide = (width() - 2.0 * kPadding - gap * (count - 1)) / count;
    const double tall = kBox * theme_.textScale();
    const double top = (height() - tall) / 2;
    for (int i = 0; i < count; ++i) {
        const Box& box = boxes_[static_cast<std::size_t>(i)];
        const QRectF rect(kPadding + i * (wide + gap), top, wide, tall);
        painter.setPen(QPen(box.recurrent ? palette.accent : palette.strong, 1));
        painter.setBrush(palette.surface);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.setFont(theme_.font(12, 500));
        painter.setPen(palette.text);
        const QFontMetricsF metrics(painter.font());
        painter.drawText(rect.adjusted(4, 4, -4, -tall / 2 + 1), Qt::AlignCenter,
                         metrics.elidedText(box.title, Qt::ElideRight, wide - 8));
        painter.setFont(theme_.font(11));
        painter.setPen(palette.muted);
        painter.drawText(rect.adjusted(4, tall / 2 - 1, -4, -4), Qt::AlignCenter,
                         QFontMetricsF(painter.font()).elidedText(box.note, Qt::ElideRight, wide - 8));
        if (i + 1 == count) break;
        painter.setPen(QPen(palette.axis, 1));
        const QPointF from(rect.right() + 3, rect.center().y()), to(rect.right() + gap - 3, rect.center().y());
        painter.drawLine(from, to);
        painter.drawPolyline(QPolygonF{{to.x() - 4, to.y() - 4}, to, {to.x() - 4, to.y() + 4}});
    }
}

}  // namespace gatelab
