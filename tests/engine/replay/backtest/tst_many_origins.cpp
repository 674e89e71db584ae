// SPDX-License-Identifier: GPL-3.0-or-later
// A backtest of many series: each by its name, on its own rows, with refits that see nothing behind their origin; its
// numbers are those of a plain loop over windows, each forecast by a training of its own.
// Holds core/replay/backtest/refit_segments.cpp, core/lab/backtest/backtest_series.cpp and
// core/data/many/each_split.cpp.
#include "engine/session_support.h"

#include "base/rng.h"
#include "data/many/each_split.h"
#include "data/many/many_step.h"
#include "data/readers.h"
#include "export/backtest_export.h"
#include "io/file_io.h"
#include "lab/backtest/backtest_series.h"
#include "replay/backtest/refit_segments.h"
#include "replay/backtest/rolling_origins.h"
#include "run/series_forecasts.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kSeries = 4, kLookback = 6, kHorizon = 2;
const BacktestWatch kNobody = [](const Backtest&, double) { return true; };

int rowsOf(int series) { return 40 + 5 * series; }

double valueAt(int series, int row) {
    Rng rng(static_cast<std::uint64_t>(1000 * series + row), RandomPurpose::Test);
    return 20.0 * series + (1 + series) * std::sin(0.7 * row + series) + 0.2 * rng.normal();
}

/// A long table; of each series the first `rows`, and `more` added from row `from` on.
std::string longTable(const std::vector<std::int64_t>& rows, std::int64_t from = 1'000'000, double more = 0) {
    std::string text = "unique_id,ds,y\n";
    for (int s = 0; s < kSeries; ++s)
        for (int row = 0; row < rows[static_cast<std::size_t>(s)]; ++row) {
            char line[80];
            std::snprintf(line, sizeof line, "meter %c,2024-%02d-%02d,%.6f\n", 'a' + s, 1 + row / 28, 1 + row % 28,
                          valueAt(s, row) + (row >= from ? more : 0));
            text += line;
        }
    return text;
}

std::vector<std::int64_t> allRows() {
    std::vector<std::int64_t> rows;
    for (int s = 0; s < kSeries; ++s) rows.push_back(rowsOf(s));
    return rows;
}

}  // namespace

