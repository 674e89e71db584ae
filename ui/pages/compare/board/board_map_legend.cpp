// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_map_legend.h"

#include "common/field_text.h"
#include "common/list_text.h"
#include "pages/compare/board/board_map_grid.h"

#include <QPainter>
#include <QStringList>
#include <QtMath>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kWidth = 297, kTitle = 20, kLine = 18, kRow = 22, kBar = 8, kScale = 12, kSpace = 16;
constexpr int kMostLabels = 5;
/// Title, words and the space below the shares; all of the scale; the signs.
constexpr double kAboveRows = kTitle + kLine + 6, kScaleHeight = kSpace + kTitle + 4 + kScale + kLine, kSigns = 24;

}  // namespace

BoardMapLegend::BoardMapLegend(Theme& theme, RunBoard& board, QWidget* parent)
    : QWidget(parent), theme_(&theme), board_(&board) {
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

double BoardMapLegend::scaled(double px) const { return px * theme_->textScale(); }

void BoardMapLegend::setMap(const BoardMap& map, const QString& figure) {
    map_ = map;
    figure_ = figure;
    shares_ = varianceShares(board_->board());
    runs_ = 0;
    for (const BoardRow& row : board_->board().rows)
        if (row.isComparable) runs_ += static_cast<qint64>(row.scored());
    QStringList words;
    for (const VarianceShare& share : shares_)
        words << tr("%1: %2 %").arg(titleOf(share)).arg(std::lround(100 * share.share));
    setAccessibleName(tr("What moves the score"));
    setAccessibleDescription(clausesText(words));
    setToolTip(words.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

QSize BoardMapLegend::sizeHint() const {
    const auto rows = static_cast<double>(std::max<std::size_t>(1, shares_.size()));
    return {qCeil(scaled(kWidth)), qCeil(scaled(kAboveRows + rows * kRow + kScaleHeight + kSigns))};
}

QString BoardMapLegend::titleOf(const VarianceShare& share) const {
    if (share.of == VarianceShare::Of::Seed) return tr("seed alone");
    const QString word = settingWord(*findField(share.key));
    return share.of == VarianceShare::Of::Setting ? word
                                                  : tr("%1 with %2").arg(word, settingWord(*findField(share.with)));
}

std::vector<VarianceShare> BoardMapLegend::shown() const {
    std::vector<VarianceShare> shares = shares_;
    const double room = height() - scaled(kAboveRows + kScaleHeight + kSigns);
    const auto most = static_cast<std::size_t>(std::max(2.0, std::floor(room / scaled(kRow))));
    const auto settings =
        static_cast<std::size_t>(std::ranges::count(shares, VarianceShare::Of::Setting, &VarianceShare::of));
    if (shares.size() <= most) return shares;
    const std::size_t surplus = std::min(shares.size() - most, settings > 1 ? settings - 1 : 0);
    const auto end = shares.begin() + static_cast<std::ptrdiff_t>(settings);
    shares.erase(end - static_cast<std::ptrdiff_t>(surplus), end);
    return shares;
}

void BoardMapLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    double y = 0;
    drawShares(painter, y);
    if (!std::isfinite(map_.best)) return;
    drawScale(painter, y);
    drawSigns(painter, y);
}

void BoardMapLegend::drawShares(QPainter& painter, double& y) const {
    const Palette& p = theme_->palette();
    const auto line = [&](double height) {
        const QRectF area(0, y, width(), scaled(height));
        y += area.height();
        return area;
    };
    painter.setFont(theme_->font(13, 600));
    painter.setPen(p.text);
    painter.drawText(line(kTitle), Qt::AlignLeft | Qt::AlignVCenter, tr("What moves the score"));
    painter.setFont(theme_->font(12));
    painter.setPen(p.muted);
    painter.drawText(line(kLine), Qt::AlignLeft | Qt::AlignVCenter,
                     shares_.empty() ? tr("Needs three runs and two settings")
                                     : tr("share of the variance, %n run(s)", nullptr, static_cast<int>(runs_)));
    y += scaled(6);
    const QFontMetrics metrics = painter.fontMetrics();
    const std::vector<VarianceShare> shares = shown();
    double names = scaled(80), largest = 0;
    for (const VarianceShare& share : shares) {
        names = std::max<double>(names, metrics.horizontalAdvance(titleOf(share)) + scaled(12));
        largest = std::max(largest, share.share);
    }
    names = std::min(names, width() * 0.45);
    const double figures = metrics.horizontalAdvance(tr("%1 %").arg(100)) + scaled(8);
    for (const VarianceShare& share : shares) {
        const QRectF row = line(kRow);
        painter.setPen(p.text);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(titleOf(share), Qt::ElideRight, static_cast<int>(names - scaled(8))));
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, tr("%1 %").arg(std::lround(100 * share.share)));
        if (largest <= 0) continue;
        const QRectF bar(names, row.center().y() - scaled(kBar) / 2,
                         std::max(1.0, (width() - names - figures) * share.share / largest), scaled(kBar));
        if (share.of == VarianceShare::Of::Seed) {
            painter.fillRect(bar, QBrush(p.hatch, Qt::BDiagPattern));
            painter.setPen(p.hatch);
            painter.drawRect(bar.adjusted(0, 0, -1, -1));
        } else {
            painter.fillRect(bar, p.envelope);
        }
    }
}

