// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/architecture_diagram.h"

#include "texts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

namespace gatelab {
namespace {

using Kind = LayerInfo::Kind;
constexpr double kTop = 8, kBottom = 10, kForecast = 46, kHead = 26, kWindow = 46, kPlate = 24, kGap = 26, kBothWays = 100, kOneWay = 56;

}  // namespace

ArchitectureDiagram::ArchitectureDiagram(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme), ring_(new FocusRing(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Architecture"));
    setToolTip(tr("Click a layer, or press Enter on it, for its settings and its histograms in the shown run"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ArchitectureDiagram::set(const ExperimentConfig& config, const ModelShape& shape, const Architecture& architecture) {
    config_ = config, shape_ = shape, architecture_ = architecture;
    if (selected_ >= static_cast<int>(architecture_.layers.size())) selected_ = -1;
    hovered_ = -1;
    QStringList words;
    for (const LayerInfo& layer : architecture_.layers) words << tr("%1, %2 parameters").arg(translated(layer.name), formatCount(layer.parameters));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    layOut();
    update();
}

void ArchitectureDiagram::setSelected(int layer) {
    if (layer == selected_) return;
    selected_ = layer;
    update();
}

QRectF ArchitectureDiagram::boxOf(int layer) const {
    for (const Level& level : levels_)
        if (level.layer == layer) return level.box;
    return {};
}

double ArchitectureDiagram::heightOf(const LayerInfo& layer) const {
    switch (layer.kind) {
    case Kind::Window: return kWindow * theme_.textScale();
    case Kind::Recurrent: return config_.bidirectional ? kBothWays : kOneWay;
    case Kind::Head: return kHead;
    case Kind::Dropout: return 0;
    default: return kPlate;
    }
}

QSize ArchitectureDiagram::minimumSizeHint() const {
    double height = kTop + kBottom + kForecast + 16;
    for (const LayerInfo& layer : architecture_.layers)
        if (layer.kind != Kind::Dropout) height += heightOf(layer) + kGap;
    return {480, static_cast<int>(height)};
}

QSize ArchitectureDiagram::sizeHint() const { return {640, minimumSizeHint().height() + 40}; }

void ArchitectureDiagram::resizeEvent(QResizeEvent*) { layOut(); }

/// Bottom to top; what is left of the height goes into the gaps. Dropout has no box of its own: it is a note of the layer below.
void ArchitectureDiagram::layOut() {
    levels_.clear();
    double needed = kTop + kBottom + kForecast;
    for (std::size_t i = 0; i < architecture_.layers.size(); ++i) {
        const LayerInfo& layer = architecture_.layers[i];
        if (layer.kind == Kind::Dropout) {
            if (!levels_.empty()) levels_.back().note = tr("then %1").arg(translated(layer.name).toLower());
            continue;
        }
        levels_.push_back({static_cast<int>(i), {}, {}});
        needed += heightOf(layer);
    }
    if (levels_.empty()) return;
    const double gap = std::clamp((height() - needed) / static_cast<double>(levels_.size()), 12.0, 44.0);
    const double left = labels(), right = width() - labels();
    double bottom = height() - kBottom - std::max(0.0, (height() - needed - gap * static_cast<double>(levels_.size())) / 2);
    for (Level& level : levels_) {
        const double tall = heightOf(info(level));
        level.box = QRectF(left, bottom - tall, std::max(40.0, right - left), tall);
        if (info(level).kind == Kind::Head) {
            const double width = std::min(150.0 * theme_.textScale(), level.box.width() * 0.4);
            const double centre = config_.task == "labelling" ? level.box.center().x() : columns().back();
            level.box.setLeft(std::clamp(centre - width / 2, left, right - width));
            level.box.setWidth(width);
        }
        bottom -= tall + gap;
    }
    const QRectF head = levels_.back().box;
    forecast_ = QRectF(head.center().x() - 64, head.top() - gap * 0.6 - kForecast + 8, 128, kForecast - 8);
    if (forecast_.right() > right) forecast_.moveRight(right);
}

/// Centres of the drawn time steps: three from the start, two from the end.
std::vector<double> ArchitectureDiagram::columns() const {
    const double left = labels(), width = std::max(40.0, this->width() - 2 * labels());
    std::vector<double> centres;
    for (const double share : {0.125, 0.28, 0.435, 0.725, 0.88}) centres.push_back(left + share * width);
    if (config_.lookback < 5) centres.erase(centres.begin() + 1, centres.begin() + 1 + (5 - std::clamp<int>(static_cast<int>(config_.lookback), 2, 5)));
    return centres;
}

QString ArchitectureDiagram::cellName() const { return config_.cell == "lstm" ? QStringLiteral("LSTM") : config_.cell == "gru" ? QStringLiteral("GRU") : QStringLiteral("RNN"); }

int ArchitectureDiagram::layerAt(QPointF at) const {
    for (const Level& level : levels_) {
        // The labels beside a layer belong to it.
        if (at.y() >= level.box.top() - 4 && at.y() <= level.box.bottom() + 4) return level.layer;
    }
    return -1;
}

void ArchitectureDiagram::mousePressEvent(QMouseEvent* event) {
    const int layer = layerAt(event->position());
    if (event->button() != Qt::LeftButton || layer < 0) return;
    setSelected(layer);
    Q_EMIT layerChosen(layer);
    Q_EMIT layerOpened(layer);
}

void ArchitectureDiagram::mouseMoveEvent(QMouseEvent* event) {
    const int layer = layerAt(event->position());
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
    if ((!up && !down) || levels_.empty()) return QWidget::keyPressEvent(event);
    const auto now = std::find_if(levels_.begin(), levels_.end(), [this](const Level& level) { return level.layer == selected_; });
    auto next = now;
    if (now == levels_.end()) next = up ? levels_.begin() : levels_.end() - 1;
    else if (up && now + 1 != levels_.end()) ++next;
    else if (down && now != levels_.begin()) --next;
    setSelected(next->layer);
    Q_EMIT layerChosen(next->layer);
}

}  // namespace gatelab
