// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_legend.h"

#include "charts/chart_paint.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <cmath>

namespace gatelab {
namespace {

constexpr double kSample = 16, kGap = 6, kBetween = 14;

}  // namespace

ChartLegend::ChartLegend(ChartContent& content, const Theme& theme, QWidget* parent)
    : QWidget(parent), content_(content), theme_(theme) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    setMouseTracking(true);
}

void ChartLegend::refresh() { update(); }

QSize ChartLegend::sizeHint() const { return {200, static_cast<int>(std::lround(20 * theme_.textScale()))}; }

QString ChartLegend::valueText(std::size_t k, Reading reading) const {
    const ChartLine& line = content_.lines[k];
    if (line.isArea() || line.x.empty()) return {};
    if (reading == Reading::Last || std::isnan(content_.cursor)) {
        const std::ptrdiff_t last = line.hasLast ? nearestSample(line, std::numeric_limits<double>::max()) : -1;
        return last < 0 ? QString() : readingText(content_.lines, k, line.x[static_cast<std::size_t>(last)]);
    }
    const QString text = readingText(content_.lines, k, content_.cursor);
    const double difference = valueAt(line, content_.cursor) - valueAt(line, content_.pinned);
    if (text.isEmpty() || std::isnan(difference)) return text;
    return tr("%1 (%2 to the pin)")
        .arg(text, difference > 0 ? QStringLiteral("+") + formatNumber(difference, 3) : formatNumber(difference, 3));
}

double ChartLegend::paint(QPainter& painter, const QRectF& area, Reading reading) {
    boxes_.clear();
    overflow_ = false;
    double x = area.left();
    const QFontMetricsF names(theme_.font(12)), values(theme_.font(12, 500));
    const double forTheRest = kBetween + names.horizontalAdvance(QStringLiteral("+99"));
    const auto namedWidth = [&](const ChartLine& line) {
        return line.name.isEmpty() ? 0 : kSample + kGap + names.horizontalAdvance(line.name) + kBetween;
    };
    double behind = -kBetween;  // what the names of this line and those after it take
    for (const ChartLine& line : content_.lines) behind += namedWidth(line);
    // A name says more than "+1", and the value is under the pointer.
    const bool allNamed = behind <= area.width();
    int left = 0;
    for (std::size_t k = 0; k < content_.lines.size(); ++k) {
        const ChartLine& line = content_.lines[k];
        if (line.name.isEmpty()) continue;
        const bool shown = content_.shows(k);
        QString value = shown ? valueText(k, reading) : QString();
        const double named = namedWidth(line) - kBetween,
                     valued = value.isEmpty() ? 0 : kGap + values.horizontalAdvance(value);
        if (allNamed && x + behind + valued > area.right()) value.clear();
        behind -= namedWidth(line);
        const double width = named + (value.isEmpty() ? 0 : valued);
        if (overflow_ || (!allNamed && x + width > area.right() - (boxes_.empty() ? 0 : forTheRest))) {
            overflow_ = true;
            ++left;
            continue;
        }
        const double middle = area.center().y();
        painter.setOpacity(shown ? 1 : 0.4);
        paintSample(painter, line, QPointF(x, middle));
        painter.setPen(theme_.palette().text);
        painter.setFont(theme_.font(12));
        const QRectF nameBox(x + kSample + kGap, area.top(), names.horizontalAdvance(line.name) + 1, area.height());
        painter.drawText(nameBox, Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.setFont(theme_.font(12, 500));
        if (!value.isEmpty())
            painter.drawText(
                QRectF(nameBox.right() + kGap - 1, area.top(), values.horizontalAdvance(value) + 1, area.height()),
                Qt::AlignLeft | Qt::AlignVCenter, value);
        painter.setOpacity(1);
        boxes_.emplace_back(QRectF(x, area.top(), width, area.height()), k);
        x += width + kBetween;
    }
    content_.crowded = left > 0;
    if (left > 0) {
        painter.setFont(theme_.font(12));
        painter.setPen(theme_.palette().muted);
        painter.drawText(QRectF(x, area.top(), area.right() - x, area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("+%1").arg(left));
    }
    return x - area.left();
}

void ChartLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter, QRectF(rect()));
}

void ChartLegend::mousePressEvent(QMouseEvent* event) {
    for (const auto& [box, line] : boxes_) {
        // Not painted since the lines changed
        if (event->button() != Qt::LeftButton || !box.contains(event->position()) || line >= content_.lines.size())
            continue;
        content_.hidden.resize(content_.lines.size());
        // The raw line of the same colour and run goes with its smoothed one, and so do the lines of one key.
        const bool hide = !content_.hidden[line];
        content_.hidden[line] = hide;
        for (std::size_t k = 0; k < content_.lines.size(); ++k)
            if (content_.lines[k].name.isEmpty() && content_.lines[k].key == content_.lines[line].key &&
                (content_.lines[k].colour == content_.lines[line].colour || !content_.lines[k].key.isEmpty()))
                content_.hidden[k] = hide;
        Q_EMIT toggled();
        return;
    }
    QWidget::mousePressEvent(event);
}

void ChartLegend::mouseMoveEvent(QMouseEvent* event) {
    for (const auto& [box, line] : boxes_)
        if (box.contains(event->position()) && line < content_.lines.size())
            return Q_EMIT hovered(content_.lines[line].key);
    Q_EMIT hovered({});
}

void ChartLegend::leaveEvent(QEvent*) { Q_EMIT hovered({}); }

bool ChartLegend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QStringList words;
    const auto notify = [&](std::size_t k) {
        const QString &name = content_.lines[k].name, value = valueText(k);
        if (name.isEmpty()) return;
        words << (value.isEmpty()
                      ? name
                      : (std::isnan(content_.cursor) ? tr("%1: last value %2") : tr("%1: %2")).arg(name, value));
    };
    for (std::size_t k = 0; overflow_ && k < content_.lines.size(); ++k) notify(k);
    for (const auto& [box, line] : boxes_)
        if (!overflow_ && box.contains(help->pos()) && line < content_.lines.size()) notify(line);
    if (!overflow_) words << tr("Click a name to hide or show its line");
    QToolTip::showText(help->globalPos(), words.join('\n'), this);
    return true;
}

}  // namespace gatelab
