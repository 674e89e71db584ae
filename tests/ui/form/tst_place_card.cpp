// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run trains, as it is chosen beside the settings, and what Train and Continue make of it.
// Holds ui/form/place_form.cpp, ui/form/host_choice.cpp and ui/form/place_card.cpp.
#include "common/background_job.h"
#include "common/preferences.h"
#include "common/theme.h"
#include "form/place_card.h"
#include "form/place_form.h"
#include "pages/model/sweep_panel.h"
#include "pages/train/continue_run.h"
#include "runs/experiment_model.h"
#include "runs/last_session.h"
#include "runs/machines.h"
#include "runs/preflight.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "runs/sweep_controller.h"
#include "support/tiny_experiment.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/popover.h"
#include "widgets/segments.h"

#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <csignal>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
enum Part { Here, Ranks, Hosts, Cluster };

QStringList notesOf(const QWidget& within) {
    QStringList notes;
    for (const auto* label : within.findChildren<WrappedLabel*>())
        if (!label->isHidden()) notes << label->fullText();
    return notes;
}

QLineEdit* lineOf(const QWidget& within, const QString& name) {
    for (auto* line : within.findChildren<QLineEdit*>())
        if (line->accessibleName() == name) return line;
    return nullptr;
}

}  // namespace

class TestPlaceCard : public QObject {
    Q_OBJECT
    const QByteArray path_ = qgetenv("PATH");
    QTemporaryDir folder_;
    Theme theme_;
    ExperimentModel experiment_;
    RunController runs_;
    QueueController queue_{runs_};

