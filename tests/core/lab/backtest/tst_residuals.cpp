// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/backtest/residuals.cpp.
#include "lab/backtest/residuals.h"

#include "base/rng.h"
#include "support/quick_folder.h"

#include <QtTest>

#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

bool isNear(double a, double b, double share) { return std::abs(a - b) <= share * std::abs(b); }

/// Errors that are correlated and grow, and the levels that they are held against.
std::vector<double> errorsMade() {
    std::vector<double> errors;
    double x = 0;
    for (int t = 0; t < 200; ++t) {
        const double u = (t * 7919 + 13) % 1009 / 1009.0 - 0.5;
        x = 0.6 * x + u * (1 + t / 200.0);
        errors.push_back(x);
    }
    return errors;
}

/// Forecasts of one step whose errors are these.
Backtest leaving(const std::vector<double>& errors) {
    Backtest made;
    made.run = "r1", made.targets = {"y"}, made.horizon = 1, made.plan.windowStepSize = 1;
    BacktestMethod model{"model", {}, {}, {}};
    for (std::size_t t = 0; t < errors.size(); ++t) {
        const double level = static_cast<double>(t) + 10 * std::sin(static_cast<double>(t) / 3);
        made.cutoffs.push_back(static_cast<std::int64_t>(t) + 10);
        made.truth.push_back(level + errors[t]), model.forecast.push_back(level);
        made.times.push_back(static_cast<std::int64_t>(t) * 3600000000);  // from Thursday 1970-01-01
    }
    made.rows = std::ssize(errors) + 10;
    made.done.assign(made.windows(), 1), made.fittedRows.assign(made.windows(), 10);
    made.seasonErrors.assign(made.windows(), 1);
    made.methods = {model};
    return made;
}

bool isFound(const ResidualReport& report, const std::string& words) {
    for (const Phrase& finding : report.findings)
        if (finding.english().find(words) != std::string::npos) return true;
    return false;
}

}  // namespace

