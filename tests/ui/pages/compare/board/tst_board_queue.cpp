// SPDX-License-Identifier: GPL-3.0-or-later
// The board, the queue that gets its verdict the seeds, lineage and the lab, as the window has them.
#include "common/background_job.h"
#include "common/preferences.h"
#include "measure/lab_controller.h"
#include "models/lab_model.h"
#include "models/run_board.h"
#include "pages/compare/board/board_panel.h"
#include "pages/compare/board/verdict_card.h"
#include "pages/compare/lab/lab_panel.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/lineage.h"
#include "runs/queue_controller.h"
#include "runs/run_commands.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"
#include "window/status_line.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig smallConfig(std::int64_t hidden, std::int64_t seed) {
    ExperimentConfig config = testing::tinyExperiment(1);
    config.hiddenSize = hidden;
    config.seed = seed;
    return config;
}

/// A run that has ended with this score, without training.
void endedRun(Workspace& workspace, const ExperimentConfig& config, double best) {
    auto record = workspace.createRun(config, std::string(), "made up");
    QVERIFY(record.ok());
    (void)(*record)->setBest(best, 10, 1);
    (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
}

QPushButton* button(QWidget& widget, const QString& part) {
    for (auto* candidate : widget.findChildren<QPushButton*>())
        if (candidate->text().contains(part)) return candidate;
    return nullptr;
}

}  // namespace

class TestBoardQueue : public QObject {
    Q_OBJECT
    QTemporaryDir home_;
    Preferences preferences_{home_.filePath(QStringLiteral("settings.ini"))};

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void oneClickRunsTheMissingSeeds() {
        const QTemporaryDir folder;
        const auto workspace = *Workspace::open(folder.path().toStdString());
        for (int seed = 1; seed <= 5; ++seed) {
            endedRun(*workspace, smallConfig(4, seed), 0.5 + 0.01 * seed);
            if (seed < 5) endedRun(*workspace, smallConfig(5, seed), 0.3 + 0.011 * seed);
        }
        RunController runs;
        Theme theme;
        QueueController queue(runs);
        runs.setWorkspace(workspace);
        ExperimentModel experiment;
        RunBoard board(experiment, runs, preferences_);
        BoardPanel panel(theme, experiment, runs, queue, preferences_, board);
        QTRY_VERIFY_WITH_TIMEOUT(button(panel.verdict(), "Run 2 more seeds"), kPatience);
        auto* more = button(panel.verdict(), "Run 2 more seeds");
        QVERIFY(more && more->isEnabled());
        more->click();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{3}, kPatience);
        for (const QueuedRun& run : queue.state().runs) QVERIFY(run.why == "verdict" && !run.parent.empty());
        // Another window, later, finds and runs them.
        RunController later;
        QueueController waiting(later);
        QSignalSpy ready(&later, &RunController::engineReady);
        later.setWorkspace(workspace);
        later.openEngine();
        RunBoard answer(experiment, later, preferences_);
        QTRY_VERIFY_WITH_TIMEOUT(
            answer.base() && answer.base()->scored() == 6 && answer.challenger() && answer.challenger()->scored() == 6,
            kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(waiting.state().runs.empty() && !later.active(), kPatience);
        int children = 0;
        for (const auto& run : later.runs()) {
            children += run.parent.empty() ? 0 : 1;
            QVERIFY(run.parent.empty() || run.dataName == run.config->builtin);
            QVERIFY2(run.parent.empty() || run.number > 0, run.name.c_str());
        }
        QCOMPARE(children, 3);
    }

