// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/rank_forecast.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr double kMilli = 1e-3, kMicro = 1e-6;

/// 1 Gbit/s, 50 us of delay, 50 us for each message.
constexpr LinkCosts kGigabit{50 * kMicro, 50 * kMicro, 125e6};

/// As many machines of one core as anybody asks for.
constexpr RankMachines kMany{1024, 1};

bool isNear(double value, double expected) { return std::abs(value - expected) < 1e-9; }

}  // namespace

/// What more ranks would gain: against numbers made by hand.
class TestRankForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// 24 kB of gradients, 16 rows in 16 blocks, 1.6 ms: every rank has one row at 16 ranks.
    void theExchangeIsThatOfTheFormula() {
        const SharedStep work{1.6 * kMilli, 24e3, 16, 16, 4};
        const auto sixteen = forecastRanks(work, kGigabit, kMany, 16);
        QVERIFY(sixteen.has_value());
        QVERIFY(isNear(sixteen->compute, 0.1 * kMilli));
        // 3 * 50 us + 30 * 50 us + 15/16 * 2 * 24 kB / 125 MB/s = 150 + 1500 + 360 us
        QVERIFY(isNear(sixteen->exchange, 2010 * kMicro));
        QVERIFY(isNear(sixteen->gain, 1.6 / 2.11));
        // Two ranks have eight blocks each: the first round sends four times the gradients, the second one half of
        // them. 150 + 100 + 1/2 * 9 * 24 kB / 125 MB/s = 150 + 100 + 864 us
        const auto two = forecastRanks(work, kGigabit, kMany, 2);
        QVERIFY(isNear(two->compute, 0.8 * kMilli));
        QVERIFY(isNear(two->exchange, 1114 * kMicro));
        QVERIFY(isNear(forecastRanks(work, kGigabit, kMany, 1)->gain, 1));
    }

    void aStepOfAWindowHasAFloor() {
        // 168 steps cost 1.68 ms, however few rows.
        const SharedStep work{60 * kMilli, 280e3, 64, 16, 168};
        QVERIFY(isNear(forecastRanks(work, kGigabit, kMany, 64)->compute, 1.68 * kMilli));
        QVERIFY(isNear(forecastRanks(work, kGigabit, kMany, 16)->compute, 3.75 * kMilli));
        // A step that is shorter than its floor is not made longer.
        const SharedStep small{0.2 * kMilli, 24e3, 64, 16, 24};
        QVERIFY(isNear(forecastRanks(small, kGigabit, kMany, 8)->compute, 0.2 * kMilli));
    }

    void blocksAreWhole() {
        // 3 ranks of 16 blocks: one has 6.
        const SharedStep work{16 * kMilli, 24e3, 64, 16, 1};
        QVERIFY(isNear(forecastRanks(work, kGigabit, kMany, 3)->compute, 6 * kMilli));
        // More ranks than blocks: as many blocks as ranks.
        QVERIFY(isNear(forecastRanks(work, kGigabit, kMany, 32)->compute, 0.5 * kMilli));
    }

    void moreRanksThanRowsCannotBe() {
        const SharedStep work{16 * kMilli, 24e3, 64, 16, 1};
        QVERIFY(!forecastRanks(work, kGigabit, kMany, 65));
        QVERIFY(!forecastRanks(work, kGigabit, kMany, 0));
        const auto all = forecastRanks(work, kGigabit, kMany);
        QCOMPARE(all.size(), std::size_t{7});
        QCOMPARE(all.back().ranks, std::int64_t{64});
        QCOMPARE(forecastRanks(SharedStep{1, 24e3, 4096, 16, 1}, kGigabit, kMany).back().ranks, std::int64_t{1024});
    }

    /// 16 ms in 16 blocks on two cores: 8 ms alone.
    void ranksShareTheCoresOfTheirMachine() {
        const SharedStep work{16 * kMilli, 24e3, 64, 16, 1};
        const RankMachines here{1, 2};
        const auto compute = [&](const RankMachines& where, std::int64_t ranks) {
            return forecastRanks(work, kGigabit, where, ranks)->compute;
        };
        QVERIFY(isNear(compute(here, 1), 8 * kMilli));
        for (const std::int64_t ranks : {2, 4, 8, 16}) QVERIFY(isNear(compute(here, ranks), 8 * kMilli));
        // Three ranks: one has 6 blocks, and one waits for a core.
        QVERIFY(isNear(compute(here, 3), 12 * kMilli));
        for (const RankForecast& one : forecastRanks(work, kGigabit, here)) QVERIFY(one.gain <= 1);
        // 8 / (8 + 1.114) of the formula's exchange
        QVERIFY(isNear(forecastRanks(work, kGigabit, here, 2)->gain, 8 / 9.114));
        // Two such computers: four cores, against one computer with two.
        QVERIFY(isNear(compute({2, 2}, 4), 4 * kMilli));
        QVERIFY(isNear(compute({2, 2}, 8), 4 * kMilli));
        // Two of the four on each computer share its network, and speak to the other two over it:
        // 150 + 300 + 2 * 2/4 * 5 * 24 kB / 125 MB/s = 1410 us
        QVERIFY(isNear(forecastRanks(work, kGigabit, {2, 2}, 4)->gain, 8 / 5.41));
    }

    void theMachinesAreCounted() {
        QCOMPARE(machinesOf({}).machines, std::int64_t{1});
        QCOMPARE(machinesOf("h1:4").machines, std::int64_t{2});
        QCOMPARE(machinesOf("h1:4,h2:1").machines, std::int64_t{3});
        QVERIFY(machinesOf({}).cores >= 1);
    }

    void theAdviceSaysWhatTheCoresAreFor() {
        const auto said = [](const SharedStep& work, const LinkCosts& costs, const RankMachines& where) {
            return QString::fromStdString(rankAdvice(forecastRanks(work, costs, where), where).english());
        };
        const RankMachines hosts{64, 1};
        // Shape A of the study: 0.6 ms a step lose against the messages.
        const QString lost = said({0.5 * kMilli, 24e3, 32, 16, 24}, kGigabit, hosts);
        QVERIFY2(lost.startsWith("more machines train") && lost.endsWith("the right use of 64 cores is 64 trials"),
                 qPrintable(lost));
        // Shape C gains up to some ranks.
        const QString some = said({60 * kMilli, 280e3, 64, 16, 168}, kGigabit, hosts);
        QVERIFY2(some.contains("ranks are the fastest") && some.contains("64 trials"), qPrintable(some));
        // Work without end on a network without cost.
        const SharedStep large{100, 280e3, 64, 64, 1};
        const LinkCosts free{1e-9, 1e-9, 1e12};
        const QString pays = said(large, free, hosts);
        QVERIFY2(pays.startsWith("64 ranks on 64 machines train these settings 64.0 times as fast"), qPrintable(pays));
        // One computer gains nothing, however cheap its messages are.
        const QString here = said({16 * kMilli, 24e3, 64, 16, 1}, kGigabit, {1, 2});
        QVERIFY2(here.startsWith("on one computer threads do the same without messages: ") &&
                     here.contains(" times as fast as one process with all 2 cores") && here.contains("are 0."),
                 qPrintable(here));
        QVERIFY(!said(large, free, {1, 8}).contains("pay"));
    }

    void soManyCoresAreForTrialsOrForOneRun() {
        const auto said = [](const SharedStep& work, const LinkCosts& costs) {
            return QString::fromStdString(coresAdvice(work, costs, 1).english());
        };
        // Shapes A and C of the study on 1 Gbit/s: neither uses half of 64 cores.
        QCOMPARE(
            said({0.5 * kMilli, 24e3, 32, 16, 24}, kGigabit),
            QString("for steps of 32 rows and 24 kB of gradients the right use of 64 cores is 64 trials: ranks make "
                    "a run no faster"));
        const QString some = said({60 * kMilli, 280e3, 64, 16, 168}, kGigabit);
        QVERIFY2(
            some.contains("the right use of 64 cores is 64 trials: ") && some.contains("ranks, the fastest, train"),
            qPrintable(some));
        QCOMPARE(said({100, 280e3, 64, 64, 1}, {1e-9, 1e-9, 1e12}),
                 QString("for steps of 64 rows and 280 kB of gradients 64 cores may train one run: 64 ranks are 64.0 "
                         "times as fast as one core"));
    }

    void theSlowestPairCounts() {
        const std::vector<RankLink> links = {{0, 1, 1e-5, 2e-5, 1e9}, {0, 2, 3e-5, 1e-5, 5e8}, {1, 2, 2e-5, 1e-5, 2e9}};
        QVERIFY(slowestOf(links) == (LinkCosts{3e-5, 2e-5, 5e8}));
    }

    void theWorkIsThatOfThePlan() {
        ExperimentConfig config;
        config.batchSize = 8;
        config.lookback = 24;
        RunPlanInfo plan;
        QVERIFY(!sharedStep(config, plan, 1));
        plan.stepsPerEpoch = 50;
        plan.parameters = 1000;
        plan.precision = "fp32";
        QVERIFY(*sharedStep(config, plan, 1) == (SharedStep{0.02, 4000, 8, 8, 24}));
        plan.precision = "fp64";
        QCOMPARE(sharedStep(config, plan, 1)->gradientBytes, 8000.);
    }
};

QTEST_APPLESS_MAIN(TestRankForecast)
#include "tst_rank_forecast.moc"
