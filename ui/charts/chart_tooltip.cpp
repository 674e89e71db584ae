// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_paint.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kMaxRows = 12;
constexpr double kRow = 18, kPadding = 8, kSample = 22, kGap = 12;

struct Row {
    const ChartLine* line;
    double value;
    QString text;
};

std::vector<Row> rowsAt(const ChartContent& c) {
    std::vector<Row> rows;
    for (std::size_t k = 0; k < c.lines.size(); ++k) {
        const ChartLine& line = c.lines[k];
        if (line.name.isEmpty() || !c.shows(k) || line.isArea()) continue;
        const double value = valueAt(line, c.cursor);
        if (std::isnan(value)) continue;
        QString text = readingText(c.lines, k, c.cursor);
        if (const double difference = value - valueAt(line, c.pinned); !std::isnan(difference)) {
            text +=
                QStringLiteral("  ") + (difference > 0 ? QStringLiteral("+") : QString()) + formatNumber(difference, 3);
        }
        rows.push_back({&line, value, text});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.value > b.value; });
    return rows;
}

}  // namespace

void paintTooltip(QPainter& painter, const ChartContent& c, const Theme& theme, const ChartGeometry& g) {
    if (!c.crowded || !c.pointer || std::isnan(c.cursor)) return;
    const std::vector<Row> rows = rowsAt(c);
    if (rows.empty()) return;
    const double scale = theme.textScale(), row = kRow * scale, top = g.plot.top() + 4;
    const double room = std::max(2.0, std::floor((g.whole.bottom() - 1 - top - (2 * kPadding - 6)) / row));
    const auto most = std::min(kMaxRows, static_cast<std::size_t>(room));
    // The row that says how many more there are needs room too.
    const std::size_t shown = rows.size() <= most                      ? rows.size()
                              : most == static_cast<std::size_t>(room) ? most - 1
                                                                       : most;
    painter.setFont(theme.font(12));
    double names = 0, values = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        names = std::max(names, static_cast<double>(painter.fontMetrics().horizontalAdvance(rows[i].line->name)));
        values = std::max(values, static_cast<double>(painter.fontMetrics().horizontalAdvance(rows[i].text)));
    }
    const QString more = rows.size() > shown
                             ? QCoreApplication::translate("LineChart", "and %1 more").arg(rows.size() - shown)
                             : QString();
    // A long name is cut before the box outgrows the plot.
    names = std::clamp(g.plot.width() - 2 * kPadding - kSample - kGap - values, 0.0, names);
    QRectF box(0, 0, 2 * kPadding + kSample + names + kGap + values,
               2 * kPadding - 6 + row * static_cast<double>(shown + (more.isEmpty() ? 0 : 1)));
    const double x = g.xPixel(c, c.cursor);
    const bool fitsRight = x + 12 + box.width() <= g.plot.right();
    box.moveTopLeft(QPointF(fitsRight ? x + 12 : std::max(g.plot.left(), x - 12 - box.width()), top));
    painter.setPen(QPen(theme.palette().strong, 1));
    painter.setBrush(theme.palette().surface);
    painter.drawRoundedRect(box, 4, 4);
    double y = box.top() + kPadding - 3;
    for (std::size_t i = 0; i < shown; ++i, y += row) {
        paintSample(painter, *rows[i].line, QPointF(box.left() + kPadding, y + row / 2));
        painter.setPen(theme.palette().text);
        painter.drawText(
            QRectF(box.left() + kPadding + kSample, y, names + 2, row), Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(rows[i].line->name, Qt::ElideRight, static_cast<int>(names) + 1));
        painter.drawText(QRectF(box.left(), y, box.width() - kPadding, row), Qt::AlignRight | Qt::AlignVCenter,
                         rows[i].text);
    }
    painter.setPen(theme.palette().muted);
    if (!more.isEmpty())
        painter.drawText(QRectF(box.left() + kPadding + kSample, y, box.width(), row), Qt::AlignLeft | Qt::AlignVCenter,
                         more);
}

}  // namespace gatelab
