// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/number_text.h"
#include "baselines/strong/strong_baselines.h"
#include "lab/backtest/backtest_scores.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

namespace gatelab {

namespace {

constexpr double kMuch = 0.03;       // of coverage
constexpr double kMuchDrift = 0.1;   // of coverage, between a month and the others
constexpr std::int64_t kBlocks = 4;  // of a month, at least: fewer have no spread

Phrase percent(double share) { return numberPhrase(percentText(share)); }

void findBeside(const Backtest& backtest, std::vector<Phrase>& found) {
    const BacktestMethod *run = backtest.find("model"), *other = bestBaseline(backtest);
    if (run == nullptr || other == nullptr) return;
    const auto own = windowScores(backtest, *run, nullptr), beside = windowScores(backtest, *other, nullptr);
    std::vector<double> gains;
    for (std::size_t w = 0; w < own.size(); ++w) gains.push_back(beside[w].mae - own[w].mae);
    const BlockInterval gain = blockInterval(gains, blockOf(backtest));
    const double share = std::abs(gain.mean) / meanScores(beside).mae;
    const std::vector<Phrase> values{percent(share), testedMethodLabel(other->key), backtest.doneWindows()};
    if (gain.high < 0)
        found.push_back({GATELAB_TEXT("Backtest",
                                      "Worse than %2: the MAE is %1 % higher over %3 origins, and chance does not "
                                      "explain it. Use %2, or train otherwise."),
                         values});
    else if (gain.low > 0)
        found.push_back({GATELAB_TEXT("Backtest",
                                      "The MAE is %1 % below the best simple method, %2, over %3 origins, and chance "
                                      "does not explain it: the run is worth its trouble."),
                         values});
    else if (std::isnan(gain.low))
        found.push_back({GATELAB_TEXT("Backtest",
                                      "%3 origins are too few to tell the run from %2; more origins (a smaller step) "
                                      "would."),
                         values});
    else
        found.push_back(
            {GATELAB_TEXT("Backtest", "No difference to %2 over %3 origins (%1 %): the simpler method does as well."),
             values});
}

void findCoverage(const BacktestIntervals& intervals, const WindowScores& scores, std::vector<Phrase>& found) {
    const auto say = [&](double nominal, double covered) {
        if (std::isnan(covered)) return;
        const std::vector<Phrase> values{percent(nominal), numberPhrase(numberText(100 * covered, 3)),
                                         intervalLabel(intervals.method)};
        const bool isSpread =
            intervals.method == IntervalMethod::Dropout || intervals.method == IntervalMethod::Ensemble;
        if (covered < nominal - kMuch && isSpread)
            found.push_back({GATELAB_TEXT("Backtest",
                                          "%3: the interval of %1 % held %2 % of the truths, it is too narrow here: it "
                                          "is the spread of the forecasts alone, without the noise of the series that "
                                          "a head may tell."),
                             values});
        else if (covered < nominal - kMuch)
            found.push_back(
                {GATELAB_TEXT("Backtest", "%3: the interval of %1 % held %2 % of the truths, it is too narrow here."),
                 values});
        else if (covered > nominal + kMuch)
            found.push_back(
                {GATELAB_TEXT("Backtest", "%3: the interval of %1 % held %2 % of the truths, it is too wide here."),
                 values});
        else
            found.push_back(
                {GATELAB_TEXT("Backtest", "%3: the interval of %1 % held %2 % of the truths, it can be trusted."),
                 values});
    };
    say(0.8, scores.coverage80), say(0.95, scores.coverage95);
}

/// A month whose coverage differs from that of the others by more than chance explains: the intervals of both, by
/// blocks of windows, do not touch. A window counts to the month of its middle step.
struct Drift {
    std::string month;
    double inside = 0, outside = 0;
};

std::optional<Drift> drifted(const Backtest& backtest, const BacktestMethod& method,
                             const BacktestIntervals& intervals) {
    const std::vector<WindowScores> windows = windowScores(backtest, method, &intervals);
    const std::vector<std::string> months = monthsOfWindows(backtest);
    const std::int64_t block = blockOf(backtest);
    std::optional<Drift> worst;
    for (const std::string& month : std::set<std::string>(months.begin(), months.end())) {
        std::vector<double> inside, outside;
        for (std::size_t w = 0; w < months.size(); ++w)
            (months[w] == month ? inside : outside).push_back(windows[w].coverage80);
        if (std::ssize(inside) < kBlocks * block || std::ssize(outside) < kBlocks * block) continue;
        const BlockInterval in = blockInterval(inside, block), out = blockInterval(outside, block);
        const double apart = std::abs(in.mean - out.mean);
        if (!(apart > kMuchDrift) || !(in.high < out.low || in.low > out.high)) continue;
        if (!worst || apart > std::abs(worst->inside - worst->outside)) worst = Drift{month, in.mean, out.mean};
    }
    return worst;
}

void findDrift(const Backtest& backtest, const BacktestMethod& method, const BacktestIntervals& intervals,
               std::vector<Phrase>& found) {
    if (const auto drift = drifted(backtest, method, intervals))
        found.push_back({GATELAB_TEXT("Backtest",
                                      "Coverage is a promise about the past where later errors are like earlier ones; "
                                      "here it drifted: in %1 the interval of 80 % held %2 %, in the other months %3 "
                                      "%."),
                         {drift->month, numberPhrase(numberText(100 * drift->inside, 3)),
                          numberPhrase(numberText(100 * drift->outside, 3))}});
}

/// The widest interval of a head that has neither 80 nor 95 %: "its 90 %".
void findOwnInterval(const Backtest& backtest, const BacktestIntervals& intervals, std::vector<Phrase>& found) {
    if (intervals.levels.size() < 2) return;
    const double low = intervals.levels.front(), nominal = 1 - 2 * low;
    if (std::abs(low + intervals.levels.back() - 1) > 1e-9 || std::abs(nominal - 0.8) < 1e-9 ||
        std::abs(nominal - 0.95) < 1e-9)
        return;
    double held = 0, known = 0;
    for (std::size_t at = 0; at < backtest.truth.size(); ++at) {
        const double y = backtest.truth[at], from = intervals.quantiles.front()[at],
                     to = intervals.quantiles.back()[at];
        if (!std::isfinite(y) || std::isnan(from) || std::isnan(to)) continue;
        known += 1, held += y >= from && y <= to ? 1 : 0;
    }
    if (known > 0)
        found.push_back(
            {GATELAB_TEXT("Backtest", "%3: its widest interval, of %1 %, held %2 % of the truths."),
             {percent(nominal), numberPhrase(numberText(100 * held / known, 3)), intervalLabel(intervals.method)}});
}

void findAudit(const Backtest& backtest, std::vector<Phrase>& found) {
    for (const Phrase& leak : backtest.leaks) found.push_back(labelled(GATELAB_TEXT("Backtest", "Leak"), leak));
    if (backtest.leaks.empty() && backtest.audited > 0)
        found.push_back(
            {GATELAB_TEXT("Backtest", "No leak: at %1 of %2 origins other values behind them changed nothing before."),
             {backtest.audited, static_cast<std::int64_t>(backtest.windows())}});
    if (!backtest.seriesEnds.empty() && backtest.plan.refitEvery > 0)
        found.push_back({GATELAB_TEXT("Backtest",
                                      "Weights and scaling were learned anew for every %1 origins of each series, from "
                                      "its own rows before them alone."),
                         {backtest.plan.refitEvery}});
    else if (!backtest.seriesEnds.empty())
        found.push_back(GATELAB_TEXT("Backtest",
                                     "Weights and scaling are those of the run throughout, learned from the training "
                                     "rows of each series; no refit."));
    else if (backtest.plan.refitEvery == 0)
        found.push_back({GATELAB_TEXT("Backtest",
                                      "Weights and scaling are those of the run throughout, learned from the rows "
                                      "before %1; no refit."),
                         {backtest.fittedRows.empty() ? 0 : backtest.fittedRows.front()}});
    else
        found.push_back({GATELAB_TEXT("Backtest",
                                      "Weights and scaling were learned anew for every %1 origins, from rows before "
                                      "them alone."),
                         {backtest.plan.refitEvery}});
}

}  // namespace

Phrase comparedWith(const Backtest& backtest) {
    std::vector<std::string> keys;
    for (const BacktestMethod& method : backtest.methods) keys.push_back(method.key);
    return comparedMethods(keys);
}

const BacktestMethod* bestBaseline(const Backtest& backtest) {
    const BacktestMethod* best = nullptr;
    double least = 0;
    for (const BacktestMethod& method : backtest.methods) {
        if (method.key == "model" || method.key == "dropout" || method.key == "ensemble" || isExternal(method.key))
            continue;
        const double mae = meanScores(windowScores(backtest, method, nullptr)).mae;
        if (std::isnan(mae) || (best != nullptr && mae >= least)) continue;
        best = &method, least = mae;
    }
    return best;
}

std::vector<Phrase> backtestFindings(const Backtest& backtest, const BacktestIntervals& intervals) {
    std::vector<Phrase> found;
    const BacktestMethod* run = backtest.find("model");
    if (run == nullptr || backtest.windows() == 0) return found;
    findBeside(backtest, found);
    if (!found.empty()) found.push_back(comparedWith(backtest));
    if (!intervals.empty()) {
        findCoverage(intervals, meanScores(windowScores(backtest, *run, &intervals)), found);
        findOwnInterval(backtest, intervals, found);
        findDrift(backtest, *run, intervals, found);
    }
    for (const Phrase& note : intervals.notes) found.push_back(labelled(intervalLabel(intervals.method), note));
    findAudit(backtest, found);
    if (backtest.skipped > 0)
        found.push_back(
            {GATELAB_TEXT("Backtest", "%1 origins were left out: a missing value, or a part's border in their window."),
             {backtest.skipped}});
    return found;
}

}  // namespace gatelab
