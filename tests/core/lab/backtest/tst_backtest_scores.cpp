// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/backtest/backtest_scores.cpp, core/lab/backtest/backtest_parts.cpp and
// core/lab/backtest/backtest_findings.cpp.
#include "io/json/json.h"
#include "lab/backtest/backtest_scores.h"

#include "base/rng.h"
#include "support/places.h"

#include <QtTest>

#include <cmath>
#include <fstream>
#include <numbers>

using namespace gatelab;

namespace {

/// One target, forecast from every `step` rows by what lies `season` rows back.
Backtest madeBacktest(const std::vector<double>& values, std::int64_t horizon, std::int64_t cutoff, std::int64_t step,
                      std::int64_t windows, std::int64_t season) {
    Backtest made;
    made.run = "r1", made.targets = {"y"}, made.horizon = horizon, made.rows = std::ssize(values);
    made.plan.windowStepSize = step, made.plan.seasonality = season;
    BacktestMethod model{"model", {}, {}, {}};
    for (std::int64_t w = 0; w < windows; ++w) {
        made.cutoffs.push_back(cutoff + w * step);
        for (std::int64_t h = 0; h < horizon; ++h) {
            made.truth.push_back(values[static_cast<std::size_t>(cutoff + w * step + h)]);
            model.forecast.push_back(values[static_cast<std::size_t>(cutoff + w * step + h - season)]);
        }
    }
    made.seasonErrors = seasonErrorsAt(values, made.cutoffs, season);
    made.methods = {model};
    made.done.assign(made.windows(), 1), made.fittedRows.assign(made.windows(), cutoff);
    return made;
}

/// Repeated three times, so that there is something to compare.
Backtest noisyBacktest(std::int64_t windows) {
    std::vector<double> values;
    for (int t = 0; t < 400; ++t) values.push_back(std::sin(t / 3.0) + (t * 7919 % 1009) / 1009.0);
    Backtest made = madeBacktest(values, 4, 100, 1, windows, 1);
    return made;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

}  // namespace

class TestBacktestScores : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Numbers of fev 0.10.0 on the ends of the panel's series (tests/bench/fev_scores.py --fixture).
    void areThoseOfFev() {
        std::ifstream file(gatelab::testing::inSource("/tests/core/lab/backtest/fev_scores.json").toStdString());
        const auto json = nlohmann::json::parse(file);
        int cases = 0;
        for (const auto& one : json.at("cases")) {
            const auto horizon = one.at("horizon").get<std::int64_t>();
            Backtest made = madeBacktest(one.at("values"), horizon, one.at("cutoff"), horizon, one.at("windows"),
                                         one.at("seasonality"));
            BacktestIntervals intervals;
            intervals.levels = json.at("levels").get<std::vector<double>>();
            for (std::size_t k = 0; k < intervals.levels.size(); ++k) {
                intervals.quantiles.emplace_back();
                for (const auto& window : one.at("quantiles"))
                    for (const auto& value : window.at(k)) intervals.quantiles.back().push_back(value);
            }
            const WindowScores mean = meanScores(windowScores(made, made.methods.front(), &intervals));
            for (const BacktestScore& score : backtestScores()) {
                if (!one.at("scores").contains(score.key)) continue;
                const double theirs = one.at("scores").at(score.key);
                QVERIFY2(near(mean.*score.value, theirs),
                         qPrintable(QStringLiteral("%1 of %2: %3, fev %4")
                                        .arg(QString::fromUtf8(score.key),
                                             QString::fromStdString(one.at("series").get<std::string>()))
                                        .arg(mean.*score.value, 0, 'g', 17)
                                        .arg(theirs, 0, 'g', 17)));
                ++cases;
            }
        }
        QCOMPARE(cases, 17 * 5);
    }

    /// sMAPE leaves 0/0 out, MASE windows whose season repeats exactly, and a missing truth counts nowhere.
    void leavesOutWhatCannotBeDivided() {
        Backtest made = madeBacktest({0, 0, 0, 0, 0, 2, 0, 1}, 2, 4, 2, 2, 1);
        made.truth[3] = std::nan("");
        const auto windows = windowScores(made, made.methods.front(), nullptr);
        QVERIFY(std::isnan(windows[0].mase));  // no step before row 4 differs
        QCOMPARE(windows[0].smape, 2.0);       // of the truth 2 and the forecast 0; 0/0 is left out
        QCOMPARE(windows[1].mae, 2.0);
        QVERIFY(std::isnan(windows[0].wql) && std::isnan(windows[0].coverage80));
    }

