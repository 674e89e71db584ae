// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_table.h"

#include "config/setting_predicates.h"
#include "data/arrays/array_times.h"
#include "data/csv/columns/evidence.h"
#include "data/row_time.h"
#include "data/tables/file_part.h"
#include "io/csv_cell.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace gatelab {
namespace {

/// One column of cells: texts, times or numbers.
struct CellColumn {
    std::string name;
    std::vector<std::string> texts = {};
    std::vector<double> numbers = {};
    std::vector<std::int64_t> times = {};
};

/// The time of an array in microseconds; empty: it is none.
std::vector<std::int64_t> timesOf(const StoredArray& array, const std::vector<double>& values) {
    Series only;
    if (array.shape.size() == 1 && array.isTime) addTime(array, values, only);
    return only.time.values;
}

Result<std::vector<CellColumn>> columnsOf(const ArrayFile& file, const std::vector<StoredArray>& chosen,
                                          const Progress& progress) {
    std::vector<CellColumn> columns;
    for (std::size_t a = 0; a < chosen.size(); ++a) {
        const StoredArray& array = chosen[a];
        const std::vector<std::string> names = columnNames(array);
        const auto rows = static_cast<std::size_t>(array.shape[0]);
        const double from = static_cast<double>(a) / static_cast<double>(chosen.size());
        const std::size_t first = columns.size();
        for (const std::string& name : names) columns.push_back({name});
        if (array.isText) {
            const std::vector<std::string>& cells = file.texts.at(array.path);
            if (cells.size() != rows * names.size()) continue;
            for (std::size_t i = 0; i < cells.size(); ++i) columns[first + i % names.size()].texts.push_back(cells[i]);
            continue;
        }
        const auto values =
            valuesOf(file, array, partOf(progress, from, from + 1.0 / static_cast<double>(chosen.size())));
        if (!values) return values.error();
        if (auto times = timesOf(array, *values); !times.empty()) {
            columns[first].times = std::move(times);
            continue;
        }
        for (std::size_t i = 0; i < values->size(); ++i)
            columns[first + i % names.size()].numbers.push_back((*values)[i]);
    }
    return columns;
}

/// Whole numbers with all of their digits.
void appendNumber(std::string& cell, double value) {
    constexpr double kMostWhole = 9e15;
    if (value == std::floor(value) && std::abs(value) < kMostWhole)
        cell += std::to_string(static_cast<std::int64_t>(value));
    else
        appendCsvNumber(cell, value);
}

Result<std::string> textOf(const std::vector<CellColumn>& columns, std::size_t rows) {
    constexpr std::size_t kMaxText = std::size_t{2} << 30;
    std::string csv;
    std::vector<std::string> cells;
    for (const CellColumn& column : columns) cells.push_back(column.name);
    appendCsvRow(csv, cells);
    TimeAxis one{.name = "t", .values = {0}};
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const CellColumn& column = columns[c];
            cells[c].clear();
            if (r < column.texts.size()) {
                cells[c] = column.texts[r];
            } else if (r < column.times.size() && column.times[r] != kNoTime) {
                one.values[0] = column.times[r];
                cells[c] = rowTime(one, 0);
            } else if (r < column.numbers.size()) {
                appendNumber(cells[c], column.numbers[r]);
            }
        }
        appendCsvRow(csv, cells);
        if (csv.size() > kMaxText)
            return Error{
                ErrorCode::Unsupported,
                {GATELAB_TEXT("Reading", "the table is larger than %1 GiB as text; write its texts as numbers"),
                 {kMaxText >> 30}}};
    }
    return csv;
}

}  // namespace

bool isForTable(const std::vector<StoredArray>& chosen, const ExperimentConfig& options) {
    const bool isOther = isReshaped(options) && !hasSeriesInRows(options);
    return isOther || std::ranges::any_of(chosen, &StoredArray::isText);
}

Result<Dataset> readArraysAsTable(const ArrayFile& file, const std::vector<StoredArray>& chosen, const ReadReport& said,
                                  const ExperimentConfig& options, const Progress& progress) {
    const auto columns = columnsOf(file, chosen, partOf(progress, 0, 0.5));
    if (!columns) return columns.error();
    const auto csv = textOf(*columns, static_cast<std::size_t>(chosen.front().shape[0]));
    if (!csv) return csv.error().withContext(file.path.string());
    auto data = readPartText(*csv, file.path, {}, options, partOf(progress, 0.5, 1));
    if (!data || !data->series) return data;
    auto series = std::make_shared<Series>(*data->series);
    series->report.format = file.format;
    series->report.warnings.insert(series->report.warnings.begin(), said.warnings.begin(), said.warnings.end());
    for (const StoredArray& array : chosen) {
        for (const Phrase& text : array.told) series->report.warnings.push_back({-1, text});
        for (Channel& channel : series->channels)
            if (channel.unit.empty() && !array.isTime && channel.name == lastPart(array.path))
                channel.unit = array.unit;
    }
    data->series = std::move(series);
    return data;
}

}  // namespace gatelab
