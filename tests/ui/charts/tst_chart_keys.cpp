// SPDX-License-Identifier: GPL-3.0-or-later
// Charts without a mouse: zoom, move, cursor, ranges; the menus and help texts that name the keys.
// Holds ui/charts/parallel/parallel_plot.cpp.
#include "charts/line_chart.h"
#include "charts/parallel/parallel_plot.h"
#include "common/language.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QShortcut>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QVBoxLayout>
#include <QtTest>
#include <cmath>

using namespace gatelab;

namespace {

std::unique_ptr<LineChart> shownChart(Theme& theme) {
    auto chart = std::make_unique<LineChart>(theme, "Loss", "MSE");
    ChartLine line;
    line.name = "ramp", line.colour = Qt::black;
    for (int i = 0; i < 100; ++i) line.x.push_back(i), line.y.push_back(2 * i + 1);
    chart->setLines({line});
    chart->resize(500, 320);
    chart->show();
    [&] { QVERIFY(QTest::qWaitForWindowExposed(chart.get())); }();
    [&] { QTRY_VERIFY(!chart->redrawPending() && chart->xView() == std::pair(0.0, 99.0)); }();
    return chart;
}

/// The menu that a right click opens; it goes when it is closed.
QMenu* contextMenu(QWidget& widget) {
    const QList<QMenu*> before = widget.findChildren<QMenu*>();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {10, 10}, widget.mapToGlobal(QPoint(10, 10)));
    QCoreApplication::sendEvent(&widget, &event);
    for (QMenu* menu : widget.findChildren<QMenu*>(Qt::FindDirectChildrenOnly))
        if (!before.contains(menu)) return menu;
    return nullptr;
}

QStringList textsOf(const QMenu& menu) {
    QStringList texts;
    for (const QAction* action : menu.actions()) {
        texts << action->text();
        if (action->menu()) texts << textsOf(*action->menu());
    }
    return texts;
}

}  // namespace

class TestChartKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysZoomAndMoveTheView() {
        const auto chart = shownChart(theme_);
        QSignalSpy viewed(chart.get(), &LineChart::viewChanged);
        QTest::keyClick(chart.get(), Qt::Key_Plus);
        auto [low, high] = chart->xView();
        QVERIFY(std::abs(high - low - 99 * 0.8) < 1e-9 && std::abs(low + high - 99) < 1e-9);
        QTest::keyClick(chart.get(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(std::abs(chart->xView().first - (low + 0.1 * (high - low))) < 1e-9);
        QTest::keyClick(chart.get(), Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(std::abs(chart->xView().first - low) < 1e-9);
        QTest::keyClick(chart.get(), Qt::Key_Minus);
        QVERIFY(std::abs(chart->xView().second - 99) < 1e-9);
        QCOMPARE(viewed.count(), 4);                                    // linked charts follow
        QTest::keyClick(chart.get(), Qt::Key_Plus, Qt::ShiftModifier);  // as on most keyboards
        QTest::keyClick(chart.get(), Qt::Key_Underscore, Qt::ShiftModifier);
        QVERIFY(std::abs(chart->xView().second - 99) < 1e-9);
        QTRY_VERIFY(!chart->redrawPending());
        const auto y = chart->yView();
        QTest::keyClick(chart.get(), Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(std::abs(chart->yView().second - chart->yView().first - 0.8 * (y.second - y.first)) < 1e-9);
        QTest::keyClick(chart.get(), Qt::Key_Down, Qt::ControlModifier);
        QTest::keyClick(chart.get(), Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(std::abs(chart->yView().first - (y.first + 0.1 * (y.second - y.first))) < 1e-9);
        QTest::keyClick(chart.get(), Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(std::abs(chart->yView().first - y.first) < 1e-9);
        QVERIFY(!chart->following());
        QTest::keyClick(chart.get(), Qt::Key_F);
        QVERIFY(chart->following());
    }

    void theCursorMovesAndIsWhatIsZoomedAbout() {
        const auto chart = shownChart(theme_);
        QSignalSpy moved(chart.get(), &LineChart::cursorMoved);
        QTest::keyClick(chart.get(), Qt::Key_End);
        QCOMPARE(moved.last()[0].toDouble(), 99.0);
        QTest::keyClick(chart.get(), Qt::Key_Left);
        QCOMPARE(moved.last()[0].toDouble(), 98.0);
        QTest::keyClick(chart.get(), Qt::Key_Home);
        QCOMPARE(moved.last()[0].toDouble(), 0.0);
        QTest::keyClick(chart.get(), Qt::Key_Plus);
        QVERIFY(std::abs(chart->xView().first) < 1e-9);  // the first sample stays where it was
    }

    void keysActOnTheChartUnderThePointer() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* button = new QPushButton(QStringLiteral("elsewhere"));
        auto* line = new QLineEdit;
        LineChart *first = nullptr, *second = nullptr;
        for (LineChart** chart : {&first, &second}) column->addWidget(*chart = new LineChart(theme_, "Loss", "MSE"));
        column->addWidget(button);
        column->addWidget(line);
        bool isFullWindow = false;
        auto* shortcut = new QShortcut(QKeySequence(Qt::Key_F11), &window);
        connect(shortcut, &QShortcut::activated, this, [&] { isFullWindow = true; });
        window.resize(600, 700);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QSignalSpy full(second, &LineChart::fullSizeRequested);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_L);
        QVERIFY(!first->logY() && !second->logY());
        const auto enter = [](QWidget& chart) {
            QEnterEvent event(QPointF(5, 5), QPointF(5, 5), chart.mapToGlobal(QPointF(5, 5)));
            QCoreApplication::sendEvent(&chart, &event);
        };
        enter(*second);
        QTest::keyClick(button, Qt::Key_L);
        QVERIFY(second->logY() && !first->logY());
        QTest::keyClick(button, Qt::Key_F11);
        QCOMPARE(full.count(), 1);
        QVERIFY(!isFullWindow);
        // Who types means the text, and who has gone on with Tab means what has the focus.
        line->setFocus();
        QTest::keyClick(line, Qt::Key_L);
        QCOMPARE(line->text(), QStringLiteral("l"));
        QVERIFY(second->logY());
        button->setFocus(Qt::TabFocusReason);
        QTest::keyClick(button, Qt::Key_L);
        QVERIFY(second->logY());
        enter(*second);
        QTest::keyClick(button, Qt::Key_L);
        QVERIFY(!second->logY());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(second, &leave);
        QTest::keyClick(button, Qt::Key_L);
        QVERIFY(!second->logY());
        delete second;  // with its filter on
        QTest::keyClick(button, Qt::Key_L);
    }

    void theKeysAreSaid() {
        const auto chart = shownChart(theme_);
        std::unique_ptr<QMenu> menu(contextMenu(*chart));
        QVERIFY(menu);
        const QStringList texts = textsOf(*menu);
        for (const char* key : {"\t+", "\t-", "\tCtrl+Up", "\tShift+Left", "\tShift+Down", "\tHome", "\tF", "\tP"})
            QVERIFY2(!texts.filter(key).isEmpty(), key);
        QVERIFY(chart->whatsThis().contains("Shift"));
        chart->setToolTip("What it shows.");
        QVERIFY(chart->whatsThis().startsWith("What it shows.") && chart->whatsThis().contains("Shift"));
    }

    void theKeysAreSaidInTheLanguageOfTheWindow() {
        Language language;
        language.set(QStringLiteral("zh_CN"));
        const auto chart = shownChart(theme_);
        std::unique_ptr<QMenu> menu(contextMenu(*chart));
        QVERIFY(menu);
        QVERIFY(textsOf(*menu).contains(QStringLiteral("纵向缩小\tCtrl+Down")));
    }

    void rangesAreMarkedByKeys() {
        ParallelPlot plot(theme_);
        plot.resize(600, 300);
        plot.setContent({{"size", {}, false}, {"cell", {"gru", "lstm", "rnn"}, false}},
                        {{"a", Qt::red, {0, 0}}, {"b", Qt::red, {5, 1}}, {"c", Qt::red, {10, 2}}});
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QSignalSpy brushed(&plot, &ParallelPlot::brushed);
        QTest::keyClick(&plot, Qt::Key_Up);
        QVERIFY(plot.brush(0) && plot.inside().contains("c") && !plot.inside().contains("a"));
        const auto range = *plot.brush(0);
        QTest::keyClick(&plot, Qt::Key_Down);
        QVERIFY(plot.brush(0)->first < range.first && plot.brush(0)->second < range.second);
        QTest::keyClick(&plot, Qt::Key_Up, Qt::ShiftModifier);  // the upper end alone
        QVERIFY(plot.brush(0)->first < range.first && std::abs(plot.brush(0)->second - range.second) < 1e-9);
        QTest::keyClick(&plot, Qt::Key_Up, Qt::ControlModifier);  // the lower end alone
        QVERIFY(std::abs(plot.brush(0)->first - range.first) < 1e-9);
        for (int i = 0; i < 50; ++i) QTest::keyClick(&plot, Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(plot.brush(0)->first < plot.brush(0)->second);  // never nothing
        QTest::keyClick(&plot, Qt::Key_Delete);
        QVERIFY(!plot.brush(0));
        // A text at a time.
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.chosenAxis(), std::size_t{1});
        QTest::keyClick(&plot, Qt::Key_Down);
        QCOMPARE(plot.inside(), QStringList{"a"});
        QTest::keyClick(&plot, Qt::Key_Up);
        QCOMPARE(plot.inside(), QStringList{"b"});
        QVERIFY2(plot.textSummary().contains("1 of 3 runs") &&
                     plot.textSummary().contains("cell: gru, lstm, rnn; marked: lstm."),
                 qPrintable(plot.textSummary()));
        QTest::keyClick(&plot, Qt::Key_Escape);
        QCOMPARE(plot.inside().size(), 3);
        QVERIFY(brushed.count() > 8);
        std::unique_ptr<QMenu> menu(contextMenu(plot));
        QVERIFY(menu && !textsOf(*menu).filter("Drawing, SVG").isEmpty());
        QVERIFY(plot.whatsThis().contains("Shift"));
    }

    void theParallelPlotIsKept() {
        ParallelPlot plot(theme_);
        plot.setAccessibleName("Parallel coordinates");
        plot.resize(600, 300);
        plot.setContent({{"size", {}, false}, {"error", {}, true}},
                        {{"a", Qt::red, {0, 0.1}}, {"b", Qt::red, {5, 0.01}}});
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QTemporaryDir folder;
        QCOMPARE(plot.exportTo(folder.filePath("a.png"), 2), QString());
        QCOMPARE(QImage(folder.filePath("a.png")).size(), QSize(1200, 600));
        QCOMPARE(plot.exportTo(folder.filePath("a.svg")), QString());
        QFile file(folder.filePath("a.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains("polyline") && svg.contains(">size<") && svg.contains("2 of 2 runs") &&
                !svg.contains("<image"));
        QVERIFY(plot.exportTo(folder.filePath("a.bmp")).contains(".png"));
        QTest::keyClick(&plot, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->mimeData()->hasImage() &&
                QApplication::clipboard()->text().contains("2 of 2 runs"));
    }

private:
    Theme theme_;
};

QTEST_MAIN(TestChartKeys)
#include "tst_chart_keys.moc"
