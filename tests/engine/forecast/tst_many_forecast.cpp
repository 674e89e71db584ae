// SPDX-License-Identifier: GPL-3.0-or-later
// One network over many series: it learns what single ones are too short for, reads what is known ahead, and forecasts
// each series beyond its end, from its own data or another file, by name.
// Holds core/forecast/many_forecaster.cpp and core/run/series_forecasts.cpp.
#include "engine/session_support.h"

#include "base/rng.h"
#include "data/readers.h"
#include "export/series_scores_export.h"
#include "io/file_io.h"
#include "run/series_forecasts.h"
#include "store/saved_preparation_file.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kSeries = 16, kRows = 48, kHorizon = 2, kLookback = 12;

std::string dayText(int day) {
    char text[40];
    std::snprintf(text, sizeof text, "2024-%02d-%02d", 1 + day / 28, 1 + day % 28);
    return text;
}

/// The same process, x[t] = 2 cos(w) x[t-1] - x[t-2] with noise, at another level, scale and phase in each series.
std::vector<double> madeSeries(int number, int rows) {
    Rng rng(static_cast<std::uint64_t>(100 + number), RandomPurpose::Test);
    std::vector<double> values;
    const double level = 50 * number, scale = 1 + number % 5, phase = 6.283 * rng.uniform();
    for (int row = 0; row < rows; ++row)
        values.push_back(
            level + scale * (std::sin(0.8 * row + phase) + 0.5 * std::sin(1.9 * row + 2 * phase) + 0.1 * rng.normal()));
    return values;
}

std::string longTable(int from, int to, int rows) {
    std::string text = "unique_id,ds,y\n";
    for (int number = from; number < to; ++number) {
        const std::vector<double> values = madeSeries(number, rows);
        for (int row = 0; row < rows; ++row)
            text += "item " + std::to_string(number) + "," + dayText(row) + "," +
                    std::to_string(values[static_cast<std::size_t>(row)]) + "\n";
    }
    return text;
}

}  // namespace

