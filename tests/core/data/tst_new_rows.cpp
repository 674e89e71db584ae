// SPDX-License-Identifier: GPL-3.0-or-later
// What a series to be forecast has otherwise than that of the training, the times of rows to come, and columns that
// tell the answer.
// Holds core/data/findings/next_value.cpp.
#include "base/rng.h"
#include "data/doctor.h"
#include "data/findings/next_value.h"
#include "data/level_check.h"
#include "data/rows_ahead.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <utility>

using namespace gatelab;

namespace {

/// A column's value at a row, made of the target.
using Made = std::function<double(const std::vector<double>&, std::size_t)>;
/// The next row of four columns, made of the one before (that of row 0 of nothing).
using Draw = std::function<void(Rng&, std::size_t, std::vector<double>&)>;

constexpr std::int64_t kDay = INT64_C(86'400'000'000);

std::vector<double> swinging(double times, double plus, int rows = 200) {
    Rng rng(9, RandomPurpose::Test);
    std::vector<double> values;
    for (int row = 0; row < rows; ++row) values.push_back(times * (10 + 3 * std::sin(row * 0.4) + rng.normal()) + plus);
    return values;
}

bool isOther(const std::vector<double>& values) {
    return !otherLevel("load", learnedLevel(swinging(1, 0)), values).empty();
}

/// Days since 1970-01-01, which was a Thursday.
Series daily(const std::vector<std::int64_t>& days) {
    Series series;
    series.name = "made";
    series.time.name = "date";
    series.time.stepMicros = kDay;
    for (const std::int64_t day : days) series.time.values.push_back(day * kDay);
    series.channels = {{"y", "", std::vector<double>(days.size(), 1.0)}};
    return series;
}

int weekday(std::int64_t micros) { return static_cast<int>((micros / kDay + 4) % 7); }  // 0: Sunday

}  // namespace

class TestNewRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anotherUnitIsSaid() {
        for (const double factor : {1000.0, 1e-3, 60.0, 1 / 60.0}) QVERIFY(isOther(swinging(factor, 0, 40)));
        QVERIFY(isOther(swinging(1.8, 32)));     // degrees Fahrenheit
        QVERIFY(isOther(swinging(1, 273.15)));   // kelvin
        QVERIFY(isOther(std::vector(30, 1e4)));  // stands still elsewhere
        const Phrase said = otherLevel("load", learnedLevel(swinging(1, 0)), swinging(1000, 0));
        QVERIFY(QString::fromStdString(said.english()).contains("about 1000 times as large"));
    }
    void whatASeriesMayDoIsNotSaid() {
        QVERIFY(!isOther(swinging(1, 0, 24)));
        QVERIFY(!isOther(swinging(2, 0)));  // growth
        QVERIFY(!isOther(swinging(1, 6)));
        QVERIFY(!isOther(std::vector(24, 10.0)));  // a quiet stretch
        QVERIFY(!isOther({}));
        QVERIFY(otherLevel("x", {}, swinging(1000, 0)).empty());  // an older run, which keeps nothing of it
    }
    void countsAreKnown() {
        QVERIFY(learnedLevel(std::vector<double>{0, 3, 12}).isCount);
        QVERIFY(!learnedLevel(std::vector<double>{0, 3.5}).isCount);
        QVERIFY(!learnedLevel(std::vector<double>{-1, 3}).isCount);
        QVERIFY(!learnedLevel({}).isCount);
    }

    void businessDaysGoOnAsBusinessDays() {
        std::vector<std::int64_t> days;
        for (std::int64_t day = 18262; days.size() < 60; ++day)  // 2020-01-01
            if (weekday(day * kDay) != 0 && weekday(day * kDay) != 6 && day != 18288) days.push_back(day);
        const Series series = daily(days);
        const auto longer = withRowsAhead(series, 12);
        for (std::size_t row = days.size(); row < days.size() + 12; ++row) {
            const int at = weekday(longer->time.values[row]);
            QVERIFY2(at != 0 && at != 6, qPrintable(QString::number(row)));
            QVERIFY(longer->time.values[row] - longer->time.values[row - 1] <= 3 * kDay);
        }
        // Every day of the week, or too few weeks to know: calendar days.
        std::vector<std::int64_t> all(40), few(9);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = 18262 + static_cast<std::int64_t>(i);
        std::copy(days.begin(), days.begin() + 9, few.begin());
        for (const auto& rows : {all, few}) {
            const auto next = withRowsAhead(daily(rows), 7);
            QCOMPARE(next->time.values.back() - next->time.values[rows.size() - 1], 7 * kDay);
        }
    }

