// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in another unit: rescaled they are learned from and scored in the unit of the others, and new data are left as
// they are. Holds core/data/recipe/step_rescale.cpp, core/data/recipe/row_spans.cpp.
#include "base/rng.h"
#include "data/doctor.h"
#include "data/findings/remedy.h"
#include "data/prepared_windows.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/saved_preparation.h"
#include "store/saved_preparation_file.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kRows = 1000;

/// "power" of 40 to 60 and "other", an hour apart from 1970-01-01 on; from row `at` on power is times as much, plus.
SeriesPtr power(std::int64_t at, double times, double plus = 0, bool timed = true) {
    Rng rng(5, RandomPurpose::Test);
    auto series = std::make_shared<Series>();
    series->name = "made";
    for (const char* name : {"other", "power"}) {
        Channel channel{name, "", {}};
        for (std::int64_t r = 0; r < kRows; ++r) {
            const double value = 50 + 5 * std::sin(0.26 * static_cast<double>(r)) + 0.7 * rng.normal();
            channel.values.append(name[0] == 'p' && r >= at ? times * value + plus : value);
        }
        series->channels.push_back(std::move(channel));
    }
    for (std::int64_t r = 0; timed && r < kRows; ++r) series->time.values.push_back(r * kHour);
    if (timed) series->time.stepMicros = kHour;
    return series;
}

ExperimentConfig settings() {
    ExperimentConfig config;
    config.recipe = {"standardise"};
    config.lookback = 24, config.horizon = 6;
    return config;
}

std::optional<DataFinding> jumpIn(const Series& series) {
    for (DataFinding& finding : examine(series))
        if (finding.code == "unit-jump") return std::move(finding);
    return {};
}

}  // namespace

