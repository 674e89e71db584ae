// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/known/known_table.h"
#include "data/csv/numbers.h"
#include "data/csv/text/dialect.h"
#include "data/csv/time/times.h"
#include "data/tables/file_part.h"

#include <charconv>
#include <cstdio>
#include <map>
#include <set>

namespace gatelab::known_table {
namespace {

/// Cells of a line 200 (AEMO, Meter Data File Format NEM12)
constexpr std::size_t kMeter = 1, kSuffix = 4, kUnit = 7, kMinutes = 8;

int wholeOf(std::string_view cell) {
    int value = -1;
    const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    return read.ec == std::errc() && read.ptr == cell.data() + cell.size() ? value : -1;
}

struct Register {
    std::string meter, suffix, unit;
    int minutes = 0;
};

/// All values of the file by time and register.
class Readings {
public:
    void take(std::string_view line) {
        const std::vector<std::string_view> cells = cutCells(line, ',');
        if (cells[0] == "200") begin(cells);
        if (cells[0] == "300" && at_ < registers_.size()) addDay(cells);
        ends_ = ends_ || cells[0] == "900";
    }
    [[nodiscard]] bool any() const { return !rows_.empty(); }
    [[nodiscard]] std::size_t columns() const { return registers_.size() + 1; }
    [[nodiscard]] std::string table() const {
        std::set<std::string> meters;
        for (const Register& one : registers_) meters.insert(one.meter);
        std::vector<std::string> names{"time"}, units{""};
        for (const Register& one : registers_) {
            names.push_back(meters.size() > 1 ? one.meter + "_" + one.suffix : one.suffix);
            units.push_back(one.unit);
        }
        std::string text;
        appendCsvRow(text, names);
        if (std::ranges::any_of(registers_, [](const Register& one) { return !one.unit.empty(); }))
            appendCsvRow(text, units);
        for (const auto& [key, values] : rows_) {
            char stamp[32];
            std::snprintf(stamp, sizeof stamp, "%.4s-%.2s-%.2s %02d:%02d", key.first.c_str(), key.first.c_str() + 4,
                          key.first.c_str() + 6, key.second / 60, key.second % 60);
            std::vector<std::string> row(registers_.size() + 1);
            row[0] = stamp;
            for (const auto& [place, value] : values) row[place + 1] = value;
            appendCsvRow(text, row);
        }
        return text;
    }
    void say(std::vector<ReadWarning>& said) const {
        said.push_back({1,
                        {GATELAB_TEXT("Reading",
                                      "interval metering (NEM12): the intervals of each day were put below each other, "
                                      "with a column for each of %1 registers; the time is the start of the interval"),
                         {registers_.size()}}});
        if (estimated_ > 0)
            said.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "%1 days hold values that are substituted or estimated (their quality is not "
                                          "A); they were read as they are"),
                             {estimated_}}});
        if (without_ > 0)
            said.push_back(
                {-1,
                 {GATELAB_TEXT("Reading", "%1 days have no data (quality N) and were read as missing"), {without_}}});
        if (odd_ > 0)
            said.push_back({-1,
                            {GATELAB_TEXT("Reading",
                                          "%1 lines 300 have no date or too few values and were left out; the first is "
                                          "that of '%2'"),
                             {odd_, firstOdd_}}});
        if (twice_ > 0)
            said.push_back(
                {-1,
                 {GATELAB_TEXT("Reading", "%1 values stand twice for one time and register; the later one was taken"),
                  {twice_}}});
        if (!ends_)
            said.push_back(
                {-1, GATELAB_TEXT("Reading", "the file has no line 900, with which it ends: it may be cut")});
    }

private:
    void begin(const std::vector<std::string_view>& cells) {
        Register one;
        const auto cell = [&](std::size_t c) { return c < cells.size() ? std::string(cells[c]) : std::string(); };
        one.meter = cell(kMeter), one.suffix = cell(kSuffix), one.unit = cell(kUnit);
        one.minutes = wholeOf(cell(kMinutes));
        const auto same = std::ranges::find_if(
            registers_, [&](const Register& r) { return r.meter == one.meter && r.suffix == one.suffix; });
        at_ = static_cast<std::size_t>(same - registers_.begin());
        if (same == registers_.end()) registers_.push_back(one);
        registers_[at_].minutes = one.minutes;
    }
    void addDay(const std::vector<std::string_view>& cells) {
        constexpr int kDay = 1440;
        const int minutes = registers_[at_].minutes;
        const std::string day(cells.size() > 1 ? cells[1] : std::string_view());
        const int number = day.size() == 8 ? wholeOf(day) : -1;
        const bool isDay = number > 0 && dayMicros(number / 10'000, number / 100 % 100, number % 100).has_value();
        const auto perDay = minutes > 0 && kDay % minutes == 0 ? static_cast<std::size_t>(kDay / minutes) : 0;
        if (!isDay || perDay == 0 || cells.size() < perDay + 2) {
            if (odd_++ == 0) firstOdd_ = day;
            return;
        }
        const std::string_view quality = perDay + 2 < cells.size() ? cells[perDay + 2] : std::string_view();
        const bool isMissing = quality.starts_with('N');
        without_ += isMissing ? 1 : 0;
        estimated_ += !isMissing && !quality.empty() && !quality.starts_with('A') ? 1 : 0;
        for (std::size_t i = 0; i < perDay; ++i) {
            auto& row = rows_[{day, static_cast<int>(i) * minutes}];
            const auto [known, isNew] = row.try_emplace(at_);
            twice_ += isNew ? 0 : 1;
            known->second = isMissing ? std::string() : std::string(cells[i + 2]);
        }
    }

    std::vector<Register> registers_;
    std::size_t at_ = 0;
    std::map<std::pair<std::string, int>, std::map<std::size_t, std::string>> rows_;  ///< by day and minute
    std::int64_t estimated_ = 0, without_ = 0, odd_ = 0, twice_ = 0;
    std::string firstOdd_;
    bool ends_ = false;
};

}  // namespace

std::optional<KnownTable> intervalMetering(std::string_view text, const Progress& progress) {
    const std::vector<std::string_view> head = firstLines(text, 2);
    const bool isHeaded = !head.empty() && head[0].starts_with("100,NEM12");
    if (!isHeaded && (head.size() < 2 || !head[0].starts_with("200,") || !head[1].starts_with("300,")))
        return std::nullopt;
    if (text.size() > kLargest) return std::nullopt;
    Readings readings;
    std::string_view line;
    Lines lines(text, progress);
    while (lines.next(line)) readings.take(line);
    if (lines.isStopped() || !readings.any() || readings.columns() > CsvRows::kMaxCells) return std::nullopt;
    KnownTable table;
    table.text = readings.table();
    readings.say(table.said);
    return table;
}

}  // namespace gatelab::known_table
