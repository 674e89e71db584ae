// SPDX-License-Identifier: GPL-3.0-or-later
// Text tables with hand-written truth: what is guessed, what is reported, what is refused.
// Holds core/data/csv/roles/decide.cpp, core/data/csv/roles/column_warnings.cpp, core/data/csv/text/encoding.cpp,
// core/data/csv/numbers.cpp, core/data/csv/report/report.cpp and core/data/csv/rows/table_end.cpp.
#include "config/field.h"
#include "core/data_support.h"

#include "support/places.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

class TestCsv : public QObject {
    Q_OBJECT

    Folder folder_;

    Result<Dataset> read(const std::string& text, const ExperimentConfig& options = {}) {
        return readFile(folder_.put("table.csv", text), options);
    }
    std::string printed(const std::string& text, const ExperimentConfig& options = {}) {
        const auto data = read(text, options);
        return data ? print(*data->series) : "error: " + data.error().message;
    }
    static bool hasWarning(const Series& series, std::int64_t line, std::string_view part) {
        return std::any_of(series.report.warnings.begin(), series.report.warnings.end(), [&](const ReadWarning& w) {
            return (line < 0 || w.line == line) && w.message.english().find(part) != std::string::npos;
        });
    }

private Q_SLOTS:
    void tables_data();
    void tables();
    void dayAndMonth();
    void undecidableDaysAreNotCertain();
    void shortYearsBetweenSlashes();
    void thousandsOrDecimals();
    void messy_data();
    void messy();
    void wideAndLongLines();
    void equalColumns();
    void mixedFormatsAreReported();
    void aFewCellsDoNotMakeThousandsUnsaid();
    void overrides();
    void zonesOfTime();
    void missingSpellings();
    void raggedRowsAreReported();
    void oddCellsAreReported();
    void encodings();
    void refusals_data();
    void refusals();
    void refusesFoldersAndMissingFiles();
    void etth1();
    void shippedFiles();
    void guessesAreChoices();
    void cancels();
    void headLines();
};

void TestCsv::tables_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char* name, std::string text, std::string expected) {
        QTest::newRow(name) << std::move(text) << std::move(expected);
    };
    row("comma", "a,b\n1,2.5\n3,4\n", "a: 1, 3; b: 2.5, 4");
    row("no newline at the end", "a,b\n1,2.5\n3,4", "a: 1, 3; b: 2.5, 4");
    row("CR LF", "a,b\r\n1,2.5\r\n3,4\r\n", "a: 1, 3; b: 2.5, 4");
    row("CR", "a,b\r1,2.5\r3,4\r", "a: 1, 3; b: 2.5, 4");
    row("semicolon, decimal comma", "a;b\n1,5;2,25\n3,5;4,75\n", "a: 1.5, 3.5; b: 2.25, 4.75");
    row("tab", "a\tb\n1\t2\n3\t4\n", "a: 1, 3; b: 2, 4");
    row("pipe", "a|b\n1|2\n3|4\n", "a: 1, 3; b: 2, 4");
    row("blanks, aligned", "  a     b\n  1   2.5\n 30    40\n", "a: 1, 30; b: 2.5, 40");
    row("blanks, no header", "0.1 0.2\n0.3 0.4\n", "c1: 0.1, 0.3; c2: 0.2, 0.4");
    row("no header", "1,2\n3,4\n5,6\n", "c1: 1, 3, 5; c2: 2, 4, 6");
    row("one column with header", "value\n1\n2\n3\n", "value: 1, 2, 3");
    row("two columns of whole numbers, some rows too long or short",
        "a,b\n1,2\n3,4\n5,6\n7\n8,9\n10,11\n12,13,14\n15,16\n17,18\n19,20\n",
        "a: 1, 3, 5, 7, 8, 10, 12, 15, 17, 19; b: 2, 4, 6, -, 9, 11, 13, 16, 18, 20");
    row("one column, decimal comma", "value\n1,5\n2,75\n3,1\n", "value: 1.5, 2.75, 3.1");
    row("quoted names with delimiter", "\"a, first\",\"b\"\n1,2\n3,4\n", "a, first: 1, 3; b: 2, 4");
    row("quoted decimal comma", "a,b\n\"1,5\",\"2,5\"\n\"3,5\",\"4,5\"\n", "a: 1.5, 3.5; b: 2.5, 4.5");
    row("newline in quotes", "\"a\nb\",c\n1,2\n3,4\n", "a\nb: 1, 3; c: 2, 4");
    row("doubled quotes", "\"a \"\"x\"\"\",c\n1,2\n3,4\n", "a \"x\": 1, 3; c: 2, 4");
    row("single quotes", "'a;1';'b'\n1;2\n3;4\n", "a;1: 1, 3; b: 2, 4");
    row("title lines", "Report of 2024\nStation 7\n\na,b\n1,2\n3,4\n5,6\n", "a: 1, 3, 5; b: 2, 4, 6");
    row("padded title", "Report,,\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", "x: 1, 4, 7; y: 2, 5, 8; z: 3, 6, 9");
    row("comments", "# made by hand\na,b\n1,2\n# pause\n3,4\n", "a: 1, 3; b: 2, 4");
    row("commented header, closed by a mark", "# made here\n# a, b, c\n#\n1,2,3\n4,5,6\n7,8,9\n",
        "a: 1, 4, 7; b: 2, 5, 8; c: 3, 6, 9");
    row("commented header", "# a b c\n1 2 3\n4 5 6\n7 8 9\n", "a: 1, 4, 7; b: 2, 5, 8; c: 3, 6, 9");
    row("unit row", "time,p,q\ns,kW,-\n1,2,3\n2,4,5\n3,6,7\n",
        "time: 1970-01-01 00:00:01, 1970-01-01 00:00:02, 1970-01-01 00:00:03; p[kW]: 2, 4, 6; q: 3, 5, 7");
    row("units in names", "T [degC],p (hPa)\n1,1000\n2,1001\n", "T [degC][degC]: 1, 2; p (hPa)[hPa]: 1000, 1001");
    row("duplicate and blank names", "a,a,\n1,2,3\n4,5,6\n", "a: 1, 4; a_2: 2, 5; c3: 3, 6");
    row("delimiter at the line end", "a,b,\n1,2,\n3,4,\n", "a: 1, 3; b: 2, 4");
    row("ISO time", "t,v\n2024-02-28T23:00:00Z,1\n2024-02-29T00:00:00Z,2\n",
        "t: 2024-02-28 23:00:00, 2024-02-29 00:00:00; v: 1, 2");
    row("compact", "t,v\n20240131T235959Z,1\n20240201T000000Z,2\n",
        "t: 2024-01-31 23:59:59, 2024-02-01 00:00:00; v: 1, 2");
    row("compact with clock", "t,v\n20240131 23:30,1\n20240201 00:00,2\n",
        "t: 2024-01-31 23:30:00, 2024-02-01 00:00:00; v: 1, 2");
    row("offsets", "t,v\n2024-03-31 01:30:00+01:00,1\n2024-03-31 03:30:00+02:00,2\n",
        "t: 2024-03-31 00:30:00, 2024-03-31 01:30:00; v: 1, 2");
    row("fraction", "t,v\n2024-01-01 00:00:00.250,1\n2024-01-01 00:00:00.500,2\n",
        "t: 2024-01-01 00:00:00.250000, 2024-01-01 00:00:00.500000; v: 1, 2");
    row("24:00", "t,v\n2024-01-01 23:00,1\n2024-01-01 24:00,2\n",
        "t: 2024-01-01 23:00:00, 2024-01-02 00:00:00; v: 1, 2");
    row("AM and PM", "t,v\n1/15/2024 12:00 AM,1\n1/15/2024 1:30 PM,2\n",
        "t: 2024-01-15 00:00:00, 2024-01-15 13:30:00; v: 1, 2");
    row("date and time columns", "Date;Time;v\n31.12.2023;23:00;1,5\n01.01.2024;00:00;2,5\n",
        "Date+Time: 2023-12-31 23:00:00, 2024-01-01 00:00:00; v: 1.5, 2.5");
    row("time split by blanks", "2024-01-01 00:00:00 1.5 2\n2024-01-01 01:00:00 2.5 3\n",
        "c1+c2: 2024-01-01 00:00:00, 2024-01-01 01:00:00; c3: 1.5, 2.5; c4: 2, 3");
    row("named months", "d,v\n1 Jan 2024,1\n1 Feb 2024,2\n", "d: 2024-01-01 00:00:00, 2024-02-01 00:00:00; v: 1, 2");
    row("year and month", "d,v\n2024-01,1\n2024-02,2\n", "d: 2024-01-01 00:00:00, 2024-02-01 00:00:00; v: 1, 2");
    row("quarters", "d,v\n2023Q4,1\n2024Q1,2\n", "d: 2023-10-01 00:00:00, 2024-01-01 00:00:00; v: 1, 2");
    row("German quarters", "d,v\n4. Quartal 2023,1\n1. Quartal 2024,2\n",
        "d: 2023-10-01 00:00:00, 2024-01-01 00:00:00; v: 1, 2");
    row("English quarters", "d,v\n4th quarter 2023,1\n1st Quarter 2024,2\n",
        "d: 2023-10-01 00:00:00, 2024-01-01 00:00:00; v: 1, 2");
    row("Chinese quarters", "d,v\n2023\u5E74\u7B2C4\u5B63\u5EA6,1\n2024\u5E74\u7B2C1\u5B63\u5EA6,2\n",
        "d: 2023-10-01 00:00:00, 2024-01-01 00:00:00; v: 1, 2");
    row("Chinese hours", "d,v\n2024\u5E741\u670831\u65E5 23\u65F6,1\n2024\u5E742\u67081\u65E5 0\u65F6,2\n",
        "d: 2024-01-31 23:00:00, 2024-02-01 00:00:00; v: 1, 2");
    row("Chinese hours without a blank",
        "d,v\n2024\u5E741\u670831\u65E523\u65F65\u5206,1\n2024\u5E742\u67081\u65E50\u65F610\u5206,2\n",
        "d: 2024-01-31 23:05:00, 2024-02-01 00:10:00; v: 1, 2");
    row("Chinese dates", "\u65E5\u671F,\u503C\n2024\u5E741\u670831\u65E5,1\n2024\u5E742\u67081\u65E5,2\n",
        "\u65E5\u671F: 2024-01-31 00:00:00, 2024-02-01 00:00:00; \u503C: 1, 2");
    row("epoch seconds", "timestamp,v\n1704067200,1\n1704070800,2\n",
        "timestamp: 2024-01-01 00:00:00, 2024-01-01 01:00:00; v: 1, 2");
    row("epoch milliseconds", "ts,v\n1704067200000,1\n1704067200500,2\n",
        "ts: 2024-01-01 00:00:00, 2024-01-01 00:00:00.500000; v: 1, 2");
    row("epoch nanoseconds", "timestamp,v\n1704067200000000000,1\n1704067201000000000,2\n",
        "timestamp: 2024-01-01 00:00:00, 2024-01-01 00:00:01; v: 1, 2");
    row("spreadsheet days", "Date,v\n45292,1\n45292.5,2\n45293,3\n",
        "Date: 2024-01-01 00:00:00, 2024-01-01 12:00:00, 2024-01-02 00:00:00; v: 1, 2, 3");
    row("years", "Year,v\n1999,10\n2000,20\n2001,30\n",
        "Year: 1999-01-01 00:00:00, 2000-01-01 00:00:00, 2001-01-01 00:00:00; v: 10, 20, 30");
    row("calendar columns", "No,year,month,day,hour,pm\n1,2010,1,1,0,NA\n2,2010,1,1,1,5\n3,2010,1,1,2,6\n",
        "year+month+day+hour: 2010-01-01 00:00:00, 2010-01-01 01:00:00, 2010-01-01 02:00:00; pm: -, 5, 6");
    row("thousands", "a,b\n\"1,234.5\",1\n\"12,345,678.25\",2\n", "a: 1234.5, 12345678.25; b: 1, 2");
    row("thousands, German", "a;b\n1.234,5;1\n12.345.678,25;2\n", "a: 1234.5, 12345678.25; b: 1, 2");
    row("thousands, blank", "a;b\n1 234,5;1\n12 345,25;2\n", "a: 1234.5, 12345.25; b: 1, 2");
    row("thousands, Swiss", "a;b\n1'234.5;1\n12'345.25;2\n", "a: 1234.5, 12345.25; b: 1, 2");
    row("one cell decides the column", "a;b\n1.234;1\n2.345;2\n3.456,5;3\n", "a: 1234, 2345, 3456.5; b: 1, 2, 3");
    row("one column decides the others", "a;b\n1.234;1,5\n2.345;2,5\n", "a: 1234, 2345; b: 1.5, 2.5");
    row("percent", "a,b\n12%,1\n3.5 %,2\n", "a[%]: 12, 3.5; b: 1, 2");
    row("signs and exponents", "a,b\n+1e3,-2.5E-2\n\u22123,.5\n", "a: 1000, -3; b: -0.025, 0.5");
    row("infinities", "a,b\ninf,1\n-Infinity,2\n3,3\n", "a: inf, -inf, 3; b: 1, 2, 3");
    row("repeated header", "a,b\n1,2\na,b\n3,4\n", "a: 1, 3; b: 2, 4");
    row("footer", "a,b\n1,2\n3,4\nSource: the office\n", "a: 1, 3; b: 2, 4");
    row("sums at the end", "d,a,b\n2024-01-01,1,2\n2024-01-02,3,4\nTotal,4,6\n",
        "d: 2024-01-01 00:00:00, 2024-01-02 00:00:00; a: 1, 3; b: 2, 4");
    row("second table", "a,b\n1,2\n3,4\n5,6\n\nname,size\nx,y\n7,8\n", "a: 1, 3, 5; b: 2, 4, 6");
    row("text column left out", "a,name,b\n1,x,2\n3,y,4\n", "a: 1, 3; b: 2, 4");
    row("row numbers as R writes them", "a,b,c\n\"1\",2,3,4\n\"2\",5,6,7\n\"3\",8,9,10\n",
        "a: 2, 5, 8; b: 3, 6, 9; c: 4, 7, 10");
    row("BOM",
        "\xEF\xBB\xBF"
        "a,b\n1,2\n3,4\n",
        "a: 1, 3; b: 2, 4");
    row("numeric header of years", "country,2001,2002,2003\nx,1,2,3\ny,4,5,6\n", "2001: 1, 4; 2002: 2, 5; 2003: 3, 6");
    row("blank lines", "\n\na,b\n\n1,2\n\n\n3,4\n\n", "a: 1, 3; b: 2, 4");
}

