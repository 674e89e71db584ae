// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab tells of what was interrupted, of lines that are the same, and of its runs.
#include "core/lab_support.h"

#include <QTest>

using namespace gatelab;
using namespace gatelab::test;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

LabPlan pairOf(const char* a, const char* b, int repeats) {
    LabPlan plan = *planLab({LabMode::Pair, {}, {a, b}}, {}, {});
    plan.repeats = repeats;
    plan.equalTime = false;
    return plan;
}

/// As far as it was when so many of its runs were done.
LabReport stoppedAt(int done) {
    KnownMachine machine;
    machine.noise = 0.001;
    LabReport last;
    const auto report = runLab(ladder(4), machine, [&](const LabReport& soFar) {
        last = soFar;
        return soFar.done < done;
    });
    return report.ok() ? LabReport() : last;
}

}  // namespace

class TestLabTold : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWasInterruptedSaysSo() {
        LabReport counted;
        counted.plan = ladder(4);
        int lines = 0;
        for (const LabRung& rung : counted.plan.rungs) lines += rung.wanted() ? 1 : 0;
        const LabReport part = stoppedAt(3 * lines);  // three of four rounds: there are intervals
        QCOMPARE(part.rounds(), 3);
        QVERIFY(part.figures[find(part.plan, "implementation-library")].effect.isBeyondChance());
        const std::string message = "interrupted after 3 of 4 rounds, " + std::to_string(3 * lines) + " of " +
                                    std::to_string(part.total) + " runs";
        for (const std::string& text : {labText(part), labMarkdown(part)}) {
            QVERIFY2(has(text, message) && has(text, "2.0 × as fast so far, same numbers"), text.c_str());
        }
        QVERIFY(has(labJson(part), "\"finished\":false") && has(labJson(part), "as fast so far"));
        KnownMachine machine;
        const auto whole = runLab(ladder(3), machine, {});
        QVERIFY(whole.ok());
        QVERIFY(!has(labText(*whole), "interrupted") && !has(labText(*whole), "fast so far") &&
                has(labJson(*whole), "\"finished\":true"));
    }

    /// One name twice, and two names for one experiment.
    void equalLinesAreMeasured() {
        for (const auto& [a, b] : {std::pair("baseline", "baseline"), std::pair("all", "all")}) {
            KnownMachine machine;
            machine.noise = 0.3;
            const auto report = runLab(pairOf(a, b, 3), machine, {});
            QVERIFY(report.ok());
            // Both are found again, each with its own figures.
            const auto read = labFromJson(labJson(*report));
            QVERIFY(read.ok());
            QCOMPARE(labJson(*read), labJson(*report));
            QVERIFY(read->figures[0].ms > 0 && read->figures[1].ms > 0);
        }
    }

    void aLineWithoutASwitchSaysSo() {
        KnownMachine machine;
        const auto report = runLab(pairOf("implementation-library", "no-implementation-library", 3), machine, {});
        QVERIFY(report.ok());
        const LabRung &with = report->plan.rungs[0], &without = report->plan.rungs[1];
        QCOMPARE(without.name().english(), "Without: " + with.name().english());
        QVERIFY(has(labMarkdown(*report), "| " + without.name().english() + " |"));
    }

    /// Of the plan: what is measured again is told beside it, and takes time.
    void runsAreThoseOfThePlan() {
        KnownMachine machine;
        machine.load = [](int, const LabTrial& trial) {
            return trial.warmup > 0 ? LabDisturbance::Load : LabDisturbance::None;
        };
        const LabPlan plan = pairOf("baseline", "all", 3);
        const int planned = LabWork(plan).runs();
        int most = 0;
        bool neverElse = true;
        const auto report = runLab(plan, machine, [&](const LabReport& soFar) {
            most = std::max(most, soFar.done);
            neverElse = neverElse && soFar.total == planned;
            return true;
        });
        QVERIFY(report.ok());
        QVERIFY(neverElse);
        QCOMPARE(most, planned);
        QCOMPARE(report->done, planned);
        QCOMPARE(report->again(), 2 * 3);
        QCOMPARE(machine.runs, planned + report->again());
        LabTimes times;
        for (const LabRung& rung : plan.rungs) times.learn(rung.config, 0.01);
        LabWork more(plan);
        ++more.again[1];
        QVERIFY(times.seconds(plan, more) > times.seconds(plan));
        QCOMPARE(more.runs(), planned);
    }
};

QTEST_APPLESS_MAIN(TestLabTold)
#include "tst_lab_told.moc"
