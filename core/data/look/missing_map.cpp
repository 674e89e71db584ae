// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/look/missing_map.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

MissingMap missingMap(const Series& series, std::size_t cells, const Progress& progress) {
    MissingMap map;
    map.rows = series.rows();
    if (map.rows == 0 || cells == 0) return map;
    const auto wanted = static_cast<std::int64_t>(cells);
    map.rowsPerCell = std::max<std::int64_t>(1, (map.rows + wanted - 1) / wanted);
    const auto count = static_cast<std::size_t>((map.rows + map.rowsPerCell - 1) / map.rowsPerCell);
    std::vector<std::uint32_t> missingInRow(static_cast<std::size_t>(map.rows), 0);
    for (std::size_t c = 0; c < series.channels.size(); ++c) {
        if (!report(progress, static_cast<double>(c) / static_cast<double>(series.channels.size()))) return {};
        std::vector<double> shares(count, 0.0);
        MissingMap::Column column;
        std::int64_t run = 0;
        const auto& values = series.channels[c].values;
        for (std::int64_t row = 0; row < map.rows; ++row) {
            if (std::isfinite(values[static_cast<std::size_t>(row)])) {
                run = 0;
                continue;
            }
            ++column.missing, ++missingInRow[static_cast<std::size_t>(row)];
            ++shares[static_cast<std::size_t>(row / map.rowsPerCell)];
            if (++run == 1) ++column.gaps;
            if (run > column.longest) column.longest = run, column.longestAt = row - run + 1;
        }
        for (std::size_t cell = 0; cell < count; ++cell)
            shares[cell] /= static_cast<double>(
                std::min(map.rowsPerCell, map.rows - static_cast<std::int64_t>(cell) * map.rowsPerCell));
        map.shares.push_back(std::move(shares));
        map.columns.push_back(column);
    }
    for (const std::uint32_t missing : missingInRow) {
        map.rowsWithAny += missing > 0 ? 1 : 0;
        map.rowsWithAll += missing == series.channels.size() ? 1 : 0;
    }
    return map;
}

}  // namespace gatelab
