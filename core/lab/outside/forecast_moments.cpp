// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/forecast_moments.h"

#include "data/tables/number_times.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kDay = INT64_C(86'400'000'000);

std::chrono::year_month_day dateOf(std::int64_t micros) {
    return std::chrono::sys_days(std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(micros))));
}
std::int64_t monthOf(std::int64_t micros) {
    const auto date = dateOf(micros);
    return INT64_C(12) * static_cast<int>(date.year()) + static_cast<unsigned>(date.month());
}
bool isMonthStart(std::int64_t micros) { return micros % kDay == 0 && dateOf(micros).day() == std::chrono::day(1); }
bool isMonthEnd(std::int64_t micros) { return micros % kDay == 0 && isMonthStart(micros + kDay); }

Error wrong(Phrase what) { return {ErrorCode::InvalidInput, std::move(what)}; }

}  // namespace

Result<> ForecastMoments::read(const std::vector<std::int64_t>& rows) {
    const bool haveTimes = !rows.empty();
    if (!file_.times.empty()) {
        auto times = asTimes(file_.times, haveTimes);
        if (!times.ok()) return times.error();
        times_ = std::move(*times);
    }
    // Numbers beside dates are rows
    areOriginsRows_ = file_.origins.areNumbers && (file_.times.empty() || !file_.times.areNumbers);
    if (areOriginsRows_)
        origins_ = file_.origins.values;
    else if (!file_.origins.empty()) {
        auto origins = asTimes(file_.origins, haveTimes);
        if (!origins.ok()) return origins.error();
        origins_ = std::move(*origins);
    }
    takePeriodEnds(rows);
    decideOrigins();
    return {};
}

/// Numbers as times where the data have times.
Result<std::vector<std::int64_t>> ForecastMoments::asTimes(const ForecastFile::Moments& moments, bool haveTimes) const {
    if (!moments.areNumbers && !haveTimes)
        return wrong(GATELAB_TEXT("Backtest",
                                  "the file names times and the data have none; choose the time column of the data"));
    if (!moments.areNumbers || !haveTimes) return moments.values;
    // Each once and rising, as a column of times is
    std::set<std::int64_t> once(moments.values.begin(), moments.values.end());
    once.erase(kNoMoment);
    const auto times = numberTimes("time", {once.begin(), once.end()}, true);
    if (!times)
        return wrong(
            GATELAB_TEXT("Backtest", "the times of the file are numbers that are no dates; write them as the data do"));
    std::map<std::int64_t, std::int64_t> micros;
    for (std::size_t i = 0; const std::int64_t value : once) micros[value] = times->micros[i++];
    std::vector<std::int64_t> values = moments.values;
    for (std::int64_t& value : values)
        if (value != kNoMoment) value = micros[value];
    return values;
}

/// Months, quarters and years that the file names by their last day, and the data by their first: those of the
/// data.
void ForecastMoments::takePeriodEnds(const std::vector<std::int64_t>& rows) {
    // Without times the origins say what they are
    const std::vector<std::int64_t>& named = times_.empty() ? origins_ : times_;
    if (rows.size() < 2 || !std::ranges::all_of(rows, isMonthStart) || (times_.empty() && areOriginsRows_)) return;
    const auto isEnd = [](std::int64_t time) { return time == kNoMoment || isMonthEnd(time); };
    const auto isStart = [](std::int64_t time) { return time == kNoMoment || isMonthStart(time); };
    if (!std::ranges::all_of(named, isEnd) || std::ranges::all_of(named, isStart)) return;
    const std::int64_t months = monthOf(rows[1]) - monthOf(rows[0]);
    if (months < 1 || months > 12) return;
    for (std::vector<std::int64_t>* moments : {&times_, &origins_})
        for (std::int64_t& time : *moments) {
            if (time == kNoMoment || (moments == &origins_ && areOriginsRows_) || !isMonthEnd(time)) continue;
            const auto first = std::chrono::sys_days(
                std::chrono::year_month_day(dateOf(time).year(), dateOf(time).month(), std::chrono::day(1)) -
                std::chrono::months(months - 1));
            time = std::chrono::duration_cast<std::chrono::microseconds>(first.time_since_epoch()).count();
        }
    arePeriodEnds_ = true;
}

void ForecastMoments::decideOrigins() {
    isFirstRow_ = file_.isOriginFirstRow;
    if (file_.isOriginFirstRow || file_.isOriginLastRow || origins_.empty()) return;
    if (areOriginsRows_) {
        isFirstRow_ = true;  // cutoff and step, as this program writes a backtest
        return;
    }
    if (times_.empty()) return;  // Nixtla's cutoff: the last time that is known
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> first;
    for (std::size_t r = 0; r < times_.size(); ++r) {
        if (times_[r] == kNoMoment || origins_[r] == kNoMoment) continue;
        const auto [found, isNew] =
            first.try_emplace({file_.series.empty() ? std::string() : file_.series[r], origins_[r]}, times_[r]);
        if (!isNew) found->second = std::min(found->second, times_[r]);
    }
    const auto same = std::ranges::count_if(first, [](const auto& one) { return one.second == one.first.second; });
    isFirstRow_ = 2 * same > std::ssize(first);
}

std::int64_t ForecastMoments::firstAt(std::size_t r, const std::vector<std::int64_t>& rows) const {
    if (areOriginsRows_ || rows.empty()) return origins_[r] + (isFirstRow_ ? 0 : 1);
    const auto from =
        isFirstRow_ ? std::ranges::lower_bound(rows, origins_[r]) : std::ranges::upper_bound(rows, origins_[r]);
    return from - rows.begin();
}

}  // namespace gatelab
