// SPDX-License-Identifier: GPL-3.0-or-later
// Cells that a person reads as numbers and this program does not: the reason is said with the column.
#include "core/data_support.h"
#include "data/cell_reason.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;
using namespace datatest;

class TestCsvTextCells : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void reasons();
    void saidWithTheColumn();
    void exponentsOfFortran();
};

void TestCsvTextCells::reasons() {
    const auto why = [](const char* cell) { return whyNoNumber(cell).english(); };
    QCOMPARE(why("\u0661\u0662"), std::string("its digits are of another script"));
    QCOMPARE(why("\uFF11\uFF12"), std::string("its digits are of another script"));
    QCOMPARE(why("0x1F"), std::string("it is a hexadecimal number"));
    QCOMPARE(why("12.5 \u00B1 0.3"), std::string("its error stands behind the number"));
    QCOMPARE(why("3/4"), std::string("it is a fraction"));
    QCOMPARE(why("12.5\u00B0C"), std::string("a unit or a remark stands behind the number"));
    QCOMPARE(why("EUR 1.234,50"), std::string("a currency or a mark stands before the number"));
    for (const char* text : {"hall", "ok", "", "12.5", "sensor of building 3", "a1b2", "x0", "Q1"})
        QVERIFY2(whyNoNumber(text).empty(), text);
}

void TestCsvTextCells::saidWithTheColumn() {
    std::string text = "a;b\n";
    for (int i = 0; i < 20; ++i) text += std::to_string(i * i % 7) + ";" + std::to_string(i) + ".5\u00B0C\n";
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY(data);
    QVERIFY(std::ranges::any_of(data->series->report.warnings, [](const ReadWarning& warning) {
        return warning.line == 2 && warning.message.english().find("'b' was left out although '0.5") == 7;
    }));
}

void TestCsvTextCells::exponentsOfFortran() {
    std::string text = "a,b\n";
    for (int i = 0; i < 20; ++i) text += std::to_string(i * i % 7) + ".25D+0" + std::to_string(i % 4) + ",1.0d-01\n";
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY(data);
    QCOMPARE(data->series->channels.size(), std::size_t{2});
    QCOMPARE(data->series->channels[0].values[1], 12.5);
    QCOMPARE(data->series->channels[1].values[0], 0.1);
}

QTEST_APPLESS_MAIN(TestCsvTextCells)
#include "tst_csv_text_cells.moc"
