// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace gatelab {

/// How many letters are to be put in, left out or changed to make one word of the other (Levenshtein), in bytes of
/// UTF-8: for finding the word that was meant.
std::size_t editDistance(std::string_view a, std::string_view b);

}  // namespace gatelab
