// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's report as JSON: what is written is read again, and kept in a workspace.
#include "core/lab_support.h"
#include "io/file_io.h"
#include "lab/lab_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

namespace {

Result<LabReport> measured(const LabLines& lines, KnownMachine machine = {}, const ExperimentConfig& base = {}) {
    auto plan = planLab(lines, base, {});
    if (!plan.ok()) return plan.error();
    plan->repeats = 4;
    return runLab(*plan, machine, {});
}

}  // namespace

class TestLabJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsReadAgain_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("ladder") << static_cast<int>(LabMode::Ladder);
        QTest::newRow("one off") << static_cast<int>(LabMode::OneOff);
        QTest::newRow("pair") << static_cast<int>(LabMode::Pair);
    }

    void whatIsWrittenIsReadAgain() {
        QFETCH(int, mode);
        KnownMachine machine;
        machine.failing = "bf16";
        machine.load = [](int run, const LabTrial& trial) {
            return trial.warmup > 0 && run % 5 == 0 ? LabDisturbance::Training : LabDisturbance::None;
        };
        ExperimentConfig base;
        base.hiddenSize = 48;
        base.name = "with \"quotes\"";
        const auto report = measured({static_cast<LabMode>(mode),
                                      {"implementation-library", "no-sync-free"},
                                      {"baseline", "no-fused-optimiser"}},
                                     machine, base);
        QVERIFY2(report.ok(), report.ok() ? "" : report.error().message.c_str());
        QVERIFY(report->measuredAt > 0);
        const std::string json = labJson(*report);
        const auto read = labFromJson(json);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
        QCOMPARE(labJson(*read), json);
        QVERIFY(measuresTheSame(read->plan, report->plan));
        QVERIFY(read->plan.base == base);
        QCOMPARE(labCommand(read->plan), labCommand(report->plan));
        QCOMPARE(labMarkdown(*read), labMarkdown(*report));
        for (std::size_t i = 0; i < report->figures.size(); ++i) {
            QCOMPARE(read->figures[i].problem, report->figures[i].problem);
            if (!report->figures[i].measured()) continue;
            QCOMPARE(read->figures[i].runSeconds, report->figures[i].runSeconds);
            QCOMPARE(read->figures[i].disturbed(), report->figures[i].disturbed());
        }
        QCOMPARE(labTop(*read), labTop(*report));
    }

    void whatCannotBeReadSaysWhy() {
        const auto report = measured({LabMode::Ladder, {}, {}});
        QVERIFY(report.ok());
        std::string json = labJson(*report);
        QVERIFY(labFromJson("{}").error().code == ErrorCode::Corrupt);
        QVERIFY(labFromJson(json.substr(0, json.size() / 2)).error().code == ErrorCode::Corrupt);
        std::string newer = json;
        newer.replace(newer.find("\"gatelab_lab\":1"), 15, "\"gatelab_lab\":9");
        QVERIFY(labFromJson(newer).error().code == ErrorCode::Unsupported);
        // A switch that this program does not know.
        const std::string rung = "{\"rung\":\"" + report->plan.rungs[1].key + "\"";
        json.replace(json.find(rung), rung.size(), "{\"rung\":\"of old\"");
        QVERIFY(labFromJson(json).error().code == ErrorCode::Unsupported);
    }

    /// As it is after a kill: some rungs have one repeat more than others, most figures are missing.
    void anInterruptedOneIsKeptBesideTheOthers() {
        const QTemporaryDir folder;
        const std::filesystem::path workspace = folder.path().toStdString();
        KnownMachine machine;
        LabReport last;
        auto finished = measured({LabMode::Pair, {}, {"baseline", "all"}});
        QVERIFY(finished.ok() && finished->finished() && finished->rounds() == 4);
        finished->measuredAt = 1000;
        QVERIFY(keepLabReport(workspace, *finished).ok());
        const auto plan = planLab({LabMode::Pair, {}, {"baseline", "all"}}, {}, {});
        QVERIFY(plan.ok());
        const auto stopped = runLab(*plan, machine, [&last](const LabReport& soFar) {
            last = soFar;
            return soFar.done < 5;
        });
        QVERIFY(!stopped.ok());
        QCOMPARE(last.rounds(), 2);
        QVERIFY(keepLabReport(workspace, last).ok());
        SavedLabReports kept = readLabReports(workspace);
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.reports.size(), std::size_t{2});
        QCOMPARE(labJson(kept.reports[0]), labJson(*finished));
        const LabReport& found = kept.reports[1];
        QCOMPARE(labJson(found), labJson(last));
        QVERIFY(!found.finished());
        QCOMPARE(found.rounds(), 2);
        QCOMPARE(found.done, 5);
        QCOMPARE(found.total, last.total);
        QVERIFY(found.total > found.done);
        QVERIFY(found.when() > 1000);
        // What another one of its kind came to takes nothing away; what it comes to itself takes its place.
        QVERIFY(keepLabReport(workspace, *measured({LabMode::Pair, {}, {"baseline", "all"}})).ok());
        QCOMPARE(readLabReports(workspace).reports.size(), std::size_t{3});
        last.measuredAt = 2000;
        QVERIFY(keepLabReport(workspace, last).ok());
        kept = readLabReports(workspace);
        QCOMPARE(kept.reports.size(), std::size_t{3});
        QVERIFY(kept.reports[1].name == last.name && kept.reports[1].finished());
    }

    void aRungThatFailedHoldsNoRoundUp() {
        LabReport report;
        report.plan = ladder(3);
        QCOMPARE(report.rounds(), 0);
        KnownMachine machine;
        machine.failing = "bf16";
        report = *runLab(ladder(3), machine, {});
        QVERIFY(!report.figures[find(report.plan, "bf16")].problem.empty());
        QCOMPARE(report.rounds(), 3);
    }

    void everyOneIsKept() {
        const QTemporaryDir folder;
        const std::filesystem::path workspace = folder.path().toStdString();
        QVERIFY(readLabReports(workspace).reports.empty());
        const auto keep = [&](const LabReport& report) { return keepLabReport(workspace, report).ok(); };
        auto first = measured({LabMode::Ladder, {}, {}}), second = measured({LabMode::Ladder, {}, {}}),
             pair = measured({LabMode::Pair, {}, {"baseline", "all"}});
        QVERIFY(first.ok() && second.ok() && pair.ok());
        QVERIFY(first->name != second->name && first->name.starts_with("ladder-") && pair->name.starts_with("pair-"));
        pair->measuredAt = 1000, first->measuredAt = 2000, second->measuredAt = 3000;
        QVERIFY(keep(*first) && keep(*second) && keep(*pair));
        // A memory study of an earlier program lies beside them.
        QVERIFY(writeFileDurably(workspace / "lab" / "memory.json", "{\"gatelab_study\":1}").ok());
        SavedLabReports kept = readLabReports(workspace);
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.reports.size(), std::size_t{3});
        QCOMPARE(labJson(kept.reports[0]), labJson(*pair));
        QCOMPARE(labJson(kept.reports[1]), labJson(*first));
        QCOMPARE(labJson(kept.reports[2]), labJson(*second));
        // Damaged ones are told of in one sentence and stay; the others are there.
        for (const char* name : {"ladder.json", "pair.json"}) {
            QVERIFY(writeFileDurably(workspace / "lab" / name, "half a fi").ok());
            kept = readLabReports(workspace);
            QCOMPARE(kept.reports.size(), std::size_t{3});
            QCOMPARE(kept.problems.size(), std::size_t{1});
            QVERIFY(std::filesystem::exists(workspace / "lab" / name));
        }
        QVERIFY2(kept.problems.front().english().starts_with("2 tables of the lab cannot be shown"),
                 kept.problems.front().english().c_str());
    }

    /// As an older program wrote it: one file for each mode, and not a word on where.
    void whatAnOlderProgramKeptIsRead() {
        const QTemporaryDir folder;
        const std::filesystem::path workspace = folder.path().toStdString();
        auto report = measured({LabMode::Ladder, {}, {}});
        QVERIFY(report.ok());
        report->name.clear(), report->begunAt = 0, report->environment = {}, report->measuredAt = 0;
        std::string json = labJson(*report);
        for (const char* key : {"\"name\":", "\"place\":", "\"begun_at\":"}) json.replace(json.find(key) + 1, 1, "x");
        // Nor a curve of the loss.
        const std::string key = "\"losses_equal_time\"";
        QVERIFY(json.find(key) != std::string::npos);
        for (auto at = json.find(key); at != json.npos; at = json.find(key)) json.replace(at + 1, 1, "x");
        QVERIFY(makeFolders(workspace / "lab").ok() &&
                writeFileDurably(workspace / "lab" / "ladder-unfinished.json", json).ok());
        const SavedLabReports kept = readLabReports(workspace);
        QVERIFY(kept.problems.empty());
        QCOMPARE(kept.reports.size(), std::size_t{1});
        QCOMPARE(kept.reports.front().name, std::string("ladder-unfinished"));
        for (const LabFigures& f : kept.reports.front().figures) QVERIFY(f.losses.empty());
        QVERIFY(labHeadline(kept.reports.front()).has_value());
    }
};

QTEST_APPLESS_MAIN(TestLabJson)
#include "tst_lab_json.moc"
