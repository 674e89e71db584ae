// SPDX-License-Identifier: GPL-3.0-or-later
// A running text from its file to what a run goes on with.
// Holds core/forecast/kept_text.cpp, app/worker/forecast/kept_continuation.cpp and core/session/continue_text.h.
#include "support/places.h"
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab::testing;

class TestWorkerText : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_, run_;
    QJsonObject trained_;

    QJsonObject train(const QStringList& words) const {
        const Answer answer = askWorker(
            QStringList{"train", "--json", "--quiet", "--workspace", workspace_, "--threads", "1", "--device", "cpu",
                        "--lookback", "32", "--csv-shape", "characters", "--hidden-size", "24", "--batch-size", "8"} +
            words);
        return lastLine(answer.out)["result"].toObject();
    }

    Answer goOn(const QString& beginning, const QStringList& words) const {
        return askWorker(QStringList{"forecast", run_, "--workspace", workspace_, "--continue", beginning} + words);
    }
    QString textOf(const QString& beginning, const QStringList& words) const {
        return lastLine(goOn(beginning, words + QStringList{"--json"}).out)["text"].toString();
    }

    static double score(const QJsonObject& result, const QString& method, const QString& metric) {
        const QJsonObject of =
            method == "model" ? result["test"].toObject() : result["baselines"].toObject()[method].toObject();
        return of["original"].toObject()[metric].toDouble(qQNaN());
    }

    static QString sonnets() {
        return QString::fromStdString(std::string(kSourceFolder) + "/tests/core/data/files/sonnets.txt");
    }

