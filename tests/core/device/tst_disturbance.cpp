// SPDX-License-Identifier: GPL-3.0-or-later
// What disturbs a timing: made-up looks at a machine, on made-up clocks.
#include "device/disturbance.h"

#include <unistd.h>
#include <QTest>

#include <string>

using namespace gatelab;

namespace {

MachineLook quiet() {
    MachineLook look;
    look.cores = 4;
    look.threads = 4;
    return look;
}

MachineLook loaded(double cores) {
    MachineLook look = quiet();
    look.otherCores = cores;
    return look;
}

/// A watch that is fed once a second.
struct Fed {
    DisturbanceWatch watch;
    double wall = 0, training = 0;
    int asked = 0;
    Fed() { add(quiet()); }
    std::vector<Disturbance> add(const MachineLook& look, double trained = 1) {
        wall += 1;
        training += trained;
        return watch.look(wall, training, [&] {
            ++asked;
            return look;
        });
    }
};

}  // namespace

class TestDisturbance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatFollowsCloselyIsOneSpan() {
        Fed fed;
        QVERIFY(fed.add(quiet()).empty());
        for (const double cores : {1.0, 3.1, 2.0}) QVERIFY(fed.add(loaded(cores)).empty());
        for (int i = 0; i < 2; ++i) QVERIFY(fed.add(quiet()).empty());
        QVERIFY(fed.add(loaded(0.5)).empty());
        std::vector<Disturbance> ended;
        for (int i = 0; i < 10 && ended.empty(); ++i) ended = fed.add(quiet());
        QCOMPARE(ended.size(), std::size_t{1});
        QCOMPARE(ended[0].from, 2.0);  // the look at 3 saw what was since 2
        QCOMPARE(ended[0].to, 8.0);
        QCOMPARE(ended[0].cause.english(), std::string("other programs kept up to 3.1 processor cores busy"));
        QVERIFY(fed.watch.close().empty());
    }

    void theEndTellsWhatStillGoesOn() {
        Fed fed;
        fed.add(loaded(2));
        const auto ended = fed.watch.close();
        QCOMPARE(ended.size(), std::size_t{1});
        QCOMPARE(ended[0].from, 1.0);
        QCOMPARE(ended[0].to, 2.0);
    }

    void coresThatTheRunDoesNotNeedAreNobodysBusiness() {
        Fed fed;
        MachineLook look = loaded(2);
        look.threads = 1;
        fed.add(look);
        QVERIFY(fed.watch.close().empty());
    }

    void aPauseCountsForNothing() {
        Fed fed;
        fed.add(loaded(3), 0);  // not even looked at: the run stands still
        QCOMPARE(fed.asked, 1);
        fed.wall += 60;
        fed.add(loaded(3));
        QCOMPARE(fed.asked, 2);
        QVERIFY(fed.watch.close().empty());
        fed.add(loaded(3));  // from here on the run goes on
        QCOMPARE(fed.watch.close().size(), std::size_t{1});
    }

    void aStepLongerThanAStretchIsOneStretch() {
        DisturbanceWatch watch;
        const auto busy = [] { return loaded(3); };
        (void)watch.look(0, 0, busy);
        for (int i = 1; i < 10; ++i) (void)watch.look(i, 0, busy);  // nothing is known of the step before its end
        (void)watch.look(10, 9.9, busy);
        const auto ended = watch.close();
        QCOMPARE(ended.size(), std::size_t{1});
        QCOMPARE(ended[0].to, 9.9);
    }

    void processesThatComputeOnTheGpuAreNamed() {
        Fed fed;
        MachineLook look = quiet();
        look.gpuOthers = {
            {static_cast<std::uint32_t>(::getpid()), 1 << 20, 0.4}, {0xfffffff0U, 0, std::nullopt}, {1, 1 << 20, 0.0}};
        fed.add(look);
        fed.add(look);
        const auto ended = fed.watch.close();
        QCOMPARE(ended.size(), std::size_t{1});
        const std::string cause = ended[0].cause.english(), own = std::to_string(::getpid());
        QVERIFY2(cause.find(processName(static_cast<std::uint32_t>(::getpid())) + " (" + own + "), 4294967280") !=
                     std::string::npos,
                 cause.c_str());
        QVERIFY2(cause.find("(1)") == std::string::npos, cause.c_str());  // it holds memory and computes nothing
    }

    void aClockThatIsHeldDownIsToldWithItsReason() {
        Fed fed;
        MachineLook look = quiet();
        look.clockShare = 0.4;  // idle: nothing holds it down
        fed.add(look);
        QVERIFY(fed.watch.close().empty());
        look.brake = GpuBrake::Power;
        look.clockShare = 0.95;
        fed.add(look);
        QVERIFY(fed.watch.close().empty());
        look.clockShare = 0.8;
        fed.add(look);
        look.brake = GpuBrake::Heat;
        look.clockShare = 0.6;
        fed.add(look);
        look.brake = GpuBrake::Power;
        look.clockShare = 0.7;
        fed.add(look);
        const auto ended = fed.watch.close();
        QCOMPARE(ended.size(), std::size_t{1});
        QCOMPARE(ended[0].cause.english(),
                 std::string("the clock of the GPU fell to 60 % of its highest, held down by heat"));
    }

    void causesAreToldApart() {
        Fed fed;
        MachineLook look = loaded(3);
        look.clockShare = 0.5;
        look.brake = GpuBrake::Hardware;
        fed.add(look);
        QCOMPARE(fed.watch.close().size(), std::size_t{2});
    }

    void thisProcessIsNoOther() {
        GpuReading reading;
        const auto own = static_cast<std::uint32_t>(::getpid());
        reading.processes = {{own, 100, std::nullopt}, {1, 50, std::nullopt}};
        QCOMPARE(otherProcesses(reading, true).size(), std::size_t{1});
        QCOMPARE(otherProcesses(reading, true)[0].pid, std::uint32_t{1});
        // In a container the driver counts processes otherwise: one that nobody knows is this one, where it computes.
        reading.processes = {{0xfffffff0U, 100, std::nullopt}, {1, 50, std::nullopt}};
        QCOMPARE(otherProcesses(reading, true).size(), std::size_t{1});
        QCOMPARE(otherProcesses(reading, false).size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestDisturbance)
#include "tst_disturbance.moc"
