// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows_ahead.h"

#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "data/recipe/known_ahead.h"
#include "data/recipe/rescaled_rows.h"
#include "data/sequences/parts_of_run.h"
#include "data/split.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr std::int64_t kDayMicros = INT64_C(86400) * 1000000;
constexpr std::int64_t kMinWeeks = 3;  // in which a weekday would have come

struct Moment {
    std::int64_t month;  ///< counted from January of year 0
    int day;
    bool isLastDay;
    std::int64_t clock;  ///< microseconds of the day
};

std::chrono::year_month monthOf(std::int64_t month) {
    const auto year = static_cast<int>(month >= 0 ? month / 12 : -((11 - month) / 12));
    return std::chrono::year(year) /
           std::chrono::month(static_cast<unsigned>(month - static_cast<std::int64_t>(year) * 12 + 1));
}

Moment momentOf(std::int64_t micros) {
    using namespace std::chrono;
    const sys_time<microseconds> time{microseconds(micros)};
    const auto midnight = floor<days>(time);
    const year_month_day date{midnight};
    const bool last = date == year_month_day(year_month_day_last(date.year(), month_day_last(date.month())));
    return {static_cast<std::int64_t>(static_cast<int>(date.year())) * 12 +
                static_cast<std::int64_t>(static_cast<unsigned>(date.month())) - 1,
            static_cast<int>(static_cast<unsigned>(date.day())), last, (time - midnight).count()};
}

std::int64_t microsOf(const Moment& moment, bool onLastDay) {
    using namespace std::chrono;
    const year_month month = monthOf(moment.month);
    const year_month_day last{year_month_day_last(month.year(), month_day_last(month.month()))};
    const auto day = std::min(static_cast<unsigned>(moment.day), static_cast<unsigned>(last.day()));
    const sys_days date{onLastDay ? last : year_month_day(month / std::chrono::day(day))};
    return duration_cast<microseconds>(date.time_since_epoch()).count() + moment.clock;
}

/// Months from one row to the next where all rows stand as many apart, on the same day or each on the last one of its
/// month; 0: they do not.
std::int64_t monthsApart(const std::vector<std::int64_t>& times, bool& onLastDay) {
    constexpr std::int64_t kMonthMicros = INT64_C(28) * 86400 * 1000000;
    if (times.size() < 3 || times[1] - times[0] < kMonthMicros) return 0;
    const Moment first = momentOf(times[0]);
    const std::int64_t apart = momentOf(times[1]).month - first.month;
    bool sameDay = true, lastDay = true;
    for (std::size_t row = 0; row < times.size(); ++row) {
        const Moment at = momentOf(times[row]);
        if (at.month != first.month + apart * static_cast<std::int64_t>(row) || at.clock != first.clock) return 0;
        sameDay = sameDay && at.day == first.day;
        lastDay = lastDay && at.isLastDay;
    }
    onLastDay = lastDay && !sameDay;
    return apart > 0 && (sameDay || lastDay) ? apart : 0;
}

int weekdayOf(std::int64_t micros) {
    using namespace std::chrono;
    return static_cast<int>(weekday(floor<days>(sys_time<microseconds>(microseconds(micros)))).c_encoding());
}

void continueTimes(TimeAxis& axis, std::int64_t rows) {
    if (!axis.known()) return;
    bool onLastDay = false;
    const std::int64_t apart = monthsApart(axis.values, onLastDay);
    const std::array<bool, 7> isFree = freeWeekdays(axis);
    std::int64_t last = axis.values.back();
    Moment at = momentOf(last);
    for (std::int64_t row = 1; row <= rows; ++row) {
        at.month += apart;
        last = apart > 0 ? microsOf(at, onLastDay) : last + axis.stepMicros;
        while (isFree[static_cast<std::size_t>(weekdayOf(last))]) last += axis.stepMicros;
        axis.values.push_back(last);
    }
}

