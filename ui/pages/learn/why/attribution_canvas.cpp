// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/why/attribution_canvas.h"

#include "common/texts.h"
#include "data/recipe/categories.h"
#include "data/recipe/word_tables.h"
#include "data/row_time.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

namespace {

constexpr int kNames = 120, kSums = 72, kCurve = 120, kGap = 8, kFoot = 40, kAttention = 18, kMostRow = 72;
constexpr int kCurvesOfInput = 3;

QString withSign(double value) {
    return value > 0 ? QStringLiteral("+") + formatNumber(value, 3) : formatNumber(value, 3);
}

/// Every `width`-th value from `first` on.
std::vector<double> columnOf(const std::vector<double>& values, std::size_t first, std::size_t width) {
    std::vector<double> column;
    for (std::size_t i = first; i < values.size(); i += width) column.push_back(values[i]);
    return column;
}

/// What a column of the answer is of a step's inputs: a number, or the word of a column of words, which are inputs of 0
/// and 1 (a share where rows were put together: then the largest).
QString readText(const std::string& column, const std::vector<std::string>& names, std::span<const double> inputs) {
    if (const auto own = std::ranges::find(names, column); own != names.end())
        return formatNumber(inputs[static_cast<std::size_t>(own - names.begin())], 3);
    for (const std::string& words : {column, column.substr(0, column.rfind(" +"))})
        for (const WordTable& table : wordTables({categoryStep(words, kAsEmbedding)}, names))
            for (const WordTable::Copy& copy : table.copies) {
                if (words + copy.mark != column) continue;
                const auto valueOf = [&](std::int64_t input) { return inputs[static_cast<std::size_t>(input)]; };
                const std::int64_t most = *std::ranges::max_element(copy.inputs, {}, valueOf);
                if (!(valueOf(most) > 0)) continue;
                const std::string& name = names[static_cast<std::size_t>(most)];
                return fromUtf8(name.substr(words.size() + 1, name.size() - words.size() - 1 - copy.mark.size()));
            }
    return formatNumber(0, 3);
}

}  // namespace

