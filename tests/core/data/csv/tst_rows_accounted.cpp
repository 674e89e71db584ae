// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that were read and rows that are named are all rows of a file, and no sound row is left out: over generated
// tables of slow signals and rough ones, with titles, comments, blank lines, repeated headers, sums and footers.
// Holds core/data/csv/rows/row_account.cpp and core/data/csv/rows/sums.cpp.
#include "base/rng.h"
#include "core/data_support.h"
#include "data/csv/columns/table_scan.h"

#include <QTest>

#include <functional>
#include <set>

using namespace gatelab;
using namespace datatest;

class TestRowsAccounted : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void soundRowsStay_data();
    void soundRowsStay();
    void leftOutByName_data();
    void leftOutByName();
    void everyLineOfAGeneratedTable();
    void sequences();
    void whatIsKnownOfRowsMovesWithThem();
};

namespace {

std::string minuteText(std::int64_t second) { return timeText(second * 1'000'000).substr(0, 16); }
std::string fixed(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}
std::string table(const std::string& header, int rows, const std::function<std::string(int)>& row) {
    std::string text = header + "\n";
    for (int i = 0; i < rows; ++i) text += row(i) + "\n";
    return text;
}
const ReadReport& reportOf(const Dataset& data) { return data.series ? data.series->report : data.sequences->report; }

/// Empty when every row is accounted for and each is named once.
std::string unaccounted(const ReadAccount& account) {
    std::set<std::int64_t> lines;
    const auto left = account.leftOut();
    for (const auto& row : left)
        if (row.why.empty() || !lines.insert(row.line).second) return "line " + std::to_string(row.line);
    if (static_cast<std::int64_t>(left.size()) != account.left()) return "count";
    return account.rowsRead + account.left() == account.rowsInFile
               ? std::string()
               : std::to_string(account.rowsRead) + " + " + std::to_string(account.left()) + " of " +
                     std::to_string(account.rowsInFile);
}

}  // namespace

