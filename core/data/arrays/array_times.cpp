// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_times.h"

#include "base/number_text.h"
#include "config/setting_predicates.h"
#include "data/csv/columns/evidence.h"
#include "data/csv/time/order.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/tables/number_times.h"
#include "data/time_limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

/// numberTimes() of those that are there; kNoTime for the others.
std::optional<NumberTimes> timesOfNumbers(const std::string& name, const std::vector<double>& numbers, bool isFirst) {
    std::vector<double> there;
    std::ranges::copy_if(numbers, std::back_inserter(there), [](double v) { return std::isfinite(v); });
    auto times = numberTimes(name, there, isFirst);
    if (!times || there.size() == numbers.size()) return times;
    std::vector<std::int64_t> all;
    std::size_t next = 0;
    for (const double number : numbers) all.push_back(std::isfinite(number) ? times->micros[next++] : kNoTime);
    times->micros = std::move(all);
    return times;
}

/// Microseconds per unit from "seconds since 1970-01-01", "ms", "us", "ns"; nothing said: by the size of the values, as
/// in text tables.
double microsPerUnit(const StoredArray& array, const std::vector<double>& values) {
    const std::string unit = lowered(array.unit);
    if (unit.starts_with("ns") || unit.starts_with("nano")) return 1e-3;
    if (unit.starts_with("us") || unit.starts_with("micro")) return 1;
    if (unit.starts_with("ms") || unit.starts_with("milli")) return 1e3;
    if (unit.starts_with("min")) return 60e6;
    if (unit.starts_with("h")) return 3600e6;
    if (unit.starts_with("d")) return 86400e6;
    if (unit.starts_with("s")) return 1e6;
    double high = 0;
    for (const double value : values) high = value > high ? value : high;
    for (const double perSecond : {1e9, 1e6, 1e3})
        if (high >= 631152000.0 * perSecond) return 1e6 / perSecond;
    return 1e6;
}

/// As pandas keeps the times of its rows: nanoseconds since 1970, here of 1990 or later.
bool isPandasIndex(const std::string& name, const std::vector<double>& values) {
    return name == "index" && !values.empty() &&
           std::ranges::all_of(values, [](double v) { return std::isnan(v) || v > 6.3e17; });
}

/// The times of an array that is named as one and says no unit, by the guesses of text tables: years, 20240531, days of
/// a spreadsheet, stamps, seconds. What was taken is said.
bool addGuessedTime(const StoredArray& array, const std::vector<double>& values, Series& series) {
    const auto guessed = timesOfNumbers("time", values, true);
    if (!guessed) return false;
    series.time.name = lastPart(array.path);
    series.time.values = guessed->micros;
    series.report.columns.push_back({series.time.name, ReadColumn::Kind::Number, ReadColumn::Role::Time, 0});
    series.report.guesses.push_back({"time_column", series.time.name, series.time.name, guessed->isCertain, false, {}});
    series.report.warnings.push_back({-1, sayNumberTimes(array.path, *guessed)});
    return true;
}

/// As short as it is exact to six digits.
std::string shortText(double value) {
    constexpr int kDigits = 6;
    std::string text(32, ' ');
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, kDigits);
    text.resize(static_cast<std::size_t>(end.ptr - text.data()));
    return text;
}

/// The most frequent distance of neighbours that rise, to six digits, among the first ones; 0: none does.
double usualStep(const std::vector<double>& values) {
    constexpr std::size_t kMost = 10'000;
    std::map<std::string, std::pair<std::int64_t, double>> steps;
    for (std::size_t r = 1; r < std::min(kMost, values.size()); ++r)
        if (const double step = values[r] - values[r - 1]; std::isfinite(step) && step > 0) {
            auto& [count, first] = steps[shortText(step)];
            if (count++ == 0) first = step;
        }
    const auto most = std::ranges::max_element(steps, {}, [](const auto& one) { return one.second.first; });
    return most == steps.end() ? 0 : most->second.second;
}

/// Its numbers as times, with the guesses of text tables; by their shape alone where no name says it.
std::optional<NumberTimes> timesOfColumn(const Channel& channel, bool isFirst, const ExperimentConfig& options) {
    if (!isGuessed(options.timeColumn))
        return channel.name == options.timeColumn ? timesOfNumbers("time", channel.values.vector(), true)
                                                  : std::nullopt;
    if (isAskedFor(options, channel.name)) return std::nullopt;
    if (namesOtherThanTime(channel.name)) return std::nullopt;
    const StampShape shape = stampShapeOf(channel.values);
    if (shape == StampShape::None && !isTimeName(channel.name)) return std::nullopt;
    const std::vector<double> values = channel.values.vector();  // of a long column a copy takes long
    if (auto named = timesOfNumbers(channel.name, values, isFirst)) return named;
    auto times = shape == StampShape::Sure ? timesOfNumbers("time", values, true) : std::nullopt;
    if (times) times->isCertain = false;
    return times;
}

}  // namespace

std::string lastPart(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool isNamedTime(const StoredArray& array) {
    static constexpr std::string_view kNames[] = {"time", "times", "timestamp", "timestamps", "datetime",
                                                  "date", "dates", "epoch",     "t"};
    return std::find(std::begin(kNames), std::end(kNames), lowered(lastPart(array.path))) != std::end(kNames);
}

bool isAskedFor(const ExperimentConfig& options, const std::string& name) {
    return std::ranges::find(options.inputs, name) != options.inputs.end() ||
           std::ranges::find(options.targets, name) != options.targets.end();
}

void addCount(const StoredArray& array, const std::vector<double>& values, Series& series) {
    const std::string name = lastPart(array.path);
    const double step = usualStep(values);
    series.report.columns.push_back({name, ReadColumn::Kind::Number, ReadColumn::Role::OtherTime, 0});
    if (step > 0)
        series.report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "most rows lie %1 apart by '%2', in its unit '%3'. Name it as an input to have its counts "
                           "as a column"),
              {numberPhrase(shortText(step)), name, array.unit}}});
}

