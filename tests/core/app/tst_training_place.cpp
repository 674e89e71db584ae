// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_order.h"
#include "app/training_place.h"

#include <QTest>

using namespace gatelab;

/// How many ranks a run has where it trains.
class TestTrainingPlace : public QObject {
    Q_OBJECT
    static TrainingPlace at(std::int64_t ranks, const char* hosts) {
        TrainingPlace place{ranks, {}};
        if (*hosts != '\0') place.setup.hosts = *rankHostsFrom(hosts);
        return place;
    }
    static ExperimentConfig with(std::int64_t ranks) {
        ExperimentConfig config;
        config.ranks = ranks;
        return config;
    }

private Q_SLOTS:
    void ofNewSettings() {
        QCOMPARE(placedAt(at(0, ""), with(3)).ranks, std::int64_t{3});
        QCOMPARE(placedAt(at(2, ""), with(3)).ranks, std::int64_t{2});
        QCOMPARE(placedAt(at(0, "h1:4,h2"), with(1)).ranks, std::int64_t{6});
        QCOMPARE(placedAt(at(2, "h1:4"), with(1)).ranks, std::int64_t{6});
    }

    void ofAKeptRun() {
        // Its number counts those of its hosts.
        QCOMPARE(placedAgain(at(0, ""), with(5)).ranks, std::int64_t{5});
        QCOMPARE(placedAgain(at(1, ""), with(5)).ranks, std::int64_t{1});
        QCOMPARE(placedAgain(at(0, "h1:4"), with(5)).ranks, std::int64_t{5});
        QCOMPARE(placedAgain(at(0, "h1:4"), with(1)).ranks, std::int64_t{5});
        QCOMPARE(placedAgain(at(2, "h1:4"), with(9)).ranks, std::int64_t{6});
    }

    void aWaitingRunKeepsItsPlace() {
        QueuedRun run;
        QVERIFY(orderOf(run).place == nullptr);
        run.hosts = "h1:4";
        run.hostProgram = "/opt/gatelab-worker";
        run.placeRanks = 2;
        const RunOrder order = orderOf(run);
        QCOMPARE(order.place->ranks, std::int64_t{2});
        QCOMPARE(order.place->setup.hostsText(), std::string("h1:4"));
        QCOMPARE(order.place->setup.program, std::string("/opt/gatelab-worker"));
    }

    void withoutHostsNobodyIsAsked() {
        const auto place = std::make_shared<const TrainingPlace>(at(2, ""));
        QVERIFY(*reachHosts(place, with(2), {}) == place);
        QVERIFY(*reachHosts(nullptr, with(2), {}) == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestTrainingPlace)
#include "tst_training_place.moc"
