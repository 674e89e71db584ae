// SPDX-License-Identifier: GPL-3.0-or-later
// Masked rows are as if the file had no value there: nobody learns from them, no window is judged by them, and what
// fills them for inputs does not bring them back as targets. Holds core/data/recipe/step_mask.cpp.
#include "data/doctor.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/saved_preparation.h"
#include "data/windows.h"
#include "store/saved_preparation_file.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr std::int64_t kHour = INT64_C(3'600'000'000);

/// Two columns of 100 rows, "a" and "b, (x)", an hour apart from 1970-01-01 on.
SeriesPtr hourly(bool timed = true) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    for (const char* name : {"a", "b, (x)"}) {
        Channel channel{name, "", {}};
        for (int r = 0; r < 100; ++r) channel.values.append(std::sin(0.3 * r) + r);
        series->channels.push_back(std::move(channel));
    }
    if (timed) series->time.stepMicros = kHour;
    for (std::int64_t r = 0; timed && r < 100; ++r) series->time.values.push_back(r * kHour);
    return series;
}

ExperimentConfig with(std::vector<std::string> recipe) {
    ExperimentConfig config;
    config.recipe = std::move(recipe);
    config.split = "60/20/20";
    config.targets = {"a"};
    config.lookback = 4;
    config.horizon = 2;
    return config;
}

std::string missing(const PreparedSeries& prepared, std::size_t column) {
    std::string rows;
    const auto& values = prepared.table.columns[column].values;
    for (std::size_t r = 0; r < values.size(); ++r)
        if (std::isnan(values[r])) rows += std::to_string(r) + " ";
    return rows;
}

bool touches(const WindowSet& set, std::int64_t first, std::int64_t last) {
    return std::ranges::any_of(set.starts, [&](std::int64_t start) {
        const std::int64_t from = start + set.lookback;
        return from <= last && from + set.horizon > first;
    });
}

}  // namespace

