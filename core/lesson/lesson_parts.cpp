// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kEnough = 1.1;
constexpr std::int64_t kMostRows = 1000;

/// Of the validation part, row after row from the first one: the last input as the network reads it.
struct InputColumn {
    std::int64_t first = 0;
    std::vector<double> values;
};
Result<InputColumn> lastInput(Inspector& inspector) {
    const InspectedRun& run = inspector.run();
    const auto& rows = run.firstRows[static_cast<std::size_t>(WindowPart::Validation)];
    InputColumn column;
    if (rows.empty()) return column;
    column.first = rows.front();
    for (std::size_t window = 0; window < rows.size(); ++window) {
        const std::int64_t next = column.first + static_cast<std::int64_t>(column.values.size());
        if (rows[window] < next || static_cast<std::int64_t>(column.values.size()) >= kMostRows) continue;
        if (rows[window] > next) break;
        const auto view = inspector.gates({WindowPart::Validation, static_cast<std::int64_t>(window), {}});
        if (!view.ok()) return view.error();
        const WindowView& read = view->window;
        for (std::int64_t step = 0; step < read.steps; ++step)
            column.values.push_back(read.input[static_cast<std::size_t>((step + 1) * read.columns - 1)]);
    }
    return column;
}

}  // namespace

std::vector<double> leastSquares(const std::vector<std::vector<double>>& rows, const std::vector<double>& values,
                                 double ridge) {
    constexpr double kSingular = 1e-9;
    if (rows.empty()) return {};
    const std::size_t count = rows.front().size(), size = count + 1;
    std::vector<std::vector<double>> normal(size, std::vector<double>(size + 1, 0.0));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::vector<double> one = rows[row];
        one.push_back(1);
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < size; ++j) normal[i][j] += one[i] * one[j];
            normal[i][size] += one[i] * values[row];
        }
    }
    for (std::size_t i = 0; i < count; ++i) normal[i][i] += ridge;
    double scale = 0;
    for (std::size_t i = 0; i < size; ++i) scale = std::max(scale, normal[i][i]);
    for (std::size_t i = 0; i < size; ++i) {  // Gauss and Jordan, with the largest pivot
        std::size_t best = i;
        for (std::size_t j = i; j < size; ++j)
            if (std::abs(normal[j][i]) > std::abs(normal[best][i])) best = j;
        std::swap(normal[i], normal[best]);
        if (!(std::abs(normal[i][i]) > kSingular * scale)) return {};
        for (std::size_t j = 0; j < size; ++j) {
            if (j == i) continue;
            const double factor = normal[j][i] / normal[i][i];
            for (std::size_t k = i; k <= size; ++k) normal[j][k] -= factor * normal[i][k];
        }
    }
    std::vector<double> solved;
    for (std::size_t i = 0; i < size; ++i) solved.push_back(normal[i][size] / normal[i][i]);
    return solved;
}

Result<std::vector<double>> madeOf(Inspector& inspector) {
    const std::vector<double>& series = inspector.run().series;
    const auto input = lastInput(inspector);
    if (!input.ok()) return input.error();
    std::vector<std::vector<double>> around;
    std::vector<double> values;
    for (std::size_t i = 0; i < input->values.size(); ++i) {
        const std::int64_t row = input->first + static_cast<std::int64_t>(i);
        if (row < kMadeOf || row + kMadeOf >= static_cast<std::int64_t>(series.size())) continue;
        around.emplace_back(series.begin() + (row - kMadeOf), series.begin() + (row + kMadeOf + 1));
        values.push_back(input->values[i]);
    }
    if (around.size() < 10 * (2 * kMadeOf + 2)) return std::vector<double>{};
    // About its mean: levels far from 0 would leave nothing of the differences.
    double mean = 0;
    for (const auto& one : around) mean += one[kMadeOf] / static_cast<double>(around.size());
    for (auto& one : around)
        for (double& value : one) value -= mean;
    std::vector<double> shares = leastSquares(around, values);
    if (!shares.empty()) shares.pop_back();  // the constant
    double total = 0;
    for (const double share : shares) total += share;
    if (!(std::abs(total) > 1e-6)) return std::vector<double>{};
    for (double& share : shares) share /= total;
    return shares;
}

