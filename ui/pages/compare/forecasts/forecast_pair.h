// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "session/engine.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

/// What belongs together where two runs' forecasts are drawn over each other; pure functions.
namespace gatelab {

/// Whether two runs forecast, read the same data in the same way, and may have a target in common: one that is chosen
/// by itself counts as one that may.
bool canShareForecasts(const ExperimentConfig& a, const ExperimentConfig& b);

/// Windows of two sets whose last observed row is the same, in pairs, in the order of the first set.
struct ForecastPair {
    std::vector<std::size_t> first, second;
    /// The second set's window for one of the first's; none: it does not forecast from there.
    [[nodiscard]] std::optional<std::size_t> secondOf(std::size_t window) const;
};
ForecastPair pairForecasts(const ForecastSet& first, const ForecastSet& second);
/// None: the set has no target of this name.
std::optional<std::size_t> targetOf(const ForecastSet& set, const std::string& name);

/// What of the second set, whose run is called `name`, is not drawn over the first or is not counted, one sentence
/// each; empty: everything is. `target` of the first set.
QStringList unpairedTexts(const ForecastSet& first, const ForecastSet& second, const ForecastPair& pair,
                          std::size_t target, const QString& name);

}  // namespace gatelab
