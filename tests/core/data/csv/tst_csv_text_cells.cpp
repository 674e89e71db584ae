// SPDX-License-Identifier: GPL-3.0-or-later
// Cells that a person reads as numbers and this program does not: the reason is said with the column.
#include "core/data_support.h"
#include "data/cell_reason.h"
#include "data/tables/file_part.h"
#include "export/series_export.h"
#include "io/file_io.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace gatelab;
using namespace datatest;

class TestCsvTextCells : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void reasons();
    void saidWithTheColumn();
    void exponentsOfFortran();
    void columnsAlignedByBlanks();
    void rowsThatLackCellsBetweenBlanks();
    void secondTableOfOtherNames();
    void oneWordInPlaceOfNumbers();
    void zonesByName();
    void missingInTheOnlyColumn();
    void digitsBelowMicroseconds();
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

/// A line without any character is no row: pandas skips it, and so do we.
void TestCsvTextCells::missingInTheOnlyColumn() {
    const double none = std::numeric_limits<double>::quiet_NaN();
    Series series;
    series.channels = {{"level", "", {1.5, none, 2.25, none}}};
    const auto path = folder_.path() / "written.csv";
    QVERIFY(exportSeries(series, path));
    const auto text = readFileBytes(path);
    QVERIFY(text);
    QCOMPARE(*text, std::string("level\n1.5\nNaN\n2.25\nNaN\n"));
    series.channels = {{"Load [kW]", "kW", {1}}, {"Cost (EUR)", "EUR", {2}}, {"Heat", "J", {3}}};
    QVERIFY(exportSeries(series, folder_.path() / "units.csv"));
    QCOMPARE(*readFileBytes(folder_.path() / "units.csv"), std::string("Load [kW],Cost (EUR),Heat [J]\n1,2,3\n"));
    std::string quoted, raw;
    for (const char* cell : {"level", "1.5", "", "2.25", "4", "", "3"}) {
        appendCsvRow(quoted, {cell});
        appendRawRow(raw, std::vector<std::string_view>{cell});
    }
    QCOMPARE(raw, std::string("level\r\n1.5\r\n\"\"\r\n2.25\r\n4\r\n\"\"\r\n3\r\n"));
    for (const std::string& each : {quoted, raw}) {
        const auto data = readFile(folder_.put("alone.csv", each), {});
        QVERIFY(data);
        QCOMPARE(data->series->rows(), std::int64_t{6});
        QVERIFY(std::isnan(data->series->channels[0].values[1]) && data->series->channels[0].values[2] == 2.25);
    }
}

void TestCsvTextCells::digitsBelowMicroseconds() {
    const auto table = [](int step) {
        std::string text = "t,v\n";
        for (int i = 0; i < 60; ++i) {
            char line[64];
            std::snprintf(line, sizeof line, "2023-01-01 00:00:00.%09d,%d\n", i * step + 5, i * i % 7);
            text += line;
        }
        return text;
    };
    const auto said = [](const Dataset& data, const char* words) {
        return std::ranges::any_of(data.series->report.warnings, [&](const ReadWarning& warning) {
            return warning.message.english().find(words) != std::string::npos;
        });
    };
    const auto fine = readFile(folder_.put("fine.csv", table(100)), {});
    QVERIFY(fine && !fine->series->time.known());
    QVERIFY(said(*fine, "less than a microsecond apart") && !said(*fine, "same time"));
    const auto cut = readFile(folder_.put("cut.csv", table(1'000'000)), {});
    QVERIFY(cut && cut->series->time.values[1] - cut->series->time.values[0] == 1000);
    QVERIFY(said(*cut, "60 times have digits below a microsecond"));
}

