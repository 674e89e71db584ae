// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "base/text.h"
#include "data/series.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The methods, also those that a task does not use.
struct SequenceMethod {
    const char* key;
    Text label;
};
std::span<const SequenceMethod> sequenceMethods();
/// Whether a task ("classification", "regression", "labelling") is held against it.
bool usesMethod(const SequenceMethod& method, std::string_view task);

/// What one method without training achieves on the test items of a sequence set.
struct SequenceScore {
    std::string key;
    double accuracy = 0;      ///< classification and labelling: share of right answers; NaN otherwise
    double mse = 0, mae = 0;  ///< regression; NaN otherwise
    std::int64_t answers = 0;
    double seconds = 0;
    std::string note;  ///< what was limited, for example the number of training items
};

/// Majority class (or mean target), 1-nearest-neighbour by Euclidean distance, and by dynamic time warping without a window (Sakoe and Chiba 1978;
/// several channels: one common path). Token sequences: the distance is the number of different tokens. Neighbours are searched for classification
/// and regression, not for labelling. Where the work would take longer than about five seconds, evenly chosen training items are used, and the note
/// says so. Fails for empty parts.
Result<std::vector<SequenceScore>> runSequenceBaselines(const SequenceSet& set, std::span<const std::int64_t> train, std::span<const std::int64_t> test,
                                                        const Progress& progress = {});

}  // namespace gatelab
