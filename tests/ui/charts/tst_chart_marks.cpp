// SPDX-License-Identifier: GPL-3.0-or-later
// What autoscale leaves out, and the marks at the edges of a chart: outliers, the best epoch, the coming stop, ends.
// Holds ui/charts/chart_outliers.cpp.
#include "charts/chart_export.h"
#include "charts/chart_marks.h"
#include "charts/chart_outliers.h"
#include "charts/data/metric_lines.h"
#include "common/texts.h"
#include "pages/train/chart_grid.h"
#include "runs/run_view.h"

#include <QHelpEvent>
#include <QImage>
#include <QToolTip>
#include <QtTest>
#include <cmath>

using namespace gatelab;

namespace {

ChartLine lineOf(std::vector<double> y, const QColor& colour = Qt::black) {
    ChartLine line;
    line.name = "line", line.colour = colour, line.y = std::move(y);
    for (std::size_t i = 0; i < line.y.size(); ++i) line.x.push_back(static_cast<double>(i));
    return line;
}

ChartContent contentOf(std::vector<ChartLine> lines) {
    ChartContent content;
    content.lines = std::move(lines);
    content.x = {-1, 1e6, false};
    return content;
}

DataRange kept(std::vector<ChartLine> lines, bool fromZero = false, bool logarithmic = false) {
    ChartContent content = contentOf(std::move(lines));
    content.y.logarithmic = logarithmic;
    return yRangeWithoutOutliers(content, fromZero);
}

/// About 1, with a spike of one step.
MetricStore spikedStore(int steps, double smoothing) {
    MetricStore store;
    store.setSmoothing(smoothing);
    for (int i = 1; i <= steps; ++i)
        store.add({MetricId::TrainLoss, 0, i, 0, 0, 0, i == 2 * steps / 3 ? 1e6 : 1 + 0.2 * std::sin(i)});
    return store;
}

RunEvent eventAt(RunEvent::What what, std::int64_t step) { return {std::move(what), step, step / 5}; }

bool isAbout(const QColor& a, const QColor& b) {
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 24;
}

ChartGeometry squareGeometry() {
    ChartGeometry g;
    g.whole = QRectF(0, 0, 240, 240), g.plot = QRectF(20, 20, 200, 200);
    return g;
}

}  // namespace

class TestChartMarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSpikeLeavesTheAxisAlone_data() {
        QTest::addColumn<double>("smoothing");
        QTest::addColumn<int>("steps");
        QTest::newRow("raw and smoothed") << 0.3 << 2000;
        QTest::newRow("the spike is in a sixth of the means") << 0.3 << 200;
        QTest::newRow("without smoothing") << 0.0 << 2000;
    }

    void aSpikeLeavesTheAxisAlone() {
        QFETCH(double, smoothing);
        QFETCH(int, steps);
        const MetricStore store = spikedStore(steps, smoothing);
        const auto lines = smoothedPair(store, MetricId::TrainLoss, XAxis::Step, 1, 0, 680, "train", Qt::black);
        QCOMPARE(lines.size(), std::size_t(smoothing > 0 ? 2 : 1));
        const ChartContent content = contentOf(lines);
        QVERIFY(yRange(content).high >= 1e6);
        const DataRange range = yRangeWithoutOutliers(content, false);
        QVERIFY2(range.high < 20 && range.high >= 1.19, qPrintable(QString::number(range.high)));
        QVERIFY(range.low <= 0.81);
    }

    void aRunThatDivergedLeavesTheOthersTheAxis() {
        // Each falls from 1 to 0.1; the last grows from 1 to 3e31.
        std::vector<ChartLine> lines;
        const QColor colours[] = {Qt::red, Qt::green, Qt::blue};
        for (int k = 0; k < 3; ++k) {
            std::vector<double> y;
            for (int i = 0; i < 100; ++i) y.push_back(std::pow(10.0, (k < 2 ? -1.0 : 31.5) * i / 99));
            lines.push_back(lineOf(y, colours[k]));
        }
        for (const bool logarithmic : {false, true}) {
            QVERIFY(kept(lines, false, logarithmic).high < 10);
            QCOMPARE(kept(lines, false, logarithmic).low, 0.1);
            // Of two lines nobody knows which one is right.
            QVERIFY(kept({lines[0], lines[2]}, false, logarithmic).high > 1e10);
        }
        // A line that is only worse, and one that is far below, stay.
        std::vector<double> worse(100, 8), tiny(100, 1e-20), zero(100, 0);
        QCOMPARE(kept({lineOf(zero, Qt::red), lineOf(zero, Qt::green), lineOf(worse, Qt::blue)}).high, 8.0);
        QCOMPARE(
            kept({lineOf(tiny, Qt::cyan), lineOf(tiny, Qt::gray), lines[0], lineOf(worse, Qt::blue)}, false, true).high,
            8.0);
        QCOMPARE(kept({lines[0], lines[1], lineOf(worse, Qt::blue)}).high, 8.0);
        QCOMPARE(kept({lines[0], lines[1], lineOf(tiny, Qt::blue)}, false, true).low, 1e-20);
    }

    void aValidationLineKeepsItsBeginning() {
        std::vector<double> values;
        for (int epoch = 1; epoch <= 30; ++epoch) values.push_back(epoch == 17 ? 900 : 1.0 / epoch);
        const DataRange range = kept({lineOf(values)});
        QCOMPARE(range.high, 0.5);  // but the first epoch
        QCOMPARE(range.low, 1.0 / 30);
        // Too few to say what is usual.
        QCOMPARE(kept({lineOf({0.3, 900, 0.29, 0.28})}).high, 900.0);
    }

    void whatDoesNotSquashTheRestIsShown() {
        std::vector<double> memory(500, 100);
        memory[250] = 250;
        QCOMPARE(kept({lineOf(memory)}, true).high, 250.0);
        memory[250] = 9000;
        QCOMPARE(kept({lineOf(memory)}, true).high, 100.0);
        QCOMPARE(kept({lineOf(std::vector<double>(50, 7))}).low, 7.0);
        // Nothing but zeros says what is usual.
        std::vector<double> saturated(500, 0);
        saturated[100] = 0.4;
        QCOMPARE(kept({lineOf(saturated)}, true).high, 0.4);
    }

    void noCurveAndNoEndIsCutAway() {
        std::vector<double> diverging(1000, 1);
        for (std::size_t i = 0; i < diverging.size(); ++i)
            diverging[i] +=
                0.1 * std::sin(static_cast<double>(i)) + (i >= 970 ? std::exp(0.4 * static_cast<double>(i - 970)) : 0);
        QCOMPARE(kept({lineOf(diverging)}).high, diverging.back());
        QCOMPARE(kept({lineOf(std::vector<double>(800, 1)), lineOf(std::vector<double>(20, 1000), Qt::red)}).high,
                 1000.0);
        // Also one of the same colour
        QCOMPARE(kept({lineOf(std::vector<double>(800, 1)), lineOf(std::vector<double>(20, 1000))}).high, 1000.0);
        std::vector<double> first(1000, 1);
        first[0] = 1e6;  // one step is no beginning
        QCOMPARE(kept({lineOf(first)}).high, 1.0);
    }

    void aLogAxisCountsDecades() {
        std::vector<double> values;
        for (int i = 0; i < 400; ++i)
            values.push_back(i == 200 ? 1e12 : i == 201 ? -1 : std::pow(10.0, -1 - (i % 100) / 100.0));
        const DataRange range = kept({lineOf(values)}, false, true);
        QVERIFY(range.low > 0.009 && range.high <= 0.1);
        values[200] = 1;  // one decade more is worth its room
        QCOMPARE(kept({lineOf(values)}, false, true).high, 1.0);
    }

    void theEdgeSaysWhatLiesOutside() {
        Theme theme;
        ChartContent content;
        ChartLine line = lineOf({1, 2, 3, 50, 3, -40, 4}, Qt::red);
        line.name = "train";
        content.lines = {line};
        content.x = {0, 6, false}, content.y = {0, 10, false};
        const ChartGeometry g = squareGeometry();
        QVERIFY(edgeMarks(content, g).empty());  // a range that was chosen cuts off what it wants
        content.outliersMarked = true;
        const auto marks = edgeMarks(content, g);
        QCOMPARE(marks.size(), std::size_t{2});
        QVERIFY(marks[0].kind == EdgeMark::Kind::Above && marks[0].at == QPointF(120, 20) &&
                marks[0].colour == QColor(Qt::red));
        QVERIFY(marks[1].kind == EdgeMark::Kind::Below && marks[1].text.contains("40.00"));
        QVERIFY2(markText(content, theme, g, {122, 24}).contains("train: 50.00 at 3"),
                 qPrintable(markText(content, theme, g, {122, 24})));
        QVERIFY(markText(content, theme, g, {122, 100}).isEmpty());
        content.hidden = {true};
        QVERIFY(edgeMarks(content, g).empty());
    }

    void theFirstStepsLeaveAtTheTop() {
        // From 10 to 0.1 in the first 1 %, then slowly to 0.05.
        std::vector<double> values;
        for (int i = 0; i < 1000; ++i) values.push_back(i < 10 ? 10 * std::pow(0.01, i / 10.0) : 0.1 - 0.00005 * i);
        for (const bool logarithmic : {false, true}) {
            QCOMPARE(kept({lineOf(values)}, false, logarithmic).high, values[20]);
            QCOMPARE(kept({lineOf(values)}, false, logarithmic).low, values.back());
        }
        // A level that it is held against stays in sight.
        ChartLine level = lineOf({0.3, 0.3}, Qt::gray);
        level.x = {0, 999};
        QCOMPARE(kept({lineOf(values), level}, false, true).high, 0.3);
        // What begins no higher than it goes on, and what has just begun, is whole.
        std::vector<double> flat(1000, 1);
        flat[0] = 1.1, flat[500] = 1.3;
        QCOMPARE(kept({lineOf(flat)}).high, 1.3);
        QCOMPARE(kept({lineOf({9, 3, 2, 1})}).high, 9.0);
    }

    void marksOfEndsAreApart() {
        Theme theme;
        ChartContent content;
        for (const double end : {5.0, 5.1, 5.05, 0.1, 9.9}) {
            ChartLine line = lineOf({5, 5, end});
            line.mark = QStringLiteral("#%1").arg(end);
            content.lines.push_back(line);
        }
        content.x = {0, 2, false}, content.y = {0, 10, false};
        const ChartGeometry g = squareGeometry();
        const auto marks = endMarks(content, theme, g);
        QCOMPARE(marks.size(), std::size_t{5});
        for (std::size_t i = 1; i < marks.size(); ++i) QVERIFY(marks[i].y - marks[i - 1].y >= 16 - 1e-9);
        QCOMPARE(marks[0].line->mark, QString("#9.9"));
        QCOMPARE(marks[1].line->mark, QString("#5.1"));  // in the order of their ends
        QCOMPARE(marks[3].line->mark, QString("#5"));
        QVERIFY(marks[4].y <= g.plot.bottom() && std::abs(marks[4].y - g.yPixel(content, 0.1)) < 1);
        // About the middle of their ends, each as near to its own as the others let it.
        QVERIFY(std::abs(marks[2].y - g.yPixel(content, 5.05)) < 1);
        for (const EndMark& mark : marks) QCOMPARE(mark.end, g.yPixel(content, mark.line->y.back()));
        // One that is set, such as a baseline, has none where the axis does not reach it.
        content.lines[4].isSet = true, content.y.high = 9;
        QCOMPARE(endMarks(content, theme, g).size(), std::size_t{4});
        content.hidden = {true};
        QCOMPARE(endMarks(content, theme, g).size(), std::size_t{3});
    }

    void theBestEpochAndTheComingStopAreLines() {
        Theme theme;
        ChartContent content;
        content.lines = {lineOf({1, 2, 3, 4, 5, 6, 7})};
        content.x = {0, 6, false}, content.y = {0, 10, false};
        using Kind = ChartMarker::Kind;
        content.markers = {{1, "paused", Kind::Change}, {3, "best", Kind::Best}, {5, "stops here", Kind::Stop}};
        const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 500, 240));
        const auto labels = markerLabels(content, theme, g);
        QCOMPARE(labels.size(), std::size_t{2});
        QVERIFY(labels[0].box.left() > g.xPixel(content, 1));   // what was, to the right of its line
        QVERIFY(labels[1].box.right() < g.xPixel(content, 5));  // what comes, to the left
        QCOMPARE(markText(content, theme, g, {g.xPixel(content, 3) + 2, 60}), QString("best"));
        QCOMPARE(markText(content, theme, g, {g.xPixel(content, 5) + 2, 60}), QString("stops here"));
        QImage image(500, 240, QImage::Format_RGB32);
        image.fill(theme.palette().surface);
        QPainter painter(&image);
        paintChart(painter, content, theme, g);
        painter.end();
        const auto inkAt = [&](double x) {
            int hits = 0;
            for (int y = 60; y < 80; ++y)
                hits += isAbout(image.pixelColor(static_cast<int>(g.xPixel(content, x)), y), theme.palette().surface)
                            ? 0
                            : 1;
            return hits;
        };
        QVERIFY(inkAt(1) >= 8 && inkAt(1) <= 12);  // 2 on, 2 off
        QVERIFY(inkAt(5) >= 8 && inkAt(5) <= 12);
        QCOMPARE(inkAt(3), 20);
        QVERIFY(chartSummary(content).contains("stops here"));
    }

    /// By the clock, at the place where the training stood: it is none of its seconds.
    void aPauseIsAMark() {
        RunView run;
        const auto state = [&run](RunState now, std::int64_t step, double seconds, double wall) {
            run.take(RunEvent{StateChange{now}, step, 1, seconds, wall});
        };
        state(RunState::Running, 0, 0, 1000);
        state(RunState::Paused, 10, 5, 1005);
        state(RunState::Paused, 11, 5, 1010);  // a single step
        state(RunState::Running, 11, 5, 1017);
        state(RunState::Paused, 20, 9, 1021);
        state(RunState::Running, 20, 9, 1021.2);  // too short to be seen
        QCOMPARE(runMarkers(run, XAxis::Step).size(), std::size_t{1});
        const ChartMarker pause = runMarkers(run, XAxis::Seconds).front();
        QCOMPARE(pause.label, QStringLiteral("paused %1").arg(formatDuration(12)));
        QCOMPARE(pause.x, 5.0);
        QVERIFY(pause.kind == ChartMarker::Kind::Change);
        state(RunState::Paused, 30, 12, 1030);
        QCOMPARE(runMarkers(run, XAxis::Step).back().label, QStringLiteral("paused"));
        run.take(RunEvent{RunEnd{RunState::Interrupted}, 30, 1, 12, 1090});
        QCOMPARE(runMarkers(run, XAxis::Step).back().label, QStringLiteral("paused %1").arg(formatDuration(60)));
        QCOMPARE(run.summary.seconds, 0.0);
    }

    void theMarksOfARunCanBeSwitchedOff() {
        Theme theme;
        auto run = std::make_shared<RunView>();
        for (int step = 1; step <= 20; ++step) {
            run->take(MetricSample{MetricId::TrainLoss, 0, step, step / 5.0, step * 0.5, 1e9 + step, 1.0 / step});
            run->take(MetricSample{MetricId::SamplesPerSecond, 0, step, step / 5.0, step * 0.5, 1e9 + step, 100});
        }
        run->take(eventAt(NewBest{0.25}, 5));
        run->take(eventAt(RunMarker{}, 8));
        run->take(eventAt(NewBest{0.25}, 10));
        run->take(eventAt(SavedCheckpoint{"", CheckpointReason::Epoch}, 10));
        const auto markers = runMarkers(*run, XAxis::Step);
        QCOMPARE(markers.size(), std::size_t{2});
        QVERIFY(markers[0].kind == ChartMarker::Kind::Change);
        QVERIFY(markers[1].kind == ChartMarker::Kind::Best && markers[1].x == 10);  // only the last one
        ChartGrid grid(theme);
        grid.setRun(run);
        grid.resize(1200, 800);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        LineChart* chart = grid.chart("loss");
        QTRY_VERIFY(chart->textSummary().contains("best epoch: 2"));
        Dashboard plain = grid.dashboard();
        plain.marks = false;
        grid.setDashboard(plain);
        QVERIFY(!chart->textSummary().contains("best epoch"));
    }

    void aTrainingAxisGrowsByAQuarterAtMost() {
        // To where early stopping can end it first, from the beginning; a new best moves that on by one.
        QCOMPARE(trainingEnd(13, 0, 0.5, 13), 13.0);
        QCOMPARE(trainingEnd(13, 0, 1, 14), 14.0);
        QCOMPARE(trainingEnd(31, 0, 30, 42), 38.75);  // a late best: not all at once
        QCOMPARE(trainingEnd(38.75, 0, 30, 42), 42.0);
        // Without one it shows what there is, and grows up to the plan.
        double shown = -1, most = 1;
        for (double now = 20; now <= 60; ++now) {
            const double end = trainingEnd(shown, 0, now, 60);
            QVERIFY(end >= now && end <= 60 + 1e-9);
            if (shown > 0) most = std::max(most, end / shown);
            shown = end;
        }
        QCOMPARE(shown, 60.0);
        QVERIFY2(most <= 1.25 + 1e-9, qPrintable(QString::number(most)));
        QCOMPARE(trainingEnd(-1, 0, 8, std::nan("")), 10.0);
    }

    void earlyStoppingSaysWhereItCanEnd() {
        RunView run;
        ExperimentConfig& config = run.summary.config.edit();
        config.earlyStop = 3, config.epochs = 30;
        run.plan.stepsPerEpoch = 5, run.live = true;
        for (int step = 1; step <= 20; ++step)
            run.take(MetricSample{MetricId::TrainLoss, 0, step, step / 5.0, step * 0.5, 1e9, 1.0 / step});
        QCOMPARE(earliestStop(run, XAxis::Step), 15.0);
        run.take(eventAt(NewBest{0.25}, 20));
        QCOMPARE(earliestStop(run, XAxis::Epoch), 7.0);
        QCOMPARE(earliestStop(run, XAxis::Step), 35.0);
        QCOMPARE(earliestStop(run, XAxis::Seconds), 17.5);
        QVERIFY(runMarkers(run, XAxis::Step).front().kind == ChartMarker::Kind::Stop);
        config.epochs = 7;  // there it ends anyway
        QVERIFY(std::isnan(earliestStop(run, XAxis::Step)));
        config.epochs = 30, run.live = false;
        QVERIFY(std::isnan(earliestStop(run, XAxis::Step)));
        QCOMPARE(runMarkers(run, XAxis::Step).size(), std::size_t{1});
    }
};

QTEST_MAIN(TestChartMarks)
#include "tst_chart_marks.moc"
