// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in the order of their time, and even rows made of uneven ones. Holds core/data/row_order.cpp.
#include "../data_support.h"
#include "data/doctor.h"
#include "data/readers.h"
#include "data/row_order.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr std::int64_t kMinute = INT64_C(60) * 1'000'000;

Series timed(std::vector<std::int64_t> minutes, std::vector<double> values) {
    Series series;
    series.name = "made";
    series.channels.push_back({"v", "", std::move(values)});
    series.time = {"time", std::move(minutes), kMinute};
    for (std::int64_t& time : series.time.values) time *= kMinute;
    return series;
}

bool tellsOfTime(const Series& series) {
    return std::ranges::any_of(examine(series), [](const DataFinding& finding) {
        return finding.code.starts_with("time") || finding.code == "mixed-steps";
    });
}

}  // namespace

class TestRowOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sorts();
    void resamples_data();
    void resamples();
    void refuses();
    void wholeFile();
    void readsOldestFirst();
};

void TestRowOrder::sorts() {
    Series series = timed({3, 1, 2, 1}, {30, 10, 20, 11});
    QVERIFY(sortByTime(series));
    QCOMPARE(series.channels[0].values, (std::vector<double>{10, 11, 20, 30}));
    QCOMPARE(series.time.values.front(), kMinute);
    QVERIFY(!sortByTime(series));
    // Newest first, several of one time: the later one of them stands first too
    series = timed({4, 3, 3, 1, 2, 1, 1}, {70, 61, 60, 33, 50, 32, 31});
    QVERIFY(sortByTime(series));
    QCOMPARE(series.channels[0].values, (std::vector<double>{31, 32, 33, 50, 60, 61, 70}));
    Dataset data{std::make_shared<Series>(timed({3, 2, 2, 1}, {4, 3, 2, 1})), nullptr};
    ExperimentConfig config;
    config.sortTime = true;
    QVERIFY(arrangeRows(config, data));
    QCOMPARE(data.series->channels[0].values, (std::vector<double>{1, 2, 3, 4}));
    // Arranged again, what was said of the order stays.
    Dataset twice{std::make_shared<Series>(timed({5, 4, 3, 2, 1}, {5, 4, 3, 2, 1})), nullptr};
    for (int i = 0; i < 2; ++i) {
        QVERIFY(arrangeRows(config, twice));
        QVERIFY(isTurnedRound(twice.series->report));
        QCOMPARE(std::ranges::count(twice.series->report.guesses, "sort_time", &ReadGuess::key), std::ptrdiff_t{1});
    }
    QVERIFY(std::ranges::any_of(data.series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("turned round") != std::string::npos;
    }));
}

void TestRowOrder::resamples_data() {
    QTest::addColumn<QString>("by");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("third");
    QTest::newRow("mean") << "mean" << 2.0 << 8.0;
    QTest::newRow("sum") << "sum" << 6.0 << 16.0;
    QTest::newRow("first") << "first" << 1.0 << 6.0;
    QTest::newRow("last") << "last" << 2.0 << 10.0;
    QTest::newRow("min") << "min" << 1.0 << 6.0;
    QTest::newRow("max") << "max" << 3.0 << 10.0;
}

void TestRowOrder::resamples() {
    QFETCH(QString, by);
    QFETCH(double, first);
    QFETCH(double, third);
    Series series = timed({1, 2, 3, 20, 21, 29}, {1, 3, 2, 6, std::nan(""), 10});
    QVERIFY(resampleRows(10 * kMinute, by.toStdString(), series));
    QCOMPARE(series.rows(), std::int64_t{3});
    QCOMPARE(series.channels[0].values[0], first);
    QVERIFY(std::isnan(series.channels[0].values[1]));
    QCOMPARE(series.channels[0].values[2], third);
    QCOMPARE(series.time.values, (std::vector<std::int64_t>{0, 10 * kMinute, 20 * kMinute}));
    QCOMPARE(series.time.stepMicros, 10 * kMinute);
}

void TestRowOrder::refuses() {
    Series series = timed({3, 1}, {1, 2});
    QVERIFY(!resampleRows(kMinute, "mean", series));
    series = timed({0, INT64_C(10'000'000)}, {1, 2});
    QVERIFY(!resampleRows(kMinute, "mean", series));
    Dataset data{std::make_shared<Series>(timed({1, 2}, {1, 2})), nullptr};
    ExperimentConfig config;
    config.resample = "often";
    QCOMPARE(arrangeRows(config, data).error().field, std::string("resample"));
    config.resample = "1h";
    auto untimed = std::make_shared<Series>(timed({1, 2}, {1, 2}));
    untimed->time = {};
    data.series = untimed;
    QVERIFY(!arrangeRows(config, data));
}

