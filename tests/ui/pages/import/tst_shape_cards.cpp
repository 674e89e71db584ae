// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of a table as pictures: all of them are seen, however narrow the page is, and none over another.
#include "pages/import/shape_cards.h"

#include "common/theme.h"

#include <QtTest>

#include <set>

using namespace gatelab;

class TestShapeCards : public QObject {
    Q_OBJECT
    Theme theme_;

    static std::vector<ShapeCandidate> five() {
        std::vector<ShapeCandidate> all;
        for (const char* shape : {"together", "rows", "long", "transposed", "across"}) {
            ShapeCandidate one;
            one.shape = shape;
            one.outcome = Phrase("30 series, 206 to 411 rows");
            one.reason = Phrase("steps 100 % equal, cells 100 % filled");
            one.isGuess = all.empty();
            all.push_back(std::move(one));
        }
        return all;
    }

private Q_SLOTS:
    void allAreSeenAtAnyWidth_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("rows");
        QTest::newRow("wide page") << 1300 << 1;
        QTest::newRow("1280 px") << 852 << 2;
        QTest::newRow("narrow") << 560 << 3;
    }

    void allAreSeenAtAnyWidth() {
        QFETCH(int, width);
        QFETCH(int, rows);
        ShapeCards cards(theme_);
        cards.resize(width, 300);
        cards.setCandidates(five());
        QVERIFY(QTest::qWaitForWindowExposed(&cards));
        cards.resize(width, 300);
        const auto all = cards.findChildren<ShapeCard*>();
        QCOMPARE(all.size(), qsizetype{5});
        QTRY_VERIFY(all.back()->width() > 100);
        std::set<int> tops;
        for (const ShapeCard* card : all) {
            QVERIFY2(card->isVisible(), card->candidate().shape.c_str());
            const QRect place(card->mapTo(&cards, QPoint()), card->size());
            QVERIFY2(place.left() >= 0 && place.right() < cards.width(), card->candidate().shape.c_str());
            tops.insert(place.top());
            for (const ShapeCard* other : all)
                QVERIFY(other == card || !QRect(other->mapTo(&cards, QPoint()), other->size()).intersects(place));
        }
        QCOMPARE(static_cast<int>(tops.size()), rows);
    }

    void oneShapeIsNothingToChoose() {
        ShapeCards cards(theme_);
        cards.resize(852, 300);
        std::vector<ShapeCandidate> one = five();
        one.resize(1);
        cards.setCandidates(one);
        QVERIFY(cards.isHidden());
        cards.setCandidates(five());
        QVERIFY(!cards.isHidden());
        cards.setCandidates({});
        QVERIFY(cards.isHidden());
    }
};

QTEST_MAIN(TestShapeCards)
#include "tst_shape_cards.moc"
