// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/windows.h"

#include "data/many/prepare_many.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab {
namespace {

/// Rows that have a missing value, or a target that is masked, however it was filled: as ranges in their order, because
/// a list with a place for each row would be as long as a column.
std::vector<RowRange> rowsMissing(const Table& table, bool targetsOnly) {
    std::vector<RowRange> found;
    for (const Table::Column& column : table.columns) {
        if (targetsOnly && !column.target) continue;
        const auto rows = static_cast<std::int64_t>(column.values.size());
        for (std::int64_t row = 0; row < rows; ++row) {
            if (std::isfinite(column.values[static_cast<std::size_t>(row)])) continue;
            const std::int64_t begin = row;
            while (row < rows && !std::isfinite(column.values[static_cast<std::size_t>(row)])) ++row;
            found.push_back({begin, row});
        }
        if (targetsOnly) found.insert(found.end(), column.masked.begin(), column.masked.end());
    }
    std::ranges::sort(found, {}, &RowRange::begin);
    std::vector<RowRange> joined;
    for (const RowRange& range : found) {
        if (range.size() == 0) continue;
        if (!joined.empty() && range.begin <= joined.back().end)
            joined.back().end = std::max(joined.back().end, range.end);
        else
            joined.push_back(range);
    }
    return joined;
}

/// Where windows may stand, and which of those places are complete.
struct Ground {
    std::vector<RowRange> anyMissing, targetMissing;
    const std::vector<std::int64_t>* knownAt = nullptr;

    explicit Ground(const Table& table)
        : anyMissing(rowsMissing(table, false)), targetMissing(rowsMissing(table, true)), knownAt(&table.knownAt) {}

    /// A joined gap that is still open at the origin reaches back from it without interruption, so its last row tells.
    [[nodiscard]] bool knownInTime(std::int64_t start, std::int64_t lookback) const {
        return knownAt->empty() || (*knownAt)[static_cast<std::size_t>(start + lookback - 1)] < start + lookback;
    }
};

/// Asks of ranges that begin later and later whether there is one of these rows in them.
class RisingLook {
public:
    explicit RisingLook(const std::vector<RowRange>& rows) : rows_(&rows) {}
    bool meets(std::int64_t begin, std::int64_t end) {
        while (next_ < rows_->size() && (*rows_)[next_].end <= begin) ++next_;
        return next_ < rows_->size() && (*rows_)[next_].begin < end;
    }

private:
    const std::vector<RowRange>* rows_;
    std::size_t next_ = 0;
};

/// First rows of the windows of a part; none: it cannot hold one.
RowRange startsOf(RowRange part, std::int64_t lookback, std::int64_t horizon) {
    return {std::max<std::int64_t>(0, part.begin - lookback), part.end - lookback - horizon + 1};
}

Result<WindowSet> windowsOf(const Ground& ground, RowRange part, const Text& name, const WindowSet& shape) {
    WindowSet set = shape;
    if (part.size() == 0) return set;
    const RowRange starts = startsOf(part, shape.lookback, shape.horizon);
    if (starts.size() == 0) {
        const std::int64_t needed = shape.horizon + (part.begin < shape.lookback ? shape.lookback - part.begin : 0);
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing",
                                   "%1: one window needs %2 rows (lookback %3 and horizon %4) and there are %5; "
                                   "shorten the lookback or the "
                                   "horizon, or give this part more rows"),
                      {name, needed, shape.lookback, shape.horizon, part.size()}}};
    }
    set.starts.reserve(static_cast<std::size_t>(starts.size() / shape.stride + 1));
    RisingLook any(ground.anyMissing), target(ground.targetMissing);
    for (std::int64_t start = starts.begin; start < starts.end; start += shape.stride) {
        const std::int64_t origin = start + shape.lookback;
        if (any.meets(start, origin) || target.meets(origin, origin + shape.horizon))
            ++set.skippedMissing;
        else if (!ground.knownInTime(start, shape.lookback))
            ++set.skippedAhead;
        else
            set.starts.push_back(start);
    }
    if (set.starts.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing",
                                   "%1: all %2 windows touch a missing value; fill the gaps, as by holding the last "
                                   "value, or leave out the columns with gaps"),
                      {name, set.skippedMissing + set.skippedAhead}}}
            .ofField("recipe");
    return set;
}

