// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/charts/chart_content.cpp, ui/charts/chart_header.cpp, ui/charts/chart_paint.cpp,
// ui/charts/chart_scale.cpp, ui/charts/chart_legend.cpp.
#include "charts/chart_content.h"
#include "charts/chart_header.h"
#include "charts/chart_legend.h"
#include "charts/chart_paint.h"
#include "pages/data/series_header.h"

#include <QDateTime>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

const double kNaN = std::nan("");

ChartLine makeLine(const QString& name, std::vector<double> x, std::vector<double> y, QColor colour = Qt::black) {
    ChartLine line;
    line.name = name, line.colour = colour, line.x = std::move(x), line.y = std::move(y);
    return line;
}

/// Dark pixels of a line painted alone, black on white.
QImage drawn(const ChartLine& line, const ChartScale& x, const ChartScale& y) {
    ChartContent content;
    content.x = x, content.y = y;
    QImage image(220, 120, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    ChartGeometry geometry;
    geometry.whole = geometry.plot = QRectF(10, 10, 200, 100);
    paintLine(painter, content, geometry, line, false);
    return image;
}

bool inked(const QImage& image, int x, int y) {
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            if (qGray(image.pixel(x + dx, y + dy)) < 200) return true;
    return false;
}

bool columnEmpty(const QImage& image, int x) {
    for (int y = 0; y < image.height(); ++y)
        if (qGray(image.pixel(x, y)) < 250) return false;
    return true;
}

}  // namespace

class TestChartParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ticksAreRoundAndFew();
    void logTicksLabelDecades();
    void emptyChartInventsNoNumbers();
    void aDotOnTheEdgeIsWhole();
    void titleKeepsItsWidth();
    void coursesOfColumnsKeepExtremesAndGaps();
    void timeTicksFallOnRoundTimes();
    void niceScaleHoldsTheData_data();
    void niceScaleHoldsTheData();
    void gapBreaksTheLineAndALonePointIsADot();
    void valuesNotAboveZeroBreakALogLine();
    void farPointsKeepTheSlope();
    void legendShowsValuesAndHidesLines();
    void aHatchIsABoxInTheLegend();
    void namesGiveWayToFigures();
    void aNameComesBackIntoFreeSpace();
    void aLongZigzagIsDrawnThroughEveryExtreme_data();
    void aLongZigzagIsDrawnThroughEveryExtreme();
    void theNearestLineIsHit();
    void theBoxAtTheCursorIsSorted();
};

void TestChartParts::ticksAreRoundAndFew() {
    for (const double scale : {1e-6, 0.03, 1.0, 7.7, 12345.0, 3e9}) {
        for (const double offset : {0.0, -3.3, 100.0}) {
            const double low = offset * scale, high = low + scale * 2.7;
            const auto ticks = linearTicks(low, high, 5);
            QVERIFY2(ticks.size() >= 2 && ticks.size() <= 8, qPrintable(QString::number(ticks.size())));
            for (std::size_t i = 0; i < ticks.size(); ++i) {
                QVERIFY(ticks[i].value >= low - 1e-9 * scale && ticks[i].value <= high + 1e-9 * scale);
                if (i > 0) QVERIFY(ticks[i].label != ticks[i - 1].label);
            }
        }
    }
    // One number is no scale, however few are wanted.
    for (const double high : {0.11, 0.19, 0.21, 0.38, 0.49, 0.51, 0.9}) {
        QVERIFY2(linearTicks(0, high, 1).size() >= 2, qPrintable(QString::number(high)));
        QVERIFY2(linearTicks(-0.03, high - 0.03, 2).size() >= 2, qPrintable(QString::number(high)));
        QVERIFY2(linearTicks(0.37, 0.37 + high, 1).size() >= 2, qPrintable(QString::number(high)));
    }
    QCOMPARE(linearTicks(0, 0.5, 5)[1].label, QString("0.1"));
    QCOMPARE(linearTicks(0, 2400, 5)[1].label, QString("500"));
    QVERIFY(linearTicks(1, 1, 5).empty());
    QVERIFY(linearTicks(kNaN, 1, 5).empty());
    QVERIFY(linearTicks(1e300, 1e300 * (1 + 1e-15), 5).size() < 100);
}

