// SPDX-License-Identifier: GPL-3.0-or-later
// How gatelab-worker takes an experiment from the command line: tasks that do not fit, presets that need a file, flags
// without effect, errors by the flag's name.
// Holds app/worker/options.cpp.
#include "store/workspace.h"
#include "support/take.h"
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;
using namespace gatelab::testing;

class TestWorkerOptions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// One step of a small network. Without an engine it ends after the notes.
    Answer trainAStep(const QStringList& words) {
        return askWorker(QStringList{"train", "--no-store", "--json", "--device", "cpu", "--threads", "1",
                                     "--builtin-length", "200", "--hidden-size", "4", "--epochs", "1", "--max-steps",
                                     "1"} +
                         words);
    }

private Q_SLOTS:
    void aTaskThatDoesNotFitIsRefused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("flags");
        QTest::newRow("classes of a series") << QStringList{"--task", "classification"} << "--task forecast";
        QTest::newRow("labels of a series")
            << QStringList{"--task", "labelling", "--loss", "cross-entropy"} << "--task forecast --loss mse";
        QTest::newRow("numbers of a series") << QStringList{"--task", "regression"} << "--task forecast";
        QTest::newRow("forecast of classes") << QStringList{"--task", "forecast", "--builtin", "grammar"}
                                             << "--task classification --loss cross-entropy";
        QTest::newRow("forecast of numbers")
            << QStringList{"--task", "forecast", "--builtin", "adding", "--anchor", "last"} << "--task regression";
        QTest::newRow("classes of labels")
            << QStringList{"--builtin", "copy", "--task", "classification", "--loss", "cross-entropy"}
            << "--task labelling";
    }
    void aTaskThatDoesNotFitIsRefused() {
        QFETCH(QStringList, words);
        QFETCH(QString, flags);
        for (const QStringList& command : {QStringList{"train", "--workspace", folder_.path()}, QStringList{"lab"},
                                           QStringList{"find", "lr"}, QStringList{"verify", "repeat"}}) {
            const Answer answer = askWorker(
                command + QStringList{"--builtin-length", "200", "--lookback", "8", "--horizon", "2"} + words);
            QCOMPARE(answer.code, 2);
            QVERIFY2(answer.err.contains("--task: ") && answer.err.contains(flags.toUtf8()), answer.err);
        }
        QVERIFY(QDir(folder_.filePath(QStringLiteral("runs"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
    }

    // A task that is not given is the one that the data can be asked for; plain settings are still there for who asks.
    void whatIsNotGivenSuitsTheData() {
        const Answer suggested = trainAStep({"--builtin", "grammar"});
        QVERIFY2(suggested.code == 0 && suggested.err.contains("suggested: --task classification ("), suggested.err);
        const Answer plain = trainAStep({"--builtin", "sine-mix", "--no-suggest", "--lookback", "8", "--horizon", "2"});
        QVERIFY2(plain.code == 0 && !plain.err.contains("suggested"), plain.err);
        const Answer given =
            trainAStep({"--builtin", "sine-mix", "--lookback", "8", "--horizon", "2", "--anchor", "mean"});
        QVERIFY2(given.code == 0 && given.err.contains("suggested: --linear-path false --initialisation uniform (") &&
                     given.err.contains(
                         "; --linear-path true --initialisation least-squares instead: error at the start ") &&
                     !given.err.contains("suggested: --anchor") && !given.err.contains("suggested: --lookback"),
                 given.err);
        const Answer preset = trainAStep({"--preset", "grammar-text"});
        QVERIFY2(preset.code == 0 && !preset.err.contains("suggested"), preset.err);
    }

    void presetsThatNeedAFileSaySo() {
        for (const char* preset : {"etth1-ot-24", "italy-power", "japanese-vowels", "basic-motions"}) {
            const QString name = QString::fromLatin1(preset);
            for (const QStringList& command : {QStringList{"train", "--workspace", folder_.path()}, QStringList{"lab"},
                                               QStringList{"find", "lr"}, QStringList{"baselines"}}) {
                const Answer answer = askWorker(command + QStringList{"--preset", name});
                QCOMPARE(answer.code, 2);
                QVERIFY2(answer.err.contains(QStringLiteral("preset %1 needs --data FILE").arg(name).toUtf8()),
                         answer.err);
            }
            QVERIFY2(askWorker({"presets"}).out.contains(name.toUtf8()), preset);
        }
        // With built-in data of its own, or named beside it, there is nothing to ask for.
        QVERIFY(!trainAStep({"--preset", "grammar-text"}).err.contains("--data"));
        QVERIFY(askWorker({"baselines", "--preset", "etth1-ot-24", "--builtin", "sine"}).err.contains("OT"));
    }

    void aPresetWithOtherDataIsTold() {
        QByteArray data = "@problemName Made\n@timeStamps false\n@univariate true\n@classLabel true a b\n@data\n";
        for (int i = 0; i < 20; ++i) data += QByteArray::number(i) + ",2,3,4,5:" + (i % 2 ? "a\n" : "b\n");
        const auto ask = [&](const char* name) {
            QFile file(folder_.filePath(QLatin1String(name)));
            if (!file.open(QIODevice::WriteOnly) || file.write(data) != data.size()) qFatal("no file");
            file.close();
            return askWorker({"baselines", "--preset", "italy-power", "--data", file.fileName()});
        };
        const Answer other = ask("Other_TRAIN.ts"), meant = ask("ItalyPowerDemand_small.ts");
        QVERIFY2(other.err.contains("warning: --preset italy-power is made for ItalyPowerDemand_TRAIN.ts of the UCR "
                                    "archive, and these data are others"),
                 other.err);
        QVERIFY2(!meant.err.contains("is made for"), meant.err);
    }

    void findingsNameTheFlagThatMendsThem() {
        QFile file(folder_.filePath(QStringLiteral("far.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x\n");
        for (int i = 0; i < 300; ++i) file.write(i == 40 ? QByteArray("1e300\n") : QByteArray::number(i % 17) + '\n');
        file.close();
        const QStringList words{"baselines", "--data", file.fileName(), "--lookback", "8", "--horizon", "2"};
        const Answer answer = askWorker(words);
        QVERIFY2(answer.err.contains("'x' the value 1e+300 in row 40 alone makes most of the variance") &&
                     answer.err.contains("(--recipe '") && answer.err.contains("clip(method=iqr, threshold=10)"),
                 answer.err);
        QVERIFY(!askWorker(words + QStringList{"--recipe", "clip(method=iqr, threshold=10),standardise"})
                     .err.contains("--recipe"));
    }

    void flagsWithoutEffectAreNoted() {
        const QStringList small{"--lookback", "8", "--horizon", "2"};
        const Answer answer = trainAStep(
            small + QStringList{"--momentum", "0.9", "--dropout", "0.1", "--recompute-chunk", "0", "--plateau-patience",
                                "3", "--quantiles", "0.2,0.8", "--isolated", "--learning-rate", "0.01"});
        for (const char* flag : {"--momentum", "--dropout", "--plateau-patience", "--quantiles", "--isolated"})
            QVERIFY2(answer.err.count(
                         QStringLiteral("note: %1 has no effect here. ").arg(QLatin1String(flag)).toUtf8()) == 1,
                     answer.err);
        QCOMPARE(answer.err.count("has no effect"), 5);
        QVERIFY(!answer.out.contains("note:"));
        QVERIFY(
            !trainAStep(small + QStringList{"--optimiser", "sgd", "--momentum", "0.5"}).err.contains("has no effect"));
        QVERIFY(trainAStep(small + QStringList{"--optimiser", "rmsprop"}).err.contains("note: --momentum: "));
    }

    void settingsOfAFileWithoutEffectAreNotedToo() {
        QFile file(folder_.filePath(QStringLiteral("experiment.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"({"gatelab": 1, "lookback": 8, "horizon": 2, "dropout": 0.2, "forget_bias": 1, "chrono_max": 20})");
        file.close();
        const Answer answer = trainAStep({"--config", file.fileName(), "--dropout", "0.3"});
        for (const char* flag : {"--dropout", "--forget-bias"})
            QVERIFY2(answer.err.count(
                         QStringLiteral("note: %1 has no effect here. ").arg(QLatin1String(flag)).toUtf8()) == 1,
                     answer.err);
        QCOMPARE(answer.err.count("has no effect"), 2);
    }

    void errorsNameTheFlag() {
        const Answer carried = trainAStep({"--carry-state"});
        QVERIFY2(carried.code == 2 && carried.err.contains("--carry-state: windows hand on their state") &&
                     carried.err.contains("switch --shuffle off"),
                 carried.err);
        for (const auto& [words, flag] :
             {std::pair(QStringList{"--min-learning-rate", "1", "--schedule", "cosine"}, "--min-learning-rate: "),
              std::pair(QStringList{"--cell", "gru", "--projection-size", "4"}, "--projection-size: "),
              std::pair(QStringList{"--learning-rate", "500"}, "--learning-rate: "),
              std::pair(QStringList{"--split", "90%/20%/20%"}, "--split: ")}) {
            const Answer answer = trainAStep(words);
            QCOMPARE(answer.code, 2);
            QVERIFY2(answer.err.contains(QLatin1String(flag)), answer.err);
        }
    }

    void whatDoesNotExistIsADash() {
        const QTemporaryDir folder;
        {
            auto workspace = *Workspace::open(folder.path().toStdString());
            auto record = testing::take(workspace->createRun({}, "", "data"));
        }
        const Answer answer = askWorker({"list", "--workspace", folder.path()});
        QCOMPARE(answer.code, 0);
        QVERIFY2(answer.out.contains(" - ") && !answer.out.contains("nan"), answer.out);
    }
};

QTEST_GUILESS_MAIN(TestWorkerOptions)
#include "tst_worker_options.moc"
