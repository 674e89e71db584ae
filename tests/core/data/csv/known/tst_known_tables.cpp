// SPDX-License-Identifier: GPL-3.0-or-later
// Files of one publisher or program that are no table as they stand: read as one, with what was left out said.
// Holds core/data/csv/known/interval_metering.cpp and core/data/csv/known/printed_frame.cpp,
// core/data/csv/known/named_cells.cpp and core/data/tables/json_reader_lines.cpp.
#include "core/data_support.h"
#include "data/csv/known/known_table.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace gatelab;
using namespace datatest;

class TestKnownTables : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text, ExperimentConfig options = {}) {
        options.dataPath = folder_.put("table.csv", text).string();
        return loadAsItLooks(options);
    }
    static std::string said(const Series& series) {
        std::string all;
        for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
        return all;
    }
    static bool says(const Series& series, std::string_view part) {
        return said(series).find(part) != std::string::npos;
    }

private Q_SLOTS:
    void eurostat() {
        std::string text = "freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \t2021 \t2022 \t2023 \n";
        text += "A,PC,AT\t30.5 \t31.6 p\t: \t31.0 \t29.8 bp\n";
        text += "A,PC,BE\t27.9 \t28.2 \t28.5 \t: c\t28.5 e\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(
            print(*data->series),
            std::string("year: 2019-01-01 00:00:00, 2020-01-01 00:00:00, 2021-01-01 00:00:00, 2022-01-01 00:00:00, "
                        "2023-01-01 00:00:00; AT: 30.5, 31.6, -, 31, 29.8; BE: 27.9, 28.2, 28.5, -, 28.5"));
        QVERIFY2(says(*data->series, "4 values carry flags"), said(*data->series).c_str());
        QVERIFY2(says(*data->series, "2 cells ':'"), said(*data->series).c_str());
        QVERIFY2(says(*data->series, "freq A, unit PC"), said(*data->series).c_str());
        // A table of tabs whose first name has commas and no time behind a backslash
        QVERIFY(!known_table::eurostat("a,b\tc\n1,2\t3\n"));
        // More series than a row can hold cells
        std::string many = "unit,geo\\TIME_PERIOD\t2019 \t2020 \n";
        for (int i = 0; i < 32'767; ++i) many += "PC,R" + std::to_string(i) + "\t1 \t2 \n";
        const auto most = known_table::eurostat(many);
        QVERIFY(most);
        QCOMPARE(std::ranges::count(most->text.substr(0, most->text.find('\n')), ','), std::ptrdiff_t{32'767});
        QVERIFY(!known_table::eurostat(many + "PC,LAST\t1 \t2 \n"));
    }

    void hourlyStations() {
        std::string text = "\"STATION\",\"DATE\",\"NAME\",\"REPORT_TYPE\",\"WND\",\"TMP\",\"SLP\",\"MW1\"\n";
        const char* const temperatures[] = {"+0106,5", "-0005,1", "+9999,9", "+0123,3", "+0004,5", "-0110,5"};
        for (int i = 0; i < 6; ++i)
            text += "\"72565003017\",\"2021-03-04T0" + std::to_string(i) + ":53:00\",\"DENVER, CO US\",\"FM-15\",\"" +
                    (i == 1 ? "999,9,C,0000,5" : std::to_string(160 + i * i) + ",5,N,004" + std::to_string(i) + ",5") +
                    "\",\"" + temperatures[i] + "\",\"1020" + std::to_string(i) + ",5\",\"61,5\"\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const std::string values = print(*data->series);
        QVERIFY2(values.find("TMP: 10.6, -0.5, -, -, 0.4, -11") != std::string::npos, values.c_str());
        QVERIFY2(values.find("SLP: 1020, 1020.1, 1020.2") != std::string::npos, values.c_str());
        QVERIFY2(values.find("WND direction: 160, -, 164, 169") != std::string::npos, values.c_str());
        QVERIFY2(values.find("WND speed: 4, 0, 4.2, 4.3") != std::string::npos, values.c_str());
        QVERIFY(values.find("MW1") == std::string::npos);
        QVERIFY2(says(*data->series, "left out: MW1"), said(*data->series).c_str());
        QVERIFY2(says(*data->series, "1 values failed a quality check"), said(*data->series).c_str());
        // A download that ended inside of its last row
        std::string cut = text.substr(0, text.find('\n') + 1);
        for (int i = 0; i < 5; ++i) cut += text.substr(text.find('\n') + 1);
        cut = cut.substr(0, cut.rfind(",5\",\"1020")) + "\"\n";
        const auto begun = read(cut);
        QVERIFY2(begun, begun ? "" : begun.error().message.c_str());
        QCOMPARE(begun->series->rows(), 30);
        QVERIFY2(print(*begun->series).find("TMP: 10.6, -0.5, -, -, 0.4, -11, 10.6") != std::string::npos,
                 print(*begun->series).c_str());
        QVERIFY2(says(*begun->series, "1 cells are no value"), said(*begun->series).c_str());
        // Another publisher's columns of these names
        QVERIFY(!known_table::hourlyStations("STATION,DATE,REPORT_TYPE,TMP\nA,2021-01-01,x,10.6\n"));
        QVERIFY(!known_table::hourlyStations("STATION,DATE,TMP\nA,2021-01-01,\"+0106,5\"\n"));
        QVERIFY(!known_table::hourlyStations(text, [](double) { return false; }));
    }

    void quarterPrint() {
        const std::string text =
            "      Qtr1  Qtr2  Qtr3  Qtr4\n1990              13.0  13.6\n1991  14.1    NA  15.1  -4.8\n1992   9.5\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(print(*data->series),
                 std::string("quarter: 1990-07-01 00:00:00, 1990-10-01 00:00:00, 1991-01-01 00:00:00, 1991-04-01 "
                             "00:00:00, 1991-07-01 00:00:00, 1991-10-01 00:00:00, 1992-01-01 00:00:00; value: 13, "
                             "13.6, 14.1, -, 15.1, -4.8, 9.5"));
        QVERIFY2(says(*data->series, "printed series of R"), said(*data->series).c_str());
        QVERIFY(!known_table::quarterPrint("Qtr1 Qtr2 Qtr3 Qtr4\n1990 1 2 3 4\n"));
        QVERIFY(!known_table::quarterPrint("      Qtr1  Qtr2  Qtr3  Qtr4\nsum   14.1  14.1  15.1  14.8\n"));
    }

    void nemReport() {
        const std::string head =
            "C,NEMP.WORLD,DISPATCHIS,AEMO,PUBLIC,2024/01/01,00:00:05\n"
            "I,DISPATCH,PRICE,4,SETTLEMENTDATE,REGIONID,RRP\n";
        std::string text = head;
        for (int i = 1; i < 6; ++i)
            text += "D,DISPATCH,PRICE,4,\"2024/01/01 00:" + std::string(i < 2 ? "0" : "") + std::to_string(i * 5) +
                    ":00\",NSW1," + std::to_string(20 + i) + ".5\n";
        const std::string other = "I,DISPATCH,SUM,1,SETTLEMENTDATE,TOTAL\nD,DISPATCH,SUM,1,\"2024/01/01 00:05:00\",7\n";
        const auto data = read(text + other + "C,\"END OF REPORT\",10\n");
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{5});
        QCOMPARE(timeText(series.time.values.front()), std::string("2024-01-01 00:05:00"));
        QCOMPARE(series.channels.back().name, std::string("RRP"));
        QCOMPARE(series.channels.back().values.front(), 21.5);
        QVERIFY2(says(series, "'DISPATCH SUM' (1)"), said(series).c_str());
        QVERIFY(!says(series, "END OF REPORT"));
        const auto cut = read(text);
        QVERIFY(cut && says(*cut->series, "END OF REPORT"));
        QVERIFY(!known_table::nemReport("C,a,b\nI,1,2\nD,3,4\n"));
    }

    void intervals() {
        const auto day = [](const std::string& date, double from, const std::string& quality) {
            std::string line = "300," + date;
            for (int i = 0; i < 48; ++i) line += "," + numberText(from + i);
            return line + "," + quality + ",,\n";
        };
        const std::string text = "100,NEM12,202501260900,MDP1,RETAILER\n200,NEM1200001,E1B1,1,E1,N1,METER1,kWh,30,\n" +
                                 day("20250101", 0, "A") + day("20250102", 100, "E52") +
                                 "200,NEM1200001,E1B1,2,B1,N2,METER1,kWh,30,\n" + day("20250101", 1000, "A") +
                                 "400,1,20,N,,\n" + day("20250102", 0, "N") + "900\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{96});
        QCOMPARE(series.channels.size(), std::size_t{2});
        QCOMPARE(series.channels[0].name, std::string("E1"));
        QCOMPARE(series.channels[0].unit, std::string("kWh"));
        QCOMPARE(timeText(series.time.values[49]), std::string("2025-01-02 00:30:00"));
        QCOMPARE(series.channels[0].values[49], 101.0);
        QCOMPARE(series.channels[1].values[47], 1047.0);
        QVERIFY(std::isnan(series.channels[1].values[48]));
        QVERIFY2(says(series, "1 days hold values that are substituted"), said(series).c_str());
        QVERIFY2(says(series, "1 days have no data"), said(series).c_str());
        // Five minutes, a cut line, and no end
        std::string fine = "200,N,E1,1,E1,N1,M,kWh,5,\n300,20250101";
        for (int i = 0; i < 288; ++i) fine += ",1";
        const auto cut = read(fine + ",A,,\n300,20250102,1,2,3\n");
        QVERIFY2(cut, cut ? "" : cut.error().message.c_str());
        QCOMPARE(cut->series->rows(), std::int64_t{288});
        QVERIFY2(says(*cut->series, "too few values") && says(*cut->series, "no line 900"), said(*cut->series).c_str());
    }

    void dailyStations() {
        const auto line = [](const std::string& month, const std::string& element, int days, int from) {
            std::string text = "USW00094728" + month + element;
            for (int d = 0; d < 31; ++d) {
                const std::string value = d < days ? std::to_string(from + d) : "-9999";
                text += std::string(5 - value.size(), ' ') + value + (d == 3 && from == 200 ? " I " : "   ");
            }
            return text + "\n";
        };
        const auto data = read(line("202401", "TMAX", 31, 100) + line("202401", "PRCP", 31, 0) +
                               line("202402", "TMAX", 28, 200) + line("202402", "PRCP", 29, 50));
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{60});
        QCOMPARE(series.channels[0].name, std::string("TMAX"));
        QCOMPARE(series.channels[0].values[31], 200.0);
        QVERIFY(std::isnan(series.channels[0].values[34]) && std::isnan(series.channels[0].values[59]));
        QCOMPARE(series.channels[1].values[59], 78.0);
        QVERIFY2(says(series, "1 values failed a quality check"), said(series).c_str());
    }

    void printed() {
        std::string text = "                      temp   load\nwhen                             \n";
        for (int h = 0; h < 10; ++h)
            text += "2024-01-01 0" + std::to_string(h) + ":00:00   2" + std::to_string(h) + ".5  60." +
                    std::to_string(h) + "0\n";
        text += "\n[10 rows x 2 columns]\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{10});
        QCOMPARE(series.time.name, std::string("when"));
        QCOMPARE(series.channels[0].name, std::string("temp"));
        QCOMPARE(series.channels[1].name, std::string("load"));
        QCOMPARE(series.channels[1].values[3], 60.3);
        // What the print leaves out is not there.
        const auto shortened = read(
            "       a    b\n0    1.5  2.0\n1    1.6  2.5\n2    1.7  2.0\n..   ...  ...\n97   1.5  3.0\n"
            "98   1.9  2.0\n99   2.0  2.5\n\n[100 rows x 2 columns]\n");
        QVERIFY2(shortened && says(*shortened->series, "leaves out rows"),
                 shortened ? said(*shortened->series).c_str() : shortened.error().message.c_str());
        const auto one = read(
            "2024-01-01    20.5\n2024-01-02    21.5\n2024-01-03    19.5\n2024-01-04    18.5\n"
            "Freq: D, Name: temp, Length: 4, dtype: float64\n");
        QVERIFY2(one, one ? "" : one.error().message.c_str());
        QCOMPARE(one->series->channels[0].name, std::string("temp"));
        QCOMPARE(one->series->rows(), std::int64_t{4});
    }

    /// A minus that fills its column has one blank before it.
    void printedMinus() {
        const std::string text =
            "                   A         B\n2013-01-01  0.469112 -0.282863\n2013-01-02  1.212112  0.173215\n"
            "2013-01-03 -0.861849 -2.104569\n2013-01-04  0.721555      -inf\n2013-01-05 -0.424972  0.567020\n";
        const auto table = known_table::printedFrame(text);
        QVERIFY(table);
        QVERIFY2(table->text.find("2013-01-03,-0.861849,-2.104569") != std::string::npos, table->text.c_str());
        QVERIFY2(table->text.find("2013-01-04,0.721555,-inf") != std::string::npos, table->text.c_str());
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->rows(), std::int64_t{5});
        QCOMPARE(data->series->channels[1].values[2], -2.104569);
        QVERIFY2(!says(*data->series, "other cells than the names"), said(*data->series).c_str());
    }

    /// Rows behind the last one that is looked at must not get lost.
    void printedLong() {
        std::string text = "     a    b\n";
        while (text.size() < std::size_t{12'000'100}) text += "0  1.5  2.5\n";
        QVERIFY(!known_table::printedFrame(text));
        QVERIFY(known_table::printedFrame(text.substr(0, 1200)));
    }

    void fullWidth() {
        const auto data = read("日期，数值\n2020-01-01，20.5\n2020-01-02，21\n2020-01-03，22.5\n2020-01-04，23\n");
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->channels[0].values[1], 21.0);
        QCOMPARE(timeText(data->series->time.values[3]), std::string("2020-01-04 00:00:00"));
        QVERIFY(says(*data->series, "full-width"));
        QVERIFY(!known_table::fullWidth("a，b,1\n，，,2\nc，d,3\n"));
    }

    /// Work that is to stop makes no table of the part that it has read.
    void stopped() {
        std::string wide = "unit,geo\\TIME_PERIOD\t2019 \t2020 \n", report = "C,a\nI,T,P,1,TIME,V\n";
        std::string metering = "100,NEM12\n200,N,E,1,E1,N,M,kWh,720,\n", days;
        for (int i = 0; i < 5000; ++i) {
            wide += "PC,R" + std::to_string(i) + "\t1 \t2 \n";
            report += "D,T,P,1,2024/01/01," + std::to_string(i) + "\n";
            metering += "300,20250101,1,2,A,,\n";
            days += "USW00094728202401TMAX  100     101     102   \n";
        }
        for (const std::string& text : {wide, report, metering, days}) {
            double last = 0;
            QVERIFY(knownTable(text, [&](double share) { return std::exchange(last, share) <= share && share <= 1; }));
            QVERIFY(last > 0);
            QVERIFY(!knownTable(text, [](double) { return false; }));
        }
    }

    /// Lines of a table that was turned are none of the file.
    void linesOfTheFile() {
        std::string head = "unit,geo\\TIME_PERIOD", first = "PC,AT", second = "PC,BE";
        for (int year = 1990; year < 2020; ++year) {
            head += "\t" + std::to_string(year) + " ";
            first += year == 2001 ? "\tabc" : "\t" + std::to_string(year % 7) + ".5 ";
            second += "\t" + std::to_string(year % 5) + ".25 ";
        }
        const auto data = read(head + "\n" + first + "\n" + second + "\n");
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QVERIFY2(says(*data->series, "a file of Eurostat"), said(*data->series).c_str());
        for (const ReadWarning& warning : data->series->report.warnings)
            QVERIFY2(warning.line <= 1, warning.message.english().c_str());
    }

    /// A shape that was chosen for the file as it stands is that of the file; one of a report is that of its table.
    void shapeOfTheFile() {
        ExperimentConfig options;
        options.csvShape = "transposed";
        std::string text = "freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \t2021 \t2022 \n";
        text += "A,PC,AT\t30.5 \t31.6 \t30.1 \t31.0 \nA,PC,BE\t27.9 \t28.2 \t28.5 \t28.1 \n";
        const auto turned = read(text, options);
        QVERIFY(!turned || !says(*turned->series, "a file of Eurostat"));
        std::string report = "C,a\nI,T,P,1,TIME,REGION,V\n";
        for (int i = 10; i < 40; ++i)
            for (const char* region : {"NSW1", "VIC1"})
                report += "D,T,P,1,2024/01/01 00:" + std::to_string(i) + ":00," + region + "," + std::to_string(i) +
                          (*region == 'N' ? ".5\n" : ".25\n");
        options.csvShape = "long";
        const auto regions = read(report + "C,\"END OF REPORT\",62\n", options);
        QVERIFY2(regions, regions ? "" : regions.error().message.c_str());
        QVERIFY2(says(*regions->series, "a report of AEMO"), said(*regions->series).c_str());
        QCOMPARE(regions->series->rows(), std::int64_t{30});
        QCOMPARE(regions->series->channels.size(), std::size_t{2});
    }

    /// Values with their names before them, in any of the forms that programs write.
    void namedCells() {
        const char* const lines[][3] = {
            {"ts=2024-01-01T00:00:00Z level=info load=1.5 temp=20",
             "ts=2024-01-01T01:00:00Z level=info load=2.5 temp=21",
             "ts=2024-01-01T02:00:00Z level=info load=1.5 temp=20"},
            {"2024-01-01 00:00:00 load=1.5, temp=20", "2024-01-01 01:00:00 load=2.5, temp=21",
             "2024-01-01 02:00:00 load=1.5, temp=20"},
            {"2024-01-01 00:00:00 -> load:1.5,temp:20", "2024-01-01 01:00:00 -> load:2.5,temp:21",
             "2024-01-01 02:00:00 -> load:1.5,temp:20"},
            {"time=\"2024-01-01 00:00\"; load=1.5; temp=20;", "time=\"2024-01-01 01:00\"; load=2.5; temp=21;",
             "time=\"2024-01-01 02:00\"; load=1.5; temp=20;"},
            {"load: 1.5\ttemp: 20", "load: 2.5\ttemp: 21", "load: 1.5\ttemp: 20"}};
        for (const auto& each : lines) {
            std::string text;
            for (int i = 0; i < 30; ++i) text += std::string(each[i % 3]) + "\n";
            const auto data = read(text);
            QVERIFY2(data, data ? "" : data.error().message.c_str());
            const Series& series = *data->series;
            QVERIFY2(says(series, "each value has its name before it"), each[0]);
            QCOMPARE(series.rows(), std::int64_t{30});
            QCOMPARE(series.time.known(), std::string_view(each[0]).find("2024") != std::string_view::npos);
            QCOMPARE(series.channels.size(), std::size_t{2});
            QCOMPARE(series.channels[0].name, std::string("load"));
            QCOMPARE(series.channels[0].values[1], 2.5);
            QCOMPARE(series.channels[1].values[1], 21.0);
        }
        // A name that a line lacks leaves its cell empty; other lines are counted.
        const auto table = known_table::namedCells("a=1 b=2\na=3 c=4\nboot\na=5 b=6\n" + [] {
            std::string more;
            for (int i = 0; i < 60; ++i) more += "a=1 b=2\n";
            return more;
        }());
        QVERIFY(table);
        QVERIFY(table->text.starts_with("a,b,c\n1,2,\n3,,4\n5,6,\n1,2,\n"));
        QCOMPARE(table->said.size(), std::size_t{2});
        // A name twice in a line is two columns.
        const auto twins = known_table::namedCells("T:20.5 T:21.0\nT:20.6 T:21.1\nT:20.7 T:21.2\n");
        QVERIFY(twins);
        QVERIFY2(twins->text.starts_with("T,T_2\n20.5,21.0\n20.6,21.1\n"), twins->text.c_str());
        // A table of holes would be many times as large as its text.
        std::string holes;
        for (int i = 0; i < 20'000; ++i) holes += "a=1 x" + std::to_string(i % 1000) + "=2\n";
        QVERIFY(!known_table::namedCells(holes));
        // Clocks, labels of other tables and tables with names are none.
        for (const char* other :
             {"12:30:00,1\n12:31:00,2\n12:32:00,3\n", "1 1:0.5 2:0.3\n0 1:0.1 2:0.2\n1 1:0.3 2:0.1\n",
              "x,y\na=1,2\na=2,3\na=3,4\n", "a=1\na=2\na=3\n", "{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}\n"})
            QVERIFY2(!known_table::namedCells(other), other);
    }

    void lineProtocol() {
        std::string text = "# DML\n";
        for (int i = 0; i < 30; ++i)
            text += "cpu,host=a\\ b user=" + std::to_string(i % 7) + ".5,idle=" + std::to_string(90 + i % 5) +
                    "i,note=\"x, y\" " + std::to_string(1'704'067'200 + 10 * i) + "000000000\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QVERIFY2(says(series, "line protocol"), said(series).c_str());
        QCOMPARE(series.rows(), std::int64_t{30});
        QVERIFY(series.time.known());
        QCOMPARE(timeText(series.time.values[1]), std::string("2024-01-01 00:00:10"));
        QCOMPARE(series.channels.size(), std::size_t{2});
        QCOMPARE(series.channels[0].name, std::string("user"));
        QCOMPARE(series.channels[1].values[1], 91.0);
    }

    void jsonMessages() {
        std::string text;
        for (int i = 10; i < 50; ++i)
            text += "tele/plug/SENSOR {\"Time\":\"2024-01-01T00:00:" + std::to_string(i) +
                    "\",\"ENERGY\":{\"Power\":20." + std::to_string(i) + ",\"Total\":null,\"On\":true}}\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QVERIFY2(says(*data->series, "each line holds an object of JSON"), said(*data->series).c_str());
        QCOMPARE(timeText(data->series->time.values[1]), std::string("2024-01-01 00:00:11"));
        QCOMPARE(data->series->channels[0].name, std::string("ENERGY.Power"));
        QCOMPARE(data->series->channels[0].values[1], 20.11);
        // The time may stand before the topic, and a line may be cut.
        const auto table = known_table::jsonMessages(
            "00:00:10 MQT: a/b = {\"P\":1}\n00:00:20 MQT: a/b = {\"P\":2,\"Q\":[3,4]}\n00:00:30 MQT: a/b = "
            "{\"P\":3}\n");
        QVERIFY(table);
        QCOMPARE(table->text, std::string("received,topic,P,Q_0,Q_1\n00:00:10,MQT: a/b,1,,\n00:00:20,MQT: a/b,2,3,4\n"
                                          "00:00:30,MQT: a/b,3,,\n"));
        QVERIFY(!known_table::jsonMessages("{\"P\":1}\n{\"P\":2}\n{\"P\":3}\n"));
        // A comma inside the time, as Python's logging writes it
        QVERIFY(
            known_table::jsonMessages("2024-01-01 00:00:10,125 a/b {\"P\":1}\n2024-01-01 00:00:20,125 a/b "
                                      "{\"P\":2}\n2024-01-01 00:00:30,125 a/b {\"P\":3}\n"));
        // The last column of a table
        std::string cells;
        for (int i = 10; i < 50; ++i) cells += "2024-01-01 00:00:" + std::to_string(i) + "\t21.5\t{\"ok\":1}\n";
        QVERIFY(!known_table::jsonMessages(cells));
        QVERIFY(!known_table::jsonMessages("a {b}\nc {d}\ne {f}\n"));
    }

    void serialLog() {
        std::string text;
        for (int i = 10; i < 50; ++i) text += "00:00:" + std::to_string(i) + ".000 -> 20." + std::to_string(i) + ",4\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QVERIFY2(says(*data->series, "the log of a serial port"), said(*data->series).c_str());
        QVERIFY(data->series->time.known());
        QCOMPARE(data->series->channels[0].values[1], 20.11);
        std::string german;
        for (int i = 10; i < 50; ++i) german += "14:30:" + std::to_string(i) + ".125 -> 20,5;40,1\n";
        const auto cut = known_table::serialLog(german);
        QVERIFY(cut && cut->text.starts_with("14:30:10.125,\"20,5\",\"40,1\"\n"));
        QVERIFY(!known_table::serialLog("a -> b\nc -> d\ne -> f\n"));
    }

    /// Cut anywhere or with a byte changed: an error or a table, never a crash.
    void cutAndFlipped() {
        const std::string texts[] = {
            "freq,geo\\TIME\t2019 \t2020 \nA,AT\t1 p\t: \nA,BE\t2 \t3 \n",
            "C,a\nI,T,P,1,TIME,V\nD,T,P,1,2024/01/01,5\nD,T,P,1,2024/01/02,6\nC,\"END OF REPORT\",5\n",
            "100,NEM12\n200,N,E,1,E1,N,M,kWh,720,\n300,20250101,1,2,A,,\n300,20250102,3,4,A,,\n900\n",
            "USW00094728202401TMAX  100     101     102   \nUSW00094728202402TMAX  103     104     105   \n",
            "      a    b\n0   1.5  2.0\n1   1.6  2.5\n2   1.7  2.0\n3   1.7  2.0\n",
            "cpu,host=a user=1,idle=2i 1704067200\ncpu,host=a user=1 1704067201\ncpu user=\"x\" 1704067202\n",
            "a/b {\"P\":1,\"Q\":[2,{}]}\na/b {\"P\":1}\na/b {\"P\":2}\n",
            "00:00:01 -> T:1.5,H:2\n00:00:02 -> T:1.5,H:2\n00:00:03 -> T:1.5,H:2\n",
            "00:00:01 -> 1.5 2\n00:00:02 -> 1.5 2\n00:00:03 -> 1.5 2\n",
            "日期，数值\n2020-01-01，20\n2020-01-02，21\n2020-01-03，22\n"};
        for (const std::string& text : texts)
            for (std::size_t at = 0; at < text.size(); ++at) {
                if (const auto table = knownTable(text.substr(0, at))) QVERIFY(table->text.size() < 100'000);
                std::string flipped = text;
                flipped[at] = static_cast<char>(flipped[at] ^ 0x15);
                if (const auto table = knownTable(flipped)) QVERIFY(table->text.size() < 100'000);
            }
    }
};

QTEST_APPLESS_MAIN(TestKnownTables)
#include "tst_known_tables.moc"
