// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/data/minmax_pyramid.h"

namespace gatelab {

void MinMaxPyramid::append(double value) {
    values_.push_back(value);
    if (values_.size() % kLeaf == 0) closeLeaf();
}

void MinMaxPyramid::assign(std::vector<double> values) {
    clear();
    values_.reserve(values.size());
    for (const double value : values) append(value);
}

void MinMaxPyramid::clear() {
    values_.clear();
    levels_.clear();
}

void MinMaxPyramid::closeLeaf() {
    MinMax node;
    for (std::size_t i = values_.size() - kLeaf; i < values_.size(); ++i) node.add(values_[i]);
    for (std::size_t level = 0;; ++level) {
        if (level == levels_.size()) levels_.emplace_back();
        auto& nodes = levels_[level];
        nodes.push_back(node);
        if (nodes.size() % 2 != 0) return;
        node = nodes[nodes.size() - 2];
        node.add(nodes.back());
    }
}

MinMax MinMaxPyramid::over(std::size_t begin, std::size_t end) const {
    MinMax result;
    end = std::min(end, values_.size());
    for (std::size_t i = begin; i < end;) {
        std::size_t span = kLeaf;
        if (i % span != 0 || i + span > end) {
            result.add(values_[i++]);
            continue;
        }
        // The largest complete node that begins here and ends inside.
        std::size_t level = 0;
        while (level + 1 < levels_.size() && i % (span * 2) == 0 && i + span * 2 <= end) ++level, span *= 2;
        result.add(levels_[level][i / span]);
        i += span;
    }
    return result;
}

std::size_t MinMaxPyramid::firstFinite(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end;) {
        if (i % kLeaf == 0 && i + kLeaf <= end && levels_[0][i / kLeaf].count == 0)
            i += kLeaf;
        else if (std::isfinite(values_[i]))
            return i;
        else
            ++i;
    }
    return end;
}

std::size_t MinMaxPyramid::lastFinite(std::size_t begin, std::size_t end) const {
    for (std::size_t i = end; i > begin;) {
        if (i % kLeaf == 0 && i >= begin + kLeaf && levels_[0][i / kLeaf - 1].count == 0)
            i -= kLeaf;
        else if (std::isfinite(values_[i - 1]))
            return i - 1;
        else
            --i;
    }
    return end;
}

}  // namespace gatelab
