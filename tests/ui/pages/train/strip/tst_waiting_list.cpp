// SPDX-License-Identifier: GPL-3.0-or-later
// The list of waiting runs can be asked for while nothing waits, and what was taken out of it comes back by undo.
// Holds ui/pages/train/strip/waiting_list.cpp.
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "pages/train/strip/waiting_list.h"
#include "runs/run_commands.h"
#include "support/fake_workspace.h"
#include "support/waiting_runs.h"
#include "support/whole_program.h"
#include "widgets/labels/wrapped_label.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>
#include <algorithm>
#include <functional>

using namespace gatelab;
using test::names;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestWaitingList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void anEmptyListIsShownWhenAskedFor() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        (*program.window->actions()["view-queue"]).trigger();
        QCOMPARE(program.window->shownPage(), QStringLiteral("train"));
        auto* list = program.window->findChild<WaitingList*>();
        QVERIFY(list && list->isVisible());
        list->window()->close();
        QTRY_VERIFY(!program.window->findChild<WaitingList*>());
    }

    /// It is as high with one run as with many, and says why they wait and what helps.
    void aListOfOneSizeSaysWhyRunsWait() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        WaitingList waiting(theme, runs, queue, stack);
        test::addThree(runs, queue, folder);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        const auto* list = waiting.findChild<QTreeWidget*>();
        const int height = list->height();
        const auto says = [&waiting](const QString& words) {
            const auto labels = waiting.findChildren<WrappedLabel*>();
            return std::ranges::any_of(labels, [&](const auto* label) { return label->fullText().contains(words); });
        };
        const auto offers = [&waiting] {
            const auto buttons = waiting.findChildren<QPushButton*>();
            return std::ranges::any_of(buttons, [](const QPushButton* button) {
                return button->text() == QStringLiteral("Continue the queue") && !button->isHidden();
            });
        };
        QVERIFY(says(QStringLiteral("The queue is paused")) && offers());
        queue.remove({queue.state().runs[0].id, queue.state().runs[1].id});
        QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 1, kPatience);
        QCOMPARE(list->height(), height);
        queue.remove({queue.state().runs[0].id});
        QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 0, kPatience);
        QVERIFY(says(QStringLiteral("No run waits")) && !offers());
    }

    void removingCanBeUndone() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        const WaitingList card(theme, runs, queue, stack);
        test::addThree(runs, queue, folder);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        auto* list = card.findChild<QTreeWidget*>();
        list->setCurrentItem(list->topLevelItem(1));
        const auto buttons = card.findChildren<QPushButton*>();
        const auto remove = std::ranges::find_if(
            buttons, [](const QPushButton* button) { return button->text() == QStringLiteral("Remove"); });
        QVERIFY(remove != buttons.end());
        (*remove)->click();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        stack.redo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        QVERIFY(unqueueRun(stack, queue, QStringLiteral("gone")).isEmpty());
    }

    /// What waits has the name that it will have, and keeps it; nothing that begins before it takes it.
    void waitingRunsHaveNamesOfTheirOwn() {
        const QTemporaryDir folder;
        const std::shared_ptr<Workspace> workspace = *Workspace::open(folder.path().toStdString());
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        const WaitingList card(theme, runs, queue, stack);
        runs.setWorkspace(workspace);
        queue.setPaused(true);
        QSignalSpy paused(&queue, &QueueController::addedWhilePaused);
        std::vector<QueuedRun> waiting(3);
        waiting[2].config.seed = 7;
        queue.add(waiting);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{3}, kPatience);
        QCOMPARE(paused.count(), 1);
        const auto waitingNames = [&queue] {
            QStringList names;
            for (const QueuedRun& run : queue.state().runs) names << translated(queue.plan().nameOf(run));
            return names;
        };
        const QStringList names{"#1 LSTM 32", "#2 LSTM 32", "#3 LSTM 32"};
        QCOMPARE(waitingNames(), names);
        const auto* list = card.findChild<QTreeWidget*>();
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            QCOMPARE(list->topLevelItem(i)->text(0), names[i]);
            const QueuedRun& run = queue.state().runs[static_cast<std::size_t>(i)];
            QCOMPARE(list->topLevelItem(i)->text(1), QString::number(run.config.seed));
        }
        queue.move(queue.state().runs[1].id, -1);
        QTRY_COMPARE_WITH_TIMEOUT(waitingNames(), (QStringList{names[1], names[0], names[2]}), kPatience);
        queue.remove({queue.state().runs[1].id});
        QTRY_COMPARE_WITH_TIMEOUT(waitingNames(), (QStringList{names[1], names[2]}), kPatience);
        const auto kept = RunQueue(workspace->folder()).read();
        QVERIFY(kept.ok() && kept->runs.size() == 2);
        QCOMPARE(kept->runs[0].number, std::int64_t{2});
        const auto begin = [&](const RunOrigin& origin) {
            const auto record = workspace->createRun(ExperimentConfig(), origin, "made up");
            return record.ok() ? shownRunName(*workspace->run((*record)->id())) : QString();
        };
        QCOMPARE(begin({}), QStringLiteral("#4 LSTM 32"));
        RunOrigin origin;
        origin.number = kept->runs[0].number;
        QCOMPARE(begin(origin), names[1]);
    }

    void aWaitingRunIsNamedInTheList() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        WaitingList card(theme, runs, queue, stack);
        test::addThree(runs, queue, folder);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        card.resize(760, 300);
        card.show();
        card.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&card));
        auto* list = card.findChild<QTreeWidget*>();
        const auto ask = [&](const std::function<void()>& act, const QString& name) {
            act();
            auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            if (!line) line = card.findChild<QLineEdit*>();
            if (!line) return false;
            line->setText(name);
            QTest::keyClick(line, Qt::Key_Return);
            return true;
        };
        list->setCurrentItem(list->topLevelItem(1));
        list->setFocus();
        QVERIFY(ask([&] { QTest::keyClick(list, Qt::Key_F2); }, QStringLiteral(" narrow one ")));
        QTRY_VERIFY_WITH_TIMEOUT(list->topLevelItem(1)->text(0).endsWith(QStringLiteral(" narrow one")), kPatience);
        QVERIFY(list->topLevelItem(1)->text(0).startsWith(QLatin1Char('#')));
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);
        QTRY_VERIFY_WITH_TIMEOUT(!card.findChild<QLineEdit*>(), kPatience);
        const QPoint first = list->visualItemRect(list->topLevelItem(0)).topLeft() + QPoint(8, 8);
        QVERIFY(ask(
            [&] {
                QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, first);
                QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, first);
            },
            QStringLiteral("wide one")));
        QTRY_VERIFY_WITH_TIMEOUT(list->topLevelItem(0)->text(0).endsWith(QStringLiteral(" wide one")), kPatience);
        stack.undo();
        QTRY_VERIFY_WITH_TIMEOUT(!list->topLevelItem(0)->text(0).endsWith(QStringLiteral("wide one")), kPatience);
        stack.undo();
        QTRY_VERIFY_WITH_TIMEOUT(!list->topLevelItem(1)->text(0).endsWith(QStringLiteral("narrow one")), kPatience);
    }

    /// The time of what waits is told for what is known only: more than that, as long as one of them is new.
    void unknownTimesAreNotLeftOut() {
        const QTemporaryDir folder;
        RunSummary ended;
        ended.id = "ended";
        ended.state = RunState::Finished;
        ended.seconds = 61;
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        const WaitingList card(theme, runs, queue, stack);
        const QString path = folder.path();
        runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector{ended}, path.toStdString()));
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{1}, kPatience);
        queue.setPaused(true);
        std::vector<QueuedRun> waiting(2);
        waiting[1].config.hiddenSize = 77;
        queue.add(waiting);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{2}, kPatience);
        QCOMPARE(queue.timeLeft().seconds, 61.0);
        QVERIFY(!queue.timeLeft().isWhole);
        queue.remove({queue.state().runs[1].id});
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{1}, kPatience);
        QVERIFY(queue.timeLeft().isWhole);
    }
};

QTEST_MAIN(TestWaitingList)
#include "tst_waiting_list.moc"
