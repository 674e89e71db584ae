// SPDX-License-Identifier: GPL-3.0-or-later
// The order by blocks: every example once, a group at a time and no other order than that of the whole epoch, and never
// more places of the data than a few blocks.
#include "data/epoch_order.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <vector>

using namespace gatelab;

namespace {

using Numbers = std::vector<std::int64_t>;

Numbers whole(const BlockOrder& order) {
    Numbers all;
    for (std::int64_t group = 0; group < order.groups(); ++group) {
        const Numbers part = order.examplesOf(group);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace

class TestEpochOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyExampleOnce_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("block");
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("less than a block") << 7 << 100;
        QTest::newRow("less than a group") << 95 << 10;
        QTest::newRow("blocks without a rest") << 1600 << 10;
        QTest::newRow("a rest") << 1603 << 10;
        QTest::newRow("blocks of one") << 333 << 1;
        QTest::newRow("many groups") << 20'011 << 7;
    }
    void everyExampleOnce() {
        QFETCH(int, count);
        QFETCH(int, block);
        for (std::int64_t epoch = 0; epoch < 20; ++epoch) {
            const BlockOrder order(count, block, 5, epoch);
            Numbers all = whole(order);
            QCOMPARE(std::ssize(all), count);
            for (std::int64_t group = 0; group < order.groups(); ++group) {
                const std::int64_t first = order.firstOf(group), end = order.firstOf(group + 1);
                QCOMPARE(order.groupAt(first), group);
                QCOMPARE(order.groupAt(end - 1), group);
                // The group alone is that part of the whole, and lies in its blocks.
                const Numbers own = order.examplesOf(group);
                QVERIFY(std::ranges::equal(own, std::span(all).subspan(static_cast<std::size_t>(first), own.size())));
                QCOMPARE(end - first, std::ssize(own));
                const auto blocks = order.blocksOf(group);
                QVERIFY(std::ssize(blocks) <= BlockOrder::kOpenBlocks);
                for (const std::int64_t example : own)
                    QVERIFY(std::ranges::any_of(blocks, [&](const auto& one) {
                        return example >= one.first && example < one.first + one.second;
                    }));
            }
            std::ranges::sort(all);
            Numbers expected(static_cast<std::size_t>(count));
            std::iota(expected.begin(), expected.end(), std::int64_t{0});
            QVERIFY(all == expected);
        }
    }

    void isAFunctionOfSeedAndEpoch() {
        const Numbers first = whole(BlockOrder(5000, 20, 1, 0));
        QVERIFY(first == whole(BlockOrder(5000, 20, 1, 0)));
        std::set<Numbers> different{first};
        different.insert(whole(BlockOrder(5000, 20, 2, 0)));
        different.insert(whole(BlockOrder(5000, 20, 1, 1)));
        different.insert(whole(BlockOrder(5000, 21, 1, 0)));
        QCOMPARE(different.size(), std::size_t(4));
        QVERIFY(first != epochOrder(5000, 1, 0, true));
    }

    /// A few blocks are mixed, and their order is no order of rows.
    void isMixed() {
        const BlockOrder order(100'000, 100, 3, 0);
        const Numbers group = order.examplesOf(0);
        std::int64_t neighbours = 0, sameBlock = 0;
        for (std::size_t i = 1; i < group.size(); ++i) {
            neighbours += group[i] == group[i - 1] + 1 ? 1 : 0;
            sameBlock += group[i] / 100 == group[i - 1] / 100 ? 1 : 0;
        }
        QVERIFY(neighbours < std::ssize(group) / 100);
        QVERIFY(sameBlock < std::ssize(group) / 8);  // one in 16 by chance
        const auto blocks = order.blocksOf(0);
        QVERIFY(!std::ranges::is_sorted(blocks));
    }

    /// As it was before there were blocks: old runs are made again by it.
    void theWholeOrderStays() {
        QVERIFY(epochOrder(6, 1, 0, false) == Numbers({0, 1, 2, 3, 4, 5}));
        QVERIFY(epochOrder(12, 7, 3, true) == Numbers({10, 8, 4, 3, 2, 11, 7, 9, 0, 5, 6, 1}));
    }

    void blocksByTheShapeOfTheData() {
        QCOMPARE(examplesOfBlock(1, 1, 100), std::int64_t(1 << 20));
        QCOMPARE(examplesOfBlock(16, 1, 100), std::int64_t(1 << 16));
        QCOMPARE(examplesOfBlock(16, 4, 100), std::int64_t(1 << 14));
        QCOMPARE(examplesOfBlock(1 << 20, 1, 100), std::int64_t(400));  // rows that two blocks share are few
        QCOMPARE(examplesOfBlock(1 << 20, 1000, 100), std::int64_t(1));
    }
};

QTEST_APPLESS_MAIN(TestEpochOrder)
#include "tst_epoch_order.moc"
