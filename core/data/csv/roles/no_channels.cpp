// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cell_reason.h"
#include "data/csv/roles/channels.h"
#include "data/csv/roles/column_warnings.h"

#include <algorithm>

namespace gatelab {
namespace {

/// The column of text that comes nearest to one of numbers, and its first cell that is none; empty: there is none.
Phrase nearestToNumbers(const CsvLayout& layout, const TableScan& scan) {
    // A column of numbers alone is one that counts the rows, or of times.
    const auto worth = [&](std::size_t c) { return scan.evidence[c].odds.empty() ? 0 : scan.evidence[c].numbers; };
    std::size_t best = 0;
    for (std::size_t c = 1; c < scan.evidence.size(); ++c)
        if (worth(c) > worth(best)) best = c;
    const ColumnEvidence& e = scan.evidence[best];
    if (e.numbers > 0 && !e.odds.empty())
        return {GATELAB_TEXT("Reading",
                             "no column holds numbers in nine of ten cells; '%1' comes nearest: %2 of %3 are numbers, "
                             "and '%4' in line %5 is none. If such words mean missing values, name them as such"),
                {layout.names[best], e.numbers, e.present(), e.odds.front().text, e.odds.front().line}};
    const auto noNumber = [&](std::size_t c, const ColumnEvidence::Odd& odd) -> Phrase {
        const Phrase why = odd.line > 0 ? whyNoNumber(odd.text) : Phrase();
        if (why.empty()) return {};
        return {GATELAB_TEXT("Reading",
                             "no column holds numbers: in column '%1', line %2, '%3' is none here: %4. Write "
                             "its column as plain numbers"),
                {layout.names[c], odd.line, odd.text, why}};
    };
    for (std::size_t c = 0; c < scan.evidence.size(); ++c)
        if (const std::set<std::string> units = unitsOf(scan.evidence[c]); units.size() > 1)
            return {GATELAB_TEXT("Reading",
                                 "no column holds numbers: those of column '%1' carry different units ('%2' and '%3' "
                                 "among them). Write all of them in one unit, or without units"),
                    {layout.names[c], *units.begin(), *units.rbegin()}};
    for (std::size_t c = 0; c < scan.evidence.size(); ++c)
        if (!scan.evidence[c].odds.empty())
            if (Phrase why = noNumber(c, scan.evidence[c].odds.front()); !why.empty()) return why;
    if (scan.rows == 0) return noNumber(0, scan.firstWords);
    return {};
}

/// What to say when no column can be used, but of texts.
Error noNumbers(const std::filesystem::path& path, const CsvLayout& layout, const TableScan& scan,
                const TablePlan& plan) {
    const std::string where = path.string();
    if (scan.rows == 0 && scan.excluded <= 1)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1: there is no row of values (at most a header); check that its export has finished"),
                 {where}}};
    const auto kinds = [&](ColumnKind kind) {
        return std::count_if(plan.columns.begin(), plan.columns.end(),
                             [&](const ColumnPlan& column) { return column.kind == kind; });
    };
    if (scan.rows > 0 && kinds(ColumnKind::Empty) > 0 && kinds(ColumnKind::Text) == 0)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1: every value is missing; check the export, or the spellings that count as missing"),
                 {where}}};
    if (plan.time.mode != TimePlan::Mode::None && kinds(ColumnKind::Text) == 0)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1: the only column is the time; a column of values is needed (choose time column "
                              "'none' if it holds values)"),
                 {where}}};
    if (const Phrase nearest = nearestToNumbers(layout, scan); !nearest.empty())
        return {ErrorCode::InvalidInput, labelled(where, nearest)};
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "%1: no column holds numbers (%2 columns, %3 rows, all text); check the delimiter, the "
                          "decimal mark and the lines to "
                          "skip"),
             {where, layout.width, scan.rows + scan.excluded}}};
}

}  // namespace

Error noChannels(const std::filesystem::path& path, const CsvLayout& layout, const TableScan& scan,
                 const TablePlan& plan) {
    Error error = noNumbers(path, layout, scan, plan);
    const bool hasText =
        std::ranges::any_of(plan.columns, [](const ColumnPlan& column) { return column.kind == ColumnKind::Text; });
    if (!hasText) return error;
    return Error{error.code,
                 {GATELAB_TEXT("Reading",
                               "%1. If this is a text or a list of words whose next sign is to be learned, choose the "
                               "shape 'text, by characters'"),
                  {error.phrase}}}
        .ofField("csv_shape");
}

}  // namespace gatelab
