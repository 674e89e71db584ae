// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/charts/chart_navigation.cpp.
#include "charts/chart_export.h"
#include "charts/chart_legend.h"
#include "charts/data/metric_lines.h"
#include "charts/line_chart.h"
#include "widgets/labels/elided_label.h"

#include <QClipboard>
#include <QGraphicsView>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace gatelab;

namespace {

const double kNaN = std::nan("");

ChartLine makeLine(const QString& name, std::vector<double> x, std::vector<double> y, QColor colour = Qt::black) {
    ChartLine line;
    line.name = name, line.colour = colour, line.x = std::move(x), line.y = std::move(y);
    return line;
}

ChartLine ramp(int count) {
    ChartLine line = makeLine("ramp", {}, {});
    for (int i = 0; i < count; ++i) line.x.push_back(i), line.y.push_back(i * 2 + 1);
    return line;
}

QWidget* plotOf(LineChart& chart) { return chart.findChild<QGraphicsView*>()->viewport(); }

}  // namespace

class TestLineChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(); }
    void cleanupTestCase() { theme_.reset(); }
    void hiddenChartAsksNothing();
    void redrawsAreCoalesced();
    void zoomFitAndFollow();
    void panMoves();
    void boxZooms();
    void wheelZoomsAboutThePointer();
    void liveAxisGrowsInSteps();
    void outliersDoNotMoveTheAxis();
    void yFromZero();
    void logXAsksByOctaves();
    void keys();
    void exportsFiles();
    void csvIsCompleteAndExact();
    void exportErrorsAreSaid();
    void summaryInWords();
    void copies();
    void emptyAndNonFinite();
    void namesStandBeforeTheUnit();

private:
    std::unique_ptr<LineChart> shown(std::vector<ChartLine> lines = {ramp(100)}) {
        auto chart = std::make_unique<LineChart>(*theme_, "Loss", "MSE");
        chart->setLines(std::move(lines));
        chart->resize(500, 320);
        chart->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(chart.get())); }();
        [&] { QTRY_COMPARE(chart->yView() != std::pair(0.0, 1.0), true); }();
        return chart;
    }
    std::unique_ptr<Theme> theme_;
};

/// Of a chart without a head the unit stands in the line of the legend: it has what the names leave over.
void TestLineChart::namesStandBeforeTheUnit() {
    auto chart = shown({makeLine("#31 LSTM 64", {0, 1}, {1, 2}, Qt::red), makeLine("a long baseline", {0, 1}, {2, 1})});
    chart->setBare();
    auto* legend = chart->findChild<ChartLegend*>();
    const int whole = legend->wholeWidth();
    for (const int free : {200, 90, 20}) {
        chart->setTitle("Loss", "median of all seeds; band from ten to ninety percent of them");
        chart->resize(whole + free + 40, 320);
        QTRY_VERIFY2(legend->width() >= whole, qPrintable(QStringLiteral("%1 of %2").arg(legend->width()).arg(whole)));
        const auto labels = chart->findChildren<ElidedLabel*>();
        const bool isSaid = std::ranges::any_of(labels, [](const ElidedLabel* label) {
            return label->isVisible() && label->fullText().startsWith("median");
        });
        QCOMPARE(isSaid, free >= 90);
    }
}

void TestLineChart::hiddenChartAsksNothing() {
    int asked = 0;
    LineChart chart(*theme_, "Loss", "MSE");
    chart.setSource([&](double, double, int) { return ++asked, std::vector<ChartLine>{ramp(10)}; });
    for (int i = 0; i < 20; ++i) chart.refresh();
    chart.setLogY(true);
    chart.setCursor(3);
    QVERIFY(!chart.redrawPending());
    QCOMPARE(asked, 0);
    chart.show();
    QTRY_VERIFY(asked > 0 && !chart.redrawPending());
    chart.hide();
    const int before = asked;
    for (int i = 0; i < 20; ++i) chart.refresh();
    QVERIFY(!chart.redrawPending());
    QCOMPARE(asked, before);
    chart.show();
    QTRY_VERIFY(asked > before);
}

void TestLineChart::redrawsAreCoalesced() {
    int asked = 0;
    LineChart chart(*theme_, "Loss", "MSE");
    chart.setSource([&](double, double, int) { return ++asked, std::vector<ChartLine>{ramp(10)}; });
    chart.resize(400, 300);
    chart.setRedrawInterval(200);
    chart.show();
    QTRY_VERIFY(asked > 0 && !chart.redrawPending());
    asked = 0;
    for (int i = 0; i < 1000; ++i) chart.refresh();
    QCOMPARE(asked, 0);  // none at once
    QVERIFY(chart.redrawPending());
    QTRY_COMPARE(asked, 1);
    QVERIFY(!chart.redrawPending());
}

