// SPDX-License-Identifier: GPL-3.0-or-later
// Homework from end to end: an exercise is written, trained and handed in; grade computes every figure again and says
// of each file in the folder what holds, what does not, and what was changed.
// Holds app/worker/class/exercise_command.cpp, core/app/class/exercise_runs.cpp, core/app/class/grade.cpp and
// core/store/run_proof.cpp.
#include "support/places.h"
#include "support/worker_process.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab::testing;

class TestWorkerExercise : public QObject {
    Q_OBJECT
    QTemporaryDir place_;
    [[nodiscard]] QString at(const QString& name) const { return place_.filePath(name); }
    [[nodiscard]] QString inClass(const QString& name) const { return at("class/" + name); }

    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    Answer handIn(const QString& student, const QStringList& more) {
        return askWorker(QStringList{"exercise", inClass("homework.json"), "--train", "--workspace", at("work"),
                                     "--json", "--student", student, "--predicted", "0.3", "--say", "because",
                                     "--answer", inClass(student + ".answer.json")} +
                         more);
    }
    QJsonObject graded(const QStringList& more = {}) {
        const Answer answer = askWorker(QStringList{"grade", at("class"), "--json"} + more);
        [&] { QVERIFY2(answer.code == 0, answer.err + answer.out); }();
        return lastLine(answer.out);
    }
    static QJsonObject of(const QJsonObject& grades, const QString& student) {
        for (const QJsonValue one : grades["grades"].toArray())
            if (one.toObject()["student"].toString() == student ||
                one.toObject()["file"].toString() == student + ".answer.json")
                return one.toObject();
        return {};
    }
    static QString notes(const QJsonObject& grade) {
        QStringList all;
        for (const QJsonValue note : grade["notes"].toArray()) all << note.toString();
        return all.join("; ");
    }
    [[nodiscard]] QString runFolder(const QString& student) const {
        QDirIterator runs(inClass(student + ".answer-runs/runs"), QDir::Dirs | QDir::NoDotAndDotDot);
        return runs.hasNext() ? runs.next() : QString();
    }

    /// As it stands in the file.
    static QByteArray claim(const QByteArray& text) {
        const qsizetype from = text.indexOf("validation(mine) < ");
        return text.mid(from, text.indexOf('"', from) - from);
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(QDir(place_.path()).mkdir("class"));
        const Answer made =
            askWorker({"exercise", inClass("homework.json"), "--new", "--builtin", "sine", "--builtin-length", "400",
                       "--epochs", "2", "--hidden-size", "4", "--lookback", "12", "--device", "cpu"});
        QVERIFY2(made.code == 0, made.err);
        // Also an error on the test part and a figure from inside the network.
        QByteArray text = read(inClass("homework.json"));
        QVERIFY(text.contains("\"epochs(mine)\""));
        text.replace("\"epochs(mine)\"", "\"epochs(mine)\", \"rmse(mine)\", \"open(mine, f)\"");
        text.replace(claim(text), "validation(mine) < 50");
        write(inClass("homework.json"), text);
        const Answer anna = handIn("anna", {});
        QVERIFY2(anna.code == 0, anna.err);
        QVERIFY(lastLine(anna.out)["holds"].toBool());
        QCOMPARE(lastLine(anna.out)["figures"].toObject().size(), 4);
    }

    /// What cannot be trained is not handed out, and the claim of the template is false before any training.
    void aNewExerciseCanBeTrained() {
        const Answer refused = askWorker({"exercise", at("adding.json"), "--new", "--builtin", "adding-30"});
        QVERIFY(refused.code != 0 && !refused.err.isEmpty());
        QVERIFY(!QFile::exists(at("adding.json")));
        const Answer made = askWorker({"exercise", at("adding.json"), "--new", "--builtin", "adding-30", "--task",
                                       "regression", "--loss", "mse", "--builtin-length", "300", "--split", "200/50/50",
                                       "--hidden-size", "4", "--device", "cpu"});
        QVERIFY2(made.code == 0, made.err);
        const QByteArray text = read(at("adding.json"));
        QVERIFY2(!claim(text).endsWith(" 0.5"), claim(text));
        const Answer idle = askWorker({"exercise", at("adding.json"), "--workspace", at("idle"), "--train", "--epochs",
                                       "1", "--learning-rate", "0.000000001", "--student", "Idle", "--predicted", "1",
                                       "--say", "nothing", "--answer", at("idle.answer.json"), "--json"});
        QVERIFY2(idle.code == 0, idle.err);
        QVERIFY(!lastLine(idle.out)["holds"].toBool());
    }

