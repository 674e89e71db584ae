// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/reshape.h"

#include "config/many_series.h"
#include "config/setting_predicates.h"
#include "config/shapes/array_axes.h"
#include "data/csv/layout/layout.h"
#include "data/csv/numbers.h"
#include "data/csv/shapes/day_parts.h"
#include "data/csv/shapes/stacked_series.h"
#include "data/csv/shapes/table_cells.h"
#include "data/csv/shapes/unrolled_rows.h"
#include "data/csv/shapes/year_columns.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// The columns whose names are dates or years, and those that name the series; where no names are times, the first one
/// does that.
struct Sides {
    std::vector<std::size_t> labels, places;
    std::string timeName;  ///< of the column that the names become
};

Sides sidesOf(const TableCells& cells) {
    constexpr std::size_t kFewYears = 3;
    Sides dates{{}, {}, "time"}, years{{}, {}, "year"}, names{{0}, {}, cells.at(0, 0)};
    for (std::size_t c = 0; c < cells.width; ++c) {
        (isDate(cells.at(0, c)) ? dates.places : dates.labels).push_back(c);
        (isYear(cells.at(0, c)) ? years.places : years.labels).push_back(c);
        if (c > 0) names.places.push_back(c);
    }
    // What stands above the names of the series is no name of the times, but where it says so itself.
    if (dates.labels.size() == 1 && isTimeName(cells.at(0, dates.labels[0])))
        dates.timeName = cells.at(0, dates.labels[0]);
    if (names.timeName.empty()) names.timeName = "time";
    // A year alone passes for a date, too.
    if (years.places.size() >= kFewYears && years.places.size() >= dates.places.size()) return years;
    return dates.places.empty() ? names : dates;
}

Result<std::string> transposed(const TableCells& cells) {
    const auto [labels, places, timeName] = sidesOf(cells);
    std::string out;
    std::vector<std::string> row{timeName};
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        std::string name;  // of the words before the numbers; numbers there (a place on the map) name nothing
        for (const std::size_t c : labels)
            if (const std::string& word = cells.at(r, c);
                !word.empty() && (labels.size() == 1 || !sniffNumber(word).mask))
                name += (name.empty() ? "" : " ") + word;
        row.push_back(std::move(name));
    }
    appendCsvRow(out, row);
    for (const std::size_t c : places) {
        row.clear();
        for (std::size_t r = 0; r < cells.rows.size(); ++r) row.push_back(cells.at(r, c));
        appendCsvRow(out, row);
    }
    return out;
}

/// Whichever of these the table is; columns that only have names are no times.
Result<std::string> fromAcross(const TableCells& cells, std::vector<ReadWarning>& warnings) {
    constexpr std::size_t kFewTimes = 3;
    if (!dayParts(cells).parts.empty() && !datesOf(cells).columns.empty())
        return fromHours(cells, Become::ManySeries, warnings);
    std::vector<ReadWarning> ofMonths;
    if (auto months = fromMonths(cells, Become::ManySeries, ofMonths); months.ok()) {
        warnings.insert(warnings.end(), ofMonths.begin(), ofMonths.end());
        return months;
    }
    const std::vector<std::size_t> places = sidesOf(cells).places;
    const auto isTime = [&](std::size_t c) { return isDate(cells.at(0, c)) || isYear(cells.at(0, c)); };
    if (places.size() >= kFewTimes && std::ranges::all_of(places, isTime)) return transposed(cells);
    return lacks(GATELAB_TEXT("Reading", "no hours, months, dates or years stand side by side as names of columns"));
}

}  // namespace

Result<std::string> reshapeTable(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options,
                                 std::vector<ReadWarning>& warnings) {
    if (readsArrays(options))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "this shape is one of arrays of three dimensions (HDF5, NumPy, MATLAB, netCDF), and "
                                  "this is a table; choose another shape")};
    std::int64_t skipped = options.csvSkipLines;
    if (skipped < 0)
        if (const auto layout = findLayout(text, dialect, options); layout && layout->header)
            skipped = layout->headerLines.empty() ? 0 : layout->headerLines.front() - 1;
    auto cells = readTableCells(text, dialect, skipped);
    if (!cells) return cells.error();
    // No name above the names of the rows
    const auto isWhole = [&](const auto& row) { return row.size() == cells->width; };
    if (auto& names = cells->rows.front(); options.csvSkipLines < 0 && names.size() + 1 == cells->width &&
                                           std::all_of(cells->rows.begin() + 1, cells->rows.end(), isWhole))
        if (isYear(cells->at(1, 0)) && !isYear(names.front())) names.insert(names.begin(), std::string());
    if (options.csvSkipLines < 0 && skipped > 0) warnings.push_back({skipped + 1, sayLinesAbove(skipped)});
    if (hasSeriesInRows(options)) return transposed(*cells);
    if (readsAcross(options)) return fromAcross(*cells, warnings);
    if (hasYearsInColumns(options)) return fromYears(*cells, warnings);
    if (hasDaysInRows(options)) return fromHours(*cells, Become::Columns, warnings);
    return hasYearsInRows(options) ? fromMonths(*cells, Become::Columns, warnings)
                                   : fromLong(*cells, options, warnings);
}

}  // namespace gatelab
