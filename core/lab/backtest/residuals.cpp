// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/residuals.h"

#include "base/number_text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::size_t kFewest = 10, kMostLags = 40, kMisses = 5, kFifths = 5;
constexpr std::int64_t kDay = 86'400'000'000;  // microseconds
constexpr std::int64_t kMostTested = 10, kEnoughLags = 10;
constexpr double kRare = 0.05;       // of a test
constexpr double kMuchBias = 2.0;    // standard errors
constexpr double kMuchWorse = 1.5;   // than the mean size
constexpr double kMuchGrowth = 1.2;  // from the lowest fifth of levels to the highest

Phrase figure(double value, int digits = 3) { return numberPhrase(numberText(value, digits)); }

/// Every error of the target whose truth is known.
struct Errors {
    std::vector<std::size_t> at;
    std::vector<double> error, level;
};

Errors errorsOf(const Backtest& backtest, const BacktestMethod& method, std::size_t target) {
    Errors all;
    for (std::size_t at = target; at < backtest.truth.size(); at += backtest.targets.size()) {
        const double error = backtest.truth[at] - method.forecast[at];
        if (std::isfinite(error))
            all.at.push_back(at), all.error.push_back(error), all.level.push_back(method.forecast[at]);
    }
    return all;
}

void addTo(ResidualGroup& group, double error) {
    group.count += 1, group.mean += error, group.absolute += std::abs(error), group.squared += error * error;
}

void divide(ResidualGroup& group) {
    const auto count = static_cast<double>(std::max<std::int64_t>(1, group.count));
    group.mean /= count, group.absolute /= count, group.squared = std::sqrt(group.squared / count);
}

template <class Key>
std::vector<ResidualGroup> grouped(const Backtest& backtest, const Errors& errors, const Key& key) {
    std::map<std::int64_t, ResidualGroup> groups;
    for (std::size_t i = 0; !backtest.times.empty() && i < errors.at.size(); ++i) {
        const std::int64_t of = key(backtest.times[errors.at[i] / backtest.targets.size()]);
        groups[of].key = of;
        addTo(groups[of], errors.error[i]);
    }
    std::vector<ResidualGroup> rows;
    for (auto& [of, group] : groups) divide(group), rows.push_back(group);
    return rows;
}

std::int64_t hourOf(std::int64_t micros) {
    using namespace std::chrono;
    const sys_time<microseconds> time{microseconds(micros)};
    return floor<hours>(time - floor<days>(time)).count();
}

std::int64_t weekdayOf(std::int64_t micros) {
    using namespace std::chrono;
    return weekday(floor<days>(sys_time<microseconds>{microseconds(micros)})).iso_encoding();
}

/// Microseconds between the two that are nearest to each other, of those that follow one another; 0: not known.
std::int64_t closestTimes(const std::vector<std::int64_t>& times) {
    std::int64_t closest = 0;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (const std::int64_t apart = std::abs(times[i] - times[i - 1]); apart > 0)
            closest = closest == 0 ? apart : std::min(closest, apart);
    return closest;
}

std::vector<ResidualGroup> fifths(const Errors& errors) {
    std::vector<std::size_t> order(errors.at.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return errors.level[i]; });
    std::vector<ResidualGroup> rows;
    for (std::size_t f = 0; f < kFifths; ++f) {
        const std::size_t from = order.size() * f / kFifths, to = order.size() * (f + 1) / kFifths;
        if (from == to) continue;
        ResidualGroup group;
        group.key = static_cast<std::int64_t>(f) + 1;
        group.from = errors.level[order[from]], group.to = errors.level[order[to - 1]];
        for (std::size_t i = from; i < to; ++i) addTo(group, errors.error[order[i]]);
        divide(group);
        rows.push_back(group);
    }
    return rows;
}

std::vector<LargeMiss> largest(const Backtest& backtest, const BacktestMethod& method, const Errors& errors) {
    std::vector<std::size_t> order(errors.at.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return std::abs(errors.error[i]); });
    std::vector<LargeMiss> misses;
    const std::size_t targets = backtest.targets.size();
    for (const std::size_t i : order) {
        if (misses.size() == kMisses) break;
        const std::size_t at = errors.at[i], window = at / backtest.perWindow(),
                          step = at % backtest.perWindow() / targets;
        const std::int64_t row = backtest.cutoffs[window] + static_cast<std::int64_t>(step);
        // Windows overlap: one odd row is told once
        if (std::ranges::any_of(misses, [&](const LargeMiss& miss) {
                return miss.row == row || miss.window == static_cast<std::int64_t>(window);
            }))
            continue;
        misses.push_back({static_cast<std::int64_t>(window), static_cast<std::int64_t>(step) + 1, row,
                          backtest.times.empty() ? 0 : backtest.times[at / targets], backtest.targets[at % targets],
                          backtest.truth[at], method.forecast[at]});
    }
    return misses;
}