    void aColumnThatTellsTheAnswerIsNamed() {
        Series series = daily(std::vector<std::int64_t>(300, 0));
        series.time = {};
        Rng rng(5, RandomPurpose::Test);
        double level = 0;
        std::vector<double> y, other;
        for (int row = 0; row < 301; ++row) {
            y.push_back(level = 0.8 * level + rng.normal()), other.push_back(rng.normal());
        }
        std::vector<double> next(y.begin() + 1, y.end());
        for (double& value : next) value = 3 * value - 7;
        y.pop_back();
        series.channels = {{"y", "", y}, {"y_next", "", next}, {"other", "", other}};
        const auto pairs = nextValues(series);
        QCOMPARE(pairs.size(), std::size_t{1});
        QCOMPARE(pairs[0].holder, std::string("y_next"));
        QCOMPARE(pairs[0].target, std::string("y"));
        QVERIFY(std::ranges::any_of(examine(series), [](const DataFinding& one) {
            return one.code == "next-value" && one.column == "y_next";
        }));
        // One that holds the value of the same row, or nearly the next one by chance, does not.
        for (double& value : series.channels[1].values.edit()) value += 3 * rng.normal();
        QVERIFY(nextValues(series).empty());
        series.channels = {{"y", "", y}, {"twice", "", y}, {"other", "", other}};
        QVERIFY(nextValues(series).empty());
    }

    // Not only the next value by itself, and of a walk as well as of a season.
    void whatIsMadeOfComingValuesIsNamed_data() {
        QTest::addColumn<Made>("made");
        using Y = std::vector<double>;
        const auto add = [](const char* name, Made made) { QTest::newRow(name) << std::move(made); };
        add("next", [](const Y& y, std::size_t t) { return y[t + 1]; });
        add("second next", [](const Y& y, std::size_t t) { return y[t + 2]; });
        add("tenth next", [](const Y& y, std::size_t t) { return y[t + 10]; });
        add("change", [](const Y& y, std::size_t t) { return y[t + 1] - y[t]; });
        add("return", [](const Y& y, std::size_t t) { return y[t + 1] / y[t] - 1; });
        add("logarithm", [](const Y& y, std::size_t t) { return std::log(y[t + 1]); });
        add("rounded", [](const Y& y, std::size_t t) { return std::round(y[t + 1]); });
        add("sign", [](const Y& y, std::size_t t) { return y[t + 1] > y[t] ? 1.0 : 0.0; });
        add("mean about the row", [](const Y& y, std::size_t t) { return (y[t - 1] + y[t] + y[t + 1]) / 3; });
        add("mean to come", [](const Y& y, std::size_t t) {
            return std::accumulate(y.begin() + static_cast<std::ptrdiff_t>(t) + 1,
                                   y.begin() + static_cast<std::ptrdiff_t>(t) + 7, 0.0);
        });
    }
    void whatIsMadeOfComingValuesIsNamed() {
        QFETCH(Made, made);
        for (const double back : {0.9, 1.0}) {
            Rng rng(5, RandomPurpose::Test);
            double level = 0;
            std::vector<double> y, column;
            for (int row = 0; row < 530; ++row)
                y.push_back(200 + 10 * std::sin(row / 12.0) + 2 * (level = back * level + rng.normal()));
            for (std::size_t row = 10; row < 510; ++row) column.push_back(made(y, row));
            Series series;
            series.channels = {{"y", "", std::vector(y.begin() + 10, y.begin() + 510)}, {"column", "", column}};
            const auto pairs = nextValues(series, {0, 500}, "y");
            QCOMPARE(pairs.size(), std::size_t{1});
            QCOMPARE(pairs[0].holder, std::string("column"));
            QVERIFY(!pairs[0].isDoubtful && !nextValueText(pairs[0]).empty());
        }
    }

    // What drives a column tells what comes too, and holds nothing of it.
    void whatDrivesAColumnIsNotNamed() {
        Rng rng(7, RandomPurpose::Test);
        Series series;
        series.channels = {{"drive", "", {}},  {"swing", "", {}},  {"late", "", {}}, {"sine", "", {}},
                           {"cosine", "", {}}, {"heater", "", {}}, {"warm", "", {}}};
        double drive = 0, swing = 0, before = 0, heater = 0, warm = 20;
        for (int row = 0; row < 600; ++row) {
            const double late = drive + 0.7 * rng.normal();
            drive = 0.8 * drive + rng.normal();
            heater = warm < 19 ? 1 : warm > 21 ? 0 : heater;
            const double values[] = {drive, swing, late, std::sin(row / 4.0), std::cos(row / 4.0), heater, warm};
            for (std::size_t c = 0; c < std::size(values); ++c) series.channels[c].values.append(values[c]);
            before = std::exchange(swing, 1.6 * swing - 0.8 * before + drive);
            warm += 0.5 * heater - 0.02 * (warm - 5) + 0.03 * rng.normal();
        }
        for (const NextValue& pair : nextValues(series)) QFAIL((pair.holder + " for " + pair.target).c_str());
    }

