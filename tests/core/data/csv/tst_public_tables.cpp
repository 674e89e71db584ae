// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as grids, weather services, exchanges and archives publish them: what a person who opens one meets.
#include "core/data_support.h"
#include "data/doctor.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace gatelab;
using namespace datatest;

namespace {

template <typename Row>
std::string lines(int count, Row row) {
    std::string text;
    for (int i = 0; i < count; ++i) text += row(i) + "\n";
    return text;
}
std::string two(int value) { return (value < 10 ? "0" : "") + std::to_string(value); }
/// A measurement without any order.
std::string wave(int i) { return numberText(i * i % 17 * 0.5 + 1.25); }

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kDay = 24 * kHour;
constexpr std::int64_t kStart = INT64_C(1'704'067'200'000'000);  // 2024-01-01
std::string at(std::int64_t micros) { return timeText(kStart + micros); }
std::string day(std::int64_t number) { return at(number * kDay).substr(0, 10); }
std::string compact(std::int64_t number) {
    std::string text = day(number);
    std::erase(text, '-');
    return text;
}

}  // namespace

class TestPublicTables : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text, ExperimentConfig options = {}) {
        options.dataPath = folder_.put("table.csv", text).string();
        return loadAsItLooks(options);
    }
    static std::string said(const Series& series) {
        std::string all;
        for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
        for (const DataFinding& finding : examine(series)) all += finding.message.english() + "\n";
        return all;
    }
    /// One series whose rows are `step` apart from `first` on.
    void isEven(const std::string& text, const std::string& first, std::int64_t step, int rows) {
        const auto data = read(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QVERIFY(data->series);
        const Series& series = *data->series;
        QVERIFY2(series.time.known(), (text.substr(0, 200) + said(series)).c_str());
        QCOMPARE(series.rows(), std::int64_t{rows});
        QCOMPARE(timeText(series.time.values[0]), first);
        for (std::size_t r = 1; r < series.time.values.size(); ++r)
            QVERIFY2(series.time.values[r] - series.time.values[r - 1] == step,
                     (timeText(series.time.values[r - 1]) + " " + timeText(series.time.values[r])).c_str());
    }

private Q_SLOTS:
    void periodsOfADay() {
        for (const int perDay : {24, 48, 96, 288})
            isEven("SettlementDate,SettlementPeriod,price\n" +
                       lines(perDay * 9,
                             [&](int i) {
                                 return day(i / perDay) + "," + std::to_string(i % perDay + 1) + "," + wave(i);
                             }),
                   "2024-01-01 00:00:00", kDay / perDay, perDay * 9);
        // Shops in turn, whatever their number is
        const auto shops = read("date,store,sales\n" + lines(48 * 9, [](int i) {
                                    return day(i / 48) + "," + std::to_string(i % 48 + 1) + "," + wave(i);
                                }));
        QVERIFY(shops && shops->series);
        QVERIFY2(said(*shops->series).find("long table") != std::string::npos, said(*shops->series).c_str());
    }

    void hoursUnderALastWord() {
        isEven("OPR_DT,OPR_HR,value\n" +
                   lines(24 * 9, [](int i) { return day(i / 24) + "," + std::to_string(i % 24 + 1) + "," + wave(i); }),
               "2024-01-01 01:00:00", kHour, 24 * 9);
    }

    void daysInNumbersBesideAClock() {
        isEven("Date,Timestamp,open\n" +
                   lines(100, [](int i) { return compact(i / 24) + "," + at(i * kHour).substr(11) + "," + wave(i); }),
               "2024-01-01 00:00:00", kHour, 100);
        isEven("Year,Month,Day,Time,v\n" + lines(100,
                                                 [](int i) {
                                                     const std::string date = day(i / 24);
                                                     return date.substr(0, 4) + "," + date.substr(5, 2) + "," +
                                                            date.substr(8) + "," + at(i * kHour).substr(11, 5) + "," +
                                                            wave(i);
                                                 }),
               "2024-01-01 00:00:00", kHour, 100);
    }

    void datesUnderLongerNames() {
        isEven("STATIONS_ID;MESS_DATUM;TT_TU\n" +
                   lines(72, [](int i) { return "44;" + compact(i / 24) + two(i % 24) + ";" + wave(i); }),
               "2024-01-01 00:00:00", kHour, 72);
        isEven("WBAN UTC_DATE UTC_TIME LST_DATE LST_TIME T\n" + lines(72,
                                                                      [](int i) {
                                                                          return "53131 " + compact(i / 24) + " " +
                                                                                 two(i % 24) + "00 " +
                                                                                 compact((i + 7) / 24 - 1) + " " +
                                                                                 two((i + 17) % 24) + "00 " + wave(i);
                                                                      }),
               "2024-01-01 00:00:00", kHour, 72);
    }

    void aNamedTimeBehindNumbersThatRise() {
        const auto data = read("id,price,time\n" + lines(60, [](int i) {
                                   return std::to_string(3'000'000'000 + i) + "," + wave(i) + "," +
                                          std::to_string((kStart + i * i * 1'000) / 1'000);
                               }));
        QVERIFY(data && data->series && data->series->time.known());
        QCOMPARE(timeText(data->series->time.values[1]), std::string("2024-01-01 00:00:00.001000"));
    }

    void yearsWithAFraction() {
        const auto month = [](int i) { return std::to_string(1960 + i / 12) + "-" + two(i % 12 + 1) + "-01 00:00:00"; };
        for (const bool isDotted : {true, false}) {
            const auto data = read(std::string(isDotted ? "month" : "time") + ",v\n" + lines(100, [&](int i) {
                                       const double year = 1960 + i / 12;
                                       char text[32];
                                       std::snprintf(text, sizeof text, isDotted ? "%.2f" : "%.4f",
                                                     isDotted ? year + (i % 12 + 1) / 100. : year + i % 12 / 12.);
                                       return std::string(text) + "," + wave(i);
                                   }));
            QVERIFY(data && data->series && data->series->time.known());
            for (int i = 0; i < 100; ++i)
                QCOMPARE(timeText(data->series->time.values[static_cast<std::size_t>(i)]), month(i));
            QCOMPARE(data->series->channels.size(), std::size_t{1});
        }
        // Seconds of a simulation
        const auto seconds =
            read("time,v\n" + lines(100, [](int i) { return numberText(1960 + i * 0.1) + "," + wave(i); }));
        QVERIFY(seconds && seconds->series && seconds->series->time.known());
        QCOMPARE(seconds->series->time.values[1] - seconds->series->time.values[0], std::int64_t{100'000});
    }

    void yearsBefore1900WithoutNames() {
        const auto data = read(lines(120, [](int i) {
            return std::to_string(1749 + i / 12) + ";" + two(i % 12 + 1) + ";" + numberText(1749.042 + i / 12.) + ";" +
                   wave(i);
        }));
        QVERIFY(data && data->series && data->series->time.known());
        QCOMPARE(timeText(data->series->time.values[13]), std::string("1750-02-01 00:00:00"));
        QCOMPARE(data->series->rows(), std::int64_t{120});
    }

    void stepsBelowAMicrosecond() {
        const auto data = read("second,Volt\n" + lines(60, [](int i) {
                                   char text[32];
                                   std::snprintf(text, sizeof text, "%+.9E", -2.5e-6 + i * 1e-7);
                                   return std::string(text) + "," + wave(i);
                               }));
        QVERIFY(data && data->series);
        QVERIFY(!data->series->time.known());
        QVERIFY(said(*data->series).find("less than a microsecond apart") != std::string::npos);
        QVERIFY(said(*data->series).find("same time") == std::string::npos);
    }

    void ticksOfWindows() {
        isEven(
            "ts,v\n" + lines(60,
                             [](int i) {
                                 return std::to_string((kStart + i * kHour) * 10 + INT64_C(116'444'736'000'000'000)) +
                                        "," + wave(i);
                             }),
            "2024-01-01 00:00:00", kHour, 60);
    }

    void spellingsOfTimes() {
        const auto ordinal = [](int i) {
            return "2024-" + std::string(i < 9 ? "00" : i < 99 ? "0" : "") + std::to_string(i + 1);
        };
        isEven("t,v\n" + lines(120, [&](int i) { return ordinal(i) + "," + wave(i); }), "2024-01-01 00:00:00", kDay,
               120);
        isEven("t,v\n" + lines(20,
                               [](int i) {
                                   return "[0" + std::to_string(i / 24 + 1) + "/Jan/2024:" + two(i % 24) +
                                          ":00:00 +0000]," + wave(i);
                               }),
               "2024-01-01 00:00:00", kHour, 20);
        isEven("Date\tTime\tv\n" + lines(96,
                                         [](int i) {
                                             const int hour = i / 2 % 24;
                                             return "1/" + std::to_string(i / 48 + 1) + "/24\t" +
                                                    std::to_string(hour % 12 == 0 ? 12 : hour % 12) +
                                                    (i % 2 != 0 ? ":30" : ":00") + (hour < 12 ? "a" : "p") + "\t" +
                                                    wave(i);
                                         }),
               "2024-01-01 00:00:00", kHour / 2, 96);
    }

    void titlesAboveATableOnItsSide() {
        std::string text =
            "\"Data Source\",\"Indicators\",\n\n\"Last Updated Date\",\"2024-09-30\",\n\n\"Country "
            "Name\",\"Country Code\"";
        for (int year = 1990; year < 2020; ++year) text += ",\"" + std::to_string(year) + "\"";
        for (const char* row : {"Aruba\",\"ABW", "Austria\",\"AUT", "Korea, Rep.\",\"KOR"}) {
            text += ",\n\"" + std::string(row) + "\"";
            for (int year = 1990; year < 2020; ++year) text += ",\"" + wave(year) + "\"";
        }
        const auto data = read(text + ",\n");
        QVERIFY(data && data->series && data->series->time.known());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{30});
        QCOMPARE(timeText(series.time.values[29]), std::string("2019-01-01 00:00:00"));
        QCOMPARE(series.channels.size(), std::size_t{3});
        QCOMPARE(series.channels[0].name, std::string("Aruba ABW"));
        QVERIFY2(said(series).find("the lines above it (4 of them)") != std::string::npos, said(series).c_str());
        QVERIFY2(said(series).find("no readable time") == std::string::npos, said(series).c_str());
    }

    void yearsInBrackets() {
        std::string text = "Country Name,Country Code";
        for (int year = 1990; year < 2020; ++year)
            text += "," + std::to_string(year) + " [YR" + std::to_string(year) + "]";
        for (const char* row : {"Aruba,ABW", "Austria,AUT", "Belgium,BEL"}) {
            text += "\n" + std::string(row);
            for (int year = 1990; year < 2020; ++year) text += "," + wave(year);
        }
        const auto data = read(text + "\n");
        QVERIFY(data && data->series && data->series->time.known());
        QCOMPARE(data->series->rows(), std::int64_t{30});
    }

    void hoursWithFlagsBesideADateInParts() {
        std::string text = "ESTACION;ANO;MES;DIA";
        for (int hour = 1; hour <= 24; ++hour) text += ";H" + two(hour) + ";V" + two(hour);
        text += ";Total\n" + lines(30, [](int i) {
                    std::string row = "4;2024;1;" + std::to_string(i + 1);
                    for (int hour = 0; hour < 24; ++hour)
                        row += ";" + wave(i * 24 + hour) + (hour == 3 && i == 4 ? ";N" : ";V");
                    return row + ";" + std::to_string(i * 7 + 1000);
                });
        const auto data = read(text);
        QVERIFY(data && data->series && data->series->time.known());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{720});
        QCOMPARE(series.channels.size(), std::size_t{1});
        QCOMPARE(numberText(series.channels[0].values[719]), wave(719));
        QCOMPARE(series.time.values[719] - series.time.values[0], 719 * kHour);
        QVERIFY2(said(series).find("'V04', 'Total' (2 in all)") != std::string::npos, said(series).c_str());
    }

    void rowsWithNamesAboveCountedColumns() {
        for (const bool isShort : {false, true}) {
            std::string text = "id,item";
            for (int d = 1; d <= 40; ++d) text += ",d_" + std::to_string(d);
            text += "\n" + lines(60, [&](int i) {
                        std::string row = "HOB_" + std::to_string(i) + ",HOB";
                        for (int d = 1; d <= 40; ++d)
                            row += "," + (isShort && d > 30 + i % 6 ? std::string() : wave(i + d * 3));
                        return row;
                    });
            const auto data = read(text);
            QVERIFY(data && data->series);
            QVERIFY2(said(*data->series).find("each row seems to be a series") != std::string::npos,
                     said(*data->series).c_str());
        }
        // Measurements with a time
        std::string text = "time";
        for (int d = 1; d <= 40; ++d) text += ",d_" + std::to_string(d);
        text += "\n" + lines(60, [](int i) {
                    std::string row = at(i * kHour);
                    for (int d = 1; d <= 40; ++d) row += "," + wave(i + d * 3);
                    return row;
                });
        const auto data = read(text);
        QVERIFY(data && data->series);
        QVERIFY(said(*data->series).find("each row seems") == std::string::npos);
    }

    void ninesBesideFewOthers() {
        const auto table = [](const std::string& code) {
            return "t,uv\n" + lines(90, [&](int i) {
                       return at(i * kHour) + "," + (i % 3 != 0 ? code : numberText(0.2 + i % 5 * 0.1));
                   });
        };
        const auto data = read(table("-9999.9"));
        QVERIFY(data && data->series);
        QVERIFY2(said(*data->series).find("-9999.9 60 times") != std::string::npos, said(*data->series).c_str());
        const auto other = read(table("-40.5"));
        QVERIFY(other && said(*other->series).find("perhaps it means missing") == std::string::npos);
    }

    void linesBelowTheNames() {
        const auto names = [&](const std::string& head, const char* mark) {
            const auto data = read(head + lines(40, [&](int i) {
                                       return "\"" + at(i * kHour) + "\"" + mark + std::to_string(i) + mark + wave(i);
                                   }));
            if (!data || !data->series) return std::string("not read");
            std::string all;
            for (const Channel& channel : data->series->channels) all += channel.name + "[" + channel.unit + "]";
            return all;
        };
        QCOMPARE(names("\"TOA5\",\"Station\",\"CR1000\"\n\"TIMESTAMP\",\"RECORD\",\"AirTC_Avg\"\n\"TS\",\"RN\","
                       "\"Deg C\"\n\"\",\"\",\"Avg\"\n",
                       ","),
                 std::string("AirTC_Avg[Deg C]"));
        QCOMPARE(names("# comment\n#\ndatetime\tno\tflow\n20d\t5s\t14n\n", "\t"), std::string("flow[]"));
        QCOMPARE(names("Time,NO.,ms\ntime,no.,ms\n", ","), std::string("ms[]"));
        QCOMPARE(names("Time,NO.,CH1\ntime,NO.,degC\n", ","), std::string("CH1[degC]"));
    }

    /// The number of a record is no measurement; what is sold may rise as evenly.
    void identifiersCountRows() {
        const auto data = read("Record ID,t,total_sales,v\n" + lines(60, [](int i) {
                                   return std::to_string(i + 1) + "," + at(i * kHour) + "," +
                                          std::to_string(500 + 7 * i) + "," + wave(i);
                               }));
        QVERIFY(data && data->series);
        QVERIFY(!data->series->find("Record ID") && data->series->find("total_sales"));
    }

    void lineBreakBehindANumber() {
        const auto data =
            read("t,v\n" + lines(40, [](int i) { return at(i * kHour) + (i == 7 ? ",\"3.5\n\"" : ",3"); }));
        QVERIFY(data && data->series);
        QCOMPARE(data->series->channels[0].values[7], 3.5);
    }
};

QTEST_APPLESS_MAIN(TestPublicTables)
#include "tst_public_tables.moc"