    /// Gneiting and Raftery 2007: at the mean of a standard normal distribution (sqrt(2) - 1) / sqrt(pi).
    void crpsOfANormalDistribution() {
        Backtest made = madeBacktest({0, 0, 0, 0, 0}, 1, 4, 1, 1, 1);
        BacktestIntervals intervals;
        intervals.levels = {0.5}, intervals.quantiles = {{0}}, intervals.mean = {0}, intervals.deviation = {1};
        const WindowScores mean = meanScores(windowScores(made, made.methods.front(), &intervals));
        QVERIFY(near(mean.crps, (std::numbers::sqrt2 - 1) / std::sqrt(std::numbers::pi)));
    }

    /// A head of five quantiles beside a baseline of eleven: three are common, and the same forecasts have one score.
    void rowsOfATableAreOfTheSameLevels() {
        Backtest made = noisyBacktest(30);
        const auto around = [&](const std::vector<double>& levels) {
            BacktestIntervals intervals;
            intervals.levels = levels;
            for (const double level : levels) {
                intervals.quantiles.push_back(made.methods.front().forecast);
                for (double& value : intervals.quantiles.back()) value += 3 * (level - 0.5);
            }
            return intervals;
        };
        const std::vector<double> deciles{0.025, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.975};
        const BacktestIntervals both[] = {around({0.05, 0.1, 0.5, 0.9, 0.95}), around(deciles)};
        const auto levels = commonLevels(both);
        QCOMPARE(levels, (std::vector<double>{0.1, 0.5, 0.9}));
        QCOMPARE(levelsText(levels), std::string("0.1, 0.5, 0.9"));
        const auto score = [&](const BacktestIntervals& of, const std::vector<double>* taken) {
            return meanScores(windowScores(made, made.methods.front(), &of, taken));
        };
        QVERIFY(near(score(both[0], &levels).wql, score(both[1], &levels).wql));
        QVERIFY(near(score(both[0], &levels).crps, score(both[1], &levels).crps));
        QVERIFY(!near(score(both[0], nullptr).wql, score(both[1], nullptr).wql));
        const BacktestIntervals alike[] = {around(deciles), {}, around(deciles)};
        QCOMPARE(levelsText(commonLevels(alike)), std::string("0.1 to 0.9"));
        BacktestIntervals normal = around(deciles);  // a closed form is no common measure
        normal.mean = made.methods.front().forecast, normal.deviation.assign(normal.mean.size(), 1);
        const auto nine = commonLevels(alike);
        QVERIFY(near(score(alike[0], nullptr).wql, score(alike[0], &nine).wql));
        QVERIFY(near(score(normal, &nine).crps, score(alike[0], &nine).crps));
        const BacktestIntervals apart[] = {around({0.25, 0.75}), around(deciles)};
        QVERIFY(commonLevels(apart).empty());
        const auto none = commonLevels(apart);
        QVERIFY(std::isnan(score(apart[1], &none).wql));
    }

    /// Intervals of 0 +- 1 whose truths lie outside more often, in a part of the windows or throughout.
    void driftIsSaidWhereItIs() {
        const auto isDrift = [](double early, double late, std::int64_t lateFrom, std::uint64_t seed) {
            Backtest made = madeBacktest(std::vector<double>(900, 0.0), 4, 100, 1, 600, 1);
            Rng random(seed, RandomPurpose::Test);
            BacktestIntervals intervals;
            intervals.method = IntervalMethod::Head, intervals.levels = {0.1, 0.9};
            intervals.quantiles = {std::vector<double>(made.truth.size(), -1.0),
                                   std::vector<double>(made.truth.size(), 1.0)};
            std::vector<double> rows;
            for (std::int64_t row = 0; row < 700; ++row)
                rows.push_back(random.uniform() < (row < lateFrom ? early : late) ? 0 : 2);
            for (std::size_t at = 0; at < made.truth.size(); ++at) {
                const auto row = static_cast<std::int64_t>(at / 4 + at % 4);
                made.truth[at] = rows[static_cast<std::size_t>(row)];
                made.times.push_back(1420070400000000 + row * 3 * 3600000000);  // 2015-01-01, three hours a row
            }
            for (const Phrase& finding : backtestFindings(made, intervals))
                if (finding.english().find("drifted") != std::string::npos) return true;
            return false;
        };
        int chance = 0;
        for (std::uint64_t seed = 1; seed <= 40; ++seed) chance += isDrift(0.6, 0.6, 0, seed) ? 1 : 0;
        QVERIFY2(chance <= 2, qPrintable(QString::number(chance)));  // too narrow everywhere is no drift
        for (std::uint64_t seed = 1; seed <= 5; ++seed) QVERIFY(isDrift(0.8, 0.4, 248, seed));
    }

