// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "base/spsc_ring.h"
#include "run/metric_channel.h"
#include "run/run_control.h"

#include <QTest>
#include <array>
#include <set>
#include <thread>

using namespace gatelab;

class TestRunControl : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingAskedCostsNothing() {
        RunControl control;
        const RunDirective directive = control.checkpoint();
        QVERIFY(!directive.stop && !directive.paused && !directive.abandon && directive.changes.empty());
    }

    void aStepIsOneStep() {
        RunControl control;
        control.step();  // of a running run: pauses first
        QVERIFY(control.checkpoint().paused);
        control.step();
        control.step();
        QVERIFY(!control.checkpoint().paused);
        QVERIFY(!control.checkpoint().paused);
        QVERIFY(control.checkpoint().paused);
        control.pause(false);
        QVERIFY(!control.checkpoint().paused);
    }

    void aStopIsSeenAgain() {
        RunControl control;
        control.stop();
        QVERIFY(control.checkpoint().stop);
        QVERIFY(control.checkpoint().stop);
        QVERIFY(control.stopRequested());
    }

    void changesArriveOnceAndInOrder() {
        RunControl control;
        control.change({"learning_rate", 0.1});
        control.change({"learning_rate", 0.2});
        const auto directive = control.checkpoint();
        QCOMPARE(directive.changes.size(), std::size_t{2});
        QCOMPARE(std::get<double>(directive.changes[1].value), 0.2);
        QVERIFY(control.checkpoint().changes.empty());
    }

    void pausedThreadWakes_data() {
        QTest::addColumn<int>("by");
        for (int by = 0; by < 5; ++by) QTest::addRow("%d", by) << by;
    }
    void pausedThreadWakes() {
        QFETCH(int, by);
        RunControl control;
        control.pause(true);
        std::thread trainer([&] { control.waitWhilePaused(); });
        if (by == 0) control.pause(false);
        if (by == 1) control.step();
        if (by == 2) control.stop();
        if (by == 3) control.abandon();
        if (by == 4) control.change({"clip_norm", 1.0});
        trainer.join();
        QVERIFY(true);
    }

    void ringKeepsOrderUnderLoad() {
        SpscRing<std::uint64_t> ring(1000);
        QCOMPARE(ring.capacity(), std::size_t{1024});
        constexpr std::uint64_t kCount = 300000;
        std::thread producer([&] {
            for (std::uint64_t i = 0; i < kCount;)
                if (ring.push(i))
                    ++i;
                else
                    std::this_thread::yield();
        });
        std::uint64_t expected = 0;
        bool inOrder = true;
        while (expected < kCount) ring.drain([&](std::uint64_t value) { inOrder = inOrder && value == expected++; });
        producer.join();
        QVERIFY(inOrder);
    }

    void fullChannelCountsDrops() {
        MetricChannel channel(4);
        for (int i = 0; i < 6; ++i) channel.push(MetricSample{MetricId::TrainLoss, 0, i, 0, 0, 0, 0});
        QCOMPARE(channel.dropped(), std::uint64_t{2});
        std::vector<std::int64_t> steps;
        channel.drainMetrics([&](const MetricSample& sample) { steps.push_back(sample.step); });
        QCOMPARE(steps, (std::vector<std::int64_t>{0, 1, 2, 3}));
    }

    void eventsAreLossless() {
        MetricChannel channel;
        std::thread poster([&] {
            for (std::int64_t step = 0; step < 1000; ++step) channel.post({StateChange{}, step});
        });
        std::vector<RunEvent> events;
        while (events.size() < 1000)
            for (auto& event : channel.takeEvents()) events.push_back(std::move(event));
        poster.join();
        for (std::size_t i = 0; i < events.size(); ++i) QCOMPARE(events[i].step, static_cast<std::int64_t>(i));
    }

    void metricTableIsInOrder() {
        std::set<std::string> keys;
        for (std::size_t i = 0; i < metrics().size(); ++i) {
            QCOMPARE(static_cast<std::size_t>(metrics()[i].id), i);
            QVERIFY(keys.insert(metrics()[i].key).second);
            QCOMPARE(findMetric(metrics()[i].key), &metrics()[i]);
        }
    }

    void curvesHaveKeys() {
        for (const Metric& row : metrics())
            for (const std::uint16_t layer : {0, 1, 17}) {
                const MetricChannelId channel{row.id, row.perLayer ? layer : std::uint16_t{0}};
                const auto back = findChannel(channelKey(channel));
                QVERIFY2(back && *back == channel, channelKey(channel).c_str());
            }
        QCOMPARE(channelKey({MetricId::Saturation, 2}), std::string("saturation_l2"));
        for (const char* none : {"", "saturation", "saturation_l", "saturation_lx", "saturation_l-1", "saturation_l2x",
                                 "saturation_l99999", "saturation_l1024", "train_loss_l0", "_l0", "no_such_l0"})
            QVERIFY2(!findChannel(none), none);
    }

    void philoxKnownAnswers() {
        // Random123's known answer for philox4x32-10 with counter and key all zero.
        const auto zero = Rng(0, static_cast<RandomPurpose>(0)).block(0);
        QCOMPARE(zero, (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    }

    void streamsDiffer() {
        std::set<std::uint64_t> first;
        for (std::uint64_t seed = 0; seed < 4; ++seed)
            for (const auto purpose : {RandomPurpose::Order, RandomPurpose::Dropout, RandomPurpose::Initialisation})
                for (std::uint64_t stream = 0; stream < 4; ++stream)
                    QVERIFY(first.insert(Rng(seed, purpose, stream).next()).second);
    }

    void belowIsFair() {
        Rng rng(7, RandomPurpose::Test);
        std::array<int, 6> counts{};
        for (int i = 0; i < 60000; ++i) ++counts[rng.below(6)];
        for (const int count : counts) QVERIFY(std::abs(count - 10000) < 500);
    }
};

QTEST_APPLESS_MAIN(TestRunControl)
#include "tst_run_control.moc"
