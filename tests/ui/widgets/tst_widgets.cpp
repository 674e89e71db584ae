// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/charts/series/series_painter.cpp, ui/charts/series/series_plot.cpp, ui/charts/series/series_view.cpp,
// ui/widgets/segments.cpp and ui/widgets/memory_bar.cpp.
#include "charts/histogram.h"
#include "charts/series/series_plot.h"
#include "widgets/architecture/architecture_diagram.h"
#include "widgets/banner.h"
#include "widgets/key_values.h"
#include "widgets/labels/elided_label.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/memory_bar.h"
#include "widgets/segments.h"
#include "widgets/tab_strip.h"
#include "widgets/wheel_guard.h"

#include <QClipboard>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

SeriesPtr makeSeries(int rows, bool timed) {
    auto series = std::make_shared<Series>();
    series->channels = {{"first", "MW", {}}, {"second", "", {}}};
    for (int i = 0; i < rows; ++i) {
        series->channels[0].values.append(i);
        series->channels[1].values.append(i % 7 == 3 ? std::nan("") : std::sin(i * 0.1));
        if (timed)
            series->time.values.push_back(INT64_C(1700000000) * 1000000 +
                                          (i + (i >= 500 ? 100 : 0)) * INT64_C(60) * 1000000);
    }
    if (timed) series->time.stepMicros = INT64_C(60) * 1000000;
    return series;
}

}  // namespace

class TestWidgets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(); }
    void cleanupTestCase() { theme_.reset(); }
    void segmentsChooseOnceByMouseAndKeys();
    void theWheelTurnsNoList();
    void bannerSaysAllAndCloses();
    void keyValuesReuseTheirLabels();
    void keyValuesTakeAnyWidth();
    void wrappedLabelGivesItsWholeText();
    void elidedLabelKeepsTheWholeText();
    void tabStripNamesItsMarks();
    void histogramCountsEveryFiniteValue_data();
    void histogramCountsEveryFiniteValue();
    void memoryBarKnowsWhatFits();
    void diagramChoosesLayers();
    void viewStaysInsideTheData();
    void viewFindsGapsAndRows();
    void bordersKeepGapAndOrder();
    void dragOfABorderSignals();
    void plotsOfNothingAndOfOneRow();
    void onlyChannelsInSightAreWorkedOut();
    void distributionsAreOfTheirParts();

private:
    std::unique_ptr<Theme> theme_;
};

void TestWidgets::segmentsChooseOnceByMouseAndKeys() {
    Segments segments({"Step", "Epoch", "Seconds"});
    segments.show();
    QVERIFY(QTest::qWaitForWindowExposed(&segments));
    QSignalSpy spy(&segments, &Segments::chosen);
    const auto buttons = segments.findChildren<QToolButton*>();
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.last()[0].toInt(), 1);
    buttons[1]->setFocus();
    QTest::keyClick(buttons[1], Qt::Key_Right);
    QCOMPARE(segments.current(), 2);
    QCOMPARE(spy.count(), 2);
    segments.setCurrent(0);
    QCOMPARE(segments.current(), 0);
    QCOMPARE(spy.count(), 2);
}

