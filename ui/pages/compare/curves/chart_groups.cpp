// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/chart_groups.h"

#include "models/run_board.h"
#include "models/run_groups.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace gatelab {

std::vector<ChartGroup> chartGroups(const RunBoard& board) {
    std::unordered_map<std::string_view, const RunSummary*> byId;
    for (const RunSummary& run : board.runs()) byId.emplace(run.id, &run);
    std::vector<ChartGroup> groups;
    for (const BoardRow& row : board.board().rows) {
        if (row.isBaseline() || !row.isComparable || !std::isfinite(row.score)) continue;
        ChartGroup group{&row, {}};
        for (const BoardSeed& seed : row.seeds)
            if (const auto found = byId.find(seed.run); seed.counts && found != byId.end())
                group.runs.push_back(found->second);
        if (group.runs.empty())
            if (const auto newest = byId.find(row.seeds.back().run); newest != byId.end())
                group.runs.push_back(newest->second);
        if (!group.runs.empty()) groups.push_back(std::move(group));
    }
    return groups;
}

RunValues valuesOf(const RunColumn& column, const std::vector<ChartGroup>& groups) {
    std::vector<const RunSummary*> firsts;
    for (const ChartGroup& group : groups) firsts.push_back(group.runs.front());
    RunValues values = runValues(column, firsts);
    for (std::size_t i = 0; column.hasMean() && i < groups.size(); ++i) {
        std::vector<double> ofRuns;
        for (const RunSummary* run : groups[i].runs) ofRuns.push_back(column.number(*run));
        values.values[i] = meanOf(ofRuns);
    }
    return values;
}

std::vector<double> scoresOf(const std::vector<ChartGroup>& groups) {
    std::vector<double> scores;
    for (const ChartGroup& group : groups) scores.push_back(group.row->score);
    return scores;
}

bool spanDecade(const std::vector<double>& values) {
    double low = HUGE_VAL, high = 0;
    for (const double value : values) {
        if (std::isnan(value)) continue;
        if (!(value > 0)) return false;
        low = std::min(low, value), high = std::max(high, value);
    }
    return high >= 10 * low;
}

}  // namespace gatelab