bool isTimeArray(const StoredArray& array, const std::vector<double>& values, const ExperimentConfig& options) {
    if (countsRows(options) || array.isCount || array.shape.size() != 1) return false;
    const std::string name = lastPart(array.path);
    if (!isGuessed(options.timeColumn)) return name == options.timeColumn || array.path == options.timeColumn;
    if (array.isTime || isPandasIndex(name, values)) return true;
    return isNamedTime(array);
}

void addTime(const StoredArray& array, const std::vector<double>& values, Series& series) {
    if (array.unit.empty() && !array.isTime && !isPandasIndex(lastPart(array.path), values) &&
        addGuessedTime(array, values, series))
        return;
    const double scale = microsPerUnit(array, values);
    series.time.name = lastPart(array.path);
    if (!array.names.empty()) series.time.name = array.names.front();
    series.report.columns.push_back({series.time.name, ReadColumn::Kind::Number, ReadColumn::Role::Time, 0});
    for (const double value : values)
        series.time.values.push_back(std::abs(value * scale) < kFarthestMicros ? std::llround(value * scale) : kNoTime);
    const bool isSaid = array.isTime || !array.unit.empty() || isPandasIndex(series.time.name, values);
    series.report.guesses.push_back({"time_column", series.time.name, series.time.name, isSaid, false, {}});
    if (!isSaid)
        series.report.warnings.push_back(
            {-1, sayNumberTimes(array.path, {{}, GATELAB_TEXT("Reading", "times since 1970-01-01"), false})});
}

void takeTimeColumn(const ExperimentConfig& options, Series& series) {
    for (std::size_t c = 0; c < series.channels.size() && series.channels.size() > 1; ++c) {
        const Channel& channel = series.channels[c];
        const auto times = timesOfColumn(channel, c == 0, options);
        if (!times) continue;
        series.time = {channel.name, times->micros};
        series.report.guesses.push_back(
            {"time_column", channel.name, channel.name, times->isCertain, !isGuessed(options.timeColumn), {}});
        series.report.warnings.push_back({-1, sayNumberTimes(channel.name, *times)});
        const auto column = std::ranges::find(series.report.columns, channel.name, &ReadColumn::name);
        if (column != series.report.columns.end()) column->role = ReadColumn::Role::Time;
        series.channels.erase(series.channels.begin() + static_cast<std::ptrdiff_t>(c));
        return;
    }
}

void leaveUntimedOut(Series& series) {
    std::vector<std::int64_t>& times = series.time.values;
    const std::int64_t lost = std::ranges::count(times, kNoTime);
    if (lost == 0) return;
    if (lost == std::ssize(times)) {
        series.report.warnings.push_back(
            {-1, {GATELAB_TEXT("Reading", "'%1' holds no time, so that the rows are counted"), {series.time.name}}});
        series.time = {};
        return;
    }
    series.report.warnings.push_back(
        {-1,
         counted(lost, GATELAB_TEXT("Reading", "1 row was left out: its time is missing, so it has no place"),
                 GATELAB_TEXT("Reading", "%1 rows were left out: their times are missing, so they have no place"))});
    for (Channel& channel : series.channels) {
        std::vector<double> kept;
        std::int64_t missing = 0;
        for (std::size_t r = 0; r < times.size(); ++r)
            if (times[r] != kNoTime)
                kept.push_back(channel.values[r]);
            else
                missing += std::isnan(channel.values[r]) ? 1 : 0;
        channel.values = std::move(kept);
        series.report.valuesMissing -= missing;
        const auto column = std::ranges::find(series.report.columns, channel.name, &ReadColumn::name);
        if (column != series.report.columns.end()) column->missing -= missing;
    }
    for (std::size_t r = 0; r < times.size(); ++r)
        if (times[r] == kNoTime)
            series.report.account.leave(static_cast<std::int64_t>(r) + 1,
                                        GATELAB_TEXT("Reading", "the row has no time"));
    std::erase(times, kNoTime);
}

void leaveStampsOut(const ExperimentConfig& options, Series& series) {
    if (countsRows(options)) return;
    const std::int64_t usual = usualDistance(series.time.values);
    const auto isStamps = [&](const Channel& channel) {
        if (isAskedFor(options, channel.name)) return false;
        if (series.time.known() && repeatsTimes(channel.values, series.time.values, usual)) return true;
        const bool isCalledTime = isTimeName(channel.name) || endsLikeTime(channel.name);
        return isCalledTime && stampShapeOf(channel.values) > StampShape::Rising;
    };
    const auto isLeft = [&](const Channel& channel) {
        if (!isStamps(channel)) {
            if (!isAskedFor(options, channel.name) && !namesOtherThanTime(channel.name) &&
                stampShapeOf(channel.values) >= StampShape::Rising)
                series.report.warnings.push_back({-1, sayRisesAsStamps(channel.name)});
            return false;
        }
        series.report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "column '%1' holds numbers that look like time stamps and was left out. Choose it as the "
                           "time column, or name it as an input to keep it"),
              {channel.name}}});
        const auto column = std::ranges::find(series.report.columns, channel.name, &ReadColumn::name);
        if (column != series.report.columns.end()) column->role = ReadColumn::Role::OtherTime;
        return true;
    };
    if (!std::ranges::all_of(series.channels, isStamps)) std::erase_if(series.channels, isLeft);
}

}  // namespace gatelab
