// SPDX-License-Identifier: GPL-3.0-or-later
// The figures behind the Compare page: medians with bands, intervals, trends.
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
    void medianAndBandMatchTheirDefinitions() {
        // Of 1, 2, 3, 4, 10 the 10 % quantile lies at place 0.4, the 90 % quantile at 3.6.
        const std::vector<ChartLine> members{lineOf({0, 1}, {5, 10}), lineOf({0, 1}, {5, 2}), lineOf({0, 1}, {5, 1}),
                                             lineOf({0, 1}, {5, 4}), lineOf({0, 1}, {5, 3})};
        const GroupLines lines = groupLines(members, 100);
        QCOMPARE(lines.median.x, (std::vector<double>{0, 1}));
        QCOMPARE(lines.median.y, (std::vector<double>{5, 3}));
        QCOMPARE(lines.median.members, (std::vector<int>{5, 5}));
        QCOMPARE(lines.band.y[0], 5.0);
        QCOMPARE(lines.band.y2[0], 5.0);
        QVERIFY(std::abs(lines.band.y[1] - 1.4) < 1e-12);
        QVERIFY(std::abs(lines.band.y2[1] - 7.6) < 1e-12);
    }

    void linesAreReadOffBetweenTheirSamplesAndNotOverGaps() {
        const auto median = [](const std::vector<ChartLine>& members) { return groupLines(members, 100).median; };
        QCOMPARE(median({lineOf({0, 2}, {0, 4}), lineOf({1}, {2})}).y.size(), std::size_t{3});
        QCOMPARE(median({lineOf({0, 2}, {0, 4}), lineOf({0, 1, 2}, {2, 2, 2})}).y, (std::vector<double>{1, 2, 3}));
        // One of two lines ends at 1: beyond it a median would be the other line alone.
        const ChartLine ended = median({lineOf({0, 1}, {1, 1}), lineOf({0, 1, 2}, {3, 3, 30})});
        QCOMPARE(ended.y[1], 2.0);
        QVERIFY(std::isnan(ended.y[2]));
        const ChartLine gap = median({lineOf({0, 1, 2}, {1, kNaN, 1}), lineOf({0, 1, 2}, {1, 1, 1})});
        QVERIFY(std::isnan(gap.y[1]));
        QCOMPARE(gap.y[2], 1.0);
        QVERIFY(median({}).x.empty());
        QVERIFY(median({lineOf({}, {})}).x.empty());
        // A resumed run: the later piece counts.
        const ChartLine resumed = median({lineOf({0, 1, 2, 1, 2, 3}, {0, 10, 20, 1, 2, 3})});
        QCOMPARE(resumed.y, (std::vector<double>{0, 1, 2, 3}));
    }

    void aMeanLineBreaksAtGaps() {
        MetricSeries series;
        for (int i = 0; i < 6; ++i) series.add({MetricId::TrainLoss, 0, i, 0, 0, 0, i == 3 ? kNaN : 1.0 * i});
        const ChartLine line = meanLine(series, XAxis::Step, 1, 0, 400, false);
        QCOMPARE(line.x, (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QVERIFY(std::isnan(line.y[3]));
        QCOMPARE(groupLines({line}, 100).median.x.size(), std::size_t{5});
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

    void meansAreOfWhatIsFinite() {
        QCOMPARE(meanOf(std::vector<double>{1, kNaN, 3}), 2.0);
        QVERIFY(std::isnan(meanOf(std::vector<double>{kNaN})));
    }
};

QTEST_APPLESS_MAIN(TestCompareFigures)
#include "tst_compare_figures.moc"
