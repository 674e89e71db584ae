// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace gatelab {

/// A column of a table that holds no numbers, so that nothing can be learned from it.
struct LeftColumn {
    std::string name;
    std::string first;       ///< of its text; empty: it has no value at all
    std::int64_t line = -1;  ///< where that stands
    bool isLast = false;     ///< after every column of numbers: it may have been meant as the target
};

}  // namespace gatelab
