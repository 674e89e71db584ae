// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker lab: what it refuses, and what is left of it when it is stopped.
// Holds app/worker/lab_command.cpp.
#include "support/worker_process.h"
#include "xla/plugin.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace gatelab::testing;

namespace {

constexpr int kPatience = 300000;  // a wait, no demand
const QStringList kSmall = {"--builtin-length", "400", "--lookback", "12", "--horizon", "3",
                            "--hidden-size",    "4",   "--threads",  "1",  "--device",  "cpu"};
const QStringList kQuick =
    QStringList{"--repeats", "2", "--lab-warmup", "0", "--lab-steps", "2", "--no-equal-time"} + kSmall;

}  // namespace

class TestWorkerLab : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    /// Where the tables are kept.
    void initTestCase() { qputenv("GATELAB_WORKSPACE", folder_.path().toUtf8()); }

    void whatContradictsItselfIsRefused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* words, const char* says) {
            QTest::newRow(words) << QString::fromLatin1(words).split(' ') << QByteArray(says);
        };
        row("--ladder --one-off", "--ladder excludes --one-off");
        row("--one-off --ab baseline,all", "excludes");
        row("--ladder --ab baseline,all", "excludes");
        row("--ab baseline,all --without fused-optimiser", "--ab excludes --without");
        row("--ab all", "--ab takes two names");
        row("--ab all,", "--ab takes two names");
        row("--ab all,baseline,current", "--ab takes two names");
        row("--ab nosuch,all", "there is no line 'nosuch'");
        row("--ab no-,all", "there is no line 'no-'");
        row("--without fused", "there is no line 'fused' that could be left out; there are ");
        row("--without baseline", "there is no line 'baseline' that could be left out");
        row("--one-off --without fused-optimiser", "no-fused-optimiser");
    }
    void whatContradictsItselfIsRefused() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        const Answer answer = askWorker(QStringList{"lab"} + words + kQuick);
        QCOMPARE(answer.code, 2);
        QVERIFY2((answer.err + answer.out).contains(says), answer.err + answer.out);
    }

    void oneLineTwiceIsLeftOutOnce() {
        const Answer answer =
            askWorker(QStringList{"lab", "--json", "--without", "fused-optimiser,fused-optimiser"} + kQuick);
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject json = lastLine(answer.out);
        QVERIFY2(json["command"].toString().contains(" --without fused-optimiser --"),
                 qPrintable(json["command"].toString()));
        QVERIFY(json["finished"].toBool());
    }

    void theCommandMeasuresTheSameAgain() {
        const QJsonObject first =
            lastLine(askWorker(QStringList{"lab", "--json", "--ab", "current,no-fused-optimiser"} + kQuick).out);
        QStringList words = QProcess::splitCommand(first["command"].toString());
        QVERIFY(words.size() > 2 && words.takeFirst() == "gatelab-worker");
        const QJsonObject again = lastLine(askWorker(words + QStringList{"--json"}).out);
        QCOMPARE(again["plan"], first["plan"]);
        QCOMPARE(again["command"], first["command"]);
        QCOMPARE(again["planned_runs"], first["planned_runs"]);
    }

    void aStopKeepsWhatWasMeasured() {
        const QTemporaryDir folder;
        const QStringList store{"--workspace", folder.path()};
        QCOMPARE(askWorker({"lab", "--kept", "--workspace", folder.filePath("none")}).code, 2);
        QProcess process;
        QByteArray err;
        process.start(workerProgram(), QStringList{"lab", "--ab", "baseline,all", "--repeats", "1000", "--lab-warmup",
                                                   "0", "--lab-steps", "2", "--no-equal-time"} +
                                           store + kSmall);
        // It says every ten seconds how far it is.
        QTRY_VERIFY_WITH_TIMEOUT((err += process.readAllStandardError()).contains(" of 2002 runs"), kPatience);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        Answer answer = finished(process);
        QCOMPARE(answer.code, 130);
        QVERIFY2(answer.err.contains("stopped; what was measured until then follows"), answer.err);
        QVERIFY2(answer.out.contains("interrupted after ") && answer.out.startsWith("B is ") &&
                     answer.out.contains("× as fast as A so far"),
                 answer.out);
        // It is listed.
        const QJsonObject kept = lastLine(askWorker(QStringList{"lab", "--kept", "--json"} + store).out);
        QVERIFY(kept["runs"].toInt() > 0 && !kept["finished"].toBool());
        const QString name = kept["name"].toString();
        answer = askWorker(QStringList{"lab", "--kept"} + store);
        QVERIFY2(answer.out.startsWith(name.toUtf8()) && answer.out.contains(" of 1000 rounds") &&
                     answer.out.count('\n') == 1,
                 answer.out);
        QVERIFY2(answer.err.isEmpty(), answer.err);
    }

    void xlaIsListedAndMeasuredWhereAPluginIs() {
        const Answer list = askWorker({"lab", "--list"});
        QVERIFY2(list.code == 0 && list.out.contains("\nxla "), list.out);
        const bool isThere = !gatelab::findXlaPlugins().empty();
        QCOMPARE(list.out.contains("needs a PJRT plugin"), !isThere);
        if (!isThere) QSKIP("no PJRT plugin is installed (wheel group xla: resources/cmake/wheels.txt)");
        const QTemporaryDir folder;
        const QStringList small{"--builtin-length", "300",         "--lookback",         "8",     "--hidden-size", "8",
                                "--repeats",        "1",           "--lab-steps",        "10",    "--lab-warmup",  "2",
                                "--no-equal-time",  "--workspace", folder.filePath("w"), "--json"};
        // On the processor a process of its own trains the last line.
        const Answer pair = askWorker(QStringList{"lab", "--ab", "current,xla"} + small);
        QVERIFY2(pair.code == 0, pair.err);
        const QJsonObject xla = lastLine(pair.out)["rungs"].toArray()[1].toObject();
        QVERIFY2(xla["rung"].toString() == "xla" && xla["ms_per_step"].toDouble() > 0, pair.out);
        // There most switches are XLA's own work, and said to be.
        const Answer there = askWorker(QStringList{"lab", "--ladder", "--device", "xla:0"} + small);
        QVERIFY2(there.code == 0, there.err);
        QVERIFY2(there.out.contains("XLA computes the layers itself"), there.out);
    }
};

QTEST_GUILESS_MAIN(TestWorkerLab)
#include "tst_worker_lab.moc"
