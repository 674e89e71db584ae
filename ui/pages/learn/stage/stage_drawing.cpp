// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_drawing.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

double StageAxis::share(double value) const {
    if (isLog) return std::clamp(std::log(std::max(value, low) / low) / std::log(high / low), 0.0, 1.0);
    return std::clamp((value - low) / (high - low), 0.0, 1.0);
}

double StageAxis::value(double share) const {
    const double inside = std::clamp(share, 0.0, 1.0);
    return isLog ? low * std::pow(high / low, inside) : low + inside * (high - low);
}

StageAxis stageAxis(const LessonRow& row, const std::string& quantity, std::pair<double, double> range) {
    if (row.isLog) return {row.least, row.most > 0 ? row.most : 1, true};
    if (row.most > 0) return {0, row.most, false};
    if (row.quantity == "factor") return {0, std::max(1.2, std::ceil(5 * std::min(range.second, 2.0)) / 5), false};
    static const std::string kShares = "ifozr";
    if (row.quantity == "product" || row.quantity == "gradient" ||
        (quantity.size() == 1 && kShares.find(quantity) != std::string::npos))
        return {0, 1, false};
    // Both signs alike, at least 1: what grows with training does not change the axis of what was before.
    double most = 1;
    for (const double end : {range.first, range.second})
        if (std::isfinite(end)) most = std::max(most, 1.05 * std::abs(end));
    // To the next 1, 1.5, 2, 3, 5 of its power of ten.
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double nice : {1.0, 1.5, 2.0, 3.0, 5.0, 10.0})
        if (most <= nice * power) {
            most = nice * power;
            break;
        }
    return {-most, most, false};
}

double edgeX(const QRectF& plot, const StageAxis& axis, bool isFromRight, double value) {
    const double share = axis.share(value);
    return plot.left() + plot.width() * (isFromRight ? 1 - share : share);
}

double StageDrawing::edgeValue(const QRectF& plot, double x) const {
    const double share = (x - plot.left()) / plot.width();
    const double value = axis_.value(isFromRight_ ? 1 - share : share);
    return isFromRight_ ? std::max(1.0, std::round(value)) : value;
}

StageDrawing::StageDrawing(LessonDraw draw, const PictureFrame& frame, const StageAxis& axis)
    : draw_(std::move(draw)), axis_(axis) {
    if (draw_.kind.empty() || draw_.row >= frame.rows.size()) return;
    const RowTrack& track = frame.rows[draw_.row];
    isFromRight_ = track.quantity == "window";
    if (isEdge()) {
        steps_ = {1};
    } else if (isValves()) {
        axis_ = {0, 1, false};
        for (std::int64_t valve = 1; valve <= static_cast<std::int64_t>(kHandValves); ++valve) steps_.push_back(valve);
    } else if (draw_.kind == "value") {
        if (draw_.step == LessonDraw::kAtMark) draw_.step = frame.marks.empty() ? 1 : frame.marks.front();
        steps_ = {draw_.step};
    } else if (!track.fans.empty()) {
        for (const RowTrack::Fan& fan : track.fans)
            steps_.push_back(fan.from + static_cast<std::int64_t>(fan.values.size()));
    } else {
        // What comes behind the window has no gate yet.
        const auto known = static_cast<std::int64_t>(track.values.size());
        const std::int64_t last = known > 0 && track.quantity != "loss" ? std::min(known, frame.steps) : frame.steps;
        for (std::int64_t step = 1; step <= last; ++step) steps_.push_back(step);
    }
}

double StageDrawing::valueAt(std::int64_t step) const {
    for (const QPointF& point : points_)
        if (std::llround(point.x()) == step) return point.y();
    return std::nan("");
}

std::int64_t StageDrawing::nearest(double step) const {
    if (steps_.empty()) return 0;
    return *std::ranges::min_element(steps_, {},
                                     [step](std::int64_t one) { return std::abs(static_cast<double>(one) - step); });
}

std::int64_t StageDrawing::next(std::int64_t step, int by) const {
    const auto at = std::ranges::find(steps_, step);
    if (at == steps_.end()) return steps_.empty() ? 0 : steps_.front();
    const auto index =
        std::clamp<std::ptrdiff_t>(at - steps_.begin() + by, 0, static_cast<std::ptrdiff_t>(steps_.size()) - 1);
    return steps_[static_cast<std::size_t>(index)];
}

HandValves StageDrawing::valves() const {
    HandValves valves;
    for (std::size_t i = 0; i < kHandValves; ++i) {
        const double drawn = valueAt(static_cast<std::int64_t>(i) + 1);
        valves[i] = std::isnan(drawn) ? startValue() : drawn;
    }
    return valves;
}

/// A curve stands whole from its first stroke on.
void StageDrawing::begin() {
    if (!points_.empty() || isClicked()) return;
    for (const std::int64_t step : steps_) points_.emplace_back(static_cast<double>(step), startValue());
}

void StageDrawing::stroke(double fromStep, double fromValue, double toStep, double toValue) {
    if (!canDraw() || isClicked()) return;
    begin();
    const std::int64_t first = nearest(std::min(fromStep, toStep)), last = nearest(std::max(fromStep, toStep));
    for (QPointF& point : points_) {
        if (point.x() < static_cast<double>(first) || point.x() > static_cast<double>(last)) continue;
        const double share =
            fromStep == toStep ? 1.0 : std::clamp((point.x() - fromStep) / (toStep - fromStep), 0.0, 1.0);
        // Straight on the axis, as the hand sees it.
        point.setY(axis_.value(axis_.share(fromValue) + share * (axis_.share(toValue) - axis_.share(fromValue))));
    }
}

void StageDrawing::set(std::int64_t step, double value) {
    if (!canDraw() || isClicked()) return;
    begin();
    for (QPointF& point : points_)
        if (std::llround(point.x()) == step) point.setY(axis_.value(axis_.share(value)));
}

void StageDrawing::toggle(std::int64_t step) {
    if (!isClicked() || !std::ranges::binary_search(steps_, step)) return;
    const auto there =
        std::ranges::find_if(points_, [step](const QPointF& point) { return std::llround(point.x()) == step; });
    if (there != points_.end()) {
        points_.erase(there);
        return;
    }
    if (draw_.most > 0 && static_cast<std::int64_t>(points_.size()) >= draw_.most) return;
    points_.emplace_back(static_cast<double>(step), 1);
    std::ranges::sort(points_, {}, [](const QPointF& point) { return point.x(); });
}

std::vector<DrawnPoint> drawnPoints(const std::vector<QPointF>& points) {
    std::vector<DrawnPoint> drawn;
    drawn.reserve(points.size());
    for (const QPointF& point : points) drawn.push_back({std::llround(point.x()), point.y()});
    return drawn;
}

}  // namespace gatelab
