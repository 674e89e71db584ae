// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked at from a terminal: a run that is watched, SQL over the index, known devices for an experiment.
// Holds app/worker/look/query_command.cpp, app/worker/look/alerts_command.cpp, app/worker/output/watch_screen.cpp.
#include "support/worker_process.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace gatelab::testing;

namespace {

constexpr int kColumns = 80, kRows = 24;

/// The worker with a terminal of 80 x 24 as its stdout, until it has drawn `seen`; then Ctrl+C.
Answer watchInTerminal(const QStringList& words, const QByteArray& seen, const char* locale) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) qFatal("no terminal");
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    const winsize size{kRows, kColumns, 0, 0};
    ioctl(slave, TIOCSWINSZ, &size);
    QProcess process;
    process.setChildProcessModifier([slave] { dup2(slave, STDOUT_FILENO); });
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QLatin1String(locale));
    process.setProcessEnvironment(environment);
    process.start(workerProgram(), words);
    Answer answer;
    bool isAsked = false;
    while (process.state() != QProcess::NotRunning) {
        process.waitForFinished(20);
        char text[4096];
        for (ssize_t got = 0; (got = read(master, text, sizeof text)) > 0;)
            answer.out.append(text, static_cast<qsizetype>(got));
        if (!isAsked && answer.out.contains(seen))
            kill(static_cast<pid_t>(process.processId()), SIGINT), isAsked = true;
    }
    char text[4096];
    for (ssize_t got = 0; (got = read(master, text, sizeof text)) > 0;)
        answer.out.append(text, static_cast<qsizetype>(got));
    close(slave);
    close(master);
    if (process.exitStatus() == QProcess::NormalExit) answer.code = process.exitCode();
    answer.err = process.readAllStandardError();
    return answer;
}

}  // namespace

class TestWorkerWatch : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString space_ = folder_.filePath(QStringLiteral("w"));
    QStringList settings_{"--builtin-length", "300", "--lookback", "8",  "--hidden-size", "4",
                          "--threads",        "1",   "--device",   "cpu"};

