// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/parallel_plot.h"

#include "charts/chart_content.h"

#include <QAccessible>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <set>

namespace gatelab {

namespace {

constexpr double kTop = 34, kBottom = 16, kSide = 70, kReach = 8, kDrag = 4, kTickRoom = 14;
constexpr std::size_t kFewValues = 6;
/// More lines would be waited for.
constexpr std::size_t kDrawnAtOnce = 400;

ChartScale scaleOf(const ParallelAxis& axis, std::size_t index, const std::vector<ParallelLine>& lines) {
    if (!axis.categories.isEmpty())
        return {-0.5, std::max(0.5, static_cast<double>(axis.categories.size()) - 0.5), false};
    DataRange range;
    for (const ParallelLine& line : lines)
        if (const double value = line.values[index]; std::isfinite(value) && (!axis.logarithmic || value > 0))
            range.add(value);
    return niceScale(range.valid() ? range.low : 0, range.valid() ? range.high : 1, axis.logarithmic, false);
}

/// Its values, rising; nothing where they are many.
std::vector<double> fewValues(std::size_t index, const std::vector<ParallelLine>& lines) {
    std::set<double> values;
    for (const ParallelLine& line : lines) {
        if (std::isfinite(line.values[index])) values.insert(line.values[index]);
        if (values.size() > kFewValues) return {};
    }
    return {values.begin(), values.end()};
}

}  // namespace

ParallelPlot::ParallelPlot(Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme), exportMenu_(new QMenu(this)), ring_(new FocusRing(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setWhatsThis(keysHelp());
    fillExportMenu();
    setMinimumSize(200, 140);
    connect(theme_, &Theme::changed, this, &ParallelPlot::renew);
}

void ParallelPlot::setContent(std::vector<ParallelAxis> axes, std::vector<ParallelLine> lines) {
    // Ranges belong to columns: they stay while the columns do.
    const bool same = std::equal(axes.begin(), axes.end(), axes_.begin(), axes_.end(),
                                 [](const ParallelAxis& a, const ParallelAxis& b) { return a.title == b.title; });
    if (!same) brushes_.assign(axes.size(), std::nullopt);
    axes_ = std::move(axes);
    lines_ = std::move(lines);
    if (chosen_ >= axes_.size()) chosen_ = 0;
    scales_.clear();
    marks_.clear();
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        scales_.push_back(scaleOf(axes_[i], i, lines_));
        marks_.push_back(fewValues(i, lines_));
    }
    renew();
}

void ParallelPlot::setHighlight(const QString& key) {
    highlight_ = key;
    update();
}

void ParallelPlot::setEmptyText(const QString& text) { emptyText_ = text; }

void ParallelPlot::setBrush(std::size_t axis, std::optional<std::pair<double, double>> range) {
    if (axis >= brushes_.size()) return;
    if (range && range->first > range->second) std::swap(range->first, range->second);
    brushes_[axis] = range;
    changed();
    Q_EMIT brushed();
}

void ParallelPlot::clearBrushes() {
    brushes_.assign(axes_.size(), std::nullopt);
    changed();
    Q_EMIT brushed();
}

void ParallelPlot::renew() {
    picture_ = {};
    painting_ = std::make_unique<BackgroundJob>();
    changed();
}

void ParallelPlot::changed() {
    stale_ = true;
    update();
    if (QAccessible::isActive()) describe();
}

bool ParallelPlot::isInside(const ParallelLine& line) const {
    for (std::size_t i = 0; i < axes_.size(); ++i)
        if (brushes_[i] && !(line.values[i] >= brushes_[i]->first && line.values[i] <= brushes_[i]->second))
            return false;
    return true;
}

QStringList ParallelPlot::inside() const {
    QStringList keys;
    for (const ParallelLine& line : lines_)
        if (isInside(line)) keys << line.key;
    return keys;
}

QRectF ParallelPlot::area() const { return QRectF(rect()).adjusted(kSide, kTop, -kSide, -kBottom); }

QPointF ParallelPlot::position(std::size_t axis, double value) const {
    const QRectF box = area();
    const double x = axes_.size() < 2
                         ? box.center().x()
                         : box.left() + box.width() * static_cast<double>(axis) / static_cast<double>(axes_.size() - 1);
    return {x, box.bottom() - scales_[axis].share(value) * box.height()};
}

double ParallelPlot::valueAt(std::size_t axis, double y) const {
    const QRectF box = area();
    return scales_[axis].value(std::clamp((box.bottom() - y) / std::max(1.0, box.height()), 0.0, 1.0));
}

std::optional<std::size_t> ParallelPlot::axisAt(QPointF at) const {
    for (std::size_t i = 0; i < axes_.size(); ++i)
        if (std::abs(position(i, scales_[i].low).x() - at.x()) <= kReach) return i;
    return std::nullopt;
}

QPolygonF ParallelPlot::points(const ParallelLine& line) const {
    QPolygonF points;
    for (std::size_t i = 0; i < axes_.size(); ++i) points << position(i, line.values[i]);
    return points;
}

std::vector<ParallelStroke> ParallelPlot::strokes() const {
    // Many lines are drawn thinner.
    const float alpha = lines_.size() > 400 ? 0.2F : lines_.size() > 60 ? 0.5F : 0.85F;
    std::vector<ParallelStroke> strokes;
    strokes.reserve(lines_.size());
    for (const bool marked : {false, true})
        for (const ParallelLine& line : lines_) {
            if (isInside(line) != marked) continue;
            QColor colour = marked ? line.colour : theme_->palette().hatch;
            colour.setAlphaF(marked ? alpha : alpha * 0.5F);
            strokes.push_back({points(line), colour});
        }
    return strokes;
}

void ParallelPlot::preparePicture() {
    // A range that is being dragged does not cut off the drawing that goes on, or nothing would be seen of it.
    if (!stale_ || (painting_->running() && !picture_.isNull())) return;
    stale_ = false;
    const auto paint = [strokes = strokes(), size = size(), ratio = devicePixelRatioF()](const Progress& progress) {
        QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintStrokes(painter, strokes, progress);
        return image;
    };
    if (lines_.size() <= kDrawnAtOnce) {
        picture_ = QPixmap::fromImage(paint({}));
        return;
    }
    painting_->run<QImage>(paint, [this](const QImage& image) {
        picture_ = QPixmap::fromImage(image);
        update();
    });
}

std::vector<ChartTick> ParallelPlot::ticks(std::size_t axis) const {
    const ChartScale& scale = scales_[axis];
    std::vector<ChartTick> own;
    for (const double value : marks_[axis]) {
        if (scale.logarithmic && value <= 0) continue;
        if (!own.empty() && std::abs(position(axis, value).y() - position(axis, own.back().value).y()) < kTickRoom) {
            own.clear();  // they would be written over one another
            break;
        }
        own.push_back({value, axes_[axis].counted || axes_[axis].isSet ? formatSetting(value) : formatNumber(value)});
    }
    if (!own.empty()) return own;
    const int wanted = std::clamp(static_cast<int>(area().height() / 50), 2, 6);
    const double closest = axes_[axis].counted ? closestCounted(scale.low, scale.high) : 0;
    return scale.logarithmic ? logTicks(scale.low, scale.high, wanted, closest)
                             : linearTicks(scale.low, scale.high, wanted, closest);
}

void ParallelPlot::drawAxis(QPainter& painter, std::size_t axis) const {
    const Palette& p = theme_->palette();
    const QRectF box = area();
    const double x = std::floor(position(axis, scales_[axis].low).x()) + 0.5;
    painter.setPen(QPen(p.axis, 1));
    painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
    if (const auto& range = brushes_[axis]) {
        const double low = position(axis, range->first).y(), high = position(axis, range->second).y();
        QColor fill = p.accent;
        fill.setAlphaF(0.2F);
        painter.setBrush(fill);
        painter.setPen(QPen(p.accent, 1));
        painter.drawRect(QRectF(x - 6, high, 12, low - high));
    }
    painter.setFont(theme_->font(11));
    const auto label = [&](double value, const QString& text) {
        const double y = position(axis, value).y();
        const QRectF place(x + 5, y - 8, kSide * 1.4, 16);
        QColor under = p.surface;
        under.setAlphaF(0.7F);
        painter.fillRect(QRectF(place.left(), place.top() + 2, painter.fontMetrics().horizontalAdvance(text) + 2, 12),
                         under);
        painter.setPen(p.muted);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    if (!axes_[axis].categories.isEmpty()) {
        for (qsizetype i = 0; i < axes_[axis].categories.size(); ++i)
            label(static_cast<double>(i), axes_[axis].categories[i]);
    } else {
        for (const ChartTick& tick : ticks(axis))
            if (!tick.label.isEmpty()) label(tick.value, tick.label);
    }
    painter.setFont(theme_->font(12, 500));
    painter.setPen(p.text);
    // Up to the middle between two axes; the outer ones begin and end at the edge.
    const double half = axes_.size() < 2 ? box.width() / 2 : box.width() / static_cast<double>(axes_.size() - 1) / 2;
    const double left = std::max(0.0, x - half), right = std::min<double>(width(), x + half);
    const QString title =
        painter.fontMetrics().elidedText(axes_[axis].title, Qt::ElideRight, static_cast<int>(right - left - 6));
    const double wide = painter.fontMetrics().horizontalAdvance(title) + 2;
    const double from = std::clamp(x - wide / 2, left + 2, std::max(left + 2, right - wide - 2));
    painter.drawText(QRectF(from, 6, wide, 18), Qt::AlignLeft | Qt::AlignVCenter, title);
}

void ParallelPlot::drawAll(QPainter& painter, bool onScreen) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (axes_.empty() || lines_.empty()) {
        painter.setPen(theme_->palette().muted);
        painter.setFont(theme_->font(13));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    if (onScreen) preparePicture();
    if (onScreen && picture_.isNull()) {
        painter.setPen(theme_->palette().muted);
        painter.setFont(theme_->font(13));
        painter.drawText(rect(), Qt::AlignCenter,
                         tr("%1 lines are being drawn.").arg(formatCount(static_cast<qint64>(lines_.size()))));
    }
    // What the ranges shut out stays faint, be it chosen or under the pointer.
    const auto highlighted = std::ranges::find_if(
        lines_, [this](const ParallelLine& line) { return line.key == highlight_ && isInside(line); });
    if (highlighted != lines_.end()) painter.setOpacity(0.4);
    if (onScreen)
        painter.drawPixmap(0, 0, picture_);
    else
        paintStrokes(painter, strokes());
    painter.setOpacity(1);
    if (highlighted != lines_.end()) {
        painter.setBrush(highlighted->colour);
        const ParallelStroke stroke{points(*highlighted), highlighted->colour};
        paintStrokes(painter, {stroke});
        painter.translate(0, 1);  // two pixels wide
        paintStrokes(painter, {stroke});
        painter.translate(0, -1);
    }
    for (std::size_t i = 0; i < axes_.size(); ++i) drawAxis(painter, i);
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawAll(painter, true);
    if (!ring_->visible() || axes_.empty()) return;
    // Which axis the keys act on.
    const double x = position(chosen_, scales_[chosen_].low).x();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->palette().accent, 2));
    painter.drawRoundedRect(QRectF(x - 12, area().top() - 5, 24, area().height() + 10), 4, 4);
}