void findCorrelation(ResidualReport& report) {
    const double n = static_cast<double>(report.oneStep.size()), error = report.deviation / std::sqrt(n);
    const bool isBiased = std::abs(report.mean) > kMuchBias * error;
    if (isBiased)
        report.findings.push_back(
            {report.mean > 0
                 ? GATELAB_TEXT("Backtest",
                                "One step ahead the forecast is %1 too low on average: the level has moved "
                                "since the training; refit, or train with an anchor.")
                 : GATELAB_TEXT("Backtest",
                                "One step ahead the forecast is %1 too high on average: the level has moved "
                                "since the training; refit, or train with an anchor."),
             {figure(std::abs(report.mean))}});
    if (report.ljungBox.p < kRare) {
        std::size_t lag = 1;
        for (std::size_t k = 1; k < report.acf.size(); ++k)
            if (std::abs(report.acf[k]) > std::abs(report.acf[lag])) lag = k;
        report.findings.push_back(
            {GATELAB_TEXT("Backtest",
                          "One-step errors are correlated (Ljung-Box p %1, most at lag %2 with %3): there is something "
                          "left to learn; a longer window or an input that tells the season may find it."),
             {figure(report.ljungBox.p, 2), static_cast<std::int64_t>(lag) * report.every,
              figure(report.acf[lag], 2)}});
        return;
    }
    const std::vector<Phrase> values{report.ljungBox.lags * report.every, figure(report.ljungBox.p, 2), report.every};
    // An origin every 24 rows says nothing about the 23 lags between
    if (report.every > 1)
        report.findings.push_back(
            {GATELAB_TEXT("Backtest",
                          "Whether something is left to learn cannot be told: with an origin every %3 rows, only every "
                          "%3. lag up to %1 is tested (Ljung-Box p %2) and none nearer. Make the backtest with --step "
                          "1."),
             values});
    else if (report.ljungBox.lags < kEnoughLags)
        report.findings.push_back(
            {GATELAB_TEXT("Backtest",
                          "Whether something is left to learn cannot be told: so few origins test lags up to %1 alone "
                          "(Ljung-Box p %2). Make the backtest with more origins."),
             values});
    else if (isBiased)
        report.findings.push_back({GATELAB_TEXT("Backtest",
                                                "Beside that mean, one-step errors show no correlation up to lag %1 "
                                                "(Ljung-Box p %2)."),
                                   values});
    else
        report.findings.push_back({GATELAB_TEXT("Backtest",
                                                "One-step errors show no correlation up to lag %1 (Ljung-Box p %2): as "
                                                "far as lines go, nothing is left to learn."),
                                   values});
}

void findGroups(ResidualReport& report, double absolute) {
    const auto worst = [&](const std::vector<ResidualGroup>& groups, const Text& text, const Text& even) {
        if (groups.size() < 2) return;
        const auto found = std::ranges::max_element(groups, {}, &ResidualGroup::absolute);
        if (found->absolute > kMuchWorse * absolute)
            report.findings.push_back({text, {found->key, figure(found->absolute / absolute, 2), found->count}});
        else
            report.findings.push_back(even);
    };
    worst(report.byHour,
          GATELAB_TEXT("Backtest",
                       "At hour %1 errors are %2 times the mean (%3 values): give the network the hour by the step "
                       "'calendar', or trust it less there."),
          GATELAB_TEXT("Backtest", "No hour of the day is much worse than the others: the hour is understood."));
    worst(report.byWeekday,
          GATELAB_TEXT("Backtest",
                       "On weekday %1 (1: Monday) errors are %2 times the mean (%3 values): give the network the "
                       "weekday by the step 'calendar', or trust it less there."),
          GATELAB_TEXT("Backtest", "No weekday is much worse than the others: the week is understood."));
}

