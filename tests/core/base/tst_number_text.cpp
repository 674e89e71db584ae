// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them.
#include "base/number_text.h"

#include <QTest>

#include <cmath>
#include <limits>

using gatelab::bytesTexts;
using gatelab::durationPhrase;
using gatelab::numberText;
using gatelab::shownPercent;
using gatelab::sizeText;

class TestNumberText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aShareIsWholeOnlyWhereItIs_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<double>("percent");
        QTest::newRow("half") << 0.4349 << 43.0;
        QTest::newRow("little") << -0.0044 << -0.4;
        QTest::newRow("nearly all") << -0.9963 << -99.6;
        QTest::newRow("all but a part") << 0.99996 << 99.9;
        QTest::newRow("all") << -1.0 << -100.0;
        QTest::newRow("twice") << 1.002 << 100.0;
    }
    void aShareIsWholeOnlyWhereItIs() {
        QFETCH(double, share);
        QFETCH(double, percent);
        QVERIFY2(std::abs(shownPercent(share) - percent) < 1e-12, qPrintable(QString::number(shownPercent(share))));
    }

    void hasSensibleDigits_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, int digits, const char* text) {
            QTest::addRow("%s", text) << value << digits << QString::fromLatin1(text);
        };
        row(33.5, 4, "33.50");
        row(10397.2, 4, "10397");
        row(19060, 3, "19060");
        row(999.96, 4, "1000");
        row(0.99999, 4, "1.000");
        row(0.0471, 3, "0.0471");
        row(1e-4, 2, "0.00010");
        row(3.8e-8, 2, "3.8e-8");
        row(-3e-7, 4, "-3e-7");
        row(1.25e16, 4, "1.25e16");
        row(9999999, 2, "9999999");
        row(0, 4, "0");
        row(-2.5, 2, "-2.5");
        row(std::nan(""), 4, "-");
        row(-std::numeric_limits<double>::infinity(), 4, "-inf");
    }
    void hasSensibleDigits() {
        QFETCH(double, value);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(numberText(value, digits)), text);
    }

    void unequalSizesAreToldApart_data() {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<QString>("texts");
        constexpr double kMiB = 1024 * 1024, kGiB = 1024 * kMiB;
        QTest::newRow("far apart") << 3 * kMiB << 1 * kMiB << "3 MiB, 1 MiB";
        QTest::newRow("near") << 1.2 * kMiB << 1.1 * kMiB << "1.2 MiB, 1.1 MiB";
        QTest::newRow("one byte of MiB") << kMiB + 1 << kMiB << "1.000001 MiB, 1.000000 MiB";
        QTest::newRow("one byte of GiB") << 20 * kGiB + 1 << 20 * kGiB << "20.000000001 GiB, 20.000000000 GiB";
        QTest::newRow("equal") << 20.0 * kGiB << 20.0 * kGiB << "20.0000000000 GiB, 20.0000000000 GiB";
    }
    void unequalSizesAreToldApart() {
        QFETCH(double, first);
        QFETCH(double, second);
        const auto [one, other] = bytesTexts(first, second);
        QTEST(QString::fromStdString(one + ", " + other), "texts");
    }

    void sizesHaveThreeDigits() {
        constexpr double kMiB = 1024 * 1024;
        QCOMPARE(sizeText(0), "0\u00A0B");
        QCOMPARE(sizeText(1023), "1023\u00A0B");
        QCOMPARE(sizeText(2.25 * kMiB), "2.3\u00A0MiB");  // half up
        QCOMPARE(sizeText(99.96 * kMiB), "100\u00A0MiB");
        QCOMPARE(sizeText(100.5 * kMiB), "101\u00A0MiB");
        QCOMPARE(sizeText(1023.99 * kMiB), "1.0\u00A0GiB");
        QCOMPARE(sizeText(-1536), "-1.5\u00A0KiB");
        QCOMPARE(sizeText(5000 * kMiB * kMiB), "5000\u00A0TiB");
    }

    void durationsGrow() {
        const auto told = [](double seconds) { return durationPhrase(seconds).english(); };
        QCOMPARE(told(-1), "-");
        QCOMPARE(told(std::nan("")), "-");
        QCOMPARE(told(0.2914), "291 ms");
        QCOMPARE(told(2.25), "2.3 s");  // half up
        QCOMPARE(told(1.15), "1.1 s");  // it is a little less than that
        QCOMPARE(told(9.96), "10 s");
        QCOMPARE(told(59.7), "1:00");
        QCOMPARE(told(3727), "1:02:07");
        QCOMPARE(told(3 * 86400 + 2 * 3600), "3 d 2 h");
    }
};

QTEST_APPLESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
