// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation needs no more memory than a training step, whatever the step saves.
#include "engine/session_support.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestEvaluationMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainingHasThePeak_data() {
        QTest::addColumn<int>("chunk");
        QTest::newRow("all kept") << 0;
        QTest::newRow("recomputed") << 12;
    }
    void trainingHasThePeak() {
        QFETCH(int, chunk);
        ExperimentConfig config = smallConfig();
        config.builtin = "lorenz";
        config.builtinLength = 3000;
        config.lookback = 96;
        config.batchSize = 32;
        config.hiddenSize = 64;
        config.epochs = 1;
        config.recomputeChunk = chunk;
        const auto engine = take(openEngine());
        const Received received = runToEnd(*engine, config);
        const auto most = [&](MetricId id) {
            double value = 0;
            for (const MetricSample& sample : received.of(id)) value = std::max(value, sample.value);
            return value;
        };
        const double training = std::max(most(MetricId::PeakForward), most(MetricId::PeakBackward)),
                     all = most(MetricId::EnginePeak);
        QVERIFY2(training > 0 && all <= 1.1 * training,
                 qPrintable(QStringLiteral("%1 MiB, of the steps %2").arg(all).arg(training)));
        // Said only once the peak is reached.
        const auto errors = received.of(MetricId::MemoryForecastError);
        QVERIFY(!errors.empty());
        for (const MetricSample& error : errors)
            QVERIFY2(std::abs(error.value) <= 15, qPrintable(QString::number(error.value)));
    }
};

QTEST_GUILESS_MAIN(TestEvaluationMemory)
#include "tst_evaluation_memory.moc"
