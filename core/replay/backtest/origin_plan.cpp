// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/origin_plan.h"

#include "baselines/baselines.h"
#include "data/many/many_step.h"
#include "data/many/member_split.h"
#include "lab/backtest/backtest_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace gatelab {

namespace {

constexpr std::size_t kMostCalibration = 1000;  // windows, the latest ones

/// Windows that the run was not trained on, by their first rows.
std::vector<std::int64_t> heldOut(const TrainPlan& plan) {
    std::vector<std::int64_t> starts = plan.windows.validation.starts;
    starts.insert(starts.end(), plan.windows.test.starts.begin(), plan.windows.test.starts.end());
    return starts;
}

std::vector<std::int64_t> sorted(std::vector<std::int64_t> values) {
    std::ranges::sort(values);
    return values;
}

/// Whether all inputs of the window, and one truth, are there.
bool isComplete(const PreparedSeries& prepared, std::int64_t start, std::int64_t lookback, std::int64_t horizon) {
    for (const std::size_t input : prepared.inputs)
        for (std::int64_t row = start; row < start + lookback; ++row)
            if (!std::isfinite(prepared.table.columns[input].values[static_cast<std::size_t>(row)])) return false;
    for (std::size_t t = 0; t < prepared.targets.size(); ++t)
        for (std::int64_t row = start + lookback; row < start + lookback + horizon; ++row)
            if (!std::isfinite(prepared.originalTarget(t)[static_cast<std::size_t>(row)])) return false;
    return true;
}

/// Those of the origins that the run was not trained on.
Result<> resolveOrigins(const TrainPlan& plan, Backtest& made) {
    BacktestPlan& p = made.plan;
    const std::int64_t end = plan.prepared->split.train.end;
    made.skipped +=
        static_cast<std::int64_t>(std::erase_if(p.origins, [&](std::int64_t origin) { return origin < end; }));
    if (p.origins.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest",
                                   "the run was trained on the rows before %1, and all origins lie there; it cannot be "
                                   "scored beside them"),
                      {end}}};
    p.initialCutoff = p.origins.front();
    p.windowStepSize = p.origins.size() > 1 ? std::max<std::int64_t>(1, p.origins[1] - p.origins[0]) : made.horizon;
    if (p.seasonality <= 0) p.seasonality = std::max<std::int64_t>(1, findSeasons(*plan.prepared).front());
    return {};
}

/// Of many series each has origins of its own, in its own rows.
Result<> resolveMany(const TrainPlan& plan, Backtest& made) {
    BacktestPlan& p = made.plan;
    if (!p.origins.empty())
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Backtest",
                                  "the origins of a file are of many series here; score it with score --run, which "
                                  "takes each series by its name")};
    if (p.refitEvery > 0 && splitBy(plan.config.split) == SplitBy::Series)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Backtest",
                                  "this run holds out whole series, so that no refit could learn from their rows; "
                                  "leave --refit out, or train with a split without the word 'series'")};
    for (const PreparedMember& member : membersOf(*plan.prepared))
        made.seriesEnds.push_back(member.rows.end), made.seriesNames.push_back(member.name);
    if (p.windowStepSize <= 0) p.windowStepSize = made.horizon;
    if (p.seasonality <= 0) p.seasonality = std::max<std::int64_t>(1, findSeasons(*plan.prepared).front());
    return {};
}

Result<> resolve(const TrainPlan& plan, Backtest& made) {
    BacktestPlan& p = made.plan;
    if (manyOf(*plan.prepared) != nullptr) return resolveMany(plan, made);
    if (!p.origins.empty()) return resolveOrigins(plan, made);
    const WindowSet& own = plan.windows.test.starts.empty() ? plan.windows.validation : plan.windows.test;
    if (own.starts.empty() && p.initialCutoff == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Backtest",
                                  "this run has no rows that it was not trained on; give it a test part, or an initial "
                                  "cutoff with refits")};
    if (p.windowStepSize <= 0) p.windowStepSize = made.horizon;
    if (p.initialCutoff == 0) p.initialCutoff = own.starts.front() + plan.config.lookback;
    if (p.initialCutoff < 0) p.initialCutoff += made.rows;
    const std::int64_t first = p.refitEvery > 0 ? plan.config.lookback + made.horizon : plan.prepared->split.train.end;
    if (p.initialCutoff < first)
        return Error{
            ErrorCode::InvalidInput,
            p.refitEvery > 0
                ? Phrase(GATELAB_TEXT("Backtest", "the initial cutoff must be at row %1 or later"), {first})
                : Phrase(GATELAB_TEXT("Backtest",
                                      "the run was trained on the rows before %1, so that an origin there says "
                                      "nothing; choose a later initial cutoff, or refit"),
                         {first})};
    if (p.seasonality <= 0) p.seasonality = std::max<std::int64_t>(1, findSeasons(*plan.prepared).front());
    return {};
}

