// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the classes of a sequence set: counts by part, lengths, gaps, mean and deviation by step.
#include "data/sequences/sequence_classes.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Two channels; the second holds `values`.
SequenceSet::Item itemOf(std::int32_t label, const std::vector<double>& values) {
    SequenceSet::Item item;
    item.label = label;
    item.steps = static_cast<std::int64_t>(values.size());
    for (const double value : values) {
        item.values.push_back(-7);
        item.values.push_back(value);
    }
    return item;
}

SequenceSet someSet() {
    SequenceSet set;
    set.channelNames = {"a", "b"};
    set.classNames = {"left", "right"};
    set.items = {itemOf(1, {1, 2}), itemOf(-1, {5}), itemOf(1, {3, kNaN, 9}), itemOf(0, {}), itemOf(1, {8, 4})};
    set.parts = {SequenceSet::Part::Train, SequenceSet::Part::Train, SequenceSet::Part::Train, SequenceSet::Part::Test,
                 SequenceSet::Part::Test};
    return set;
}

}  // namespace

class TestSequenceClasses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsLengthsAndGaps() {
        const auto classes = sequenceClasses(someSet(), 1);
        QCOMPARE(classes.size(), std::size_t{3});
        QCOMPARE(classes[0].label, 0);
        QCOMPARE(classes[1].label, 1);
        QCOMPARE(classes[2].label, -1);  // those without a class come last
        QCOMPARE(classes[1].train, std::int64_t{2});
        QCOMPARE(classes[1].test, std::int64_t{1});
        QCOMPARE(classes[1].shortest, std::int64_t{2});
        QCOMPARE(classes[1].longest, std::int64_t{3});
        QCOMPARE(classes[1].missing, std::int64_t{1});
        QCOMPARE(classes[0].longest, std::int64_t{0});
    }

    void meanAndDeviationByStep() {
        const SequenceClass right = sequenceClasses(someSet(), 1)[1];
        QCOMPARE(right.mean.size(), std::size_t{3});
        QCOMPARE(right.mean[0], 4.0);
        QCOMPARE(right.deviation[0], std::sqrt(13.0));  // of 1, 3, 8
        QCOMPARE(right.mean[1], 3.0);
        QCOMPARE(right.deviation[1], std::sqrt(2.0));  // the gap is left out
        QCOMPARE(right.mean[2], 9.0);
        QVERIFY(std::isnan(right.deviation[2]));
        QCOMPARE(sequenceClasses(someSet(), 0)[1].mean[0], -7.0);
    }

    void theNextOfAClass() {
        const SequenceSet set = someSet();
        QCOMPARE(nextItem(set, 0, 1, 1), std::size_t{2});
        QCOMPARE(nextItem(set, 0, 1, -2), std::size_t{1});
        QCOMPARE(nextItem(set, 2, 1, -2), std::size_t{4});  // one without a step is passed by
        QCOMPARE(nextItem(set, 4, 1, -2), std::size_t{4});
        QCOMPARE(nextItem(set, 4, -1, 1), std::size_t{2});
        QCOMPARE(nextItem(set, 2, 1, 0), std::size_t{2});
    }

    void itStopsWhereItIsTold() {
        QVERIFY(sequenceClasses(someSet(), 1, [](double) { return false; }).empty());
    }
};

QTEST_APPLESS_MAIN(TestSequenceClasses)
#include "tst_sequence_classes.moc"
