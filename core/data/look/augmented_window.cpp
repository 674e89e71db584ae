// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/augmented_window.h"

#include "data/augmentation.h"

#include <algorithm>

namespace gatelab {

namespace {

/// [step][input] of a window.
std::vector<double> valuesOf(const PreparedSeries& prepared, const WindowSet& windows, std::int64_t example) {
    std::vector<double> values;
    const std::int64_t start = windows.starts[static_cast<std::size_t>(example)];
    for (std::int64_t step = 0; step < windows.lookback; ++step)
        for (const std::size_t input : prepared.inputs)
            values.push_back(prepared.table.columns[input].values[static_cast<std::size_t>(start + step)]);
    return values;
}

}  // namespace

std::optional<AugmentedWindow> augmentedWindow(const PreparedSeries& prepared, const WindowSet& training,
                                               const ExperimentConfig& config, std::int64_t example,
                                               std::size_t column) {
    constexpr std::int64_t kMostLooked = 1000;
    const auto place = std::ranges::find(prepared.inputs, column);
    if (place == prepared.inputs.end() || training.size() == 0) return {};
    const auto inputs = static_cast<std::int64_t>(prepared.inputs.size());
    std::vector<char> isKnown(prepared.inputs.size(), 0);
    for (const std::int64_t input : prepared.knownInputs()) isKnown[static_cast<std::size_t>(input)] = 1;
    for (std::int64_t i = 0; i < std::min(kMostLooked, training.size()); ++i) {
        const std::int64_t number = (std::max<std::int64_t>(0, example) + i) % training.size();
        const WindowChange change = drawChange(config, 0, number, {training.lookback, inputs, training.size(), true});
        if (change.isNone()) continue;
        std::vector<double> values = valuesOf(prepared, training, number), others;
        if (change.partner >= 0) others = valuesOf(prepared, training, change.partner);
        const std::vector<double> before = values;
        const WindowValues<const double> partner{others.data(), change.partner >= 0 ? training.lookback : 0, inputs,
                                                 inputs};
        changeInputs<double>(change, partner, isKnown, {values.data(), training.lookback, inputs, inputs});
        AugmentedWindow window{number, {}, {}};
        const auto at = static_cast<std::size_t>(place - prepared.inputs.begin());
        for (std::size_t k = at; k < values.size(); k += prepared.inputs.size())
            window.before.push_back(before[k]), window.after.push_back(values[k]);
        return window;
    }
    return {};
}

}  // namespace gatelab
