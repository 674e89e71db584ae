// SPDX-License-Identifier: GPL-3.0-or-later
// By how much an error is another one, in words that can be pictured: percents, beyond ten times a ratio.
#include "base/numeric/change_text.h"

#include <QTest>

#include <cmath>
#include <string>

using namespace gatelab;

class TestChangeText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void percentsUntilTenTimes_data() {
        QTest::addColumn<double>("change");
        QTest::addColumn<QString>("whole");
        QTest::addColumn<QString>("brief");
        const auto row = [](double change, const char* whole, const char* brief) {
            QTest::newRow(whole) << change << QString::fromLatin1(whole) << QString::fromLatin1(brief);
        };
        row(0.0866, "+8.7 %", "+8.7 %");
        row(0.65, "+65 %", "+65 %");
        row(-0.824, "-82 %", "-82 %");
        row(-1, "-100 %", "-100 %");
        row(0, "0 %", "0 %");
        row(0.0002, "0 %", "0 %");
        row(8.99, "+899 %", "+899 %");
        row(9, "10 times as large", "10 times");
        row(20.4, "21 times as large", "21 times");
        row(999, "1000 times as large", "1000 times");
        row(1019233.7, "over 1000 times as large", "over 1000 times");
        row(2.5e7, "over 1000 times as large", "over 1000 times");
        row(INFINITY, "over 1000 times as large", "over 1000 times");
    }

    void percentsUntilTenTimes() {
        QFETCH(double, change);
        QFETCH(QString, whole);
        QFETCH(QString, brief);
        QCOMPARE(QString::fromStdString(changePhrase(change).english()), whole);
        QCOMPARE(QString::fromStdString(shortChangePhrase(change).english()), brief);
    }

    void whatWasNotMeasuredSaysNothing() {
        QVERIFY(changePhrase(NAN).empty());
        QVERIFY(shortChangePhrase(NAN).empty());
    }
};

QTEST_APPLESS_MAIN(TestChangeText)
#include "tst_change_text.moc"
