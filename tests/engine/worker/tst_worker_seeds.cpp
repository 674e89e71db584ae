// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/worker_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <csignal>

using namespace gatelab::testing;

namespace {

double mse(const QJsonValue& test, const char* scale = "standardised") {
    return test.toObject()[QLatin1String(scale)].toObject()[QLatin1String("mse")].toDouble(NAN);
}

}  // namespace

/// What the command line tells of several seeds, and on which scale and of which loss its numbers are.
class TestWorkerSeeds : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QStringList small_;

private Q_SLOTS:
    void initTestCase() {
        QFile file(folder_.filePath("load.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("load [MW]\n");
        for (int i = 0; i < 300; ++i)
            file.write(QByteArray::number(50 + 10 * std::sin(0.3 * i) + std::cos(1.7 * i)) + '\n');
        small_ = QStringList{"train",
                             "--data",
                             file.fileName(),
                             "--lookback",
                             "8",
                             "--horizon",
                             "2",
                             "--hidden-size",
                             "4",
                             "--epochs",
                             "1",
                             "--threads",
                             "1",
                             "--device",
                             "cpu",
                             "--workspace",
                             folder_.filePath("runs here")};
    }

    void theLastLineHoldsEverySeed() {
        const Answer answer =
            askWorker(small_ + QStringList{"--no-suggest", "--seeds", "3", "--seed", "5", "--json", "--quiet"});
        QVERIFY2(answer.code == 0, answer.err);
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        const QJsonArray seeds = result["seeds"].toArray();
        QCOMPARE(seeds.size(), 3);
        double sum = 0, squares = 0;
        QSet<QString> runs;
        for (int i = 0; i < 3; ++i) {
            const QJsonObject one = seeds[i].toObject();
            QCOMPARE(one["seed"].toInt(), 5 + i);
            QCOMPARE(one["state"].toString(), QStringLiteral("finished"));
            runs << one["run"].toString();
            QVERIFY(std::isfinite(mse(one["test"])) && std::isfinite(mse(one["test"], "original")));
            sum += mse(one["test"]);
        }
        QCOMPARE(runs.size(), 3);
        QVERIFY(runs.contains(result["run"].toString()));
        for (int i = 0; i < 3; ++i) squares += std::pow(mse(seeds[i].toObject()["test"]) - sum / 3, 2);
        QVERIFY(std::abs(mse(result["test"]) - sum / 3) < 1e-12);
        QVERIFY(std::abs(mse(result["test_sd"]) - std::sqrt(squares / 2)) < 1e-12);
        QVERIFY(mse(result["test_sd"]) > 0);
        QVERIFY(std::isfinite(mse(result["baselines"].toObject()["persistence"])));
        QCOMPARE(result["scale"].toObject()["original"].toString(), QStringLiteral("MW"));
        QVERIFY(result["scale"].toObject()["standardised"].toString().contains("standard deviation"));
    }

    void eachSeedIsAnnounced() {
        const Answer text = askWorker(small_ + QStringList{"--seeds", "2", "--seed", "5"});
        QVERIFY2(text.out.contains("seed 5, 1 of 2\n") && text.out.contains("\nseed 6, 2 of 2\n"), text.out);
        QJsonArray reported;
        for (const QByteArray& line :
             askWorker(small_ + QStringList{"--seeds", "2", "--seed", "5", "--json"}).out.trimmed().split('\n'))
            if (const QJsonObject one = QJsonDocument::fromJson(line).object(); one.contains("seed"))
                reported << one["seed"];
        QCOMPARE(reported.size(), 2);
        QCOMPARE(reported[1].toObject()["seed"].toInt(), 6);
        QCOMPARE(reported[1].toObject()["number"].toInt(), 2);
        QCOMPARE(reported[1].toObject()["of"].toInt(), 2);
        QVERIFY(!reported[1].toObject()["run"].toString().isEmpty());
        QVERIFY(!askWorker(small_ + QStringList{"--seed", "5"}).out.contains("1 of 1"));
    }

    void aStopSaysWhichSeedsAreLeftOut() {
        QProcess process;
        process.start(workerProgram(),
                      small_ + QStringList{"--seeds", "4", "--seed", "5", "--json", "--epochs", "100000"});
        QByteArray out;
        // A wait, no demand
        QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains("\"train_loss\""), 120000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        Answer answer = finished(process);
        answer.out.prepend(out);
        QCOMPARE(answer.code, 130);
        QVERIFY2(answer.err.contains("; 3 more seeds are left out; "), answer.err);
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        QCOMPARE(result["seeds"].toArray().size(), 1);
        QVERIFY(result["seeds"].toArray()[0].toObject()["why"].toString().contains("stopped at step"));
        QCOMPARE(result["left_out"].toArray(), (QJsonArray{6, 7, 8}));
        QVERIFY2(
            result["why"].toString().endsWith("0 of 4 seeds were trained to their end; seeds 6 to 8 were left out"),
            answer.out);
    }

    void textNamesScaleAndLoss() {
        const Answer one = askWorker(small_ + QStringList{"--loss", "mae", "--seeds", "2"});
        QVERIFY2(one.code == 0, one.err);
        for (const char* word : {"loss: mae, on the prepared scale", "standardised scale", "original scale, MW",
                                 "standard deviation", "Means of 2 seeds"})
            QVERIFY2(one.out.contains(word), word);
        const QStringList store{"--workspace", folder_.filePath("runs here")};
        QVERIFY2(askWorker(small_ + QStringList{"--loss", "mse", "--quiet"}).code == 0, "another loss");
        const QByteArray listed = askWorker(QStringList{"list"} + store).out;
        for (const char* word : {"best validation", " mae ", " mse ", "no common measure"})
            QVERIFY2(listed.contains(word), listed);
        QSet<QString> losses;
        for (const QByteArray& line : askWorker(QStringList{"list", "--json"} + store).out.trimmed().split('\n')) {
            const QJsonObject run = QJsonDocument::fromJson(line).object();
            losses << run["loss"].toString();
            QCOMPARE(run["scale"].toString(), QStringLiteral("prepared"));
        }
        QCOMPARE(losses, (QSet<QString>{QStringLiteral("mae"), QStringLiteral("mse")}));
    }
};

QTEST_GUILESS_MAIN(TestWorkerSeeds)
#include "tst_worker_seeds.moc"

using namespace gatelab::testing;