class TestManyForecast : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;

    std::string path(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }
    std::string written(const std::string& name, const std::string& text) const {
        if (!writeFileDurably(path(name), text).ok()) qFatal("no file");
        return path(name);
    }
    ExperimentConfig config(const std::string& data, const char* shape) const {
        ExperimentConfig config = smallConfig();
        config.dataPath = data;
        config.csvShape = shape;
        config.targets = {"y"};
        config.inputs = {"y"};
        config.lookback = kLookback;
        config.horizon = kHorizon;
        config.learningRate = 0.01;
        config.recipe = {"standardise"};
        config.epochs = 12;
        config.batchSize = 16;
        return config;
    }
    struct Trained {
        std::string id;
        std::vector<TestScore> scores;
    };
    Trained train(const ExperimentConfig& config) {
        auto record = take(workspace_->createRun(config, {}, "series"));
        const std::string id = record->id();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const auto* end = received.last<RunEnd>();
        if (end == nullptr || end->state != RunState::Finished) return {};
        return {id, end->scores};
    }
    ForecastRequest requestOf(const std::string& id) const {
        ForecastRequest request;
        request.runFolder = workspace_->folder() / "runs" / id;
        return request;
    }
    std::shared_ptr<const Dataset> read(const ExperimentConfig& config, const std::string& file) const {
        ExperimentConfig options = config;
        options.dataPath = file;
        return std::make_shared<const Dataset>(take(loadDataset(options)));
    }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
    }

    // Each series has 17 training windows: too few for a network of its own.
    void oneNetworkBeatsOneForEach() {
        ExperimentConfig settings = config(written("all.csv", longTable(0, kSeries, kRows)), "together");
        settings.epochs = 40;
        const Trained together = train(settings);
        QVERIFY(!together.id.empty());
        const ForecastSet set = take(engine_->forecast(requestOf(together.id), {}));
        const std::vector<SeriesForecast> series = seriesForecasts(set);
        QCOMPARE(series.size(), std::size_t{kSeries});
        int better = 0;
        double global = 0, single = 0;
        for (int number = 0; number < kSeries; ++number) {
            ExperimentConfig longer = config(written("one.csv", longTable(number, number + 1, kRows)), "rows");
            longer.epochs = settings.epochs * kSeries;  // as many steps
            const Trained alone = train(longer);
            const double own = score(alone.scores, "model", "mase", "original"),
                         all = series[static_cast<std::size_t>(number)].score("model", "mase");
            QVERIFY(std::isfinite(own) && std::isfinite(all));
            better += all < own ? 1 : 0;
            global += all / kSeries, single += own / kSeries;
        }
        qInfo("MASE %g together, %g alone, better for %d of %d", global, single, better, kSeries);
        QVERIFY(better >= kSeries * 3 / 4);
        QVERIFY(global < 0.9 * single);
        // Over all: the mean over the series
        QVERIFY(std::abs(score(set.scores, "model", "mase", "original") - global) < 1e-9 * global);
    }

    // The table of series: errors of a plain loop over each one's windows, beside seasonal naive; sorted, as CSV.
    void eachHasALineOfScores() {
        const Trained run = train(config(written("all.csv", longTable(0, kSeries, kRows)), "together"));
        const ForecastSet set = take(engine_->forecast(requestOf(run.id), {}));
        std::vector<SeriesScore> scores = seriesScores(set);
        QCOMPARE(scores.size(), std::size_t{kSeries});
        std::size_t at = 0, better = 0;
        for (const SeriesScore& one : scores) {
            QCOMPARE(one.rows, std::int64_t{kRows});
            double absolute = 0, squared = 0, naive = 0;
            const auto values = static_cast<std::size_t>(one.windows) * kHorizon;
            for (std::size_t i = at; i < at + values; ++i) {
                const double error = set.forecast[i] - set.truth[i];
                absolute += std::abs(error), squared += error * error;
                naive += std::abs(set.seasonalNaive[i] - set.truth[i]);
            }
            at += values;
            const auto count = static_cast<double>(values);
            QVERIFY(std::abs(one.mae - absolute / count) < 1e-9 * (1 + one.mae));
            QVERIFY(std::abs(one.rmse - std::sqrt(squared / count)) < 1e-9 * (1 + one.rmse));
            QVERIFY(std::abs(one.naiveMae - naive / count) < 1e-9 * (1 + one.naiveMae));
            QVERIFY(std::abs(one.mase / one.naiveMase - one.mae / one.naiveMae) < 1e-9);
            better += one.isBetter() == 1 ? 1 : 0;
        }
        QCOMPARE(at, set.truth.size());
        QVERIFY(seriesVerdict(scores).english().starts_with(std::to_string(better) + " of 16 series are forecast"));
        sortSeries(scores, "mase", true);
        for (std::size_t i = 1; i < scores.size(); ++i) QVERIFY(scores[i - 1].mase >= scores[i].mase);
        scores[3].mase = NAN;
        sortSeries(scores, "mase", false);
        QVERIFY(std::isnan(scores.back().mase) && scores[0].mase <= scores[1].mase);
        sortSeries(scores, "series", false);
        QCOMPARE(scores.front().name, std::string("item 0"));
        QVERIFY(exportSeriesScoresCsv(scores, path("scores.csv")).ok());
        const std::string text = take(readFileBytes(path("scores.csv")));
        QVERIFY2(text.starts_with("series,rows,windows,mae,rmse,mase,mase_naive,better\nitem 0,48,"), text.c_str());
        scores.front().method = "other";
        QVERIFY(exportSeriesScoresCsv(scores, path("scores.csv")).ok());
        QVERIFY(take(readFileBytes(path("scores.csv"))).starts_with("series,method,rows,"));
        // A season that repeats exactly has no MASE: the errors themselves are compared, and equal ones are no better.
        const SeriesScore still{"s", 9, 1, 1, 1, NAN, 2, NAN}, same{"s", 9, 1, 2, 2, 1, 2, 1};
        QCOMPARE(still.isBetter(), 1.0);
        QCOMPARE(same.isBetter(), 0.0);
        QVERIFY(std::isnan(SeriesScore{"s", 9, 1, NAN, NAN, NAN, 2, NAN}.isBetter()));
    }

    void eachBeyondItsEnd() {
        const ExperimentConfig settings = config(written("all.csv", longTable(0, kSeries, kRows)), "together");
        const Trained run = train(settings);
        ForecastRequest request = requestOf(run.id);
        request.stepsAhead = 3;
        const ForecastSet own = take(engine_->forecast(request, {}));
        std::vector<SeriesForecast> series = seriesForecasts(own);
        QCOMPARE(series.size(), std::size_t{kSeries});
        for (int number = 0; number < kSeries; ++number) {
            const FutureForecast& future = series[static_cast<std::size_t>(number)].future;
            QCOMPARE(future.values.size(), std::size_t{3});
            QCOMPARE(future.times.size(), std::size_t{3});
            QCOMPARE(future.originRow, std::int64_t{kRows * (number + 1) - 1});
            QVERIFY(std::abs(future.values[0] - 50 * number) < 12);
        }
        // Another file: known series by what the training learned, a new one by its own past.
        request.isOtherData = true;
        request.data = read(settings, written("other.csv", longTable(4, kSeries + 2, kRows)));
        const ForecastSet other = take(engine_->forecast(request, {}));
        const std::vector<SeriesForecast> there = seriesForecasts(other);
        QCOMPARE(there.size(), std::size_t{kSeries - 2});
        QCOMPARE(there[0].name, std::string("item 4"));
        QCOMPARE(there[0].future.values, series[4].future.values);
        QVERIFY(there[0].windows > there.back().windows);
        QVERIFY(std::abs(there.back().future.values[0] - 50 * (kSeries + 1)) < 12);
        QCOMPARE(ofSeries(other, "item 5").future.values, there[1].future.values);
        // Exports say which series it is.
        QVERIFY(exportFutureCsv(other, path("future.csv")).ok() && exportForecastCsv(other, path("windows.csv")).ok());
        for (const char* name : {"future.csv", "windows.csv"}) {
            const std::string text = take(readFileBytes(path(name)));
            QVERIFY(text.starts_with("series,") && text.find("\nitem 17,") != std::string::npos);
        }
        // Rows to come are counted from the first row of their own series, as those of windows are.
        const std::string ahead = take(readFileBytes(path("future.csv"))), next = "1," + std::to_string(kRows) + ",";
        for (const char* series : {"item 4,", "item 5,", "item 17,"})
            QVERIFY2(ahead.find("\n" + (series + next)) != std::string::npos, ahead.c_str());
    }

    // The target is what was said for its day, and noise: nobody else can know it.
    void whatIsKnownAheadIsUsed() {
        Rng rng(3, RandomPurpose::Test);
        std::string text = "date,price,y\n", ahead;
        for (int row = 0; row < 302; ++row) {
            const bool isHigh = rng.uniform() < 0.5;
            const std::string y = std::to_string((isHigh ? 2.0 : -2.0) + 0.2 * rng.normal());
            char day[24];
            std::snprintf(day, sizeof day, "2024-01-%02d %02d:00", 1 + row / 24, row % 24);
            text += std::string(day) + "," + (isHigh ? "1" : "0") + "," + (row < 300 ? y : "") + "\n";
        }
        ExperimentConfig settings = config(written("price.csv", text), "rows");
        settings.inputs = {"price", "y"};
        settings.epochs = 30;
        const double without = score(train(settings).scores, "model", "mse");
        settings.recipe = {"standardise", "known(columns=price)"};
        const Trained run = train(settings);
        const double with = score(run.scores, "model", "mse");
        qInfo("MSE %g with, %g without", with, without);
        // Without, nothing below the variance is possible: 1 on this scale.
        QVERIFY(without > 0.8);
        QVERIFY(with < 0.2);
        ForecastRequest request = requestOf(run.id);
        request.stepsAhead = kHorizon;
        const ForecastSet set = take(engine_->forecast(request, {}));
        QCOMPARE(set.future.originRow, std::int64_t{299});
        request.stepsAhead = kHorizon + 1;
        QVERIFY(!engine_->forecast(request, {}).ok());
        request.stepsAhead = kHorizon;
        request.isOtherData = true;
        request.data = read(settings, written("short.csv", text.substr(0, text.rfind("2024-"))));
        const auto lacking = engine_->forecast(request, {});
        QVERIFY(!lacking.ok());
        QVERIFY2(lacking.error().message.find("next 2 rows") != std::string::npos, lacking.error().message.c_str());
    }

    // A run that goes on asks for the columns that tell its series apart as well.
    void columnsAreKept() {
        std::string text = "unique_id,ds,size,y\n";
        for (int number = 0; number < 3; ++number)
            for (int row = 0; row < kRows; ++row)
                text += "item " + std::to_string(number) + "," + dayText(row) + "," + std::to_string(number) + "," +
                        std::to_string(madeSeries(number, kRows)[static_cast<std::size_t>(row)]) + "\n";
        ExperimentConfig settings = config(written("sizes.csv", text), "together");
        settings.inputs.clear();
        settings.epochs = 1;
        const Trained run = train(settings);
        const ExperimentConfig kept = take(withKeptColumns(settings, workspace_->folder() / "runs" / run.id));
        QCOMPARE(kept.inputs, (std::vector<std::string>{"y", "size"}));
        ForecastRequest request = requestOf(run.id);
        request.stepsAhead = kHorizon;
        QCOMPARE(seriesForecasts(take(engine_->forecast(request, {}))).size(), std::size_t{3});
    }

    // The same bits each time.
    void sameBitsEachTime() {
        ExperimentConfig settings = config(written("all.csv", longTable(0, 6, kRows)), "together");
        settings.epochs = 4;
        const Trained whole = train(settings);
        const Trained again = train(settings);
        for (std::size_t i = 0; i < whole.scores.size(); ++i) {
            const double a = whole.scores[i].value, b = again.scores[i].value;
            QVERIFY(a == b || (std::isnan(a) && std::isnan(b)));
        }
    }
};

QTEST_GUILESS_MAIN(TestManyForecast)
#include "tst_many_forecast.moc"
