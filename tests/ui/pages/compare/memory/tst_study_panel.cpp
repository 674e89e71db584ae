// SPDX-License-Identifier: GPL-3.0-or-later
// The memory study in the window, with a machine whose answers are known.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "measure/study_controller.h"
#include "models/study_model.h"
#include "pages/compare/memory/study_panel.h"
#include "runs/experiment_model.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "support/hold.h"
#include "support/known_memory.h"
#include "support/whole_program.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;
using gatelab::test::KnownMemory;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// A panel over a small experiment.
struct Bench {
    Theme theme;
    ExperimentModel experiment;
    RunController runs;
    QueueController queue{runs};
    std::shared_ptr<KnownMemory> machine = std::make_shared<KnownMemory>();
    StudyController study{experiment, runs, queue, nullptr, [this] { return machine; }};
    StudyPanel panel{theme, study};
    StudyModel* model = panel.findChild<StudyModel*>();

    Bench() {
        ExperimentConfig config;
        config.builtinLength = 400;
        config.horizon = 4;
        config.implementation = "library";
        config.device = "cpu";
        experiment.replace(config, QStringLiteral("small"));
        experiment.reload();
    }
    ~Bench() {
        machine->holds = false;
        BackgroundJob::waitForAll();
    }
    [[nodiscard]] bool loaded() const { return experiment.dataset() && !experiment.preparing(); }
    [[nodiscard]] QPushButton* button(const char* text) const {
        for (auto* one : panel.findChildren<QPushButton*>())
            if (one->text() == QLatin1String(text)) return one;
        return nullptr;
    }
    [[nodiscard]] QAction* factor(const char* key) const {
        for (auto* menu : panel.findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text() == QString::fromLatin1(studyFactorTitle(key).source)) return action;
        return nullptr;
    }
    [[nodiscard]] int row(const char* factor, const char* value) const {
        for (int i = 0; i < model->rowCount(); ++i) {
            const StudyRow& one = model->study().rows[static_cast<std::size_t>(i)];
            if (one.factor == factor && formatFieldValue(one.value) == value) return i;
        }
        return -1;
    }
    [[nodiscard]] QString cell(int row, int column) const { return model->index(row, column).data().toString(); }
};

}  // namespace

class TestStudyPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void forecastsBeforeItMeasures() {
        Bench bench;
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.model->rowCount() > 20, kPatience);
        const int batch = bench.row("batch_size", "128");
        QVERIFY(batch >= 0);
        QVERIFY(bench.cell(batch, StudyModel::Forecast) != QLatin1String("-"));
        QCOMPARE(bench.cell(batch, StudyModel::Measured), QStringLiteral("-"));
        QVERIFY(bench.cell(batch, StudyModel::Peak).contains(QStringLiteral("\u00A0% ")));
        const int tuned = bench.row("implementation", "cudnn-tuned");
        QVERIFY(bench.cell(tuned, StudyModel::Peak).contains(QStringLiteral("GPU")));
        QVERIFY(bench.panel.findings().isEmpty());
        QCOMPARE(bench.machine->runs, 0);
        QVERIFY(!bench.button("Export")->isEnabled());
        QVERIFY(!bench.panel.findChild<QTableView*>()->accessibleName().isEmpty());
    }

    void measuresAndTells() {
        Bench bench;
        QSignalSpy failures(&bench.runs, &RunController::problem);
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.button("Run the study")->isEnabled(), kPatience);
        bench.button("Run the study")->click();
        QVERIFY(bench.queue.held());
        QCOMPARE(bench.queue.heldFor(), QStringLiteral("the memory study measures"));
        QTRY_VERIFY_WITH_TIMEOUT(!bench.study.running(), kPatience);
        QVERIFY(!bench.queue.held());
        QCOMPARE(failures.count(), 0);
        QCOMPARE(bench.machine->runs, bench.model->study().total);
        // 128 x 96 x 32 / 4096 = 96 MiB of activations, and 6 more.
        QCOMPARE(bench.cell(bench.row("batch_size", "128"), StudyModel::Measured), QStringLiteral("102.0"));
        QCOMPARE(bench.cell(bench.row("batch_size", "128"), StudyModel::Peak),
                 QStringLiteral("the backward pass: 94\u00A0% activations"));
        QVERIFY(bench.panel.findings().front().contains(QStringLiteral("54.0 MiB")));
        bench.panel.show();  // a hidden chart draws nothing
        QTRY_VERIFY_WITH_TIMEOUT(bench.panel.findChild<LineChart*>()->textSummary().contains(QStringLiteral("Batch")),
                                 kPatience);
        QVERIFY(bench.button("Export")->isEnabled());
        bench.button("Copy command")->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("gatelab-worker study memory")));
        // Other settings: what was measured stays.
        bench.experiment.set("hidden_size", std::int64_t{48});
        QCOMPARE(bench.cell(bench.row("batch_size", "128"), StudyModel::Measured), QStringLiteral("102.0"));
    }

    void itOutlivesOtherLooks() {
        const QTemporaryDir folder;
        const auto machine = std::make_shared<KnownMemory>();
        machine->holds = true;
        test::WholeProgram program(folder.path(), {}, [machine] { return machine; });
        const auto panel = [&] {
            program.window->showPlace({QStringLiteral("compare"), QStringLiteral("memory")});
            return program.window->page(QStringLiteral("compare"))->findChild<StudyPanel*>();
        };
        QPointer<StudyPanel> before = panel();
        QCOMPARE(program.window->page(QStringLiteral("compare"))->inspectorTitle(), QStringLiteral("Memory"));
        QTRY_VERIFY_WITH_TIMEOUT(program.study.canStart(), kPatience);
        program.study.start();
        QVERIFY(program.study.running());
        program.theme.setAppearance(Appearance::Dark);
        QTRY_VERIFY_WITH_TIMEOUT(!before, kPatience);
        QVERIFY(program.study.running() && program.queue.held());
        machine->holds = false;
        QTRY_VERIFY_WITH_TIMEOUT(!program.study.running(), kPatience);
        before = panel();
        QVERIFY(!before->findings().isEmpty());
        program.window->setTextScale(1.15);
        QTRY_VERIFY_WITH_TIMEOUT(!before, kPatience);
        QVERIFY(!panel()->findings().isEmpty());
        BackgroundJob::waitForAll();
    }

    void everyFigureAndHeadHasRoom() {
        Bench bench;
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.button("Run the study")->isEnabled(), kPatience);
        bench.button("Run the study")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.study.running(), kPatience);
        auto* table = bench.panel.findChild<QTableView*>();
        for (int column = 0; column < bench.model->columnCount(); ++column) {
            QVERIFY(table->columnWidth(column) >= table->horizontalHeader()->sectionSizeHint(column));
            for (int row = 0; row < bench.model->rowCount(); ++row)
                if (bench.model->study().rows[static_cast<std::size_t>(row)].obstacle().empty())
                    QVERIFY(table->columnWidth(column) >
                            table->fontMetrics().horizontalAdvance(bench.cell(row, column)));
        }
    }

    void stopsAndKeepsNoHold() {
        Bench bench;
        bench.machine->holds = true;
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.button("Run the study")->isEnabled(), kPatience);
        bench.button("Run the study")->click();
        QVERIFY(bench.study.running());
        bench.button("Stop")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.study.running(), kPatience);
        QVERIFY(!bench.queue.held());
        QVERIFY(bench.panel.findings().isEmpty());
        QVERIFY(bench.button("Run the study")->isEnabled());
    }

    void aTrainingEndsIt() {
        const QTemporaryDir folder;
        Bench bench;
        bench.machine->holds = true;
        bench.runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        bench.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(bench.runs.engine() || !bench.runs.engineError().isEmpty(), kPatience);
        if (!bench.runs.engine()) QSKIP("the engine is not built");
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.button("Run the study")->isEnabled(), kPatience);
        bench.button("Run the study")->click();
        QVERIFY(bench.study.running());
        QSignalSpy warnings(&bench.runs, &RunController::warned);
        ExperimentConfig config = bench.experiment.config();
        config.hiddenSize = 4;
        config.epochs = 1;
        config.threads = 1;
        bench.runs.start({config, bench.experiment.dataset()});
        QTRY_VERIFY_WITH_TIMEOUT(!bench.study.running() && !bench.runs.active(), kPatience);
        QVERIFY(!bench.queue.held());
        QCOMPARE(std::ranges::count_if(warnings,
                                       [](const QVariantList& one) {
                                           return one.front().toString().contains(QStringLiteral("memory study"));
                                       }),
                 1);
    }

    void aTrainingWaitsUntilItHasEnded() {
        const QTemporaryDir folder;
        Bench bench;
        bench.machine->holds = bench.machine->deaf = true;
        bench.runs.setWorkspace(*Workspace::open(folder.path().toStdString()));
        bench.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(bench.runs.engine() || !bench.runs.engineError().isEmpty(), kPatience);
        if (!bench.runs.engine()) QSKIP("the engine is not built");
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.study.canStart(), kPatience);
        bench.study.start();
        QTRY_VERIFY_WITH_TIMEOUT(bench.machine->begun, kPatience);
        ExperimentConfig config = bench.experiment.config();
        config.hiddenSize = 4;
        config.epochs = 1;
        config.threads = 1;
        bench.runs.start({config, bench.experiment.dataset()});
        QVERIFY(bench.runs.active() && bench.runs.state() == RunState::Preparing);
        QTRY_VERIFY_WITH_TIMEOUT(bench.machine->received, kPatience);
        QVERIFY(bench.study.running() && !bench.runs.live());
        bench.machine->holds = false;
        bool together = false;
        connect(&bench.runs, &RunController::begun, this, [&] { together = bench.study.running(); });
        QTRY_VERIFY_WITH_TIMEOUT(!bench.runs.active(), kPatience);
        QVERIFY(!together && !bench.study.running());
        QCOMPARE(bench.runs.runs().size(), std::size_t{1});
    }

    void waitsForWhatMeasuresOrTrains() {
        Bench bench;
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.button("Run the study")->isEnabled(), kPatience);
        auto other = test::hold(bench.runs, QStringLiteral("another measures"));
        QVERIFY(!bench.button("Run the study")->isEnabled());
        QVERIFY(!bench.button("Run the study")->toolTip().isEmpty());
        other.reset();
        QVERIFY(bench.button("Run the study")->isEnabled());
    }

    void factorsCanBeLeftOut() {
        Bench bench;
        bench.panel.setShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.loaded() && bench.row("layers", "2") >= 0, kPatience);
        QVERIFY(bench.factor("layers"));
        bench.factor("layers")->trigger();
        QCOMPARE(bench.row("layers", "2"), -1);
        QVERIFY(bench.row("batch_size", "128") >= 0);
        for (const std::string& key : studyFactors())
            if (key != "layers") bench.factor(key.c_str())->trigger();
        QCOMPARE(bench.model->rowCount(), 0);
        QVERIFY(!bench.button("Run the study")->isEnabled());
        bench.factor("layers")->trigger();
        QVERIFY(bench.row("layers", "2") >= 0 && bench.row("batch_size", "128") < 0);
    }
};

QTEST_MAIN(TestStudyPanel)
#include "tst_study_panel.moc"
