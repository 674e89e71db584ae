// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/lazy_value.h"

#include <QtTest>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace gatelab;

namespace {

std::atomic<int> unpacked = 0;

std::string twice(std::string_view packed) {
    ++unpacked;
    return std::string(packed) + std::string(packed);
}

}  // namespace

class TestLazyValue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { unpacked = 0; }

    void isUnpackedOnceForAllCopies() {
        const LazyValue<std::string> first("ab", twice);
        const LazyValue<std::string> second = first;  // NOLINT: the copy is the point
        QCOMPARE(unpacked.load(), 0);
        QCOMPARE(*second, std::string("abab"));
        QCOMPARE(first->size(), std::size_t{4});
        QCOMPARE(unpacked.load(), 1);
        QCOMPARE(&*first, &*second);
    }

    void emptyIsTheDefault() {
        const LazyValue<std::string> none;
        QVERIFY(none->empty());
        LazyValue<std::string> filled;
        filled.edit() = "x";
        QCOMPARE(*filled, std::string("x"));
        QVERIFY(none->empty());
        QVERIFY(LazyValue<std::string>()->empty());
    }

    void aChangeStaysWithItsCopy() {
        LazyValue<std::string> first("ab", twice);
        LazyValue<std::string> second = first;
        second.edit() += "c";
        QCOMPARE(*first, std::string("abab"));
        QCOMPARE(*second, std::string("ababc"));
        second = std::string("new");
        QCOMPARE(*second, std::string("new"));
        const std::string* const before = &*second;
        second.edit() = "own";  // nobody shares it: nothing is copied
        QCOMPARE(&*second, before);
        const LazyValue<std::string> third = second;
        second.edit() = "other";
        QCOMPARE(*third, std::string("own"));
    }

    void threadsMayReadAtOnce() {
        for (int round = 0; round < 200; ++round) {
            unpacked = 0;
            const LazyValue<std::string> shared("ab", twice);
            std::atomic<int> right = 0;
            std::vector<std::thread> readers;
            for (int i = 0; i < 4; ++i)
                readers.emplace_back([copy = shared, &right] { right += *copy == "abab" ? 1 : 0; });
            for (std::thread& reader : readers) reader.join();
            QCOMPARE(right.load(), 4);
            QCOMPARE(unpacked.load(), 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestLazyValue)
#include "tst_lazy_value.moc"
