// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/losses.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a loss of the table (nn/losses.h) needs, as plain numbers.
template <class T>
struct LossNumbers {
    explicit LossNumbers(const LossContext& context);
    double huberDelta;
    std::vector<double> levels;   ///< of the quantiles
    std::vector<T> scale;         ///< [targets], for MASE and NSE*
    std::vector<T> classWeights;  ///< empty: all 1
};

/// Some rows of a head's output, their targets, and where the gradient goes.
template <class T>
struct LossRows {
    std::int64_t rows = 0;
    const T* output = nullptr;  ///< [rows, outputs], row by row
    T* gradient = nullptr;      ///< as the output
    std::int64_t row = 0;       ///< numbers from row to row of both
    double unit = 1;            ///< what one element counts in the loss

    // Numbers: outputs are [steps][targets][values].
    std::int64_t steps = 1, targets = 1;
    const T* const* truth = nullptr;  ///< by row: [steps, targets]
    /// [rows, targets]: output * scale + level is what the loss sees; null: the output itself
    const T *level = nullptr, *scale = nullptr;
    const T* deviation = nullptr;  ///< [rows, targets], for NSE* in place of LossNumbers::scale; null: that
    // Classes.
    std::int64_t classes = 0;
    const std::int64_t* const* labels = nullptr;  ///< by row
};

/// Sum of the loss over the rows, in its units, and its gradient with respect to the output.
template <class T>
using RowsLoss = double (*)(const LossRows<T>& rows, const LossNumbers<T>& numbers);

/// Null when there is no such loss.
template <class T>
RowsLoss<T> findRowsLoss(std::string_view key);

/// What the elements of these labels count together, in a mean.
template <class T>
double labelWeight(const std::int64_t* labels, std::int64_t count, const LossNumbers<T>& numbers);

}  // namespace gatelab
