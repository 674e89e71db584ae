// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/finding_kinds.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>

namespace gatelab {
namespace {

/// Kinds of which it matters when they are: each is told with its rows.
bool isOfRows(const DataFinding& finding) {
    return finding.code == "flat" || finding.code == "missing" || finding.code == "level-shift" ||
           finding.code == "unit-jump" || finding.code == "counter";
}

}  // namespace

std::vector<std::vector<DataFinding>> findingKinds(std::span<const DataFinding> findings) {
    constexpr std::size_t kToldAlone = 3;
    using Kind = std::tuple<std::string, std::string, std::string, std::string>;
    const auto kindOf = [](const DataFinding& one) { return Kind{one.code, one.recipe, one.setting, one.value}; };
    std::map<Kind, std::size_t> counts, places;
    for (const DataFinding& one : findings)
        if (!one.column.empty() && !isOfRows(one)) ++counts[kindOf(one)];
    std::vector<std::vector<DataFinding>> told;
    for (const DataFinding& one : findings) {
        const Kind kind = kindOf(one);
        if (counts[kind] <= kToldAlone) {
            told.push_back({one});
            continue;
        }
        const auto [place, isFirst] = places.try_emplace(kind, told.size());
        if (isFirst) told.emplace_back();
        told[place->second].push_back(one);
    }
    return told;
}

Phrase kindMessage(std::span<const DataFinding> findings) {
    constexpr std::size_t kNamed = 30;
    if (findings.size() == 1) return findings.front().message;
    std::string columns;
    for (const DataFinding& one : findings.first(std::min(kNamed, findings.size())))
        columns += (columns.empty() ? "" : ", ") + one.column + " " + std::to_string(one.rows);
    if (findings.size() > kNamed) columns += ", ...";
    return together(
        findings.front().message,
        {GATELAB_TEXT("Findings", "(%1 columns have this, each in so many rows: %2)"), {findings.size(), columns}});
}

}  // namespace gatelab
