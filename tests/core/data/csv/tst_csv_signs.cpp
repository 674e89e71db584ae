// SPDX-License-Identifier: GPL-3.0-or-later
// Signs that stand apart from their digits: a value is never read without its sign.
#include "core/data_support.h"

#include <QTest>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

class TestCsvSigns : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void signs_data();
    void signs();
};

namespace {
/// `count` rows of a time and two values: sign, then `gap`, then digits.
std::string table(const char* header, const char* delimiter, const char* gap, int count, bool plus) {
    std::string text = header;
    for (int i = 0; i < count; ++i) {
        const bool first = i % 3 == 0, second = i % 2 == 0;
        const std::string positive = plus ? std::string("+") + gap : "";
        text += timeText(INT64_C(1'579'880'000'000'000) + i * INT64_C(1'000'000)) + delimiter +
                (first ? std::string("-") + gap : positive) + numberText(1.25 + i) + delimiter +
                (second ? std::string("-") + gap : positive) + numberText(40.5 + i * i % 7) + "\n";
    }
    return text;
}
}  // namespace

void TestCsvSigns::signs_data() {
    QTest::addColumn<std::string>("text");
    QTest::newRow("commas") << table("time,a,b\n", ",", "  ", 40, true);
    QTest::newRow("commas, no plus") << table("time,a,b\n", ",", " ", 40, false);
    QTest::newRow("semicolons") << table("time;a;b\n", ";", "   ", 40, true);
    QTest::newRow("tabs") << table("time\ta\tb\n", "\t", "  ", 40, true);
    QTest::newRow("tabs on both sides") << table("time\ta\tb\n", "\t", "\t", 40, true);
    QTest::newRow("blanks") << table("date time a b\n", " ", " ", 40, true);
    QTest::newRow("blanks, no plus") << table("date time a b\n", " ", " ", 40, false);
    QTest::newRow("no names") << table("", "  ", "   ", 40, true);
    std::string text = table("time,a,b\n", ",", " ", 40, false);
    for (std::size_t at = text.find(",- "); at != std::string::npos; at = text.find(",- ", at + 1))
        text.replace(at + 1, 1, "\xE2\x88\x92");
    QTest::newRow("the minus sign of typesetters") << text;
}

void TestCsvSigns::signs() {
    QFETCH(std::string, text);
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{2});
    QVERIFY(series.time.known());
    QCOMPARE(series.rows(), std::int64_t{40});
    for (int i = 0; i < 40; ++i) {
        const auto row = static_cast<std::size_t>(i);
        QCOMPARE(series.channels[0].values[row], (i % 3 == 0 ? -1 : 1) * (1.25 + i));
        QCOMPARE(series.channels[1].values[row], (i % 2 == 0 ? -1 : 1) * (40.5 + i * i % 7));
        QCOMPARE(series.time.values[row], INT64_C(1'579'880'000'000'000) + i * INT64_C(1'000'000));
    }
}

QTEST_APPLESS_MAIN(TestCsvSigns)
#include "tst_csv_signs.moc"
