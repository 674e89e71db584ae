// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/cf_attributes.h"

#include "data/csv/words.h"
#include "io/csv_cell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <string_view>

namespace gatelab {
namespace {

constexpr double kDay = 86400e6;

const FileAttribute* find(const FileArray& dataset, std::string_view name) {
    const auto found = std::ranges::find(dataset.attributes, name, &FileAttribute::name);
    return found == dataset.attributes.end() ? nullptr : &*found;
}

double numberOf(const FileArray& dataset, std::string_view name, double otherwise) {
    const FileAttribute* attribute = find(dataset, name);
    return attribute == nullptr || attribute->numbers.empty() ? otherwise : attribute->numbers.front();
}

std::string textOf(const FileArray& dataset, std::string_view name) {
    const FileAttribute* attribute = find(dataset, name);
    return attribute == nullptr || attribute->texts.empty() ? std::string() : lowered(attribute->texts.front());
}

std::string shortest(double value) {
    std::string text;
    appendCsvNumber(text, value);
    return text;
}

/// Microseconds of a unit of time; 0: it has no fixed length (months, years) or is none.
double microsOf(std::string_view unit) {
    struct Unit {
        std::string_view word;
        double micros;
    };
    constexpr Unit kUnits[] = {{"week", 7 * kDay},   {"day", kDay}, {"d", kDay},        {"hour", 3600e6},
                               {"hr", 3600e6},       {"h", 3600e6}, {"minute", 60e6},   {"min", 60e6},
                               {"second", 1e6},      {"sec", 1e6},  {"s", 1e6},         {"millisecond", 1e3},
                               {"msec", 1e3},        {"ms", 1e3},   {"microsecond", 1}, {"us", 1},
                               {"nanosecond", 1e-3}, {"ns", 1e-3}};
    if (unit.size() > 3 && unit.ends_with('s')) unit.remove_suffix(1);
    const auto found = std::ranges::find(kUnits, unit, &Unit::word);
    return found == std::end(kUnits) ? 0 : found->micros;
}

/// Months of a unit that the calendar makes long or short; 0: it is none.
int monthsOf(std::string_view unit) {
    if (unit.size() > 3 && unit.ends_with('s')) unit.remove_suffix(1);
    if (unit == "month" || unit == "mon" || unit == "calendar_month") return 1;
    return unit == "year" || unit == "yr" || unit == "calendar_year" || unit == "common_year" ? 12 : 0;
}

/// Numbers at the front of a text, whatever stands between them: "1900-1-1 00:00:0.0".
struct OriginParts {
    std::array<double, 6> parts{1970, 1, 1, 0, 0, 0};
    std::size_t count = 0;
    double zoneMinutes = 0;
};
OriginParts partsOf(std::string_view text) {
    OriginParts origin;
    while (!text.empty() && origin.count < origin.parts.size()) {
        const std::size_t at = text.find_first_of("0123456789");
        if (at == std::string_view::npos) break;
        if (origin.count >= 3 && text.substr(0, at).find_first_of("+-") != std::string_view::npos) break;
        text.remove_prefix(at);
        const auto read = std::from_chars(text.data(), text.data() + text.size(), origin.parts[origin.count]);
        if (read.ec != std::errc()) break;
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
        ++origin.count;
    }
    const std::size_t sign = text.find_first_of("+-");
    if (sign == std::string_view::npos) return origin;
    double hours = 0, minutes = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + sign + 1, end, hours);
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == ':')
        std::from_chars(read.ptr + 1, end, minutes);
    else if (hours >= 100)  // +0530
        minutes = std::fmod(hours, 100), hours = std::floor(hours / 100);
    origin.zoneMinutes = (text[sign] == '-' ? -1 : 1) * (hours * 60 + minutes);
    return origin;
}

/// Days from 1970-01-01 of a date before 1582-10-15 in the calendar that was in use then (Julian).
double julianDays(double year, double month, double day) {
    const double a = std::floor((14 - month) / 12), y = year + 4800 - a, m = month + 12 * a - 3;
    return day + std::floor((153 * m + 2) / 5) + 365 * y + std::floor(y / 4) - 32083 - 2440588;
}

double gregorianDays(double year, double month, double day) {
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                           std::chrono::month(static_cast<unsigned>(month)), std::chrono::day(1)};
    return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) + day - 1;
}

constexpr int kDaysBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

