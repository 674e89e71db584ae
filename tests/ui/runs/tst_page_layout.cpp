// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of pages and columns keep their words and their room at any text size.
#include "charts/chart_legend.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "form/form_section.h"
#include "pages/compare/curves/compare_view.h"
#include "widgets/list_box.h"
#include "widgets/tables/table_style.h"
#include "widgets/tick_menu.h"
#include "window/window_place.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFontMetrics>
#include <QHeaderView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace gatelab;

class TestPageLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void headingsAreWholeAtAnyTextSize() {
        for (const double scale : {1.0, 1.15, 1.3}) {
            Theme theme;
            theme.setTextScale(scale);
            QWidget window;
            window.setStyleSheet(theme.styleSheet());
            FormSection section(theme, QStringLiteral("Layers and splitting"), &window);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            const auto* heading = section.findChild<QToolButton*>();
            // Its text stands within the padding and the line at either edge.
            QVERIFY2(heading->height() - 12 >= heading->fontMetrics().ascent() + heading->fontMetrics().descent() - 6,
                     qPrintable(QString::number(scale)));
            QCOMPARE(heading->height(), qRound(24 * scale));
        }
    }

    // A menu that is higher than the room under its button opens over it: the click that opens it ends on an entry.
    void theClickThatOpensAMenuTicksNothing() {
        TickMenu menu;
        QAction* entry = menu.addAction(QStringLiteral("Loss"));
        entry->setCheckable(true);
        entry->setChecked(true);
        menu.popup({0, 0});
        QVERIFY(QTest::qWaitForWindowExposed(&menu));
        const QPoint at = menu.actionGeometry(entry).center();
        QTest::mouseRelease(&menu, Qt::LeftButton, {}, at);
        QVERIFY(entry->isChecked());
        QVERIFY(menu.isVisible());
        QTest::mouseClick(&menu, Qt::LeftButton, {}, at);
        QVERIFY(!entry->isChecked());
        QVERIFY(menu.isVisible());
    }

    void theColumnIsWantedByTheWidthOfTheWindow() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath(QStringLiteral("settings.ini")));
        QWidget window;
        WindowPlace place(window, preferences);
        window.setWindowState(Qt::WindowNoState);
        window.resize(1150, 700);
        QVERIFY(!place.panes().right);
        window.resize(1300, 700);
        QVERIFY(place.panes().right);
        place.setPane(QStringLiteral("right"), false);
        place.setPane(QStringLiteral("log"), true);
        window.resize(1600, 700);
        QVERIFY(place.panes().right && place.panes().log);
        place.keep();
        QWidget again;
        WindowPlace next(again, preferences);
        again.setWindowState(Qt::WindowNoState);
        again.resize(1300, 700);
        QVERIFY(!next.panes().right && next.panes().log);
        again.resize(1600, 700);
        QVERIFY(next.panes().right);
    }

    void headsOfGroupsCannotBeChosen() {
        const RunColumns columns;
        QComboBox box;
        fillColumnBox(box, columns);
        int heads = 0;
        for (int i = 0; i < box.count(); ++i) {
            const bool isHead = !box.itemData(i).isValid();
            heads += isHead ? 1 : 0;
            QCOMPARE(box.model()->flags(box.model()->index(i, 0)).testFlag(Qt::ItemIsSelectable), !isHead);
            QVERIFY(isHead || columns.find(box.itemData(i).toString()) != nullptr);
        }
        QVERIFY(heads >= 3);
        QCOMPARE(box.count() - heads, static_cast<int>(columns.all().size()));
        chooseColumn(box, QStringLiteral("hidden_size"));
        QCOMPARE(box.currentData().toString(), QStringLiteral("hidden_size"));
        chooseColumn(box, QStringLiteral("no such"));
        QVERIFY(box.currentData().isValid());
        for (int i = 0; i < box.count(); ++i) {
            QTest::keyClick(&box, Qt::Key_Down);
            QVERIFY(box.currentData().isValid());
        }
        QCOMPARE(box.currentIndex(), box.count() - 1);
    }

    void aListIsAsWideAsItsLongestName() {
        for (const double scale : {1.0, 1.3}) {
            Theme theme;
            theme.setTextScale(scale);
            QWidget window;
            window.setStyleSheet(theme.styleSheet());
            auto* box = new ListBox(&window);
            const QString name = QStringLiteral("Windows and split: ") + QString(20, QLatin1Char('w'));
            box->addItems({QStringLiteral("a"), name});
            box->setFixedWidth(90);
            window.resize(200, 60);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            box->showPopup();
            QVERIFY(box->view()->viewport()->width() > box->view()->fontMetrics().horizontalAdvance(name));
            box->hidePopup();
        }
    }

    void aLongHeadIsWhole() {
        const QString name = QString(60, QLatin1Char('w'));
        QTableWidget table(1, 2);
        table.setHorizontalHeaderLabels({name, QStringLiteral("b")});
        QPixmap mark(16, 16);
        mark.fill(Qt::red);
        table.horizontalHeaderItem(0)->setIcon(mark);
        styleTable(table);
        table.resize(1600, 100);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        fitToContents(table);
        const auto* heads = table.horizontalHeader();
        QVERIFY(heads->sectionSize(0) >= QFontMetrics(heads->font()).horizontalAdvance(name) + 16);
    }

    void aLegendNamesNoLastValueOfWhatHasNone() {
        Theme theme;
        ChartContent content;
        ChartLine line;
        line.name = QStringLiteral("trend");
        line.x = {1, 2, 3};
        line.y = {5, 6, 7};
        content.lines = {line};
        ChartLegend legend(content, theme, nullptr);
        QVERIFY(!legend.valueText(0).isEmpty());
        content.lines[0].hasLast = false;
        QVERIFY(legend.valueText(0).isEmpty());
        content.cursor = 2;
        QVERIFY(!legend.valueText(0).isEmpty());
        QVERIFY(legend.valueText(0, ChartLegend::Reading::Last).isEmpty());
    }
};

QTEST_MAIN(TestPageLayout)
#include "tst_page_layout.moc"