private Q_SLOTS:
    void initTestCase() {
        const Answer trained = askWorker(
            QStringList{"train", "--workspace", space_, "--epochs", "3", "--no-suggest", "--quiet", "--name", "mine"} +
            settings_);
        QVERIFY2(trained.code == 0, trained.err);
    }

    void endedRunIsALineWithoutATerminal() {
        const Answer line = askWorker({"watch", "last", "--workspace", space_});
        QVERIFY2(line.code == 0, line.err);
        QVERIFY2(line.out.startsWith("finished, epoch 3.0 of 3, step "), line.out);
        QVERIFY(line.out.contains("validation"));
        QVERIFY2(line.out.count("samples/s") == 1, line.out);  // as unit, not as a label too
        QVERIFY(!line.out.contains('\033'));
        QCOMPARE(line.out.count('\n'), 1);
    }

    void terminalIsDrawnInPlaceAndGivenBack_data() {
        QTest::addColumn<QByteArray>("locale");
        QTest::newRow("braille") << QByteArray("C.UTF-8");
        QTest::newRow("signs") << QByteArray("C");
    }

    void terminalIsDrawnInPlaceAndGivenBack() {
        QFETCH(QByteArray, locale);
        const Answer answer =
            watchInTerminal({"watch", "last", "--workspace", space_}, "Ctrl+C leaves", locale.constData());
        QVERIFY2(answer.code == 0, answer.err);
        QVERIFY(answer.out.contains("\033[?1049l"));
        const qsizetype begin = answer.out.indexOf("\033[H") + 3, end = answer.out.indexOf("\033[J", begin);
        const QList<QByteArray> lines = answer.out.mid(begin, end - begin).split('\n');
        QCOMPARE(lines.size(), kRows);
        bool hasBraille = false;
        for (QByteArray line : lines) {
            line.replace("\033[K", "").replace("\r", "");
            const QString text = QString::fromUtf8(line);
            QCOMPARE(text.size(), kColumns);
            for (const QChar one : text) hasBraille = hasBraille || (one.unicode() > 0x2800 && one.unicode() < 0x2900);
        }
        QCOMPARE(hasBraille, locale != "C");
        QVERIFY(lines.first().contains("mine"));
        QVERIFY(answer.out.contains("queue: nothing waits"));
    }

    void indexIsAskedInSql() {
        const Answer json = askWorker({"query", "SELECT name, epoch FROM runs", "--workspace", space_, "--json"});
        QVERIFY2(json.code == 0, json.err);
        QCOMPARE(lastLine(json.out)["name"].toString(), QStringLiteral("mine"));
        QCOMPARE(lastLine(json.out)["epoch"].toInt(), 3);
        const Answer csv = askWorker({"query", "SELECT name, epoch FROM runs", "--workspace", space_, "--csv"});
        QCOMPARE(csv.out, QByteArray("name,epoch\nmine,3\n"));
        const Answer table = askWorker({"query", "SELECT name, epoch FROM runs", "--workspace", space_});
        QCOMPARE(table.out, QByteArray("name  epoch\nmine  3\n"));
        const Answer twice = askWorker({"query", "SELECT epoch, epoch FROM runs", "--workspace", space_, "--json"});
        QCOMPARE(twice.out, QByteArray("{\"epoch\":3,\"epoch_2\":3}\n"));
        const Answer wide =
            askWorker({"query", "SELECT '\xE8\xAE\xAD' AS a, 1 AS b UNION ALL SELECT 'xyz', 2", "--workspace", space_});
        QCOMPARE(wide.out, QByteArray("a    b\n\xE8\xAE\xAD   1\nxyz  2\n"));
        const Answer tables = askWorker({"query", "--tables", "--workspace", space_});
        QVERIFY2(tables.out.contains("runs\n  id TEXT\n"), tables.out);
        const Answer record = askWorker({"query", "--tables", "--run", "last", "--workspace", space_, "--json"});
        QVERIFY2(record.out.contains("metric_keys"), record.out);
    }

    void whatWritesIsRefused() {
        const Answer refused = askWorker({"query", "DELETE FROM runs", "--workspace", space_});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("a query reads and does nothing else"), refused.err);
        QCOMPARE(askWorker({"query", "--workspace", space_}).code, 2);
        QCOMPARE(
            lastLine(askWorker({"query", "SELECT count(*) AS n FROM runs", "--workspace", space_, "--json"}).out)["n"]
                .toInt(),
            1);
    }

    void knownDevicesAreComparedForAnExperiment() {
        const Answer advice = askWorker(QStringList{"advise", "--json"} + settings_);
        QVERIFY2(advice.code == 0, advice.err);
        const QJsonObject told = lastLine(advice.out);
        QVERIFY(told["devices"].toArray().size() >= 30);
        QVERIFY(told["error"].toDouble() > 0);
        const QJsonObject first = told["devices"].toArray().first().toObject();
        QCOMPARE(first["fit"].toString(), QStringLiteral("fits"));
        QVERIFY(first["likely_ms"].toDouble() >= first["best_ms"].toDouble() || told["error"].toDouble() < 1);
        const Answer text = askWorker(QStringList{"advise", "--no-measure", "--sources"} + settings_);
        QVERIFY2(text.out.contains("data sheet") && text.out.contains("It fits on "), text.out);
    }

    void alertRulesAreListedChangedAndTakenAlong() {
        const QString space = folder_.filePath(QStringLiteral("alerts")), file = folder_.filePath("rules.json");
        const auto ask = [&](QStringList words) {
            return askWorker(QStringList{"alerts"} + words + QStringList{"--workspace", space});
        };
        const Answer usual = askWorker({"alerts", "--workspace", space});
        QVERIFY2(usual.code == 0 && usual.out.count('\n') == 5 && usual.out.contains("overfitting"), usual.out);
        const Answer added = ask({"set", "high", "--metric", "validation_loss", "--value", "0", "--for", "0"});
        QVERIFY2(added.code == 0 && added.out.contains("high"), added.err);
        QVERIFY(ask({"set", "stuck", "--off"}).out.contains("stuck            off"));
        QCOMPARE(ask({"set", "new"}).code, 2);
        const Answer unknown = ask({"set", "high", "--metric", "los"});
        QVERIFY2(unknown.code == 2 && unknown.err.contains("train_loss"), unknown.err);
        QCOMPARE(ask({"remove", "nobody"}).code, 2);
        QCOMPARE(ask({"remove", "throttled"}).code, 0);
        QCOMPARE(ask({"export", file}).code, 0);
        QCOMPARE(ask({"reset"}).out, usual.out);
        const Answer taken = ask({"import", file});
        QVERIFY2(taken.out.count('\n') == 5 && taken.out.contains("high") && !taken.out.contains("throttled"),
                 taken.out);
    }

    /// The run was begun in a terminal; its record has the alert, and whoever looks later is told.
    void alertsOfARunAreInItsRecord() {
        const QString space = folder_.filePath(QStringLiteral("marked"));
        QCOMPARE(askWorker({"alerts", "set", "high", "--metric", "validation_loss", "--value", "0", "--for", "0",
                            "--workspace", space})
                     .code,
                 0);
        const Answer trained = askWorker(
            QStringList{"train", "--workspace", space, "--epochs", "3", "--no-suggest", "--quiet"} + settings_);
        QVERIFY2(trained.code == 0, trained.err);
        const Answer told = askWorker({"show", "last", "--workspace", space});
        QVERIFY2(told.out.contains("alert from ") && told.out.contains("high: validation loss is "), told.out);
        const Answer asked = askWorker({"query", "--run", "last", "--csv", "--workspace", space,
                                        "SELECT count(*) AS alerts FROM events WHERE json LIKE '%alert: high%'"});
        QCOMPARE(asked.out, QByteArray("alerts\n1\n"));
    }
};

QTEST_GUILESS_MAIN(TestWorkerWatch)
#include "tst_worker_watch.moc"