/// Over a list or a field it goes on to what they lie in.
void TestWidgets::theWheelTurnsNoList() {
    WheelGuard guard;
    qApp->installEventFilter(&guard);
    QWidget panel;
    auto* column = new QVBoxLayout(&panel);
    auto* list = new QComboBox;
    list->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    auto* number = new QSpinBox;
    number->setValue(50);
    column->addWidget(list);
    column->addWidget(number);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.activateWindow();
    const auto isTaken = [](QWidget* over) {
        const QPointF at(5, 5);
        QWheelEvent wheel(at, over->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(over, &wheel);
        return wheel.isAccepted();
    };
    list->setFocus();
    QTRY_VERIFY(list->hasFocus());
    QVERIFY(!isTaken(list) && !isTaken(number));
    QCOMPARE(list->currentIndex(), 0);
    QCOMPARE(number->value(), 50);
    number->setFocus();
    QTRY_VERIFY(number->hasFocus());
    QVERIFY(isTaken(number));
    QCOMPARE(number->value(), 49);
}

void TestWidgets::bannerSaysAllAndCloses() {
    Banner banner(*theme_);
    QVERIFY(banner.isHidden());
    banner.show(Tone::Error, "The file <b> could not be read.", "Line 118 & more.", "Open import");
    QVERIFY(!banner.isHidden());
    QCOMPARE(banner.text(), QString("The file <b> could not be read. Line 118 & more."));
    QSignalSpy action(&banner, &Banner::action), closed(&banner, &Banner::closed);
    banner.findChild<QPushButton*>()->click();
    QCOMPARE(action.count(), 1);
    banner.findChild<QToolButton*>()->click();
    QCOMPARE(closed.count(), 1);
    QVERIFY(banner.isHidden());
}

void TestWidgets::keyValuesReuseTheirLabels() {
    KeyValueList list;
    list.setRows({{"Elapsed", "4:48"}, {"Left", "1:26"}});
    const auto labels = list.findChildren<QLabel*>();
    list.setRows({{"Elapsed", "4:49"}, {"Left", "1:25"}});
    QCOMPARE(list.findChildren<QLabel*>(), labels);
    QCOMPARE(list.value("Elapsed"), QString("4:49"));
    list.setRows({{"Left", "0:10"}});
    QCOMPARE(list.findChildren<QLabel*>().size(), 2);
}

void TestWidgets::keyValuesTakeAnyWidth() {
    KeyValueList list;
    const QString path = "/data/somebody/measurements_of_the_transformer/ETTh1_without_a_space.csv";
    list.setRows({{"Data file that has a rather long name", path}, {"Seed", "7"}});
    QVERIFY(list.minimumSizeHint().width() <= 272);
    QVERIFY(list.heightForWidth(240) > list.heightForWidth(2000));
    list.resize(240, 400);
    list.show();
    const auto fits = [](const QLabel* label) {
        return label->geometry().right() < 240 && label->heightForWidth(label->width()) <= label->height();
    };
    for (const auto* label : list.findChildren<QLabel*>()) QTRY_VERIFY2(fits(label), qPrintable(label->text()));
    QCOMPARE(list.width(), 240);
    QCOMPARE(list.value("Data file that has a rather long name"), path);
}

void TestWidgets::wrappedLabelGivesItsWholeText() {
    WrappedLabel label;
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
    label.setFullText("in /data/somebody/measurements_of_the_transformer");
    label.resize(80, 200);
    label.grab();
    QVERIFY(label.text() != label.fullText());  // broken, invisibly
    label.setSelection(0, static_cast<int>(label.text().size()));
    QApplication::clipboard()->clear();
    QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), label.fullText());
    label.resize(2000, 200);
    label.setSelection(0, 0);
    label.resize(1900, 200);
    label.grab();
    QCOMPARE(label.text(), label.fullText());
    // A number and its per cent sign stay in one line.
    label.setFullText("forecast 1 MiB, measured 2 MiB, +2 %");
    label.resize(80, 200);
    label.grab();
    QVERIFY(label.text().endsWith(QStringLiteral("+2\u00A0%")));
    label.setSelection(0, static_cast<int>(label.text().size()));
    QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), label.fullText());
}

void TestWidgets::elidedLabelKeepsTheWholeText() {
    ElidedLabel label("a name far too long for so little room");
    label.resize(60, 20);
    label.grab();
    QVERIFY(label.text().size() < label.fullText().size());
    QCOMPARE(label.toolTip(), label.fullText());
    label.resize(2000, 20);
    label.grab();
    QCOMPARE(label.text(), label.fullText());
    QVERIFY(label.toolTip().isEmpty());
}

void TestWidgets::tabStripNamesItsMarks() {
    TabStrip strip(*theme_);
    strip.addPage("Data", StateMark::Ready);
    strip.addPage("Model");
    strip.setMark(1, StateMark::Warning);
    QCOMPARE(strip.accessibleTabName(0), QString("Data: ready"));
    QCOMPARE(strip.accessibleTabName(1), QString("Model: warning"));
    strip.resize(400, 40);
    QVERIFY(!strip.grab().isNull());
    QCOMPARE(strip.sizeHint().height(), 40);
}