AttributionCanvas::AttributionCanvas(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(280);
    setAccessibleName(tr("Shares of the answer by column and step"));
    connect(theme_, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void AttributionCanvas::setAnswer(std::shared_ptr<const Attribution> answer, std::shared_ptr<const InspectedRun> run) {
    answer_ = std::move(answer);
    run_ = std::move(run);
    choose(-1, -1);
    setAccessibleDescription(answer_ ? translated(answer_->soWhat()) : QString());
    update();
}

void AttributionCanvas::setEmptyText(const QString& text) {
    empty_ = text;
    update();
}

AttributionCanvas::Places AttributionCanvas::places() const {
    Places at;
    const double scale = theme_->textScale();
    const WindowView& window = answer_->window;
    at.steps = std::max<std::int64_t>(1, window.steps);
    at.columns = std::max<std::int64_t>(1, std::ssize(answer_->columns));
    at.shown = at.steps + (window.past.empty() ? 0 : run_->config.horizon);
    at.left = kNames * scale;
    at.right = width() - kSums * scale;
    const double foot = height() - kFoot * scale, below = answer_->attention.empty() ? 0 : (kAttention + kGap) * scale;
    const double top = std::min(kCurve * scale, height() * 0.35);
    at.curve = QRectF(at.left, 4, at.right - at.left, top - 4);
    const double room = foot - below - top - kGap;
    const double high = std::min(room, kMostRow * scale * static_cast<double>(at.columns));
    at.heat = QRectF(at.left, top + kGap, at.xOf(static_cast<double>(at.steps)) - at.left, std::max(1.0, high));
    at.attention = QRectF(at.left, at.heat.bottom() + kGap, at.heat.width(), kAttention * scale);
    return at;
}

double AttributionCanvas::largest() const {
    double most = 0;
    for (const double value : answer_->values) most = std::max(most, std::abs(value));
    return most > 0 ? most : 1;
}

QString AttributionCanvas::stepText(std::int64_t step) const {
    const QString number = tr("step %1").arg(step + 1);
    if (answer_->window.firstRow < 0 || !run_->time.known()) return number;
    QString time = fromUtf8(rowTime(run_->time, answer_->window.firstRow + step));
    return tr("%1 (%2)").arg(number, time.left(16).replace(QLatin1Char('T'), QLatin1Char(' ')));
}

QString AttributionCanvas::cellText() const {
    if (!answer_ || column_ < 0 || step_ < 0) return {};
    const WindowView& window = answer_->window;
    const auto place = static_cast<std::size_t>(step_ * std::ssize(answer_->columns) + column_);
    const std::string& column = answer_->columns[static_cast<std::size_t>(column_)];
    const auto width = static_cast<std::size_t>(window.columns);
    const std::span inputs = std::span(window.input).subspan(static_cast<std::size_t>(step_) * width, width);
    return tr("%1, %2: read %3, share %4")
        .arg(fromUtf8(column), stepText(step_), readText(column, run_->inputs, inputs),
             withSign(answer_->values[place]));
}

void AttributionCanvas::choose(std::int64_t column, std::int64_t step) {
    if (column == column_ && step == step_) return;
    column_ = column, step_ = step;
    Q_EMIT cellChanged(cellText());
    update();
}

void AttributionCanvas::paintCurve(QPainter& painter, const Places& at) const {
    const WindowView& window = answer_->window;
    const Palette& p = theme_->palette();
    struct Line {
        std::vector<double> values;
        std::int64_t first;
        QPen pen;
    };
    std::vector<Line> lines;
    if (!window.past.empty()) {
        const auto targets = run_->targets.size(), target = static_cast<std::size_t>(answer_->question.target);
        lines.push_back({columnOf(window.past, target, targets), 0, QPen(p.text, 1.5)});
        lines.push_back({columnOf(window.truth, target, targets), at.steps, QPen(p.muted, 1.5, Qt::DashLine)});
        lines.push_back({columnOf(window.answer, target, targets), at.steps, QPen(theme_->runColour(0), 2)});
    } else {
        for (std::int64_t c = 0; c < std::min<std::int64_t>(at.columns, kCurvesOfInput); ++c)
            lines.push_back(
                {columnOf(window.input, static_cast<std::size_t>(c), static_cast<std::size_t>(window.columns)), 0,
                 QPen(theme_->runColour(static_cast<int>(c)), 1.5)});
    }
    double low = INFINITY, high = -INFINITY;
    for (const Line& line : lines)
        for (const double value : line.values)
            if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low <= high)) return;
    if (low == high) low -= 1, high += 1;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Line& line : lines) {
        QPolygonF points;
        for (std::size_t i = 0; i < line.values.size(); ++i)
            if (std::isfinite(line.values[i]))
                points << QPointF(at.xOf(static_cast<double>(line.first) + static_cast<double>(i) + 0.5),
                                  at.curve.bottom() - (line.values[i] - low) / (high - low) * at.curve.height());
        painter.setPen(line.pen);
        points.size() > 1 ? painter.drawPolyline(points) : painter.drawPoints(points);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(p.muted);
    painter.setFont(theme_->font(12));
    const QRectF side(0, at.curve.top(), at.left - 8, at.curve.height());
    painter.drawText(side, Qt::AlignRight | Qt::AlignTop, formatNumber(high, 3));
    painter.drawText(side, Qt::AlignRight | Qt::AlignBottom, formatNumber(low, 3));
    painter.drawText(side, Qt::AlignLeft | Qt::AlignVCenter, window.past.empty() ? tr("window") : tr("forecast"));
}

