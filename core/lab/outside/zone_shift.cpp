// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/zone_shift.h"

#include "base/number_text.h"

#include <cstdlib>

namespace gatelab {

namespace {

constexpr std::int64_t kQuarterHour = INT64_C(900'000'000), kMostQuarters = 56;

}  // namespace

Phrase ZoneShift::hours() const { return numberPhrase(numberText(static_cast<double>(quarters) / 4, 3)); }

ZoneShift bestZoneShift(const std::function<ZoneShift::Matches(std::int64_t micros)>& matchesAt) {
    ZoneShift best;
    for (std::int64_t shift = -kMostQuarters; shift <= kMostQuarters; ++shift) {
        const ZoneShift::Matches found = matchesAt(shift * kQuarterHour);
        if (found.same > best.matches.same ||
            (found.same == best.matches.same && std::abs(shift) < std::abs(best.quarters)))
            best = {shift, found};
    }
    return best;
}

}  // namespace gatelab
