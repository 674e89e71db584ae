// SPDX-License-Identifier: GPL-3.0-or-later
// Layer health on the screen: a curve per layer, histograms over time as a heat map.
#include "charts/chart_paint.h"
#include "pages/train/chart_grid.h"
#include "pages/train/histogram_picker.h"
#include "runs/run_view.h"

#include <QScrollBar>
#include <QTest>
#include <set>
#include <tuple>

using namespace gatelab;

namespace {

RunEvent histogramsAt(std::int64_t step, double low, double high, std::vector<double> gates) {
    return {LayerHistograms{{{"input_weights", 0, low, high, {1, 2, 1, 0}},
                             {"gates", 0, 0, 1, std::move(gates)},
                             {"gates", 1, 0, 1, {4, 0, 0, 4}},
                             {"head_weights", 2, -1, 1, {0, 0, 0, 0}}}},
            step};
}

std::shared_ptr<RunView> watchedRun() {
    auto run = std::make_shared<RunView>();
    for (int step = 1; step <= 10; ++step)
        for (std::uint16_t layer = 0; layer < 2; ++layer)
            for (const MetricId id : {MetricId::UpdateInput, MetricId::UpdateRecurrent, MetricId::Saturation}) {
                MetricSample sample{id, 0, step, step / 5.0, step * 0.5, 1e9 + step, -2.0 - layer};
                sample.layer = layer;
                run->take(sample);
            }
    run->take(histogramsAt(1, -0.5, 0.5, {8, 0, 0, 0}));
    run->take(histogramsAt(5, -1, 1, {4, 2, 0, 1}));
    return run;
}

}  // namespace

