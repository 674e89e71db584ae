// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/group_runs.cpp, app/worker/output/sweep_report.cpp, app/worker/sweep/sweep_command.cpp,
// app/worker/sweep/sweep_dry_run.cpp and app/worker/sweep/sweep_request.cpp.
#include "store/checkpoint.h"
#include "support/worker_process.h"

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
#include <filesystem>
#include <map>
#include <string>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

std::map<std::string, std::string> tensorsOf(const QString& workspace, const QString& run) {
    const auto loaded =
        CheckpointStore(std::filesystem::path(workspace.toStdString()) / "runs" / run.toStdString()).newestGood();
    std::map<std::string, std::string> bytes;
    if (loaded.ok())
        for (const auto& [name, tensor] : loaded->contents.tensors.tensors)
            bytes[name] = std::string(tensor.bytes.begin(), tensor.bytes.end());
    return bytes;
}

}  // namespace

/// Many models at once from the command line.
class TestWorkerTogether : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QStringList settings(const QString& workspace, int epochs = 3) const {
        return {"--builtin",
                "sine-mix",
                "--builtin-length",
                "600",
                "--lookback",
                "16",
                "--horizon",
                "4",
                "--hidden-size",
                "8",
                "--epochs",
                QString::number(epochs),
                "--early-stop",
                "0",
                "--device",
                "cpu",
                "--dropout",
                "0.1",
                "--layers",
                "2",
                "--no-suggest",
                "--workspace",
                folder_.filePath(workspace)};
    }
    Answer train(const QString& workspace, const QStringList& more) const {
        return askWorker(QStringList{"train"} + settings(workspace) + more);
    }
    Answer sweep(const QString& workspace, const QStringList& more) const {
        return askWorker(QStringList{"sweep"} + settings(workspace) + more);
    }

