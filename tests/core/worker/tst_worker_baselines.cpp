// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/terminal.h"
#include "support/worker_process.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace gatelab::testing;

/// "gatelab-worker baselines": every task has those that fit it, and who waits sees how far it is.
class TestWorkerBaselines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTaskHasItsOwn_data();
    void everyTaskHasItsOwn();
    void progressIsForTerminals();
};

namespace {

QJsonObject baselinesOf(const QByteArray& out) {
    return lastLine(out)[QStringLiteral("result")].toObject()[QStringLiteral("baselines")].toObject();
}

}  // namespace

void TestWorkerBaselines::everyTaskHasItsOwn_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("methods");
    QTest::addColumn<QString>("metric");
    QTest::newRow("classes") << QStringList{"--task",  "classification",   "--builtin",
                                            "grammar", "--builtin-length", "60"}
                             << QStringList{"1nn-dtw", "1nn-euclid", "majority"} << "accuracy";
    QTest::newRow("labels") << QStringList{"--task", "labelling", "--builtin", "copy", "--builtin-length", "60"}
                            << QStringList{"majority"} << "accuracy";
    QTest::newRow("numbers") << QStringList{"--task", "regression", "--builtin", "adding", "--builtin-length", "60"}
                             << QStringList{"1nn-dtw", "1nn-euclid", "mean"} << "mse";
}

void TestWorkerBaselines::everyTaskHasItsOwn() {
    QFETCH(QStringList, words);
    QFETCH(QStringList, methods);
    QFETCH(QString, metric);
    const Answer answer = askWorker(QStringList{"baselines", "--json"} + words);
    QVERIFY2(answer.code == 0, answer.err);
    const QJsonObject found = baselinesOf(answer.out);
    QCOMPARE(found.keys(), methods);
    for (const QString& method : methods) {
        const QJsonValue value = found[method].toObject()[QStringLiteral("original")].toObject()[metric];
        QVERIFY2(value.isDouble() && value.toDouble() >= 0, qPrintable(method));
    }
    const Answer table = askWorker(QStringList{"baselines"} + words);
    for (const QString& method : methods) QVERIFY2(table.out.contains(method.toUtf8()), table.out);
}

void TestWorkerBaselines::progressIsForTerminals() {
    const QStringList words{"baselines", "--builtin-length", "500", "--lookback", "24", "--horizon", "6"};
    const TerminalAnswer seen = askInTerminal(workerProgram(), words);
    QCOMPARE(seen.code, 0);
    QVERIFY2(seen.terminal.contains("computing the baselines of the test part, 0:00:00"), seen.terminal);
    QVERIFY2(seen.terminal.endsWith("\r\033[K"), seen.terminal);  // the line is gone when the table comes
    QVERIFY(!seen.out.contains("computing") && seen.out.contains("persistence"));
    QVERIFY(!askWorker(words).err.contains("computing"));
}

QTEST_GUILESS_MAIN(TestWorkerBaselines)
#include "tst_worker_baselines.moc"
