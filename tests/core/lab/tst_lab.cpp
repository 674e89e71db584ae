// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/lab/lab_rungs.cpp.
#include "core/lab_support.h"
#include "device/other_load.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

/// The lab against a machine whose answers are known.
class TestLab : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLadderHasEverySwitchOnce() {
        const auto rungs = ladderRungs({}, {});
        QCOMPARE(rungs.size(), switches().size() + 3);  // the plain loop, many models, XLA
        QCOMPARE(rungs.front().config, switchBaseline({}));
        for (std::size_t i = 1; i < rungs.size(); ++i) {
            QVERIFY2(rungs[i].against < i, rungs[i].key.c_str());
            QVERIFY(!rungs[i].supported() || rungs[i].config != rungs[rungs[i].against].config ||
                    findSwitch(rungs[i].key));
            // What is not supported says why; what is measured stands on a rung that is measured.
            QVERIFY(rungs[rungs[i].against].supported());
        }
        // The rungs that keep the numbers are cumulative, the others stand on the last of them.
        const LabPlan plan = ladder();
        const auto precision = find(plan, "bf16"), trade = find(plan, "recompute");
        QCOMPARE(plan.rungs[precision].against, plan.rungs[trade].against);
        QVERIFY(plan.rungs[precision].group == LabGroup::OtherNumbers && plan.rungs[trade].group == LabGroup::Trade);
        QCOMPARE(plan.rungs[trade].config.precision, std::string("fp32"));
    }

    void onTheProcessorGpuSwitchesAreGreyed() {
        const LabPlan plan = ladder();
        const LabRung& graph = plan.rungs[find(plan, "cuda-graph")];
        QVERIFY(!graph.supported());
        QVERIFY(std::string(graph.reason.source).find("GPU") != std::string::npos);
    }

    void manyModelsTrainAtOnceOnTopOfAll() {
        QVERIFY(!ladderRungs({}, {}).rbegin()[1].supported());  // one core
        SwitchMachine machine;
        machine.cuda = true;
        machine.cores = 2;
        QVERIFY(!ladderRungs({}, machine).rbegin()[1].supported());
        machine.cuda = false;
        LabPlan plan;
        plan.rungs = ladderRungs({}, machine);
        const LabRung& many = plan.rungs.rbegin()[1];
        QCOMPARE(many.key, std::string("many-models"));
        QVERIFY(many.supported());
        QCOMPARE(many.models, std::int64_t{2});
        QCOMPARE(many.config, plan.rungs[many.against].config);
        KnownMachine known;
        known.noise = 0.003;
        const auto report = runLab(plan, known, {});
        QVERIFY(report.ok());
        const LabFigures& figures = report->figures.rbegin()[1];
        QVERIFY(std::abs(figures.effect.value - 2) < 0.05);
        QCOMPARE(figures.outputDifference, 0.0);
        QVERIFY(labTop(*report) < plan.rungs.size() - 2);  // no setting of an experiment
        machine.cores = 1;
        QVERIFY(!pairRungs({}, machine, "current", "many-models").ok());
        machine.cores = 3;
        const auto pair = pairRungs({}, machine, "current", "many-models");
        QVERIFY(pair.ok() && (*pair)[1].models == 3 && (*pair)[0].models == 1);
    }

    void xlaIsTheLastRung() {
        LabPlace machine;
        const LabRung none = ladderRungs({}, machine).back();
        QCOMPARE(none.key, std::string("xla"));
        QVERIFY(!none.supported() && !none.needsOtherMachine());
        machine.xla = true;
        ExperimentConfig base;
        LabPlan plan;
        plan.rungs = ladderRungs(base, machine);
        const LabRung& xla = plan.rungs.back();
        QVERIFY2(xla.supported(), xla.reason.source);
        QCOMPARE(xla.config.device, std::string("xla:0"));
        QCOMPARE(xla.config.implementation, std::string("auto"));
        QCOMPARE(ladderRungs(base, machine, {"xla"}).back().leftOut, true);
        KnownMachine known;
        const auto report = runLab(plan, known, {});
        QVERIFY(report.ok() && report->figures.back().measured());
        QVERIFY(labTop(*report) < plan.rungs.size() - 2);  // nobody asked for another device
        base.peephole = true;
        QVERIFY(std::string(ladderRungs(base, machine).back().reason.source).find("peepholes") != std::string::npos);
        QVERIFY(pairRungs({}, machine, "current", "xla").ok() && !pairRungs({}, {}, "current", "xla").ok());
    }

    /// What it does by itself is a line with that word, and what the loop around its step does is measured.
    void onAnXlaDeviceItsOwnWorkIsNoSwitch() {
        ExperimentConfig base;
        base.device = "xla:0";
        const auto plan = planLab({}, base, {});
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
        QCOMPARE(plan->rungs[0].config.implementation, std::string("auto"));
        for (const LabRung& rung : plan->rungs) {
            const bool isOfTheLoop = rung.key == "baseline" || rung.key == "device-data" ||
                                     rung.key == "device-gather" || rung.key == "sync-free";
            QVERIFY2(rung.supported() == isOfTheLoop, rung.key.c_str());
            if (isOfTheLoop) QVERIFY(rung.config.implementation == "auto" && rung.config.device == "xla:0");
        }
        base.peephole = true;
        QCOMPARE(planLab({}, base, {}).error().code, ErrorCode::Unsupported);
    }

    void oneOffLeavesOneOut() {
        const auto rungs = oneOffRungs({}, {});
        for (std::size_t i = 1; i < rungs.size(); ++i)
            if (rungs[i].supported()) QVERIFY2(rungs[i].config != rungs[0].config, rungs[i].key.c_str());
        QVERIFY(rungs.size() > 4);
    }

    void pairs() {
        ExperimentConfig base;
        base.fusedOptimiser = false;
        const auto pair = pairRungs(base, {}, "current", "fused-optimiser");
        QVERIFY(pair.ok());
        QCOMPARE((*pair)[0].config, base);
        QVERIFY((*pair)[1].config.fusedOptimiser);
        const auto without = pairRungs({}, {}, "all", "no-sync-free");
        QVERIFY(without.ok() && !(*without)[1].config.syncFree);
        QVERIFY(!pairRungs({}, {}, "baseline", "nonsense").ok());
        const auto gpuOnly = pairRungs({}, {}, "current", "cuda-graph");
        QVERIFY(!gpuOnly.ok() && gpuOnly.error().code == ErrorCode::Unsupported);
    }

    void knownTimesComeOut() {
        KnownMachine machine;
        machine.noise = 0.003;
        const LabPlan plan = ladder();
        int reported = 0;
        const auto report = runLab(plan, machine, [&](const LabReport& soFar) { return reported = soFar.done, true; });
        QVERIFY(report.ok());
        QCOMPARE(report->done, report->total);
        QCOMPARE(reported, report->total);
        QCOMPARE(machine.runs, report->total);
        const LabFigures& library = report->figures[find(plan, "implementation-library")];
        QVERIFY(std::abs(library.speedup.value - 2) < 0.05);
        QVERIFY(library.speedup.isBeyondChance() && library.speedup.low < 2 && library.speedup.high > 2);
        QVERIFY(std::abs(library.effect.value - 1.5) < 0.05);  // against fused gates
        QVERIFY(!report->figures[find(plan, "device-gather")].effect.isBeyondChance());
        QVERIFY(std::abs(library.shareOfLimit - 2.0 / library.ms) < 1e-9);  // 1 ms of products and 1 ms of bytes
        QCOMPARE(library.outputDifference, 0.0);
        QVERIFY(std::abs(report->figures[find(plan, "bf16")].outputDifference - 0.01) < 1e-12);
        // Twice as fast: twice the steps in the same time.
        QVERIFY(std::abs(static_cast<double>(library.equalTimeSteps) / 240 - 1) < 0.05);
        QVERIFY(library.validationEqualTime < library.validationLoss);
        QVERIFY(report->figures[find(plan, "cuda-graph")].repeats.empty());
        QCOMPARE(library.losses, (std::vector<LabLoss>{{0.5, 2}, {1, 1}}));
        QVERIFY(labText(*report).starts_with("2.0 × as fast, same numbers, range "));
    }

    void aSwitchWithoutEffectIsNotBeyondChance() {
        KnownMachine machine;
        machine.noise = 0.3;
        const auto report = runLab(equalPair(3), machine, {});
        QVERIFY(report.ok());
        QVERIFY(!report->figures[1].effect.isBeyondChance());
        QVERIFY(labText(*report).find(")*") == std::string::npos);
    }

    /// Told as what it needs, and a table of before, which has a line for it, is read all the same.
    void fp16IsForGpus() {
        const LabRung fp16 = ladder().rungs[find(ladder(), "fp16")];
        QVERIFY(!fp16.supported() && fp16.needsOtherMachine());
        SwitchMachine gpu;
        gpu.cuda = true, gpu.computeCapability = 90;
        LabPlan plan;
        plan.rungs = ladderRungs({}, gpu);
        QVERIFY(plan.rungs[find(plan, "fp16")].supported());
    }

    void figuresThatStandTogetherAgree() {
        KnownMachine machine;
        machine.noise = 0.3;
        const auto report = runLab(ladder(3), machine, {});
        QVERIFY(report.ok());
        const LabFigures& first = report->figures.front();
        for (std::size_t i = 1; i < report->figures.size(); ++i) {
            const LabFigures& f = report->figures[i];
            if (f.repeats.empty()) continue;
            QVERIFY(std::abs(first.ms / f.ms / f.speedup.value - 1) < 1e-9);
            QVERIFY(std::abs(f.samplesPerSecond / first.samplesPerSecond / f.speedup.value - 1) < 1e-9);
            QVERIFY(f.msLow <= f.ms && f.ms <= f.msHigh);
        }
        QVERIFY(labJson(*report).find("geometric mean of the paired ratios") != std::string::npos);
        QVERIFY(labText(*report).find("geometric mean of the paired ratios") != std::string::npos);
    }

    void loadIsJudgedByWhatItLeaves() {
        QVERIFY(disturbs(1.5, 2, 1) && disturbs(0.5, 2, 2) && !disturbs(0.2, 2, 2) && !disturbs(1, 2, 1) &&
                disturbs(1, 1, 4));
    }

    void theLimitIsMeasuredWithTheSameThreads() {
        KnownMachine machine;
        const auto report = runLab(ladder(2), machine, {});
        QVERIFY(report.ok());
        std::ranges::sort(machine.limitThreads);
        QCOMPARE(machine.limitThreads, (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(report->limits.size(), std::size_t{2});
    }

    void nothingStandsOnARungThatIsLeftOut() {
        KnownMachine machine;
        LabPlan plan;
        plan.repeats = 2;
        plan.equalTime = false;
        plan.rungs = ladderRungs({}, {}, {"implementation-library"});
        const std::size_t left = find(plan, "implementation-library");
        QVERIFY(plan.rungs[left].supported() && !plan.rungs[left].wanted());
        for (const LabRung& rung : plan.rungs) QVERIFY(rung.against != left);
        const auto report = runLab(plan, machine, {});
        QVERIFY(report.ok());
        QVERIFY(report->figures[left].repeats.empty());
        QCOMPARE(report->done, report->total);
        const std::string command = labCommand(plan);
        QVERIFY2(command.find("--without implementation-library") != std::string::npos &&
                     command.find("--no-equal-time") != std::string::npos,
                 command.c_str());
    }

    void aRungThatFailsIsNamedAndLeftOut() {
        KnownMachine machine;
        machine.failing = "bf16";
        const LabPlan plan = ladder();
        const auto report = runLab(plan, machine, {});
        QVERIFY(report.ok());
        QVERIFY(report->figures[find(plan, "bf16")].problem.find("not finite") != std::string::npos);
        QVERIFY(labCsv(*report).find("failed: the loss is not finite") != std::string::npos);
        QVERIFY(std::isfinite(report->figures[find(plan, "recompute")].ms));
    }

    void stopsWhenAsked() {
        KnownMachine machine;
        const auto report = runLab(ladder(), machine, [](const LabReport& soFar) { return soFar.done < 3; });
        QVERIFY(!report.ok() && report.error().code == ErrorCode::Cancelled);
        QVERIFY(machine.runs <= 4);
    }

    void tablesCanBeRead() {
        KnownMachine machine;
        const LabPlan plan = ladder();
        const auto report = runLab(plan, machine, {});
        QVERIFY(report.ok());
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(labJson(*report))).object();
        QCOMPARE(json["rungs"].toArray().size(), static_cast<qsizetype>(plan.rungs.size()));
        const auto lines = QString::fromStdString(labCsv(*report)).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), static_cast<qsizetype>(plan.rungs.size()) + 1);
        QCOMPARE(lines[1].count(','), lines[0].count(','));
        QVERIFY(labMarkdown(*report).find("\n    " + labCommand(plan) + "\n") != std::string::npos);
        QVERIFY(labMarkdown(*report).find("a machine, measured limit 1.00 GFLOP/s") != std::string::npos);
        ExperimentConfig config;
        config.hiddenSize = 64;
        LabPlan other = plan;
        other.base = config;
        const std::string command = labCommand(other);
        QVERIFY2(command.find("gatelab-worker lab --ladder --repeats 5") == 0 &&
                     command.find("--hidden-size 64") != std::string::npos,
                 command.c_str());
    }
};

QTEST_APPLESS_MAIN(TestLab)
#include "tst_lab.moc"
