// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/row_order.h"

#include "config/setting_predicates.h"
#include "config/shapes/resample_rule.h"
#include "data/findings/blank_pair.h"
#include "data/findings/clock_change.h"
#include "data/many/many_series.h"
#include "data/resample/column_rules.h"
#include "data/resample/event_rows.h"
#include "data/taken_anew.h"
#include "data/time_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kAlwaysRows = 1'000'000, kMostTimesRows = 10;
constexpr const char *kSortKey = "sort_time", *kRuleKey = "resample_by";
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

const Text kSorted = GATELAB_TEXT("Reading", "the rows were sorted by their time"),
           kResampled = GATELAB_TEXT("Reading", "%1 rows of the file became %2 rows, one every %3");

void say(Series& series, Phrase message) { series.report.warnings.push_back({-1, std::move(message)}); }

/// The distance of rows that was guessed in their old order says nothing.
void settleAnew(const std::string& asked, Series& series) {
    std::erase_if(series.report.guesses, [](const ReadGuess& guess) { return guess.key == "time_step"; });
    settleTimeStep(asked, series);
}

/// The value that comes most often; of equally frequent ones the first.
double mostFrequent(std::span<const double> values) {
    std::map<double, std::int64_t> counts;
    std::int64_t most = 0;
    for (const double value : values)
        if (std::isfinite(value)) most = std::max(most, ++counts[value]);
    const auto first =
        std::ranges::find_if(values, [&](double value) { return std::isfinite(value) && counts[value] == most; });
    return first == values.end() ? kNone : *first;
}

/// What becomes of the values of one span, missing ones left out.
double spanValue(std::span<const double> values, SpanRule by) {
    if (by == SpanRule::Most) return mostFrequent(values);
    std::int64_t count = 0;
    double first = kNone, last = kNone, low = kNone, high = kNone, sum = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        if (count++ == 0) first = low = high = value;
        sum += value, last = value;
        low = std::min(low, value), high = std::max(high, value);
    }
    if (count == 0) return kNone;
    switch (by) {
        case SpanRule::Sum:
            return sum;
        case SpanRule::First:
            return first;
        case SpanRule::Last:
            return last;
        case SpanRule::Lowest:
            return low;
        case SpanRule::Highest:
            return high;
        default:
            return sum / static_cast<double>(count);
    }
}

/// The rows of the file in each span: those of span k begin at `begins[k]` and end where the next one begins.
struct RowSpans {
    std::vector<std::size_t> begins;
    [[nodiscard]] std::size_t count() const { return begins.size() - 1; }
    [[nodiscard]] bool isEmpty(std::size_t k) const { return begins[k] == begins[k + 1]; }
    [[nodiscard]] std::span<const double> of(std::size_t k, const ColumnValues& values) const {
        return values.span().subspan(begins[k], begins[k + 1] - begins[k]);
    }
};

/// What stands in a span without a row.
enum class Empty { Missing, Zero, Held };

/// Where rows are events: amounts were none, levels kept their value, whatever rule somebody asked for.
Empty emptyOf(SpanRule nature, SpanRule asked) {
    if (nature == SpanRule::Sum || nature == SpanRule::Most || asked == SpanRule::Sum) return Empty::Zero;
    return nature == SpanRule::Last || asked == SpanRule::Last ? Empty::Held : Empty::Missing;
}

std::vector<double> putTogether(const RowSpans& spans, const ColumnValues& values, SpanRule by, Empty empty) {
    std::vector<double> rows(spans.count(), kNone);
    double last = kNone;
    for (std::size_t k = 0; k < spans.count(); ++k) {
        if (spans.isEmpty(k)) {
            if (empty != Empty::Missing) rows[k] = empty == Empty::Zero ? 0 : last;
            continue;
        }
        rows[k] = spanValue(spans.of(k, values), by);
        if (const double end = spanValue(spans.of(k, values), SpanRule::Last); std::isfinite(end)) last = end;
    }
    return rows;
}

/// Of the words of a column the one that most rows of a span have; of equally frequent ones the first.
void putWordsTogether(const RowSpans& spans, const std::vector<std::size_t>& channels, bool areEvents,
                      std::vector<Channel>& all) {
    std::vector<std::vector<double>> rows(channels.size(), std::vector<double>(spans.count(), areEvents ? 0 : kNone));
    for (std::size_t k = 0; k < spans.count(); ++k) {
        std::size_t best = channels.size();
        double most = 0;
        bool isKnown = false;
        for (std::size_t w = 0; w < channels.size(); ++w) {
            double count = 0;
            for (const double value : spans.of(k, all[channels[w]].values))
                if (std::isfinite(value)) count += value, isKnown = true;
            if (count > most) most = count, best = w;
        }
        for (std::size_t w = 0; w < channels.size() && !spans.isEmpty(k); ++w)
            rows[w][k] = !isKnown ? kNone : w == best ? 1 : 0;
    }
    for (std::size_t w = 0; w < channels.size(); ++w) all[channels[w]].values = std::move(rows[w]);
}

