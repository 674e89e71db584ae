// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart says of a place: values that do not change while a run goes on, the time of each step, raw beside
// smoothed, means of fewer runs.
#include "charts/chart_content.h"
#include "charts/chart_export.h"
#include "charts/chart_marks.h"
#include "charts/data/group_lines.h"
#include "charts/data/metric_lines.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;

namespace {

MetricSample stepAt(std::int64_t step, double seconds, double wall, double value = 1) {
    return {MetricId::TrainLoss, 0, step, static_cast<double>(step) / 10, seconds, wall, value};
}

}  // namespace

class TestChartValues : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // But for the last half epoch, whose means still wait for what comes.
    void aPastValueDoesNotChange() {
        MetricStore store;
        const auto value = [](std::int64_t step) { return std::sin(0.3 * static_cast<double>(step)) + 2; };
        std::vector<double> then;
        for (std::int64_t step = 1; step <= 3000; ++step) {
            store.add(stepAt(step, 0, 0, value(step)));
            if (step > 5)
                then.push_back(store.series(MetricId::TrainLoss).smoothed(static_cast<std::size_t>(step - 6)));
        }
        for (std::size_t i = 0; i < then.size(); ++i) QCOMPARE(store.series(MetricId::TrainLoss).smoothed(i), then[i]);
    }

    void theLastDrawnIsWhatTheLegendSays() {
        MetricStore store;
        for (std::int64_t step = 1; step <= 5000; ++step)
            store.add(stepAt(step, 0, 0, 1.0 / static_cast<double>(step) + (step % 2 ? 0.001 : 0)));
        for (const int pixels : {50, 400, 2000}) {
            const auto pair = smoothedPair(store, MetricId::TrainLoss, XAxis::Step, 1, 0, pixels, "train", Qt::black);
            QCOMPARE(pair.back().x.back(), 5000.0);
            QVERIFY(readingText(pair, 1, 5000).startsWith(formatNumber(pair.back().y.back())));
        }
        const auto fine = smoothedPair(store, MetricId::TrainLoss, XAxis::Step, 4000, 5000, 4000, "train", Qt::black);
        QCOMPARE(fine.back().y.back(), store.series(MetricId::TrainLoss).current());
    }

    void aTableHasTheStepOverEveryAxis() {
        MetricStore store;
        store.setSmoothing(0);
        for (std::int64_t step = 1; step <= 2; ++step) store.add(stepAt(step, 0.5 * static_cast<double>(step), 0, 3));
        const auto lines = [&](XAxis axis) {
            return smoothedPair(store, MetricId::TrainLoss, axis, 1, 0, kEverySample, QStringLiteral("a"), Qt::black);
        };
        QCOMPARE(chartCsv(lines(XAxis::Seconds), "seconds", 1, 0), QByteArray("seconds,step,a\n0.5,1,3\n1,2,3\n"));
        QCOMPARE(chartCsv(lines(XAxis::Step), "step", 1, 0), QByteArray("step,a\n1,3\n2,3\n"));
        // Two runs at the same x, one of them after other steps; a mean has none.
        std::vector<ChartLine> several = lines(XAxis::Seconds);
        several.push_back(several.front());
        several.back().name = QStringLiteral("b"), several.back().steps = {1, 4};
        ChartLine mean;
        mean.name = QStringLiteral("m"), mean.x = {0.5, 1}, mean.y = {7, 8};
        several.push_back(mean);
        QCOMPARE(chartCsv(several, "seconds", 1, 0),
                 QByteArray("seconds,step,a,b,m\n0.5,1,3,3,7\n1,2,3,,8\n1,4,,3,\n"));
    }

    void theRawValueStandsBesideTheSmoothedOne() {
        MetricStore store;
        for (std::int64_t step = 1; step <= 400; ++step) store.add(stepAt(step, 0, 0, step % 2 ? 1 : 3));
        const std::vector<ChartLine> pair =
            smoothedPair(store, MetricId::TrainLoss, XAxis::Step, 1, 0, kEverySample, QStringLiteral("a"), Qt::black);
        const QString text = readingText(pair, 1, 400);
        QVERIFY2(text.endsWith(QStringLiteral("(raw 3)")) || text.contains(QStringLiteral("(raw 3.0")),
                 qPrintable(text));
        store.setSmoothing(0);
        QVERIFY(!readingText(smoothedPair(store, MetricId::TrainLoss, XAxis::Step, 1, 0, kEverySample,
                                          QStringLiteral("a"), Qt::black),
                             0, 400)
                     .contains('('));
    }

    void aMedianOfFewerRunsSaysSo() {
        ChartLine whole, left;
        whole.x = {1, 2, 3}, whole.y = {1, 1, 1};
        left.x = {1, 2}, left.y = {1, 1};
        const std::vector<ChartLine> lines{groupLines({whole, whole, left}, 100).median};
        QVERIFY(!readingText(lines, 0, 1).contains('('));
        QVERIFY2(readingText(lines, 0, 3).endsWith(QStringLiteral("(median of 2 of 3)")),
                 qPrintable(readingText(lines, 0, 3)));
    }

    void aSpreadDotIsNamedWhereItIsDrawn() {
        const Theme theme;
        ChartContent content;
        content.x = {0, 10, false}, content.y = {0, 10, false};
        ChartLine line;
        line.x = {0, 10}, line.y = {0, 10};
        content.lines = {line};
        content.points = {{5, 5, QStringLiteral("run"), Qt::black, 0, {}, QPointF(12, 0)}};
        ChartGeometry g;
        g.whole = QRectF(0, 0, 240, 240), g.plot = QRectF(20, 20, 200, 200);
        const QPointF at(g.xPixel(content, 5), g.yPixel(content, 5));
        QCOMPARE(markText(content, theme, g, at + QPointF(12, 0)), QStringLiteral("run"));
        QVERIFY(markText(content, theme, g, at - QPointF(2, 0)).isEmpty());
    }
};

QTEST_MAIN(TestChartValues)
#include "tst_chart_values.moc"
