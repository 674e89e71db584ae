// SPDX-License-Identifier: GPL-3.0-or-later
// What must be beaten: published numbers, known answers, no look ahead.
// Holds core/baselines/scores.cpp.
// Holds core/baselines/season.cpp.
#include "base/rng.h"
#include "baselines/baselines.h"
#include "baselines/sequence_baselines.h"
#include "core/data_support.h"
#include "data/synthetic/synthetic.h"

#include <QTest>

#include <array>
#include <numeric>

using namespace gatelab;
using namespace datatest;

namespace {

SeriesPtr seriesOf(std::vector<double> values, std::int64_t stepMicros = 0) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    series->channels.push_back({"v", "", std::move(values)});
    if (stepMicros > 0) {
        series->time.name = "time";
        series->time.stepMicros = stepMicros;
        for (std::int64_t r = 0; r < series->rows(); ++r) series->time.values.push_back(r * stepMicros);
    }
    return series;
}

PreparedPtr prepare(const SeriesPtr& series, std::vector<std::string> recipe = {"standardise"},
                    const char* split = "60%/20%/20%") {
    ExperimentConfig config;
    config.recipe = std::move(recipe);
    config.split = split;
    const auto prepared = prepareSeries(series, config);
    return prepared ? *prepared : nullptr;
}

std::vector<double> wave(std::int64_t rows, double period, double noise = 0) {
    Rng rng(6, RandomPurpose::Test);
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r)
        values.push_back(10 + 3 * std::sin(2 * M_PI * static_cast<double>(r) / period) + noise * rng.normal());
    return values;
}

std::int64_t seasonOf(const PreparedSeries& prepared) { return findSeasons(prepared).front(); }

const BaselineForecast& find(const std::vector<BaselineForecast>& all, std::string_view key) {
    return *std::find_if(all.begin(), all.end(), [&](const BaselineForecast& forecast) { return forecast.key == key; });
}

}  // namespace

class TestBaselines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scoresByHand();
    void equalForecastsBeatNothing();
    void scoresOfSeveralTargets();
    void whoWatchesIsAskedAgainAndAgain();
    void everyTargetHasItsOwnSeason();
    void knownAnswers();
    void seasons();
    void theSeasonOfTheStepIsFound_data();
    void theSeasonOfTheStepIsFound();
    void aSeasonIsFoundWithoutTimes();
    void aSeasonIsFoundWithoutTraining();
    void noiseHasNoSeason();
    void nothingLooksAhead();
    void recipeDoesNotChangeThem();
    void scorePreparedUndoesTheRecipe();
    void missingTruthIsNotScored();
    void etth1();
    void cancels();
    void sequences();
    void italyPowerDemand();
};

void TestBaselines::scoresByHand() {
    const std::vector<double> truth = {1, 2, 3, std::nan("")}, forecast = {1, 3, 1, 5};
    const ForecastScores scores = scoreForecast(truth, forecast, std::array{2.0});
    QCOMPARE(scores.values, std::int64_t{3});
    QCOMPARE(scores.mse, 5.0 / 3);
    QCOMPARE(scores.mae, 1.0);
    QCOMPARE(scores.mase, 0.5);
    QCOMPARE(scores.r2, 1 - 5.0 / 2);
    QVERIFY(std::abs(scores.smape - 200 * (0.2 + 0.5) / 3) < 1e-12);
    QVERIFY(std::isnan(scoreForecast(truth, std::vector<double>{1, std::nan(""), 1, 1}, std::array{2.0}).mse));
    QVERIFY(std::isnan(scoreForecast({}, {}, std::array{1.0}).mse));
}

// Sums in another order make nothing better; an order for sorting they are all the same.
void TestBaselines::equalForecastsBeatNothing() {
    const Score &mse = *findScore("mse"), &accuracy = *findScore("accuracy");
    QVERIFY(!mse.beats(0.5 * (1 - 1e-7), 0.5) && mse.isBetter(0.5 * (1 - 1e-7), 0.5));
    QVERIFY(mse.beats(0.5 * (1 - 1e-5), 0.5) && !mse.beats(0.5 * (1 + 1e-5), 0.5));
    QVERIFY(!accuracy.beats(0.5, 0.5) && accuracy.beats(0.51, 0.5) && !accuracy.beats(0.49, 0.5));
    const double none = std::nan("");
    QVERIFY(mse.beats(1, std::numeric_limits<double>::infinity()) && mse.beats(1e300, none) &&
            !mse.beats(none, 1e300) && !mse.beats(none, none));
    QVERIFY(isSameScore(0, 0) && !isSameScore(0, 1e-300) && !isSameScore(none, none));
}