void TestChartParts::logTicksLabelDecades() {
    QStringList labels;
    for (const ChartTick& tick : logTicks(0.08, 1.5, 5))
        if (!tick.label.isEmpty()) labels << tick.label;
    QCOMPARE(labels, (QStringList{"0.1", "0.2", "0.5", "1"}));
    labels.clear();
    for (const ChartTick& tick : logTicks(1e-9, 1e3, 4))
        if (!tick.label.isEmpty()) labels << tick.label;
    QVERIFY(labels.size() >= 3 && labels.size() <= 6);
    QVERIFY(logTicks(0, 1, 5).empty());
    // No range may show a single number.
    for (const double low : {0.13, 0.62, 0.9, 1.1, 2.3, 6.0}) {
        for (const double factor : {1.5, 2.2, 3.2, 5.0, 9.0, 30.0}) {
            const auto ticks = logTicks(low, low * factor, 5);
            const auto named =
                std::count_if(ticks.begin(), ticks.end(), [](const ChartTick& tick) { return !tick.label.isEmpty(); });
            QVERIFY2(named >= 2 && named <= 12,
                     qPrintable(QStringLiteral("%1 to %2: %3").arg(low).arg(low * factor).arg(named)));
        }
    }
}

void TestChartParts::emptyChartInventsNoNumbers() {
    const Theme theme;
    ChartContent content;
    QVERIFY(layOutChart(content, theme, QRectF(0, 0, 600, 300)).yTicks.empty());
    content.lines.push_back(makeLine("a", {0, 1}, {kNaN, kNaN}));
    QVERIFY(layOutChart(content, theme, QRectF(0, 0, 600, 300)).xTicks.empty());
    content.lines.push_back(makeLine("b", {0, 1}, {0, 1}));
    QVERIFY(layOutChart(content, theme, QRectF(0, 0, 600, 300)).xTicks.size() > 1);
}

