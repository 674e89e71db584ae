// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/mend_drawing.h"

#include "common/texts.h"
#include "common/theme.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr std::int64_t kStretches = 160, kLookedAt = 600;  // rows of each
constexpr int kHeight = 64, kWord = 11, kEdge = 3;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

void widen(MendDrawing::Stretch& stretch, double value) {
    if (!std::isfinite(value)) return;
    stretch.low = std::isnan(stretch.low) ? value : std::min(stretch.low, value);
    stretch.high = std::isnan(stretch.high) ? value : std::max(stretch.high, value);
}

}  // namespace

MendDrawing::MendDrawing(Theme& theme, const Channel& channel, const FindingRemedy& remedy, QWidget* parent)
    : QWidget(parent), theme_(theme) {
    const std::int64_t rows = std::ssize(channel.values), stretches = std::min(rows, kStretches);
    for (std::int64_t i = 0; i < stretches; ++i) {
        const std::int64_t first = i * rows / stretches, end = (i + 1) * rows / stretches,
                           every = std::max<std::int64_t>(1, (end - first) / kLookedAt);
        Stretch is{kNone, kNone}, becomes = is;
        for (std::int64_t row = first; row < end; row += every) {
            const double value = channel.values[static_cast<std::size_t>(row)];
            widen(is, value);
            widen(becomes, row >= remedy.rescaled.begin && row < remedy.rescaled.end
                               ? remedy.times * value + remedy.plus
                               : value);
        }
        curves_[0].push_back(is), curves_[1].push_back(becomes);
    }
    const auto share = [rows](std::int64_t row) {
        return rows > 0 ? static_cast<double>(row) / static_cast<double>(rows) : 0;
    };
    borders_ = {share(remedy.rescaled.begin), share(remedy.rescaled.end)};
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const QString what = translated(remedy.preview);
    setAccessibleName(what);
    setToolTip(what);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

QSize MendDrawing::sizeHint() const { return {160, qRound(kHeight * theme_.textScale())}; }

void MendDrawing::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = theme_.palette();
    painter.setFont(theme_.font(kWord));
    const int words = painter.fontMetrics().height();
    const QRectF area(kEdge, words + kEdge, width() - 2 * kEdge, height() - words - 2 * kEdge);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& curve : curves_)
        for (const Stretch& one : curve)
            if (!std::isnan(one.low)) low = std::min(low, one.low), high = std::max(high, one.high);
    if (!(high > low) || area.height() < 1) return;
    painter.setPen(QPen(p.axis, 1, Qt::DashLine));
    for (const double border : borders_) {
        const double at = area.left() + border * area.width();
        if (border > 0) painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
    }
    const std::array colours{p.muted, p.accent};
    const std::array names{tr("as it is"), tr("rescaled")};
    double x = area.left();
    for (std::size_t k = 0; k < curves_.size(); ++k) {
        painter.setPen(colours[k]);
        painter.drawText(QRectF(x, 0, area.right() - x, words), Qt::AlignLeft | Qt::AlignVCenter, names[k]);
        x += painter.fontMetrics().horizontalAdvance(names[k]) + 4 * kEdge;
        painter.setPen(QPen(colours[k], p.strongLines ? 2 : 1.2));
        const auto place = [&](std::size_t i, double value) {
            return QPointF(
                area.left() + (static_cast<double>(i) + 0.5) / static_cast<double>(curves_[k].size()) * area.width(),
                area.bottom() - (value - low) / (high - low) * area.height());
        };
        QPolygonF line;
        for (std::size_t i = 0; i <= curves_[k].size(); ++i) {
            if (i < curves_[k].size() && !std::isnan(curves_[k][i].low)) {
                line << place(i, curves_[k][i].low) << place(i, curves_[k][i].high);
                continue;
            }
            if (!line.isEmpty()) painter.drawPolyline(line);
            line.clear();
        }
    }
}

}  // namespace gatelab
