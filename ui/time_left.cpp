// SPDX-License-Identifier: GPL-3.0-or-later
#include "time_left.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
constexpr double kWindowSeconds = 60, kFirstSeconds = 2, kSampleSeconds = 0.25;
constexpr double kPullSeconds = 6;  // time constant with which the shown figure follows the estimate
}  // namespace

void TimeLeft::reset() {
    points_.clear();
    shown_ = -1;
    last_ = 0;
}

void TimeLeft::update(double seconds, std::int64_t step, std::int64_t total) {
    if (points_.empty()) {
        points_.push_back({seconds, step});
        last_ = seconds;
        return;
    }
    if (seconds <= last_) return;
    const double passed = seconds - last_;
    last_ = seconds;
    if (seconds - points_.back().seconds >= kSampleSeconds) points_.push_back({seconds, step});
    while (points_.size() > 2 && seconds - points_.front().seconds > kWindowSeconds) points_.pop_front();
    const double span = seconds - points_.front().seconds;
    const auto steps = static_cast<double>(step - points_.front().step);
    if (span < kFirstSeconds || steps <= 0) return;
    const double estimate = static_cast<double>(std::max<std::int64_t>(total - step, 0)) * span / steps;
    if (shown_ < 0) {
        shown_ = estimate;
        return;
    }
    const double clock = std::max(shown_ - passed, 0.0);
    shown_ = clock + (estimate - clock) * (1 - std::exp(-passed / kPullSeconds));
}

}  // namespace gatelab
