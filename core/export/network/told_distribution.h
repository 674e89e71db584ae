// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <cstdint>
#include <vector>

/// What a written network tells of a head that gives the parameters of a distribution: those in the units of the data,
/// and the quantiles at the levels of the run, without gamma functions or a search.
namespace gatelab {

/// Terms of a curve: the relative error is below 1e-12 for levels from 0.0001 to 0.9999.
inline constexpr std::int64_t kCurveTerms = 20;

/// Numbers that are told before the quantiles: Student t: mean, scale, degrees of freedom; counts: mean, size (their
/// variance is mean + mean² / size); 0 for all other heads.
std::int64_t toldParameters(const ExperimentConfig& config);
/// Levels of the run's quantiles, rising.
std::vector<double> toldLevels(const ExperimentConfig& config);
/// Student's t at this level as a Chebyshev series in 4 / freedom - 1, for freedom of 2 or more: t = sum c[i] T_i.
std::vector<double> studentCurve(double level);
/// The same at each of the run's levels, [term][level].
std::vector<double> studentCurves(const ExperimentConfig& config);
/// The standard normal distribution's value at each level.
std::vector<double> normalValues(const ExperimentConfig& config);

}  // namespace gatelab
