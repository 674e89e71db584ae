// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_outcome.h"

#include "common/texts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMaxClasses = 4;

std::vector<double> firstColumn(const std::vector<double>& values, std::size_t width) {
    std::vector<double> one;
    for (std::size_t at = 0; at < values.size(); at += width) one.push_back(values[at]);
    return one;
}

}  // namespace

WalkOutcome::WalkOutcome(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
    setAccessibleName(tr("What follows"));
}

QSize WalkOutcome::sizeHint() const { return QSize(280, 150) * theme_->textScale(); }
QSize WalkOutcome::minimumSizeHint() const { return QSize(220, 96) * theme_->textScale(); }

void WalkOutcome::setWalk(std::shared_ptr<const CellWalk> walk, std::shared_ptr<const InspectedRun> run,
                          bool isChanged) {
    walk_ = std::move(walk);
    run_ = std::move(run);
    isChanged_ = isChanged;
    setAccessibleDescription(lossText());
    update();
}

QString WalkOutcome::lossText() const {
    if (!walk_) return {};
    const double now = walk_->window.loss, before = walk_->lossBefore;
    if (!isChanged_) return tr("Loss of this window %1").arg(formatNumber(now, 4));
    const QString share = formatNumber(100 * (now / before - 1), 3);
    return tr("Loss %1, before %2 (%3 %)")
        .arg(formatNumber(now, 4), formatNumber(before, 4), now > before ? QLatin1Char('+') + share : share);
}

void WalkOutcome::paintForecast(QPainter& painter, const QRectF& plot) const {
    const WindowView& window = walk_->window;
    const std::size_t width = std::max<std::size_t>(1, run_->targets.size());
    std::vector<double> past = firstColumn(window.past, width);
    const std::vector<double> truth = firstColumn(window.truth, width), now = firstColumn(window.answer, width),
                              before = firstColumn(walk_->answerBefore, width);
    const auto ahead = static_cast<std::ptrdiff_t>(std::max(truth.size(), now.size()));
    if (std::ssize(past) > 2 * ahead + 6) past.erase(past.begin(), past.end() - (2 * ahead + 6));
    double low = INFINITY, high = -INFINITY;
    for (const std::vector<double>* values : {&std::as_const(past), &truth, &now, &before})
        for (const double value : *values)
            if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low <= high)) return;
    const double pad = std::max(1e-12, 0.08 * (high - low));
    low -= pad, high += pad;
    const double steps = static_cast<double>(past.size()) + static_cast<double>(ahead);
    const auto point = [&](double step, double value) {
        return QPointF(plot.left() + (step + 0.5) / steps * plot.width(),
                       plot.bottom() - (value - low) / (high - low) * plot.height());
    };
    painter.fillRect(QRectF(point(static_cast<double>(past.size()) - 0.5, low).x(), plot.top(),
                            plot.width() * static_cast<double>(ahead) / steps, plot.height()),
                     theme_->palette().raised);
    const auto draw = [&](const std::vector<double>& values, double first, const QPen& pen) {
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        QPolygonF line;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (std::isfinite(values[i])) line << point(first + static_cast<double>(i), values[i]);
        if (line.size() > 1)
            painter.drawPolyline(line);
        else if (line.size() == 1)
            painter.drawEllipse(line.front(), 2.5, 2.5);
    };
    std::vector<double> observed = past;
    observed.insert(observed.end(), truth.begin(), truth.end());
    const auto first = static_cast<double>(past.size());
    draw(observed, 0, QPen(theme_->palette().text, 1.4));
    QPen dashes(theme_->palette().muted, 1.4);
    dashes.setDashPattern({2, 2});
    if (isChanged_) draw(before, first, dashes);
    QPen forecast(theme_->runColour(0), 2);
    forecast.setDashPattern({3, 2});
    draw(now, first, forecast);
}

/// The likeliest classes, as they were and as they are.
void WalkOutcome::paintClasses(QPainter& painter, const QRectF& area) const {
    const WindowView& window = walk_->window;
    const std::size_t classes = std::max<std::size_t>(1, run_->classes.size());
    // Of a label per step: those of this step.
    const std::size_t first =
        window.probabilities.size() > classes ? static_cast<std::size_t>(walk_->step) * classes : 0;
    if (first + classes > window.probabilities.size()) return;
    std::vector<std::size_t> order(classes);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t k) { return window.probabilities[first + k]; });
    order.resize(std::min(order.size(), kMaxClasses));
    painter.setFont(theme_->font(12));
    const double height = painter.fontMetrics().height() + 4.0, left = area.left() + area.width() * 0.4,
                 room = area.width() * 0.4;
    const std::int32_t truth =
        window.labels.empty() ? -1 : window.labels[std::min(window.labels.size() - 1, first / classes)];
    double y = area.top();
    for (const std::size_t k : order) {
        if (y + height > area.bottom() + 2) break;
        const double now = window.probabilities[first + k], before = first + k < walk_->probabilitiesBefore.size()
                                                                         ? walk_->probabilitiesBefore[first + k]
                                                                         : now;
        painter.setPen(theme_->palette().text);
        const QString name = static_cast<std::int32_t>(k) == truth ? tr("%1 (true)").arg(fromUtf8(run_->classes[k]))
                                                                   : fromUtf8(run_->classes[k]);
        painter.drawText(QRectF(area.left(), y, left - area.left() - 6, height), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, qRound(left - area.left() - 6)));
        painter.fillRect(QRectF(left, y + 4, room * now, height - 8), theme_->runColour(0));
        if (isChanged_) {
            painter.setPen(QPen(theme_->palette().text, 1.5));
            painter.drawLine(QPointF(left + room * before, y + 2), QPointF(left + room * before, y + height - 2));
        }
        painter.setPen(theme_->palette().text);
        painter.drawText(QRectF(left + room, y, area.right() - left - room, height), Qt::AlignRight | Qt::AlignVCenter,
                         formatNumber(now, 3));
        y += height;
    }
}

void WalkOutcome::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!walk_ || !run_) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme_->font(12, 500));
    painter.setPen(theme_->palette().text);
    const double line = painter.fontMetrics().height() + 2.0;
    painter.drawText(QRectF(0, 0, width(), line), Qt::AlignLeft | Qt::AlignVCenter, lossText());
    painter.setFont(theme_->font(11));
    painter.setPen(theme_->palette().muted);
    const QRectF rest(0, line + 2, width(), height() - line - 4);
    if (!walk_->window.probabilities.empty()) return paintClasses(painter, rest);
    const double note = painter.fontMetrics().height() + 2.0;
    painter.drawText(QRectF(0, height() - note, width(), note), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(isChanged_ ? tr("line: observed, dashes: forecast, grey: before")
                                                                 : tr("line: observed, dashes: forecast"),
                                                      Qt::ElideRight, width()));
    paintForecast(painter, rest.adjusted(0, 0, 0, -note));
}

}  // namespace gatelab
