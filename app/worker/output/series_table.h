// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/json/json.h"
#include "run/series_forecasts.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab::worker {

/// How the table of many series is asked for.
struct SeriesTable {
    std::string sort = "mase";  ///< key of a column
    bool smallestFirst = false;
    std::int64_t most = 40;     ///< lines that are printed; 0: all. JSON and CSV have all
    std::filesystem::path csv;  ///< empty: none is written
    /// In the order that was asked for: largest first, of the names the first.
    [[nodiscard]] std::vector<SeriesScore> sorted(std::vector<SeriesScore> series) const;
};
/// --sort, --smallest-first, --top, and `csvFlag` for the file.
void addSeriesTable(CLI::App& app, SeriesTable& table, const char* csvFlag = "--csv");

/// A line for each series; `series` as sorted() gives them. None: nothing.
void printSeriesTable(const std::vector<SeriesScore>& series, const SeriesTable& table);
/// The same as an array of all of them.
nlohmann::ordered_json seriesTableJson(const std::vector<SeriesScore>& series);
/// Writes it where a file was asked for, and says so unless JSON is printed. InvalidInput: there is no series.
Result<> writeSeriesTable(const std::vector<SeriesScore>& series, const SeriesTable& table, bool json);

}  // namespace gatelab::worker
