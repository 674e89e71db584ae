// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"
#include "data/row_time.h"
#include "io/csv_cell.h"
#include "io/file_io.h"
#include "io/hdf5_file.h"
#include "run/forecast_set.h"
#include "run/series_forecasts.h"
#include "session/engine.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

std::string headerOf(const SequenceAnswers& answers) {
    std::string header = answers.step.empty() ? "sample,sequence," : "sample,sequence,step,";
    if (answers.classes.empty()) return header + "target,truth,prediction,error\n";
    header += "truth,prediction";
    if (answers.probability.empty()) return header + '\n';
    for (const std::string& name : answers.classes) header += ',' + csvText("probability_" + name);
    return header + '\n';
}

/// Nothing where the data do not say the class.
std::string className(const SequenceAnswers& answers, std::int32_t number) {
    return number < 0 ? std::string() : csvText(answers.classes.at(static_cast<std::size_t>(number)));
}

void appendPlace(std::string& out, const SequenceAnswers& answers, std::size_t row) {
    out += std::to_string(answers.sample[row]) + ',' + std::to_string(answers.sequence[row]) + ',';
    if (!answers.step.empty()) out += std::to_string(answers.step[row]) + ',';
}

void appendRow(std::string& out, const SequenceAnswers& answers, std::size_t row) {
    if (!answers.classes.empty()) {
        appendPlace(out, answers, row);
        out += className(answers, answers.truth[row]) + ',' + className(answers, answers.answer[row]);
        for (std::size_t k = 0; !answers.probability.empty() && k < answers.classes.size(); ++k) {
            out += ',';
            appendCsvNumber(out, answers.probability[row * answers.classes.size() + k]);
        }
        out += '\n';
        return;
    }
    const auto targets = static_cast<std::size_t>(answers.targets);
    for (std::size_t target = 0; target < targets; ++target) {
        const double truth = answers.trueNumbers[row * targets + target],
                     number = answers.numbers[row * targets + target];
        appendPlace(out, answers, row);
        out += std::to_string(target + 1);
        for (const double value : {truth, number, number - truth}) {
            out += ',';
            appendCsvNumber(out, value);
        }
        out += '\n';
    }
}

/// One line per row: which sequence, for labelling which step, truth, prediction, and of classes the probability of
/// each. Numbers: one line per target.
Result<> exportAnswersCsv(const SequenceAnswers& answers, const std::filesystem::path& path) {
    constexpr std::size_t kBlockBytes = 1u << 20;
    return writeFileDurably(path, [&](FileSink& sink) -> Result<> {
        std::string block = headerOf(answers);
        for (std::size_t row = 0; row < answers.rows(); ++row) {
            appendRow(block, answers, row);
            if (block.size() < kBlockBytes) continue;
            if (auto written = sink.write(block); !written.ok()) return written;
            block.clear();
        }
        return sink.write(block);
    });
}

/// The same as arrays with a value per row; classes by number, their names beside them.
Result<> writeAnswerArrays(Hdf5Writer& writer, const SequenceAnswers& answers) {
    const auto rows = static_cast<std::int64_t>(answers.rows());
    for (const auto& [name, values] : {std::pair("/sample", &answers.sample), std::pair("/sequence", &answers.sequence),
                                       std::pair("/step", &answers.step)})
        if (!values->empty())
            if (auto written = writer.array(name, {rows}, *values); !written.ok()) return written;
    if (answers.classes.empty()) {
        if (auto written = writer.array("/truth", {rows, answers.targets}, answers.trueNumbers); !written.ok())
            return written;
        if (auto written = writer.array("/prediction", {rows, answers.targets}, answers.numbers); !written.ok())
            return written;
        return writer.attribute("/prediction", "dimensions", "row, target");
    }
    const std::vector<std::int64_t> truth(answers.truth.begin(), answers.truth.end()),
        answer(answers.answer.begin(), answers.answer.end());
    if (auto written = writer.array("/truth", {rows}, truth); !written.ok()) return written;
    if (auto written =
            writer.attribute("/truth", "meaning", "number of the class in /classes, from 0; -1: the data do not say");
        !written.ok())
        return written;
    if (auto written = writer.array("/prediction", {rows}, answer); !written.ok()) return written;
    if (answers.probability.empty()) return writer.texts("/classes", answers.classes);
    if (auto written = writer.array("/probability", {rows, static_cast<std::int64_t>(answers.classes.size())},
                                    answers.probability);
        !written.ok())
        return written;
    if (auto written = writer.attribute("/probability", "dimensions", "row, class"); !written.ok()) return written;
    return writer.texts("/classes", answers.classes);
}