void AttributionCanvas::paintHeat(QPainter& painter, const Places& at) const {
    const double most = largest();
    QImage image(static_cast<int>(at.steps), static_cast<int>(at.columns), QImage::Format_RGB32);
    for (std::int64_t step = 0; step < at.steps; ++step)
        for (std::int64_t c = 0; c < at.columns; ++c)
            image.setPixelColor(
                static_cast<int>(step), static_cast<int>(c),
                heatColour(theme_->palette().tide,
                           0.5 + 0.5 * answer_->values[static_cast<std::size_t>(step * at.columns + c)] / most));
    painter.drawImage(at.heat, image);
    painter.setPen(theme_->palette().border);
    painter.drawRect(at.heat.adjusted(-0.5, -0.5, 0.5, 0.5));
    if (!answer_->attention.empty()) {
        const double top = *std::ranges::max_element(answer_->attention);
        QImage weights(static_cast<int>(at.steps), 1, QImage::Format_RGB32);
        for (std::int64_t step = 0; step < at.steps; ++step)
            weights.setPixelColor(
                static_cast<int>(step), 0,
                heatColour(theme_->palette().gate,
                           answer_->attention[static_cast<std::size_t>(step)] / std::max(1e-12, top)));
        painter.drawImage(at.attention, weights);
        painter.drawRect(at.attention.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    if (step_ < 0) return;
    const double high = at.heat.height() / static_cast<double>(at.columns);
    painter.setPen(QPen(theme_->palette().text, 1.5));
    painter.drawRect(QRectF(at.xOf(static_cast<double>(step_)), at.heat.top() + high * static_cast<double>(column_),
                            at.xOf(1) - at.xOf(0), high));
}

void AttributionCanvas::paintNames(QPainter& painter, const Places& at) const {
    const std::vector<double> sums = answer_->byColumn();
    painter.setFont(theme_->font(12));
    const QFontMetrics metrics = painter.fontMetrics();
    const double high = at.heat.height() / static_cast<double>(at.columns);
    // Names that have no room are told under the pointer.
    const auto every = static_cast<std::int64_t>(std::ceil(metrics.height() / high));
    for (std::int64_t c = 0; c < at.columns; c += every) {
        const QRectF row(0, at.heat.top() + high * static_cast<double>(c), at.left - 8,
                         high * static_cast<double>(every));
        painter.setPen(theme_->palette().text);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(fromUtf8(answer_->columns[static_cast<std::size_t>(c)]), Qt::ElideMiddle,
                                            static_cast<int>(row.width())));
        if (every > 1) continue;
        painter.drawText(QRectF(at.right + 8, row.top(), width() - at.right - 8, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, withSign(sums[static_cast<std::size_t>(c)]));
    }
    if (answer_->attention.empty()) return;
    painter.setPen(theme_->palette().muted);
    painter.drawText(QRectF(0, at.attention.top(), at.left - 8, at.attention.height()),
                     Qt::AlignRight | Qt::AlignVCenter, tr("attention"));
}

void AttributionCanvas::paintKey(QPainter& painter, const Places& at) const {
    const double bottom = (answer_->attention.empty() ? at.heat : at.attention).bottom();
    painter.setFont(theme_->font(12));
    painter.setPen(theme_->palette().muted);
    const QFontMetrics metrics = painter.fontMetrics();
    const QRectF axis(at.left, bottom + 3, at.heat.width(), metrics.height());
    painter.drawText(axis, Qt::AlignLeft, stepText(0));
    painter.drawText(axis, Qt::AlignRight, stepText(at.steps - 1));
    const QString low = tr("%1 pulls down").arg(withSign(-largest())),
                  high = tr("%1 pulls up").arg(withSign(largest()));
    const double y = axis.bottom() + 4, bar = 96;
    double x = at.left;
    painter.drawText(QPointF(x, y + metrics.ascent()), low);
    x += metrics.horizontalAdvance(low) + 8;
    for (int i = 0; i < static_cast<int>(bar); ++i)
        painter.fillRect(QRectF(x + i, y + 3, 1, metrics.height() - 6),
                         heatColour(theme_->palette().tide, i / (bar - 1)));
    painter.drawText(QPointF(x + bar + 8, y + metrics.ascent()), high);
}

void AttributionCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!answer_ || !run_) {
        painter.setFont(theme_->font(13));
        painter.setPen(theme_->palette().muted);
        painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, empty_);
        return;
    }
    const Places at = places();
    paintCurve(painter, at);
    paintHeat(painter, at);
    paintNames(painter, at);
    paintKey(painter, at);
}

void AttributionCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!answer_) return;
    const Places at = places();
    const QPointF point = event->position();
    if (!at.heat.contains(point)) return choose(-1, -1);
    choose(
        std::clamp<std::int64_t>(
            static_cast<std::int64_t>((point.y() - at.heat.top()) / at.heat.height() * static_cast<double>(at.columns)),
            0, at.columns - 1),
        std::clamp<std::int64_t>(
            static_cast<std::int64_t>((point.x() - at.heat.left()) / at.heat.width() * static_cast<double>(at.steps)),
            0, at.steps - 1));
}

void AttributionCanvas::leaveEvent(QEvent* event) {
    choose(-1, -1);
    QWidget::leaveEvent(event);
}

void AttributionCanvas::keyPressEvent(QKeyEvent* event) {
    const int across = event->key() == Qt::Key_Right  ? 1
                       : event->key() == Qt::Key_Left ? -1
                                                      : 0,
              down = event->key() == Qt::Key_Down ? 1
                     : event->key() == Qt::Key_Up ? -1
                                                  : 0;
    if (!answer_ || (across == 0 && down == 0)) return QWidget::keyPressEvent(event);
    const Places at = places();
    if (step_ < 0) return choose(0, at.steps - 1);
    choose(std::clamp<std::int64_t>(column_ + down, 0, at.columns - 1),
           std::clamp<std::int64_t>(step_ + across, 0, at.steps - 1));
}

}  // namespace gatelab
