// SPDX-License-Identifier: GPL-3.0-or-later
// One treatment of groups and of comparable runs in the charts of the Compare page; axes that end where the data end.
#include "charts/chart_paint.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "models/run_columns.h"
#include "pages/compare/curves/compare_curves.h"
#include "pages/compare/curves/compare_parallel.h"
#include "runs/run_controller.h"
#include "runs/run_view.h"
#include "support/made_runs.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

RunSummary runOf(const char* id, std::int64_t hidden, std::int64_t seed, int colour) {
    RunSummary run = test::endedRun(id, hidden, seed, 0.1);
    run.name = id;
    run.bestEpoch = seed;
    run.colour = colour;
    return run;
}

std::shared_ptr<RunView> epochs(int count, double value) {
    auto run = std::make_shared<RunView>();
    for (int epoch = 1; epoch <= count; ++epoch)
        run->take(MetricSample{MetricId::ValidationLoss, 0, epoch * 5, 1.0 * epoch, 1.0 * epoch, 1e9, value});
    return run;
}

}  // namespace

class TestCompareViews : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    Theme theme_;

    [[nodiscard]] std::unique_ptr<Preferences> preferences(const char* name) const {
        return std::make_unique<Preferences>(folder_.filePath(QString::fromLatin1(name)));
    }

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void theAxisEndsWhereTheDataEnd() {
        const auto kept = preferences("axis.ini");
        CompareCurves curves(theme_, *kept);
        curves.resize(900, 400);
        curves.show();
        QVERIFY(QTest::qWaitForWindowExposed(&curves));
        const ComparedRuns three{"three", "a", 0, {epochs(3, 1)}}, five{"five", "b", 1, {epochs(5, 2)}};
        curves.setCompared({three});
        QTRY_COMPARE(curves.chart().xView(), std::pair(1.0, 3.0));
        curves.setCompared({three, five});
        QTRY_COMPARE(curves.chart().xView(), std::pair(1.0, 5.0));
        curves.setCompared({three});
        QTRY_COMPARE(curves.chart().xView(), std::pair(1.0, 3.0));
    }

    void theLastEpochHasItsNumber() {
        ChartContent content;
        content.lines.resize(1);
        content.lines[0].x = {1, 5}, content.lines[0].y = {0, 1};
        content.x = {1, 5, false}, content.y = {0, 1, false};
        content.xCounted = true;
        content.xLabel = QStringLiteral("epoch");
        const ChartGeometry g = layOutChart(content, theme_, QRectF(0, 0, 500, 300));
        QVERIFY(std::ranges::any_of(
            g.xTicks, [](const ChartTick& tick) { return tick.value == 5 && tick.label == QLatin1String("5"); }));
        const QFontMetricsF metrics(theme_.font(11));
        for (const ChartTick& tick : g.xTicks) {
            if (tick.label.isEmpty()) continue;
            const double half = metrics.horizontalAdvance(tick.label) / 2, at = g.xPixel(content, tick.value);
            QVERIFY2(at + half < g.xTitle.left() || at - half > g.xTitle.right(), qPrintable(tick.label));
        }
        QCOMPARE(content.xText(2), QStringLiteral("2"));
        QCOMPARE(content.xText(2.5), formatNumber(2.5, 3));
    }

    void groupsAreOneCurveInSmallMultiples() {
        const auto kept = preferences("multiples.ini");
        CompareMultiples multiples(theme_, *kept);
        multiples.resize(900, 500);
        multiples.show();
        QVERIFY(QTest::qWaitForWindowExposed(&multiples));
        const ComparedRuns group{"gru", "a", 0, {epochs(4, 1), epochs(4, 3)}}, single{"lstm", "b", 1, {epochs(4, 5)}};
        multiples.setCompared({group, single});
        QCOMPARE(multiples.charts().size(), std::size_t{2});
        QTRY_VERIFY(multiples.charts()[0]->textSummary().contains(QStringLiteral("gru, 2 runs: last 2")));
        QTRY_VERIFY(multiples.charts()[1]->textSummary().contains(QStringLiteral("lstm: last 5")));
        QVERIFY(!multiples.charts()[1]->textSummary().contains(QStringLiteral("gru, 2 runs: last")));  // a ghost
        // However many there are, the page needs no more room.
        const int before = multiples.minimumSizeHint().height();
        multiples.setCompared(std::vector<ComparedRuns>(12, single));
        QCOMPARE(multiples.minimumSizeHint().height(), before);
        // Their plots are high enough to be read; the rest is scrolled to.
        multiples.resize(900, 300);
        QTRY_VERIFY(
            std::ranges::all_of(multiples.charts(), [](const LineChart* chart) { return chart->height() >= 220; }));
    }

    void manyLinesAreDrawnByAJobAndAllOfThem() {
        ParallelPlot plot(theme_);
        plot.resize(500, 300);
        std::vector<ParallelLine> lines;
        for (int i = 0; i < 600; ++i) lines.push_back({QString::number(i), Qt::red, {1.0 + i % 2, 1}});
        plot.setContent({{"size", {}, false}, {"error", {}, false}}, lines);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const QPoint on = ((plot.position(0, 2) + plot.position(1, 1)) / 2).toPoint();
        const auto redness = [&] {
            const QColor colour = plot.grab().toImage().pixelColor(on);
            return colour.red() - colour.green();
        };
        QTRY_VERIFY(redness() > 50);
        // A range: that line steps back, also while the next picture is drawn it is not empty.
        plot.setBrush(0, std::pair(0.5, 1.5));
        QTRY_VERIFY(redness() <= 50);
    }

    void whatTheRangesShutOutIsNeverBright() {
        ParallelPlot plot(theme_);
        plot.resize(500, 300);
        plot.setContent({{"size", {}, false}, {"error", {}, false}}, {{"a", Qt::red, {1, 1}}, {"b", Qt::red, {2, 2}}});
        const QPoint on = ((plot.position(0, 1) + plot.position(1, 1)) / 2).toPoint();
        const auto redness = [&] {
            int most = 0;
            const QImage image = plot.grab().toImage();
            for (int y = on.y() - 2; y <= on.y() + 2; ++y)
                most = std::max(most, image.pixelColor(on.x(), y).red() - image.pixelColor(on.x(), y).green());
            return most;
        };
        plot.setHighlight("a");
        QVERIFY(redness() > 150);
        plot.setBrush(0, std::pair(1.5, 2.5));
        QVERIFY(redness() < 50);
        plot.clearBrushes();
        QVERIFY(redness() > 150);
    }

    void parallelAxesAreOfComparableRuns() {
        const auto kept = preferences("parallel.ini");
        const RunColumns columns;
        std::vector<RunSummary> runs{runOf("a", 32, 1, 0), runOf("b", 64, 2, 1), runOf("c", 32, 1, 2)};
        runs[1].config.edit().learningRate = 0.5;
        runs[1].config.edit().isolated = true;
        runs[0].scores = std::vector<TestScore>{{"model", "standardised", "mae", 0.5}};
        runs[2].config.edit().task = "classification";
        runs[2].config.edit().loss = "cross-entropy";
        std::vector<const RunSummary*> all;
        for (const RunSummary& run : runs) all.push_back(&run);
        CompareParallel parallel(theme_, *kept, columns);
        parallel.setBase(QStringLiteral("a"));
        parallel.setListed([&] { return all; });
        QCOMPARE(parallel.axes(), (QStringList{"hidden_size", "learning_rate", "best_validation", "test_mae"}));
        QCOMPARE(parallel.plot().inside(), (QStringList{"a", "b"}));
        parallel.setBase(QStringLiteral("gone"));
        parallel.setListed([&] { return all; });
        QVERIFY(parallel.axes().contains(QStringLiteral("task")));
    }

    void oneRunHasNoParallelAxes() {
        const auto kept = preferences("one.ini");
        const RunColumns columns;
        const std::vector<RunSummary> runs{runOf("a", 32, 1, 0), runOf("b", 64, 2, 1)};
        std::vector<const RunSummary*> listed{&runs[0]};
        CompareParallel parallel(theme_, *kept, columns);
        parallel.resize(700, 300);
        parallel.setListed([&] { return listed; });
        QVERIFY2(parallel.plot().textSummary().contains(QStringLiteral("there is one")),
                 qPrintable(parallel.plot().textSummary()));
        parallel.grab();  // nothing of an axis that is not there
        QTest::keyClick(&parallel.plot(), Qt::Key_Up);
        listed.push_back(&runs[1]);
        parallel.setListed([&] { return listed; });
        QVERIFY2(parallel.plot().textSummary().contains(columns.find(QStringLiteral("hidden_size"))->label),
                 qPrintable(parallel.plot().textSummary()));
    }

    void columnsOfWholeNumbersAreCounted() {
        const RunColumns columns;
        for (const char* key : {"hidden_size", "layers", "batch_size", "epochs", "best_epoch", "steps", "seed"})
            QVERIFY2(columns.find(QString::fromLatin1(key)) && columns.find(QString::fromLatin1(key))->isCount(), key);
        for (const char* key : {"learning_rate", "best_validation", "cell", "time"})
            QVERIFY2(!columns.find(QString::fromLatin1(key))->isCount(), key);
    }

    void aMeanOfCountsHasOneDigit() {
        const RunColumns columns;
        const RunColumn& epoch = *columns.find(QStringLiteral("best_epoch"));
        QCOMPARE(epoch.format(7.0 / 3), QStringLiteral("2.3"));
        QCOMPARE(epoch.format(2), QStringLiteral("2"));
        QCOMPARE(epoch.format(12345.6), formatCount(12346));
    }
};

QTEST_MAIN(TestCompareViews)
#include "tst_compare_views.moc"
