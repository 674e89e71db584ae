// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts, profiles of clusters and jobs, as the window shows and changes them; the programs of Slurm and ssh are
// scripts. Holds ui/runs/machines.cpp, ui/pages/machines/profiles_panel.cpp, ui/pages/machines/hosts_panel.cpp,
// ui/pages/machines/network_panel.cpp and core/session/host_facts.cpp.
#include "base/version.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "models/run_board.h"
#include "pages/compare/board/board_model.h"
#include "pages/machines/hosts_panel.h"
#include "pages/machines/jobs_panel.h"
#include "pages/machines/limits_panel.h"
#include "pages/machines/machines_dialog.h"
#include "pages/machines/network_panel.h"
#include "pages/machines/profiles_panel.h"
#include "pages/machines/ranks_panel.h"
#include "pages/machines/state_note.h"
#include "runs/experiment_model.h"
#include "runs/machines.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"
#include "widgets/labels/wrapped_label.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <csignal>
#include <memory>

using namespace gatelab;

namespace {

constexpr int kPatience = 60000;  // a wait, no demand

QPushButton* buttonOf(const QWidget& within, const QString& text) {
    for (auto* button : within.findChildren<QPushButton*>())
        if (button->text() == text) return button;
    return nullptr;
}

QLineEdit* lineOf(const QWidget& within, const QString& name) {
    for (auto* line : within.findChildren<QLineEdit*>())
        if (line->accessibleName() == name) return line;
    return nullptr;
}

}  // namespace

class TestMachinesDialog : public QObject {
    Q_OBJECT
    const QByteArray path_ = qgetenv("PATH");
    std::unique_ptr<QTemporaryDir> folder_;
    Theme theme_;

    void answer(const char* program, const QByteArray& script) const {
        QFile file(folder_->filePath(program));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
    [[nodiscard]] QByteArray told(const char* file) const {
        QFile from(folder_->filePath(file));
        return from.open(QIODevice::ReadOnly) ? from.readAll() : QByteArray();
    }
    void openWorkspace(RunController& runs) const {
        runs.setWorkspace(*Workspace::open(folder_->filePath("w").toStdString()));
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("PATH", folder_->path().toLocal8Bit() + ":/usr/bin:/bin");
        answer("sbatch", "echo 7");
        answer("squeue",
               "echo '{\"jobs\": [{\"job_id\": 7, \"job_state\": \"PENDING\", \"state_reason\": \"Resources\", "
               "\"nodes\": \"\", \"array_job_id\": 0}]}'");
        answer("scancel", "echo \"$*\" >\"$(dirname $0)/gone\"");
        answer("scontrol", "echo \"$*\" >\"$(dirname $0)/again\"");
    }
    void cleanup() {
        BackgroundJob::waitForAll();
        qputenv("PATH", path_);
        qunsetenv("GATELAB_SSH");
    }

    void aProfileIsCheckedKeptAndRemoved() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        ProfilesPanel panel(theme_, machines);
        auto *name = lineOf(panel, "Name"), *time = lineOf(panel, "Time limit");
        auto *save = buttonOf(panel, "Save profile"), *remove = buttonOf(panel, "Remove");
        QVERIFY(!save->isEnabled() && !remove->isEnabled());
        name->setText("gpu");
        time->setText("soon");
        QVERIFY(!save->isEnabled());
        bool isSaid = false;
        for (const auto* label : panel.findChildren<QLabel*>())
            isSaid = isSaid || label->text() == "profile 'gpu': 'soon' is no time; write minutes, 2:00:00 or 1-12";
        QVERIFY(isSaid);
        time->setText("2:00:00");
        lineOf(panel, "Modules")->setText("gcc/12, cuda");
        QVERIFY(save->isEnabled());
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(machines.profiles().size(), std::size_t{1}, kPatience);
        QVERIFY((machines.profiles()[0].modules == std::vector<std::string>{"gcc/12", "cuda"}));
        QCOMPARE(panel.findChild<QListWidget*>()->count(), 1);
        QVERIFY(remove->isEnabled());
        // Who opens the dialog sees one, and who writes a new one keeps what is written.
        ProfilesPanel other(theme_, machines);
        QCOMPARE(lineOf(other, "Name")->text(), QString("gpu"));
        QTest::mouseClick(buttonOf(other, "New"), Qt::LeftButton);
        QSignalSpy read(&machines, &Machines::changed);
        machines.read();
        QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty(), kPatience);
        QVERIFY(lineOf(other, "Name")->text().isEmpty());
        QTest::mouseClick(remove, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(machines.profiles().empty(), kPatience);
    }

