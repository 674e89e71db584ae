// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in a chart: readable over lines, out of their way, and never wider than its room.
#include "charts/chart_labels.h"
#include "charts/chart_paint.h"
#include "charts/line_chart.h"

#include <QImage>
#include <QTest>
#include <cmath>
#include <map>

using namespace gatelab;

namespace {

double luminance(const QColor& colour) {
    const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// WCAG 2 contrast ratio.
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

ChartLine line(const QColor& colour, std::vector<double> x, std::vector<double> y) {
    ChartLine made;
    made.name = "a", made.colour = colour, made.x = std::move(x), made.y = std::move(y);
    return made;
}

/// The plot full of lines of one colour, one below the other.
ChartContent fullOf(const QColor& colour) {
    ChartContent content;
    content.x = {0, 10, false}, content.y = {0, 10, false};
    for (int i = 0; i <= 600; ++i) content.lines.push_back(line(colour, {0, 10}, {i / 60.0, i / 60.0}));
    return content;
}

QImage painted(const ChartContent& content, const Theme& theme, const ChartGeometry& geometry) {
    QImage image(geometry.whole.size().toSize(), QImage::Format_RGB32);
    image.fill(theme.palette().surface);
    QPainter painter(&image);
    paintChart(painter, content, theme, geometry);
    return image;
}

QColor commonest(const QImage& image, const QRect& area) {
    std::map<QRgb, int> counts;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x) ++counts[image.pixel(x, y)];
    return QColor(std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                      return a.second < b.second;
                  })->first);
}

int namedTicks(const ChartGeometry& geometry) {
    return static_cast<int>(std::count_if(geometry.xTicks.begin(), geometry.xTicks.end(),
                                          [](const ChartTick& tick) { return !tick.label.isEmpty(); }));
}

std::vector<const ChartPoint*> addresses(const std::vector<ChartPoint>& points) {
    std::vector<const ChartPoint*> all;
    for (const ChartPoint& point : points) all.push_back(&point);
    return all;
}

ChartPoint named(const char* label, const char* tag = "") {
    return {0, 0, QString::fromLatin1(label), {}, 0, QString::fromLatin1(tag)};
}

}  // namespace

