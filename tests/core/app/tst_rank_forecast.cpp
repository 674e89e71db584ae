// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rank_forecast.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr double kMilli = 1e-3, kMicro = 1e-6;

/// 1 Gbit/s, 50 us of delay, 50 us for each message.
constexpr LinkCosts kGigabit{50 * kMicro, 50 * kMicro, 125e6};

bool isNear(double value, double expected) { return std::abs(value - expected) < 1e-9; }

}  // namespace

/// What more ranks would gain: against numbers made by hand.
class TestRankForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// 24 kB of gradients, 16 rows in 16 blocks, 1.6 ms: every rank has one row at 16 ranks.
    void theExchangeIsThatOfTheFormula() {
        const SharedStep work{1.6 * kMilli, 24e3, 16, 16, 4};
        const auto sixteen = forecastRanks(work, kGigabit, 16);
        QVERIFY(sixteen.has_value());
        QVERIFY(isNear(sixteen->compute, 0.1 * kMilli));
        // 3 * 50 us + 30 * 50 us + 15/16 * 2 * 24 kB / 125 MB/s = 150 + 1500 + 360 us
        QVERIFY(isNear(sixteen->exchange, 2010 * kMicro));
        QVERIFY(isNear(sixteen->gain, 1.6 / 2.11));
        // Two ranks have eight blocks each: the first round sends four times the gradients, the second one half of
        // them. 150 + 100 + 1/2 * 9 * 24 kB / 125 MB/s = 150 + 100 + 864 us
        const auto two = forecastRanks(work, kGigabit, 2);
        QVERIFY(isNear(two->compute, 0.8 * kMilli));
        QVERIFY(isNear(two->exchange, 1114 * kMicro));
        QVERIFY(isNear(forecastRanks(work, kGigabit, 1)->gain, 1));
    }

    void aStepOfAWindowHasAFloor() {
        // 168 steps cost 1.68 ms, however few rows.
        const SharedStep work{60 * kMilli, 280e3, 64, 16, 168};
        QVERIFY(isNear(forecastRanks(work, kGigabit, 64)->compute, 1.68 * kMilli));
        QVERIFY(isNear(forecastRanks(work, kGigabit, 16)->compute, 3.75 * kMilli));
        // A step that is shorter than its floor is not made longer.
        const SharedStep small{0.2 * kMilli, 24e3, 64, 16, 24};
        QVERIFY(isNear(forecastRanks(small, kGigabit, 8)->compute, 0.2 * kMilli));
    }

    void blocksAreWhole() {
        // 3 ranks of 16 blocks: one has 6.
        const SharedStep work{16 * kMilli, 24e3, 64, 16, 1};
        QVERIFY(isNear(forecastRanks(work, kGigabit, 3)->compute, 6 * kMilli));
        // More ranks than blocks: as many blocks as ranks.
        QVERIFY(isNear(forecastRanks(work, kGigabit, 32)->compute, 0.5 * kMilli));
    }

    void moreRanksThanRowsCannotBe() {
        const SharedStep work{16 * kMilli, 24e3, 64, 16, 1};
        QVERIFY(!forecastRanks(work, kGigabit, 65));
        QVERIFY(!forecastRanks(work, kGigabit, 0));
        const auto all = forecastRanks(work, kGigabit);
        QCOMPARE(all.size(), std::size_t{7});
        QCOMPARE(all.back().ranks, std::int64_t{64});
        QCOMPARE(forecastRanks(SharedStep{1, 24e3, 4096, 16, 1}, kGigabit).back().ranks, std::int64_t{1024});
    }

    void theAdviceSaysWhatTheCoresAreFor() {
        const auto said = [](const SharedStep& work, const LinkCosts& costs) {
            return QString::fromStdString(rankAdvice(forecastRanks(work, costs)).english());
        };
        // Shape A of the study: 0.6 ms a step lose against the messages.
        QVERIFY(said({0.5 * kMilli, 24e3, 32, 16, 24}, kGigabit).endsWith("the right use of 64 cores is 64 trials"));
        QVERIFY(said({0.5 * kMilli, 24e3, 32, 16, 24}, kGigabit).startsWith("more ranks train"));
        // Shape C gains up to some ranks.
        const QString some = said({60 * kMilli, 280e3, 64, 16, 168}, kGigabit);
        QVERIFY2(some.contains("ranks are the fastest") && some.contains("64 trials"), qPrintable(some));
        // Work without end on a network without cost.
        const QString pays = said({100, 280e3, 64, 64, 1}, {1e-9, 1e-9, 1e12});
        QVERIFY2(pays.startsWith("64 ranks train these settings 64.0 times as fast"), qPrintable(pays));
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
