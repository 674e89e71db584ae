// SPDX-License-Identifier: GPL-3.0-or-later
// How the lab counts its runs, and of when an old table is.
// Holds core/lab/lab_report.cpp.
#include "core/lab_support.h"
#include "io/file_io.h"
#include "lab/lab_files.h"
#include "lab/lab_report.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>

using namespace gatelab;
using namespace gatelab::test;

class TestLabCounts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSumIsThatOfTheRuns() {
        LabReport report;
        report.plan = equalPair(5);
        report.plan.equalTime = true;
        QCOMPARE(LabWork(report.plan).runs(), 14);
        QCOMPARE(labRuns(report).english(),
                 std::string("2 rungs × 5 repeats + 2 for the outputs + 2 of equal time = 14 runs"));
        report.plan.equalTime = false;
        report.plan.repeats = 1;
        QCOMPARE(labRuns(report).english(), std::string("2 rungs × 1 repeat + 2 for the outputs = 4 runs"));
        report.total = 3;
        QCOMPARE(
            labRuns(report).english(),
            std::string("2 rungs × 1 repeat + 2 for the outputs = 4 runs, 1 of them left out with rungs that failed"));
        KnownMachine machine;
        const auto whole = runLab(report.plan, machine, {});
        QVERIFY(whole.ok());
        for (const std::string& text : {labText(*whole), labMarkdown(*whole)})
            QVERIFY2(text.find(labRuns(*whole).english() + ", repeats in shuffled order") != std::string::npos,
                     text.c_str());
    }

    void shortBlocksAreKeptToWhereAskedFor() {
        LabPlan plan = ladder(3);
        QVERIFY(labCommand(plan).find("--lab-steps") == std::string::npos);
        plan.steps = 5;
        QVERIFY(labCommand(plan).find("--lab-steps 5") != std::string::npos);
    }

    void aTableWithoutADateIsOfItsFilesDate() {
        const QTemporaryDir folder;
        const std::filesystem::path workspace = folder.path().toStdString();
        LabReport old;
        KnownMachine machine;
        QVERIFY(
            !runLab(equalPair(3), machine, [&](const LabReport& soFar) { return old = soFar, soFar.done < 2; }).ok());
        QVERIFY(old.when() > 1700000000);
        old.begunAt = 0;  // an older program did not write it
        QCOMPARE(old.when(), std::int64_t{0});
        QVERIFY(keepLabReport(workspace, old).ok());
        const auto written =
            std::chrono::file_clock::from_sys(std::chrono::sys_seconds(std::chrono::seconds(1700000000)));
        std::filesystem::last_write_time(workspace / "lab" / (old.name + ".json"), written);
        const SavedLabReports kept = readLabReports(workspace);
        QCOMPARE(kept.reports.size(), std::size_t{1});
        QCOMPARE(kept.reports.front().when(), std::int64_t{1700000000});
    }

    /// The rungs that need sequences of one length are there after a table is read again.
    void theLengthOfSequencesIsKept() {
        ExperimentConfig base;
        base.task = "classification";
        auto plan = planLab({LabMode::Pair, {}, {"current", "recompute"}}, base, SwitchMachine{.sequenceSteps = 40});
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
        QCOMPARE(plan->rungs[1].config.recomputeChunk, std::int64_t{10});
        plan->repeats = 1;
        KnownMachine machine;
        const auto report = runLab(*plan, machine, {});
        QVERIFY(report.ok());
        const auto read = labFromJson(labJson(*report));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
        QVERIFY(measuresTheSame(read->plan, *plan));
    }
};

QTEST_APPLESS_MAIN(TestLabCounts)
#include "tst_lab_counts.moc"
