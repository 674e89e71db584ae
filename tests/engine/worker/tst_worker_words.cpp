// SPDX-License-Identifier: GPL-3.0-or-later
// What gatelab-worker says of a stop, of a seed that fails, of settings and of the weights that it writes.
#include "io/safetensors_file.h"
#include "store/workspace.h"
#include "support/worker_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
const QStringList kSmall = {"--builtin-length", "400", "--lookback", "12", "--horizon", "3",
                            "--hidden-size",    "4",   "--threads",  "1",  "--device",  "cpu"};
const QStringList kSequences = {"--task",           "classification",
                                "--builtin",        "temporal-order",
                                "--builtin-length", "600",
                                "--loss",           "cross-entropy",
                                "--hidden-size",    "2",
                                "--batch-size",     "8",
                                "--threads",        "1",
                                "--device",         "cpu",
                                "--recipe",         ""};

RunSummary onlyRun(const QTemporaryDir& folder) {
    return (*Workspace::open(folder.path().toStdString()))->runs()->front();
}

void signal(const QProcess& process, int number) {
    if (process.processId() > 0) ::kill(static_cast<pid_t>(process.processId()), number);
}

}  // namespace

class TestWorkerWords : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// A series with one value that a network cannot read.
    QString seriesWith(const char* value) {
        QFile file(folder_.filePath("series.csv"));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write("x\n");
        for (int i = 0; i < 300; ++i)
            file.write(i == 40 ? QByteArray(value) + '\n' : QByteArray::number(std::sin(0.3 * i)) + '\n');
        return file.fileName();
    }