void TestLineChart::zoomFitAndFollow() {
    const auto chart = shown();
    QCOMPARE(chart->xView(), std::pair(0.0, 99.0));
    QVERIFY(chart->following());
    QSignalSpy spy(chart.get(), &LineChart::viewChanged);
    chart->setXView(20, 40);
    QVERIFY(!chart->following());
    QCOMPARE(spy.count(), 1);
    QTRY_VERIFY(chart->yView().second < 120);  // y follows what is visible
    chart->setLines({ramp(200)});
    QTRY_VERIFY(!chart->redrawPending());
    QCOMPARE(chart->xView(), std::pair(20.0, 40.0));  // new data do not fight the user
    chart->fit();
    QTRY_COMPARE(chart->xView(), std::pair(0.0, 199.0));
    QVERIFY(chart->following());
    chart->setXView(5, 5);  // not a range
    chart->setXView(kNaN, 7);
    QVERIFY(chart->following());
}

void TestLineChart::panMoves() {
    const auto chart = shown();
    QWidget* plot = plotOf(*chart);
    QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, {200, 100});
    QMouseEvent move(QEvent::MouseMove, QPointF(150, 100), plot->mapToGlobal(QPointF(150, 100)), Qt::NoButton,
                     Qt::LeftButton, Qt::ShiftModifier);
    QApplication::sendEvent(plot, &move);
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, {150, 100});
    QVERIFY(chart->xView().first > 5);
    QVERIFY(std::abs(chart->xView().second - chart->xView().first - 99) < 1e-9);
}

