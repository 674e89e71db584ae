// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/look/compress_command.cpp.
#include "support/worker_process.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>

using namespace gatelab::testing;

/// What compression is worth to a kept run, from the command line.
class TestWorkerCompress : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_, run_;

    Answer compress(const QStringList& words) const {
        return askWorker(QStringList{"compress", run_, "--workspace", workspace_} + words);
    }

    /// Of the first network, one for each seed.
    static QJsonArray figures(const QJsonObject& report, const char* key) {
        return report["points"].toArray().first().toObject()[QLatin1String(key)].toArray();
    }

    /// Of the lines the one with this member.
    static QJsonObject lineWith(const QByteArray& out, const char* member) {
        for (const QByteArray& line : out.split('\n'))
            if (const QJsonObject told = QJsonDocument::fromJson(line).object(); told.contains(QLatin1String(member)))
                return told;
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        workspace_ = folder_.filePath("runs");
        const Answer trained =
            askWorker({"train",    "--json",           "--quiet", "--workspace", workspace_, "--builtin",
                       "sine-mix", "--builtin-length", "300",     "--lookback",  "8",        "--horizon",
                       "2",        "--hidden-size",    "16",      "--epochs",    "1",        "--threads",
                       "1",        "--device",         "cpu",     "--no-suggest"});
        run_ = lastLine(trained.out)["result"].toObject()["run"].toString();
        QVERIFY2(!run_.isEmpty(), trained.err);
    }

    void isMeasuredKeptAndShownAgain() {
        const Answer before = compress({"--show"});
        QVERIFY(before.code != 0);
        QVERIFY2(before.err.contains("not compressed yet"), before.err);
        const Answer first =
            compress({"--method", "int8,blocks", "--seeds", "2", "--steps", "6", "--further", "6", "--json"});
        QVERIFY2(first.code == 0, first.err);
        const QJsonObject told = lastLine(first.out);
        QCOMPARE(told["seeds"].toArray().size(), 2);
        QStringList methods;
        for (const QJsonValue& point : told["points"].toArray()) methods << point.toObject()["method"].toString();
        methods.removeDuplicates();
        QCOMPARE(methods, (QStringList{"dense", "further", "small", "int8", "blocks"}));
        QVERIFY(!told["findings"].toArray().isEmpty());
        QCOMPARE(lastLine(compress({"--show", "--json"}).out), told);
        const Answer table = compress({"--show"});
        QVERIFY2(
            table.out.contains("INT8") && table.out.contains("16 × 1, 80 %") && table.out.contains("Dense, 7 units"),
            table.out);
        // A third seed goes on after the two
        const Answer more = compress({"--method", "int8,blocks", "--seeds", "3", "--steps", "6", "--further", "6",
                                      "--json", "--write", folder_.filePath("nets")});
        QCOMPARE(QDir(folder_.filePath("nets")).entryList({"*.safetensors"}),
                 (QStringList{"blocks-50.safetensors", "blocks-80.safetensors", "blocks-90.safetensors",
                              "dense.safetensors", "further.safetensors", "int8.safetensors", "small-11.safetensors",
                              "small-5.safetensors", "small-7.safetensors"}));
        const QJsonArray known = figures(told, "one_micros"), now = figures(lastLine(more.out), "one_micros");
        QCOMPARE(now.size(), 3);
        QCOMPARE(now[1].toDouble(), known[1].toDouble());
    }

    void theFirstSeedIsTheRunItself() {
        const QJsonObject run = lastLine(askWorker({"show", run_, "--workspace", workspace_, "--json"}).out);
        const double best = run["best_validation"].toDouble();
        QVERIFY2(best > 0, QJsonDocument(run).toJson());
        const Answer measured = compress({"--method", "int8", "--seeds", "2", "--again", "--json"});
        QVERIFY2(measured.code == 0, measured.err);
        const QJsonObject told = lastLine(measured.out);
        QVERIFY(std::abs(figures(told, "losses")[0].toDouble() / best - 1) < 1e-5);
        QVERIFY(figures(told, "losses")[1].toDouble() != figures(told, "losses")[0].toDouble());
        QVERIFY2(told["findings"].toArray().first().toString().contains("is the run itself"), measured.out);
        // A narrower call leaves the others, and says so
        const Answer narrow = compress({"--method", "low-rank", "--seeds", "1"});
        QVERIFY2(narrow.code == 0 && narrow.out.contains("Kept as they were: int8"), narrow.out + narrow.err);
        const Answer same = compress({"--method", "int8", "--seeds", "1"});
        QVERIFY2(same.out.contains("Nothing was measured") && same.out.contains("2 of 2 seeds"), same.out);
        // Other numbers of steps are another study
        const Answer other = compress({"--steps", "4"});
        QVERIFY2(other.code != 0 && other.err.contains("--again"), other.err);
    }

    /// What was written forecasts: by each form, from a pipe, and only for its run.
    void compressedNetworksForecast() {
        const QString nets = folder_.filePath("written");
        const Answer made = compress({"--seeds", "1", "--write", nets});
        QVERIFY2(made.code == 0, made.err);
        const auto forecast = [&](const QStringList& words) {
            return askWorker(QStringList{"forecast", run_, "--workspace", workspace_} + words);
        };
        const Answer own = forecast({"--int8", "--json"});
        QVERIFY2(own.code == 0, own.err);
        const auto packedOf = [](const Answer& answer) {
            for (const QByteArray& line : answer.out.split('\n'))
                if (const QJsonObject told = QJsonDocument::fromJson(line).object(); told.contains("packed"))
                    return told["packed"].toObject();
            return QJsonObject();
        };
        const QJsonObject bytes = packedOf(own);
        QVERIFY2(bytes["rms_difference"].toDouble() > 0, own.out);
        QVERIFY(bytes["rms_difference"].toDouble() < 0.05 * bytes["spread_of_forecasts"].toDouble());
        QVERIFY(bytes["window_us"].toDouble() > 0 && bytes["float_window_us"].toDouble() > 0);
        for (const char* name :
             {"int8", "dense", "blocks-80", "blocks-80-int8", "threshold-90", "low-rank-4", "small-7"}) {
            const QString file = nets + '/' + name + ".safetensors";
            if (!QFile::exists(file)) continue;
            const Answer answer = forecast({"--packed", file});
            QVERIFY2(answer.code == 0 && answer.out.contains("against the float network"), answer.err);
        }
        // The dense one is the run itself, and INT8 of the file that of the run
        QVERIFY(packedOf(forecast({"--packed", nets + "/dense.safetensors", "--json"}))["rms_difference"].toDouble() <
                1e-5);
        const QJsonObject file = packedOf(forecast({"--packed", nets + "/int8.safetensors", "--json"}));
        QVERIFY(std::abs(file["rms_difference"].toDouble() / bytes["rms_difference"].toDouble() - 1) < 0.05);
        QVERIFY(file["bytes"].toInt() > 0);
        const Answer ahead = forecast({"--int8", "--ahead", "3"});
        QVERIFY2(ahead.code == 0 && ahead.out.contains("against the float network"), ahead.err);

        QFile cut(nets + "/int8.safetensors");
        QVERIFY(cut.resize(cut.size() - 1));
        const Answer damaged = forecast({"--packed", cut.fileName()});
        QVERIFY2(damaged.code != 0 && damaged.err.contains("damaged"), damaged.err);
    }

    /// Words of a grammar that are right or wrong, in sentences of unequal length.
    void networksThatClassifyComputeInBytesToo() {
        const Answer trained = askWorker({"train",
                                          "--json",
                                          "--quiet",
                                          "--workspace",
                                          workspace_,
                                          "--task",
                                          "classification",
                                          "--loss",
                                          "cross-entropy",
                                          "--builtin",
                                          "grammar",
                                          "--builtin-length",
                                          "400",
                                          "--hidden-size",
                                          "16",
                                          "--embedding-size",
                                          "8",
                                          "--bidirectional",
                                          "on",
                                          "--learning-rate",
                                          "0.01",
                                          "--epochs",
                                          "6",
                                          "--threads",
                                          "1",
                                          "--device",
                                          "cpu",
                                          "--no-suggest"});
        const QString run = lastLine(trained.out)["result"].toObject()["run"].toString();
        QVERIFY2(!run.isEmpty(), trained.err);
        const auto classify = [&](const QStringList& words) {
            return askWorker(QStringList{"classify", run, "--workspace", workspace_, "--json"} + words);
        };
        const Answer whole = classify({}), bytes = classify({"--int8"});
        QVERIFY2(bytes.code == 0, bytes.err);
        const QJsonObject beside = lineWith(bytes.out, "packed")["packed"].toObject();
        QVERIFY2(beside["same_answers"].toDouble() > 0.95, bytes.out);
        QVERIFY(beside["rms_difference"].toDouble() > 0 && beside["rms_difference"].toDouble() < 0.05);
        QVERIFY(beside["window_us"].toDouble() > 0);
        const auto accuracy = [](const Answer& answer) {
            const QJsonObject test = lastLine(answer.out)["result"].toObject()["test"].toObject();
            return test["original"].toObject()["accuracy"].toDouble(-1);
        };
        QVERIFY2(accuracy(whole) >= 0 && std::abs(accuracy(whole) - accuracy(bytes)) < 0.05, whole.out);
        // A file of the run's own weights answers likewise; one that was trained for fewer steps says that it is
        // another
        const QString nets = folder_.filePath("classifying"), file = nets + "/int8.safetensors";
        const auto written = [&](const QStringList& steps) {
            const Answer made = askWorker(QStringList{"compress", run, "--workspace", workspace_, "--method", "int8",
                                                      "--seeds", "1", "--write", nets} +
                                          steps);
            return made.code == 0 ? lineWith(classify({"--packed", file}).out, "packed")["packed"].toObject()
                                  : QJsonObject();
        };
        const QJsonObject own = written({});
        QVERIFY2(own["network"].toString().endsWith("(the run's own weights)"), QJsonDocument(own).toJson());
        QCOMPARE(own["same_answers"].toDouble(), beside["same_answers"].toDouble());
        QVERIFY(std::abs(own["rms_difference"].toDouble() / beside["rms_difference"].toDouble() - 1) < 0.05);
        const Answer float32 = classify({"--packed", nets + "/dense.safetensors"});
        QCOMPARE(lineWith(float32.out, "packed")["packed"].toObject()["same_answers"].toDouble(), 1.0);
        QVERIFY(lineWith(float32.out, "packed")["packed"].toObject()["rms_difference"].toDouble() < 1e-6);
        const QJsonObject other = written({"--steps", "4", "--further", "4", "--again"});
        QVERIFY2(other["network"].toString().contains("another network"), QJsonDocument(other).toJson());
        QCOMPARE(classify({"--packed", file, "--int8"}).code, 2);
    }

    void wrongWordsAreSaid() {
        const Answer unknown = compress({"--method", "magic"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("'magic'") && unknown.err.contains("low-rank"), unknown.err);
        QVERIFY(compress({"--seeds", "0"}).code == 2);
    }

    void aSignalStopsIt() {
        QProcess process;
        process.setReadChannel(QProcess::StandardError);
        process.start(workerProgram(), {"compress", run_, "--workspace", workspace_, "--steps", "1000000", "--again"});
        QVERIFY(process.waitForStarted());
        // From its first words on it has its own way to end
        while (process.readAllStandardError().isEmpty()) QVERIFY(process.waitForReadyRead(-1));
        kill(static_cast<pid_t>(process.processId()), SIGINT);
        const Answer answer = finished(process);
        QCOMPARE(answer.code, 130);
        QVERIFY2(answer.err.contains("stopped"), answer.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerCompress)
#include "tst_worker_compress.moc"
