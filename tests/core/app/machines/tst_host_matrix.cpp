// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/host_matrix.h"

#include <QTest>

using namespace gatelab;

namespace {

/// This computer with one rank, h1 with two, h2 with one.
MeasuredRanks measured(const char* hosts, double when, std::vector<RankLink> links) {
    return {hosts, 4, when, {}, workIdentity({}), {1e-3, 4e4, 32, 16, 24}, std::move(links)};
}

KnownHosts::State known() {
    KnownHosts::State state;
    state.names = {"h1", "h2", "h3"};
    state.measured = {measured("h1:2,h2:1", 100,
                               {{0, 1, 1e-4, 1e-5, 1e9},
                                {0, 2, 3e-4, 1e-5, 5e8},
                                {0, 3, 2e-4, 2e-5, 1e8},
                                {1, 2, 1e-5, 1e-6, 4e9},
                                {1, 3, 5e-4, 1e-5, 2e8},
                                {2, 3, 4e-4, 1e-5, 1e8}})};
    return state;
}

}  // namespace

/// Delay and rate between machines from the pairs of ranks that were measured: against what stands in the list.
class TestHostMatrix : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSlowestPairOfTwoMachinesCounts() {
        const HostMatrix matrix = hostMatrix(known());
        QVERIFY((matrix.hosts == std::vector<std::string>{"", "h1", "h2", "h3"}));
        QVERIFY((matrix.at(0, 1)->costs == LinkCosts{3e-4, 1e-5, 5e8}));
        QVERIFY((matrix.at(0, 2)->costs == LinkCosts{2e-4, 2e-5, 1e8}));
        QVERIFY((matrix.at(1, 2)->costs == LinkCosts{5e-4, 1e-5, 1e8}));
        QVERIFY((matrix.at(1, 1)->costs == LinkCosts{1e-5, 1e-6, 4e9}));
        QVERIFY(!matrix.at(0, 0) && !matrix.at(2, 2) && !matrix.at(0, 3));
        for (std::size_t from = 0; from < 4; ++from)
            for (std::size_t to = 0; to < 4; ++to) QVERIFY(matrix.at(from, to) == matrix.at(to, from));
        QVERIFY(!matrix.isEmpty() && hostMatrix({}).isEmpty());
    }

    void theNewestOfAPairCounts() {
        KnownHosts::State state = known();
        // Written before, measured later; and one with a host that is in no list.
        state.measured.insert(state.measured.begin(), measured("h1:1,other:2", 200, {{0, 1, 7e-4, 1e-5, 1e7}}));
        const HostMatrix matrix = hostMatrix(state);
        QCOMPARE(matrix.hosts.back(), "other");
        QCOMPARE(matrix.at(0, 2)->measured, 100.);
        // Four ranks, three of them away: rank 1 is of h1.
        QCOMPARE(matrix.at(0, 1)->measured, 200.);
        QCOMPARE(matrix.at(0, 1)->costs.delay, 7e-4);
    }

    void otherNumbersOfRanksAreForetoldFromThePairs() {
        const KnownHosts::State state = known();
        QVERIFY(measuredFor(state, "h1:2,h2:1", {})->links.size() == 6);
        const auto two = measuredFor(state, "h1:8", {});
        QVERIFY(two.has_value());
        QVERIFY((two->costs == LinkCosts{3e-4, 1e-5, 5e8}));
        QCOMPARE(two->ranks, std::int64_t{9});
        QCOMPARE(two->measured, 100.);
        QVERIFY((measuredFor(state, "h2:1,h1:1", {})->costs == LinkCosts{5e-4, 2e-5, 1e8}));
        QVERIFY(!measuredFor(state, "h3:1", {}));
        QVERIFY(!measuredFor(state, "", {}));
        ExperimentConfig other;
        other.hiddenSize += 1;
        QVERIFY(!measuredFor(state, "h1:8", other));
    }
};

QTEST_APPLESS_MAIN(TestHostMatrix)
#include "tst_host_matrix.moc"
