// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab makes of load by others, and how it tells the time it will take.
#include "core/lab_support.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace gatelab;
using namespace gatelab::test;

namespace {

bool isRepeat(const LabTrial& trial) { return trial.warmup > 0; }

/// Load during the runs from `first` to `last`.
auto loadFrom(int first, int last, LabDisturbance what = LabDisturbance::Load) {
    return [=](int run, const LabTrial& trial) {
        return isRepeat(trial) && run >= first && run <= last ? what : LabDisturbance::None;
    };
}

}  // namespace

class TestLabDisturbed : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDisturbedRepeatIsMeasuredAgain() {
        KnownMachine machine;
        machine.noise = 0;
        machine.slowedBy = 3;
        machine.load = loadFrom(3, 3, LabDisturbance::Training);
        const auto report = runLab(equalPair(3), machine, {});
        QVERIFY(report.ok());
        QCOMPARE(machine.runs, 3 * 2 + 1 + 2);  // one more than planned
        QCOMPARE(report->total, 3 * 2 + 2);
        QCOMPARE(report->done, report->total);
        QCOMPARE(report->again(), 1);
        int replaced = 0;
        for (const LabFigures& f : report->figures) {
            replaced += static_cast<int>(f.replaced.size());
            QCOMPARE(f.repeats.size(), std::size_t{3});
            QCOMPARE(f.disturbed(), 0);
            QVERIFY(std::abs(f.ms - 4) < 1e-9);
        }
        QCOMPARE(replaced, 1);
        QCOMPARE(report->figures[1].effect.pairs, 3);
        QVERIFY(labMarkdown(*report).find("| 1 again |") != std::string::npos);
        QVERIFY(labText(*report).find("1 again") != std::string::npos);
    }

    /// Load that does not end: bounded tries, and figures that say so.
    void loadThatLastsIsCountedAndTold() {
        KnownMachine machine;
        machine.load = loadFrom(1, 1000000);
        const auto report = runLab(equalPair(4), machine, {});
        QVERIFY(report.ok());
        QCOMPARE(machine.runs, 2 * (4 + 4) + 2);  // as often again as planned, no more
        for (const LabFigures& f : report->figures) {
            QCOMPARE(f.replaced.size(), std::size_t{4});
            QCOMPARE(f.disturbed(), 4);
            QCOMPARE(f.leftOut(), 0);
            QCOMPARE(f.counted(), 4);
            QVERIFY(std::isfinite(f.ms));
        }
        // It widens what is said, and takes nothing away.
        const auto headline = labHeadline(*report);
        QVERIFY(headline && headline->isDisturbed && std::isfinite(headline->effect.value));
        QVERIFY(labText(*report).find(", disturbed\n") != std::string::npos);
        QVERIFY(labText(*report).find("4 again, 4 of 4 counted") != std::string::npos);
    }

    /// Where three undisturbed repeats exist the others are left out; the load alone says which.
    void whatStaysDisturbedIsLeftOut() {
        KnownMachine machine;
        machine.noise = 0;
        machine.slowedBy = 2;
        int seen = 0;
        // The first eight measurements of the second rung: five are planned, five more are allowed.
        machine.load = [&seen](int, const LabTrial& trial) {
            return isRepeat(trial) && trial.config.syncFree && ++seen <= 8 ? LabDisturbance::Load
                                                                           : LabDisturbance::None;
        };
        auto report = runLab(equalPair(5), machine, {});
        QVERIFY(report.ok());
        const LabFigures& f = report->figures[1];
        QCOMPARE(f.replaced.size(), std::size_t{5});
        QCOMPARE(f.disturbed(), 3);
        QCOMPARE(f.leftOut(), 0);  // two undisturbed are too few
        seen = 0;
        machine.load = [&seen](int, const LabTrial& trial) {
            return isRepeat(trial) && trial.config.syncFree && ++seen <= 7 ? LabDisturbance::Load
                                                                           : LabDisturbance::None;
        };
        report = runLab(equalPair(5), machine, {});
        QVERIFY(report.ok());
        const LabFigures& g = report->figures[1];
        QCOMPARE(g.leftOut(), 2);
        QCOMPARE(g.counted(), 3);
        QVERIFY(std::abs(g.ms - 4) < 1e-9);
        QCOMPARE(g.effect.pairs, 3);
        QVERIFY(std::abs(g.effect.value - 1) < 1e-9);
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(labJson(*report))).object();
        const QJsonObject rung = json["rungs"].toArray().at(1).toObject();
        QCOMPARE(rung["disturbed"].toObject()["left_out"].toInt(), 2);
        QCOMPARE(rung["disturbed"].toObject()["measured_again"].toInt(), 5);
        QCOMPARE(rung["disturbed"].toObject()["counted_all_the_same"].toInt(), 0);
        QCOMPARE(rung["repeats"].toArray().size(), 5);
        QCOMPARE(rung["replaced"].toArray().size(), 5);
        QVERIFY(labText(*report).find("5 again, 2 of 5 left out") != std::string::npos);
    }

    /// Slow but undisturbed stays, fast but disturbed goes.
    void theTimeNeverDecides() {
        LabFigures f;
        f.repeats = {{4, LabDisturbance::None},
                     {40, LabDisturbance::None},
                     {4, LabDisturbance::None},
                     {0.4, LabDisturbance::Load}};
        f.summarise();
        QVERIFY(std::abs(f.ms - std::cbrt(4.0 * 40 * 4)) < 1e-9);
        LabFigures base = f;
        base.repeats[3].disturbance = LabDisturbance::None;
        QCOMPARE(labRatio(base, f, 1).pairs, 3);
        base.repeats[0].disturbance = LabDisturbance::Training;  // two undisturbed pairs are left: all four count
        QCOMPARE(labRatio(base, f, 1).pairs, 4);
    }

    void theTimeIsToldBeforeTheFirstMeasurement() {
        const LabPlan plan = ladder(5);
        LabTimes times;
        QVERIFY(std::isnan(times.seconds(plan)));
        // Every rung known: the sum of what is to be run.
        double sum = 0;
        const double steps = static_cast<double>(plan.warmup + plan.steps);
        for (const LabRung& rung : plan.rungs)
            if (rung.wanted()) times.learn(rung.config, 0.01);
        for (const LabRung& rung : plan.rungs)
            if (rung.wanted()) sum += 0.01 * (plan.repeats * steps + steps + static_cast<double>(plan.outputSteps()));
        QVERIFY(std::abs(times.seconds(plan) / sum - 1) < 1e-9);
        // One known: the others by what such switches usually cost, a plain loop more than the library layer.
        LabTimes one;
        one.learn(plan.rungs[find(plan, "implementation-library")].config, 0.01);
        QVERIFY(one.seconds(plan) > times.seconds(plan));
        LabPlan twice = plan;
        twice.repeats = 10;
        QVERIFY(one.seconds(twice) > one.seconds(plan));
    }

    /// A disturbed repeat is on the list of what is left from the moment on that it is known, so that the way to the
    /// end never grows.
    void whatIsLeftNeverGrows_data() {
        QTest::addColumn<int>("every");
        for (const int every : {1, 2, 3, 7}) QTest::addRow("every %d", every) << every;
    }
    void whatIsLeftNeverGrows() {
        QFETCH(int, every);
        KnownMachine machine;
        machine.load = [every](int run, const LabTrial& trial) {
            return isRepeat(trial) && run % every == 0 ? LabDisturbance::Load : LabDisturbance::None;
        };
        int left = LabWork(ladder(4)).runs(), again = 0;
        bool hasGrown = false;
        const auto report = runLab(ladder(4), machine, [&](const LabReport& soFar) {
            const int now = soFar.total - soFar.done + soFar.toMeasureAgain();
            hasGrown = hasGrown || now > left;
            left = now;
            again = std::max(again, soFar.toMeasureAgain());
            return true;
        });
        QVERIFY(report.ok());
        QVERIFY(!hasGrown && again > 0);
        QCOMPARE(left, 0);
        QCOMPARE(report->toMeasureAgain(), 0);
    }

    /// A disturbed run says nothing of how long the next one takes.
    void theTimeOfUndisturbedRunsIsLearned() {
        KnownMachine machine;
        machine.load = [](int run, const LabTrial& trial) {
            return isRepeat(trial) && run > 4 ? LabDisturbance::Load : LabDisturbance::None;
        };
        std::vector<double> seconds;
        const auto report = runLab(equalPair(4), machine, [&](const LabReport& soFar) {
            if (soFar.rounds() >= 2) seconds.push_back(soFar.figures[0].runSeconds);
            return true;
        });
        QVERIFY(report.ok() && report->figures[0].disturbed() > 0);
        for (const double one : seconds) QCOMPARE(one, seconds.front());
    }

    /// Of a rung that was not measured yet the time is guessed: no bound is named.
    void aBoundIsNamedWhenEveryRungIsKnown() {
        KnownMachine machine;
        machine.load = [](int, const LabTrial& trial) {
            return isRepeat(trial) ? LabDisturbance::Load : LabDisturbance::None;
        };
        int early = 0, bounds = 0;
        const auto report = runLab(ladder(2), machine, [&](const LabReport& soFar) {
            bounds += soFar.isAtMost ? 1 : 0;
            early += soFar.isAtMost && soFar.measuredRungs() < soFar.wantedRungs() ? 1 : 0;
            return true;
        });
        QVERIFY(report.ok());
        QVERIFY2(bounds > 0 && early == 0, qPrintable(QStringLiteral("%1 of %2").arg(early).arg(bounds)));
    }

    void theWarmUpTellsTheTime() {
        KnownMachine machine;
        machine.noise = 0;
        double first = kNotMeasured, last = kNotMeasured;
        const auto report = runLab(ladder(3), machine, [&](const LabReport& soFar) {
            if (std::isnan(first)) first = soFar.secondsLeft;
            last = soFar.secondsLeft;
            return true;
        });
        QVERIFY(report.ok());
        QVERIFY(std::isfinite(first) && first > 0);  // while the first run still warms up
        QCOMPARE(last, 0.0);
        QCOMPARE(report->secondsLeft, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestLabDisturbed)
#include "tst_lab_disturbed.moc"
