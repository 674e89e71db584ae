// SPDX-License-Identifier: GPL-3.0-or-later
// Long tables whose rows stand in no order, come twice, or hold states in words: the same series as the clean table.
// Holds core/data/csv/shapes/key_columns.cpp and core/data/csv/shapes/state_cells.cpp.
#include "core/data_support.h"
#include "data/csv/shapes/key_columns.h"
#include "data/csv/shapes/series_rows.h"
#include "data/csv/shapes/state_cells.h"
#include "data/many/many_series.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace gatelab;
using namespace datatest;

class TestSeriesRows : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text, const char* shape = nullptr) {
        ExperimentConfig options;
        options.dataPath = folder_.put("table.csv", text).string();
        if (shape != nullptr) options.csvShape = shape;
        return loadAsItLooks(options, {}, {.shape = shape != nullptr});
    }
    static std::string said(const Dataset& data) {
        std::string all;
        for (const ReadWarning& warning : data.series->report.warnings) all += warning.message.english() + "\n";
        return all;
    }
    static bool says(const Dataset& data, std::string_view part) { return said(data).find(part) != std::string::npos; }
    static std::string day(int number) {
        return "2021-0" + std::to_string(1 + number / 28) + (number % 28 < 9 ? "-0" : "-") +
               std::to_string(1 + number % 28);
    }
    /// The rows of a panel of two regions and two products, some days of it.
    static std::vector<std::string> panel(int days) {
        std::vector<std::string> rows;
        for (const char* region : {"N", "S"})
            for (const char* product : {"a", "b"})
                for (int i = 0; i < days; ++i)
                    rows.push_back(std::string(region) + "," + product + "," + day(i) + "," +
                                   std::to_string(*region * 10 + *product + i * i % 23) + ".5\n");
        return rows;
    }
    static std::string textOf(const std::vector<std::string>& rows) {
        std::string text = "region,product,date,sales\n";
        for (const std::string& row : rows) text += row;
        return text;
    }
    static std::vector<std::string> mixed(std::vector<std::string> rows) {
        std::mt19937 random(7);
        for (std::size_t i = rows.size() - 1; i > 0; --i) std::swap(rows[i], rows[random() % (i + 1)]);
        return rows;
    }

