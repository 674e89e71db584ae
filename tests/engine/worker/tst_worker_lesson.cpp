// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker lesson: listed, read, and one quick lesson played to its end; a claim that does not hold ends with 1.
// Holds app/worker/lesson/lesson_command.cpp.
#include "store/workspace.h"
#include "support/places.h"
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace gatelab::testing;

class TestWorkerLesson : public QObject {
    Q_OBJECT
    static QByteArray lessonText() {
        QFile file(inSource("/resources/lessons/random-walk.json"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QString written(const QTemporaryDir& folder, const QByteArray& text) {
        QFile file(folder.filePath("mine.json"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName();
    }

    static Answer answered(const QStringList& words, const QByteArray& input) {
        QProcess process;
        process.start(workerProgram(), words);
        process.write(input);
        process.closeWriteChannel();
        return finished(process);
    }

private Q_SLOTS:
    void lessonsAreListedAndRead() {
        const Answer list = askWorker({"lesson"});
        QCOMPARE(list.code, 0);
        QVERIFY2(list.err.isEmpty(), list.err);
        QVERIFY(list.out.contains("random-walk"));
        QVERIFY(lastLine(askWorker({"lesson", "--json"}).out)["lessons"].toArray().size() >= 14);
        const Answer read = askWorker({"lesson", "random-walk", "--language", "zh"});
        QCOMPARE(read.code, 0);
        QVERIFY(read.out.contains("随机游走") && read.out.contains("claim: "));
        QVERIFY(!read.out.contains("[[") && !read.out.contains("{{"));
        const Answer none = askWorker({"lesson", "no-such"});
        QVERIFY(none.code != 0);
        QVERIFY2(none.err.contains("there is no lesson 'no-such'"), none.err);
    }

    /// The small network of the first screen on a file, without a workspace; its picture comes from the window's
    /// program.
    void theBeltIsTrainedOnASeries() {
        const QTemporaryDir folder;
        const QString series = inSource("/datasets/station7.csv");
        const Answer answer = askWorker({"lesson", "belt", "--series", series, "--json"});
        QVERIFY2(answer.code == 0, answer.err + answer.out);
        const QJsonObject told = lastLine(answer.out);
        QCOMPARE(told["units"].toInt(), 8);
        QVERIFY(told["rows"].toInt() > 600 && told["trained"].toDouble() < told["untrained"].toDouble());
        QVERIFY(askWorker({"lesson", "belt", "--series", series}).out.contains("24 steps ahead"));
        const Answer none = askWorker({"lesson", "belt"});
        QVERIFY(none.code != 0);
        QVERIFY2(none.err.contains("--series FILE"), none.err);
        const QString tiny = folder.filePath("tiny.csv");
        QFile file(tiny);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("value\n");
        for (int i = 0; i < 60; ++i) file.write(QByteArray::number(i % 7) + "\n");
        file.close();
        const Answer tooShort = askWorker({"lesson", "belt", "--series", tiny});
        QVERIFY(tooShort.code != 0);
        QVERIFY2(tooShort.err.contains("60 numbers are too few for the belt: it needs 200"), tooShort.err);
    }

    /// Who only looks finds nothing of it among the own runs.
    void aPlayedLessonKeepsNothingUnasked() {
        const QTemporaryDir home;
        QProcess process;
        QProcessEnvironment places = QProcessEnvironment::systemEnvironment();
        places.insert("HOME", home.path());
        places.remove("GATELAB_WORKSPACE");
        process.setProcessEnvironment(places);
        process.start(workerProgram(), {"lesson", inSource("/tests/core/lesson/random-walk.json"), "--play", "--json"});
        const Answer answer = finished(process);
        QVERIFY2(answer.code == 0, answer.err + answer.out);
        QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }

    /// Its file before the lessons or behind them.
    void aNewClassNamesItsFile() {
        const QTemporaryDir folder;
        const QString first = folder.filePath("first.class"), last = folder.filePath("last.class");
        QCOMPARE(askWorker({"lesson", first, "--new-class", "one-cell", "gate"}).code, 0);
        QCOMPARE(askWorker({"lesson", "--new-class", "one-cell", "gate", last}).code, 0);
        QFile one(first), other(last);
        QVERIFY(one.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
        QCOMPARE(other.readAll(), one.readAll());
        const Answer none = askWorker({"lesson", "--new-class", "one-cell", "gate"});
        QVERIFY(none.code != 0);
        QVERIFY2(none.err.contains("needs a file NAME.class"), none.err);
    }

    void aLessonIsPlayedToItsEnd() {
        const QTemporaryDir folder;
        const QString former = inSource("/tests/core/lesson/random-walk.json");  // of format 1, with all its cards
        const Answer answer = askWorker({"lesson", former, "--play", "--json", "--workspace", folder.path()});
        QVERIFY2(answer.code == 0, answer.err + answer.out);
        const QJsonObject result = lastLine(answer.out);
        QVERIFY(result["holds"].toBool());
        QVERIFY(!result["holds_untrained"].toBool(true));
        QCOMPARE(result["runs"].toObject().size(), 4);  // each with its step 0
        QVERIFY(result["runs"].toObject()["lstm"].toObject()["figures"].toObject()["rmse"].toDouble() > 1);
        // Ordinary runs, with a tag.
        const auto runs = (*gatelab::Workspace::open(folder.path().toStdString()))->runs();
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t(4));
        for (const auto& run : *runs) QCOMPARE(run.tags, std::string("lesson"));
        const Answer reported = askWorker({"lesson", former, "--play", "--seed", "2"});
        QCOMPARE(reported.code, 0);
        for (const char* card : {"[look]", "[draw]", "[train]", "[gap]", "[say]", "[quiz]", "it holds"})
            QVERIFY2(reported.out.contains(card), card);
    }

    /// As the switch My series in the window: the network of the lesson on the series of a file.
    void aLessonIsPlayedOnTheSeriesOfAFile() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("mine.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("t,y\n");
        for (int i = 0; i < 600; ++i)
            file.write(QByteArray::number(i) + "," + QByteArray::number(std::sin(i * 0.26) + 0.3 * std::sin(i * 0.7)) +
                       "\n");
        file.close();
        const Answer answer = askWorker({"lesson", "gate", "--series", file.fileName(), "--play", "--json"});
        QVERIFY2(answer.code == 0 || answer.code == 1, answer.err + answer.out);  // it may be no good there
        const QJsonObject result = lastLine(answer.out);
        QCOMPARE(result["lesson"].toString(), QString("gate"));
        QCOMPARE(result["runs"].toObject().size(), 2);
        QVERIFY(!result["holds_untrained"].toBool(true));
        const Answer none =
            askWorker({"lesson", "exploding-gradient", "--series", folder.filePath("none.csv"), "--play"});
        QVERIFY(none.code != 0 && none.err.contains("none.csv"));
    }

    /// Each change is trained and tells what came; what nobody has drawn stands as dots.
    void changesAreTriedAndAnswer() {
        const Answer told = askWorker({"lesson", "one-cell", "--play", "--tries"});
        QCOMPARE(told.code, 0);
        QCOMPARE(told.out.count("[try]"), 3);
        QVERIFY2(told.out.contains("and yours ...") && !told.out.contains("lie ... apart"), told.out);
        const QJsonObject result = lastLine(askWorker({"lesson", "one-cell", "--play", "--tries", "--json"}).out);
        QCOMPARE(result["tries"].toArray().size(), 3);
        // Up and down are told apart by a state that remembers, and less by one unit of it.
        const double lstm = result["tries"].toArray().at(0)["measure"].toDouble();
        const double unit = result["tries"].toArray().at(2)["measure"].toDouble();
        QVERIFY2(lstm > 1.5 && std::abs(unit) < lstm, qPrintable(QString::number(lstm)));
        QVERIFY(!lastLine(askWorker({"lesson", "one-cell", "--play", "--json"}).out).contains("tries"));
    }

    void aClaimThatDoesNotHoldIsAFailure() {
        const QTemporaryDir folder;
        QByteArray text = lessonText();
        QVERIFY(text.contains("rmse(lstm) > baseline(lstm, persistence, rmse) and"));
        text.replace("rmse(lstm) > baseline(lstm, persistence, rmse) and",
                     "rmse(lstm) < 0.5 * baseline(lstm, persistence, rmse) and");
        const Answer answer = askWorker({"lesson", written(folder, text), "--play", "--json"});
        QCOMPARE(answer.code, 1);
        QVERIFY(!lastLine(answer.out)["holds"].toBool(true));
    }

    void aClaimThatHoldsBeforeTrainingIsAFailure() {
        const QTemporaryDir folder;
        QByteArray text = lessonText();
        QVERIFY(text.contains(" and train(lstm) < 0.01 * train(lstm@0)"));
        text.replace(" and train(lstm) < 0.01 * train(lstm@0)", "");
        const Answer answer = askWorker({"lesson", written(folder, text), "--play"});
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.out.contains("it proves NOTHING"), answer.out);
        QVERIFY(answer.out.contains("it holds;"));
    }

    /// A round without a right answer is asked again at once; what is remembered spaces the next.
    void questionsAreAskedAgain() {
        const QTemporaryDir folder;
        const QString memory = folder.filePath("known.json");
        const Answer first = answered({"lesson", "gate", "--review", memory}, "9\n2\n2\n1\n");
        QCOMPARE(first.code, 0);
        for (const char* words : {"a number from 1 to 3", "3 to go", "Who decides when a gate opens?", "first go"})
            QVERIFY2(first.out.contains(words), first.out);
        const Answer all = answered({"lesson", "--review", memory, "--json"}, "1\n1\n");
        QCOMPARE(lastLine(all.out)["asked"].toInt(), 2);
        QVERIFY(QFile::exists(memory));
        QFile broken(memory);
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("none");
        broken.close();
        QVERIFY(askWorker({"lesson", "--review", memory}).code != 0);
    }

    void aBrokenFileSaysWhere() {
        const QTemporaryDir folder;
        QByteArray text = lessonText();
        text.replace("\"anchor\": \"last\"", "\"ancor\": \"last\"");
        const Answer answer = askWorker({"lesson", written(folder, text)});
        QVERIFY(answer.code != 0);
        QVERIFY2(answer.err.contains(
                     "mine.json: runs: 2: anchored: settings: there is no setting 'ancor'; was 'anchor' meant?"),
                 answer.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerLesson)
#include "tst_worker_lesson.moc"
