// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/refit_segments.h"

#include "data/many/many_step.h"

#include <algorithm>

namespace gatelab {

namespace {

std::vector<std::size_t> placesFrom(std::size_t from, std::size_t to) {
    std::vector<std::size_t> places;
    for (std::size_t w = from; w < to; ++w) places.push_back(w);
    return places;
}

/// Of a series that begins at row `begin` and whose windows begin with `first`, for a training that serves [from, to)
/// of them.
RefitRows rowsFor(const Backtest& backtest, std::int64_t begin, std::size_t first, std::size_t from, std::size_t to) {
    const std::int64_t moved = backtest.plan.sliding ? backtest.cutoffs[from] - backtest.cutoffs[first] : 0;
    return {begin + moved, backtest.cutoffs[from], backtest.cutoffs[to - 1] + backtest.horizon};
}

/// The windows of one of many series: [first, end) of all.
struct OwnWindows {
    std::size_t first = 0, end = 0;
};

SeriesRefit partFor(const Backtest& backtest, const PreparedMember& member, const OwnWindows& own, std::size_t from,
                    std::size_t to) {
    const std::int64_t begin = member.rows.begin;
    if (!member.prepared) return {{}, {begin, begin, begin + 1}};  // left out of the run, and here
    if (from < to) return {member.prepared->split, rowsFor(backtest, begin, own.first, from, to)};
    RefitRows rows{begin, begin + member.prepared->split.validation.end, 0};
    if (own.first < own.end) {
        rows = rowsFor(backtest, begin, own.first, own.end - 1, own.end);
        rows.cutoff = rows.end;
    }
    rows.end = rows.cutoff;
    return {member.prepared->split, rows};
}

}  // namespace

const SeriesRefit& RefitSegment::partOf(const Backtest& backtest, std::size_t window) const {
    return backtest.seriesEnds.empty() ? parts.front() : parts[backtest.seriesOf(window)];
}

std::vector<RefitSegment> refitSegments(const Backtest& backtest, const PreparedSeries& prepared) {
    const auto every = static_cast<std::size_t>(backtest.plan.refitEvery);
    std::vector<RefitSegment> all;
    if (backtest.seriesEnds.empty()) {
        for (std::size_t from = 0; from < backtest.windows(); from += every) {
            const std::size_t to = std::min(backtest.windows(), from + every);
            all.push_back({placesFrom(from, to), {{prepared.split, rowsFor(backtest, 0, 0, from, to)}}});
        }
        return all;
    }
    const std::vector<PreparedMember>& members = membersOf(prepared);
    std::vector<OwnWindows> windows(members.size());
    for (std::size_t w = 0; w < backtest.windows(); ++w) {
        OwnWindows& own = windows[backtest.seriesOf(w)];
        if (own.first == own.end) own.first = w;
        own.end = w + 1;
    }
    std::size_t most = 0;
    for (const OwnWindows& own : windows) most = std::max(most, own.end - own.first);
    for (std::size_t k = 0; k < most; k += every) {
        RefitSegment& one = all.emplace_back();
        for (std::size_t m = 0; m < members.size(); ++m) {
            const OwnWindows& own = windows[m];
            const std::size_t from = std::min(own.first + k, own.end), to = std::min(from + every, own.end);
            for (const std::size_t w : placesFrom(from, to)) one.places.push_back(w);
            one.parts.push_back(partFor(backtest, members[m], own, from, to));
        }
    }
    return all;
}

std::vector<std::int64_t> startsInRefit(const RefitSegment& segment, const Backtest& backtest, std::int64_t lookback) {
    std::vector<std::int64_t> moved;  // how far the rows of each series stand from where they were
    std::int64_t before = 0;
    for (const SeriesRefit& part : segment.parts) {
        moved.push_back(before - part.rows.begin);
        before += part.rows.end - part.rows.begin;
    }
    std::vector<std::int64_t> starts;
    for (const std::size_t w : segment.places)
        starts.push_back(backtest.cutoffs[w] - lookback +
                         moved[static_cast<std::size_t>(&segment.partOf(backtest, w) - segment.parts.data())]);
    return starts;
}

Result<> checkRefitted(const PreparedSeries& prepared, const RefitSegment& segment, const Backtest& backtest) {
    const std::vector<PreparedMember>& members = membersOf(prepared);
    for (const std::size_t w : segment.places) {
        if (members.empty()) return {};
        const std::size_t series = backtest.seriesOf(w);
        if (members[series].prepared) continue;
        const std::int64_t begin = series > 0 ? backtest.seriesEnds[series - 1] : 0;
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest",
                                   "series '%1' cannot be learned from the rows before its row %2 (%3); choose a later "
                                   "initial cutoff"),
                      {members[series].name, backtest.cutoffs[w] - begin, members[series].leftOut}}};
    }
    return {};
}

}  // namespace gatelab