/// Reads "hours since 1900-01-01 00:00:00"; nothing: the unit is none of time, or its counts are no dates.
std::optional<CfTime> timeOf(const FileArray& dataset, StoredArray& array) {
    const std::string units = textOf(dataset, "units"), calendar = textOf(dataset, "calendar");
    const std::size_t since = units.find(" since ");
    if (since == std::string::npos) return std::nullopt;
    CfTime time;
    time.micros = microsOf(std::string_view(units).substr(0, since));
    time.months = monthsOf(std::string_view(units).substr(0, since));
    const OriginParts origin = partsOf(std::string_view(units).substr(since + 7));
    const auto& [year, month, day, hour, minute, second] = origin.parts;
    const auto count = [&](Phrase why) {
        array.isCount = true;
        array.told.push_back(std::move(why));
        return std::optional<CfTime>();
    };
    if ((time.micros == 0 && time.months == 0) || origin.count < 2 || (origin.count < 3 && time.months == 0) ||
        month < 1 || month > 12 || day < 1 || day > 31 || year > 9999) {
        return count({GATELAB_TEXT("Reading",
                                   "'%1' holds times in '%2', which is not understood: they stay counts, and the rows "
                                   "have no dates"),
                      {dataset.path, units}});
    }
    time.isNoLeap = calendar == "noleap" || calendar == "365_day";
    const bool isReal =
        calendar.empty() || calendar == "standard" || calendar == "gregorian" || calendar == "proleptic_gregorian";
    if (!isReal && !time.isNoLeap) {
        return count({GATELAB_TEXT("Reading",
                                   "'%1' holds times in the calendar '%2', whose days have no place in the real one: "
                                   "they stay counts of '%3', and the rows have no dates"),
                      {dataset.path, calendar, units}});
    }
    const bool isJulian = calendar != "proleptic_gregorian" &&
                          (year < 1582 || (year == 1582 && (month < 10 || (month == 10 && day < 15))));
    const double within = hour * 3600e6 + minute * 60e6 + second * 1e6 - origin.zoneMinutes * 60e6;
    if (time.months > 0) {
        time.originMonth = static_cast<std::int64_t>(year) * 12 + static_cast<std::int64_t>(month) - 1;
        time.origin = (day - 1) * kDay + within;
        array.told.push_back({GATELAB_TEXT("Reading",
                                           "'%1' counts in '%2': each count was read as a whole month or year of the "
                                           "calendar, a fraction as a part of that month's days"),
                              {dataset.path, units}});
    } else if (time.isNoLeap) {
        time.originDay = static_cast<std::int64_t>(year) * 365 + kDaysBefore[static_cast<int>(month) - 1] +
                         static_cast<std::int64_t>(day) - 1;
        time.origin = within;
        array.told.push_back({GATELAB_TEXT("Reading",
                                           "'%1' counts in the calendar '%2': no year has a 29th of February, so that "
                                           "a step is missing there"),
                              {dataset.path, calendar}});
    } else {
        time.origin = (isJulian ? julianDays(year, month, day) : gregorianDays(year, month, day)) * kDay + within;
    }
    array.isTime = true;
    array.unit = "us";
    return time;
}

/// From days of years of 365 days to microseconds of the real calendar.
double noLeapMicros(const CfTime& time, double value) {
    const double micros = value * time.micros + time.origin, day = std::floor(micros / kDay);
    if (!(std::abs(day) < 4e6)) return std::numeric_limits<double>::quiet_NaN();
    const auto days = time.originDay + static_cast<std::int64_t>(day);
    const std::int64_t year = days >= 0 ? days / 365 : (days - 364) / 365;
    const auto ofYear = static_cast<int>(days - year * 365);
    const int month = static_cast<int>(std::upper_bound(std::begin(kDaysBefore), std::end(kDaysBefore), ofYear) -
                                       std::begin(kDaysBefore));
    return gregorianDays(static_cast<double>(year), month, ofYear - kDaysBefore[month - 1] + 1) * kDay +
           (micros - day * kDay);
}

