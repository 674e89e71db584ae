// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/timeline_strip.h"

#include "common/texts.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kLane = 18, kAxis = 18, kNames = 84, kBar = 12, kTick = 4, kDigits = 3, kPartsOfStep = 7;
constexpr double kMilliseconds = 1e3, kLeastWidth = 1;
constexpr int kMostTicks = 4;

/// 1, 2 or 5 times a power of ten, so that no more than kMostTicks fit.
double tickOf(double length) {
    const double least = length / kMostTicks, power = std::pow(10, std::floor(std::log10(least)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * power >= least) return times * power;
    return 10 * power;
}

}  // namespace

TimelineStrip::TimelineStrip(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Steps on a time axis"));
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(), update(); });
}

QColor TimelineStrip::colourOf(const Palette& palette, TimelinePart part) {
    const auto at = static_cast<std::size_t>(part);
    return at < kPartsOfStep ? palette.gate[at + 2] : palette.axis;
}

void TimelineStrip::setTimeline(const Timeline& timeline) {
    steps_.clear(), spans_.clear(), lanes_.clear();
    for (const TimelineStep& step : timeline.steps) {
        if (!step.isRecorded || steps_.size() == kMostSteps) continue;
        if (!steps_.empty() && step.step != steps_.back().step + 1) break;
        steps_.push_back(step);
    }
    if (steps_.empty()) return update();
    began_ = steps_.front().began;
    const double end = steps_.back().began + steps_.back().seconds;
    seconds_ = end - began_;
    std::ranges::copy_if(timeline.spans, std::back_inserter(spans_), [&](const TimelineSpan& span) {
        return isOfStep(span.part) && span.began >= began_ && span.began < end;
    });
    for (int i = 0; i < kPartsOfStep; ++i)
        if (const auto part = static_cast<TimelinePart>(i);
            std::ranges::find(spans_, part, &TimelineSpan::part) != spans_.end())
            lanes_.push_back(part);
    setAccessibleDescription(tr("%n step(s), %1 ms", nullptr, static_cast<int>(steps_.size()))
                                 .arg(formatNumber(kMilliseconds * seconds_, kDigits)));
    updateGeometry();
    update();
}

double TimelineStrip::laneHeight() const { return kLane * theme_.textScale(); }

QSize TimelineStrip::sizeHint() const {
    return {200, qRound(laneHeight() * static_cast<double>(lanes_.size()) + kAxis * theme_.textScale())};
}

double TimelineStrip::xOf(double seconds) const {
    const double left = kNames * theme_.textScale();
    return left + (seconds - began_) / seconds_ * (width() - left - 1);
}

void TimelineStrip::paintEvent(QPaintEvent*) {
    if (steps_.empty()) return;
    QPainter painter(this);
    const Palette& palette = theme_.palette();
    painter.setFont(theme_.font(11));
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        const double top = laneHeight() * static_cast<double>(i), inset = (laneHeight() - kBar) / 2;
        painter.setPen(palette.muted);
        painter.drawText(QRectF(0, top, kNames * theme_.textScale() - 8, laneHeight()),
                         Qt::AlignVCenter | Qt::AlignLeft, translated(timelineLabel(lanes_[i])));
        for (const TimelineSpan& span : spans_) {
            if (span.part != lanes_[i]) continue;
            const double x = xOf(span.began), right = xOf(span.began + span.seconds);
            painter.fillRect(QRectF(x, top + inset, std::max(kLeastWidth, right - x), kBar),
                             colourOf(palette, span.part));
        }
    }
    paintAxis(painter);
}

/// Where steps begin, and time in milliseconds.
void TimelineStrip::paintAxis(QPainter& painter) const {
    const Palette& palette = theme_.palette();
    const double bottom = laneHeight() * static_cast<double>(lanes_.size());
    painter.setPen(palette.grid);
    for (const TimelineStep& step : steps_)
        painter.drawLine(QPointF(xOf(step.began), 0), QPointF(xOf(step.began), bottom));
    painter.setPen(palette.axis);
    painter.drawLine(QPointF(xOf(began_), bottom), QPointF(width(), bottom));
    const double tick = tickOf(kMilliseconds * seconds_);
    for (int i = 0; i * tick <= kMilliseconds * seconds_; ++i) {
        const double x = xOf(began_ + i * tick / kMilliseconds);
        painter.setPen(palette.axis);
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + kTick));
        const QString text = i == 0 ? tr("0 ms") : formatNumber(i * tick, kDigits);
        const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text);
        if (x + wide > width()) break;
        painter.setPen(palette.muted);
        painter.drawText(QPointF(x + 2, bottom + kAxis * theme_.textScale() - 4), text);
    }
}

bool TimelineStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const QPoint at = static_cast<QHelpEvent*>(event)->pos();
    const auto lane = static_cast<std::size_t>(std::max(0.0, at.y() / laneHeight()));
    const auto found = std::ranges::find_if(spans_, [&](const TimelineSpan& span) {
        return lane < lanes_.size() && span.part == lanes_[lane] && at.x() >= xOf(span.began) - 2 &&
               at.x() <= xOf(span.began + span.seconds) + 2;
    });
    if (found == spans_.end())
        QToolTip::hideText();
    else
        QToolTip::showText(
            static_cast<QHelpEvent*>(event)->globalPos(),
            tr("%1: %2 ms")
                .arg(translated(timelineLabel(found->part)), formatNumber(kMilliseconds * found->seconds, kDigits)),
            this);
    return true;
}

}  // namespace gatelab
