// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them.
#include "base/number_text.h"

#include <QTest>

#include <cmath>
#include <limits>

using gatelab::numberText;

class TestNumberText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hasSensibleDigits_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, int digits, const char* text) { QTest::addRow("%s", text) << value << digits << QString::fromLatin1(text); };
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
};

QTEST_APPLESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