void TestChartParts::aDotOnTheEdgeIsWhole() {
    const Theme theme;
    for (const auto style : {ChartLine::Style::Smooth, ChartLine::Style::Dots}) {
        ChartContent content;
        content.lines.push_back(makeLine("first epoch", {1}, {0.5}));
        content.lines.front().style = style;
        content.lines.front().colour = Qt::red;
        content.x = {1, 10, false}, content.y = {0, 1, false};
        const QRectF whole(0, 0, 400, 200);
        const ChartGeometry geometry = layOutChart(content, theme, whole);
        const auto drawn = [&] {
            QImage image(400, 200, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintChart(painter, content, theme, geometry);
            return image;
        };
        const int x = static_cast<int>(geometry.plot.left()), y = static_cast<int>(geometry.plot.center().y());
        const auto red = [&](int column) {
            const QColor c = drawn().pixelColor(column, y);
            return c.red() > c.green() + 60;
        };
        QVERIFY(red(x - 1) && red(x + 1));
        content.x = {1.2, 10, false};  // what lies outside stays outside
        QVERIFY(!red(x - 1) && !red(x + 1));
    }
}

void TestChartParts::titleKeepsItsWidth() {
    Theme theme;
    QWidget chart;
    ChartHeader header(theme, &chart);
    header.setTitle(QStringLiteral("Forecast against truth"), QStringLiteral("a long unit that may be cut"));
    header.setActive(true);
    const auto* title = header.findChild<QLabel*>();
    const auto buttons = header.findChildren<QToolButton*>();
    QCOMPARE(buttons.size(), 7);
    const auto shown = [&] {
        return std::count_if(buttons.begin(), buttons.end(),
                             [](const QToolButton* button) { return button->isVisible(); });
    };
    chart.resize(800, 40);
    chart.show();
    for (const int width : {700, 260, 700}) {
        header.resize(width, 32);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY2(title->width() >= title->sizeHint().width(), qPrintable(QString::number(width)));
        QCOMPARE(static_cast<int>(shown()), width == 700 ? 6 : 1);
    }
    // What the menu offers is what the buttons do.
    header.resize(260, 32);
    QSignalSpy triggered(&header, &ChartHeader::triggered);
    QMenu* menu = buttons.last()->menu();
    Q_EMIT menu->aboutToShow();
    QVERIFY(menu->actions().size() >= 6);
    menu->actions().first()->trigger();
    QCOMPARE(triggered.size(), 1);
    QCOMPARE(triggered.first().first().value<ChartHeader::Tool>(), ChartHeader::Tool::Fit);
    QTest::mouseDClick(&header, Qt::LeftButton, {}, title->geometry().center());
    QCOMPARE(triggered.takeLast().first().value<ChartHeader::Tool>(), ChartHeader::Tool::Full);
    // What the page has added stays whole: a number that is cut is another number.
    auto* added = new QLabel(QStringLiteral("window 1 435 of 2 869"));
    header.addWidget(added);
    added->show();
    header.resize(added->sizeHint().width() + 150, 32);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QVERIFY(added->width() >= added->sizeHint().width());
    QVERIFY2(title->width() < title->sizeHint().width() && title->text().endsWith(QChar(0x2026)),
             qPrintable(title->text()));
}

void TestChartParts::coursesOfColumnsKeepExtremesAndGaps() {
    std::vector<double> values(1000, 1.0);
    values[123] = -7, values[777] = 9;
    for (std::size_t i = 500; i < 540; ++i) values[i] = kNaN;
    const auto pieces = SeriesHeader::piecesOf(values, 50);
    QCOMPARE(pieces.size(), std::size_t{50});
    QCOMPARE(pieces[6].least, -7.0);
    QCOMPARE(pieces[38].most, 9.0);
    QVERIFY(std::abs(pieces[38].mean - (19 + 9) / 20.0) < 1e-12);
    QVERIFY(pieces[25].least > pieces[25].most);  // a gap
    QCOMPARE(SeriesHeader::piecesOf(std::vector<double>{3}, 50).size(), std::size_t{1});
    QVERIFY(SeriesHeader::piecesOf({}, 50).empty());
}

void TestChartParts::timeTicksFallOnRoundTimes() {
    const auto at = [](const char* text) {
        return static_cast<double>(QDateTime::fromString(text, Qt::ISODate).toSecsSinceEpoch());
    };
    const auto hours = timeTicks(at("2023-06-04T01:30:00Z"), at("2023-06-04T13:00:00Z"), 6);
    QVERIFY(hours.size() >= 4);
    for (const ChartTick& tick : hours) QCOMPARE(std::fmod(tick.value, 3600), 0.0);
    const auto years = timeTicks(at("2023-01-01T00:00:00Z"), at("2024-12-31T00:00:00Z"), 8);
    int strong = 0;
    for (const ChartTick& tick : years) strong += tick.strong;
    QCOMPARE(strong, 2);
    QCOMPARE(years.front().label, QString("Jan 2023"));
    const auto parts = timeTicks(at("2023-06-04T01:30:00Z") + 0.1, at("2023-06-04T01:30:02Z"), 5);
    QVERIFY(parts.size() >= 3);
    QVERIFY2(parts[1].label.startsWith("01:30:0") && parts[1].label.size() == 10, qPrintable(parts[1].label));
    QVERIFY2(parts[0].label.startsWith("4 Jun 2023 01:30:00."), qPrintable(parts[0].label));
    QVERIFY(timeText(at("2023-06-04T01:30:00Z") + 0.25, 2).endsWith("01:30:00.250"));
}

void TestChartParts::niceScaleHoldsTheData_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("usual") << 0.2 << 0.9;
    QTest::newRow("negative") << -5.0 << -4.5;
    QTest::newRow("constant") << 7.0 << 7.0;
    QTest::newRow("zero") << 0.0 << 0.0;
    QTest::newRow("tiny") << 1e-12 << 2e-12;
    QTest::newRow("huge") << -1e200 << 1e200;
}

