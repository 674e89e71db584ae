// SPDX-License-Identifier: GPL-3.0-or-later
// Which values are written beside an axis of a parallel plot.
// Holds ui/charts/parallel/parallel_painter.cpp.
#include "charts/parallel/parallel_plot.h"

#include <QtTest>
#include <algorithm>

using namespace gatelab;

class TestParallelTicks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fewValuesAreTheTicks() {
        Theme theme;
        ParallelPlot plot(theme);
        plot.resize(600, 400);
        const auto show = [&plot](const std::vector<double>& values) {
            std::vector<ParallelLine> lines;
            for (const double value : values) lines.push_back({QString::number(lines.size()), Qt::red, {value, 1}});
            plot.setContent({{QStringLiteral("hidden size"), {}, false, true}, {QStringLiteral("loss")}}, lines);
        };
        const auto labels = [&plot] {
            QStringList labels;
            for (const ChartTick& tick : plot.ticks(0))
                if (!tick.label.isEmpty()) labels << tick.label;
            return labels;
        };
        show({64, 32, 32});
        QCOMPARE(labels(), QStringList({QStringLiteral("32"), QStringLiteral("64")}));
        // Of many, or of few that would lie over one another, round numbers are written.
        show({1, 2, 3, 4, 5, 6, 7.5});
        QVERIFY(!labels().contains(formatNumber(7.5)) && labels().size() > 1);
        show({1, 1000, 1001});
        QVERIFY(!labels().contains(formatNumber(1001)) && labels().size() > 1);
    }

    void aChosenLineLiesOverAllOthers() {
        Theme theme;
        ParallelPainter painter(theme);
        painter.size = {600, 400};
        painter.set({{QStringLiteral("a")}, {QStringLiteral("b")}},
                    {{QStringLiteral("1"), Qt::red, {1, 2}, true}, {QStringLiteral("2"), Qt::blue, {2, 1}}});
        const std::vector<ParallelStroke> strokes = painter.strokes();
        QCOMPARE(strokes.back().colour, QColor(Qt::red));
        QCOMPARE(strokes.back().width, 2.0);
        QCOMPARE(strokes.front().width, 1.0);
        // Outside a range it is one of those outside.
        painter.brushes[0] = std::pair(1.5, 3.0);
        QCOMPARE(painter.strokes().size(), std::size_t{2});
        QCOMPARE(painter.strokes().back().width, 1.0);
    }

    void settingsAreWrittenAsTheyWereSet() {
        Theme theme;
        ParallelPlot plot(theme);
        plot.resize(600, 400);
        const std::vector<ParallelLine> lines = {{QStringLiteral("a"), Qt::red, {1, 1}},
                                                 {QStringLiteral("b"), Qt::red, {0.25, 2}}};
        plot.setContent({{QStringLiteral("clip"), {}, false, false, true}, {QStringLiteral("loss")}}, lines);
        const auto written = [&plot](std::size_t axis, const QString& text) {
            return std::ranges::any_of(plot.ticks(axis), [&](const ChartTick& tick) { return tick.label == text; });
        };
        QVERIFY(written(0, QStringLiteral("1")) && written(0, QStringLiteral("0.25")));
        QVERIFY(written(1, formatNumber(1)));
    }
};

QTEST_MAIN(TestParallelTicks)
#include "tst_parallel_ticks.moc"
