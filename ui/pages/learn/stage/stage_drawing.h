// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_picture.h"
#include "lesson/lesson_valves.h"

#include <QPointF>
#include <QRectF>

#include <utility>
#include <vector>

namespace gatelab {

/// The axis of a row of the stage: a value to a share of its height, and back.
struct StageAxis {
    double low = 0, high = 1;
    bool isLog = false;
    [[nodiscard]] double share(double value) const;  ///< in [0, 1], from below
    [[nodiscard]] double value(double share) const;
};
/// `range`: of the values that are shown. Gates and products stand from 0 to 1 whatever they are.
StageAxis stageAxis(const LessonRow& row, const std::string& quantity, std::pair<double, double> range);

/// Where a value lies across a plot whose axis runs sideways, from the left or from the right.
double edgeX(const QRectF& plot, const StageAxis& axis, bool isFromRight, double value);

/// A prediction on a row, step by step: what a pencil, a click or the arrow keys do to it. Points are (step from 1,
/// value), ascending; a click is one of value 1.
class StageDrawing {
public:
    /// Nothing can be drawn.
    StageDrawing() = default;
    StageDrawing(LessonDraw draw, const PictureFrame& frame, const StageAxis& axis);

    [[nodiscard]] const LessonDraw& draw() const { return draw_; }
    [[nodiscard]] bool canDraw() const { return !steps_.empty(); }
    /// Steps are the valves of a hand (HandValve), from 1.
    [[nodiscard]] bool isValves() const { return draw_.kind == "valves"; }
    [[nodiscard]] HandValves valves() const;
    [[nodiscard]] const StageAxis& axis() const { return axis_; }
    [[nodiscard]] bool isClicked() const { return draw_.kind == "steps"; }
    /// One value that is dragged sideways.
    [[nodiscard]] bool isEdge() const { return draw_.kind == "edge"; }
    /// Its axis begins at the right, at now.
    [[nodiscard]] bool isFromRight() const { return isFromRight_; }
    /// Of an edge: the value at a place of the plot; steps of a window are whole.
    [[nodiscard]] double edgeValue(const QRectF& plot, double x) const;
    /// That may be drawn at, ascending.
    [[nodiscard]] const std::vector<std::int64_t>& steps() const { return steps_; }
    [[nodiscard]] const std::vector<QPointF>& points() const { return points_; }
    void setPoints(std::vector<QPointF> points) { points_ = std::move(points); }
    /// NaN: nothing is drawn there.
    [[nodiscard]] double valueAt(std::int64_t step) const;
    /// In the middle where it lies beyond the axis.
    [[nodiscard]] double startValue() const {
        const bool isThere = draw_.start >= axis_.low && draw_.start <= axis_.high;
        return axis_.value(isThere ? axis_.share(draw_.start) : 0.5);
    }
    /// The nearest step that may be drawn at.
    [[nodiscard]] std::int64_t nearest(double step) const;
    [[nodiscard]] std::int64_t next(std::int64_t step, int by) const;

    /// The pencil has gone from one place to another; all steps between take values on that line.
    void stroke(double fromStep, double fromValue, double toStep, double toValue);
    void set(std::int64_t step, double value);
    void toggle(std::int64_t step);  ///< of clicks; beyond the most that are allowed nothing happens
    void clear() { points_.clear(); }

private:
    void begin();
    LessonDraw draw_;
    StageAxis axis_;
    bool isFromRight_ = false;
    std::vector<std::int64_t> steps_;
    std::vector<QPointF> points_;
};

/// As the sums of a gap take them.
std::vector<DrawnPoint> drawnPoints(const std::vector<QPointF>& points);

}  // namespace gatelab