class TestManyOrigins : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;
    std::filesystem::path run_;

    ExperimentConfig config(const char* name, const std::string& table) const {
        const std::string path = folder_.filePath(QString::fromLatin1(name)).toStdString();
        if (!writeFileDurably(path, table).ok()) qFatal("no file");
        ExperimentConfig config = smallConfig();
        config.dataPath = path, config.csvShape = "together";
        config.targets = config.inputs = {"y"};
        config.lookback = kLookback, config.horizon = kHorizon, config.epochs = 2, config.batchSize = 16;
        config.recipe = {"standardise"};
        return config;
    }
    std::filesystem::path train(const ExperimentConfig& config) const {
        auto record = take(workspace_->createRun(config, {}, "series"));
        const std::filesystem::path folder = record->folder();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const auto* end = received.last<RunEnd>();
        if (end == nullptr || end->state != RunState::Finished) qFatal("the training failed");
        return folder;
    }
    BacktestRequest request(std::int64_t refitEvery = 0) const {
        BacktestRequest asked;
        asked.runFolder = run_, asked.run = "r", asked.maxThreads = 1;
        asked.plan.refitEvery = refitEvery;
        return asked;
    }
    static const std::vector<double>& model(const Backtest& made) { return made.methods.front().forecast; }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
        run_ = train(config("all.csv", longTable(allRows())));
    }

    // Scores of each series are those of a loop over its windows; names and own rows in CSV.
    void scoresAreThoseOfALoop() {
        const Backtest made = take(rollingOrigins(request(), kNobody));
        QCOMPARE(made.seriesNames, (std::vector<std::string>{"meter a", "meter b", "meter c", "meter d"}));
        const std::vector<SeriesScore> scores = seriesScores(made, "model");
        QCOMPARE(scores.size(), std::size_t{kSeries});
        std::int64_t begin = 0;
        for (int s = 0; s < kSeries; ++s) {
            const auto& one = scores[static_cast<std::size_t>(s)];
            QCOMPARE(one.rows, std::int64_t{rowsOf(s)});
            double mae = 0, rmse = 0, mase = 0, naive = 0;
            std::int64_t windows = 0;
            for (std::size_t w = 0; w < made.windows(); ++w) {
                const std::int64_t cutoff = made.cutoffs[w] - begin;
                if (cutoff < 0 || cutoff >= rowsOf(s)) continue;
                QCOMPARE(made.seriesOf(w), static_cast<std::size_t>(s));
                ++windows;
                double season = 0, absolute = 0, squared = 0, other = 0;
                const std::int64_t m = made.plan.seasonality;
                for (std::int64_t row = m; row < cutoff; ++row)
                    season += std::abs(std::round(1e6 * valueAt(s, static_cast<int>(row))) -
                                       std::round(1e6 * valueAt(s, static_cast<int>(row - m)))) /
                              1e6 / static_cast<double>(cutoff - m);
                for (std::size_t step = 0; step < kHorizon; ++step) {
                    const double truth = valueAt(s, static_cast<int>(cutoff) + static_cast<int>(step));
                    QVERIFY(std::abs(made.truth[w * kHorizon + step] - truth) < 1e-6);
                    const double error = std::abs(model(made)[w * kHorizon + step] - truth);
                    absolute += error / kHorizon, squared += error * error / kHorizon;
                    other += std::abs(made.find("seasonal-naive")->forecast[w * kHorizon + step] - truth) / kHorizon;
                }
                mae += absolute, rmse += std::sqrt(squared), mase += absolute / season, naive += other;
            }
            begin += rowsOf(s);
            QCOMPARE(one.windows, windows);
            QVERIFY(windows >= 3);
            const auto count = static_cast<double>(windows);
            QVERIFY(std::abs(one.mae - mae / count) < 1e-5);
            QVERIFY(std::abs(one.rmse - rmse / count) < 1e-5);
            QVERIFY(std::abs(one.mase - mase / count) < 1e-5);
            QVERIFY(std::abs(one.naiveMae - naive / count) < 1e-5);
            QCOMPARE(one.isBetter(), one.mase < one.naiveMase ? 1.0 : 0.0);
        }
        QVERIFY(seriesScores(made, "nobody").empty());
        const std::string path = folder_.filePath("backtest.csv").toStdString();
        QVERIFY(exportBacktestCsv(made, IntervalMethod::Split, path).ok());
        const std::string text = take(readFileBytes(path));
        QVERIFY(text.find("\nmeter a,0," + std::to_string(made.cutoffs.front()) + ",1,y,") != std::string::npos);
        // Its first window forecasts the row that it has in its own table.
        const auto ofB = std::ranges::lower_bound(made.cutoffs, rowsOf(0));
        QVERIFY(text.find("\nmeter b," + std::to_string(ofB - made.cutoffs.begin()) + "," +
                          std::to_string(*ofB - rowsOf(0)) + ",1,y,") != std::string::npos);
    }

    // What each origin is forecast with is what a training of the rows before it gives, to the last bit.
    void refitsAreTrainingsOfWhatWasBefore() {
        const Backtest made = take(rollingOrigins(request(2), kNobody));
        QVERIFY(made.finished() && made.leaks.empty());
        std::vector<std::int64_t> begins{0};
        for (int s = 0; s < kSeries; ++s) begins.push_back(begins.back() + rowsOf(s));
        for (std::size_t w = 0; w < made.windows(); ++w) {
            // Learned from the rows before the first of its pair.
            std::size_t first = w;
            while (first > 0 && made.seriesOf(first - 1) == made.seriesOf(w)) --first;
            QCOMPARE(made.fittedRows[w], made.cutoffs[first + (w - first) / 2 * 2]);
        }
        // The second training by hand: a table of the rows of each up to its end, parts in rows.
        std::vector<std::int64_t> rows;
        std::vector<std::string> parts;
        std::vector<std::vector<std::size_t>> windows;
        for (int s = 0; s < kSeries; ++s) {
            std::vector<std::size_t> own;
            for (std::size_t w = 0; w < made.windows(); ++w)
                if (made.seriesOf(w) == static_cast<std::size_t>(s)) own.push_back(w);
            QVERIFY(own.size() > 2);
            windows.push_back({own.begin() + 2, own.begin() + std::min<std::ptrdiff_t>(4, std::ssize(own))});
            const std::int64_t cutoff = made.cutoffs[own[2]] - begins[static_cast<std::size_t>(s)],
                               end =
                                   made.cutoffs[windows.back().back()] - begins[static_cast<std::size_t>(s)] + kHorizon;
            // 60%/20% of the run
            const std::int64_t train = rowsOf(s) * 60 / 100, held = rowsOf(s) * 80 / 100 - train;
            const auto validation = std::llround(static_cast<double>(cutoff) * static_cast<double>(held) /
                                                 static_cast<double>(train + held));
            rows.push_back(end);
            parts.push_back(std::to_string(cutoff - validation) + "/" + std::to_string(validation) + "/" +
                            std::to_string(end - cutoff));
        }
        ExperimentConfig by = config("before.csv", longTable(rows));
        by.split = splitOfEach(parts);
        ForecastRequest asked;
        asked.runFolder = train(by);
        const ForecastSet set = take(engine_->forecast(asked, {}));
        const std::vector<SeriesForecast> each = seriesForecasts(set);
        QCOMPARE(each.size(), std::size_t{kSeries});
        std::size_t at = 0;
        for (std::size_t s = 0; s < kSeries; ++s) {
            // Windows of the test part begin at every row; those of the backtest are a horizon apart.
            for (std::size_t i = 0; i < windows[s].size(); ++i)
                for (std::size_t step = 0; step < kHorizon; ++step)
                    QCOMPARE(model(made)[windows[s][i] * kHorizon + step],
                             set.forecast[(at + i * kHorizon) * kHorizon + step]);
            at += static_cast<std::size_t>(each[s].windows);
        }
    }

    void refitsSeeNothingLater() {
        BacktestRequest asked = request(1);
        asked.plan.numWindows = 2, asked.plan.initialCutoff = 30;
        const Backtest made = take(rollingOrigins(asked, kNobody));
        QCOMPARE(made.windows(), std::size_t{2 * kSeries});
        // With other values from the second origin on, each first forecast is the same to the bit.
        ExperimentConfig other = config("other.csv", longTable(allRows(), 32, 9));
        asked.data = std::make_shared<const Dataset>(take(loadDataset(other)));
        const Backtest moved = take(rollingOrigins(asked, kNobody));
        for (std::size_t w = 0; w < made.windows(); w += 2)
            for (std::size_t step = 0; step < kHorizon; ++step)
                QCOMPARE(model(made)[w * kHorizon + step], model(moved)[w * kHorizon + step]);
        asked.data = nullptr, asked.maxThreads = 2;
        QCOMPARE(model(take(rollingOrigins(asked, kNobody))), model(made));
        asked.plan.sliding = true;
        const Backtest sliding = take(rollingOrigins(asked, kNobody));
        QCOMPARE(model(sliding)[0], model(made)[0]);
        QVERIFY(model(sliding)[kHorizon] != model(made)[kHorizon]);
        // Too few rows before the origin: said by the name of the series.
        asked.plan.initialCutoff = kLookback + kHorizon;
        const auto early = rollingOrigins(asked, kNobody);
        QVERIFY(!early.ok());
        QVERIFY2(early.error().message.find("meter a") != std::string::npos, early.error().message.c_str());
    }

    // Whole series held out have no rows before their origin that could be learned from.
    void heldOutSeriesAreNotRefitted() {
        ExperimentConfig settings = config("all.csv", longTable(allRows()));
        settings.split = "50%/25%/25% series";
        BacktestRequest asked = request(1);
        asked.runFolder = train(settings);
        const auto refused = rollingOrigins(asked, kNobody);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        asked.plan.refitEvery = 0;
        QVERIFY(rollingOrigins(asked, kNobody).ok());
    }

    // Names are kept with the backtest; one of an older program has numbers.
    void namesAreKept() {
        const Backtest made = take(rollingOrigins(request(), kNobody));
        QVERIFY(keepBacktest(run_, made).ok());
        Backtest kept = take(readBacktest(run_));
        QCOMPARE(kept.seriesNames, made.seriesNames);
        kept.seriesNames.clear();
        QCOMPARE(kept.nameOfSeries(1), std::string("2"));
        kept.seriesNames = {"one"};
        QVERIFY(keepBacktest(run_, kept).ok());
        QCOMPARE(readBacktest(run_).error().code, ErrorCode::Corrupt);
        BacktestRequest asked = request();
        kept = made, kept.seriesNames.clear();
        asked.known = kept;
        QCOMPARE(take(rollingOrigins(asked, kNobody)).seriesNames, made.seriesNames);
    }

    // A series whose origins are over gives all rows that were forecast; one without any its training part alone.
    void segmentsOfUnequalSeries() {
        Backtest made;
        made.horizon = kHorizon, made.plan.refitEvery = 1, made.targets = {"y"};
        made.seriesEnds = {20, 50, 60}, made.cutoffs = {16, 40, 42}, made.done = {0, 0, 0};
        const auto ofRows = [](std::int64_t train, std::int64_t validation) {
            auto own = std::make_shared<PreparedSeries>();
            own->split.train = {0, train}, own->split.validation = {train, validation};
            return PreparedPtr(own);
        };
        std::vector<PreparedMember> members(3);
        members[0] = {"a", {0, 20}, ofRows(12, 16), true, {}};
        members[1] = {"b", {20, 50}, ofRows(16, 20), true, {}};
        members[2] = {"c", {50, 60}, nullptr, true, "too short"};
        PreparedSeries prepared;
        prepared.steps.push_back(std::make_unique<ManyStep>(members, std::vector<ApartColumn>()));
        const auto segments = refitSegments(made, prepared);
        QCOMPARE(segments.size(), std::size_t{2});
        QCOMPARE(segments[0].places, (std::vector<std::size_t>{0, 1}));
        QCOMPARE(segments[1].places, (std::vector<std::size_t>{2}));
        QCOMPARE(segments[0].parts[0].rows.cutoff, std::int64_t{16});
        QCOMPARE(segments[1].parts[0].rows.cutoff, std::int64_t{18});
        QCOMPARE(segments[1].parts[0].rows.end, std::int64_t{18});
        QCOMPARE(segments[1].parts[1].rows.cutoff, std::int64_t{42});
        QCOMPARE(segments[1].parts[2].rows.end, std::int64_t{51});
        // Its rows stand behind those of the first, which has 18 here.
        QCOMPARE(startsInRefit(segments[1], made, kLookback), (std::vector<std::int64_t>{18 + 22 - kLookback}));
    }
};

QTEST_GUILESS_MAIN(TestManyOrigins)
#include "tst_many_origins.moc"
