// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/sequence_classes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gatelab {

DataKind kindOf(const SequenceSet& set) {
    if (std::ranges::any_of(set.items, [](const SequenceSet::Item& item) { return item.label >= 0; }))
        return DataKind::Classes;
    if (std::ranges::all_of(set.items, [](const SequenceSet::Item& item) { return item.targets.empty(); }))
        return DataKind::Unlabelled;
    return set.classNames.empty() ? DataKind::Numbers : DataKind::StepClasses;
}
namespace {

constexpr std::size_t kBetweenReports = 256;

/// Welford, by step.
struct StepMoments {
    std::vector<double> count, mean, squares;
    void add(std::size_t step, double value) {
        if (step >= count.size()) {
            for (std::vector<double>* of : {&count, &mean, &squares}) of->resize(step + 1, 0);
        }
        const double before = value - mean[step];
        mean[step] += before / ++count[step];
        squares[step] += before * (value - mean[step]);
    }
};

}  // namespace

std::vector<SequenceClass> sequenceClasses(const SequenceSet& set, std::size_t channel, const Progress& progress) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const std::size_t channels = std::max<std::size_t>(1, set.channelNames.size());
    std::map<std::int32_t, std::pair<SequenceClass, StepMoments>> found;
    for (std::size_t i = 0; i < set.items.size(); ++i) {
        if (progress && i % kBetweenReports == 0 &&
            !progress(static_cast<double>(i) / static_cast<double>(set.items.size())))
            return {};
        const SequenceSet::Item& item = set.items[i];
        auto& [row, moments] = found[item.label];
        const auto part = i < set.parts.size() ? set.parts[i] : SequenceSet::Part::Unassigned;
        ++(part == SequenceSet::Part::Test         ? row.test
           : part == SequenceSet::Part::Unassigned ? row.unassigned
                                                   : row.train);
        row.shortest = row.count() == 1 ? item.steps : std::min(row.shortest, item.steps);
        row.longest = std::max(row.longest, item.steps);
        row.missing += missingValues(item);
        for (std::int64_t step = 0; step < item.steps; ++step) {
            const double value = item.values[static_cast<std::size_t>(step) * channels + channel];
            if (std::isfinite(value)) moments.add(static_cast<std::size_t>(step), value);
        }
    }
    std::vector<SequenceClass> classes;
    for (auto& [label, one] : found) {
        auto& [row, moments] = one;
        row.label = label;
        const auto steps = static_cast<std::size_t>(row.longest);
        row.mean.assign(steps, kNaN);
        row.deviation.assign(steps, kNaN);
        for (std::size_t step = 0; step < moments.count.size(); ++step) {
            if (moments.count[step] > 0) row.mean[step] = moments.mean[step];
            if (moments.count[step] > 1)
                row.deviation[step] = std::sqrt(moments.squares[step] / (moments.count[step] - 1));
        }
        classes.push_back(std::move(row));
    }
    if (!classes.empty() && classes.front().label < 0) std::rotate(classes.begin(), classes.begin() + 1, classes.end());
    return classes;
}

std::int64_t missingValues(const SequenceSet::Item& item) {
    return std::count_if(item.values.begin(), item.values.end(), [](double value) { return !std::isfinite(value); });
}

std::size_t nextItem(const SequenceSet& set, std::size_t from, int step, std::int32_t label) {
    const auto count = static_cast<std::int64_t>(set.items.size());
    for (std::int64_t i = static_cast<std::int64_t>(from) + step; i >= 0 && i < count; i += step) {
        const SequenceSet::Item& item = set.items[static_cast<std::size_t>(i)];
        if (item.steps > 0 && (label == -2 || item.label == label)) return static_cast<std::size_t>(i);
    }
    return from;
}

}  // namespace gatelab
