// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that meet in one table: numbers that their decimal commas cut, beside labels, titles and columns without a
// name; sums below numbers that a quote spoils; rows in two orders; marks of two people in one column.
// Holds core/data/csv/layout/cut_decimals.cpp and core/data/csv/rows/sums.cpp.
#include "core/data_support.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

class TestCsvFaults : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void cutDecimals_data() { columns(); }
    void cutDecimals() { check(); }
    void sums_data() { columns(); }
    void sums() { check(); }
    void names_data() { columns(); }
    void names() { check(); }
    void marks_data() { columns(); }
    void marks() { check(); }

private:
    void columns();
    void check();
};

namespace {

constexpr int kRows = 60;

/// Values that go on as those of a machine do, from below zero to above it.
double level(int i) { return 0.7 * std::sin(i * 0.4) + 0.35 * std::cos(i * 1.7) + i * 0.01; }
/// Large ones, without any order in their last digits.
double rough(int i) { return -120 + (i * 7919 % 3571) * 0.1; }

std::string fixed(double value, int digits, char decimal = '.') {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    std::string out = text;
    std::ranges::replace(out, '.', decimal);
    return out;
}
std::string cut(double value, int digits) { return fixed(value, digits, ','); }
std::string two(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }
std::string hour(int i) { return "2024-03-" + two(1 + i / 24) + " " + two(i % 24) + ":00"; }
std::string epoch(int i) { return std::to_string(1'709'251'200 + i * 3600); }

template <typename Row>
std::string lines(int count, Row row) {
    std::string text;
    for (int i = 0; i < count; ++i) text += row(i) + "\n";
    return text;
}

/// "60 rows; time; a 1.5 .. 2.5; b - .. 4"
std::string summary(const Series& series) {
    std::string text = std::to_string(series.rows()) + " rows";
    if (series.time.known()) text += "; " + series.time.name;
    for (const Channel& channel : series.channels)
        text +=
            "; " + channel.name + " " + numberText(channel.values.front()) + " .. " + numberText(channel.values.back());
    return text;
}

struct Case {
    std::string text, read, said;
};
using Cases = std::vector<std::pair<const char*, Case>>;

/// "60 rows; time; a first .. last" of columns with `digits` decimals.
std::string expected(const std::string& head, const std::vector<std::pair<std::string, double (*)(int)>>& columns,
                     int digits) {
    std::string text = head;
    for (const auto& [name, value] : columns)
        text += "; " + name + " " + numberText(std::stod(fixed(value(0), digits))) + " .. " +
                numberText(std::stod(fixed(value(kRows - 1), digits)));
    return text;
}

Cases cutCases() {
    constexpr const char* kSaid = "the halves were put together again";
    const auto pair = [](int i, int digits) { return cut(level(i), digits) + "," + cut(rough(i), digits); };
    return {
        {"stamps that a first value could be the decimals of",
         {lines(kRows, [&](int i) { return epoch(i) + "," + cut(level(i) / 2, 1) + "," + cut(level(i + 9), 1); }),
          expected("60 rows; c1",
                   {{"c2", [](int i) { return level(i) / 2; }}, {"c3", [](int i) { return level(i + 9); }}}, 1),
          kSaid}},
        {"one digit, no names",
         {lines(kRows, [&](int i) { return cut(rough(i), 1) + "," + cut(rough(7 * i + 5), 1); }),
          expected("60 rows", {{"c1", rough}, {"c2", [](int i) { return rough(7 * i + 5); }}}, 1), kSaid}},
        {"one number behind a counter and a date",
         {lines(kRows, [&](int i) { return std::to_string(10 * i) + "," + hour(i) + "," + cut(9 + 8 * level(i), 1); }),
          "60 rows; c2; c3 11.8 .. 10.8", kSaid}},
        {"a title above, no names",
         {"Export of the station\n\n" + lines(kRows, [&](int i) { return hour(i) + "," + pair(i, 1); }),
          expected("60 rows; c1", {{"c2", level}, {"c3", rough}}, 1), kSaid}},
        {"a delimiter at the end of names and rows",
         {"year,doy,hr,v0,v1,\n" + lines(kRows,
                                         [&](int i) {
                                             return "2024," + std::to_string(61 + i / 24) + "," +
                                                    std::to_string(i % 24) + "," + pair(i, 2) + ",";
                                         }),
          expected("60 rows; year+doy+hr", {{"v0", level}, {"v1", rough}}, 2), kSaid}},
        {"a remark without a name, one row too long",
         {"time,v0\n" +
              lines(kRows, [&](int i) { return hour(i) + "," + cut(rough(i), 2) + "," + (i == 9 ? ",77" : ""); }),
          expected("60 rows; time", {{"v0", rough}}, 2), kSaid}},
        {"the last column has no name",
         {"time,v0\n" + lines(kRows, [&](int i) { return hour(i) + "," + pair(i, 2); }),
          expected("60 rows; time", {{"v0", level}, {"c3", rough}}, 2), kSaid}},
        {"names in another order further down",
         {"time,v0\n" + lines(30, [&](int i) { return hour(i) + "," + cut(level(i), 2); }) + "v0,time\n" +
              lines(30, [&](int i) { return cut(level(i + 30), 2) + "," + hour(i + 30); }),
          expected("60 rows; time", {{"v0", level}}, 2), kSaid}},
        {"a text behind the number, cut at semicolons",
         {lines(kRows, [&](int i) { return cut(1200 + rough(i), 1) + ";" + (i % 3 ? "hall A" : "ok"); }),
          "60 rows; c2=hall A 0 .. 1; c2=ok 1 .. 0; c1 1080 .. 1379.1", ""}},
        {"two columns of whole numbers stay",
         {"time,v0\n" +
              lines(kRows,
                    [&](int i) { return hour(i) + "," + std::to_string(i * i % 17) + ",1" + std::to_string(i % 7); }),
          "60 rows; time; v0 0 .. 13; c3 10 .. 13", "the last one has none"}},
    };
}

/// The sums of `values` below their rows, in groups of `group` or all of them.
Cases sumCases() {
    const auto whole = [](int i) { return std::round(12 + 4 * level(i)); };
    double all = 0, other = 0;
    for (int i = 0; i < kRows; ++i) all += i == 7 || i == 31 ? 0 : whole(i), other += -3 * std::round(rough(i));
    const std::string text = lines(kRows, [&](int i) {
        return hour(i) + ";" + fixed(-3 * std::round(rough(i)), 0) + ";" + (i == 7 ? "\"" : "") + fixed(whole(i), 0) +
               (i == 31 ? "\"" : "");
    });
    const std::string sums = fixed(other, 0) + ";" + fixed(all, 0);
    double v = 0, w = 0;
    for (int i = 0; i < kRows; ++i) v += std::stod(fixed(level(i), 3)), w += std::stod(fixed(rough(i), 3));
    const std::string moved =
        "t;v;w\n" + lines(30, [](int i) { return hour(i) + ";" + fixed(level(i), 3) + ";" + fixed(rough(i), 3); }) +
        "t;w;v\n" +
        lines(30, [](int i) { return hour(i + 30) + ";" + fixed(rough(i + 30), 3) + ";" + fixed(level(i + 30), 3); });
    const auto sumOf = [](int from) {
        int sum = 0;
        for (int i = from; i < from + 10; ++i) sum += i % 4;
        return std::to_string(sum);
    };
    std::string groups = "Datum;v\n";
    for (int i = 0; i < kRows; ++i) {
        groups += epoch(i) + ";" + std::to_string(i < 20 ? 0 : i % 4) + "\n";
        if (i % 10 == 9) groups += std::to_string(2000 + i / 10) + ";" + (i < 20 ? "0" : sumOf(i - 9)) + "\n";
    }
    return {
        {"a quote over rows makes texts of two numbers",
         {"t;v;w\n" + text + ";" + sums + "\n",
          "60 rows; t; v 360 .. -537; w " + fixed(whole(0), 0) + " .. " + fixed(whole(kRows - 1), 0),
          "1 rows hold sums or means"}},
        {"another row without a time is none",
         {"t;v;w\n" + text + ";" + fixed(other + 900, 0) + ";" + fixed(all, 0) + "\n",
          "61 rows; t; v 360 .. " + fixed(other + 900, 0) + "; w " + fixed(whole(0), 0) + " .. " + fixed(all, 0),
          "1 rows have no readable time"}},
        {"below columns in another order",
         {moved + "2021;" + fixed(v, 3) + ";" + fixed(w, 3) + "\n",
          expected("60 rows; t", {{"v", level}, {"w", rough}}, 3), "1 rows hold sums or means"}},
        {"sums of zeros among others", {groups, "60 rows; Datum; v 0 .. 3", "6 rows hold sums or means"}},
    };
}

Cases nameCases() {
    const auto month = [](int i) { return std::to_string(2020 + i / 12) + two(1 + i % 12); };
    const auto values = [](int i) { return fixed(level(i), 2) + "," + fixed(rough(i), 2); };
    return {
        {"the last name is missing, a counter in front of months",
         {"probe,yyyymm,v0\n" +
              lines(kRows, [&](int i) { return std::to_string(i) + "," + month(i) + "," + values(i); }),
          expected("60 rows; yyyymm", {{"v0", level}, {"c4", rough}}, 2), "the last one has none"}},
        {"the first name is empty, the last missing",
         {",v0,v1\n" + lines(kRows, [&](int i) { return std::to_string(3 + 2 * i) + "," + values(i) + ",5"; }),
          expected("60 rows", {{"v0", level}, {"v1", rough}}, 2) + "; c4 5 .. 5", "the last one has none"}},
        {"a counter in front of seconds",
         {"messung,Datum,v0\n" +
              lines(kRows, [&](int i) { return std::to_string(i) + "," + epoch(i) + "," + values(i); }),
          expected("60 rows; Datum", {{"v0", level}, {"c4", rough}}, 2), "the last one has none"}},
        {"a time and a word in the first row are no names",
         {lines(kRows,
                [&](int i) { return hour(i) + "," + fixed(level(i), 2) + "," + (i ? fixed(rough(i), 2) : "broken"); }),
          "60 rows; c1; c2 0.35 .. 0.23; c3 - .. 179.1", "'broken' was read as missing"}},
        {"a count beside values is no row of names",
         {lines(kRows,
                [&](int i) {
                    return std::to_string(i) + "," + epoch(i) + "," + std::to_string(-13 - i % 3) + "," +
                           std::to_string(3 + i * i % 7);
                }),
          "60 rows; c2; c3 -13 .. -15; c4 3 .. 5", "only counts the rows"}},
        {"a commented row below the names",
         {"time;v0;v1\n#" + hour(0) + ";1;2;\n" +
              lines(kRows,
                    [&](int i) { return hour(i + 1) + ";" + fixed(level(i), 2) + ";" + fixed(rough(i), 2) + ";"; }),
          expected("60 rows; time", {{"v0", level}, {"v1", rough}}, 2), ""}},
        {"a word in the first row of one column",
         {"v0\nbroken\n" + lines(kRows, [&](int i) { return fixed(level(i), 2); }), "61 rows; v0 - .. 0.23",
          "'broken' was read as missing"}},
        {"another order that leaves out the counter's name",
         {"id,time,v0\n" +
              lines(30, [&](int i) { return std::to_string(i) + "," + hour(i) + "," + fixed(level(i), 2); }) +
              ",v0,time\n" +
              lines(30,
                    [&](int i) { return std::to_string(i + 30) + "," + fixed(level(i + 30), 2) + "," + hour(i + 30); }),
          expected("60 rows; time", {{"v0", level}}, 2), "names the columns once more in another order"}},
        {"another order with two columns of one name",
         {"a,a,v0,v1\n" +
              lines(30, [&](int i) { return std::to_string(i % 5) + "," + std::to_string(i % 3) + "," + values(i); }) +
              "a,a,v1,v0\n" +
              lines(30,
                    [&](int i) {
                        return std::to_string(i % 5) + "," + std::to_string(i % 3) + "," + fixed(rough(i + 30), 2) +
                               "," + fixed(level(i + 30), 2);
                    }),
          "60 rows; a 0 .. 4; a_2 0 .. 2; v0 0.35 .. 0.23; v1 -120 .. 179.1",
          "names the columns once more in another order"}},
    };
}

Cases markCases() {
    return {
        {"one column, commas and points, nothing else",
         {"v0\n" + lines(kRows, [](int i) { return fixed(rough(i), 3, i * i % 7 < 3 ? ',' : '.'); }),
          expected("60 rows", {{"v0", rough}}, 3), "both were read as decimals"}},
        {"three decimals behind both, some below one",
         {"time;v0\n" +
              lines(kRows, [](int i) { return hour(i) + ";" + fixed(0.9 + level(i) / 3, 3, i % 2 ? ',' : '.'); }),
          "60 rows; time; v0 1.017 .. 0.977", "both were read as decimals"}},
        {"one comma among points",
         {"time;v0\n" +
              lines(kRows, [](int i) { return hour(i) + ";" + fixed(level(i), 2, i == kRows - 1 ? ',' : '.'); }),
          expected("60 rows; time", {{"v0", level}}, 2), "both were read as decimals"}},
        {"commented rows of words that stand elsewhere as well",
         {lines(kRows,
                [](int i) {
                    return std::string(i % 9 == 4 ? "#" : "") + (i % 2 ? "north" : "south") + ";" + fixed(level(i), 3);
                }),
          "53 rows; c1=north 0 .. 1; c1=south 1 .. 0; c2 0.35 .. 0.231", "were taken as comments"}},
        {"words that begin with the mark stay",
         {lines(kRows, [](int i) { return std::string(i % 2 ? "#f00" : "blue") + ";" + fixed(level(i), 3); }),
          "60 rows; c1=#f00 0 .. 1; c1=blue 1 .. 0; c2 0.35 .. 0.231", "were read as rows"}},
        {"a word for the only number of a row",
         {"v0;holiday\n" +
              lines(kRows,
                    [](int i) { return (i == 20 ? "broken" : fixed(rough(i), 1)) + ";" + (i % 3 ? "True" : "False"); }),
          "60 rows; holiday 0 .. 1; v0 -120 .. 179.1", "'broken' was read as missing"}},
        {"the delimiter told to a spreadsheet in the first line",
         {"sep=;\ntime;v0\n" + lines(kRows, [](int i) { return hour(i) + ";" + fixed(level(i), 2); }),
          expected("60 rows; time", {{"v0", level}}, 2), ""}},
        {"the same without names",
         {"sep=,\r\n" + lines(kRows, [](int i) { return hour(i) + "," + fixed(level(i), 2) + "\r"; }),
          expected("60 rows; c1", {{"c2", level}}, 2), ""}},
        {"formulas that keep texts",
         {"time,v0\n" + lines(kRows, [](int i) { return hour(i) + ",=\"" + fixed(level(i), 2) + "\""; }),
          expected("60 rows; time", {{"v0", level}}, 2), ""}},
        {"the balance below the bookings of an account",
         {"Buchungstag;Zweck;Betrag\n" +
              lines(kRows,
                    [](int i) {
                        return hour(i).substr(0, 10) + ";Miete " + std::to_string(i) + ";" + fixed(rough(i), 2, ',');
                    }) +
              ";Endsaldo;1200,50\n",
          expected("60 rows; Buchungstag", {{"Betrag", rough}}, 2), "left out as a footer"}},
    };
}

}  // namespace

void TestCsvFaults::columns() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("read");  // as summary() tells it
    QTest::addColumn<std::string>("said");  // in a warning
    const std::string name = QTest::currentTestFunction();
    const Cases cases = name == "cutDecimals" ? cutCases()
                        : name == "sums"      ? sumCases()
                        : name == "names"     ? nameCases()
                                              : markCases();
    for (const auto& [row, one] : cases) QTest::newRow(row) << one.text << one.read << one.said;
}

void TestCsvFaults::check() {
    QFETCH(std::string, text);
    QFETCH(std::string, read);
    QFETCH(std::string, said);
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY2(data && data->series, data ? "sequences" : data.error().message.c_str());
    std::string all;
    for (const ReadWarning& warning : data->series->report.warnings) all += warning.message.english() + "\n";
    QVERIFY2(summary(*data->series) == read, (summary(*data->series) + "\nfor\n" + read + "\n" + all).c_str());
    QVERIFY2(all.find(said) != std::string::npos, all.c_str());
}

QTEST_APPLESS_MAIN(TestCsvFaults)
#include "tst_csv_faults.moc"