void findCutoffs(const TrainPlan& plan, Backtest& made) {
    const BacktestPlan& p = made.plan;
    const std::vector<std::int64_t> known = heldOut(plan);
    const std::int64_t lookback = plan.config.lookback;
    const std::int64_t end = p.refitEvery > 0               ? made.rows
                             : plan.windows.test.size() > 0 ? plan.prepared->split.test.end
                                                            : plan.prepared->split.validation.end;
    std::vector<std::int64_t> asked = p.origins;
    for (std::int64_t cutoff = p.initialCutoff; p.origins.empty() && cutoff + made.horizon <= end;
         cutoff += p.windowStepSize)
        asked.push_back(cutoff);
    for (const std::int64_t cutoff : asked) {
        if (p.numWindows > 0 && static_cast<std::int64_t>(made.cutoffs.size()) == p.numWindows) break;
        const std::int64_t start = cutoff - lookback;
        const bool isThere = p.refitEvery > 0 ? start >= 0 && isComplete(*plan.prepared, start, lookback, made.horizon)
                                              : std::ranges::binary_search(known, start);
        if (isThere)
            made.cutoffs.push_back(cutoff);
        else
            ++made.skipped;
    }
}

/// A series with the first of its own rows that is forecast.
struct MemberOrigin {
    const PreparedMember* member;
    std::int64_t cutoff;
};
/// Of each of many series: from its first window of the test part on (of the validation part, where the run has no
/// other), or from a row of its own; refits may begin where the run itself has no window.
std::vector<MemberOrigin> firstOrigins(const TrainPlan& plan, const BacktestPlan& p) {
    const WindowSet& own = plan.windows.test.starts.empty() ? plan.windows.validation : plan.windows.test;
    std::vector<MemberOrigin> all;
    const auto cutoffOf = [&](const PreparedMember& member) {
        return p.initialCutoff < 0 ? p.initialCutoff + member.rows.size() : p.initialCutoff;
    };
    if (p.refitEvery > 0 && p.initialCutoff != 0) {
        for (const PreparedMember& member : membersOf(*plan.prepared))
            if (member.prepared) all.push_back({&member, cutoffOf(member)});
        return all;
    }
    for (const MemberWindows& one : windowsByMember(*plan.prepared, own))
        all.push_back({one.member, p.initialCutoff == 0
                                       ? *std::ranges::min_element(one.windows.starts) + plan.config.lookback
                                       : cutoffOf(*one.member)});
    return all;
}

void findCutoffsOfMany(const TrainPlan& plan, Backtest& made) {
    const BacktestPlan& p = made.plan;
    const std::int64_t lookback = plan.config.lookback;
    const std::vector<std::int64_t> known = sorted(heldOut(plan));
    const auto isThere = [&](const PreparedMember& member, std::int64_t cutoff) {
        const std::int64_t start = member.rows.begin + cutoff - lookback;
        if (p.refitEvery == 0) return cutoff >= 0 && std::ranges::binary_search(known, start);
        return cutoff >= lookback + made.horizon && isComplete(*plan.prepared, start, lookback, made.horizon);
    };
    for (auto [member, cutoff] : firstOrigins(plan, p)) {
        const Split& split = member->prepared->split;
        const std::int64_t end = p.refitEvery > 0                   ? member->rows.size()
                                 : plan.windows.test.starts.empty() ? split.validation.end
                                                                    : split.test.end;
        for (std::int64_t windows = 0; cutoff + made.horizon <= end; cutoff += p.windowStepSize) {
            if (p.numWindows > 0 && windows == p.numWindows) break;
            const bool is = isThere(*member, cutoff);
            if (is) made.cutoffs.push_back(member->rows.begin + cutoff), ++windows;
            made.skipped += is ? 0 : 1;
        }
    }
}

/// Windows of the validation part before the first origin, of many series before that of their own.
void findCalibration(const TrainPlan& plan, Backtest& made) {
    std::vector<std::int64_t> ends = made.seriesEnds;
    if (ends.empty()) ends.push_back(made.rows);
    std::vector<std::int64_t> firsts(ends.size(), std::numeric_limits<std::int64_t>::min());
    const auto seriesOf = [&](std::int64_t row) {
        return static_cast<std::size_t>(std::ranges::upper_bound(ends, row) - ends.begin());
    };
    for (auto cutoff = made.cutoffs.rbegin(); cutoff != made.cutoffs.rend(); ++cutoff)
        firsts[seriesOf(*cutoff)] = *cutoff;
    for (const std::int64_t start : sorted(plan.windows.validation.starts))
        if (start + plan.config.lookback + made.horizon <= firsts[seriesOf(start)])
            made.calibrationCutoffs.push_back(start + plan.config.lookback);
    // The latest ones of each series
    constexpr std::size_t kFewest = 100, kAll = 20'000;
    const std::size_t most = std::clamp<std::size_t>(kAll / ends.size(), kFewest, kMostCalibration);
    std::vector<std::size_t> kept(ends.size());
    std::vector<std::int64_t> latest;
    for (auto at = made.calibrationCutoffs.rbegin(); at != made.calibrationCutoffs.rend(); ++at)
        if (kept[seriesOf(*at - 1)]++ < most) latest.push_back(*at);
    made.calibrationCutoffs.assign(latest.rbegin(), latest.rend());
}

