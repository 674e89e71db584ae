// SPDX-License-Identifier: GPL-3.0-or-later
// Closing the window while a run trains in it asks once what becomes of the run; a signal never asks.
#include "common/background_job.h"
#include "session/isolated_session.h"
#include "store/record/run_folder.h"
#include "support/take.h"
#include "support/tiny_experiment.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/quit_question.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>
#include <string>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

}  // namespace

class TestQuitQuestion : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<test::WholeProgram> program_;

    [[nodiscard]] QString runsFolder() const { return folder_->filePath(QStringLiteral("runs")); }
    [[nodiscard]] RunSummary storedRun() const {
        auto runs = testing::take(testing::take(Workspace::open(runsFolder().toStdString()))->runs());
        return runs.empty() ? RunSummary() : runs.front();
    }
    /// That its record has.
    [[nodiscard]] std::int64_t lastStep(const std::string& id) const {
        std::int64_t last = 0;
        const auto history = readRunHistory(runFolderIn(runsFolder().toStdString(), id));
        if (history.ok())
            for (const MetricSample& sample : history->metrics) last = std::max(last, sample.step);
        return last;
    }
    void train() {
        program_->runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.engine() || !program_->runs.engineError().isEmpty(), kPatience);
        if (!program_->runs.engine()) QSKIP(qPrintable(program_->runs.engineError()));
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.workspace() != nullptr, kPatience);
        program_->runs.start({testing::tinyExperiment(1000000)});
        QTRY_VERIFY_WITH_TIMEOUT(program_->runs.live() && program_->runs.live()->summary.step > 2, kPatience);
    }
    QMessageBox* asked() { return program_->window->quitQuestion().question(); }
    void answer(const char* words) {
        QVERIFY(asked());
        for (QAbstractButton* button : asked()->buttons())
            if (button->text() == QLatin1String(words)) return button->click();
        QFAIL(words);
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        program_ = std::make_unique<test::WholeProgram>(folder_->path());
    }
    void cleanup() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void nothingIsAskedWhileNothingTrains() {
        QVERIFY(program_->window->close());
        QVERIFY(!asked());
    }

    void cancelLeavesAllAsItIs() {
        train();
        if (QTest::currentTestFailed() || !program_->runs.live()) return;
        QVERIFY(!program_->window->close());
        QVERIFY(asked() && asked()->buttons().size() == 3);
        QVERIFY(!program_->window->close());  // one question
        answer("Cancel");
        QTRY_VERIFY(!asked());
        QVERIFY(program_->window->isVisible() && program_->runs.live());
    }

    /// The run may end, and others may be queued, while it is asked.
    void theQuestionFollowsTheRun() {
        train();
        if (QTest::currentTestFailed() || !program_->runs.live()) return;
        QVERIFY(!program_->window->close());
        QVERIFY(asked()->text().endsWith(QStringLiteral("is training.")));
        QueuedRun waiting;
        waiting.config = testing::tinyExperiment(3);
        program_->queue.add({waiting});
        QTRY_VERIFY(asked()->informativeText().contains(QStringLiteral("then wait until you start the queue")));
        program_->queue.setPaused(true);
        QTRY_VERIFY(program_->queue.state().paused);
        program_->runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program_->runs.active(), kPatience);
        QVERIFY(asked());
        QTRY_VERIFY(asked()->text().endsWith(QStringLiteral("has ended.")));
        const auto buttons = asked()->buttons();
        QCOMPARE(std::ranges::count_if(buttons, [](const QAbstractButton* one) { return one->isVisible(); }), 2);
        answer("Quit");
        QTRY_VERIFY(!program_->window->isVisible());
    }

    void stoppedItIsKeptAndCanGoOn() {
        train();
        if (QTest::currentTestFailed() || !program_->runs.live()) return;
        QVERIFY(!program_->window->close());
        answer("Stop and keep");
        QTRY_VERIFY(!program_->window->isVisible());
        program_.reset();
        BackgroundJob::waitForAll();
        QCOMPARE(storedRun().state, RunState::Interrupted);
        QVERIFY(lastStep(storedRun().id) > 2);
    }

    void aSignalNeverAsks() {
        train();
        if (QTest::currentTestFailed() || !program_->runs.live()) return;
        QVERIFY(program_->window->closeNow());
        QVERIFY(!asked());
    }

    void itGoesOnWithoutTheWindow() {
        train();
        if (QTest::currentTestFailed() || !program_->runs.live()) return;
        const std::string id = program_->runs.live()->id.toStdString();
        QVERIFY(!program_->window->close());
        answer("Go on without the window");
        QTRY_VERIFY_WITH_TIMEOUT(!program_->window->isVisible(), kPatience);
        const std::int64_t step = lastStep(id);
        QVERIFY(step > 2);
        program_.reset();
        BackgroundJob::waitForAll();
        const auto workspace = testing::take(Workspace::open(runsFolder().toStdString()));
        QTRY_VERIFY_WITH_TIMEOUT(lastStep(id) > step, kPatience);
        QCOMPARE(storedRun().state, RunState::Running);
        auto session = testing::take(attachIsolated(workspace->folder(), id, -1));
        session->control().stop();
        session->wait();
        QTRY_COMPARE_WITH_TIMEOUT(storedRun().state, RunState::Finished, kPatience);
    }

    void whatCannotBeHandedOverStays() {
        train();
        if (QTest::currentTestFailed() || !program_->runs.live()) return;
        const QByteArray before = qgetenv("GATELAB_WORKER");
        qputenv("GATELAB_WORKER", "/nowhere/gatelab-worker");
        QVERIFY(!program_->window->close());
        answer("Go on without the window");
        QTRY_VERIFY_WITH_TIMEOUT(!program_->window->notices().notices().empty(), kPatience);
        QVERIFY(program_->window->isVisible());
        before.isNull() ? qunsetenv("GATELAB_WORKER") : qputenv("GATELAB_WORKER", before);
        QTRY_VERIFY_WITH_TIMEOUT(!program_->runs.active(), kPatience);
        QCOMPARE(storedRun().state, RunState::Interrupted);
    }
};

QTEST_MAIN(TestQuitQuestion)
#include "tst_quit_question.moc"
