// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/static_columns.h"

#include "data/many/many_series.h"

#include <cmath>

namespace gatelab {
namespace {

bool isStatic(const Channel& channel, const std::vector<SeriesMember>& members) {
    bool isKnown = false, differs = false;
    double first = 0;
    for (const SeriesMember& member : members) {
        double own = std::nan("");
        for (std::int64_t row = member.begin; row < member.end; ++row) {
            const double value = channel.values[static_cast<std::size_t>(row)];
            if (std::isnan(value)) continue;
            if (!std::isnan(own) && value != own) return false;
            own = value;
        }
        if (std::isnan(own)) continue;
        differs = differs || (isKnown && own != first);
        if (!isKnown) first = own, isKnown = true;
    }
    return differs;
}

}  // namespace

std::vector<std::string> staticColumns(const Series& all) {
    std::vector<std::string> names;
    const std::vector<SeriesMember> members = membersOf(all);
    if (members.size() < 2) return names;
    for (const Channel& channel : all.channels)
        if (channel.name != kSeriesNumber && isStatic(channel, members)) names.push_back(channel.name);
    return names;
}

bool isStaticColumn(const Series& all, const std::string& name) {
    const auto channel = all.find(name);
    const std::vector<SeriesMember> members = channel ? membersOf(all) : std::vector<SeriesMember>();
    return members.size() > 1 && name != kSeriesNumber && isStatic(all.channels[*channel], members);
}

}  // namespace gatelab
