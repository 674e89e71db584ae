// SPDX-License-Identifier: GPL-3.0-or-later
// Jumps below a swing of a day, a unit or a level that changes and changes back, a counter that starts over: with their
// rows and times, and with what mends them whole. Holds core/data/findings/unit_jump.cpp.
#include "app/experiment_data.h"
#include "base/rng.h"
#include "data/findings/mended_series.h"
#include "data/findings/remedy.h"
#include "data/recipe/recipe.h"
#include "data/recipe/rescaled_rows.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kTenMinutes = INT64_C(600'000'000);

/// One column, ten minutes from row to row from 2025-05-01 on.
Series column(int rows, const std::function<double(int)>& of) {
    Series series;
    series.name = "made";
    series.channels = {{"v", "", {}}};
    series.time.stepMicros = kTenMinutes;
    for (int r = 0; r < rows; ++r) {
        series.channels[0].values.append(of(r));
        series.time.values.push_back(INT64_C(1'746'057'600'000'000) + r * kTenMinutes);
    }
    return series;
}

/// Air of a logger: a day of 144 rows, 12 degrees wide.
Series air(const std::function<double(int)>& more) {
    Rng rng(3, RandomPurpose::Test);
    double drift = 0;
    return column(3000, [&](int r) {
        drift += 0.03 * rng.normal();
        return std::round(1000 * (15 + 6 * std::sin(2 * M_PI * r / 144) + drift + 0.2 * rng.normal() + more(r))) / 1000;
    });
}

const DataFinding* find(const std::vector<DataFinding>& findings, const std::string& code) {
    const auto found = std::ranges::find(findings, code, &DataFinding::code);
    return found == findings.end() ? nullptr : &*found;
}

bool jumps(const Series& series) { return std::ranges::any_of(examine(series), changesAt); }

/// The settings that mend what was found; the test fails where none do, or where it is found again.
ExperimentConfig mended(const Series& series, const DataFinding& finding) {
    ExperimentConfig config;
    config.recipe = {};
    const auto remedy = remedyOf(std::span(&finding, 1), series, config);
    if (!remedy) return config;
    if (!std::ranges::none_of(examineAs(series, remedy->config), changesAt)) qWarning("it is found again");
    return std::ranges::none_of(examineAs(series, remedy->config), changesAt) ? remedy->config : config;
}

}  // namespace

class TestLevelJump : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void belowASwing();
    void levelComesBack();
    void levelComesBackSoon();
    void unitComesBack();
    void naturalSteps_data();
    void naturalSteps();
    void counter();
    void countersOfManyDigits();
    void countersThatRestartTwice();
    void noCounter_data();
    void noCounter();
};

/// 8 degrees more from one row on, beside a gap and a stretch that stood still, whose ends are larger steps.
void TestLevelJump::belowASwing() {
    Series series = air([](int r) { return r < 2000 ? 0.0 : 8.0; });
    const std::span<double> values = series.channels[0].values.edit();
    for (std::size_t r = 700; r < 760; ++r) values[r] = kNone;
    for (std::size_t r = 1200; r < 1400; ++r) values[r] = values[1200];
    const auto findings = examine(series);
    const DataFinding* jump = find(findings, "level-shift");
    QVERIFY(jump != nullptr);
    QCOMPARE(jump->firstRow, std::int64_t{2000});
    QVERIFY2(jump->message.english().find("near row 2000 (2025-05-14 21:20:00)") != std::string::npos,
             jump->message.english().c_str());
    QVERIFY(isTold(*jump));
    const ExperimentConfig config = mended(series, *jump);
    QVERIFY(!config.recipe.empty());
    const Series after = *rescaledSeries(series, config.recipe);
    QVERIFY(std::abs(after.channels[0].values[1999] - series.channels[0].values[1999] - 8) < 1);
    QCOMPARE(after.channels[0].values[2000], series.channels[0].values[2000]);
}