void TestLineChart::boxZooms() {
    const auto chart = shown();
    QWidget* plot = plotOf(*chart);
    QTest::mousePress(plot, Qt::LeftButton, {}, {150, 60});
    QMouseEvent move(QEvent::MouseMove, QPointF(250, 160), plot->mapToGlobal(QPointF(250, 160)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(plot, &move);
    QTest::mouseRelease(plot, Qt::LeftButton, {}, {250, 160});
    QVERIFY(chart->xView().first > 15 && chart->xView().second < 70);
    QVERIFY(chart->yView().first > 10 && chart->yView().second < 200);
    // Esc while a box is drawn gives it up; Esc again fits.
    const auto before = chart->xView();
    QTest::mousePress(plot, Qt::LeftButton, {}, {150, 60});
    QApplication::sendEvent(plot, &move);
    QTest::keyClick(chart.get(), Qt::Key_Escape);
    QTest::mouseRelease(plot, Qt::LeftButton, {}, {250, 160});
    QCOMPARE(chart->xView(), before);
    QTest::keyClick(chart.get(), Qt::Key_Escape);
    QTRY_COMPARE(chart->xView(), std::pair(0.0, 99.0));
}

void TestLineChart::wheelZoomsAboutThePointer() {
    const auto chart = shown();
    QWidget* plot = plotOf(*chart);
    QSignalSpy moved(chart.get(), &LineChart::cursorMoved);
    QTest::mouseMove(plot, {300, 100});
    QTRY_VERIFY(moved.count() > 0);
    const double under = moved.last()[0].toDouble();
    QCOMPARE(under, std::round(under));
    QWheelEvent wheel(QPointF(300, 100), plot->mapToGlobal(QPointF(300, 100)), {}, {0, 120}, {}, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot, &wheel);
    const auto [low, high] = chart->xView();
    QVERIFY(std::abs((high - low) - 99 * 0.8) < 1e-9);
    QVERIFY(std::abs((under - low) / (high - low) - under / 99) < 0.002);  // the cursor stands on the nearest sample
    for (int i = 0; i < 400; ++i) QApplication::sendEvent(plot, &wheel);   // ends at what a double can tell apart
    QVERIFY(chart->xView().second > chart->xView().first);
    QTest::mouseDClick(plot, Qt::LeftButton, {}, {200, 100});
    QTRY_VERIFY(chart->following());
}

void TestLineChart::liveAxisGrowsInSteps() {
    int count = 50;
    LineChart chart(*theme_, "Loss", "MSE");
    chart.setRedrawInterval(1);
    chart.setSource([&](double, double, int) { return std::vector<ChartLine>{ramp(count)}; });
    chart.resize(400, 300);
    chart.show();
    QTRY_COMPARE(chart.xView().second, 49.0);
    std::set<double> ends{49};
    for (count = 51; count < 400; count += 7) {
        chart.refresh();
        QTRY_VERIFY(chart.xView().second >= count - 1);
        QVERIFY(chart.xView().second <= 1.25 * std::max(*ends.rbegin(), count - 1.0));
        ends.insert(chart.xView().second);
    }
    QVERIFY2(ends.size() <= 18, qPrintable(QString::number(ends.size())));
    QVERIFY(chart.xView().second <= 400 * 1.5);
    chart.setXExtent(0, 1000);
    QTRY_COMPARE(chart.xView().second, 1000.0);
}

void TestLineChart::outliersDoNotMoveTheAxis() {
    ChartLine raw = ramp(1000);
    raw.style = ChartLine::Style::Raw;
    raw.y[500] = 1e6;
    const auto chart = shown({raw});
    QVERIFY(chart->yView().second >= 1e6);
    chart->setIgnoreOutliers(true);
    QTRY_VERIFY(chart->yView().second < 3000);
}

void TestLineChart::yFromZero() {
    const auto chart = shown({makeLine("a", {0, 1, 2}, {1500, 1600, 1650})});
    QVERIFY(chart->yView().first > 1000);
    chart->setYFromZero(true);
    QTRY_COMPARE(chart->yView().first, 0.0);
}

void TestLineChart::logXAsksByOctaves() {
    MetricStore store;
    for (int i = 1; i <= 200000; ++i) store.add({MetricId::TrainLoss, 0, i, 0, 0, 0, i == 3 ? 50.0 : 1.0});
    LineChart chart(*theme_, "Loss", "MSE");
    chart.setLogX(true);
    std::size_t points = 0, calls = 0;
    chart.setSource([&](double low, double high, int pixels) {
        auto line = metricLine(store.series(MetricId::TrainLoss), XAxis::Step, low, high, pixels, false);
        line.name = "loss";
        line.colour = Qt::black;
        points += line.x.size(), ++calls;
        return std::vector<ChartLine>{line};
    });
    chart.resize(500, 320);
    chart.show();
    QTRY_COMPARE(chart.xView(), std::pair(1.0, 200000.0));
    QVERIFY(calls > 5 && points < 20000);
    QVERIFY(chart.textSummary().contains("at 3"));  // an early spike is not lost in an even bucket
}

void TestLineChart::keys() {
    const auto chart = shown();
    QTest::keyClick(chart.get(), Qt::Key_L);
    QVERIFY(chart->logY());
    QTest::keyClick(chart.get(), Qt::Key_L, Qt::ShiftModifier);
    QVERIFY(chart->logX());
    QTest::keyClick(chart.get(), Qt::Key_L, Qt::ShiftModifier);
    QVERIFY(!chart->logX());
    chart->setLogX(true);
    chart->setXTimes([](double row) { return 3600 * row; }, {});
    QVERIFY(!chart->logX());  // the logarithm of a date says nothing
    QTest::keyClick(chart.get(), Qt::Key_L, Qt::ShiftModifier);
    QVERIFY(!chart->logX());
    chart->setXTimes({}, {});
    chart->setXView(20, 40);
    chart->setLogX(true);
    QCOMPARE(chart->xView(), std::pair(20.0, 40.0));  // what is zoomed stays so
    chart->setXView(-5, 40);
    QVERIFY(chart->xView().first > 0 && chart->xView().second == 40);
    chart->setLogX(false);
    chart->fit();
    QTest::keyClick(chart.get(), Qt::Key_Plus);
    QVERIFY(!chart->following());
    QTest::keyClick(chart.get(), Qt::Key_F);
    QTRY_VERIFY(chart->following());
    QSignalSpy cursor(chart.get(), &LineChart::cursorMoved), full(chart.get(), &LineChart::fullSizeRequested);
    QTest::keyClick(chart.get(), Qt::Key_Right);
    QCOMPARE(cursor.count(), 1);
    QTest::keyClick(chart.get(), Qt::Key_F11);
    QCOMPARE(full.count(), 1);
    QVERIFY(chart->focusPolicy() & Qt::TabFocus);
    QCOMPARE(chart->accessibleName(), QString("Loss"));
}

void TestLineChart::exportsFiles() {
    QTemporaryDir folder;
    const auto chart = shown();
    const auto read = [&](const QString& name) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QCOMPARE(chart->exportTo(folder.filePath("a.png")), QString());
    QCOMPARE(QImage::fromData(read("a.png")).size(), QSize(500, 320));
    QCOMPARE(chart->exportTo(folder.filePath("b.png"), 2), QString());
    QCOMPARE(QImage::fromData(read("b.png")).size(), QSize(1000, 640));
    QCOMPARE(chart->exportTo(folder.filePath("c.svg")), QString());
    const QByteArray svg = read("c.svg");
    QVERIFY(svg.contains("<svg") && svg.contains("polyline") && svg.contains(">Loss<") &&
            svg.trimmed().endsWith("</svg>"));
    QVERIFY(!svg.contains("<image"));  // a drawing, not a picture in a frame
    QCOMPARE(chart->exportTo(folder.filePath("d.pdf")), QString());
    QVERIFY(read("d.pdf").startsWith("%PDF"));
}

void TestLineChart::csvIsCompleteAndExact() {
    MetricStore store;
    for (int i = 0; i < 5000; ++i)
        store.add({MetricId::TrainLoss, static_cast<std::uint16_t>(i >= 3000), i < 3000 ? i : i - 500, 0, 0, 0,
                   i == 77 ? kNaN : 1.0 / (i + 3)});
    LineChart chart(*theme_, "Loss", "MSE");
    chart.setXLabel("step");
    chart.setSource([&](double low, double high, int pixels) {
        return smoothedPair(store, MetricId::TrainLoss, XAxis::Step, low, high, pixels, "train, \"A\"", Qt::black);
    });
    QTemporaryDir folder;
    QCOMPARE(chart.exportTo(folder.filePath("a.csv")), QString());
    QFile file(folder.filePath("a.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> rows = file.readAll().trimmed().split('\n');
    QCOMPARE(rows.size(), 1 + 5000);  // every sample, the resumed steps twice
    QCOMPARE(rows[78], QByteArray("77,nan,nan"));
    QCOMPARE(rows[0], QByteArray("step,\"train, \"\"A\"\", raw\",\"train, \"\"A\"\", smoothed over 0.5 epochs\""));
    QCOMPARE(rows[1].split(',')[1].toDouble(), 1.0 / 3);
    QCOMPARE(rows[100].split(',')[1].toDouble(),
             store.series(MetricId::TrainLoss).value(static_cast<std::size_t>(rows[100].split(',')[0].toInt())));
    const QByteArray visible = chartCsv({ramp(100)}, {}, 10, 12);
    QCOMPARE(visible, QByteArray("x,ramp\n10,21\n11,23\n12,25\n"));
    QCOMPARE(chartCsv({makeLine("a", {1, 2}, {1, 2}), makeLine("b", {2, 3}, {5, 6})}, "x", 1, 0),
             QByteArray("x,a,b\n1,1,\n2,2,5\n3,,6\n"));
}

void TestLineChart::exportErrorsAreSaid() {
    const auto chart = shown();
    QVERIFY(chart->exportTo("/nowhere/at/all/a.png").contains("nowhere"));
    QVERIFY(chart->exportTo("chart.bmp").contains(".png"));
}

void TestLineChart::summaryInWords() {
    const auto chart = shown({makeLine("train", {0, 1, 2, 3}, {4, 1, 3, 2}), makeLine("late", {}, {})});
    const QString text = chart->textSummary();
    QVERIFY2(text.contains("train: last 2.000 at 3") && text.contains("lowest 1.000 at 1") &&
                 text.contains("late: no values yet"),
             qPrintable(text));
    const auto alone = shown({makeLine({}, {0, 1}, {4, 1})});
    QVERIFY2(alone->textSummary().contains("Loss: last 1.000 at 1"), qPrintable(alone->textSummary()));
}

void TestLineChart::copies() {
    const auto chart = shown();
    QTest::keyClick(chart.get(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
    QVERIFY(QApplication::clipboard()->text().contains("ramp"));
}

void TestLineChart::emptyAndNonFinite() {
    LineChart chart(*theme_, "Loss", "MSE");
    chart.setEmptyText("Press Play");
    chart.setLines({makeLine("a", {0, 1}, {kNaN, INFINITY}), makeLine("b", {kNaN}, {1})});
    chart.resize(300, 200);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    chart.setLogY(true);
    chart.setLogX(true);
    chart.setMarkers({{kNaN, "x"}, {-1, "y"}});
    chart.setRegions({{-1, 1, {}, "r"}});
    chart.setPoints({{kNaN, 1, "p", {}}});
    chart.setCursor(-5);
    QTRY_VERIFY(!chart.redrawPending());
    QVERIFY(!chart.grab().isNull());
    QVERIFY(std::isfinite(chart.xView().first) && std::isfinite(chart.yView().second));
}

QTEST_MAIN(TestLineChart)
#include "tst_line_chart.moc"