    void theTaskIsShown() {
        const Answer shown = askWorker({"exercise", inClass("homework.json")});
        QCOMPARE(shown.code, 0);
        for (const char* words : {"Make its validation loss", "run mine", "yours to change: hidden_size",
                                  "rmse(mine), open(mine, f)", "--predicted: Which", "--say: In one"})
            QVERIFY2(shown.out.contains(words), words + shown.out);
        QVERIFY(askWorker({"exercise", inClass("homework.json"), "--language", "zh"}).out.contains("一个练习"));
    }

    void anHonestAnswerHolds() {
        const QJsonObject grade = of(graded(), "anna");
        QVERIFY2(grade["result"].toString() == "holds", qPrintable(notes(grade)));
        QVERIFY(grade["notes"].toArray().isEmpty());
        QVERIFY(grade["holds"].toBool());
        QCOMPARE(grade["predicted"].toDouble(), 0.3);
        QVERIFY(grade["reached"].toDouble() > 0);
        QCOMPARE(grade["figures"].toObject().size(), 4);
        for (const QJsonValue figure : grade["figures"].toObject()) {
            QVERIFY(figure.toObject()["agrees"].toBool());
            QVERIFY(figure.toObject()["computed"].isDouble());
        }
        const QByteArray table = read(inClass("grades.md"));
        QVERIFY2(table.contains("| anna | holds | 0.3000 |") && table.contains("4 of 4"), table);
        QVERIFY(read(inClass("grades.csv")).contains("anna,anna.answer.json,holds,0.3,"));
    }

    void trainedAgainItRepeats() {
        const QJsonObject grade = of(graded({"--train"}), "anna");
        QVERIFY2(grade["repeats"].toBool(), qPrintable(notes(grade)));
        QCOMPARE(grade["result"].toString(), QString("holds"));
    }

    void withoutItsRunsOnlyTrainingChecksIt() {
        const Answer ben = handIn("ben", {"--without-runs", "--seed", "5"});
        QVERIFY2(ben.code == 0, ben.err);
        QVERIFY(!QDir(inClass("ben.answer-runs")).exists());
        const QJsonObject unchecked = of(graded(), "ben");
        QCOMPARE(unchecked["result"].toString(), QString("not checked"));
        QVERIFY2(notes(unchecked).contains("does not lie beside the answer"), qPrintable(notes(unchecked)));
        QVERIFY(unchecked["holds"].isNull());
        QCOMPARE(of(graded({"--train"}), "ben")["result"].toString(), QString("holds"));
        QVERIFY(QFile::remove(inClass("ben.answer.json")));
    }

    void whatIsNotTheLearnersIsRefused() {
        const Answer other = handIn("cara", {"--batch-size", "7"});
        QVERIFY(other.code != 0);
        QVERIFY2(other.err.contains("batch_size is not yours to change in this exercise"), other.err);
        QVERIFY(!QFile::exists(inClass("cara.answer.json")));
        const Answer silent =
            askWorker({"exercise", inClass("homework.json"), "--run", "last", "--workspace", at("work"), "--student",
                       "cara", "--predicted", "1", "--answer", inClass("cara.answer.json")});
        QVERIFY2(silent.code != 0 && silent.err.contains("the sentence is missing"), silent.err);
    }