private Q_SLOTS:
    void inNoOrder() {
        const auto clean = read(textOf(panel(60))), turned = read(textOf(mixed(panel(60))));
        QVERIFY(clean && turned);
        QCOMPARE(turned->series->rows(), std::int64_t{60});
        QCOMPARE(turned->series->channels.size(), std::size_t{4});
        QCOMPARE(turned->series->time.values, clean->series->time.values);
        for (const Channel& channel : clean->series->channels) {
            const auto found = turned->series->find(channel.name);
            QVERIFY2(found, channel.name.c_str());
            QCOMPARE(turned->series->channels[*found].values, channel.values);
        }
        QVERIFY2(says(*turned, "put in the order of their times"), said(*turned).c_str());
        QVERIFY2(says(*turned, "'region + product' tells 4 series apart"), said(*turned).c_str());
        QVERIFY(!says(*clean, "put in the order of their times"));
        const auto many = read(textOf(mixed(panel(60))), "together");
        QVERIFY(many);
        const auto members = membersOf(*many->series);
        QCOMPARE(members.size(), std::size_t{4});
        for (const SeriesMember& member : members) QCOMPARE(member.rows(), std::int64_t{60});
        for (std::size_t r = 1; r < 60; ++r) QVERIFY(many->series->time.values[r] > many->series->time.values[r - 1]);
    }

    void rowsThatComeTwice() {
        auto same = panel(60), other = panel(60), late = panel(60);
        same.insert(same.begin() + 10, same[10]);
        other.insert(other.begin() + 70, "N,b," + day(9) + ",7.25\n");
        late.push_back("S,a," + day(20) + ",9.75\n");
        const auto clean = read(textOf(panel(60)));
        for (const auto* rows : {&same, &other, &late}) {
            const auto data = read(textOf(*rows));
            QVERIFY2(data, data ? "" : data.error().message.c_str());
            QCOMPARE(data->series->rows(), std::int64_t{60});
            QCOMPARE(data->series->channels.size(), std::size_t{4});
            QCOMPARE(data->series->time.values, clean->series->time.values);
        }
        const auto one = read(textOf(same)), two = read(textOf(other)), three = read(textOf(late));
        QVERIFY2(says(*one, "1 rows are doubled") && says(*one, "first at " + day(10) + " in 'N / a'"),
                 said(*one).c_str());
        QVERIFY2(says(*two, "and 1 of them other values"), said(*two).c_str());
        QCOMPARE(one->series->channels[0].values, clean->series->channels[0].values);
        // The row further down stands, whichever it is
        const double first = clean->series->channels[1].values[9];
        QVERIFY(two->series->channels[1].values[9] == 7.25 || two->series->channels[1].values[9] == first);
        QCOMPARE(three->series->channels[*three->series->find("S / a")].values[20], 9.75);
        const auto many = read(textOf(late), "together");
        QVERIFY(many && says(*many, "and 1 of them other values"));
        QCOMPARE(many->series->rows(), std::int64_t{240});
    }

    /// A column that hardly ever repeats a time names nothing, and half of the rows twice is no slip.
    void whatIsNoKey() {
        auto twice = panel(30);
        const auto all = panel(30);
        twice.insert(twice.end(), all.begin(), all.end());
        const auto doubled = read(textOf(twice), "long");
        QVERIFY(!doubled && doubled.error().message.find("comes twice with the same words") != std::string::npos);
        std::string weather = "time,weather,load\n";
        for (int i = 0; i < 56; ++i) {
            const std::string row =
                day(i) + "," + (i % 3 == 0 ? "sun" : "rain") + "," + std::to_string(i * i % 31) + ".5\n";
            weather += row + (i == 20 ? row : "");
        }
        const auto plain = read(weather);
        QVERIFY(plain && plain->series->rows() == 57 && !says(*plain, "long table"));
        const KeyColumns none = keyColumns({{0, 1, 0, 1}, {0, 0, 1, 1}}, {1, 2, 3, 4});
        QVERIFY(none.columns.empty());
    }

    void fewestDoubled() {
        std::vector<std::int64_t> region, product, times;
        for (int i = 0; i < 400; ++i) region.push_back(i % 2), product.push_back(i / 2 % 2), times.push_back(i / 4);
        QCOMPARE(keyColumns({region, product}, times).columns, (std::vector<std::size_t>{0, 1}));
        QCOMPARE(keyColumns({region, product}, times).doubled, std::int64_t{0});
        for (std::vector<std::int64_t>* each : {&region, &product, &times}) each->push_back(each->front());
        const KeyColumns key = keyColumns({region, product}, times);
        QCOMPARE(key.columns, (std::vector<std::size_t>{0, 1}));
        QCOMPARE(key.doubled, std::int64_t{1});
    }

    void ordersOfStamps() {
        const auto orderOf = [](std::vector<std::string> stamps) { return orderOfStamps(stamps); };
        QCOMPARE(orderOf({"2020-01-03", "2020-01-01", "2020-01-02"}), (std::vector<std::size_t>{1, 2, 0}));
        QCOMPARE(orderOf({"31.01.2020", "01.02.2020", "30.01.2020"}), (std::vector<std::size_t>{2, 0, 1}));
        QCOMPARE(orderOf({"30", "9", "200"}), (std::vector<std::size_t>{1, 0, 2}));
        QVERIFY(orderOf({"2020-01-01", "2020-01-02"}).empty());
        QVERIFY(orderOf({"2020-01-03", "2020-01-02"}).empty());
        // Which number is the day nothing says; words are no times.
        QVERIFY(orderOf({"03/01/2020", "01/02/2020", "02/01/2020"}).empty());
        QVERIFY(orderOf({"01/01/24", "15/01/24", "02/02/24", "16/02/24", "03/03/24"}).empty());
        QVERIFY(orderOf({"01/01/24", "02/01/24", "03/01/24", "01/02/25"}).empty());
        QVERIFY(orderOf({"b", "a", "c"}).empty());
        QVERIFY(orderOf({}).empty());
    }

    /// A history of Home Assistant: two sensors, a switch, a word that nobody can learn.
    void historyOfStates() {
        std::string text = "last_changed,entity_id,state\n", power;
        for (int i = 0; i < 80; ++i) {
            const std::string time = day(i / 2) + "T" + (i % 2 == 0 ? "06" : "18") + ":" + std::to_string(10 + i % 50);
            text += time + ":03Z,sensor.temp," + std::to_string(20 + i % 7) + ".5\n";
            text += time + ":17Z,switch.heat," + (i % 3 == 0 ? "on" : i == 40 ? "unavailable" : "off") + "\n";
            text += time + ":29Z,sensor.power," + (i == 12 ? "unknown" : std::to_string(500 + i)) + "\n";
            text += time + ":41Z,sensor.sky," + (i % 2 == 0 ? "sunny" : i % 3 == 0 ? "rain" : "fog") + "\n";
        }
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const auto members = membersOf(*data->series);
        QCOMPARE(members.size(), std::size_t{3});
        QCOMPARE(members[1].name, std::string("switch.heat"));
        const auto state = data->series->find("state");
        QVERIFY(state);
        const auto& values = data->series->channels[*state].values;
        const auto at = [&](std::size_t member, int row) {
            return values[static_cast<std::size_t>(members[member].begin) + static_cast<std::size_t>(row)];
        };
        QCOMPARE(at(0, 3), 23.5);
        QVERIFY(at(1, 0) == 1 && at(1, 1) == 0 && std::isnan(at(1, 40)));
        QVERIFY(std::isnan(at(2, 12)) && at(2, 13) == 513);
        QVERIFY2(says(*data, "1 of its series ('switch.heat')") && says(*data, "2 cells say that there was no value"),
                 said(*data).c_str());
        QVERIFY2(says(*data, "1 of its series ('sensor.sky'), as 'sunny'"), said(*data).c_str());
        // Words alone are no history of states.
        std::string words = "last_changed,entity_id,state\n";
        for (int i = 0; i < 40; ++i) words += day(i) + ",light." + (i % 2 == 0 ? "a" : "b") + ",red\n";
        QVERIFY(!read(words));
    }

    void statesOfOneColumn() {
        TableCells cells{{{"id", "state"}, {"a", "1.5"}, {"b", "On"}, {"b", "off"}, {"c", "open"}, {"c", "on"}}, 2};
        const std::vector<NamedRows> series = {{"a", {1}}, {"b", {2, 3}}, {"c", {4, 5}}};
        std::vector<ReadWarning> warnings;
        QCOMPARE(readStates(cells, series, 1, warnings), (std::vector<bool>{false, false, true}));
        QCOMPARE(cells.at(2, 1) + cells.at(3, 1) + cells.at(4, 1), std::string("10"));
        QCOMPARE(warnings.size(), std::size_t{2});
        // No numbers: the words stay.
        TableCells words{{{"id", "state"}, {"b", "on"}, {"b", "off"}}, 2};
        QVERIFY(readStates(words, {{"b", {1, 2}}}, 1, warnings).empty());
        QCOMPARE(words.at(1, 1), std::string("on"));
    }

    /// A row for each value: the variables become columns, the sensors series; what says the unit is none.
    void variablesBelowEachOther() {
        std::string text = "timestamp,sensor,variable,value,unit\n";
        for (int i = 0; i < 40; ++i)
            for (int sensor = 0; sensor < 6; ++sensor)
                for (const char* variable : {"temp", "hum"})
                    if (i != 7 || sensor != 2 || *variable == 't')
                        text += day(i) + ",s" + std::to_string(sensor) + "," + variable + "," +
                                std::to_string((*variable == 't' ? 0 : 500) + sensor * 50 + i * i % 29) + ".5," +
                                (*variable == 't' ? "degC" : "%") + "\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const auto members = membersOf(*data->series);
        QCOMPARE(members.size(), std::size_t{6});
        QCOMPARE(members[2].name, std::string("s2"));
        const auto temp = data->series->find("temp"), hum = data->series->find("hum");
        QVERIFY2(temp && hum, said(*data).c_str());
        QCOMPARE(data->series->channels[*temp].values[2 * 40 + 7], 100.5 + 49 % 29);
        QVERIFY(std::isnan(data->series->channels[*hum].values[2 * 40 + 7]));
        QCOMPARE(data->series->channels[*hum].values[5 * 40 + 39], 750.5 + 39 * 39 % 29);
        QVERIFY2(says(*data, "each of the 2 words of column 'variable' became a column of its own"),
                 said(*data).c_str());
    }

    /// A flag of each value tells no rows apart.
    void variablesWithFlags() {
        for (const bool isDoubled : {false, true}) {
            std::string text = "timestamp,quality,sensor,variable,value\n";
            for (int i = 0; i < 40; ++i)
                for (int sensor = 0; sensor < 3; ++sensor)
                    for (const char* variable : {"temp", "hum"})
                        text += day(i) + (i % 9 == 4 && *variable == 'h' ? ",suspect,s" : ",ok,s") +
                                std::to_string(sensor) + "," + variable + "," +
                                std::to_string((*variable == 't' ? 0 : 500) + sensor * 50 + i * i % 29) + ".5\n";
            if (isDoubled) text += day(39) + ",ok,s2,hum,1.5\n";
            const auto data = read(text, "together");
            QVERIFY2(data, data ? "" : data.error().message.c_str());
            const auto members = membersOf(*data->series);
            QCOMPARE(members.size(), std::size_t{3});
            QCOMPARE(members[1].name, std::string("s1"));
            for (const SeriesMember& member : members) QCOMPARE(member.rows(), std::int64_t{40});
            const auto hum = data->series->find("hum");
            QVERIFY(hum);
            QCOMPARE(data->series->channels[*hum].values[40 + 13], 550.5 + 13 * 13 % 29);
        }
    }

    /// Shops with many columns each are many series for one network, and a kind of holiday stays words.
    void shopsOfManyColumns() {
        std::string text = "Store,DayOfWeek,Date,Sales,Customers,Open,Promo,StateHoliday,SchoolHoliday\n";
        for (int i = 83; i >= 0; --i)
            for (int store = 1; store <= 4; ++store)
                text += std::to_string(store) + "," + std::to_string(1 + i % 7) + "," + day(i) + "," +
                        std::to_string(4000 + i * i * store % 977) + "," + std::to_string(400 + i * store % 91) + "," +
                        (i % 7 == 6 ? "0" : "1") + "," + std::to_string(i / 5 % 2) + ",\"" +
                        (i % 20 == 3   ? "a"
                         : i % 27 == 1 ? "b"
                         : i % 31 == 5 ? "c"
                                       : "0") +
                        "\",\"" + std::to_string(i / 30 % 2) + "\"\n";
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(membersOf(*data->series).size(), std::size_t{4});
        const auto isHoliday = data->series->find("StateHoliday=a"), isNone = data->series->find("StateHoliday=0");
        QVERIFY2(isHoliday && isNone && data->series->find("StateHoliday=c"),
                 print(*data->series).substr(0, 400).c_str());
        double holidays = 0, none = 0;
        for (const double value : data->series->channels[*isHoliday].values) holidays += value;
        for (const double value : data->series->channels[*isNone].values) none += value;
        QCOMPARE(holidays, 4.0 * 5);
        QCOMPARE(none, 4.0 * (84 - 5 - 4 - 3));
        QVERIFY2(!says(*data, "read as missing"), said(*data).c_str());
    }
};

QTEST_APPLESS_MAIN(TestSeriesRows)
#include "tst_series_rows.moc"
