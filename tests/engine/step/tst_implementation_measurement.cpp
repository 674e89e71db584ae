// SPDX-License-Identifier: GPL-3.0-or-later
// Which row "auto" takes, from made-up times of its steps.
#include "step/implementation_measurement.h"

#include <QtTest>

#include <map>
#include <memory>
#include <thread>
#include <vector>

using namespace gatelab;

namespace {

/// Rows whose steps cost what is said, on a machine whose load is said.
class MadeUpMachine {
public:
    explicit MadeUpMachine(std::vector<std::pair<std::string, double>> rows) : rows_(std::move(rows)) {}
    /// By row and its round, from 0: what a step costs beside what it should.
    std::function<double(const std::string& row, int round)> factor;
    double wall = 1;  ///< seconds that pass in one of the processor's
    int preempted = 0;
    std::map<std::string, int> rounds, steps;
    int held = 0, maxHeld = 0;

    [[nodiscard]] std::vector<ImplementationCandidate> candidates() {
        std::vector<ImplementationCandidate> all;
        for (const auto& [row, seconds] : rows_)
            all.push_back({row, [this, row = row, seconds = seconds] { return prepare(row, seconds); }});
        return all;
    }
    [[nodiscard]] RowFinding found() { return measureRows(candidates()).value_or(RowFinding{}); }

private:
    std::function<StepTime()> prepare(const std::string& row, double seconds) {
        if (seconds <= 0) return {};
        const int round = rounds[row]++;
        maxHeld = std::max(maxHeld, ++held);
        const std::shared_ptr<void> model(nullptr, [this](void*) { --held; });
        return [this, model, row, round, seconds, isFirst = true]() mutable {
            ++steps[row];
            double processor = seconds * (factor ? factor(row, round) : 1);
            if (isFirst) processor += 0.01;  // cold
            isFirst = false;
            return StepTime{processor, wall * processor, preempted};
        };
    }
    std::vector<std::pair<std::string, double>> rows_;
};

/// Ratios of native to whole of five rounds.
MadeUpMachine withRatios(std::vector<double> ratios) {
    MadeUpMachine machine({{"whole", 0.004}, {"native", 0.004}});
    machine.factor = [ratios = std::move(ratios)](const std::string& row, int round) {
        return row == "native" ? ratios[static_cast<std::size_t>(round)] : 1;
    };
    return machine;
}

}  // namespace

