// SPDX-License-Identifier: GPL-3.0-or-later
// Names of points that lie on one another: one for all of them, so that it is seen whose it is.
#include "charts/point_names.h"

#include <QTest>

using namespace gatelab;

namespace {

std::vector<const ChartPoint*> addresses(const std::vector<ChartPoint>& points) {
    std::vector<const ChartPoint*> all;
    for (const ChartPoint& point : points) all.push_back(&point);
    return all;
}

ChartPoint named(const char* label, const char* tag = "") {
    return {0, 0, QString::fromLatin1(label), {}, 0, QString::fromLatin1(tag)};
}

}  // namespace

class TestPointNames : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLonePointHasItsWholeName() {
        const std::vector<ChartPoint> points{named("0 The plain loop", "0"), named("1 Library layer", "1")};
        const auto names = pointNames(addresses(points), {{10, 10}, {100, 10}});
        QCOMPARE(names, (std::vector<QString>{"0 The plain loop", "1 Library layer"}));
    }

    void aCrowdHasItsTags() {
        const std::vector<ChartPoint> points{named("4 a", "4"), named("1 b", "1"), named("5 c", "5"),
                                             named("7 d", "7")};
        const auto names = pointNames(addresses(points), {{100, 100}, {10, 10}, {103, 104}, {96, 99}});
        QCOMPARE(names, (std::vector<QString>{"4, 5, 7", "1 b", "", ""}));
    }

    void withoutTagsItSaysHowMany() {
        const std::vector<ChartPoint> points{named("a"), named("b"), named("c")};
        const auto names = pointNames(addresses(points), {{100, 100}, {103, 104}, {96, 99}});
        QCOMPARE(names, (std::vector<QString>{"a and 2 more", "", ""}));
    }

    /// A row of points, each near the next one, is no crowd.
    void aRowHasSeveralNames() {
        std::vector<ChartPoint> points;
        std::vector<QPointF> at;
        for (int i = 0; i < 30; ++i) points.push_back(named("n", "n")), at.emplace_back(10 * i, 50);
        const auto names = pointNames(addresses(points), at);
        for (std::size_t i = 0, last = 0; i < names.size(); ++i) {
            if (names[i].isEmpty()) continue;
            QVERIFY(i == 0 || at[i].x() - at[last].x() >= 16);
            QVERIFY(i - last <= 2);
            last = i;
        }
    }

    void aPointWithoutANameIsInNoCrowd() {
        const std::vector<ChartPoint> points{named(""), named("b", "2")};
        QCOMPARE(pointNames(addresses(points), {{100, 100}, {101, 100}}), (std::vector<QString>{"", "b"}));
    }
};

QTEST_APPLESS_MAIN(TestPointNames)
#include "tst_point_names.moc"
