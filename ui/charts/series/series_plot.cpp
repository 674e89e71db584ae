// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/series_plot.h"

#include "common/list_text.h"
#include "widgets/pointer_keys.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {
namespace {

constexpr double kLabels = 118, kAxis = 24, kRight = 12;
constexpr int kMinRow = 48, kRowsAsked = 8;

}  // namespace

SeriesPlot::SeriesPlot(Theme& theme, SeriesView& view, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      view_(view),
      painter_(theme, view),
      scroll_(new QScrollBar(this)),
      emptyText_(tr("No series yet")),
      ring_(new FocusRing(this)) {
    scroll_->hide();
    scroll_->setAccessibleName(tr("More columns"));
    connect(scroll_, &QScrollBar::valueChanged, this, &SeriesPlot::showRows);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Series"));
    new PointerKeys(this, {Qt::Key_F});
    connect(&theme, &Theme::changed, this, &SeriesPlot::showRows);
    connect(&view, &SeriesView::seriesChanged, this, &SeriesPlot::reset);
    connect(&view, &SeriesView::rangeChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &SeriesView::splitMoved, this, qOverload<>(&QWidget::update));
    reset();
}

void SeriesPlot::reset() {
    painter_.marks.clear(), painter_.targets.clear(), painter_.whole.clear();
    chosen_.resize(view_.series() ? view_.series()->channels.size() : 0);
    std::iota(chosen_.begin(), chosen_.end(), std::size_t(0));
    QStringList names;
    for (const std::size_t channel : chosen_) {
        painter_.whole.push_back(painter_.extentOf(channel, 0, view_.rows()));
        names << QString::fromStdString(view_.series()->channels[channel].name);
    }
    setAccessibleDescription(tr("%1 rows; %2").arg(formatCount(view_.rows()), listText(names)));
    updateGeometry();
    showRows();
}

void SeriesPlot::setChannels(std::vector<std::size_t> channels) {
    std::erase_if(channels, [this](std::size_t channel) { return channel >= painter_.whole.size(); });
    if (channels == chosen_) return;
    chosen_ = std::move(channels);
    updateGeometry();
    showRows();
}

void SeriesPlot::showRows() {
    const int all = static_cast<int>(chosen_.size()),
              fit = std::max(1, static_cast<int>(plotArea().height()) / kMinRow);
    const QSignalBlocker quiet(scroll_);
    scroll_->setPageStep(fit);
    scroll_->setRange(0, std::max(0, all - fit));
    scroll_->setVisible(all > fit);
    scroll_->setGeometry(width() - scroll_->sizeHint().width(), static_cast<int>(SeriesPainter::kStrip),
                         scroll_->sizeHint().width(), static_cast<int>(plotArea().height()));
    const auto first = chosen_.begin() + scroll_->value();
    painter_.channels.assign(first, first + std::min(fit, all));
    painter_.plot = plotArea(), painter_.width = width();
    update();
    Q_EMIT sidesChanged();
}

void SeriesPlot::resizeEvent(QResizeEvent*) { showRows(); }
void SeriesPlot::setTargets(std::vector<std::size_t> channels) { painter_.targets = std::move(channels), update(); }
void SeriesPlot::setMarks(std::vector<SeriesMark> marks) { painter_.marks = std::move(marks), update(); }
void SeriesPlot::setEmptyText(const QString& text) { emptyText_ = text, update(); }
void SeriesPlot::setVisibleStatistics(bool on) { painter_.visibleStatistics = on, update(); }

QSize SeriesPlot::minimumSizeHint() const {
    return {420, static_cast<int>(SeriesPainter::kStrip + kAxis) +
                     kMinRow * std::clamp(static_cast<int>(chosen_.size()), 1, kRowsAsked)};
}

QRectF SeriesPlot::plotArea() const {
    const double left = kLabels * theme_.textScale() + SeriesPainter::kTicks,
                 right = kRight + (scroll_->isHidden() ? 0 : scroll_->sizeHint().width());
    return {left, SeriesPainter::kStrip, std::max(1.0, width() - left - right),
            std::max(1.0, height() - SeriesPainter::kStrip - kAxis * theme_.textScale())};
}

std::pair<double, double> SeriesPlot::sides() const {
    const QRectF plot = plotArea();
    return {plot.left(), std::max(0.0, width() - plot.right())};
}

void SeriesPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& p = theme_.palette();
    if (view_.rows() < 1 || painter_.channels.empty()) {
        painter.setPen(p.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
        return;
    }
    painter_.paint(painter);
    if (!ring_->visible()) return;
    painter.setPen(QPen(p.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void SeriesPlot::mousePressEvent(QMouseEvent* event) {
    last_ = event->position();
    const bool left = event->button() == Qt::LeftButton;
    painter_.dragged =
        left && !event->modifiers().testFlag(Qt::ShiftModifier) ? painter_.borderAt(event->position()) : -1;
    painter_.panning =
        painter_.dragged < 0 && painter_.plot.contains(event->position()) &&
        (event->button() == Qt::MiddleButton || (left && event->modifiers().testFlag(Qt::ShiftModifier)));
    if (painter_.panning) setCursor(Qt::ClosedHandCursor);
    if (!left || painter_.dragged >= 0 || event->position().x() >= painter_.plot.left()) return;
    for (std::size_t row = 0; row < painter_.channels.size(); ++row)
        if (event->position().y() >= painter_.rowArea(row).top() &&
            event->position().y() < painter_.rowArea(row).bottom())
            Q_EMIT channelClicked(static_cast<int>(painter_.channels[row]));
}

void SeriesPlot::mouseMoveEvent(QMouseEvent* event) {
    if (painter_.dragged >= 0)
        view_.moveBorder(painter_.dragged, view_.rowAt(painter_.value(event->position().x())));
    else if (painter_.panning)
        view_.pan(painter_.value(last_.x()) - painter_.value(event->position().x()));
    else
        setCursor(painter_.borderAt(event->position()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    last_ = painter_.cursor = event->position();
    update();
}

void SeriesPlot::mouseReleaseEvent(QMouseEvent*) {
    if (painter_.dragged >= 0) view_.dropBorder();
    painter_.dragged = -1;
    painter_.panning = false;
    unsetCursor();
}

void SeriesPlot::mouseDoubleClickEvent(QMouseEvent*) { view_.showAll(); }

void SeriesPlot::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const double span = view_.high() - view_.low();
    if (view_.rows() >= 2 && event->modifiers().testFlag(Qt::ControlModifier))
        view_.zoom(std::clamp(painter_.value(event->position().x()), view_.low(), view_.high()),
                   std::pow(0.8, delta.y() / 120.0));
    else if (view_.rows() >= 2 && (event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0))
        view_.pan(-(delta.x() + delta.y()) / 120.0 * span * 0.1);
    else
        return event->ignore();  // the page scrolls
    event->accept();
}

void SeriesPlot::leaveEvent(QEvent*) {
    painter_.cursor = {-1, -1};
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