private Q_SLOTS:
    void initTestCase() {
        workspace_ = folder_.filePath("runs");
        // A text that says itself: each line follows from the one before.
        QFile file(folder_.filePath("song.txt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 0; i < 60; ++i)
            file.write("the cat sat on the mat and saw the dog\nthe dog ran from the cat to the den\n");
        file.close();
        trained_ = train({"--data", file.fileName(), "--epochs", "30", "--learning-rate", "0.02"});
        run_ = trained_["run"].toString();
        QVERIFY(!run_.isEmpty());
    }

    void scores() {
        const double model = score(trained_, "model", "bits_per_character");
        QVERIFY2(model > 0 && model < score(trained_, "bigram", "bits_per_character"),
                 qPrintable(QString::number(model)));
        QVERIFY(score(trained_, "bigram", "bits_per_character") < score(trained_, "majority", "bits_per_character"));
        QVERIFY(qAbs(score(trained_, "model", "perplexity") - std::pow(2, model)) < 1e-6);
        // The answers of the test part are judged alike.
        const Answer told = askWorker({"forecast", run_, "--workspace", workspace_, "--json"});
        QVERIFY2(qAbs(score(lastLine(told.out)["result"].toObject(), "model", "bits_per_character") - model) < 1e-9,
                 told.err);
    }

    void goesOn() {
        const QString text = textOf("the cat sat ", {"--length", "60", "--temperature", "0"});
        QCOMPARE(text.size(), 60);
        QVERIFY2(text.startsWith("on the mat"), qPrintable(text));
        // The same by what it has said: the state that was carried is that of all that was read.
        const QString first = textOf("the cat sat ", {"--length", "25", "--temperature", "0"});
        QCOMPARE(first + textOf("the cat sat " + first, {"--length", "35", "--temperature", "0"}), text);
        // Drawn by the seed
        const QStringList drawn{"--length", "80", "--temperature", "2"};
        QCOMPARE(textOf("a", drawn + QStringList{"--seed", "4"}), textOf("a", drawn + QStringList{"--seed", "4"}));
        QVERIFY(textOf("a", drawn + QStringList{"--seed", "4"}) != textOf("a", drawn + QStringList{"--seed", "5"}));
        QVERIFY(!textOf("", {"--length", "5"}).isEmpty());
        QVERIFY(textOf("the", {"--length", "0"}).isEmpty());
        const Answer plain = goOn("the cat", {"--length", "10", "--temperature", "0"});
        QVERIFY(plain.out.startsWith("the cat"));
    }

    void whatIsNotKnownIsSaid() {
        const Answer answer = goOn("the \u00dcmat", {"--length", "3"});
        QVERIFY2(answer.err.contains("does not know 1 of the 8 characters"), answer.err);
    }

    void refusals() {
        QVERIFY(goOn("a", {"--temperature", "-1"}).code != 0);
        QVERIFY(goOn("a", {"--stream"}).code != 0);
        const Answer both = askWorker({"train", "--workspace", workspace_, "--data", folder_.filePath("song.txt"),
                                       "--bidirectional", "--device", "cpu"});
        QVERIFY(both.code != 0 && both.err.contains("--bidirectional"));
        const Answer other = askWorker({"train", "--json", "--quiet", "--workspace", workspace_, "--builtin", "grammar",
                                        "--task", "labelling", "--loss", "cross-entropy", "--builtin-length", "40",
                                        "--epochs", "1", "--device", "cpu", "--no-suggest"});
        const QString run = lastLine(other.out)["result"].toObject()["run"].toString();
        if (run.isEmpty()) QSKIP("the built-in grammar has another task");
        const Answer refused = askWorker({"forecast", run, "--workspace", workspace_, "--continue", "a"});
        QVERIFY2(refused.code != 0 && refused.err.contains("running text"), refused.err);
    }

    /// A state that goes on from piece to piece, in what is asked of the run later as well.
    void carriesItsState() {
        const QJsonObject result =
            train({"--data", folder_.filePath("song.txt"), "--epochs", "2", "--carry-state", "--shuffle=off"});
        const double trained = score(result, "model", "bits_per_character");
        QVERIFY(trained > 0);
        const Answer told = askWorker({"forecast", result["run"].toString(), "--workspace", workspace_, "--json"});
        const double again = score(lastLine(told.out)["result"].toObject(), "model", "bits_per_character");
        QVERIFY2(qAbs(again - trained) < 1e-9, told.err);
        const Answer few = askWorker({"train", "--workspace", workspace_, "--data", folder_.filePath("song.txt"),
                                      "--device", "cpu", "--carry-state", "--shuffle=off", "--batch-size", "500"});
        QVERIFY2(few.code != 0 && few.err.contains("use a batch of at most"), few.err);
    }

    /// A text is told as one, and its many classes in a line.
    void isToldAsAText() {
        const Answer json = askWorker({"data", "inspect", sonnets(), "--json"});
        const QJsonObject text = lastLine(json.out)["text"].toObject();
        QVERIFY2(text["tokens"].toString() == "characters" && text["length"].toInt() > 1000, json.err);
        QVERIFY(text["counts"].toObject()["e"].toInt() > 100);
        QVERIFY(askWorker({"data", "inspect", sonnets()}).out.contains("begins:"));
        QVERIFY(!askWorker({"data", "look", sonnets()}).out.contains("class "));
        const QJsonObject result = train({"--data", sonnets(), "--epochs", "1"});
        const QStringList show{"show", result["run"].toString(), "--workspace", workspace_};
        QVERIFY(askWorker(show).out.contains("show RUN --classes has each of them"));
        QVERIFY(askWorker(show + QStringList{"--classes"}).out.contains("answered"));
    }

    /// Another text is read by the run's own characters.
    void anotherText() {
        const Answer answer = askWorker({"forecast", run_, "--workspace", workspace_, "--data", sonnets(), "--json"});
        QVERIFY2(answer.code == 0, answer.err);
        const double bits = score(lastLine(answer.out)["result"].toObject(), "model", "bits_per_character");
        QVERIFY(bits > score(trained_, "model", "bits_per_character"));
    }

    void words() {
        const QJsonObject result = train({"--data", sonnets(), "--csv-shape", "words", "--epochs", "2"});
        QVERIFY(score(result, "model", "bits_per_word") > 0);
        QVERIFY(qIsNaN(score(result, "model", "bits_per_character")));
        const Answer answer = askWorker({"forecast", result["run"].toString(), "--workspace", workspace_, "--continue",
                                         "When I", "--length", "12", "--json"});
        QCOMPARE(lastLine(answer.out)["words"].toInt(), 12);
        QVERIFY(!lastLine(answer.out)["text"].toString().contains("<other>"));
    }
};

QTEST_GUILESS_MAIN(TestWorkerText)
#include "tst_worker_text.moc"
