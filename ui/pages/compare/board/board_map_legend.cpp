// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_map_legend.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "pages/compare/board/board_map_grid.h"
#include "pages/compare/board/share_texts.h"

#include <QPainter>
#include <QStringList>
#include <QtMath>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gatelab {

namespace {

constexpr double kWidth = 297, kBar = 8, kSigns = 24;
constexpr int kMostLabels = 5;
constexpr std::size_t kLeastRows = 2;

/// Heights of the parts, px at text scale 1.
struct Heights {
    double title, caption, row, space, figure, scale, labels;
    [[nodiscard]] double above() const { return title + caption; }
    [[nodiscard]] double below() const { return space + figure + scale + labels; }
};
constexpr Heights kRoomy{20, 24, 22, 16, 24, 12, 18}, kLow{18, 0, 17, 4, 17, 8, 14};

/// Where so many rows of shares have no room, lines are lower; two rows and the figures of the scale stay, the caption
/// and the signs go.
const Heights& heightsIn(double height, std::size_t rows) {
    const auto least = static_cast<double>(std::max(kLeastRows, rows));
    return height >= kRoomy.above() + least * kRoomy.row + kRoomy.below() ? kRoomy : kLow;
}

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
    shares_ = board_->board().shares;
    QStringList words;
    for (const ScoreShare& share : shares_.parts)
        words << tr("%1: %2").arg(ShareTexts::title(share), ShareTexts::figure(share));
    if (words.isEmpty()) words << ShareTexts::caption(shares_);
    setAccessibleName(tr("What moves the score"));
    setAccessibleDescription(clausesText(words));
    setToolTip((words << ShareTexts::definition()).join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

QSize BoardMapLegend::sizeHint() const {
    const auto rows = static_cast<double>(std::max<std::size_t>(1, shares_.parts.size()));
    return {qCeil(scaled(kWidth)), qCeil(scaled(kRoomy.above() + rows * kRoomy.row + kRoomy.below() + kSigns))};
}

std::vector<ScoreShare> BoardMapLegend::shown() const {
    std::vector<ScoreShare> shares = shares_.parts;
    const double all = height() / theme_->textScale();
    const Heights& heights = heightsIn(all, shares.size());
    const double room = all - heights.above() - heights.below() - (&heights == &kRoomy ? kSigns : 0);
    const auto most = std::max(kLeastRows, static_cast<std::size_t>(std::max(0.0, std::floor(room / heights.row))));
    // The strongest setting and the seed are the last to go.
    const auto isSetting = [](const ScoreShare& share) { return share.of == ScoreShare::Of::Setting; };
    while (shares.size() > most && shares.size() > 1) {
        const auto last = std::find_if(shares.rbegin(), shares.rend(), isSetting);
        shares.erase(last != shares.rend() && std::next(last) != shares.rend() ? std::prev(last.base())
                                                                               : shares.begin() + 1);
    }
    return shares;
}

void BoardMapLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    double y = 0;
    drawShares(painter, y);
    if (!std::isfinite(map_.best)) return;
    drawScale(painter, y);
    if (y + scaled(kSigns) <= height()) drawSigns(painter, y);
}

void BoardMapLegend::drawShares(QPainter& painter, double& y) const {
    const Palette& p = theme_->palette();
    const Heights& heights = heightsIn(height() / theme_->textScale(), shares_.parts.size());
    const auto line = [&](double height) {
        const QRectF area(0, y, width(), scaled(height));
        y += area.height();
        return area;
    };
    painter.setFont(theme_->font(13, 600));
    painter.setPen(p.text);
    painter.drawText(line(heights.title), Qt::AlignLeft | Qt::AlignVCenter, tr("What moves the score"));
    painter.setFont(theme_->font(12));
    painter.setPen(p.muted);
    if (const double caption = shares_.parts.empty() ? kLeastRows * heights.row : heights.caption; caption > 0)
        painter.drawText(line(caption), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, ShareTexts::caption(shares_));
    const QFontMetrics metrics = painter.fontMetrics();
    const std::vector<ScoreShare> shares = shown();
    double names = scaled(80), largest = 0;
    for (const ScoreShare& share : shares) {
        names = std::max<double>(names, metrics.horizontalAdvance(ShareTexts::title(share)) + scaled(12));
        largest = std::max(largest, share.share);
    }
    names = std::min(names, width() * 0.45);
    const double figures = metrics.horizontalAdvance(ShareTexts::figure({.share = 1})) + scaled(8);
    for (const ScoreShare& share : shares) {
        const QRectF row = line(heights.row);
        painter.setPen(p.text);
        painter.drawText(
            row, Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(ShareTexts::title(share), Qt::ElideRight, static_cast<int>(names - scaled(8))));
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, ShareTexts::figure(share));
        if (largest <= 0) continue;
        const QRectF bar(names, row.center().y() - scaled(kBar) / 2,
                         std::max(1.0, (width() - names - figures) * share.share / largest), scaled(kBar));
        if (share.of == ScoreShare::Of::Seed || share.of == ScoreShare::Of::Rest) {
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
    const Heights& heights = heightsIn(height() / theme_->textScale(), shares_.parts.size());
    y += scaled(heights.space);
    painter.setFont(theme_->font(&heights == &kRoomy ? 13 : 12, 600));
    painter.setPen(p.text);
    painter.drawText(QRectF(0, y, width(), scaled(heights.figure)), Qt::AlignLeft | Qt::AlignVCenter, figure_);
    y += scaled(heights.figure);
    const QRectF bar(0, y, width(), scaled(heights.scale));
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
        painter.drawText(QRectF(std::clamp(x - wide / 2, 0.0, width() - wide), y, wide, scaled(heights.labels)),
                         Qt::AlignCenter, text);
    }
    y += scaled(heights.labels);
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
    const QRectF sign(end + scaled(10), middle - scaled(5), scaled(18), scaled(10));
    painter.fillRect(sign, QBrush(p.hatch, Qt::BDiagPattern));
    painter.setPen(p.hatch);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(sign.adjusted(0, 0, -1, -1));
    const double next = write(sign.right() + scaled(6), map_.isTrainable ? tr("not run, click trains") : tr("not run"));
    const bool isSoFar = std::ranges::any_of(
        map_.cells, [](const BoardMapCell& cell) { return std::isfinite(cell.score) && cell.seeds == 0; });
    if (!isSoFar) return;
    const QRectF hollow(next + scaled(8), middle - scaled(5), scaled(14), scaled(10));
    painter.setPen(QPen(heatColour(p.gate, mapInk(0.5)), 2));
    painter.drawRect(hollow.adjusted(1, 1, -1, -1));
    write(hollow.right() + scaled(6), tr("so far"));
}

}  // namespace gatelab
