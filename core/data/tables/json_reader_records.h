// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "io/json/json.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace gatelab {

/// The deepest value that a record may have: itself is 0.
inline constexpr int kJsonDepth = 8;
/// The most different names in all records, and names of one object.
inline constexpr std::size_t kMostJsonNames = 4096;

/// Calls `take` for every record of a JSON text, one after the other; never more than one of them is in memory. Records
/// are the values of the list that the document is, else those of the longest list of objects at its top, else the
/// rows of its columns (json_reader_columns.h), else the lines (JSON lines). number: from 1; of a line its own. Errors:
/// damaged or cut, with the place; values more than kJsonDepth deep; Unsupported: no list of records; Cancelled. They
/// do not name the file.
Result<> takeJsonRecords(std::string_view text,
                         const std::function<Result<>(const nlohmann::ordered_json& record, std::int64_t number)>& take,
                         const Progress& progress);

}  // namespace gatelab