void BoardMapLegend::drawScale(QPainter& painter, double& y) const {
    const Palette& p = theme_->palette();
    y += scaled(kSpace);
    painter.setFont(theme_->font(13, 600));
    painter.setPen(p.text);
    painter.drawText(QRectF(0, y, width(), scaled(kTitle)), Qt::AlignLeft | Qt::AlignVCenter, figure_);
    y += scaled(kTitle + 4);
    const QRectF bar(0, y, width(), scaled(kScale));
    for (int x = 0; x < width(); ++x)
        painter.fillRect(QRectF(x, bar.top(), 1, bar.height()), heatColour(p.gate, mapInk((x + 0.5) / width())));
    y = bar.bottom();
    const BoardAxis axis{
        .low = std::min(map_.best, map_.worst), .high = std::max(map_.best, map_.worst), .isLog = map_.isLog};
    std::vector<double> values;
    if (map_.best != map_.worst) values = axisTicks(axis, kMostLabels);
    if (values.size() < 2) values = {map_.worst, map_.best};
    if (map_.best == map_.worst) values = {map_.best};
    painter.setFont(theme_->font(11));
    painter.setPen(p.muted);
    for (const double value : values) {
        const QString text = formatSetting(value);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 2, x = width() * map_.ink(value);
        painter.drawText(QRectF(std::clamp(x - wide / 2, 0.0, width() - wide), y, wide, scaled(kLine)), Qt::AlignCenter,
                         text);
    }
    y += scaled(kLine);
}

void BoardMapLegend::drawSigns(QPainter& painter, double y) const {
    const Palette& p = theme_->palette();
    painter.setFont(theme_->font(11));
    const QFontMetrics metrics = painter.fontMetrics();
    const double middle = y + scaled(kSigns) / 2, dot = scaled(1.5), step = scaled(5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(p.muted);
    for (int i = 0; i < 3; ++i) painter.drawEllipse(QPointF(2 + i * step, middle), dot, dot);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto write = [&](double x, const QString& text) {
        painter.setPen(p.muted);
        painter.drawText(QRectF(x, y, width() - x, scaled(kSigns)), Qt::AlignLeft | Qt::AlignVCenter, text);
        return x + metrics.horizontalAdvance(text);
    };
    const double end = write(3 * step + scaled(6), tr("one dot a seed"));
    const QRectF sign(end + scaled(16), middle - scaled(5), scaled(18), scaled(10));
    painter.fillRect(sign, QBrush(p.hatch, Qt::BDiagPattern));
    painter.setPen(p.hatch);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(sign.adjusted(0, 0, -1, -1));
    write(sign.right() + scaled(6), map_.isTrainable ? tr("not run, click trains") : tr("not run"));
}

}  // namespace gatelab
