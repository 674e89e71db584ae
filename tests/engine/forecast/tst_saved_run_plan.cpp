// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run on rows that it was not trained on: another file, what follows the last row, one row at a time.
// Holds app/worker/output/future_report.cpp, core/data/recipe/saved_preparation.cpp, core/forecast/forecaster.cpp,
// core/forecast/future_forecast.cpp, core/forecast/future_intervals.cpp and core/store/saved_preparation_file.cpp.
#include "engine/session_support.h"

#include "data/readers.h"
#include "data/rows_ahead.h"
#include "io/file_io.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"
#include "support/worker_process.h"

#include <QDate>
#include <QJsonArray>
#include <QtTest>

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kRows = 300, kHorizon = 4, kLookback = 16;

double valueAt(int row) { return 10 + 0.01 * row + std::sin(0.3 * row) + 0.3 * std::cos(1.7 * row); }

std::string hourText(int row) {
    char text[32];
    std::snprintf(text, sizeof text, "2024-01-%02d %02d:00:00", 1 + row / 24, row % 24);
    return text;
}

/// Rows [begin, end) of one series, columns in either order.
std::string rowsText(int begin, int end, bool swapped = false) {
    std::string text = swapped ? "time,x,help\n" : "time,help,x\n";
    for (int row = begin; row < end; ++row) {
        const std::string x = std::to_string(valueAt(row)), help = std::to_string(std::cos(0.3 * row));
        text += hourText(row) + ',' + (swapped ? x + ',' + help : help + ',' + x) + '\n';
    }
    return text;
}

}  // namespace