    void aWiderIntervalOfTheHeadIsCounted() {
        Backtest made = noisyBacktest(40);
        BacktestIntervals head;
        head.method = IntervalMethod::Head, head.levels = {0.05, 0.5, 0.95};
        for (const double shift : {-10.0, 0.0, 10.0}) head.quantiles.emplace_back(made.truth.size(), shift);
        bool isSaid = false;
        for (const Phrase& finding : backtestFindings(made, head))
            isSaid = isSaid || finding.english().find("its widest interval, of 90 %, held 100 %") != std::string::npos;
        QVERIFY(isSaid);
    }

    void intervalsByBlocksAreWiderWhereNeighboursAreAlike() {
        std::vector<double> apart, alike;
        for (int i = 0; i < 200; ++i) {
            apart.push_back((i * 7919 % 1009) / 1009.0);
            alike.push_back((i / 20 * 7919 % 1009) / 1009.0);
        }
        const BlockInterval a = blockInterval(apart, 20), b = blockInterval(alike, 20), c = blockInterval(alike, 1);
        QVERIFY(a.low < a.mean && a.mean < a.high);
        QVERIFY(b.high - b.low > 2 * (a.high - a.low) && b.high - b.low > 2 * (c.high - c.low));
        const BlockInterval same = blockInterval(apart, 20);
        QCOMPARE(same.low, a.low);
        QVERIFY(std::isnan(blockInterval({apart.data(), 10}, 20).low));
    }

    void partsHaveTheirCountsAndThePitItsBins() {
        Backtest made = noisyBacktest(60);
        for (std::size_t at = 0; at < made.truth.size(); ++at)
            made.times.push_back(1451606400000000 + static_cast<std::int64_t>(at) * 43200000000);  // 2016-01-01 on
        for (const double shift : {0.1, -0.2, 0.3})
            for (int w = 0; w < 10; ++w)
                made.calibrationCutoffs.push_back(50 + w),
                    made.calibrationTruth.insert(made.calibrationTruth.end(), 4, shift),
                    made.methods[0].calibration.insert(made.methods[0].calibration.end(), 4, 0.0);
        const BacktestIntervals split = makeIntervals(made, IntervalMethod::Split);
        const auto steps = byStep(made, made.methods.front(), &split);
        QCOMPARE(steps.size(), std::size_t(4));
        QCOMPARE(steps[0].values, std::int64_t(60));
        const auto months = byMonth(made, made.methods.front(), &split);
        QCOMPARE(months.front().name, std::string("2016-01"));
        std::int64_t all = 0;
        for (const CoverageRow& month : months) all += month.values;
        QCOMPARE(all, std::int64_t(240));
        double shares = 0;
        const auto bins = pitBins(made, split);
        QCOMPARE(bins.size(), std::size_t(10));
        for (const PitBin& bin : bins) shares += bin.share;
        QVERIFY(near(shares, 1));
    }

    void saysFirstWhereABaselineIsBetter() {
        Backtest made = noisyBacktest(120);
        BacktestMethod better = made.methods.front();
        better.key = "persistence";
        for (std::size_t i = 0; i < better.forecast.size(); ++i)
            better.forecast[i] = made.truth[i] + 0.5 * (better.forecast[i] - made.truth[i]);
        made.methods.push_back(better);
        const auto found = backtestFindings(made, {});
        QVERIFY(found.front().english().starts_with("Worse than Persistence"));
        std::swap(made.methods[0].forecast, made.methods[1].forecast);
        QVERIFY(backtestFindings(made, {}).front().english().find("worth its trouble") != std::string::npos);
        made.methods[1].forecast = made.methods[0].forecast;
        QVERIFY(backtestFindings(made, {}).front().english().starts_with("No difference"));
    }
};
QTEST_GUILESS_MAIN(TestBacktestScores)
#include "tst_backtest_scores.moc"
