// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/architecture_diagram.h"

#include "common/list_text.h"
#include "common/texts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QtMath>
#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

using Kind = LayerInfo::Kind;
// At scale 1: the least, and what looks well.
struct Extent {
    double least, wanted;
    [[nodiscard]] double at(double roomy) const { return least + roomy * (wanted - least); }
};
constexpr Extent kForecast{34, 46}, kBothWays{72, 100}, kOneWay{38, 56}, kGap{12, 26};
constexpr double kTop = 8, kBottom = 10, kHead = 26, kWindow = 46, kPlate = 24, kMostGap = 44;
/// Of the words at a side, where there is room; of five drawn steps between them, and of three.
constexpr double kSide = 124, kNet = 182, kLeastNet = 120, kWordsMargin = 9;

}  // namespace

ArchitectureDiagram::ArchitectureDiagram(Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), ring_(new FocusRing(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Architecture"));
    setToolTip(tr("Click a layer, or press Enter on it, for its settings and its histograms in the shown run"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ArchitectureDiagram::set(const ExperimentConfig& config, const ModelShape& shape,
                              const Architecture& architecture) {
    config_ = config, shape_ = shape, architecture_ = architecture;
    if (selected_ >= static_cast<int>(architecture_.layers.size())) selected_ = -1;
    hovered_ = -1;
    QStringList words;
    for (const LayerInfo& layer : architecture_.layers)
        words << tr("%1, %2 parameters").arg(translated(layer.name), formatCount(layer.parameters));
    setAccessibleDescription(clausesText(words));
    listLevels();
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

double ArchitectureDiagram::heightOf(const LayerInfo& layer, double roomy) const {
    const double scale = theme_.textScale();
    switch (layer.kind) {
        case Kind::Window:
            return kWindow * scale;
        case Kind::Recurrent:
            return (config_.bidirectional ? kBothWays : kOneWay).at(roomy) * scale;
        case Kind::Head:
            return kHead * scale;
        case Kind::Dropout:
            return 0;
        default:
            return kPlate * scale;
    }
}

double ArchitectureDiagram::heightOf(double roomy) const {
    double height = kTop + kBottom + kForecast.at(roomy) * theme_.textScale();
    for (const LayerInfo& layer : architecture_.layers)
        if (layer.kind != Kind::Dropout) height += heightOf(layer, roomy) + kGap.at(roomy);
    return height;
}

QSize ArchitectureDiagram::minimumSizeHint() const {
    return {qCeil(leftWords_ + rightWords_ + kLeastNet * theme_.textScale()), qCeil(heightOf(0))};
}

QSize ArchitectureDiagram::sizeHint() const { return {qCeil(640 * theme_.textScale()), qCeil(heightOf(1))}; }

void ArchitectureDiagram::resizeEvent(QResizeEvent*) { layOut(); }

/// Dropout has no box of its own: it is a note of the layer below.
void ArchitectureDiagram::listLevels() {
    levels_.clear();
    for (std::size_t i = 0; i < architecture_.layers.size(); ++i) {
        const LayerInfo& layer = architecture_.layers[i];
        if (layer.kind != Kind::Dropout)
            levels_.push_back({static_cast<int>(i), {}, {}});
        else if (!levels_.empty())
            levels_.back().note = tr("then %1").arg(translated(layer.name).toLower());
    }
    const QFontMetricsF strong(theme_.font(11, 500)), plain(theme_.font(11));
    const auto widest = [&](const QString& upper, const QString& lower) {
        return std::ceil(std::max(strong.horizontalAdvance(upper), plain.horizontalAdvance(lower))) + kWordsMargin;
    };
    const auto [title, amount] = forecastWords();
    leftWords_ = widest(title, amount), rightWords_ = 0;
    for (const Level& level : levels_) {
        const Words words = wordsOf(level);
        leftWords_ = std::max(leftWords_, widest(words.name, words.detail)),
        rightWords_ = std::max(rightWords_, widest(words.shape, words.note));
    }
}

/// Bottom to top, as roomy as the height allows; what is left of it goes into the gaps. In a narrow place the words
/// give way first, down to what they need.
void ArchitectureDiagram::layOut() {
    const double scale = theme_.textScale(), least = heightOf(0), wanted = heightOf(1);
    const double roomy = std::clamp((height() - least) / (wanted - least), 0.0, 1.0);
    const double forecast = kForecast.at(roomy) * scale;
    double needed = kTop + kBottom + forecast;
    for (const Level& level : levels_) needed += heightOf(info(level), roomy);
    if (levels_.empty()) return;
    const double side = std::clamp((width() - kNet * scale) / 2, 0.0, kSide * scale);
    left_ = std::max(leftWords_, side), right_ = std::max(rightWords_, side);
    const double gap = std::clamp((height() - needed) / static_cast<double>(levels_.size()), kGap.least, kMostGap);
    const QFontMetrics small(theme_.font(11));
    const double left = left_, right = width() - right_;
    double bottom =
        height() - kBottom - std::max(0.0, (height() - needed - gap * static_cast<double>(levels_.size())) / 2);
    for (Level& level : levels_) {
        const double tall = heightOf(info(level), roomy);
        level.box = QRectF(left, bottom - tall, std::max(40.0, right - left), tall);
        if (info(level).kind == Kind::Head) {
            const double text = small.horizontalAdvance(translated(info(level).name)) + 2 * small.averageCharWidth();
            const double width =
                std::min(level.box.width(), std::max(text, std::min(150 * scale, level.box.width() * 0.4)));
            const double centre = config_.task == "labelling" ? level.box.center().x() : columns().back();
            level.box.setLeft(std::clamp(centre - width / 2, left, right - width));
            level.box.setWidth(width);
        }
        bottom -= tall + gap;
    }
    const QRectF head = levels_.back().box;
    const double wide = std::min(128.0, right - left);
    forecast_ = QRectF(head.center().x() - wide / 2, head.top() - gap * 0.6 - forecast + 8, wide, forecast - 8);
    if (forecast_.right() > right) forecast_.moveRight(right);
}

double ArchitectureDiagram::netWidth() const { return std::max(40.0, width() - left_ - right_); }

/// Centres of the drawn time steps: three from the start, two from the end; in a narrow place two and one.
std::vector<double> ArchitectureDiagram::columns() const {
    const bool narrow = netWidth() < kNet * theme_.textScale() - 1;
    std::vector<double> centres = narrow ? std::vector{0.16, 0.47, 0.84} : std::vector{0.125, 0.28, 0.435, 0.725, 0.88};
    const auto drawn = static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(config_.lookback, 2, std::ssize(centres)));
    centres.erase(centres.begin() + 1, centres.begin() + 1 + (std::ssize(centres) - drawn));
    for (double& centre : centres) centre = left_ + centre * netWidth();
    return centres;
}

QString ArchitectureDiagram::cellName() const {
    return config_.cell == "lstm"  ? QStringLiteral("LSTM")
           : config_.cell == "gru" ? QStringLiteral("GRU")
                                   : QStringLiteral("RNN");
}

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
    const auto now =
        std::find_if(levels_.begin(), levels_.end(), [this](const Level& level) { return level.layer == selected_; });
    auto next = now;
    if (now == levels_.end())
        next = up ? levels_.begin() : levels_.end() - 1;
    else if (up && now + 1 != levels_.end())
        ++next;
    else if (down && now != levels_.begin())
        --next;
    setSelected(next->layer);
    Q_EMIT layerChosen(next->layer);
}

}  // namespace gatelab
