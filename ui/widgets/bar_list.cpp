// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bar_list.h"

#include "common/list_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gatelab {
namespace {

QString textOf(const BarList::Row& row) { return row.text.isEmpty() ? formatNumber(row.value) : row.text; }

}  // namespace

BarList::BarList(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BarList::setRows(std::vector<Row> rows) {
    rows_ = std::move(rows);
    QStringList words;
    for (const Row& row : rows_) words << tr("%1: %2").arg(row.name, textOf(row));
    setAccessibleName(clausesText(words));
    setToolTip(words.join(QLatin1Char('\n')));  // long names are cut
    updateGeometry();
    update();
}

void BarList::setNameWidth(int px) {
    nameWidth_ = px;
    update();
}

int BarList::rowHeight() const { return std::max(18, QFontMetrics(theme_.font(12)).height() + 2); }

QSize BarList::sizeHint() const { return {nameWidth_ + 120, rowHeight() * static_cast<int>(rows_.size())}; }

void BarList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFont usual = theme_.font(12), own = theme_.font(12, 500);
    const Palette& p = theme_.palette();
    const QFontMetrics metrics(own);  // the wider one
    int valueWidth = 0, nameWidth = 0;
    double largest = 0;
    for (const Row& row : rows_) {
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(textOf(row)));
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(row.name));
        if (std::isfinite(row.value)) largest = std::max(largest, std::abs(row.value));
    }
    const int left = std::min(std::max(nameWidth_, nameWidth + 8), width() * 55 / 100);
    const int room = std::max(0, width() - left - valueWidth - 8);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        const QRect line(0, static_cast<int>(i) * rowHeight(), width(), rowHeight());
        painter.setFont(row.colour.isValid() ? own : usual);
        painter.setPen(row.colour.isValid() ? p.text : p.muted);
        painter.drawText(line.adjusted(0, 0, left - width() - 4, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(row.name, Qt::ElideRight, left - 4));
        painter.setPen(p.text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, textOf(row));
        if (!std::isfinite(row.value) || largest <= 0) continue;
        const int length = std::max(1, static_cast<int>(std::lround(room * std::abs(row.value) / largest)));
        painter.fillRect(left, line.center().y() - 3, length, 8, row.colour.isValid() ? row.colour : p.hatch);
    }
}

}  // namespace gatelab
