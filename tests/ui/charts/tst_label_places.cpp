// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/label_places.h"

#include <QTest>

using namespace gatelab;

/// Names of points in a chart.
class TestLabelPlaces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLoneNameStandsBelowItsPoint() {
        const auto boxes = placeLabels({{200, 100}}, {{80, 16}}, QRectF(0, 0, 400, 300));
        QCOMPARE(boxes.front(), QRectF(160, 107, 80, 16));
    }

    void namesOfACrowdDoNotTouch() {
        const QRectF plot(40, 8, 600, 300);
        std::vector<QPointF> points;
        std::vector<QSizeF> sizes;
        for (int i = 0; i < 12; ++i) {
            points.emplace_back(300 + 3 * (i % 4), 100 + 2 * i);
            sizes.emplace_back(60 + 7 * (i % 5), 16);
        }
        const auto boxes = placeLabels(points, sizes, plot);
        int placed = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].isEmpty()) continue;
            ++placed;
            QVERIFY(plot.contains(boxes[i]));
            for (const QPointF& point : points) QVERIFY(!boxes[i].contains(point));
            for (std::size_t k = 0; k < i; ++k) QVERIFY(!boxes[k].intersects(boxes[i]));
        }
        QVERIFY(placed >= 8);
    }

    void withoutRoomThereIsNoName() {
        QVERIFY(placeLabels({{10, 10}}, {{80, 16}}, QRectF(0, 0, 40, 40)).front().isEmpty());
        QVERIFY(placeLabels({{50, 50}}, {{0, 0}}, QRectF(0, 0, 400, 300)).front().isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestLabelPlaces)
#include "tst_label_places.moc"