class TestLayerCharts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLayerHasItsCurve() {
        const auto run = watchedRun();
        const auto lines = metricLines(*findChartRow("layer-updates"), *run, lightPalette(), XAxis::Step, 1, 0, 400);
        QStringList names;
        for (const ChartLine& line : lines) names << line.name;
        QCOMPARE(names, (QStringList{"layer 1, input weights", "layer 2, input weights", "layer 1, recurrent weights",
                                     "layer 2, recurrent weights", "typical"}));
        QCOMPARE(lines[1].y.front(), -3.0);
        QCOMPARE(lines[0].colour, lines[2].colour);  // colour says which layer
        QVERIFY(lines[0].colour != lines[1].colour && lines[0].style != lines[2].style);
        QCOMPARE(lines[4].y, (std::vector<double>{-3, -3}));
    }

    /// With everything measured at once, as a run has it that went from the processor to a GPU, and as many layers as a
    /// network may have.
    void noTwoLinesOfAChartLookAlike() {
        RunView run;
        for (const Metric& what : metrics())
            for (std::uint16_t layer = 0; layer < (what.perLayer ? 16 : 1); ++layer)
                for (int step = 1; step <= 3; ++step) {
                    MetricSample sample{what.id, 0, step, step / 5.0, step * 0.5, 1e9 + step, 1.0 + layer};
                    sample.layer = layer;
                    run.take(sample);
                }
        for (const Palette& palette : {lightPalette(), darkPalette(), highContrastPalette()})
            for (const ChartRow& row : chartRows()) {
                std::set<std::tuple<QRgb, int, int>> looks;
                for (const ChartLine& line : metricLines(row, run, palette, XAxis::Step, 1, 0, 400)) {
                    if (line.name.isEmpty()) continue;
                    // Without its marker, which only the legend shows.
                    const QPen pen = linePen(line);
                    const bool fresh = looks
                                           .emplace(pen.color().rgba(), static_cast<int>(pen.dashPattern().size()),
                                                    static_cast<int>(10 * pen.dashPattern().value(0)))
                                           .second ||
                                       line.style == ChartLine::Style::Smooth;
                    QVERIFY2(fresh, qPrintable(QStringLiteral("%1: %2").arg(QString::fromUtf8(row.key), line.name)));
                }
            }
        // The colours of parts are those that are told apart without colour vision, each with its marker.
        const auto causes = metricLines(*findChartRow("memory-causes"), run, lightPalette(), XAxis::Step, 1, 0, 400);
        QCOMPARE(causes.size(), std::size_t{6});
        for (std::size_t i = 0; i < causes.size(); ++i) {
            QCOMPARE(causes[i].colour, lightPalette().runs[i]);
            QCOMPARE(causes[i].slot, static_cast<int>(i));
        }
    }

    void histogramsAreScaledToTheFullestBin() {
        const auto run = watchedRun();
        const auto kinds = histogramKinds(*run);
        QStringList labels;
        for (const HistogramKind& kind : kinds) labels << kind.label;
        QCOMPARE(labels, (QStringList{"layer 1, input weights", "layer 1, gates", "layer 2, gates", "head, weights"}));
        const auto gates = histogramLines(*run, kinds[1], lightPalette(), XAxis::Step);
        QCOMPARE(gates.size(), std::size_t{1});
        QCOMPARE(gates[0].x, (std::vector<double>{1, 5}));
        QCOMPARE(gates[0].cells[1], (std::vector<double>{1, 0.5, 0, 0.25}));
        QCOMPARE(histogramLines(*run, kinds[0], lightPalette(), XAxis::Step)[0].y2, (std::vector<double>{0.5, 1}));
        // Zeros only: no division by nothing
        QVERIFY(histogramLines(*run, kinds[3], lightPalette(), XAxis::Step)[0].cells[0][0] == 0);
        QVERIFY(histogramLines(*run, {"no such", 0, {}}, lightPalette(), XAxis::Step).empty());
        QVERIFY(histogramKinds(RunView()).empty());
        // A resumed run repeats its steps.
        run->take(histogramsAt(5, -2, 2, {1, 1, 1, 1}));
        QCOMPARE(run->histograms.size(), std::size_t{2});
    }

    void cellsAreWhereTheyBelong() {
        Theme theme;
        LineChart chart(theme, "Histograms", {});
        chart.resize(500, 400);
        ChartLine line;
        line.style = ChartLine::Style::Heat;
        line.x = {0, 10};
        line.y = {0, 0};
        line.y2 = {1, 1};
        line.cells = {{1, 0}, {0, 1}};
        line.ramp = {QColor(Qt::white), QColor(Qt::red)};
        chart.setLines({line});
        chart.setXExtent(0, 20);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QTRY_VERIFY(!chart.redrawPending());
        const QImage image = chart.grab().toImage();
        int quarters[4] = {};
        QPoint least(image.width(), image.height()), most;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == QColor(Qt::red))
                    least = {std::min(least.x(), x), std::min(least.y(), y)},
                    most = {std::max(most.x(), x), std::max(most.y(), y)};
        const QPoint middle = (least + most) / 2;
        for (int y = least.y(); y <= most.y(); ++y)
            for (int x = least.x(); x <= most.x(); ++x)
                quarters[(x > middle.x() ? 1 : 0) + (y > middle.y() ? 2 : 0)] +=
                    image.pixelColor(x, y) == QColor(Qt::red) ? 1 : 0;
        const int area = (most.x() - least.x()) * (most.y() - least.y()) / 4;
        // Low values first, high values later; nothing in the other two corners.
        QVERIFY(area > 2000 && quarters[2] > 0.9 * area && quarters[1] > 0.9 * area);
        QVERIFY(quarters[0] < 0.1 * area && quarters[3] < 0.1 * area);
        QVERIFY(chart.yView().first <= 0.0);
        QVERIFY(chart.yView().second >= 1.0);
    }

    void thePickerKeepsItsChoice() {
        HistogramPicker picker;
        const auto run = watchedRun();
        picker.showRun(run.get());
        QCOMPARE(picker.kind().label, QString("layer 1, gates"));
        QVERIFY(picker.pickLayer(1));
        QCOMPARE(picker.kind().label, QString("layer 2, gates"));
        QVERIFY(picker.pickLayer(2));
        QCOMPARE(picker.currentText(), QString("head, weights"));
        QVERIFY(!picker.pickLayer(7));
        run->take(histogramsAt(9, 0, 1, {1, 2, 3, 4}));
        picker.showRun(run.get());
        QCOMPARE(picker.kind().label, QString("head, weights"));
        picker.showRun(nullptr);
        QVERIFY(picker.kind().what.empty() && picker.isHidden());
    }

    void theChartIsThereOnlyWhenShown() {
        Theme theme;
        ChartGrid grid(theme);
        QVERIFY(!grid.chart("layer-histograms"));
        Dashboard dashboard;
        dashboard.show("layer-histograms", true);
        dashboard.show("layer-saturation", true);
        grid.setDashboard(dashboard);
        grid.resize(900, 500);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_VERIFY(grid.verticalScrollBar()->maximum() > 0);
        grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
        grid.setRun(watchedRun());
        QTRY_VERIFY(!grid.chart("layer-histograms")->redrawPending());
        QVERIFY(grid.chart("layer-histograms")->yView().first <= 0.0);
        QVERIFY(grid.findChild<HistogramPicker*>()->isVisible());
        const QString reported = grid.chart("layer-histograms")->textSummary();
        QVERIFY2(reported.contains(
                     "layer 1, gates: first at 1 from 0 to 1.000, most of it between 0 and 0.2500; last at 5 "),
                 qPrintable(reported));
        dashboard.show("layer-histograms", false);
        grid.setDashboard(dashboard);
        grid.refresh(false);
        QTRY_VERIFY(!grid.findChild<HistogramPicker*>());
    }
};

QTEST_MAIN(TestLayerCharts)
#include "tst_layer_charts.moc"
