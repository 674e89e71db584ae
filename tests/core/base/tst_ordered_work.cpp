// SPDX-License-Identifier: GPL-3.0-or-later
// What threads share: values behind a lock, work that keeps its order, a count to wait for. Run under TSan, too.
#include "base/guarded.h"
#include "base/ordered_work.h"
#include "base/running_count.h"

#include <QTest>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace gatelab;

class TestOrderedWork : public QObject {
    Q_OBJECT

    static constexpr int kThreads = 4, kTimes = 500;
    template <class Work>
    static void together(Work work) {
        std::vector<std::thread> threads;
        for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back([=] { work(thread); });
        for (std::thread& thread : threads) thread.join();
    }

private Q_SLOTS:
    void noChangeIsLost() {
        Guarded<std::string> text;
        together([&text](int thread) {
            for (int i = 0; i < kTimes; ++i)
                text.with([&](std::string& all) { all += static_cast<char>('a' + thread); });
        });
        QCOMPARE(text.get().size(), std::size_t{kThreads * kTimes});
        const auto size = text.with([](std::string& all) { return all.size(); });
        QCOMPARE(size, std::size_t{kThreads * kTimes});
    }

    void whatIsTakenIsTakenOnce() {
        Guarded<std::optional<int>> newest;
        QVERIFY(!newest.take());
        newest.set(7);
        QCOMPARE(newest.take(), std::optional<int>(7));
        QVERIFY(!newest.take());
        std::atomic<int> taken = 0, put = 0;
        together([&](int thread) {
            for (int i = 0; i < kTimes; ++i) {
                if (thread % 2 == 1)
                    taken += newest.take().has_value() ? 1 : 0;
                else
                    newest.with([&](std::optional<int>& value) { put += value ? 0 : 1, value = i; });
            }
        });
        taken += newest.take() ? 1 : 0;
        QCOMPARE(taken.load(), put.load());
    }

    void workKeepsItsOrderWhoeverDoesIt() {
        OrderedWork work;
        std::vector<int> done;  // without a lock of its own: one after the other is what is tested
        std::atomic<int> next = 0;
        Guarded<int> order;
        together([&](int) {
            for (int i = 0; i < kTimes; ++i) {
                order.with([&](int&) {
                    work.add([&done, number = next++]() -> Result<> {
                        done.push_back(number);
                        return {};
                    });
                });
                QVERIFY(work.run().empty());
            }
        });
        QVERIFY(work.empty());
        QCOMPARE(done.size(), std::size_t{kThreads * kTimes});
        for (std::size_t i = 0; i < done.size(); ++i) QCOMPARE(done[i], static_cast<int>(i));
    }

    void whatIsAddedMeanwhileIsDone() {
        OrderedWork work;
        int done = 0;
        bool wasEmpty = true;
        work.add([&]() -> Result<> {
            wasEmpty = work.empty();
            work.add([&]() -> Result<> { return ++done, Result<>(); });
            return ++done, Result<>();
        });
        QVERIFY(!work.empty());
        QVERIFY(work.run().empty());
        QCOMPARE(done, 2);
        QVERIFY(!wasEmpty);
        QVERIFY(work.empty());
    }

    void anErrorStopsNothing() {
        OrderedWork work;
        int done = 0;
        work.add([] { return Result<>(Error{ErrorCode::DiskFull, "first"}); });
        work.add([&]() -> Result<> { return ++done, Result<>(); });
        work.add([] { return Result<>(Error{ErrorCode::ReadOnly, "third"}); });
        const std::vector<Error> errors = work.run();
        QCOMPARE(errors.size(), std::size_t{2});
        QCOMPARE(errors[0].code, ErrorCode::DiskFull);
        QCOMPARE(errors[1].code, ErrorCode::ReadOnly);
        QCOMPARE(done, 1);
    }

    void whatThrowsIsNotTriedAgain() {
        OrderedWork work;
        int tries = 0, done = 0;
        work.add([&]() -> Result<> {
            ++tries;
            throw std::runtime_error("out of order");
        });
        work.add([&]() -> Result<> { return ++done, Result<>(); });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, (void)work.run());
        QVERIFY(!work.empty());
        QVERIFY(work.run().empty());
        QCOMPARE(tries, 1);
        QCOMPARE(done, 1);
    }

    void allAreWaitedFor() {
        RunningCount running;
        running.waitForNone();  // none has begun
        std::atomic<int> ended = 0;
        std::vector<std::thread> threads;
        for (int thread = 0; thread < kThreads; ++thread) {
            running.begin();
            threads.emplace_back([&] {
                for (int i = 0; i < kTimes; ++i) std::this_thread::yield();
                ++ended;
                running.end();
            });
        }
        running.waitForNone();
        QCOMPARE(ended.load(), kThreads);
        for (std::thread& thread : threads) thread.join();
    }
};

QTEST_APPLESS_MAIN(TestOrderedWork)
#include "tst_ordered_work.moc"
