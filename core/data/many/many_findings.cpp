// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/many_findings.h"

#include "data/findings/mended_series.h"
#include "data/many/many_series.h"

#include <algorithm>
#include <map>

namespace gatelab {

namespace {

/// A column that is shorter than the others of its series: each series has its own length already.
void tellOfLength(DataFinding& finding) {
    if (finding.code == "short")
        finding.message = {GATELAB_TEXT("Doctor",
                                        "Column '%1' ends %2 rows before the other columns. If it is the target, they "
                                        "wait for a forecast and belong to no part; as an input, what fills them is "
                                        "invented."),
                           {finding.column, finding.rows}};
    else if (finding.code == "late")
        finding.message = {GATELAB_TEXT("Doctor",
                                        "Column '%1' begins %2 rows after the other columns; what fills them is "
                                        "invented. Leave these rows out of the file if it is to be forecast."),
                           {finding.column, finding.rows}};
    else
        return;
    finding.setting.clear(), finding.value.clear();
}

}  // namespace

std::vector<DataFinding> examineMany(const Series& series) {
    constexpr std::size_t kShown = 2;
    std::vector<DataFinding> findings;
    std::map<std::string, std::size_t> having;
    std::size_t looked = 0;
    for (const SeriesMember& member : membersOf(series)) {
        ++looked;
        std::string before;
        for (DataFinding& finding : examine(*memberSeries(series, member))) {
            // What is constant in a series tells it from the others.
            if (finding.code == "constant") continue;
            const bool isSame = finding.code == before;
            before = finding.code;
            if (isSame || ++having[finding.code] > kShown) continue;  // one of a kind for each series
            tellOfLength(finding);
            finding.message = labelled(member.name, finding.message);
            for (std::int64_t* row : {&finding.firstRow, &finding.lastRow})
                if (*row >= 0) *row += member.begin;
            if (changesAt(finding)) finding.recipe.clear();  // a step is for the rows of all series
            for (RowRange& place : finding.places) place.begin += member.begin, place.end += member.begin;
            findings.push_back(std::move(finding));
        }
    }
    for (const auto& [code, count] : having)
        if (count > kShown)
            if (const auto last = std::ranges::find(findings.rbegin(), findings.rend(), code, &DataFinding::code);
                last != findings.rend())
                last->message =
                    together(last->message, {GATELAB_TEXT("Findings", "(%1 of %2 series have this)"), {count, looked}});
    return findings;
}

}  // namespace gatelab
