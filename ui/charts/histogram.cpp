// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/histogram.h"

#include "charts/chart_scale.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kGap = 4;

}  // namespace

Histogram::Histogram(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setEmptyText(tr("No values yet"));
}

void Histogram::setValues(const std::vector<double>& values, int bins) {
    double low = HUGE_VAL, high = -HUGE_VAL, sum = 0, squares = 0;
    std::size_t count = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value), high = std::max(high, value);
        // Welford's running mean and squared deviation.
        ++count;
        const double before = value - sum;
        sum += before / static_cast<double>(count);
        squares += before * (value - sum);
    }
    edges_.clear(), counts_.clear(), ownNote_.clear();
    if (count > 0) {
        if (bins <= 0) bins = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(count))), 10, 60);
        if (low == high) {
            const double half = low == 0 ? 0.5 : std::abs(low) * 0.05;
            low -= half, high += half;
        }
        counts_.assign(static_cast<std::size_t>(bins), 0);
        for (int i = 0; i <= bins; ++i) edges_.push_back(low + (high - low) * i / bins);
        for (const double value : values)
            if (std::isfinite(value))
                ++counts_[static_cast<std::size_t>(
                    std::clamp(static_cast<int>((value - low) / (high - low) * bins), 0, bins - 1))];
        ownNote_ = tr("mean %1\nSD %2")
                       .arg(formatNumber(sum, 3), formatNumber(std::sqrt(squares / static_cast<double>(count)), 3));
        if (count < values.size())
            ownNote_ += '\n' + tr("%1 not finite").arg(formatCount(static_cast<qint64>(values.size() - count)));
    }
    setAccessibleDescription(ownNote_);
    update();
}

void Histogram::setCounts(std::vector<double> edges, std::vector<double> counts) {
    const bool matches = edges.size() == counts.size() + 1;
    edges_ = matches ? std::move(edges) : std::vector<double>();
    counts_ = matches ? std::move(counts) : std::vector<double>();
    ownNote_.clear();
    update();
}

void Histogram::setNote(const QString& note) { note_ = note, update(); }
void Histogram::setColour(const QColor& colour) { colour_ = colour, update(); }
void Histogram::setEmptyText(const QString& text) { emptyText_ = text, update(); }

void Histogram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& p = theme_.palette();
    const double bottom = height() - 22 * theme_.textScale();
    QRectF plot(14, 8, width() - 28, bottom - 8);
    painter.fillRect(QRectF(plot.left(), std::floor(bottom), plot.width(), 1), p.axis);
    if (counts_.empty()) {
        painter.setPen(p.muted);
        painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    const double most = std::max(*std::max_element(counts_.begin(), counts_.end()), 1e-300), low = edges_.front(),
                 range = edges_.back() - low;
    const QColor colour = colour_.isValid() ? colour_ : p.gate[3];
    const auto pixel = [&](double x) { return plot.left() + (x - low) / range * plot.width(); };
    painter.setFont(theme_.font(11));
    const QString note = note_.isEmpty() ? ownNote_ : note_;
    const QRectF noted = painter.boundingRect(plot, Qt::AlignRight | Qt::AlignTop, note);
    for (std::size_t i = 0; i < counts_.size(); ++i)  // bars that would stand behind the note make room for it
        if (pixel(edges_[i + 1]) > noted.left() - kGap &&
            plot.height() * counts_[i] / most > bottom - noted.bottom() - kGap)
            plot.setTop(noted.bottom() + kGap);
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const double left = std::round(pixel(edges_[i])), right = std::round(pixel(edges_[i + 1]));
        const double bar = counts_[i] > 0 ? std::max(1.0, plot.height() * counts_[i] / most) : 0;
        painter.fillRect(
            QRectF(left, std::floor(bottom) - bar, std::max(1.0, right - left - (right - left > 3 ? 1 : 0)), bar),
            colour);
    }
    painter.setPen(p.muted);
    double lastEnd = -1e9;
    for (const ChartTick& tick : linearTicks(low, edges_.back(), std::max(2, static_cast<int>(plot.width() / 70)))) {
        const double x = pixel(tick.value), half = painter.fontMetrics().horizontalAdvance(tick.label) / 2.0;
        painter.fillRect(QRectF(std::floor(x), bottom, 1, 4), p.axis);
        if (x - half < lastEnd + 6) continue;
        painter.drawText(QRectF(std::clamp(x - half, 0.0, width() - 2 * half), bottom + 5, 2 * half + 1, 16),
                         Qt::AlignCenter, tick.label);
        lastEnd = x + half;
    }
    painter.drawText(noted, Qt::AlignRight | Qt::AlignTop, note);
}

}  // namespace gatelab