/// [window][step][target] of what was observed.
std::vector<double> truthAt(const Backtest& made, const PreparedSeries& prepared,
                            const std::vector<std::int64_t>& cutoffs) {
    std::vector<double> truth;
    for (const std::int64_t cutoff : cutoffs)
        for (std::int64_t step = 0; step < made.horizon; ++step)
            for (std::size_t t = 0; t < made.targets.size(); ++t)
                truth.push_back(prepared.originalTarget(t)[static_cast<std::size_t>(cutoff + step)]);
    return truth;
}

void findSeasonErrors(const PreparedSeries& prepared, Backtest& made) {
    const std::size_t targets = made.targets.size();
    made.seasonErrors.resize(made.cutoffs.size() * targets);
    for (std::size_t t = 0; t < targets; ++t) {
        const std::span<const double> values = prepared.originalTarget(t);
        std::vector<std::int64_t> ends = made.seriesEnds;
        if (ends.empty()) ends.push_back(made.rows);
        std::int64_t begin = 0;
        std::size_t w = 0;
        for (const std::int64_t end : ends) {
            std::vector<std::int64_t> own;
            for (std::size_t at = w; at < made.cutoffs.size() && made.cutoffs[at] < end; ++at)
                own.push_back(made.cutoffs[at] - begin);
            for (const double error :
                 seasonErrorsAt(values.subspan(static_cast<std::size_t>(begin)), own, made.plan.seasonality))
                made.seasonErrors[w++ * targets + t] = error;
            begin = end;
        }
    }
}

}  // namespace

std::vector<std::int64_t> startsOf(const std::vector<std::int64_t>& cutoffs, std::int64_t lookback) {
    std::vector<std::int64_t> starts;
    for (const std::int64_t cutoff : cutoffs) starts.push_back(cutoff - lookback);
    return starts;
}

Result<Backtest> planOrigins(const TrainPlan& plan, const BacktestPlan& asked) {
    const PreparedSeries& prepared = *plan.prepared;
    Backtest made;
    made.plan = asked;
    for (const std::size_t target : prepared.targets) made.targets.push_back(prepared.table.columns[target].name);
    made.unit = prepared.targetUnit();
    made.horizon = plan.config.horizon;
    made.rows = prepared.table.rows();
    if (auto resolved = resolve(plan, made); !resolved.ok()) return resolved.error();
    const ManyStep* many = manyOf(prepared);
    if (many != nullptr)
        findCutoffsOfMany(plan, made);
    else
        findCutoffs(plan, made);
    if (made.cutoffs.empty() && many != nullptr)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest",
                                   "no series has a window of %1 rows and %2 steps that the run was not trained on "
                                   "from the initial cutoff on, which counts the rows of each series; choose another"),
                      {plan.config.lookback, made.horizon}}};
    if (made.cutoffs.empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest",
                                   "no window of %1 rows and %2 steps begins at the initial cutoff or later; choose an "
                                   "earlier one"),
                      {plan.config.lookback, made.horizon}}};
    // Whether or not it was trained on decides what calibrates: for refits the validation part lies in the training's
    findCalibration(plan, made);
    made.truth = truthAt(made, prepared, made.cutoffs);
    made.calibrationTruth = truthAt(made, prepared, made.calibrationCutoffs);
    findSeasonErrors(prepared, made);
    const std::vector<std::int64_t>& times = prepared.source->time.values;
    for (const std::int64_t cutoff : made.cutoffs)
        for (std::int64_t step = 0; !times.empty() && step < made.horizon; ++step)
            made.times.push_back(times[static_cast<std::size_t>(cutoff + step)]);
    made.done.assign(made.cutoffs.size(), 0);
    made.fittedRows.assign(made.cutoffs.size(), prepared.split.train.end);
    for (std::size_t w = 0; many != nullptr && w < made.cutoffs.size(); ++w) {
        const PreparedMember& member = *many->at(made.cutoffs[w]);
        made.fittedRows[w] = member.rows.begin + member.prepared->split.train.end;
    }
    return made;
}

}  // namespace gatelab
