// SPDX-License-Identifier: GPL-3.0-or-later
// Charts kept under a name: to keep and to forget them are steps that Undo takes back.
#include "common/background_job.h"
#include "pages/train/chart_menu.h"
#include "pages/train/train_page.h"
#include "support/whole_program.h"

#include <QAction>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestSavedLayouts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void forgettingIsAStep() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("train"));
        auto* page = qobject_cast<TrainPage*>(program.window->page(QStringLiteral("train")));
        QVERIFY(page);
        const DashboardStore store(program.preferences);
        QUndoStack& stack = program.experiment.undoStack();
        Dashboard mine, other;
        mine.show(QStringLiteral("gradient"), true), other.show(QStringLiteral("steps"), true);
        page->keepLayout(QStringLiteral("evening"), mine);
        page->keepLayout(QStringLiteral("evening"), other);
        QCOMPARE(store.named(QStringLiteral("evening")), other);
        auto* menu = page->findChild<ChartMenu*>();
        Q_EMIT menu->aboutToShow();
        QAction* forget = nullptr;
        for (const QMenu* submenu : menu->findChildren<QMenu*>())
            if (submenu->title() == QLatin1String("Delete a layout"))
                for (QAction* action : submenu->actions())
                    if (action->text() == QLatin1String("evening")) forget = action;
        QVERIFY(forget);
        forget->trigger();
        QVERIFY(store.names().isEmpty());
        QVERIFY2(stack.undoText().contains(QStringLiteral("evening")), qPrintable(stack.undoText()));
        stack.undo();
        QCOMPARE(store.named(QStringLiteral("evening")), other);
        stack.undo();
        QCOMPARE(store.named(QStringLiteral("evening")), mine);
        stack.undo();
        QVERIFY(store.names().isEmpty());
        stack.redo();
        QCOMPARE(store.names(), QStringList{"evening"});
    }
};

QTEST_MAIN(TestSavedLayouts)
#include "tst_saved_layouts.moc"
