// SPDX-License-Identifier: GPL-3.0-or-later
// A lab that was cut off goes on: it measures what is missing and nothing else, and tells what was measured when.
#include "core/lab_support.h"

#include <QTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::test;

namespace {

/// As far as it was when so many of its runs were done.
LabReport cutOffAt(const LabPlan& plan, int done, KnownMachine machine = {}) {
    LabReport last;
    const auto report = runLab(plan, machine, [&](const LabReport& soFar) {
        last = soFar;
        return soFar.done < done;
    });
    return report.ok() ? LabReport() : *labFromJson(labJson(last));
}

LabPlan pairPlan(int repeats) {
    LabPlan plan = equalPair(repeats);
    plan.equalTime = true;
    return plan;
}

}  // namespace

class TestLabContinue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Wherever it is cut off, within a round, between two, among the outputs, among the runs of equal time.
    void onlyWhatIsMissingIsMeasured() {
        constexpr int kRepeats = 4;
        const LabPlan plan = pairPlan(kRepeats);
        const int all = LabWork(plan).runs(), repeats = 2 * kRepeats;
        QCOMPARE(all, repeats + 2 + 2);
        for (int done = 1; done < all; ++done) {
            const LabReport begun = cutOffAt(plan, done);
            QVERIFY2(begun.done == done && !begun.finished(), qPrintable(QString::number(done)));
            KnownMachine machine;
            machine.noise = 0;
            int first = -1;
            const auto report = continueLab(begun, machine, [&](const LabReport& soFar) {
                if (first < 0) first = soFar.done;
                return true;
            });
            QVERIFY2(report.ok(), report.ok() ? "" : report.error().message.c_str());
            QVERIFY(report->finished() && report->name == begun.name);
            // A round that is not whole, and the outputs of the first line, which are not kept, are measured anew.
            const int kept = done < repeats ? done - done % 2 : done == repeats + 1 ? repeats : done;
            QCOMPARE(first, kept);
            QCOMPARE(machine.runs, all - kept);
            QCOMPARE(report->done, all);
            QCOMPARE(report->total, all);
            const int rounds = std::min(done, repeats) / 2;
            for (std::size_t i = 0; i < report->figures.size(); ++i) {
                const LabFigures& f = report->figures[i];
                QCOMPARE(f.repeats.size(), std::size_t{kRepeats});
                for (int round = 0; round < rounds; ++round)
                    QCOMPARE(f.repeats[static_cast<std::size_t>(round)].ms,
                             begun.figures[i].repeats[static_cast<std::size_t>(round)].ms);
                QVERIFY(std::isfinite(f.outputDifference) && std::isfinite(f.validationEqualTime) &&
                        std::isfinite(f.validationLoss));
                QVERIFY(std::abs(f.samplesPerSecond * f.ms / (1e3 * 32) - 1) < 1e-9);
            }
            QCOMPARE(report->figures[1].effect.pairs, kRepeats);
            QVERIFY(report->isDecided(1));
        }
    }

    void thePiecesAreTold() {
        const LabPlan plan = pairPlan(5);
        const LabReport begun = cutOffAt(plan, 5);  // two rounds and a half
        QCOMPARE(begun.pieces.size(), std::size_t{1});
        KnownMachine machine;
        LabReport last;
        QVERIFY(
            !continueLab(begun, machine, [&](const LabReport& soFar) { return last = soFar, soFar.done < 6; }).ok());
        QCOMPARE(last.pieces.size(), std::size_t{2});
        const auto report = continueLab(*labFromJson(labJson(last)), machine, {});
        QVERIFY(report.ok());
        QCOMPARE(report->pieces.size(), std::size_t{3});
        QCOMPARE(report->pieces[1].firstRound, 2);
        QCOMPARE(report->pieces[2].firstRound, 3);
        for (const std::string& text : {labText(*report), labMarkdown(*report)})
            QVERIFY2(
                text.find("in 3 pieces (rounds 1 to 2; 3; 4 to 5), each ratio within a round") != std::string::npos,
                text.c_str());
        QVERIFY(labJson(*report).find("\"first_round\":4") != std::string::npos);
        QCOMPARE(labJson(*labFromJson(labJson(*report))), labJson(*report));
        QVERIFY(labText(*runLab(plan, machine, {})).find("pieces") == std::string::npos);
    }

    /// A piece in which no round became whole leaves no trace.
    void aPieceWithoutARoundIsNone() {
        const LabPlan plan = pairPlan(3);
        KnownMachine machine;
        LabReport last = cutOffAt(plan, 3);
        for (int i = 0; i < 3; ++i) {
            const LabReport begun = *labFromJson(labJson(last));
            QVERIFY(!continueLab(begun, machine, [&](const LabReport& soFar) {
                         return last = soFar, soFar.done < 3;
                     }).ok());
            QCOMPARE(last.pieces.size(), std::size_t{2});
        }
        last = cutOffAt(plan, 1);
        const auto report = continueLab(last, machine, {});
        QVERIFY(report.ok());
        QCOMPARE(report->pieces.size(), std::size_t{1});
    }

    /// Those of an earlier piece stay what they are: what they are compared with was measured then.
    void disturbedRepeatsAreMeasuredAgainInTheirPiece() {
        const LabPlan plan = equalPair(4);
        KnownMachine loaded;
        LabReport last;
        loaded.load = [](int, const LabTrial& trial) {
            return trial.warmup > 0 ? LabDisturbance::Load : LabDisturbance::None;
        };
        // The third run of all is the first of the first round that is measured again.
        QVERIFY(!runLab(plan, loaded, [&](const LabReport& soFar) { return last = soFar, soFar.again() < 1; }).ok());
        QCOMPARE(last.rounds(), 1);
        KnownMachine machine;
        const auto report = continueLab(last, machine, {});
        QVERIFY(report.ok());
        QCOMPARE(machine.runs, 2 * 3 + 2);
        for (const LabFigures& f : report->figures)
            QVERIFY(f.repeats[0].disturbed() && f.disturbed() == 1 && f.leftOut() == 1);
    }

    void itGoesOnOnlyWhereItBegan_data() {
        QTest::addColumn<int>("part");
        QTest::addColumn<QString>("says");
        int part = 0;
        for (const char* says :
             {"Gatelab was another version", "the libraries were other versions", "the system was another one",
              "another machine", "the number of threads", "the data have been changed"})
            QTest::newRow(says) << part++ << QString::fromLatin1(says);
    }
    void itGoesOnOnlyWhereItBegan() {
        QFETCH(int, part);
        QFETCH(QString, says);
        const LabReport begun = cutOffAt(pairPlan(3), 2);
        KnownMachine machine;
        QVERIFY(continueObstacle(begun, machine.place()).empty());
        std::string* const parts[] = {&machine.where.program, &machine.where.engine,  &machine.where.system,
                                      &machine.where.machine, &machine.where.threads, &machine.where.data};
        *parts[part] += "x";
        const auto report = continueLab(begun, machine, {});
        QVERIFY(!report.ok() && report.error().code == ErrorCode::Unsupported);
        QVERIFY2(report.error().message.find(says.toStdString()) != std::string::npos, report.error().message.c_str());
        QCOMPARE(machine.runs, 0);
    }

    void whatIsFinishedDoesNotGoOn() {
        KnownMachine machine;
        const auto report = runLab(pairPlan(2), machine, {});
        QVERIFY(report.ok() && !continueLab(*report, machine, {}).ok());
    }

    void aRungThatFailedStaysOut() {
        KnownMachine machine;
        machine.failing = "bf16";
        const LabPlan plan = ladder(3);
        LabReport whole;
        whole.plan = plan;
        const LabReport begun = cutOffAt(plan, 2 * whole.wantedRungs(), machine);
        QVERIFY(begun.rounds() >= 1);
        const auto report = continueLab(begun, machine, {});
        QVERIFY(report.ok());
        for (std::size_t i = 0; i < plan.rungs.size(); ++i)
            QCOMPARE(report->figures[i].problem.empty(), i != find(plan, "bf16"));
        QCOMPARE(report->rounds(), 3);
        QCOMPARE(report->done, report->total);
    }
};

QTEST_APPLESS_MAIN(TestLabContinue)
#include "tst_lab_continue.moc"
