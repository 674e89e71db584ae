// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts, profiles of clusters and jobs, as the window shows and changes them; the programs of Slurm and ssh are
// scripts. Holds ui/runs/machines.cpp, ui/pages/machines/profiles_panel.cpp, ui/pages/machines/hosts_panel.cpp and
// core/session/host_facts.cpp.
#include "base/version.h"
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "models/run_board.h"
#include "pages/compare/board/board_model.h"
#include "pages/machines/hosts_panel.h"
#include "pages/machines/jobs_panel.h"
#include "pages/machines/machines_dialog.h"
#include "pages/machines/profiles_panel.h"
#include "pages/machines/state_note.h"
#include "runs/experiment_model.h"
#include "runs/machines.h"
#include "runs/run_controller.h"
#include "support/tiny_experiment.h"
#include "widgets/labels/wrapped_label.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

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
