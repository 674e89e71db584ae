// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/words/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace gatelab {

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j)
            diagonal =
                std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] == b[j] ? 0 : 1)}));
    }
    return row[b.size()];
}

}  // namespace gatelab
