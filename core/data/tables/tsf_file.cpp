// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/tsf_file.h"

#include "data/csv/numbers.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/sequences/sequence_file.h"
#include "data/time_limits.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>

namespace gatelab {
namespace {

constexpr std::size_t kValuesPerAsk = std::size_t{1} << 16;
constexpr std::int64_t kSecond = 1'000'000, kDay = 86400 * kSecond;

Error wrongLine(std::int64_t line, const Phrase& why) {
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "line %1: %2"), {line, why}}};
}

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

std::chrono::year_month_day dateOf(std::int64_t micros) {
    return std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(micros)));
}

std::int64_t monthOf(const std::chrono::year_month_day& date) {
    return static_cast<std::int64_t>(static_cast<int>(date.year())) * 12 + static_cast<unsigned>(date.month()) - 1;
}

/// "1979-01-01 00-00-00", as the archive writes it, and any time that tables have.
std::optional<std::int64_t> startOf(std::string_view cell) {
    if (const auto time = timeByFormat(cell, "%Y-%m-%d %H-%M-%S")) return time;
    const auto look = sniffTime(cell);
    return look && look->hasDate ? timeMicros(*look, DateOrder::YearFirst) : std::nullopt;
}

/// A column in front of the values.
enum class Attribute { Name, Start, Other };

struct Header {
    std::vector<Attribute> attributes;
    bool hasData = false;
};

void readHeaderLine(std::string_view line, Header& header, TsfFile& file) {
    const std::string lower = lowered(line);
    if (lower.starts_with("@data")) header.hasData = true;
    if (lower.starts_with("@frequency")) {
        file.frequency = trimCell(std::string_view(lower).substr(10));
        file.step = tsfStep(file.frequency);
    }
    if (!lower.starts_with("@attribute")) return;
    const bool isDate = lower.ends_with(" date");
    const bool isName = lower.find("series_name") != std::string::npos || lower.find("item_id") != std::string::npos;
    header.attributes.push_back(isDate ? Attribute::Start : isName ? Attribute::Name : Attribute::Other);
    if (isDate || isName) return;
    const std::string_view words = trimCell(line.substr(std::string_view("@attribute").size()));
    file.otherAttributes.emplace_back(words.substr(0, words.find_first_of(" \t")));
}

Result<std::vector<double>> valuesOf(std::string_view text, std::int64_t line, const Progress& asking) {
    std::vector<double> values;
    values.reserve(1 + static_cast<std::size_t>(std::ranges::count(text, ',')));
    for (std::size_t at = 0; at < text.size();) {
        if (values.size() % kValuesPerAsk == kValuesPerAsk - 1 && !report(asking, -1)) return cancelled();
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view cell = trimCell(text.substr(at, end - at));
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!isMissingWord(cell, {}) && !parseNumber(cell, sniffNumber(cell), 0, value))
            return wrongLine(line,
                             {GATELAB_TEXT("Reading", "'%1' is not a number"), {std::string(cell.substr(0, 40))}});
        values.push_back(value);
        at = end + 1;
    }
    if (values.empty()) return wrongLine(line, GATELAB_TEXT("Reading", "the series has no value; the file may be cut"));
    return values;
}

Result<TsfSeries> seriesOf(std::string_view line, std::int64_t number, const Header& header, const Progress& asking) {
    TsfSeries series;
    for (const Attribute attribute : header.attributes) {
        const std::size_t end = line.find(':');
        if (end == std::string_view::npos)
            return wrongLine(number,
                             {GATELAB_TEXT("Reading",
                                           "%1 entries between ':' are expected before the values; the file may "
                                           "be cut"),
                              {header.attributes.size()}});
        const std::string_view cell = trimCell(line.substr(0, end));
        line.remove_prefix(end + 1);
        if (attribute == Attribute::Start) {
            series.start = startOf(cell);
            if (!series.start)
                return wrongLine(number,
                                 {GATELAB_TEXT("Reading", "'%1' is no time"), {std::string(cell.substr(0, 40))}});
        } else if (attribute == Attribute::Name || series.name.empty()) {
            series.name = cell;
        }
    }
    auto values = valuesOf(line, number, asking);
    if (!values) return values.error();
    series.values = std::move(*values);
    return series;
}

}  // namespace

