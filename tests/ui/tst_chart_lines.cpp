// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_paint.h"

#include <QImage>
#include <QtTest>

using namespace gatelab;

namespace {

ChartLine makeLine(const QString& name, std::vector<double> x, std::vector<double> y) {
    ChartLine line;
    line.name = name, line.colour = Qt::black, line.x = std::move(x), line.y = std::move(y);
    return line;
}

/// Something dark at a pixel or beside it.
bool inked(const QImage& image, int x, int y) {
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            if (qGray(image.pixel(x + dx, y + dy)) < 200) return true;
    return false;
}

}  // namespace

class TestChartLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCrowdedSteepLineHasNoHoles();
    void distantSamplesAreALineNotAWedge();
    void aBandWithoutALowerEndReachesDown();
};

/// A live run: buckets much narrower than a pixel, because the axis shows all the planned steps.
void TestChartLines::aCrowdedSteepLineHasNoHoles() {
    ChartContent content;
    content.x = {0, 100, false}, content.y = {0, 100, false};
    ChartLine line = makeLine("a", {}, {});
    for (int i = 0; i < 48; ++i) {
        line.x.insert(line.x.end(), {10 + i * 0.04, 10 + i * 0.04});
        line.y.insert(line.y.end(), {99.0 - 2 * i, 98.5 - 2 * i});
    }
    line.style = ChartLine::Style::Smooth;
    content.lines = {line};
    QImage image(220, 220, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    ChartGeometry g;
    g.whole = g.plot = QRectF(10, 10, 200, 200);
    paintLine(painter, content, g, line, false);
    painter.end();
    for (double y = 5; y < 98; y += 0.5) {
        const int row = qRound(g.yPixel(content, y)), column = qRound(g.xPixel(content, 10 + (99 - y) / 2 * 0.04));
        QVERIFY2(inked(image, column, row), qPrintable(QStringLiteral("a hole at %1").arg(y)));
    }
}

/// On a log axis a zigzag begins with few samples far apart.
void TestChartLines::distantSamplesAreALineNotAWedge() {
    ChartContent content;
    content.x = {0, 100, false}, content.y = {0, 100, false};
    ChartLine line = makeLine("a", {0, 40}, {90, 20});
    for (int i = 41; i < 100; ++i) {
        line.x.insert(line.x.end(), {double(i), double(i)});
        line.y.insert(line.y.end(), {18.0, 22.0});
    }
    content.lines = {line};
    QImage image(220, 220, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    ChartGeometry g;
    g.whole = g.plot = QRectF(10, 10, 200, 200);
    paintLine(painter, content, g, line, false);
    painter.end();
    const auto at = [&](double x, double y) { return inked(image, qRound(g.xPixel(content, x)), qRound(g.yPixel(content, y))); };
    QVERIFY(at(20, 55));
    QVERIFY(!at(20, 60) && !at(20, 50) && !at(10, 60) && !at(30, 50));
    QVERIFY(at(70, 18) && at(70, 22));
}

void TestChartLines::aBandWithoutALowerEndReachesDown() {
    ChartContent content;
    content.x = {0, 10, false}, content.y = {0.1, 10, true};
    ChartLine band = makeLine("b", {0, 10}, {-3, -3});
    band.style = ChartLine::Style::Band, band.y2 = {5, 5}, band.colour = Qt::black;
    content.lines = {band};
    QImage image(120, 120, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    ChartGeometry g;
    g.whole = g.plot = QRectF(10, 10, 100, 100);
    paintLine(painter, content, g, band, false);
    painter.end();
    QVERIFY(qGray(image.pixel(60, qRound(g.yPixel(content, 1)))) < 250 && qGray(image.pixel(60, 105)) < 250);
    QVERIFY(qGray(image.pixel(60, qRound(g.yPixel(content, 8)))) > 250);
}

QTEST_MAIN(TestChartLines)
#include "tst_chart_lines.moc"
