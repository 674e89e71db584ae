// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/cell_traits.h"
#include "lesson/figures/figure_key.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_sum.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kWindows = 8;  ///< figures from inside are means over so many windows

std::int64_t windowsOf(const InspectedRun& run) { return std::min(kWindows, run.windows[1]); }

/// One of them: evenly spread over the validation part.
WindowRequest requestOf(const InspectedRun& run, std::int64_t window) {
    return {WindowPart::Validation, window * (run.windows[1] / windowsOf(run)), {}};
}

/// First layer.
struct GradientMeans {
    double reach = 0, early = 0, carried = 0, factor = 0;
};

Result<GradientMeans> gradientMeans(Inspector& inspector) {
    GradientMeans means;
    const std::int64_t windows = windowsOf(inspector.run());
    for (std::int64_t window = 0; window < windows; ++window) {
        const auto view = inspector.gradient(requestOf(inspector.run(), window), {});
        if (!view.ok()) return view.error();
        const GradientTrack& track = view->layers[0][0];
        const double carried = track.keptMost.empty() ? kNoFigure : track.keptMost.front();
        const double left = track.keptMost.empty() ? track.hidden.front() / track.hidden.back() : carried;
        const auto back = static_cast<double>(std::max<std::size_t>(1, track.hidden.size() - 1));
        means.reach += static_cast<double>(track.memory) / static_cast<double>(windows);
        means.early += track.hidden.front() / *std::ranges::max_element(track.hidden) / static_cast<double>(windows);
        means.carried += carried / static_cast<double>(windows);
        means.factor += std::log(left) / back / static_cast<double>(windows);
    }
    means.factor = std::exp(means.factor);
    return means;
}

/// Until `read` has seen enough: it returns false.
Result<> readGates(Inspector& inspector, const std::function<bool(const GateView& view)>& read) {
    const std::int64_t windows = windowsOf(inspector.run());
    for (std::int64_t window = 0; window < windows; ++window) {
        const auto view = inspector.gates(requestOf(inspector.run(), window));
        if (!view.ok()) return view.error();
        if (!read(*view)) break;
    }
    return {};
}

/// Of each gate of the first layer, over units, steps and windows.
Result<std::map<std::string, double>> gateMeans(Inspector& inspector) {
    std::map<std::string, double> means;
    const auto windows = static_cast<double>(windowsOf(inspector.run()));
    const auto all = readGates(inspector, [&](const GateView& view) {
        for (const GateTrack& track : view.layers[0][0]) {
            double total = 0;
            for (const float value : track.values) total += value;
            means[track.key] += total / static_cast<double>(track.values.size()) / windows;
        }
        return true;
    });
    if (!all.ok()) return all.error();
    return means;
}

/// The unit of the first layer with the largest mean of `figure` over the windows; none: the cell has no such quantity.
Result<BestUnit> mostOfUnits(
    Inspector& inspector, const std::string& key,
    const std::function<double(const GateView& view, const GateTrack& track, std::int64_t unit)>& figure) {
    std::vector<double> total;
    const auto all = readGates(inspector, [&](const GateView& view) {
        const GateTrack* track = view.find(0, 0, key);
        if (track == nullptr) return false;
        total.resize(static_cast<std::size_t>(track->units));
        for (std::int64_t unit = 0; unit < track->units; ++unit)
            total[static_cast<std::size_t>(unit)] += figure(view, *track, unit);
        return true;
    });
    if (!all.ok()) return all.error();
    if (total.empty()) return BestUnit{};
    const auto most = std::ranges::max_element(total);
    return BestUnit{most - total.begin(), *most / static_cast<double>(windowsOf(inspector.run()))};
}

/// Standard deviation over the steps of the window.
double moved(const GateView& view, const GateTrack& track, std::int64_t unit) {
    double sum = 0, squares = 0;
    for (std::int64_t step = 0; step < view.window.steps; ++step)
        sum += track.at(step, unit), squares += std::pow(track.at(step, unit), 2);
    const double mean = sum / static_cast<double>(view.window.steps);
    return std::sqrt(std::max(0.0, squares / static_cast<double>(view.window.steps) - mean * mean));
}

/// Of writes(run, quantity, input).
Result<BestUnit> mostWritten(Inspector& inspector, const std::string& key, const std::string& input) {
    const std::vector<std::string>& inputs = inspector.run().inputs;
    const auto named = std::ranges::find(inputs, input);
    if (named == inputs.end()) return BestUnit{};
    const std::int64_t column = named - inputs.begin();
    return mostOfUnits(inspector, key, [column](const GateView& view, const GateTrack& track, std::int64_t unit) {
        double moved = 0, marked = 0;
        for (std::int64_t step = 0; step < view.window.steps; ++step) {
            const double by = std::abs(track.at(step, unit) - (step > 0 ? track.at(step - 1, unit) : 0));
            moved += by;
            if (view.window.input[static_cast<std::size_t>(step * view.window.columns + column)] > 0.5) marked += by;
        }
        return moved > 0 ? marked / moved : 0;
    });
}

