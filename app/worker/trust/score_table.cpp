// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/trust/score_table.h"

#include "base/number_text.h"
#include "lab/backtest/backtest_series.h"
#include "worker/output/console_text.h"
#include "worker/output/json_number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gatelab::worker {

using Json = nlohmann::ordered_json;

namespace {

Json scoresJson(const Backtest& backtest, const BacktestMethod& method, const BacktestIntervals& intervals,
                const std::vector<double>& levels) {
    const auto windows = windowScores(backtest, method, intervals.empty() ? nullptr : &intervals, &levels);
    const WindowScores mean = meanScores(windows);
    Json json{{"method", method.key}};
    for (const BacktestScore& score : backtestScores()) {
        std::vector<double> values;
        for (const WindowScores& window : windows) values.push_back(window.*score.value);
        const BlockInterval interval = blockInterval(values, blockOf(backtest));
        json[score.key] = number(mean.*score.value);
        json[std::string(score.key) + "_95"] = {number(interval.low), number(interval.high)};
    }
    return json;
}

/// Intervals of a method: the run's as asked for, a baseline's split or adaptive ones.
BacktestIntervals intervalsOf(const Backtest& backtest, IntervalMethod method, const std::string& key) {
    if (isExternal(key) || method == IntervalMethod::Given) return makeIntervals(backtest, IntervalMethod::Given, key);
    if (key == "model") return makeIntervals(backtest, method);
    if (key == "dropout") return makeIntervals(backtest, IntervalMethod::Dropout);
    if (key == "ensemble") return makeIntervals(backtest, IntervalMethod::Ensemble);
    const bool isAdaptive = method == IntervalMethod::Adaptive;
    return makeIntervals(backtest, isAdaptive ? IntervalMethod::Adaptive : IntervalMethod::Split, key);
}

/// Of every method.
std::vector<BacktestIntervals> allIntervals(const Backtest& backtest, IntervalMethod method) {
    std::vector<BacktestIntervals> all;
    for (const BacktestMethod& one : backtest.methods) all.push_back(intervalsOf(backtest, method, one.key));
    return all;
}

}  // namespace

void addScoresJson(const Backtest& backtest, IntervalMethod method, Json& json) {
    const std::vector<BacktestIntervals> all = allIntervals(backtest, method);
    const std::vector<double> levels = commonLevels(all);
    json["quantile_levels"] = levels;  // of WQL and CRPS
    auto& scores = json["scores"] = Json::array();
    for (std::size_t m = 0; m < all.size(); ++m)
        scores.push_back(scoresJson(backtest, backtest.methods[m], all[m], levels));
}

void printScoreTable(const Backtest& backtest, IntervalMethod method) {
    std::printf(
        "Scores as fev defines them: of each window, then the mean over windows; sMAPE 0 to 2. 95 %% by blocks "
        "of %lld windows.\n",
        static_cast<long long>(blockOf(backtest)));
    const std::vector<BacktestIntervals> all = allIntervals(backtest, method);
    const std::vector<double> levels = commonLevels(all);
    if (!levels.empty())
        std::printf("WQL and CRPS of every row are of the levels %s%s.\n", levelsText(levels).c_str(),
                    levels.size() == 9 ? "" : ", those that all rows have (fev: 0.1 to 0.9)");
    std::printf("\n");
    std::size_t widest = 22;
    for (const BacktestMethod& one : backtest.methods)
        widest = std::max(widest, plainText(testedMethodLabel(one.key)).size());
    const int width = static_cast<int>(widest);
    std::printf("%-*s %24s %10s %8s %8s %8s %10s %7s %7s\n", width, "method", "MAE", "RMSE", "MASE", "sMAPE", "WQL",
                "CRPS", "80 %", "95 %");
    for (std::size_t m = 0; m < all.size(); ++m) {
        const BacktestMethod& one = backtest.methods[m];
        const auto windows = windowScores(backtest, one, all[m].empty() ? nullptr : &all[m], &levels);
        const WindowScores mean = meanScores(windows);
        std::vector<double> errors;
        for (const WindowScores& window : windows) errors.push_back(window.mae);
        const BlockInterval mae = blockInterval(errors, blockOf(backtest));
        std::string text = numberText(mae.mean);
        if (std::isfinite(mae.low)) text += " (" + numberText(mae.low, 3) + " to " + numberText(mae.high, 3) + ")";
        std::printf("%-*s %24s %10s %8s %8s %8s %10s %7s %7s\n", width, plainText(testedMethodLabel(one.key)).c_str(),
                    text.c_str(), numberText(mean.rmse).c_str(), numberText(mean.mase, 3).c_str(),
                    numberText(mean.smape, 3).c_str(), numberText(mean.wql, 3).c_str(),
                    numberText(mean.crps, 4).c_str(), numberText(100 * mean.coverage80, 3).c_str(),
                    numberText(100 * mean.coverage95, 3).c_str());
    }
}