void TestWidgets::histogramCountsEveryFiniteValue_data() {
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("counted");
    QTest::newRow("none") << QList<double>() << 0.0;
    QTest::newRow("one") << QList<double>{3} << 1.0;
    QTest::newRow("equal") << QList<double>{5, 5, 5} << 3.0;
    QTest::newRow("NaN and Inf") << QList<double>{1, std::nan(""), 2, HUGE_VAL} << 2.0;
    QTest::newRow("ends") << QList<double>{0, 1, 0.5, 1, 0} << 5.0;
}

void TestWidgets::histogramCountsEveryFiniteValue() {
    QFETCH(QList<double>, values);
    QFETCH(double, counted);
    Histogram histogram(*theme_);
    histogram.setValues(std::vector<double>(values.begin(), values.end()));
    double sum = 0;
    for (const double count : histogram.counts()) sum += count;
    QCOMPARE(sum, counted);
    if (counted > 0) QCOMPARE(histogram.edges().size(), histogram.counts().size() + 1);
    QVERIFY(!histogram.grab().isNull());
}

void TestWidgets::memoryBarKnowsWhatFits() {
    MemoryBar bar(*theme_);
    bar.set({{"Weights", 100}, {"Activations", 900}}, 2000);
    QCOMPARE(bar.total(), 1000.0);
    QVERIFY(bar.fits());
    bar.set({{"Activations", 900}}, 500);
    QVERIFY(!bar.fits());
    bar.set({{"Activations", 900}}, std::nan(""));
    QVERIFY(bar.fits());  // not known is not "too little"
    const int tall = bar.sizeHint().height();
    bar.setDetailed(false);
    QVERIFY(bar.sizeHint().height() < tall);
    QVERIFY(!bar.grab().isNull());
}

void TestWidgets::diagramChoosesLayers() {
    ArchitectureDiagram diagram(*theme_);
    QVERIFY(!diagram.grab().isNull());
    ExperimentConfig config;
    config.layers = 2, config.dropout = 0.1, config.bidirectional = true;
    ModelShape shape;
    const Architecture architecture = describeArchitecture(config, shape);
    diagram.set(config, shape, architecture);
    diagram.resize(diagram.sizeHint());
    diagram.grab();
    QSignalSpy spy(&diagram, &ArchitectureDiagram::layerOpened);
    for (int i = 0; i < static_cast<int>(architecture.layers.size()); ++i) {
        const QRectF box = diagram.boxOf(i);
        if (architecture.layers[static_cast<std::size_t>(i)].kind == LayerInfo::Kind::Dropout) {
            QVERIFY(box.isNull());
            continue;
        }
        QVERIFY(QRectF(diagram.rect()).contains(box));
        QTest::mouseClick(&diagram, Qt::LeftButton, {}, box.center().toPoint());
        QCOMPARE(spy.last()[0].toInt(), i);
        QCOMPARE(diagram.selected(), i);
    }
    const auto opened = spy.count();
    QTest::keyClick(&diagram, Qt::Key_Down);
    QCOMPARE(spy.count(), opened);  // walking through the layers leaves the focus where it is
    QTest::keyClick(&diagram, Qt::Key_Return);
    QCOMPARE(spy.count(), opened + 1);
    QCOMPARE(spy.last()[0].toInt(), diagram.selected());
    QVERIFY(diagram.selected() < static_cast<int>(architecture.layers.size()) - 1);
    for (const char* task : {"labelling", "classification", "forecast"})
        for (const std::int64_t lookback : {1, 2, 3, 4, 5, 1000}) {
            config.task = task, config.lookback = lookback;
            diagram.set(config, shape, describeArchitecture(config, shape));
            QVERIFY(!diagram.grab().isNull());
        }
}

