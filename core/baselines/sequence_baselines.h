// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "base/text.h"
#include "data/series.h"

#include <cstdint>
#include <limits>
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
    /// Classification and labelling: share of right answers
    double accuracy = std::numeric_limits<double>::quiet_NaN();
    /// Regression
    double mse = std::numeric_limits<double>::quiet_NaN(), mae = std::numeric_limits<double>::quiet_NaN();
    /// Of running texts: mean of -log p of the right token, in nats; where `ofWords`, a token is a word
    double crossEntropy = std::numeric_limits<double>::quiet_NaN();
    bool ofWords = false;
    std::int64_t answers = 0;  ///< 0: left out
    double seconds = 0;
    std::int64_t comparedWith = 0, trainingItems = 0;  ///< of a neighbour search: among how many of how many
    /// Of warping: the most that two steps held against each other lie apart, as a share of the longer item; 1: no
    /// limit
    double band = 1;
};

/// Majority class (or mean target), 1-nearest-neighbour by Euclidean distance, and by dynamic time warping (see
/// TimeWarping; several channels: one common path). Token sequences: the distance is the number of different tokens.
/// Of a running text what counts of its tokens say (token_baselines.h). Neighbours are searched for classification and
/// regression, not for labelling. Warping has no limit where that takes at most about a second, else a band of 10 % of
/// the longer item. A search whose budget of operations, the same on every machine, does not last for all training
/// items uses evenly chosen ones, and one that could use fewer than 1 % of them is left out: its scores are NaN. Fails
/// for empty parts.
Result<std::vector<SequenceScore>> runSequenceBaselines(const SequenceSet& set, std::span<const std::int64_t> train,
                                                        std::span<const std::int64_t> test,
                                                        const Progress& progress = {});

}  // namespace gatelab
