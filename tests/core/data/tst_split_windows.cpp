// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts begin and end, which windows there are, and that none of them crosses a border.
// Holds core/data/windows.cpp and core/data/split.cpp.
#include "base/rng.h"
#include "core/data_support.h"
#include "data/windows.h"

#include <QTest>

#include <limits>

using namespace gatelab;
using namespace datatest;

namespace {

SeriesPtr counting(std::int64_t rows) {
    auto series = std::make_shared<Series>();
    series->name = "counting";
    series->channels.push_back({"v", "", {}});
    for (std::int64_t r = 0; r < rows; ++r) series->channels[0].values.append(static_cast<double>(r));
    return series;
}

std::string printSplit(std::string_view text, std::int64_t rows, std::int64_t gap = 0) {
    const auto split = splitRows(text, rows, gap);
    if (!split) return "error";
    std::string out;
    for (const RowRange& part : {split->train, split->validation, split->test})
        out += std::to_string(part.begin) + "-" + std::to_string(part.end) + " ";
    return out;
}

PreparedPtr prepare(const SeriesPtr& series, const char* split, std::int64_t gap = 0,
                    std::vector<std::string> recipe = {}) {
    ExperimentConfig config;
    config.split = split;
    config.splitGap = gap;
    config.recipe = std::move(recipe);
    auto prepared = prepareSeries(series, config);
    return prepared ? *prepared : nullptr;
}

}  // namespace

class TestSplitWindows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void splits();
    void formatIsReadBack();
    void rowsAreScaled();
    void smallWindows();
    void gapsBelongToNoTarget();
    void missingValuesLeaveWindowsOut();
    void tooShort();
    void randomSplitsNeverLeak();
    void etth1();
};

void TestSplitWindows::rowsAreScaled() {
    QCOMPARE(scaledSplit("30000/1390/2560", 0.5), std::string("15000/695/1280"));
    QCOMPARE(scaledSplit("7/5/3", 0.5), std::string("3/2/1"));
    QCOMPARE(scaledSplit("60%/20%/20%", 0.5), std::string("60%/20%/20%"));
    QCOMPARE(scaledSplit("nonsense", 2), std::string("nonsense"));
    QCOMPARE(scaledSplit("70/20/10 stratified", 0.5), std::string("35/10/5 stratified"));
}

void TestSplitWindows::splits() {
    QCOMPARE(printSplit("60%/20%/20%", 100), std::string("0-60 60-80 80-100 "));
    QCOMPARE(printSplit("60%/20%/20%", 7), std::string("0-4 4-5 5-7 "));
    QCOMPARE(printSplit("33.3%/33.3%/33.4%", 1000), std::string("0-333 333-666 666-1000 "));
    QCOMPARE(printSplit("100%/0%/0%", 10), std::string("0-10 10-10 10-10 "));
    QCOMPARE(printSplit("50/20/20", 100), std::string("0-50 50-70 70-90 "));
    QCOMPARE(printSplit("50/20/20", 100, 5), std::string("0-50 55-75 80-100 "));
    QCOMPARE(printSplit("50/20/20", 99, 5), std::string("error"));
    QCOMPARE(printSplit("80%/0%/20%", 105, 5), std::string("0-80 80-80 85-105 "));
    QCOMPARE(printSplit(" 60 % / 20 % / 20 % ", 100), std::string("0-60 60-80 80-100 "));
    for (const char* bad : {"", "60%", "stratified", "60%/20%/20%/0%", "60%/20%/30%", "60/20%/20%", "a/b/c", "-5/5/5",
                            "0/5/5", "1.5/2/3", "nan%/1%/1%", "60%/20%/", "1e99/0/0", "inf/0/0"})
        QCOMPARE(printSplit(bad, 100), std::string("error"));
    QCOMPARE(printSplit("60%/20%/20%", 0), std::string("error"));
    QCOMPARE(printSplit("60%/40%", 100), std::string("0-60 60-100 100-100 "));
    QCOMPARE(printSplit("60/30", 100), std::string("0-60 60-90 90-90 "));
    QCOMPARE(printSplit("60%/20%/20% stratified", 100), printSplit("60%/20%/20%", 100));
    QCOMPARE(printSplit("85%/15% stratified ", 100), std::string("0-85 85-100 100-100 "));
}

void TestSplitWindows::formatIsReadBack() {
    for (const std::int64_t gap : {0, 7}) {
        const auto split = splitRows("55%/25%/20%", 1234, gap);
        QVERIFY(split);
        QVERIFY(*splitRows(formatSplit(*split, gap), 1234, gap) == *split);
        // Shares are to a hundredth of a percent of as many rows.
        if (gap == 0) QVERIFY(*splitRows(formatShares(*split, 1234), 1234, 0) == *split);
    }
}

