// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/key_columns.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace gatelab {
namespace {

constexpr std::size_t kMostColumns = 8, kMostWords = 20'000;

/// Numbers from 0, in the order in which they come first.
struct Numbered {
    std::size_t column = 0;
    std::vector<std::int64_t> of;
    std::int64_t kinds = 0;
};

Numbered numbered(const std::vector<std::int64_t>& values, std::size_t column) {
    Numbered made;
    made.column = column;
    made.of.reserve(values.size());
    std::unordered_map<std::int64_t, std::int64_t> numbers;
    for (const std::int64_t value : values)
        made.of.push_back(numbers.try_emplace(value, std::ssize(numbers)).first->second);
    made.kinds = std::ssize(numbers);
    return made;
}

using Chosen = std::vector<const Numbered*>;

std::int64_t placeOf(const Chosen& chosen, std::size_t row) {
    std::int64_t place = 0;
    for (const Numbered* one : chosen) place = place * one->kinds + one->of[row];
    return place;
}

/// How many rows repeat a time with the same words; more than `most`: enough of them to know.
std::int64_t doubledOf(Chosen chosen, const Numbered& times, std::int64_t mostAtOnce, std::int64_t most) {
    double places = 1;
    for (const Numbered* one : chosen) places *= static_cast<double>(one->kinds);
    const double rows = static_cast<double>(std::ssize(times.of) - most);
    const bool areEnough =
        places * static_cast<double>(times.kinds) >= rows && (most > 0 || places >= static_cast<double>(mostAtOnce));
    if (!areEnough || places * static_cast<double>(times.kinds) > 9e18) return most + 1;
    chosen.push_back(&times);
    std::unordered_set<std::int64_t> seen;
    std::int64_t doubled = 0;
    for (std::size_t r = 0; r < times.of.size() && doubled <= most; ++r)
        doubled += seen.insert(placeOf(chosen, r)).second ? 0 : 1;
    return doubled;
}

std::int64_t mostAtOnceOf(const Numbered& times) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(times.kinds));
    for (const std::int64_t time : times.of) ++counts[static_cast<std::size_t>(time)];
    return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

/// Those of few words, the fewest first; none where one of them does it alone.
std::vector<Numbered> namingOf(const std::vector<std::vector<std::int64_t>>& columns, const Numbered& times,
                               std::int64_t mostAtOnce) {
    std::vector<Numbered> naming;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].size() != times.of.size()) continue;
        Numbered one = numbered(columns[c], c);
        if (one.kinds < 2 || one.kinds > std::int64_t{kMostWords} || one.kinds * 3 > std::ssize(one.of)) continue;
        if (doubledOf({&one}, times, mostAtOnce, 0) == 0) return {};
        naming.push_back(std::move(one));
    }
    std::ranges::stable_sort(naming, {}, &Numbered::kinds);
    if (naming.size() > kMostColumns) naming.resize(kMostColumns);
    return naming;
}

/// The columns that name the series best, of those that were tried.
class Search {
public:
    /// most: rows that may be doubled
    Search(const std::vector<Numbered>& naming, const Numbered& times, std::int64_t mostAtOnce, std::int64_t most)
        : naming_(naming), times_(times), mostAtOnce_(mostAtOnce), most_(most) {}

    /// Of `count` columns: the fewest doubled rows, then the fewest series. Whether any do.
    bool find(std::size_t count, Chosen chosen = {}, std::size_t from = 0) {
        if (chosen.size() == count)
            keep(chosen);
        else
            for (std::size_t i = from; i < naming_.size(); ++i) {
                chosen.push_back(&naming_[i]);
                find(count, chosen, i + 1);
                chosen.pop_back();
            }
        return !found.columns.empty();
    }
    KeyColumns found;

private:
    void keep(const Chosen& chosen) {
        const std::int64_t doubled = doubledOf(chosen, times_, mostAtOnce_, most_);
        if (doubled > most_ || (!found.columns.empty() && doubled > found.doubled)) return;
        std::vector<std::int64_t> places;
        for (std::size_t r = 0; r < times_.of.size(); ++r) places.push_back(placeOf(chosen, r));
        Numbered series = numbered(places, 0);
        const bool isBetter = found.columns.empty() || doubled < found.doubled || series.kinds < fewest_;
        if (series.kinds * 3 > std::ssize(series.of) || !isBetter) return;
        fewest_ = series.kinds;
        found = {{}, std::move(series.of), doubled};
        for (const Numbered* one : chosen) found.columns.push_back(one->column);
        std::ranges::sort(found.columns);
    }

    const std::vector<Numbered>& naming_;
    const Numbered& times_;
    std::int64_t mostAtOnce_, most_, fewest_ = 0;
};

}  // namespace

KeyColumns keyColumns(const std::vector<std::vector<std::int64_t>>& columns, const std::vector<std::int64_t>& times) {
    const Numbered when = numbered(times, 0);
    const std::int64_t mostAtOnce = mostAtOnceOf(when);
    if (mostAtOnce < 2) return {};
    const std::vector<Numbered> naming = namingOf(columns, when, mostAtOnce);
    // Whatever no other column tells apart was written twice; where times hardly repeat, every column would do.
    const std::int64_t repeats = std::ssize(when.of) - when.kinds;
    const std::int64_t most = std::min(std::ssize(when.of) / kOneDoubledIn, repeats / 5);
    std::vector<std::int64_t> limits{0};
    if (most > 0) limits.push_back(most);
    for (const std::int64_t doubled : limits) {
        Search search(naming, when, mostAtOnce, doubled);
        for (const std::size_t count : {1, 2, 3})
            if ((count > 1 || doubled > 0) && search.find(count)) return search.found;
    }
    return {};
}

}  // namespace gatelab