private Q_SLOTS:
    void aStopSaysWhatFollowsAndHowToGoOn() {
        const QTemporaryDir folder;
        QProcess process;
        process.start(workerProgram(),
                      QStringList{"train", "--workspace", folder.path(), "--epochs", "100000"} + kSmall);
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("epoch 2:"), kPatience);
        signal(process, SIGINT);
        Answer answer = finished(process);
        answer.out.prepend(out);
        QCOMPARE(answer.code, 130);
        QVERIFY2(answer.err.contains("stopping: the test part is scored next, then the baselines; Ctrl+C again leaves "
                                     "at once, and the run can be resumed"),
                 answer.err);
        const QByteArray id = QByteArray::fromStdString(onlyRun(folder).id);
        QVERIFY2(answer.out.contains("stopped at step") &&
                     answer.out.contains("it goes on with: gatelab-worker resume " + id + " --workspace " +
                                         folder.path().toUtf8()),
                 answer.out);
        QVERIFY2(answer.out.contains("persistence"), answer.out);  // the first one waits for the comparison
    }

    void theSecondLeavesAtOnce() {
        const QTemporaryDir folder;
        QProcess process;
        process.start(workerProgram(),
                      QStringList{"train", "--workspace", folder.path(), "--json", "--epochs", "1000"} + kSequences);
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("\"train_loss\"") ||
                                     process.state() == QProcess::NotRunning,
                                 kPatience);
        signal(process, SIGINT);
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("computing the baselines") ||
                                     process.state() == QProcess::NotRunning,
                                 kPatience);
        signal(process, SIGINT);
        Answer answer = finished(process);
        answer.out.prepend(out);
        QCOMPARE(answer.code, 130);
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        QCOMPARE(result["state"].toString(), QStringLiteral("interrupted"));
        QVERIFY2(result["why"].toString().contains("gatelab-worker resume " + result["run"].toString()), answer.out);
        QVERIFY(result["baselines"].toObject().isEmpty());
        QCOMPARE(onlyRun(folder).state, RunState::Interrupted);
    }

    void aSeedThatFailsIsToldAndTheNextBegun() {
        const QString data = seriesWith("1e300");
        const Answer answer = askWorker(
            QStringList{"train", "--no-store",    "--json", "--data",   data, "--lookback", "8", "--horizon",
                        "2",     "--hidden-size", "4",      "--epochs", "1",  "--threads",  "1", "--device",
                        "cpu",   "--recipe",      "",       "--seed",   "3",  "--seeds",    "2", "--no-suggest"});
        QCOMPARE(answer.code, 6);
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        QCOMPARE(result["state"].toString(), QStringLiteral("failed"));
        QCOMPARE(result["why"].toString(), QStringLiteral("2 of 2 seeds failed"));
        const QJsonArray seeds = result["seeds"].toArray();
        QCOMPARE(seeds.size(), 2);
        for (int i = 0; i < 2; ++i) {
            const QJsonObject seed = seeds[i].toObject();
            QCOMPARE(seed["seed"].toInt(), 3 + i);
            QCOMPARE(seed["state"].toString(), QStringLiteral("failed"));
            QVERIFY2(seed["why"].toString().contains("too large (1e+300) for float32"), answer.out);
            QVERIFY2(answer.err.contains("seed " + QByteArray::number(3 + i) + " failed: "), answer.err);
        }
    }

    void errorsStandAlone() {
        const Answer answer =
            askWorker(QStringList{"train", "--no-store", "--weights", "/no/such.safetensors"} + kSmall);
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.out.isEmpty() && answer.err.contains("/no/such.safetensors"), answer.out + answer.err);
    }

    void windowsOverAGapNameTheStepThatFillsIt() {
        const Answer answer =
            askWorker(QStringList{"train", "--no-store", "--json", "--no-suggest", "--data", seriesWith("nan"),
                                  "--carry-state", "--shuffle=off", "--recipe", "", "--batch-size", "2"} +
                      kSmall.mid(2));
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.err.contains("do not carry the state (fill(method=hold) in --recipe)"), answer.err);
        QCOMPARE(lastLine(answer.out)["setting"].toString(), QStringLiteral("recipe"));
    }

    void settingsHaveTheNamesOfTheirFlags() {
        const Answer switched = askWorker(QStringList{"train", "--no-store", "--epochs", "1", "--copy-ahead"} + kSmall);
        QVERIFY2(switched.err.contains("--copy-ahead has no effect: ") && !switched.err.contains("copy_ahead"),
                 switched.err);
        const Answer dropped = askWorker(
            QStringList{"train", "--no-store", "--epochs", "1", "--drop-last", "--batch-size", "100000"} + kSmall);
        QVERIFY2(dropped.err.contains("--drop-last: ") && dropped.err.contains("one step per epoch"), dropped.err);
        QVERIFY2(!dropped.err.contains("memory"), dropped.err);  // no batch is larger than its part
    }

    void writtenWeightsAreNamed() {
        const QTemporaryDir folder;
        const QStringList store = {"--workspace", folder.path()};
        // The rate is so high that the last epoch is not the best.
        QCOMPARE(askWorker(QStringList{"train", "--quiet", "--epochs", "1000", "--early-stop", "2", "--learning-rate",
                                       "0.3"} +
                           kSmall + store)
                     .code,
                 0);
        const RunSummary run = onlyRun(folder);
        const auto written = [&](const QStringList& more) {
            const Answer answer = askWorker(QStringList{"export-weights", QString::fromStdString(run.id),
                                                        folder.filePath("w.safetensors"), "--json"} +
                                            more + store);
            QFile file(folder.filePath("w.safetensors"));
            return std::pair(lastLine(answer.out), file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
        };
        const auto [best, bestBytes] = written({});
        QVERIFY2(best["weights"].toString().startsWith("the best weights, of step "),
                 qPrintable(best["weights"].toString()));
        const auto [last, lastBytes] = written({"--checkpoint", "last"});
        QCOMPARE(last["step"].toInt(), static_cast<int>(run.step));
        QVERIFY(best["step"].toInt() < last["step"].toInt());
        QVERIFY(bestBytes != lastBytes);
        QCOMPARE(written({"--checkpoint", "best"}).second, bestBytes);
        // The file tells what else it takes to compute with them.
        const auto file = readTensors(folder.filePath("w.safetensors").toStdString());
        QVERIFY(file.ok());
        const auto fact = [&](const char* key) {
            return QByteArray::fromStdString(file->metadata.contains(key) ? file->metadata.at(key) : std::string());
        };
        QCOMPARE(fact("format"), QByteArray("pt"));
        QCOMPARE(QJsonDocument::fromJson(fact("experiment"))["hidden_size"].toInt(),
                 static_cast<int>(run.config->hiddenSize));
        QVERIFY2(!QJsonDocument::fromJson(fact("inputs")).array().isEmpty() &&
                     !QJsonDocument::fromJson(fact("targets")).array().isEmpty(),
                 fact("inputs"));
        QVERIFY2(fact("scaling").contains("\"offset\"") && fact("rebuild").contains("head.weight"), fact("scaling"));
        QCOMPARE(written({"--checkpoint", QString::number(best["step"].toInt())}).second, bestBytes);
        const Answer none = askWorker(QStringList{"export-weights", QString::fromStdString(run.id),
                                                  folder.filePath("none.safetensors"), "--checkpoint", "999999"} +
                                      store);
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("choose last, best, intact or one of the steps"), none.err);
        QVERIFY(!QFile::exists(folder.filePath("none.safetensors")));
    }

    void whatTheEngineRefusesLeavesNoRun() {
        const QTemporaryDir folder;
        const QStringList train = QStringList{"train", "--workspace", folder.path(), "--json"} + kSmall;
        const Answer answer = askWorker(train + QStringList{"--peephole", "--implementation", "library"});
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.err.contains("Choose 'auto' or another one"), answer.err);
        QCOMPARE(lastLine(answer.out)["setting"].toString(), QStringLiteral("implementation"));
        QCOMPARE(askWorker(train + QStringList{"--weights", "/no/such.safetensors"}).code, 2);
        const Answer seeds = askWorker(train + QStringList{"--seed", "2147483647", "--seeds", "2"});
        QVERIFY2(seeds.code == 2 && seeds.err.contains("--seeds: the last of the successive seeds would be 2147483648"),
                 seeds.err);
        QVERIFY((*Workspace::open(folder.path().toStdString()))->runs()->empty());
    }

    void everySeedOfACheckIsOne() {
        const Answer large = askWorker({"verify", "resume", "--trials", "1", "--seed", "4294967295"});
        QVERIFY2(large.code == 0, large.out + large.err);
        for (const char* seed : {"-1", "4294967296"}) {
            const Answer wrong = askWorker({"verify", "resume", "--trials", "1", "--seed", seed});
            QVERIFY2(wrong.code == 2 && wrong.err.contains("--seed"), wrong.err);
        }
    }

    void theCurvesOfARunAreShown() {
        const QTemporaryDir folder;
        const QStringList store = {"--workspace", folder.path()};
        QCOMPARE(askWorker(QStringList{"train", "--no-suggest", "--quiet", "--epochs", "30"} + kSmall + store).code, 0);
        const RunSummary run = onlyRun(folder);
        const QStringList show = QStringList{"show", QString::fromStdString(run.id)} + store;
        const QByteArray text = askWorker(show).out;
        QStringList epochs;
        bool inTable = false;
        for (const QByteArray& line : text.split('\n')) {
            const QStringList words = QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
            if (inTable && (words.isEmpty() || words[0].startsWith(QLatin1Char('(')))) break;
            if (inTable) {
                epochs << words[0];
                QCOMPARE(words.size(), words[0].toInt() == run.bestEpoch ? 4 : 3);
            }
            inTable = inTable || line.contains("train loss  validation loss");
        }
        QVERIFY2(epochs.size() >= 11 && epochs.size() <= 12 && epochs.front() == "1" && epochs.back() == "30", text);
        QVERIFY2(epochs.contains(QString::number(run.bestEpoch)) && text.contains("30 epochs in all"), text);
        const QJsonArray curves = lastLine(askWorker(show + QStringList{"--json"}).out)["curves"].toArray();
        QCOMPARE(curves.size(), 30);
        QCOMPARE(curves[static_cast<int>(run.bestEpoch) - 1].toObject()["validation_loss"].toDouble(),
                 run.bestValidation);
        QVERIFY(curves[29].toObject()["train_loss"].toDouble() > 0);
    }

    void aRunIsFoundByItsNumber() {
        const QTemporaryDir folder;
        const QStringList store = {"--workspace", folder.path()};
        QCOMPARE(askWorker(QStringList{"train", "--no-suggest", "--quiet", "--epochs", "2"} + kSmall + store).code, 0);
        const QString id = QString::fromStdString(onlyRun(folder).id);
        const QByteArray listed = askWorker(QStringList{"list"} + store).out;
        QVERIFY2(listed.contains("    #1  " + id.toUtf8()), listed);
        QCOMPARE(lastLine(askWorker(QStringList{"list", "--json"} + store).out)["number"].toInt(), 1);
        const Answer shown = askWorker(QStringList{"show", "#1"} + store);
        QVERIFY2(shown.code == 0 && shown.out.startsWith(id.toUtf8() + "  #1 "), shown.out + shown.err);
        QCOMPARE(lastLine(askWorker(QStringList{"show", "# 1", "--json"} + store).out)["id"].toString(), id);
        QCOMPARE(askWorker(QStringList{"show", id.left(11)} + store).code, 0);
        const Answer none = askWorker(QStringList{"show", "#7"} + store);
        QVERIFY2(none.code != 0 && none.err.contains("there is no run #7") && none.err.contains("#1"), none.err);
    }

    void twoFilesAreToldApart() {
        const QTemporaryDir folder;
        const QString train = folder.filePath("Pair_TRAIN.ts"), test = folder.filePath("Pair_TEST.ts");
        for (const QString& path : {train, test}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("@problemName pair\n@classLabel true left right\n@data\n");
            for (int i = 0; i < 30; ++i) file.write(i % 2 == 0 ? "1,2,3,4:left\n" : "4,3,2,1:right\n");
        }
        const QStringList store = {"--workspace", folder.filePath("runs")};
        const Answer answer =
            askWorker(QStringList{"train", "--data", test, "--task", "classification", "--hidden-size", "2", "--epochs",
                                  "1", "--threads", "1", "--device", "cpu"} +
                      store);
        QVERIFY2(answer.code == 0, answer.err);
        const auto tells = [&](const QByteArray& text) {
            return text.contains("training file    " + train.toUtf8() + '\n') &&
                   text.contains("test file        " + test.toUtf8() + '\n');
        };
        QVERIFY2(tells(answer.out), answer.out);
        const QString id =
            QString::fromStdString((*Workspace::open(folder.filePath("runs").toStdString()))->runs()->front().id);
        const QByteArray shown = askWorker(QStringList{"show", id} + store).out;
        QVERIFY2(tells(shown), shown);
        const QJsonObject identity =
            lastLine(askWorker(QStringList{"show", id, "--json"} + store).out)["identity"].toObject();
        QCOMPARE(identity["train_file"].toString(), train);
        QCOMPARE(identity["test_file"].toString(), test);
        // By its name one of them is answered alone.
        const auto answered = [&](const QString& file) {
            return askWorker(QStringList{"classify", id, "--data", file, "--csv", folder.filePath("answers.csv")} +
                             store);
        };
        for (const QString& path : {train, test}) {
            const Answer classified = answered(path);
            QVERIFY2(classified.code == 0, classified.err);
            QCOMPARE(classified.err.contains("the run was trained on these sequences"), path == train);
            QFile table(folder.filePath("answers.csv"));
            QVERIFY(table.open(QIODevice::ReadOnly));
            QCOMPARE(table.readAll().trimmed().count('\n'), 30);
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkerWords)
#include "tst_worker_words.moc"