// Two targets of other size and level: MASE and R² are means of each one's, worked out by hand, and equal on both
// scales.
void TestBaselines::scoresOfSeveralTargets() {
    const double kGone = std::nan("");
    // First target: truth 1 2 3, errors 0 1 -1. Second: truth 1000 1100 1200, errors 30 0 0; a truth that is missing.
    const std::vector<double> truth = {1, 1000, 2, 1100, 3, 1200, kGone, kGone},
                              forecast = {1, 1030, 3, 1100, 2, 1200, 9, 9};
    const ForecastScores scores = scoreForecast(truth, forecast, std::array{0.5, 40.0});
    QCOMPARE(scores.values, std::int64_t{6});
    QCOMPARE(scores.mae, 32.0 / 6);
    QVERIFY(std::abs(scores.mase - ((2.0 / 3) / 0.5 + 10.0 / 40) / 2) < 1e-12);
    QVERIFY(std::abs(scores.r2 - ((1 - 2.0 / 2) + (1 - 900.0 / 20000)) / 2) < 1e-12);
    // A target without a season error, or whose truth stands still, has none of its own.
    QVERIFY(std::abs(scoreForecast(truth, forecast, std::array{0.0, 40.0}).mase - 0.25) < 1e-12);
    QVERIFY(std::isnan(scoreForecast(truth, forecast, std::array{0.0, 0.0}).mase));
    const std::vector<double> still = {1, 5, 2, 5, 3, 5};
    QVERIFY(std::abs(scoreForecast(still, std::vector<double>{1, 5, 3, 6, 3, 5}, std::array{1.0, 1.0}).r2 - 0.5) <
            1e-12);
    const std::vector<double> broken = {1, kGone, 3, 1100, 2, 1200};
    QVERIFY(std::isnan(scoreForecast(still, broken, std::array{1.0, 1.0}).mase));

    auto series = std::make_shared<Series>();
    Rng rng(3, RandomPurpose::Test);
    series->name = "made";
    series->channels = {{"a", "", {}}, {"b", "", {}}};
    for (int row = 0; row < 400; ++row) {
        series->channels[0].values.append(std::sin(row * 0.3) + 0.2 * rng.normal());
        series->channels[1].values.append(5000 + 300 * std::sin(row * 0.2) + 150 * rng.normal());
    }
    ExperimentConfig config;
    config.targets = config.inputs = {"a", "b"};
    const PreparedPtr prepared = *prepareSeries(series, config);
    const auto all = runBaselines(*prepared, makeWindows(*prepared, 24, 6, 1)->test);
    QVERIFY(all);
    for (const BaselineForecast& one : *all) {
        QVERIFY2(std::abs(one.standardised.r2 - one.original.r2) < 1e-9, one.key.c_str());
        QVERIFY2(std::abs(one.standardised.mase - one.original.mase) < 1e-9, one.key.c_str());
    }
}

