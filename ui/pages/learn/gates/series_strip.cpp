// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/series_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gatelab {

SeriesStrip::SeriesStrip(Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(&theme), height_(qRound(40 * theme.textScale())) {
    setFixedHeight(height_);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Place of the window in the series"));
    setToolTip(tr("A click chooses the window that begins there, Left and Right the one before and after"));
}

void SeriesStrip::setRun(std::shared_ptr<const InspectedRun> run) {
    run_ = std::move(run);
    setVisible(run_ && !run_->series.empty());
    still_ = {};
    update();
}

void SeriesStrip::setWindow(WindowPart part, std::int64_t window) {
    part_ = part;
    window_ = window;
    update();
}

void SeriesStrip::draw() {
    const qreal ratio = devicePixelRatioF();
    still_ = QPixmap(size() * ratio);
    still_.setDevicePixelRatio(ratio);
    still_.fill(theme_->palette().surface);
    QPainter painter(&still_);
    const std::vector<double>& values = run_->series;
    double low = INFINITY, high = -INFINITY;
    for (const double value : values)
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low < high)) return;
    const double rows = static_cast<double>(values.size());
    painter.setPen(theme_->palette().envelope);
    for (int x = 0; x < width(); ++x) {
        const auto first = static_cast<std::size_t>(rows * x / width()),
                   last = std::max(first + 1, static_cast<std::size_t>(rows * (x + 1) / width()));
        double least = INFINITY, most = -INFINITY;
        for (std::size_t row = first; row < std::min(last, values.size()); ++row)
            if (std::isfinite(values[row])) least = std::min(least, values[row]), most = std::max(most, values[row]);
        if (!(least <= most)) continue;
        const auto y = [&](double value) { return height() - 3 - (value - low) / (high - low) * (height() - 6); };
        painter.drawLine(QPointF(x + 0.5, y(least) + 0.5), QPointF(x + 0.5, y(most) - 0.5));
    }
}

void SeriesStrip::paintEvent(QPaintEvent*) {
    if (!run_ || run_->series.empty()) return;
    if (still_.isNull()) draw();
    QPainter painter(this);
    painter.drawPixmap(0, 0, still_);
    const auto& firsts = run_->firstRows[static_cast<std::size_t>(part_)];
    const double rows = static_cast<double>(run_->series.size());
    if (!firsts.empty()) {
        QColor tint = theme_->palette().raised;
        tint.setAlpha(150);
        const double from = static_cast<double>(firsts.front()) / rows * width(),
                     to = static_cast<double>(firsts.back() + run_->config.lookback + run_->config.horizon) / rows *
                          width();
        painter.fillRect(QRectF(0, 0, from, height()), tint);
        painter.fillRect(QRectF(to, 0, width() - to, height()), tint);
    }
    if (window_ >= 0 && window_ < static_cast<std::int64_t>(firsts.size())) {
        const double left = static_cast<double>(firsts[static_cast<std::size_t>(window_)]) / rows * width();
        const double wide =
            std::max(3.0, static_cast<double>(run_->config.lookback + run_->config.horizon) / rows * width());
        painter.setPen(QPen(theme_->palette().text, 1.5));
        painter.drawRect(QRectF(left, 1, wide, height() - 2));
    }
    painter.setPen(hasFocus() ? QPen(theme_->palette().accent, 2) : QPen(theme_->palette().border));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void SeriesStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    still_ = {};
}

void SeriesStrip::choose(double x) {
    if (!run_) return;
    const auto& firsts = run_->firstRows[static_cast<std::size_t>(part_)];
    if (firsts.empty()) return;
    const auto row =
        static_cast<std::int64_t>(x / width() * static_cast<double>(run_->series.size())) - run_->config.lookback / 2;
    const auto next = std::ranges::lower_bound(firsts, row);
    Q_EMIT windowChosen(std::min<std::int64_t>(next - firsts.begin(), static_cast<std::int64_t>(firsts.size()) - 1));
}

void SeriesStrip::mousePressEvent(QMouseEvent* event) { choose(event->position().x()); }

void SeriesStrip::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) choose(event->position().x());
}

void SeriesStrip::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (by == 0 || !run_) return QWidget::keyPressEvent(event);
    const std::int64_t last = run_->windows[static_cast<std::size_t>(part_)] - 1;
    Q_EMIT windowChosen(std::clamp<std::int64_t>(window_ + by, 0, std::max<std::int64_t>(0, last)));
}

}  // namespace gatelab