    // A column that is one value but for a row or two, or changes with others once, holds nothing of what comes.
    void channelsOfFewEventsAreNotNamed_data() {
        QTest::addColumn<Draw>("draw");
        const auto add = [](const char* name, Draw draw) { QTest::newRow(name) << std::move(draw); };
        add("a first row of codes", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            values = {row ? 291.0 : 94255.0, row ? 12.0 : 0.0, row ? 20 + rng.normal() : 7008.0,
                      row == 0   ? 0.0
                      : row < 60 ? 11.0
                                 : 12.0};
        });
        add("rows of errors", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            const bool isBad = row == 31 || row == 90 || row == 91;
            values = {isBad ? -999 : rng.normal(), isBad ? -999.0 : 5.0, isBad ? -999 : rng.normal(), 1.0 * isBad};
        });
        add("modes that are switched seldom", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            if (row == 0) values.assign(4, 0);
            for (double& value : values)
                if (rng.uniform() < 0.02) value = std::floor(4 * rng.uniform());
        });
        add("begins, each once", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            if (row == 0) values.assign(4, 0);
            for (double& value : values)
                if (rng.uniform() < 0.03) value = 1;
        });
        add("walks", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            if (row == 0) values.assign(4, 0);
            for (double& value : values) value += rng.normal();
        });
        add("one season, moved", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            values.clear();
            for (const int moved : {0, 3, 8, 13})
                values.push_back(10 * std::sin((static_cast<double>(row) + moved) / 24 * 2 * std::numbers::pi) +
                                 0.3 * rng.normal());
        });
        add("two seasons", [](Rng& rng, std::size_t row, std::vector<double>& values) {
            values.clear();
            for (const double period : {12.0, 24.0, 30.5, 48.0})
                values.push_back(10 * std::sin(static_cast<double>(row) / period * 2 * std::numbers::pi) +
                                 0.3 * rng.normal());
        });
    }
    void channelsOfFewEventsAreNotNamed() {
        QFETCH(Draw, draw);
        for (const std::size_t rows : {60, 90, 151, 300, 1000})
            for (std::uint64_t seed = 0; seed < 10; ++seed) {
                Rng rng(seed, RandomPurpose::Test);
                Series series;
                series.channels = {{"a", "", {}}, {"b", "", {}}, {"c", "", {}}, {"d", "", {}}};
                std::vector<double> values;
                for (std::size_t row = 0; row < rows; ++row) {
                    draw(rng, row, values);
                    for (std::size_t c = 0; c < values.size(); ++c) series.channels[c].values.append(values[c]);
                }
                for (const NextValue& pair : nextValues(series))
                    QFAIL((pair.holder + " for " + pair.target + " of " + std::to_string(rows)).c_str());
            }
    }

    // From 100 rows on, and under noise of a fifth of what comes anew.
    void leaksOfShortTablesAreNamed() {
        for (const std::size_t rows : {100, 150, 300, 1000})
            for (const std::size_t ahead : {1, 2, 6})
                for (const double noise : {0.0, 0.2})
                    for (std::uint64_t seed = 0; seed < 5; ++seed) {
                        if (rows < 40 * ahead) continue;
                        Rng rng(seed, RandomPurpose::Test);
                        std::vector<double> y, held;
                        double level = 0;
                        for (std::size_t row = 0; row < rows + ahead; ++row)
                            y.push_back(level = 0.8 * level + rng.normal());
                        for (std::size_t row = 0; row < rows; ++row)
                            held.push_back(-1e-6 * (y[row + ahead] + noise * rng.normal()) + 3);
                        y.resize(rows);
                        Series series;
                        series.channels = {{"y", "", y}, {"held", "", held}};
                        const auto pairs = nextValues(series);
                        const auto what = std::to_string(rows) + " rows, " + std::to_string(ahead) + " ahead, noise " +
                                          std::to_string(noise);
                        QVERIFY2(pairs.size() == 1 && pairs[0].holder == "held", what.c_str());
                    }
    }
};

QTEST_GUILESS_MAIN(TestNewRows)
#include "tst_new_rows.moc"