/// "12 480".
std::string grouped(std::int64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ' ';
        text += digits[i];
    }
    return text;
}

std::int64_t crossings(const WindowSet& set, RowRange part) {
    return std::count_if(set.starts.begin(), set.starts.end(), [&](std::int64_t start) {
        const std::int64_t origin = start + set.lookback;
        return start < 0 || origin < part.begin || origin + set.horizon > part.end;
    });
}

/// Windows of many series: each one's own, in its own rows, moved to where they stand. A part in which a series has no
/// window is without it; an Error where no series has one in a part that has rows.
Result<SplitWindows> windowsOfMany(const PreparedSeries& prepared, std::int64_t lookback, std::int64_t horizon,
                                   std::int64_t stride) {
    struct Part {
        Text name;
        RowRange Split::*rows;
        WindowSet windows;
        Result<> why = {};
    };
    const WindowSet shape{lookback, horizon, 1, {}, 0, 0};
    std::array<Part, 3> parts{
        {{GATELAB_TEXT("Preparing", "training part"), &Split::train, {lookback, horizon, stride, {}, 0, 0}},
         {GATELAB_TEXT("Preparing", "validation part"), &Split::validation, shape},
         {GATELAB_TEXT("Preparing", "test part"), &Split::test, shape}}};
    for (const PreparedMember& member : membersOf(prepared)) {
        if (!member.prepared) continue;
        const PreparedSeries& own = *member.prepared;
        const Ground ground(own.table);
        for (Part& part : parts) {
            if (part.rows == &Split::train && !member.trains) continue;
            WindowSet& all = part.windows;
            auto found = windowsOf(ground, own.split.*part.rows, part.name, {lookback, horizon, all.stride, {}, 0, 0});
            if (!found && part.why.ok()) part.why = found.error().withContext(member.name);
            if (!found) continue;
            all.skippedMissing += found->skippedMissing, all.skippedAhead += found->skippedAhead;
            for (const std::int64_t start : found->starts) all.starts.push_back(start + member.rows.begin);
        }
    }
    for (const Part& part : parts)
        if (part.windows.starts.empty() && !part.why.ok()) return part.why.error();
    return SplitWindows{std::move(parts[0].windows), std::move(parts[1].windows), std::move(parts[2].windows)};
}

}  // namespace

namespace {

Result<SplitWindows> windowsOf(const PreparedSeries& prepared, std::int64_t lookback, std::int64_t horizon,
                               std::int64_t stride) {
    if (lookback < 1 || horizon < 1 || stride < 1)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "lookback, horizon and stride must be at least 1")};
    if (manyOf(prepared) != nullptr) return windowsOfMany(prepared, lookback, horizon, stride);
    const std::int64_t rows = prepared.table.rows();
    if (lookback > rows || horizon > rows - lookback)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Preparing",
                          "lookback %1 and horizon %2 need %3 + %4 rows and the series has %5; shorten one of them"),
             {lookback, horizon, lookback, horizon, rows}}};
    const Ground ground(prepared.table);
    const WindowSet shape{lookback, horizon, 1, {}, 0, 0};
    auto train = windowsOf(ground, prepared.split.train, GATELAB_TEXT("Preparing", "training part"),
                           {lookback, horizon, stride, {}, 0, 0});
    if (!train) return train.error();
    auto validation = windowsOf(ground, prepared.split.validation, GATELAB_TEXT("Preparing", "validation part"), shape);
    if (!validation) return validation.error();
    auto test = windowsOf(ground, prepared.split.test, GATELAB_TEXT("Preparing", "test part"), shape);
    if (!test) return test.error();
    return SplitWindows{std::move(*train), std::move(*validation), std::move(*test)};
}

}  // namespace

