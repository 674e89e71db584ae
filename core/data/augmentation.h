// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gatelab {

/// A window as it is to be changed.
struct WindowShape {
    std::int64_t steps = 0, inputs = 0;
    std::int64_t examples = 0;  ///< of the training part, among which the partner of a mix-up is drawn
    bool keepsEnd = true;       ///< a forecast goes on from its end, so a slice keeps it
};

/// What is drawn for one window of one epoch. Applied in this order: mix-up, time, factor, noise, dropped steps.
struct WindowChange {
    std::int64_t partner = -1;  ///< number of the example that is mixed in; -1: none
    double partnerShare = 0;    ///< of the mix, 0 to 0.5
    std::vector<double> place;  ///< [steps] at which step, between two of them, each one is read; empty: in place
    double factor = 1;
    std::vector<double> noise;   ///< [steps][inputs]; empty: none
    std::vector<char> repeated;  ///< [steps] the step repeats the one before it; empty: none
    /// The window stays as it is.
    [[nodiscard]] bool isNone() const {
        return partner < 0 && place.empty() && factor == 1 && noise.empty() && repeated.empty();
    }
};

/// A function of (seed, epoch, example) and the settings alone: the same on any number of threads and ranks, and after
/// a resumed run. With the share of windows 0, or nothing switched on, it changes nothing.
WindowChange drawChange(const ExperimentConfig& config, std::int64_t epoch, std::int64_t example,
                        const WindowShape& shape);

/// The inputs of one window, where they lie.
template <class T>
struct WindowValues {
    T* values = nullptr;
    std::int64_t steps = 0, inputs = 0;
    std::ptrdiff_t stepStride = 0, inputStride = 1;
    [[nodiscard]] T& at(std::int64_t step, std::int64_t input) const {
        return values[step * stepStride + input * inputStride];
    }
};

/// Changes the inputs of a window in place. `partner`: the window of `change.partner`, unchanged; its missing steps
/// count as 0. `isKnown[input]`: the input follows from the time, and takes neither noise nor factor.
template <class T>
void changeInputs(const WindowChange& change, const WindowValues<const T>& partner, const std::vector<char>& isKnown,
                  const WindowValues<T>& window) {
    std::vector<T> before(static_cast<std::size_t>(window.steps));
    for (std::int64_t input = 0; input < window.inputs; ++input) {
        const bool known =
            static_cast<std::size_t>(input) < isKnown.size() && isKnown[static_cast<std::size_t>(input)] != 0;
        for (std::int64_t step = 0; step < window.steps; ++step) {
            T value = window.at(step, input);
            if (change.partner >= 0) {
                const T other = step < partner.steps ? partner.at(step, input) : T(0);
                value += static_cast<T>(change.partnerShare) * (other - value);
            }
            before[static_cast<std::size_t>(step)] = value;
        }
        for (std::int64_t step = 0; step < window.steps; ++step) {
            T value = before[static_cast<std::size_t>(step)];
            if (!change.place.empty()) {
                const double place = change.place[static_cast<std::size_t>(step)];
                const auto low = static_cast<std::size_t>(place);
                const T from = before[low], to = before[low + 1 < before.size() ? low + 1 : low];
                value = from + static_cast<T>(place - static_cast<double>(low)) * (to - from);
            }
            if (!known) {
                value *= static_cast<T>(change.factor);
                if (!change.noise.empty())
                    value += static_cast<T>(change.noise[static_cast<std::size_t>(step * window.inputs + input)]);
            }
            const bool repeats = !change.repeated.empty() && change.repeated[static_cast<std::size_t>(step)] != 0;
            window.at(step, input) = repeats ? window.at(step - 1, input) : value;
        }
    }
}

}  // namespace gatelab