/// The series of a window; without a name: there is one only.
struct WindowSeries {
    std::string name;
    std::int64_t firstRow = 0;  ///< from which its rows are counted
};
/// Of each window, where there are many.
std::vector<WindowSeries> seriesOfWindows(const ForecastSet& set) {
    std::vector<WindowSeries> all;
    for (const SeriesForecast& one : seriesForecasts(set))
        all.insert(all.end(), static_cast<std::size_t>(one.windows), {one.name, one.firstRow});
    return all;
}

void appendRow(std::string& out, const ForecastSet& set, std::size_t window, std::int64_t step, std::size_t target,
               const WindowSeries& series) {
    const std::size_t targets = set.targets.size();
    const std::size_t at =
        (window * static_cast<std::size_t>(set.horizon) + static_cast<std::size_t>(step)) * targets + target;
    const std::int64_t origin = set.originRows[window];
    if (!series.name.empty()) out += csvText(series.name) + ',';
    out +=
        std::to_string(window) + ',' + std::to_string(origin - series.firstRow) + ',' + std::to_string(step + 1) + ',';
    if (set.time.known()) out += rowTime(set.time, origin + 1 + step) + ',';
    out += csvText(set.targets[target]) + ',';
    appendCsvNumber(out, set.truth[at]);
    out += ',';
    appendCsvNumber(out, set.forecast[at]);
    out += ',';
    appendCsvNumber(out, set.forecast[at] - set.truth[at]);
    out += ',';
    if (at < set.seasonalNaive.size()) appendCsvNumber(out, set.seasonalNaive[at]);
    for (const std::vector<double>& quantile : set.spread.quantiles) {
        out += ',';
        appendCsvNumber(out, quantile[at]);
    }
    if (!set.spread.deviation.empty()) {
        out += ',';
        appendCsvNumber(out, set.spread.deviation[at]);
    }
    out += '\n';
}

/// Names of the columns; a column for each quantile and for the deviation of a normal distribution where the network
/// gives them.
std::string headerOf(const ForecastSet& set) {
    std::string header = set.time.known() ? "window,origin_row,step,time,target,truth,forecast,error,seasonal_naive"
                                          : "window,origin_row,step,target,truth,forecast,error,seasonal_naive";
    for (const double level : set.spread.levels) {
        header += ",quantile_";
        appendCsvNumber(header, level);
    }
    return header + (set.spread.deviation.empty() ? "\n" : ",deviation\n");
}

}  // namespace

Result<> exportForecastCsv(const ForecastSet& set, const std::filesystem::path& path) {
    if (!set.answers.empty()) return exportAnswersCsv(set.answers, path);
    constexpr std::size_t kBlockBytes = 1u << 20;
    return writeFileDurably(path, [&](FileSink& sink) -> Result<> {
        const std::vector<WindowSeries> series = seriesOfWindows(set);
        std::string block = (series.empty() ? "" : "series,") + headerOf(set);
        for (std::size_t window = 0; window < set.originRows.size(); ++window) {
            for (std::int64_t step = 0; step < set.horizon; ++step)
                for (std::size_t target = 0; target < set.targets.size(); ++target)
                    appendRow(block, set, window, step, target,
                              window < series.size() ? series[window] : WindowSeries{});
            if (block.size() < kBlockBytes) continue;
            if (auto written = sink.write(block); !written.ok()) return written;
            block.clear();
        }
        return sink.write(block);
    });
}

