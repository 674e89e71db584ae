// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/target_deviation.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

/// Two channels and two steps: weather, which changes, and an area, which does not.
SequenceSet::Item item(double area, double target) { return {2, {1, area, 2, area}, {target}, -1}; }

SequenceSet set(std::vector<SequenceSet::Item> items) {
    SequenceSet made;
    made.channelNames = {"rain", "area"};
    made.items = std::move(items);
    return made;
}

}  // namespace

class TestTargetDeviation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void channelsThatNeverChangeTellWhoseASequenceIs() {
        QCOMPARE(constantChannels(set({item(1, 0), item(2, 0)})), std::vector<std::size_t>{1});
        SequenceSet changes = set({item(1, 0)});
        changes.items[0].values[3] = 7;
        QVERIFY(constantChannels(changes).empty());
        SequenceSet single = set({item(1, 0)});
        single.items.push_back({1, {1, 1}, {0}, -1});
        QVERIFY(constantChannels(single).empty());  // one step says nothing
    }

    /// A river of 10 and 20, and one of 1 and 3; the tested sequence of each is weighed as those that were trained on.
    void eachHasItsOwnDeviation() {
        const SequenceSet rivers =
            set({item(1, 10), item(2, 1), item(1, 20), item(2, 3), item(1, 500), item(2, 500), item(3, 5)});
        const std::vector<std::int64_t> train{0, 1, 2, 3};
        const std::vector<double> found = targetDeviations(rivers, train, 1);
        QCOMPARE(found.size(), std::size_t{7});
        QCOMPARE(found[0], 5.0);
        QCOMPARE(found[4], 5.0);
        QCOMPARE(found[1], 1.0);
        QCOMPARE(found[5], 1.0);
        // Nobody has trained on the third: the deviation of all, mean 8.5.
        QCOMPARE(found[6], std::sqrt((1.5 * 1.5 + 7.5 * 7.5 + 11.5 * 11.5 + 5.5 * 5.5) / 4));
    }

    void whatNeverChangesWeighsOneOrItsOwnNothing() {
        QCOMPARE(targetDeviations(set({item(1, 4)}), std::vector<std::int64_t>{0}, 1), std::vector<double>{1});
        const SequenceSet dry = set({item(1, 0), item(1, 0), item(2, 3), item(2, 5)});
        QCOMPARE(targetDeviations(dry, std::vector<std::int64_t>{0, 1, 2, 3}, 1), (std::vector<double>{0, 0, 1, 1}));
    }
};

QTEST_APPLESS_MAIN(TestTargetDeviation)
#include "tst_target_deviation.moc"
