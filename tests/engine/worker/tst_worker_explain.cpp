// SPDX-License-Identifier: GPL-3.0-or-later
// Why a kept network answers so, from the command line.
// Holds app/worker/look/explain_command.cpp.
#include "support/worker_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace gatelab::testing;

class TestWorkerExplain : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_, run_;

    Answer explain(const QStringList& words) const {
        return askWorker(QStringList{"explain", run_, "--workspace", workspace_} + words);
    }

private Q_SLOTS:
    void initTestCase() {
        workspace_ = folder_.filePath("runs");
        const Answer trained = askWorker(
            {"train", "--json",     "--quiet", "--workspace", workspace_, "--builtin",     "lorenz", "--builtin-length",
             "300",   "--lookback", "8",       "--horizon",   "2",        "--hidden-size", "8",      "--epochs",
             "1",     "--threads",  "1",       "--device",    "cpu",      "--no-suggest"});
        run_ = lastLine(trained.out)["result"].toObject()["run"].toString();
        QVERIFY2(!run_.isEmpty(), trained.err);
    }

    void theSharesAddUpToTheChange() {
        const Answer answer = explain({"--row", "200", "--step", "2", "--json"});
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject told = lastLine(answer.out);
        QCOMPARE(told["first_row"].toInt(), 191);  // of 8 rows before row 200, counted from 0
        const QJsonObject why = told["attribution"].toObject();
        double sum = 0;
        for (const QJsonValue& value : why["values"].toArray()) sum += value.toDouble();
        for (const QJsonValue& one : why["rest"].toArray()) sum += one.toObject()["value"].toDouble();
        QVERIFY(std::abs(sum - why["change"].toDouble()) < 1e-9);
        QCOMPARE(why["values"].toArray().size(), 8 * why["columns"].toArray().size());
        const QJsonArray rows = told["importance"].toObject()["rows"].toArray();
        QVERIFY(rows.size() >= why["columns"].toArray().size() + 8);
        // The same question has the same bits.
        QCOMPARE(lastLine(explain({"--row", "200", "--step", "2", "--json"}).out), told);
    }

    /// The run's importance is told although one answer cannot be explained.
    void whereOneAnswerIsRefusedTheRunIsMeasured() {
        const Answer trained = askWorker({"train",
                                          "--json",
                                          "--quiet",
                                          "--workspace",
                                          workspace_,
                                          "--builtin",
                                          "grammar",
                                          "--builtin-length",
                                          "60",
                                          "--task",
                                          "classification",
                                          "--loss",
                                          "cross-entropy",
                                          "--hidden-size",
                                          "8",
                                          "--epochs",
                                          "1",
                                          "--threads",
                                          "1",
                                          "--device",
                                          "cpu",
                                          "--no-suggest"});
        const QString tokens = lastLine(trained.out)["result"].toObject()["run"].toString();
        QVERIFY2(!tokens.isEmpty(), trained.err);
        const Answer both = askWorker({"explain", tokens, "--workspace", workspace_});
        QVERIFY2(both.code == 0, both.err);
        QVERIFY2(both.out.contains("no explanation of one answer") && both.out.contains("what matters"), both.out);
        QVERIFY(askWorker({"explain", tokens, "--workspace", workspace_, "--only-forecast"}).code != 0);
        const QJsonObject told = lastLine(askWorker({"explain", tokens, "--workspace", workspace_, "--json"}).out);
        QVERIFY(told.contains("importance") && told.contains("not_explained") && !told.contains("attribution"));
    }

    void inWordsAndWhatIsRefused() {
        const Answer words = explain({});
        QVERIFY2(words.code == 0, words.err);
        for (const char* word : {"why:", "The shares add up to", "what matters", "lag 8"})
            QVERIFY2(words.out.contains(word), words.out);
        QVERIFY(!explain({"--only-run"}).out.contains("why:"));
        QCOMPARE(explain({"--row", "3"}).code, 2);
        QCOMPARE(explain({"--target", "nothing"}).code, 2);
        QCOMPARE(explain({"--step", "99"}).code, 2);
        QVERIFY(explain({"--target", "nothing"}).err.contains("the targets are"));
    }
};

QTEST_GUILESS_MAIN(TestWorkerExplain)
#include "tst_worker_explain.moc"
