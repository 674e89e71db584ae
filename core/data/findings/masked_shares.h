// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/doctor.h"
#include "data/series.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gatelab {

/// What maskOf() some findings would leave out: how many rows, and of each part which share of its rows, 0 to 1; 0 of a
/// part without rows.
struct MaskedShares {
    std::int64_t rows = 0;
    double train = 0, validation = 0, test = 0;
    /// Whether that is half of a part or more: who masks them should know it before.
    [[nodiscard]] bool blanksPart() const { return train >= kHalf || validation >= kHalf || test >= kHalf; }

private:
    static constexpr double kHalf = 0.5;
};

/// Of findings of one kind with their places; parts as the configuration cuts this series, all 0 where it cannot.
MaskedShares maskedShares(std::span<const DataFinding> findings, const Series& series, const ExperimentConfig& config);

/// "Mask: 900 rows become missing, neither trained on nor scored: 6 % of the training part, 60 % of the test part."
Phrase describeMask(const MaskedShares& shares);

/// The rows that these findings name, in order, each once.
std::vector<RowRange> placesOf(std::span<const DataFinding> findings);

}  // namespace gatelab