void TestCsvTextCells::saidWithTheColumn() {
    std::string text = "a;b\n";
    for (int i = 0; i < 20; ++i) text += std::to_string(i * i % 7) + ";" + std::to_string(i) + ".5 about\n";
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

/// A blank cell in the middle keeps its place: the values behind it are not those of the column before.
void TestCsvTextCells::columnsAlignedByBlanks() {
    for (const int every : {7, 2}) {
        std::string text = "DATE           TMAX       TMIN       PRCP\n";
        for (int i = 0; i < 28; ++i) {
            char line[100];
            std::snprintf(line, sizeof line, "2023-01-%02d %10.3f %10.2f %10.3f\n", i + 1, 1.26 + i * i % 11, -83.3 - i,
                          i / 8.0);
            std::string row = line;
            if (i % every == 1) row.replace(11, 10, 10, ' ');
            if (i == 4) row.replace(33, 10, 10, ' ');
            text += row;
        }
        const auto data = readFile(folder_.put("aligned.txt", text), {});
        QVERIFY(data);
        const Series& series = *data->series;
        QCOMPARE(series.channels.size(), std::size_t{3});
        QCOMPARE(series.rows(), 28);
        for (int i = 0; i < 28; ++i) {
            const auto at = static_cast<std::size_t>(i);
            QCOMPARE(std::isnan(series.channels[0].values[at]), i % every == 1);
            QCOMPARE(series.channels[1].values[at], -83.3 - i);
            QVERIFY(i == 4 ? std::isnan(series.channels[2].values[at])
                           : std::abs(series.channels[2].values[at] - i / 8.0) < 1e-3);
        }
    }
}

/// Columns that blanks part and do not align: a row that lacks a cell is named and left out.
void TestCsvTextCells::rowsThatLackCellsBetweenBlanks() {
    std::string text = "a b c\n";
    for (int i = 0; i < 20; ++i)
        text += std::to_string(i * i * 7) + " " + (i == 9 ? "" : std::to_string(100 - i * 5) + " ") +
                std::to_string(i * 0.5) + "\n";
    const auto data = readFile(folder_.put("loose.txt", text), {});
    QVERIFY(data);
    QCOMPARE(data->series->rows(), 19);
    QCOMPARE(data->series->channels[1].values[9], 50.0);
    const auto left = data->series->report.account.leftOut();
    QVERIFY(left.size() == 1 && left[0].line == 11);
    QVERIFY(std::ranges::any_of(data->series->report.warnings, [](const ReadWarning& warning) {
        return warning.line == 11 &&
               warning.message.english().find("has 2 of 3 cells, and blanks") != std::string::npos;
    }));
}

/// Also far below the rows that are looked at first, where rows are read in pieces.
void TestCsvTextCells::secondTableOfOtherNames() {
    for (const int rows : {30, 40'000}) {
        std::string text = "time,temp,count\n";
        const auto add = [&](int from, int to) {
            for (int i = from; i < to; ++i)
                text += std::to_string(1'700'000'000 + i * 60) + "," + std::to_string(i % 17) + ".5,3\n";
        };
        add(0, rows);
        text += "time,pressure,count\n";
        add(rows, rows + 20);
        const auto data = readFile(folder_.put("two.csv", text), {});
        QVERIFY(!data);
        const std::string said = data.error().message;
        QVERIFY2(said.find("line " + std::to_string(rows + 2) + " names other columns") != std::string::npos &&
                     said.find("'pressure' in place of 'temp'") != std::string::npos,
                 said.c_str());
    }
    // A remark among the rows is none.
    std::string text = "time,temp,state\n";
    for (int i = 0; i < 30; ++i)
        text +=
            i == 15 ? "restarted,after,repair\n" : "2024-01-" + std::to_string(i % 28 + 101).substr(1) + ",4.5,ok\n";
    QVERIFY(readFile(folder_.put("remark.csv", text), {}));
}

void TestCsvTextCells::oneWordInPlaceOfNumbers() {
    std::string text = "a,b\n";
    for (int i = 0; i < 300; ++i)
        text += std::to_string(i * i % 13) + "," + (i >= 250 ? "OFF" : std::to_string(i % 19) + ".25") + "\n";
    const auto data = readFile(folder_.put("off.csv", text), {});
    QVERIFY(data);
    QCOMPARE(data->series->channels.size(), std::size_t{2});
    QCOMPARE(data->series->channels[1].values[249], 2.25);
    QVERIFY(std::isnan(data->series->channels[1].values[250]));
    QVERIFY(std::ranges::any_of(data->series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("'OFF'") != std::string::npos;
    }));
}

/// The hour that a clock is set back by comes twice, told apart by the name of its zone; CST has two meanings.
void TestCsvTextCells::zonesByName() {
    const auto timesOf = [&](const std::string& first, const std::string& second) {
        std::string text = "time,a\n";
        for (int hour = 0; hour < 4; ++hour)
            text += "2023-10-29 0" + std::to_string(hour > 2 ? 2 : hour) + ":00 " + (hour > 2 ? second : first) + "," +
                    std::to_string(hour * hour) + ".5\n";
        auto data = readFile(folder_.put("zones.csv", text), {});
        return data ? data->series->time.values : std::vector<std::int64_t>();
    };
    const auto times = timesOf("CEST", "CET");
    QCOMPARE(times.size(), std::size_t{4});
    QCOMPARE(times[0], INT64_C(1'698'530'400'000'000));
    for (std::size_t r = 1; r < 4; ++r) QCOMPARE(times[r] - times[r - 1], INT64_C(3'600'000'000));
    QVERIFY(timesOf("CDT", "CST").empty());
}

QTEST_APPLESS_MAIN(TestCsvTextCells)
#include "tst_csv_text_cells.moc"
