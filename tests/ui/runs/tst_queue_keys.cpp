// SPDX-License-Identifier: GPL-3.0-or-later
// The queue by keys, and the time that a run was expected to take when it was added.
// Holds ui/runs/run_commands.cpp.
#include "common/background_job.h"
#include "pages/train/strip/waiting_list.h"
#include "runs/run_commands.h"
#include "support/waiting_runs.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace gatelab;
using test::names;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestQueueKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void theChosenRunIsMovedAndRemoved() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        WaitingList card(theme, runs, queue, stack);
        test::addThree(runs, queue, folder);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        card.show();
        QVERIFY(QTest::qWaitForWindowActive(&card));
        auto* list = card.findChild<QTreeWidget*>();
        list->setFocus();
        list->setCurrentItem(list->topLevelItem(1));
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("bac"), kPatience);
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);  // it is the first: no step that undo would take back
        QCOMPARE(stack.count(), 1);
        list->setCurrentItem(list->topLevelItem(2));
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);  // the one that undo moved
        stack.redo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("bac"), kPatience);
        QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);  // the one that came to its place
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);  // the one that came back, not c, which was chosen
        stack.redo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        QTest::keyClick(list, Qt::Key_Delete);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("a"), kPatience);
    }

    void anotherPriorityIsTakenBackToItsPlace() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        QUndoStack stack;
        test::addThree(runs, queue, folder);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        const QString middle = QString::fromStdString(queue.state().runs[1].id);
        turnPriority(stack, queue, middle);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("bac"), kPatience);
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        queue.remove({middle.toStdString()});
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        stack.redo();  // it has begun, or was taken out elsewhere: it does not come back
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(names(queue), std::string("ac"));
    }

    /// By more than one place, as far as its priority goes, in one step of undo.
    void aDraggedRunGoesToItsPlace() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        QUndoStack stack;
        test::addThree(runs, queue, folder);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        const QString first = QString::fromStdString(queue.state().runs[0].id);
        moveQueued(stack, queue, first, 2);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("bca"), kPatience);
        QCOMPARE(stack.count(), 1);
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        turnPriority(stack, queue, first);
        QTRY_VERIFY_WITH_TIMEOUT(queue.state().runs[0].priority == 1, kPatience);
        const int steps = stack.count();
        moveQueued(stack, queue, first, 2);  // no other has its priority
        QCOMPARE(stack.count(), steps);
    }

    void whatWasExpectedIsTold() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        queue.setPaused(true);
        std::vector<QueuedRun> waiting(2);
        waiting[0].seconds = 90;
        waiting[0].config.epochs = 20;
        queue.add(waiting);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{2}, kPatience);
        QCOMPARE(queue.plan().secondsOf(queue.state().runs[0]), 90.0);
        QVERIFY(queue.plan().secondsOf(queue.state().runs[1]) < 0);
        QueuedRun part = queue.state().runs[0];
        part.moreEpochs = 10;
        QCOMPARE(queue.plan().secondsOf(part), 45.0);
    }
};

QTEST_MAIN(TestQueueKeys)
#include "tst_queue_keys.moc"