    void answer(const char* program, const QByteArray& script) const {
        QFile file(folder_.filePath(program));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
    static void choose(const QWidget& within, int part) {
        auto* parts = within.findChild<Segments*>();
        parts->setCurrent(part);
        Q_EMIT parts->chosen(part);
    }
    void waitForEnd() { QTRY_VERIFY_WITH_TIMEOUT(!runs_.active() && !runs_.live(), kPatience); }

private Q_SLOTS:
    void theChoiceIsThereAfterARestart() {
        const QString file = folder_.filePath("settings.ini");
        const PlaceChoice chosen{PlaceChoice::Kind::Hosts, "h1:4,user@h2", "/x/gatelab-worker", "gpu"};
        {
            Preferences preferences(file);
            QueueController queue(runs_);
            const LastSession session(preferences, runs_, nullptr, &queue);
            QCOMPARE(queue.place(), PlaceChoice());
            queue.setPlace(chosen);
        }
        Preferences preferences(file);
        QueueController queue(runs_);
        const LastSession session(preferences, runs_, nullptr, &queue);
        QCOMPARE(queue.place(), chosen);
        queue.setPlace({});
        QueueController next(runs_);
        const LastSession again(preferences, runs_, nullptr, &next);
        QCOMPARE(next.place(), PlaceChoice());
    }

    void initTestCase() {
        qputenv("PATH", folder_.path().toLocal8Bit() + ":/usr/bin:/bin");
        answer("sbatch", "echo 7");
        answer("squeue",
               "echo '{\"jobs\": [{\"job_id\": 7, \"job_state\": \"PENDING\", \"state_reason\": \"None\", "
               "\"nodes\": \"\", \"array_job_id\": 0}]}'");
        answer("own-ssh", "echo 'ssh: Could not resolve hostname nowhere' >&2; exit 255");
        qputenv("GATELAB_SSH", folder_.filePath("own-ssh").toLocal8Bit());
        QSignalSpy ready(&runs_, &RunController::engineReady);
        runs_.setWorkspace(*Workspace::open(folder_.filePath("w").toStdString()));
        runs_.openEngine();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, kPatience);
        ExperimentConfig config = testing::tinyExperiment();
        config.threads = 0;
        experiment_.replace(config, QStringLiteral("test"));
        experiment_.reload();
        QTRY_VERIFY_WITH_TIMEOUT(experiment_.dataset() && !experiment_.preparing(), kPatience);
    }
    void cleanup() {
        queue_.setPlace({});
        experiment_.set("ranks", FieldValue(std::int64_t{1}));
    }
    /// Its tasks ask for the trials; nothing begins here.
    void aSearchGoesToTheCluster() {
        answer("sbatch", "cp \"$2\" \"$(dirname $0)/handed\"; echo 7");
        queue_.machines().putProfile({"fast"});
        QTRY_VERIFY_WITH_TIMEOUT(!queue_.machines().profiles().empty(), kPatience);
        queue_.setPlace({PlaceChoice::Kind::Cluster, {}, {}, "fast"});
        SweepPanel panel(theme_, experiment_, runs_, queue_);
        panel.show();
        for (auto* segment : panel.findChildren<QToolButton*>())
            if (segment->text() == QLatin1String("Learns (TPE)")) segment->click();
        QPushButton* search = nullptr;
        for (auto* button : panel.findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Search at cluster 'fast'")) search = button;
        QVERIFY(search && search->isEnabled());
        QSignalSpy submitted(&queue_.machines(), &Machines::searchSubmitted);
        search->click();
        QTRY_COMPARE_WITH_TIMEOUT(submitted.count(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(queue_.sweep().sweep().study, kPatience);
        QCOMPARE(queue_.sweep().sweep().study->method, SearchMethod::Tpe);
        QVERIFY(!queue_.sweep().isSearching());
        QFile handed(folder_.filePath("handed"));
        QVERIFY(handed.open(QIODevice::ReadOnly));
        const QByteArray script = handed.readAll();
        QVERIFY(script.contains("sweep --join") && script.contains("--array=0-3\n"));
        queue_.machines().removeProfile("fast");
        QTRY_VERIFY_WITH_TIMEOUT(queue_.machines().profiles().empty(), kPatience);
        answer("sbatch", "echo 7");
    }

    void cleanupTestCase() {
        BackgroundJob::waitForAll();
        qputenv("PATH", path_);
        qunsetenv("GATELAB_SSH");
    }

    void ranksAreASettingOfTheRun() {
        PlaceCard card(theme_, experiment_, runs_, queue_);
        choose(card, Ranks);
        QCOMPARE(experiment_.config().ranks, std::int64_t{2});
        QTRY_VERIFY(notesOf(card).contains(
            "Threads do the same for less. What more ranks gain is not measured for these settings."));
        choose(card, Here);
        QCOMPARE(experiment_.config().ranks, std::int64_t{1});
    }

    void whatCannotBeIsSaidBeforeTrain() {
        PlaceCard card(theme_, experiment_, runs_, queue_);
        QVERIFY(startObstacle(experiment_).isEmpty());
        choose(card, Hosts);
        const QString noList = "Type hosts with their numbers of ranks, for instance h1:4,h2.";
        QCOMPARE(startObstacle(experiment_), noList);
        QCOMPARE(notesOf(card), QStringList{noList});
        // Said here, not once more among the checks; memory and time do not depend on it.
        for (const PreflightCheck& check : preflightChecks(experiment_)) QVERIFY(check.text != noList);
        QVERIFY(!hasErrors(experiment_));
        auto* hosts = lineOf(card, "Hosts");
        hosts->clear();
        QTest::keyClicks(hosts, "h1:64");
        QVERIFY2(startObstacle(experiment_).contains("fewer blocks than there are ranks"),
                 qPrintable(startObstacle(experiment_)));
        hosts->clear();
        QTest::keyClicks(hosts, "h1:2");
        QVERIFY2(startObstacle(experiment_).isEmpty(), qPrintable(startObstacle(experiment_)));
        const std::string before = experiment_.config().implementation;
        experiment_.set("implementation", FieldValue(std::string("library")));
        QTRY_COMPARE(startObstacle(experiment_),
                     QString("Ranks need the whole step: choose the implementation 'whole'."));
        experiment_.set("implementation", FieldValue(before));
        QTRY_VERIFY(startObstacle(experiment_).isEmpty());
        choose(card, Cluster);
        QCOMPARE(startObstacle(experiment_), QString("Choose a profile of the cluster, or make one."));
        choose(card, Here);
        QVERIFY(startObstacle(experiment_).isEmpty());
    }

    void anUnknownHostIsSaidAsOnTheCommandLine() {
        queue_.setPlace({PlaceChoice::Kind::Hosts, "nowhere", {}, {}});
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(trainSettings(runs_, queue_, experiment_) == Began::Now);
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, kPatience);
        QVERIFY2(problems[0][0].toString().contains("there is no host nowhere; nothing was trained"),
                 qPrintable(problems[0][0].toString()));
        waitForEnd();
        QVERIFY(runs_.workspace()->runs()->empty());
    }

    void aMeasurementIsShownWhereItIsOfTheseSettings() {
        experiment_.set("ranks", FieldValue(std::int64_t{2}));
        PlaceCard card(theme_, experiment_, runs_, queue_);
        queue_.machines().keepMeasured(
            {"", 2, 1, {5e-5, 5e-5, 125e6}, workIdentity(experiment_.config()), {6e-2, 28e4, 64, 16, 168}});
        QTRY_VERIFY_WITH_TIMEOUT(notesOf(card).join(' ').contains("2 ranks: 0."), kPatience);
        QVERIFY2(notesOf(card).join(' ').contains("threads do the same"), qPrintable(notesOf(card).join(' ')));
        experiment_.set("hidden_size", FieldValue(std::int64_t{5}));
        QTRY_VERIFY(!notesOf(card).join(' ').contains("2 ranks:"));
        experiment_.set("hidden_size", FieldValue(std::int64_t{4}));
    }

    void knownHostsAreTicked() {
        queue_.machines().addHosts(*rankHostsFrom("h1,h2"));
        QTRY_COMPARE_WITH_TIMEOUT(queue_.machines().hosts().names.size(), std::size_t{2}, kPatience);
        PlaceCard card(theme_, experiment_, runs_, queue_);
        queue_.setPlace({});
        choose(card, Hosts);
        card.show();
        const auto tickOf = [&card](const QString& name) -> QCheckBox* {
            for (auto* box : card.findChildren<QCheckBox*>())
                if (box->text() == name) return box;
            return nullptr;
        };
        const auto ranksOf = [&card](const QString& name) -> QSpinBox* {
            for (auto* box : card.findChildren<QSpinBox*>())
                if (box->accessibleName() == QStringLiteral("Ranks on ") + name) return box;
            return nullptr;
        };
        QVERIFY(tickOf("h1") && tickOf("h1")->isVisible() && !ranksOf("h1")->isEnabled());
        tickOf("h1")->click();
        ranksOf("h1")->setValue(3);
        tickOf("h2")->click();
        QCOMPARE(lineOf(card, "Hosts")->text(), QString("h1:3,h2:1"));
        QCOMPARE(queue_.place().hosts, QString("h1:3,h2:1"));
        // What is typed ticks them, and a host that is not in the list stays.
        auto* line = lineOf(card, "Hosts");
        line->clear();
        QTest::keyClicks(line, "far:2, h2:4");
        QVERIFY(!tickOf("h1")->isChecked() && tickOf("h2")->isChecked());
        QCOMPARE(ranksOf("h2")->value(), 4);
        tickOf("h2")->click();
        QCOMPARE(queue_.place().hosts, QString("far:2"));
        // What they gain follows from the pairs that were measured, whatever their numbers were then.
        queue_.machines().keepMeasured(
            {"h1:1,h2:1",
             3,
             1,
             {5e-5, 5e-5, 125e6},
             workIdentity(experiment_.config()),
             {6e-2, 28e4, 64, 16, 168},
             {{0, 1, 5e-5, 5e-5, 125e6}, {0, 2, 5e-5, 5e-5, 125e6}, {1, 2, 5e-5, 5e-5, 125e6}}});
        line->clear();
        QTest::keyClicks(line, "h1:2");
        QTRY_VERIFY_WITH_TIMEOUT(notesOf(card).join(' ').startsWith("3 ranks: "), kPatience);
        queue_.setPlace({});
        for (const char* name : {"h1", "h2"}) queue_.machines().removeHost(name);
        QTRY_VERIFY_WITH_TIMEOUT(queue_.machines().hosts().names.empty(), kPatience);
    }

    /// A host that does not answer: by the button, and by Escape.
    void measuringIsStopped() {
        answer("silent-ssh", "echo $$ >>\"$(dirname $0)/asked\"; exec sleep 1000");
        qputenv("GATELAB_SSH", folder_.filePath("silent-ssh").toLocal8Bit());
        queue_.setPlace({PlaceChoice::Kind::Hosts, "h1:1", {}, {}});
        PlaceCard card(theme_, experiment_, runs_, queue_);
        card.show();
        QVERIFY(QTest::qWaitForWindowActive(&card));
        const auto buttonOf = [&card](const QString& text) -> QPushButton* {
            for (auto* button : card.findChildren<QPushButton*>())
                if (button->text() == text) return button;
            return nullptr;
        };
        QSignalSpy problems(&runs_, &RunController::problem);
        const std::size_t before = queue_.machines().hosts().measured.size();
        const auto asked = [this] {
            QFile file(folder_.filePath("asked"));
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n') : QList<QByteArray>();
        };
        for (const int times : {1, 2}) {
            QTRY_VERIFY_WITH_TIMEOUT(buttonOf("Measure") && buttonOf("Measure")->isEnabled(), kPatience);
            QTest::mouseClick(buttonOf("Measure"), Qt::LeftButton);
            QTRY_COMPARE_WITH_TIMEOUT(asked().size(), times, kPatience);
            QTRY_VERIFY_WITH_TIMEOUT(buttonOf("Stop"), kPatience);
            if (times == 1)
                QTest::mouseClick(buttonOf("Stop"), Qt::LeftButton);
            else
                QTest::keyClick(&card, Qt::Key_Escape);
            QTRY_VERIFY_WITH_TIMEOUT(buttonOf("Measure"), kPatience);
            QVERIFY2(::kill(asked().back().toInt(), 0) != 0, "an ssh is left");
        }
        QVERIFY(problems.isEmpty());
        QCOMPARE(queue_.machines().hosts().measured.size(), before);
        queue_.setPlace({});
        qunsetenv("GATELAB_SSH");
    }

    void trainHandsAJobInAndContinueKeepsItsHandsOff() {
        queue_.machines().putProfile({"gpu", "fast", "1:00:00"});
        QTRY_COMPARE_WITH_TIMEOUT(queue_.machines().profiles().size(), std::size_t{1}, kPatience);
        PlaceCard card(theme_, experiment_, runs_, queue_);
        choose(card, Cluster);
        QCOMPARE(queue_.place().profile, QString("gpu"));
        QVERIFY(notesOf(card).contains("partition fast, 1:00:00, as a job, saved before its time limit"));
        QSignalSpy handedIn(&queue_.machines(), &Machines::submitted);
        QVERIFY(trainSettings(runs_, queue_, experiment_) == Began::Now);
        QTRY_COMPARE_WITH_TIMEOUT(handedIn.count(), 1, kPatience);
        const QString run = handedIn[0][0].toString();
        QTRY_VERIFY_WITH_TIMEOUT(queue_.machines().isUnderWay(run) && runs_.findRun(run), kPatience);
        QSignalSpy problems(&runs_, &RunController::problem);
        QVERIFY(continueRun(runs_, queue_, run) == Began::Refused);
        QVERIFY2(problems[0][0].toString().endsWith("is waiting at cluster 'gpu' (job 7). Cancel its job first."),
                 qPrintable(problems[0][0].toString()));
        answer("squeue", "echo '{\"jobs\": []}'");
        queue_.machines().read();
        QTRY_VERIFY_WITH_TIMEOUT(!queue_.machines().isUnderWay(run), kPatience);
        // Now it goes on here, with two ranks.
        QWidget above;
        above.resize(400, 40);
        above.show();
        std::optional<Began> began;
        askWhere(theme_, &above, runs_, queue_, run, [&began](Began what) { began = what; });
        auto* question = above.findChild<Popover*>();
        QVERIFY(question && question->isVisible());
        choose(*question, Ranks);
        question->accept();
        QVERIFY(began == Began::Now);
        QTRY_VERIFY_WITH_TIMEOUT(!runs_.active() && runs_.findRun(run)->state == RunState::Finished, kPatience);
    }
};

QTEST_MAIN(TestPlaceCard)
#include "tst_place_card.moc"
