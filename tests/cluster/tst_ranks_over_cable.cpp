// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-worker train --hosts over a bad cable: no run fails, no bit changes, and a step waits for three ways.
#include "cluster/cable.h"
#include "cluster/step_times.h"
#include "engine/rank_support.h"

#include <QTemporaryDir>
#include <QtTest>

#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

class TestRanksOverCable : public QObject {
    Q_OBJECT

    Cable cable_;
    QTemporaryDir folder_;

    Answer train(const QStringList& more, int steps) {
        return cable_.askWorker(QStringList{"train", "--json", "--workspace", folder_.path(), "--epochs", "1000",
                                            "--max-steps", QString::number(steps)} +
                                smallRun() + more);
    }
    static QStringList onBothEnds(int here, int there) {
        return {"--ranks",          QString::number(here), "--hosts", QStringLiteral("far:%1").arg(there),
                "--rank-interface", Cable::kInterface};
    }

private Q_SLOTS:
    void initTestCase() {
        qunsetenv("GATELAB_WORKER");
        if (!cable_.obstacle().isEmpty()) QSKIP(qPrintable(cable_.obstacle()));
    }

    void noBitChanges_data() {
        QTest::addColumn<double>("megabits");
        QTest::addColumn<double>("delay");
        QTest::addColumn<double>("loss");
        QTest::addColumn<int>("here");
        QTest::addColumn<int>("there");
        QTest::newRow("2 ranks, 10 Mbit/s, 50 ms, 1 % lost") << 10. << 50. << 1. << 1 << 1;
        QTest::newRow("8 ranks, 10 Mbit/s, 20 ms, 1 % lost") << 10. << 20. << 1. << 4 << 4;
    }
    void noBitChanges() {
        QFETCH(double, megabits);
        QFETCH(double, delay);
        QFETCH(double, loss);
        QFETCH(int, here);
        QFETCH(int, there);
        cable_.become({megabits, delay, loss});
        const Answer alone = train({}, 60);
        QVERIFY2(alone.code == 0, alone.err + alone.out);
        const auto lost = cable_.lost();
        const Answer shared = train(onBothEnds(here, there), 60);
        QVERIFY2(shared.code == 0, shared.err + shared.out);
        QVERIFY(shared.out.contains("speak to each other encrypted"));
        QCOMPARE(ranksGivenUp(shared.out), 0);
        QVERIFY2(cable_.lost() > lost, "nothing was lost");
        QVERIFY(weightsOf(folder_, runOf(shared.out)) == weightsOf(folder_, runOf(alone.out)));
        qInfo("median of a step's waiting %.1f ms, %.2f ways", ofSteps(shared.out).waiting,
              ofSteps(shared.out).waiting / delay);
    }

    /// A ring would take 28 of them with eight ranks.
    void aStepWaitsThreeWays_data() {
        QTest::addColumn<double>("delay");
        QTest::addColumn<int>("here");
        QTest::addColumn<int>("there");
        QTest::newRow("2 ranks, 50 ms") << 50. << 1 << 1;
        QTest::newRow("8 ranks, 20 ms") << 20. << 4 << 4;
    }
    void aStepWaitsThreeWays() {
        QFETCH(double, delay);
        QFETCH(int, here);
        QFETCH(int, there);
        cable_.become({1000, delay, 0});
        constexpr int kFew = 20, kMany = 80;
        std::vector<double> ways;
        for (const int steps : {kFew, kMany}) {
            const auto before = cable_.crossings();
            const Answer answer = train(onBothEnds(here, there) + QStringList{"--encrypted", "no"}, steps);
            QVERIFY2(answer.code == 0, answer.err + answer.out);
            ways.push_back(static_cast<double>(cable_.crossings() - before));
            qInfo("%d steps: %.0f ways, median of a step's waiting %.1f ms, %.2f ways", steps, ways.back(),
                  ofSteps(answer.out).waiting, ofSteps(answer.out).waiting / delay);
        }
        const double ofStep = (ways[1] - ways[0]) / (kMany - kFew);
        QVERIFY2(ofStep <= 3.5, qPrintable(QString::number(ofStep)));
        QVERIFY2(ofStep >= 2, qPrintable(QString::number(ofStep)));  // or the cable does not count
    }
};

QTEST_GUILESS_MAIN(TestRanksOverCable)
#include "tst_ranks_over_cable.moc"
