// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs in one process, one after the other, as the window trains them: what each of them leaves on the GPU, and a
// run after one that took too much.
#include "device/row_choices.h"
#include "engine/session_support.h"
#include "gpu/support_gpu.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr double kMiB = 1048576.0;
constexpr double kSlack = 8 * kMiB;  // blocks of the allocator that a shape is the first to need

ExperimentConfig shortRun() {
    ExperimentConfig config = gpuExperiment();
    config.epochs = 2;
    config.maxSteps = 40;
    return config;
}

}  // namespace

class TestGpuRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (const std::string why = whyNoGpu(); !why.empty()) QSKIP(why.c_str());
        engine_ = take(openEngine());
    }

    void fiveTakeWhatOneTakes() {
        std::vector<double> allocated;
        for (int run = 0; run < 5; ++run) {
            const Received received = runToEnd(*engine_, shortRun());
            QVERIFY2(received.last<RunEnd>()->state == RunState::Finished,
                     received.last<RunEnd>()->why.english().c_str());
            const CudaAllocatorFigures figures = cuda().allocatorFigures(0);
            qInfo("after run %d: %.1f MiB allocated, %.1f MiB reserved, %.1f MiB of graphs", run + 1,
                  figures.allocated / kMiB, figures.reserved / kMiB, figures.graphs / kMiB);
            allocated.push_back(figures.allocated);
        }
        QVERIFY(allocated.back() <= allocated.front() + kSlack);
    }

    // What cuDNN's weights take beside ours, and what it chose.
    void theTunedRowTellsItsChoices() {
        ExperimentConfig config = shortRun();
        config.implementation = "cudnn-tuned";
        const Received received = runToEnd(*engine_, config);
        QVERIFY2(received.last<RunEnd>()->state == RunState::Finished, received.last<RunEnd>()->why.english().c_str());
        const QString engine = QString::fromStdString(received.last<RunPlanInfo>()->engine);
        for (const QString& line : engine.split(u'\n', Qt::SkipEmptyParts)) qInfo("%s", qPrintable(line));
        QVERIFY2(engine.contains(QLatin1String("cuDNN")), qPrintable(engine));
    }

    // What "auto" stands for, and by how much; it learns what the library's layer learns.
    void autoIsMeasured() {
        rowChoices().setMeasuring(RowMeasuring::Again);
        ExperimentConfig config = shortRun();
        std::string rows[2];
        double scores[2];
        for (int run = 0; run < 2; ++run) {
            const Received received = runToEnd(*engine_, config);
            QVERIFY2(received.last<RunEnd>()->state == RunState::Finished,
                     received.last<RunEnd>()->why.english().c_str());
            const QString engine = QString::fromStdString(received.last<RunPlanInfo>()->engine);
            qInfo("%s", qPrintable(engine));
            for (const RunEvent& event : received.events)
                if (const auto* warning = event.as<RunWarning>()) qInfo("%s", warning->text.english().c_str());
            QVERIFY2(engine.contains(QLatin1String("; auto chose ")), qPrintable(engine));
            QCOMPARE(engine.contains(QLatin1String("as measured before")), run == 1);
            rows[run] = received.last<RunPlanInfo>()->implementation;
        }
        rowChoices().setMeasuring(RowMeasuring::Known);
        QCOMPARE(rows[1], rows[0]);
        for (int run = 0; run < 2; ++run) {
            config.implementation = run == 0 ? "library" : rows[0];
            scores[run] = score(runToEnd(*engine_, config).last<RunEnd>()->scores, "model", "mse");
        }
        QVERIFY2(std::abs(scores[1] - scores[0]) < 1e-2 * scores[0],
                 qPrintable(QStringLiteral("%1 and %2").arg(scores[0]).arg(scores[1])));
    }

    void aGoodRunFollowsOneThatTookTooMuch() {
        cuda().releaseCachedMemory();
        ExperimentConfig config = shortRun();
        config.hiddenSize = 2048;
        config.startAnyway = true;
        {
            const MemoryLimit limit(cuda().allocatorFigures(0).reserved + 64 * kMiB);
            const Received received = runToEnd(*engine_, config);
            const RunEnd& end = *received.last<RunEnd>();
            qInfo("%s", end.why.english().c_str());
            QVERIFY(end.state == RunState::Failed && end.code == ErrorCode::OutOfMemory);
        }
        const Received received = runToEnd(*engine_, shortRun());
        QVERIFY2(received.last<RunEnd>()->state == RunState::Finished, received.last<RunEnd>()->why.english().c_str());
    }

private:
    std::shared_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestGpuRuns)
#include "tst_gpu_runs.moc"
