// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "io/json/json.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gatelab {

/// The same text with null for the literals NaN, Infinity and -Infinity, which Python writes and JSON does not know;
/// empty: there are none.
std::string withoutNan(std::string_view text);
/// Whether it is one value, also with those literals.
bool isJsonValue(std::string_view text);
/// A list of lists, [[...], ...
bool isTableOfLists(std::string_view text, std::size_t list);

/// Calls `take` with an object for each row of a document that is no list of records: a list of lists (names in the
/// first, where it holds texts alone), pandas' split, columns and index, lists of one length under their names
/// (Open-Meteo), Prometheus' series of pairs; each also one level down. number: from 1. False: it is none of them.
/// Errors: damaged, Cancelled, those of `take`.
Result<bool> takeJsonColumns(
    std::string_view text, std::size_t begin,
    const std::function<Result<>(const nlohmann::ordered_json& record, std::int64_t number)>& take,
    const Progress& progress);

}  // namespace gatelab