void TestCsv::tables() {
    QFETCH(std::string, text);
    QFETCH(std::string, expected);
    QCOMPARE(QString::fromStdString(printed(text)), QString::fromStdString(expected));
}

void TestCsv::dayAndMonth() {
    QCOMPARE(printed("d;v\n01/02/2024;1\n02/02/2024;2\n13/02/2024;3\n"),
             std::string("d: 2024-02-01 00:00:00, 2024-02-02 00:00:00, 2024-02-13 00:00:00; v: 1, 2, 3"));
    QCOMPARE(printed("d;v\n01/02/2024;1\n02/02/2024;2\n02/13/2024;3\n"),
             std::string("d: 2024-01-02 00:00:00, 2024-02-02 00:00:00, 2024-02-13 00:00:00; v: 1, 2, 3"));
    const auto data = read("d;v\n01/02/2024;1\n02/02/2024;2\n13/02/2024;3\n");
    const ReadGuess* guess = findGuess(data->series->report, "time_format");
    QVERIFY(guess && guess->certain);
    QCOMPARE(guess->value, std::string("%d/%m/%Y"));
}

/// Within one day nothing tells the three orders apart.
void TestCsv::shortYearsBetweenSlashes() {
    std::string text = "date,time,v\n";
    for (int i = 0; i < 60; ++i)
        text += "03/02/21,0" + std::to_string(i / 12) + ":" + (i % 12 < 2 ? "0" : "") + std::to_string(i % 12 * 5) +
                "," + std::to_string(i * i % 17) + ".5\n";
    const auto data = read(text);
    QVERIFY(data);
    QCOMPARE(timeText(data->series->time.values[0]), std::string("2021-02-03 00:00:00"));
    const ReadGuess* guess = findGuess(data->series->report, "time_format");
    QVERIFY(guess && !guess->certain);
    QCOMPARE(guess->runnerUp, std::string("%m/%d/%y"));
    QVERIFY(hasWarning(*data->series, -1,
                       "'03/02/21' was read as day, month, year, that is 2021-02-03, and could also be month, day, "
                       "year or year, month, day"));
    // Behind a month in letters as well
    std::string lettered = text;
    for (std::size_t at = 0; (at = lettered.find("03/02/21,", at)) != std::string::npos;)
        lettered.replace(at, 9, "03-Feb-21 ");
    const auto dayFirst = read(lettered.replace(0, 9, "date"));
    QVERIFY(dayFirst);
    QCOMPARE(timeText(dayFirst->series->time.values[0]), std::string("2021-02-03 00:00:00"));
    // Days that follow one another are told by their steps.
    const auto yearFirst = read("d,v\n03/02/21,1\n03/02/22,2\n03/02/23,3\n03/02/24,4\n");
    QVERIFY(yearFirst);
    QCOMPARE(timeText(yearFirst->series->time.values[3]), std::string("2003-02-24 00:00:00"));
}

void TestCsv::undecidableDaysAreNotCertain() {
    // Days 1 to 4 of January, or the first of January to April: equal steps speak for days.
    const auto data = read("d,v\n01.02.2024,1\n02.02.2024,2\n03.02.2024,3\n04.02.2024,4\n");
    QVERIFY(data);
    const ReadGuess* guess = findGuess(data->series->report, "time_format");
    QVERIFY(guess && !guess->certain && !guess->runnerUp.empty());
    QCOMPARE(timeText(data->series->time.values[3]), std::string("2024-02-04 00:00:00"));
    QVERIFY(hasWarning(
        *data->series, -1,
        "'01.02.2024' was read as day, month, year, that is 2024-02-01, and could also be month, day, year"));
    QVERIFY(!hasWarning(*data->series, -1, "%"));
    QCOMPARE(guess->runnerUp, std::string("%m.%d.%Y"));
}

void TestCsv::thousandsOrDecimals() {
    // Nothing tells 1.234 and 1234 apart here: it is read as a decimal, and said not to be certain.
    const auto data = read("a,b\n1.234,1\n5.678,2\n");
    QCOMPARE(print(*data->series), std::string("a: 1.234, 5.678; b: 1, 2"));
    const ReadGuess* guess = findGuess(data->series->report, "csv_decimal");
    QVERIFY(guess && !guess->certain);
    QCOMPARE(guess->runnerUp, std::string("comma"));
}

namespace {

/// `row` for 0 to count - 1, each with a line end.
template <typename Row>
std::string lines(int count, Row row) {
    std::string text;
    for (int i = 0; i < count; ++i) text += row(i) + "\n";
    return text;
}
std::string number(double value, int decimals, char mark = '.') {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    std::string out = text;
    std::replace(out.begin(), out.end(), '.', mark);
    return out;
}
std::string two(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }
std::string grouped(int value, char mark) {
    std::string out = std::to_string(value);
    if (out.size() > 3) out.insert(out.size() - 3, 1, mark);
    return out;
}

}  // namespace