void TestWidgets::viewStaysInsideTheData() {
    SeriesView view;
    view.setSeries(makeSeries(1000, false));
    QCOMPARE(view.low(), 0.0);
    QCOMPARE(view.high(), 999.0);
    view.zoom(500, 0.5);
    QVERIFY(std::abs(view.high() - view.low() - 499.5) < 1e-9);
    view.pan(1e9);
    QCOMPARE(view.high(), 999.0);
    for (int i = 0; i < 100; ++i) view.zoom(500, 0.5);
    QVERIFY(view.high() - view.low() >= 3.9);
    view.setRange(std::nan(""), std::nan(""));
    QVERIFY(std::isfinite(view.low()) && view.high() > view.low());
    view.showAll();
    QCOMPARE(view.low(), 0.0);
}

void TestWidgets::viewFindsGapsAndRows() {
    SeriesView view;
    const SeriesPtr series = makeSeries(1000, true);
    view.setSeries(series);
    QVERIFY(view.timed());
    QCOMPARE(view.gaps().size(), std::size_t(1));
    QCOMPARE(view.gaps()[0], (RowRange{499, 500}));
    for (const std::int64_t row : {0, 1, 499, 500, 999}) QCOMPARE(view.rowAt(view.xOfRow(row)), row);
    QCOMPARE(view.rowAt(-1e18), std::int64_t(0));
    QCOMPARE(view.rowAt(1e18), std::int64_t(1000));
    auto unsorted = std::make_shared<Series>(*series);
    std::swap(unsorted->time.values[10], unsorted->time.values[20]);
    view.setSeries(unsorted);
    QVERIFY(!view.timed());  // rows are counted instead
}

void TestWidgets::bordersKeepGapAndOrder() {
    SeriesView view;
    view.setSeries(makeSeries(1000, false));
    view.setSplit({{0, 600}, {610, 800}, {810, 1000}});
    view.moveBorder(0, 500);
    QCOMPARE(view.split(), (Split{{0, 500}, {510, 800}, {810, 1000}}));
    view.moveBorder(0, 5000);
    QVERIFY(view.split().validation.size() >= 1);
    QCOMPARE(view.split().validation.begin - view.split().train.end, std::int64_t(10));
    view.moveBorder(0, -7);
    QCOMPARE(view.split().train.end, std::int64_t(1));
    view.moveBorder(1, 100000);
    QVERIFY(view.split().test.size() >= 1);
    QCOMPARE(view.split().test.end, std::int64_t(1000));
}

