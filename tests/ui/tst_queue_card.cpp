// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of runs can be asked for while nothing waits, and what was taken out of it comes back by undo.
#include "background_job.h"
#include "pages/queue_card.h"
#include "queue_controller.h"
#include "run_commands.h"
#include "run_controller.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "window_actions.h"

#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

std::string names(const QueueController& queue) {
    std::string all;
    for (const QueuedRun& run : queue.state().runs) all += run.config.name;
    return all;
}

}  // namespace

class TestQueueCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void anEmptyQueueIsShownWhenAskedFor() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        (*program.window->actions()["view-queue"]).trigger();
        QCOMPARE(program.window->shownPage(), QStringLiteral("compare"));
        auto* card = program.window->findChild<QueueCard*>();
        QVERIFY(card && card->isVisible());
        program.window->showPage(QStringLiteral("data"));
        program.window->showPage(QStringLiteral("compare"));
        QVERIFY(!card->isVisible());
    }

    void removingCanBeUndone() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        QUndoStack stack;
        QueueCard card(theme, runs, queue);
        connect(&card, &QueueCard::removeWanted, &card, [&](const QString& id) { unqueueRun(stack, queue, id); });
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        queue.setPaused(true);
        std::vector<QueuedRun> waiting(3);
        for (std::size_t i = 0; i < waiting.size(); ++i) waiting[i].config.name = std::string(1, static_cast<char>('a' + i));
        queue.add(waiting);
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        auto* list = card.findChild<QTreeWidget*>();
        list->setCurrentItem(list->topLevelItem(1));
        const auto buttons = card.findChildren<QPushButton*>();
        const auto remove = std::ranges::find_if(buttons, [](const QPushButton* button) { return button->text() == QStringLiteral("Remove"); });
        QVERIFY(remove != buttons.end());
        (*remove)->click();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("abc"), kPatience);
        stack.redo();
        QTRY_COMPARE_WITH_TIMEOUT(names(queue), std::string("ac"), kPatience);
        QVERIFY(unqueueRun(stack, queue, QStringLiteral("gone")).isEmpty());
    }

    /// What waits is called as it will be: the second beside the first, although none of them has begun.
    void waitingRunsHaveNamesOfTheirOwn() {
        const QTemporaryDir folder;
        const std::shared_ptr<Workspace> workspace = *Workspace::open(folder.path().toStdString());
        RunController runs;
        QueueController queue(runs);
        Theme theme;
        const QueueCard card(theme, runs, queue);
        runs.setWorkspace(workspace);
        queue.setPaused(true);
        std::vector<QueuedRun> waiting(3);
        waiting[2].config.seed = 7;
        queue.add(waiting);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{3}, kPatience);
        QCOMPARE(queue.nameOf(queue.state().runs[1]), queue.names()[1]);
        QStringList shown, begun;
        const auto* list = card.findChild<QTreeWidget*>();
        for (int i = 0; i < list->topLevelItemCount(); ++i) shown << list->topLevelItem(i)->text(0);
        for (const QueuedRun& run : waiting) {
            const auto record = workspace->createRun(run.config, "", "made up");
            QVERIFY(record.ok());
            begun << QString::fromStdString(workspace->run((*record)->id())->name);
        }
        QCOMPARE(shown, begun);
        QCOMPARE(QSet<QString>(shown.begin(), shown.end()).size(), shown.size());
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
        const QueueCard card(theme, runs, queue);
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

QTEST_MAIN(TestQueueCard)
#include "tst_queue_card.moc"
