// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_legend.h"

#include "charts/chart_paint.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

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
        return last < 0 ? QString() : readingText(content_.lines, k, line.x[static_cast<std::size_t>(last)], false);
    }
    const double difference = valueAt(line, content_.cursor) - valueAt(line, content_.pinned);
    const QString text = readingText(content_.lines, k, content_.cursor, std::isnan(difference));
    if (text.isEmpty() || std::isnan(difference)) return text;
    return QStringLiteral("%1 (%2%3)")
        .arg(text, difference > 0 ? QStringLiteral("+") : QString(), formatNumber(difference, 3));
}

std::vector<ChartLegend::Entry> ChartLegend::entriesOf(Reading reading) const {
    const QFontMetricsF names(theme_.font(12)), figures(theme_.font(12, 500));
    std::vector<Entry> entries;
    for (std::size_t k = 0; k < content_.lines.size(); ++k) {
        const ChartLine& line = content_.lines[k];
        if (line.name.isEmpty()) continue;
        Entry entry{k, line.name, content_.shows(k) ? valueText(k, reading) : QString()};
        entry.nameWidth = names.horizontalAdvance(entry.name);
        entry.valueWidth = entry.value.isEmpty() ? 0 : kGap + figures.horizontalAdvance(entry.value);
        entries.push_back(std::move(entry));
    }
    return entries;
}

int ChartLegend::wholeWidth() const {
    double width = 0;
    for (const Entry& entry : entriesOf(Reading::Last))
        width += kSample + kGap + entry.nameWidth + entry.valueWidth + kBetween;
    return static_cast<int>(std::ceil(width));
}

/// A figure is never left out while its line is in the legend, and no name is a stump. One after the other, from the
/// last on and only as far as there is no room, names give way to the short ones of the margin; then whole names that
/// are no number go; what finds no room even so is counted.
std::vector<ChartLegend::Entry> ChartLegend::arrange(double width, Reading reading) const {
    const QFontMetricsF names(theme_.font(12));
    std::vector<Entry> entries = entriesOf(reading);
    double room = width + kBetween;  // for names
    const auto besideName = [](const Entry& entry) { return kSample + kGap + entry.valueWidth + kBetween; };
    for (const Entry& entry : entries) room -= besideName(entry);
    const auto surplus = [&] {
        double all = -room;
        for (const Entry& entry : entries) all += entry.nameWidth;
        return all;
    };
    const auto isTooWide = [&] { return surplus() > 0; };
    const auto shorten = [&](Entry& entry, const QString& name) {
        entry.name = name;
        entry.nameWidth = names.horizontalAdvance(name);
    };
    const auto markOf = [this](const Entry& entry) { return content_.lines[entry.line].mark; };
    for (std::size_t at = entries.size(); at-- > 0 && isTooWide();)
        if (const QString mark = markOf(entries[at]); !mark.isEmpty() && mark.size() < entries[at].name.size())
            shorten(entries[at], mark);
    // The shortest name without which there is room, else the last one.
    while (isTooWide() && entries.size() > 1) {
        std::ptrdiff_t gone = -1;
        for (std::ptrdiff_t at = std::ssize(entries) - 1; at >= 0; --at) {
            const Entry& entry = entries[static_cast<std::size_t>(at)];
            if (entry.value.isEmpty() || entry.name.isEmpty() || entry.name == markOf(entry)) continue;
            const bool isEnough = entry.nameWidth >= surplus();
            if (gone < 0 || (isEnough && entry.nameWidth < entries[static_cast<std::size_t>(gone)].nameWidth))
                gone = at;
        }
        if (gone < 0) break;
        shorten(entries[static_cast<std::size_t>(gone)], {});
    }
    // What went before a longer name did may have room again: whole, or short.
    for (Entry& entry : entries)
        for (const QString& name : {content_.lines[entry.line].name, markOf(entry)})
            if (entry.name.isEmpty() && !name.isEmpty() && surplus() + names.horizontalAdvance(name) <= 0)
                shorten(entry, name);
    bool isCounted = false;
    const auto drop = [&](std::size_t at) {
        if (!std::exchange(isCounted, true)) room -= kBetween + names.horizontalAdvance(QStringLiteral("+99"));
        room += besideName(entries[at]);
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
    };
    for (std::size_t at = entries.size(); entries.size() > 1 && at-- > 0 && isTooWide();)
        entries[at].value.isEmpty() ? drop(at) : shorten(entries[at], {});
    while (entries.size() > 1 && isTooWide()) drop(entries.size() - 1);
    if (entries.size() == 1 && isTooWide())
        shorten(entries.front(), names.elidedText(entries.front().name, Qt::ElideRight, std::max(0.0, room)));
    return entries;
}

double ChartLegend::paint(QPainter& painter, const QRectF& area, Reading reading) {
    boxes_.clear();
    const auto named =
        std::ranges::count_if(content_.lines, [](const ChartLine& line) { return !line.name.isEmpty(); });
    const std::vector<Entry> entries = arrange(area.width(), reading);
    double x = area.left();
    for (const Entry& entry : entries) {
        const bool shown = content_.shows(entry.line);
        painter.setOpacity(shown ? 1 : 0.4);
        paintSample(painter, content_.lines[entry.line], QPointF(x, area.center().y()));
        painter.setPen(theme_.palette().text);
        painter.setFont(theme_.font(12));
        const QRectF nameBox(x + kSample + kGap, area.top(), entry.nameWidth + 1, area.height());
        painter.drawText(nameBox, Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        painter.setFont(theme_.font(12, 500));
        if (!entry.value.isEmpty())
            painter.drawText(QRectF(nameBox.right() + kGap - 1, area.top(), entry.valueWidth + 1, area.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, entry.value);
        painter.setOpacity(1);
        const double width = kSample + kGap + entry.nameWidth + entry.valueWidth;
        boxes_.emplace_back(QRectF(x, area.top(), width, area.height()), entry.line);
        x += width + kBetween;
    }
    const auto left = named - static_cast<std::ptrdiff_t>(entries.size());
    overflow_ = content_.crowded = left > 0;
    if (overflow_) {
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