void TestRowsAccounted::soundRowsStay_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("rows");
    const auto row = [](const char* name, const std::string& text, int rows) { QTest::newRow(name) << text << rows; };
    constexpr std::int64_t kStart = 1'706'745'600;
    const auto noise = [rng = std::make_shared<Rng>(5, RandomPurpose::Test)] { return rng->normal(); };
    row("pressure every 50 s, stamps to the minute",
        table("time,pressure,kelvin", 600,
              [&](int i) {
                  return minuteText(kStart + i * 50) + "," + fixed(1013 + 0.4 * noise(), 1) + "," +
                         fixed(293 + 0.05 * noise(), 2);
              }),
        600);
    row("a battery, stamps to the minute",
        table("time,volt", 600, [&](int i) { return minuteText(kStart + i * 50) + "," + fixed(3.7 - i * 1e-5, 3); }),
        600);
    row("two loggers at one time",
        table("time,a,b", 240,
              [&](int i) {
                  return minuteText(kStart + i / 2 * 60) + "," + fixed(1013 + 0.2 * noise(), 1) + "," +
                         fixed(50 + 0.02 * noise(), 2);
              }),
        240);
    row("stamps at 40 s",
        table("time,a", 600, [&](int i) { return minuteText(kStart + i * 40) + "," + fixed(230 + 0.2 * noise(), 1); }),
        600);
    row("a clock that starts over each minute",
        table("time,a,b", 600,
              [&](int i) {
                  return timeText((kStart + i % 60) * 1'000'000) + "," + fixed(1013.2, 1) + "," +
                         fixed(20 + 0.02 * noise(), 2);
              }),
        600);
    row("a slow signal whose time is missing in every fifth row",
        table("time,a", 500,
              [&](int i) {
                  return (i % 5 == 3 ? "" : timeText((kStart + i * 60) * 1'000'000)) + "," +
                         fixed(1013 + 0.05 * noise(), 1);
              }),
        500);
    row("a slow signal whose time is missing in some rows",
        table("time,a,b", 500,
              [&](int i) {
                  return (i % 100 == 37 ? "" : timeText((kStart + i * 60) * 1'000'000)) + "," +
                         fixed(1013 + 0.03 * noise(), 1) + "," + fixed(20 + 0.03 * noise(), 1);
              }),
        500);
    row("newest first, slow",
        table("time,a", 300, [&](int i) { return minuteText(kStart - i * 60) + "," + fixed(20 + 0.02 * noise(), 1); }),
        300);
    row("midnight without a clock",
        table("time,a", 240,
              [&](int i) {
                  return timeText((kStart + i * 3600) * 1'000'000).substr(0, i % 24 == 0 ? 10 : 16) + "," +
                         fixed(20 + 0.02 * noise(), 1);
              }),
        240);
    row("small counts of which every fourth is the sum of three",
        table("n", 15, [](int i) { return std::to_string(i % 4 == 3   ? 2 + i / 8
                                                         : i % 4 == 2 ? i / 8
                                                                      : 1); }), 15);
    row("January is a year alone",
        table("month,a", 48,
              [&](int i) {
                  return std::to_string(2020 + i / 12) +
                         (i % 12 ? "-" + std::string(i % 12 < 9 ? "0" : "") + std::to_string(i % 12 + 1) : "") + "," +
                         fixed(300 + 20 * noise(), 1);
              }),
        48);
    row("dates of another calendar at the end",
        table("date,a", 40,
              [&](int i) {
                  const std::string day = i < 28   ? "1402/01/" + std::to_string(i + 1)
                                          : i < 39 ? "1402/02/" + std::to_string(i - 10)
                                                   : "1402/02/31";
                  return day + "," + fixed(20 + noise(), 1);
              }),
        40);
    row("n/e in every twelfth row",
        table("what,price,volume", 120,
              [&](int i) {
                  return std::string(i % 2 ? "north" : "south") +
                         (i % 12 == 4 ? ",n/e,n/e" : "," + fixed(50 + noise(), 2) + "," + fixed(9 + noise(), 1));
              }),
        120);
    row("a note below a blank line, and the table goes on",
        table("time,a", 100,
              [&](int i) {
                  return (i == 40 ? "\nlogger,restarted\n" : "") + timeText((kStart + i * 60) * 1'000'000) + "," +
                         fixed(20 + noise(), 1);
              }),
        100);
    row("a column begins at row 40",
        table("time,a,b", 300,
              [&](int i) {
                  return timeText((kStart + i * 60) * 1'000'000) + "," + fixed(noise(), 2) + "," + fixed(noise(), 2) +
                         (i < 40 ? "" : "," + fixed(noise(), 1));
              }),
        300);
    row("a column ends at row 40",
        table("time,a,b", 300,
              [&](int i) {
                  return timeText((kStart + i * 60) * 1'000'000) + "," + fixed(noise(), 2) +
                         (i < 40 ? "," + fixed(noise(), 1) : "");
              }),
        300);
    row("names that begin with the mark of comments",
        table("id,a,b", 300,
              [&](int i) {
                  return (i % 9 ? "x" : "#") + std::to_string(i) + "," + fixed(noise(), 2) + "," + fixed(noise(), 2);
              }),
        300);
    row("numbers behind a mark in every row",
        table("id,a", 100, [&](int i) { return "#" + std::to_string(i * i % 83) + "," + fixed(noise(), 2); }), 100);
    row("a level that is called max",
        table("level,a", 100,
              [&](int i) { return (i % 20 == 7 ? "max" : std::to_string(i % 7)) + "," + fixed(noise(), 2); }),
        100);
    row("missing values in the first row",
        table("a,b", 60, [&](int i) { return i % 5 ? fixed(noise(), 2) + "," + fixed(noise(), 2) : "NA,NA"; }), 60);
    row(
        "page heads",
        [&] {
            std::string text;
            for (int page = 0; page < 3; ++page)
                text += table((page ? "\nReport,page\n" : "") + std::string("time,a"), 20, [&](int i) {
                    return timeText((kStart + (page * 20 + i) * 60) * 1'000'000) + "," + fixed(20 + noise(), 1);
                });
            return text;
        }(),
        60);
}