/// The rows between are mended, whichever side of the jump is found first.
void TestLevelJump::levelComesBack() {
    for (const double more : {8.0, -9.0}) {
        const Series series = air([more](int r) { return r >= 1500 && r < 2200 ? more : 0.0; });
        const auto findings = examine(series);
        const DataFinding* jump = find(findings, "level-shift");
        QVERIFY(jump != nullptr);
        QVERIFY2(jump->firstRow == 1500 && jump->lastRow == 2199, jump->message.english().c_str());
        QVERIFY(jump->message.english().find("from row 1500 (2025-05-11 10:00:00) to row 2199") != std::string::npos);
        const auto remedy = remedyOf(std::span(jump, 1), series, ExperimentConfig());
        QVERIFY(remedy.has_value());
        QCOMPARE(remedy->rescaled, (RowRange{1500, 2200}));
        QVERIFY(std::abs(remedy->plus + more) < 1);
        QVERIFY(!mended(series, *jump).recipe.empty());
    }
}

/// A stretch that is shorter than a twentieth of the rows: what is told of its level is that of its own rows.
void TestLevelJump::levelComesBackSoon() {
    const Series series = air([](int r) { return r >= 1476 && r < 1548 ? 8.0 : 0.0; });
    const auto findings = examine(series);
    const DataFinding* jump = find(findings, "level-shift");
    QVERIFY(jump != nullptr);
    QVERIFY2(jump->firstRow == 1476 && jump->lastRow == 1547, jump->message.english().c_str());
    QVERIFY2(jump->before - jump->after > 5, jump->message.english().c_str());
}

/// One month in W among months in kW, one in kW among W, one in Fahrenheit, and one by no usual factor.
void TestLevelJump::unitComesBack() {
    const auto load = [](int r) { return 300 + 100 * std::sin(2 * M_PI * r / 24) + r * 7919 % 101 / 10.0; };
    struct Case {
        double times, plus, mend;
    };
    for (const auto& [times, plus, mend] : {Case{1000, 0, 0.001}, Case{0.001, 0, 1000}}) {
        const Series series = column(4368, [&, times = times, plus = plus](int r) {
            return r >= 2904 && r < 3648 ? times * load(r) + plus : load(r);
        });
        const auto findings = examine(series);
        const DataFinding* jump = find(findings, "unit-jump");
        QVERIFY(jump != nullptr);
        QVERIFY2(jump->firstRow == 2904 && jump->lastRow == 3647, jump->message.english().c_str());
        QVERIFY(jump->message.english().find(
                    "from row 2904 (2025-05-21 04:00:00) to row 3647 (2025-05-26 07:50:00) only") != std::string::npos);
        QVERIFY2(jump->message.english().find(times > 1 ? "kW, then W" : "W, then kW") != std::string::npos,
                 jump->message.english().c_str());
        QCOMPARE(jump->places, (std::vector<RowRange>{{2904, 3648}}));
        const auto remedy = remedyOf(std::span(jump, 1), series, ExperimentConfig());
        QVERIFY(remedy && std::abs(remedy->times / mend - 1) < 1e-9);
        const ExperimentConfig config = mended(series, *jump);
        QVERIFY(!config.recipe.empty());
        const Series after = *rescaledSeries(series, config.recipe);
        for (const int row : {0, 2903, 2904, 3647, 3648, 4367})
            QVERIFY(std::abs(after.channels[0].values[static_cast<std::size_t>(row)] - load(row)) < 1e-6);
    }
    const Series warm = column(4368, [&](int r) {
        const double celsius = 15 + (load(r) - 300) / 12;
        return r >= 2904 && r < 3648 ? 1.8 * celsius + 32 : celsius;
    });
    const auto found = examine(warm);
    const DataFinding* scale = find(found, "unit-jump");
    QVERIFY(scale != nullptr && std::abs(scale->firstRow - 2904) < 30 && std::abs(scale->lastRow - 3647) < 30);
    const auto remedy = remedyOf(std::span(scale, 1), warm, ExperimentConfig());
    QVERIFY(remedy && std::abs(remedy->times - 1 / 1.8) < 1e-9 && std::abs(remedy->plus + 32 / 1.8) < 1e-9);
    // A factor of no two units: only these rows are left out, not a whole side.
    const Series odd = column(4368, [&](int r) { return r >= 2904 && r < 3648 ? 37 * load(r) : load(r); });
    const auto oddFound = examine(odd);
    const DataFinding* factor = find(oddFound, "unit-jump");
    QVERIFY(factor != nullptr && factor->firstRow == 2904 && factor->lastRow == 3647);
    const auto masked = remedyOf(std::span(factor, 1), odd, ExperimentConfig());
    QVERIFY(masked && masked->config.split == ExperimentConfig().split);
    QVERIFY(std::ranges::any_of(masked->config.recipe,
                                [](const std::string& step) { return step.starts_with("mask(columns=v"); }));
}

