// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series_plot.h"

#include "common/list_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {
namespace {

constexpr double kLabels = 118, kTicks = 40, kStrip = 18, kAxis = 24, kRight = 12;
constexpr int kLeastRow = 48, kRowsAsked = 8;

}  // namespace

SeriesPlot::SeriesPlot(Theme& theme, SeriesView& view, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      view_(view),
      scroll_(new QScrollBar(this)),
      emptyText_(tr("No series yet")),
      ring_(new FocusRing(this)) {
    scroll_->hide();
    scroll_->setAccessibleName(tr("More columns"));
    connect(scroll_, &QScrollBar::valueChanged, this, &SeriesPlot::showRows);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Series"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&view, &SeriesView::seriesChanged, this, &SeriesPlot::reset);
    connect(&view, &SeriesView::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &SeriesView::splitMoved, this, qOverload<>(&QWidget::update));
    reset();
}

void SeriesPlot::reset() {
    marks_.clear(), targets_.clear(), whole_.clear();
    chosen_.resize(view_.series() ? view_.series()->channels.size() : 0);
    std::iota(chosen_.begin(), chosen_.end(), std::size_t(0));
    QStringList names;
    for (const std::size_t channel : chosen_) {
        whole_.push_back(extentOf(channel, 0, view_.rows()));
        names << QString::fromStdString(view_.series()->channels[channel].name);
    }
    setAccessibleDescription(tr("%1 rows; %2").arg(formatCount(view_.rows()), listText(names)));
    updateGeometry();
    showRows();
}

void SeriesPlot::setChannels(std::vector<std::size_t> channels) {
    std::erase_if(channels, [this](std::size_t channel) { return channel >= whole_.size(); });
    if (channels == chosen_) return;
    chosen_ = std::move(channels);
    updateGeometry();
    showRows();
}

void SeriesPlot::showRows() {
    const int all = static_cast<int>(chosen_.size()),
              fit = std::max(1, static_cast<int>(plotArea().height()) / kLeastRow);
    const QSignalBlocker quiet(scroll_);
    scroll_->setPageStep(fit);
    scroll_->setRange(0, std::max(0, all - fit));
    scroll_->setVisible(all > fit);
    scroll_->setGeometry(width() - scroll_->sizeHint().width(), static_cast<int>(kStrip), scroll_->sizeHint().width(),
                         static_cast<int>(plotArea().height()));
    const auto first = chosen_.begin() + scroll_->value();
    channels_.assign(first, first + std::min(fit, all));
    update();
    Q_EMIT sidesChanged();
}

void SeriesPlot::resizeEvent(QResizeEvent*) { showRows(); }

void SeriesPlot::setTargets(std::vector<std::size_t> channels) { targets_ = std::move(channels), update(); }
void SeriesPlot::setMarks(std::vector<SeriesMark> marks) { marks_ = std::move(marks), update(); }
void SeriesPlot::setEmptyText(const QString& text) { emptyText_ = text, update(); }
void SeriesPlot::setVisibleStatistics(bool on) { visibleStatistics_ = on, update(); }

QSize SeriesPlot::minimumSizeHint() const {
    return {420,
            static_cast<int>(kStrip + kAxis) + kLeastRow * std::clamp(static_cast<int>(chosen_.size()), 1, kRowsAsked)};
}

QRectF SeriesPlot::plotArea() const {
    const double left = kLabels * theme_.textScale() + kTicks,
                 right = kRight + (scroll_->isHidden() ? 0 : scroll_->sizeHint().width());
    return {left, kStrip, std::max(1.0, width() - left - right),
            std::max(1.0, height() - kStrip - kAxis * theme_.textScale())};
}

std::pair<double, double> SeriesPlot::sides() const {
    const QRectF plot = plotArea();
    return {plot.left(), std::max(0.0, width() - plot.right())};
}

QRectF SeriesPlot::rowArea(std::size_t row) const {
    const QRectF plot = plotArea();
    const double tall = plot.height() / static_cast<double>(std::max<std::size_t>(1, channels_.size()));
    return {plot.left(), plot.top() + tall * static_cast<double>(row), plot.width(), tall};
}

double SeriesPlot::pixel(double x) const {
    const QRectF plot = plotArea();
    return plot.left() + (x - view_.low()) / std::max(view_.high() - view_.low(), 1e-300) * plot.width();
}

double SeriesPlot::value(double at) const {
    const QRectF plot = plotArea();
    return view_.low() + (at - plot.left()) / plot.width() * (view_.high() - view_.low());
}

double SeriesPlot::borderX(int border) const {
    return pixel(view_.xOfRow(border == 0 ? view_.split().train.end : view_.split().validation.end));
}

int SeriesPlot::borderAt(QPointF at) const {
    const QRectF plot = plotArea();
    if (view_.split().train.end <= 0 || !plot.adjusted(-4, -kStrip, 4, 0).contains(at)) return -1;
    for (const int border : {0, 1}) {
        const bool exists = border == 0 ? view_.split().validation.end > 0 : view_.split().test.end > 0;
        if (exists && std::abs(borderX(border) - at.x()) <= 5) return border;
    }
    return -1;
}

SeriesPlot::Extent SeriesPlot::extentOf(std::size_t channel, std::int64_t begin, std::int64_t end) const {
    const MinMaxPyramid& pyramid = view_.pyramid(channel);
    const MinMax all = pyramid.over(static_cast<std::size_t>(std::max<std::int64_t>(begin, 0)),
                                    static_cast<std::size_t>(std::max<std::int64_t>(end, 0)));
    Extent extent;
    if (all.count == 0) return extent;
    extent.low = all.min, extent.high = all.max, extent.mean = all.sum / all.count;
    double squares = 0;
    // The deviation has no pyramid: twenty thousand evenly spread samples say it well enough.
    const std::int64_t stride = std::max<std::int64_t>(1, (end - begin) / 20000);
    std::int64_t counted = 0;
    for (std::int64_t i = begin; i < end; i += stride) {
        const double v = pyramid[static_cast<std::size_t>(i)];
        if (std::isfinite(v)) squares += (v - extent.mean) * (v - extent.mean), ++counted;
    }
    extent.deviation = counted > 0 ? std::sqrt(squares / static_cast<double>(counted)) : 0;
    return extent;
}

void SeriesPlot::mousePressEvent(QMouseEvent* event) {
    last_ = event->position();
    const bool left = event->button() == Qt::LeftButton;
    dragged_ = left && !event->modifiers().testFlag(Qt::ShiftModifier) ? borderAt(event->position()) : -1;
    panning_ = dragged_ < 0 && plotArea().contains(event->position()) &&
               (event->button() == Qt::MiddleButton || (left && event->modifiers().testFlag(Qt::ShiftModifier)));
    if (panning_) setCursor(Qt::ClosedHandCursor);
    if (!left || dragged_ >= 0 || event->position().x() >= plotArea().left()) return;
    for (std::size_t row = 0; row < channels_.size(); ++row)
        if (event->position().y() >= rowArea(row).top() && event->position().y() < rowArea(row).bottom())
            Q_EMIT channelClicked(static_cast<int>(channels_[row]));
}

void SeriesPlot::mouseMoveEvent(QMouseEvent* event) {
    if (dragged_ >= 0)
        view_.moveBorder(dragged_, view_.rowAt(value(event->position().x())));
    else if (panning_)
        view_.pan(value(last_.x()) - value(event->position().x()));
    else
        setCursor(borderAt(event->position()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    last_ = cursor_ = event->position();
    update();
}

void SeriesPlot::mouseReleaseEvent(QMouseEvent*) {
    if (dragged_ >= 0) view_.dropBorder();
    dragged_ = -1;
    panning_ = false;
    unsetCursor();
}

void SeriesPlot::mouseDoubleClickEvent(QMouseEvent*) { view_.showAll(); }

void SeriesPlot::wheelEvent(QWheelEvent* event) {
    if (view_.rows() < 2) return;
    const QPoint delta = event->angleDelta();
    const double span = view_.high() - view_.low();
    if (event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0)
        view_.pan(-(delta.x() + delta.y()) / 120.0 * span * 0.1);
    else
        view_.zoom(std::clamp(value(event->position().x()), view_.low(), view_.high()),
                   std::pow(0.8, delta.y() / 120.0));
    event->accept();
}

void SeriesPlot::leaveEvent(QEvent*) {
    cursor_ = {-1, -1};
    update();
}

void SeriesPlot::keyPressEvent(QKeyEvent* event) {
    const double span = view_.high() - view_.low(), middle = (view_.high() + view_.low()) / 2;
    switch (event->key()) {
        case Qt::Key_Left:
            return view_.pan(-span * 0.1);
        case Qt::Key_Right:
            return view_.pan(span * 0.1);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return view_.zoom(middle, 0.8);
        case Qt::Key_Minus:
            return view_.zoom(middle, 1.25);
        case Qt::Key_F:
        case Qt::Key_Home:
            return view_.showAll();
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace gatelab
