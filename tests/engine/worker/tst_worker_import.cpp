// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of MLflow, TensorBoard, Trackio and W&B on the command line: imported, listed, shown, and refused with the
// reason where settings are needed.
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab::testing;

class TestWorkerImport : public QObject {
    Q_OBJECT
private:
    QTemporaryDir folder_;
    [[nodiscard]] Answer ask(QStringList words, const char* workspace = "a") const {
        return askWorker(words << QStringLiteral("--workspace") << folder_.filePath(QString::fromLatin1(workspace)));
    }

private Q_SLOTS:
    void initTestCase() {
        const Answer imported = ask({"import-runs", inSource("/tests/core/app/trackers/files"), "--json"});
        QVERIFY2(imported.code == 0, imported.err);
        QCOMPARE(lastLine(imported.out)["imported"].toArray().size(), 7);
        const Answer again = ask({"import-runs", inSource("/tests/core/app/trackers/files/mlflow.db"), "--json"});
        QCOMPARE(lastLine(again.out)["known"].toArray().size(), 2);
        QCOMPARE(lastLine(again.out)["imported"].toArray().size(), 0);
    }

    void areListedAndShown() {
        const Answer list = ask({"list"});
        QVERIFY2(list.code == 0, list.err);
        QCOMPARE(list.out.count(" imported "), 7 + 1);
        QVERIFY(list.out.contains("The losses of imported runs are not known"));
        const Answer shown = ask({"show", "calm-sun-1"});
        QVERIFY2(shown.code == 0, shown.err);
        for (const char* words : {"settings are not known: imported from W&B", "model.cell", "last validation_loss"})
            QVERIFY2(shown.out.contains(words), shown.out);
        QVERIFY2(!shown.out.contains("hidden_size") && !shown.out.contains("made again by"), shown.out);
        const auto json = lastLine(ask({"show", "calm-sun-1", "--json"}).out);
        QVERIFY(!json.contains("config") && !json.contains("command"));
        QCOMPARE(json["imported"].toObject()["parameters"].toObject()["lr"].toString(), QString("0.01"));
        const Answer whole = ask({"workspace", "check"});
        QVERIFY2(whole.code == 0, whole.out + whole.err);
    }

    void takeNoPart_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("forecast") << QStringList{"forecast", "calm-sun-1"};
        QTest::newRow("resume") << QStringList{"resume", "calm-sun-1", "--more-epochs", "1"};
        QTest::newRow("branch") << QStringList{"branch", "calm-sun-1"};
        QTest::newRow("verdict") << QStringList{"verdict", "calm-sun-1", "calm-sea-1"};
        QTest::newRow("score") << QStringList{"score", "none.csv", "--run", "calm-sun-1"};
        QTest::newRow("export") << QStringList{"export", "calm-sun-1", "--to", "onnx", "-o", "none.onnx"};
        QTest::newRow("backtest") << QStringList{"backtest", "calm-sun-1"};
        QTest::newRow("compress") << QStringList{"compress", "calm-sun-1"};
    }
    void takeNoPart() {
        QFETCH(QStringList, words);
        const Answer answer = ask(words);
        QVERIFY2(answer.code > 0, answer.out);
        QVERIFY2(answer.err.contains("settings are not known (imported from W&B)"), answer.err);
    }

    void areReported() {
        const QString file = folder_.filePath("both.html");
        const Answer both = ask({"report", "calm-sun-1", "calm-sea-1", "-o", file});
        QVERIFY2(both.code == 0, both.err);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray page = written.readAll();
        QVERIFY(page.contains("2 of the runs are imported") && page.contains("calm-sea-1"));
        QVERIFY(!page.contains("Made again by"));
    }

    /// On the board of own runs, where a person says of which data they are.
    void standBesideOwnRuns() {
        const QString file = inSource("/tests/core/app/trackers/files/mlflow.db");
        const Answer none = ask({"import-runs", file, "--data", "sine"});
        QVERIFY(none.code > 0);
        QVERIFY2(none.err.contains("no run of this workspace was trained on 'sine'"), none.err);
        const Answer trained = ask({"train", "--builtin", "sine", "--builtin-length", "400", "--epochs", "1",
                                    "--threads", "1", "--hidden-size", "4"});
        QVERIFY2(trained.code == 0, trained.err);
        const Answer beside = ask({"import-runs", file, "--data", "sine"});
        QVERIFY2(beside.code == 0, beside.err);
        QVERIFY2(beside.out.contains("they stand on the board of"), beside.out);
        QVERIFY(QFile::exists(folder_.filePath("a/imported.json")));
    }

    void goOnInABundle() {
        const QString bundle = folder_.filePath("one.gatelab");
        QVERIFY(ask({"bundle", "calm-sun-1", "-o", bundle}).code == 0);
        const Answer there = ask({"import-runs", bundle}, "b");
        QVERIFY2(there.code == 0, there.err);
        QVERIFY2(there.out.contains("calm-sun-1, imported from W&B"), there.out);
    }

    void whatIsNoRunIsNamed() {
        const QString table = folder_.filePath("ETTh1.csv");
        QFile file(table);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("date,OT\n2016-07-01,30.5\n");
        file.close();
        const Answer refused = ask({"import-runs", table});
        QVERIFY(refused.code > 0);
        QVERIFY2(refused.err.contains("looks like a table of text (CSV), not like runs"), refused.err);
        QVERIFY2(!refused.err.contains("damaged") && !refused.err.contains("(?)"), refused.err);
        const QString empty = folder_.filePath("empty");
        QVERIFY(QDir().mkpath(empty));
        QVERIFY(ask({"import-runs", empty}).err.contains("holds no runs"));
    }
};

QTEST_GUILESS_MAIN(TestWorkerImport)
#include "tst_worker_import.moc"
