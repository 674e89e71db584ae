// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_sum.h"

#include "lesson/lesson_parts.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::int64_t kFitted = 60, kHeld = 40;  ///< sequences
constexpr std::size_t kFewest = 200;              ///< steps of them
constexpr double kRidge = 0.01;

/// Steps of several sequences, one after the other.
struct Steps {
    std::vector<std::vector<double>> states;  ///< [step][unit]
    std::vector<double> sums;                 ///< [step]
};

void add(Steps& steps, const GateView& view, std::int64_t column) {
    const GateTrack* state = view.find(0, 0, "c");
    if (state == nullptr) state = view.find(0, 0, "h");
    const WindowView& window = view.window;
    double sum = 0;
    for (std::int64_t step = 0; state != nullptr && step < window.steps; ++step) {
        const auto at = static_cast<std::size_t>(step * window.columns);
        if (window.input[at + static_cast<std::size_t>(column)] > 0.5) sum += window.input[at];
        steps.sums.push_back(sum);
        steps.states.emplace_back();
        for (std::int64_t unit = 0; unit < state->units; ++unit) steps.states.back().push_back(state->at(step, unit));
    }
}

/// NaN: one of them never moves.
double correlation(const std::vector<double>& left, const std::vector<double>& right) {
    const auto count = static_cast<double>(left.size());
    double leftMean = 0, rightMean = 0, both = 0, leftSquare = 0, rightSquare = 0;
    for (std::size_t i = 0; i < left.size(); ++i) leftMean += left[i] / count, rightMean += right[i] / count;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double one = left[i] - leftMean, other = right[i] - rightMean;
        both += one * other, leftSquare += one * one, rightSquare += other * other;
    }
    return both / std::sqrt(leftSquare * rightSquare);
}

std::vector<double> toldBy(const std::vector<double>& plane, const Steps& steps) {
    std::vector<double> told;
    for (const std::vector<double>& state : steps.states) {
        double sum = plane.back();
        for (std::size_t unit = 0; unit < state.size(); ++unit) sum += plane[unit] * state[unit];
        told.push_back(sum);
    }
    return told;
}

std::vector<double> ofUnit(const Steps& steps, std::size_t unit) {
    std::vector<double> values;
    for (const std::vector<double>& state : steps.states) values.push_back(state[unit]);
    return values;
}

}  // namespace

Result<SumReading> readSum(Inspector& inspector, const std::string& marks, const GateView* shown) {
    const InspectedRun& run = inspector.run();
    const auto named = std::ranges::find(run.inputs, marks);
    SumReading reading;
    if (named == run.inputs.end()) return reading;
    const std::int64_t column = named - run.inputs.begin();
    Steps fitted, held;
    std::int64_t sequences = 0;
    for (std::int64_t window = 0; window < run.windows[1] && sequences < kFitted + kHeld; ++window) {
        if (shown != nullptr && window == shown->window.window) continue;
        const auto view = inspector.gates({WindowPart::Validation, window, {}});
        if (!view.ok()) return view.error();
        // The adding problem counts a marked first step as 0.
        if (view->window.steps > 0 && view->window.input[static_cast<std::size_t>(column)] > 0.5) continue;
        add(sequences++ < kFitted ? fitted : held, *view, column);
    }
    if (fitted.sums.size() < kFewest || held.sums.size() < kFewest) return reading;
    const std::vector<double> plane = leastSquares(fitted.states, fitted.sums, kRidge);
    if (plane.empty()) return reading;
    reading.follows = correlation(toldBy(plane, held), held.sums);
    double best = -1;
    for (std::size_t unit = 0; unit + 1 < plane.size(); ++unit)
        if (const double one = std::abs(correlation(ofUnit(fitted, unit), fitted.sums)); one > best)
            best = one, reading.unit = static_cast<std::int64_t>(unit);
    if (reading.unit >= 0)
        reading.alone = std::abs(correlation(ofUnit(held, static_cast<std::size_t>(reading.unit)), held.sums));
    if (shown == nullptr) return reading;
    Steps here;
    add(here, *shown, column);
    reading.truth = here.sums;
    reading.said = toldBy(plane, here);
    return reading;
}

Result<double> averageError(Inspector& inspector) {
    std::vector<double> answers;
    for (std::int64_t window = 0; window < inspector.run().windows[1]; ++window) {
        const auto view = inspector.gates({WindowPart::Validation, window, {}});
        if (!view.ok()) return view.error();
        if (view->window.truth.size() != 1) return std::numeric_limits<double>::quiet_NaN();
        answers.push_back(view->window.truth[0]);
    }
    if (answers.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto count = static_cast<double>(answers.size());
    double mean = 0, square = 0;
    for (const double answer : answers) mean += answer / count;
    for (const double answer : answers) square += (answer - mean) * (answer - mean) / count;
    return square;
}

}  // namespace gatelab
