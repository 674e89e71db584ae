// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gatelab {

/// How much the beginning of a file looks like a running text (prose, code, verse, a list of words) and not like a
/// table: 0 to 1, the least of what its letters, numbers and lines say. Bytes of any encoding.
double looksLikeProse(std::string_view head);
/// From here on it is one for certain enough; from the second on it may be one, and a table stays a table.
inline constexpr double kIsProse = 0.75, kMayBeProse = 0.3;

}  // namespace gatelab
