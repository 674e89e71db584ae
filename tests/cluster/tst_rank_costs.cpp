// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks cost, measured on request (GATELAB_MEASURE=1, an idle machine): processor time of each, TLS, and whether
// the forecast of "ranks measure" holds over a cable. The figures stand in tests/bench/RESULTS.md.
#include "cluster/cable.h"
#include "cluster/step_times.h"
#include "engine/rank_support.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>
#include <array>
#include <cmath>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kRepeats = 7;

QStringList shaped(int lookback, int hidden, int batch) {
    return {"--builtin-length", "2000",
            "--lookback",       QString::number(lookback),
            "--hidden-size",    QString::number(hidden),
            "--batch-size",     QString::number(batch),
            "--device",         "cpu",
            "--optimiser",      "adamw"};
}

QStringList training(const QStringList& settings, int steps) {
    return QStringList{"train", "--json", "--no-store", "--epochs", "1000", "--max-steps", QString::number(steps)} +
           settings;
}

/// Processor seconds of the processes that ended since the last call.
double processorSeconds() {
    static double before = 0;
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    const double now = seconds(used.ru_utime) + seconds(used.ru_stime);
    return now - std::exchange(before, now);
}

}  // namespace

class TestRankCosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qunsetenv("GATELAB_WORKER");
        if (qEnvironmentVariableIsEmpty("GATELAB_MEASURE")) QSKIP("a measurement: GATELAB_MEASURE=1");
    }

    /// Shape C: of a step, without what a process needs to start.
    void processorTimeOfEach() {
        constexpr int kFew = 10, kMany = 70;
        const auto ofStep = [](const QStringList& how) {
            double seconds[2];
            for (int i : {0, 1}) {
                (void)processorSeconds();
                const Answer answer = askWorker(training(shaped(168, 128, 64) + how, i == 0 ? kFew : kMany));
                if (answer.code != 0) qFatal("%s", answer.err.constData());
                seconds[i] = processorSeconds();
            }
            return 1e3 * (seconds[1] - seconds[0]) / (kMany - kFew);
        };
        for (const char* blocks : {"2", "0"}) {
            std::vector<double> alone, each, shares;
            for (int i = 0; i < kRepeats; ++i) {
                alone.push_back(ofStep({"--threads", "1"}));
                each.push_back(ofStep({"--ranks", "2", "--threads", blocks}) / 2);
                shares.push_back(each.back() / alone.back());
            }
            qInfo("blocks %s: %.1f ms alone, %.1f ms of each of two: %.2f", blocks, medianOf(alone), medianOf(each),
                  medianOf(shares));
            if (*blocks == '2') QVERIFY2(medianOf(shares) <= 0.55, qPrintable(QString::number(medianOf(shares))));
        }
    }

    /// 280 kB of gradients, two ranks, one block each.
    void encryption() {
        std::array<std::vector<double>, 2> waiting;
        for (int i = 0; i < kRepeats; ++i)
            for (int encrypted : {0, 1}) {
                const Answer answer =
                    askWorker(training(shaped(4, 128, 16) + QStringList{"--threads", "2", "--ranks", "2", "--encrypted",
                                                                        encrypted != 0 ? "yes" : "no"},
                                       400));
                QVERIFY2(answer.code == 0, answer.err);
                waiting[encrypted].push_back(ofSteps(answer.out).waiting);
            }
        const double more = medianOf(waiting[1]) - medianOf(waiting[0]);
        qInfo("waiting of a step %.2f ms in clear text, %.2f ms encrypted", medianOf(waiting[0]), medianOf(waiting[1]));
        QVERIFY2(more <= 0.6, qPrintable(QString::number(more)));
    }

    void theForecastHolds_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("megabits");
        QTest::addColumn<double>("delay");
        for (int ranks : {2, 4})
            for (double megabits : {10., 30., 100.})
                for (double delay : {5., 20., 50.})
                    QTest::addRow("%d ranks, %.0f Mbit/s, %.0f ms", ranks, megabits, delay)
                        << ranks << megabits << delay;
    }
    void theForecastHolds() {
        QFETCH(int, ranks);
        QFETCH(double, megabits);
        QFETCH(double, delay);
        static Cable cable;
        if (!cable.obstacle().isEmpty()) QSKIP(qPrintable(cable.obstacle()));
        cable.become({megabits, delay, 0});
        const QStringList here = shaped(24, 32, 32) + QStringList{"--ranks", QString::number(ranks / 2)},
                          there = {"--hosts", QStringLiteral("far:%1").arg(ranks / 2), "--rank-interface",
                                   Cable::kInterface};
        const Answer measured = cable.askWorker(QStringList{"ranks", "measure", "--json", "--no-store"} + here + there);
        QVERIFY2(measured.code == 0, measured.err);
        double foreseen = 0;
        for (const QJsonValue& one : lastLine(measured.out)["forecast"].toArray())
            if (one["ranks"].toInt() == ranks)
                foreseen = 1e3 * (one["compute"].toDouble() + one["exchange"].toDouble());
        const Answer answer = cable.askWorker(training(here + there, 60));
        QVERIFY2(answer.code == 0, answer.err);
        const StepTimes found = ofSteps(answer.out);
        const QJsonObject link = lastLine(measured.out)["links"].toArray().last().toObject();
        qInfo("foreseen %.1f ms, measured %.1f ms (waiting %.1f): %+.0f %%; link %.1f ms, %.2f ms, %.2f MB/s", foreseen,
              found.whole, found.waiting, 100 * (foreseen / found.whole - 1), 1e3 * link["delay"].toDouble(),
              1e3 * link["per_message"].toDouble(), 1e-6 * link["bytes_per_second"].toDouble());
        QVERIFY(std::abs(foreseen / found.whole - 1) <= 0.25);
    }
};

QTEST_GUILESS_MAIN(TestRankCosts)
#include "tst_rank_costs.moc"
