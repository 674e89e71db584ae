// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace gatelab {

/// One of the models whose forecasts a file holds; NaN: nothing stands there.
struct FileModel {
    std::string name;           ///< empty: the file's only one, without a name
    std::vector<double> point;  ///< [row]
    std::vector<double> levels;
    std::vector<std::vector<double>> quantiles;  ///< [level][row]
};

/// Forecasts that were made elsewhere, in the long form: a row for each time of each origin of each series.
struct ForecastFile {
    /// A column of times or of numbers (rows, years); empty: there is none.
    struct Moments {
        std::vector<std::int64_t> values;  ///< [row] microseconds since 1970 UTC, or numbers; kNoMoment: missing
        bool areNumbers = false;
        [[nodiscard]] bool empty() const { return values.empty(); }
    };
    std::string name;                 ///< of the file, without its folder
    std::vector<std::string> series;  ///< [row]; empty: there is no such column
    Moments times, origins;
    std::vector<std::int64_t> steps;  ///< [row] from 1; empty: no such column
    std::vector<double> truth;        ///< [row] what the file says was observed; empty: nothing
    std::string truthName;            ///< of its column; empty: there is none
    bool isOriginFirstRow = false;    ///< by its name: the origin is the first forecast itself
    bool isOriginLastRow = false;     ///< by its name: the last row that is known
    std::vector<FileModel> models;    ///< at least one
    std::vector<Phrase> understood;   ///< whole sentences: what was taken for what, what was left out
    [[nodiscard]] std::size_t rows() const { return models.front().point.size(); }
};
inline constexpr std::int64_t kNoMoment = std::numeric_limits<std::int64_t>::min();

/// Reads CSV, Parquet and what readCellTable() takes. InvalidInput names the column that is missing, and the cell that
/// is no number. Any thread.
Result<ForecastFile> readForecastFile(const std::filesystem::path& path, const Progress& progress = {});

}  // namespace gatelab
