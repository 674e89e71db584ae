// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/architecture/architecture_painter.h"

#include "common/texts.h"
#include "config/cell_traits.h"
#include "config/setting_predicates.h"

#include <QPainter>
#include <QPainterPath>
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
constexpr double kTop = 8, kBottom = 10, kHead = 26, kWindow = 46, kPlate = 24, kMaxGap = 44;
/// Of the words at a side, where there is room; of five drawn steps between them, and of three.
constexpr double kSide = 124, kNet = 182, kMinNet = 120, kWordsMargin = 9;

QPen line(const QColor& colour, double width = 1) {
    return QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

void arrow(QPainter& painter, QPointF from, QPointF to, const QColor& colour) {
    painter.setPen(line(colour));
    painter.drawLine(from, to);
    const QPointF d = to - from;
    const double length = std::hypot(d.x(), d.y());
    if (length < 1) return;
    const QPointF u = d / length, n(-u.y(), u.x());
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{to, to - u * 5 + n * 2.6, to - u * 5 - n * 2.6});
    painter.setBrush(Qt::NoBrush);
}

QString shapeText(const std::vector<std::int64_t>& shape) {
    QStringList parts;
    for (const std::int64_t size : shape) parts << formatCount(size);
    return QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
}

}  // namespace

void ArchitecturePainter::set(const ExperimentConfig& config, const ModelShape& shape,
                              const Architecture& architecture) {
    config_ = config, shape_ = shape, architecture_ = architecture;
    listLevels();
}

QRectF ArchitecturePainter::boxOf(int layer) const {
    for (const Level& level : levels_)
        if (level.layer == layer) return level.box;
    return {};
}

