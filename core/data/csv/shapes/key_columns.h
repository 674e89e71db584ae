// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gatelab {

/// Two or three columns that name the series of a long table together, as shop and article do.
struct KeyColumns {
    std::vector<std::size_t> columns;  ///< from left to right; empty: none do
    std::vector<std::int64_t> groups;  ///< the series of each row, from 0
    std::int64_t doubled = 0;          ///< rows whose series and time another row has as well
};

/// One row in so many may have the series and the time of another one.
inline constexpr std::int64_t kOneDoubledIn = 20;

/// The fewest columns, and of those the ones that name the fewest series, with whose words no time comes twice. None
/// where one column does that alone. columns: the number of the word of each row; empty: a column that names nothing.
/// Where no columns do, the fewest with whose words one row in kOneDoubledIn at most is doubled: one column, too.
KeyColumns keyColumns(const std::vector<std::vector<std::int64_t>>& columns, const std::vector<std::int64_t>& times);

}  // namespace gatelab