void TestLevelJump::naturalSteps_data() {
    QTest::addColumn<int>("kind");
    int kind = 0;
    for (const char* name :
         {"as it is", "a walk that falls once", "a pump", "a policy rate", "a spike", "a short visit", "prices"})
        QTest::newRow(name) << kind++;
}
void TestLevelJump::naturalSteps() {
    QFETCH(int, kind);
    Rng rng(17, RandomPurpose::Test);
    double walk = 100;
    if (kind == 0) QVERIFY(!jumps(air([](int) { return 0.0; })));
    if (kind == 1) QVERIFY(!jumps(column(3000, [&](int r) { return walk += r == 1700 ? -12 : 0.6 * rng.normal(); })));
    if (kind == 2) QVERIFY(!jumps(air([](int r) { return r / 300 % 2 == 0 ? 0.0 : 8.0; })));
    if (kind == 3)
        QVERIFY(!jumps(column(3000, [&](int r) { return r % 250 == 0 ? walk += r % 500 == 0 ? 1 : -0.5 : walk; })));
    if (kind == 4) QVERIFY(!jumps(air([](int r) { return r == 1500 ? 30.0 : 0.0; })));
    if (kind == 5) QVERIFY(!jumps(air([](int r) { return r >= 1500 && r < 1512 ? 9.0 : 0.0; })));
    int told = 0;  // a walk may by chance keep its level on both sides of a fall
    for (int seed = 0; kind == 6 && seed < 20; ++seed) {
        Rng own(static_cast<std::uint64_t>(seed), RandomPurpose::Test);
        double price = 100;
        told += jumps(column(3000, [&](int r) { return price += r == 800 ? -13 : 0.6 * own.normal(); })) ? 1 : 0;
    }
    QVERIFY2(told <= 2, std::to_string(told).c_str());
}

/// It is named, with its row, and counted through; alone in its file its differences are learned from.
void TestLevelJump::counter() {
    double count = 0;
    Series series = column(600, [&](int r) {
        if (r == 400) count = 0;
        return std::round(10 * (count += 5 + 2 * std::sin(r / 4.0))) / 10;
    });
    const auto findings = examine(series);
    const DataFinding* counter = find(findings, "counter");
    QVERIFY(counter != nullptr && find(findings, "level-shift") == nullptr && find(findings, "unit-jump") == nullptr);
    QCOMPARE(counter->firstRow, std::int64_t{400});
    QVERIFY2(counter->message.english().find("a counter that starts over at row 400 (2025-05-03 18:40:00)") !=
                 std::string::npos,
             counter->message.english().c_str());
    const ExperimentConfig config = mended(series, *counter);
    QVERIFY(config.recipe.size() == 2 && config.recipe.back() == "difference");
    ExperimentConfig all = config;
    all.targets = all.inputs = {"v"};
    const auto prepared = prepareSeries(std::make_shared<Series>(series), all);
    QVERIFY2(prepared.ok(), prepared.ok() ? "" : prepared.error().message.c_str());
    const auto& differences = (*prepared)->table.columns[0].values;
    for (std::size_t r = 1; r < differences.size(); ++r)
        QVERIFY2(differences[r] > 2.5 && differences[r] < 7.5, std::to_string(r).c_str());
    // Beside another column that is no counter only what it counted goes on.
    series.channels.push_back({"w", "", {}});
    for (int r = 0; r < 600; ++r) series.channels[1].values.append(std::sin(r / 3.0));
    const auto remedy = remedyOf(std::span(counter, 1), series, config);
    QVERIFY(!remedy.has_value());  // it is mended
    ExperimentConfig none;
    none.recipe = {};
    const auto beside = remedyOf(std::span(counter, 1), series, none);
    QVERIFY(beside && beside->config.recipe.size() == 1);
}

