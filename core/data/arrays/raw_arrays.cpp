// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/raw_arrays.h"

#include "data/row_time.h"
#include "data/tables/file_part.h"
#include "io/csv_cell.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gatelab {
namespace {

constexpr std::size_t kMostText = std::size_t{2} << 30;

/// RFC 4180 by rows of so many cells; cell(i) is the text of the i-th one, row-major.
template <class Cell>
Result<std::string> tableOf(const StoredArray& array, std::size_t cells, Cell&& cell, const Progress& progress) {
    const std::vector<std::string> names = columnNames(array);
    const std::size_t columns = std::max<std::size_t>(1, names.size());
    std::vector<std::string> row = names.empty() ? std::vector{array.path} : names;
    std::vector<std::string_view> shown(row.begin(), row.end());
    std::string csv;
    appendRawRow(csv, shown);
    for (std::size_t i = 0; i < cells; i += columns) {
        for (std::size_t c = 0; c < columns; ++c) row[c] = i + c < cells ? cell(i + c) : std::string();
        for (std::size_t c = 0; c < columns; ++c) shown[c] = row[c];
        appendRawRow(csv, shown);
        if (csv.size() > kMostText)
            return Error{
                ErrorCode::Unsupported,
                {GATELAB_TEXT("Reading", "array '%1' is larger than %2 GiB as text"), {array.path, kMostText >> 30}}};
        if (i / columns % 4096 == 0 && !report(progress, static_cast<double>(i) / static_cast<double>(cells)))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
    }
    return csv;
}

/// Microseconds since 1970 of arrays of times as ISO 8601.
std::string timeText(double value) {
    constexpr double kMost = 9.2e18;  // as int64 holds
    if (!(std::abs(value) < kMost)) return "NaT";
    TimeAxis one{.name = "t", .values = {static_cast<std::int64_t>(value)}};
    return rowTime(one, 0);
}

std::string numberText(double value) {
    constexpr double kMostWhole = 9007199254740992;  // 2^53
    if (std::isnan(value)) return "NaN";
    if (value == std::floor(value) && std::abs(value) < kMostWhole && !(value == 0 && std::signbit(value)))
        return std::to_string(static_cast<std::int64_t>(value));
    std::string text;
    appendCsvNumber(text, value);
    return text;
}

}  // namespace

Result<std::vector<RawTable>> rawArrays(const ArrayFile& file, const Progress& progress) {
    std::vector<RawTable> tables;
    Phrase why;
    for (const StoredArray& array : file.arrays) {
        const auto texts = file.texts.find(array.path);
        if (!array.usable && texts == file.texts.end()) {
            why = labelled(array.path, array.reason);
            continue;
        }
        Result<std::string> csv = std::string();
        if (texts != file.texts.end()) {
            csv = tableOf(
                array, texts->second.size(), [&](std::size_t i) { return texts->second[i]; }, progress);
        } else {
            const auto values = valuesOf(file, array, progress);
            if (!values) return values.error().withContext(file.path.string());
            const bool isTime = array.isTime && array.unit == "us";
            csv = tableOf(
                array, values->size(),
                [&](std::size_t i) { return isTime ? timeText((*values)[i]) : numberText((*values)[i]); }, progress);
        }
        if (!csv) return csv.error().withContext(file.path.string());
        tables.push_back({array.path, std::move(*csv)});
    }
    if (tables.empty()) return Error{ErrorCode::Unsupported, labelled(file.path.string(), why)};
    return tables;
}

}  // namespace gatelab