/// Files as they come: what is read (the first values and times), and what is said.
void TestCsv::messy_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("begin");  // of the printed table; empty: it is refused
    QTest::addColumn<int>("rows");
    QTest::addColumn<std::string>("message");  // part of a warning, or of the refusal; empty: no warning at all
    const auto row = [](const char* name, std::string text, std::string begin, int rows, std::string message) {
        QTest::newRow(name) << std::move(text) << std::move(begin) << rows << std::move(message);
    };
    const auto day = [](int i) { return "2024-" + two(1 + i / 28) + "-" + two(1 + i % 28); };
    // Three decimals or thousands.
    row("decimals, semicolon", "t;v\n" + lines(40, [&](int i) { return day(i) + ";" + number(21.107 + i, 3); }),
        "t: 2024-01-01", 40, "'21.107' was read as 21.107 and could also be 21107");
    row("decimals, tab and comma",
        "v\tw\n" + lines(40, [](int i) { return number(21.107 + i, 3, ',') + "\t" + std::to_string(i % 7); }),
        "v: 21.107, 22.107", 40, "could also be 21107");
    row("decimals, known by another column",
        "v;w\n" + lines(40, [](int i) { return number(21.107 + i, 3) + ";" + number(i * 0.5, 1); }),
        "v: 21.107, 22.107", 40, "");
    row("decimals with a zero for missing",
        "v;w\n" +
            lines(60, [](int i) { return (i % 9 == 4 ? "0" : number(21.107 + i, 3)) + ";" + std::to_string(i % 7); }),
        "v: 21.107, 22.107", 60, "could also be 21107");
    row("thousands among hundreds",
        "v;w\n" + lines(120, [](int i) { return grouped(600 + i * 10, '.') + ";" + std::to_string(i % 7); }),
        "v: 600, 610", 120, "");
    row("thousands, quoted",
        "v,w\n" + lines(120, [](int i) { return "\"" + grouped(600 + i * 10, ',') + "\"," + std::to_string(i % 7); }),
        "v: 600, 610", 120, "");
    row("thousands, quoted, in every value",
        "v,w\n" + lines(40, [](int i) { return "\"" + grouped(1600 + i * 10, ',') + "\"," + std::to_string(i % 7); }),
        "v: 1600, 1610", 40, "could also be 1.6");
    row("thousands, quoted, in every value of two columns",
        "v,w,u\n" + lines(40,
                          [](int i) {
                              return "\"" + grouped(1600 + i * 10, ',') + "\",\"" + grouped(10600 + i * 30, ',') +
                                     "\"," + number(i * 0.5, 2);
                          }),
        "v: 1600, 1610", 40, "could also be 1.6");
    // Names.
    row("one name short, a remark",
        "time,temp,hum\n" + lines(40, [&](int i) { return day(i) + ",20,50," + (i == 7 ? "door open" : ""); }),
        "time: 2024-01-01", 40, "has no name");
    row("one name short, values",
        "time,temp,hum\n" + lines(40, [&](int i) { return day(i) + ",20,50," + std::to_string(i * i % 7); }),
        "time: 2024-01-01", 40, "3 names and the rows have 4 cells");
    row("one name short, numbered rows",
        "a,b\n" + lines(20,
                        [](int i) {
                            return std::to_string(i + 1) + "," + std::to_string(i * i % 7) + "," +
                                   std::to_string(i * i % 11);
                        }),
        "a: 0, 1, 4", 20, "only counts the rows");
    row("one name too many",
        "id,time,temp,hum\n" + lines(40, [&](int i) { return day(i) + ",20,5" + std::to_string(i % 7); }),
        "id: 2024-01-01", 40, "4 names and the rows have 3 cells");
    // Quotes.
    row("rows between two quotes",
        "a,b,c\n" + lines(60,
                          [](int i) {
                              return std::to_string(i * i % 7) + "," + (i == 10 ? "\"" : "") + "5," +
                                     std::to_string(i * i % 11) + (i == 40 ? "\"" : "");
                          }),
        "a: 0, 1, 4", 60, "does not close in its row");
    row("a quote over one line end",
        "a,b,c\n" + lines(60,
                          [](int i) {
                              return std::to_string(i * i % 7) + ",5" + (i == 11 ? "\"" : "") + "," +
                                     (i == 10 ? "\"" : "") + std::to_string(i * i % 11);
                          }),
        "a: 0, 1, 4", 60, "it was left out");
    row("one column between two quotes",
        "a\n" +
            lines(60, [](int i) { return (i == 10 ? "\"" : "") + std::to_string(i * i % 7) + (i == 40 ? "\"" : ""); }),
        "a: 0, 1, 4", 60, "does not close in its row");
    row("a quote before the first number", "\"1.5\n" + lines(40, [](int i) { return number(2 + i * i % 7, 1); }),
        "c1: 1.5, 2, 3, 6", 41, "does not close in its row");
    row("remarks of two lines",
        "a,note,b\n" + lines(40,
                             [](int i) {
                                 return std::to_string(i * i % 7) + ",\"one, two\nthree\"," +
                                        std::to_string(i * i % 11);
                             }),
        "a: 0, 1, 4", 40, "column 'note' was left out: it holds one word");
    // Decimal commas that nothing protects.
    row("cut numbers",
        "a,b\n" + lines(40, [](int i) { return "12," + std::to_string(i % 10) + ",25," + std::to_string(i * i % 10); }),
        "a: 12, 12.1", 40, "the halves were put together again");
    row("cut numbers behind a time",
        "time,a,b\n" + lines(40,
                             [&](int i) {
                                 return day(i) + ",12," + std::to_string(i % 10) + ",-25," + std::to_string(i * i % 10);
                             }),
        "time: 2024-01-01", 40, "the halves were put together again");
    row("cut numbers, no names",
        lines(40,
              [](int i) { return "1" + std::to_string(i % 10) + "," + two(i * i % 100) + ",25," + two(i * 7 % 100); }),
        "c1: 10, 11.01", 40, "the halves were put together again");
    row("cut numbers, one value",
        "time,v\n" + lines(40, [&](int i) { return day(i) + ",12," + std::to_string(i % 10); }), "time: 2024-01-01", 40,
        "decimal comma");
    // Headers of numbers and counters.
    row("pandas series", ",0\n" + lines(40, [](int i) { return std::to_string(i) + "," + number(i * 0.37, 2); }),
        "0: 0, 0.37", 40, "only counts the rows");
    row("pandas frame",
        ",0,1,2\n" + lines(40, [](int i) { return std::to_string(i) + ",1." + std::to_string(i) + ",2,3"; }), "0: 1",
        40, "only counts the rows");
    row("pandas without index",
        "0,1,2,OT\n" + lines(40, [](int i) { return "0." + std::to_string(i) + "5,1.5,2.5,4." + std::to_string(i); }),
        "0: 0.05", 40, "");
    row("pandas without index or names",
        "0,1,2,3\n" + lines(40, [](int i) { return "0." + std::to_string(i) + "5,1.5,2.5,4." + std::to_string(i); }),
        "0: 0.05", 40, "");
    row("depths as names",
        "date,10,20,50\n" + lines(40, [&](int i) { return day(i) + ",1.5,2.5," + std::to_string(i % 7); }),
        "date: 2024-01-01", 40, "Header");
    row("counter with a doubled row",
        "index,v\n" +
            lines(40, [](int i) { return std::to_string(i > 20 ? i - 1 : i) + "," + std::to_string(i * i % 7); }),
        "v: 0, 1, 4", 40, "only counts the rows");
    row("counter with moved rows",
        "Unnamed: 0,v\n" +
            lines(40,
                  [](int i) {
                      return std::to_string(i == 7 ? 8 : i == 8 ? 7 : i) + "," + std::to_string(i * i % 7);
                  }),
        "v: 0, 1, 4", 40, "only counts the rows");
    row("counter of any name",
        "messung,v\n" + lines(60, [](int i) { return std::to_string(i + 501) + "," + std::to_string(i * i % 7); }),
        "v: 0, 1, 4", 60, "only counts the rows");
    row("counter beside a time",
        "nr,time,v\n" +
            lines(60, [&](int i) { return std::to_string(60 - i) + "," + day(i) + "," + std::to_string(i * i % 7); }),
        "time: 2024-01-01", 60, "only counts the rows");
    // Text.
    row("text and switches",
        "a,where,on,b\n" + lines(40,
                                 [](int i) {
                                     return std::to_string(i * i % 7) + ",hall " + std::to_string(i % 3) +
                                            (i % 2 ? ",True," : ",False,") + std::to_string(i * i % 11);
                                 }),
        "a: 0, 1, 4", 40, "column 'on': 'True' was read as 1");
    row("long table, one below the other",
        "unique_id,ds,y\n" + lines(60,
                                   [&](int i) {
                                       return std::string(i < 30 ? "A" : "B") + "," + day(i % 30) + "," +
                                              std::to_string(i * i % 7);
                                   }),
        "ds: 2024-01-01", 60, "long table");
    row("long table, in turn",
        "ds,unique_id,y\n" +
            lines(60, [&](int i) { return day(i / 2) + "," + (i % 2 ? "A" : "B") + "," + std::to_string(i * i % 7); }),
        "ds: 2024-01-01", 60, "long table");
    row("long table, counted",
        "unique_id,ds,y\n" + lines(60,
                                   [&](int i) {
                                       return "s" + std::to_string(i / 20) + "," + std::to_string(i % 20 + 1) + "," +
                                              std::to_string(i * i % 7);
                                   }),
        "ds: 1970-01-01 00:00:01", 60, "long table");
    row("long table, numbers",
        "store,ds,y\n" + lines(60,
                               [&](int i) {
                                   return std::to_string(i / 20 + 7) + "," + day(i % 20) + "," +
                                          std::to_string(i * i % 7);
                               }),
        "ds: 2024-01-01", 60, "long table");
    // Times.
    row("1970 with a moved row",
        "t,v\n" +
            lines(20,
                  [](int i) { return "1970-01-01 00:" + two(i == 7 ? 5 : i) + ":00," + std::to_string(i * i % 7); }),
        "t: 1970-01-01 00:00:00, 1970-01-01 00:01:00", 20, "");
    row("clock with moved rows",
        "time,v\n" + lines(20,
                           [](int i) {
                               return "10:" + two(i == 7 ? 8 : i == 8 ? 7 : i) + "," + std::to_string(i * i % 7);
                           }),
        "time: 1970-01-01 10:00:00, 1970-01-01 10:01:00", 20, "goes back in 1 places");
    row("clock over midnight",
        "time,v\n" + lines(20, [](int i) { return two((i + 20) % 24) + ":00," + std::to_string(i * i % 7); }),
        "time: 1970-01-01 20:00:00", 20, "have no date");
    row("clock of working days",
        "time,v\n" + lines(40, [](int i) { return two(8 + i % 10) + ":00," + std::to_string(i * i % 7); }),
        "time: 1970-01-01 08:00:00", 40, "less than half a day");
    row("compact date and clock",
        "date,hhmm,v\n" + lines(48,
                                [](int i) {
                                    return "202401" + two(1 + i / 24) + "," + std::to_string(i % 24 * 100) + "," +
                                           std::to_string(i * i % 7);
                                }),
        "date+hhmm: 2024-01-01 00:00:00, 2024-01-01 01:00:00", 48, "");
    row("compact date, one twice",
        "date,v\n" +
            lines(28, [](int i) { return "202401" + two(i == 9 ? 9 : i + 1) + "," + std::to_string(i * i % 7); }),
        "date: 2024-01-01 00:00:00, 2024-01-02 00:00:00", 28, "");
    row("seconds, one moved",
        "time,v\n" +
            lines(40, [](int i) { return std::to_string((i == 9 ? 8 : i) * 15) + "," + std::to_string(i * i % 7); }),
        "time: 1970-01-01 00:00:00, 1970-01-01 00:00:15", 40, "is a guess");
    row("times that start over",
        "time,v\n" + lines(40, [](int i) { return std::to_string(i % 10 * 15) + "," + std::to_string(i * i % 7); }),
        "time: 0, 15", 40, "has the name of a time");
    row("first of months",
        "d,v\n" + lines(30,
                        [](int i) {
                            return two(i % 12 + 1) + "/01/" + std::to_string(2020 + i / 12) + "," +
                                   std::to_string(i * i % 7);
                        }),
        "d: 2020-01-01 00:00:00, 2020-02-01 00:00:00", 30, "two orders");
    row("days in order, years of two digits",
        "d,v\n" + lines(200,
                        [](int i) {
                            const std::string day =
                                timeText(INT64_C(1'704'067'200'000'000) + i * INT64_C(86'400'000'000));
                            return day.substr(8, 2) + "." + day.substr(5, 2) + "." + day.substr(2, 2) + "," +
                                   std::to_string(i * i % 7);
                        }),
        "d: 2024-01-01 00:00:00, 2024-01-02 00:00:00", 200, "");
    row("first of few months",
        "d,v\n" + lines(6, [](int i) { return two(i % 12 + 1) + "/01/2020," + std::to_string(i * i % 7); }),
        "d: 2020-01-01 00:00:00, 2020-02-01 00:00:00", 6, "two orders");
    row("German months", "d;v\n1. Januar 2024;1\n1. Februar 2024;2\n1. M\u00E4rz 2024;3\n1. Mai 2024;3\n",
        "d: 2024-01-01 00:00:00, 2024-02-01 00:00:00, 2024-03-01 00:00:00, 2024-05-01 00:00:00; v: 1", 4, "");
    row("German months, short", "d;v\nDez 23;1\nJan 24;2\nM\u00E4r 24;3\nOkt 24;3\n",
        "d: 2023-12-01 00:00:00, 2024-01-01 00:00:00, 2024-03-01 00:00:00, 2024-10-01 00:00:00; v: 1", 4, "");
    row("French months", "d,v\n1er janvier 2024,1\n2 f\u00E9vrier 2024,2\n3 ao\u00FBt 2024,3\n4 D\u00C9CEMBRE 2024,5\n",
        "d: 2024-01-01 00:00:00, 2024-02-02 00:00:00, 2024-08-03 00:00:00, 2024-12-04 00:00:00; v: 1", 4, "");
    row("Spanish months", "d,v\n1 de enero de 2024,1\n2 de abril de 2024,2\n3 de diciembre de 2024,3\n",
        "d: 2024-01-01 00:00:00, 2024-04-02 00:00:00, 2024-12-03 00:00:00; v: 1", 3, "");
    row("Italian months", "d,v\n1 gennaio 2024,1\n2 maggio 2024,2\n3 dic 2024,3\n",
        "d: 2024-01-01 00:00:00, 2024-05-02 00:00:00, 2024-12-03 00:00:00; v: 1", 3, "");
    row("Portuguese months", "d,v\n1 de janeiro de 2024,1\n2 de mar\u00E7o de 2024,2\n3 de dezembro de 2024,3\n",
        "d: 2024-01-01 00:00:00, 2024-03-02 00:00:00, 2024-12-03 00:00:00; v: 1", 3, "");
    row("Chinese months", "d,v\n2024\u5E741\u6708,1\n2024\u5E742\u6708,2\n2024\u5E7412\u6708,3\n",
        "d: 2024-01-01 00:00:00, 2024-02-01 00:00:00, 2024-12-01 00:00:00; v: 1", 3, "");
    row("Chinese months in words", "d,v\n1-\u4E00\u6708-2024,1\n2-\u5341\u6708-2024,2\n3-\u5341\u4E8C\u6708-2024,3\n",
        "d: 2024-01-01 00:00:00, 2024-10-02 00:00:00, 2024-12-03 00:00:00; v: 1", 3, "");
    row("sums under labels",
        "week,v\n" +
            lines(40, [](int i) { return "Week " + std::to_string(i + 1) + "," + std::to_string(i * i % 7); }) +
            "Total,123\n",
        "v: 0, 1, 4", 40, "hold sums");
    row("sums under years",
        "Year,v\n" + lines(40, [](int i) { return std::to_string(1980 + i) + "," + std::to_string(i * i % 7); }) +
            "Total,123\n",
        "Year: 1980-01-01", 40, "holds sums");
    row("sums between dates",
        "d,v\n" +
            lines(60, [&](int i) { return i % 20 == 19 ? "Subtotal,99" : day(i) + "," + std::to_string(i * i % 7); }),
        "d: 2024-01-01", 57, "holds sums");
    row("blank lines in one column",
        "v\n" + lines(40, [](int i) { return i % 10 == 5 ? "" : std::to_string(i * i % 7); }), "v: 0, 1, 4", 36,
        "4 blank lines");
    row("too large", "a,b\n" + lines(40, [](int i) { return (i == 2 ? "1e400" : std::to_string(i * i % 7)) + ",1.5"; }),
        "a: 0, 1, -, 2", 40, "'1e400' was read as missing");

    // Two decimal marks in one column, and in one file.
    row("half points, half commas",
        "d;v\n" +
            lines(40,
                  [&](int i) { return day(i) + ";" + (i % 2 ? number(20.13 + i, 2, ',') : number(21.559 + i, 3)); }),
        "d: 2024-01-01", 40, "mixes decimal points and decimal commas");
    row("a few points among commas",
        "d;v\n" +
            lines(40,
                  [&](int i) { return day(i) + ";" + (i % 10 ? number(20.13 + i, 2, ',') : number(21.559 + i, 3)); }),
        "d: 2024-01-01", 40, "mixes decimal points and decimal commas");
    row("one column of commas, one of three decimals",
        "d;a;b\n" +
            lines(40, [&](int i) { return day(i) + ";" + number(20.13 + i, 2, ',') + ";" + number(21.559 + i, 3); }),
        "d: 2024-01-01", 40, "could also be 21.559");
    row("one column of thousands, one of three decimals",
        "d;a;b\n" +
            lines(40, [&](int i) { return day(i) + ";1." + std::to_string(234 + i) + ",5;" + number(21.559 + i, 3); }),
        "d: 2024-01-01", 40, "could also be 21.559");
    row("thousands beside commas",
        "a;b\n" + lines(120, [](int i) { return grouped(600 + i * 10, '.') + ";" + number(20.13 + i, 2, ','); }),
        "a: 600, 610", 120, "");
    row("Swiss thousands",
        "a;b\n" + lines(40, [](int i) { return grouped(20134 + i * i % 17, '\'') + ";" + std::to_string(i * i % 7); }),
        "a: 20134, 20135", 40, "");
    // Decimal commas that nothing protects and no name betrays.
    const auto cut = [](double value) { return number(value, 1, ','); };
    const auto wave = [](int i) { return 20 + 5 * std::sin(i / 6.0) + i * i % 7 * 0.1; };
    row("cut numbers, no names, a time", lines(60, [&](int i) { return day(i) + "," + cut(wave(i)); }),
        "c1: 2024-01-01", 60, "the halves were put together again");
    row("cut numbers, no names, few rows",
        lines(10, [&](int i) { return cut(wave(i)) + "," + cut(2 * wave(i)) + "," + cut(60 + wave(i)); }), "c1: 20", 10,
        "two halves of one number");
    row("cut numbers, a name for each half",
        "d,a,b,c,d2\n" + lines(60, [&](int i) { return day(i) + "," + cut(wave(i)) + "," + cut(2 * wave(i + 9)); }),
        "d: 2024-01-01", 60, "two halves of one number");
    row("cut numbers below zero, as many names as numbers",
        "date,a\n" + lines(60, [&](int i) { return day(i) + "," + number(wave(i) - 20, 2, ','); }), "date: 2024-01-01",
        60, "the halves were put together again");
    row("whole numbers and a name that is missing",
        "date,a\n" +
            lines(60, [&](int i) { return day(i) + "," + std::to_string(i * i % 17) + "," + std::to_string(i % 7); }),
        "date: 2024-01-01", 60, "the last one has none");
    row("points and commas before decimals",
        "d;v\n" + lines(40, [&](int i) { return day(i) + ";" + number(20.13 + i, 2, i % 2 ? ',' : '.'); }),
        "d: 2024-01-01", 40, "both were read as decimals");
    row("points and commas before three decimals",
        "v;w\n" +
            lines(40, [&](int i) { return number(21.107 + i, 3, i % 2 ? ',' : '.') + ";" + std::to_string(i % 7); }),
        "v: 21.107, 22.107", 40, "both were read as decimals");
    row("seconds since 1970 without a name",
        lines(40,
              [](int i) {
                  return std::to_string(i * 5) + "," + std::to_string(1'660'780'800 + i * 3600) + "," +
                         std::to_string(i * i % 17);
              }),
        "c2: 2022-08-18", 40, "seconds since 1970");
    row("identifiers of ten digits",
        lines(40,
              [](int i) {
                  return std::to_string(i * i % 23) + "," + std::to_string(1'660'780'800 + i * 7) + "," +
                         std::to_string(i * i % 17);
              }),
        "c1: 0, 1, 4", 40, "only counts the rows");
    row("cut numbers, some whole",
        "date,a,b\n" +
            lines(60,
                  [&](int i) { return day(i) + "," + (i % 10 == 3 ? "20" : cut(wave(i))) + "," + cut(2 * wave(i)); }),
        "date: 2024-01-01", 60, "decimal commas without quotes");
    row("cut numbers, the first one whole",
        "date,a,b\n" +
            lines(60,
                  [&](int i) { return day(i) + "," + (i % 10 == 0 ? "20" : cut(wave(i))) + "," + cut(2 * wave(i)); }),
        "date: 2024-01-01", 60, "decimal commas without quotes");
    row("cut numbers beside a counter",
        "nr,a,b,c,d\n" +
            lines(60, [&](int i) { return std::to_string(i) + "," + cut(wave(i)) + "," + cut(2 * wave(i + 9)); }),
        "a: 20", 60, "two halves of one number");
    row("a pair of cut numbers",
        "d,a,b,n\n" + lines(120,
                            [&](int i) {
                                return day(i) + "," + cut(20 + 5 * std::sin(i / 6.0)) + "," +
                                       std::to_string(50 + i * i % 19);
                            }),
        "d: 2024-01-01", 120, "'a' and 'b' look like the two halves");
    row("values before the table",
        "1,2\n3,4\na,b,c\n" +
            lines(40, [](int i) { return std::to_string(i * i % 7) + ",2.5," + std::to_string(i * i % 11); }),
        "a: 0, 1, 4", 40, "2 lines of values (the first is this one) stand before the table");
    row("a row above the names",
        day(0) + ",2.5\nd,a\n" + lines(40, [&](int i) { return day(i + 1) + "," + number(wave(i), 2); }),
        "d: 2024-01-02", 40, "1 lines of values (the first is this one) stand above the names");
    row("words below the first row",
        "d,a,b\n" + day(0) + ",1.5,7\nstart,stop,pause\n" +
            lines(39, [&](int i) { return day(i + 1) + "," + number(wave(i), 2) + ",7"; }),
        "d: 2024-01-01", 40, "line has no number and no time and was left out: 'start'");
    row("whole numbers",
        "d,a,b\n" + lines(200,
                          [&](int i) {
                              return day(i) + "," + std::to_string(50 + i * i % 41) + "," + std::to_string(i * i % 13);
                          }),
        "d: 2024-01-01", 200, "");
    // Counters.
    const auto two = [](int i) { return "," + number(1 + i * i % 17 * 0.5, 1) + "," + number(i * i % 13 * 0.25, 2); };
    row("counter with rows taken out",
        "nr,a,b\n" + lines(90, [&](int i) { return std::to_string(i + i / 9 + i / 17) + two(i); }), "a: 1, 1.5", 90,
        "skips 14 numbers");
    row("counter of any name with rows taken out",
        "probe,a,b\n" + lines(90, [&](int i) { return std::to_string(5000 + i + i / 9) + two(i); }), "a: 1, 1.5", 90,
        "skips 9 numbers");
    for (const int step : {2, 3, 10})
        row(("counter in steps of " + std::to_string(step)).c_str(),
            "m,a,b\n" + lines(60, [&](int i) { return std::to_string(i * step) + two(i); }), "a: 1, 1.5", 60,
            "only counts the rows");
    row("counter with a point", "idx,a,b\n" + lines(60, [&](int i) { return std::to_string(i) + ".0" + two(i); }),
        "a: 1, 1.5", 60, "only counts the rows");
    row("counters of two files", "no,a,b\n" + lines(90, [&](int i) { return std::to_string(i % 50 + 1) + two(i); }),
        "a: 1, 1.5", 90, "holds 2 runs");
    row("1 to 60 over and over", "s,a,b\n" + lines(240, [&](int i) { return std::to_string(i % 60 + 1) + two(i); }),
        "a: 1, 1.5", 240, "holds 4 runs");
    row("hours beside a time",
        "time,hour,v\n" + lines(96,
                                [&](int i) {
                                    return "2024-01-0" + std::to_string(1 + i / 24) + " " + ::two(i % 24) + ":00," +
                                           std::to_string(i % 24) + "," + std::to_string(i * i % 7);
                                }),
        "time: 2024-01-01", 96, "");
    row("counter that runs down",
        "k,a,n\n" + lines(240,
                          [](int i) {
                              return std::to_string(240 - i) + "," + number(i * i % 17 * 0.5, 1) + "," +
                                     std::to_string(i * i % 29);
                          }),
        "a: 0, 0.5", 240, "'k' only counts");
    // Times in parts.
    row("year and month as one number",
        "yyyymm,a,b\n" + lines(48, [&](int i) { return std::to_string(2020 + i / 12) + ::two(i % 12 + 1) + two(i); }),
        "yyyymm: 2020-01-01 00:00:00, 2020-02-01 00:00:00", 48, "");
    row("year and month from new to old",
        "yyyymm,a,b\n" + lines(48, [&](int i) { return std::to_string(2023 - i / 12) + ::two(12 - i % 12) + two(i); }),
        "yyyymm: 2023-12-01 00:00:00, 2023-11-01 00:00:00", 48, "");
    row("year and week",
        "Year,Week,v\n" + lines(150,
                                [](int i) {
                                    return std::to_string(2015 + (i < 53 ? 0 : 1 + (i - 53) / 52)) + "," +
                                           std::to_string((i < 53 ? i : (i - 53) % 52) + 1) + "," +
                                           std::to_string(i * i % 17);
                                }),
        "Year+Week: 2014-12-29 00:00:00, 2015-01-05 00:00:00", 150, "");
    row("hours by their end",
        "Date,HE,v\n" + lines(72,
                              [](int i) {
                                  const std::string hour = std::to_string(i % 24 + 1);
                                  return "2024-05-0" + std::to_string(i / 24 + 1) + ",HE" +
                                         (hour.size() < 2 ? "0" : "") + hour + "," + std::to_string(i * i % 17);
                              }),
        "Date+HE: 2024-05-01 01:00:00, 2024-05-01 02:00:00", 72, "");
    row("year and quarter",
        "Year,Quarter,v\n" + lines(60,
                                   [](int i) {
                                       return std::to_string(2000 + i / 4) + "," + std::to_string(i % 4 + 1) + "," +
                                              std::to_string(i * i % 17);
                                   }),
        "Year+Quarter: 2000-01-01 00:00:00, 2000-04-01 00:00:00", 60, "");
    row("date and clock as numbers",
        "ymd,hm,v\n" + lines(48,
                             [](int i) {
                                 return "202401" + ::two(1 + i / 24) + "," + std::to_string(i % 24 * 100 + 30) + "," +
                                        std::to_string(i * i % 17);
                             }),
        "ymd+hm: 2024-01-01 00:30:00, 2024-01-01 01:30:00", 48, "");
    row("date and hours from 1 to 24",
        "Date,Hour,v\n" + lines(72,
                                [&](int i) {
                                    return day(i / 24) + "," + std::to_string(i % 24 + 1) + "," +
                                           std::to_string(i * i % 17);
                                }),
        "Date+Hour: 2024-01-01 01:00:00, 2024-01-01 02:00:00", 72, "");
    row("day of the year and hour",
        "year,doy,hr,v\n" + lines(96,
                                  [](int i) {
                                      return "2024," + std::to_string(59 + i / 24) + "," + std::to_string(i % 24) +
                                             "," + std::to_string(i * i % 17);
                                  }),
        "year+doy+hr: 2024-02-28 00:00:00, 2024-02-28 01:00:00", 96, "");
    row("year, week and day",
        "Year,Week,Day,v\n" + lines(400,
                                    [](int i) {
                                        return std::to_string(2019 + i / 364) + "," + std::to_string(i % 364 / 7 + 1) +
                                               "," + std::to_string(i % 7 + 1) + "," + std::to_string(i * i % 17);
                                    }),
        "Year+Week+Day: 2018-12-31 00:00:00, 2019-01-01 00:00:00", 400, "");
    row("date and long clock",
        "date,time,v\n" + lines(48,
                                [](int i) {
                                    return "202401" + ::two(1 + i / 24) + "," + ::two(i % 24) + "3015," +
                                           std::to_string(i * i % 17);
                                }),
        "date+time: 2024-01-01 00:30:15, 2024-01-01 01:30:15", 48, "");
    row("date and hour as one number",
        "yyyymmddhh,v\n" + lines(48,
                                 [](int i) {
                                     return "202401" + ::two(1 + i / 24) + ::two(i % 24) + "," +
                                            std::to_string(i * i % 17);
                                 }),
        "yyyymmddhh: 2024-01-01 00:00:00, 2024-01-01 01:00:00", 48, "");
    row("short years",
        "yy,mm,v\n" + lines(48,
                            [](int i) {
                                return std::to_string(19 + i / 12) + "," + std::to_string(i % 12 + 1) + "," +
                                       std::to_string(i * i % 17);
                            }),
        "yy+mm: 2019-01-01 00:00:00, 2019-02-01 00:00:00", 48, "");
    row("years with a fraction",
        "year,v\n" + lines(48, [](int i) { return number(2000 + i / 12.0, 3) + "," + number(i * i % 17 * 0.5, 1); }),
        "year: 2000-01-01 00:00:00, 2000-02-01 00:00:00", 48, "'year' were read as years with a part of the year");
    row("hours in words",
        "Date,Hour,v\n" +
            lines(72, [&](int i) { return day(i / 24) + "," + ::two(i % 24) + "h," + std::to_string(i * i % 17); }),
        "Date+Hour: 2024-01-01 00:00:00, 2024-01-01 01:00:00", 72, "");
    row("a week without a year", "Week,a,b\n" + lines(150, [&](int i) { return std::to_string(i % 52 + 1) + two(i); }),
        "a: 1, 1.5", 150, "'Week' holds a part of a date");
    row("a year without a month",
        "Year,Month,v\n" + lines(48,
                                 [](int i) {
                                     return std::to_string(2020 + i / 12) + "," + "JFMASOND"[i % 8] + "-x," +
                                            std::to_string(i * i % 17);
                                 }),
        "Month=A-x: 0, 0, 0, 1", 48, "'Year' holds a part of a date");
    row("a minimum is no minute",
        "a,min\n" + lines(60, [](int i) { return std::to_string(i * i % 23) + "," + std::to_string(i * i % 19); }),
        "a: 0, 1, 4", 60, "");
    // Sums.
    const auto month = [](int i) { return std::to_string(2020 + i / 12) + "-" + ::two(i % 12 + 1); };
    const auto withSums = [&](auto label, auto sumLabel, bool last) {
        std::string text = "month,a,b\n";
        int a = 0, b = 0;
        for (int i = 0; i < 36; ++i) {
            text += label(i) + "," + std::to_string(300 + i * i % 41) + "," + std::to_string(90 + i * i % 17) + "\n";
            a += 300 + i * i % 41, b += 90 + i * i % 17;
            if (last ? i < 35 : i % 12 < 11) continue;
            text += sumLabel(2020 + i / 12) + "," + std::to_string(a) + "," + std::to_string(b) + "\n";
            a = b = 0;
        }
        return text;
    };
    const auto name = [](int i) { return std::string("m") + "abcdefghijkl"[i % 12]; };
    row("sums of years between months",
        withSums(
            month, [](int y) { return std::to_string(y); }, false),
        "month: 2020-01-01 00:00:00, 2020-02-01 00:00:00", 36, "hold sums or means");
    row(
        "sums of quarters between months",
        [&] {
            std::string text = "month,a\n";
            for (int i = 0, sum = 0; i < 36; ++i) {
                text += month(i) + "," + std::to_string(300 + i * i % 41) + "\n";
                sum += 300 + i * i % 41;
                if (i % 3 == 2)
                    text += std::to_string(2020 + i / 12) + "Q" + std::to_string(i % 12 / 3 + 1) + "," +
                            std::to_string(std::exchange(sum, 0)) + "\n";
            }
            return text;
        }(),
        "month: 2020-01-01 00:00:00, 2020-02-01 00:00:00, 2020-03-01", 36, "hold sums or means");
    row("sums of years, a month 13",
        withSums([](int i) { return std::to_string(2020 + i / 12) + ::two(i % 12 + 1); },
                 [](int y) { return std::to_string(y) + "13"; }, false),
        "month: 2020-01-01", 36, "hold sums or means");
    row("sums of years between names",
        withSums(
            name, [](int y) { return std::to_string(y); }, false),
        "a: 300, 301", 36, "hold sums or means");
    row("a sum without a label",
        withSums(
            month, [](int) { return std::string(); }, true),
        "month: 2020-01-01", 36, "hold sums or means");
    row("a sum under a year",
        withSums(
            month, [](int y) { return std::to_string(y); }, true),
        "month: 2020-01-01", 36, "hold sums or means");
    row(
        "a sum and a mean, rounded",
        [&] {
            std::string text = "month,a\n";
            double sum = 0;
            for (int i = 0; i < 36; ++i)
                text += month(i) + "," + number(50 + i * i % 41 * 0.1, 1) + "\n", sum += 50 + i * i % 41 * 0.1;
            return text + "," + number(sum, 0) + "\n," + number(sum / 36, 1) + "\n";
        }(),
        "month: 2020-01-01", 36, "2 rows hold sums or means");
    row("a sum without a label below names",
        withSums(
            name, [](int) { return std::string(); }, true),
        "month=ma: 1, 0, 0", 36, "hold sums or means");
    row("a row without a time that is no sum",
        "month,a\n" +
            lines(36, [&](int i) { return (i == 20 ? "" : month(i)) + "," + std::to_string(300 + i * i % 41); }),
        "month: 2020-01-01", 36, "no readable time");
    row("sums on the last day of a year",
        withSums([&](int i) { return month(i) + "-01"; }, [](int y) { return std::to_string(y) + "-12-31"; }, false),
        "month: 2020-01-01 00:00:00, 2020-02-01 00:00:00", 36, "3 rows hold sums or means");
    row(
        "sums below groups that nothing marks",
        [&] {
            std::string text = "what,a\n";
            for (int i = 0, sum = 0; i < 37; ++i) {
                text += std::string("n") + "pqrstuv"[i % 7] + "," + std::to_string(40 + i * i % 41) + "\n";
                sum += 40 + i * i % 41;
                if (i % 6 == 3) text += "x," + std::to_string(std::exchange(sum, 0)) + "\n";
            }
            return text;
        }(),
        "what=np: 1, 0, 0, 0, 0, 0, 0, 1", 37, "6 rows hold sums or means");
    row("a week that repeats is no sum",
        "a,b\n" +
            lines(70, [](int i) { return std::to_string(i % 7 > 4 ? 3 : 0) + "," + number(i % 7 > 4 ? 1 : 0, 1); }),
        "a: 0, 0, 0, 0, 0, 3, 3", 70, "");
    row(
        "sums of numbers that were rounded",
        [&] {
            std::string text = "month,a\n";
            double sum = 0;
            for (int i = 0; i < 60; ++i) {
                const double a = 40 + i * i % 41 + i * 37 % 100 * 0.001;
                text += month(i) + "," + number(a, 1) + "\n", sum += a;
                if (i % 12 == 11) text += "," + number(std::exchange(sum, 0), 1) + "\n";
            }
            return text;
        }(),
        "month: 2020-01-01", 60, "5 rows hold sums or means");
    row(
        "sums of years below quarters",
        [&] {
            std::string text = "period,a\n";
            for (int i = 0, sum = 0; i < 40; ++i) {
                text += std::to_string(2010 + i / 4) + "-Q" + std::to_string(i % 4 + 1) + "," +
                        std::to_string(300 + i * i % 41) + "\n";
                sum += 300 + i * i % 41;
                if (i % 4 == 3)
                    text += std::to_string(2010 + i / 4) + "," + std::to_string(std::exchange(sum, 0)) + "\n";
            }
            return text;
        }(),
        "period: 2010-01-01 00:00:00, 2010-04-01 00:00:00", 40, "10 rows hold sums or means");
    row("months with an M",
        withSums([](int i) { return std::to_string(2020 + i / 12) + "M" + ::two(i % 12 + 1); },
                 [](int y) { return std::to_string(y) + "M13"; }, false),
        "month: 2020-01-01 00:00:00, 2020-02-01 00:00:00", 36, "hold sums or means");
    row("a doubled time at the mean is no mean",
        "month,a\n" + lines(36,
                            [&](int i) {
                                return month(i == 20 ? 19 : i) + "," + (i == 20 ? "50.1" : number(i % 2 ? 60 : 40, 1));
                            }),
        "month: 2020-01-01", 36, "");
    row("means in words of their own",
        "d,a\n" + lines(60,
                        [&](int i) {
                            return day(i) + "," + number(i * i % 17, 1) + (i % 28 == 27 ? "\nMonthly mean,7.5" : "");
                        }),
        "d: 2024-01-01", 60, "this line ('Monthly mean') holds sums");
    // Tables that lie on their side, months side by side, other delimiters inside.
    row("dates as names",
        "item,2024-01-01,2024-01-02,2024-01-03\n" + lines(6, [](int i) { return "x,1.5,2.5," + std::to_string(i); }),
        "2024-01-01: 1.5", 6, "the table seems to lie on its side");
    row("dates as names, no corner",
        "2024-01-01,2024-01-02,2024-01-03\n" + lines(6, [](int i) { return "1.5,2.5," + std::to_string(i); }),
        "2024-01-01: 1.5", 6, "the table seems to lie on its side");
    row("months side by side",
        "Year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec\n" +
            lines(40,
                  [&](int i) {
                      std::string text = std::to_string(1980 + i);
                      for (int m = 0; m < 12; ++m) text += "," + number((i * i + m * m) % 17, 1);
                      return text;
                  }),
        "Year: 1980-01-01", 40, "the columns are the months of a year");
    row("semicolons under commas", lines(40, [&](int i) { return day(i) + ";7,5," + std::to_string(i % 7); }),
        "c2: 5, 5", 40, "it could also be semicolon");
    row("lakhs",
        "v;w\n" + lines(40, [](int i) { return "15,1" + std::to_string(i % 7) + ",000;" + std::to_string(i % 5); }),
        "v: 1510000, 1511000", 40, "");
    // Headers and comments inside.
    row("header in another order",
        "d,a,b\n" + lines(20, [&](int i) { return day(i) + two(i); }) + "d,b,a\n" +
            lines(20, [&](int i) { return day(i + 20) + two(i); }),
        "d: 2024-01-01", 40, "this line names the columns once more in another order");
    row("values below a header in another order",
        "v,w\n" + lines(6, [](int i) { return number(0.5 + i, 1) + "," + std::to_string(10 * i); }) + "w,v\n" +
            lines(6, [](int i) { return std::to_string(60 + 10 * i) + "," + number(6.5 + i, 1); }),
        "v: 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5; w: 0, 10, 20, 30, 40, 50, 60, 70", 12,
        "in another order");
    row("a quote over rows below a short one",
        lines(40,
              [&](int i) {
                  return day(i) + "," + std::to_string(i % 7) +
                         (i == 9 ? "" : "," + std::string(i == 10 ? "\"" : "") + number(0.5 + i, 1)) +
                         (i == 20 ? "\"" : "");
              }),
        "c1: 2024-01-01", 40, "does not close in its row");
    row("the only name above another column",
        "v,\n" + lines(9, [](int i) { return number(0.5 + i, 1) + ","; }) + ",v\n" +
            lines(9, [](int i) { return "," + number(9.5 + i, 1); }),
        "v: 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5", 18, "in another order");
    row("a column without a name in another order",
        "v,w\n" + lines(9, [](int i) { return number(0.5 + i, 1) + "," + std::to_string(10 * i) + ",7.5"; }) +
            "v,x,w\n" + lines(9, [](int i) { return number(9.5 + i, 1) + ",7.5," + std::to_string(90 + 10 * i); }),
        "v: 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5", 18, "in another order");
    row("another order beside remarks without a name",
        "v,w\n" + lines(9, [](int i) { return number(0.5 + i, 1) + "," + std::to_string(10 * i) + ","; }) +
            "w,v\n0,9.5,door open\n" +
            lines(9, [](int i) { return std::to_string(90 + 10 * i) + "," + number(10.5 + i, 1) + ","; }),
        "v: 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5", 19, "in another order");
    // A column of remarks that has no name, and units.
    const auto remark = [](int i) { return std::string(i == 7 ? ",door open" : ","); };
    row("units beside remarks without a name",
        "v,w\nkW,kW\n" +
            lines(12, [&](int i) { return number(0.5 + i, 1) + "," + std::to_string(i * i % 7) + remark(i); }),
        "v[kW]: 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5; w[kW]: 0, 1, 4", 12, "has no name");
    row("a name that is missing beside remarks",
        "v,w\n" + lines(12,
                        [&](int i) {
                            return number(0.5 + i, 1) + "," + std::to_string(i * i % 7) + ",2." +
                                   std::to_string(i % 5) + remark(i);
                        }),
        "v: 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5; w: 0, 1, 4", 12, "has no name");
    row("a counter without a name beside remarks",
        ",v\n" +
            lines(12, [&](int i) { return std::to_string(10 * i) + "," + number(0.5 + i * i % 7, 1) + remark(i); }),
        "v: 0.5, 1.5, 4.5, 2.5", 12, "only counts the rows");
    row("one column beside remarks", "v\n" + lines(12, [&](int i) { return number(0.5 + i * i % 7, 1) + remark(i); }),
        "v: 0.5, 1.5, 4.5, 2.5", 12, "has no name");
    row("one column beside remarks behind a tab",
        "v\n" + lines(12, [](int i) { return number(0.5 + i * i % 7, 1) + "\t" + (i == 1 ? "door open" : ""); }),
        "v: 0.5, 1.5, 4.5, 2.5", 12, "has no name");
    row("cut numbers beside remarks",
        "date,a\n" + lines(40, [&](int i) { return day(i) + ",12," + ::two(i) + remark(i); }), "date: 2024-01-01", 40,
        "the halves were put together again");
    row("cut numbers behind a counter without a name",
        ",a,b\n" + lines(40,
                         [](int i) {
                             return std::to_string(i) + ",12," + std::to_string(i % 10) + ",25," +
                                    std::to_string(i * i % 10);
                         }),
        "a: 12, 12.1", 40, "the halves were put together again");
    row("units in a table of tabs, with blanks in the times",
        "Datum\tv\nkW\tkW\n" + lines(24, [](int i) { return "07/19/2021 " + ::two(i) + ":00\t" + ::two(i * i % 31); }),
        "Datum: 2021-07-19", 24, "");
    row("a row too long in one column",
        "v\n" + lines(20, [](int i) { return number(0.5 + i * i % 7, 1) + (i == 9 ? ";77" : ""); }),
        "v: 0.5, 1.5, 4.5, 2.5, 2.5, 4.5, 1.5, 0.5, 1.5, 4.5, 2.5", 20, "cells instead of");
    row("sums of years among months in numbers",
        "yyyymm,v\n" + lines(39,
                             [](int i) {
                                 const int month = i - i / 13;
                                 return i % 13 == 12 ? std::to_string(2010 + i / 13) + ",606.0"
                                                     : std::to_string(202001 + month / 12 * 100 + month % 12) + "," +
                                                           number(45 + month % 12, 1);
                             }),
        "yyyymm: 2020-01-01", 36, "hold sums or means of the rows above");
    row("points and commas before three decimals, one too large",
        "v;w\n" + lines(40,
                        [](int i) {
                            return (i == 3 ? "1e400" : number(21.107 + i, 3, i % 2 ? ',' : '.')) + ";" +
                                   std::to_string(i % 7);
                        }),
        "v: 21.107, 22.107, 23.107, -, 25.107", 40, "both were read as decimals");
    row("header in another order and case",
        "d,a,b\n" + lines(20, [&](int i) { return day(i) + two(i); }) + "D,B,A\n" +
            lines(20, [&](int i) { return day(i + 20) + two(i); }),
        "d: 2024-01-01", 40, "in another order");
    row("header in another order with a name twice",
        "d,a,b\n" + lines(20, [&](int i) { return day(i) + two(i); }) + "d,b,b\n" +
            lines(20, [&](int i) { return day(i + 20) + two(i); }),
        "", 0, "not in the same order");
    row("commented rows below the header",
        "d,a,b\n" + lines(40, [&](int i) { return (i < 2 ? "#" : "") + day(i) + two(i); }), "d: 2024-01-03", 38,
        "2 lines of the table start with '#'");
    row("commented rows", "d,a,b\n" + lines(40, [&](int i) { return (i % 9 == 4 ? "#" : "") + day(i) + two(i); }),
        "d: 2024-01-01", 36, "4 lines of the table start with '#'");
    row("comments that are no rows",
        "d,a,b\n" + lines(40, [&](int i) { return day(i) + two(i) + (i == 7 ? "\n# cleaned" : ""); }), "d: 2024-01-01",
        40, "");
}

void TestCsv::messy() {
    QFETCH(std::string, text);
    QFETCH(std::string, begin);
    QFETCH(int, rows);
    QFETCH(std::string, message);
    const auto data = read(text);
    if (begin.empty()) {
        QVERIFY2(!data, data ? print(*data->series).substr(0, 200).c_str() : "");
        QVERIFY2(data.error().message.find(message) != std::string::npos, data.error().message.c_str());
        return;
    }
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    std::string all;
    for (const ReadWarning& warning : data->series->report.warnings)
        all += std::to_string(warning.line) + ": " + warning.message.english() + "\n";
    const std::string shown = print(*data->series);
    QVERIFY2(shown.starts_with(begin), (shown.substr(0, 200) + "\n" + all).c_str());
    QVERIFY2(message.empty() ? all.empty() : all.find(message) != std::string::npos, all.c_str());
    QCOMPARE(data->series->rows(), std::int64_t{rows});
    // A moved row moves no other one: the times stay within the days that the file has.
    if (data->series->time.known() && message.find("goes back in") != std::string::npos)
        QVERIFY(data->series->time.values.back() < INT64_C(86'400'000'000));
}

/// Peak memory of the process [bytes], as the system counts it.
static std::uint64_t peakMemory() {
    QFile status("/proc/self/status");
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:")) return line.mid(6).trimmed().split(' ').first().toULongLong() * 1024;
    return 0;
}

void TestCsv::wideAndLongLines() {
    const auto repeated = [](std::string_view text, int count) {
        std::string all;
        for (int i = 0; i < count; ++i) all += text;
        return all;
    };
    // A file of one line; many columns; short lines below wide ones; one endless cell.
    const std::string wide = repeated("1,", 300'000) + "\n";
    for (const std::string& text : {repeated("1,", 5'000'000), wide + wide + wide,
                                    repeated(repeated("1,", 16'000) + "\n", 20) + repeated("1\n", 2'000'000),
                                    "a,b\n" + std::string(40'000'000, 'x')}) {
        [[maybe_unused]] const std::uint64_t before = peakMemory();
        const auto data = read(text);
        QVERIFY(!data);
        QVERIFY2(data.error().message.find("line") != std::string::npos, data.error().message.c_str());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they keep what is freed for a while
        const std::uint64_t used = peakMemory() - before, allowed = 4 * text.size() + (64u << 20);
        QVERIFY2(used <= allowed, (std::to_string(used >> 20) + " MiB of " + std::to_string(allowed >> 20)).c_str());
#endif
    }
}

void TestCsv::equalColumns() {
    const auto data = read("a,b,c,d\n" + lines(40, [](int i) {
                               return std::to_string(i * i % 7) + "," + std::to_string(i * i % 11) + "," +
                                      std::to_string(i * i % 7) + ",3";
                           }));
    QVERIFY(data && hasWarning(*data->series, -1, "columns 'a' and 'c' hold the same values"));
    const auto different = read("a,b,c,d\n" + lines(40, [](int i) {
                                    return std::to_string(i * i % 7) + "," + std::to_string(i * i % 11) + ",3,3";
                                }));
    QVERIFY(different && !hasWarning(*different->series, -1, "the same values"));
}

// One 21,5 among 239 times 20.134 makes these 20134: whoever reads that hears of it.
void TestCsv::aFewCellsDoNotMakeThousandsUnsaid() {
    const auto saysSo = [this](int odd) {
        std::string text = "date;pop\n";
        for (int i = 0; i < 240; ++i) {
            char row[48];
            const bool isOdd = odd > 0 && i % (240 / odd) == 7;
            std::snprintf(row, sizeof row, isOdd ? "2020-%02d-%02d;2%d,5\n" : "2020-%02d-%02d;20.%03d\n", 1 + i / 28,
                          1 + i % 28, isOdd ? i % 10 : 101 + i);
            text += row;
        }
        const auto data = read(text);
        return data && std::ranges::any_of(data->series->report.warnings, [](const ReadWarning& warning) {
                   return warning.message.english().find("could also be") != std::string::npos;
               });
    };
    QVERIFY(saysSo(1));
    QVERIFY(saysSo(8));
}

void TestCsv::mixedFormatsAreReported() {
    // Most cells have a decimal point; one has a comma: it is not guessed at, and not silently 15.
    std::string text = "a;b\n";
    for (int i = 0; i < 20; ++i) text += std::string(i == 11 ? "1,5" : "1.5") + ";" + std::to_string(i) + "\n";
    const auto data = read(text);
    QVERIFY(data);
    QCOMPARE(data->series->channels[0].values[10], 1.5);
    QVERIFY(std::isnan(data->series->channels[0].values[11]));
    QVERIFY(hasWarning(*data->series, 13, "'1,5'"));
    QVERIFY(!findGuess(data->series->report, "csv_decimal")->certain);
}

void TestCsv::overrides() {
    ExperimentConfig options;
    options.csvDecimal = "comma";
    QCOMPARE(printed("a;b\n1.234;1\n5.678;2\n", options), std::string("a: 1234, 5678; b: 1, 2"));
    options = {};
    options.csvDelimiter = "semicolon";
    QCOMPARE(printed("a;b\n1,5;2\n3,5;4\n", options), std::string("a: 1.5, 3.5; b: 2, 4"));
    options = {};
    options.csvHeader = "none";
    QCOMPARE(printed("1,2\n3,4\n", options), std::string("c1: 1, 3; c2: 2, 4"));
    options = {};
    options.csvSkipLines = 2;
    QCOMPARE(printed("9,9\n8,8\na,b\n1,2\n3,4\n", options), std::string("a: 1, 3; b: 2, 4"));
    options = {};
    options.csvMissing = {"-999"};
    QCOMPARE(printed("a,b\n1,-999\n2,3\n-999,4\n", options), std::string("a: 1, 2, -; b: -, 3, 4"));
    // However many zeros are behind its decimal mark; other numbers that begin like it are none.
    QCOMPARE(printed("a,b\n1,-999.00\n2,3\n-999.0,4\n-9990,-999.1\n", options),
             std::string("a: 1, 2, -, -9990; b: -, 3, 4, -999.1"));
    // Before three digits it is the mark of thousands, or that of the decimals.
    QCOMPARE(printed("a,b\n1.250,-999.000\n2.500,3.125\n-999.000,4.000\n", options),
             std::string("a: 1.25, 2.5, -; b: -, 3.125, 4"));
    QCOMPARE(printed("a;b\n1,5;-999.000\n2,5;3,1\n-999,000;1.234.567\n", options),
             std::string("a: 1.5, 2.5, -; b: -999000, 3.1, 1234567"));
    options.csvMissing = {"-99.9", "NA"};
    QCOMPARE(printed("a,b\n1,-99.90\n2,NA\n-99.91,4\n", options), std::string("a: 1, 2, -99.91; b: -, -, 4"));
    options = {};
    options.timeColumn = "none";
    QCOMPARE(printed("timestamp,v\n1704067200,1\n1704070800,2\n", options),
             std::string("timestamp: 1704067200, 1704070800; v: 1, 2"));
    options = {};
    options.timeFormat = "%d.%m.%y %H h";
    options.timeColumn = "when it was";
    QCOMPARE(printed("when it was,v\n31.01.24 05 h,1\n01.02.24 06 h,2\n", options),
             std::string("when it was: 2024-01-31 05:00:00, 2024-02-01 06:00:00; v: 1, 2"));
    options = {};
    options.timeColumn = "a+b";
    const auto added =
        read("a,b,v\n2024-01-01 00:00,2024-01-02 00:00,1\n2024-01-02 00:00,2024-01-03 00:00,2\n", options);
    QVERIFY(!added && added.error().code == ErrorCode::InvalidInput);
    QCOMPARE(printed("a,b,v\n2024-01-01,01:00,1\n2024-01-01,02:00,2\n", options),
             std::string("a+b: 2024-01-01 01:00:00, 2024-01-01 02:00:00; v: 1, 2"));
    options.timeColumn = "absent";
    const auto failed = read("a,b\n1,2\n3,4\n", options);
    QVERIFY(!failed && failed.error().code == ErrorCode::NotFound);
    options = {};
    options.csvComment = "semicolon";
    QCOMPARE(printed("a,b\n;x,y\n1,2\n3,4\n", options), std::string("a: 1, 3; b: 2, 4"));
}

void TestCsv::zonesOfTime() {
    const std::string offsets = "when,v\n2024-01-01T23:30:00+01:00,1\n2024-01-02T00:30:00+01:00,2\n",
                      plain = "when,v\n2024-01-01 23:30,1\n2024-01-02 00:30,2\n";
    const std::string epoch = "timestamp,v\n1704067200,1\n1704070800,2\n";
    ExperimentConfig options;
    QCOMPARE(printed(offsets, options), std::string("when: 2024-01-01 22:30:00, 2024-01-01 23:30:00; v: 1, 2"));
    QCOMPARE(findGuess(read(offsets)->series->report, "time_zone")->shown.english(), std::string("UTC"));
    QCOMPARE(findGuess(read(plain)->series->report, "time_zone")->shown.english(), std::string("as written"));
    for (const char* zone : {"+08:00", "+0800", "UTC+08"}) {
        options.timeZone = zone;
        QCOMPARE(printed(offsets, options), std::string("when: 2024-01-02 06:30:00, 2024-01-02 07:30:00; v: 1, 2"));
        QCOMPARE(printed(epoch, options), std::string("timestamp: 2024-01-01 08:00:00, 2024-01-01 09:00:00; v: 1, 2"));
        QCOMPARE(printed(plain, options), std::string("when: 2024-01-01 23:30:00, 2024-01-02 00:30:00; v: 1, 2"));
    }
    options.timeZone = "-05:30";
    QCOMPARE(printed(epoch, options), std::string("timestamp: 2023-12-31 18:30:00, 2023-12-31 19:30:00; v: 1, 2"));
    for (const char* wrong : {"Berlin", "+25:00", "8", ""}) {
        options.timeZone = wrong;
        const auto data = read(offsets, options);
        QVERIFY(data && hasWarning(*data->series, -1, "no time zone"));
        QCOMPARE(timeText(data->series->time.values[0]), std::string("2024-01-01 22:30:00"));
    }
}

void TestCsv::missingSpellings() {
    QCOMPARE(printed("a,b\n1,NA\nNaN,2\nnull,3\n?,4\n-,5\n,6\n#N/A,7\n1.5,8\n"),
             std::string("a: 1, -, -, -, -, -, -, 1.5; b: -, 2, 3, 4, 5, 6, 7, 8"));
    const auto data = read("a,b\n1,NA\n2,3\n");
    QCOMPARE(findGuess(data->series->report, "csv_missing")->value, std::string("NA"));
    QCOMPARE(data->series->report.valuesMissing, std::int64_t{1});
}

void TestCsv::raggedRowsAreReported() {
    const auto data = read("a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n");
    QVERIFY(data);
    QCOMPARE(print(*data->series), std::string("a: 1, 4, 6, 10; b: 2, 5, 7, 11; c: 3, -, 8, 12"));
    QVERIFY(hasWarning(*data->series, 3, "2 of 3 cells"));
    QVERIFY(hasWarning(*data->series, 4, "4 cells instead of 3"));
}

void TestCsv::oddCellsAreReported() {
    std::string text = "a,b\n";
    for (int i = 0; i < 20; ++i) text += std::to_string(i) + (i == 7 ? ",broken\n" : ",1.5\n");
    const auto data = read(text);
    QVERIFY(data);
    QVERIFY(std::isnan(data->series->channels[1].values[7]));
    QVERIFY(hasWarning(*data->series, 9, "'broken' was read as missing"));
    // A quote that never closes is a character, not the rest of the file.
    const auto stray = read("a,b\n1,2\n\"3,4\n5,6\n7,8\n9,10\n11,12\n13,14\n15,16\n17,18\n19,20\n21,22\n");
    QVERIFY(stray);
    QCOMPARE(stray->series->rows(), std::int64_t{11});
    QVERIFY(hasWarning(*stray->series, -1, "quote"));
}

void TestCsv::encodings() {
    const std::string plain = "name,v\u00FC\nx,1\ny,2\n";
    std::string little = "\xFF\xFE", big = "\xFE\xFF", noMark;
    for (const char16_t c : std::u16string(u"name,v\u00FC\nx,1\ny,2\n")) {
        little += {static_cast<char>(c & 0xFF), static_cast<char>(c >> 8)};
        big += {static_cast<char>(c >> 8), static_cast<char>(c & 0xFF)};
        noMark += {static_cast<char>(c & 0xFF), static_cast<char>(c >> 8)};
    }
    const std::string expected = "v\u00FC: 1, 2";
    QCOMPARE(printed(plain), expected);
    QCOMPARE(printed(little), expected);
    QCOMPARE(printed(big), expected);
    QCOMPARE(printed(noMark), expected);
    QCOMPARE(printed("name,v\xFC\nx,1\ny,2\n"), expected);
    QCOMPARE(findGuess(read("name,v\xFC\nx,1\ny,2\n")->series->report, "csv_encoding")->value, std::string("cp1252"));
    // GB18030: 温度 (temperature) and 湿度 (humidity).
    QCOMPARE(printed("\xCE\xC2\xB6\xC8,\xCA\xAA\xB6\xC8\n1,2\n3,4\n"),
             std::string("\u6E29\u5EA6: 1, 3; \u6E7F\u5EA6: 2, 4"));
    // Windows-1251: Дата, Температура, дождь
    const std::string cyrillic =
        "\xC4\xE0\xF2\xE0,\xD2\xE5\xEC\xEF\xE5\xF0\xE0\xF2\xF3\xF0\xE0,w\n2024-01-01,1,\xE4\xEE\xE6\xE4\xFC\n"
        "2024-01-02,2,\xE4\xEE\xE6\xE4\xFC\n2024-01-03,3,\xE4\xEE\xE6\xE4\xFC\n";
    QCOMPARE(findGuess(read(cyrillic)->series->report, "csv_encoding")->value, std::string("cp1251"));
    QCOMPARE(read(cyrillic)->series->channels[0].name,
             std::string("\u0422\u0435\u043C\u043F\u0435\u0440\u0430\u0442\u0443\u0440\u0430"));
    ExperimentConfig options;
    options.csvEncoding = "latin-1";
    QCOMPARE(printed("v\xFC,w\n1,2\n3,4\n", options), std::string("v\u00FC: 1, 3; w: 2, 4"));
}

void TestCsv::refusals_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("part");
    const auto row = [](const char* name, std::string text, const char* part) {
        QTest::newRow(name) << std::move(text) << std::string(part);
    };
    row("empty", "", "empty");
    row("only blank lines", "\n\n  \n", "no line with values");
    row("only comments", "# a\n# b\n", "no line with values");
    row("one row", "a,b\n1,2\n", "one row");
    row("header only", "a,b\n", "row");
    row("all text", "a,b\nx,y\nz,w\n", "no column holds numbers");
    row("only the time", "date\n2024-01-01\n2024-01-02\n", "only column is the time");
    row("all missing", "a,b\nNA,NA\nNA,NA\n", "missing");
    row("zeros", std::string("a,b\n1,\0\0\0\0\n", 12), "not a text file");
    row("zip", "PK\x03\x04xxxxxxxx", "cannot be unpacked");
    row("pickle", "\x80\x04\x95xxxxxxxxx", "pickle");
    row("gzip", "\x1F\x8B\x08xxxxxxxxx", "cannot be unpacked");
    row("random bytes", "\x01\x02\x03\x04\x05\x06\x07\x0E\x0F\x10", "not a text file");
}

void TestCsv::refusals() {
    QFETCH(std::string, text);
    QFETCH(std::string, part);
    const auto data = read(text);
    QVERIFY2(!data, "this must be refused");
    QVERIFY2(data.error().message.find(part) != std::string::npos, data.error().message.c_str());
    QVERIFY2(data.error().message.find("table.csv") != std::string::npos, data.error().message.c_str());
}

void TestCsv::refusesFoldersAndMissingFiles() {
    const auto folder = readFile(folder_.path(), {});
    QVERIFY(!folder && folder.error().message.find("folder") != std::string::npos);
    const auto missing = readFile(folder_.path() / "no such file.csv", {});
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    const auto device = readFile("/dev/zero", {});
    QVERIFY(!device);
}

void TestCsv::etth1() {
    if (!hasRealFile("ETTh1.csv")) QSKIP(kNoRealFile);
    const auto data = readFile(realFile("ETTh1.csv"), {});
    QVERIFY(data);
    const Series& series = *data->series;
    QCOMPARE(series.rows(), std::int64_t{17420});
    QCOMPARE(series.channels.size(), std::size_t{7});
    QCOMPARE(series.channels.back().name, std::string("OT"));
    QCOMPARE(series.channels.back().values.front(), 30.5310001373291);
    QCOMPARE(series.time.stepMicros, INT64_C(3'600'000'000));
    QCOMPARE(timeText(series.time.values.back()), std::string("2018-06-26 19:00:00"));
    QCOMPARE(series.sha256, std::string("f18de3ad269cef59bb07b5438d79bb3042d3be49bdeecf01c1cd6d29695ee066"));
    QVERIFY(series.report.warnings.empty());
    for (const ReadGuess& guess : series.report.guesses) QVERIFY2(guess.certain, guess.key.c_str());
}

void TestCsv::shippedFiles() {
    const auto data =
        readFile(std::filesystem::path(gatelab::testing::kSourceFolder) / "datasets" / "station7.csv", {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.rows(), std::int64_t{669});
    QCOMPARE(series.channels.size(), std::size_t{3});
    QCOMPARE(series.channels[0].unit, std::string("\u00B0C"));
    QCOMPARE(series.channels[2].values.back(), 1427.6);
    QCOMPARE(series.report.valuesMissing, std::int64_t{8});
    QCOMPARE(timeText(series.time.values[599]), std::string("2023-03-25 23:00:00"));
    QCOMPARE(timeText(series.time.values[600]), std::string("2023-03-26 03:00:00"));
    QVERIFY(series.report.skippedColumns.size() == 1 && series.report.skippedColumns[0].name == "Bemerkung");
    QVERIFY(hasWarning(series, 425, "defekt"));
    const auto gestures =
        readFile(std::filesystem::path(gatelab::testing::kSourceFolder) / "datasets" / "Gestures_TEST.ts", {});
    QVERIFY(gestures && gestures->sequences->items.size() == 120);
}

void TestCsv::guessesAreChoices() {
    // What the reader calls a guess must be accepted by the field of the same key.
    for (const char* text :
         {"a,b\n1,2\n3,4\n", "d;b\n01.01.2024;1.000,5\n02.01.2024;NA\n", "#x\n1 2\n3 4\n", "'a'|b\n1|2 %\n3|4 %\n",
          "Year,Week,v\n2020,1,5\n2020,2,7\n2020,3,6\n", "ymd,hm,v\n20200101,0,5\n20200101,30,7\n20200101,100,6\n",
          "Date,Hour,v\n2020-01-01,1,5\n2020-01-01,2,7\n2020-01-01,3,6\n",
          "yyyymm,v\n202001,4\n202002,6\n202003,5\n"}) {
        const auto data = read(text);
        QVERIFY(data);
        ExperimentConfig options;
        for (const ReadGuess& guess : data->series->report.guesses) {
            const Field* field = findField(guess.key);
            QVERIFY2(field, guess.key.c_str());
            const auto value = parseFieldValue(*field, guess.value);
            QVERIFY2(value, (guess.key + "=" + guess.value).c_str());
            QVERIFY(setFieldValue(options, *field, *value));
        }
        // Giving all guesses back reads the same table.
        const auto again = read(text, options);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(print(*again->series), print(*data->series));
    }
}

void TestCsv::cancels() {
    std::string text = "a,b\n";
    for (int i = 0; i < 50'000; ++i) text += std::to_string(i) + ",1.5\n";
    int calls = 0;
    const auto data = readFile(folder_.put("long.csv", text), {}, [&](double) { return ++calls < 4; });
    QVERIFY(!data && data.error().code == ErrorCode::Cancelled);
}

void TestCsv::headLines() {
    const auto lines =
        readHeadLines(folder_.put("head.csv", "a,b\r\nv\xFC,2\n" + std::string(1000, 'x') + "\nlast"), 10);
    QVERIFY(lines);
    QCOMPARE(lines->size(), std::size_t{4});
    QCOMPARE((*lines)[1], std::string("v\u00FC,2"));
    QCOMPARE((*lines)[2].size(), std::size_t{403});
}

QTEST_APPLESS_MAIN(TestCsv)
#include "tst_csv.moc"