std::int64_t windowPlaces(RowRange part, std::int64_t lookback, std::int64_t horizon, std::int64_t stride) {
    return (startsOf(part, lookback, horizon).size() + std::max<std::int64_t>(1, stride) - 1) /
           std::max<std::int64_t>(1, stride);
}

std::int64_t trainStride(const ExperimentConfig& config) { return config.carryState ? config.lookback : config.stride; }

Result<SplitWindows> makeWindows(const PreparedSeries& prepared, std::int64_t lookback, std::int64_t horizon,
                                 std::int64_t stride) {
    return windowsOf(prepared, lookback, horizon, stride);
}

Result<SplitWindows> makeWindows(const PreparedSeries& prepared, const ExperimentConfig& config) {
    auto windows = windowsOf(prepared, config.lookback, config.horizon, trainStride(config));
    if (!windows || !config.carryState) return windows;
    if (manyOf(prepared) != nullptr)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Preparing",
                                  "a carried state goes on from window to window of one series, and these are many; "
                                  "do not carry the state")}
            .ofField("carry_state");
    if (const std::int64_t left = windows->train.skippedMissing + windows->train.skippedAhead; left > 0)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing",
                                   "%1 training windows touch a missing value, and a carried state cannot jump over "
                                   "them; fill the gaps, as by holding the last value, or do not carry the state"),
                      {left}}}
            .ofField("recipe");
    const std::int64_t count = windows->train.size(), streams = std::max<std::int64_t>(1, config.batchSize);
    if (count < 2 * streams)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing",
                                   "a carried state needs at least two windows in each of the %1 streams of a batch, "
                                   "and the training part holds %2 windows end to "
                                   "end; use a batch of at most %3, or a shorter lookback"),
                      {streams, count, std::max<std::int64_t>(1, count / 2)}}};
    return windows;
}

namespace {

/// The sum over many series; a window that runs from one into the next crosses a border, too.
LeakAudit auditMembers(const PreparedSeries& prepared, const SplitWindows& windows) {
    LeakAudit audit;
    const auto count = [&](const WindowSet& set, RowRange Split::*part) {
        audit.windows += set.size();
        for (const std::int64_t start : set.starts) {
            const PreparedMember* member = manyOf(prepared)->at(start);
            WindowSet one{set.lookback, set.horizon, 1, {}, 0, 0};
            if (member != nullptr) one.starts = {start - member->rows.begin};
            audit.crossing +=
                member == nullptr || !member->prepared || start + set.lookback + set.horizon > member->rows.end
                    ? 1
                    : crossings(one, member->prepared->split.*part);
        }
    };
    count(windows.train, &Split::train), count(windows.validation, &Split::validation);
    count(windows.test, &Split::test);
    audit.clean = audit.crossing == 0;
    audit.summary = grouped(audit.crossing) + " of " + grouped(audit.windows) +
                    " windows have targets in another part or series; steps fitted on the training rows of each of " +
                    grouped(std::ssize(membersOf(prepared))) + " series";
    return audit;
}

}  // namespace

LeakAudit auditLeaks(const PreparedSeries& prepared, const SplitWindows& windows) {
    if (manyOf(prepared) != nullptr) return auditMembers(prepared, windows);
    LeakAudit audit;
    audit.windows = windows.train.size() + windows.validation.size() + windows.test.size();
    audit.crossing = crossings(windows.train, prepared.split.train) +
                     crossings(windows.validation, prepared.split.validation) +
                     crossings(windows.test, prepared.split.test);
    audit.lastFittedRow = prepared.split.train.end - 1;
    audit.clean = audit.crossing == 0;
    audit.summary = grouped(audit.crossing) + " of " + grouped(audit.windows) +
                    " windows have targets in another part; steps fitted on rows 0 to " + grouped(audit.lastFittedRow);
    return audit;
}

}  // namespace gatelab
