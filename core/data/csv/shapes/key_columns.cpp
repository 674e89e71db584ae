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

/// No time comes twice with the same words.
bool isUnique(Chosen chosen, const Numbered& times, std::int64_t mostAtOnce) {
    double places = 1;
    for (const Numbered* one : chosen) places *= static_cast<double>(one->kinds);
    if (places < static_cast<double>(mostAtOnce) || places * static_cast<double>(times.kinds) > 9e18) return false;
    chosen.push_back(&times);
    std::unordered_set<std::int64_t> seen;
    for (std::size_t r = 0; r < times.of.size(); ++r)
        if (!seen.insert(placeOf(chosen, r)).second) return false;
    return true;
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
        if (isUnique({&one}, times, mostAtOnce)) return {};
        naming.push_back(std::move(one));
    }
    std::ranges::stable_sort(naming, {}, &Numbered::kinds);
    if (naming.size() > kMostColumns) naming.resize(kMostColumns);
    return naming;
}

/// Keeps what `chosen` names where it names fewer series than what was found before.
void keepFewest(const Chosen& chosen, const Numbered& times, std::int64_t mostAtOnce, KeyColumns& found,
                std::int64_t& fewest) {
    if (!isUnique(chosen, times, mostAtOnce)) return;
    std::vector<std::int64_t> places;
    for (std::size_t r = 0; r < times.of.size(); ++r) places.push_back(placeOf(chosen, r));
    Numbered series = numbered(places, 0);
    if (series.kinds * 3 > std::ssize(series.of) || (!found.columns.empty() && series.kinds >= fewest)) return;
    fewest = series.kinds;
    found = {{}, std::move(series.of)};
    for (const Numbered* one : chosen) found.columns.push_back(one->column);
    std::ranges::sort(found.columns);
}

}  // namespace

KeyColumns keyColumns(const std::vector<std::vector<std::int64_t>>& columns, const std::vector<std::int64_t>& times) {
    const Numbered when = numbered(times, 0);
    const std::int64_t mostAtOnce = mostAtOnceOf(when);
    KeyColumns found;
    if (mostAtOnce < 2) return found;
    const std::vector<Numbered> naming = namingOf(columns, when, mostAtOnce);
    std::int64_t fewest = 0;
    for (std::size_t i = 0; i < naming.size(); ++i)
        for (std::size_t j = i + 1; j < naming.size(); ++j)
            keepFewest({&naming[i], &naming[j]}, when, mostAtOnce, found, fewest);
    if (!found.columns.empty()) return found;
    for (std::size_t i = 0; i < naming.size(); ++i)
        for (std::size_t j = i + 1; j < naming.size(); ++j)
            for (std::size_t k = j + 1; k < naming.size(); ++k)
                keepFewest({&naming[i], &naming[j], &naming[k]}, when, mostAtOnce, found, fewest);
    return found;
}

}  // namespace gatelab
