// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/film/film_curve.h"

#include "common/texts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr int kHeight = 56, kLabels = 150, kTicks = 5;
constexpr double kLogRatio = 20;  // of largest to smallest loss, from which on the axis is a log one

}  // namespace

FilmCurve::FilmCurve(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setFixedHeight(sizeHint().height());
    setAccessibleName(tr("Training loss beside the film"));
    setToolTip(tr("The training loss over the steps; a tick is a frame of the film, a click shows it"));
    connect(&theme, &Theme::changed, this, &FilmCurve::changed);
}

QSize FilmCurve::sizeHint() const { return {400, qRound(kHeight * theme_->textScale())}; }

void FilmCurve::setLoss(std::vector<double> steps, std::vector<double> losses) {
    steps_ = std::move(steps);
    losses_ = std::move(losses);
    losses_.resize(steps_.size(), std::numeric_limits<double>::quiet_NaN());
    changed();
}

void FilmCurve::setFrames(std::vector<std::int64_t> steps) {
    if (steps == frames_) return;
    frames_ = std::move(steps);
    changed();
}

void FilmCurve::setShown(std::int64_t step) {
    if (step == shown_) return;
    shown_ = step;
    setAccessibleDescription(reading());
    update();
}

void FilmCurve::changed() {
    still_ = {};
    update();
}

QRectF FilmCurve::plot() const {
    const double left = kLabels * theme_->textScale();
    return QRectF(rect()).adjusted(left, 4, -8, -kTicks - 3);
}

double FilmCurve::lastStep() const {
    const double last = steps_.empty() ? 1 : steps_.back();
    return std::max({1.0, last, frames_.empty() ? 0.0 : static_cast<double>(frames_.back())});
}

double FilmCurve::xOf(double step) const {
    const QRectF area = plot();
    return area.left() + area.width() * step / lastStep();
}

int FilmCurve::frameAt(double x) const {
    if (frames_.empty()) return -1;
    const auto nearest = std::ranges::min_element(
        frames_, {}, [&](std::int64_t step) { return std::abs(xOf(static_cast<double>(step)) - x); });
    return static_cast<int>(nearest - frames_.begin());
}

/// That of the last step with a loss until then.
double FilmCurve::lossAt(double step) const {
    auto after = static_cast<std::size_t>(std::ranges::upper_bound(steps_, step) - steps_.begin());
    while (after > 0 && !std::isfinite(losses_[after - 1])) --after;
    return after > 0 ? losses_[after - 1] : std::numeric_limits<double>::quiet_NaN();
}

QString FilmCurve::reading() const {
    if (steps_.empty() || shown_ < 0) return {};
    const double loss = lossAt(static_cast<double>(shown_));
    return std::isfinite(loss) ? tr("%1 at step %2").arg(formatNumber(loss, 3), formatCount(shown_)) : QString();
}

void FilmCurve::draw() {
    const qreal ratio = devicePixelRatioF();
    still_ = QPixmap(size() * ratio);
    still_.setDevicePixelRatio(ratio);
    still_.fill(Qt::transparent);
    QPainter painter(&still_);
    const QRectF area = plot();
    painter.setPen(theme_->palette().axis);
    painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5));
    for (const std::int64_t step : frames_) {
        const double x = qRound(xOf(static_cast<double>(step))) + 0.5;
        painter.drawLine(QPointF(x, area.bottom() + 1), QPointF(x, area.bottom() + 1 + kTicks));
    }
    double low = INFINITY, high = -INFINITY;
    for (const double loss : losses_)
        if (std::isfinite(loss)) low = std::min(low, loss), high = std::max(high, loss);
    if (!(low <= high)) return;
    const bool isLog = low > 0 && high > kLogRatio * low;
    const auto scaled = [isLog](double value) { return isLog ? std::log10(value) : value; };
    const double bottom = scaled(low), range = std::max(scaled(high) - bottom, 1e-12);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_->runColour(0), 1.5));
    QPolygonF line;
    const auto flush = [&] {
        if (line.size() == 1) line << line.front();
        painter.drawPolyline(line);
        line.clear();
    };
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (!std::isfinite(losses_[i])) {
            flush();
            continue;
        }
        line << QPointF(xOf(steps_[i]), area.bottom() - (scaled(losses_[i]) - bottom) / range * area.height());
    }
    flush();
}

void FilmCurve::paintEvent(QPaintEvent*) {
    if (still_.isNull()) draw();
    QPainter painter(this);
    painter.drawPixmap(0, 0, still_);
    const double room = plot().left() - 16;
    painter.setPen(theme_->palette().text);
    painter.setFont(theme_->font(13, 600));
    double y = 4 + painter.fontMetrics().ascent();
    painter.drawText(QPointF(0, y),
                     painter.fontMetrics().elidedText(tr("Training loss"), Qt::ElideRight, qRound(room)));
    painter.setFont(theme_->font(11));
    painter.setPen(theme_->palette().muted);
    y += painter.fontMetrics().height() + 2;
    painter.drawText(QPointF(0, y), painter.fontMetrics().elidedText(reading(), Qt::ElideRight, qRound(room)));
    if (shown_ >= 0) {
        const double x = qRound(xOf(static_cast<double>(shown_))) + 0.5;
        painter.setPen(QPen(theme_->palette().text, 2));
        painter.drawLine(QPointF(x, plot().top()), QPointF(x, plot().bottom() + kTicks + 1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_->palette().accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void FilmCurve::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    changed();
}

void FilmCurve::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    if (const int frame = frameAt(event->position().x()); frame >= 0) Q_EMIT frameChosen(frame);
}

void FilmCurve::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) return;
    if (const int frame = frameAt(event->position().x()); frame >= 0) Q_EMIT frameChosen(frame);
}

void FilmCurve::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (by == 0 || frames_.empty()) return QWidget::keyPressEvent(event);
    const int now = static_cast<int>(std::ranges::lower_bound(frames_, shown_) - frames_.begin());
    Q_EMIT frameChosen(std::clamp(now + by, 0, static_cast<int>(frames_.size()) - 1));
}

}  // namespace gatelab