/// By the hand, and by keys a day at once.
void TestWidgets::dragOfABorderSignals() {
    SeriesView view;
    SeriesPlot plot(*theme_, view);
    view.setSeries(makeSeries(4000, true));  // a row a minute
    view.setSplit({{0, 2400}, {2400, 3200}, {3200, 4000}});
    plot.resize(1200, 400);
    plot.grab();
    QSignalSpy moved(&view, &SeriesView::splitMoved), changed(&view, &SeriesView::splitChanged);
    // The border is where the cursor says so.
    int x = 180;
    const auto isBorder = [&] {
        QMouseEvent over(QEvent::MouseMove, QPointF(x, 100), plot.mapToGlobal(QPointF(x, 100)), Qt::NoButton,
                         Qt::NoButton, {});
        QApplication::sendEvent(&plot, &over);
        return plot.cursor().shape() == Qt::SplitHCursor;
    };
    while (x < plot.width() && !isBorder()) ++x;
    QVERIFY(x < plot.width());
    QTest::mousePress(&plot, Qt::LeftButton, {}, {x, 100});
    QMouseEvent move(QEvent::MouseMove, QPointF(x - 100, 100), plot.mapToGlobal(QPointF(x - 100, 100)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(&plot, &move);
    QVERIFY(moved.count() >= 1);
    QCOMPARE(changed.count(), 0);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, {x - 100, 100});
    QCOMPARE(changed.count(), 1);
    const std::int64_t end = view.split().train.end;
    QVERIFY(end < 2300);
    QTest::keyClick(&plot, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(view.split().train.end, end - 1);
    QCOMPARE(changed.count(), 2);
    QTest::keyClick(&plot, Qt::Key_Left);
    QCOMPARE(view.split().train.end, end - 1 - 24 * 60);
    QTest::keyClick(&plot, Qt::Key_End);
    QTest::keyClick(&plot, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view.split().validation.end, std::int64_t{3201});
}

void TestWidgets::plotsOfNothingAndOfOneRow() {
    SeriesView view;
    SeriesPlot plot(*theme_, view);
    plot.resize(900, 300);
    for (const int rows : {0, 1, 2, 3, 100000}) {
        view.setSeries(makeSeries(rows, rows % 2 == 0));
        view.setSplit({{0, rows / 2}, {rows / 2, rows}, {}});
        plot.setUses({{true, true}, {false, false, 0.014}});
        plot.setMarks({{SeriesMark::Kind::Outlier, 0, {rows - 1, rows}, {}},
                       {SeriesMark::Kind::Missing, 1, {0, 1}, QStringLiteral("missing 1")},
                       {SeriesMark::Kind::Shift, 1, {rows / 2, rows / 2 + 1}, QStringLiteral("level shift")},
                       {SeriesMark::Kind::Stretch, 7, {0, 1}, {}}});
        QVERIFY(!plot.grab().isNull());
    }
    view.setSeries({});
    QVERIFY(!plot.grab().isNull());
    auto allMissing = std::make_shared<Series>(*makeSeries(50, false));
    for (double& value : allMissing->channels[0].values.edit()) value = std::nan("");
    view.setSeries(allMissing);
    view.setSplit({{0, 30}, {30, 40}, {40, 50}});
    QVERIFY(!plot.grab().isNull());
}

/// As many rows as there is room for, and nothing is done for the others.
void TestWidgets::onlyChannelsInSightAreWorkedOut() {
    auto series = std::make_shared<Series>();
    for (int i = 0; i < 300; ++i) {
        series->channels.push_back({"c" + std::to_string(i), "", {}});
        for (int row = 0; row < 200; ++row) series->channels.back().values.append(std::sin(0.1 * row * (i + 1)));
    }
    SeriesView view;
    SeriesPlot plot(*theme_, view);
    plot.resize(1200, 620);
    view.setSeries(series);
    view.setSplit({{0, 120}, {120, 160}, {160, 200}});
    const auto worked = [&] {
        int count = 0;
        for (std::size_t i = 0; i < 300; ++i) count += view.drawing(i) && view.distribution(i) ? 1 : 0;
        return count;
    };
    const auto inSight = static_cast<int>(plot.shownChannels().size());
    QVERIFY2(inSight >= 5 && inSight <= 11, qPrintable(QString::number(inSight)));
    QTRY_COMPARE(worked(), inSight);
    plot.showChannel(150);
    QVERIFY(std::ranges::count(plot.shownChannels(), std::size_t{150}) == 1);
    QTRY_VERIFY(view.drawing(150) && view.distribution(150));
    QVERIFY(!view.drawing(100) && !view.drawing(299));
    QTRY_COMPARE(worked(), 2 * inSight);
    plot.setChannels({3, 299});
    QTRY_VERIFY(view.drawing(299));
}

void TestWidgets::distributionsAreOfTheirParts() {
    Channel channel{"c", "", {}};
    for (int row = 0; row < 100; ++row) channel.values.append(row < 60 ? 0 : row % 2 ? 1 : std::nan(""));
    Series series;
    series.channels = {channel};
    const auto drawing = drawChannel(series, 0);
    QCOMPARE(drawing->low, 0.0);
    QCOMPARE(drawing->high, 1.0);
    QCOMPARE(drawing->mean, 0.25);  // 20 ones among 80 values
    QVERIFY(std::abs(drawing->deviation - std::sqrt(0.25 * 0.75)) < 1e-9);
    const auto found = distributionOf(channel, *drawing, {{0, 60}, {60, 80}, {80, 100}});
    QCOMPARE(found->train.front(), 1.0);
    QCOMPARE(found->train.back(), 0.0);
    QCOMPARE(found->test.front(), 0.0);
    QCOMPARE(found->test.back(), 1.0);
}

QTEST_MAIN(TestWidgets)
#include "tst_widgets.moc"
