// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept: the number of rows, the deviation, and the lowest level.
#include "data/cache/column_levels.h"

#include "data/cache/column_cache.h"

#include <cmath>
#include <cstring>
#include <utility>

namespace gatelab {
namespace {

struct Start {
    std::uint64_t rows = 0;
    double deviation = 0;
};

/// A node without the bytes that fill it up, which nobody has set.
struct Leaf {
    double min = 0, max = 0, sum = 0;
    std::uint64_t count = 0;
};

std::string_view bytesOf(const auto& value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

}  // namespace

ColumnLevels::ColumnLevels(ColumnValues values) : values_(std::move(values)) {
    std::vector<MinMax> leaves(values_.size() / kLeaf);
    MinMax all;
    for (std::size_t row = 0; row < values_.size(); ++row) {
        if (const std::size_t leaf = row / kLeaf; leaf < leaves.size())
            leaves[leaf].add(values_[row]);
        else
            all.add(values_[row]);
    }
    for (const MinMax& leaf : leaves) all.add(leaf);
    const double mean = all.sum / all.count;
    double squares = 0;
    for (const double value : values_)
        if (std::isfinite(value)) squares += (value - mean) * (value - mean);
    deviation_ = all.count > 0 ? std::sqrt(squares / all.count) : std::nan("");
    levels_.push_back(std::move(leaves));
    addLevels();
}

ColumnLevels::ColumnLevels(ColumnValues values, std::vector<MinMax> leaves, double deviation)
    : values_(std::move(values)), deviation_(deviation) {
    levels_.push_back(std::move(leaves));
    addLevels();
}

void ColumnLevels::addLevels() {
    while (levels_.back().size() > 1) {
        std::vector<MinMax> above(levels_.back().size() / 2);
        for (std::size_t node = 0; node < above.size(); ++node) {
            above[node] = levels_.back()[2 * node];
            above[node].add(levels_.back()[2 * node + 1]);
        }
        levels_.push_back(std::move(above));
    }
}

std::string ColumnLevels::kept() const {
    std::string bytes(bytesOf(Start{values_.size(), deviation_}));
    for (const MinMax& node : levels_.front()) bytes += bytesOf(Leaf{node.min, node.max, node.sum, node.count});
    return bytes;
}

std::optional<ColumnLevels> ColumnLevels::restored(ColumnValues values, std::string_view kept) {
    Start start;
    if (kept.size() < sizeof start) return std::nullopt;
    std::memcpy(&start, kept.data(), sizeof start);
    kept.remove_prefix(sizeof start);
    if (start.rows != values.size() || kept.size() != values.size() / kLeaf * sizeof(Leaf)) return std::nullopt;
    std::vector<MinMax> leaves(values.size() / kLeaf);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        Leaf leaf;
        std::memcpy(&leaf, kept.data() + i * sizeof leaf, sizeof leaf);
        leaves[i] = {leaf.min, leaf.max, leaf.sum, static_cast<std::uint32_t>(leaf.count)};
    }
    return ColumnLevels(std::move(values), std::move(leaves), start.deviation);
}

MinMax ColumnLevels::over(std::size_t begin, std::size_t end) const {
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

std::shared_ptr<const ColumnLevels> levelsOf(const Series& series, std::size_t channel) {
    const ColumnValues& values = series.channels[channel].values;
    const std::string word = "levels-" + std::to_string(channel);
    ColumnCache* const cache = columnCache();
    if (cache != nullptr)
        if (const auto kept = cache->beside(series, word))
            if (auto levels = ColumnLevels::restored(values, *kept))
                return std::make_shared<const ColumnLevels>(std::move(*levels));
    auto levels = std::make_shared<const ColumnLevels>(values);
    if (cache != nullptr) cache->keepBeside(series, word, levels->kept());
    return levels;
}

}  // namespace gatelab