    void emptyListsSayWhatTheyAreFor() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        const auto says = [](const QWidget& panel, const QString& start) {
            for (const auto* label : panel.findChildren<WrappedLabel*>())
                if (label->fullText().startsWith(start)) return !label->isHidden();
            return false;
        };
        ProfilesPanel profiles(theme_, machines);
        JobsPanel jobs(theme_, machines);
        QVERIFY(says(profiles, "A profile says what a job asks its cluster for"));
        QVERIFY(says(jobs, "Runs that were handed to a cluster stand here"));
        machines.putProfile({"gpu"});
        QTRY_COMPARE_WITH_TIMEOUT(machines.profiles().size(), std::size_t{1}, kPatience);
        QVERIFY(!says(profiles, "A profile says"));
        QVERIFY(says(jobs, "Runs that were handed"));
    }

    void aJobWaitsIsCancelledAndRequeued() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        QSignalSpy handedIn(&machines, &Machines::submitted);
        machines.putProfile({"gpu"});
        QTRY_COMPARE_WITH_TIMEOUT(machines.profiles().size(), std::size_t{1}, kPatience);
        machines.submit(testing::tinyExperiment(), "gpu");
        QTRY_COMPARE_WITH_TIMEOUT(handedIn.count(), 1, kPatience);
        const QString run = handedIn[0][0].toString();
        QTRY_VERIFY_WITH_TIMEOUT(machines.isUnderWay(run), kPatience);
        QCOMPARE(clusterStateOf(run.toStdString()), QString("waiting at cluster 'gpu' (job 7)"));
        JobsPanel panel(theme_, machines);
        auto* list = panel.findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(4), QString("waits (Resources)"));
        list->setCurrentItem(list->topLevelItem(0));
        QVERIFY(buttonOf(panel, "Cancel")->isEnabled() && buttonOf(panel, "Requeue")->isEnabled());
        QTest::mouseClick(buttonOf(panel, "Requeue"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(told("again"), QByteArray("requeue 7\n"), kPatience);
        QTest::mouseClick(buttonOf(panel, "Cancel"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(told("gone"), QByteArray("7\n"), kPatience);
        answer("squeue", "echo '{\"jobs\": []}'");
        machines.read();
        QTRY_VERIFY_WITH_TIMEOUT(!machines.isUnderWay(run), kPatience);
        QVERIFY(clusterStateOf(run.toStdString()).isEmpty());
        QVERIFY(list->topLevelItem(0)->text(4).contains("cancelled"));
        QVERIFY(!buttonOf(panel, "Cancel")->isEnabled());
    }

    void compareSaysItToo() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        ExperimentModel experiment;
        Preferences preferences(folder_->filePath("settings.ini"));
        RunBoard board(experiment, runs, preferences);
        BoardModel model(board, runs);
        const auto badges = [&] {
            QStringList shown;
            for (int line = 0; line < model.rowCount(); ++line) shown << model.badgeAt(line);
            return shown;
        };
        QSignalSpy handedIn(&machines, &Machines::submitted);
        machines.putProfile({"gpu"});
        QTRY_COMPARE_WITH_TIMEOUT(machines.profiles().size(), std::size_t{1}, kPatience);
        machines.submit(testing::tinyExperiment(), "gpu");
        QTRY_COMPARE_WITH_TIMEOUT(handedIn.count(), 1, kPatience);
        const QString run = handedIn[0][0].toString(), waits = "waiting at cluster 'gpu' (job 7)";
        QTRY_VERIFY_WITH_TIMEOUT(machines.isUnderWay(run) && runs.findRun(run), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(badges().contains(waits), kPatience);
        // One that was paused to go on there.
        board.setAside({run});
        QCOMPARE(board.stateText(*runs.findRun(run)), waits);
        board.setAside({});
        answer("squeue", "echo '{\"jobs\": []}'");
        machines.cancel(run);
        QTRY_VERIFY_WITH_TIMEOUT(!machines.isUnderWay(run), kPatience);
        QCOMPARE(board.stateText(*runs.findRun(run)), QString("interrupted"));
        QVERIFY(!badges().contains(waits));
    }

    void whatTheClusterRefusesIsSaidAsOnTheCommandLine() {
        answer("sbatch", "echo 'sbatch: error: invalid partition specified: nope' >&2; exit 1");
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        QSignalSpy problems(&runs, &RunController::problem);
        machines.putProfile({"p", "nope"});
        QTRY_COMPARE_WITH_TIMEOUT(machines.profiles().size(), std::size_t{1}, kPatience);
        machines.submit(testing::tinyExperiment(), "p");
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, kPatience);
        const QString said = problems[0][0].toString();
        QVERIFY2(said.contains("profile 'p'") && said.contains("nope"), qPrintable(said));
        QVERIFY(runs.workspace()->runs()->empty());
        machines.submit(testing::tinyExperiment(), "none");
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 2, kPatience);
        QVERIFY(problems[1][0].toString().contains("there is no profile 'none'; there are: p"));
    }

    void aHostIsAskedWhatItHas() {
        answer("own-ssh",
               QByteArray("for host; do case $host in good|old|none) break;; esac; done\n"
                          "case $host in\n"
                          "none) echo 'ssh: Could not resolve hostname none' >&2; exit 255;;\n"
                          "old) printf 'gatelab-rank\\nversion 0.0.1\\ngatelab-end\\n';;\n"
                          "good) printf 'gatelab-rank\\nversion ") +
                   QByteArray::fromStdString(programVersion()) +
                   "\\ncores 12\\nmemory 68719476736\\nfree 34359738368\\nload 1.5\\ngatelab-end\\n'; cat;;\n"
                   "esac\n");
        qputenv("GATELAB_SSH", folder_->filePath("own-ssh").toLocal8Bit());
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        machines.addHosts(*rankHostsFrom("good,old,none"));
        QTRY_COMPARE_WITH_TIMEOUT(machines.hosts().names.size(), std::size_t{3}, kPatience);
        HostsPanel panel(theme_, runs, machines);
        auto* list = panel.findChild<QTreeWidget*>();
        panel.show();
        const auto text = [&](const QString& name, int column) {
            const auto found = list->findItems(name, Qt::MatchExactly);
            return found.isEmpty() ? QString() : found[0]->text(column);
        };
        QTRY_COMPARE_WITH_TIMEOUT(text("good", 7), QString("ready"), kPatience);
        QCOMPARE(text("this computer", 7), QString("ready"));
        QCOMPARE(text("good", 2), QString("12"));
        QVERIFY(text("good", 6).endsWith("ms"));
        QVERIFY2(text("old", 7).contains("has version 0.0.1"), qPrintable(text("old", 7)));
        QVERIFY2(text("none", 7).contains("there is no host none"), qPrintable(text("none", 7)));
        QCOMPARE(text("none", 2), QString("-"));
        // A cell is too small for a cause with its remedy.
        const auto* note = panel.findChild<StateNote*>();
        const auto tells = [note](const char* what) { return note->isVisible() && note->fullText().startsWith(what); };
        QTRY_VERIFY_WITH_TIMEOUT(tells("none: there is no host none"), kPatience);
        list->setCurrentItem(list->findItems("old", Qt::MatchExactly)[0]);
        QVERIFY2(tells("old: host old has version 0.0.1"), qPrintable(note->fullText()));
        list->setCurrentItem(list->findItems("none", Qt::MatchExactly)[0]);
        QTest::mouseClick(buttonOf(panel, "Remove"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(machines.hosts().names.size(), std::size_t{2}, kPatience);
        QSignalSpy problems(&runs, &RunController::problem);
        auto* name = lineOf(panel, "Host to add");
        name->setText("-oProxyCommand=x");
        QTest::mouseClick(buttonOf(panel, "Add"), Qt::LeftButton);
        QCOMPARE(problems.count(), 1);
        QCOMPARE(machines.hosts().names.size(), std::size_t{2});
    }

    /// By the button and by Escape: every ssh has ended then, and the dialog stays.
    void askingIsStopped_data() {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("button") << false;
        QTest::newRow("Escape") << true;
    }
    void askingIsStopped() {
        QFETCH(bool, byKey);
        answer("own-ssh", QByteArray("case \"$*\" in *quick*) echo none >&2; exit 1;; esac\n"
                                     "echo $$ >>\"$(dirname $0)/asked\"\nexec sleep 1000\n"));
        qputenv("GATELAB_SSH", folder_->filePath("own-ssh").toLocal8Bit());
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        machines.addHosts(*rankHostsFrom("h1,h2,quick"));
        QTRY_COMPARE_WITH_TIMEOUT(machines.hosts().names.size(), std::size_t{3}, kPatience);
        MachinesDialog dialog(theme_, runs, machines, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto* panel = dialog.findChild<HostsPanel*>();
        const auto says = [panel](const QString& text) {
            for (const auto* label : panel->findChildren<QLabel*>())
                if (label->isVisible() && label->text() == text) return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(says("1 of 3 answered"), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(told("asked").count('\n'), 2, kPatience);
        if (byKey)
            QTest::keyClick(&dialog, Qt::Key_Escape);
        else
            QTest::mouseClick(buttonOf(*panel, "Stop"), Qt::LeftButton);
        auto* list = panel->findChild<QTreeWidget*>();
        QTRY_VERIFY_WITH_TIMEOUT(list->findItems("h1", Qt::MatchExactly)[0]->text(7).contains("was stopped"),
                                 kPatience);
        QVERIFY(dialog.isVisible() && buttonOf(*panel, "Ask again") && !says("1 of 3 answered"));
        for (const QByteArray& process : told("asked").trimmed().split('\n'))
            QVERIFY2(::kill(process.toInt(), 0) != 0, "an ssh is left");
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());  // nothing is asked: it closes the dialog, as ever
    }

    void whatWasMeasuredIsShownWithoutMeasuring() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        NetworkPanel panel(machines);
        panel.show();
        auto *matrix = panel.findChildren<QTreeWidget*>()[0], *forecast = panel.findChildren<QTreeWidget*>()[1];
        QVERIFY(!matrix->isVisible() && !forecast->isVisible());
        machines.addHosts(*rankHostsFrom("h1,h2"));
        machines.keepMeasured({"h1:2",
                               3,
                               1.8e9,
                               {3e-4, 5e-5, 125e6},
                               "x",
                               {5e-4, 24e3, 32, 16, 24},
                               {{0, 1, 1e-4, 5e-5, 250e6}, {0, 2, 3e-4, 5e-5, 125e6}, {1, 2, 1e-5, 1e-6, 4e9}}});
        QTRY_VERIFY_WITH_TIMEOUT(matrix->isVisible() && matrix->topLevelItemCount() == 3, kPatience);
        QCOMPARE(matrix->topLevelItem(0)->text(0), QString("this computer"));
        QCOMPARE(matrix->topLevelItem(0)->text(2), QString("0.30 ms, 125 MB/s"));
        QCOMPARE(matrix->topLevelItem(1)->text(1), QString("0.30 ms, 125 MB/s"));
        QCOMPARE(matrix->topLevelItem(0)->text(3), QString("-"));
        QVERIFY(matrix->topLevelItem(1)->toolTip(2).contains("2027-01-1"));
        QCOMPARE(forecast->topLevelItemCount(), 6);  // 1, 2, ... 32 ranks: a batch has 32 rows
        QCOMPARE(forecast->topLevelItem(5)->text(0), QString("32"));
        bool isSaid = false;
        for (const auto* label : panel.findChildren<WrappedLabel*>())
            isSaid = isSaid || label->fullText().contains("the right use of 64 cores is 64 trials");
        QVERIFY(isSaid);
    }

    void runsWithRanksAreFollowed() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        ExperimentConfig config = testing::tinyExperiment();
        config.ranks = 2;
        const auto record = runs.workspace()->createRun(config, "", "data");
        QVERIFY(record.ok() && (*record)->setState(RunState::Running, 1, 0, 1).ok());
        RanksPanel panel(runs);
        auto* list = panel.findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 0);
        panel.show();
        QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 1, kPatience);
        QCOMPARE(list->topLevelItem(0)->text(2), QString("-"));
        const std::vector<MetricSample> samples{{MetricId::WaitingShare, 0, 1, 0, 0, 1, 0.25},
                                                {MetricId::RankBytes, 0, 1, 0, 0, 1, 4096},
                                                {MetricId::SlowestRank, 0, 1, 0, 0, 1, 1}};
        QVERIFY((*record)->addMetrics(samples).ok() && (*record)->flush().ok());
        QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItem(0)->text(2), QString("25 %"), kPatience);
        QCOMPARE(list->topLevelItem(0)->text(4), QString("rank 1, in 100 % of the steps"));
        QCOMPARE(list->topLevelItem(0)->childCount(), 2);
        QVERIFY((*record)->setState(RunState::Finished, 1, 0, 1).ok());
        QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 0, kPatience);
    }

    void limitsAreKeptAsSoonAsTheyAreSet() {
        RunController runs;
        openWorkspace(runs);
        const auto folder = runs.workspace()->folder();
        QVERIFY(keepLimits(folder, {1024, 0, 0}).ok());
        LimitsPanel panel(runs);
        panel.show();
        const auto boxOf = [&panel](const QString& name) -> QSpinBox* {
            for (auto* box : panel.findChildren<QSpinBox*>())
                if (box->accessibleName() == name) return box;
            return nullptr;
        };
        QTRY_COMPARE_WITH_TIMEOUT(boxOf("Memory")->value(), 1024, kPatience);
        boxOf("Memory")->setValue(2048);
        panel.findChild<QDoubleSpinBox*>()->setValue(1.5);
        panel.findChild<QCheckBox*>()->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(*readLimits(folder) == (JobLimits{2048, 1.5, 0, true}), kPatience);
        boxOf("Processes and threads")->setValue(3);
        bool isSaid = false;
        for (const auto* label : panel.findChildren<QLabel*>())
            isSaid = isSaid || label->text() == "a job needs 32 processes and threads or more";
        QVERIFY(isSaid);
        BackgroundJob::waitForAll();
        QVERIFY(*readLimits(folder) == (JobLimits{2048, 1.5, 0, true}));
    }

    void thePartsOfTheDialog() {
        RunController runs;
        Machines machines(runs);
        openWorkspace(runs);
        MachinesDialog dialog(theme_, runs, machines, nullptr);
        dialog.show();
        QVERIFY(dialog.findChild<HostsPanel*>()->isVisible());
        dialog.choose(MachinesDialog::Jobs);
        QVERIFY(dialog.findChild<JobsPanel*>()->isVisible() && !dialog.findChild<HostsPanel*>()->isVisible());
    }
};

QTEST_MAIN(TestMachinesDialog)
#include "tst_machines_dialog.moc"
