// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace gatelab {

/// A column of a table that holds no numbers, so that nothing can be learned from it.
struct SkippedColumn {
    /// Time: it holds dates or times, and is not the one that the rows' time is read from
    enum class Reason { Empty, Text, Time };
    std::string name;
    Reason reason = Reason::Empty;
    std::string first = {};  ///< of its text
    std::int64_t line = -1;  ///< where that stands; -1: not known
    bool isLast = false;     ///< after every column of numbers: it may have been meant as the target
};

}  // namespace gatelab