std::int64_t lengthOf(const Lesson& lesson, const LessonColumn& column) {
    const auto calls = figuresOfSum(column.sum);
    const LessonRun* run = calls.ok() && !calls->empty() && !calls->front().arguments.empty()
                               ? lesson.findRun(calls->front().arguments[0])
                               : nullptr;
    return run == nullptr ? 0 : run->config.lookback;
}

double enoughOf(const Lesson& lesson, const std::vector<double>& values) {
    double best = INFINITY, shortest = INFINITY;
    for (const double value : values)
        if (std::isfinite(value)) best = std::min(best, value);
    const auto& columns = columnsOf(lesson.picture);
    for (std::size_t i = 0; i < columns.size() && i < values.size(); ++i)
        if (values[i] <= kEnough * best)
            shortest = std::min(shortest, static_cast<double>(lengthOf(lesson, columns[i])));
    return std::isfinite(shortest) ? shortest : kNone;
}

Result<ReadersSay> readersSay(Inspector& inspector, const GateView& view) {
    constexpr std::int64_t kLooked = 100;
    constexpr std::size_t kFewest = 40;
    constexpr double kRidge = 0.01;
    std::vector<GateView> looked;
    std::vector<double> answers;
    for (std::int64_t window = 0; window < std::min(kLooked, inspector.run().windows[1]); ++window) {
        auto one = inspector.gates({WindowPart::Validation, window, {}});
        if (!one.ok()) return one.error();
        if (one->window.truth.empty())
            return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Lesson", "two belts need a number that is asked for")};
        answers.push_back(one->window.truth[0]);
        looked.push_back(std::move(*one));
    }
    double mean = 0, square = 0;
    for (const double answer : answers) mean += answer / static_cast<double>(answers.size());
    for (const double answer : answers) square += std::pow(answer - mean, 2) / static_cast<double>(answers.size());
    const auto stateOf = [](const GateView& one, std::int64_t direction, std::int64_t step) {
        const GateTrack& hidden = *one.find(0, direction, "h");
        std::vector<double> state;
        for (std::int64_t unit = 0; unit < hidden.units; ++unit) state.push_back(hidden.at(step, unit));
        return state;
    };
    ReadersSay say;
    say.room = std::sqrt(square) / 4;
    for (std::int64_t direction = 0; direction < std::min<std::int64_t>(2, std::ssize(view.layers[0])); ++direction)
        for (std::int64_t step = 0; step < view.window.steps; ++step) {
            std::vector<std::vector<double>> states;
            std::vector<double> wanted;
            for (std::size_t i = 0; i < looked.size(); ++i)
                if (looked[i].window.steps > step)
                    states.push_back(stateOf(looked[i], direction, step)), wanted.push_back(answers[i]);
            const auto plane = states.size() < kFewest ? std::vector<double>() : leastSquares(states, wanted, kRidge);
            // Too few windows are so long: nothing is told of them.
            double told = plane.empty() ? mean : plane.back();
            const std::vector<double> state = stateOf(view, direction, step);
            for (std::size_t unit = 0; unit + 1 < plane.size(); ++unit) told += plane[unit] * state[unit];
            (direction == 0 ? say.forwards : say.backwards).push_back(told);
        }
    return say;
}

double knownStep(const std::vector<double>& said, double answer, double room, bool isBack) {
    const auto count = static_cast<std::int64_t>(said.size());
    double known = kNone;
    // From its end back to where it still says something else.
    for (std::int64_t step = isBack ? 1 : count; step >= 1 && step <= count; step += isBack ? 1 : -1) {
        if (!(std::abs(said[static_cast<std::size_t>(step - 1)] - answer) <= room)) break;
        known = static_cast<double>(step);
    }
    return known;
}

}  // namespace gatelab