double spreadOf(const ResidualGroup& group) {
    return std::sqrt(std::max(0.0, group.squared * group.squared - group.mean * group.mean));
}

void findLevel(ResidualReport& report, bool isPositive) {
    if (std::isnan(report.level.p)) return;
    const bool grows = report.level.p < kRare && report.level.ratio > kMuchGrowth;
    const ResidualGroup &lowest = report.byLevel.front(), &highest = report.byLevel.back();
    if (grows && !(spreadOf(highest) > kMuchGrowth * spreadOf(lowest)))
        report.findings.push_back(
            {GATELAB_TEXT("Backtest",
                          "Errors grow with the level (%1 times from the lowest fifth to the highest) by their mean, "
                          "not by their spread: %2 at the lowest level, %3 at the highest (truth less forecast). The "
                          "forecast does not follow the level; refit, or train with an anchor."),
             {figure(report.level.ratio, 2), figure(lowest.mean), figure(highest.mean)}});
    else if (grows)
        report.findings.push_back(
            {isPositive ? GATELAB_TEXT("Backtest",
                                       "Errors grow with the level (%1 times from the lowest fifth to the "
                                       "highest): train on logarithms, and trust intervals of one width less.")
                        : GATELAB_TEXT("Backtest",
                                       "Errors grow with the level (%1 times from the lowest fifth to the highest): "
                                       "train with a loss that tells the spread of each step, and trust intervals of "
                                       "one width less."),
             {figure(report.level.ratio, 2)}});
    else
        report.findings.push_back(
            GATELAB_TEXT("Backtest", "Errors do not grow with the level: intervals of one width will do."));
    if (!report.misses.empty())
        report.findings.push_back(
            {GATELAB_TEXT("Backtest",
                          "The largest miss is row %1, step %2: %3 in place of %4. Look whether "
                          "something happened there that no input tells."),
             {report.misses.front().row, report.misses.front().step, figure(report.misses.front().forecast, 4),
              figure(report.misses.front().truth, 4)}});
}

}  // namespace

Result<ResidualReport> residualReport(const Backtest& backtest, const std::string& key, std::size_t target) {
    const BacktestMethod* method = backtest.find(key);
    if (method == nullptr || target >= backtest.targets.size())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Backtest", "no such method was tested")};
    ResidualReport report;
    report.method = key, report.target = backtest.targets[target];
    report.every = std::max<std::int64_t>(1, backtest.plan.windowStepSize);
    for (std::size_t at = target; at < backtest.truth.size(); at += backtest.perWindow())
        if (const double error = backtest.truth[at] - method->forecast[at]; std::isfinite(error))
            report.oneStep.push_back(error);
    const std::size_t count = report.oneStep.size();
    if (count < kFewest)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Backtest",
                                   "residuals need %1 origins and there are %2; make the backtest with a smaller step"),
                      {static_cast<std::int64_t>(kFewest), static_cast<std::int64_t>(count)}}};
    const auto n = static_cast<double>(count);
    report.mean = std::accumulate(report.oneStep.begin(), report.oneStep.end(), 0.0) / n;
    double squares = 0;
    for (const double error : report.oneStep) squares += (error - report.mean) * (error - report.mean);
    report.deviation = std::sqrt(squares / (n - 1));
    report.acf = autocorrelations(report.oneStep, std::min(kMostLags, count / 2));
    report.band = 2 / std::sqrt(n);
    report.ljungBox = ljungBox(report.oneStep, std::min<std::size_t>(kMostTested, count / 5));
    const Errors all = errorsOf(backtest, *method, target);
    double absolute = 0;
    for (const double error : all.error) absolute += std::abs(error) / static_cast<double>(all.error.size());
    report.byHour = grouped(backtest, all, hourOf);
    // Of a monthly series, neither the hour nor the weekday means anything
    const std::int64_t apart = closestTimes(backtest.times);
    if (apart >= kDay) report.byHour.clear();
    if (apart <= kDay) report.byWeekday = grouped(backtest, all, weekdayOf);
    report.byLevel = fifths(all);
    report.level = levelDependence(all.error, all.level);
    report.misses = largest(backtest, *method, all);
    const bool isPositive =
        std::ranges::all_of(all.at, [&](std::size_t at) { return backtest.truth[at] > 0 && method->forecast[at] > 0; });
    findCorrelation(report), findGroups(report, absolute), findLevel(report, isPositive);
    return report;
}

}  // namespace gatelab
