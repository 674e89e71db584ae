// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line tells at the end: what is better than the network, and what was measured before a stop.
// Holds app/worker/bench/bench_command.cpp and app/worker/output/score_report.cpp.
#include "support/worker_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

using namespace gatelab::testing;

class TestWorkerReports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsBetterIsNamed();
    void aStoppedBenchKeepsItsRepeats();
    void aBenchOfManyGoesOnAfterOneThatFails();
};

namespace {
const QStringList kUntrained{"train",
                             "--no-store",
                             "--task",
                             "classification",
                             "--builtin",
                             "grammar",
                             "--builtin-length",
                             "60",
                             "--loss",
                             "cross-entropy",
                             "--epochs",
                             "1",
                             "--learning-rate",
                             "1e-9",
                             "--hidden-size",
                             "4",
                             "--threads",
                             "1"};
}

void TestWorkerReports::whatIsBetterIsNamed() {
    const Answer json = askWorker(kUntrained + QStringList{"--json"});
    QVERIFY2(json.code == 0, json.err);
    const QJsonObject result = lastLine(json.out)[QStringLiteral("result")].toObject();
    const auto accuracy = [](const QJsonValue& scores) {
        return scores.toObject()[QStringLiteral("original")].toObject()[QStringLiteral("accuracy")].toDouble();
    };
    const QJsonObject baselines = result[QStringLiteral("baselines")].toObject(),
                      worse = result[QStringLiteral("worse_than")].toObject();
    QCOMPARE(worse[QStringLiteral("metric")].toString(), QStringLiteral("accuracy"));
    QCOMPARE(worse[QStringLiteral("scale")].toString(), QStringLiteral("original"));
    QVERIFY(!baselines.isEmpty());
    const QJsonArray methods = worse[QStringLiteral("methods")].toArray();
    QVERIFY(!methods.isEmpty());
    for (const QString& method : baselines.keys())
        QCOMPARE(methods.contains(method), accuracy(baselines[method]) > accuracy(result[QStringLiteral("test")]));
    const Answer text = askWorker(kUntrained);
    QVERIFY2(text.code == 0, text.err);
    const auto classes = text.out.indexOf("\nclass "), message = text.out.indexOf("The model is worse than: ");
    QVERIFY2(message >= 0 && message < classes, text.out);
}

void TestWorkerReports::aStoppedBenchKeepsItsRepeats() {
    QProcess process;
    process.start(workerProgram(),
                  {"bench", "--shape", "A", "--rows", "1000", "--epochs", "1", "--repeats", "1000", "--threads", "1"});
    QByteArray message;
    static const QRegularExpression later(QStringLiteral("repeat ([2-9]|[1-9][0-9]+) of"));
    QTRY_VERIFY_WITH_TIMEOUT(QString::fromUtf8(message += process.readAllStandardError()).contains(later), 300000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 130);
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(out.contains("ms per step") && !out.contains("of 1000 repeats"), out);
    QVERIFY((message + process.readAllStandardError()).contains("what was measured until then follows"));
}

void TestWorkerReports::aBenchOfManyGoesOnAfterOneThatFails() {
    const QStringList plain{"bench", "--json", "--rows", "1000", "--epochs", "1", "--repeats", "1", "--threads", "1"};
    // The settings of one row are that row's alone.
    const Answer answer =
        askWorker(plain + QStringList{"--each", "G:implementation=cudnn-tuned,G:hidden_size=1:cell=gru,G"});
    const QList<QByteArray> lines = answer.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    const auto line = [&](int i) { return QJsonDocument::fromJson(lines[i]).object(); };
    QVERIFY2(line(0)[QStringLiteral("error")].isString() && answer.code != 0, answer.out);
    QCOMPARE(line(1)[QStringLiteral("row")].toString(), QStringLiteral("G:hidden_size=1:cell=gru"));
    QCOMPARE(line(1)[QStringLiteral("kind")].toString(), QStringLiteral("gru"));
    QVERIFY(line(2)[QStringLiteral("ms_per_step")].toDouble() > 0);
    QCOMPARE(line(2)[QStringLiteral("kind")].toString(), QStringLiteral("lstm"));
    // A word that is no setting ends it before anything is measured.
    const Answer wrong = askWorker(plain + QStringList{"--each", "G,G:colour=red"});
    QVERIFY2(wrong.code == 2 && !wrong.out.contains("ms_per_step"), wrong.out + wrong.err);
}

QTEST_GUILESS_MAIN(TestWorkerReports)
#include "tst_worker_reports.moc"
