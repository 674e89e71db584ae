// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/placed_forecasts.h"

#include "data/many/many_series.h"
#include "data/row_time.h"
#include "lab/backtest/backtest.h"
#include "lab/outside/forecast_moments.h"
#include "lab/outside/placing_counts.h"
#include "lab/outside/zone_shift.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostValues = 2e8;
constexpr std::int64_t kDay = INT64_C(86'400'000'000);

Error wrong(Phrase what) { return {ErrorCode::InvalidInput, std::move(what)}; }

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t kNamed = 5;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kNamed; ++i) text += (i == 0 ? "'" : ", '") + names[i] + "'";
    return text + (names.size() > kNamed ? ", ..." : "");
}

class Placing {
public:
    Placing(const ForecastFile& file, const Series& data, const std::vector<std::string>& targets)
        : file_(file), data_(data), targets_(targets), moments_(file) {}

    Result<PlacedForecasts> place() {
        if (auto found = findSeries(); !found.ok()) return found.error();
        if (auto read = moments_.read(timesOf(0)); !read.ok()) return read.error();
        if (auto done = findWindows(); !done.ok()) return done.error();
        if (placed_ == 0) return noneFound();
        if (const auto shift = otherZone()) return wrong(std::move(*shift));
        if (isRolling())
            return wrong(GATELAB_TEXT(
                "Backtest",
                "the times that are forecast leave rows out again and again, and no column says from when: "
                "forecasts of several origins; add the origin of each (cutoff, the last time that was known)"));
        if (auto done = fill(); !done.ok()) return done.error();
        tell();
        return std::move(made_);
    }

    /// Nearly all truths of the file are the data's at the same times. Once it is placed.
    [[nodiscard]] bool holdsTruth() const {
        constexpr std::int64_t kFewest = 3;
        return counts_.truths >= kFewest && counts_.otherTruth * 10 <= counts_.truths;
    }

private:
    using Window = std::vector<std::pair<std::int64_t, std::size_t>>;  // step from 0, row of the file
    [[nodiscard]] const std::vector<std::int64_t>& timesOf(std::size_t s) const {
        return made_.series[s].data->time.values;
    }

    [[nodiscard]] const std::vector<std::int64_t>& times() const { return moments_.times(); }
    [[nodiscard]] const std::vector<std::int64_t>& origins() const { return moments_.origins(); }
    [[nodiscard]] double truthAt(std::size_t s, std::int64_t row) const {
        return made_.series[s].data->channels.front().values[static_cast<std::size_t>(row)];
    }

    Result<std::string> onlyTarget() {
        std::vector<std::string> names;
        for (const Channel& channel : data_.channels)
            if (channel.name != kSeriesNumber) names.push_back(channel.name);
        if (targets_.size() == 1 && data_.find(targets_.front())) return targets_.front();
        if (names.size() == 1) return names.front();
        // Darts calls the forecasts of a column as the column
        if (file_.models.size() == 1 && data_.find(file_.models.front().name) && !file_.models.front().name.empty())
            return file_.models.front().name;
        // StatsForecast writes what was observed beside its forecasts, under the name that it has in the data
        if (!file_.truthName.empty() && data_.find(file_.truthName)) {
            made_.notes.push_back(
                {GATELAB_TEXT("Backtest",
                              "'%1' is what is forecast: the file has its observed values under that name."),
                 {file_.truthName}});
            return file_.truthName;
        }
        return wrong({GATELAB_TEXT("Backtest",
                                   "the file does not say which column it forecasts, and the data have %1 (%2); name "
                                   "the target"),
                      {names.size(), listed(names)}});
    }

    void add(const std::string& name, const SeriesMember& rows, const std::string& channel) {
        places_.emplace(name, made_.series.size());
        made_.series.push_back({name, memberSeries(data_, rows, {channel}), {}, {}, {}});
    }

