// SPDX-License-Identifier: GPL-3.0-or-later
// Tables one below the other with a title each: series that are called so, where their times start over.
// Holds core/data/csv/known/titled_tables.cpp.
#include "core/data_support.h"
#include "data/csv/known/known_table.h"
#include "data/many/many_series.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

using namespace gatelab;
using namespace datatest;

class TestTitledTables : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text) {
        ExperimentConfig options;
        options.dataPath = folder_.put("table.csv", text).string();
        return loadAsItLooks(options);
    }
    static std::string said(const Dataset& data) {
        std::string all;
        for (const ReadWarning& warning : data.series->report.warnings) all += warning.message.english() + "\n";
        return all;
    }
    /// The rows of a table: hours from the `from`-th on.
    static std::string rows(int from, int count, int base, char cut = ',') {
        std::string text;
        for (int i = from; i < from + count; ++i)
            text += timeText(INT64_C(1'672'531'200'000'000) + i * INT64_C(3'600'000'000)) + cut +
                    std::to_string(base + i * i % 17) + (cut == ';' ? "," : ".") + "5\n";
        return text;
    }

private Q_SLOTS:
    void stations() {
        for (const char cut : {',', ';'}) {
            const std::string head = std::string("time") + cut + "temp\n";
            const auto data =
                read("Station A\n" + head + rows(0, 48, 100, cut) + "\nStation B\n" + head + rows(0, 48, 200, cut) +
                     "\n\nStation C" + (cut == ';' ? ";" : "") + "\n" + head + rows(0, 40, 300, cut));
            QVERIFY2(data, data ? "" : data.error().message.c_str());
            const Series& series = *data->series;
            QCOMPARE(series.rows(), std::int64_t{48});
            QCOMPARE(series.channels.size(), std::size_t{3});
            QCOMPARE(series.channels[0].name, std::string("Station A"));
            QCOMPARE(series.channels[2].name, std::string("Station C"));
            QCOMPARE(series.channels[0].values[5], 108.5);
            QCOMPARE(series.channels[1].values[47], 200.5 + 47 * 47 % 17);
            QVERIFY(std::isnan(series.channels[2].values[40]));
            QVERIFY2(said(*data).find("3 tables of the same columns one below the other") != std::string::npos &&
                         said(*data).find("'Station A', 'Station B', 'Station C'") != std::string::npos,
                     said(*data).c_str());
        }
    }

    void another() {
        const auto data =
            read("Station A\ntime,temp\n" + rows(0, 30, 100) + "\nCosts\nitem,price\nwire,3\n\nStation B\ntime,temp\n" +
                 rows(0, 30, 200) + "made by hand\n");
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->channels.size(), std::size_t{2});
        QVERIFY2(said(*data).find("the table 'Costs' has other columns and was left out") != std::string::npos,
                 said(*data).c_str());
    }

    /// Several columns, in series that overlap by a few hours only
    void ownTimes() {
        const auto data = read(
            "Pump 1\ntime,flow,power\n2023-01-01 00:00,1,5\n2023-01-01 01:00,2,6\n2023-01-01 02:00,3,7\n"
            "2023-01-01 03:00,4,8\n\nPump 2\ntime,flow,power\n2023-01-01 03:00,7,1\n2023-01-01 04:00,8,2\n"
            "2023-01-01 05:00,9,3\n2023-01-01 06:00,9,4\n");
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const auto members = membersOf(*data->series);
        QVERIFY(members.size() == 2 || data->series->find("flow_Pump 2"));
    }

    void whatIsNone() {
        const std::string head = "time,temp\n";
        // Pages of one table
        QVERIFY(!known_table::titledTables("Page 1\n" + head + rows(0, 20, 1) + "\nPage 2\n" + head + rows(20, 20, 1)));
        // No title, or the same one
        QVERIFY(!known_table::titledTables(head + rows(0, 20, 1) + "\nB\n" + head + rows(0, 20, 1)));
        QVERIFY(!known_table::titledTables("A\n" + head + rows(0, 20, 1) + "\nA\n" + head + rows(0, 20, 1)));
        // One table, none, a cut one, and one that is stopped
        QVERIFY(!known_table::titledTables("A\n" + head + rows(0, 20, 1)));
        QVERIFY(!known_table::titledTables(""));
        QVERIFY(!known_table::titledTables("A\n" + head));
        const std::string two = "A\n" + head + rows(0, 3000, 1) + "\nB\n" + head + rows(0, 3000, 1);
        QVERIFY(known_table::titledTables(two));
        QVERIFY(!known_table::titledTables(two, [](double) { return false; }));
        for (std::size_t size = 0; size < 200; ++size) known_table::titledTables(two.substr(0, size));
    }

    /// Of two tables of different columns the first is read, and how to read the other one is said.
    void otherColumns() {
        const std::string text = "Station A\ntime,temp\n" + rows(0, 20, 100) + "\nCosts\nitem,price\nwire,3\nnail,4\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->rows(), std::int64_t{20});
        QVERIFY2(said(*data).find("To read that one, skip the 24 lines above its names") != std::string::npos,
                 said(*data).c_str());
        ExperimentConfig options;
        options.dataPath = (folder_.path() / "table.csv").string();
        options.csvSkipLines = 24;
        const auto other = loadAsItLooks(options);
        QVERIFY2(other, other ? "" : other.error().message.c_str());
        QCOMPARE(other->series->channels.back().values[1], 4.0);
    }

    /// Each row stands in the line of the file that it was made of.
    void linesStay() {
        const std::string two = "A\ntime,temp\n" + rows(0, 3, 1) + "\nB\ntime,temp\n" + rows(0, 3, 1);
        const auto table = known_table::titledTables(two);
        QVERIFY(table && table->keepsLines);
        QCOMPARE(table->text.substr(0, 25), std::string("\r\nseries_id,time,temp\nA,2"));
        QCOMPARE(std::ranges::count(table->text, '\n'), std::ranges::count(two, '\n'));
        QCOMPARE(table->said.front().line, std::int64_t{7});
    }
};

QTEST_APPLESS_MAIN(TestTitledTables)
#include "tst_titled_tables.moc"
