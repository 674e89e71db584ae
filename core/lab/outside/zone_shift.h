// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <functional>

namespace gatelab {

/// By how much the times of a file are off those of the data where one of the two stands in another zone.
struct ZoneShift {
    struct Matches {
        std::int64_t same = 0, of = 0;
    };
    std::int64_t quarters = 0;  ///< of an hour; 0: they are not off
    Matches matches;
    [[nodiscard]] Phrase hours() const;
};
/// The shift of at most 14 hours with the most matches, of equal ones the smallest. `matchesAt`: with times that are
/// moved by so many microseconds.
ZoneShift bestZoneShift(const std::function<ZoneShift::Matches(std::int64_t micros)>& matchesAt);

}  // namespace gatelab
