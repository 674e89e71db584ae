// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/background_job.h"
#include "common/theme.h"
#include "pages/model/finder_panel.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/hold.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace gatelab;

class TestFinderPanel : public QObject {
    Q_OBJECT

    static constexpr int kPatience = 120000;  // a wait, no demand

    /// The button whose text begins so; hidden ones count as absent.
    static QPushButton* button(const QWidget& panel, const QString& begins) {
        for (auto* one : panel.findChildren<QPushButton*>())
            if (one->isVisibleTo(&panel) && one->text().startsWith(begins)) return one;
        return nullptr;
    }

private Q_SLOTS:
    void saysWhyItCannotSearch() {
        Theme theme;
        ExperimentModel experiment;
        RunController runs;
        FinderPanel panel(theme, experiment, runs);
        QVERIFY(panel.isHidden());
        panel.start(FinderRequest::Kind::LearningRate);
        QVERIFY(!panel.isHidden());
        QVERIFY(!button(panel, "Apply"));
        QVERIFY(button(panel, "Close"));
        button(panel, "Close")->click();
        QVERIFY(panel.isHidden());
    }

    void appliesWhatItFoundAsOneUndoableEdit() {
        Theme theme;
        ExperimentModel experiment;
        ExperimentConfig config = experiment.config();
        config.builtinLength = 400;
        config.lookback = 12;
        config.horizon = 2;
        config.hiddenSize = 8;
        config.device = "cpu";
        config.threads = 1;
        experiment.replace(config, QStringLiteral("small"));
        RunController runs;
        runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(runs.engine() || !runs.engineError().isEmpty(), kPatience);
        if (!runs.engine()) QSKIP("the engine is not built");
        FinderPanel panel(theme, experiment, runs);
        panel.start(FinderRequest::Kind::LearningRate);
        QVERIFY(button(panel, "Cancel"));
        QTRY_VERIFY_WITH_TIMEOUT(button(panel, "Apply"), kPatience);
        const int before = experiment.undoStack().count();
        button(panel, "Apply")->click();
        QVERIFY(experiment.config().learningRate != config.learningRate);
        QCOMPARE(experiment.undoStack().count(), before + 1);
        experiment.undoStack().undo();
        QCOMPARE(experiment.config().learningRate, config.learningRate);
        QVERIFY(panel.isHidden());
    }

    // Steps are timed, and losses compared, on a machine that has nothing else to do.
    void itGivesWayToATraining() {
        Theme theme;
        ExperimentModel experiment;
        ExperimentConfig config = experiment.config();
        config.builtinLength = 4000;
        config.lookback = 96;
        config.hiddenSize = 64;
        config.device = "cpu";
        config.threads = 1;
        config.maxSteps = 1;
        experiment.replace(config, QStringLiteral("small"));
        const QTemporaryDir folder;
        RunController runs;
        runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(runs.engine() || !runs.engineError().isEmpty(), kPatience);
        if (!runs.engine()) QSKIP("the engine is not built");
        FinderPanel panel(theme, experiment, runs);
        const auto other = test::hold(runs, QStringLiteral("another measures"));
        panel.start(FinderRequest::Kind::LearningRate);
        const auto says = [&panel](const char* words) {
            return std::ranges::any_of(panel.findChildren<QLabel*>(), [words](const QLabel* label) {
                return label->text().contains(QLatin1String(words));
            });
        };
        QVERIFY(says("Something else measures"));
        other->end();
        panel.start(FinderRequest::Kind::LearningRate);
        QVERIFY(button(panel, "Cancel") && runs.measurements().held());
        runs.start({config, nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(button(panel, "Close"), kPatience);
        QVERIFY(says("stopped so that it does not disturb"));
        QVERIFY(!runs.measurements().any());
        QTRY_VERIFY_WITH_TIMEOUT(!runs.active(), kPatience);
        QCOMPARE(runs.runs().size(), std::size_t{1});
    }

    void cleanupTestCase() { BackgroundJob::waitForAll(); }
};

QTEST_MAIN(TestFinderPanel)
#include "tst_finder_panel.moc"
