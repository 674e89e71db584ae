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
#include <limits>

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

void printScoresOf(const std::vector<SeriesForecast>& series) {
    std::vector<double> values;
    std::size_t worse = 0;
    for (const SeriesForecast& one : series) {
        const double value = one.score("model", "mase");
        const TestScore* baseline = bestBaseline(one);
        worse += baseline != nullptr && value > baseline->value ? 1 : 0;
        if (!std::isnan(value)) values.push_back(value);
    }
    printWhatIsMean(series.size());
    if (values.empty()) return;
    std::ranges::sort(values);
    std::printf(
        "\n%zu series, MASE (each one's error against that of its own season): from %s to %s, half of them below "
        "%s; %zu worse than their best baseline\n",
        series.size(), numberText(values.front(), 3).c_str(), numberText(values.back(), 3).c_str(),
        numberText(values[values.size() / 2], 3).c_str(), worse);
    std::printf("%-28s %8s %10s %10s   %s\n", "worst series", "windows", "MASE", "MAE", "its best baseline");
    const std::vector<SeriesForecast> sorted = worstFirst(series, "mase");
    for (std::size_t i = 0; i < std::min(kMaxShown, sorted.size()); ++i) {
        const TestScore* baseline = bestBaseline(sorted[i]);
        std::printf("%-28s %8lld %10s %10s   %s\n", shown(sorted[i].name).c_str(),
                    static_cast<long long>(sorted[i].windows), numberText(sorted[i].score("model", "mase"), 4).c_str(),
                    numberText(sorted[i].score("model", "mae"), 4).c_str(),
                    baseline != nullptr ? (baseline->method + " " + numberText(baseline->value, 4)).c_str() : "-");
    }
}

}  // namespace

void printWhatIsMean(std::size_t series) {
    if (series > 1)
        std::printf("mase, r2 and kge are means over the %zu series, the other scores over all windows\n", series);
}

void printSeriesForecasts(const ForecastSet& set) {
    const std::vector<SeriesForecast> series = seriesForecasts(set);
    if (series.empty()) return;
    std::size_t told = 0;
    for (const SeriesForecast& one : series) {
        if (one.future.empty() || ++told > kMaxShown) continue;
        std::printf("\nseries %s\n", shown(one.name).c_str());
        printFuture(ofSeries(set, one.name));
    }
    if (told > kMaxShown) std::printf("... and %zu more series (--csv FILE writes all)\n", told - kMaxShown);
    printScoresOf(series);
}

Json seriesJson(const ForecastSet& set) {
    Json all = Json::array();
    for (const SeriesForecast& one : seriesForecasts(set)) {
        Json scores = Json::object();
        for (const TestScore& score : one.scores) scores[score.method][score.metric] = number(score.value);
        Json json{{"series", one.name}, {"windows", one.windows}, {"scores", scores}};
        if (!one.future.empty()) json["future"] = futureJson(ofSeries(set, one.name));
        all.push_back(std::move(json));
    }
    return all;
}

}  // namespace gatelab::worker
