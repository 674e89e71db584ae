// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a shape that is no series are named, first rows that are none are told, and refusals say the true cause
// with line and byte.
// Holds core/data/csv/shapes/long_table.cpp, core/data/csv/shapes/wide_table.cpp and core/data/foreign_file.cpp.
#include "base/rng.h"
#include "core/data_support.h"
#include "io/hdf5_file.h"

#include <QTest>

#include <algorithm>

#include <functional>

using namespace gatelab;
using namespace datatest;

class TestTableShapes : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void shapes_data();
    void shapes();
    void plainTablesAreNotNamed_data();
    void plainTablesAreNotNamed();
    void startAndRate();
    void labView();
    void refusals_data();
    void refusals();
    void namesLikeFormats();
    void zeroBlocks();
    void classLabels();
    void dataSets();
};

namespace {

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kStart = INT64_C(1'706'745'600'000'000);
std::string two(int n) { return (n < 10 ? "0" : "") + std::to_string(n); }
std::string lines(int count, const std::function<std::string(int)>& line) {
    std::string text;
    for (int i = 0; i < count; ++i) text += line(i) + "\n";
    return text;
}
std::string cells(int count, const std::function<std::string(int)>& cell) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i ? "," : "") + cell(i);
    return text;
}
std::string number(double value, int digits = 2) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}
std::string warningsOf(const ReadReport& report) {
    std::string text;
    for (const ReadWarning& warning : report.warnings)
        text += std::to_string(warning.line) + ": " + warning.message.english() + "\n";
    return text;
}
const char* const kShapes[] = {"long table",      "hours of a day",       "months of a year", "lie on its side",
                               "hold a sequence", "seem to be exchanged", "unlike all others"};

}  // namespace

void TestTableShapes::shapes_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("said");
    Rng rng(3, RandomPurpose::Test);
    const auto row = [](const char* name, const std::string& text, const char* said, const char* file = "table.csv") {
        QTest::newRow(name) << std::string(file) << text << std::string(said);
    };
    const auto day = [](int i) { return timeText(kStart + i * 24 * kHour).substr(0, 10); };
    const auto value = [&](int) { return number(5 + rng.normal()); };
    row("half hours side by side",
        "meter,date," + cells(48, [](int c) { return two(c / 2) + (c % 2 ? ":30" : ":00"); }) + "\n" +
            lines(30, [&](int i) { return "77," + day(i) + "," + cells(48, value); }),
        "hours of a day");
    row("hours with a letter and flags",
        "station,date," + cells(48, [](int c) { return (c % 2 ? "V" : "H") + two(c / 2 + 1); }) + "\n" +
            lines(
                30,
                [&](int i) { return "7," + day(i) + "," + cells(48, [&](int c) { return c % 2 ? "V" : value(c); }); }),
        "hours of a day");
    row("hours by number",
        "date," + cells(24, [](int c) { return "HE" + std::to_string(c + 1); }) + "\n" +
            lines(30, [&](int i) { return day(i) + "," + cells(24, value); }),
        "hours of a day");
    row("American dates side by side",
        "state,country,lat," +
            cells(60, [](int c) { return std::to_string(1 + c / 28) + "/" + std::to_string(1 + c % 28) + "/20"; }) +
            "\n" +
            lines(6, [&](int i) { return "x,c" + std::to_string(i) + "," + number(40 + i) + "," + cells(60, value); }),
        "lie on its side");
    row("years behind two names",
        "code,name," + cells(20, [](int c) { return std::to_string(1990 + c); }) + "\n" +
            lines(6, [&](int i) { return "C" + std::to_string(i) + ",n," + cells(20, value); }),
        "lie on its side");
    row("quarters side by side",
        "code,name," + cells(20, [](int c) { return std::to_string(2010 + c / 4) + "Q" + std::to_string(c % 4 + 1); }) +
            "\n" + lines(6, [&](int i) { return "C" + std::to_string(i) + ",n," + cells(20, value); }),
        "lie on its side");
    row("sequences with a class in front",
        lines(20,
              [&](int i) {
                  return std::to_string(i % 2 + 1) + "," +
                         cells(60, [&](int c) { return number(std::sin(c * 0.2 + i) + 0.05 * rng.normal(), 3); });
              }),
        "hold a sequence");
    row("series by row, as in M4",
        cells(41, [](int c) { return "V" + std::to_string(c + 1); }) + "\n" +
            lines(12,
                  [&](int i) {
                      return "Y" + std::to_string(i + 1) + "," +
                             cells(40, [&](int c) { return number(1000 * (i + 1) + c * 10 + 5 * rng.normal(), 1); });
                  }),
        "hold a sequence");
    row("rows and columns exchanged",
        lines(3, [&](int i) { return cells(60, [&](int c) { return number(100 * i + std::sin(c * 0.2), 3); }); }),
        "seem to be exchanged");
    row("two series in turn, times that vary",
        "what,state,when\n" + lines(60,
                                    [&](int i) {
                                        return std::string(i % 2 ? "temp" : "power") + "," + value(i) + "," +
                                               timeText(kStart + i / 2 * kHour +
                                                        static_cast<std::int64_t>(rng.below(50)) * 1'000'000);
                                    }),
        "long table");
    row("shops by number in turn",
        "when,shop,sales\n" +
            lines(90, [&](int i) { return day(i / 3) + "," + std::to_string(100 + i % 3 * 7) + "," + value(i); }),
        "long table");
    row("one below the other, newest first",
        "when,shop,sales\n" +
            lines(60, [&](int i) { return day(60 - i % 30) + "," + std::to_string(i / 30 + 4) + "," + value(i); }),
        "long table");
    row("shops by number in turn, newest first",
        "when,shop,sales\n" +
            lines(90, [&](int i) { return day(60 - i / 3) + "," + std::to_string(100 + i % 3 * 7) + "," + value(i); }),
        "long table");
    row("a first row of codes",
        "94255\t2018\t1000\t0\t7008\t0\n" + lines(80,
                                                  [&](int i) {
                                                      return "291\t" + number(i * 0.5, 1) + "\t" +
                                                             number(400 + 200 * rng.normal(), 1) + "\t12\t" +
                                                             number(15 + 5 * rng.normal()) + "\t11";
                                                  }),
        "unlike all others");
}