class TestImplementationMeasurement : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFastestIsTaken() {
        QCOMPARE(MadeUpMachine({{"whole", 0.004}, {"native", 0.005}}).found(), (RowFinding{"whole", true, true}));
        QCOMPARE(MadeUpMachine({{"whole", 0.005}, {"native", 0.004}}).found(), (RowFinding{"native", true, true}));
        QCOMPARE(MadeUpMachine({{"whole", 0.005}, {"native", 0.004}, {"library", 0.0036}}).found(),
                 (RowFinding{"library", true, true}));
        // Less than 3 % is not worth the later row.
        QCOMPARE(MadeUpMachine({{"whole", 0.004}, {"native", 0.00392}}).found().row, std::string("whole"));
    }

    // The start page's experiment once kept the row that took 1.2 times as long.
    void aLoadThatComesAndGoesIsNoAdvantage() {
        MadeUpMachine machine({{"whole", 0.004}, {"native", 0.005}, {"library", 0.006}});
        const double loads[] = {1.6, 1, 1.4, 1.9, 1.1};
        machine.factor = [&](const std::string&, int round) { return loads[round]; };
        QCOMPARE(machine.found(), (RowFinding{"whole", true, true}));
        // In one round it strikes one row alone.
        machine.rounds.clear();
        machine.factor = [&](const std::string& row, int round) { return row == "whole" && round == 2 ? 1.9 : 1; };
        QCOMPARE(machine.found(), (RowFinding{"whole", true, true}));
    }

    void othersOnTheCoresAreSeen() {
        MadeUpMachine machine({{"whole", 0.004}, {"native", 0.005}});
        machine.wall = 2.1;
        QCOMPARE(machine.found(), (RowFinding{"whole", true, false}));
        machine.wall = 1.02;
        QCOMPARE(machine.found(), (RowFinding{"whole", true, true}));
        machine.preempted = 1;
        QCOMPARE(machine.found(), (RowFinding{"whole", true, false}));
        // Whoever has no other choice needs no calm.
        MadeUpMachine one({{"whole", 0}, {"native", 0.004}});
        one.wall = 2.1;
        QCOMPARE(one.found(), (RowFinding{"native", true, true}));
    }

    void aLeadWithinTheNoiseIsNotClear() {
        QVERIFY(!withRatios({0.9, 1.1, 0.93, 1.05, 0.99}).found().isClear);
        QVERIFY(!withRatios({0.94, 0.95, 0.96, 0.98, 0.99}).found().isClear);
        QCOMPARE(withRatios({0.94, 0.95, 0.96, 0.94, 0.99}).found(), (RowFinding{"native", true, true}));
        QCOMPARE(withRatios({1.2, 0.9, 1.1, 1.15, 1.1}).found(), (RowFinding{"whole", true, true}));
    }

    void onlyOneIsInMemory() {
        MadeUpMachine machine({{"whole", 0.004}, {"native", 0.005}, {"library", 0.006}});
        QCOMPARE(machine.found().row, std::string("whole"));
        QCOMPARE(machine.maxHeld, 1);
        QCOMPARE(machine.held, 0);
        QCOMPARE(machine.rounds["library"], 5);
    }

    void whatIsFarBehindIsMeasuredOnce() {
        MadeUpMachine machine({{"whole", 0.004}, {"native", 0.005}, {"library", 0.02}});
        QCOMPARE(machine.found(), (RowFinding{"whole", true, true}));
        QCOMPARE(machine.rounds["native"], 5);
        QCOMPARE(machine.rounds["library"], 1);
        MadeUpMachine alone({{"whole", 0.004}, {"native", 0.01}, {"library", 0.02}});
        QCOMPARE(alone.found(), (RowFinding{"whole", true, true}));
        QCOMPARE(alone.rounds["whole"], 1);
    }

    void longStepsAreFew() {
        MadeUpMachine machine({{"whole", 1.5}, {"native", 1.8}, {"library", 2}});
        QCOMPARE(machine.found(), (RowFinding{"whole", true, true}));
        for (const char* row : {"whole", "native", "library"}) QCOMPARE(machine.steps[row], 2);
        // One round cannot tell so little.
        QVERIFY(!MadeUpMachine({{"whole", 1.5}, {"native", 1.4}}).found().isClear);
    }

    void whatCannotComputeTakesNoPart() {
        QCOMPARE(MadeUpMachine({{"whole", 0}, {"native", 0.005}, {"library", 0.006}}).found().row,
                 std::string("native"));
        QVERIFY(!measureRows(MadeUpMachine({{"whole", 0}, {"native", 0}}).candidates()));
        QVERIFY(!measureRows({}));
    }

    void aStopEndsIt() {
        MadeUpMachine machine({{"whole", 0.004}, {"native", 0.005}});
        int asked = 0;
        QVERIFY(!measureRows(machine.candidates(), [&] { return ++asked < 4; }));
        QCOMPARE(machine.rounds["whole"], 2);
        QCOMPARE(machine.rounds["native"], 1);
    }

    // The clocks themselves: what a thread computes, and what it waits for.
    void waitingIsNoWork() {
        const auto compute = [] {
            volatile double sum = 0;
            for (int i = 0; i < 3000000; ++i) sum = sum + i;
        };
        const StepTime own = measuredStep(compute)();
        QVERIFY(own.processor > 0.0005);
        QVERIFY(own.wall >= 0.9 * own.processor);
        const StepTime others = measuredStep([&] { std::thread(compute).join(); })();
        QVERIFY(others.processor < 0.5 * others.wall);
    }
};

QTEST_APPLESS_MAIN(TestImplementationMeasurement)
#include "tst_implementation_measurement.moc"
