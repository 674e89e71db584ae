// SPDX-License-Identifier: GPL-3.0-or-later
// What came in and what went out in two columns: a blank is 0, known by the balance or by the names, suggested and
// undone. Holds core/data/findings/blank_pair.cpp and the constant of core/data/recipe/step_fill.cpp.
#include "baselines/suggestion.h"
#include "core/data_support.h"
#include "data/doctor.h"
#include "data/findings/blank_pair.h"
#include "data/findings/mended_series.h"
#include "data/findings/remedy.h"
#include "data/prepared_windows.h"
#include "data/recipe/rescaled_rows.h"
#include "data/rows_ahead.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kDay = INT64_C(86'400'000'000), kRows = 400;
const std::string kStep = "fill(columns=a|b, method=constant, value=0)";

/// Bookings of a day each, every fifth of them comes in; `balanced`: with what they make.
SeriesPtr ledger(const char* in, const char* out, bool balanced, bool newestFirst = false) {
    auto series = std::make_shared<Series>();
    series->name = "made";
    std::vector<double> ins, outs, balance;
    double sum = 1000;
    for (std::int64_t r = 0; r < kRows; ++r) {
        const bool comes = r % 5 == 0;
        const double amount = static_cast<double>(100 + r * r % 977) / 100;
        ins.push_back(comes ? amount : kNone), outs.push_back(comes ? kNone : amount);
        sum += comes ? amount : -amount;
        balance.push_back(sum);
        series->time.values.push_back(r * kDay);
    }
    if (newestFirst)
        for (auto* list : {&ins, &outs, &balance}) std::ranges::reverse(*list);
    series->time.stepMicros = kDay, series->time.name = "date";
    series->channels = {{in, "", ins}, {out, "", outs}};
    if (balanced) series->channels.push_back({"balance", "", balance});
    series->report.valuesMissing = kRows;
    return series;
}

const DataFinding* pairIn(const std::vector<DataFinding>& findings) {
    const auto found = std::ranges::find(findings, "blank-zero", &DataFinding::code);
    return found == findings.end() ? nullptr : &*found;
}

}  // namespace

