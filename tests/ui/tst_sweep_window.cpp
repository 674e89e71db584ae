// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep in the window: what the panel says and queues, runs that train together, and what fresh seeds leave of the
// best.
#include "common/background_job.h"
#include "pages/compare/sweep_card.h"
#include "pages/model/sweep_panel.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "store/kept_sweep.h"
#include "support/tiny_experiment.h"
#include "widgets/wrapped_label.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig setting(std::int64_t hidden, std::int64_t seed) {
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

bool says(QWidget& widget, const QString& words) {
    return std::ranges::any_of(widget.findChildren<QLabel*>(), [&](const QLabel* label) {
        const auto* wrapped = qobject_cast<const WrappedLabel*>(label);
        return label->isVisibleTo(&widget) && (wrapped ? wrapped->fullText() : label->text()).contains(words);
    });
}

}  // namespace

class TestSweepWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { BackgroundJob::waitForAll(); }

    void thePanelQueuesEveryCombinationWithEverySeed() {
        const QTemporaryDir folder;
        RunController runs;
        Theme theme;
        ExperimentModel experiment;
        experiment.replace(setting(4, 3), QStringLiteral("test"));
        experiment.reload();
        QueueController queue(runs);
        QSignalSpy ready(&runs, &RunController::engineReady);
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(experiment.dataset() && !experiment.preparing(), kPatience);
        queue.setPaused(true);
        SweepPanel panel(theme, experiment, runs, queue);
        panel.show();
        KeptSweep told;
        connect(&panel, &SweepPanel::queued, this, [&told](int, const KeptSweep& sweep) { told = sweep; });
        QLineEdit* values = nullptr;
        for (auto* line : panel.findChildren<QLineEdit*>())
            if (line->accessibleName() == QLatin1String("Values")) values = line;
        values->setText(QStringLiteral("0.001, nonsense"));
        QVERIFY(!button(panel, "to the queue")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(says(panel, QStringLiteral("nonsense")), kPatience);
        values->setText(QStringLiteral("0.001, 0.003"));
        for (auto* box : panel.findChildren<QSpinBox*>())
            if (box->accessibleName() == QLatin1String("Seeds of each")) box->setValue(2);
        QVERIFY(says(panel, QStringLiteral("4 runs: 2 settings, 2 seeds each")));
        QVERIFY(says(panel, QStringLiteral("of memory")));
        auto* run = button(panel, "Add 4 runs to the queue");
        QVERIFY(run && run->isEnabled());
        run->click();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{4}, kPatience);
        for (std::size_t i = 0; i < 4; ++i) {
            const QueuedRun& one = queue.state().runs[i];
            QVERIFY(one.together && one.why == "sweep");
            QCOMPARE(one.config.learningRate, i < 2 ? 0.001 : 0.003);
            QCOMPARE(one.config.seed, std::int64_t{3} + static_cast<std::int64_t>(i % 2));
        }
        QCOMPARE(told.settings.size(), std::size_t{2});
        QCOMPARE(told.seeds, std::int64_t{2});
        QCOMPARE(told.settings[1].learningRate, 0.003);
        // Unpaused they train, each as a run of its own.
        queue.setPaused(false);
        QTRY_VERIFY_WITH_TIMEOUT(
            runs.runs().size() == 4 &&
                std::ranges::all_of(runs.runs(), [](const RunSummary& one) { return one.state == RunState::Finished; }),
            kPatience);
    }

    void theCardSaysHowMuchOfTheBestWasLuck() {
        const QTemporaryDir folder;
        const auto workspace = *Workspace::open(folder.path().toStdString());
        const double swept[] = {0.30, 0.20, 0.21};
        for (int i = 0; i < 3; ++i)
            for (int seed = 1; seed <= 2; ++seed) endedRun(*workspace, setting(4 + i, seed), swept[i]);
        RunController runs;
        Theme theme;
        QueueController queue(runs);
        runs.setWorkspace(workspace);
        queue.setPaused(true);
        SweepCard card(theme, runs, queue);
        QTRY_COMPARE_WITH_TIMEOUT(runs.runs().size(), std::size_t{6}, kPatience);
        QVERIFY(card.isHidden());  // no sweep was asked for
        QVERIFY(keepSweep(workspace->folder(), {{setting(4, 1), setting(5, 1), setting(6, 1)}, 2}).ok());
        QSignalSpy counted(&card, &SweepCard::counted);
        card.follow();
        QTRY_VERIFY_WITH_TIMEOUT(says(card, QStringLiteral("6 of 6 runs have ended")), kPatience);
        QCOMPARE(counted.count(), 1);  // a chart shows what is counted
        QCOMPARE(counted.takeFirst().front().toStringList().size(), qsizetype{6});
        QVERIFY(says(card, QStringLiteral("The best of 3 settings is also the luckiest")));
        auto* fresh = button(card, "Run 6 fresh seeds");
        QVERIFY(fresh && fresh->isEnabled() && fresh->isVisibleTo(&card));
        fresh->click();
        QTRY_COMPARE_WITH_TIMEOUT(queue.state().runs.size(), std::size_t{12}, kPatience);
        for (const QueuedRun& run : queue.state().runs) {
            QVERIFY(run.config.seed >= 3 && run.config.seed < 9 && run.together && run.why == "verdict");
            QVERIFY(run.config.hiddenSize == 5 || run.config.hiddenSize == 6);
        }
        QVERIFY(!fresh->isEnabled());  // they wait
        // They came to more than the sweep promised.
        for (int seed = 3; seed < 9; ++seed) {
            endedRun(*workspace, setting(5, seed), 0.25 + 0.001 * seed);
            endedRun(*workspace, setting(6, seed), 0.27 + 0.0011 * seed);
        }
        runs.refreshRuns();
        QTRY_VERIFY_WITH_TIMEOUT(
            says(card, QStringLiteral("On 6 fresh seeds its validation loss is 0.2555, 28 % higher")), kPatience);
        QVERIFY(says(card, QStringLiteral("that much of the best of 3 settings was luck")));
        qsizetype fresher = 0;
        for (const auto& ids : counted) fresher += ids.front().toStringList().size();
        QCOMPARE(fresher, qsizetype{12});
        QVERIFY(says(card, QStringLiteral("It is better than the second")));
        QVERIFY(!fresh->isVisibleTo(&card));
        QSignalSpy wanted(&card, &SweepCard::compareWanted);
        button(card, "Tick the best two")->click();
        QCOMPARE(wanted.front().front().toStringList().size(), qsizetype{16});
        button(card, "Dismiss")->click();
        QVERIFY(card.isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(keptSweep(workspace->folder())->settings.empty(), kPatience);
    }
};

QTEST_MAIN(TestSweepWindow)
#include "tst_sweep_window.moc"
