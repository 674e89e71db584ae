// SPDX-License-Identifier: GPL-3.0-or-later
// Which line holds the names: below keys and values of a station, titles and lines of units, above rows that are wider
// or begin with a name of their own.
// Holds core/data/csv/layout/header.cpp, core/data/csv/layout/layout.cpp and core/data/csv/layout/names.cpp.
#include "core/data_support.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

class TestCsvHeader : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void names_data();
    void names();
    void tablesOnTheirSide_data();
    void tablesOnTheirSide();
    void unitsInColumns();
};

namespace {
template <typename Row>
std::string lines(int count, Row row) {
    std::string text;
    for (int i = 0; i < count; ++i) text += row(i) + "\n";
    return text;
}
std::string wave(int i) { return numberText(i * i % 17 * 0.5 + 1.25); }
std::string two(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }
std::string day(int i) { return "2024-" + two(1 + i / 28) + "-" + two(1 + i % 28); }
}  // namespace

void TestCsvHeader::names_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("begin");  // of the printed table
    const auto row = [](const char* name, std::string text, std::string begin) {
        QTest::newRow(name) << std::move(text) << std::move(begin);
    };
    const auto hours = [](int i) {
        return "2024,1," + std::to_string(1 + i / 24) + "," + std::to_string(i % 24) + "," + wave(i);
    };
    const std::string time = "2024-01-01 00:00:00, 2024-01-01 01:00:00";
    row("keys and values of a station above, as wide as the table",
        "Source,Station,Lat,Lon,Zone\nNSRDB,4711,40.5,-108.5,-7\nYear,Month,Day,Hour,GHI\n" + lines(60, hours),
        "Year+Month+Day+Hour: " + time);
    row("one line of values above", "4711,Denver,CO,-7,39.7\nYear,Month,Day,Hour,GHI\n" + lines(60, hours),
        "Year+Month+Day+Hour: " + time);
    row("titles padded with commas, a blank line",
        "\"Location:\",\"Denver\",,,\n\"Lat:\",39.7,,,\n\"Lon:\",-105,,,\n\nYear,Month,Day,Hour,GHI\n" +
            lines(60, hours),
        "Year+Month+Day+Hour: " + time);
    row("a line of the file above the names",
        "\"TOACI1\",\"CR10X\",\"site\"\n\"TMSTAMP\",\"RECNBR\",\"batt\"\n" +
            lines(60, [](int i) { return "\"" + day(i) + " 00:00:00\"," + std::to_string(i + 5) + "," + wave(i); }),
        "TMSTAMP: 2024-01-01 00:00:00, 2024-01-02 00:00:00");
    row("names and units in comments",
        "#YY  MM DD hh mm WSPD\n#yr  mo dy hr mn m/s\n" +
            lines(60, [](int i) { return "2024 01 " + two(1 + i / 24) + " " + two(i % 24) + " 00 " + wave(i); }),
        "YY+MM+DD+hh+mm: " + time);
    row("rows wider than the names", "t,x,y,z\n" + lines(40, [](int i) { return day(i) + "," + wave(i) + ",,,,,,"; }),
        "t: 2024-01-01");
    row("row names without a name before a date",
        "\"date\" \"x\" \"y\"\n" +
            lines(40, [](int i) { return "\"" + std::to_string(i + 1) + "\" " + day(i) + " " + wave(i) + " 7.5"; }),
        "date: 2024-01-01 00:00:00, 2024-01-02 00:00:00");
    row("Markdown",
        "| time | a |\n|------|---|\n" + lines(40, [](int i) { return "| " + day(i) + " | " + wave(i) + " |"; }),
        "time: 2024-01-01");
    row("a title and decimal commas",
        "Messreihe 2023\nDatum;Wert\n" +
            lines(40,
                  [](int i) { return two(1 + i % 28) + "." + two(1 + i / 28) + ".;" + std::to_string(i % 7) + ",5"; }),
        "Wert: 0.5, 1.5");
    row("tabs and blanks in one row",
        "44.82\n45.0\nYear Mnth Day Hr\tDayl(s)\tPRCP(mm)\n" +
            lines(60, [](int i) { return "2024 01 " + two(1 + i / 24) + " " + two(i % 24) + "\t30172.5\t" + wave(i); }),
        "Year+Mnth+Day+Hr: " + time);
    row("a deviation below",
        "month;v\n" + lines(40, [](int i) { return day(i) + ";" + wave(i); }) + "Avg:;4.5\nStd:;1.5\n",
        "month: 2024-01-01");
}