    /// The series that the file names, each with its data.
    Result<> findSeries() {
        const std::set<std::string> names(file_.series.begin(), file_.series.end());
        const SeriesMember all{{}, 0, data_.rows()};
        std::vector<std::string> missing;
        if (isMany(data_)) {
            const auto target = onlyTarget();
            if (!target.ok()) return target.error();
            for (const SeriesMember& member : membersOf(data_))
                if (names.contains(member.name)) add(member.name, member, *target);
        } else
            for (const Channel& channel : data_.channels)
                if (names.contains(channel.name)) add(channel.name, all, channel.name);
        if (made_.series.empty() && names.size() <= 1 && !isMany(data_)) {
            const auto target = onlyTarget();
            if (!target.ok()) return target.error();
            add(names.empty() ? *target : *names.begin(), all, *target);
        }
        for (const std::string& name : names)
            if (!places_.contains(name)) missing.push_back(name);
        if (made_.series.empty())
            return wrong(
                {GATELAB_TEXT("Backtest", "the data hold none of the series of the file: %1"), {listed(missing)}});
        if (!missing.empty())
            made_.notes.push_back({GATELAB_TEXT("Backtest", "%1 series of the file are not in the data: %2."),
                                   {missing.size(), listed(missing)}});
        for (const PlacedSeries& one : made_.series)
            if (!std::ranges::is_sorted(one.data->time.values))
                return wrong({GATELAB_TEXT("Backtest",
                                           "the times of the data of '%1' do not rise from row to row; sort the file"),
                              {one.name}});
        return {};
    }