// Of many windows each method asks more often than once for each target, and ends where somebody says stop.
void TestBaselines::whoWatchesIsAskedAgainAndAgain() {
    auto series = std::make_shared<Series>();
    series->name = "made";
    series->channels = {{"a", "", {}}};
    for (int row = 0; row < 120'000; ++row) series->channels[0].values.append(std::sin(row * 0.3));
    ExperimentConfig config;
    config.split = "1000/1000/118000";
    const PreparedPtr prepared = *prepareSeries(series, config);
    const WindowSet windows = makeWindows(*prepared, 24, 96, 1)->test;
    for (const Baseline& baseline : baselines()) {
        int asked = 0;
        const auto made =
            baseline.forecast(*prepared, windows, findSeasons(*prepared), [&asked](double) { return ++asked < 2; });
        QVERIFY2(asked == 2 && !made.ok() && made.error().code == ErrorCode::Cancelled, baseline.key);
    }
}

// One repeats after 24 rows, one after 7, one never: MASE is the mean of what each has by itself, worked out here in
// plain sums, and the same as that of runs with one target.
void TestBaselines::everyTargetHasItsOwnSeason() {
    Rng rng(7, RandomPurpose::Test);
    std::vector<double> noise;
    for (int row = 0; row < 900; ++row) noise.push_back(100 * rng.normal());
    const std::vector<std::vector<double>> columns = {wave(900, 24, 0.5), wave(900, 7, 1), noise};
    const std::vector<std::int64_t> seasons = {24, 7, 1};
    auto series = std::make_shared<Series>();
    series->name = "made";
    for (const char* name : {"a", "b", "c"}) series->channels.push_back({name, "", columns[series->channels.size()]});
    ExperimentConfig config;
    config.targets = config.inputs = {"a", "b", "c"};
    const PreparedPtr prepared = *prepareSeries(series, config);
    QCOMPARE(findSeasons(*prepared), seasons);
    const WindowSet test = makeWindows(*prepared, 48, 6, 1)->test;
    const RowRange train = prepared->split.train;
    const auto all = runBaselines(*prepared, test);
    QVERIFY(all);
    for (const char* key : {"persistence", "seasonal-naive"}) {
        const BaselineForecast& one = find(*all, key);
        double mean = 0, alone = 0;
        for (std::size_t t = 0; t < 3; ++t) {
            const auto season = static_cast<std::size_t>(seasons[t]);
            double inSample = 0, errors = 0, count = 0;
            for (auto row = static_cast<std::size_t>(train.begin) + season; row < static_cast<std::size_t>(train.end);
                 ++row)
                inSample += std::abs(columns[t][row] - columns[t][row - season]) /
                            static_cast<double>(train.size() - seasons[t]);
            const std::size_t back = key == std::string_view("persistence") ? 1 : season;
            for (const std::int64_t start : test.starts)
                for (std::size_t h = 0; h < 6; ++h, ++count) {
                    const std::size_t row = static_cast<std::size_t>(start) + 48 + h, from = row - h - 1;
                    errors += std::abs(columns[t][row] - columns[t][back > h ? row - back : from]);
                }
            mean += errors / count / inSample / 3;
            const auto single = prepare(seriesOf(columns[t]));
            alone += find(*runBaselines(*single, makeWindows(*single, 48, 6, 1)->test), key).original.mase / 3;
        }
        for (const double mase : {one.original.mase, one.standardised.mase, alone})
            QVERIFY2(std::abs(mase - mean) < 1e-9 * mean, qPrintable(QString("%1 %2").arg(mase).arg(mean)));
    }
    QVERIFY2(all->front().note.ends_with("24, 7, none"), all->front().note.c_str());
}

void TestBaselines::knownAnswers() {
    const auto ramp = prepare(makeBuiltin("ramp", 400, 1)->series);
    auto windows = makeWindows(*ramp, 20, 10, 1);
    auto all = runBaselines(*ramp, windows->test);
    QVERIFY(all);
    QCOMPARE(all->size(), baselines().size());
    QVERIFY(find(*all, "drift").original.mae < 1e-9);
    QVERIFY(find(*all, "linear").original.mae < 1e-3);
    QCOMPARE(find(*all, "persistence").original.mae, 5.5);
    const auto ar2 = prepare(makeBuiltin("ar2", 600, 1)->series);
    windows = makeWindows(*ar2, 20, 10, 1);
    all = runBaselines(*ar2, windows->test);
    QVERIFY(find(*all, "linear").original.mae < 1e-2);
    const auto hourly = prepare(seriesOf(wave(1000, 24), INT64_C(3'600'000'000)));
    windows = makeWindows(*hourly, 30, 48, 1);
    all = runBaselines(*hourly, windows->test);
    QVERIFY(find(*all, "seasonal-naive").original.mae < 1e-9);
    QVERIFY(std::isnan(find(*all, "persistence").original.mase) &&
            std::isnan(find(*all, "persistence").standardised.mase));
    QVERIFY(find(*all, "theta").original.mae < 0.1);
    QVERIFY(find(*all, "smoothing").original.mae < 0.1);
}

void TestBaselines::seasons() {
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(2000, 24, 1), INT64_C(3'600'000'000)))), std::int64_t{24});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(2000, 7, 1), INT64_C(86'400'000'000)))), std::int64_t{7});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(2000, 37, 0.5)))), std::int64_t{37});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(20, 5)))), std::int64_t{1});
    // Two and a half of a usual length in the training part (60 %) tell a clear season, fewer or unclear ones none.
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(100, 24, 0.5), INT64_C(3'600'000'000)))), std::int64_t{24});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(50, 12, 0.5), INT64_C(2'592'000'000'000)))), std::int64_t{12});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(90, 24, 0.5), INT64_C(3'600'000'000)))), std::int64_t{1});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(100, 24, 3), INT64_C(3'600'000'000)))), std::int64_t{1});
    QCOMPARE(seasonOf(*prepare(seriesOf(wave(100, 24, 0.5)))), std::int64_t{1});
    Rng rng(8, RandomPurpose::Test);
    std::vector<double> noise, walk;
    for (int i = 0; i < 2000; ++i)
        noise.push_back(rng.normal()), walk.push_back((walk.empty() ? 0 : walk.back()) + rng.normal());
    QCOMPARE(seasonOf(*prepare(seriesOf(noise, INT64_C(3'600'000'000)))), std::int64_t{1});
}

void TestBaselines::theSeasonOfTheStepIsFound_data() {
    QTest::addColumn<int>("season");
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<int>("rows");
    constexpr qint64 kDay = 86400;
    QTest::newRow("months, 12") << 12 << 30 * kDay << 144;
    QTest::newRow("hours, 24") << 24 << qint64{3600} << 300;
    QTest::newRow("hours, 168") << 168 << qint64{3600} << 1700;
    QTest::newRow("half hours, 48") << 48 << qint64{1800} << 480;
    QTest::newRow("weeks, 52") << 52 << 7 * kDay << 520;
    QTest::newRow("days, 7") << 7 << kDay << 120;
}
/// A season, and as much that swings slowly by itself: the neighbours of a long season are nearly as good as it.
void TestBaselines::theSeasonOfTheStepIsFound() {
    QFETCH(int, season);
    QFETCH(qint64, seconds);
    QFETCH(int, rows);
    int found = 0;
    constexpr int kTrials = 20;
    for (int trial = 0; trial < kTrials; ++trial) {
        Rng rng(static_cast<std::uint64_t>(trial), RandomPurpose::Test);
        std::vector<double> values;
        double swing = 0;
        for (int row = 0; row < rows; ++row) {
            const double place = 2 * M_PI * row / season;
            swing = 0.7 * swing + 0.7 * rng.normal();
            values.push_back(1.4 * std::sin(place) + 0.7 * std::sin(2 * place + 1) + swing);
        }
        found += seasonOf(*prepare(seriesOf(std::move(values), seconds * 1'000'000))) == season ? 1 : 0;
    }
    QVERIFY2(found >= kTrials - 1, qPrintable(QStringLiteral("%1 of %2").arg(found).arg(kTrials)));
}
void TestBaselines::aSeasonIsFoundWithoutTimes() {
    for (const int season : {12, 24, 48, 52, 168}) {
        int found = 0;
        for (int trial = 0; trial < 10; ++trial) {
            Rng rng(static_cast<std::uint64_t>(trial), RandomPurpose::Test);
            std::vector<double> values;
            for (int row = 0; row < 10 * season; ++row)
                values.push_back(3 * std::sin(2 * M_PI * row / season) + std::sin(4 * M_PI * row / season + 1) +
                                 rng.normal());
            found += seasonOf(*prepare(seriesOf(std::move(values)))) == season ? 1 : 0;
        }
        QVERIFY2(found >= 9, qPrintable(QStringLiteral("%1 rows: %2 of 10").arg(season).arg(found)));
    }
}
/// White noise, noise that remembers, a walk: a season in one of a hundred at most.
void TestBaselines::aSeasonIsFoundWithoutTraining() {
    // Of a series that came after the training: before its test part, else anywhere
    for (const RowRange test : {RowRange{120, 200}, RowRange{0, 200}}) {
        const auto other = std::const_pointer_cast<PreparedSeries>(prepare(seriesOf(wave(200, 7, 0.2))));
        other->split = {{0, 0}, {0, 0}, test};
        QCOMPARE(seasonOf(*other), std::int64_t{7});
    }
}

void TestBaselines::noiseHasNoSeason() {
    int wrong = 0, all = 0;
    for (const qint64 seconds : {qint64{0}, qint64{3600}, qint64{1800}, qint64{7} * 86400, qint64{30} * 86400})
        for (const double memory : {0.0, 0.5, 0.8, 1.0})
            for (const int rows : {50, 60, 100, 120, 240, 500})
                for (int trial = 0; trial < 10; ++trial, ++all) {
                    Rng rng(static_cast<std::uint64_t>(trial + 100 * rows), RandomPurpose::Test);
                    std::vector<double> values;
                    for (int row = 0; row < rows; ++row)
                        values.push_back(memory * (row > 0 ? values.back() : 0) + rng.normal());
                    wrong += seasonOf(*prepare(seriesOf(std::move(values), seconds * 1'000'000))) > 1 ? 1 : 0;
                }
    qInfo() << wrong << "of" << all;
    QVERIFY2(wrong * 100 <= all, qPrintable(QStringLiteral("%1 of %2").arg(wrong).arg(all)));
}

void TestBaselines::nothingLooksAhead() {
    auto values = wave(600, 24, 1);
    const auto before = prepare(seriesOf(values, INT64_C(3'600'000'000)));
    const auto windows = makeWindows(*before, 48, 12, 1);
    // Everything after the last training row plus 30 changes; windows with origins before that must not notice.
    for (std::size_t r = 391; r < values.size(); ++r) values[r] *= -3;
    const auto after = prepare(seriesOf(values, INT64_C(3'600'000'000)));
    const std::vector<std::int64_t> season = findSeasons(*before);
    QCOMPARE(findSeasons(*after), season);
    for (const Baseline& baseline : baselines()) {
        const auto a = baseline.forecast(*before, windows->validation, season, {}),
                   b = baseline.forecast(*after, windows->validation, season, {});
        QVERIFY(a && b);
        for (std::size_t w = 0; w < windows->validation.starts.size(); ++w) {
            if (windows->validation.starts[w] + 48 - 1 >= 391) continue;
            for (std::size_t h = 0; h < 12; ++h) QVERIFY2((*a)[w * 12 + h] == (*b)[w * 12 + h], baseline.key);
        }
    }
}

void TestBaselines::recipeDoesNotChangeThem() {
    const auto series = seriesOf(wave(800, 24, 1), INT64_C(3'600'000'000));
    const auto plain = prepare(series, {"standardise"}), differenced = prepare(series, {"difference", "minmax"});
    const auto a = makeWindows(*plain, 48, 12, 1), b = makeWindows(*differenced, 48, 12, 1);
    const auto first = runBaselines(*plain, a->test), second = runBaselines(*differenced, b->test);
    QVERIFY(first && second);
    for (std::size_t i = 0; i < first->size(); ++i) {
        QCOMPARE((*first)[i].standardised.mse, (*second)[i].standardised.mse);
        QCOMPARE((*first)[i].original.mase, (*second)[i].original.mase);
    }
}

void TestBaselines::scorePreparedUndoesTheRecipe() {
    const auto series = seriesOf(wave(800, 24, 1));
    const auto prepared = prepare(series, {"log", "difference", "standardise"});
    const auto windows = makeWindows(*prepared, 48, 12, 1);
    std::vector<double> values;
    for (const std::int64_t start : windows->test.starts)
        for (std::int64_t h = 0; h < 12; ++h)
            values.push_back(prepared->table.columns[0].values[static_cast<std::size_t>(start + 48 + h)]);
    const auto perfect = scorePrepared(*prepared, windows->test, values);
    QVERIFY(perfect && perfect->original.mae < 1e-10 && perfect->original.r2 > 1 - 1e-12);
    QVERIFY(!scorePrepared(*prepared, windows->test, std::vector<double>(3)));
    values[5] = std::nan("");
    QVERIFY(std::isnan(scorePrepared(*prepared, windows->test, values)->original.mse));
}

void TestBaselines::missingTruthIsNotScored() {
    auto values = wave(500, 24, 1);
    values[450] = std::nan("");
    const auto prepared = prepare(seriesOf(values), {"fill(method=hold)", "standardise"});
    const auto windows = makeWindows(*prepared, 24, 12, 1);
    const auto all = runBaselines(*prepared, windows->test);
    QVERIFY(all);
    QCOMPARE(find(*all, "persistence").original.values, windows->test.size() * 12 - 12);
    QVERIFY(std::isfinite(find(*all, "linear").original.mse));
}

void TestBaselines::etth1() {
    if (!hasRealFile("ETTh1.csv")) QSKIP(kNoRealFile);
    ExperimentConfig config;
    config.targets = config.inputs = {"OT"};
    config.split = "8640/2880/2880";
    const auto data = readFile(realFile("ETTh1.csv"), config);
    const auto prepared = prepareSeries(data->series, config);
    QVERIFY(prepared);
    const auto windows = makeWindows(**prepared, 96, 24, 1);
    const auto all = runBaselines(**prepared, windows->test);
    QVERIFY(all);
    const ForecastScores& scores = find(*all, "persistence").standardised;
    QVERIFY2(std::abs(scores.mse - 0.034) < 0.0005 && std::abs(scores.mae - 0.139) < 0.0005,
             std::to_string(scores.mse).c_str());
    QVERIFY(find(*all, "linear").standardised.mse < scores.mse);
    QVERIFY(find(*all, "persistence").note.find("24") != std::string::npos);
}

void TestBaselines::cancels() {
    const auto prepared = prepare(seriesOf(wave(500, 24, 1)));
    const auto windows = makeWindows(*prepared, 24, 12, 1);
    int calls = 0;
    const auto all = runBaselines(*prepared, windows->test, [&](double) { return ++calls < 3; });
    QVERIFY(!all && all.error().code == ErrorCode::Cancelled);
}

void TestBaselines::sequences() {
    // Two classes of noisy shapes, one of them shifted in time: warping finds them, the plain distance less often.
    SequenceSet set;
    set.channelNames = {"x"};
    set.classNames = {"one bump", "two bumps"};
    Rng rng(2, RandomPurpose::Test);
    for (int i = 0; i < 60; ++i) {
        SequenceSet::Item item;
        item.steps = 40;
        item.label = i % 3 == 0 ? 0 : 1;
        const double shift = rng.uniform(0, 12);
        for (int t = 0; t < 40; ++t) {
            const auto bump = [&](double centre) { return std::exp(-std::pow((t - centre - shift) / 2, 2)); };
            item.values.push_back(static_cast<float>(bump(8) + (item.label ? bump(18) : 0) + 0.02 * rng.normal()));
        }
        set.items.push_back(std::move(item));
    }
    std::vector<std::int64_t> train(30), test(30);
    std::iota(train.begin(), train.end(), 0);
    std::iota(test.begin(), test.end(), 30);
    const auto scores = runSequenceBaselines(set, train, test);
    QVERIFY(scores);
    QCOMPARE(scores->size(), std::size_t{3});
    QCOMPARE((*scores)[0].accuracy, 20.0 / 30);
    QCOMPARE((*scores)[2].key, std::string("1nn-dtw"));
    QVERIFY((*scores)[2].accuracy > 0.99);
    QVERIFY(!runSequenceBaselines(set, train, {}));
    // Every item costs the same, so that the share done tells the time left.
    std::vector<double> shares;
    QVERIFY(runSequenceBaselines(set, train, test, [&](double share) {
        shares.push_back(share);
        return true;
    }));
    QCOMPARE(shares.size(), test.size());
    for (std::size_t i = 0; i < shares.size(); ++i) QCOMPARE(shares[i], static_cast<double>(i) / 30);
    const auto adding = makeBuiltin("adding", 60, 1);
    const auto regression = runSequenceBaselines(*adding->sequences, train, test);
    QVERIFY(regression && std::isnan((*regression)[0].accuracy) && (*regression)[0].mse > 0.01);
    const auto copy = makeBuiltin("copy", 60, 1);
    const auto labels = runSequenceBaselines(*copy->sequences, train, test);
    QVERIFY(labels && labels->size() == 1);
    QCOMPARE((*labels)[0].accuracy, 0.8);
}

void TestBaselines::italyPowerDemand() {
    if (!hasRealFile("ItalyPowerDemand_TRAIN.ts")) QSKIP(kNoRealFile);
    const auto data = readFile(realFile("ItalyPowerDemand_TRAIN.ts"), {});
    QVERIFY(data);
    std::vector<std::int64_t> train, test;
    for (std::size_t i = 0; i < data->sequences->items.size(); ++i)
        (data->sequences->parts[i] == SequenceSet::Part::Train ? train : test).push_back(static_cast<std::int64_t>(i));
    const auto scores = runSequenceBaselines(*data->sequences, train, test);
    QVERIFY(scores);
    // Published for this archive: Euclid 0.955, DTW without a window 0.950.
    QVERIFY2(std::abs((*scores)[1].accuracy - 0.955) < 0.002, std::to_string((*scores)[1].accuracy).c_str());
    QVERIFY2(std::abs((*scores)[2].accuracy - 0.950) < 0.002, std::to_string((*scores)[2].accuracy).c_str());
}

QTEST_APPLESS_MAIN(TestBaselines)
#include "tst_baselines.moc"
