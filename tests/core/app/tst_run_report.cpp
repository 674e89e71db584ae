// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_report.h"
#include "base/units.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace gatelab;

namespace {

RunPlanInfo planned() {
    RunPlanInfo plan;
    plan.device = "a processor";
    plan.deviceReason = "there is no GPU";
    plan.implementation = "native";
    plan.precision = "fp32";
    plan.threads = 4;
    plan.parameters = 12345;
    plan.totalSteps = 10;
    plan.engine = "LibTorch";
    plan.identity = {std::string(64, 'a'), {}, {}, "0.1.0", "Debian", "a processor", {}};
    return plan;
}

RunMeasures measured() {
    RunMeasures measures;
    measures.forecasts.memory = {8, 16};
    measures.forecasts.epoch = {3, 2};
    measures.memory = {100 * kMiB, 200 * kMiB, 50 * kMiB, false};
    measures.samplesPerSecond = 27925.4;
    return measures;
}

RunReport costs(const RunMeasures& measures) { return runReport(RunSection::Costs, {}, {}, measures); }

std::string told(const RunReport& report, const char* key) { return valueOf(report, key).english(); }

const ReportedFact& factOf(const RunReport& report, std::string_view key) {
    return *std::ranges::find(report, key, &ReportedFact::key);
}

std::string notesOf(const ReportedFact& fact) {
    std::string all;
    for (const Phrase& note : fact.notes) all += note.english() + "\n";
    return all;
}

}  // namespace

class TestRunReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysAreUniqueAndLabelled() {
        std::set<std::string> keys;
        RunPlanInfo plan = planned();
        plan.identity.driver = "580.1";
        plan.identity.trainFile = "a", plan.identity.testFile = "b";
        RunMeasures measures = measured();
        measures.disturbedSeconds = 1;
        for (const RunSection section : {RunSection::Costs, RunSection::Machine, RunSection::Program, RunSection::Data})
            for (const ReportedFact& fact : runReport(section, {}, plan, measures)) {
                QVERIFY2(keys.insert(fact.key).second, fact.key);
                QVERIFY2(!fact.label.isEmpty(), fact.key);
                QVERIFY2(!fact.value.empty(), fact.key);
            }
        QCOMPARE(keys.size(), std::size_t{7 + 7 + 4 + 5});
    }

    void forecastsStandBesideWhatWasMeasured() {
        const RunReport report = costs(measured());
        QCOMPARE(told(report, "tensor_memory"), "16.0\u00A0MiB (estimated 8.0\u00A0MiB, -50 %)");
        QCOMPARE(told(report, "process_memory"), "200\u00A0MiB (estimated 100\u00A0MiB, -50 %)");
        QCOMPARE(told(report, "epoch_seconds"), "2.00 s");
        QCOMPARE(told(report, "epoch_forecast"), "3.00 s");
        QCOMPARE(told(report, "epoch_error"), "+50 %");
        QCOMPARE(told(report, "samples_per_second"), "27925");
        QVERIFY(std::ranges::find(report, std::string_view("disturbed"), &ReportedFact::key) == report.end());
    }

    void whatIsNotKnownIsEmpty() {
        const RunReport report = costs({});
        QCOMPARE(report.size(), std::size_t{6});
        for (const ReportedFact& fact : report) QVERIFY2(fact.value.empty(), fact.key);
        QVERIFY(valueOf(report, "no such fact").empty());
        const RunReport machine = runReport(RunSection::Machine, {}, {});
        for (const ReportedFact& fact : machine)
            QCOMPARE(fact.value.empty(), std::string_view(fact.key) != "seed");  // settings are always known
    }

    void forecastsAreToldAsFarAsTheyAreKnown() {
        const auto write = [](double value) { return Phrase(static_cast<int>(value)); };
        QCOMPARE(forecastPhrase({2, 4}, write).english(), "4 (estimated 2, -50 %)");
        QCOMPARE(forecastPhrase({2, NAN}, write).english(), "2");
        QCOMPARE(forecastPhrase({NAN, 4}, write).english(), "4");
        QVERIFY(forecastPhrase({}, write).empty());
    }

    // On a GPU what its allocator tells is of the tensors alone; in a window the rest of the process is left out.
    void memoryIsNamedForWhatItIs() {
        RunMeasures measures = measured();
        const auto fact = [&] { return factOf(costs(measures), "process_memory"); };
        QCOMPARE(std::string(fact().label.source), "Worker memory");
        QCOMPARE(notesOf(fact()), "the whole process, 250\u00A0MiB, less the window's own 50.0\u00A0MiB\n");
        measures.isResumed = true;
        QVERIFY(notesOf(fact()).starts_with("since the last resume\n"));
        QCOMPARE(notesOf(factOf(costs(measures), "tensor_memory")), "since the last resume\n");
        measures.memory.beside = 0;
        QCOMPARE(std::string(fact().label.source), "Whole process");
        measures.memory.gpu = true;
        QCOMPARE(std::string(fact().label.source), "Memory forecast in all");
        QCOMPARE(fact().value.english(), "100\u00A0MiB");
        QVERIFY(fact().notes.empty());
    }

    void anEstimateOfItsOwnIsSaidToBe() {
        RunMeasures measures = measured();
        QVERIFY(factOf(costs(measures), "epoch_forecast").notes.empty());
        measures.forecasts.isEpochOwn = true;
        QVERIFY(notesOf(factOf(costs(measures), "epoch_forecast")).starts_with("estimated from the run's own"));
    }

    void causesAtTheSameTimeCountOnce() {
        std::vector<RunEvent> events;
        for (const auto& [from, to] : {std::pair{10.0, 70.0}, {12.0, 40.0}, {60.0, 75.0}, {100.0, 105.0}})
            events.push_back({.what = DisturbedTiming{from, {}}, .seconds = to});
        QCOMPARE(disturbedSeconds(events), 70.0);
        RunMeasures measures = measured();
        measures.disturbedSeconds = disturbedSeconds(events);
        QCOMPARE(told(costs(measures), "disturbed"), "disturbed for 1:10");
    }

    void theMachineIsToldByLabels() {
        RunSummary run;
        const RunReport report = runReport(RunSection::Machine, run, planned());
        QCOMPARE(told(report, "device"), "a processor");
        QCOMPARE(notesOf(factOf(report, "device")), "there is no GPU\n");
        QCOMPARE(told(report, "threads"), "4");
        QCOMPARE(told(report, "parameters"), "12345");
        QVERIFY(told(report, "precision") != "fp32" && !told(report, "precision").empty());
        RunPlanInfo plan = planned();
        plan.implementation = "library";
        for (const auto& [cell, device, layers] :
             {std::tuple("lstm", "a processor", "oneDNN LSTM"), std::tuple("gru", "a processor", "LibTorch GRU"),
              std::tuple("lstm", "NVIDIA H100", "cuDNN LSTM")}) {
            run.config.edit().cell = cell;
            plan.device = device;
            QCOMPARE(told(runReport(RunSection::Machine, run, plan), "implementation"), layers);
        }
        plan.implementation = "of another version";
        QCOMPARE(told(runReport(RunSection::Machine, run, plan), "implementation"), "of another version");
    }

    void theIdentityIsWhole() {
        RunPlanInfo plan = planned();
        RunReport report = runReport(RunSection::Data, {}, plan);
        QCOMPARE(report.size(), std::size_t{3});
        for (const char* key : {"data_sha256", "recipe_sha256", "settings_sha256"})
            QCOMPARE(told(report, key).size(), std::size_t{64});
        plan.identity.trainFile = "train.ts", plan.identity.testFile = "test.ts";
        report = runReport(RunSection::Data, {}, plan);
        QCOMPARE(std::string(report.front().key), "train_file");
        QCOMPARE(told(report, "test_file"), "test.ts");
        QVERIFY(valueOf(runReport(RunSection::Program, {}, plan), "driver").empty());
        plan.identity.driver = "580.1";
        QCOMPARE(told(runReport(RunSection::Program, {}, plan), "driver"), "580.1");
    }
};

QTEST_APPLESS_MAIN(TestRunReport)
#include "tst_run_report.moc"
