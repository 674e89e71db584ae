// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/numeric/min_max.h"
#include "data/series.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A column as it is drawn, however long it is: a tree of MinMax over stretches of its rows, the lowest of kLeaf rows,
/// each level twice as long. A range of any length costs at most two leaves of rows and two nodes a level. The values
/// stay where they are. NaN and infinities count for nothing. Immutable: any thread.
class ColumnLevels {
public:
    static constexpr std::size_t kLeaf = 1024;

    /// Walks all values.
    explicit ColumnLevels(ColumnValues values);
    /// As kept() told them; nothing where they are of another number of rows.
    static std::optional<ColumnLevels> restored(ColumnValues values, std::string_view kept);
    [[nodiscard]] std::string kept() const;

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] double operator[](std::size_t row) const { return values_[row]; }
    /// Over rows [begin, end).
    [[nodiscard]] MinMax over(std::size_t begin, std::size_t end) const;
    /// Of the finite values, divided by n; NaN: there is none.
    [[nodiscard]] double deviation() const { return deviation_; }

private:
    ColumnLevels(ColumnValues values, std::vector<MinMax> leaves, double deviation);
    void addLevels();

    ColumnValues values_;
    std::vector<std::vector<MinMax>> levels_;  ///< complete nodes alone
    double deviation_ = 0;
};

/// Of a column of this series: as they are kept beside it (ColumnCache), else worked out, and kept where the series is.
std::shared_ptr<const ColumnLevels> levelsOf(const Series& series, std::size_t channel);

}  // namespace gatelab