    void whatWasChangedIsTold_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a figure in the file") << "figure"
                                              << "its seal does not fit";
        QTest::newRow("the weights") << "weights"
                                     << "cannot be read";
        QTest::newRow("the record") << "record"
                                    << "cannot be read";
        QTest::newRow("another's run") << "copy"
                                       << "is the same as anna's";
        QTest::newRow("the run is gone") << "gone"
                                         << "does not lie beside the answer";
        QTest::newRow("a way out of the folder") << "path"
                                                 << "does not lie beside the answer";
        QTest::newRow("a claim that fails") << "claim"
                                            << "";
    }
    void whatWasChangedIsTold() {
        QFETCH(QString, what);
        QFETCH(QString, expected);
        const Answer dan = handIn("dan", {"--seed", "3"});
        QVERIFY2(dan.code == 0, dan.err);
        QByteArray text = read(inClass("dan.answer.json"));
        if (what == "figure") {
            QVERIFY(text.contains("\"epochs\": 2.0"));
            write(inClass("dan.answer.json"), text.replace("\"epochs\": 2.0", "\"epochs\": 9.0"));
        } else if (what == "weights" || what == "record") {
            QDirIterator files(runFolder("dan"), {what == "weights" ? "tensors.safetensors" : "run.sqlite"},
                               QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QByteArray bytes = read(files.next());
                for (qsizetype i = bytes.size() / 2; i < bytes.size(); ++i) bytes[i] = static_cast<char>(bytes[i] ^ 1);
                write(files.filePath(), bytes);
            }
        } else if (what == "copy") {
            write(inClass("dan.answer.json"), read(inClass("anna.answer.json")).replace("\"anna\"", "\"dan\""));
            QVERIFY(QDir().rename(runFolder("dan"), at("aside")));
            QVERIFY(QProcess::execute("cp", {"-r", runFolder("anna"), inClass("dan.answer-runs/runs/")}) == 0);
            QVERIFY(QDir(at("aside")).removeRecursively());
        } else if (what == "gone") {
            QVERIFY(QDir(inClass("dan.answer-runs")).removeRecursively());
        } else if (what == "path") {
            const QByteArray id = QFileInfo(runFolder("dan")).fileName().toUtf8();
            write(inClass("dan.answer.json"), text.replace(id, "../../../work/runs/" + id));
        }
        const QJsonObject grade =
            of(graded(what == "claim" ? QStringList{"--exercise", strict()} : QStringList{}), "dan");
        const QString result = grade["result"].toString();
        if (what == "claim")
            QCOMPARE(result, QString("unreadable"));  // another version of the exercise
        else if (what == "gone")
            QCOMPARE(result, QString("not checked"));
        else
            QCOMPARE(result, QString("differs"));
        QVERIFY2(notes(grade).contains(expected), qPrintable(notes(grade)));
        // Whose file is as it was written is no copier beside one that was changed.
        const QJsonObject owner = of(graded(), "anna");
        QCOMPARE(owner["result"].toString(), QString("holds"));
        QVERIFY(!notes(owner).contains("is the same as"));
        QFile::remove(inClass("dan.answer.json"));
        QDir(inClass("dan.answer-runs")).removeRecursively();
    }

    /// Two whole files with one run: whose it is cannot be told, and nobody is blamed.
    void aRunThatTwoHandIn() {
        const QString id = QFileInfo(runFolder("anna")).fileName();
        const Answer eva =
            askWorker({"exercise", inClass("homework.json"), "--run", id, "--workspace", at("work"), "--student", "eva",
                       "--predicted", "0.3", "--say", "because", "--answer", inClass("eva.answer.json")});
        QVERIFY2(eva.code == 0, eva.err);
        const QJsonObject grades = graded();
        for (const QString& student : {QStringLiteral("anna"), QStringLiteral("eva")}) {
            QCOMPARE(of(grades, student)["result"].toString(), QString("same run"));
            QVERIFY(of(grades, student)["holds"].toBool());
        }
        QVERIFY2(notes(of(grades, "anna")).contains("is the same as eva's"), qPrintable(notes(of(grades, "anna"))));
        QVERIFY2(notes(of(grades, "eva")).contains("is the same as anna's"), qPrintable(notes(of(grades, "eva"))));
        QVERIFY(QFile::remove(inClass("eva.answer.json")));
        QVERIFY(QDir(inClass("eva.answer-runs")).removeRecursively());
    }

    void strayFilesGetASentenceEach() {
        write(inClass("empty.answer.json"), {});
        write(inClass("cut.answer.json"), read(inClass("anna.answer.json")).left(300));
        write(inClass("picture.png"), "\x89PNG");
        write(inClass("other.json"), "{\"a\": [1, 2]}");
        write(inClass("deep.answer.json"), QByteArray(200000, '['));
        const QJsonObject grades = graded();
        QCOMPARE(of(grades, "anna")["result"].toString(), QString("holds"));
        QVERIFY(notes(of(grades, "empty")).contains("the file is empty"));
        QVERIFY(notes(of(grades, "cut")).contains("this is not JSON"));
        QVERIFY(notes(of(grades, "deep")).contains("this is not JSON"));
        QCOMPARE(grades["grades"].toArray().size(), 5);
        QVERIFY(grades["left_out"].toArray()[0].toString().contains("picture.png is no answer"));
        for (const char* name :
             {"empty.answer.json", "cut.answer.json", "picture.png", "other.json", "deep.answer.json"})
            QFile::remove(inClass(name));
        const Answer none = askWorker({"grade", at("nowhere")});
        QVERIFY(none.code != 0 && none.err.contains("nowhere"));
    }

private:
    /// The same exercise with a claim that no network keeps.
    QString strict() {
        write(at("strict.json"),
              read(inClass("homework.json")).replace("validation(mine) < 50", "validation(mine) < 0"));
        return at("strict.json");
    }
};

QTEST_GUILESS_MAIN(TestWorkerExercise)
#include "tst_worker_exercise.moc"