void TestSplitWindows::smallWindows() {
    const auto windows = makeWindows(*prepare(counting(10), "5/3/2"), 2, 1, 1);
    QVERIFY(windows);
    QVERIFY(windows->train.starts == (std::vector<std::int64_t>{0, 1, 2}));
    QVERIFY(windows->validation.starts == (std::vector<std::int64_t>{3, 4, 5}));
    QVERIFY(windows->test.starts == (std::vector<std::int64_t>{6, 7}));
    const auto wide = makeWindows(*prepare(counting(10), "5/3/2"), 2, 1, 2);
    QVERIFY(wide->train.starts == (std::vector<std::int64_t>{0, 2}));
    // Scores of runs with different strides compare.
    QVERIFY(wide->validation.starts == windows->validation.starts && wide->test.starts == windows->test.starts);
}

void TestSplitWindows::gapsBelongToNoTarget() {
    const auto prepared = prepare(counting(30), "10/5/5", 4);
    const auto windows = makeWindows(*prepared, 3, 2, 1);
    QVERIFY(windows);
    QCOMPARE(windows->validation.starts.front() + 3, std::int64_t{14});
    QCOMPARE(windows->test.starts.front() + 3, std::int64_t{23});
    QVERIFY(auditLeaks(*prepared, *windows).clean);
}

void TestSplitWindows::missingValuesLeaveWindowsOut() {
    auto series = std::make_shared<Series>(*counting(20));
    series->channels[0].values.edit()[5] = std::numeric_limits<double>::quiet_NaN();
    const auto windows = makeWindows(*prepare(series, "20/0/0"), 3, 2, 1);
    QVERIFY(windows);
    QCOMPARE(windows->train.skippedMissing, std::int64_t{5});
    for (const std::int64_t start : windows->train.starts) QVERIFY(start > 5 || start + 5 <= 5);
    auto full = std::make_shared<Series>(*counting(20));
    for (std::size_t r = 0; r < 20; r += 2)
        full->channels[0].values.edit()[r] = std::numeric_limits<double>::quiet_NaN();
    const auto none = makeWindows(*prepare(full, "20/0/0"), 3, 2, 1);
    QVERIFY(!none && none.error().message.find("fill") != std::string::npos);
}

void TestSplitWindows::tooShort() {
    const auto prepared = prepare(counting(10), "5/3/2");
    const auto long1 = makeWindows(*prepared, 20, 5, 1);
    QVERIFY(!long1 && long1.error().message.find("20 + 5") != std::string::npos &&
            long1.error().message.find("10") != std::string::npos);
    const auto part = makeWindows(*prepared, 2, 3, 1);
    QVERIFY(!part && part.error().message.starts_with("test part"));
    QVERIFY(!makeWindows(*prepared, 0, 1, 1));
    QVERIFY(!makeWindows(*prepared, 1, 1, 0));
    QVERIFY(!makeWindows(*prepared, INT64_MAX, INT64_MAX, 1));
}

void TestSplitWindows::randomSplitsNeverLeak() {
    Rng rng(4, RandomPurpose::Test);
    int made = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const auto part = [&] { return std::to_string(rng.below(60)); };
        const std::string text = part() + "/" + part() + "/" + part();
        const auto prepared = prepare(counting(200), text.c_str(), static_cast<std::int64_t>(rng.below(10)));
        if (!prepared) continue;
        const auto lookback = static_cast<std::int64_t>(1 + rng.below(20)),
                   horizon = static_cast<std::int64_t>(1 + rng.below(10));
        const auto windows = makeWindows(*prepared, lookback, horizon, static_cast<std::int64_t>(1 + rng.below(3)));
        if (!windows) continue;
        ++made;
        const Split& s = prepared->split;
        for (const auto& [set, range] :
             {std::pair{&windows->train, s.train}, std::pair{&windows->validation, s.validation},
              std::pair{&windows->test, s.test}})
            for (const std::int64_t start : set->starts) {
                QVERIFY(start >= 0);
                QVERIFY(start + lookback >= range.begin && start + lookback + horizon <= range.end);
            }
        const LeakAudit audit = auditLeaks(*prepared, *windows);
        QVERIFY(audit.clean);
        QCOMPARE(audit.windows, windows->train.size() + windows->validation.size() + windows->test.size());
        // The audit itself must be able to fail.
        SplitWindows moved = *windows;
        moved.train.starts.push_back(s.train.end - lookback);
        QVERIFY(!auditLeaks(*prepared, moved).clean);
    }
    QVERIFY(made > 100);
}

void TestSplitWindows::etth1() {
    if (!hasRealFile("ETTh1.csv")) QSKIP(kNoRealFile);
    const auto data = readFile(realFile("ETTh1.csv"), {});
    QVERIFY(data);
    const auto prepared = prepare(data->series, "8640/2880/2880", 0, {"standardise"});
    const auto windows = makeWindows(*prepared, 96, 24, 1);
    QVERIFY(windows);
    QCOMPARE(windows->train.size(), std::int64_t{8521});
    QCOMPARE(windows->validation.size(), std::int64_t{2857});
    QCOMPARE(windows->test.size(), std::int64_t{2857});
    QCOMPARE(QString::fromStdString(auditLeaks(*prepared, *windows).summary),
             QString("0 of 14 235 windows have targets in another part; steps fitted on rows 0 to 8 639"));
}

QTEST_APPLESS_MAIN(TestSplitWindows)
#include "tst_split_windows.moc"