double ArchitecturePainter::heightOf(const LayerInfo& layer, double roomy) const {
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

double ArchitecturePainter::heightOf(double roomy) const {
    double height = kTop + kBottom + kForecast.at(roomy) * theme_.textScale();
    for (const LayerInfo& layer : architecture_.layers)
        if (layer.kind != Kind::Dropout) height += heightOf(layer, roomy) + kGap.at(roomy);
    return height;
}

QSize ArchitecturePainter::minimumSize() const {
    return {qCeil(leftWords_ + rightWords_ + kMinNet * theme_.textScale()), qCeil(heightOf(0))};
}

QSize ArchitecturePainter::usualSize() const { return {qCeil(640 * theme_.textScale()), qCeil(heightOf(1))}; }

/// Dropout has no box of its own: it is a note of the layer below.
void ArchitecturePainter::listLevels() {
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
void ArchitecturePainter::layOut(const QSizeF& size) {
    size_ = size;
    const double scale = theme_.textScale(), least = heightOf(0), wanted = heightOf(1);
    const double roomy = std::clamp((size_.height() - least) / (wanted - least), 0.0, 1.0);
    const double forecast = kForecast.at(roomy) * scale;
    double needed = kTop + kBottom + forecast;
    for (const Level& level : levels_) needed += heightOf(info(level), roomy);
    if (levels_.empty()) return;
    const double side = std::clamp((size_.width() - kNet * scale) / 2, 0.0, kSide * scale);
    left_ = std::max(leftWords_, side), right_ = std::max(rightWords_, side);
    const double gap = std::clamp((size_.height() - needed) / static_cast<double>(levels_.size()), kGap.least, kMaxGap);
    const QFontMetrics small(theme_.font(11));
    const double left = left_, right = size_.width() - right_;
    double bottom = size_.height() - kBottom -
                    std::max(0.0, (size_.height() - needed - gap * static_cast<double>(levels_.size())) / 2);
    for (Level& level : levels_) {
        const double tall = heightOf(info(level), roomy);
        level.box = QRectF(left, bottom - tall, std::max(40.0, right - left), tall);
        if (info(level).kind == Kind::Head) {
            const double text = small.horizontalAdvance(translated(info(level).name)) + 2 * small.averageCharWidth();
            const double width =
                std::min(level.box.width(), std::max(text, std::min(150 * scale, level.box.width() * 0.4)));
            const double centre = isLabelling(config_) ? level.box.center().x() : columns().back();
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

double ArchitecturePainter::netWidth() const { return std::max(40.0, size_.width() - left_ - right_); }

/// Centres of the drawn time steps: three from the start, two from the end; in a narrow place two and one.
std::vector<double> ArchitecturePainter::columns() const {
    const bool narrow = netWidth() < kNet * theme_.textScale() - 1;
    std::vector<double> centres = narrow ? std::vector{0.16, 0.47, 0.84} : std::vector{0.125, 0.28, 0.435, 0.725, 0.88};
    const auto drawn = static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(config_.lookback, 2, std::ssize(centres)));
    centres.erase(centres.begin() + 1, centres.begin() + 1 + (std::ssize(centres) - drawn));
    for (double& centre : centres) centre = left_ + centre * netWidth();
    return centres;
}

QString ArchitecturePainter::cellName() const { return fromUtf8(std::string(cellTraits(config_.cell).family)); }

int ArchitecturePainter::layerAt(QPointF at) const {
    for (const Level& level : levels_) {
        // The labels beside a layer belong to it.
        if (at.y() >= level.box.top() - 4 && at.y() <= level.box.bottom() + 4) return level.layer;
    }
    return -1;
}

void ArchitecturePainter::paint(QPainter& painter, int selected, int hovered) {
    selected_ = selected, hovered_ = hovered;
    if (levels_.empty()) return;
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) paintBetween(painter, levels_[i], levels_[i + 1]);
    for (const Level& level : levels_) {
        switch (info(level).kind) {
            case Kind::Window:
                paintWindow(painter, level);
                break;
            case Kind::Recurrent:
                paintRecurrent(painter, level);
                break;
            default:
                paintPlate(painter, level);
                break;
        }
        paintLabels(painter, level);
    }
    paintForecast(painter);
}

ArchitecturePainter::Words ArchitecturePainter::wordsOf(const Level& level) const {
    const LayerInfo& layer = info(level);
    Words words{{}, {}, shapeText(layer.output), level.note};
    auto& [name, detail, shape, note] = words;
    switch (layer.kind) {
        case Kind::Window:
            name = isForecast(config_) ? tr("Window") : tr("Sequence");
            detail = shape_.tokens > 0    ? tr("%1 tokens").arg(formatCount(shape_.tokens))
                     : shape_.inputs == 1 ? tr("1 input")
                                          : tr("%1 inputs").arg(formatCount(shape_.inputs));
            note = tr("time, batch, feature");
            break;
        case Kind::Recurrent:
            name = tr("Layer %1").arg(layer.recurrentIndex + 1);
            detail = config_.bidirectional ? tr("2 × %1").arg(formatCount(config_.hiddenSize))
                                           : tr("%1 units").arg(formatCount(config_.hiddenSize));
            if (note.isEmpty() && layer.recurrentIndex + 1 == config_.layers && poolsLast(config_) &&
                !isLabelling(config_))
                note = tr("last step kept");
            break;
        case Kind::Head:
            name = tr("Head");
            break;
        case Kind::Embedding: {
            constexpr int kMost = 16;  // letters beside the diagram
            name = tr("Embedding");
            if (layer.name.arguments.size() != 3) break;  // of tokens
            const auto said = [&](std::size_t i) { return translated(layer.name.arguments[i]); };
            detail =
                tr("%1: %2 in %3")
                    .arg(said(0).size() > kMost ? said(0).left(kMost - 1) + QChar(0x2026) : said(0), said(1), said(2));
            break;
        }
        default:
            name = translated(layer.name);
            break;
    }
    return words;
}

void ArchitecturePainter::paintLabels(QPainter& painter, const Level& level) const {
    const Palette& p = theme_.palette();
    const bool chosen = level.layer == selected_;
    const auto [name, detail, shape, note] = wordsOf(level);
    const double middle = level.box.center().y();
    const double scale = theme_.textScale(), tall = 18 * scale;
    const QRectF left(4, middle - tall, left_ - 8, tall),
        right(size_.width() - right_ + 4, middle - tall, right_ - 8, tall);
    const double offset = detail.isEmpty() ? tall / 2 : 0, rightOffset = note.isEmpty() ? tall / 2 : 0;
    painter.setFont(theme_.font(11, 500));
    painter.setPen(chosen ? p.accent : p.text);
    painter.drawText(left.translated(0, offset), Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.drawText(right.translated(0, rightOffset), Qt::AlignRight | Qt::AlignVCenter, shape);
    painter.setFont(theme_.font(11));
    painter.setPen(p.muted);
    painter.drawText(left.translated(0, 16 * scale), Qt::AlignLeft | Qt::AlignVCenter, detail);
    painter.drawText(right.translated(0, 16 * scale), Qt::AlignRight | Qt::AlignVCenter, note);
}

std::pair<QString, QString> ArchitecturePainter::endTexts() const {
    if (isForecast(config_))
        return {tr("t − %1").arg(formatCount(std::max<std::int64_t>(0, config_.lookback - 1))), QStringLiteral("t")};
    return {tr("step %1").arg(1), tr("step %1").arg(formatCount(config_.lookback))};
}

void ArchitecturePainter::paintWindow(QPainter& painter, const Level& level) const {
    const Palette& p = theme_.palette();
    const QRectF box = level.box;
    const double scale = theme_.textScale(), axis = box.bottom() - 16 * scale,
                 first = std::max(left_, columns().front() - 30),
                 last = std::min(size_.width() - right_, columns().back() + 30);
    QPainterPath wave;
    const bool tokens = shape_.tokens > 0;  // one after the other, no curve
    for (double x = first; x <= last; x += tokens ? 11 : 2) {
        const double t = (x - first) / 11;
        const double y = axis - 14 - 5 * std::sin(t) - 2.5 * std::sin(t * 2.7 + 1);
        if (tokens)
            wave.addRect(x, axis - 19, 6, 10);
        else
            x == first ? wave.moveTo(x, y) : wave.lineTo(x, y);
    }
    painter.setPen(line(level.layer == selected_ ? p.accent : p.text));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(wave);
    painter.setPen(line(p.axis));
    painter.drawLine(QPointF(first, axis), QPointF(last, axis));
    painter.setFont(theme_.font(11));
    painter.setPen(p.muted);
    const auto [start, end] = endTexts();
    painter.drawText(QRectF(columns().front() - 40 * scale, axis + 1, 80 * scale, 15 * scale), Qt::AlignCenter, start);
    painter.drawText(QRectF(columns().back() - 40 * scale, axis + 1, 80 * scale, 15 * scale), Qt::AlignCenter, end);
}

void ArchitecturePainter::paintPlate(QPainter& painter, const Level& level) const {
    const Palette& p = theme_.palette();
    const bool chosen = level.layer == selected_;
    painter.setPen(line(chosen ? p.accent : p.strong, chosen ? 1.5 : 1));
    painter.setBrush(chosen ? p.infoTint : p.surface);
    painter.drawRoundedRect(level.box, 4, 4);
    painter.setFont(theme_.font(11));
    painter.setPen(p.text);
    painter.drawText(level.box, Qt::AlignCenter,
                     painter.fontMetrics().elidedText(translated(info(level).name), Qt::ElideRight,
                                                      static_cast<int>(level.box.width()) - 4));
}

void ArchitecturePainter::paintRecurrent(QPainter& painter, const Level& level) const {
    const Palette& p = theme_.palette();
    const bool chosen = level.layer == selected_, hovered = level.layer == hovered_;
    painter.setPen(line(chosen ? p.accent : hovered ? p.strong : p.border, 1));
    painter.setBrush(chosen ? p.infoTint : p.bg);
    painter.drawRoundedRect(level.box, 6, 6);
    const std::vector<double> centres = columns();
    const double pitch = centres.size() > 1 ? centres[1] - centres[0] : 80;
    const double scale = theme_.textScale(), tall = cellHeight(),
                 wide = std::clamp(pitch - 16 * scale, 24 * scale, 66 * scale);
    const int rows = config_.bidirectional ? 2 : 1;
    const QColor ink = chosen ? p.accent : p.strong;
    paintFeeds(painter, level, wide);
    for (int row = 0; row < rows; ++row) {
        const bool backward = row == 1;  // the upper row reads from the end to the start
        const double y = rows == 1  ? level.box.center().y()
                         : backward ? level.box.top() + level.box.height() * 0.27
                                    : level.box.top() + level.box.height() * 0.73;
        for (std::size_t i = 0; i + 1 < centres.size(); ++i) {
            const bool skips = i == centres.size() / 2 && config_.lookback > std::ssize(centres);
            double a = centres[i] + wide / 2 + 1, b = centres[i + 1] - wide / 2 - 1;
            if (skips) {
                const double middle = (a + b) / 2;
                painter.setPen(p.text);
                painter.setFont(theme_.font(11));
                painter.drawText(QRectF(middle - 10, y - 10, 20, 16), Qt::AlignCenter, QStringLiteral("…"));
                if (b - a < 25) continue;  // no room for arrows beside it
                backward ? arrow(painter, {middle - 12, y}, {a, y}, p.text)
                         : arrow(painter, {a, y}, {middle - 12, y}, p.text);
                backward ? arrow(painter, {b, y}, {middle + 12, y}, p.text)
                         : arrow(painter, {middle + 12, y}, {b, y}, p.text);
                continue;
            }
            backward ? arrow(painter, {b, y}, {a, y}, p.text) : arrow(painter, {a, y}, {b, y}, p.text);
        }
        painter.setFont(theme_.font(11));
        for (const double centre : centres) {
            const QRectF cell(centre - wide / 2, y - tall / 2, wide, tall);
            painter.setPen(line(ink));
            painter.setBrush(p.surface);
            painter.drawRoundedRect(cell, 3, 3);
            painter.setPen(p.text);
            painter.drawText(
                cell, Qt::AlignCenter,
                painter.fontMetrics().horizontalAdvance(cellName()) + 4 > wide ? cellName().left(1) : cellName());
        }
    }
}

/// Inside a layer: every step's input goes to the forward cell and, around it, to the backward one; outputs leave at
/// the top.
void ArchitecturePainter::paintFeeds(QPainter& painter, const Level& level, double cellWidth) const {
    const QColor ink = theme_.palette().axis;
    const QRectF& box = level.box;
    const double half = cellHeight() / 2, lower = box.top() + box.height() * (config_.bidirectional ? 0.73 : 0.5),
                 upper = box.top() + box.height() * 0.27;
    for (const double x : columns()) {
        arrow(painter, {x, box.bottom()}, {x, lower + half + 1}, ink);
        painter.setPen(line(ink));
        painter.drawLine(QPointF(x, (config_.bidirectional ? upper : lower) - half), QPointF(x, box.top()));
        if (!config_.bidirectional) continue;
        const double side = x + cellWidth / 2 + 6, foot = box.bottom() - 6, turn = upper + half + 7;
        painter.drawPolyline(QPolygonF{{x, foot}, {side, foot}, {side, turn}, {x, turn}});
        arrow(painter, {x, turn}, {x, upper + half + 1}, ink);
    }
}

/// From every step of the lower level to the same step of the upper; from the last step only where the head reads just
/// that.
void ArchitecturePainter::paintBetween(QPainter& painter, const Level& below, const Level& above) const {
    const QColor ink = theme_.palette().axis;
    const double from = info(below).kind == Kind::Window ? below.box.top() + 6 : below.box.top() - 1;
    if (info(above).kind == Kind::Head && !isLabelling(config_)) {
        const double x = std::clamp(columns().back(), above.box.left() + 8, above.box.right() - 8);
        return arrow(painter, {x, from}, {x, above.box.bottom() + 1}, ink);
    }
    if (info(above).kind == Kind::Pooling || info(above).kind == Kind::Head) {
        for (const double x : columns())
            arrow(painter, {x, from},
                  {std::clamp(x, above.box.left() + 8, above.box.right() - 8), above.box.bottom() + 1}, ink);
        return;
    }
    painter.setPen(line(ink));
    for (const double x : columns()) painter.drawLine(QPointF(x, from), QPointF(x, above.box.bottom()));
}

std::pair<QString, QString> ArchitecturePainter::forecastWords() const {
    if (shape_.classes > 0) return {tr("Classes"), tr("%1 to choose from").arg(formatCount(shape_.classes))};
    if (!isForecast(config_)) return {tr("Number"), tr("one per sequence")};
    return {tr("Forecast"),
            config_.horizon == 1 ? tr("1 step ahead") : tr("%1 steps ahead").arg(formatCount(config_.horizon))};
}

void ArchitecturePainter::paintForecast(QPainter& painter) const {
    const Palette& p = theme_.palette();
    const Level& head = levels_.back();
    const double x = head.box.center().x();
    const bool classes = shape_.classes > 0, numbers = !classes && !isForecast(config_);
    painter.setFont(theme_.font(11, 500));
    painter.setPen(p.text);
    const double scale = theme_.textScale(), tall = 18 * scale;
    const QRectF left(4, forecast_.center().y() - tall, left_ - 8, tall);
    const auto [title, amount] = forecastWords();
    painter.drawText(left, Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(theme_.font(11));
    painter.setPen(p.muted);
    painter.drawText(left.translated(0, 16 * scale), Qt::AlignLeft | Qt::AlignVCenter, amount);
    arrow(painter, {x, head.box.top() - 1}, {x, forecast_.bottom() + 1}, p.axis);
    painter.setBrush(Qt::NoBrush);
    if (classes) {
        const double heights[] = {0.25, 0.9, 0.4, 0.15, 0.5, 0.2, 0.35, 0.1, 0.3, 0.2};
        const int drawn = static_cast<int>(std::clamp<std::int64_t>(shape_.classes, 2, std::ssize(heights)));
        const double wide = forecast_.width() / std::max(9, 2 * drawn - 1);
        const double first = forecast_.center().x() - wide * (drawn - 0.5);
        for (int i = 0; i < drawn; ++i) {
            const double tall = heights[i] * (forecast_.height() - 6);
            painter.fillRect(QRectF(first + wide * 2.0 * i, forecast_.bottom() - 4 - tall, wide, tall),
                             i == 1 ? p.runs[0] : p.hatch);
        }
        return;
    }
    if (numbers) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.runs[0]);
        return painter.drawEllipse(forecast_.center(), 5, 5);
    }
    QPainterPath curve;
    for (double t = 0; t <= 1.001; t += 0.02) {
        const double y = forecast_.center().y() - 9 * std::sin(t * 5.4 + 2.4) - 6 * (t - 0.5);
        t == 0 ? curve.moveTo(forecast_.left(), y) : curve.lineTo(forecast_.left() + t * forecast_.width(), y);
    }
    painter.setPen(line(p.runs[0], 2));
    painter.drawPath(curve);
}

}  // namespace gatelab
