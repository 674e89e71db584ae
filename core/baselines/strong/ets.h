// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// Exponential smoothing as a state space (Hyndman, Koehler, Snyder, Grose 2002; Hyndman and Khandakar 2008, whose R
/// package `forecast` the conventions are those of): error, trend and season each none, additive or multiplicative.
struct EtsForm {
    bool multiplicativeError = false, trend = false, damped = false;
    char season = 'N';  ///< N, A or M
    std::int64_t period = 1;
    /// "ETS(A,Ad,M)"
    [[nodiscard]] std::string name() const;
};

/// Where the states stand, and by what they move. season[k] is that of k + 1 rows before the next: its last one is
/// next.
struct EtsState {
    double level = 0, slope = 0;
    std::vector<double> season;
};
struct EtsWeights {
    double alpha = 0, beta = 0, gamma = 0, phi = 1;
};

struct EtsFit {
    EtsForm form;
    EtsWeights weights;
    EtsState start;  ///< before the first row
    EtsState last;   ///< after the last row
    /// -2 log likelihood up to a constant: n log(sum e^2), with relative errors + 2 sum log|forecast|
    double deviance = 0;
    double aicc = 0;  ///< deviance + 2 k + 2 k (k + 1) / (n - k - 1), k: weights, states before, and the variance
};

/// The forecast of the next row, and the states after it was `value`.
double stepEts(const EtsForm& form, const EtsWeights& weights, EtsState& state, double value);
/// Of `steps` rows ahead.
std::vector<double> forecastEts(const EtsForm& form, const EtsWeights& weights, const EtsState& state,
                                std::int64_t steps);
/// Fills deviance, aicc and last of a fit whose form, weights and start are given.
void scoreEts(EtsFit& fit, std::span<const double> values);

/// The form with the least AICc, its weights and start states by Nelder-Mead. None: there are too few rows, or the
/// progress stopped it. `period` up to 24; multiplicative parts only for values above 0, and only together with a
/// multiplicative error.
std::optional<EtsFit> fitEts(std::span<const double> values, std::int64_t period, const Progress& progress);
/// Of one form.
std::optional<EtsFit> fitEts(std::span<const double> values, const EtsForm& form);

}  // namespace gatelab
