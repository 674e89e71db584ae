// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that rise evenly: which are the time of the rows, which say it once more, and which are something else that
// is sold, counted or measured. Holds core/data/csv/time/order.cpp, core/data/csv/time/other_names.cpp,
// core/data/csv/time/numbers.cpp and core/data/csv/time/rounded.cpp.
#include "base/rng.h"
#include "core/data_support.h"
#include "data/csv/columns/evidence.h"
#include "data/csv/time/order.h"
#include "data/csv/time/rounded.h"
#include "data/csv/time/times.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

namespace {

constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::int64_t kStart = INT64_C(1'704'067'200'000'000);  // 2024-01-01
constexpr int kRows = 60;

std::string wave(int i) { return numberText(i * i % 17 * 0.5 + 1.25); }

std::string table(const std::string& header, const std::function<std::string(int)>& row) {
    std::string text = header + "\n";
    for (int i = 0; i < kRows; ++i) text += row(i) + "\n";
    return text;
}

std::string said(const Series& series) {
    std::string all;
    for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
    return all;
}

}  // namespace

class TestNumbersAsTimes : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text, const ExperimentConfig& options = {}) {
        return readFile(folder_.put("table.csv", text), options);
    }

private Q_SLOTS:
    void names() {
        for (const char* name : {"total_sales", "totalSales", "Load (kW)", "order_id", "Preis", "energy_kwh", "销量",
                                 "visitors", "Volume", "odometer km"})
            QVERIFY2(namesOtherThanTime(name), name);
        for (const char* name : {"time", "order_date", "created_at", "sales_ts", "recv", "x", "serial", "t (s)",
                                 "elapsed [ms]", "timestamp_id", "日期", "c1"})
            QVERIFY2(!namesOtherThanTime(name), name);
    }

    void besideATime_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("step");
        QTest::addColumn<bool>("isKept");
        const auto row = [](const char* name, double first, double step, bool isKept) {
            QTest::addRow("%s %.17g by %.17g", name, first, step) << std::string(name) << first << step << isKept;
        };
        const double seconds = kStart / 1e6;
        row("total_sales", 738'000, 7, true);
        row("total_sales", 45'000, 1, true);
        row("meter", 1'000'000'000, 60, true);
        row("meter", 1'200'000'000, 3'600, true);  // the right step from another moment on
        row("passed", 1'000'000'000, 60, true);
        row("passed", 2'447'900, 0.25, true);
        row("passed", 1'000'000'003, 10, true);
        row("unix", seconds, 3'600, false);
        row("local", seconds + 5.5 * 3'600, 3'600, false);  // on a clock of another place
        row("passed", seconds * 1e3, 3'600e3, false);
        row("passed", seconds / 86'400 + 25'569, 1.0 / 24, false);
        row("passed", seconds / 86'400 + 719'529, 1.0 / 24, false);
        row("passed", seconds / 86'400 + 2'440'587.5, 1.0 / 24, false);
        row("passed", seconds / 60, 60, false);
        row("created_at", 1'500'000'000, 3'600, false);  // another time, by its name
    }

    /// Only what says the time of the rows again is left out, whatever it is called; all others are values.
    void besideATime() {
        QFETCH(std::string, name);
        QFETCH(double, first);
        QFETCH(double, step);
        QFETCH(bool, isKept);
        const auto data = read(table("time," + name + ",v", [&](int i) {
            char number[40];
            std::snprintf(number, sizeof number, "%.10g", first + i * step);
            return timeText(kStart + i * kHour) + "," + number + "," + wave(i);
        }));
        QVERIFY(data);
        const std::string all = said(*data->series);
        QCOMPARE(data->series->time.name, std::string("time"));
        QVERIFY2(data->series->find(name).has_value() == isKept, all.c_str());
        if (!isKept)
            QVERIFY2(all.find("'" + name + "' holds numbers that look like time stamps") < all.size(), all.c_str());
        if (isKept && name == "passed") QVERIFY2(all.find("'passed' rises as stamps do") < all.size(), all.c_str());
        if (isKept && name != "passed") QVERIFY2(all.empty(), all.c_str());
    }

    void alone_data() {
        QTest::addColumn<std::string>("header");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("step");
        QTest::addColumn<bool>("isTime");
        const auto row = [](const char* header, double first, double step, bool isTime) {
            QTest::addRow("%s %.17g by %.17g", header, first, step) << std::string(header) << first << step << isTime;
        };
        row("total_sales,v", 738'000, 7, false);
        row("v,total_sales", 738'000, 7, false);
        row("units sold,v", 45'000, 1, false);
        row("visitors,v", 1'000'000'000, 60, false);
        row("v,visitors", 1'000'000'020, 60, false);
        row("v,passed", 1'000'000'003, 10, false);
        row("v,passed", 1'000'000'010, 60, false);  // no whole minute
        row("v,passed", 2'447'900, 5, false);
        row("nr,v", 740'000, 1, false);
        row("v,passed", 1'704'067'200, 300, true);
        row("passed,v", 1'704'067'203, 10, true);
        row("v,passed", 1'704'067'203, 10, true);
        row("passed,v", 1'000'000'003, 10, true);  // in the first column
        row("passed,v", 1'000'000'003, 7, false);
        row("order id,v", 1'704'067'203, 10, false);
        row("passed,v", 739'252, 7, true);
        row("passed,v", 739'252, 0.25, true);
        row("sale_date,v", 45'292, 1, true);
    }

    /// Without another time: by name, range and step, and said as a guess with its alternative.
    void alone() {
        QFETCH(std::string, header);
        QFETCH(double, first);
        QFETCH(double, step);
        QFETCH(bool, isTime);
        const bool isFirst = header.ends_with(",v");
        const auto data = read(table(header, [&](int i) {
            char number[40];
            std::snprintf(number, sizeof number, "%.12g", first + i * step);
            return isFirst ? number + ("," + wave(i)) : wave(i) + "," + number;
        }));
        QVERIFY(data);
        const std::string all = said(*data->series);
        QVERIFY2(data->series->time.known() == isTime, all.c_str());
        if (!isTime) return;
        const auto& guesses = data->series->report.guesses;
        const auto guess = std::ranges::find(guesses, "time_column", &ReadGuess::key);
        QVERIFY(guess != guesses.end() && !guess->certain);
        QVERIFY2(all.find("time column 'none'") != std::string::npos ||
                     all.find("Time column is a guess") != std::string::npos,
                 all.c_str());
    }

    void sameTimes() {
        std::vector<std::int64_t> times;
        std::vector<double> seconds, days;
        for (int i = 0; i < kRows; ++i) {
            times.push_back(kStart + i * kDay);
            seconds.push_back(static_cast<double>(times.back() / 1'000'000));
            days.push_back(45'292 + i);
        }
        const auto repeat = [&](const std::vector<double>& values) {
            return repeatsTimes(values, times, usualDistance(times));
        };
        QVERIFY(repeat(seconds) && repeat(days));
        std::vector<double> other = days;
        other[30] += 2;
        QVERIFY(!repeat(other));
        other = seconds;
        for (double& value : other) value += 3 * 86'400;
        QVERIFY(!repeat(other));
        other = seconds;
        other[7] = std::nan("");
        times[9] = kNoTime;
        QVERIFY(repeat(other));
        QVERIFY(!repeat({}) && !repeat(std::vector<double>(kRows, std::nan(""))));
        QVERIFY(!repeatsTimes(std::vector<double>{45'292}, std::vector<std::int64_t>{kStart}, 0));
        // Summer time: an hour more from one row on
        for (int i = 20; i < kRows; ++i) seconds[static_cast<std::size_t>(i)] += 3'600;
        QVERIFY(repeat(seconds));
    }

    /// The usual distance alone is that of the whole order: of the first 100,000 distances that are not 0.
    void usualDistances() {
        Rng rng(11, RandomPurpose::Test);
        for (int i = 0; i < 60; ++i) {
            std::vector<std::int64_t> times(i % 20 == 0 ? 260'000 : rng.below(60));
            std::int64_t at = 0;
            for (std::int64_t& time : times) {
                at += static_cast<std::int64_t>(rng.below(5)) - 1;
                time = rng.below(9) == 0 ? kNoTime : at;
            }
            QCOMPARE(usualDistance(times), orderOf(times).usual);
        }
    }

    /// Times that were written with few digits lie on the steps of the clock that was meant.
    void roundedDigits_data() {
        QTest::addColumn<std::string>("format");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("step");
        QTest::addColumn<std::int64_t>("start");
        QTest::addColumn<std::int64_t>("micros");
        const std::int64_t day = kStart + 84 * kDay;  // spreadsheets count it as 45376
        QTest::newRow("hours in days") << std::string("%.6f") << 45'376.0 << 1 / 24.0 << day << kHour;
        QTest::newRow("hours in days, 2 digits") << std::string("%.2f") << 45'376.0 << 1 / 24.0 << day << kHour;
        QTest::newRow("minutes in hours") << std::string("%.4f h") << 0.0 << 1 / 60.0 << INT64_C(0) << kMinute;
        QTest::newRow("exact") << std::string("%.2f h") << 0.0 << 0.25 << INT64_C(0) << 15 * kMinute;
        QTest::newRow("36 seconds") << std::string("%.2f h") << 0.0 << 0.01 << INT64_C(0) << INT64_C(36'000'000);
    }
    void roundedDigits() {
        QFETCH(std::string, format);
        QFETCH(double, first);
        QFETCH(double, step);
        QFETCH(std::int64_t, start);
        QFETCH(std::int64_t, micros);
        const auto data = read(table("time,load", [&](int i) {
            char cell[40];
            std::snprintf(cell, sizeof cell, format.c_str(), first + i * step);
            return cell + ("," + wave(i));
        }));
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().message.c_str());
        const std::vector<std::int64_t>& times = data->series->time.values;
        QCOMPARE(times.size(), std::size_t{kRows});
        for (int i = 0; i < kRows; ++i) QCOMPARE(times[static_cast<std::size_t>(i)], start + i * micros);
    }
    void roundedStaysWhereNothingWasMeant() {
        // Off every step in one row, too few rows, no digits, a row without a time
        std::vector<double> hours;
        std::vector<std::int64_t> times;
        for (int i = 0; i < 8; ++i) {
            hours.push_back(std::round(i * 1e4 / 60) / 1e4);
            times.push_back(std::llround(hours.back() * static_cast<double>(kHour)));
        }
        std::vector<std::int64_t> mended = times;
        mended[3] = kNoTime;
        mendRounded(hours, kHour, mended);
        QCOMPARE(mended[1], kMinute);
        QCOMPARE(mended[3], kNoTime);
        QCOMPARE(mended[7], 7 * kMinute);
        std::vector<std::int64_t> off = times;
        off[5] += 5'000'000;
        const std::vector<std::int64_t> before = off;
        mendRounded(hours, kHour, off);
        QCOMPARE(off, before);
        std::vector<std::int64_t> few(times.begin(), times.begin() + 4);
        mendRounded({hours.begin(), hours.begin() + 4}, kHour, few);
        QCOMPARE(few[1], times[1]);
        std::vector<std::int64_t> none;
        mendRounded({}, kHour, none);
        QVERIFY(none.empty());
    }
};

QTEST_APPLESS_MAIN(TestNumbersAsTimes)
#include "tst_numbers_as_times.moc"
