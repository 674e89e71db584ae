// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart writes: every sample and nothing else, and drawings that stay within their axes.
#include "charts/chart_export.h"
#include "charts/chart_legend.h"
#include "charts/chart_paint.h"
#include "charts/data/metric_lines.h"
#include "models/chart_table.h"
#include "runs/run_view.h"

#include <QRegularExpression>
#include <QtTest>
#include <cmath>

using namespace gatelab;

namespace {

const double kNaN = std::nan("");

MetricSample sampleAt(MetricId id, int step, double value, std::uint16_t piece = 0) {
    return {id, piece, step, step / 5.0, step * 0.5, 1e9 + step, value};
}

/// The corners of all shapes that are stroked or filled with a colour.
QPolygonF cornersOf(const QByteArray& svg, const char* colour) {
    static const QRegularExpression kShape("(?:points|\\bd)=\"([^\"]*)\""),
        kPoint("(-?[0-9.]+(?:e[+-]?[0-9]+)?),(-?[0-9.]+(?:e[+-]?[0-9]+)?)");
    QPolygonF corners;
    for (const QString& group : QString::fromUtf8(svg).split(QStringLiteral("<g "))) {
        if (!group.contains(QLatin1String(colour))) continue;
        for (auto shape = kShape.globalMatch(group); shape.hasNext();)
            for (auto point = kPoint.globalMatch(shape.next().captured(1)); point.hasNext();) {
                const auto match = point.next();
                corners << QPointF(match.captured(1).toDouble(), match.captured(2).toDouble());
            }
    }
    return corners;
}

}  // namespace

class TestChartExport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsNoNumberIsWrittenToo() {
        ChartLine line;
        line.name = "a", line.x = {1, 2, 3, 4, 5}, line.y = {0.5, kNaN, -kNaN, INFINITY, -INFINITY};
        QCOMPARE(chartCsv({line}, "step", 1, 0), QByteArray("step,a\n1,0.5\n2,nan\n3,nan\n4,inf\n5,-inf\n"));
    }

    void namesAreCellsOfTheirOwn() {
        ChartLine line;
        line.x = {1}, line.y = {0.5};
        line.name = QStringLiteral("a, \"b\"");
        ChartLine formula = line;
        formula.name = QStringLiteral("=1+1");  // no spreadsheet is to reckon with it
        QCOMPARE(chartCsv({line, formula}, "step", 1, 0), QByteArray("step,\"a, \"\"b\"\"\",'=1+1\n1,0.5,0.5\n"));
    }

    void aGapBetweenPiecesIsNoSample() {
        MetricStore store;
        for (int step = 1; step <= 3; ++step) store.add(sampleAt(MetricId::TrainLoss, step, step));
        store.add(sampleAt(MetricId::TrainLoss, 3, kNaN, 1));
        store.add(sampleAt(MetricId::TrainLoss, 4, 7, 1));
        for (const bool mean : {false, true}) {
            const MetricSeries& series = store.series(MetricId::TrainLoss);
            const ChartLine line = mean ? meanLine(series, XAxis::Step, 1, 0, kEverySample, false)
                                        : metricLine(series, XAxis::Step, 1, 0, kEverySample, false);
            QCOMPARE(line.x, (std::vector<double>{1, 2, 3, 3, 4}));
            QVERIFY(std::isnan(line.y[3]));
        }
        QCOMPARE(metricLine(store.series(MetricId::TrainLoss), XAxis::Step, 2, 3, kEverySample, false).x,
                 (std::vector<double>{2, 3, 3}));
    }

    void stepsAndLevelsAreNoSamples() {
        RunView run;
        run.summary.config.edit().clipNorm = 0.5;
        for (int step = 1; step <= 10; ++step)
            run.take(sampleAt(MetricId::TrainLoss, step, 1)), run.take(sampleAt(MetricId::GradientNorm, step, step));
        run.take(sampleAt(MetricId::LearningRate, 1, 1e-3));
        run.take(sampleAt(MetricId::LearningRate, 6, 1e-4));
        const auto lines = [&run](const char* chart, int pixels) {
            return metricLines(*findChartRow(chart), run, lightPalette(), XAxis::Step, 1, 0, pixels);
        };
        QCOMPARE(lines("learning-rate", kEverySample)[0].x, (std::vector<double>{1, 6}));
        QCOMPARE(lines("learning-rate", 400)[0].x, (std::vector<double>{1, 6, 6, 10}));
        QCOMPARE(lines("gradient", kEverySample).size() + 1, lines("gradient", 400).size());
        ForecastPreview preview;
        preview.originRow = 100, preview.epoch = 1, preview.past = {1, 2}, preview.truth = {3, 4},
        preview.forecast = {3.5, 4.5};
        run.preview = preview;
        QCOMPARE(previewLines(run, lightPalette(), kEverySample)[1].x, (std::vector<double>{101, 102}));
        QCOMPARE(previewLines(run, lightPalette(), 400)[1].x, (std::vector<double>{100, 101, 102}));
    }

    void theRecordHasWhatWasDropped() {
        RunView shown, recorded;
        shown.metrics.setSmoothing(0.5);
        shown.dropped = 3;
        for (int step = 1; step <= 10; ++step) {
            recorded.take(sampleAt(MetricId::TrainLoss, step, step));
            if (step < 5 || step > 7) shown.take(sampleAt(MetricId::TrainLoss, step, step));
        }
        shown.complete(std::move(recorded));
        const MetricSeries& series = shown.metrics.series(MetricId::TrainLoss);
        QCOMPARE(series.size(), std::size_t{10});
        QCOMPARE(shown.dropped, std::uint64_t{0});
        QCOMPARE(shown.metrics.smoothing(), 0.5);
        QVERIFY(series.smoothed(9) > 8.5);  // and so wide
    }

    void aZoomedDrawingStaysWithinItsAxes_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("line") << static_cast<int>(ChartLine::Style::Plain);
        QTest::newRow("thick") << static_cast<int>(ChartLine::Style::Smooth);
        QTest::newRow("dashes") << static_cast<int>(ChartLine::Style::Dashed);
        QTest::newRow("band") << static_cast<int>(ChartLine::Style::Band);
    }

    void aZoomedDrawingStaysWithinItsAxes() {
        QFETCH(int, kind);
        Theme theme;
        ChartContent content;
        ChartLine line;
        line.style = static_cast<ChartLine::Style>(kind);
        line.colour = QColor(0xFF0000);
        for (int i = 0; i <= 400; ++i) {
            line.x.insert(line.x.end(), {i * 0.05, i * 0.05});
            line.y.insert(line.y.end(), {-3.0, 3.0 + std::sin(i)});
        }
        if (line.isArea()) {
            line.y.assign(line.x.size(), -5);
            line.y2.assign(line.x.size(), 5);
        }
        content.lines = {line};
        content.x = {8, 12, false}, content.y = {-1, 1, false};
        ChartLegend legend(content, theme, nullptr);
        const QSize size(600, 400);
        const QByteArray svg = chartPicture(content, legend, theme, size).bytes("svg", 1);
        const QPolygonF corners = cornersOf(svg, "#ff0000");
        QVERIFY(corners.size() >= 4);
        const QRectF plot = layOutChart(content, theme, chartArea(size)).plot.adjusted(-1.5, -1.5, 1.5, 1.5);
        for (const QPointF& corner : corners)
            QVERIFY2(plot.contains(corner), qPrintable(QStringLiteral("%1, %2").arg(corner.x()).arg(corner.y())));
    }
};

QTEST_MAIN(TestChartExport)
#include "tst_chart_export.moc"
