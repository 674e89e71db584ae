// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/sweep/study_training.cpp: searches that learn, over a built-in series; killed and gone on with.
#include "store/saved_sweep.h"
#include "store/workspace.h"
#include "support/worker_process.h"
#include "verdict/study_trials.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>
#include <string>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const QStringList kAxes{"--vary", "learning_rate=1e-4..3e-2:log", "hidden_size=2..12", "cell=lstm,gru"};

}  // namespace

class TestWorkerSweep : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QStringList words(const QString& workspace, int epochs = 3) const {
        return {"sweep",
                "--builtin",
                "sine-mix",
                "--builtin-length",
                "400",
                "--lookback",
                "12",
                "--horizon",
                "2",
                "--epochs",
                QString::number(epochs),
                "--early-stop",
                "0",
                "--device",
                "cpu",
                "--no-suggest",
                "--workspace",
                folder_.filePath(workspace)};
    }
    Answer sweep(const QString& workspace, const QStringList& more, int epochs = 3) const {
        return askWorker(words(workspace, epochs) + more);
    }
    Answer goOn(const QString& workspace, const QStringList& more) const {
        return askWorker(QStringList{"sweep", "--continue", "--workspace", folder_.filePath(workspace)} + more);
    }
    std::vector<StudyTrial> trialsIn(const QString& workspace) const {
        const std::filesystem::path place = folder_.filePath(workspace).toStdString();
        const auto kept = savedSweep(place);
        if (!kept.ok() || !kept->study) return {};
        const auto opened = Workspace::open(place);
        return studyTrials(*kept->study, *(*opened)->runs());
    }

