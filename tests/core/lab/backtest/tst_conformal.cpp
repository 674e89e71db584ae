// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/backtest/conformal.cpp.
#include "lab/backtest/backtest_scores.h"
#include "lab/backtest/conformal.h"

#include "base/rng.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

/// A forecast of 0 of noise whose size is multiplied by `growth` at the first cutoff; windows at every row.
Backtest noise(std::size_t before, std::size_t windows, std::int64_t horizon, double growth) {
    Backtest made;
    made.run = "r1", made.targets = {"y"}, made.horizon = horizon, made.plan.windowStepSize = 1;
    made.rows = static_cast<std::int64_t>(before + windows) + horizon - 1;
    Rng random(3, RandomPurpose::Test);
    std::vector<double> values;
    for (std::int64_t row = 0; row < made.rows; ++row)
        values.push_back(random.normal() * (row < static_cast<std::int64_t>(before) ? 1 : growth));
    const auto fill = [&](std::size_t from, std::size_t to, std::vector<std::int64_t>& cutoffs,
                          std::vector<double>& truth) {
        for (std::size_t cutoff = from; cutoff < to; ++cutoff) {
            cutoffs.push_back(static_cast<std::int64_t>(cutoff));
            for (std::size_t h = 0; h < static_cast<std::size_t>(horizon); ++h) truth.push_back(values[cutoff + h]);
        }
    };
    fill(0, before + 1 - static_cast<std::size_t>(horizon), made.calibrationCutoffs, made.calibrationTruth);
    fill(before, before + windows, made.cutoffs, made.truth);
    made.seasonErrors.assign(windows, 1), made.done.assign(windows, 1), made.fittedRows.assign(windows, 0);
    made.methods = {
        {"model", std::vector<double>(made.truth.size(), 0), std::vector<double>(made.calibrationTruth.size(), 0), {}}};
    return made;
}

WindowScores covered(const Backtest& backtest, IntervalMethod method) {
    const BacktestIntervals intervals = makeIntervals(backtest, method);
    return meanScores(windowScores(backtest, backtest.methods.front(), &intervals));
}

bool isSaid(const BacktestIntervals& intervals, const std::string& words) {
    for (const Phrase& note : intervals.notes)
        if (note.english() == words) return true;
    return false;
}

}  // namespace