class TestSavedRunPlan : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;

    std::string path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)).toStdString(); }
    std::filesystem::path folderOf(const std::string& id) const { return workspace_->folder() / "runs" / id; }

    ExperimentConfig config(const std::vector<std::string>& recipe) const {
        ExperimentConfig config = smallConfig();
        config.dataPath = path("whole.csv");
        config.targets = {"x"};
        config.lookback = kLookback;
        config.horizon = kHorizon;
        config.recipe = recipe;
        config.epochs = 2;
        return config;
    }
    std::string train(const ExperimentConfig& config) {
        auto record = take(workspace_->createRun(config, {}, "series"));
        const std::string id = record->id();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const auto* end = received.last<RunEnd>();
        return end && end->state == RunState::Finished ? id : std::string();
    }
    std::shared_ptr<const Dataset> read(const char* name) const {
        ExperimentConfig options;
        options.dataPath = path(name);
        return std::make_shared<const Dataset>(take(loadDataset(options)));
    }
    Result<ForecastSet> ahead(const std::string& id, std::shared_ptr<const Dataset> data, std::int64_t steps) {
        ForecastRequest request;
        request.runFolder = folderOf(id);
        request.isOtherData = data != nullptr;
        request.data = std::move(data);
        request.stepsAhead = steps;
        return engine_->forecast(request, {});
    }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
    }
    void init() { QVERIFY(writeFileDurably(path("whole.csv"), rowsText(0, kRows)).ok()); }

    // The forecast of the last rows of the run's own test part, made from a file without them, to the bit; the data of
    // the training are gone.
    void aSecondFileGivesTheSameBits_data() {
        QTest::addColumn<QString>("recipe");
        QTest::newRow("standardise") << "fill(method=linear);standardise";
        QTest::newRow("min-max, clipped") << "fill(method=hold);clip(method=iqr,threshold=1.5);minmax";
        QTest::newRow("robust, logarithm") << "fill(method=mean);log;robust";
        QTest::newRow("Box-Cox") << "fill(method=seasonal,season=24);boxcox;standardise";
        QTest::newRow("scaled by its window") << "standardise;revin";
        QTest::newRow("trend") << "detrend;standardise";
        QTest::newRow("calendar") << "standardise;calendar(parts=all)";
        QTest::newRow("Hampel") << "clip(method=hampel,window=5,threshold=3);standardise";
    }
    void aSecondFileGivesTheSameBits() {
        QFETCH(QString, recipe);
        std::vector<std::string> steps;
        for (const QString& step : recipe.split(QLatin1Char(';'))) steps.push_back(step.toStdString());
        const bool isScaled = std::erase(steps, "revin") > 0;
        ExperimentConfig settings = config(steps);
        if (isScaled) settings.anchor = "revin";
        const std::string id = train(settings);
        QVERIFY(!id.empty());
        ForecastRequest own;
        own.runFolder = folderOf(id);
        const ForecastSet test = take(engine_->forecast(own, {}));
        QCOMPARE(test.originRows.back(), std::int64_t{kRows - kHorizon - 1});
        QVERIFY(writeFileDurably(path("second.csv"), rowsText(kRows - kHorizon - 60, kRows - kHorizon, true)).ok());
        const auto second = read("second.csv");
        QVERIFY(removePath(path("whole.csv")).ok());
        const ForecastSet future = take(ahead(id, second, kHorizon));
        QVERIFY2(future.problem.empty(), future.problem.english().c_str());
        const std::vector<double> last(test.forecast.end() - kHorizon, test.forecast.end());
        QCOMPARE(future.future.values, last);
        QCOMPARE(future.future.times.size(), std::size_t{kHorizon});
        QCOMPARE(future.future.times.front(), test.time.values[kRows - kHorizon]);
        // The windows inside that file, too.
        QCOMPARE(future.originRows.size(), std::size_t{60 - kLookback - kHorizon + 1});
        const std::size_t before = test.originRows.size() - 1 - kHorizon;
        QCOMPARE(future.forecast.back(), test.forecast[(before + 1) * kHorizon - 1]);
        QVERIFY(
            std::ranges::none_of(future.scores, [](const TestScore& score) { return score.scale == "standardised"; }));
        QVERIFY(std::isfinite(score(future.scores, "persistence", "mse", "original")));
    }

    // Of rows that come when something happens no time is known ahead: steps are rows, in the file too.
    void bookingsHaveNoTimesAhead() {
        std::string text = "time,help,x\n";
        for (int row = 0, day = 0; row < kRows; ++day)
            for (int k = 0; k < day % 4 && row < kRows; ++k, ++row)
                text += QDate(2024, 1, 1).addDays(day).toString(Qt::ISODate).toStdString() + ',' +
                        std::to_string(std::cos(0.3 * row)) + ',' + std::to_string(valueAt(row)) + '\n';
        QVERIFY(writeFileDurably(path("whole.csv"), text).ok());
        const std::string id = train(config({"standardise"}));
        QVERIFY(!id.empty());
        const ForecastSet set = take(ahead(id, nullptr, 10));
        QVERIFY(set.time.known());
        QCOMPARE(set.future.values.size(), std::size_t{10});
        QVERIFY(set.future.times.empty() && !set.future.timeNote.empty());
        QVERIFY(exportFutureCsv(set, path("future.csv")).ok());
        const auto written = readFileBytes(path("future.csv"));
        QVERIFY(written.ok() && written->starts_with("step,row,target,forecast"));
    }

    void beyondTheHorizonThereIsNoInterval() {
        const std::string id = train(config({"standardise"}));
        const ForecastSet set = take(ahead(id, nullptr, 10));
        const FutureForecast& future = set.future;
        QCOMPARE(future.originRow, std::int64_t{kRows - 1});
        QCOMPARE(future.values.size(), std::size_t{10});
        QVERIFY(std::ranges::all_of(future.values, [](double value) { return std::isfinite(value); }));
        QCOMPARE(future.intervalSteps, std::int64_t{kHorizon});
        QCOMPARE(future.source, FutureForecast::IntervalSource::HeldOutErrors);
        QCOMPARE(future.intervals.size(), std::size_t{2});
        const ErrorIntervals kept = take(readPreparation(folderOf(id))).series->errors;
        QCOMPARE(future.intervalWindows, kept.windows);
        QVERIFY(kept.windows >= 19 &&
                future.notes.front().english().find(std::to_string(kept.windows)) != std::string::npos);
        // In parts of the spread of the last window, and never narrower with the step.
        double mean = 0, squares = 0;
        for (int row = kRows - kLookback; row < kRows; ++row) mean += valueAt(row) / kLookback;
        for (int row = kRows - kLookback; row < kRows; ++row) squares += std::pow(valueAt(row) - mean, 2) / kLookback;
        for (std::size_t i = 0; i < kHorizon; ++i) {
            const double half = (future.intervals[0].high[i] - future.intervals[0].low[i]) / 2;
            QVERIFY(std::abs(half - kept.levels[0].sizes[i] * std::sqrt(squares)) < 1e-6);
            QVERIFY(i == 0 || kept.levels[0].sizes[i] >= kept.levels[0].sizes[i - 1]);
        }
        for (std::size_t i = 0; i < kHorizon; ++i) {
            QVERIFY(future.intervals[1].low[i] <= future.intervals[0].low[i] &&
                    future.intervals[0].low[i] <= future.intervals[0].high[i]);
            QVERIFY(future.intervals[0].high[i] <= future.intervals[1].high[i]);
        }
        const ForecastSet shorter = take(ahead(id, nullptr, 2));
        QCOMPARE(shorter.future.values[1], take(ahead(id, nullptr, kHorizon)).future.values[1]);
        QVERIFY(!set.observed.empty());
        QCOMPARE(set.observed.back(), take(loadDataset(config({}))).series->channels[1].values.back());
    }

    // Other values than those of the training are named, and intervals that do not hold them.
    void anotherUnitIsSaid() {
        const std::string id = train(config({"standardise"}));
        std::string text = "time,help,x\n";
        for (int row = 240; row < kRows; ++row)
            text += hourText(row) + ',' + std::to_string(std::cos(0.3 * row)) + ',' +
                    std::to_string(1000 * valueAt(row)) + '\n';
        QVERIFY(writeFileDurably(path("watts.csv"), text).ok());
        const ForecastSet set = take(ahead(id, read("watts.csv"), kHorizon));
        const std::string problem = set.problem.english();
        QVERIFY2(problem.find("'x'") != std::string::npos && problem.find("another unit") != std::string::npos &&
                     problem.find("'help'") == std::string::npos,
                 problem.c_str());
        QVERIFY(std::ranges::any_of(set.future.notes, [](const Phrase& note) {
            return note.english().find("too narrow") != std::string::npos;
        }));
    }

    // The last window lies beyond all that was trained on: which way is told as it is.
    void aSeriesThatMovedHasRisenOrFallen() {
        const std::string id = train(config({"standardise"}));
        QVERIFY(!id.empty());
        for (const int by : {0, 20, -20}) {
            std::string text = "time,help,x\n";
            for (int row = 0; row < 60; ++row)
                text += hourText(row) + ',' + std::to_string(std::cos(0.3 * row)) + ',' +
                        std::to_string(by + valueAt(row)) + '\n';
            QVERIFY(writeFileDurably(path("moved.csv"), text).ok());
            const ForecastSet set = take(ahead(id, read("moved.csv"), kHorizon));
            std::string notes;
            for (const Phrase& note : set.future.notes) notes += note.english() + '\n';
            QVERIFY2((set.problem.english().find("this level of 'x' was never seen in training: ") !=
                      std::string::npos) == (by != 0),
                     set.problem.english().c_str());
            QVERIFY2(
                (notes.find("above all values of the training part: the series has risen") != notes.npos) == (by > 0) &&
                    (notes.find("below all values of the training part: the series has fallen") != notes.npos) ==
                        (by < 0),
                notes.c_str());
        }
    }

    // Of counts nothing is forecast below zero.
    void countsStayAtOrAboveZero() {
        std::string text = "time,x\n";
        for (int row = 0; row < kRows; ++row)
            text += hourText(row) + ',' + std::to_string(std::max(0, static_cast<int>(4 * std::sin(0.3 * row)))) + '\n';
        QVERIFY(writeFileDurably(path("counts.csv"), text).ok());
        ExperimentConfig counts = config({"standardise"});
        counts.dataPath = path("counts.csv");
        const ForecastSet set = take(ahead(train(counts), nullptr, kHorizon));
        QVERIFY(std::ranges::all_of(set.future.values, [](double value) { return value >= 0; }));
        for (const FutureForecast::Interval& interval : set.future.intervals)
            QVERIFY(std::ranges::all_of(interval.low, [](double value) { return value >= 0; }));
        QVERIFY(std::ranges::any_of(set.future.notes, [](const Phrase& note) {
            return note.english().find("shown as zero") != std::string::npos;
        }));
    }

    void quantilesAreTheInterval() {
        ExperimentConfig quantiles = config({"standardise"});
        quantiles.loss = "pinball";
        const ForecastSet set = take(ahead(train(quantiles), nullptr, kHorizon));
        QCOMPARE(set.future.source, FutureForecast::IntervalSource::Network);
        QVERIFY(!set.future.intervals.empty());
        QVERIFY(set.future.intervals.back().low[0] <= set.future.values[0] &&
                set.future.values[0] <= set.future.intervals.back().high[0]);
    }

    void otherDataAreChecked() {
        const std::string id = train(config({"standardise"}));
        QVERIFY(writeFileDurably(path("short.csv"), rowsText(0, kLookback - 1)).ok());
        const auto tooShort = ahead(id, read("short.csv"), 4);
        QVERIFY(!tooShort.ok());
        QVERIFY2(tooShort.error().message.find("needs the last 16 rows, and these data have 15") != std::string::npos,
                 tooShort.error().message.c_str());
        std::string daily = "time,help,x\n";
        for (int row = 0; row < 28; ++row)
            daily += hourText(row * 24).substr(0, 10) + ",0.5," + std::to_string(valueAt(row)) + "\n";
        QVERIFY(writeFileDurably(path("daily.csv"), daily).ok());
        const ForecastSet reported = take(ahead(id, read("daily.csv"), 4));
        QVERIFY2(reported.problem.english().find("its rows are 1 day apart, those of the training were 1 hour") !=
                     std::string::npos,
                 reported.problem.english().c_str());
        std::string renamed = rowsText(0, 40);
        renamed.replace(0, 11, "time,hilf,x");
        QVERIFY(writeFileDurably(path("renamed.csv"), renamed).ok());
        const auto refused = ahead(id, read("renamed.csv"), 4);
        QVERIFY(!refused.ok());
        QVERIFY2(refused.error().message.find("trained with a column 'help', which is not in renamed.csv") !=
                     std::string::npos,
                 refused.error().message.c_str());
    }

    // The settings name no input, and a column of the file only counts the rows today: what the run was trained on is
    // read all the same.
    void aColumnThatCountsNowIsStillRead() {
        const std::string id = train(config({"standardise"}));
        QVERIFY(!id.empty());
        std::string text = "time,help,x\n";
        for (int row = 0; row < kRows; ++row)
            text += hourText(row) + ',' + std::to_string(row) + ',' + std::to_string(valueAt(row)) + '\n';
        QVERIFY(writeFileDurably(path("whole.csv"), text).ok());
        QCOMPARE(read("whole.csv")->series->channels.size(), std::size_t{1});
        ForecastRequest own;
        own.runFolder = folderOf(id);
        const auto test = engine_->forecast(own, {});
        QVERIFY2(test.ok(), test.ok() ? "" : test.error().message.c_str());
        QVERIFY(!test->problem.empty());  // the file was changed
        // Without what it keeps, the reason is told and nothing is read under another name.
        QVERIFY(removePath(folderOf(id) / "preparation.json").ok());
        QVERIFY(!engine_->forecast(own, {}).ok());
    }

    // Which columns a run was trained on is asked for where its settings name none; that it cannot be told is said.
    void damagedColumnsAreSaid() {
        ExperimentConfig unnamed = config({"standardise"});
        unnamed.targets.clear();
        const std::string id = train(unnamed);
        QVERIFY(!id.empty());
        const auto weights = path("w.safetensors");
        QVERIFY(take(exportRunWeights(folderOf(id), weights)).passedOver.empty());
        const auto file = folderOf(id) / "preparation.json";
        std::string bytes = take(readFileBytes(file));
        bytes[bytes.find("\"rows\": ") + 8] ^= 1;
        QVERIFY(writeFileDurably(file, bytes).ok());
        const RunWeights exported = take(exportRunWeights(folderOf(id), weights));
        QVERIFY(exported.passedOver.size() == 1);
        QVERIFY2(exported.passedOver.front().english().find("preparation.json is damaged") != std::string::npos,
                 exported.passedOver.front().english().c_str());
        ForecastRequest own;
        own.runFolder = folderOf(id);
        QVERIFY(!take(engine_->forecast(own, {})).problem.empty());
        InspectRequest inside;
        inside.runFolder = folderOf(id);
        QVERIFY(!engine_->inspect(inside).ok());
        const Received received = runToEnd(*engine_, unnamed, take(workspace_->reopenRun(id)), folderOf(id));
        const auto* warning = received.last<RunWarning>();
        QVERIFY(warning != nullptr);
        QVERIFY(warning->text.english().find("preparation.json is damaged") != std::string::npos);
    }

    void aDamagedPreparationIsRefused() {
        const std::string id = train(config({"standardise"}));
        const auto file = folderOf(id) / "preparation.json";
        const std::string bytes = take(readFileBytes(file));
        for (std::size_t at = 0; at < bytes.size(); at += 7) {
            std::string broken = bytes;
            broken[at] = static_cast<char>(broken[at] ^ 4);
            QVERIFY(writeFileDurably(file, broken).ok());
            const auto read = readPreparation(folderOf(id));
            QVERIFY2(!read.ok() && read.error().code == ErrorCode::Corrupt, std::to_string(at).c_str());
        }
        for (const std::size_t length : {std::size_t{0}, std::size_t{1}, bytes.size() / 2, bytes.size() - 1}) {
            QVERIFY(writeFileDurably(file, bytes.substr(0, length)).ok());
            QVERIFY(!readPreparation(folderOf(id)).ok());
        }
        QVERIFY(!ahead(id, nullptr, 4).ok());
        // An older run keeps none: it is fitted once more on the data of its training.
        QVERIFY(removePath(file).ok());
        const ForecastSet refitted = take(ahead(id, nullptr, 4));
        QVERIFY(writeFileDurably(file, bytes).ok());
        QCOMPARE(refitted.future.values, take(ahead(id, nullptr, 4)).future.values);
    }

    void monthsGoOnByMonths() {
        Series series;
        series.channels = {{"x", "", std::vector<double>(4, 1.0)}};
        const auto days = [](int year, unsigned month, unsigned day) {
            return std::chrono::duration_cast<std::chrono::microseconds>(
                       std::chrono::sys_days(std::chrono::year(year) / month / day).time_since_epoch())
                .count();
        };
        series.time.values = {days(2023, 9, 30), days(2023, 10, 31), days(2023, 11, 30), days(2023, 12, 31)};
        series.time.stepMicros = days(1970, 2, 1);
        const SeriesPtr longer = withRowsAhead(series, 3);
        QCOMPARE(longer->time.values[4], days(2024, 1, 31));
        QCOMPARE(longer->time.values[5], days(2024, 2, 29));
        QCOMPARE(longer->time.values[6], days(2024, 3, 31));
        series.time.values = {days(2023, 1, 1), days(2023, 4, 1), days(2023, 7, 1), days(2023, 10, 1)};
        QCOMPARE(withRowsAhead(series, 2)->time.values[5], days(2024, 4, 1));
    }

    void sequencesOfAnotherFileAreClassified() {
        const auto items = [](const char* classes, bool swapped, int first, int steps = 10) {
            std::string text = std::string("@problemName x\n@timeStamps false\n@univariate true\n@classLabel true ") +
                               classes + "\n@data\n";
            for (int i = first; i < first + 12; ++i) {
                const bool up = i % 2 == 0;
                for (int t = 0; t < steps; ++t)
                    text += (t > 0 ? "," : "") + std::to_string((up ? 1 : -1) * 0.1 * t + 0.01 * i);
                text += std::string(":") + (up != swapped ? "up" : "down") + "\n";
            }
            return text;
        };
        QVERIFY(writeFileDurably(path("lines.ts"), items("down up", false, 0)).ok());
        ExperimentConfig sequences = smallConfig();
        sequences.dataPath = path("lines.ts");
        sequences.task = "classification";
        sequences.loss = "cross-entropy";
        sequences.epochs = 40;
        sequences.learningRate = 0.02;
        sequences.split = "70%/0%/30%";
        const std::string id = train(sequences);
        QVERIFY(!id.empty());
        // The classes stand in another order there, and one is new.
        QVERIFY(writeFileDurably(path("new.ts"), items("sideways up down", false, 12)).ok());
        const QString run = QString::fromStdString(id),
                      workspace = QString::fromStdString(workspace_->folder().string());
        // There is no validation part, so that the inside is looked at on the test part.
        const Answer gates = askWorker({"gates", run, "--json", "--workspace", workspace});
        QVERIFY2(gates.code == 0 && gates.out.contains("\"part\":\"test\""), gates.err + gates.out.left(300));
        const Answer own = askWorker({"classify", run, "--json", "--workspace", workspace});
        QVERIFY2(own.code == 0, own.err);
        const Answer refused = askWorker({"forecast", run, "--json", "--workspace", workspace});
        QVERIFY2(refused.code == 2 &&
                     refused.err.contains("classifies sequences and forecasts nothing: use 'gatelab-worker classify"),
                 refused.err);
        QVERIFY(removePath(path("lines.ts")).ok());
        QVERIFY(writeFileDurably(path("longer.ts"), items("up down", false, 12, 14)).ok());
        const Answer longer =
            askWorker({"classify", run, "--data", folder_.filePath("longer.ts"), "--json", "--workspace", workspace});
        QVERIFY2(longer.code == 0 &&
                     longer.err.contains(
                         "12 of 12 sequences are not of the length that the network was trained on (10 steps)"),
                 longer.err);
        const Answer answer =
            askWorker({"classify", QString::fromStdString(id), "--data", folder_.filePath("new.ts"), "--json",
                       "--workspace", QString::fromStdString(workspace_->folder().string())});
        QVERIFY2(answer.code == 0, answer.err);
        QVERIFY2(!answer.err.contains("length"), answer.err);
        // Classes taken for one another would give a tenth.
        QVERIFY2(
            lastLine(answer.out)["result"].toObject()["test"].toObject()["original"].toObject()["accuracy"].toDouble() >
                0.8,
            answer.out);
    }

    void oneRowAtATime() {
        const std::string id = train(config({"standardise"}));
        const auto data = read("whole.csv");
        const auto forecaster = take(engine_->openForecaster(folderOf(id)));
        QCOMPARE(forecaster->columns(), (std::vector<std::string>{"help", "x"}));
        FutureForecast last;
        for (int row = kRows - 40; row < kRows; ++row) {
            // What the recipe learned is read once: what happens to its file meanwhile changes no forecast.
            if (row == kRows - 20) QVERIFY(renamePath(folderOf(id) / "preparation.json", path("away.json")).ok());
            if (row == kRows - 10) QVERIFY(renamePath(path("away.json"), folderOf(id) / "preparation.json").ok());
            last = take(forecaster->add({data->series->channels[0].values[static_cast<std::size_t>(row)],
                                         data->series->channels[1].values[static_cast<std::size_t>(row)]}));
            QCOMPARE(last.empty(), row < kRows - 40 + kLookback - 1);
        }
        QCOMPARE(last.values, take(ahead(id, nullptr, kHorizon)).future.values);
        QVERIFY(!forecaster->add({1}).ok());
        QVERIFY(!forecaster->add({NAN, 1}).ok());
    }

    void theWorkerForecastsAndStreams() {
        const QString id = QString::fromStdString(train(config({"standardise"}))),
                      workspace = QString::fromStdString(workspace_->folder().string());
        const Answer none = askWorker({"classify", id, "--json", "--workspace", workspace});
        QVERIFY2(
            none.code == 2 && none.err.contains("forecasts a series and has no classes: use 'gatelab-worker forecast"),
            none.err);
        const Answer answer = askWorker({"forecast", id, "--ahead", "6", "--json", "--workspace", workspace, "--csv",
                                         folder_.filePath("future.csv")});
        QVERIFY2(answer.code == 0, answer.err);
        const auto lines = answer.out.trimmed().split('\n');
        const QJsonObject reported = QJsonDocument::fromJson(lines[lines.size() - 2]).object();
        QCOMPARE(reported["future"].toArray().size(), 6);
        QCOMPARE(reported["future"].toArray()[0].toObject()["time"].toString(),
                 QString::fromStdString(hourText(kRows)));
        QVERIFY(take(readFileBytes(path("future.csv")))
                    .starts_with("step,row,time,target,forecast,low_80,high_80,low_95,high_95\n1,300,"));
        QProcess stream;
        stream.start(workerProgram(), {"forecast", id, "--stream", "--workspace", workspace});
        stream.write(QByteArray::fromStdString(rowsText(kRows - 20, kRows)));
        stream.closeWriteChannel();
        const Answer streamed = finished(stream);
        QVERIFY2(streamed.code == 0, streamed.err);
        QCOMPARE(streamed.out.trimmed().split('\n').size(), 1 + (20 - kLookback + 1) * kHorizon);
        QVERIFY2(!streamed.err.contains("not like those of the training"), streamed.err);
        QProcess bytes;
        bytes.start(workerProgram(), {"forecast", id, "--stream", "--int8", "--workspace", workspace});
        bytes.write(QByteArray::fromStdString(rowsText(kRows - 20, kRows)));
        bytes.closeWriteChannel();
        const Answer inBytes = finished(bytes);
        QVERIFY2(inBytes.code == 0, inBytes.err);
        QCOMPARE(inBytes.out.count('\n'), streamed.out.count('\n'));
        QVERIFY(inBytes.out != streamed.out);
        // Rows in another unit are said once, as those of a file.
        std::string other = "help,x\n";
        for (int row = kRows - 40; row < kRows; ++row)
            other += std::to_string(std::cos(0.3 * row)) + ',' + std::to_string(1000 * valueAt(row)) + '\n';
        for (const bool json : {false, true}) {
            QProcess unlike;
            unlike.start(workerProgram(), QStringList{"forecast", id, "--stream", "--workspace", workspace} +
                                              (json ? QStringList{"--json"} : QStringList()));
            unlike.write(QByteArray::fromStdString(other));
            unlike.closeWriteChannel();
            const Answer said = finished(unlike);
            QVERIFY2(said.code == 0 && said.err.count("they look like another unit") == 1, said.err);
            QVERIFY2(said.out.count("{\"warning\":") == (json ? 1 : 0), said.out);
            QVERIFY2(said.out.startsWith(json ? "{\"warning\":" : "row,step,target,forecast\n"), said.out);
        }
        QProcess broken;
        broken.start(workerProgram(), {"forecast", id, "--stream", "--workspace", workspace});
        broken.write("help,x\n1,2\n1,abc\n");
        broken.closeWriteChannel();
        const Answer refused = finished(broken);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("line 3: 'abc' is no number"), refused.err);
    }

    // Words for yes and no are 1 and 0 in the columns that the run knows as such, and no numbers elsewhere.
    void aStreamTakesYesAndNoForSwitchesAlone() {
        std::string text = "time,open,x\n";
        for (int row = 0; row < kRows; ++row)
            text += hourText(row) + (row % 3 == 0 ? ",yes," : ",no,") + std::to_string(valueAt(row)) + '\n';
        QVERIFY(writeFileDurably(path("whole.csv"), text).ok());
        const QString id = QString::fromStdString(train(config({"standardise"}))),
                      workspace = QString::fromStdString(workspace_->folder().string());
        QVERIFY(!id.isEmpty());
        const auto streamed = [&](const char* yes, const char* no, const char* x) {
            std::string lines = "open,x\n";
            for (int row = 0; row < kLookback; ++row)
                lines += std::string(row % 3 == 0 ? yes : no) + ',' +
                         (row == 4 && *x ? x : std::to_string(valueAt(row))) + '\n';
            QProcess stream;
            stream.start(workerProgram(), {"forecast", id, "--stream", "--workspace", workspace});
            stream.write(QByteArray::fromStdString(lines));
            stream.closeWriteChannel();
            return finished(stream);
        };
        const Answer words = streamed("yes", "no", ""), numbers = streamed("1", "0", "");
        QVERIFY2(words.code == 0, words.err);
        QCOMPARE(words.out, numbers.out);
        for (const char* word : {"t", "f", "no"}) {
            const Answer refused = streamed("yes", "no", word);
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains(QByteArray("line 6: '") + word + "' is no number"), refused.err);
        }
    }
};

QTEST_GUILESS_MAIN(TestSavedRunPlan)
#include "tst_saved_run_plan.moc"
