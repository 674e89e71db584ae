// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/told_distribution.h"

#include "config/heads/head_kinds.h"
#include "lab/student_t.h"

#include <charconv>
#include <cmath>
#include <numbers>

namespace gatelab {

namespace {

constexpr double kNearlyNormal = 1e7;  ///< degrees of freedom

double studentAt(double level, double freedom) {
    if (level == 0.5) return 0;
    return level < 0.5 ? -studentCritical(2 * level, freedom) : studentCritical(2 * (1 - level), freedom);
}

}  // namespace

std::int64_t toldParameters(const ExperimentConfig& config) {
    return isStudentT(config.loss) ? 3 : isNegativeBinomial(config.loss) ? 2 : 0;
}

std::vector<double> toldLevels(const ExperimentConfig& config) {
    std::vector<double> levels;
    for (const std::string& text : config.quantiles) {
        double level = 0.5;
        std::from_chars(text.data(), text.data() + text.size(), level);  // checked by config_check
        levels.push_back(level);
    }
    if (levels.empty()) levels.push_back(0.5);
    return levels;
}

// In 1 / freedom the quantile is smooth from two degrees to the normal distribution, so few terms hold it.
std::vector<double> studentCurve(double level) {
    std::vector<double> series(kCurveTerms, 0.0);
    for (std::int64_t k = 0; k < kCurveTerms; ++k) {
        const double angle = std::numbers::pi * (static_cast<double>(k) + 0.5) / kCurveTerms;
        const double value = studentAt(level, 4 / (std::cos(angle) + 1));
        for (std::int64_t i = 0; i < kCurveTerms; ++i)
            series[static_cast<std::size_t>(i)] +=
                value * std::cos(static_cast<double>(i) * angle) * (i == 0 ? 1.0 : 2.0) / kCurveTerms;
    }
    return series;
}

std::vector<double> studentCurves(const ExperimentConfig& config) {
    const std::vector<double> levels = toldLevels(config);
    std::vector<double> all(static_cast<std::size_t>(kCurveTerms) * levels.size());
    for (std::size_t level = 0; level < levels.size(); ++level) {
        const std::vector<double> one = studentCurve(levels[level]);
        for (std::size_t i = 0; i < one.size(); ++i) all[i * levels.size() + level] = one[i];
    }
    return all;
}

std::vector<double> normalValues(const ExperimentConfig& config) {
    std::vector<double> values;
    for (const double level : toldLevels(config)) values.push_back(studentAt(level, kNearlyNormal));
    return values;
}

}  // namespace gatelab