class TestConformal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rankIsThatOfOneMore() {
        std::vector<double> sizes;
        for (int i = 1; i <= 19; ++i) sizes.push_back(i);
        QCOMPARE(conformalQuantile(sizes, 0.95), 19.0);  // ceil(20 * 0.95) = 19
        QCOMPARE(conformalQuantile(sizes, 0.8), 16.0);
        sizes.pop_back();
        QVERIFY(std::isinf(conformalQuantile(sizes, 0.95)));  // ceil(19 * 0.95) = 19 of 18
        QVERIFY(std::isinf(conformalQuantile({}, 0.1)));
    }

    void tooFewWindowsAreSaid() {
        const BacktestIntervals few = makeIntervals(noise(18, 5, 1, 1), IntervalMethod::Split);
        QVERIFY(isSaid(few, "needs 19 windows for 95 %"));
        QVERIFY(std::isnan(few.quantiles.front()[0]) && std::isfinite(few.quantiles[1][0]));
        QVERIFY(!isSaid(makeIntervals(noise(19, 5, 1, 1), IntervalMethod::Split), "needs 19 windows for 95 %"));
    }

    /// Errors of one series are no measure of those of another, whose values are a thousand times as large.
    void eachOfManySeriesByItself() {
        const Backtest small = noise(30, 12, 2, 1);
        Backtest large = small;
        for (auto* values : {&large.truth, &large.calibrationTruth})
            for (double& value : *values) value *= 1000;
        Backtest both = small;
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        for (auto* cutoffs : {&large.cutoffs, &large.calibrationCutoffs})
            for (std::int64_t& row : *cutoffs) row += small.rows;
        append(both.cutoffs, large.cutoffs), append(both.calibrationCutoffs, large.calibrationCutoffs);
        append(both.truth, large.truth), append(both.calibrationTruth, large.calibrationTruth);
        both.methods.front().forecast.resize(both.truth.size(), 0);
        both.methods.front().calibration.resize(both.calibrationTruth.size(), 0);
        both.seriesEnds = {small.rows, 2 * small.rows}, both.rows = 2 * small.rows;
        for (const IntervalMethod method : {IntervalMethod::Split, IntervalMethod::Adaptive}) {
            const BacktestIntervals one = makeIntervals(small, method), all = makeIntervals(both, method);
            const std::size_t count = small.truth.size();
            for (std::size_t level = 0; level < one.levels.size(); ++level)
                for (std::size_t at = 0; at < count; ++at) {
                    QCOMPARE(all.quantiles[level][at], one.quantiles[level][at]);
                    const double wide = all.quantiles[level][count + at];
                    QVERIFY(std::abs(wide - 1000 * one.quantiles[level][at]) <= 1e-9 * std::abs(wide));
                }
            QVERIFY(isSaid(all, "of each series by itself, of its own errors alone"));
        }
    }

    void splitHoldsWhereNothingDrifts() {
        const WindowScores scores = covered(noise(1000, 2000, 3, 1), IntervalMethod::Split);
        QVERIFY(std::abs(scores.coverage80 - 0.8) < 0.03 && std::abs(scores.coverage95 - 0.95) < 0.02);
    }

    /// Errors three times as large from the first origin on.
    void adaptiveComesBackAfterADrift() {
        const Backtest drifted = noise(1000, 3000, 4, 3);
        QVERIFY(covered(drifted, IntervalMethod::Split).coverage80 < 0.5);
        const WindowScores adaptive = covered(drifted, IntervalMethod::Adaptive);
        QVERIFY2(std::abs(adaptive.coverage80 - 0.8) < 0.03, qPrintable(QString::number(adaptive.coverage80)));
        QVERIFY2(std::abs(adaptive.coverage95 - 0.95) < 0.03, qPrintable(QString::number(adaptive.coverage95)));
    }

    /// What happens at row r may change intervals of step h only from the origin r + 1 on.
    void anErrorCountsOnlyOnceItIsKnown() {
        Backtest one = noise(200, 300, 6, 1), other = one;
        const std::int64_t row = one.cutoffs[100];
        for (std::size_t at = 0; at < other.truth.size(); ++at)
            if (other.cutoffs[at / 6] + static_cast<std::int64_t>(at % 6) >= row) other.truth[at] = 1000;
        const BacktestIntervals a = makeIntervals(one, IntervalMethod::Adaptive),
                                b = makeIntervals(other, IntervalMethod::Adaptive);
        for (std::size_t k = 0; k < a.levels.size(); ++k)
            for (std::size_t at = 0; at < 101 * 6; ++at) QCOMPARE(a.quantiles[k][at], b.quantiles[k][at]);
        QVERIFY(a.quantiles.back()[101 * 6] < b.quantiles.back()[101 * 6]);
        QVERIFY(a.last80[0] < b.last80[0]);
    }

    void quantilesRise() {
        const BacktestIntervals intervals = makeIntervals(noise(60, 500, 2, 2), IntervalMethod::Adaptive);
        for (std::size_t k = 1; k < intervals.levels.size(); ++k)
            for (std::size_t at = 0; at < intervals.quantiles[k].size(); ++at)
                QVERIFY(!(intervals.quantiles[k][at] < intervals.quantiles[k - 1][at]));
    }

    void othersNeedWhatTheyAreMadeOf() {
        Backtest made = noise(50, 20, 2, 1);
        for (const auto method : {IntervalMethod::Head, IntervalMethod::Dropout, IntervalMethod::Ensemble}) {
            QVERIFY(makeIntervals(made, method).empty() && makeIntervals(made, method).notes.size() == 1);
            QCOMPARE(findIntervalMethod(intervalKey(method)), std::optional(method));
        }
        BacktestMethod ensemble = made.methods.front();
        ensemble.key = "ensemble", ensemble.deviation.assign(made.truth.size(), 1.0);
        made.methods.push_back(ensemble);
        const WindowScores scores = covered(made, IntervalMethod::Ensemble);
        QVERIFY(std::abs(scores.width80 - 2 * 1.2815515655446004) < 1e-12);
    }
};
QTEST_GUILESS_MAIN(TestConformal)
#include "tst_conformal.moc"
