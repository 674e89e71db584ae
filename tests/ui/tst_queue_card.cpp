// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of runs can be asked for while nothing waits, and what was taken out of it comes back by undo.
#include "background_job.h"
#include "pages/queue_card.h"
#include "queue_controller.h"
#include "run_commands.h"
#include "run_controller.h"
#include "support/whole_program.h"
#include "window_actions.h"

#include <QLabel>
#include <QPushButton>
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
};

QTEST_MAIN(TestQueueCard)
#include "tst_queue_card.moc"
