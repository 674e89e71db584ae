// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/numeric/min_max.h"

#include <cstddef>
#include <vector>

namespace gatelab {

/// Append-only column of values with a tree of MinMax over it: leaves of 32 samples, each level twice as long. Only
/// complete nodes are kept, so an append touches the tree once in 32 samples; a range of any length costs at most 62
/// samples and two nodes per level. NaN and infinities count for nothing. One owner, one thread.
class MinMaxPyramid {
public:
    static constexpr std::size_t kLeaf = 32;

    void append(double value);
    void assign(std::vector<double> values);
    void clear();
    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] double operator[](std::size_t index) const { return values_[index]; }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    /// Over samples [begin, end).
    [[nodiscard]] MinMax over(std::size_t begin, std::size_t end) const;
    /// First finite sample of [begin, end); end when there is none.
    [[nodiscard]] std::size_t firstFinite(std::size_t begin, std::size_t end) const;
    /// Last finite sample of [begin, end); end when there is none.
    [[nodiscard]] std::size_t lastFinite(std::size_t begin, std::size_t end) const;

private:
    void closeLeaf();
    std::vector<double> values_;
    std::vector<std::vector<MinMax>> levels_;
};

}  // namespace gatelab
