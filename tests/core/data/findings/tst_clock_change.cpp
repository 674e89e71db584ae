// SPDX-License-Identifier: GPL-3.0-or-later
// The nights on which clocks are changed: named as the cause, kept in order, never sorted into each other.
#include "core/data_support.h"
#include "data/doctor.h"
#include "data/findings/clock_change.h"
#include "data/row_order.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace gatelab;
using namespace datatest;

namespace {

constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::int64_t kOctober = INT64_C(1'729'886'400'000'000);  // 2024-10-25 20:00, two days before the change
constexpr std::int64_t kMarch = INT64_C(1'711'756'800'000'000);    // 2024-03-30 00:00

/// Times of clocks that show two hours more until `change`, and one after it; or one and two.
std::vector<std::int64_t> clock(std::int64_t start, std::int64_t step, int rows, std::int64_t change, int before,
                                int after) {
    std::vector<std::int64_t> times;
    for (int i = 0; i < rows; ++i) {
        const std::int64_t utc = start + i * step;
        times.push_back(utc + (utc < change ? before : after) * kHour);
    }
    return times;
}
std::vector<std::int64_t> autumn(std::int64_t step, int rows) {
    return clock(kOctober, step, rows, kOctober + 29 * kHour, 2, 1);  // 2024-10-27 01:00 UTC
}
Series seriesOf(std::vector<std::int64_t> times, std::int64_t step) {
    Series series;
    std::vector<double> values(times.size());
    std::iota(values.begin(), values.end(), 0.0);
    series.channels.push_back({"v", "", std::move(values)});
    series.time.values = std::move(times);
    series.time.name = "time";
    series.time.stepMicros = step;
    return series;
}

}  // namespace

class TestClockChange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void back() {
        for (const std::int64_t step : {kHour, 30 * kMinute, 15 * kMinute, kMinute}) {
            const auto times = autumn(step, static_cast<int>(3 * kDay / step));
            const ClockChanges changes = clockChanges(times, step);
            QCOMPARE(changes.back, std::int64_t{1});
            QVERIFY(changes.explainsOrder());
            bool isNamed = false;
            for (const DataFinding& finding : examine(seriesOf(times, step))) {
                QVERIFY2(finding.code != "time-disorder" && finding.code != "time-repeat", finding.code.c_str());
                QVERIFY(finding.setting != "sort_time");
                isNamed = isNamed || finding.code == "time-clock-back";
            }
            QVERIFY(isNamed);
        }
        // The same fall on another night, or several of them in a year, is none.
        auto moved = autumn(15 * kMinute, 200);
        for (std::int64_t& time : moved) time -= 7 * kDay;
        QVERIFY(!clockChanges(moved, 15 * kMinute).explainsOrder());
        auto twice = autumn(15 * kMinute, 200);
        twice[5] = twice[4];
        QVERIFY(!clockChanges(twice, 15 * kMinute).explainsOrder());
        // Several series in turn
        std::vector<std::int64_t> turns;
        for (int i = 0; i < 20; ++i) turns.push_back(kOctober + 30 * kHour + i / 2 * kMinute);
        QVERIFY(!clockChanges(turns, kMinute).explainsOrder());
        QCOMPARE(clockChanges({}, kHour).back, std::int64_t{0});
    }

    void forward() {
        const std::int64_t change = kMarch + 25 * kHour;  // 2024-03-31 01:00 UTC
        for (const std::int64_t step : {kHour, 15 * kMinute}) {
            const auto times = clock(kMarch, step, static_cast<int>(3 * kDay / step), change, 1, 2);
            QCOMPARE(clockChanges(times, step).forward, std::int64_t{1});
            bool isNamed = false;
            for (const DataFinding& finding : examine(seriesOf(times, step))) {
                QVERIFY(finding.code != "time-gap");
                isNamed = isNamed || finding.code == "time-clock-forward";
            }
            QVERIFY(isNamed);
        }
        // An hour that is not there at noon is a gap.
        QVERIFY(!isSetForward(kMarch + 12 * kHour, kMarch + 14 * kHour, kHour));
    }

    void isNotSorted() {
        const std::int64_t step = 15 * kMinute;
        Dataset data{std::make_shared<Series>(seriesOf(autumn(step, 288), step)), nullptr};
        ExperimentConfig config;
        config.sortTime = true;
        QVERIFY(arrangeRows(config, data));
        for (std::size_t r = 0; r < 288; ++r) QCOMPARE(data.series->channels[0].values[r], static_cast<double>(r));
        config.resample = "1h";
        QVERIFY(arrangeRows(config, data));
        QVERIFY(std::ranges::any_of(data.series->report.warnings, [](const ReadWarning& warning) {
            return warning.message.english().find("set back 1 times") != std::string::npos;
        }));
    }
};

QTEST_APPLESS_MAIN(TestClockChange)
#include "tst_clock_change.moc"
