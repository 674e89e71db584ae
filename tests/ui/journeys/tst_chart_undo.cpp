// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to the charts can be taken back by its name, and is found once in the palette.
// Holds ui/pages/train/train_page.cpp.
#include "common/background_job.h"
#include "pages/train/chart_grid.h"
#include "pages/train/live_card.h"
#include "pages/train/train_page.h"
#include "support/whole_program.h"
#include "widgets/segments.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

using namespace gatelab;

namespace {

/// The lines of the palette; `choose`: one that is run, whole.
QStringList paletteOf(test::WholeProgram& program, const QString& choose = {}) {
    QStringList shown;
    QTimer::singleShot(0, program.window.get(), [&] {
        auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!palette) return;
        auto* list = palette->findChild<QTreeWidget*>();
        for (int i = 0; i < list->topLevelItemCount(); ++i) shown << list->topLevelItem(i)->text(0);
        const auto found = choose.isEmpty() ? QList<QTreeWidgetItem*>() : list->findItems(choose, Qt::MatchExactly);
        if (found.isEmpty()) return palette->reject();
        list->setCurrentItem(found.front());
        Q_EMIT list->itemActivated(found.front(), 0);
    });
    program.window->actions()["palette"]->trigger();
    QCoreApplication::processEvents();  // it runs when the palette is gone
    return shown;
}

}  // namespace

class TestChartUndo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void whatIsDoneToTheChartsIsTakenBackByItsName() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("train"));
        auto& page = *qobject_cast<TrainPage*>(program.window->page(QStringLiteral("train")));
        QUndoStack& stack = program.experiment.undoStack();
        const DashboardStore store(program.preferences);

        Dashboard first;
        for (const char* key : {"steps", "device"}) first.show(QString::fromLatin1(key), true);
        page.changeDashboard(first);
        QCOMPARE(stack.undoText(), QStringLiteral("add a chart"));
        Dashboard mine = first;
        mine.move(QStringLiteral("device"), -1);
        page.changeDashboard(mine);
        QCOMPARE(stack.undoText(), QStringLiteral("arrange the charts"));
        Dashboard tabbed = mine;
        tabbed.addTab(QStringLiteral("Layers"), QStringLiteral("Charts"));
        page.changeDashboard(tabbed);
        QCOMPARE(stack.undoText(), QStringLiteral("add a tab"));
        // Which tab is in front is no step.
        Dashboard turned = tabbed;
        turned.bringForward(QStringLiteral("Charts"));
        page.changeDashboard(turned);
        QCOMPARE(stack.count(), 3);
        QCOMPARE(store.current(), turned);

        QVERIFY(paletteOf(program, QStringLiteral("Charts: Default layout")).size() > 100);
        QTRY_COMPARE(store.current(), Dashboard());
        QCOMPARE(stack.undoText(), QStringLiteral("reset the charts"));
        QVERIFY(program.window->actions()["undo"]->text().contains(QStringLiteral("reset the charts")));
        program.window->actions()["undo"]->trigger();
        QCOMPARE(store.current(), turned);
        stack.undo();
        QCOMPARE(store.current(), mine);
        stack.undo();
        QCOMPARE(store.current(), first);
        stack.redo();
        QCOMPARE(store.current(), mine);

        // A chart that is gone to is shown by a step, too.
        program.window->showPlace({QStringLiteral("train"), {}, {}, QStringLiteral("phases")});
        QVERIFY(store.current().charts.contains(QStringLiteral("phases")));
        QCOMPARE(stack.undoText(), QStringLiteral("add a chart"));
        stack.undo();
        QCOMPARE(store.current(), mine);
        // One of the live card is behind its tab: nothing is added.
        program.window->showPlace({QStringLiteral("train"), {}, {}, QStringLiteral("gradient")});
        QCOMPARE(store.current(), mine);
        QCOMPARE(page.charts().live().current(), QStringLiteral("gradient"));
    }

    void theTabOfTheLiveCardIsKeptOverARestart() {
        const QTemporaryDir folder;
        {
            test::WholeProgram program(folder.path());
            program.window->showPage(QStringLiteral("train"));
            auto& page = *qobject_cast<TrainPage*>(program.window->page(QStringLiteral("train")));
            QCOMPARE(page.charts().live().current(), QStringLiteral("throughput"));
            Q_EMIT page.charts().live().findChild<Segments*>()->chosen(3);
        }
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("train"));
        auto& page = *qobject_cast<TrainPage*>(program.window->page(QStringLiteral("train")));
        QCOMPARE(page.charts().live().current(), QStringLiteral("gradient"));
        QVERIFY(page.charts().chart(QStringLiteral("gradient")));
    }

    void thePaletteHasEachChartCommandOnce() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("train"));
        const QStringList shown = paletteOf(program);
        for (const char* words : {"Default layout", "Save these charts as", "New tab", "Zoom all charts together"})
            QVERIFY2(shown.filter(QString::fromLatin1(words)).size() == 1,
                     qPrintable(shown.filter(QString::fromLatin1(words)).join('\n')));
    }

    void aNameIsAskedForInPlace() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("data"));
        const DashboardStore store(program.preferences);
        const auto answer = [](const QString& text) {
            QTRY_VERIFY(QApplication::activePopupWidget() &&
                        QApplication::activePopupWidget()->findChild<QLineEdit*>());
            auto* line = QApplication::activePopupWidget()->findChild<QLineEdit*>();
            line->setText(text);
            QTest::keyClick(line, Qt::Key_Return);
        };
        paletteOf(program, QStringLiteral("Charts: Tabs: New tab"));
        answer(QStringLiteral("Layers"));
        QCOMPARE(program.window->shownPage(), QStringLiteral("train"));
        // The first has its usual name
        QCOMPARE(store.current().tabs, (QStringList{QString(), QStringLiteral("Layers")}));
        QCOMPARE(program.window->page(QStringLiteral("train"))->findChild<QTabBar*>()->tabText(0),
                 QStringLiteral("Charts"));
        paletteOf(program, QStringLiteral("Charts: Tabs: Rename this tab"));
        answer(QStringLiteral("Inside"));
        QCOMPARE(store.current().tab, QStringLiteral("Inside"));
        QCOMPARE(program.experiment.undoStack().undoText(), QStringLiteral("rename a tab"));
        paletteOf(program, QStringLiteral("Charts: Saved layouts: Save these charts as"));
        answer(QStringLiteral("evening"));
        QCOMPARE(store.named(QStringLiteral("evening")), store.current());
    }
};

QTEST_MAIN(TestChartUndo)
#include "tst_chart_undo.moc"
