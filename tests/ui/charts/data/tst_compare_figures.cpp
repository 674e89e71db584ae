// SPDX-License-Identifier: GPL-3.0-or-later
// The figures behind the Compare page: means with bands, intervals, trends, Pareto fronts.
#include "charts/data/group_lines.h"
#include "charts/data/metric_lines.h"
#include "models/run_groups.h"
#include "models/run_relation.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ChartLine lineOf(std::vector<double> x, std::vector<double> y) {
    ChartLine line;
    line.x = std::move(x);
    line.y = std::move(y);
    return line;
}

}  // namespace

class TestCompareFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bandsMatchTheirDefinitions() {
        // Values 1, 2, 6 at x = 1: mean 3, s = sqrt(7), standard error sqrt(7/3), t(0.975, 2) = 4.30265.
        const std::vector<ChartLine> members{lineOf({0, 1}, {1, 1}), lineOf({0, 1}, {2, 2}), lineOf({0, 1}, {3, 6})};
        const GroupLines range = groupLines(members, BandKind::MinMax, 100);
        QCOMPARE(range.mean.x, (std::vector<double>{0, 1}));
        QCOMPARE(range.mean.y, (std::vector<double>{2, 3}));
        QCOMPARE(range.band.y, (std::vector<double>{1, 1}));
        QCOMPARE(range.band.y2, (std::vector<double>{3, 6}));
        const double error = std::sqrt(7.0 / 3);
        const GroupLines standard = groupLines(members, BandKind::StandardError, 100);
        QVERIFY(std::abs(standard.band.y2[1] - (3 + error)) < 1e-12);
        const GroupLines interval = groupLines(members, BandKind::Interval95, 100);
        QVERIFY(std::abs(interval.band.y2[1] - (3 + 4.302652729911275 * error)) < 1e-6);
        QVERIFY(groupLines(members, BandKind::None, 100).band.x.empty());
    }

    void linesAreReadOffBetweenTheirSamplesAndNotOverGaps() {
        const auto mean = [](const std::vector<ChartLine>& members) {
            return groupLines(members, BandKind::MinMax, 100).mean;
        };
        QCOMPARE(mean({lineOf({0, 2}, {0, 4}), lineOf({1}, {2})}).y.size(), std::size_t{3});
        QCOMPARE(mean({lineOf({0, 2}, {0, 4}), lineOf({0, 1, 2}, {2, 2, 2})}).y, (std::vector<double>{1, 2, 3}));
        // One of two lines ends at 1: beyond it a mean would be the other line alone.
        const ChartLine ended = mean({lineOf({0, 1}, {1, 1}), lineOf({0, 1, 2}, {3, 3, 30})});
        QCOMPARE(ended.y[1], 2.0);
        QVERIFY(std::isnan(ended.y[2]));
        const ChartLine gap = mean({lineOf({0, 1, 2}, {1, kNaN, 1}), lineOf({0, 1, 2}, {1, 1, 1})});
        QVERIFY(std::isnan(gap.y[1]));
        QCOMPARE(gap.y[2], 1.0);
        QVERIFY(mean({}).x.empty());
        QVERIFY(mean({lineOf({}, {})}).x.empty());
        // A resumed run: the later piece counts.
        const ChartLine resumed = mean({lineOf({0, 1, 2, 1, 2, 3}, {0, 10, 20, 1, 2, 3})});
        QCOMPARE(resumed.y, (std::vector<double>{0, 1, 2, 3}));
    }

    void aMeanLineBreaksAtGaps() {
        MetricSeries series;
        for (int i = 0; i < 6; ++i) series.add({MetricId::TrainLoss, 0, i, 0, 0, 0, i == 3 ? kNaN : 1.0 * i});
        const ChartLine line = meanLine(series, XAxis::Step, 1, 0, 400, false);
        QCOMPARE(line.x, (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QVERIFY(std::isnan(line.y[3]));
        QCOMPARE(groupLines({line}, BandKind::None, 100).mean.x.size(), std::size_t{5});
    }

    void trendsAndRanks() {
        const Trend exact = trendOf({1, 2, 3, kNaN}, {5, 7, 9, 1});
        QCOMPARE(exact.count, std::size_t{3});
        QVERIFY(std::abs(exact.slope - 2) < 1e-12 && std::abs(exact.intercept - 3) < 1e-12 &&
                std::abs(exact.r2 - 1) < 1e-12);
        // Spearman with ties, by hand: ranks 0 1.5 1.5 3 against 0 1 2 3 give 0.9486833.
        QVERIFY(std::abs(trendOf({1, 2, 2, 9}, {1, 2, 3, 4}).rank - 0.9486832980505138) < 1e-12);
        QVERIFY(std::isnan(trendOf({1, 1, 1}, {1, 2, 3}).slope));
        QVERIFY(std::isnan(trendOf({1, 2}, {1, 2}).slope));
    }

    void theParetoFrontHoldsWhatNoOtherBeats() {
        // Speed (more is better) and error.
        const std::vector<std::vector<double>> two{{10, 20, 30, 15, kNaN}, {1, 2, 3, 4, 0}};
        QCOMPARE(paretoFront(two, {true, false}), (std::vector<bool>{true, true, true, false, false}));
        // A third aim brings the fourth back; equal runs do not beat each other.
        QCOMPARE(paretoFront({{10, 20, 30, 15}, {1, 2, 3, 4}, {9, 9, 9, 1}}, {true, false, false}),
                 (std::vector<bool>{true, true, true, true}));
        QCOMPARE(paretoFront({{1, 1}, {2, 2}}, {true, true}), (std::vector<bool>{true, true}));
        QVERIFY(paretoFront({}, {}).empty());
    }

    void meansAndIntervals() {
        QCOMPARE(meanOf(std::vector<double>{1, kNaN, 3}), 2.0);
        QVERIFY(std::isnan(meanOf(std::vector<double>{kNaN})));
        QVERIFY(std::isnan(halfInterval95(std::vector<double>{1, kNaN})));
        // n = 3, s = 1: t(0.975, 2) / sqrt(3).
        QVERIFY(std::abs(halfInterval95(std::vector<double>{1, 2, 3}) - 4.302652729911275 / std::sqrt(3.0)) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(TestCompareFigures)
#include "tst_compare_figures.moc"
