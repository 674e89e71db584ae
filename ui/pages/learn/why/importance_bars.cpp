// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/why/importance_bars.h"

#include "common/list_text.h"
#include "common/texts.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gatelab {

ImportanceBars::ImportanceBars(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ImportanceBars::setRows(const std::vector<const ImportanceRow*>& rows, double most) {
    rows_.clear();
    most_ = most;
    QStringList words;
    for (const ImportanceRow* row : rows) {
        rows_.push_back({translated(row->name), tr("× %1").arg(formatNumber(row->ratio, 3)), row->ratio, row->low,
                         row->high, row->matters()});
        words << tr("%1: %2 times the error, 95 % interval %3 to %4")
                     .arg(rows_.back().name, formatNumber(row->ratio, 3), formatNumber(row->low, 3),
                          formatNumber(row->high, 3));
    }
    setAccessibleName(clausesText(words));
    setToolTip(words.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

int ImportanceBars::rowHeight() const { return std::max(18, QFontMetrics(theme_.font(12)).height() + 2); }

QSize ImportanceBars::sizeHint() const { return {200, rowHeight() * static_cast<int>(rows_.size())}; }

void ImportanceBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = theme_.palette();
    const QFont own = theme_.font(12, 500), usual = theme_.font(12);
    const QFontMetrics metrics(own);
    int valueWidth = 0, nameWidth = 0;
    for (const Row& row : rows_) {
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(row.value));
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(row.name));
    }
    const int left = std::min(nameWidth + 10, width() * 45 / 100);
    const double room = std::max(1, width() - left - valueWidth - 12);
    const auto xOf = [&](double ratio) {
        return left + room * std::clamp((ratio - 1) / std::max(1e-9, most_ - 1), 0.0, 1.0);
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        const QRect line(0, static_cast<int>(i) * rowHeight(), width(), rowHeight());
        painter.setFont(row.matters ? own : usual);
        painter.setPen(row.matters ? p.text : p.muted);
        painter.drawText(line.adjusted(0, 0, left - width() - 4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(row.name, Qt::ElideRight, left - 6));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.value);
        const double middle = line.center().y() + 0.5;
        if (!std::isfinite(row.ratio)) continue;
        const QColor colour = row.matters ? theme_.runColour(0) : p.hatch;
        painter.fillRect(QRectF(left, middle - 4, std::max(1.0, xOf(row.ratio) - left), 8), colour);
        if (!std::isfinite(row.low) || !std::isfinite(row.high) || row.high <= 1) continue;
        painter.setPen(QPen(p.text, 1));
        painter.drawLine(QPointF(xOf(row.low), middle), QPointF(xOf(row.high), middle));
        for (const double end : {row.low, row.high})
            painter.drawLine(QPointF(xOf(end), middle - 3), QPointF(xOf(end), middle + 3));
    }
    painter.setPen(p.strong);
    painter.drawLine(QPointF(left + 0.5, 0), QPointF(left + 0.5, height()));
}

}  // namespace gatelab
