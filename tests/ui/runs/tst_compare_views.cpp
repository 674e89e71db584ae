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
