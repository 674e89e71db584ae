// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a run beside its forecast, also after it was resumed in another process.
#include "common/theme.h"
#include "models/run_figures.h"

#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr double kMiB = 1048576.0;

MetricSample sample(MetricId metric, std::uint16_t piece, std::int64_t step, double value) {
    return {metric,
            piece,
            step,
            static_cast<double>(step) / 5,
            static_cast<double>(step) / 2,
            1e9 + static_cast<double>(step),
            value};
}

RunEvent planned(double process, double tensors, double beside = 0) {
    RunPlanInfo plan;
    plan.forecastBytes = process * kMiB;
    plan.forecastByCause = {0, 0, 0, tensors * kMiB, 0, 0, 0, (process - tensors) * kMiB};
    plan.besideBytes = beside * kMiB;
    return {plan};
}

}  // namespace

class TestRunMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // What a window holds besides is in neither number; a run that says nothing of it is an older one.
    void whatTheWindowHoldsBesidesIsLeftOut() {
        RunView run;
        run.take(planned(180, 8, 70));
        run.take(sample(MetricId::ProcessMemory, 0, 1, 260));
        QCOMPARE(memoryFigures(run).forecast, 180 * kMiB);
        QCOMPARE(memoryFigures(run).measured, 190 * kMiB);
        QCOMPARE(memoryRows(run)[1].note, QStringLiteral("the whole process, %1, less the window's own %2")
                                              .arg(formatBytes(260 * kMiB), formatBytes(70 * kMiB)));
        QCOMPARE(memoryRows(run)[1].name, QStringLiteral("Worker memory"));
        for (const MemoryRow& row : memoryRows(run))
            QVERIFY2(!row.value.contains(QLatin1Char('\n')) && !row.value.contains(QStringLiteral("window")),
                     qPrintable(row.value));
        run.take(planned(180, 8));
        QCOMPARE(memoryFigures(run).measured, 260 * kMiB);
        QVERIFY(memoryRows(run)[1].note.isEmpty());
        QCOMPARE(memoryRows(run)[1].name, QStringLiteral("Whole process"));
    }

    void afterAResumeItsOwnProcessIsScored() {
        RunView run;
        run.take(planned(100, 8));
        run.take(sample(MetricId::ProcessMemory, 0, 1, 120));
        run.take(sample(MetricId::EnginePeak, 0, 2, 16));
        QCOMPARE(memoryFigures(run).measured, 120 * kMiB);
        QCOMPARE(forecastScores(run).memory.errorPercent(), -50.0);
        for (const MemoryRow& row : memoryRows(run)) QVERIFY2(row.note.isEmpty(), qPrintable(row.note));

        run.take(planned(50, 8));
        run.take(sample(MetricId::ProcessMemory, 1, 3, 60));
        QCOMPARE(memoryFigures(run).measured, 60 * kMiB);
        QVERIFY(std::isnan(forecastScores(run).memory.measured));  // nothing is known yet of this process
        run.take(sample(MetricId::EnginePeak, 1, 4, 8));
        QCOMPARE(forecastScores(run).memory.errorPercent(), 0.0);
        for (const MemoryRow& row : memoryRows(run)) QCOMPARE(row.note, QStringLiteral("since the last resume"));
    }
};

QTEST_MAIN(TestRunMemory)
#include "tst_run_memory.moc"