Result<> exportClosedLoopCsv(const ForecastSet& set, const std::filesystem::path& path) {
    if (set.closedLoop.empty() || set.targets.empty() || set.originRows.empty())
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Training", "there is no recursive forecast to write; ask for one with a number of steps")};
    std::string text = set.time.known() ? "step,time,target,forecast\n" : "step,target,forecast\n";
    for (std::size_t at = 0; at < set.closedLoop.size(); ++at) {
        const auto step = static_cast<std::int64_t>(at / set.targets.size());
        text += std::to_string(step + 1) + ',';
        if (set.time.known()) text += rowTime(set.time, set.originRows.front() + 1 + step) + ',';
        text += csvText(set.targets[at % set.targets.size()]) + ',';
        appendCsvNumber(text, set.closedLoop[at]);
        text += '\n';
    }
    return writeFileDurably(path, [&](FileSink& sink) { return sink.write(text); });
}

namespace {

std::string percentOf(double level) {
    std::string text;
    appendCsvNumber(text, std::round(level * 1000) / 10);
    return text;
}

}  // namespace

namespace {

/// One line for each step and target.
void appendFuture(std::string& text, const FutureForecast& future, const std::vector<std::string>& targets,
                  const WindowSeries& series) {
    const bool hasTime = !future.times.empty();
    TimeAxis axis;
    axis.values = future.times;
    for (std::size_t at = 0; at < future.values.size(); ++at) {
        const auto step = static_cast<std::int64_t>(at / targets.size());
        if (!series.name.empty()) text += csvText(series.name) + ',';
        text += std::to_string(step + 1) + ',' + std::to_string(future.originRow - series.firstRow + 1 + step) + ',';
        if (hasTime) text += rowTime(axis, step) + ',';
        text += csvText(targets[at % targets.size()]) + ',';
        appendCsvNumber(text, future.values[at]);
        for (const FutureForecast::Interval& interval : future.intervals) {
            text += ',';
            if (at < interval.low.size()) appendCsvNumber(text, interval.low[at]);
            text += ',';
            if (at < interval.high.size()) appendCsvNumber(text, interval.high[at]);
        }
        text += '\n';
    }
}

}  // namespace

Result<> exportFutureCsv(const ForecastSet& set, const std::filesystem::path& path) {
    const FutureForecast& future = set.future;
    if (future.empty() || set.targets.empty())
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Training", "there is no forecast of rows to come; ask for one with a number of steps")};
    const std::vector<SeriesForecast> series = seriesForecasts(set);
    std::string text = series.empty() ? "" : "series,";
    text += !future.times.empty() ? "step,row,time,target,forecast" : "step,row,target,forecast";
    for (const FutureForecast::Interval& interval : future.intervals)
        text += ",low_" + percentOf(interval.level) + ",high_" + percentOf(interval.level);
    text += '\n';
    if (series.empty()) appendFuture(text, future, set.targets, {});
    for (const SeriesForecast& one : series)
        appendFuture(text, one.future, set.targets, WindowSeries{one.name, one.firstRow});
    return writeFileDurably(path, [&](FileSink& sink) { return sink.write(text); });
}

