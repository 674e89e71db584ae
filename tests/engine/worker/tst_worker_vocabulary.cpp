// SPDX-License-Identifier: GPL-3.0-or-later
// Words from the file to what is carried off, as a script sees it: a run that is killed in an epoch goes on to the same
// losses, a thousand words, unknown ones, a branch on data with other words.
#include "store/workspace.h"
#include "support/worker_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kPatience = 240000;  // a wait, no demand
const QStringList kSmall = {"--lookback", "6", "--horizon", "2",   "--hidden-size", "4", "--targets", "temp",
                            "--threads",  "1", "--device",  "cpu", "--no-suggest"};

}  // namespace

class TestWorkerVocabulary : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// `words` kinds k0, k1, ... from `first` on, each of which moves the temperature by its number.
    QString table(const char* name, int rows, int words, int first = 0) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write("kind,temp\n");
        for (int r = 0; r < rows; ++r) {
            const int k = first + r * 7 % words;
            file.write("k" + QByteArray::number(k) + "," +
                       QByteArray::number(10 + std::sin(0.3 * r) + 0.1 * (k % 10), 'g', 9) + "\n");
        }
        return file.fileName();
    }
    static QStringList recipe(const char* as, const char* size = nullptr) {
        return {"--recipe", QString("category(as=%1, column=kind%2),standardise")
                                .arg(as, size == nullptr ? QString() : QString(", size=") + size)};
    }
    /// Losses of every epoch as the run keeps them.
    static QByteArray losses(const QString& workspace, const QString& run) {
        const Answer shown = askWorker({"show", run, "--workspace", workspace, "--json"});
        QByteArray text;
        for (const QJsonValue& one : lastLine(shown.out)["curves"].toArray()) {
            const QJsonObject epoch = one.toObject();
            for (const char* loss : {"train_loss", "validation_loss"})
                text += QByteArray::number(epoch[QLatin1String(loss)].toDouble(), 'g', 17) + " ";
        }
        return text;
    }
    static QString onlyRun(const QString& workspace) {
        return QString::fromStdString((*Workspace::open(workspace.toStdString()))->runs()->front().id);
    }

private Q_SLOTS:
    void stoppedInAnEpochItGoesOnAlike_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("killed") << SIGKILL;
        QTest::newRow("Ctrl+C") << SIGINT;
    }
    void stoppedInAnEpochItGoesOnAlike() {
        QFETCH(int, signal);
        const QString path = table("stopped.csv", 800, 40);
        const auto words = [&](const QString& workspace) {
            return QStringList{"train",
                               "--workspace",
                               workspace,
                               "--data",
                               path,
                               "--json",
                               "--epochs",
                               "10",
                               "--batch-size",
                               "16",
                               "--checkpoint-seconds",
                               "0"} +
                   kSmall + recipe("embedding", "3");
        };
        const QString whole = folder_.filePath(QString("whole%1").arg(signal)),
                      cut = folder_.filePath(QString("cut%1").arg(signal));
        const Answer trained = askWorker(words(whole));
        QVERIFY2(trained.code == 0, trained.err);
        const QByteArray wanted = losses(whole, onlyRun(whole));
        QCOMPARE(wanted.split(' ').size(), 21);

        QProcess process;
        process.start(workerProgram(), words(cut));
        // In one of the epochs behind the first, of whose steps each is kept
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("\"train_loss\"") ||
                                     process.state() == QProcess::NotRunning,
                                 kPatience);
        QVERIFY(process.processId() > 0);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        if (signal == SIGINT) {  // the second one leaves the scores out
            ::kill(static_cast<pid_t>(process.processId()), signal);
        }
        const Answer stopped = finished(process);
        QVERIFY2(stopped.code != 0, "it ended before it was stopped");
        const QString run = onlyRun(cut);
        const Answer resumed = askWorker({"resume", run, "--workspace", cut, "--json"});
        QVERIFY2(resumed.code == 0, resumed.out + resumed.err);
        QCOMPARE(losses(cut, run), wanted);
    }

    // A thousand words are trained on, read again from the kept columns, forecast with and carried off.
    void aThousandWords() {
        const QString path = table("thousand.csv", 6000, 1000), workspace = folder_.filePath("thousand");
        qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8());
        const QStringList train = QStringList{"train",  "--workspace", workspace, "--data",       path,
                                              "--json", "--epochs",    "2",       "--batch-size", "64"} +
                                  kSmall + recipe("embedding", "4");
        const Answer trained = askWorker(train);
        QVERIFY2(trained.code == 0, trained.out.right(2000) + trained.err);
        QVERIFY2(trained.err.contains("1000 words") || trained.out.contains("1000 words"), trained.err);
        const QString run = onlyRun(workspace);
        const Answer more = askWorker({"resume", run, "--workspace", workspace, "--more-epochs", "1", "--json"});
        QVERIFY2(more.code == 0, more.err);

        const Answer same = askWorker({"forecast", run, "--workspace", workspace, "--data",
                                       table("known.csv", 400, 50, 300), "--ahead", "2", "--json"});
        QVERIFY2(same.code == 0 && !same.err.contains("no word that the run learned"), same.err);
        const Answer unknown = askWorker({"forecast", run, "--workspace", workspace, "--data",
                                          table("unknown.csv", 400, 100, 950), "--ahead", "2", "--json"});
        QVERIFY2(unknown.code == 0 &&
                     unknown.err.contains("200 of 400 rows hold no word that the run learned and are read as none of"),
                 unknown.err);
        const Answer exported =
            askWorker({"export", run, "-o", folder_.filePath("thousand.c"), "--to", "c", "--workspace", workspace});
        QVERIFY2(exported.code == 0, exported.out + exported.err);
    }

    // As many words, but others: those of the parent count.
    void aBranchOnOtherWords_data() {
        QTest::addColumn<QString>("as");
        QTest::newRow("embedding") << "embedding";
        QTest::newRow("one-hot") << "onehot";
    }
    void aBranchOnOtherWords() {
        QFETCH(QString, as);
        const QString workspace = folder_.filePath("branch-" + as);
        const Answer trained = askWorker(QStringList{"train", "--workspace", workspace, "--data",
                                                     table("first.csv", 600, 8), "--json", "--epochs", "2"} +
                                         kSmall + recipe(as.toUtf8().constData()));
        QVERIFY2(trained.code == 0, trained.err);
        const QString parent = onlyRun(workspace);
        // k4 to k11: half of them are the parent's
        const Answer branch = askWorker({"branch", parent, "--workspace", workspace, "--data",
                                         table("second.csv", 600, 8, 4), "--epochs", "3", "--json"});
        QVERIFY2(branch.code == 0, branch.out + branch.err);
        const QByteArray told = branch.out + branch.err;
        QVERIFY2(told.contains("column 'kind' does not hold 4 of the words that the inputs name (k0, k1, k2, k3)"),
                 told);
        QVERIFY2(told.contains("column 'kind': 300 of 600 rows hold words that the inputs do not name"), told);
        const QString child = lastLine(branch.out)["result"].toObject()["run"].toString();
        QVERIFY(!child.isEmpty() && child != parent);
        // What it goes on with is what the parent knows of the words.
        const Answer again = askWorker({"forecast", child, "--workspace", workspace, "--data",
                                        folder_.filePath("first.csv"), "--ahead", "2", "--json"});
        QVERIFY2(again.code == 0 && !again.err.contains("no word that the run learned"), again.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerVocabulary)
#include "tst_worker_vocabulary.moc"