void ParallelPlot::resizeEvent(QResizeEvent*) { renew(); }

QString ParallelPlot::lineAt(QPointF at) const {
    QString key;
    double best = kReach;
    for (const ParallelLine& line : lines_) {
        for (std::size_t i = 0; i + 1 < axes_.size(); ++i) {
            const QPointF a = position(i, line.values[i]), b = position(i + 1, line.values[i + 1]);
            if (at.x() < a.x() || at.x() > b.x() || !std::isfinite(a.y()) || !std::isfinite(b.y())) continue;
            const double distance =
                std::abs(a.y() + (b.y() - a.y()) * (at.x() - a.x()) / std::max(1.0, b.x() - a.x()) - at.y());
            if (distance < best) best = distance, key = line.key;
        }
    }
    return key;
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || axes_.empty()) return;
    start_ = event->position();
    dragged_ = axisAt(start_);
    if (dragged_) chooseAxis(*dragged_);
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    if (axes_.empty()) return;
    if (dragged_ && event->buttons().testFlag(Qt::LeftButton)) {
        if (std::abs(event->position().y() - start_.y()) >= kDrag)
            setBrush(*dragged_, std::pair(valueAt(*dragged_, start_.y()), valueAt(*dragged_, event->position().y())));
        return;
    }
    setCursor(axisAt(event->position()) ? Qt::SplitVCursor : Qt::ArrowCursor);
    const QString key = lineAt(event->position());
    if (key == pointed_) return;
    pointed_ = key;
    Q_EMIT pointed(key);
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || axes_.empty()) return;
    const bool clicked = (event->position() - start_).manhattanLength() < kDrag;
    if (clicked && dragged_)
        setBrush(*dragged_, std::nullopt);
    else if (clicked)
        if (const QString key = lineAt(event->position()); !key.isEmpty()) Q_EMIT picked(key);
    dragged_.reset();
}

}  // namespace gatelab
