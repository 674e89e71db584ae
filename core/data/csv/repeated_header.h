// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/layout.h"

#include <span>
#include <string_view>

namespace gatelab {

/// The names of the columns once more, in any case; one of them at least is a word.
bool repeatsHeader(const CsvLayout& layout, std::span<const std::string_view> cells);
/// Names of columns, most of them those of the header, but not in its places.
bool isOtherHeader(const CsvLayout& layout, std::span<const std::string_view> cells);

}  // namespace gatelab
