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

constexpr int kLane = 18, kAxis = 18, kNames = 84, kBar = 12, kTick = 4, kDigits = 3, kPartsOfStep = 8;
constexpr std::size_t kLeastSteps = 3;  ///< in a row, to be shown
/// Stops of the parts of a step; Device and Forward are never in one step.
constexpr std::size_t kStops[kPartsOfStep] = {2, 3, 4, 5, 6, 4, 7, 8};
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
    return at < kPartsOfStep ? palette.gate[kStops[at]] : palette.axis;
}

void TimelineStrip::setTimeline(const Timeline& timeline) {
    steps_.clear(), spans_.clear(), lanes_.clear(), ranks_.clear();
    // Without those that are apart, beside which the others would be too narrow to see
    for (const TimelineStep& step : timeline.usualSteps()) {
        if (steps_.size() == kMostSteps) break;
        if (!steps_.empty() && step.step != steps_.back().step + 1) {
            if (steps_.size() >= kLeastSteps) break;
            steps_.clear();
        }
        steps_.push_back(step);
    }
    if (steps_.empty()) return update();
    began_ = steps_.front().began;
    const double end = steps_.back().began + steps_.back().seconds;
    seconds_ = end - began_;
    const auto isShown = [&](const TimelineSpan& span) {
        return isOfStep(span.part) && span.began >= began_ && span.began < end;
    };
    std::ranges::copy_if(timeline.spans, std::back_inserter(spans_), isShown);
    for (const TimelineTrack& track : timeline.ranks) {
        TimelineTrack shown{.rank = track.rank};
        std::ranges::copy_if(track.spans, std::back_inserter(shown.spans), isShown);
        if (!shown.spans.empty()) ranks_.push_back(std::move(shown));
    }
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

QSize TimelineStrip::sizeHint() const { return {200, qRound(lanesHeight() + kAxis * theme_.textScale())}; }

double TimelineStrip::xOf(double seconds) const {
    const double left = kNames * theme_.textScale();
    return left + (seconds - began_) / seconds_ * (width() - left - 1);
}

void TimelineStrip::paintEvent(QPaintEvent*) {
    if (steps_.empty()) return;
    QPainter painter(this);
    painter.setFont(theme_.font(11));
    for (std::size_t i = 0; i < lanes_.size(); ++i)
        paintLane(painter, i, translated(timelineLabel(lanes_[i])), spansOf(i));
    for (std::size_t i = 0; i < ranks_.size(); ++i)
        paintLane(painter, lanes_.size() + i, tr("rank %1").arg(ranks_[i].rank), ranks_[i].spans);
    paintAxis(painter);
}

std::vector<TimelineSpan> TimelineStrip::spansOf(std::size_t lane) const {
    if (lane >= lanes_.size())
        return lane - lanes_.size() < ranks_.size() ? ranks_[lane - lanes_.size()].spans : std::vector<TimelineSpan>{};
    std::vector<TimelineSpan> spans;
    std::ranges::copy_if(spans_, std::back_inserter(spans),
                         [&](const TimelineSpan& span) { return span.part == lanes_[lane]; });
    return spans;
}

void TimelineStrip::paintLane(QPainter& painter, std::size_t lane, const QString& name,
                              const std::vector<TimelineSpan>& spans) const {
    const double top = laneHeight() * static_cast<double>(lane), inset = (laneHeight() - kBar) / 2;
    painter.setPen(theme_.palette().muted);
    painter.drawText(QRectF(0, top, kNames * theme_.textScale() - 8, laneHeight()), Qt::AlignVCenter | Qt::AlignLeft,
                     name);
    for (const TimelineSpan& span : spans) {
        const double x = xOf(span.began), right = xOf(span.began + span.seconds);
        painter.fillRect(QRectF(x, top + inset, std::max(kLeastWidth, right - x), kBar),
                         colourOf(theme_.palette(), span.part));
    }
}

/// Where steps begin, and time in milliseconds.
void TimelineStrip::paintAxis(QPainter& painter) const {
    const Palette& palette = theme_.palette();
    const double bottom = lanesHeight();
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
    const std::vector<TimelineSpan> spans = spansOf(lane);
    const auto found = std::ranges::find_if(spans, [&](const TimelineSpan& span) {
        return at.x() >= xOf(span.began) - 2 && at.x() <= xOf(span.began + span.seconds) + 2;
    });
    if (found == spans.end())
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
