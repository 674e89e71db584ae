// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <optional>
#include <string>

namespace gatelab {

/// A column that is forecast in place of the last one, and why.
struct TargetChoice {
    std::string target;
    Phrase reason;
};

/// Which column of a series is rather meant to be forecast than its last one, which is the target where none is named:
/// of those about which something can be learned (checkSignal), one that is called y, target, output or response, else
/// the last one, else that of which most can. Columns of words, and those that are known ahead, are none. Of at most
/// 16. Empty: the last one, or the parts of `config` cannot be cut. Thread-safe.
std::optional<TargetChoice> chooseTarget(const Series& series, const ExperimentConfig& config);

}  // namespace gatelab