/// A bank's file, newest first with several rows of one day: turned round where nobody chose, and said as a guess.
void TestRowOrder::readsOldestFirst() {
    const datatest::Folder folder;
    const auto amount = [](int i) { return i * 7 % 60 + 0.5; };
    const auto row = [&](int i) {
        return "2024-01-" + std::to_string(10 + i / 3) + "," + std::to_string(i * 7 % 60) + ".5\n";
    };
    std::string text = "date,amount\n", oldest = text;
    for (int i = 59; i >= 0; --i) text += row(i);
    for (int i = 0; i < 60; ++i) oldest += row(i);
    ExperimentConfig config, kept;
    config.dataPath = kept.dataPath = folder.put("newest.csv", text).string();
    // A run that was made before has its order in its record.
    const auto asKept = loadDataset(kept);
    QVERIFY(asKept.ok());
    QCOMPARE(asKept->series->channels[0].values.front(), amount(59));
    QVERIFY(runsFromNew(asKept->series->report) && !isTurnedRound(asKept->series->report));
    const auto turned = loadAsItLooks(config);
    QVERIFY(turned.ok() && config.sortTime);
    for (int i = 0; i < 60; ++i) QCOMPARE(turned->series->channels[0].values[static_cast<std::size_t>(i)], amount(i));
    const auto& guesses = turned->series->report.guesses;
    const auto guess = std::ranges::find(guesses, "sort_time", &ReadGuess::key);
    QVERIFY(guess != guesses.end());
    QVERIFY(guess->value == "true" && guess->certain && guess->runnerUp == "false" && guess->candidates.size() == 2);
    QCOMPARE(std::ranges::count(guesses, "sort_time", &ReadGuess::key), std::ptrdiff_t{1});
    QCOMPARE(guess->candidates[0].reason.english(),
             std::string("19 of 19 steps of time go back: the file runs newest first"));
    // The settings say it: whoever reads with them has the same.
    const auto again = loadDataset(config);
    QVERIFY(again.ok());
    QCOMPARE(again->series->channels[0].values, turned->series->channels[0].values);
    QCOMPARE(again->series->report.warnings.size(), turned->series->report.warnings.size());
    const auto as = [&](ExperimentConfig read, ChosenReading chosen) {
        const auto data = loadAsItLooks(read, {}, chosen);
        return data.ok() ? data->series->channels[0].values.front() : -1;
    };
    QCOMPARE(as(kept, {.order = true}), amount(59));
    QCOMPARE(as(kept, {.shape = true}), amount(0));
    ExperimentConfig daily = kept;
    daily.resample = "1d";
    QCOMPARE(as(daily, {.order = true}), -1.0);  // refused
    QCOMPARE(as(daily, {.rule = true}), (amount(0) + amount(1) + amount(2)) / 3);
    QCOMPARE(as(daily, {}), amount(0) + amount(1) + amount(2));  // amounts are summed, where nobody chose a rule
    ExperimentConfig inOrder;
    inOrder.dataPath = folder.put("oldest.csv", oldest).string();
    const auto plain = loadAsItLooks(inOrder);
    QVERIFY(plain.ok() && !inOrder.sortTime && !runsBackwards(plain->series->report));
}

/// The doctor's own remedies: for rows out of order, and for two distances of rows.
void TestRowOrder::wholeFile() {
    const datatest::Folder folder;
    std::string text = "time,v\n";
    for (int i = 0; i < 60; ++i)
        text += "2024-01-0" + std::to_string(1 + (i * 37 % 60) / 24) + " " + std::to_string((i * 37 % 60) % 24) +
                ":00," + std::to_string(i * 37 % 60) + "\n";
    const auto path = folder.put("mixed.csv", text);
    const auto asIs = readFile(path, {});
    QVERIFY(asIs.ok());
    ExperimentConfig config;
    for (const DataFinding& finding : examine(*asIs->series))
        if (finding.code == "time-disorder") {
            QCOMPARE(finding.setting, std::string("sort_time"));
            config.sortTime = finding.value == "true";
        }
    QVERIFY(config.sortTime);
    const auto sorted = readFile(path, config);
    QVERIFY(sorted.ok());
    for (int i = 0; i < 60; ++i)
        QCOMPARE(sorted->series->channels[0].values[static_cast<std::size_t>(i)], static_cast<double>(i));
    QVERIFY(!tellsOfTime(*sorted->series));

    text = "time,v\n";
    for (int i = 0; i < 80; ++i) text += std::to_string(1704067200 + i * 3600) + "," + std::to_string(i % 7) + "\n";
    for (int i = 0; i < 80; ++i)
        text += std::to_string(1704067200 + 80 * 3600 + i * 900) + "," + std::to_string(i % 5) + "\n";
    const auto twoPath = folder.put("two.csv", text);
    const auto two = readFile(twoPath, {});
    QVERIFY(two.ok());
    bool isFound = false;
    for (const DataFinding& finding : examine(*two->series)) {
        isFound |= finding.code == "mixed-steps";
        if (finding.code == "mixed-steps") config.resample = finding.value;
    }
    QVERIFY(isFound);
    QCOMPARE(config.resample, std::string("1h"));
    const auto even = readFile(twoPath, config);
    QVERIFY2(even.ok(), even.ok() ? "" : even.error().message.c_str());
    QCOMPARE(even->series->rows(), std::int64_t{100});
    QVERIFY(!tellsOfTime(*even->series));
}

QTEST_GUILESS_MAIN(TestRowOrder)
#include "tst_row_order.moc"