private Q_SLOTS:
    void seedsTogetherAreTheSeedsOneByOne() {
        const Answer one = train("one", {"--seeds", "3", "--json", "--quiet"}),
                     all = train("all", {"--seeds", "3", "--together", "--at-once", "3", "--json"});
        QVERIFY2(one.code == 0, one.err);
        QVERIFY2(all.code == 0, all.err);
        const QJsonObject a = lastLine(one.out)["result"].toObject(), b = lastLine(all.out)["result"].toObject();
        QCOMPARE(b["test"], a["test"]);
        QCOMPARE(b["test_sd"], a["test_sd"]);
        QCOMPARE(b["baselines"], a["baselines"]);
        const QJsonArray seeds = a["seeds"].toArray(), others = b["seeds"].toArray();
        QCOMPARE(others.size(), 3);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(others[i].toObject()["seed"], seeds[i].toObject()["seed"]);
            QCOMPARE(others[i].toObject()["test"], seeds[i].toObject()["test"]);
            const auto expected = tensorsOf(folder_.filePath("one"), seeds[i].toObject()["run"].toString());
            QVERIFY(!expected.empty());
            QVERIFY(tensorsOf(folder_.filePath("all"), others[i].toObject()["run"].toString()) == expected);
        }
        QCOMPARE(reported(all.out, "group").value(0)["at_once"].toInt(), 3);
        QCOMPARE(reported(all.out, "begun").size(), 3);
        QCOMPARE(reported(all.out, "ended").size(), 3);
        QVERIFY(reported(all.out, "epoch").size() >= 9);
        QCOMPARE(reported(all.out, "progress").last()["done"].toInt(), 3);
        QCOMPARE(reported(all.out, "progress").last()["share"].toDouble(), 1.0);
    }

    void aSweepRanksItsSettings() {
        const Answer answer = sweep("sweep", {"--vary", "learning_rate=0.0001,0.01", "hidden_size=4,8", "--seeds", "2",
                                              "--confirm", "2", "--json"});
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        const QJsonArray settings = result["settings"].toArray();
        QCOMPARE(settings.size(), 4);
        double last = 0;
        for (const QJsonValue& row : settings) {
            QCOMPARE(row["seeds"].toInt(), 2);
            QVERIFY(row["validation_loss"].toDouble() >= last);
            last = row["validation_loss"].toDouble();
            QCOMPARE(row["runs"].toArray().size(), 2);
        }
        const QJsonObject confirmed = result["confirmed"].toObject();
        QCOMPARE(confirmed["seeds"].toInt(), 2);
        QCOMPARE(confirmed["sweep"], settings[0].toObject()["validation_loss"]);
        const double fresh = confirmed["fresh"].toDouble(), before = confirmed["sweep"].toDouble();
        QVERIFY(fresh > 0 && std::abs(confirmed["grew_percent"].toDouble() - 100 * (fresh - before) / before) < 1e-9);
        // Each run has its own number.
        QSet<int> numbers;
        for (const QJsonObject& begun : reported(answer.out, "begun")) numbers << begun["number"].toInt();
        QCOMPARE(numbers.size(), 8 + 4);
        QVERIFY(!numbers.contains(0));
        QCOMPARE(reported(answer.out, "begun").size(), 8 + 4);
        // As text, and the same settings from a file.
        QFile file(folder_.filePath("list.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"learning_rate\": 0.0001, \"hidden_size\": 4}\n{\"learning_rate\": 0.01}\n");
        file.close();
        const Answer text = sweep("listed", {"--list", file.fileName()});
        QVERIFY2(text.code == 0, text.err);
        QVERIFY2(text.out.contains("best first") && text.out.contains("   2  ") && text.out.contains("luckiest") &&
                     text.out.contains("2 of 2"),
                 text.out);
    }

    void aDryRunTrainsNothing() {
        const Answer answer =
            sweep("dry", {"--search", "random", "--trials", "5", "--vary", "learning_rate=1e-4..1e-2:log", "--seeds",
                          "2", "--dry-run", "--at-once", "2", "--json"});
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject plan = lastLine(answer.out)["sweep"].toObject();
        QCOMPARE(plan["runs"].toInt(), 10);
        QCOMPARE(plan["settings"].toInt(), 5);
        QCOMPARE(plan["at_once"].toInt(), 2);
        QVERIFY(plan["seconds"].toDouble() > 0 && plan["bytes"].toDouble() > plan["run_bytes"].toDouble());
        QCOMPARE(plan["labels"].toArray().size(), 10);
        QVERIFY(plan["labels"].toArray()[0].toString().startsWith("learning_rate="));
        QVERIFY(!QFile::exists(folder_.filePath("dry/runs")));
        // Where memory is short, fewer at once.
        const Answer little = sweep("dry", {"--vary", "learning_rate=1e-4,1e-2", "--dry-run", "--at-once", "2",
                                            "--group-memory", "1", "--json"});
        QVERIFY2(little.code == 0, little.err);
        QCOMPARE(lastLine(little.out)["sweep"].toObject()["at_once"].toInt(), 1);
    }

    void whatIsKnownIsNotTrainedAgain() {
        const QStringList grid{"--vary", "learning_rate=0.001,0.01", "--seeds", "2", "--json"};
        const Answer first = sweep("known", grid);
        QVERIFY2(first.code == 0, first.err);
        const QJsonArray before = lastLine(first.out)["result"].toObject()["settings"].toArray();
        const Answer again = sweep("known", grid + QStringList{"--known"});
        QVERIFY2(again.code == 0, again.err);
        QCOMPARE(reported(again.out, "begun").size(), 0);
        QCOMPARE(reported(again.out, "known").value(0)["runs"].toInt(), 4);
        QCOMPARE(lastLine(again.out)["result"].toObject()["settings"].toArray(), before);
        // One setting and one seed more: what is missing is trained, and takes its place among the others.
        const Answer more =
            sweep("known", {"--vary", "learning_rate=0.001,0.003,0.01", "--seeds", "3", "--known", "--json"});
        QVERIFY2(more.code == 0, more.err);
        QCOMPARE(reported(more.out, "known").value(0)["runs"].toInt(), 4);
        QCOMPARE(reported(more.out, "begun").size(), 5);
        const Answer anew = sweep("anew", {"--vary", "learning_rate=0.001,0.003,0.01", "--seeds", "3", "--json"});
        QVERIFY2(anew.code == 0, anew.err);
        const QJsonArray rows = lastLine(more.out)["result"].toObject()["settings"].toArray(),
                         others = lastLine(anew.out)["result"].toObject()["settings"].toArray();
        QCOMPARE(rows.size(), 3);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(rows[i]["validation_loss"], others[i]["validation_loss"]);
            QCOMPARE(rows[i]["seeds"], others[i]["seeds"]);
        }
        // What is still to train, and for how long.
        const Answer rest =
            sweep("known", {"--vary", "learning_rate=0.001,0.1", "--seeds", "2", "--known", "--dry-run", "--json"});
        QVERIFY2(rest.code == 0, rest.err);
        QCOMPARE(lastLine(rest.out)["sweep"].toObject()["runs"].toInt(), 2);
        QCOMPARE(
            lastLine(sweep("known", grid + QStringList{"--known", "--dry-run"}).out)["sweep"].toObject()["runs"].toInt(
                -1),
            0);
        QCOMPARE(reported(sweep("nowhere", grid + QStringList{"--known", "--dry-run"}).out, "known").size(), 0);
        QVERIFY(!QFile::exists(folder_.filePath("nowhere")));
        // Not asked for, all are trained.
        QCOMPARE(reported(sweep("known", grid).out, "begun").size(), 4);
    }

    void wrongInputLeavesNothing_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing varies") << QStringList{} << "--vary";
        QTest::newRow("unknown setting") << QStringList{"--vary", "nonsense=1"} << "there is no setting 'nonsense'";
        QTest::newRow("empty list") << QStringList{"--vary", "learning_rate="} << "has no values";
        QTest::newRow("low above high") << QStringList{"--search", "random", "--trials",
                                                       "3",        "--vary", "learning_rate=1..0.1"}
                                        << "above its end";
        QTest::newRow("range in a grid") << QStringList{"--vary", "learning_rate=0.1..1"} << "number of points";
        QTest::newRow("no count") << QStringList{"--search", "random", "--vary", "learning_rate=0.1..1"} << "--trials";
        QTest::newRow("a combination that cannot be") << QStringList{"--vary", "lookback=16,5000"} << "5000";
        QTest::newRow("no such file") << QStringList{"--list", "/no/such.json"} << "/no/such.json";
    }
    void wrongInputLeavesNothing() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        const Answer answer = sweep("wrong", words);
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.err.contains(says.toUtf8()), answer.err);
        QVERIFY(!QFile::exists(folder_.filePath("wrong/runs")));
    }

    void killedAllGoOnWithTheSameBits() {
        const QString place = folder_.filePath("killed");
        QProcess process;
        process.start(workerProgram(), QStringList{"train"} + settings("killed", 60) +
                                           QStringList{"--seeds", "2", "--together", "--at-once", "2",
                                                       "--checkpoint-seconds", "0", "--json"});
        QByteArray out;
        while (reported(out, "epoch").size() < 6 && process.waitForReadyRead(60000))
            out += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        process.waitForFinished(-1);
        const auto begun = reported(out, "begun");
        QCOMPARE(begun.size(), 2);
        const Answer whole =
            askWorker(QStringList{"train"} + settings("whole", 60) + QStringList{"--seeds", "2", "--json", "--quiet"});
        QVERIFY2(whole.code == 0, whole.err);
        const QJsonArray seeds = lastLine(whole.out)["result"].toObject()["seeds"].toArray();
        for (int i = 0; i < 2; ++i) {
            const QString run = begun[i]["run"].toString();
            const Answer on = askWorker({"resume", run, "--workspace", place, "--json", "--quiet"});
            QVERIFY2(on.code == 0, on.err);
            const auto expected = tensorsOf(
                folder_.filePath("whole"),
                seeds[begun[i]["seed"].toInt() - seeds[0].toObject()["seed"].toInt()].toObject()["run"].toString());
            QVERIFY(!expected.empty());
            QVERIFY(tensorsOf(place, run) == expected);
        }
    }

    void aSignalLeavesEachWithACheckpoint() {
        QProcess process;
        process.start(workerProgram(), QStringList{"train"} + settings("left", 100000) +
                                           QStringList{"--seeds", "5", "--together", "--at-once", "2", "--json"});
        QByteArray out;
        while (reported(out, "epoch").size() < 4 && process.waitForReadyRead(60000))
            out += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        const Answer end = finished(process);
        QCOMPARE(end.code, 130);
        const QJsonObject result = lastLine(end.out)["result"].toObject();
        QCOMPARE(result["seeds"].toArray().size(), 2);
        QCOMPARE(result["left_out"].toArray().size(), 3);
        for (const QJsonValue& seed : result["seeds"].toArray()) {
            QCOMPARE(seed["state"].toString(), QStringLiteral("interrupted"));
            QVERIFY(!tensorsOf(folder_.filePath("left"), seed["run"].toString()).empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkerTogether)
#include "tst_worker_together.moc"