TsfStep tsfStep(std::string_view frequency) {
    struct Unit {
        std::string_view start;
        TsfStep step;
    };
    static constexpr Unit kUnits[] = {{"half_hour", {1800 * kSecond, 0}},
                                      {"second", {kSecond, 0}},
                                      {"minute", {60 * kSecond, 0}},
                                      {"hour", {3600 * kSecond, 0}},
                                      {"dai", {kDay, 0}},
                                      {"day", {kDay, 0}},
                                      {"week", {7 * kDay, 0}},
                                      {"month", {0, 1}},
                                      {"quarter", {0, 3}},
                                      {"year", {0, 12}}};
    static constexpr std::pair<std::string_view, std::string_view> kLetters[] = {
        {"s", "second"},   {"S", "second"},   {"T", "minute"}, {"min", "minute"}, {"h", "hour"},   {"H", "hour"},
        {"D", "day"},      {"W", "week"},     {"M", "month"},  {"MS", "month"},   {"ME", "month"}, {"Q", "quarter"},
        {"QS", "quarter"}, {"QE", "quarter"}, {"A", "year"},   {"Y", "year"},     {"YS", "year"},  {"YE", "year"}};
    int times = 1;
    const auto read = std::from_chars(frequency.data(), frequency.data() + frequency.size(), times);
    if (read.ec == std::errc()) frequency.remove_prefix(static_cast<std::size_t>(read.ptr - frequency.data()));
    while (frequency.starts_with('_') || frequency.starts_with(' ')) frequency.remove_prefix(1);
    const std::string_view letters = frequency.substr(0, frequency.find('-'));  // of pandas: "W-SUN"
    for (const auto& [letter, word] : kLetters)
        if (letters == letter) frequency = word;
    const auto* const found =
        std::ranges::find_if(kUnits, [&](const Unit& unit) { return frequency.starts_with(unit.start); });
    if (found == std::end(kUnits) || times < 1 || times > 10'000) return {};
    return {found->step.micros * times, found->step.months * times};
}

std::optional<std::int64_t> TsfStep::rowsBetween(std::int64_t from, std::int64_t to) const {
    if (months > 0) {
        const std::int64_t apart = monthOf(dateOf(to)) - monthOf(dateOf(from));
        return apart % months == 0 ? std::optional(apart / months) : std::nullopt;
    }
    return (to - from) % micros == 0 ? std::optional((to - from) / micros) : std::nullopt;
}

std::int64_t TsfStep::after(std::int64_t time, std::int64_t rows) const {
    using namespace std::chrono;
    // Further than any time: a damaged file tells of steps of years and of many rows.
    constexpr double kMonthMicros = 31.0 * kDay;
    const double far = static_cast<double>(time) +
                       static_cast<double>(rows) * (months == 0 ? static_cast<double>(micros) : months * kMonthMicros);
    const double farthest = months == 0 ? kFarthestMicros : kFarthestMicros / 8;  // a calendar has 32,767 years
    if (std::abs(far) > farthest) return static_cast<std::int64_t>(std::copysign(farthest, far));
    if (months == 0) return time + rows * micros;
    const year_month_day date = dateOf(time);
    const year_month_day there = date + std::chrono::months(rows * months);
    const sys_days day = there.ok() ? sys_days(there) : sys_days(there.year() / there.month() / last);
    return time + (day - sys_days(date)).count() * kDay;
}

Result<TsfFile> readTsf(std::string_view text, const Progress& progress) {
    TsfFile file;
    Header header;
    std::set<std::string> names;
    std::string_view line;
    std::int64_t number = 0;
    for (std::size_t at = 0; nextLine(text, at, line);) {
        ++number;
        line = trimCell(line);
        if (!report(progress, static_cast<double>(at) / static_cast<double>(text.size()))) return cancelled();
        if (line.empty() || (line.starts_with('#') && !header.hasData)) continue;
        if (!header.hasData) {
            readHeaderLine(line, header, file);
            continue;
        }
        auto series = seriesOf(line, number, header, progress);
        if (!series) return series.error();
        if (series->name.empty()) series->name = "series_" + std::to_string(file.series.size() + 1);
        while (!names.insert(series->name).second) series->name += "_" + std::to_string(file.series.size() + 1);
        file.series.push_back(std::move(*series));
    }
    if (!file.series.empty() && !text.ends_with('\n')) file.maybeCut = file.series.back().name;
    if (!header.hasData)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading", "there is no line @data; the file may be cut off")};
    if (file.series.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading", "there is no series below the line @data; the file may be cut off")};
    return file;
}

}  // namespace gatelab