void TestTableShapes::shapes() {
    QFETCH(std::string, name);
    QFETCH(std::string, text);
    QFETCH(std::string, said);
    const auto data = readFile(folder_.put(name.c_str(), text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const std::string warnings = warningsOf(data->series->report);
    QVERIFY2(warnings.find(said) != std::string::npos, warnings.c_str());
}

void TestTableShapes::plainTablesAreNotNamed_data() {
    QTest::addColumn<std::string>("text");
    Rng rng(4, RandomPurpose::Test);
    const auto row = [](const char* name, const std::string& text) { QTest::newRow(name) << text; };
    const auto when = [](int i) { return timeText(kStart + i * kHour); };
    const auto value = [&](int) { return number(5 + rng.normal()); };
    row("a doubled hour and a weekday", "when,weekday,a\n" + lines(200, [&](int i) {
                                            return when(i == 90 ? 89 : i) + "," + std::to_string(i / 24 % 7) + "," +
                                                   value(i);
                                        }));
    row("stamps to the minute and a switch", "when,on,a\n" + lines(200, [&](int i) {
                                                 return timeText(kStart + i * std::int64_t{40'000'000}).substr(0, 16) +
                                                        "," + std::to_string(rng.below(2)) + "," + value(i);
                                             }));
    row("24 sensors", "when," + cells(24, [](int c) { return "s" + std::to_string(c + 1); }) + "\n" +
                          lines(100, [&](int i) { return when(i) + "," + cells(24, value); }));
    row("a profile without a time", lines(200, [&](int i) {
            return cells(14, [&](int c) { return number(20 + std::sin(i * 0.1) + c * 0.2 + 0.01 * rng.normal(), 3); });
        }));
    row("a step in the first row of one column",
        "when,a,b\n" +
            lines(100, [&](int i) { return when(i) + "," + number(i ? 5 + rng.normal() : 900) + "," + value(i); }));
    for (const int step : {-1, -24, -24 * 7})
        row(("counts that change from row to row, newest first, " + std::to_string(-step) + " h").c_str(),
            "when,visitors\n" + lines(120, [&](int i) {
                return when(step * i) + "," + std::to_string(50 + 3 * (i * 7 % 11) + i % 2);
            }));
    row("newest first, a value of the last row is late", "when,state,a\n" + lines(90, [&](int i) {
                                                             return when(-(i == 45 ? 47 : i)) + "," +
                                                                    std::to_string(i < 45) + "," + value(i);
                                                         }));
    row("a clock that is set back when the summer ends", "when,summer,a\n" + lines(200, [&](int i) {
                                                             return when(i < 90 ? i : i - 1) + "," +
                                                                    std::to_string(i < 90) + "," + value(i);
                                                         }));
    row("a clock that is set back by two hours", "when,summer,a\n" + lines(200, [&](int i) {
                                                     return when(i < 90 ? i : i - 2) + "," + std::to_string(i < 90) +
                                                            "," + value(i);
                                                 }));
    row("names that end with numbers",
        "when,PM10,PM25,NO2,O3\n" + lines(100, [&](int i) { return when(i) + "," + cells(4, value); }));
}

void TestTableShapes::plainTablesAreNotNamed() {
    QFETCH(std::string, text);
    const auto data = readFile(folder_.put("plain.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const std::string warnings = warningsOf(data->series->report);
    for (const char* shape : kShapes) QVERIFY2(warnings.find(shape) == std::string::npos, warnings.c_str());
}

void TestTableShapes::startAndRate() {
    const auto data = readFile(
        folder_.put("ACC.csv",
                    "1567000000.00,1567000000.00\n32.00,32.00\n" +
                        lines(50, [](int i) { return std::to_string(i % 7 - 3) + "," + std::to_string(60 + i % 5); })),
        {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.rows(), std::int64_t{50});
    QCOMPARE(series.channels[0].values[0], -3.0);
    QVERIFY(series.time.known());
    QCOMPARE(timeText(series.time.values[0]), timeText(INT64_C(1'567'000'000'000'000)));
    QCOMPARE(series.time.values[33], INT64_C(1'567'000'001'031'250));
    QCOMPARE(series.time.stepMicros, std::int64_t{31'250});
    const ReadAccount& account = series.report.account;
    QCOMPARE(account.rowsInFile, std::int64_t{52});
    QCOMPARE(account.left(), std::int64_t{2});
    QCOMPARE(account.leftOut()[1].line, std::int64_t{2});
    const auto plain =
        readFile(folder_.put("plain.csv", lines(50, [](int i) { return i ? "-4.5" : "1567000000"; })), {});
    QVERIFY(plain);
    QCOMPARE(plain->series->rows(), std::int64_t{50});
}

void TestTableShapes::labView() {
    const std::string head =
        "LabVIEW Measurement\t\nWriter_Version\t2\nSeparator\tTab\nDate\t2020/01/01\nTime\t12:00:00\n"
        "***End_of_Header***\t\n\nChannels\t2\nSamples\t30\t30\n***End_of_Header***\n";
    const std::string body =
        "X_Value\tforce\tComment\n" + lines(30, [](int i) { return number(i * 0.1) + "\t" + number(i * i % 7); });
    const auto data = readFile(folder_.put("data.lvm", head + body), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    QCOMPARE(data->series->rows(), std::int64_t{30});
    QVERIFY(data->series->find("force").has_value());
    const auto& warnings = data->series->report.warnings;
    QVERIFY(std::ranges::any_of(warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("a measurement of LabVIEW: the 10 lines above") != std::string::npos;
    }));
    QVERIFY(!readFile(folder_.put("cut.lvm", head), {}));
}

void TestTableShapes::refusals_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("said");
    const auto row = [](const char* title, const char* name, const std::string& bytes, const char* said) {
        QTest::newRow(title) << std::string(name) << bytes << std::string(said);
    };
    row("Git LFS pointer", "data.csv",
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22e\nsize 132735\n",
        "git lfs pull");
    row("Git LFS pointer of an HDF5 file", "data.h5",
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22e\nsize 132735\n",
        "git lfs pull");
    row("web page", "data.csv", "\n<!DOCTYPE HTML>\n<html><body>Sign in, 1, 2</body></html>\n", "web page");
    row("page of a bank", "data.xls", "<html><body><table><tr><td>1</td></tr></table></body></html>\n",
        "save it as .xlsx");
    row("header of a record", "100.hea", "# of a heart\n100 2 360 650000\n100.dat 212 200 11 1024 995 -22131 0 MLII\n",
        "WFDB");
    row("web page as a set", "data.ts", "<html><body>Sign in</body></html>\n", "web page");
    row("XML", "data.csv", "<?xml version=\"1.0\"?><a>1,2</a>\n", "XML");
    row("statements of SQL", "data.csv", "INSERT INTO m (t, v) VALUES\n('2024-01-01 00:00:00', 1.5),\n",
        "SQL statements");
    row("dump of PostgreSQL", "data.txt", "--\n-- PostgreSQL database dump\n--\n\nSET x = 0;\n", "SQL statements");
    row("JSON", "data.txt", "[\n [1, 2],\n [3, 4]]\n", "JSON");
    row("JSON without records", "data.json", "{\"epochs\": 3,\n \"cell\": \"lstm\"}\n", "no list of records");
    row("netCDF-3", "data.nc", std::string("CDF\x01\0\0\0\x3C", 8) + std::string(200, '\x7F'), "cut or damaged");
    // Files of other programs, by their first bytes.
    const std::string zeros(400, '\0');
    row("R", "data.rds", std::string("X\n\0\0\0\3", 6) + zeros, "a file of R");
    row("R, several", "data.RData", "RDX3\nX\n" + zeros, "a file of R");
    row("Stata", "data.dta", "<stata_dta><header><release>118</release>" + zeros, "a Stata file");
    row("Stata of before", "data.dta", std::string("r\2\1\0", 4) + zeros, "a Stata file");
    row("SPSS", "data.sav", "$FL2@(#) SPSS DATA FILE" + zeros, "an SPSS file");
    row("SAS", "data.sas7bdat", std::string(12, '\0') + "\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08" + zeros,
        "a SAS data set");
    row("ORC", "data.orc", "ORC" + zeros, "an ORC file");
    row("Feather of before", "data.feather", "FEA1" + zeros, "Feather file of version 1");
    row("Avro", "data.avro", "Obj\x01" + zeros, "an Avro file");
    row("TDMS", "data.tdms", "TDSm" + zeros, "TDMS file");
    row("bytes of a program", "data.csv", "t,a\n1,2\n\x01\x02\x03\x04\x05\x06\x07\x08,1\n\x01\x02\x03\n",
        "byte 9 (line 3) has the value 1");
    row("words among numbers", "data.csv",
        "a\n" + lines(40, [](int i) { return i % 5 == 2 ? std::string("OL") : number(i * 0.5); }),
        "32 of 40 are numbers, and 'OL' in line 4 is none");
    row("units of two kinds", "data.csv",
        "t,a\n" + lines(40, [](int i) { return "x," + number(i * 0.5) + (i % 3 ? " W" : " kW"); }),
        "carry different units ('W' and 'kW'");
    row("a remark in each cell", "data.csv",
        "t,a\n" + lines(40, [](int i) { return "x," + number(i * 0.5) + " about"; }),
        "a unit or a remark stands behind the number");
    row("digits of another script", "data.csv",
        lines(40, [](int i) { return std::string(i % 3 ? "\u0661" : "\u0664") + (i % 7 ? "\u0662" : "\u0663"); }),
        "digits are of another script");
}

/// A name of a column may be that of a format.
void TestTableShapes::namesLikeFormats() {
    for (const char* name : {"ORC", "TDSm", "$FL2", "DUCK"}) {
        const auto data = readFile(folder_.put("t.csv", std::string(name) + ",v\n1.5,2\n2.5,3\n3.5,5\n"), {});
        QVERIFY2(data && data->series->find(name), name);
    }
}

void TestTableShapes::refusals() {
    QFETCH(std::string, name);
    QFETCH(std::string, bytes);
    QFETCH(std::string, said);
    const auto data = readFile(folder_.put(name.c_str(), bytes), {});
    QVERIFY2(!data, "it was read");
    QVERIFY2(data.error().message.find(said) != std::string::npos, data.error().message.c_str());
}

void TestTableShapes::zeroBlocks() {
    const auto minute = [](int i) {
        return timeText(kStart + std::int64_t{60'000'000} * i) + "," + std::to_string(i * i % 17) + "\n";
    };
    std::string text = "t,a\n";
    for (int i = 0; i < 60; ++i) text += (i == 30 ? std::string(512, '\0') : "") + minute(i);
    const auto data = readFile(folder_.put("power.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    QCOMPARE(data->series->rows(), std::int64_t{60});
    QCOMPARE(data->series->channels[0].values[30], 30.0 * 30 - 17 * 52);
    const std::string warnings = warningsOf(data->series->report);
    QVERIFY2(warnings.find("32: 512 bytes of value 0") != std::string::npos, warnings.c_str());
    // In the middle of a row, and behind the first look
    std::string cut = "t,a\n";
    for (int i = 0; i < 9000; ++i) {
        std::string row = minute(i);
        if (i == 8000) row.insert(12, 700, '\0');
        cut += row;
    }
    const auto other = readFile(folder_.put("cut.csv", cut), {});
    QVERIFY2(other, other ? "" : other.error().message.c_str());
    QVERIFY(warningsOf(other->series->report).find("8002: 700 bytes of value 0") != std::string::npos);
    const ReadAccount& account = other->series->report.account;
    QCOMPARE(account.rowsRead + account.left(), account.rowsInFile);
}

void TestTableShapes::classLabels() {
    const std::string rows = "@data\n1,2,3:b\n2,3,4:a\n3,4,6:b\n";
    for (const char* tag : {"@class_labels true a b", "@classLabels true a b", "@ClassLabel true a b"}) {
        const auto data = readFile(
            folder_.put("toy.ts", std::string("@problemName Toy\n@univariate true\n") + tag + "\n" + rows), {});
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->sequences->classNames.size(), std::size_t{2});
        QCOMPARE(data->sequences->items.size(), std::size_t{3});
    }
    const auto unknown =
        readFile(folder_.put("toy.ts", "@problemName Toy\n@univariate true\n@classes true a b\n" + rows), {});
    QVERIFY(!unknown);
    QVERIFY2(unknown.error().message.find("line 3: '@classes'") != std::string::npos, unknown.error().message.c_str());
}

void TestTableShapes::dataSets() {
    std::vector<double> values(240);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * i % 17);
    const auto read = [&](std::initializer_list<std::pair<const char*, std::vector<std::int64_t>>> sets) {
        const auto path = folder_.path() / "sets.h5";
        std::filesystem::remove(path);
        const auto written = writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
            for (const auto& [name, shape] : sets) {
                std::int64_t count = 1;
                for (const std::int64_t size : shape) count *= size;
                if (auto put = writer.array(name, shape, std::span(values).first(static_cast<std::size_t>(count)));
                    !put)
                    return put;
            }
            return {};
        });
        if (!written) qFatal("%s", written.error().message.c_str());
        return readFile(path, {});
    };
    const auto wide = read({{"/X", {3, 60}}}), deep = read({{"/X", {10, 4, 6}}}), plain = read({{"/X", {60, 3}}});
    QVERIFY(wide && deep && plain);
    QVERIFY(warningsOf(wide->series->report).find("3 rows and 60 columns: rows and columns seem to be exchanged") !=
            std::string::npos);
    QVERIFY(warningsOf(deep->series->report).find("three dimensions (10 x 4 x 6)") != std::string::npos);
    QCOMPARE(warningsOf(plain->series->report), std::string());
    QCOMPARE(plain->series->report.account.rowsInFile, std::int64_t{60});
    QCOMPARE(plain->series->report.account.rowsRead, std::int64_t{60});
    const auto indexed = read({{"/df/_i_table/index/indices", {200}}, {"/df/values", {40}}});
    QVERIFY(indexed);
    QCOMPARE(indexed->series->rows(), std::int64_t{40});
    QVERIFY(warningsOf(indexed->series->report).find("only find") != std::string::npos);
    QVERIFY(!read({{"/df/_i_table/index/indices", {200}}}));
    if (!hasRealFile("public")) QSKIP(kNoRealFile);
    for (const char* name : {"public/pc80_pandas_table.h5", "public/pc80b_compound.h5"}) {
        const auto records = readFile(realFile(name), {});
        QVERIFY(records);
        QCOMPARE(records->series->rows(), std::int64_t{60});
        QVERIFY(records->series->time.known());
    }
}

QTEST_APPLESS_MAIN(TestTableShapes)
#include "tst_table_shapes.moc"