/// From months of the calendar to microseconds.
double monthMicros(const CfTime& time, double value) {
    const double months = value * time.months, whole = std::floor(months + 1e-6);
    if (!(std::abs(months) < 120'000)) return std::numeric_limits<double>::quiet_NaN();
    const auto dayOf = [&](std::int64_t month) {
        const std::int64_t year = month >= 0 ? month / 12 : (month - 11) / 12;
        return gregorianDays(static_cast<double>(year), static_cast<double>(month - year * 12 + 1), 1);
    };
    const std::int64_t month = time.originMonth + static_cast<std::int64_t>(whole);
    const double begin = dayOf(month), days = dayOf(month + 1) - begin;
    return (begin + std::max(0.0, months - whole) * days) * kDay + time.origin;
}

/// Bits of a stored integer; 0: it is none.
int bitsOf(std::string_view type) {
    if (type.starts_with('u')) type.remove_prefix(1);
    int bits = 0;
    if (type.starts_with("int")) std::from_chars(type.data() + 3, type.data() + type.size(), bits);
    return bits;
}

/// `_Unsigned` on an integer with a sign ("true"), or on one without ("false").
void readSign(const FileArray& dataset, CfAttributes& read) {
    const int bits = bitsOf(dataset.type);
    const std::string isUnsigned = textOf(dataset, "_Unsigned");
    const bool hasSign = !dataset.type.starts_with('u');
    if (bits == 0 || isUnsigned != (hasSign ? "true" : "false")) return;
    read.wrap = (hasSign ? 1 : -1) * std::pow(2.0, bits);
    read.wrapFrom = hasSign ? 0 : std::pow(2.0, bits - 1);
}

double signedAs(const CfAttributes& read, double value) {
    const bool isOther = read.wrap > 0 ? value < read.wrapFrom : value >= read.wrapFrom;
    return read.wrap != 0 && isOther ? value + read.wrap : value;
}

/// valid_range, or valid_min and valid_max. Numbers that the stored type does not have are none of it.
void readValid(const FileArray& dataset, StoredArray& array, CfAttributes& read) {
    const FileAttribute* range = find(dataset, "valid_range");
    const bool isRange = range != nullptr && range->numbers.size() == 2;
    double low = isRange ? range->numbers[0] : numberOf(dataset, "valid_min", read.low);
    double high = isRange ? range->numbers[1] : numberOf(dataset, "valid_max", read.high);
    low = signedAs(read, low), high = signedAs(read, high);
    const bool isKnown = std::isfinite(low) || std::isfinite(high);
    const auto fits = [&](double v) { return std::isinf(v) || bitsOf(dataset.type) == 0 || v == std::floor(v); };
    if (!isKnown || !(low <= high) || !fits(low) || !fits(high)) return;
    read.low = low, read.high = high;
    array.told.push_back({GATELAB_TEXT("Reading",
                                       "values of '%1' outside of %2 to %3, as stored, count as missing: its "
                                       "attributes say that they are not valid"),
                          {dataset.path, shortest(low), shortest(high)}});
}

}  // namespace

CfAttributes readCf(const FileArray& dataset, StoredArray& array) {
    CfAttributes read;
    for (const char* name : {"_FillValue", "missing_value"})
        if (const FileAttribute* attribute = find(dataset, name))
            read.missing.insert(read.missing.end(), attribute->numbers.begin(), attribute->numbers.end());
    readSign(dataset, read);
    for (double& value : read.missing) value = signedAs(read, value);
    if (find(dataset, "units") == nullptr || textOf(dataset, "units").find(" since ") == std::string::npos)
        readValid(dataset, array, read);
    read.scale = numberOf(dataset, "scale_factor", 1);
    read.offset = numberOf(dataset, "add_offset", 0);
    if (read.scale != 1 || read.offset != 0)
        array.told.push_back({GATELAB_TEXT("Reading", "'%1' was unpacked: its values times %2 plus %3"),
                              {dataset.path, shortest(read.scale), shortest(read.offset)}});
    if (dataset.shape.size() == 1) read.time = timeOf(dataset, array);
    return read;
}

void applyCf(const CfAttributes& attributes, std::vector<double>& values) {
    for (double& value : values) {
        value = signedAs(attributes, value);
        if (value < attributes.low || value > attributes.high ||
            std::ranges::find(attributes.missing, value) != attributes.missing.end())
            value = std::numeric_limits<double>::quiet_NaN();
        value = value * attributes.scale + attributes.offset;
        if (!attributes.time) continue;
        const CfTime& time = *attributes.time;
        value = time.months > 0 ? monthMicros(time, value)
                : time.isNoLeap ? noLeapMicros(time, value)
                                : value * time.micros + time.origin;
    }
}

}  // namespace gatelab
