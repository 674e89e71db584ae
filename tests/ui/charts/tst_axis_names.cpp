// SPDX-License-Identifier: GPL-3.0-or-later
// An axis of things: every one has its name, whatever the room.
#include "charts/chart_marks.h"
#include "charts/chart_paint.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;

namespace {

ChartContent barsOf(int count) {
    static const QString names[] = {"The plain loop",
                                    "Fused gates",
                                    "Library layer",
                                    "Data on the device",
                                    "Batches gathered at once",
                                    "No synchronisation per step",
                                    "Fused optimiser",
                                    "Measured number of threads",
                                    "Split batches",
                                    "Flush denormals",
                                    "BF16 passes",
                                    "Accumulate",
                                    "Recompute",
                                    "Deterministic"};
    ChartContent content;
    ChartLine bars;
    bars.name = "bars";
    for (int i = 0; i < count; ++i) {
        content.xNames.push_back(names[i]);
        bars.x.push_back(i), bars.y.push_back(1 + i);
    }
    content.lines = {bars};
    content.x = {-0.5, count - 0.5, false}, content.y = {0, count + 1.0, false};
    return content;
}

bool isEveryThingNamed(const ChartContent& content, const ChartGeometry& geometry) {
    const auto named =
        std::ranges::count_if(geometry.xTicks, [](const ChartTick& tick) { return !tick.label.isEmpty(); });
    return named == std::ssize(content.xNames);
}

}  // namespace

class TestAxisNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyBarHasItsName_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("way");
        QTest::newRow("one line") << 3 << 900 << static_cast<int>(AxisNames::Way::Line);
        QTest::newRow("lines") << 6 << 900 << static_cast<int>(AxisNames::Way::Lines);
        QTest::newRow("upright") << 14 << 500 << static_cast<int>(AxisNames::Way::Upright);
    }
    void everyBarHasItsName() {
        QFETCH(int, count);
        QFETCH(int, width);
        QFETCH(int, way);
        const Theme theme;
        const ChartContent content = barsOf(count);
        const ChartGeometry geometry = layOutChart(content, theme, QRectF(0, 0, width, 240));
        QCOMPARE(static_cast<int>(geometry.names.way), way);
        QVERIFY(isEveryThingNamed(content, geometry));
        QVERIFY(geometry.plot.height() > 60);
        QVERIFY(geometry.plot.bottom() + geometry.names.height <= geometry.whole.bottom());
        // All of it is ink below the plot, none of it outside.
        QImage image(geometry.whole.size().toSize(), QImage::Format_RGB32);
        image.fill(theme.palette().surface);
        QPainter painter(&image);
        paintChart(painter, content, theme, geometry);
        painter.end();
        const QRgb ground = QColor(theme.palette().surface).rgb();
        for (int i = 0; i < count; ++i) {
            const int middle = static_cast<int>(geometry.xPixel(content, i)),
                      reach = static_cast<int>(geometry.plot.width()) / count / 2;
            bool isInk = false;
            for (int x = std::max(0, middle - reach); x < std::min(image.width(), middle + reach); ++x)
                for (int y = static_cast<int>(geometry.plot.bottom()) + 6; y < image.height(); ++y)
                    isInk = isInk || image.pixel(x, y) != ground;
            QVERIFY2(isInk, qPrintable(content.xNames[static_cast<std::size_t>(i)]));
        }
    }

    void theNameOfTheAxisTakesNoNamesPlace_data() { everyBarHasItsName_data(); }
    void theNameOfTheAxisTakesNoNamesPlace() {
        QFETCH(int, count);
        QFETCH(int, width);
        const Theme theme;
        ChartContent content = barsOf(count);
        content.xLabel = QStringLiteral("taken for");
        const ChartGeometry geometry = layOutChart(content, theme, QRectF(0, 0, width, 240));
        QVERIFY(isEveryThingNamed(content, geometry));
        QVERIFY(!geometry.xTitle.isEmpty() && geometry.whole.contains(geometry.xTitle));
        QVERIFY(geometry.plot.bottom() + std::max(geometry.names.height, QFontMetricsF(theme.font(11)).height()) <=
                geometry.xTitle.top());
    }

    void aPointSaysItsNameUnderThePointer() {
        const Theme theme;
        ChartContent content;
        content.lines = {ChartLine{}};
        content.lines.front().x = {1, 2}, content.lines.front().y = {1, 2};
        content.x = {0, 3, false}, content.y = {0, 3, false};
        content.points = {{1, 1, "first", {}}, {2, 2, "second", {}}};
        const ChartGeometry geometry = layOutChart(content, theme, QRectF(0, 0, 500, 300));
        QCOMPARE(markText(content, theme, geometry, {geometry.xPixel(content, 2) + 3, geometry.yPixel(content, 2) - 3}),
                 QStringLiteral("second"));
        QCOMPARE(markText(content, theme, geometry, {geometry.xPixel(content, 1.5), geometry.yPixel(content, 2.5)}),
                 QString());
    }
};

QTEST_MAIN(TestAxisNames)
#include "tst_axis_names.moc"