class TestResiduals : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// scipy 1.17.1, chi2.sf.
    void tailOfChiSquared() {
        const struct {
            double x, freedom, tail;
        } kRows[] = {{0.5, 1, 0.47950012218695337},    {3.84, 1, 0.05004352124870519},
                     {18.3, 10, 0.050109061411462506}, {60, 10, 3.6243009520614924e-09},
                     {0.001, 4, 0.9999998750416589},   {150, 3, 2.6349139284880416e-32}};
        for (const auto& row : kRows) QVERIFY(isNear(chiSquaredTail(row.x, row.freedom), row.tail, 1e-10));
        QCOMPARE(chiSquaredTail(0, 3), 1.0);
        QVERIFY(std::isnan(chiSquaredTail(std::nan(""), 3)));
    }

    /// statsmodels: acf, acorr_ljungbox, het_breuschpagan on the same numbers.
    void testsAreThoseOfStatsmodels() {
        const std::vector<double> errors = errorsMade();
        const double theirs[] = {1.0,
                                 0.45966574556218615,
                                 -0.23676345041600713,
                                 -0.6085950093984528,
                                 -0.5214611359930745,
                                 -0.0318995093790313};
        const auto acf = autocorrelations(errors, 5);
        for (std::size_t lag = 0; lag < 6; ++lag) QVERIFY(isNear(acf[lag], theirs[lag], 1e-10));
        const LjungBox box = ljungBox(errors, 10);
        QVERIFY(isNear(box.statistic, 459.4523283207932, 1e-10) && isNear(box.p, 2.011036387222739e-92, 1e-9));
        std::vector<double> levels;
        for (int t = 0; t < 200; ++t) levels.push_back(t + 10 * std::sin(t / 3.0));
        const LevelDependence level = levelDependence(errors, levels);
        QVERIFY(isNear(level.statistic, 16.787187132596458, 1e-10) && isNear(level.p, 4.181468914086841e-05, 1e-9));
    }

    void reportSaysWhatFollows() {
        const auto report = residualReport(leaving(errorsMade()), "model", 0);
        QVERIFY(report.ok());
        QCOMPARE(report->oneStep.size(), std::size_t(200));
        QVERIFY(isNear(report->ljungBox.statistic, 459.4523283207932, 1e-10));
        QVERIFY(isFound(*report, "there is something left to learn") && isFound(*report, "Errors grow with the level"));
        QCOMPARE(report->byHour.size(), std::size_t(24));
        QCOMPARE(report->byHour.front().count, std::int64_t(9));
        QCOMPARE(report->byWeekday.size(), std::size_t(7));
        QCOMPARE(report->byWeekday[3].key, std::int64_t(4));  // Thursday is there twice
        QCOMPARE(report->byWeekday[3].count, std::int64_t(48));
        QCOMPARE(report->byLevel.size(), std::size_t(5));
        QCOMPARE(report->misses.size(), std::size_t(5));
        QVERIFY(std::abs(report->misses[0].truth - report->misses[0].forecast) >=
                std::abs(report->misses[1].truth - report->misses[1].forecast));
    }

    void nothingIsMadeOfNothing() {
        std::vector<double> even;
        Rng random(4, RandomPurpose::Test);
        for (int t = 0; t < 300; ++t) even.push_back(random.normal());
        const auto report = residualReport(leaving(even), "model", 0);
        QVERIFY(isFound(*report, "nothing is left to learn") && isFound(*report, "do not grow with the level"));
        QCOMPARE(residualReport(leaving({1, 2, 3}), "model", 0).error().code, ErrorCode::InvalidInput);
        QCOMPARE(residualReport(leaving(even), "theta", 0).error().code, ErrorCode::InvalidInput);
    }

    /// Every 24th error of a series that is as good as constant from row to row: nothing was tested that matters.
    void lagsThatWereNotTestedAreNoProof() {
        std::vector<double> noise;
        Rng random(4, RandomPurpose::Test);
        for (int t = 0; t < 300; ++t) noise.push_back(random.normal());
        Backtest rare = leaving(noise);
        rare.plan.windowStepSize = 24;
        const auto report = residualReport(rare, "model", 0);
        QVERIFY(report.ok() && !isFound(*report, "nothing is left to learn"));
        QVERIFY(isFound(*report, "cannot be told") && isFound(*report, "--step 1"));
        noise.resize(12);
        const auto few = residualReport(leaving(noise), "model", 0);
        QVERIFY(few.ok() && isFound(*few, "test lags up to 2 alone") && !isFound(*few, "nothing is left to learn"));
        std::vector<double> biased;
        for (int t = 0; t < 300; ++t) biased.push_back(random.normal() + 3);
        const auto off = residualReport(leaving(biased), "model", 0);
        QVERIFY(off.ok() && isFound(*off, "too low on average") && !isFound(*off, "nothing is left to learn"));
    }

    void logarithmsAreForWhatIsAboveZero() {
        const auto told = [](double lowest, bool byMean) {
            Backtest made = leaving(std::vector<double>(300, 0.0));
            Rng random(5, RandomPurpose::Test);
            for (std::size_t t = 0; t < 300; ++t) {
                const double level = static_cast<double>(t);
                const double error = byMean ? level / 10 + random.normal() : (1 + level / 30) * random.normal();
                made.methods[0].forecast[t] = lowest + level;
                made.truth[t] = made.methods[0].forecast[t] + error;
            }
            return *residualReport(made, "model", 0);
        };
        QVERIFY(isFound(told(100, false), "train on logarithms"));
        QVERIFY(!isFound(told(-10, false), "logarithms") && isFound(told(-10, false), "Errors grow with the level"));
        QVERIFY(!isFound(told(100, true), "logarithms") && isFound(told(100, true), "by their mean"));
    }

    void aMonthlySeriesHasNoWeekday() {
        Backtest made = leaving(errorsMade());
        for (std::size_t t = 0; t < made.times.size(); ++t)
            made.times[t] =
                static_cast<std::int64_t>(t) * 30 * 86400000000 + static_cast<std::int64_t>(t % 7) * 3600000000;
        const auto report = residualReport(made, "model", 0);
        QVERIFY(report.ok() && report->byWeekday.empty() && report->byHour.empty());
        QVERIFY(!isFound(*report, "weekday"));
    }

    void keptBacktestIsWholeOrRefused() {
        const QuickFolder folder;
        const std::filesystem::path path = folder.path();
        QCOMPARE(readBacktest(path).error().code, ErrorCode::NotFound);
        Backtest made = leaving(errorsMade());
        made.truth[3] = std::nan(""), made.leaks = {Phrase("a leak")};
        QVERIFY(keepBacktest(path, made).ok());
        const auto back = readBacktest(path);
        QVERIFY(back.ok());
        QVERIFY(std::isnan(back->truth[3]) && back->leaks == made.leaks && back->cutoffs == made.cutoffs);
        QCOMPARE(back->methods[0].forecast, made.methods[0].forecast);
        std::string bytes;
        {
            std::ifstream file(path / "backtest.safetensors", std::ios::binary);
            bytes.assign(std::istreambuf_iterator<char>(file), {});
        }
        for (std::size_t at = 0; at < bytes.size(); at += 97) {
            std::string flipped = bytes;
            flipped[at] = static_cast<char>(flipped[at] ^ 16);
            std::ofstream(path / "backtest.safetensors", std::ios::binary) << flipped;
            QVERIFY2(!readBacktest(path).ok(), qPrintable(QString::number(at)));
        }
    }

    void windowsThatAreNotDoneAreLeftOut() {
        Backtest made = leaving(errorsMade());
        for (std::size_t w = 150; w < 200; ++w) made.done[w] = 0, made.methods[0].forecast[w] = std::nan("");
        const Backtest part = doneOf(made);
        QCOMPARE(part.windows(), std::size_t(150));
        QVERIFY(part.finished() && !made.finished());
        QCOMPARE(part.methods[0].forecast.size(), std::size_t(150));
        QCOMPARE(part.times.size(), std::size_t(150));
    }
};
QTEST_GUILESS_MAIN(TestResiduals)
#include "tst_residuals.moc"