void TestCsvHeader::names() {
    QFETCH(std::string, text);
    QFETCH(std::string, begin);
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const std::string shown = print(*data->series);
    QVERIFY2(shown.starts_with(begin), shown.substr(0, 300).c_str());
    QVERIFY(data->series->rows() == 60 || data->series->rows() == 40);
    const Channel& last = data->series->channels.back();
    static const std::vector<std::string> kNames = {"GHI", "batt", "WSPD", "x", "y", "a", "Wert", "PRCP(mm)", "v"};
    QVERIFY2(std::ranges::find(kNames, last.name) != kNames.end(), last.name.c_str());
    if (last.name == "WSPD") QCOMPARE(last.unit, std::string("m/s"));
}

/// Years, quarters or dates across, behind several words.
void TestCsvHeader::tablesOnTheirSide_data() {
    QTest::addColumn<std::string>("text");
    const auto across = [](const std::string& names) {
        return "Country Name,Country Code,Indicator" + names + "\n" + lines(6, [](int i) {
                   std::string row = "A" + std::to_string(i) + ",ABC,GDP";
                   for (int c = 0; c < 5; ++c) row += "," + wave(i + c);
                   return row;
               });
    };
    QTest::newRow("years") << across(",1960,1961,1962,1963,1964");
    QTest::newRow("years below a title") << "\"Data Source\",\"Bank\"\n\n" + across(",1960,1961,1962,1963,1964");
    QTest::newRow("quarters") << across(",2010Q1,2010Q2,2010Q3,2010Q4,2011Q1");
    QTest::newRow("US dates") << across(",1/22/20,1/23/20,1/24/20,1/25/20,1/26/20");
}

void TestCsvHeader::tablesOnTheirSide() {
    QFETCH(std::string, text);
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    QCOMPARE(data->series->rows(), std::int64_t{6});
    QVERIFY(std::ranges::any_of(data->series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("seems to lie on its side") != std::string::npos;
    }));
}

/// A line of units below the names has fewer words than they: where they stand says whose they are.
void TestCsvHeader::unitsInColumns() {
    const auto rows = lines(60, [](int i) {
        return "  " + std::to_string(1990 + i / 12) + "  " + two(1 + i % 12) + "   1" + std::to_string(i % 7) +
               ".5    " + std::to_string(20 + i % 5) + ".25";
    });
    const auto aligned =
        readFile(folder_.put("a.txt", "  yyyy  mm   tmax     rain\n             degC       mm\n" + rows), {});
    QVERIFY2(aligned, aligned ? "" : aligned.error().message.c_str());
    QCOMPARE(aligned->series->channels.size(), std::size_t{2});
    QCOMPARE(aligned->series->channels[0].name, std::string("tmax"));
    QCOMPARE(aligned->series->channels[0].unit, std::string("degC"));
    QCOMPARE(aligned->series->channels[1].unit, std::string("mm"));
    // One that stands below none is left out, and said.
    const auto loose =
        readFile(folder_.put("b.txt", "  yyyy  mm   tmax     rain\n  degC       mm      x\n" + rows), {});
    QVERIFY2(loose, loose ? "" : loose.error().message.c_str());
    QCOMPARE(loose->series->channels[0].name, std::string("tmax"));
    QVERIFY(std::ranges::any_of(loose->series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("has 3 words for 4 columns") != std::string::npos;
    }));
}

QTEST_APPLESS_MAIN(TestCsvHeader)
#include "tst_csv_header.moc"
