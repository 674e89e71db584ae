// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/series_report.h"

#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/future_report.h"
#include "worker/output/json_number.h"

#include "base/number_text.h"
#include "run/series_forecasts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxShown = 5;

/// The method without training with the lowest MASE.
const TestScore* bestBaseline(const SeriesForecast& series) {
    const TestScore* best = nullptr;
    for (const TestScore& score : series.scores)
        if (score.method != "model" && score.metric == "mase" && !std::isnan(score.value) &&
            (best == nullptr || score.value < best->value))
            best = &score;
    return best;
}

/// Of one series what printFuture() and futureJson() read.
ForecastSet futureOf(const ForecastSet& set, const SeriesForecast& one) {
    ForecastSet own;
    own.targets = set.targets, own.unit = set.unit, own.future = one.future;
    return own;
}

void printScoresOf(const std::vector<SeriesForecast>& series, const std::string& shownBy) {
    std::size_t worse = 0;
    for (const SeriesForecast& one : series) {
        const TestScore* baseline = bestBaseline(one);
        worse += baseline != nullptr && one.score("model", "mase") > baseline->value ? 1 : 0;
    }
    printWhatIsMean(series.size());
    const std::vector<SeriesForecast> sorted = worstFirst(series, "mase");
    if (std::isnan(sorted.front().score("model", "mase"))) return;
    std::printf("\n%zu worse than their best baseline (MASE: each one's error against that of its own season)\n",
                worse);
    std::printf("%-28s %8s %10s %10s   %s\n", "worst series", "windows", "MASE", "MAE", "its best baseline");
    for (std::size_t i = 0; i < std::min(kMaxShown, sorted.size()); ++i) {
        const TestScore* baseline = bestBaseline(sorted[i]);
        std::printf("%-28s %8lld %10s %10s   %s\n", shown(sorted[i].name).c_str(),
                    static_cast<long long>(sorted[i].windows), numberText(sorted[i].score("model", "mase"), 4).c_str(),
                    numberText(sorted[i].score("model", "mae"), 4).c_str(),
                    baseline != nullptr ? (baseline->method + " " + numberText(baseline->value, 4)).c_str() : "-");
    }
    if (sorted.size() <= kMaxShown) return;
    if (shownBy.empty())
        std::printf("... and %zu more series (--json tells all)\n", sorted.size() - kMaxShown);
    else
        std::printf("all of them: gatelab-worker show %s\n", shownBy.c_str());
}

}  // namespace

void printWhatIsMean(std::size_t series) {
    if (series > 1)
        std::printf("mase, r2 and kge are means over the %zu series, the other scores over all windows\n", series);
}

void printSeriesForecasts(const ForecastSet& set, const std::string& shownBy) {
    const std::vector<SeriesForecast> series = seriesForecasts(set);
    if (series.empty()) return;
    std::size_t told = 0;
    for (const SeriesForecast& one : series) {
        if (one.future.empty() || ++told > kMaxShown) continue;
        std::printf("\nseries %s\n", shown(one.name).c_str());
        printFuture(futureOf(set, one));
    }
    if (told > kMaxShown) std::printf("... and %zu more series (--csv FILE writes all)\n", told - kMaxShown);
    if (const Phrase verdict = seriesVerdict(seriesScores(set)); !verdict.empty())
        std::printf("\n%s\n", plainText(verdict).c_str());
    printScoresOf(series, shownBy);
}

Json seriesJson(const ForecastSet& set) {
    Json all = Json::array();
    for (const SeriesForecast& one : seriesForecasts(set)) {
        Json scores = Json::object();
        for (const TestScore& score : one.scores) scores[score.method][score.metric] = number(score.value);
        Json json{{"series", one.name}, {"windows", one.windows}, {"scores", scores}};
        if (!one.future.empty()) json["future"] = futureJson(futureOf(set, one));
        all.push_back(std::move(json));
    }
    return all;
}

}  // namespace gatelab::worker