void TestChartParts::niceScaleHoldsTheData() {
    QFETCH(double, low);
    QFETCH(double, high);
    for (const bool fromZero : {false, true}) {
        const ChartScale scale = niceScale(low, high, false, fromZero);
        QVERIFY(scale.low <= low && scale.high >= high && scale.high > scale.low);
        if (fromZero) QVERIFY(scale.low <= 0 && scale.high >= 0);
        // Steady: asked again with the same or a little less, it stays.
        QCOMPARE(steadyScale(scale, low, high, false, fromZero).high, niceScale(low, high, false, fromZero).high);
    }
    if (low > 0) {
        const ChartScale scale = niceScale(low, high, true, false);
        QVERIFY(scale.low > 0 && scale.low <= low && scale.high >= high && scale.high / scale.low > 2.9);
    }
}

void TestChartParts::gapBreaksTheLineAndALonePointIsADot() {
    // 0..10 in x over 200 px: 20 px a unit.
    const ChartLine line = makeLine("a", {0, 1, 2, 3, 4, 5, 6, 8, 9}, {5, 5, kNaN, 5, INFINITY, 5, 5, 5, 5});
    const QImage image = drawn(line, {0, 10, false}, {0, 10, false});
    QVERIFY(inked(image, 20, 60));
    QVERIFY(columnEmpty(image, 50));  // the gap at 2
    QVERIFY(inked(image, 70, 60));    // the lone point at 3
    QVERIFY(columnEmpty(image, 80));
    QVERIFY(columnEmpty(image, 100));  // Inf at 4
    QVERIFY(inked(image, 140, 60));    // 6 to 8 is no gap
}

void TestChartParts::valuesNotAboveZeroBreakALogLine() {
    const ChartLine line = makeLine("a", {0, 1, 2, 3, 4, 5}, {1, 1, 0, -3, 1, 1});
    const QImage image = drawn(line, {0, 5, false}, {0.1, 10, true});
    QVERIFY(inked(image, 30, 60));
    QVERIFY(columnEmpty(image, 90));
    QVERIFY(columnEmpty(image, 130));
    QVERIFY(inked(image, 190, 60));
}

void TestChartParts::farPointsKeepTheSlope() {
    // A line through the middle from far outside: y = x scaled to 1e9 pixels each way.
    const ChartLine line = makeLine("a", {-1e9, 1e9}, {-1e9, 1e9});
    const QImage image = drawn(line, {-1, 1, false}, {-1, 1, false});
    QVERIFY(inked(image, 110, 60));
    QVERIFY(inked(image, 60, 85));
    QVERIFY(inked(image, 160, 35));
    QVERIFY(!inked(image, 60, 35));
}

void TestChartParts::legendShowsValuesAndHidesLines() {
    ChartContent content;
    content.lines = {makeLine("train", {0, 10, 20}, {1, 2, 3}, Qt::red), makeLine("", {0, 10}, {1, 2}, Qt::red),
                     makeLine("valid", {0, 20}, {5, kNaN}, Qt::blue)};
    Theme theme;
    ChartLegend legend(content, theme, nullptr);
    QCOMPARE(legend.valueText(0), QString("3.000"));
    QCOMPARE(legend.valueText(2), QString("5.000"));  // the last finite one
    content.cursor = 11;
    QCOMPARE(legend.valueText(0), QString("2.000"));
    content.pinned = 1;
    QVERIFY(legend.valueText(0).contains("+1.00"));
    legend.resize(400, 20);
    legend.grab();
    QTest::mouseClick(&legend, Qt::LeftButton, {}, {8, 10});
    QVERIFY(!content.shows(0) && !content.shows(1) && content.shows(2));
}

