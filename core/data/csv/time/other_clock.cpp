// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks beside the time of the rows: the same moments on the clock of another place, and the zone that a name says.
#include "data/csv/time/choice.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace gatelab::csv_time {
namespace {

constexpr std::int64_t kMinute = 60'000'000, kMinutesOfDay = 1440;

/// Minutes of a day of 930 or 143000.
std::int64_t minutesOf(double value, bool isLong) {
    const auto number = static_cast<std::int64_t>(isLong ? value / 100 : value);
    return number / 100 * 60 + number % 100;
}

}  // namespace

bool isOtherClock(const Columns& columns, std::size_t c, const std::vector<std::int64_t>& times) {
    constexpr std::int64_t kHour = 60;
    constexpr double kLatest = 240'000;  // hours, minutes and seconds of a day
    const bool isShort = isNamed(columns, c, TimePart::Clock) && holds(columns, c, TimePart::Clock);
    const bool isLong = !isShort && isNamed(columns, c, TimePart::LongClock) && holds(columns, c, TimePart::LongClock);
    const ColumnEvidence& e = columns.evidence[c];
    if ((!isShort && !isLong) || times.empty()) return false;
    // Written as a clock that always stands at midnight
    if (e.low == 0 && e.high == 0) return isTimeName(columns.layout.names[c]);
    if (e.high <= 24) return false;
    std::map<std::int64_t, std::int64_t> apart;
    std::int64_t rows = 0;
    const std::vector<double>& values = columns.scan.values[c];
    for (std::size_t r = 0; r < std::min(values.size(), times.size()); ++r) {
        if (!(values[r] >= 0 && values[r] <= kLatest) || times[r] == kNoTime) continue;
        const std::int64_t minutes = (times[r] / kMinute - minutesOf(values[r], isLong)) % kMinutesOfDay;
        ++rows, ++apart[(minutes + kMinutesOfDay) % kMinutesOfDay];
    }
    // Clocks of one place stand an hour further in summer.
    const auto usual = std::ranges::max_element(apart, {}, [](const auto& one) { return one.second; });
    if (usual == apart.end()) return false;
    std::int64_t most = usual->second, beside = 0;
    for (const std::int64_t shift : {-kHour, kHour})
        if (const auto other = apart.find((usual->first + shift + kMinutesOfDay) % kMinutesOfDay); other != apart.end())
            beside = std::max(beside, other->second);
    most += beside;
    return most * 20 >= rows * 19;
}

std::optional<int> zoneOfName(std::string_view name) {
    for (const std::string_view word : {"GMT", "UTC"})
        for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
            const bool begins = at == 0 || std::isalpha(static_cast<unsigned char>(name[at - 1])) == 0;
            std::string_view zone = name.substr(at);
            zone = zone.substr(0, std::min(zone.find_first_not_of("GMTUC+-0123456789:"), zone.size()));
            if (begins && zone.size() > word.size())
                if (const auto minutes = zoneMinutes(zone)) return minutes;
        }
    return std::nullopt;
}

}  // namespace gatelab::csv_time
