// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/charts/chart_paint_line.cpp.
#include "charts/chart_paint.h"
#include "charts/data/metric_lines.h"
#include "charts/data/metric_store.h"

#include <QImage>
#include <QtTest>
#include <cmath>

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
    void samplesFarApartAreDots();
    void onlySingleMeasurementsAreSamples();
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
    const auto at = [&](double x, double y) {
        return inked(image, qRound(g.xPixel(content, x)), qRound(g.yPixel(content, y)));
    };
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

/// One value per epoch: each epoch is seen; of many they would only make the line thick.
void TestChartLines::samplesFarApartAreDots() {
    ChartContent content;
    content.x = {0, 100, false}, content.y = {0, 100, false};
    ChartGeometry g;
    g.whole = g.plot = QRectF(10, 10, 200, 200);
    const auto draw = [&](int samples, bool isSampled, ChartLine::Style style = ChartLine::Style::Plain) {
        ChartLine line = makeLine("a", {}, {});
        for (int i = 0; i <= samples; ++i) line.x.push_back(100.0 * i / samples), line.y.push_back(50);
        line.y[1] = std::nan("");
        line.isSampled = isSampled, line.style = style;
        content.lines = {line};
        QImage image(220, 220, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paintLine(painter, content, g, line, false);
        painter.end();
        return image;
    };
    const int row = qRound(g.yPixel(content, 50));
    const auto isDot = [&](const QImage& image, double x) {
        return qGray(image.pixel(qRound(g.xPixel(content, x)), row - 2)) < 230;
    };
    for (const ChartLine::Style style : {ChartLine::Style::Plain, ChartLine::Style::Smooth}) {
        const QImage few = draw(5, true, style);
        for (const double x : {40, 60, 80, 100}) QVERIFY2(isDot(few, x), qPrintable(QString::number(x)));
        for (const double x : {20, 50, 70}) QVERIFY2(!isDot(few, x), qPrintable(QString::number(x)));
    }
    const QImage many = draw(100, true), corners = draw(5, false);
    for (const double x : {40, 60, 80}) QVERIFY(!isDot(many, x) && !isDot(corners, x));
}

void TestChartLines::onlySingleMeasurementsAreSamples() {
    MetricSeries epochs, steps;
    for (int i = 1; i <= 20; ++i)
        epochs.add({MetricId::ValidationLoss, 0, 100 * i, double(i), double(i), 1e9 + i, 1.0 / i});
    for (int i = 1; i <= 5000; ++i) steps.add({MetricId::TrainLoss, 0, i, i / 100.0, double(i), 1e9 + i, std::sin(i)});
    QVERIFY(metricLine(epochs, XAxis::Epoch, 1, 0, 600, false).isSampled);
    QVERIFY(!metricLine(epochs, XAxis::Epoch, 1, 0, 600, true).isSampled);  // a mean was not measured
    QVERIFY(!metricLine(steps, XAxis::Step, 1, 0, 600, false).isSampled);
    QVERIFY(metricLine(steps, XAxis::Step, 100, 140, 600, false).isSampled);
}

QTEST_MAIN(TestChartLines)
#include "tst_chart_lines.moc"