    void aPausedQueueWaitsAndKeepsItsOrder() {
        const QTemporaryDir folder;
        RunController runs;
        QueueController queue(runs);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        queue.setPaused(true);
        std::vector<QueuedRun> entries(3);
        for (int i = 0; i < 3; ++i) entries[static_cast<std::size_t>(i)].config = smallConfig(4, i);
        queue.add(entries);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{3}, kPatience);
        queue.move(queue.state().runs[2].id, -2);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs[0].config.seed, std::int64_t{2}, kPatience);
        queue.setPriority(queue.state().runs[2].id, 1);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs[0].config.seed, std::int64_t{1}, kPatience);
        queue.remove({queue.state().runs[0].id});
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{2}, kPatience);
        QVERIFY(queue.state().paused && !runs.active());
        // One undo takes out what was added by one act, and nothing else.
        QUndoStack stack;
        std::vector<QueuedRun> more(2);
        for (int i = 0; i < 2; ++i) more[static_cast<std::size_t>(i)].config = smallConfig(9, i);
        queueRuns(stack, queue, more);
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{4}, kPatience);
        stack.undo();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{2}, kPatience);
        for (const QueuedRun& run : queue.state().runs) QCOMPARE(run.config.hiddenSize, std::int64_t{4});
    }

    void lineageSaysWhatChanged() {
        ExperimentConfig parent = smallConfig(4, 1), child = smallConfig(64, 1);
        child.name = "child";
        QCOMPARE(lineageText(parent, child), QStringLiteral("Hidden size 4 → 64"));
        QCOMPARE(lineageText(parent, parent), QStringLiteral("the same settings"));
        child.seed = 2;
        child.layers = 2;
        child.dropout = 0.5;
        QVERIFY(lineageText(parent, child, 2).endsWith(QStringLiteral("and 2 more")));
    }

    void theLabMeasuresThePresentExperiment() {
        const QTemporaryDir folder;
        RunController runs;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(smallConfig(4, 1), QStringLiteral("test"));
        experiment.reload();
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        QueueController queue(runs);
        LabController lab(experiment, runs, queue, preferences_);
        LabPanel panel(theme, lab);
        panel.setShown(true);
        panel.findChild<QSpinBox*>()->setValue(2);
        QSignalSpy failures(&runs, &RunController::problem);
        auto* run = button(panel, "Run the lab");
        QVERIFY(run && run->isEnabled());
        run->click();
        QVERIFY(lab.running());
        QTRY_VERIFY_WITH_TIMEOUT(!lab.running(), 4 * kPatience);
        QCOMPARE(failures.count(), 0);
        QVERIFY(lab.finished() && labHeadline(lab.report()));
        // What is taken out is computed away; the time of what was measured is known.
        auto* model = panel.findChild<LabModel*>();
        int row = 1;
        while (row < model->rowCount() && !(model->flags(model->index(row, LabModel::Rung)) & Qt::ItemIsUserCheckable))
            ++row;
        QVERIFY(row < model->rowCount());
        QVERIFY(model->setData(model->index(row, LabModel::Rung), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(lab.measured() && model->report().plan.rungs[model->rungAt(row)].leftOut);
        // "At most" where a busy machine disturbed a repeat.
        QVERIFY2(run->text().contains(QRegularExpression(QStringLiteral("about|at most"))), qPrintable(run->text()));
        QVERIFY(model->setData(model->index(row, LabModel::Rung), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(!model->report().plan.rungs[model->rungAt(row)].leftOut);
        // And it can be stopped.
        run->click();
        QVERIFY(lab.running());
        run->click();
        QTRY_VERIFY_WITH_TIMEOUT(!lab.running(), kPatience);
    }

    void aTrainingInTheMiddleOfTheLabIsWarnedOfAndMarked() {
        const QTemporaryDir folder;
        RunController runs;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(smallConfig(4, 1), QStringLiteral("test"));
        experiment.reload();
        QSignalSpy ready(&runs, &RunController::engineReady), warnings(&runs, &RunController::warned);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        QueueController queue(runs);
        DeviceWatch device;
        StatusLine status(theme, device, runs, queue);
        const auto says = [&status](const char* words) {
            return std::ranges::any_of(status.findChildren<QLabel*>(),
                                       [words](const QLabel* label) { return label->text() == QLatin1String(words); });
        };
        QVERIFY(says("idle"));
        LabController lab(experiment, runs, queue, preferences_);
        LabPanel panel(theme, lab);
        panel.setShown(true);
        panel.findChild<QSpinBox*>()->setValue(2);
        button(panel, "Run the lab")->click();
        QVERIFY(lab.running());
        QVERIFY(says("the lab measures"));
        QCOMPARE(warnings.count(), 0);
        ExperimentConfig longer = smallConfig(4, 2);
        // It goes on as long as the lab does: a short one may be over before the first repeat is measured.
        longer.epochs = 100000;
        runs.start({longer, experiment.dataset()});
        QTRY_VERIFY_WITH_TIMEOUT(!lab.running(), 4 * kPatience);
        QVERIFY(runs.active());
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!runs.active(), kPatience);
        QCOMPARE(warnings.count(), 1);
        QVERIFY(std::ranges::any_of(lab.report().figures, [](const LabFigures& f) {
            const auto trained = [](const LabRepeat& one) { return one.disturbance == LabDisturbance::Training; };
            return std::ranges::any_of(f.repeats, trained) || std::ranges::any_of(f.replaced, trained);
        }));
        QVERIFY(!says("the lab measures"));
    }

    void linesOfTheLabCanBeLeftOut() {
        RunController runs;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(smallConfig(4, 1), QStringLiteral("test"));
        QueueController queue(runs);
        LabController lab(experiment, runs, queue, preferences_);
        LabPanel panel(theme, lab);
        panel.setShown(true);
        auto* model = panel.findChild<LabModel*>();
        QVERIFY(model && model->rowCount() > 2);
        int row = 1;
        while (row < model->rowCount() && !(model->flags(model->index(row, LabModel::Rung)) & Qt::ItemIsUserCheckable))
            ++row;
        QVERIFY(row < model->rowCount());
        QVERIFY(!(model->flags(model->index(model->rowOf("baseline"), LabModel::Rung)) & Qt::ItemIsUserCheckable));
        QCOMPARE(model->data(model->index(row, LabModel::Rung), Qt::CheckStateRole).toInt(),
                 static_cast<int>(Qt::Checked));
        QVERIFY(model->setData(model->index(row, LabModel::Rung), Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(model->report().plan.rungs[model->rungAt(row)].leftOut);
        QCOMPARE(model->data(model->index(row, LabModel::Rung), Qt::CheckStateRole).toInt(),
                 static_cast<int>(Qt::Unchecked));
        QVERIFY(model->setData(model->index(row, LabModel::Rung), Qt::Checked, Qt::CheckStateRole));
        QVERIFY(!model->report().plan.rungs[model->rungAt(row)].leftOut);
    }
};

QTEST_MAIN(TestBoardQueue)
#include "tst_board_queue.moc"