private Q_SLOTS:
    void aSearchThatLearns() {
        const QStringList search = QStringList{"--search", "tpe", "--trials", "14", "--one-by-one", "--json"} + kAxes;
        const Answer answer = sweep("tpe", search + QStringList{"--confirm", "1"});
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        const QJsonArray settings = result["settings"].toArray();
        QCOMPARE(settings.size(), 14);
        QCOMPARE(reported(answer.out, "ended").size(), 14 + 2);
        for (int i = 1; i < settings.size(); ++i)
            QVERIFY(settings[i]["validation_loss"].toDouble() >= settings[i - 1]["validation_loss"].toDouble());
        double sum = 0;
        const QJsonObject importance = result["importance"].toObject();
        QCOMPARE(importance.keys(), (QStringList{"cell", "hidden_size", "learning_rate", "rest"}));
        for (const QJsonValue& share : importance) sum += share.toDouble();
        QVERIFY2(std::abs(sum - 1) < 1e-9, qPrintable(QString::number(sum)));
        QCOMPARE(result["confirmed"].toObject()["seeds"].toInt(), 1);
        QCOMPARE(trialsIn("tpe").size(), std::size_t{14});
        // The same seed, one at a time: the same search; nothing is trained twice.
        const Answer twin = sweep("twin", search);
        QCOMPARE(lastLine(twin.out)["result"].toObject()["settings"].toArray()[0].toObject()["settings"],
                 settings[0].toObject()["settings"]);
        const Answer again = sweep("twin", search);
        QVERIFY2(again.code == 0, again.err);
        QCOMPARE(reported(again.out, "begun").size(), 0);
        QCOMPARE(lastLine(again.out)["result"].toObject()["settings"].toArray().size(), 14);
        // A larger budget goes on from there.
        const Answer more = goOn("twin", {"--trials", "16", "--json"});
        QVERIFY2(more.code == 0, more.err);
        QCOMPARE(reported(more.out, "begun").size(), 2);
        QCOMPARE(lastLine(more.out)["result"].toObject()["settings"].toArray().size(), 16);
    }

    void halvingStopsMost() {
        const Answer answer =
            sweep("asha", QStringList{"--search", "asha", "--trials", "12", "--at-once", "2", "--json"} + kAxes, 27);
        QVERIFY2(answer.code == 0, answer.err);
        const auto trials = trialsIn("asha");
        QCOMPARE(trials.size(), std::size_t{12});
        std::int64_t epochs = 0, stopped = 0, complete = 0;
        std::string run;
        for (const StudyTrial& trial : trials) {
            epochs += trial.epochs;
            stopped += trial.state == TrialState::Stopped;
            complete += trial.state == TrialState::Complete;
            if (trial.state == TrialState::Stopped) run = trial.run;
            QVERIFY(std::isfinite(trial.value));
        }
        QVERIFY2(stopped >= 4 && complete >= 1, qPrintable(QString("%1 %2").arg(stopped).arg(complete)));
        QVERIFY(epochs < 12 * 27);
        QCOMPARE(lastLine(answer.out)["result"].toObject()["settings"].toArray()[0].toObject().contains("stopped_at"),
                 false);
        // A stopped trial is an ordinary run that can be lengthened.
        const Answer longer = askWorker({"resume", QString::fromStdString(run), "--more-epochs", "2", "--workspace",
                                         folder_.filePath("asha"), "--json", "--quiet"});
        QVERIFY2(longer.code == 0, longer.err);
        QCOMPARE(trialsIn("asha").size(), std::size_t{12});
    }

    void killedItGoesOn_data() {
        QTest::addColumn<QString>("search");
        QTest::newRow("tpe") << "tpe";
        QTest::newRow("asha") << "asha";
        QTest::newRow("random") << "random";
    }
    void killedItGoesOn() {
        QFETCH(QString, search);
        const QString place = "killed-" + search;
        QProcess process;
        process.start(workerProgram(), words(place, 9) +
                                           QStringList{"--search", search, "--budget", "10", "--at-once", "2",
                                                       "--checkpoint-seconds", "0", "--json"} +
                                           kAxes);
        QByteArray out;
        while (reported(out, "ended").size() < 4 && process.waitForReadyRead(60000))
            out += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        process.waitForFinished(-1);
        const auto before = trialsIn(place);
        QVERIFY(before.size() >= 4);
        const Answer answer = goOn(place, {"--json"});
        QVERIFY2(answer.code == 0, answer.err);
        const auto after = trialsIn(place);
        QCOMPARE(after.size(), std::size_t{10});
        QSet<QString> runs;
        for (const StudyTrial& trial : after) {
            QVERIFY(trial.state == TrialState::Complete || trial.state == TrialState::Stopped);
            runs << QString::fromStdString(trial.run);
        }
        // What had ended or was under way is still its trial.
        for (const StudyTrial& trial : before) QVERIFY(runs.contains(QString::fromStdString(trial.run)));
    }

    void othersJoinASearch_data() {
        QTest::addColumn<QString>("search");
        QTest::newRow("tpe") << "tpe";
        QTest::newRow("asha") << "asha";
    }
    /// Three processes on one study: together they train what one would, each point once.
    void othersJoinASearch() {
        QFETCH(QString, search);
        const QString place = "shared-" + search;
        QProcess first;
        first.start(
            workerProgram(),
            words(place, 9) + QStringList{"--search", search, "--budget", "14", "--at-once", "1", "--json"} + kAxes);
        QByteArray out;
        while (reported(out, "begun").isEmpty() && first.waitForReadyRead(60000)) out += first.readAllStandardOutput();
        const QStringList join{"sweep", "--join", "--workspace", folder_.filePath(place), "--at-once", "1", "--json"};
        QProcess second, third;
        second.start(workerProgram(), join);
        third.start(workerProgram(), join);
        std::size_t begun = 0, here = 0;
        for (QProcess* process : {&second, &third, &first}) {
            const Answer end = finished(*process);
            QVERIFY2(end.code == 0, end.err);
            const auto runs = reported((process == &first ? out : QByteArray()) + end.out, "begun").size();
            begun += static_cast<std::size_t>(runs);
            if (process != &first) here += static_cast<std::size_t>(runs);
        }
        const auto trials = trialsIn(place);
        QCOMPARE(trials.size(), std::size_t{14});
        QVERIFY2(here > 0, "the first trained all");
        if (search == "tpe") QCOMPARE(begun, std::size_t{14});
        for (const StudyTrial& trial : trials)
            QVERIFY(trial.state == TrialState::Complete || trial.state == TrialState::Stopped);
        // No point twice, which studyTrials() would have made one.
        const auto opened = Workspace::open(folder_.filePath(place).toStdString());
        QCOMPARE((*opened)->runs()->size(), std::size_t{14});
    }

    void aSignalSavesAll() {
        QProcess process;
        process.start(workerProgram(),
                      words("signal", 100000) +
                          QStringList{"--search", "tpe", "--trials", "10", "--at-once", "2", "--json"} + kAxes);
        QByteArray out;
        while (reported(out, "epoch").size() < 4 && process.waitForReadyRead(60000))
            out += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        const Answer end = finished(process);
        QCOMPARE(end.code, 130);
        QVERIFY2(end.err.contains("sweep --continue"), end.err);
        const auto trials = trialsIn("signal");
        QCOMPARE(trials.size(), std::size_t{2});
        for (const StudyTrial& trial : trials) QCOMPARE(trial.state, TrialState::Interrupted);
    }

    void aGridGoesOnToo() {
        const Answer first = sweep("grid", {"--vary", "hidden_size=2,4", "--seeds", "2", "--json"});
        QVERIFY2(first.code == 0, first.err);
        const Answer again = goOn("grid", {"--json"});
        QVERIFY2(again.code == 0, again.err);
        QCOMPARE(reported(again.out, "begun").size(), 0);
        QCOMPARE(lastLine(again.out)["result"].toObject()["settings"],
                 lastLine(first.out)["result"].toObject()["settings"]);
    }

    void aBudgetEndsEverySearch_data() {
        QTest::addColumn<QStringList>("search");
        QTest::newRow("grid") << QStringList{"--vary", "hidden_size=2,3,4,5,6,7", "cell=lstm,gru"};
        QTest::newRow("random") << QStringList{"--search", "random"} + kAxes;
        QTest::newRow("tpe") << QStringList{"--search", "tpe"} + kAxes;
    }
    /// Trials, epochs of all together, and time that is long enough; then a larger one.
    void aBudgetEndsEverySearch() {
        QFETCH(QStringList, search);
        const QString place = QString("budget-") + QTest::currentDataTag();
        const QStringList one{"--one-by-one", "--json"};
        const Answer trials = sweep(place, search + one + QStringList{"--budget", "3,1d"});
        QVERIFY2(trials.code == 0, trials.err);
        QCOMPARE(reported(trials.out, "ended").size(), 3);
        QCOMPARE(lastLine(trials.out)["result"].toObject()["settings"].toArray().size(), 3);
        const Answer epochs = goOn(place, one + QStringList{"--budget", "13 epochs"});  // 9 are trained
        QVERIFY2(epochs.code == 0, epochs.err);
        QCOMPARE(reported(epochs.out, "ended").size(), 2);
        QCOMPARE(trialsIn(place).size(), std::size_t{5});
        const Answer none = goOn(place, one);
        QVERIFY2(none.code == 0, none.err);
        QCOMPARE(reported(none.out, "ended").size(), 0);
    }

    void whatOptunaIsGiven() {
        const QString file = folder_.filePath("study.db");
        const Answer answer =
            sweep("optuna", QStringList{"--search", "tpe", "--trials", "3", "--export-optuna", file} + kAxes);
        QVERIFY2(answer.code == 0, answer.err);
        QVERIFY(answer.out.contains("3 trials in"));
        QVERIFY(QFile::exists(file));
        const QStringList kept{"sweep", "--workspace", folder_.filePath("optuna"), "--export-optuna"};
        QCOMPARE(askWorker(kept + QStringList{file}).code, 2);  // it is there already
        const Answer later = askWorker(kept + QStringList{folder_.filePath("later.db"), "--json"});
        QVERIFY2(later.code == 0, later.err);
        QCOMPARE(lastLine(later.out)["result"].toObject()["trials"].toInt(), 3);
    }

    void wrongInput_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("says");
        const QStringList tpe = QStringList{"--search", "tpe", "--trials", "5"};
        QTest::newRow("unknown search") << QStringList{"--search", "bayes"} + kAxes
                                        << "there are grid, random, tpe, asha";
        QTest::newRow("no budget") << QStringList{"--search", "tpe"} + kAxes << "a budget above 0";
        QTest::newRow("budget of 0") << QStringList{"--search", "tpe", "--budget", "0s"} + kAxes << "90s, 30m, 2h";
        QTest::newRow("no budget that is known")
            << QStringList{"--search", "tpe", "--budget", "soon"} + kAxes << "'soon' is no budget";
        QTest::newRow("half a trial") << QStringList{"--budget", "2h,1.5 trials", "--vary", "cell=lstm,gru"}
                                      << "'1.5 trials' trains nothing";
        QTest::newRow("seeds of a budget")
            << QStringList{"--budget", "9", "--seeds", "2", "--vary", "cell=lstm,gru"} << "--confirm";
        QTest::newRow("a grid of a range") << QStringList{"--budget", "9"} + kAxes << "a grid needs values";
        QTest::newRow("a range without an end") << tpe + QStringList{"--vary", "learning_rate=0.1.."} << "two ends";
        QTest::newRow("seeds") << tpe + kAxes + QStringList{"--seeds", "2"} << "--confirm";
        QTest::newRow("nothing varies") << tpe << "--vary";
        QTest::newRow("no combination can be")
            << tpe + QStringList{"--vary", "lookback=5000,6000"} << "shorten one of them";
        QTest::newRow("no validation part") << tpe + kAxes + QStringList{"--split", "0.8/0/0.2"} << "validation";
        QTest::newRow("trials of a grid")
            << QStringList{"--trials", "4", "--vary", "cell=lstm,gru"} << "every combination";
        QTest::newRow("a budget to join with")
            << QStringList{"--join", "--budget", "9", "--search", "tpe"} + kAxes << "has its budget";
        QTest::newRow("nothing to join") << QStringList{"--join"} << "wrong";
        QTest::newRow("nothing to go on with") << QStringList{"--continue"} << "wrong";
    }
    void wrongInput() {
        QFETCH(QStringList, more);
        QFETCH(QString, says);
        const Answer answer = sweep("wrong", more);
        QVERIFY(answer.code != 0);
        QVERIFY2(answer.err.contains(says.toUtf8()), answer.err);
        QVERIFY(trialsIn("wrong").empty());
    }

    void aSweepOfAnotherKind() {
        const Answer first = sweep("other", QStringList{"--search", "tpe", "--trials", "2"} + kAxes);
        QVERIFY2(first.code == 0, first.err);
        const Answer other =
            sweep("other", {"--search", "tpe", "--trials", "2", "--vary", "cell=lstm,gru", "--continue"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("is another one"), other.err);
        const Answer same = sweep("other", QStringList{"--search", "tpe", "--trials", "3", "--continue"} + kAxes);
        QVERIFY2(same.code == 0, same.err);
        // A damaged file is named, and left as it is.
        QFile file(folder_.filePath("other/sweep.json"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        text.replace("\"tpe\"", "\"tpr\"");
        file.seek(0);
        file.write(text);
        file.close();
        const Answer damaged = goOn("other", {});
        QVERIFY(damaged.code != 0);
        QVERIFY2(damaged.err.contains("its runs are safe"), damaged.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerSweep)
#include "tst_worker_sweep.moc"