class TestRescale : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRowAndTheUnitsAreFound_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<double>("times");
        QTest::addColumn<QString>("units");
        QTest::newRow("kW to W") << 700 << 1000.0 << "kW, then W";
        QTest::newRow("W to kW") << 433 << 0.001 << "W, then kW";
        QTest::newRow("inches") << 512 << 25.4 << "in, then mm";
        QTest::newRow("hours") << 871 << 60.0 << "h, then min";
        QTest::newRow("feet") << 300 << 1 / 3.280839895 << "ft, then m";
    }
    void theRowAndTheUnitsAreFound() {
        QFETCH(int, at);
        QFETCH(double, times);
        QFETCH(QString, units);
        for (const bool timed : {true, false}) {
            const SeriesPtr series = power(at, times, 0, timed);
            const auto jump = jumpIn(*series);
            QVERIFY(jump.has_value());
            QCOMPARE(jump->firstRow, std::int64_t{at});
            QVERIFY2(jump->message.english().find(units.toStdString()) != std::string::npos,
                     jump->message.english().c_str());
            const auto remedy = remedyOf(std::span(&*jump, 1), *series, settings());
            QVERIFY(remedy.has_value());
            QCOMPARE(remedy->word.english(), std::string("Rescale"));
            QVERIFY(remedy->preview.english().find("No row is lost") != std::string::npos);
            QCOMPARE(remedy->config.recipe.size(), std::size_t{2});
            QCOMPARE(mendedIn(*jump, remedy->config), std::optional<std::size_t>(0));
            // Every row is there, and all are what they would be in the later unit.
            const auto mended = prepareWindows(series, remedy->config), plain = prepareWindows(series, settings());
            const auto truth = prepareSeries(power(0, times, 0, timed), settings());
            QVERIFY(mended && plain && truth);
            QCOMPARE(mended->windows.train.size(), plain->windows.train.size());
            QCOMPARE(mended->windows.test.size(), plain->windows.test.size());
            for (std::int64_t r = 0; r < kRows; ++r) {
                const auto row = static_cast<std::size_t>(r);
                QVERIFY(std::abs(mended->prepared->table.columns[1].values[row] -
                                 (*truth)->table.columns[1].values[row]) < 1e-9);
                const double scored = mended->prepared->originalTarget(0)[row], asIf = (*truth)->originalTarget(0)[row];
                QVERIFY(std::abs(scored - asIf) <= 1e-12 * std::abs(asIf));
            }
        }
    }

    void temperatures() {
        const SeriesPtr series = power(640, 1.8, 32);
        const auto jump = jumpIn(*series);
        QVERIFY(jump.has_value());
        QCOMPARE(jump->firstRow, std::int64_t{640});
        QCOMPARE(jump->recipe, std::string("rescale(columns=power, plus=32, "
                                           "rows=1970-01-01 00:00:00..1970-01-27 15:00:00, times=1.8)"));
        const auto remedy = remedyOf(std::span(&*jump, 1), *series, settings());
        const auto prepared = prepareSeries(series, remedy->config);
        QVERIFY(prepared);
        QCOMPARE((*prepared)->originalTarget(0)[10], 1.8 * series->channels[1].values[10] + 32);
        QCOMPARE((*prepared)->originalTarget(0)[640], series->channels[1].values[640]);
    }

    /// No usual unit: the later rows stay where they are enough, and a run can learn and be judged.
    void otherFactorsAreCut_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<QString>("word");
        QTest::newRow("early") << 200 << "Cut the rows before";
        QTest::newRow("in the validation part") << 700 << "Cut the rows before";
        QTest::newRow("late") << 880 << "Cut the rows after";
    }
    void otherFactorsAreCut() {
        QFETCH(int, at);
        QFETCH(QString, word);
        const SeriesPtr series = power(at, 45);
        ExperimentConfig config = settings();
        config.lookback = 96;
        const auto jump = jumpIn(*series);
        QVERIFY(jump.has_value());
        const auto remedy = remedyOf(std::span(&*jump, 1), *series, config);
        QVERIFY(remedy.has_value());
        QCOMPARE(QString::fromStdString(remedy->word.english()), word);
        const auto prepared = prepareWindows(series, remedy->config);
        QVERIFY2(prepared, prepared ? "" : prepared.error().message.c_str());
        const bool before = word.endsWith(QStringLiteral("before"));
        for (const WindowSet* part :
             {&prepared->windows.train, &prepared->windows.validation, &prepared->windows.test}) {
            QVERIFY(part->size() > 0);
            for (const std::int64_t start : part->starts)
                QVERIFY(before ? start >= at : start + part->lookback + part->horizon <= at);
        }
        QVERIFY(!remedyOf(std::span(&*jump, 1), *series, remedy->config).has_value());
    }

    /// A mask that blanks a part is not offered.
    void noMaskTakesAWholePart() {
        const SeriesPtr late = power(790, 1000), early = power(100, 1000);
        const auto blanks = jumpIn(*late), leaves = jumpIn(*early);
        QVERIFY(blanks && leaves);
        QVERIFY(!canBeMasked(std::span(&*blanks, 1), *late, settings()));
        QVERIFY(canBeMasked(std::span(&*leaves, 1), *early, settings()));
        // As it says
        const auto masked = [](const SeriesPtr& series, const DataFinding& jump) {
            ExperimentConfig config = settings();
            config.recipe = withStep(config.recipe, maskOf(std::span(&jump, 1), series->time));
            return prepareWindows(series, config);
        };
        const auto blanked = masked(late, *blanks), left = masked(early, *leaves);
        QVERIFY(!blanked.ok() || blanked->windows.test.size() == 0);
        QVERIFY(left.ok() && left->windows.train.size() > 0 && left->windows.test.size() > 0);
        // Of a column that is not used nothing is lost.
        ExperimentConfig other = settings();
        other.targets = other.inputs = {"other"};
        QVERIFY(canBeMasked(std::span(&*blanks, 1), *late, other));
    }

    /// Rows to come are in the later unit; those of the training are rescaled again.
    void newDataStayAsTheyAre() {
        const SeriesPtr series = power(500, 1000);
        ExperimentConfig config = settings();
        config.recipe = withStep(config.recipe, jumpIn(*series)->recipe);
        const auto prepared = prepareSeries(series, config);
        QVERIFY(prepared);
        const auto kept = keepRecipe(**prepared);
        QVERIFY(kept.ok());
        auto later = std::make_shared<Series>(*power(0, 1000));
        for (std::int64_t& time : later->time.values) time += kRows * kHour;
        const auto same = prepareKept(series, *kept, kRows), other = prepareKept(later, *kept, kRows);
        QVERIFY(same && other);
        QCOMPARE((*same)->table.columns[1].values[3], (*prepared)->table.columns[1].values[3]);
        QVERIFY(std::abs((*other)->originalTarget(0)[3] - later->channels[1].values[3]) < 1e-9);
        // Their level is that of the training.
        QVERIFY(differencesFrom(*kept, *later).empty());
    }

    void mistakesAreSaid() {
        const auto error = [](const char* step) {
            ExperimentConfig config = settings();
            config.recipe = {step};
            const auto prepared = prepareSeries(power(500, 1), config);
            return prepared.ok() ? std::string() : prepared.error().message;
        };
        QVERIFY(error("rescale(columns=power, rows=0..3, times=0)").find("leaves nothing") != std::string::npos);
        QVERIFY(error("rescale(columns=no, rows=0..3)").find("no column 'no'") != std::string::npos);
        QVERIFY(error("rescale(rows=5000..6000)").find("no row is in its range") != std::string::npos);
        QVERIFY(error("rescale(rows=0..3, times=x)").find("not a number") != std::string::npos);
        QVERIFY(error("rescale(columns=power, rows=0..3, times=2)").empty());
        QVERIFY(!rescaledSeries(*power(500, 1), std::vector<std::string>{"standardise"}).has_value());
    }
};

QTEST_APPLESS_MAIN(TestRescale)
#include "tst_rescale.moc"