/// Blanks of what came in and what went out mean 0, as a balance proves or the sum of a span takes them. Whether there
/// was one.
bool fillPairs(const std::vector<ColumnRule>& rules, Series& series) {
    bool isFilled = false;
    for (const BlankPair& pair : blankPairs(series))
        for (const std::size_t c : {pair.first, pair.second}) {
            const auto rule = std::ranges::find(rules, series.channels[c].name, &ColumnRule::column);
            if (!pair.isProven() && (rule == rules.end() || rule->by != SpanRule::Sum)) continue;
            std::vector<double> values = series.channels[c].values.vector();
            for (double& value : values)
                if (std::isnan(value)) value = 0, isFilled = true;
            series.channels[c].values = std::move(values);
        }
    return isFilled;
}

/// Which rule each column has, as a guess of the setting and with its reasons among the warnings; what stands where no
/// row was.
void sayRules(const ResampleRule& asked, const std::vector<ColumnRule>& rules, bool fillsEmpty, Series& series) {
    for (const std::string& name : unknownColumns(series, asked))
        say(series, {GATELAB_TEXT("Reading", "'%1' has a rule of resampling, but is no column of these data"), {name}});
    const std::vector<Phrase> reasons = describeRules(rules);
    for (const Phrase& reason : reasons) say(series, reason);
    if (!reasons.empty()) {
        const std::string written = formatResampleRule(writtenRule(rules));
        std::erase_if(series.report.guesses, [](const ReadGuess& one) { return one.key == kRuleKey; });
        ReadGuess guess{.key = kRuleKey, .value = written, .shown = written, .runnerUp = {}};
        for (const Phrase& reason : reasons) guess.candidates.push_back({written, 1, reason});
        series.report.guesses.push_back(std::move(guess));
    }
    if (fillsEmpty)
        say(series, GATELAB_TEXT("Reading",
                                 "rows come when something happens: in a span without one amounts are 0, and balances, "
                                 "counters, prices and states keep their value"));
}

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
    const auto asked = parseResampleRule(by);
    if (!asked.ok()) return Error(asked.error()).ofField("resample_by");
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
    const std::vector<ColumnRule> rules = columnRules(series, *asked);
    RowSpans spans{std::vector<std::size_t>(static_cast<std::size_t>(rows) + 1, times.size())};
    for (std::size_t row = times.size(); row-- > 0;)
        spans.begins[static_cast<std::size_t>(floorDivided(times[row], stepMicros) - first)] = row;
    for (std::size_t k = spans.count(); k-- > 0;) spans.begins[k] = std::min(spans.begins[k], spans.begins[k + 1]);
    bool hasEmpty = false;
    for (std::size_t k = 0; k < spans.count() && !hasEmpty; ++k) hasEmpty = spans.isEmpty(k);
    const bool fillsEmpty = hasEmpty && (areEvents(series.time) || coversGaps(series));
    const std::vector<ColumnRule> natures = fillsEmpty ? columnRules(series, {}) : rules;
    if (fillPairs(rules, series)) takeAnew(series.report, kFilledSpans);
    bool isFilled = false;
    for (std::size_t r = 0; r < rules.size(); ++r) {
        const ColumnRule& rule = rules[r];
        const Empty empty = fillsEmpty ? emptyOf(natures[r].by, rule.by) : Empty::Missing;
        isFilled |= empty != Empty::Missing;
        const bool areWords = series.channels[rule.channels.front()].name != rule.column;
        if (rule.by == SpanRule::Most && areWords) {
            putWordsTogether(spans, rule.channels, fillsEmpty, series.channels);
            continue;
        }
        for (const std::size_t c : rule.channels)
            series.channels[c].values = putTogether(spans, series.channels[c].values, rule.by, empty);
    }
    series.time.values.resize(static_cast<std::size_t>(rows));
    for (std::int64_t k = 0; k < rows; ++k) series.time.values[static_cast<std::size_t>(k)] = (first + k) * stepMicros;
    series.time.stepMicros = stepMicros;
    if (isFilled) takeAnew(series.report, kFilledSpans);
    sayRules(*asked, rules, isFilled, series);
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
