// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/row_order.h"

#include "config/setting_predicates.h"
#include "data/findings/clock_change.h"
#include "data/many/many_series.h"
#include "data/time_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kAlwaysRows = 1'000'000, kMostTimesRows = 10;
constexpr const char* kSortKey = "sort_time";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

const Text kSorted = GATELAB_TEXT("Reading", "the rows were sorted by their time"),
           kResampled = GATELAB_TEXT("Reading", "%1 rows of the file became %2 rows, one every %3");

void say(Series& series, Phrase message) { series.report.warnings.push_back({-1, std::move(message)}); }

/// The distance of rows that was guessed in their old order says nothing.
void settleAnew(const std::string& asked, Series& series) {
    std::erase_if(series.report.guesses, [](const ReadGuess& guess) { return guess.key == "time_step"; });
    settleTimeStep(asked, series);
}

/// What becomes of the values of one span; missing ones are not among them.
class Span {
public:
    void add(double value) {
        if (count_ == 0) first_ = low_ = high_ = value;
        ++count_;
        sum_ += value;
        last_ = value;
        low_ = std::min(low_, value), high_ = std::max(high_, value);
    }
    [[nodiscard]] double value(const std::string& by) const {
        if (count_ == 0) return kNone;
        if (by == "sum") return sum_;
        if (by == "first") return first_;
        if (by == "last") return last_;
        if (by == "min") return low_;
        return by == "max" ? high_ : sum_ / static_cast<double>(count_);
    }

private:
    std::int64_t count_ = 0;
    double first_ = 0, last_ = 0, low_ = 0, high_ = 0, sum_ = 0;
};

/// Steps of time between neighbouring rows.
struct StepCounts {
    std::int64_t back = 0, on = 0;
    [[nodiscard]] bool isBackwards() const { return back > 2 * on; }
};
StepCounts countSteps(std::span<const std::int64_t> times) {
    StepCounts steps;
    for (std::size_t row = 1; row < times.size(); ++row)
        (times[row] < times[row - 1] ? steps.back : steps.on) += times[row] != times[row - 1];
    return steps;
}

/// That the rows run from new to old, and by what that is known: both orders, the one that is taken first.
void guessOrder(bool isSorted, Series& series) {
    const StepCounts steps = countSteps(series.time.values);
    constexpr std::int64_t kFewest = 3;
    // Parts of a file are arranged twice: rows that were turned round before keep what was said of them.
    if (!steps.isBackwards() || steps.back < kFewest || isMany(series)) return;
    std::erase_if(series.report.guesses, [](const ReadGuess& guess) { return guess.key == kSortKey; });
    const std::int64_t all = steps.back + steps.on;
    const auto share = [all](std::int64_t part) { return static_cast<double>(part) / static_cast<double>(all); };
    const Phrase oldest = GATELAB_TEXT("Guess", "oldest row first"), asInFile = GATELAB_TEXT("Guess", "as in the file");
    ReadGuess guess{.key = kSortKey,
                    .value = isSorted ? "true" : "false",
                    .shown = isSorted ? oldest : asInFile,
                    .certain = isSorted && steps.on == 0,
                    .runnerUp = isSorted ? "false" : "true"};
    guess.candidates = {
        {"true",
         share(steps.back),
         {GATELAB_TEXT("Guess", "%1 of %2 steps of time go back: the file runs newest first"), {steps.back, all}}},
        {"false", share(steps.on), {GATELAB_TEXT("Guess", "%1 of %2 steps of time go on"), {steps.on, all}}}};
    if (!isSorted) std::ranges::reverse(guess.candidates);
    series.report.guesses.push_back(std::move(guess));
}

/// Of rows that run from new to old.
bool isOrderRead(const ReadReport& report, const char* order) {
    const auto guess = std::ranges::find(report.guesses, kSortKey, &ReadGuess::key);
    return guess != report.guesses.end() && guess->value == order;
}

std::int64_t floorDivided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

bool runsBackwards(std::span<const std::int64_t> times) { return countSteps(times).isBackwards(); }

Phrase describeTurnedRound() {
    return GATELAB_TEXT("Reading",
                        "the rows ran from new to old: they were turned round and sorted by their time, those of one "
                        "time too");
}

bool runsFromNew(const ReadReport& report) { return isOrderRead(report, "false"); }
bool isTurnedRound(const ReadReport& report) { return isOrderRead(report, "true"); }
bool runsBackwards(const ReadReport& report) { return runsFromNew(report) || isTurnedRound(report); }

