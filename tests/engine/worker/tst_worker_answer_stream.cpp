// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/output/answer_report.cpp, core/forecast/kept_sequences.cpp and core/store/data_for_run.cpp.
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace gatelab::testing;

/// Networks that read sequences, given step after step or text after text.
class TestWorkerAnswerStream : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_, numbers_, words_;
    QList<QStringList> sequences_;  ///< lines of each

    void put(const QString& name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) QFAIL("cannot write");
    }

    QString trained(const QStringList& words) const {
        const Answer answer =
            askWorker(QStringList{"train", "--json", "--quiet", "--workspace", workspace_, "--task", "classification",
                                  "--hidden-size", "8", "--learning-rate", "0.02", "--epochs", "3", "--threads", "1",
                                  "--device", "cpu", "--no-suggest"} +
                      words);
        return lastLine(answer.out)["result"].toObject()["run"].toString();
    }

    Answer stream(const QString& run, const QByteArray& lines, const QStringList& words = {}) const {
        QProcess process;
        process.start(workerProgram(), QStringList{"classify", run, "--stream", "--workspace", workspace_} + words);
        process.write(lines);
        process.closeWriteChannel();
        return finished(process);
    }

    QList<QByteArrayList> table(const QByteArray& csv) const {
        QList<QByteArrayList> rows;
        for (const QByteArray& line : csv.trimmed().split('\n')) rows << line.trimmed().split(',');
        return rows;
    }

    Answer classify(const QString& run, const QString& file, const QStringList& words = {}) const {
        return askWorker(QStringList{"classify", run, "--workspace", workspace_, "--data", folder_.filePath(file),
                                     "--csv", folder_.filePath("answers.csv")} +
                         words);
    }

    QByteArray answers() const {
        QFile file(folder_.filePath("answers.csv"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase() {
        workspace_ = folder_.filePath("runs");
        // Two channels, unequal lengths; the class is that of the channel that grows
        QByteArray ts =
            "@problemName two\n@timeStamps false\n@univariate false\n@dimensions 2\n@equalLength false\n"
            "@classLabel true up down\n@data\n";
        for (int i = 0; i < 60; ++i) {
            QStringList first, second, lines;
            for (int t = 0; t < 3 + i % 5; ++t) {
                first << QString::number((i % 2 == 0 ? t : -t) + 0.1 * (i % 7));
                second << QString::number(0.3 * ((i * 7 + t * 3) % 11));
                lines << first.last() + ", " + second.last();
            }
            sequences_ << lines;
            ts += (first.join(',') + ":" + second.join(',') + (i % 2 == 0 ? ":up\n" : ":down\n")).toUtf8();
        }
        put("two.ts", ts);
        numbers_ = trained({"--data", folder_.filePath("two.ts")});
        QByteArray texts = "text,label\n";
        for (int i = 0; i < 120; ++i)
            texts += i % 2 == 0 ? "the quick river " + QByteArray::number(i % 9) + " runs down,water\n"
                                : "a dry stone " + QByteArray::number(i % 9) + " lies still,land\n";
        put("texts.csv", texts);
        words_ = trained({"--data", folder_.filePath("texts.csv")});
        QVERIFY(!numbers_.isEmpty() && !words_.isEmpty());
    }

    /// The last answer of each sequence is that of the file, in bytes as well.
    void stepsAreAnsweredAsTheFileIs() {
        QByteArray lines;
        for (const QStringList& sequence : std::as_const(sequences_)) lines += (sequence.join('\n') + "\n\n").toUtf8();
        for (const QStringList& how : {QStringList(), QStringList("--int8")}) {
            const Answer file = classify(numbers_, "two.ts", how);
            QVERIFY2(file.code == 0, file.err);
            const auto wanted = table(answers());
            const auto answerAt = wanted.first().indexOf("prediction");
            QVERIFY2(answerAt > 0, wanted.first().join(' '));
            const Answer told = stream(numbers_, lines, how);
            QVERIFY2(told.code == 0, told.err);
            const auto rows = table(told.out);
            QCOMPARE(rows.first(), (QByteArrayList{"sequence", "step", "answer", "probability"}));
            qsizetype at = 0;
            for (qsizetype i = 0; i < sequences_.size(); ++i) {
                at += sequences_[i].size();
                QCOMPARE(rows[at][0].toInt(), int(i) + 1);
                QCOMPARE(rows[at][1].toInt(), int(sequences_[i].size()));
                QCOMPARE(rows[at][2], wanted[i + 1][answerAt]);
                double nearest = 1;
                for (const QByteArray& cell : wanted[i + 1])
                    nearest = std::min(nearest, std::abs(cell.toDouble() - rows[at][3].toDouble()));
                QVERIFY2(nearest < 1e-6, rows[at].join(' '));
            }
            QCOMPARE(at, rows.size() - 1);
        }
    }

    void columnsMayBeNamedAndWrongLinesAreSaid() {
        const Answer json = stream(numbers_, "1, 2\n2, 3\n", {"--json"});
        const QJsonObject last = lastLine(json.out);
        QCOMPARE(last["step"].toInt(), 2);
        QCOMPARE(last["probability"].toObject().size(), 2);
        const Answer wrong = stream(numbers_, "1, 2\n3\n");
        QVERIFY2(wrong.code != 0 && wrong.err.contains("line 2"), wrong.err);
        QVERIFY(stream(numbers_, "").code != 0);
    }

    /// A word that stands once in a new file is still the word that the run knows.
    void textsAreReadByTheWordsOfTheRun() {
        // Of the first class; -1: the file was not answered
        const auto probabilityOf = [&](const QByteArray& file) {
            put("new.csv", file);
            return classify(words_, "new.csv").code == 0 ? table(answers()).value(1).value(4, "-1").toDouble() : -1.0;
        };
        const QByteArray text = "the quick river 3 runs down";
        const double alone = probabilityOf("text,label\n" + text + ",water\n");
        QVERIFY(alone > 0);
        QVERIFY(std::abs(probabilityOf("text,label\n" + text + ",water\n" + text + ",water\n") - alone) < 1e-6);
        QVERIFY(std::abs(probabilityOf("text\n" + text + "\n") - alone) < 1e-6);  // no label is needed
        for (const char* name : {"land", "water"}) {
            QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("classes/") + QLatin1String(name)));
            put(QStringLiteral("classes/%1/one.txt").arg(QLatin1String(name)), text);
        }
        const Answer classes = classify(words_, "classes");
        QVERIFY2(classes.code == 0, classes.err);
        QCOMPARE(table(answers()).size(), qsizetype(3));
        const Answer told = stream(words_, text + "\n\n" + "a dry stone 1 lies still\n");
        QVERIFY2(told.code == 0, told.err);
        const auto rows = table(told.out);
        QCOMPARE(rows.size(), qsizetype(3));
        QVERIFY2(std::abs(rows[1][2].toDouble() - alone) < 1e-6, rows[1].join(' '));
        QCOMPARE(rows[1][1], QByteArray("water"));
        QCOMPARE(rows[2][1], QByteArray("land"));
        QVERIFY2(told.err.contains("line 2"), told.err);
    }

    /// The limit of 0.04 is that of the adding problem; a river is judged by NSE and KGE.
    void numbersAreScoredAsTheirTaskIs() {
        const auto scoresOf = [&](const char* builtin) {
            const Answer answer =
                askWorker({"train",      "--json",      "--quiet", "--workspace",      workspace_, "--task",
                           "regression", "--builtin",   builtin,   "--builtin-length", "200",      "--hidden-size",
                           "4",          "--epochs",    "1",       "--threads",        "1",        "--device",
                           "cpu",        "--no-suggest"});
            return lastLine(answer.out)["result"].toObject()["test"].toObject()["original"].toObject();
        };
        const QJsonObject river = scoresOf("catchments"), adding = scoresOf("adding");
        QVERIFY2(river.contains("kge") && !river.contains("over_0.04"), QJsonDocument(river).toJson());
        QVERIFY2(adding.contains("over_0.04"), QJsonDocument(adding).toJson());
    }
};

QTEST_GUILESS_MAIN(TestWorkerAnswerStream)
#include "tst_worker_answer_stream.moc"
