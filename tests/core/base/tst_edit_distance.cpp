// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/words/edit_distance.h"

#include <QtTest>

using namespace gatelab;

class TestEditDistance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsLetters() {
        QCOMPARE(editDistance("", ""), std::size_t{0});
        QCOMPARE(editDistance("hidden", "hidden"), std::size_t{0});
        QCOMPARE(editDistance("", "loss"), std::size_t{4});
        QCOMPARE(editDistance("loss", ""), std::size_t{4});
        QCOMPARE(editDistance("epoch", "epochs"), std::size_t{1});     // put in
        QCOMPARE(editDistance("epochss", "epochs"), std::size_t{1});   // left out
        QCOMPARE(editDistance("droqout", "dropout"), std::size_t{1});  // changed
        QCOMPARE(editDistance("form", "from"), std::size_t{2});        // two that are swapped are two
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t{3});
        QCOMPARE(editDistance("sitting", "kitten"), std::size_t{3});
    }
};

QTEST_APPLESS_MAIN(TestEditDistance)
#include "tst_edit_distance.moc"