class TestMask : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAndTimesAreTheSame_data() {
        QTest::addColumn<QString>("step");
        QTest::newRow("numbers") << "mask(columns=a, rows=30..32|70)";
        QTest::newRow("times") << "mask(columns=a, rows=1970-01-02 06:00..1970-01-02 08:00:00|1970-01-03T22:00Z)";
        QTest::newRow("between rows") << "mask(columns=a, rows=1970-01-02 05:30..1970-01-02 08:59|1970-01-03 22:00)";
    }
    void rowsAndTimesAreTheSame() {
        QFETCH(QString, step);
        const auto prepared = prepareSeries(hourly(), with({step.toStdString()}));
        QVERIFY2(prepared, prepared ? "" : prepared.error().message.c_str());
        QCOMPARE(missing(**prepared, 0), std::string("30 31 32 70 "));
        QCOMPARE(missing(**prepared, 1), std::string());
        QVERIFY(std::isnan((*prepared)->originalTarget(0)[31]) && std::isnan((*prepared)->originalTarget(0)[70]));
        QCOMPARE((*prepared)->originalTarget(0)[29], (*prepared)->source->channels[0].values[29]);
    }

    /// Filled for inputs, and yet no target.
    void filledRowsAreNoTargets() {
        const auto plain = prepareSeries(hourly(), with({"fill(method=hold)"})),
                   masked = prepareSeries(hourly(), with({"mask(columns=a, rows=30..32|70)", "fill(method=hold)"}));
        QVERIFY(plain && masked);
        QCOMPARE(missing(**masked, 0), std::string());
        QCOMPARE((*masked)->table.columns[0].values[32], (*plain)->table.columns[0].values[29]);
        const auto before = makeWindows(**plain, with({})), after = makeWindows(**masked, with({}));
        QVERIFY(before && after);
        QVERIFY(touches(before->train, 30, 32) && touches(before->validation, 70, 70));
        QVERIFY(!touches(after->train, 30, 32) && !touches(after->validation, 70, 70));
        QVERIFY(touches(after->train, 33, 36));
        QCOMPARE(before->train.size() - after->train.size(), std::int64_t{4});  // targets from row 29, 30, 31, 32
        QCOMPARE(before->validation.size() - after->validation.size(), std::int64_t{2});
        // What is learned is learned without them
        const auto far = prepareSeries(hourly(), with({"mask(rows=0..58)", "standardise"}));
        QVERIFY(far);
        QVERIFY(std::abs((*far)->table.columns[0].values[59]) < 1e-9);  // the only training row that is left
    }

    /// A number that means "missing" is masked wherever it is, in rows that are named where some are, and in data that
    /// come later, whose rows are other ones.
    void numbersAreMasked() {
        const auto coded = std::make_shared<Series>(*hourly());
        for (const std::size_t row : {3UL, 40UL, 41UL, 70UL}) coded->channels[0].values.edit()[row] = -999;
        coded->channels[0].values.edit()[50] = static_cast<double>(-9999.9F);
        coded->channels[1].values.edit()[40] = -999;
        const auto prepared = prepareSeries(coded, with({"mask(columns=a, values=-999|-9999.9)", "fill(method=hold)"}));
        QVERIFY2(prepared, prepared ? "" : prepared.error().message.c_str());
        QCOMPARE(missing(**prepared, 0), std::string());
        QCOMPARE((*prepared)->table.columns[0].masked, (std::vector<RowRange>{{3, 4}, {40, 42}, {50, 51}, {70, 71}}));
        QVERIFY(std::isnan((*prepared)->originalTarget(0)[41]) && (*prepared)->table.columns[1].values[40] == -999);
        const auto some = prepareSeries(coded, with({"mask(rows=0..50, values=-999)"}));
        QVERIFY(some);
        QCOMPARE(missing(**some, 0), std::string("3 40 41 "));
        QCOMPARE(missing(**some, 1), std::string("40 "));
        const auto kept = keepRecipe(**prepared);
        QVERIFY(kept.ok());
        auto later = std::make_shared<Series>(*hourly());
        later->channels[0].values.edit()[12] = -999;
        const auto other = prepareKept(later, *kept, 100);
        QVERIFY(other);
        QCOMPARE((*other)->table.columns[0].masked, (std::vector<RowRange>{{12, 13}}));
        QVERIFY(!prepareSeries(coded, with({"mask(values=-999|x)"})));
        const std::string step = maskValuesStep(std::vector<std::string>{"b, (x)"}, -99.9);
        QCOMPARE(step, std::string("mask(columns=b%2C %28x%29, values=-99.9)"));
        QVERIFY(masksValue(step, "b, (x)", -99.9) && !masksValue(step, "a", -99.9) && !masksValue(step, "b, (x)", -99));
        QVERIFY(!masksValue("!" + step, "b, (x)", -99.9) && !masksValue("mask(rows=3, values=-99.9)", "a", -99.9));
    }

    void ofAColumnThatIsNotUsedNothingHappens() {
        ExperimentConfig config = with({"mask(columns=b%2C %28x%29, rows=5..6)"});
        auto prepared = prepareSeries(hourly(), config);
        QVERIFY2(prepared, prepared ? "" : prepared.error().message.c_str());
        QCOMPARE(missing(**prepared, 1), std::string("5 6 "));
        config.inputs = {"a"};
        prepared = prepareSeries(hourly(), config);
        QVERIFY(prepared && missing(**prepared, 0).empty());
    }

    void mistakesAreSaid_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("says");
        QTest::newRow("column") << "mask(columns=c, rows=1..2)"
                                << "the data have no column 'c'";
        QTest::newRow("words") << "mask(rows=yesterday)"
                               << "'yesterday' is no range of rows";
        QTest::newRow("negative") << "mask(rows=-3..4)"
                                  << "'-3..4' is no range of rows";
        QTest::newRow("mixed") << "mask(rows=3..1970-01-02)"
                               << "'3..1970-01-02' is no range of rows";
        QTest::newRow("backwards") << "mask(rows=9..3)"
                                   << "the range '9..3' ends before it begins";
        QTest::newRow("outside") << "mask(rows=100..120)"
                                 << "no row is in its range; the data have rows 0 to 99";
        QTest::newRow("later") << "mask(rows=1971-01-01..1972-01-01)"
                               << "no row is in its range; the data are of 1970-01-01 00:00:00 to 1970-01-05 03:00:00";
    }
    void mistakesAreSaid() {
        QFETCH(QString, step);
        QFETCH(QString, says);
        const auto prepared = prepareSeries(hourly(), with({step.toStdString()}));
        QVERIFY(!prepared);
        QVERIFY2(prepared.error().message.find(says.toStdString()) != std::string::npos,
                 prepared.error().message.c_str());
        QCOMPARE(prepared.error().field, std::string("recipe"));
        const auto untimed = prepareSeries(hourly(false), with({"mask(rows=1970-01-02)"}));
        QVERIFY(!untimed && untimed.error().message.find("have no times") != std::string::npos);
    }

    /// In another file the same times are masked, and numbers count from the first row of the training.
    void anotherFileKeepsTheMask() {
        auto later = std::make_shared<Series>(*hourly());
        for (std::int64_t& time : later->time.values) time += 10 * kHour;
        for (const char* rows : {"30..32", "1970-01-02 06:00..1970-01-02 08:00"}) {
            const auto prepared =
                prepareSeries(hourly(), with({std::string("mask(columns=a, rows=") + rows + ")", "standardise"}));
            QVERIFY(prepared);
            const auto kept = keepRecipe(**prepared);
            QVERIFY(kept.ok());
            const auto same = prepareKept(hourly(), *kept, 100), other = prepareKept(later, *kept, 100);
            QVERIFY(same && other);
            QCOMPARE(missing(**same, 0), std::string("30 31 32 "));
            QCOMPARE(missing(**other, 0), std::string("20 21 22 "));
            QVERIFY(std::isnan((*other)->originalTarget(0)[21]));
        }
    }

    /// What the doctor found can be masked in one step, which stands first and beside others of its kind.
    void findingsAreMasked() {
        Series still = *hourly();
        for (int r = 40; r < 60; ++r) still.channels[0].values.edit()[static_cast<std::size_t>(r)] = 7;
        for (int r = 50; r < 70; ++r) still.channels[1].values.edit()[static_cast<std::size_t>(r)] = 7;
        std::vector<DataFinding> flat = examine(still);
        std::erase_if(flat, [](const DataFinding& one) { return one.code != "flat"; });
        QCOMPARE(flat.size(), std::size_t{2});
        const std::string step = maskOf(flat, still.time);
        QCOMPARE(step, std::string("mask(columns=a|b%2C %28x%29, rows=1970-01-02 16:00:00..1970-01-03 21:00:00)"));
        QCOMPARE(maskOf(flat, {}), std::string("mask(columns=a|b%2C %28x%29, rows=40..69)"));
        const std::vector<std::string> recipe = withStep(withStep({"fill", "standardise"}, "mask(rows=3)"), step);
        QCOMPARE(recipe.size(), std::size_t{4});
        QVERIFY(recipe[0] == "mask(rows=3)" && recipe[1] == step);
        const auto prepared = prepareSeries(std::make_shared<Series>(still), with({step}));
        QVERIFY(prepared);
        QCOMPARE((*prepared)->table.columns[1].masked, (std::vector<RowRange>{{40, 70}}));
        flat.front().places.clear();
        QVERIFY(maskOf(flat, still.time).empty());
    }
};

QTEST_APPLESS_MAIN(TestMask)
#include "tst_mask.moc"