/// Mean and standard deviation of the first target over the rows of a part; NaN: a sequence, or empty.
std::pair<double, double> levelOf(const InspectedRun& run, WindowPart part) {
    const auto& first = run.firstRows[static_cast<std::size_t>(part)];
    if (first.empty() || run.series.empty()) return {kNoFigure, kNoFigure};
    const auto begin = static_cast<std::size_t>(first.front());
    const std::size_t end =
        std::min(run.series.size(), static_cast<std::size_t>(first.back() + run.config.lookback + run.config.horizon));
    double total = 0, squares = 0, count = 0;
    for (std::size_t row = begin; row < end; ++row)
        if (const double value = run.series[row]; std::isfinite(value))
            total += value, squares += value * value, ++count;
    if (count < 2) return {kNoFigure, kNoFigure};
    const double mean = total / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

double partFigure(const std::string& name, const InspectedRun& run) {
    if (name == "training_windows") return static_cast<double>(run.windows[0]);
    const auto [mean, spread] = levelOf(run, WindowPart::Train);
    const auto [testMean, testSpread] = levelOf(run, WindowPart::Test);
    if (!(spread > 0)) return kNoFigure;
    return name == "test_level" ? (testMean - mean) / spread : testSpread / spread;
}

}  // namespace

Result<BestUnit> bestUnit(Inspector& inspector, const FigureCall& call) {
    if (call.name == "moves") return mostOfUnits(inspector, call.arguments[1], moved);
    if (call.name == "writes") return mostWritten(inspector, call.arguments[1], call.arguments[2]);
    UnitQuestion question;
    question.key = call.arguments[1];
    BestUnit best;
    // A change of the cell takes gates away.
    if (quantityKeys(cellTraits(inspector.run().config.cell)).find(question.key) == std::string::npos) return best;
    const auto answer = inspector.units(question, {});
    if (!answer.ok()) return answer.error();
    const auto column = std::ranges::find(answer->columns, call.arguments[2]);
    if (column == answer->columns.end()) return best;
    const auto at = static_cast<std::size_t>(column - answer->columns.begin());
    const double sign = call.name == "closes" ? -1 : 1;
    for (std::size_t unit = 0; unit < static_cast<std::size_t>(answer->units); ++unit)
        if (const double one = sign * answer->contrast[unit * answer->columns.size() + at];
            !(one <= best.contrast) && !std::isnan(one))
            best = {static_cast<std::int64_t>(unit), one};
    return best;
}

Result<> addInsideFigures(const Lesson& lesson, std::string_view run, Inspector& inspector, LessonOutcome& outcome) {
    const auto wanted = figuresRequested(lesson, run);
    const auto wants = [&wanted](std::initializer_list<std::string_view> names) {
        return std::ranges::any_of(
            wanted, [&](const FigureCall& call) { return std::ranges::find(names, call.name) != names.end(); });
    };
    if (windowsOf(inspector.run()) < 1) return {};
    GradientMeans gradients;
    if (wants({"reach", "early", "carried", "factor"})) {
        auto found = gradientMeans(inspector);
        if (!found.ok()) return found.error();
        gradients = *found;
    }
    std::map<std::string, double> gates;
    if (wants({"open"})) {
        auto found = gateMeans(inspector);
        if (!found.ok()) return found.error();
        gates = std::move(*found);
    }
    std::map<std::string, SumReading> sums;  // by the marking input
    for (const FigureCall& call : wanted) {
        double& value = outcome.figures[figureKey(call)];
        if (call.name.starts_with("sums")) {
            const std::string& marks = call.arguments[1];
            if (!sums.contains(marks)) {
                auto found = readSum(inspector, marks, nullptr);
                if (!found.ok()) return found.error();
                sums[marks] = std::move(*found);
            }
            value = call.name == "sums" ? sums[marks].follows : sums[marks].alone;
        } else if (call.name == "average") {
            const auto found = averageError(inspector);
            if (!found.ok()) return found.error();
            value = *found;
        }
        if (call.name == "reach")
            value = gradients.reach;
        else if (call.name == "early")
            value = gradients.early;
        else if (call.name == "carried")
            value = gradients.carried;
        else if (call.name == "factor")
            value = gradients.factor;
        else if (call.name == "open")
            value = gates.contains(call.arguments[1]) ? gates.at(call.arguments[1]) : kNoFigure;
        else if (call.name == "training_windows" || call.name.starts_with("test_"))
            value = partFigure(call.name, inspector.run());
        else if (call.name == "opens" || call.name == "closes" || call.name == "moves" || call.name == "writes") {
            const auto found = bestUnit(inspector, call);
            if (!found.ok()) return found.error();
            value = found->contrast;
        }
    }
    return {};
}

}  // namespace gatelab