class TestBlankPair : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isProvenByTheBalance() {
        for (const bool newestFirst : {false, true}) {
            const auto pairs = blankPairs(*ledger("a", "b", true, newestFirst));
            QCOMPARE(pairs.size(), std::size_t{1});
            QCOMPARE(pairs[0].balance, std::string("balance"));
            QCOMPARE(pairs[0].rows, kRows);
            QCOMPARE(pairs[0].explained, kRows - 1);
            QCOMPARE(blankPairStep(pairs[0]), kStep);
        }
        // Two loggers side by side: nothing says that a blank is 0.
        QVERIFY(blankPairs(*ledger("a", "b", false)).empty());
        // Nor do numbers of which all are smaller than a cent.
        auto tiny = std::make_shared<Series>(*ledger("a", "b", true));
        for (Channel& channel : tiny->channels)
            for (double& value : channel.values.edit()) value *= 1e-6;
        for (std::size_t r = 0; r < kRows; r += 2) tiny->channels[2].values.edit()[r] += 1e-3;
        QVERIFY(blankPairs(*tiny).empty());
        // A third column that they do not make
        auto other = std::make_shared<Series>(*ledger("a", "b", true));
        for (std::size_t r = 0; r < kRows; r += 2) other->channels[2].values.edit()[r] += 3;
        QVERIFY(blankPairs(*other).empty());
    }

    void isKnownByItsNames() {
        QCOMPARE(blankPairs(*ledger("Paid in", "Paid out", false)).size(), std::size_t{1});
        QCOMPARE(blankPairs(*ledger("Credit Amount (GBP)", "Debit Amount (GBP)", false)).size(), std::size_t{1});
        QCOMPARE(blankPairs(*ledger("Haben", "Soll", false)).size(), std::size_t{1});
        QCOMPARE(blankPairs(*ledger("收入金额", "支出金额", false)).size(), std::size_t{1});
        QVERIFY(blankPairs(*ledger("indoor", "outdoor", false)).empty());
        QCOMPARE(blankPairs(*ledger("In", "Out", false)).size(), std::size_t{1});
        QVERIFY(blankPairs(*ledger("T_in", "T_out", false)).empty());
        QVERIFY(!blankPairs(*ledger("Paid in", "Paid out", false))[0].isProven());
    }

    void isNoneOfManyLoggers() {
        for (const int more : {14, 15}) {
            auto series = std::make_shared<Series>(*ledger("Paid in", "Paid out", true));
            for (int i = 0; i < more; ++i) {
                auto values = series->channels[0].values.vector();
                values[1] = 1, values[2] = kNone;
                series->channels.push_back({"logger " + std::to_string(i), "", values});
            }
            QCOMPARE(blankPairs(*series).size(), std::size_t{more == 14 ? 1U : 0U});
        }
    }

    void needsOneValueInEachRow() {
        auto series = std::make_shared<Series>(*ledger("Paid in", "Paid out", true));
        series->channels[1].values.edit()[0] = 5;  // one row with both, as an opening balance may have
        QCOMPARE(blankPairs(*series).size(), std::size_t{1});
        for (std::size_t r = 0; r < 60; r += 10) series->channels[1].values.edit()[r] = 5;
        QVERIFY(blankPairs(*series).empty());
        for (const std::int64_t rows : {0, 1, 7}) {
            Series few = *ledger("Paid in", "Paid out", false);
            few.time.values.resize(static_cast<std::size_t>(rows));
            for (Channel& channel : few.channels) {
                auto values = channel.values.vector();
                values.resize(static_cast<std::size_t>(rows));
                channel.values = values;
            }
            QVERIFY(blankPairs(few).empty());
        }
    }

    void isFoundAndMendedAsOneStep() {
        const SeriesPtr series = ledger("a", "b", true);
        const std::vector<DataFinding> findings = examine(*series);
        const DataFinding* pair = pairIn(findings);
        QVERIFY(pair != nullptr);
        for (const DataFinding& one : findings)
            QVERIFY2(one.code != "missing" && one.code != "constant" && one.code != "slower", one.code.c_str());
        const ExperimentConfig config;
        const auto remedy = remedyOf(std::span(pair, 1), *series, config);
        QVERIFY(remedy.has_value());
        QCOMPARE(remedy->config.recipe, (std::vector<std::string>{kStep, "fill(method=linear)", "standardise"}));
        QCOMPARE(remedy->preview.english(),
                 std::string("320 blank cells of 'a' become 0. 80 blank cells of 'b' become 0."));
        QVERIFY(!isMended(*pair, *series, config) && isMended(*pair, *series, remedy->config));
        QVERIFY(!remedyOf(std::span(pair, 1), *series, remedy->config));
        QCOMPARE(withStep(remedy->config.recipe, kStep), remedy->config.recipe);
        QCOMPARE(withStep(remedy->config.recipe, "fill(method=hold)"),
                 (std::vector<std::string>{kStep, "fill(method=hold)", "standardise"}));
    }

    // Blanks at the ends of a name are part of it; a column without a name cannot be named.
    void namesWithBlanks() {
        const SeriesPtr series = ledger(" a ", "b\t", true);
        QCOMPARE(blankPairStep(blankPairs(*series)[0]),
                 std::string("fill(columns=%20a%20|b%09, method=constant, value=0)"));
        const std::vector<DataFinding> findings = examine(*series);
        QVERIFY(pairIn(findings) != nullptr);
        ExperimentConfig config;
        config.recipe = {pairIn(findings)->recipe, "standardise"}, config.lookback = 12, config.horizon = 3;
        QVERIFY(prepareWindows(series, config).ok());
        QVERIFY(blankPairs(*ledger("", "b", true)).empty());
        QVERIFY(!examine(*ledger("", "b", true)).empty());
    }

    void isSuggested() {
        const Dataset data{ledger("a", "b", true), nullptr};
        const auto none = [](std::string_view) { return false; };
        const ExperimentConfig config = withSuggestions({}, suggestSettings(data, {}, none));
        QVERIFY(std::ranges::find(config.recipe, kStep) != config.recipe.end());
        // Suggested anew of what it was suggested to, it is the same.
        ExperimentConfig again;
        again.recipe = config.recipe;
        QCOMPARE(withSuggestions(again, suggestSettings(data, again, none)).recipe, config.recipe);
        const auto recipe = [](std::string_view key) { return key == "recipe"; };
        QCOMPARE(withSuggestions({}, suggestSettings(data, {}, recipe)).recipe, ExperimentConfig().recipe);
        const Dataset loggers{ledger("a", "b", false), nullptr};
        QCOMPARE(withSuggestions({}, suggestSettings(loggers, {}, none)).recipe, ExperimentConfig().recipe);
    }

    // A target's blanks are values as any other, learned from and judged by; new data are read likewise.
    void zerosAreTheTruth() {
        const SeriesPtr series = ledger("a", "b", true);
        ExperimentConfig config;
        config.recipe = {kStep, "standardise"}, config.targets = {"a"};
        config.lookback = 12, config.horizon = 3;
        const auto made = prepareWindows(series, config);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        const auto truth = made->prepared->originalTarget(0);
        for (std::size_t r = 0; r < kRows; ++r) QCOMPARE(truth[r], r % 5 == 0 ? series->channels[0].values[r] : 0.0);
        double mean = 0;
        for (const double value : made->prepared->table.columns[0].values) mean += value / kRows;
        QVERIFY(std::abs(mean) < 0.5);
        std::vector<double> values = {made->prepared->table.columns[0].values[1]};
        made->prepared->invert(0, 0, values);
        QVERIFY(std::abs(values[0]) < 1e-10);
        config.recipe = {"standardise"};
        const auto without = prepareWindows(series, config);
        QVERIFY(!without.ok() || without->windows.train.size() < made->windows.train.size());
        ExperimentConfig mending;
        mending.recipe = {kStep, "fill(method=linear)"};
        QCOMPARE(mendingSteps(mending.recipe), std::vector<std::string>{kStep});
        QCOMPARE(mendedSeries(series, mending)->channels[0].values[1], 0.0);
    }

    // What was not paid at the end is 0, too, and waits for no forecast.
    void zerosAtTheEndDoNotWait() {
        auto series = std::make_shared<Series>(*ledger("a", "b", true));
        ExperimentConfig config;
        config.targets = {"a"}, config.recipe = {"standardise"};
        QCOMPARE(rowsWaiting(*series, config, 0, kRows), std::int64_t{4});
        for (const char* step : {kStep.c_str(), "fill(method=constant)"}) {
            config.recipe = {step, "standardise"};
            QCOMPARE(rowsWaiting(*series, config, 0, kRows), std::int64_t{0});
            QCOMPARE(observedSplit(*series, config), config.split);
        }
        // Rows of which nothing but what is known ahead is given do.
        for (std::size_t c : {1U, 2U})
            for (std::size_t r = kRows - 3; r < kRows; ++r) series->channels[c].values.edit()[r] = kNone;
        series->channels.push_back({"holiday", "", std::vector<double>(kRows, 1)});
        config.recipe = {kStep, "known(columns=holiday)"};
        QCOMPARE(rowsWaiting(*series, config, 0, kRows), std::int64_t{3});
        for (const char* step : {"fill(method=constant, columns=b)", "!fill(method=constant)", "fill(method=hold)"}) {
            config.recipe = {step, "standardise"};
            QCOMPARE(rowsWaiting(*series, config, 0, kRows), std::int64_t{4});
        }
    }

    // The one amount of the training part that is there is no constant target once the blanks are zeros.
    void equalAmountsAreNoConstant() {
        auto series = std::make_shared<Series>(*ledger("a", "b", true));
        for (double& value : series->channels[0].values.edit())
            if (std::isfinite(value)) value = 1953;
        ExperimentConfig config;
        config.targets = {"a"}, config.lookback = 12, config.horizon = 3;
        QVERIFY(!prepareWindows(series, config).ok());
        config.recipe = {kStep, "standardise"};
        QVERIFY(prepareWindows(series, config).ok());
    }

    void columnsOfAFill() {
        const SeriesPtr series = ledger("a", "b", true);
        ExperimentConfig config;
        config.recipe = {"fill(method=constant, value=-1, columns=b)", "fill(method=hold, columns=a)"};
        config.lookback = 12, config.horizon = 3;
        const auto made = prepareWindows(series, config);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        const auto& columns = made->prepared->table.columns;
        QCOMPARE(columns[0].values[3], series->channels[0].values[0]);
        QCOMPARE(columns[1].values[0], -1.0);
        config.recipe = {"fill(method=constant, columns=none such)"};
        QVERIFY(!prepareWindows(series, config).ok());
        config.recipe = {"fill(method=constant)", "standardise"};
        QVERIFY(prepareWindows(series, config).ok());
        QVERIFY(!parseRecipeStep("fill(method=constant, value=much)").ok());
    }
};

QTEST_APPLESS_MAIN(TestBlankPair)
#include "tst_blank_pair.moc"
