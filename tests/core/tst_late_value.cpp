// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/late_value.h"

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

class TestLateValue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { unpacked = 0; }

    void isUnpackedOnceForAllCopies() {
        const LateValue<std::string> first("ab", twice);
        const LateValue<std::string> second = first;  // NOLINT: the copy is the point
        QCOMPARE(unpacked.load(), 0);
        QCOMPARE(*second, std::string("abab"));
        QCOMPARE(first->size(), std::size_t{4});
        QCOMPARE(unpacked.load(), 1);
        QCOMPARE(&*first, &*second);
    }

    void emptyIsTheDefault() {
        const LateValue<std::string> none;
        QVERIFY(none->empty());
        LateValue<std::string> filled;
        filled.edit() = "x";
        QCOMPARE(*filled, std::string("x"));
        QVERIFY(none->empty());
        QVERIFY(LateValue<std::string>()->empty());
    }

    void aChangeStaysWithItsCopy() {
        LateValue<std::string> first("ab", twice);
        LateValue<std::string> second = first;
        second.edit() += "c";
        QCOMPARE(*first, std::string("abab"));
        QCOMPARE(*second, std::string("ababc"));
        second = std::string("new");
        QCOMPARE(*second, std::string("new"));
        const std::string* const before = &*second;
        second.edit() = "own";  // nobody shares it: nothing is copied
        QCOMPARE(&*second, before);
        const LateValue<std::string> third = second;
        second.edit() = "other";
        QCOMPARE(*third, std::string("own"));
    }

    void threadsMayReadAtOnce() {
        for (int round = 0; round < 200; ++round) {
            unpacked = 0;
            const LateValue<std::string> shared("ab", twice);
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

QTEST_APPLESS_MAIN(TestLateValue)
#include "tst_late_value.moc"
