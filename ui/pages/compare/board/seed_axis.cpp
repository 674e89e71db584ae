// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/seed_axis.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kHeight = 48, kMargin = 8, kPlot = 24, kTick = 4, kMostTicks = 4;
constexpr double kSeed = 3, kMeanWidth = 2, kMeanHeight = 17, kBarHeight = 11;
constexpr int kDigits = 3;
constexpr double kBarShare = 0.3, kSeedShare = 0.8;

QColor faint(QColor colour, double share) {
    colour.setAlphaF(static_cast<float>(share));
    return colour;
}

/// With the best baseline, so that the line is always on it.
BoardAxis axisOfRow(const BoardRow& row, const BoardRow* baseline) {
    Board own;
    own.rows.push_back(row);
    own.rows.front().isComparable = true;
    if (baseline) own.rows.push_back(*baseline), own.bestBaseline = 1;
    return axisOf(own);
}

}  // namespace

SeedAxis::SeedAxis(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(), update(); });
}

void SeedAxis::setRow(const BoardRow& row, const BoardRow* baseline, const QString& baselineName, int slot) {
    row_ = row;
    axis_ = axisOfRow(row, baseline);
    baseline_ = baseline ? baseline->score : BoardRow::kNone;
    slot_ = slot;
    QStringList says{tr("Mean %1").arg(formatNumber(row.score, kDigits))};
    if (std::isfinite(row.low))
        says << tr("95 %: %1 to %2").arg(formatNumber(row.low, kDigits), formatNumber(row.high, kDigits));
    if (baseline && !row.isBaseline()) says << tr("%1 %2").arg(baselineName, formatNumber(baseline->score, kDigits));
    setToolTip(says.join(QLatin1Char('\n')));
    setAccessibleName(tr("Scores of the seeds"));
    setAccessibleDescription(toolTip());
    update();
}

QSize SeedAxis::sizeHint() const { return {200, qRound(kHeight * theme_.textScale())}; }

double SeedAxis::xOf(double value) const {
    return kMargin + std::clamp(axis_.place(value), 0.0, 1.0) * (width() - 2 * kMargin);
}

void SeedAxis::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double middle = kPlot / 2.0, axisY = kPlot + kTick;
    paintScale(painter, axisY);
    if (std::isfinite(baseline_)) {
        QPen dashed(theme_.palette().muted, 1);
        dashed.setDashPattern({6, 3});
        painter.setPen(dashed);
        painter.drawLine(QPointF(xOf(baseline_), 0), QPointF(xOf(baseline_), axisY));
    }
    paintScores(painter, middle);
}

void SeedAxis::paintScale(QPainter& painter, double axisY) const {
    const Palette& palette = theme_.palette();
    painter.setPen(QPen(palette.axis, 1));
    painter.drawLine(QPointF(0, axisY + 0.5), QPointF(width(), axisY + 0.5));
    painter.setFont(theme_.font(11));
    const QFontMetricsF metrics(painter.font());
    double free = 0;  // where the next label may begin
    for (const double tick : axisTicks(axis_, kMostTicks)) {
        const double x = xOf(tick);
        painter.setPen(QPen(palette.axis, 1));
        painter.drawLine(QPointF(x, axisY), QPointF(x, axisY + kTick));
        const QString text = formatNumber(tick, kDigits);
        const double wide = metrics.horizontalAdvance(text), left = std::clamp(x - wide / 2, 0.0, width() - wide);
        if (left < free) continue;
        free = left + wide + kTick;
        painter.setPen(palette.muted);
        painter.drawText(QPointF(left, axisY + kTick + metrics.ascent() + 1), text);
    }
}

void SeedAxis::paintScores(QPainter& painter, double middle) const {
    const QColor colour = row_.isBaseline() ? theme_.palette().muted : theme_.runColour(slot_);
    if (std::isfinite(row_.low)) {
        const QRectF bar(QPointF(xOf(row_.low), middle - kBarHeight / 2),
                         QPointF(xOf(row_.high), middle + kBarHeight / 2));
        painter.fillRect(bar, faint(colour, kBarShare));
        painter.setPen(QPen(colour, 1));
        painter.drawLine(bar.topLeft(), bar.bottomLeft());
        painter.drawLine(bar.topRight(), bar.bottomRight());
    }
    for (const BoardSeed& seed : row_.seeds) {
        if (!std::isfinite(seed.score)) continue;
        painter.setPen(seed.counts ? QPen(Qt::NoPen) : QPen(colour, 1));
        painter.setBrush(seed.counts ? QBrush(faint(colour, kSeedShare)) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QPointF(xOf(seed.score), middle), kSeed, kSeed);
    }
    if (!std::isfinite(row_.score)) return;
    painter.fillRect(QRectF(xOf(row_.score) - kMeanWidth / 2, middle - kMeanHeight / 2, kMeanWidth, kMeanHeight),
                     colour);
}

}  // namespace gatelab