    [[nodiscard]] std::optional<std::size_t> seriesAt(std::size_t r) const {
        if (file_.series.empty()) return 0;
        const auto found = places_.find(file_.series[r]);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

    /// Row of the data that row r of the file forecasts.
    std::optional<std::int64_t> rowAt(std::size_t r, std::size_t s) {
        if (times().empty()) {
            if (origins()[r] == kNoMoment || file_.steps[r] == kNoMoment) return ++counts_.noTime, std::nullopt;
            return moments_.firstAt(r, timesOf(s)) + file_.steps[r] - 1;
        }
        const std::int64_t time = times()[r];
        if (time == kNoMoment) return ++counts_.noTime, std::nullopt;
        const std::vector<std::int64_t>& rows = timesOf(s);
        if (rows.empty()) return time;
        const auto found = std::ranges::lower_bound(rows, time);
        if (found != rows.end() && *found == time) return found - rows.begin();
        return ++(found == rows.end() ? counts_.after : counts_.between), std::nullopt;
    }

    /// First row of the window; nothing: the file's row has no origin.
    [[nodiscard]] std::optional<std::int64_t> cutoffAt(std::size_t r, std::size_t s, std::int64_t row) const {
        if (origins().empty()) return file_.steps.empty() ? firstRows_[s] : row - file_.steps[r] + 1;
        return origins()[r] == kNoMoment ? std::nullopt : std::optional(moments_.firstAt(r, timesOf(s)));
    }

    Result<> findWindows() {
        std::vector<std::optional<std::int64_t>> rows(file_.rows());
        firstRows_.assign(made_.series.size(), std::numeric_limits<std::int64_t>::max());
        for (std::size_t r = 0; r < file_.rows(); ++r) {
            const auto s = seriesAt(r);
            if (!s) {
                ++counts_.noSeries;
                continue;
            }
            rows[r] = rowAt(r, *s);
            if (rows[r] && (*rows[r] < 0 || *rows[r] >= made_.series[*s].data->rows()))
                ++counts_.after, rows[r].reset();
            if (rows[r]) firstRows_[*s] = std::min(firstRows_[*s], *rows[r]);
        }
        windows_.resize(made_.series.size());
        for (std::size_t r = 0; r < file_.rows(); ++r) {
            if (!rows[r]) continue;
            const std::size_t s = *seriesAt(r);
            const auto cutoff = cutoffAt(r, s, *rows[r]);
            if (!cutoff || *cutoff < 1) {
                ++counts_.noTime;
                continue;
            }
            if (*rows[r] < *cutoff) {
                ++counts_.leaks;
                continue;
            }
            Window& window = windows_[s][*cutoff];
            const std::int64_t step = *rows[r] - *cutoff;
            made_.horizon = std::max(made_.horizon, step + 1);
            window.emplace_back(step, r);
            compareTruth(r, s, *rows[r]);
            ++placed_;
        }
        return dropTwice();
    }

    void compareTruth(std::size_t r, std::size_t s, std::int64_t row) {
        const double truth = truthAt(s, row);
        counts_.unknown += std::isfinite(truth) ? 0 : 1;
        if (file_.truth.empty() || !std::isfinite(file_.truth[r]) || !std::isfinite(truth)) return;
        counts_.truths += 1;
        counts_.otherTruth += isSame(file_.truth[r], truth) ? 0 : 1;
    }

    /// The first of several forecasts of one time from one origin stays.
    Result<> dropTwice() {
        for (auto& windows : windows_)
            for (auto& [cutoff, window] : windows) {
                std::ranges::stable_sort(window, {}, &std::pair<std::int64_t, std::size_t>::first);
                const auto rest = std::ranges::unique(window, {}, &std::pair<std::int64_t, std::size_t>::first);
                counts_.twice += std::ssize(rest);
                window.erase(rest.begin(), rest.end());
            }
        if (counts_.twice > 0 && origins().empty())
            return wrong({GATELAB_TEXT("Backtest",
                                       "%1 times are forecast more than once, and no column says from when: add the "
                                       "origin of each forecast (cutoff, the last time that was known)"),
                          {counts_.twice}});
        return {};
    }

    /// Where the truths of the file are the data's at another hour.
    [[nodiscard]] std::optional<Phrase> otherZone() const {
        if (counts_.truths < 10 || 2 * counts_.otherTruth <= counts_.truths || timesOf(0).empty() || times().empty())
            return std::nullopt;
        const ZoneShift shift = bestZoneShift([this](std::int64_t micros) {
            ZoneShift::Matches found;
            for (std::size_t r = 0; r < times().size(); ++r) {
                const auto s = seriesAt(r);
                if (!s || times()[r] == kNoMoment || !std::isfinite(file_.truth[r])) continue;
                const std::vector<std::int64_t>& rows = timesOf(*s);
                const auto at = std::ranges::lower_bound(rows, times()[r] + micros);
                if (at == rows.end() || *at != times()[r] + micros) continue;
                found.of += 1;
                found.same += isSame(file_.truth[r], truthAt(*s, at - rows.begin())) ? 1 : 0;
            }
            return found;
        });
        const auto [same, of] = shift.matches;
        if (shift.quarters == 0 || same < 10 || 10 * same < 9 * of) return std::nullopt;
        return Phrase{GATELAB_TEXT("Backtest",
                                   "%1 of %2 truths of the file are others than those of the data at their times, but "
                                   "moved by %3 hours %4 of %5 are the data's: one of the two stands in another zone; "
                                   "choose the time zone of the data"),
                      {counts_.otherTruth, counts_.truths, shift.hours(), same, of}};
    }

    static bool isSame(double a, double b) { return std::abs(a - b) <= 1e-4 * std::max(std::abs(a), std::abs(b)); }

    /// One window without an origin, cut into three or more parts of one length by rows that it does not forecast.
    [[nodiscard]] bool isRolling() const {
        if (!origins().empty() || !file_.steps.empty()) return false;
        for (const auto& windows : windows_)
            for (const auto& [cutoff, window] : windows) {
                std::vector<std::int64_t> parts{1};
                for (std::size_t i = 1; i < window.size(); ++i)
                    if (window[i].first == window[i - 1].first + 1)
                        ++parts.back();
                    else
                        parts.push_back(1);
                if (parts.size() > 2 && parts.front() > 1 &&
                    std::all_of(parts.begin(), parts.end() - 1, [&](std::int64_t n) { return n == parts.front(); }))
                    return true;
            }
        return false;
    }

    [[nodiscard]] Error noneFound() const {
        if (counts_.leaks > 0)
            return wrong({GATELAB_TEXT("Backtest",
                                       "all %1 rows lie at or before their origin, where the truth was known already: "
                                       "none is a forecast"),
                          {counts_.leaks}});
        const std::vector<std::int64_t>& rows = timesOf(0);
        if (rows.empty() || times().empty())
            return wrong({GATELAB_TEXT("Backtest", "no row of the data, which are %1, is forecast by the file"),
                          {made_.series.front().data->rows()}});
        const ZoneShift shift = bestZoneShift([&](std::int64_t micros) {
            ZoneShift::Matches found;
            for (const std::int64_t time : times()) {
                if (time == kNoMoment) continue;
                found.of += 1;
                found.same += std::ranges::binary_search(rows, time + micros) ? 1 : 0;
            }
            return found;
        });
        if (shift.matches.same > 0)
            return wrong({GATELAB_TEXT("Backtest",
                                       "no time of the file is one of the data's, but moved by %1 hours %2 of %3 are: "
                                       "one of the two stands in another zone; choose the time zone of the data"),
                          {shift.hours(), shift.matches.same, shift.matches.of}});
        std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = kNoMoment;
        for (const std::int64_t time : times())
            if (time != kNoMoment) first = std::min(first, time), last = std::max(last, time);
        const TimeAxis ends{.name = "t", .values = {first, last, rows.front(), rows.back()}};
        return wrong({GATELAB_TEXT("Backtest", "no time of the file (%1 to %2) is one of the data's (%3 to %4)"),
                      {rowTime(ends, 0), rowTime(ends, 1), rowTime(ends, 2), rowTime(ends, 3)}});
    }

    Result<> fill() {
        double windows = 0, perStep = 0;
        for (const auto& one : windows_) windows += static_cast<double>(one.size());
        for (const FileModel& model : file_.models) perStep += 1 + static_cast<double>(model.levels.size());
        if (windows * static_cast<double>(made_.horizon) * perStep > kMostValues)
            return wrong(
                {GATELAB_TEXT("Backtest", "%1 windows of up to %2 steps are too many; is the origin the right column?"),
                 {static_cast<std::int64_t>(windows), made_.horizon}});
        for (const FileModel& model : file_.models)
            made_.models.push_back(
                {externalKey(file_.name + (model.name.empty() ? "" : " " + model.name)), model.levels});
        for (std::size_t s = 0; s < made_.series.size(); ++s) fillSeries(made_.series[s], windows_[s]);
        std::erase_if(made_.series, [](const PlacedSeries& one) { return one.cutoffs.empty(); });
        return {};
    }

    void fillSeries(PlacedSeries& one, const std::map<std::int64_t, Window>& windows) {
        const auto horizon = static_cast<std::size_t>(made_.horizon);
        const std::size_t all = windows.size() * horizon;
        for (const FileModel& model : file_.models) {
            one.points.emplace_back(all, kNone);
            one.quantiles.emplace_back(model.levels.size(), std::vector<double>(all, kNone));
        }
        for (const auto& [cutoff, window] : windows) {
            const std::size_t from = one.cutoffs.size() * horizon;
            one.cutoffs.push_back(cutoff);
            counts_.gaps += window.back().first + 1 - std::ssize(window);
            for (const auto& [step, r] : window) {
                const auto lacks = [r = r](const FileModel& model) { return !std::isfinite(model.point[r]); };
                const auto crosses = [r = r](const FileModel& model) {
                    for (std::size_t k = 1; k < model.levels.size(); ++k)
                        if (model.quantiles[k][r] < model.quantiles[k - 1][r]) return true;
                    return false;
                };
                counts_.empty += std::ranges::any_of(file_.models, lacks) ? 1 : 0;
                counts_.crossed += std::ranges::any_of(file_.models, crosses) ? 1 : 0;
                for (std::size_t m = 0; m < file_.models.size(); ++m) {
                    const std::size_t at = from + static_cast<std::size_t>(step);
                    one.points[m][at] = file_.models[m].point[r];
                    for (std::size_t k = 0; k < file_.models[m].levels.size(); ++k)
                        one.quantiles[m][k][at] = file_.models[m].quantiles[k][r];
                }
            }
        }
    }

    void tell() {
        std::vector<Phrase>& notes = made_.notes;
        notes.insert(notes.begin(), file_.understood.begin(), file_.understood.end());
        if (!origins().empty())
            notes.push_back(moments_.isFirstRow()
                                ? GATELAB_TEXT("Backtest", "An origin is the first time that is forecast.")
                                : GATELAB_TEXT("Backtest", "An origin is the last time that was known."));
        std::ranges::move(counts_.notes(), std::back_inserter(notes));
        if (moments_.arePeriodEnds())
            notes.push_back(GATELAB_TEXT("Backtest",
                                         "The file names periods by their last day and the data by their first: they "
                                         "were matched by period."));
        const TimeAxis& axis = made_.series.front().data->time;
        if (file_.truth.empty() && axis.known() && axis.stepMicros > 0 && axis.stepMicros < kDay)
            notes.push_back(GATELAB_TEXT("Backtest",
                                         "The file holds no truth (y), so that nothing can be checked: times of "
                                         "another zone, or other data, would not be noticed."));
        std::ranges::move(counts_.truthNotes(), std::back_inserter(notes));
    }

    const ForecastFile& file_;
    const Series& data_;
    const std::vector<std::string>& targets_;
    PlacedForecasts made_;
    std::map<std::string, std::size_t> places_;  // of the series, by name
    ForecastMoments moments_;
    std::vector<std::int64_t> firstRows_;                  // that are forecast, by series
    std::vector<std::map<std::int64_t, Window>> windows_;  // [series] by their first row
    std::int64_t placed_ = 0;
    PlacingCounts counts_;
};

/// Nixtla's libraries write what was observed beside the models under the name that it has in the data: a column of the
/// file that is no forecast. Nothing: none is so.
std::optional<PlacedForecasts> placedByNamedTruth(const ForecastFile& file, const Series& data,
                                                  const std::vector<std::string>& targets) {
    if (!file.truth.empty() || file.models.size() < 2) return std::nullopt;
    for (const FileModel& model : file.models) {
        const bool isAsked = targets.empty() || targets == std::vector{model.name};
        if (!isAsked || !model.levels.empty() || !data.find(model.name)) continue;
        ForecastFile other = file;
        other.truth = model.point, other.truthName = model.name;
        std::erase_if(other.models, [&](const FileModel& one) { return one.name == model.name; });
        std::erase_if(other.understood, [&](const Phrase& said) {
            return said.arguments.size() == 1 && said.arguments.front() == Phrase("'" + model.name + "'");
        });
        Placing placing(other, data, targets);
        auto placed = placing.place();
        if (placed.ok() && placing.holdsTruth()) return std::move(*placed);
    }
    return std::nullopt;
}

/// The column of the data whose values are the file's truths at their times, where none has their name.
std::optional<PlacedForecasts> placedByValues(const ForecastFile& file, const Series& data) {
    constexpr std::size_t kMost = 50;
    if (file.truth.empty() || data.find(file.truthName)) return std::nullopt;
    for (std::size_t c = 0; c < std::min(kMost, data.channels.size()); ++c) {
        const std::string& name = data.channels[c].name;
        if (name == kSeriesNumber) continue;
        const std::vector<std::string> target{name};
        Placing placing(file, data, target);
        auto placed = placing.place();
        if (!placed.ok() || !placing.holdsTruth()) continue;
        placed->notes.push_back(
            {GATELAB_TEXT("Backtest", "'%1' is what is forecast: its values are those that the file has as '%2'."),
             {name, file.truthName}});
        return std::move(*placed);
    }
    return std::nullopt;
}

}  // namespace

Result<PlacedForecasts> placeForecasts(const ForecastFile& file, const Series& data,
                                       const std::vector<std::string>& targets) {
    if (auto placed = placedByNamedTruth(file, data, targets)) return std::move(*placed);
    auto placed = Placing(file, data, targets).place();
    if (placed.ok() || !targets.empty()) return placed;
    if (auto other = placedByValues(file, data)) return std::move(*other);
    return placed;
}

std::vector<std::int64_t> originsOf(const PlacedForecasts& placed) {
    std::set<std::int64_t> all;
    for (const PlacedSeries& one : placed.series) all.insert(one.cutoffs.begin(), one.cutoffs.end());
    return {all.begin(), all.end()};
}

}  // namespace gatelab