class TestChartLabels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreReadableOverLines() {
        Theme theme;
        for (const Appearance look : {Appearance::Light, Appearance::Dark, Appearance::HighContrast}) {
            theme.setAppearance(look);
            const Palette& p = theme.palette();
            std::vector<QColor> inks(p.runs.begin(), p.runs.end());
            inks.push_back(p.text);
            for (const QColor& ink : inks) {
                ChartContent content = fullOf(ink);
                content.lines[300].spread = {QPointF()};  // said at the bottom left
                const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 500, 300));
                const QImage image = painted(content, theme, g);
                const int x = static_cast<int>(g.plot.left()), y = static_cast<int>(g.plot.bottom());
                const QColor ground = commonest(image, QRect(x + 10, y - 14, 80, 9));
                QVERIFY2(contrast(p.muted, ground) >= 4.5,
                         qPrintable(QStringLiteral("%1 over %2").arg(p.muted.name(), ground.name())));
            }
        }
    }

    void noMarkerRunsThroughALabel() {
        Theme theme;
        ChartContent content;
        content.x = {0, 100, false}, content.y = {0, 10, false};
        content.lines = {line(theme.palette().text, {0, 100}, {1, 1})};
        content.markers = {{20, "a long label"}};
        const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 600, 300));
        const QRect label(static_cast<int>(g.xPixel(content, 20)) + 4, static_cast<int>(g.strip.top()) + 1, 50, 13);
        const QImage alone = painted(content, theme, g).copy(label);
        content.markers.push_back({24, {}});
        QVERIFY(label.contains(QPoint(static_cast<int>(g.xPixel(content, 24)), label.center().y())));
        const QColor ground = commonest(alone, alone.rect()), axis = theme.palette().axis;
        const QImage both = painted(content, theme, g).copy(label);
        const int column = static_cast<int>(g.xPixel(content, 24)) - label.left();
        for (int y = 1; y < both.height() - 1; ++y)
            if (alone.pixelColor(column, y) == ground)
                QVERIFY2(contrast(both.pixelColor(column, y), ground) < contrast(axis, ground) / 2,
                         qPrintable(QString::number(y)));
    }

    void theNameOfXStandsOutsideThePlot() {
        const Theme theme;
        ChartContent content;
        content.x = {0, 500, false}, content.y = {0, 1, false};
        content.lines = {line(Qt::black, {0, 500}, {0, 0})};
        content.xLabel = "seconds";
        const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 500, 300));
        QVERIFY(!g.xTitle.isEmpty() && !g.xTitle.intersects(g.plot) && g.whole.contains(g.xTitle));
        QVERIFY(namedTicks(g) >= 2);
        const QFontMetricsF metrics(theme.font(11));
        for (const ChartTick& tick : g.xTicks)
            if (!tick.label.isEmpty())
                QVERIFY2(g.xPixel(content, tick.value) + metrics.horizontalAdvance(tick.label) / 2 < g.xTitle.left(),
                         qPrintable(tick.label));
        // Numbers come before the name.
        content.xLabel = QString(40, 'w');
        const ChartGeometry narrow = layOutChart(content, theme, QRectF(0, 0, 300, 200));
        QVERIFY(namedTicks(narrow) >= 2);
        content.xLabel.clear();
        QVERIFY(layOutChart(content, theme, QRectF(0, 0, 500, 300)).xTitle.isEmpty());
    }

    /// Where an axis has a label at each of few values, none of them gives way.
    void eachOfFewValuesKeepsItsLabel() {
        const Theme theme;
        for (const int width : {260, 500, 1000}) {
            ChartContent content;
            content.x = {7, 33, false}, content.y = {0, 1, false};
            content.lines = {line(Qt::black, {8, 32}, {0, 0})};
            content.xLabel = "Hidden size";
            content.xCounted = true;
            content.xSet = {{8, "8"}, {16, "16"}, {32, "32"}};
            const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, width, 300));
            QCOMPARE(namedTicks(g), 3);
            QVERIFY(!g.xTitle.isEmpty() && g.whole.contains(g.xTitle));
            const QFontMetricsF metrics(theme.font(11));
            for (const ChartTick& tick : g.xTicks) {
                const double half = metrics.horizontalAdvance(tick.label) / 2, at = g.xPixel(content, tick.value);
                QVERIFY2(g.xTitle.bottom() <= g.plot.bottom() || at + half <= g.xTitle.left() ||
                             at - half >= g.xTitle.right(),
                         qPrintable(QStringLiteral("%1 at %2").arg(tick.label).arg(width)));
            }
        }
    }

    /// While a run goes on, its axis ends anywhere: the name of x stands behind all numbers.
    void theNameOfXStandsBehindTheNumbersOfAGrowingAxis() {
        const Theme theme;
        const QFontMetricsF metrics(theme.font(11));
        for (int steps = 395; steps < 440; ++steps) {
            ChartContent content;
            content.x = {1, static_cast<double>(steps), false}, content.y = {0, 1, false};
            content.lines = {line(Qt::black, {1, static_cast<double>(steps)}, {0, 0})};
            content.xLabel = "step";
            content.xCounted = true;
            const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 500, 300));
            for (const ChartTick& tick : g.xTicks)
                if (!tick.label.isEmpty() && tick.value < steps)
                    QVERIFY2(
                        g.xPixel(content, tick.value) + metrics.horizontalAdvance(tick.label) / 2 < g.xTitle.left(),
                        qPrintable(QString::number(steps)));
        }
    }

    void hugeNumbersNeedNoMoreRoom() {
        Theme theme;
        const auto width = [&](double value) {
            LineChart chart(theme, "Loss", "MSE");
            chart.setXLabel("step");
            chart.setLines({line(Qt::black, {0, 1}, {value, value / 3}), line(Qt::red, {0, 1}, {-value, value})});
            chart.setTitle("Throughput", QStringLiteral("samples/s, %1 steps/s").arg(formatNumber(value)));
            chart.resize(300, 220);
            chart.show();
            [&] { QTRY_VERIFY(!chart.redrawPending()); }();
            chart.setCursor(0);
            chart.setPin(1);
            chart.grab();
            return std::pair(chart.minimumSizeHint().width(), chart.sizeHint().width());
        };
        QCOMPARE(width(-1.7976931e308 / 4), width(1));
        for (const double value : {1.7976931e308, -1.7976931e308, 1.2345678e-300, 123456789012345678.0})
            QVERIFY2(formatNumber(value).size() <= 12, qPrintable(formatNumber(value)));
    }

    void aLoneNameStandsAboveItsPoint() {
        const auto boxes = placeLabels({{200, 100}}, {{80, 16}}, QRectF(0, 0, 400, 300));
        QCOMPARE(boxes.front(), QRectF(160, 77, 80, 16));
    }

    void namesOfACrowdDoNotTouch() {
        const QRectF plot(40, 8, 600, 300);
        std::vector<QPointF> points;
        std::vector<QSizeF> sizes;
        for (int i = 0; i < 12; ++i) {
            points.emplace_back(300 + 3 * (i % 4), 100 + 2 * i);
            sizes.emplace_back(60 + 7 * (i % 5), 16);
        }
        const auto boxes = placeLabels(points, sizes, plot);
        int placed = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].isEmpty()) continue;
            ++placed;
            QVERIFY(plot.contains(boxes[i]));
            for (const QPointF& point : points) QVERIFY(!boxes[i].contains(point));
            for (std::size_t k = 0; k < i; ++k) QVERIFY(!boxes[k].intersects(boxes[i]));
        }
        QVERIFY2(placed >= 6, qPrintable(QString::number(placed)));
    }

    void withoutRoomThereIsNoName() {
        QVERIFY(placeLabels({{10, 10}}, {{80, 16}}, QRectF(0, 0, 40, 40)).front().isEmpty());
        QVERIFY(placeLabels({{50, 50}}, {{0, 0}}, QRectF(0, 0, 400, 300)).front().isEmpty());
    }

    void aLonePointHasItsWholeName() {
        const std::vector<ChartPoint> points{named("0 The plain loop", "0"), named("1 Library layer", "1")};
        const auto names = pointNames(addresses(points), {{10, 10}, {100, 10}});
        QCOMPARE(names, (std::vector<QString>{"0 The plain loop", "1 Library layer"}));
    }

    void aCrowdHasItsTags() {
        const std::vector<ChartPoint> points{named("4 a", "4"), named("1 b", "1"), named("5 c", "5"),
                                             named("7 d", "7")};
        const auto names = pointNames(addresses(points), {{100, 100}, {10, 10}, {103, 104}, {96, 99}});
        QCOMPARE(names, (std::vector<QString>{"4, 5, 7", "1 b", "", ""}));
    }

    void withoutTagsItSaysHowMany() {
        const std::vector<ChartPoint> points{named("a"), named("b"), named("c")};
        const auto names = pointNames(addresses(points), {{100, 100}, {103, 104}, {96, 99}});
        QCOMPARE(names, (std::vector<QString>{"a and 2 more", "", ""}));
    }

    /// A row of points, each near the next one, is no crowd.
    void aRowHasSeveralNames() {
        std::vector<ChartPoint> points;
        std::vector<QPointF> at;
        for (int i = 0; i < 30; ++i) points.push_back(named("n", "n")), at.emplace_back(10 * i, 50);
        const auto names = pointNames(addresses(points), at);
        for (std::size_t i = 0, last = 0; i < names.size(); ++i) {
            if (names[i].isEmpty()) continue;
            QVERIFY(i == 0 || at[i].x() - at[last].x() >= 16);
            QVERIFY(i - last <= 2);
            last = i;
        }
    }

    void aPointWithoutANameIsInNoCrowd() {
        const std::vector<ChartPoint> points{named(""), named("b", "2")};
        QCOMPARE(pointNames(addresses(points), {{100, 100}, {101, 100}}), (std::vector<QString>{"", "b"}));
    }
};

QTEST_MAIN(TestChartLabels)
#include "tst_chart_labels.moc"
