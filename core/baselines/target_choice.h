// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A column that is forecast, and why: in place of the last one, or the last one where nothing can be learned of any.
struct TargetChoice {
    std::string target;
    Phrase reason;
    bool isLearnable = true;
};

/// Which column of a series is rather meant to be forecast than its last one, which is the target where none is named:
/// of those about which something can be learned (checkSignal), one that is called y, target, output or response, else
/// one that is called like what people forecast (sales, demand, load, close, value; in other languages too), else the
/// last one, else that of which most can, by a test that counts how many were tried. Columns of words, those that do
/// not change, those that are known ahead and `refused` are none, nor, while there are others, states of 0 and 1 and
/// what a calendar or a plan says. Of at most 16, spread over all. Where several are tried and nothing can be learned
/// of any, the last one, which says so. Empty: the last one, or the parts of `config` cannot be cut. Thread-safe.
std::optional<TargetChoice> chooseTarget(const Series& series, const ExperimentConfig& config,
                                         const std::vector<std::string>& refused = {});

}  // namespace gatelab
