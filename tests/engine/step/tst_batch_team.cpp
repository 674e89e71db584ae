// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/batch_team.h"

#include <QTest>

#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>

using namespace gatelab;

/// Threads that work on parts of one thing: each part once, however their number changes.
class TestBatchTeam : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPartIsDoneOnceWhileTheNumberChanges() {
        const auto cores = std::make_shared<std::atomic<std::int64_t>>(1);
        BatchTeam team(1, nullptr, 6);
        team.follow(cores);
        std::int64_t most = 0;
        for (int call = 0; call < 400; ++call) {
            if (call % 50 == 0) *cores = std::int64_t{1} + call / 50 % 4 * 3;  // 1, 4, 7, 10: more than blocks as well
            std::vector<std::atomic<int>> done(6);
            team.run(6, [&](std::int64_t part) { ++done[static_cast<std::size_t>(part)]; });
            QVERIFY(std::ranges::all_of(done, [](const std::atomic<int>& times) { return times == 1; }));
            QVERIFY(team.threads() >= 1 && team.threads() <= std::min<std::int64_t>(*cores, 6));
            most = std::max(most, team.threads());
        }
        QCOMPARE(most, std::int64_t{6});
    }

    /// What waits for all is faster with more; what is over at once is not.
    void theFastestNumberGoesOn() {
        const auto cores = std::make_shared<std::atomic<std::int64_t>>(1);
        BatchTeam team(1, nullptr, 4);
        team.follow(cores);
        *cores = 4;
        std::mutex mutex;
        std::set<std::int64_t> tried;
        // Each thread more makes it slower: they wait for each other.
        for (int call = 0; call < 60; ++call) {
            team.run(4, [&](std::int64_t) {
                const std::lock_guard lock(mutex);
                volatile double sum = 0;
                for (int i = 0; i < 200000 * static_cast<int>(team.threads()); ++i) sum = sum + i;
            });
            tried.insert(team.threads());
        }
        QVERIFY(tried.contains(4) && tried.contains(2) && tried.contains(1));
        QCOMPARE(team.threads(), std::int64_t{1});
    }

    void whatTheLowestPartThrowsIsThrown() {
        BatchTeam team(2, nullptr, 4);
        QCOMPARE(team.threads(), std::int64_t{2});
        bool isThrown = false;
        try {
            team.run(4, [](std::int64_t part) {
                if (part > 0) throw std::runtime_error(std::to_string(part));
            });
        } catch (const std::runtime_error& problem) {
            isThrown = problem.what() == std::string("1");
        }
        QVERIFY(isThrown);
    }
};

QTEST_APPLESS_MAIN(TestBatchTeam)
#include "tst_batch_team.moc"
