// SPDX-License-Identifier: GPL-3.0-or-later
// The right column of Train: the result beside the best baselines, in what the run differs from the base, the machine
// as one line, and every setting that a live run takes.
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "device/row_choices.h"
#include "device/row_words.h"
#include "form/field_row.h"
#include "form/form_section.h"
#include "models/run_board.h"
#include "pages/train/run_inspector.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/take.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

ExperimentConfig settings(std::int64_t units, std::int64_t epochs) {
    ExperimentConfig config = ExperimentModel().config();
    config.hiddenSize = units;
    config.epochs = epochs;
    config.loss = "mse";
    config.recipe = {"standardise"};
    return config;
}

/// What can be read in the column.
QString readable(const QWidget& column) {
    QStringList texts;
    for (const QLabel* label : column.findChildren<QLabel*>()) {
        if (!label->isVisibleTo(&column)) continue;
        const auto* wrapped = qobject_cast<const WrappedLabel*>(label);
        texts << (wrapped ? wrapped->fullText() : label->text());
    }
    return texts.join(QLatin1Char('|'));
}

QString valueOf(const QWidget& column, const char* name) {
    QString found;
    for (const KeyValueList* list : column.findChildren<KeyValueList*>()) found += list->value(QLatin1String(name));
    return found;
}

}  // namespace

class TestRunInspector : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::shared_ptr<Workspace> workspace_;
    Theme theme_;

    QString made(const ExperimentConfig& config) {
        auto record = testing::take(workspace_->createRun(config, {}, "made up"));
        RunPlanInfo plan;
        plan.device = "AMD Ryzen 7 5800X 8-Core Processor";
        plan.threads = 8;
        plan.stepsPerEpoch = 40;
        plan.totalSteps = 40 * config.epochs;
        plan.forecastBytes = 1e8;
        (void)record->addEvent({plan});
        (void)record->addEvent({NewBest{0.5}, 80, 2});
        (void)record->setBest(0.5, 80, 2);
        (void)record->addEvent({ValidationBaselines{{{"persistence", "standardised", "mse", 0.8},
                                                     {"linear", "standardised", "mse", 0.4},
                                                     {"drift", "standardised", "mse", 0.9},
                                                     {"seasonal-naive", "standardised", "mse", 0.7}}}});
        (void)record->setState(RunState::Finished, 100, 3, 2.0);
        return QString::fromStdString(record->id());
    }

