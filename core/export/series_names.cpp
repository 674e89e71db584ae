// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/series_names.h"

#include <algorithm>
#include <map>

namespace gatelab {

const std::string& SeriesNames::at(std::int64_t row) const {
    const auto behind = std::ranges::upper_bound(members, row, {}, &SeriesMember::begin);
    return std::prev(behind)->name;
}

SeriesNames seriesNames(const Series& series) {
    SeriesNames names;
    names.members = membersOf(series);
    for (const Channel& channel : series.channels)
        if (names.members.empty() || channel.name != kSeriesNumber) names.channels.push_back(&channel);
    for (const char* column : {"series_id", "unique_id", "item_id", "entity_id"}) {
        names.column = column;
        if (!series.find(column)) break;
    }
    std::map<std::string, int> seen;
    for (SeriesMember& member : names.members)
        if (const int before = seen[member.name]++; before > 0) member.name += " (" + std::to_string(before + 1) + ")";
    return names;
}

}  // namespace gatelab