void TestChartParts::aHatchIsABoxInTheLegend() {
    const auto rows = [](bool isHatched) {
        ChartLine line = makeLine("a", {0, 1}, {1, 1});
        line.isHatched = isHatched, line.style = ChartLine::Style::Silent;
        QImage image(30, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintSample(painter, line, {6, 10});
        painter.end();
        int inkedRows = 0;
        for (int y = 0; y < image.height(); ++y) {
            bool isInked = false;
            for (int x = 0; x < image.width(); ++x) isInked |= qGray(image.pixel(x, y)) < 200;
            inkedRows += isInked ? 1 : 0;
        }
        return inkedRows;
    };
    QCOMPARE(rows(false), 1);
    QCOMPARE(rows(true), 9);
}

/// A name gives way to figures, and only where there is no room: the last ones to the number of a run first. It is no
/// "+1" as long as it is there.
void TestChartParts::namesGiveWayToFigures() {
    ChartContent content;
    content.lines = {makeLine("#31 LSTM 64", {0, 1}, {1, 2}, Qt::red),
                     makeLine("#4 GRU 16", {0, 1}, {1, 2.5}, Qt::green),
                     makeLine("a baseline", {0, 1}, {5, 1234.5}, Qt::blue)};
    content.lines[0].mark = "#31", content.lines[1].mark = "#4";
    Theme theme;
    ChartLegend legend(content, theme, nullptr);
    const auto widthAt = [&](double width) {
        QPixmap picture(1000, 20);
        QPainter painter(&picture);
        return legend.paint(painter, {0, 0, width, 20});
    };
    constexpr double kBehind = 14;  // the gap to a name that does not follow
    const double whole = widthAt(1000) - kBehind;
    QVERIFY(std::abs(widthAt(whole + 1) - kBehind - whole) < 1e-6);
    QCOMPARE(legend.wholeWidth(), static_cast<int>(std::ceil(whole + kBehind)));
    const double one = widthAt(whole - 2) - kBehind;  // the last run that has a number
    const double brief = widthAt(one - 2) - kBehind;  // with numbers
    const QFontMetricsF names(theme.font(12));
    const auto shorter = [&](const char* name, const char* mark) {
        return names.horizontalAdvance(name) - names.horizontalAdvance(mark);
    };
    QVERIFY(std::abs(whole - one - shorter("#4 GRU 16", "#4")) < 1e-6);
    QVERIFY2(std::abs(whole - brief - shorter("#31 LSTM 64", "#31") - shorter("#4 GRU 16", "#4")) < 1e-6,
             qPrintable(QStringLiteral("%1 to %2").arg(whole).arg(brief)));
    QVERIFY(!content.crowded);
    const double cut = widthAt(brief - 20) - kBehind;  // the last of the names goes whole, its figure stays
    QVERIFY2(!content.crowded && std::abs(brief - cut - names.horizontalAdvance("a baseline")) < 1e-6,
             qPrintable(QStringLiteral("%1 to %2").arg(brief).arg(cut)));
    widthAt(brief - 150);
    QVERIFY(content.crowded);
}

/// A short name that went first stands again beside what the longer ones have left.
void TestChartParts::aNameComesBackIntoFreeSpace() {
    const QString longest = QStringLiteral("the seasonal naive forecast"), middle = QStringLiteral("some epoch"),
                  last = QStringLiteral("x");
    ChartContent content;
    for (const QString& name : {longest, middle, last})
        content.lines.push_back(makeLine(name, {0, 1}, {1, 2}, Qt::red));
    Theme theme;
    ChartLegend legend(content, theme, nullptr);
    QPixmap picture(1000, 20);
    QPainter painter(&picture);
    const auto widthAt = [&](double width) { return legend.paint(painter, {0, 0, width, 20}) - 14; };
    const QFontMetricsF names(theme.font(12));
    const double whole = widthAt(1000);
    const double lack = names.horizontalAdvance(longest) + names.horizontalAdvance(last) + 10;
    const double used = widthAt(whole - lack);
    QVERIFY(std::abs(whole - used - names.horizontalAdvance(longest) - names.horizontalAdvance(middle)) < 1e-6);
}

void TestChartParts::aLongZigzagIsDrawnThroughEveryExtreme_data() {
    QTest::addColumn<int>("others");
    QTest::newRow("few points: smooth edges") << 0;
    QTest::newRow("a crowd: hard edges") << 60;
}

/// Buckets two pixels apart, as a million steps give; in one of them a spike of one step, in another a jump.
void TestChartParts::aLongZigzagIsDrawnThroughEveryExtreme() {
    QFETCH(int, others);
    ChartContent content;
    content.x = {0, 100, false}, content.y = {0, 10, false};
    ChartLine line = makeLine("a", {}, {});
    for (int i = 0; i < 100; ++i) {
        const double base = i < 70 ? 2 : 7;
        line.x.insert(line.x.end(), {double(i), double(i)});
        line.y.insert(line.y.end(), {base, i == 40 ? 9.5 : base + 0.5});
    }
    content.lines.assign(static_cast<std::size_t>(1 + others), line);
    QImage image(220, 120, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    ChartGeometry g;
    g.whole = g.plot = QRectF(10, 10, 200, 100);
    paintLine(painter, content, g, line, false);
    painter.end();
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        const int x = qRound(g.xPixel(content, line.x[i])), y = qRound(g.yPixel(content, line.y[i]));
        QVERIFY2(inked(image, std::clamp(x, 1, 218), y),
                 qPrintable(QStringLiteral("value %1 at %2").arg(line.y[i]).arg(line.x[i])));
    }
    // The jump is joined, and nothing is drawn where there is nothing.
    QVERIFY(inked(image, qRound(g.xPixel(content, 69.5)), qRound(g.yPixel(content, 5))));
    QVERIFY(!inked(image, qRound(g.xPixel(content, 20)), qRound(g.yPixel(content, 5))));
    QVERIFY(!inked(image, qRound(g.xPixel(content, 90)), qRound(g.yPixel(content, 3))));
}

void TestChartParts::theNearestLineIsHit() {
    ChartContent content;
    content.x = {0, 10, false}, content.y = {0, 10, false};
    ChartGeometry g;
    g.whole = g.plot = QRectF(0, 0, 100, 100);
    ChartLine low = makeLine("low", {0, 10}, {1, 1}), dots = makeLine("dots", {2, 5, kNaN}, {8, 8, 8});
    low.key = "low", dots.key = "dots", dots.style = ChartLine::Style::Dots;
    content.lines = {low, makeLine("no key", {0, 10}, {5, 5}), dots};
    QCOMPARE(hitLine(content, g, {50, 88}).key, "low");
    QCOMPARE(hitLine(content, g, {52, 22}).key, "dots");
    QCOMPARE(hitLine(content, g, {52, 22}).index, 1);
    QVERIFY(hitLine(content, g, {35, 20}).key.isEmpty());  // between dots there is no line
    QVERIFY(hitLine(content, g, {50, 50}).key.isEmpty());
    QVERIFY(hitLine(content, g, {500, 90}).key.isEmpty());
    content.hidden = {true};
    QVERIFY(hitLine(content, g, {50, 88}).key.isEmpty());
    content.highlight = "dots";
    QVERIFY(content.steppedBack(low) && !content.steppedBack(dots));
}

void TestChartParts::theBoxAtTheCursorIsSorted() {
    Theme theme;
    ChartContent content;
    content.x = {0, 10, false}, content.y = {0, 10, false};
    for (int k = 0; k < 14; ++k)
        content.lines.push_back(makeLine(QStringLiteral("run %1").arg(k), {0, 10}, {double(k), double(k)}));
    content.cursor = 5, content.pointer = true;
    ChartGeometry g;
    g.whole = QRectF(0, 0, 400, 400), g.plot = QRectF(0, 0, 400, 380);
    const auto picture = [&] {
        QImage image(400, 400, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintTooltip(painter, content, theme, g);
        return image;
    };
    QImage blank(400, 400, QImage::Format_RGB32);
    blank.fill(Qt::white);
    QCOMPARE(picture(), blank);  // the legend holds them all
    content.crowded = true;
    QVERIFY(picture() != blank);
    const QImage before = picture();
    std::reverse(content.lines.begin(), content.lines.end());
    QCOMPARE(picture(), before);  // by value, not by place
    content.pointer = false;
    QCOMPARE(picture(), blank);  // only where the pointer is
}

QTEST_MAIN(TestChartParts)
#include "tst_chart_parts.moc"
