// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/future_report.h"

#include "data/csv/numbers.h"
#include "data/recipe/categories.h"
#include "data/row_time.h"
#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/stream_lines.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <limits>
#include <optional>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kFewestToLook = 8;    // rows; fewer tell no level
constexpr std::int64_t kMostBetween = 4096;  // rows; about half of those that are looked at

TimeAxis axisOf(const FutureForecast& future) {
    TimeAxis axis;
    axis.values = future.times;
    return axis;
}

const char* sourceText(FutureForecast::IntervalSource source) {
    switch (source) {
        case FutureForecast::IntervalSource::Network:
            return "of the network";
        case FutureForecast::IntervalSource::HeldOutErrors:
            return "from the errors on the validation and test part";
        default:
            return "from the errors on the validation part";
    }
}

Json futureRow(const FutureForecast& future, const std::vector<std::string>& targets, std::size_t at) {
    const auto step = static_cast<std::int64_t>(at / targets.size());
    Json row{{"step", step + 1}};
    if (!future.times.empty()) row["time"] = rowTime(axisOf(future), step);
    row["target"] = targets[at % targets.size()];
    row["forecast"] = number(future.values[at]);
    row["intervals"] = Json::array();
    for (const FutureForecast::Interval& interval : future.intervals)
        if (at < interval.low.size())
            row["intervals"].push_back(
                {{"level", interval.level}, {"low", number(interval.low[at])}, {"high", number(interval.high[at])}});
    return row;
}

void printStreamed(const FutureForecast& future, const std::vector<std::string>& targets, std::int64_t row, bool json) {
    if (json) {
        Json steps = Json::array();
        for (std::size_t at = 0; at < future.values.size(); ++at) steps.push_back(futureRow(future, targets, at));
        printJson(Json{{"row", row}, {"forecast", steps}});
    } else {
        for (std::size_t at = 0; at < future.values.size(); ++at)
            std::printf("%lld,%zu,%s,%.17g\n", static_cast<long long>(row), at / targets.size() + 1,
                        shown(targets[at % targets.size()]).c_str(), future.values[at]);
    }
    std::fflush(stdout);
}

/// Says once that the rows are not like those of the training: at the first forecast, and looked at ever less often
/// after it.
class UnlikeRows {
public:
    UnlikeRows(const SampleForecaster& forecaster, bool json)
        : forecaster_(forecaster), json_(json), next_(std::max(forecaster.lookback(), kFewestToLook)) {}
    void rowAdded() {
        if (isSaid_ || ++rows_ < next_) return;
        next_ += std::min(next_, kMostBetween);
        const Phrase unlike = forecaster_.unlike();
        isSaid_ = !unlike.empty();
        if (!isSaid_) return;
        std::fprintf(stderr, "warning: %s\n", consoleText(unlike).c_str());
        if (!json_) return;
        printJson(Json{{"warning", unlike.english()}});
        std::fflush(stdout);
    }

private:
    const SampleForecaster& forecaster_;
    bool json_, isSaid_ = false;
    std::int64_t rows_ = 0, next_;
};

}  // namespace

void printFuture(const ForecastSet& set) {
    const FutureForecast& future = set.future;
    if (future.empty()) return;
    const bool hasTime = !future.times.empty();
    const FutureForecast::Interval* widest = future.intervals.empty() ? nullptr : &future.intervals.back();
    std::printf("%6s  %s%-16s %14s", "step", hasTime ? "time                 " : "", "target", "forecast");
    if (widest != nullptr)
        std::printf("  %14s %14s", ("low " + figureText(100 * widest->level, 3) + " %").c_str(),
                    ("high " + figureText(100 * widest->level, 3) + " %").c_str());
    std::printf("\n");
    const TimeAxis axis = axisOf(future);
    for (std::size_t at = 0; at < future.values.size(); ++at) {
        const auto step = static_cast<std::int64_t>(at / set.targets.size());
        std::printf("%6lld  %s%-16s %14s", static_cast<long long>(step + 1),
                    hasTime ? (rowTime(axis, step) + "  ").c_str() : "",
                    shown(set.targets[at % set.targets.size()]).c_str(), figureText(future.values[at], 6).c_str());
        if (widest != nullptr && at < widest->low.size())
            std::printf("  %14s %14s", figureText(widest->low[at], 6).c_str(), figureText(widest->high[at], 6).c_str());
        std::printf("\n");
    }
    if (widest != nullptr) std::printf("interval: %s\n", sourceText(future.source));
    for (const Phrase& note : future.notes) std::printf("note: %s\n", plainText(note).c_str());
    if (!future.timeNote.empty()) std::printf("note: %s\n", plainText(future.timeNote).c_str());
    if (future.intervalSteps < static_cast<std::int64_t>(future.values.size() / set.targets.size()))
        std::printf("%s\n", future.intervals.empty()
                                ? "no interval: the network gives none, and the run kept no errors of a validation part"
                                : "steps beyond the horizon are forecast from forecasts and have no interval");
}

Json futureJson(const ForecastSet& set) {
    Json rows = Json::array();
    for (std::size_t at = 0; at < set.future.values.size(); ++at)
        rows.push_back(futureRow(set.future, set.targets, at));
    return rows;
}

Json intervalNotes(const ForecastSet& set) {
    Json notes = Json::array();
    for (const Phrase& note : set.future.notes) notes.push_back(note.english());
    if (!set.future.timeNote.empty()) notes.push_back(set.future.timeNote.english());
    return notes;
}

int streamForecasts(SampleForecaster& forecaster, const FittedRecipe& kept, bool json) {
    std::string line;
    if (!std::getline(std::cin, line))
        return fail(
            lineError(
                1, "there is nothing on standard input; the first line names the columns, each line after it is a row"),
            json);
    const std::vector<std::string> names = cellsOf(line);
    std::vector<KeptKind> kinds;
    for (const std::string& column : forecaster.columns()) kinds.push_back(keptKind(kept, column));
    const auto places = placesOf(forecaster.columns(), names, kinds);
    if (!places.ok()) return fail(places.error(), json);
    if (!json) std::printf("row,step,target,forecast\n");
    UnlikeRows unlike(forecaster, json);
    for (std::int64_t row = 1; std::getline(std::cin, line); ++row) {
        if (trimCell(line).empty()) continue;
        const auto values = rowOf(cellsOf(line), *places, names.size(), row + 1);
        if (!values.ok()) return fail(values.error(), json);
        const auto future = forecaster.add(*values);
        // A gap that the recipe does not fill ends the forecasts until it has left the window, and not the stream.
        if (!future.ok() && future.error().code != ErrorCode::InvalidInput) return fail(future.error(), json);
        unlike.rowAdded();
        if (!future.ok())
            std::fprintf(stderr, "row %lld: %s\n", static_cast<long long>(row), future.error().message.c_str());
        else if (!future->empty())
            printStreamed(*future, forecaster.targets(), row, json);
    }
    return kDone;
}

}  // namespace gatelab::worker