nlohmann::ordered_json seriesScoresJson(const std::vector<ScoredSeries>& series) {
    Json all = Json::array();
    for (const auto& [name, backtest] : series) {
        Json scores = Json::array();
        for (const BacktestMethod& method : backtest.methods)
            scores.push_back(scoresJson(backtest, method, makeIntervals(backtest, IntervalMethod::Given, method.key),
                                        method.levels));
        all.push_back({{"series", name}, {"num_windows", backtest.windows()}, {"scores", std::move(scores)}});
    }
    return all;
}

std::vector<SeriesScore> seriesScoreLines(const std::vector<ScoredSeries>& series, const SeriesTable& table) {
    std::vector<SeriesScore> lines;
    for (const auto& [name, backtest] : series)
        for (const BacktestMethod& method : backtest.methods) {
            if (method.key != "model" && !isExternal(method.key)) continue;
            lines.push_back(scoreAsSeries(backtest, method.key, name));
            lines.back().method = plainText(testedMethodLabel(method.key));
        }
    return table.sorted(std::move(lines));
}

namespace {

/// In the order of the file's first model.
std::vector<const ScoredSeries*> inOrder(const std::vector<ScoredSeries>& series, const SeriesTable& table) {
    std::vector<SeriesScore> lines;
    for (const auto& [name, backtest] : series) {
        const auto file = std::ranges::find_if(backtest.methods, [](const auto& one) { return isExternal(one.key); });
        lines.push_back(scoreAsSeries(backtest, file != backtest.methods.end() ? file->key : "model", name));
    }
    std::vector<const ScoredSeries*> ordered;
    for (const SeriesScore& line : table.sorted(std::move(lines)))
        ordered.push_back(&*std::ranges::find(series, line.name, &ScoredSeries::name));
    return ordered;
}

}  // namespace

void printSeriesScores(const std::vector<ScoredSeries>& series, const SeriesTable& table) {
    if (series.empty()) return;
    const auto scoreOf = [](const Backtest& backtest, const BacktestMethod& method) {
        return meanScores(windowScores(backtest, method, nullptr));
    };
    const std::size_t most =
        table.most > 0 ? std::min(series.size(), static_cast<std::size_t>(table.most)) : series.size();
    std::printf("\nEach of %zu series: MAE (MASE) of %sits best simple method, and of the file\n", series.size(),
                series.front().backtest.find("model") != nullptr ? "the run, of " : "");
    const std::vector<const ScoredSeries*> ordered = inOrder(series, table);
    for (std::size_t s = 0; s < most; ++s) {
        const Backtest& backtest = ordered[s]->backtest;
        const BacktestMethod* best = bestBaseline(backtest);
        std::string line;
        for (const BacktestMethod& method : backtest.methods) {
            if (method.key != "model" && !isExternal(method.key) && best != &method) continue;
            const WindowScores scores = scoreOf(backtest, method);
            line += "   " + plainText(testedMethodLabel(method.key)) + " " + numberText(scores.mae, 4) + " (" +
                    numberText(scores.mase, 3) + ")";
        }
        std::printf("%-28s %5zu windows%s\n", shown(ordered[s]->name).c_str(), backtest.windows(), line.c_str());
    }
    if (series.size() > most)
        std::printf("... and %zu more series (--top 0 prints all of them)\n", series.size() - most);
}

}  // namespace gatelab::worker
