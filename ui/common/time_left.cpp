// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/time_left.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kMemorySeconds = 60, kFirstSeconds = 2;
constexpr double kMinKept = 0.5;       // of what is remembered, however long the last part took
constexpr double kMuchMore = 4.0 / 3;  // of what is shown: no noise any more

/// Ends of epochs that lie behind the step before `step`: one that is being validated does not count.
std::int64_t epochsLeftBehind(std::int64_t step, std::int64_t stepsPerEpoch) {
    return step > 0 && stepsPerEpoch > 0 ? (step - 1) / stepsPerEpoch : 0;
}

}  // namespace

void Countdown::update(double passed, double estimate) {
    if (shown_ < 0) {
        if (std::isfinite(estimate)) shown_ = std::max(0.0, estimate);
        return;
    }
    const double before = shown_, clock = std::max(before - passed, 0.0);
    shown_ = std::isfinite(estimate) ? clock + (estimate - clock) * (1 - std::exp(-passed / pullSeconds_)) : clock;
    if (keepsFalling_ && estimate < kMuchMore * before) shown_ = std::min(shown_, before);
}

void TimeLeft::Mean::add(double seconds, double times, double passed) {
    const double kept = std::max(kMinKept, std::exp(-passed / kMemorySeconds));
    sum = kept * sum + seconds;
    count = kept * count + times;
}

double TimeLeft::Mean::value() const { return count > 0 ? std::max(0.0, sum / count) : 0; }

void TimeLeft::reset(double epochEnd) {
    *this = {};
    if (epochEnd >= 0) epochEnd_.add(epochEnd, 1, 0);
}

/// Between the last place and this one lie steps, and maybe ends of epochs.
void TimeLeft::note(const RunPlace& place) {
    const double passed = last_ - fromSeconds_;
    const auto steps = static_cast<double>(place.step - from_.step);
    const auto ends = static_cast<double>(epochsLeftBehind(place.step, place.stepsPerEpoch) -
                                          epochsLeftBehind(from_.step, place.stepsPerEpoch));
    if (ends > 0)
        epochEnd_.add(passed - steps * step_.value(), ends, passed);
    else
        step_.add(passed, steps, passed);
    seen_ += passed;
}

double TimeLeft::estimate(const RunPlace& place) const {
    const auto steps = static_cast<double>(std::max<std::int64_t>(place.steps - place.step, 0));
    const std::int64_t all = place.stepsPerEpoch > 0 ? place.steps / place.stepsPerEpoch : 0;
    const std::int64_t behind = epochsLeftBehind(place.step, place.stepsPerEpoch);
    const bool endsNow = place.step > 0 && place.stepsPerEpoch > 0 && place.step % place.stepsPerEpoch == 0;
    // What it is at has been going on for a while.
    const double expected = endsNow ? epochEnd_.value() : step_.value(),
                 gone = std::min(expected, last_ - fromSeconds_);
    return std::max(0.0, steps * step_.value() +
                             static_cast<double>(std::max<std::int64_t>(all - behind, 0)) * epochEnd_.value() - gone);
}

void TimeLeft::update(double seconds, const RunPlace& place) {
    const bool first = fromSeconds_ < 0;
    if (!first && seconds <= last_) return;
    const double passed = first ? 0 : seconds - last_;
    last_ = seconds;
    if (first || place.step < from_.step) {
        from_ = place;
        fromSeconds_ = seconds;
        return;
    }
    if (place.step > from_.step) {
        if (isWarm_) note(place);
        isWarm_ = true;
        from_ = place;
        fromSeconds_ = seconds;
    }
    if (seen_ < kFirstSeconds || place.steps <= 0) return;
    shown_.update(passed, estimate(place));
}

double epochEndSeconds(const std::vector<MetricSample>& history) {
    const MetricSample *trained = nullptr, *judged = nullptr;
    for (const MetricSample& sample : history) {
        if (sample.metric == MetricId::EpochSeconds && (!trained || sample.step >= trained->step)) trained = &sample;
        if (sample.metric == MetricId::ValidationLoss && (!judged || sample.step >= judged->step)) judged = &sample;
    }
    return trained && judged && trained->step == judged->step && judged->seconds >= trained->seconds
               ? judged->seconds - trained->seconds
               : -1;
}

double secondsLeft(const std::vector<MetricSample>& history, std::int64_t steps, std::int64_t stepsPerEpoch) {
    TimeLeft left;
    left.reset(epochEndSeconds(history));
    for (const MetricSample& sample : history)
        if (sample.metric == MetricId::TrainLoss) left.update(sample.seconds, {sample.step, steps, stepsPerEpoch});
    return left.seconds();
}

}  // namespace gatelab