void TestRowsAccounted::soundRowsStay() {
    QFETCH(std::string, text);
    QFETCH(int, rows);
    const auto data = readFile(folder_.put("sound.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const ReadAccount& account = reportOf(*data).account;
    std::string named;
    for (const auto& left : account.leftOut(5)) named += std::to_string(left.line) + ": " + left.why.english() + "\n";
    QCOMPARE(data->series->rows(), std::int64_t{rows});
    QVERIFY2(account.rowsRead == rows, named.c_str());
    QCOMPARE(QString::fromStdString(unaccounted(account)), QString());
}

void TestRowsAccounted::leftOutByName_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("left");
    const auto row = [](const char* name, const std::string& text, const char* left) {
        QTest::newRow(name) << text << QString::fromUtf8(left);
    };
    const auto lines = [](int from, int count) {
        std::string text;
        for (int i = from; i < from + count; ++i)
            text += timeText(INT64_C(1'706'745'600'000'000) + i * INT64_C(60'000'000)) + "," +
                    std::to_string(i * i % 17) + "\n";
        return text;
    };
    row("cut inside the last line", "t,a\n" + lines(0, 9) + "2024-02-01 ", "11 the file ends inside of it");
    row("a short last line with its end", "t,a\n" + lines(0, 9) + "2024-02-01 00:09\n", "");
    row("a short line among others", "t,a\n" + lines(0, 5) + "2024-02-01 00:05\n" + lines(6, 5) + "2024-02-01 00:11",
        "");
    row("whole without its end", "t,a\n" + lines(0, 9) + "2024-02-01 00:09:00,3", "");
    row("nothing", "t,a\n" + lines(0, 9), "10 rows of the file: nothing");
    row("title, blank line, comment", "Station 7\n\n# by hand\nt,a\n" + lines(0, 9),
        "1 it stands above the table; 2 a blank line; 3 a comment");
    row("names in a comment", "# Station 7\n# t,a\n" + lines(0, 9), "1 a comment");
    row("names and units in comments", "# Station 7\n# t,a\n# -,kW\n" + lines(0, 9), "1 a comment");
    row("names in a comment above a blank line", "# Station 7\n# t,a\n\n" + lines(0, 9), "1 a comment; 3 a blank line");
    row("units are no row", "t,a\n-,kW\n" + lines(0, 9), "");
    row("blank lines and the end", "t,a\n" + lines(0, 4) + "\n" + lines(4, 5) + "\n\n",
        "6 a blank line; 12 a blank line; 13 a blank line");
    row("header again", "t,a\n" + lines(0, 4) + "t,a\n" + lines(4, 5), "6 the names of the columns once more");
    row("header again in capitals", "t,a\n" + lines(0, 4) + "T,A\n" + lines(4, 5),
        "6 the names of the columns once more");
    row("a row of words", "t,a\n" + lines(0, 4) + "moved,here\n" + lines(4, 5), "6 it has no number and no time");
    row("header again below the first row", "t,a\n" + lines(0, 1) + "t,a\n" + lines(1, 8),
        "3 the names of the columns once more");
    row("words below the first row", "t,a\n" + lines(0, 1) + "start,stop\n" + lines(1, 8),
        "3 it has no number and no time");
    row("words between the first rows",
        "t,a\n" + lines(0, 1) + "start,stop\n" + lines(1, 1) + "start,stop\n" + lines(2, 7),
        "3 it has no number and no time; 5 it has no number and no time");
    row("numbers, header again below the first row", "x,y\n1.5,7\nx,y\n2.5,8\n3.5,6\n1.5,5\n2.5,7\n",
        "3 the names of the columns once more");
    row("numbers, words below the first row", "x,y\n1.5,7\nbegin,end\n2.5,8\n3.5,6\n1.5,5\n2.5,7\n",
        "3 it has no number and no time");
    row("keys and values of a station above", "rows,columns\n1000,300\nx,y\n2.5,8\n3.5,6\n1.5,5\n2.5,7\n",
        "1 it stands above the table; 2 it stands above the table");
    row("a row above the names", lines(0, 1) + "t,a\n" + lines(1, 8), "1 it stands above the table");
    row("no names, words below two rows", lines(0, 2) + "start,stop\n" + lines(2, 7), "3 it has no number and no time");
    row("page heads", "t,a\n" + lines(0, 4) + "Page,2\n" + lines(4, 4) + "\fReport,7\nt,a\n" + lines(8, 24),
        "6 it is the head of a page; 11 it is the head of a page; 12 the names of the columns once more");
    const auto fractions = [](int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += std::to_string(i * i % 37) + ".5\n";
        return text;
    };
    row("a count above one column", "30\n" + fractions(30), "1 it holds the number of the rows below it");
    row("a first value", "29\n" + fractions(30), "");
    row("no content", "t,a\n" + lines(0, 4) + ",\n" + lines(4, 5) + ",\n",
        "6 a row without any content; 12 a row without any content");
    row("total", "t,a\n" + lines(0, 9) + "Total,99\n", "11 its label is that of a sum, a mean or a spread");
    row("footer", "t,a\n" + lines(0, 9) + "Source B,2\n",
        "11 it stands below the table, with words in place of a time");
    row("second table", "t,a\n" + lines(0, 9) + "\nname,size\nx,1\n# c\ny,2\n",
        "11 a blank line; 12 it belongs to a second table; 13 it belongs to a second table; 14 a comment; "
        "15 it belongs to a second table");
    row("a commented row", "t,a\n" + lines(0, 4) + "#" + lines(4, 5),
        "6 a comment, which would be a row without its mark");
    row("a quoted cell over two lines", "t,a,b\n2024-01-01,1,\"x\ny\"\n2024-01-02,2,z\n\n2024-01-03,3,z\n",
        "5 a blank line");
    const auto piped = [&](const std::string& rule, const std::string& end) {
        std::string text = "| t | a |\n" + rule;
        for (int i = 0; i < 9; ++i)
            text += "| 2024-01-0" + std::to_string(i + 1) + " | " + std::to_string(i * i) + " |\n";
        return text + end;
    };
    for (const char* rule : {"|---|---|\n", "|--|:-:|\n", "| :--- | ---: |\n", "|---+---|\n"})
        row(("a drawn line " + std::string(rule)).c_str(), piped(rule, ""), "2 a line that is drawn between rows");
    row("drawn lines of psql", "    t     | a\n----------+---\n2024-01-01 | 7\n2024-01-02 | 8\n2024-01-03 | 6\n",
        "2 a line that is drawn between rows");
    row("drawn lines about and inside a table",
        "+---+---+\n" + piped("+---+---+\n", "+---+---+\n| 2024-01-10 | 9 |\n+---+---+\n"),
        "1 a line that is drawn between rows; 3 a line that is drawn between rows; 13 a line that is drawn between "
        "rows; 15 a line that is drawn between rows");
    row("dashes below the names of a table with commas", "t,a\n---,---\n" + lines(0, 9),
        "2 a line that is drawn between rows");
    row("missing values in a table with commas", "x,y\n1.5,7\n---,---\n2.5,8\n3.5,6\n1.5,5\n2.5,7\n", "");
    row("a sum without a time", "t,a\n" + lines(0, 9) + ",68\n", "11 it holds sums or means of the rows above it");
}

void TestRowsAccounted::leftOutByName() {
    QFETCH(std::string, text);
    QFETCH(QString, left);
    const auto data = readFile(folder_.put("named.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const ReadAccount& account = reportOf(*data).account;
    QStringList named;
    for (const auto& row : account.leftOut())
        named << QStringLiteral("%1 %2").arg(row.line).arg(QString::fromStdString(row.why.english()));
    if (left == QStringLiteral("10 rows of the file: nothing")) left.clear();
    QCOMPARE(named.join(QStringLiteral("; ")), left);
    QCOMPARE(QString::fromStdString(unaccounted(account)), QString());
    QCOMPARE(account.rowsRead, data->series->rows());
}

/// The lines are counted by the test: header, rows and what is put between them.
void TestRowsAccounted::everyLineOfAGeneratedTable() {
    Rng rng(21, RandomPurpose::Test);
    for (int file = 0; file < 400; ++file) {
        const int rows = 30 + static_cast<int>(rng.below(200)), columns = 1 + static_cast<int>(rng.below(3));
        const bool hasTime = rng.below(4) > 0, slow = rng.below(2) == 0, header = rng.below(5) > 0;
        const std::string end = rng.below(3) == 0 ? "\r\n" : "\n";
        const std::int64_t step = rng.below(2) ? 50 : 3600, start = 1'700'000'000;
        std::string names = hasTime ? "time" : "";
        for (int c = 0; c < columns; ++c) names += (names.empty() ? "v" : ",v") + std::to_string(c);
        std::string text;
        std::int64_t inFile = 0;
        const auto put = [&](const std::string& line) { text += line + end, ++inFile; };
        const bool title = rng.below(4) == 0 && header && (hasTime || columns > 1);
        if (title) put("Station of the north"), put("");
        if (header) text += names + end;
        const int missing = rng.below(3) == 0 ? 3 + static_cast<int>(rng.below(40)) : 0;
        const std::uint64_t junk = rng.below(6);
        for (int r = 0; r < rows; ++r) {
            if (r > 3 && rng.below(30) == 0) {
                if (junk == 1) put("");
                if (junk == 2) put("# a note");
                if (junk == 3 && header) put(names);
                if (junk == 4 && hasTime) put("moved" + std::string(static_cast<std::size_t>(columns), ','));
                if (junk == 5) put(std::string(static_cast<std::size_t>(columns - (hasTime ? 0 : 1)), ','));
            }
            std::string line = !hasTime                                   ? ""
                               : missing > 0 && r > 0 && r % missing == 0 ? ","
                                                                          : minuteText(start + r * step) + ",";
            for (int c = 0; c < columns; ++c)
                line += (c ? "," : "") + fixed(slow ? 1013 + 0.05 * rng.normal() : 20 * rng.normal(), 1 + c);
            put(line);
        }
        if (rng.below(4) == 0) put("");
        const auto data = readFile(folder_.put("generated.csv", text), {});
        QVERIFY2(data, (text.substr(0, 300) + (data ? "" : data.error().message)).c_str());
        const ReadAccount& account = data->series->report.account;
        QVERIFY2(unaccounted(account).empty(), (unaccounted(account) + "\n" + text).c_str());
        QVERIFY2(account.rowsInFile == inFile,
                 (std::to_string(account.rowsInFile) + " of " + std::to_string(inFile) + "\n" + text).c_str());
        QVERIFY2(account.rowsRead == data->series->rows(), text.c_str());
        // Rows without content are kept where no time tells that they are none.
        const bool exact = data->series->rows() == rows || (junk == 5 && data->series->rows() > rows);
        std::string named;
        for (const auto& left : account.leftOut(8))
            named += std::to_string(left.line) + ": " + left.why.english() + "\n";
        QVERIFY2(exact,
                 (std::to_string(data->series->rows()) + " of " + std::to_string(rows) + "\n" + named + text).c_str());
    }
}

void TestRowsAccounted::sequences() {
    const auto path = folder_.put("Set.ts",
                                  "# a comment\n@problemName x\n@classLabel true a b\n@data\n1,2,3:a\n\n4,5,6:b\n# "
                                  "end\n");
    const auto data = readFile(path, {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const ReadAccount& account = data->sequences->report.account;
    QCOMPARE(account.rowsInFile, std::int64_t{3});
    QCOMPARE(account.rowsRead, std::int64_t{2});
    QCOMPARE(QString::fromStdString(unaccounted(account)), QString());
}

void TestRowsAccounted::whatIsKnownOfRowsMovesWithThem() {
    TableScan scan;
    scan.rows = 6;
    scan.values = {{0, 1, 2, 3, 4, 5}};
    scan.lineJumps = {{0, 2}};
    scan.oddLabels = {{1, "serial", false}, {4, "2020-Q1", true}};
    scan.strayCells = {{0, 0}, {5, 0}};
    std::vector<std::int64_t> times;
    scan.drop({0, 1}, times, Phrase());
    QCOMPARE(scan.rows, std::int64_t{4});
    QCOMPARE(scan.values[0].front(), 2.0);
    QCOMPARE(scan.lineOf(0), std::int64_t{4});
    QCOMPARE(scan.oddLabels.size(), std::size_t{1});
    QCOMPARE(scan.oddLabels[0].row, std::int64_t{2});
    QCOMPARE(scan.strayCells.size(), std::size_t{1});
    QCOMPARE(scan.strayCells[0].first, std::int64_t{3});
}

QTEST_APPLESS_MAIN(TestRowsAccounted)
#include "tst_rows_accounted.moc"