/// Whether the recipe says what a blank of some target means: then it alone makes no row wait.
bool blanksMeanValues(const Series& series, const ExperimentConfig& config) {
    std::vector<std::string> targets = config.targets;
    if (targets.empty() && !series.channels.empty()) targets = {series.channels.back().name};
    return std::ranges::any_of(config.recipe, [&](const std::string& text) {
        const auto step = parseRecipeStep(text);
        if (!step.ok() || !step->enabled || !isConstantFill(*step)) return false;
        const std::vector<std::string> names = namedColumns(*step);
        return names.empty() || std::ranges::any_of(targets, [&](const std::string& target) {
                   return std::ranges::find(names, target) != names.end();
               });
    });
}

}  // namespace

std::array<bool, 7> freeWeekdays(const TimeAxis& axis) {
    std::array<bool, 7> isFree{};
    if (axis.stepMicros != kDayMicros || axis.values.size() < 2 ||
        axis.values.back() - axis.values.front() < kMinWeeks * 7 * kDayMicros)
        return isFree;
    isFree.fill(true);
    for (const std::int64_t micros : axis.values) isFree[static_cast<std::size_t>(weekdayOf(micros))] = false;
    return isFree;
}

SeriesPtr withRowsAhead(const Series& series, std::int64_t rows) {
    auto longer = std::make_shared<Series>(series);
    for (Channel& channel : longer->channels) {
        std::vector<double> values = channel.values.take();
        values.resize(values.size() + static_cast<std::size_t>(rows), std::numeric_limits<double>::quiet_NaN());
        channel.values = std::move(values);
    }
    continueTimes(longer->time, rows);
    return longer;
}

std::int64_t rowsWaiting(const Series& series, const ExperimentConfig& config, std::int64_t begin, std::int64_t end) {
    if (PartsOfRun::holdAllRows()) return 0;
    std::int64_t observed = begin;
    const auto look = [&](const Channel& channel) {
        for (std::int64_t row = end; row > observed; --row)
            if (std::isfinite(channel.values[static_cast<std::size_t>(row - 1)])) observed = row;
    };
    if (blanksMeanValues(series, config)) {
        // Of such a row all but what is known ahead is blank.
        const std::vector<std::string> known = knownAheadColumns(config.recipe);
        if (known.empty()) return 0;
        for (const Channel& channel : series.channels)
            if (channel.name != kSeriesNumber && std::ranges::find(known, channel.name) == known.end()) look(channel);
        return observed > begin ? end - observed : 0;
    }
    for (const std::string& target : config.targets)
        if (const auto found = series.find(target)) look(series.channels[*found]);
    if (config.targets.empty() && !series.channels.empty()) look(series.channels.back());
    return observed > begin ? end - observed : 0;
}

bool haveRowsWaiting(const Series& series, const ExperimentConfig& config) {
    ExperimentConfig named = config;  // as the series is prepared by
    named.recipe = withKnownWords(series, config);
    if (!isMany(series)) return rowsWaiting(series, named, 0, series.rows()) > 0;
    return std::ranges::any_of(membersOf(series), [&](const SeriesMember& member) {
        return rowsWaiting(series, named, member.begin, member.end) > 0;
    });
}

std::string observedSplit(std::string_view parts, std::int64_t rows, std::int64_t waiting, std::int64_t gap) {
    const bool areShares = parts.find('%') != std::string_view::npos;
    const auto split = areShares && waiting > 0 ? splitRows(parts, rows - waiting, gap)
                                                : Result<Split>(Error(ErrorCode::Unsupported, Phrase()));
    return split.ok() ? formatSplit(*split, gap) : std::string(parts);
}

std::string observedSplit(const Series& series, const ExperimentConfig& config) {
    const std::int64_t waiting = isMany(series) ? 0 : rowsWaiting(series, config, 0, series.rows());
    return waiting > 0 ? observedSplit(config.split, series.rows(), waiting, config.splitGap) : config.split;
}

}  // namespace gatelab