namespace {

Result<> writeFuture(Hdf5Writer& writer, const ForecastSet& set) {
    const FutureForecast& future = set.future;
    const auto targets = static_cast<std::int64_t>(set.targets.size()),
               steps = static_cast<std::int64_t>(future.values.size()) / std::max<std::int64_t>(1, targets);
    if (auto written = writer.array("/future/forecast", {steps, targets}, future.values); !written.ok()) return written;
    if (auto written = writer.attribute("/future/forecast", "dimensions", "step, target"); !written.ok())
        return written;
    if (auto written = writer.attribute("/future/forecast", "origin_row", future.originRow); !written.ok())
        return written;
    if (!future.times.empty())
        if (auto written = writer.array("/future/time_microseconds", {steps}, future.times); !written.ok())
            return written;
    for (const FutureForecast::Interval& interval : future.intervals) {
        const std::string name = "/future/interval_" + percentOf(interval.level);
        if (auto written = writer.array(name + "_low", {future.intervalSteps, targets}, interval.low); !written.ok())
            return written;
        if (auto written = writer.array(name + "_high", {future.intervalSteps, targets}, interval.high); !written.ok())
            return written;
    }
    return {};
}

Result<> writeScores(Hdf5Writer& writer, const std::vector<TestScore>& scores) {
    for (const TestScore& score : scores)
        if (auto written = writer.attribute("/", score.method + "." + score.scale + "." + score.metric, score.value);
            !written.ok())
            return written;
    return {};
}

Result<> writeWindows(Hdf5Writer& writer, const ForecastSet& set) {
    const auto windows = static_cast<std::int64_t>(set.originRows.size()),
               targets = static_cast<std::int64_t>(set.targets.size());
    const std::vector<std::int64_t> shape{windows, set.horizon, targets};
    std::vector<double> error(set.forecast.size());
    for (std::size_t i = 0; i < error.size(); ++i) error[i] = set.forecast[i] - set.truth[i];
    struct Array {
        const char* name;
        const std::vector<double>& values;
    };
    for (const Array& array :
         {Array{"/truth", set.truth}, Array{"/forecast", set.forecast}, Array{"/error", error},
          Array{"/seasonal_naive", set.seasonalNaive}, Array{"/deviation", set.spread.deviation}}) {
        if (array.values.size() != set.truth.size()) continue;
        if (auto written = writer.array(array.name, shape, array.values); !written.ok()) return written;
        if (auto written = writer.attribute(array.name, "dimensions", "window, step, target"); !written.ok())
            return written;
    }
    if (!set.spread.levels.empty()) {
        std::vector<double> all;
        for (const std::vector<double>& quantile : set.spread.quantiles)
            all.insert(all.end(), quantile.begin(), quantile.end());
        const auto levels = static_cast<std::int64_t>(set.spread.levels.size());
        if (auto written = writer.array("/quantiles", {levels, windows, set.horizon, targets}, all); !written.ok())
            return written;
        if (auto written = writer.attribute("/quantiles", "dimensions", "level, window, step, target"); !written.ok())
            return written;
        if (auto written = writer.array("/levels", {levels}, set.spread.levels); !written.ok()) return written;
    }
    if (auto written = writer.array("/origin_row", {windows}, set.originRows); !written.ok()) return written;
    if (!set.closedLoop.empty() && targets > 0) {
        const auto steps = static_cast<std::int64_t>(set.closedLoop.size()) / targets;
        if (auto written = writer.array("/closed_loop", {steps, targets}, set.closedLoop); !written.ok())
            return written;
    }
    return {};
}

/// Names of many series, how many windows each has, and how many rows to come: they stand one behind the other.
Result<> writeSeries(Hdf5Writer& writer, const ForecastSet& set) {
    std::vector<std::string> names;
    std::vector<std::int64_t> windows, rows, first;
    for (const SeriesForecast& one : seriesForecasts(set)) {
        names.push_back(one.name);
        first.push_back(one.firstRow);
        windows.push_back(one.windows);
        rows.push_back(static_cast<std::int64_t>(one.future.values.size() / set.targets.size()));
    }
    if (names.empty()) return {};
    const auto count = std::ssize(names);
    if (auto written = writer.texts("/series", names); !written.ok()) return written;
    if (auto written = writer.array("/series_windows", {count}, windows); !written.ok()) return written;
    if (auto written = writer.array("/series_first_row", {count}, first); !written.ok()) return written;
    return writer.array("/series_rows_to_come", {count}, rows);
}

Result<> writeForecastArrays(Hdf5Writer& writer, const ForecastSet& set) {
    if (auto written = writeSeries(writer, set); !written.ok()) return written;
    if (!set.originRows.empty())
        if (auto written = writeWindows(writer, set); !written.ok()) return written;
    if (!set.future.empty())
        if (auto written = writeFuture(writer, set); !written.ok()) return written;
    if (set.time.known()) {
        if (auto written = writer.array("/time_microseconds", {static_cast<std::int64_t>(set.time.values.size())},
                                        set.time.values);
            !written.ok())
            return written;
        if (auto written = writer.attribute("/time_microseconds", "meaning",
                                            "time of every row of the series, microseconds since 1970-01-01 UTC");
            !written.ok())
            return written;
    }
    if (auto written = writer.texts("/targets", set.targets); !written.ok()) return written;
    return writer.attribute("/", "horizon", set.horizon);
}

}  // namespace

Result<> exportForecastHdf5(const ForecastSet& set, const std::filesystem::path& path) {
    return writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
        if (auto written =
                set.answers.empty() ? writeForecastArrays(writer, set) : writeAnswerArrays(writer, set.answers);
            !written.ok())
            return written;
        return writeScores(writer, set.scores);
    });
}

}  // namespace gatelab