private Q_SLOTS:
    void initTestCase() { qputenv("GATELAB_CACHE", folder_.filePath(QStringLiteral("cache")).toUtf8()); }
    void init() {
        static int count = 0;
        workspace_ =
            testing::take(Workspace::open(folder_.filePath(QStringLiteral("runs%1").arg(++count)).toStdString()));
    }
    void cleanup() { BackgroundJob::waitForAll(); }

    void aRunIsHeldAgainstBaselinesAndBase() {
        const QString base = made(settings(16, 12)), shown = made(settings(64, 60));
        Preferences preferences(folder_.filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunBoard board(experiment, runs, preferences);
        RunInspector inspector(theme_, runs, board);
        QVERIFY(readable(inspector).contains(QStringLiteral("No run is open")));
        runs.setWorkspace(workspace_);
        QTRY_VERIFY_WITH_TIMEOUT(board.base() && board.base()->has(base.toStdString()), kPatience);
        runs.open(shown);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == shown, kPatience);
        const QString all = readable(inspector);
        QVERIFY2(all.contains(QStringLiteral("#2 LSTM 64")) && all.contains(QStringLiteral("#1 LSTM 16")),
                 qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("25 % above Linear, the best baseline.")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("best validation MSE, epoch 2")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("other settings are equal")), qPrintable(all));
        QCOMPARE(valueOf(inspector, "Units"), QStringLiteral("16 → 64"));
        QCOMPARE(valueOf(inspector, "Epochs"), QStringLiteral("12 → 60"));
        // A narrow column has no room for the base.
        inspector.setCompact(true);
        QVERIFY(!readable(inspector).contains(QStringLiteral("Against base")));
        inspector.setCompact(false);
        QVERIFY(readable(inspector).contains(QStringLiteral("Against base")));
        runs.open(base);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current()->id == base, kPatience);
        QVERIFY(!readable(inspector).contains(QStringLiteral("Against base")));
    }

    // How "auto" came to its implementation on a GPU, and a button to have it measured anew.
    void theChosenRowIsTold() {
        const QString other = made(settings(16, 12)), shown = made(settings(64, 60));
        {
            auto record = testing::take(workspace_->reopenRun(shown.toStdString()));
            (void)record->addEvent(
                {RunMarker{{kRowMeasured, {"persistent", "0.94 ms", "library", "2.2 ms", 3, "0.4 s"}}}});
            (void)record->setState(RunState::Finished, 100, 3, 2.0);
        }
        Preferences preferences(folder_.filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunBoard board(experiment, runs, preferences);
        RunInspector inspector(theme_, runs, board);
        inspector.findChild<FormSection*>(QStringLiteral("machine"))->setOpen(true);
        runs.setWorkspace(workspace_);
        runs.open(shown);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == shown, kPatience);
        const QString all = readable(inspector);
        QVERIFY2(
            all.contains(QStringLiteral("chose persistent: 0.94 ms against 2.2 ms by library, 3 rows tried in 0.4 s")),
            qPrintable(all));
        auto* again = inspector.findChild<QPushButton*>(QStringLiteral("measure-again"));
        QVERIFY(again->isVisibleTo(&inspector) && again->isEnabled());
        rowChoices().keep("key", {"persistent", "library", 1, 2});
        again->click();
        QVERIFY(!again->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(again->text(), QStringLiteral("The next run measures"), kPatience);
        QVERIFY(rowChoices().isEmpty());
        runs.open(other);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current()->id == other, kPatience);
        QVERIFY(!again->isVisibleTo(&inspector));
    }

    void theMachineIsOneLineUntilItIsOpened() {
        const QString shown = made(settings(16, 12));
        Preferences preferences(folder_.filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunBoard board(experiment, runs, preferences);
        RunInspector inspector(theme_, runs, board);
        runs.setWorkspace(workspace_);
        runs.open(shown);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == shown, kPatience);
        auto* machine = inspector.findChild<FormSection*>(QStringLiteral("machine"));
        QVERIFY(machine && !machine->isOpen());
        QVERIFY(machine->findChild<QLabel*>()->isVisibleTo(&inspector));
        QVERIFY(!readable(inspector).contains(QStringLiteral("a background thread")));
        machine->setOpen(true);
        QVERIFY(readable(inspector).contains(QStringLiteral("a background thread")));
        QCOMPARE(valueOf(inspector, "Device"), QStringLiteral("AMD Ryzen 7 5800X 8-Core Processor"));
        QCOMPARE(valueOf(inspector, "Threads"), QStringLiteral("8"));
        // The threads of a run with ranks are its blocks; it says its ranks.
        ExperimentConfig shared = settings(16, 12);
        shared.ranks = 2;
        const QString second = made(shared);
        runs.open(second);
        QTRY_VERIFY_WITH_TIMEOUT(runs.current() && runs.current()->id == second, kPatience);
        QCOMPARE(valueOf(inspector, "Trains in"), QStringLiteral("2 ranks, each a process"));
        QVERIFY(!readable(inspector).contains(QStringLiteral("a background thread")));
    }

    void everyLiveSettingCanBeReached() {
        Preferences preferences(folder_.filePath(QStringLiteral("settings.ini")));
        ExperimentModel experiment;
        RunController runs;
        RunBoard board(experiment, runs, preferences);
        RunInspector inspector(theme_, runs, board);
        QStringList offered;
        for (auto* row : inspector.findChildren<FieldRow*>()) offered << QString::fromLatin1(row->field().key);
        for (const Field& field : fields())
            QCOMPARE(offered.contains(QString::fromLatin1(field.key)), field.live == FieldLive::Yes);
        QVERIFY(offered.contains(QStringLiteral("layer_health")));
    }
};

QTEST_MAIN(TestRunInspector)
#include "tst_run_inspector.moc"
