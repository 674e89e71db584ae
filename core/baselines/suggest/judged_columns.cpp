// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "baselines/column_error.h"
#include "data/findings/drift.h"
#include "data/many/many_series.h"
#include "data/many/member_split.h"
#include "data/rows_ahead.h"
#include "data/split.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gatelab {

namespace {

/// Some of many series with their training rows, or the one.
std::vector<JudgedSeries> judgedSeries(const SeriesPtr& all, const ExperimentConfig& config) {
    constexpr std::size_t kMost = 12;
    std::vector<JudgedSeries> judged;
    const std::vector<SeriesMember> members = membersOf(*all);
    if (members.empty()) {
        const auto split = splitRows(observedSplit(*all, config), all->rows(), config.splitGap);
        if (split.ok()) judged.push_back({all, split->train});
        return judged;
    }
    const auto splits = memberSplits(*all, config);
    const std::size_t every = (members.size() + kMost - 1) / kMost;
    for (std::size_t m = 0; splits.ok() && m < members.size(); m += every) {
        const auto split = splitRows((*splits)[m].parts, members[m].rows(), config.splitGap);
        if (split.ok() && (*splits)[m].trains && (*splits)[m].leftOut.empty())
            judged.push_back({memberSeries(*all, members[m]), split->train});
    }
    return judged;
}

}  // namespace

void judgeColumns(const SeriesPtr& all, const Series& asRead, const ExperimentConfig& config, FoundFacts& facts) {
    constexpr double kHelps = 0.97, kDrives = 0.9;
    const std::vector<JudgedSeries> judged = judgedSeries(all, config);
    if (config.targets.size() != 1 || judged.empty()) return;
    const std::string& target = config.targets.front();
    std::vector<std::string> telling = copiesOf(*all, target);
    telling.insert(telling.end(), facts.telling.begin(), facts.telling.end());
    const auto tells = [&](const std::string& name) { return std::ranges::find(telling, name) != telling.end(); };
    const Series& first = *judged.front().series;
    const auto ahead = [&](const std::string& name) {
        const bool isGiven = isMany(*all) || givenAhead(asRead, name, target) != GivenAhead::No;
        return isGiven ? givenAhead(first, name, target) : GivenAhead::No;
    };
    std::vector<std::string> columns;
    for (const Channel& channel : first.channels)
        if (!tells(channel.name) && (isMany(*all) || ahead(channel.name) != GivenAhead::No))
            columns.push_back(channel.name);
    if (isMany(*all)) facts.helping.clear(), facts.columnErrors.clear();
    for (const ColumnError& one : columnErrors(judged, target, columns)) {
        if (std::isnan(one.past)) continue;
        if (isMany(*all)) facts.columnErrors.emplace_back(one.name, one.past);
        if (isMany(*all) && one.past < kHelps) facts.helping.push_back(one.name);
        const GivenAhead why = ahead(one.name);
        if (one.given > 0 && one.given < kDrives && why != GivenAhead::No)
            facts.given.push_back({one.name, one.given, why == GivenAhead::Name});
    }
    if (isMany(*all)) facts.allColumnsError = Suggester::kUnknown;  // it was of one
}

void leaveEndedOut(const Series& series, const std::vector<std::string>& targets, FoundFacts& facts) {
    constexpr std::int64_t kEarly = 10;  // as the doctor tells of it
    if (targets.size() != 1) return;
    const auto lastOf = [&series](const std::string& name) {
        const auto channel = series.find(name);
        if (!channel) return std::int64_t{-1};
        std::int64_t row = series.rows() - 1;
        while (row >= 0 && !std::isfinite(series.channels[*channel].values[static_cast<std::size_t>(row)])) --row;
        return row;
    };
    const std::int64_t end = lastOf(targets.front());
    std::erase_if(facts.helping, [&](const std::string& name) {
        const bool isEnded = end - lastOf(name) >= kEarly;
        if (isEnded) facts.ended.push_back(name);
        return isEnded;
    });
}

}  // namespace gatelab