/// What is added is the number to its last digit: the step where it starts over is what it counted there.
void TestLevelJump::countersOfManyDigits() {
    for (const double from : {987'650'000.0, 1'230'000.5}) {
        double count = from;
        const Series series = column(600, [&](int r) {
            if (r == 400) count = 0;
            return count += 5 + r * r % 11;
        });
        const auto findings = examine(series);
        const DataFinding* restart = find(findings, "counter");
        QVERIFY(restart != nullptr);
        const Series after = *rescaledSeries(series, std::vector{restart->recipe});
        const auto& values = after.channels[0].values;
        QCOMPARE(values[400] - values[399], series.channels[0].values[400]);
        QVERIFY(values[1] > values[0]);
    }
}

/// Counted through at one of them, the other one is still told, and can be counted through as well.
void TestLevelJump::countersThatRestartTwice() {
    double count = 0;
    const Series series = column(1000, [&](int r) {
        if (r == 300 || r == 700) count = 0;
        return count += 5 + r * r % 11;
    });
    std::vector<DataFinding> restarts = examine(series);
    std::erase_if(restarts, [](const DataFinding& one) { return one.code != "counter"; });
    QCOMPARE(restarts.size(), std::size_t{2});
    for (std::size_t first : {0UL, 1UL}) {
        ExperimentConfig config;
        config.recipe = {restarts[first].recipe};
        const std::vector<DataFinding> told = examineAs(series, config);
        const DataFinding& other = restarts[1 - first];
        const auto again = std::ranges::find_if(
            told, [&](const DataFinding& one) { return one.code == "counter" && one.firstRow == other.firstRow; });
        QVERIFY(again != told.end());
        QVERIFY(find(told, "level-shift") == nullptr && find(told, "unit-jump") == nullptr);
        const auto remedy = remedyOf(std::span(&*again, 1), series, config);
        QVERIFY(remedy.has_value());
        const auto through = rescaledSeries(series, mendingSteps(remedy->config.recipe));
        QVERIFY(through.has_value());
        QVERIFY(std::ranges::is_sorted(through->channels[0].values));
    }
}

void TestLevelJump::noCounter_data() {
    QTest::addColumn<int>("kind");
    int kind = 0;
    for (const char* name :
         {"each day anew", "the day of the year", "a switch", "falls to half", "below zero", "empty"})
        QTest::newRow(name) << kind++;
}
void TestLevelJump::noCounter() {
    QFETCH(int, kind);
    Rng rng(17, RandomPurpose::Test);
    double sum = 0;
    const auto grows = [&](int, double to) { return sum = to + rng.uniform(); };
    const auto is = [](const Series& series) { return find(examine(series), "counter") != nullptr; };
    if (kind == 0) QVERIFY(!is(column(600, [&](int r) { return grows(r, r % 24 == 0 ? 0 : sum); })));
    if (kind == 1) QVERIFY(!is(column(730, [](int r) { return 1.0 + r % 365; })));
    if (kind == 2) QVERIFY(!is(column(600, [](int r) { return r > 100 && r < 400 ? 1.0 : 0.0; })));
    if (kind == 3) QVERIFY(!is(column(600, [&](int r) { return grows(r, r == 400 ? sum / 2 : sum); })));
    if (kind == 4) QVERIFY(!is(column(600, [&](int r) { return grows(r, r == 400 ? -5 : sum); })));
    if (kind == 5) QVERIFY(!is(column(0, [](int) { return 0.0; })) && !is(column(1, [](int) { return 0.0; })));
}

QTEST_APPLESS_MAIN(TestLevelJump)
#include "tst_level_jump.moc"
