// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/series_rows.h"

#include "data/csv/time/times.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace gatelab {
namespace {

std::optional<std::vector<double>> asNumbers(std::span<const std::string> stamps) {
    std::vector<double> numbers;
    for (const std::string& stamp : stamps) {
        double value = 0;
        const auto [end, code] = std::from_chars(stamp.data(), stamp.data() + stamp.size(), value);
        if (code != std::errc{} || end != stamp.data() + stamp.size()) return std::nullopt;
        numbers.push_back(value);
    }
    return numbers;
}

std::optional<std::vector<std::int64_t>> asTimes(std::span<const std::string> stamps) {
    std::vector<TimeSniff> looks;
    auto orders = static_cast<DateMask>(~DateMask{0});
    for (const std::string& stamp : stamps) {
        const auto look = sniffTime(stamp);
        if (!look || !look->hasDate) return std::nullopt;
        orders = static_cast<DateMask>(orders & look->orders);
        looks.push_back(*look);
    }
    const auto has = [&](DateOrder order) { return (orders & static_cast<DateMask>(order)) != 0; };
    // 01/02/2024, 15/03/24: which number is the year or the day nothing here says.
    if (std::ranges::count_if(kDateOrders, has) != 1) return std::nullopt;
    const DateOrder order = *std::ranges::find_if(kDateOrders, has);
    std::vector<std::int64_t> times;
    for (const TimeSniff& look : looks) times.push_back(timeMicros(look, order).value_or(0));
    return times;
}

template <class T>
std::vector<std::size_t> orderOf(const std::vector<T>& values) {
    if (std::ranges::is_sorted(values) || std::ranges::is_sorted(values, std::greater())) return {};
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    return order;
}

bool areSameRows(const TableCells& cells, std::size_t a, std::size_t b) {
    for (std::size_t c = 0; c < cells.width; ++c)
        if (cells.at(a, c) != cells.at(b, c)) return false;
    return true;
}

}  // namespace

std::vector<std::size_t> eachTimeOnce(const TableCells& cells, std::span<const std::size_t> rows, std::size_t time,
                                      const std::string& series, DoubledRows& doubled) {
    std::unordered_map<std::string, std::size_t> places;
    std::vector<std::size_t> once;
    for (const std::size_t r : rows) {
        const auto [place, isNew] = places.try_emplace(cells.at(r, time), once.size());
        if (isNew) {
            once.push_back(r);
            continue;
        }
        if (doubled.all++ == 0) doubled.time = place->first, doubled.series = series;
        std::size_t& before = once[place->second];
        doubled.differing += areSameRows(cells, before, r) ? 0 : 1;
        before = r;
    }
    return once;
}

Phrase describeDoubled(const DoubledRows& doubled) {
    if (doubled.differing == 0)
        return {GATELAB_TEXT("Reading",
                             "%1 rows are doubled: another row has the same series, time and values, first at %2 in "
                             "'%3'. Each was read once"),
                {doubled.all, doubled.time, doubled.series}};
    return {GATELAB_TEXT("Reading",
                         "%1 rows have the series and the time of another one, first at %2 in '%3', and %4 of them "
                         "other values: of each the one further down was read. Where all of them count, add them up "
                         "in the file first"),
            {doubled.all, doubled.time, doubled.series, doubled.differing}};
}

std::vector<std::size_t> orderOfStamps(std::span<const std::string> stamps) {
    if (const auto times = asTimes(stamps)) return orderOf(*times);
    const auto numbers = asNumbers(stamps);
    return numbers ? orderOf(*numbers) : std::vector<std::size_t>();
}

Phrase describeOrdered() {
    return GATELAB_TEXT("Reading",
                        "the rows of the series stand in no order of time, or the series begin at different times: "
                        "the rows were put in the order of their times");
}

}  // namespace gatelab
