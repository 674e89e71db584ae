// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of other shapes read as one series: dates, hours or months side by side, series below each other. The shape is
// proposed beside a warning, and what lacks it is refused by name.
// Holds core/data/csv/shapes/unrolled_rows.cpp.
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "support/take.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>

using namespace gatelab;
using testing::take;

class TestReshape : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    Result<Dataset> read(const std::string& text, const std::string& shape) {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / "table.csv";
        std::ofstream(path) << text;
        ExperimentConfig options;
        options.csvShape = shape;
        return readFile(path, options);
    }
    /// The shape that is proposed for a table that was read as it stands.
    std::string proposed(const std::string& text) {
        const Dataset data = take(read(text, "rows"));
        for (const ReadGuess& guess : data.series->report.guesses)
            if (guess.key == "csv_shape") return guess.runnerUp;
        return "no guess";
    }
    void refuses(const std::string& text, const std::string& shape, const std::string& words) {
        const auto data = read(text, shape);
        QVERIFY2(!data && data.error().message.find(words) != std::string::npos,
                 data ? "it was read" : data.error().message.c_str());
        QCOMPARE(data.error().field, std::string("csv_shape"));
    }

    static constexpr std::int64_t kDay = INT64_C(86400000000);

private Q_SLOTS:
    void datesSideBySide() {
        std::string head = "Province,Country,Lat", north = ",Northland,1.5", south = "\"Bay, inner\",Southland,2.5";
        for (int day = 1; day <= 20; ++day) {
            head += "," + std::to_string(day) + ".1.2020";
            north += "," + std::to_string(day * day);
            south += day == 3 ? "," : "," + std::to_string(1000 - day);
        }
        const std::string text = head + "\n" + north + "\n" + south + "\n";
        QCOMPARE(proposed(text), std::string("transposed"));
        const Dataset data = take(read(text, "transposed"));
        const Series& series = *data.series;
        QCOMPARE(series.rows(), std::int64_t{20});
        QCOMPARE(series.channels.size(), std::size_t{2});
        QCOMPARE(series.channels[0].name, std::string("Northland"));
        QCOMPARE(series.channels[1].name, std::string("Bay, inner Southland"));
        QCOMPARE(series.channels[0].values[19], 400.0);
        QVERIFY(std::isnan(series.channels[1].values[2]));
        QCOMPARE(series.time.values[19] - series.time.values[0], 19 * kDay);
    }

    void hoursSideBySide() {
        std::string named = "id;date", numbered = "date";
        for (int half = 0; half < 48; ++half) {
            const std::string hour = (half < 20 ? "0" : "") + std::to_string(half / 2);
            named += ";" + hour + (half % 2 != 0 ? ":30" : ":00");
            numbered += ",HH" + std::to_string(half + 1);
        }
        named += "\n", numbered += "\n";
        for (int day = 0; day < 12; ++day) {
            named += "7;2021-03-" + std::to_string(day + 10), numbered += "2021-03-" + std::to_string(day + 10);
            for (int half = 0; half < 48; ++half) {
                named += ";" + std::to_string(day * 48 + half) + ",5";  // a decimal comma
                numbered += "," + std::to_string(day * 48 + half);
            }
            named += "\n", numbered += "\n";
        }
        for (const std::string* text : {&named, &numbered}) {
            QCOMPARE(proposed(*text), std::string("hours"));
            const Dataset data = take(read(*text, "hours"));
            QCOMPARE(data.series->rows(), std::int64_t{12 * 48});
            QCOMPARE(data.series->time.stepMicros, kDay / 48);
            QCOMPARE(data.series->channels.size(), std::size_t{1});
            for (std::size_t r = 0; r < 12 * 48; ++r)
                QCOMPARE(data.series->channels[0].values[r], static_cast<double>(r) + (text == &named ? 0.5 : 0));
        }
        std::string two = named;
        two.replace(two.find("\n7;") + 1, 1, "8");
        refuses(two, "hours", "'id' tells several series apart");
        refuses("date,a,b\n2020-01-01,1,2\n2020-01-02,3,4\n", "hours", "no columns are the hours");
    }

    void monthsSideBySide() {
        std::string text = "year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec\n";
        for (int year = 0; year < 5; ++year) {
            text += std::to_string(1990 + year);
            for (int month = 0; month < 12; ++month)
                text += "," + (year == 4 && month > 6 ? "" : std::to_string(year * 12 + month));
            text += "\n";
        }
        QCOMPARE(proposed(text), std::string("months"));
        const Dataset data = take(read(text, "months"));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->channels[0].values[30], 30.0);
        QVERIFY(std::isnan(data.series->channels[0].values[59]));
        refuses("year,Jan,Feb\n1990,1,2\n1991,3,4\n", "months", "twelve columns");
    }

    // Several series below each other or in turn, hours or months side by side: none is glued behind another.
    void seriesOfMonths() {
        std::string below = "Station,Year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Annual\n";
        const auto year = [](const std::string& head, int year, int plus) {
            std::string row = head + "," + std::to_string(year);
            for (int month = 0; month < 12; ++month) row += "," + std::to_string(plus + year * 12 + month);
            return row + "," + std::to_string(plus + year * 12) + ".5\n";
        };
        for (int y = 1993; y < 2000; ++y) below += year("A", y, 0);
        for (int y = 1990; y < 1998; ++y) below += year("B", y, 500'000);
        const Dataset data = take(read(below, "months"));
        const Series& series = *data.series;
        QCOMPARE(series.rows(), std::int64_t{10 * 12});
        QCOMPARE(series.channels.size(), std::size_t{2});
        QCOMPARE(series.channels[0].name, std::string("A"));
        QVERIFY(std::isnan(series.channels[0].values[35]));
        QCOMPARE(series.channels[0].values[36], 1993.0 * 12);
        QCOMPARE(series.channels[1].values[0], 500'000.0 + 1990 * 12);
        QVERIFY(std::isnan(series.channels[1].values[96]));
        QVERIFY(std::ranges::is_sorted(series.time.values));
        QVERIFY(series.report.warnings.front().message.english().find("'Station' tells 2 series apart") !=
                std::string::npos);
        refuses(below + year("B", 1990, 1), "months", "with 'Station' some come twice, first '1990'");
        // A year that is there twice tells none apart.
        std::string one = below.substr(0, below.find('\n') + 1);
        for (int y = 1980; y < 2000; ++y) one += year(y % 2 ? "A" : "B", y, 0);
        const Dataset alone = take(read(one + year("A", 1990, 0), "months"));
        QCOMPARE(alone.series->channels.size(), std::size_t{1});
        // Two columns, neither of which tells alone
        std::string two = "Station,Element,Year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Annual\n";
        for (int y = 1990; y < 1995; ++y)
            for (const char* head : {"A,low", "A,high", "B,low", "B,high"}) two += year(head, y, head[2]);
        const Dataset both = take(read(two, "months"));
        QCOMPARE(both.series->channels.size(), std::size_t{4});
        QCOMPARE(both.series->channels[3].name, std::string("B high"));
        QCOMPARE(both.series->channels[3].values[0], 1990.0 * 12 + 'h');
    }

    void seriesOfHours() {
        std::string head = "meter,date", below, inTurn;
        for (int half = 1; half <= 48; ++half) head += ",SP" + std::to_string(half);
        const auto day = [](int meter, int day) {
            std::string row = "\n" + std::to_string(meter) + ",2021-03-" + std::to_string(day);
            for (int half = 0; half < 48; ++half) row += "," + std::to_string(meter * 10'000 + day * 48 + half) + ".5";
            return row;
        };
        for (int meter = 1; meter <= 3; ++meter)
            for (int d = 10; d < 22; ++d) below += day(meter, d);
        for (int d = 10; d < 22; ++d)
            for (int meter = 1; meter <= 3; ++meter) inTurn += day(meter, d);
        for (const std::string* rows : {&below, &inTurn}) {
            QCOMPARE(proposed(head + *rows + "\n"), std::string("hours"));
            const Dataset data = take(read(head + *rows + "\n", "hours"));
            QCOMPARE(data.series->rows(), std::int64_t{12 * 48});
            QCOMPARE(data.series->time.stepMicros, kDay / 48);
            QCOMPARE(data.series->channels.size(), std::size_t{3});
            QCOMPARE(data.series->channels[2].name, std::string("3"));
            for (std::size_t r = 0; r < 12 * 48; ++r)
                QCOMPARE(data.series->channels[2].values[r], static_cast<double>(30'000 + 10 * 48 + r) + 0.5);
        }
    }

    // Each series of such a table as one of many, with its own length; the columns say the same.
    void eachSeriesByItself() {
        const auto year = [](const std::string& head, int year, int plus) {
            std::string row = head + "," + std::to_string(year);
            for (int month = 0; month < 12; ++month) row += "," + std::to_string(plus + year * 12 + month);
            return row + "," + std::to_string(plus + year * 12) + ".5\n";
        };
        std::string months = "Station,Year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec,Annual\n";
        for (int y = 1993; y < 2000; ++y) months += year("A", y, 0);
        for (int y = 1990; y < 1998; ++y) months += year("B", y, 500'000);
        std::string hours = "meter,date", dates = "Station";
        for (int half = 1; half <= 48; ++half) hours += ",SP" + std::to_string(half);
        for (int meter = 1; meter <= 3; ++meter)
            for (int d = 10; d < 20 + meter; ++d) {
                hours += "\n1200" + std::to_string(meter) + ",2021-03-" + std::to_string(d);
                for (int half = 0; half < 48; ++half)
                    hours += "," + std::to_string(meter * 10'000 + d * 48 + half) + ".5";
            }
        for (int d = 1; d <= 9; ++d) dates += ",2020-01-0" + std::to_string(d);
        dates += "\nnorth,1,2,3,4,5,6,7,8,9\nsouth,,,30,40,50,60,70,,\n";
        struct Case {
            std::string text;
            std::vector<std::string> names;
            std::vector<std::int64_t> rows;
            double first, last;  ///< of the last series
        };
        const std::vector<Case> cases = {
            {months, {"A", "B"}, {84, 96}, 500'000 + 1990 * 12, 500'000 + 1997 * 12 + 11},
            {hours + "\n", {"12001", "12002", "12003"}, {11 * 48, 12 * 48, 13 * 48}, 30'480.5, 30'000.5 + 22 * 48 + 47},
            {dates, {"north", "south"}, {9, 5}, 30, 70}};
        for (const Case& one : cases) {
            const Dataset data = take(read(one.text, "across"));
            const Series& series = *data.series;
            const auto members = membersOf(series);
            QCOMPARE(members.size(), one.names.size());
            for (std::size_t m = 0; m < members.size(); ++m) {
                QCOMPARE(members[m].name, one.names[m]);
                QCOMPARE(members[m].rows(), one.rows[m]);
            }
            const Channel& value = series.channels[*series.find("value")];
            QCOMPARE(value.values[static_cast<std::size_t>(members.back().begin)], one.first);
            QCOMPARE(value.values[value.values.size() - 1], one.last);
            QCOMPARE(series.time.values.size(), value.values.size());
            QVERIFY(series.time.values[1] > series.time.values[0]);
        }
        refuses("a,b\n1,2\n3,4\n5,6\n", "across", "no hours, months, dates or years");
        refuses("date,SP1\n", "across", "");
    }

    // The number of the one meter is no series and no value, and is not lost without a word.
    void whatIsTheSameInEveryRowIsSaid() {
        std::string text = "MPAN,date";
        for (int half = 1; half <= 48; ++half) text += ",SP" + std::to_string(half);
        for (int d = 10; d < 22; ++d) {
            text += "\n1200012345678,2021-03-" + std::to_string(d);
            for (int half = 0; half < 48; ++half) text += "," + std::to_string(d * 48 + half);
        }
        const auto says = [](const Dataset& data, const std::string& words) {
            return std::ranges::any_of(data.series->report.warnings, [&](const ReadWarning& warning) {
                return warning.message.english().find(words) != std::string::npos;
            });
        };
        const Dataset one = take(read(text + "\n", "hours"));
        QCOMPARE(one.series->channels.size(), std::size_t{1});
        QVERIFY(says(one, "'MPAN' (1200012345678)"));
        QCOMPARE(membersOf(*take(read(text + "\n", "across")).series).size(), std::size_t{1});
    }

    void seriesOfStamps_data() {
        QTest::addColumn<QString>("stamp");
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::int64_t>("step");
        QTest::newRow("seconds") << "1677628800"
                                 << "ts" << std::int64_t{3600};
        QTest::newRow("seconds of a database") << "1677628800.0"
                                               << "last_updated_ts" << std::int64_t{3600};
        QTest::newRow("milliseconds") << "1677628800000"
                                      << "ts" << std::int64_t{3'600'000};
        QTest::newRow("days of MATLAB") << "738946"
                                        << "time" << std::int64_t{1};
    }
    void seriesOfStamps() {
        QFETCH(QString, stamp);
        QFETCH(QString, name);
        QFETCH(std::int64_t, step);
        const bool isReal = stamp.contains('.');
        std::string text = "entity,state," + name.toStdString() + "\n";
        for (int i = 0; i < 40; ++i)
            for (const char* entity : {"sensor.a", "sensor.b"})
                text += std::string(entity) + "," + std::to_string(i * i % 11 + (entity[7] == 'a' ? 0 : 100)) + ".25," +
                        std::to_string(std::llround(stamp.toDouble()) + i * step) + (isReal ? ".0" : "") + "\n";
        QCOMPARE(proposed(text), std::string("long"));
        const Dataset data = take(read(text, "long"));
        QCOMPARE(data.series->rows(), std::int64_t{40});
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QVERIFY(data.series->time.known());
        QCOMPARE(data.series->time.values[0], INT64_C(1'677'628'800'000'000));
        QCOMPARE(data.series->channels[1].values[3], 109.25);
        const Dataset many = take(read(text, "together"));
        QCOMPARE(many.series->rows(), std::int64_t{80});
        QCOMPARE(membersOf(*many.series).size(), std::size_t{2});
    }

    void seriesWithTimesOfTheirOwn() {
        std::string text = "entity_id,state,last_updated_ts\n";
        for (int i = 0; i < 60; ++i)
            text += std::string(i % 2 ? "sensor.a," : "sensor.b,") + std::to_string(i * i % 11) + ".5," +
                    std::to_string(1677628800 + i * 37) + ".125\n";
        QCOMPARE(proposed(text), std::string("together"));
        const Dataset many = take(read(text, "together"));
        QCOMPARE(membersOf(*many.series).size(), std::size_t{2});
        QVERIFY(many.series->time.known());
    }

    /// Each shop and article, and each size where there are several, over some days; from each the last days may lack.
    static std::string panel(int sizes, bool byDay) {
        std::string text = sizes > 1 ? "shop,article,size,day,sales\n" : "shop,article,day,sales\n";
        const auto row = [&](int s, int a, int z, int day) {
            if (day > 25 - s) return;
            text += (s > 0 ? "south," : "north,") + std::string(a > 0 ? "pears," : "apples,");
            if (sizes > 1) text += std::to_string(z + 1) + ",";
            text += "2020-01-" + std::string(day < 10 ? "0" : "") + std::to_string(day) + "," +
                    std::to_string(100 * s + 10 * a + z) + "." + std::to_string(day) + "5\n";
        };
        for (int outer = 1; outer <= (byDay ? 25 : 1); ++outer)
            for (int s = 0; s < 2; ++s)
                for (int a = 0; a < 2; ++a)
                    for (int z = 0; z < sizes; ++z)
                        for (int day = outer; day <= (byDay ? outer : 25); ++day) row(s, a, z, day);
        return text;
    }

    void severalColumnsNameTheSeries() {
        for (const bool byDay : {false, true}) {
            const std::string two = panel(1, byDay), three = panel(2, byDay);
            QCOMPARE(proposed(two), std::string("long"));
            const Dataset beside = take(read(two, "long"));
            QCOMPARE(beside.series->channels.size(), std::size_t{4});
            QCOMPARE(beside.series->rows(), std::int64_t{25});
            const auto apples = beside.series->find("north / apples"), pears = beside.series->find("south / pears");
            QVERIFY(apples && pears);
            QCOMPARE(beside.series->channels[*apples].values[0], 0.15);
            QCOMPARE(beside.series->channels[*pears].values[0], 110.15);
            QVERIFY(std::isnan(beside.series->channels[*pears].values[24]));
            const Dataset many = take(read(two, "together"));
            const auto members = membersOf(*many.series);
            QCOMPARE(members.size(), std::size_t{4});
            QCOMPARE(members[0].name, std::string("north / apples"));
            QCOMPARE(proposed(three), std::string("long"));
            const Dataset all = take(read(three, "long"));
            QCOMPARE(all.series->channels.size(), std::size_t{8});
            QVERIFY(all.series->find("south / apples / 2"));
        }
    }

    void oneColumnIsEnoughOrNoneIs() {
        std::string one = "shop,kind,day,sales\n", twice = panel(1, true), turned = "shop,article,day,sales\n";
        for (int day = 10; day <= 28; ++day)
            for (const char* shop : {"a,big", "b,big", "c,small"})
                one +=
                    std::string(shop) + ",2020-01-" + std::to_string(day) + "," + std::to_string(day * shop[0]) + "\n";
        QCOMPARE(proposed(one), std::string("long"));
        QVERIFY(take(read(one, "long")).series->find("sales_b"));
        twice += "north,apples,2020-01-03,7.5\n";
        // One row of a hundred that comes twice is a slip, thirteen are another column that names the series.
        QCOMPARE(proposed(twice), std::string("long"));
        QVERIFY(take(read(twice, "long")).series->find("north / apples"));
        for (int day = 10; day <= 21; ++day) twice += "north,apples,2020-01-" + std::to_string(day) + ",7.5\n";
        refuses(twice, "long", "nor do 'shop + article' together: the time 2020-01-03 comes twice");
        QVERIFY(proposed(twice) != "long" && proposed(twice) != "together");
        // In no order of the times
        for (int i = 0; i < 19; ++i)
            for (const char* name : {"north,apples", "north,pears", "south,apples", "south,pears"})
                turned += std::string(name) + ",2020-01-" + std::to_string(10 + i * 7 % 19) + "," + std::to_string(i) +
                          ".5\n";
        QCOMPARE(proposed(turned), std::string("long"));
        const Dataset sorted = take(read(turned, "long"));
        QVERIFY(sorted.series->find("north / pears") && std::ranges::is_sorted(sorted.series->time.values));
    }

    void seriesBelowEachOther() {
        std::string below = "name,time,load,wind\n", inTurn = "time,name,load\n";
        for (const char* name : {"north", "south", "west"})
            for (int day = 1; day <= 25; ++day)
                if (name[0] != 'w' || day > 5)
                    below += std::string(name) + ",2020-01-" + (day < 10 ? "0" : "") + std::to_string(day) + "," +
                             std::to_string(day * name[0]) + "," + std::to_string(day) + "\n";
        for (int day = 10; day <= 28; ++day)
            for (const char* name : {"a", "b"})
                inTurn += "2020-01-" + std::to_string(day) + "," + name + "," + std::to_string(day * name[0]) + "\n";
        QCOMPARE(proposed(below), std::string("long"));
        const Dataset data = take(read(below, "long"));
        QCOMPARE(data.series->channels.size(), std::size_t{6});
        QCOMPARE(data.series->rows(), std::int64_t{25});
        const auto south = data.series->find("load_south"), west = data.series->find("wind_west");
        QVERIFY(south && west);
        QCOMPARE(data.series->channels[*south].values[24], 25.0 * 's');
        QVERIFY(std::isnan(data.series->channels[*west].values[0]));
        QCOMPARE(data.series->channels[*west].values[24], 25.0);
        const Dataset turns = take(read(inTurn, "long"));
        QVERIFY(turns.series->find("a") && turns.series->find("b"));
        QCOMPARE(turns.series->rows(), std::int64_t{19});
        refuses("a,b\n1,2\n3,4\n", "long", "the time of each row");
        refuses("t,x\n2020-01-01,1\n2020-01-02,1\n2020-01-03,1\n", "long", "no column tells the series apart");
    }

    // Names of columns that are times are seen, and each command and the window read such a table alike.
    void timesAsNamesAreTaken() {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / "taken.csv";
        const auto shapeOf = [&](const std::string& text) {
            std::ofstream(path) << text;
            ExperimentConfig config;
            config.dataPath = path.string();
            const Dataset data = take(loadAsItLooks(config));
            const auto& warnings = data.series->report.warnings;
            const bool isSaid =
                !warnings.empty() && warnings.front().message.english().find("side by side") != std::string::npos;
            return isSaid == isReshaped(config) ? config.csvShape : "said otherwise";
        };
        std::string days = "shop", years = "country", months = "year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec";
        for (int n = 10; n <= 29; ++n) days += ",2024-01-" + std::to_string(n), years += "," + std::to_string(1990 + n);
        for (const char* name : {"a", "b", "c"}) {
            days += std::string("\n") + name, years += std::string("\n") + name;
            for (int n = 10; n <= 29; ++n) days += "," + std::to_string(n * n), years += "," + std::to_string(n * n);
        }
        for (int year = 0; year < 4; ++year) {
            months += "\n" + std::to_string(1990 + year);
            for (int month = 0; month < 12; ++month) months += "," + std::to_string(year * 12 + month);
        }
        QCOMPARE(shapeOf(days + "\n"), std::string("transposed"));
        QCOMPARE(shapeOf(years + "\n"), std::string("transposed"));
        QCOMPARE(shapeOf(months + "\n"), std::string("months"));
        const Dataset byYear = take(read(years + "\n", "transposed"));
        QCOMPARE(byYear.series->channels.size(), std::size_t{3});
        QCOMPARE(byYear.series->time.values[0], INT64_C(946684800000000));  // 2000-01-01
        // Rows that only look like sequences, without a time among the names, stay as they are.
        std::string smooth;
        for (int row = 0; row < 3; ++row)
            for (int n = 0; n < 40; ++n) smooth += std::to_string(row * 100 + n) + (n < 39 ? ',' : '\n');
        QCOMPARE(shapeOf(smooth), std::string("rows"));
    }

    // What only looks like times above the columns: the rows have their own, or the numbers are something else. Where
    // years are possible the shape is proposed.
    void lookAlikesStay_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("other");
        const auto table = [](const std::string& first, int rows, const std::function<std::string(int)>& row,
                              const std::vector<std::string>& names) {
            std::string text = first;
            for (const std::string& name : names) text += (text.empty() ? "" : ",") + name;
            for (int r = 0; r < rows; ++r) {
                text += "\n" + row(r);
                for (std::size_t c = 0; c < names.size(); ++c)
                    text += (first.empty() && c == 0 ? "" : ",") +
                            std::to_string((static_cast<std::size_t>(r) * 37 + c * 11) % 101) + ".5";
            }
            return text + "\n";
        };
        const auto numbers = [](int first, int last) {
            std::vector<std::string> names;
            for (int n = first; n <= last; ++n) names.push_back(std::to_string(n));
            return names;
        };
        const auto hour = [](int r) {
            return "2023-01-" + std::to_string(10 + r / 24) + (r % 24 < 10 ? " 0" : " ") + std::to_string(r % 24) +
                   ":00";
        };
        const auto month = [](int r) {
            return std::to_string(2000 + r / 12) + (r % 12 < 9 ? "-0" : "-") + std::to_string(r % 12 + 1) + "-01";
        };
        const auto sample = [](int r) { return "s" + std::to_string(r); };
        const auto nothing = [](int) { return std::string(); };
        std::vector<std::string> vintages, clocks;
        for (int year = 2010; year < 2022; ++year) vintages.push_back(std::to_string(year) + "-12-31");
        for (int h = 0; h < 24; ++h) clocks.push_back((h < 10 ? "0" : "") + std::to_string(h) + ":00");
        QTest::newRow("product numbers") << table("date", 100, hour, numbers(2001, 2010)) << std::string();
        QTest::newRow("vintages") << table("date", 100, month, vintages) << std::string();
        QTest::newRow("clocks above hours") << table("date", 100, hour, clocks) << std::string();
        QTest::newRow("months above hours")
            << table("date", 100, hour,
                     {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"})
            << std::string();
        QTest::newRow("wavelengths") << table("", 60, nothing, numbers(1900, 2100)) << std::string("transposed");
        QTest::newRow("wavelengths of samples")
            << table("sample", 60, sample, numbers(1900, 2100)) << std::string("transposed");
        QTest::newRow("numbers of one kind")
            << table(
                   "kind", 60, [](int) { return std::string("wheat"); }, numbers(1991, 2010))
            << std::string("transposed");
    }
    void lookAlikesStay() {
        QFETCH(std::string, text);
        QFETCH(std::string, other);
        QCOMPARE(proposed(text), other);
        ExperimentConfig config;
        config.dataPath = (std::filesystem::path(folder_.path().toStdString()) / "table.csv").string();
        const Dataset data = take(loadAsItLooks(config));
        QCOMPARE(config.csvShape, std::string("rows"));
        const bool isWarned = std::ranges::any_of(data.series->report.warnings, [](const ReadWarning& warning) {
            return warning.message.english().find("on its side") != std::string::npos;
        });
        QCOMPARE(isWarned, !other.empty());
    }

    void notToBeTurned() {
        refuses("a\n1\n2\n", "transposed", "one row or one column");
        QCOMPARE(proposed("t,x\n2020-01-01,1\n2020-01-02,2\n2020-01-03,1\n"), std::string());
    }
};

QTEST_APPLESS_MAIN(TestReshape)
#include "tst_reshape.moc"