bool sortByTime(Series& series) {
    const auto& times = series.time.values;
    if (!series.time.known() || std::ranges::is_sorted(times)) return false;
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (runsBackwards(times)) std::ranges::reverse(order);
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return times[row]; });
    const auto sorted = [&](const auto& values) {
        std::vector<std::decay_t<decltype(values[0])>> moved(order.size());
        for (std::size_t row = 0; row < order.size(); ++row) moved[row] = values[order[row]];
        return moved;
    };
    for (Channel& channel : series.channels) channel.values = sorted(channel.values);
    series.time.values = sorted(series.time.values);
    return true;
}

Result<> resampleRows(std::int64_t stepMicros, const std::string& by, Series& series) {
    const auto& times = series.time.values;
    if (!std::ranges::is_sorted(times))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "the rows are not in the order of their time, so they cannot be resampled; choose "
                                  "'Sort rows by time' first")}
            .ofField("resample");
    const std::int64_t first = floorDivided(times.front(), stepMicros), last = floorDivided(times.back(), stepMicros),
                       rows = last - first + 1;
    if (rows > std::max(kAlwaysRows, kMostTimesRows * series.rows()))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "resampling to %1 would make %2 rows of %3; take a longer distance"),
                      {shownStep(stepMicros), rows, series.rows()}}}
            .ofField("resample");
    for (Channel& channel : series.channels) {
        std::vector<Span> spans(static_cast<std::size_t>(rows));
        for (std::size_t row = 0; row < times.size(); ++row)
            if (std::isfinite(channel.values[row]))
                spans[static_cast<std::size_t>(floorDivided(times[row], stepMicros) - first)].add(channel.values[row]);
        std::vector<double> values(spans.size());
        std::ranges::transform(spans, values.begin(), [&](const Span& span) { return span.value(by); });
        channel.values = std::move(values);
    }
    series.time.values.resize(static_cast<std::size_t>(rows));
    for (std::int64_t k = 0; k < rows; ++k) series.time.values[static_cast<std::size_t>(k)] = (first + k) * stepMicros;
    series.time.stepMicros = stepMicros;
    return {};
}

bool tellsOfOrder(const ReadWarning& said) {
    const std::string& source = said.message.source;
    return said.message == describeTurnedRound() || source == kSorted.source || source == kResampled.source;
}

Result<> arrangeRows(const ExperimentConfig& options, Dataset& data) {
    const bool isBackwards = data.series && runsBackwards(data.series->time.values);
    if (!options.sortTime && !resamples(options) && !isBackwards) return {};
    const std::int64_t step = resamples(options) ? timeStepMicros(options.resample).value_or(0) : 0;
    if (resamples(options) && step <= 0)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "'%1' is no distance of rows; write 15min, 1h, 1d or none"), {options.resample}}}
            .ofField("resample");
    if (!data.series || data.series->rows() == 0) return {};
    if (resamples(options) && !data.series->time.known())
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Reading", "the rows have no times, so they cannot be resampled; choose the time column")}
            .ofField("resample");
    auto series = std::make_shared<Series>(*data.series);
    const ClockChanges clocks = clockChanges(series->time.values, series->time.stepMicros);
    const bool isInOrder = clocks.explainsOrder() && step == 0;
    if (options.sortTime && isInOrder)
        say(*series, {GATELAB_TEXT("Reading",
                                   "the rows go back in time only where the clocks were set back (%1 times): they are "
                                   "in the right order and were not sorted"),
                      {clocks.back}});
    guessOrder(options.sortTime, *series);
    if (!options.sortTime && !resamples(options)) {
        data.series = std::move(series);
        return {};
    }
    if (options.sortTime && !isInOrder && sortByTime(*series)) {
        settleAnew(options.timeStep, *series);
        say(*series, isBackwards ? describeTurnedRound() : Phrase(kSorted));
    }
    if (step > 0 && clocks.explainsOrder())
        say(*series, {GATELAB_TEXT("Reading",
                                   "the clocks were set back %1 times: the rows of the two hours of one name fall into "
                                   "the same spans and are put together. Write the times in UTC to keep them apart"),
                      {clocks.back}});
    if (step > 0) {
        const std::int64_t before = series->rows();
        if (auto done = resampleRows(step, options.resampleBy, *series); !done) return done;
        settleAnew("auto", *series);
        say(*series, {kResampled, {before, series->rows(), shownStep(step)}});
    }
    series->report.valuesMissing = 0;
    for (const Channel& channel : series->channels)
        series->report.valuesMissing += std::ranges::count_if(channel.values, [](double v) { return std::isnan(v); });
    data.series = std::move(series);
    return {};
}

}  // namespace gatelab
