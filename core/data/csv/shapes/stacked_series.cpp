// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/stacked_series.h"

#include "config/setting_predicates.h"
#include "data/csv/shapes/naming_columns.h"
#include "data/csv/shapes/series_rows.h"
#include "data/csv/shapes/state_cells.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// The column that is named, else the first of dates, else of stamps.
std::optional<std::size_t> timeOf(const TableCells& cells, const ExperimentConfig& options) {
    if (!isGuessed(options.timeColumn)) return columnNamed(cells, options.timeColumn);
    const auto dates = dateColumn(cells);
    return dates ? dates : stampColumn(cells);
}

/// With the first time that comes twice, whichever of the columns that could name series are taken together.
Error lacksKey(const TableCells& cells, std::size_t time) {
    constexpr std::size_t kTogether = 3;
    std::vector<std::size_t> naming = namingColumns(cells, {time}, 0);
    std::erase_if(naming, [&](std::size_t c) { return isDate(cells.at(1, c)) && !isYear(cells.at(1, c)); });
    if (naming.size() > kTogether) naming.resize(kTogether);
    std::ranges::sort(naming);
    std::vector<std::string> labels;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) labels.push_back(cells.at(r, time));
    const auto twice = naming.size() > 1 ? twiceUnder(cells, labels, naming) : std::nullopt;
    if (!twice)
        return lacks(GATELAB_TEXT("Reading",
                                  "no column tells the series apart: a name or whole number with which no "
                                  "time comes twice"));
    std::string names;
    for (const std::size_t c : naming) names += (names.empty() ? "" : " + ") + cells.at(0, c);
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "no column tells the series apart, nor do '%1' together: the time %2 comes twice with the "
                          "same words there. Leave out doubled rows, or join the columns that name a series into one"),
             {names, *twice}}};
}

/// The rows of each series of a long table, and the times of all.
struct LongRows {
    std::vector<NamedRows> series;
    std::vector<std::string> stamps;
    std::unordered_map<std::string, std::size_t> places;  ///< of the stamps
};

LongRows rowsOfSeries(const TableCells& cells, std::size_t key, std::size_t time, std::vector<ReadWarning>& warnings) {
    LongRows rows;
    std::map<std::string, std::size_t> numbers;
    for (std::size_t r = 1; r < cells.rows.size(); ++r) {
        const auto [found, isNew] = numbers.try_emplace(cells.at(r, key), numbers.size());
        if (isNew) rows.series.push_back({found->first, {}});
        rows.series[found->second].rows.push_back(r);
        if (rows.places.try_emplace(cells.at(r, time), rows.places.size()).second)
            rows.stamps.push_back(cells.at(r, time));
    }
    if (const std::vector<std::size_t> order = orderOfStamps(rows.stamps); !order.empty()) {
        std::vector<std::string> sorted;
        for (const std::size_t i : order) rows.places[rows.stamps[i]] = sorted.size(), sorted.push_back(rows.stamps[i]);
        rows.stamps = std::move(sorted);
        warnings.push_back({-1, describeOrdered()});
    }
    DoubledRows doubled;
    for (NamedRows& one : rows.series) one.rows = eachTimeOnce(cells, one.rows, time, one.name, doubled);
    if (doubled.all > 0) warnings.push_back({-1, describeDoubled(doubled)});
    return rows;
}

}  // namespace

Result<std::string> fromLong(TableCells& cells, const ExperimentConfig& options, std::vector<ReadWarning>& warnings) {
    auto time = timeOf(cells, options);
    if (!time) return lacks(GATELAB_TEXT("Reading", "no column holds the time of each row"));
    const auto columns = seriesColumns(cells, *time, 1000);
    if (columns.empty()) return lacksKey(cells, *time);
    const std::size_t key = columns.size() == 1 ? columns.front() : joinColumns(cells, columns, *time);
    std::vector<std::size_t> values;
    for (std::size_t c = 0; c < cells.width; ++c)
        if (c != *time && c != key) values.push_back(c);
    const LongRows rows = rowsOfSeries(cells, key, *time, warnings);
    if (columns.size() > 1) warnings.push_back({-1, sayColumns(cells.at(0, key), rows.series.size())});
    std::vector<std::string> names{cells.at(0, *time)};
    for (const NamedRows& one : rows.series)
        for (const std::size_t c : values)
            names.push_back(values.size() == 1 ? one.name : cells.at(0, c) + "_" + one.name);
    for (const std::size_t c : values) readStates(cells, rows.series, c, warnings);
    if (names.size() * rows.stamps.size() > kMaxTableCells)
        return lacks(GATELAB_TEXT("Reading", "the table has too many series and times to stand side by side"));
    std::vector<std::vector<std::string>> table(rows.stamps.size(), std::vector<std::string>(names.size()));
    for (std::size_t t = 0; t < table.size(); ++t) table[t][0] = rows.stamps[t];
    for (std::size_t s = 0; s < rows.series.size(); ++s)
        for (const std::size_t r : rows.series[s].rows)
            for (std::size_t v = 0; v < values.size(); ++v)
                table[rows.places.at(cells.at(r, *time))][1 + s * values.size() + v] = cells.at(r, values[v]);
    std::string out;
    appendCsvRow(out, names);
    for (const auto& row : table) appendCsvRow(out, row);
    return out;
}

}  // namespace gatelab
