// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/member_split.h"

#include "data/epoch_order.h"
#include "data/many/each_split.h"
#include "data/many/many_series.h"
#include "data/rows_ahead.h"
#include "data/split.h"

#include <algorithm>
#include <limits>

namespace gatelab {
namespace {

/// Rows of a series but those at its end that wait for a forecast: they belong to no part.
std::int64_t observedRows(const Series& series, const SeriesMember& member, const ExperimentConfig& config) {
    return member.rows() - rowsWaiting(series, config, member.begin, member.end);
}

/// Whole series in each part, drawn by their number alone.
Result<std::vector<MemberSplit>> splitSeries(const Series& series, const ExperimentConfig& config) {
    const std::vector<SeriesMember> members = membersOf(series);
    const auto count = std::ssize(members);
    const auto parts = splitRows(config.split, count, 0);
    if (!parts) return parts.error().ofField("split");
    std::vector<MemberSplit> all(members.size());
    const std::vector<std::int64_t> order = epochOrder(count, 1, 0, true);
    for (std::int64_t i = 0; i < count; ++i) {
        MemberSplit& one = all[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
        const std::int64_t rows =
            observedRows(series, members[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])], config);
        one.trains = i < parts->train.end;
        if (one.trains) {
            one.parts = std::to_string(rows) + "/0/0";
            continue;
        }
        const std::int64_t past = std::min(rows, std::max(config.lookback, rows / 2));
        const std::string behind = std::to_string(rows - past);
        one.parts = std::to_string(past) + (i < parts->validation.end ? "/" + behind + "/0" : "/0/" + behind);
        if (i >= parts->test.end) one.leftOut = GATELAB_TEXT("Preparing", "the split gives it to no part");
    }
    return all;
}

/// The same dates in all series.
Result<std::vector<MemberSplit>> splitDates(const Series& series, const ExperimentConfig& config) {
    if (!series.time.known())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing",
                                  "the series have no times, so they cannot be split at the same dates; leave out the "
                                  "word 'dates'")}
            .ofField("split");
    const std::vector<SeriesMember> members = membersOf(series);
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
    for (const SeriesMember& member : members) {  // each is in the order of its times
        first = std::min(first, series.time.values[static_cast<std::size_t>(member.begin)]);
        last = std::max(last, series.time.values[static_cast<std::size_t>(member.end) - 1]);
    }
    // In shares of the whole time; finer than any border that matters
    constexpr std::int64_t kParts = 1'000'000;
    const auto parts = splitRows(config.split, kParts, 0);
    if (!parts) return parts.error().ofField("split");
    const auto border = [&, from = first, span = last - first](std::int64_t share) {
        return share >= kParts ? std::numeric_limits<std::int64_t>::max()
                               : from + static_cast<std::int64_t>(static_cast<double>(span) *
                                                                  (static_cast<double>(share) / kParts));
    };
    std::vector<MemberSplit> all;
    for (const SeriesMember& member : members) {
        const auto begin = series.time.values.begin() + member.begin, end = series.time.values.begin() + member.end;
        const std::int64_t observed = observedRows(series, member, config);
        const auto until = [&](std::int64_t share) {
            return std::min(observed, std::lower_bound(begin, end, border(share)) - begin);
        };
        const std::int64_t train = until(parts->train.end), validation = until(parts->validation.end),
                           test = until(parts->test.end);
        const auto without = [&](std::int64_t rows) { return std::max<std::int64_t>(0, rows - config.splitGap); };
        all.push_back({std::to_string(train) + "/" + std::to_string(without(validation - train)) + "/" +
                           std::to_string(without(test - validation)),
                       true,
                       {}});
    }
    return all;
}

}  // namespace

Result<std::vector<MemberSplit>> memberSplits(const Series& series, const ExperimentConfig& config) {
    if (isOfEach(config.split)) return splitsOfEach(config.split, membersOf(series).size());
    switch (splitBy(config.split)) {
        case SplitBy::Series:
            return splitSeries(series, config);
        case SplitBy::Dates:
            return splitDates(series, config);
        default:
            break;
    }
    std::vector<MemberSplit> all;
    for (const SeriesMember& member : membersOf(series))
        all.push_back({observedSplit(writtenSplit(config.split).parts, member.rows(),
                                     member.rows() - observedRows(series, member, config), config.splitGap),
                       true,
                       {}});
    return all;
}

SplitBy splitBy(std::string_view split) {
    while (!split.empty() && split.back() == ' ') split.remove_suffix(1);
    return split.ends_with("series") ? SplitBy::Series : split.ends_with("dates") ? SplitBy::Dates : SplitBy::Rows;
}

}  // namespace gatelab
