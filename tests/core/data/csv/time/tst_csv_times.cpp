// SPDX-License-Identifier: GPL-3.0-or-later
// Times of text tables as loggers and services write them: parts in columns of their own, stamps of other units and
// epochs, several columns that could be the time. What is read, what is said, and what must not be said.
// Holds core/data/csv/roles/roles.cpp, core/data/csv/time/calendar.cpp, core/data/csv/time/column.cpp,
// core/data/csv/time/make_times.cpp, core/data/csv/time/parts.cpp, core/data/csv/time/stamps.cpp and
// core/data/csv/time/times.cpp.
#include "core/data_support.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <functional>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

namespace {

template <typename Row>
std::string lines(int count, Row row) {
    std::string text;
    for (int i = 0; i < count; ++i) text += row(i) + "\n";
    return text;
}
std::string padded(std::int64_t value, int digits) {
    std::string text = std::to_string(value);
    return std::string(static_cast<std::size_t>(std::max(0, digits - static_cast<int>(text.size()))), '0') + text;
}
std::string two(int value) { return padded(value, 2); }
/// A measurement without any order.
std::string wave(int i) { return numberText(i * i % 17 * 0.5 + 1.25); }

constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::int64_t kStart = INT64_C(1'704'067'200'000'000);  // 2024-01-01

/// Year, month, ... of a moment.
struct Moment {
    explicit Moment(std::int64_t micros) {
        const std::string text = timeText(micros);
        year = std::stoi(text.substr(0, 4)), month = std::stoi(text.substr(5, 2)), day = std::stoi(text.substr(8, 2));
        hour = std::stoi(text.substr(11, 2)), minute = std::stoi(text.substr(14, 2));
        second = std::stoi(text.substr(17, 2));
    }
    int year, month, day, hour, minute, second;
};

}  // namespace

class TestCsvTimes : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text, const ExperimentConfig& options = {}) {
        return readFile(folder_.put("table.csv", text), options);
    }
    static std::string said(const Series& series) {
        std::string all;
        for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
        return all;
    }
    /// A table of `count` rows that are `step` apart, each written by `row`.
    static void add(const char* name, const std::string& header, int count, std::int64_t step,
                    const std::function<std::string(const Moment&, int)>& row, const std::string& message = {},
                    std::int64_t start = kStart, const std::string& asked = "auto") {
        std::string text = header;
        for (int i = 0; i < count; ++i) text += row(Moment(start + i * step), i) + "\n";
        QTest::newRow(name) << text << start << step << count << message << asked;
    }

private Q_SLOTS:
    void evenTimes_data();
    void evenTimes();
    void numbersThatAreNoHours_data();
    void numbersThatAreNoHours();
    void joinsThatCannotBe();
    void partsAreNoCounters();
    void dayAndMonth_data();
    void dayAndMonth();
    void theColumnThatRises();
    void numbersThatAreNoInputs();
    void longNumbersAreSaid();
    void strangeYears();
    void withoutYear();
    void hoursBehindAPoint();
    void clocksBeside();
    void durationsBeside_data();
    void durationsBeside();
    void lapsOfAWatch();
    void formatThatChanges();
    void turnedDates();
    void daysWithoutAYear();
    void hour25();
    void hoursTwice();
    void changedDays();
    void risingSums();
    void identifiers();
    void headRows();
    void spansOfHours();
};

/// Every row is `step` after the one before: nothing else is right.
void TestCsvTimes::evenTimes() {
    QFETCH(std::string, text);
    QFETCH(std::int64_t, start);
    QFETCH(std::int64_t, step);
    QFETCH(int, rows);
    QFETCH(std::string, message);
    QFETCH(std::string, asked);
    ExperimentConfig options;
    options.timeColumn = asked;
    const auto data = read(text, options);
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    const std::string all = said(series);
    QVERIFY2(series.time.known(), all.c_str());
    QCOMPARE(series.rows(), std::int64_t{rows});
    for (int r = 0; r < rows; ++r)
        QVERIFY2(series.time.values[static_cast<std::size_t>(r)] == start + r * step,
                 (std::to_string(r) + ": " + timeText(series.time.values[static_cast<std::size_t>(r)]) + "\n" + all)
                     .c_str());
    QVERIFY2(message.empty() || all.find(message) != std::string::npos, all.c_str());
    for (const char* untrue : {message == "only counts" ? "several series" : "only counts the rows",
                               "tells several series apart", "cannot be put together"})
        QVERIFY2(all.find(untrue) == std::string::npos, all.c_str());
    for (const Channel& channel : series.channels)
        if (channel.name == "v" || channel.name == series.channels.back().name) QCOMPARE(channel.values.front(), 1.25);
}

void TestCsvTimes::evenTimes_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::int64_t>("start");
    QTest::addColumn<std::int64_t>("step");
    QTest::addColumn<int>("rows");
    QTest::addColumn<std::string>("message");
    QTest::addColumn<std::string>("asked");
    const auto n = [](int value) { return std::to_string(value); };
    const auto join = [](std::initializer_list<std::string> cells) {
        std::string text;
        for (const std::string& cell : cells) text += (text.empty() ? "" : ",") + cell;
        return text;
    };
    const auto dayOfYear = [](const Moment& t) {
        static constexpr int kBefore[] = {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335};
        return kBefore[t.month - 1] + t.day;  // of 2024
    };
    add("four parts", "YEAR,MO,DY,HR,v\n", 80, kHour, [=](const Moment& t, int i) {
        return join({n(t.year), n(t.month), n(t.day), n(t.hour), wave(i)});
    });
    add("six parts", "Yr,Mon,Day,Hr,Min,Sec,v\n", 80, 30'000'000, [=](const Moment& t, int i) {
        return join({n(t.year), n(t.month), n(t.day), n(t.hour), n(t.minute), n(t.second), wave(i)});
    });
    add("year, day of the year and a clock named by its zone", "id,Year,DOY,EST,v\n", 200, kMinute,
        [=](const Moment& t, int i) {
            return join({"7", n(t.year), n(dayOfYear(t)), n(t.hour * 100 + t.minute), wave(i)});
        });
    add(
        "parts without names", "", 100, kHour,
        [=](const Moment& t, int i) {
            return join({n(t.year), n(t.month), n(t.day), n(t.hour), wave(i)});
        },
        "have no names of a time");
    add("parts without names behind a station", "", 70, kDay, [=](const Moment& t, int i) {
        return join({"1022", n(t.year), two(t.month), two(t.day), wave(i)});
    });
    add(
        "hours from 1 to 24 without names", "", 96, kHour,
        [=](const Moment& t, int i) {
            const Moment before(kStart + i * kHour);
            return join({n(before.year), n(before.month), n(before.day), n(before.hour + 1), "0", wave(i)});
            (void)t;
        },
        {}, kStart + kHour);
    add("the day of the year between year and month", "", 1500, kMinute, [=](const Moment& t, int i) {
        return join({n(t.year), n(dayOfYear(t)), n(t.month), n(t.day), n(t.hour), n(t.minute), wave(i)});
    });
    add("one day, the day of the year between year and month", "", 1440, kMinute, [=](const Moment& t, int i) {
        return join({n(t.year), n(dayOfYear(t)), n(t.month), n(t.day), n(t.hour), n(t.minute), wave(i)});
    });
    add("days and clocks as numbers without names", "", 600, 5 * kMinute, [=](const Moment& t, int i) {
        return join({"53131", n(t.year * 10000 + t.month * 100 + t.day), padded(t.hour * 100 + t.minute, 4), wave(i)});
    });
    add("names in angle brackets", "<TICKER>,<DATE>,<TIME>,<v>\n", 300, 15 * kMinute, [=](const Moment& t, int i) {
        return join(
            {"ABC", n(t.year * 10000 + t.month * 100 + t.day), padded(t.hour * 10000 + t.minute * 100, 6), wave(i)});
    });
    add(
        "a date in text and the end of the hour", "Date,Hr_End,v\n", 72, kHour,
        [=](const Moment&, int i) {
            const Moment before(kStart + i * kHour);
            return timeText(kStart + i * kHour).substr(0, 10) + "," + n(before.hour + 1) + "," + wave(i);
        },
        {}, kStart + kHour);
    // Stamps.
    const auto seconds = [](const Moment& t) {
        std::int64_t days = 0;
        for (int month = 1; month < t.month; ++month) days += std::array{31, 29, 31, 30, 31, 30}[month - 1];
        return INT64_C(1'704'067'200) + ((days + t.day - 1) * 24 + t.hour) * INT64_C(3600) + t.minute * 60 + t.second;
    };
    const auto text = [](std::int64_t value) { return std::to_string(value); };
    const char* const kDoubt = "were read as time stamps";
    add(
        "milliseconds, then microseconds", "open_time,v\n", 60, kHour,
        [=](const Moment& t, int i) { return text(seconds(t) * (i < 20 ? 1'000 : 1'000'000)) + "," + wave(i); },
        "change their unit");
    add(
        "seconds, then milliseconds", "unix,v\n", 60, kHour,
        [=](const Moment& t, int i) { return text(seconds(t) * (i < 30 ? 1 : 1'000)) + "," + wave(i); },
        "change their unit");
    add(
        "milliseconds of any name behind a value", "id,recv,v\n", 60, kHour,
        [=](const Moment& t, int i) { return "7.5," + text(seconds(t) * 1'000) + "," + wave(i); }, kDoubt);
    add(
        "nanoseconds of any name", "n,recv_ns,v\n", 60, 10 * kMinute,
        [=](const Moment& t, int i) { return "7.5," + text(seconds(t) * 1'000'000'000) + "," + wave(i); }, kDoubt);
    add(
        "seconds since 1904", "timestamp,v\n", 60, kHour,
        [=](const Moment& t, int i) { return text(seconds(t) + INT64_C(2'082'844'800)) + "," + wave(i); }, kDoubt);
    add(
        "ticks of 100 ns", "ticks,v\n", 60, kHour,
        [=](const Moment& t, int i) {
            return text((seconds(t) + INT64_C(62'135'596'800)) * 10'000'000) + "," + wave(i);
        },
        kDoubt);
    const auto fixed = [](double value, int digits) {
        char cell[40];
        std::snprintf(cell, sizeof cell, "%.*f", digits, value);
        return std::string(cell);
    };
    const auto days = [=](const Moment& t) { return static_cast<double>(seconds(t)) / 86'400; };
    add(
        "MATLAB day numbers", "datenum,v\n", 60, kHour,
        [=](const Moment& t, int i) { return fixed(days(t) + 719'529, 6) + "," + wave(i); }, kDoubt);
    add(
        "MATLAB day numbers in a first column of any name", "x,v\n", 60, kHour,
        [=](const Moment& t, int i) { return fixed(days(t) + 719'529, 8) + "," + wave(i); }, kDoubt);
    add(
        "Julian day numbers", "JD,v\n", 60, kHour,
        [=](const Moment& t, int i) { return fixed(days(t) + 2'440'587.5, 5) + "," + wave(i); }, kDoubt);
    add(
        "Julian day numbers of four decimals", "JD,v\n", 60, kHour,
        [=](const Moment& t, int i) { return fixed(days(t) + 2'440'587.5, 4) + "," + wave(i); }, kDoubt);
    add(
        "modified Julian day numbers", "MJD,v\n", 60, kDay,
        [=](const Moment& t, int i) { return fixed(days(t) + 40'587, 1) + "," + wave(i); }, kDoubt);
    const auto compact = [=](const Moment& t, int years) {
        return (years == 4 ? n(t.year) : two(t.year % 100)) + two(t.month) + two(t.day) + two(t.hour) + two(t.minute);
    };
    add(
        "17 digits", "SYMBOL,SEQ,v\n", 60, kMinute + 1'000,
        [=](const Moment& t, int i) {
            return "ABC," + compact(t, 4) + two(t.second) + padded(i % 1000, 3) + "," + wave(i);
        },
        kDoubt);
    add("20 digits under a time's name", "time,v\n", 60, kMinute,
        [=](const Moment& t, int i) { return compact(t, 4) + two(t.second) + "000000," + wave(i); });
    add(
        "14 digits of any name", "a,b,v\n", 60, kMinute,
        [=](const Moment& t, int i) { return "7.5," + compact(t, 4) + two(t.second) + "," + wave(i); }, kDoubt);
    add(
        "seconds since 1970 of any name", "v,counted\n", 60, kHour,
        [=](const Moment& t, int i) { return wave(i) + "," + std::to_string(seconds(t)); }, kDoubt);
    add(
        "days of a spreadsheet of any name", "v,serial\n", 60, 6 * kHour,
        [=](const Moment& t, int i) {
            return wave(i) + "," + numberText(25569 + static_cast<double>(seconds(t)) / 86400);
        },
        kDoubt);
    add(
        "two digits for the year", "when,v\n", 200, 15 * kMinute,
        [=](const Moment& t, int i) { return compact(t, 2) + "," + wave(i); }, kDoubt);
    add(
        "two digits for the year, to the second", "stamp,v\n", 200, kMinute,
        [=](const Moment& t, int i) { return compact(t, 2) + two(t.second) + "," + wave(i); }, kDoubt);
    // Other spellings.
    const auto iso = [](std::int64_t micros) { return timeText(micros); };
    add(
        "intervals of ISO 8601", "Observation period;v\n", 60, kHour,
        [=](const Moment& t, int i) {
            std::string from = iso(seconds(t) * 1'000'000), to = iso(seconds(t) * 1'000'000 + kHour);
            from[10] = to[10] = 'T';
            return from + ".0/" + to + ".0;" + wave(i);
        },
        "the start was taken");
    add(
        "intervals with a dash", "MTU,v\n", 60, kHour,
        [=](const Moment& t, int i) {
            const std::string date = two(t.day) + "." + two(t.month) + "." + n(t.year) + " ";
            return date + two(t.hour) + ":00 - " + date + two(t.hour) + ":59," + wave(i);
        },
        "the start was taken", kStart + 12 * kDay);
    add(
        "clocks of an interval beside a date", "date,slot,v\n", 60, kHour,
        [=](const Moment& t, int i) {
            return iso(seconds(t) * 1'000'000).substr(0, 10) + "," + two(t.hour) + ":00 - " + two(t.hour) + ":59," +
                   wave(i);
        },
        "the start was taken");
    add(
        "clocks of an interval without blanks", "date,slot,v\n", 60, kHour,
        [=](const Moment& t, int i) {
            return iso(seconds(t) * 1'000'000).substr(0, 10) + "," + two(t.hour) + ":00-" + two((t.hour + 1) % 24) +
                   ":00," + wave(i);
        },
        "the start was taken");
    add("hours before an h", "date;heure;v\n", 60, kHour, [=](const Moment& t, int i) {
        return iso(seconds(t) * 1'000'000).substr(0, 10) + ";" + two(t.hour) + "h00;" + wave(i);
    });
    add(
        "weeks of ISO 8601", "week,v\n", 80, 7 * kDay,
        [=](const Moment&, int i) {
            const int week = i + 1;  // of 2020, which has 53
            return (week <= 53 ? "2020-W" + two(week) : "2021-W" + two(week - 53)) + "," + wave(i);
        },
        {}, INT64_C(1'577'664'000'000'000));
    add("days of weeks", "d,v\n", 80, kDay,
        [=](const Moment&, int i) { return "2024-W" + two(1 + i / 7) + "-" + n(1 + i % 7) + "," + wave(i); });
    add("a month in letters without blanks", "d,v\n", 60, kHour, [=](const Moment& t, int i) {
        return two(t.day) + "JAN" + n(t.year) + ":" + two(t.hour) + ":00:00," + wave(i);
    });
    add("ctime", "when,v\n", 60, kHour, [=](const Moment& t, int i) {
        return "Mon Jan " + std::string(t.day < 10 ? " " : "") + n(t.day) + " " + two(t.hour) + ":00:00 " + n(t.year) +
               "," + wave(i);
    });
    add("morning and afternoon in Chinese", "time,v\n", 60, kHour, [=](const Moment& t, int i) {
        return n(t.year) + "/1/" + n(t.day) + (t.hour < 12 ? " \u4E0A\u5348 " : " \u4E0B\u5348 ") +
               n(t.hour % 12 == 0 ? 12 : t.hour % 12) + ":00," + wave(i);
    });
    add("clocks with points beside a date", "Date;Time;v\n", 80, 37 * kMinute, [=](const Moment& t, int i) {
        return n(t.year) + "/" + two(t.month) + "/" + two(t.day) + ";" + two(t.hour) + "." + two(t.minute) + ".00;" +
               wave(i);
    });
    add(
        "durations beyond a day", "Record,Total,v\n", 90, 30 * kMinute,
        [=](const Moment&, int i) {
            const std::string clock = two(i / 2 % 24) + ":" + two(i % 2 * 30) + ":00.000";
            return n(i + 1) + "," + (i < 48 ? "" : n(i / 48) + "d ") + clock + "," + wave(i);
        },
        "only counts", 0);
    add(
        "durations of many hours", "elapsed time,v\n", 90, 30 * kMinute,
        [=](const Moment&, int i) { return two(i / 2) + ":" + two(i % 2 * 30) + ":00," + wave(i); }, {}, 0);
    add(
        "asked: four parts", "a,b,c,d,v\n", 40, kHour,
        [=](const Moment& t, int i) {
            return join({n(t.year), n(t.month), n(t.day), n(t.hour), wave(i)});
        },
        {}, kStart, "a+b+c+d");
    add(
        "asked: parts in another order", "Hour,Day,Month,Year,v\n", 40, kHour,
        [=](const Moment& t, int i) {
            return join({n(t.hour), n(t.day), n(t.month), n(t.year), wave(i)});
        },
        {}, kStart, "Year+Month+Day+Hour");
    add(
        "asked: a date in text with hour and minute", "d,h,m,v\n", 80, 15 * kMinute,
        [=](const Moment& t, int i) {
            return timeText(kStart + i * 15 * kMinute).substr(0, 10) + "," + join({n(t.hour), n(t.minute), wave(i)});
        },
        {}, kStart, "d+h+m");
}

/// What is counted beside days is no hour unless it goes on evenly over midnight.
void TestCsvTimes::numbersThatAreNoHours_data() {
    QTest::addColumn<std::string>("text");
    const auto rows = [](int perDay) {
        return lines(20 * perDay, [=](int i) {
            return "2024-01-" + two(1 + i / perDay) + "," + std::to_string(i % perDay + 1) + "," + wave(i);
        });
    };
    QTest::newRow("five shops") << "date,store,sales\n" + rows(5);
    QTest::newRow("five, without names") << rows(5);
    QTest::newRow("twenty-four shops") << "date,store,sales\n" + rows(24);
}

void TestCsvTimes::numbersThatAreNoHours() {
    QFETCH(std::string, text);
    const auto data = read(text);
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    for (const std::int64_t time : data->series->time.values) QCOMPARE(time % kDay, std::int64_t{0});
}

/// All parts or none: a day whose hours cannot be joined would put all rows of it at one time.
void TestCsvTimes::joinsThatCannotBe() {
    const auto data =
        read("Year,Month,Day,Minute,v\n" + lines(200, [](int i) {
                 return "2024,1," + std::to_string(1 + i / 50) + "," + std::to_string(i % 50) + "," + wave(i);
             }));
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    QVERIFY(!data->series->time.known());
    const std::string all = said(*data->series);
    QVERIFY2(all.find("stands still while column 'Minute' counts on") != std::string::npos, all.c_str());
    QVERIFY2(all.find("as the time column: Year+Month+Day+Minute") != std::string::npos, all.c_str());
}

/// A clock that counts minutes, and a part that the time says as well, are no numbers of rows and no names of series.
void TestCsvTimes::partsAreNoCounters() {
    const auto clock = read(
        "a,b,v\n" + lines(300, [](int i) { return "291," + std::to_string(i / 60 * 100 + i % 60) + "," + wave(i); }));
    QVERIFY(clock);
    QVERIFY2(said(*clock->series).find("column 'b' holds a part of a date or clock time") != std::string::npos,
             said(*clock->series).c_str());
    const auto month = read("time,mjesec,v\n" + lines(400, [](int i) {
                                const Moment t(kStart + (i % 200) * kDay);
                                return timeText(kStart + (i % 200) * kDay).substr(0, 10) + "," +
                                       std::to_string(t.month) + "," + wave(i);
                            }));
    QVERIFY(month);
    QVERIFY2(said(*month->series).find("'mjesec'") == std::string::npos, said(*month->series).c_str());
    const auto day =
        read("time,dan,v\n" + lines(140, [](int i) {
                 const Moment t(kStart + i * kDay);
                 return timeText(kStart + i * kDay).substr(0, 10) + "," + std::to_string(t.day) + "," + wave(i);
             }));
    QVERIFY(day);
    QVERIFY2(said(*day->series).empty(), said(*day->series).c_str());
}

/// All days up to the twelfth: the order in which the rows lie evenly and close together.
void TestCsvTimes::dayAndMonth_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::int64_t>("first");
    QTest::addColumn<std::int64_t>("step");
    const auto date = [](const Moment& t, bool us, const char* mark = "/") {
        const std::string day = std::to_string(t.day), month = std::to_string(t.month);
        return (us ? month + mark + day : day + mark + month) + mark + std::to_string(t.year);
    };
    const std::int64_t april = kStart + 91 * kDay;
    for (const bool us : {true, false})
        for (const std::int64_t step : {kHour, -kHour, 15 * kMinute}) {
            const std::int64_t first = april + 5 * kDay;
            std::string one = "date,v\n", two_ = "Date,Time,kW\n", twelve = "a,b,v\n";
            for (int i = 0; i < 110; ++i) {
                const Moment t(first + i * step);
                const std::string clock = two(t.hour) + ":" + two(t.minute),
                                  noon = std::to_string(t.hour % 12 == 0 ? 12 : t.hour % 12) + ":" + two(t.minute) +
                                         (t.hour < 12 ? " AM" : " PM");
                one += date(t, us) + " " + clock + "," + wave(i) + "\n";
                two_ += date(t, us) + "," + clock + "," + wave(i) + "\n";
                twelve += date(t, us) + "," + noon + "," + wave(i) + "\n";
            }
            const std::string name = std::string(us ? "US " : "European ") + std::to_string(step / kMinute) + " min";
            QTest::newRow((name + ", one column").c_str()) << one << first << step;
            QTest::newRow((name + ", two columns").c_str()) << two_ << first << step;
            QTest::newRow((name + ", twelve hours").c_str()) << twelve << first << step;
        }
    for (const bool us : {true, false})
        for (const std::int64_t step : {kDay, -kDay}) {
            const std::int64_t first = april + (step > 0 ? 2 : 9) * kDay;
            std::string text = "d,v\n";
            for (int i = 0; i < 8; ++i) text += date(Moment(first + i * step), us) + "," + wave(i) + "\n";
            QTest::newRow(
                (std::string("eight days, ") + (us ? "US" : "European") + (step > 0 ? "" : ", newest first")).c_str())
                << text << first << step;
        }
}

void TestCsvTimes::dayAndMonth() {
    QFETCH(std::string, text);
    QFETCH(std::int64_t, first);
    QFETCH(std::int64_t, step);
    const auto data = read(text);
    QVERIFY(data && data->series->time.known());
    const auto& times = data->series->time.values;
    for (std::size_t r = 0; r < times.size(); ++r)
        QVERIFY2(times[r] == first + static_cast<std::int64_t>(r) * step, timeText(times[r]).c_str());
    QVERIFY2(said(*data->series).find("could also be") != std::string::npos, said(*data->series).c_str());
}

/// Of several columns of times the one that rises, wherever it stands; the others are named.
void TestCsvTimes::theColumnThatRises() {
    const auto row = [](int i) {
        return "2024-01-01T00:00:00Z,2024-02-01T00:00:00Z," + timeText(kStart + i * kMinute) + "," + wave(i);
    };
    const auto data = read("_start,_stop,_time,v\n" + lines(60, row));
    QVERIFY(data);
    QCOMPARE(data->series->time.name, std::string("_time"));
    QVERIFY2(
        said(*data->series).find("columns of times were left out: '_start', '_stop' (2 in all)") != std::string::npos,
        said(*data->series).c_str());
    const auto still = read("made,v\n" + lines(60, [](int i) { return "2024-01-01 10:00," + wave(i); }));
    QVERIFY(still && !still->series->time.known());
    QVERIFY2(said(*still->series).find("one and the same time in every row") != std::string::npos,
             said(*still->series).c_str());
    // One day of hours: the date stands still, and its clock does not.
    const auto day =
        read("Date,Hour,v\n" + lines(24, [](int i) { return "2024-01-01," + std::to_string(i) + "," + wave(i); }));
    QVERIFY(day);
    QCOMPARE(day->series->time.name, std::string("Date+Hour"));
    // Two stations in turn: two rows of each hour.
    const auto inTurn = read("date,hour,station,v\n" + lines(240, [](int i) {
                                 return timeText(kStart + i / 2 * kHour).substr(0, 10) + "," +
                                        std::to_string(i / 2 % 24) + "," + std::to_string(i % 2 + 1) + "," + wave(i);
                             }));
    QVERIFY(inTurn);
    QCOMPARE(inTurn->series->time.name, std::string("date+hour"));
}

/// Stamps beside the time and numbers of more digits than a double keeps are no inputs, unless they are asked for.
void TestCsvTimes::numbersThatAreNoInputs() {
    const std::string text = "time,unix,id,v\n" + lines(60, [](int i) {
                                 return timeText(kStart + i * kHour) + "," +
                                        std::to_string((kStart + i * kHour) / 1'000'000) + "," +
                                        std::to_string(INT64_C(2'023'552'585'717'882'895) + i * i * 8) + "," + wave(i);
                             });
    const auto data = read(text);
    QVERIFY(data);
    QCOMPARE(data->series->channels.size(), std::size_t{1});
    QVERIFY2(said(*data->series).find("'unix' holds numbers that look like time stamps") != std::string::npos,
             said(*data->series).c_str());
    QVERIFY2(said(*data->series).find("'id' holds whole numbers of more digits") != std::string::npos,
             said(*data->series).c_str());
    const auto days = read("v,nr\n" + lines(60, [](int i) { return wave(i) + "," + std::to_string(44927 + i * 7); }));
    QVERIFY(days && !days->series->find("nr"));
    QVERIFY(said(*days->series).find("'nr' only counts the rows") != std::string::npos);
    ExperimentConfig options;
    options.inputs = {"v", "unix"};
    const auto asked = read(text, options);
    QVERIFY(asked && asked->series->find("unix"));
}

/// However long they are: left out, or, where they stay, said to be rounded.
void TestCsvTimes::longNumbersAreSaid() {
    const auto table = [](const std::string& sign, std::size_t digits, int every, bool isAlone) {
        return (isAlone ? "time,id\n" : "time,id,v\n") + lines(60, [&](int i) {
                   std::string id;
                   for (std::size_t d = 0; d < digits; ++d)
                       id += static_cast<char>(
                           '0' + (d == 0 ? 9 : (d * 7 + static_cast<std::size_t>(i * i * 31) / (d + 1)) % 10));
                   return timeText(kStart + i * kHour) + "," + (i % every ? id.substr(0, 9) : sign + id) +
                          (isAlone ? "" : "," + wave(i));
               });
    };
    for (const std::size_t digits : {17, 18, 20, 25, 40, 300})
        for (const char* sign : {"", "-"})
            for (const int every : {1, 5, 50})
                for (const bool isAlone : {false, true}) {
                    const std::string text = table(sign, digits, every, isAlone);
                    const auto data = read(text);
                    QVERIFY(data);
                    const bool isKept = data->series->find("id").has_value();
                    QCOMPARE(isKept, isAlone || every == 50);
                    const std::string wanted =
                        isKept ? "'id' was read rounded: " : "'id' holds whole numbers of more digits";
                    QVERIFY2(said(*data->series).find(wanted) != std::string::npos,
                             (text.substr(0, 300) + said(*data->series)).c_str());
                    ExperimentConfig options;
                    options.inputs = {"id"};
                    const auto asked = read(text, options);
                    QVERIFY(asked && asked->series->find("id"));
                    QVERIFY(said(*asked->series).find("'id' was read rounded: ") != std::string::npos);
                }
    for (const std::size_t digits : {9, 15})
        QVERIFY(said(*read(table("", digits, 1, false))->series).find("rounded") == std::string::npos);
}

void TestCsvTimes::strangeYears() {
    const std::string text = "date,v\n" + lines(29, [](int i) { return "1402/02/" + two(i + 1) + "," + wave(i); }) +
                             "1402/02/31," + wave(29) + "\n";
    const auto persian = read(text);
    QVERIFY(persian);
    QCOMPARE(persian->series->rows(), std::int64_t{30});
    QVERIFY2(said(*persian->series).find("between the years 1402 and 1402") != std::string::npos,
             said(*persian->series).c_str());
    const auto usual = read("date,v\n" + lines(30, [](int i) { return timeText(kStart + i * kDay) + "," + wave(i); }));
    QVERIFY(usual && said(*usual->series).empty());
}

void TestCsvTimes::withoutYear() {
    // Over the end of a year; a typical year has no 29 February.
    const std::int64_t start = INT64_C(1'008'000'000'000'000) / kDay * kDay;  // 2001-12-10
    const auto data = read("Month,Day,Hour,GHI\n" + lines(24 * 40, [&](int i) {
                               const Moment m(start + i * kHour);
                               return std::to_string(m.month) + "," + std::to_string(m.day) + "," +
                                      std::to_string(m.hour) + "," + wave(i);
                           }));
    QVERIFY(data);
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{1});
    QCOMPARE(timeText(series.time.values.front()), timeText(start));
    for (std::size_t r = 1; r < series.time.values.size(); ++r)
        QCOMPARE(series.time.values[r] - series.time.values[r - 1], kHour);
    QVERIFY2(said(series).find("without a year") != std::string::npos, said(series).c_str());
    const auto leap = read("Month,Day,v\n" + lines(60, [&](int i) {
                               const Moment m(kStart + (i + 31) * kDay);
                               return std::to_string(m.month) + "," + std::to_string(m.day) + "," + wave(i);
                           }));
    QVERIFY(leap && timeText(leap->series->time.values[28]) == "2000-02-29 00:00:00");
    // A month that is none moves no year of the rows below it.
    const auto odd =
        read("Month,Day,v\n" + lines(60, [&](int i) {
                 const Moment m(start + i * kDay);
                 return std::to_string(i == 5 ? 99 : m.month) + "," + std::to_string(m.day) + "," + wave(i);
             }));
    QVERIFY(odd && odd->series->time.known());
    QCOMPARE(timeText(odd->series->time.values.back()), timeText(start + 59 * kDay));
    // Two counters of these names that do not go on are no time.
    const auto mixed =
        read("Month,Day,v\n" + lines(60, [&](int i) {
                 return std::to_string(i * 7 % 12 + 1) + "," + std::to_string(i * 5 % 28 + 1) + "," + wave(i);
             }));
    QVERIFY(mixed && !mixed->series->time.known());
}

void TestCsvTimes::hoursBehindAPoint() {
    const auto table = [](auto clock) {
        return "Date,Time,v\n" + lines(200, [&](int i) {
                   return timeText(kStart + i / 48 * kDay).substr(0, 10) + "," + clock(i % 48) + "," + wave(i);
               });
    };
    const auto data = read(table([](int i) { return std::to_string(i / 2) + (i % 2 == 0 ? ".00" : ".30"); }));
    QVERIFY(data);
    for (int i = 0; i < 200; ++i)
        QCOMPARE(data->series->time.values[static_cast<std::size_t>(i)], kStart + i * kHour / 2);
    // A clock beyond the day is no time of a later one.
    const auto beyond = read(table([row = 0](int i) mutable {
        return row++ == 100 ? std::string("99.50") : std::to_string(i / 2) + (i % 2 == 0 ? ".00" : ".30");
    }));
    QVERIFY(beyond && beyond->series->time.values.size() == 200);
    QVERIFY(beyond->series->time.values[100] < kStart + 4 * kDay);
    // Parts of an hour are no minutes.
    const auto parts = read(table([](int i) { return numberText(i * 0.5); }));
    QVERIFY(parts && (!parts->series->time.known() || parts->series->time.values[1] != kStart + 50 * kMinute));
}

void TestCsvTimes::clocksBeside() {
    const auto compact = [](std::int64_t micros) {
        const Moment m(micros);
        return std::to_string(m.year) + two(m.month) + two(m.day) + "," + two(m.hour) + two(m.minute);
    };
    const auto data =
        read("UTC_DATE,UTC_TIME,LST_DATE,LST_TIME,T\n" + lines(240, [&](int i) {
                 return compact(kStart + i * kHour) + "," + compact(kStart + (i - 7) * kHour) + "," + wave(i);
             }));
    QVERIFY(data);
    QCOMPARE(data->series->channels.size(), std::size_t{1});
    QVERIFY2(said(*data->series).find("further columns of times were left out: 'LST_TIME'") != std::string::npos,
             said(*data->series).c_str());
    QCOMPARE(data->series->time.values[5], kStart + 5 * kHour);
    const auto zone = read("\"Date Time, GMT+01:00\",T\n" +
                           lines(30, [](int i) { return timeText(kStart + i * kHour) + "," + wave(i); }));
    QVERIFY(zone && said(*zone->series).find("GMT+01:00") != std::string::npos);
}

void TestCsvTimes::durationsBeside_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<bool>("isClock");
    for (const char* name : {"sleep duration", "run time", "Avg Pace", "Fahrtdauer", "walk"})
        QTest::newRow(name) << std::string(name) << false;
    for (const char* name : {"time", "Uhrzeit", "Time of day", "hour"})
        QTest::newRow(name) << std::string(name) << true;
}

/// Lengths of time are written as clocks are: those of a row a day are values, and no time of it.
void TestCsvTimes::durationsBeside() {
    QFETCH(std::string, name);
    QFETCH(bool, isClock);
    const auto data = read("date," + name + ",v\n" + lines(60, [](int i) {
                               return timeText(kStart + i * kDay).substr(0, 10) + "," + std::to_string(6 + i % 3) +
                                      ":" + two(i * 7 % 60) + "," + wave(i);
                           }));
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const std::string all = said(*data->series);
    QCOMPARE(data->series->time.values[1], kStart + kDay + (isClock ? 7 * kHour + 7 * kMinute : 0));
    // What a name calls a length of time is a value in seconds; of another name it is left out, and said to be.
    const Series& series = *data->series;
    const bool isCalled = !isClock && name != "walk", isPace = name == "Avg Pace";
    QVERIFY2((all.find("further columns of times were left out: '" + name) == std::string::npos) != (name == "walk"),
             all.c_str());
    QCOMPARE(series.channels.size(), std::size_t{isCalled ? 2U : 1U});
    if (!isCalled) return;
    QCOMPARE(series.channels[0].name, name);
    QCOMPARE(series.channels[0].unit, std::string("s"));
    for (int i = 0; i < 60; ++i)
        QCOMPARE(series.channels[0].values[static_cast<std::size_t>(i)],
                 ((6 + i % 3) * 60.0 + i * 7 % 60) * (isPace ? 1 : 60));
    QVERIFY2(all.find(isPace ? "'6:00' was read as minutes and seconds" : "'6:00' was read as hours and minutes") !=
                 std::string::npos,
             all.c_str());
}

/// A run of a watch: the day with its clock, how long the run was, and the pace.
void TestCsvTimes::lapsOfAWatch() {
    const auto data = read("Date,Distance,Time,Avg Pace\n" + lines(60, [](int i) {
                               return timeText(kStart + i * kDay) + "," + wave(i) + ",0" + std::to_string(i % 2) + ":" +
                                      two(i * 7 % 60) + ":12," + (i == 5 ? "" : "5:" + two(i % 60));
                           }));
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{3});
    QCOMPARE(series.channels[2].name, std::string("Avg Pace"));
    QCOMPARE(series.channels[1].values[3], 3600.0 + 21 * 60 + 12);
    QCOMPARE(series.channels[1].unit, std::string("s"));
    QCOMPARE(series.channels[2].values[4], 304.0);
    QVERIFY(std::isnan(series.channels[2].values[5]));
    QCOMPARE(series.report.valuesMissing, std::int64_t{1});
    QCOMPARE(series.time.values[1], kStart + kDay);
}

/// Days in front, and from a row on the year: each date is read as it stands.
void TestCsvTimes::formatThatChanges() {
    const auto data =
        read("date,v\n" + lines(60, [](int i) {
                 const Moment t(kStart + i * kDay);
                 const std::string iso = timeText(kStart + i * kDay).substr(0, 10);
                 return (i < 30 ? two(t.day) + "/" + two(t.month) + "/" + std::to_string(t.year) : iso) + "," + wave(i);
             }));
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const std::string all = said(*data->series);
    for (int i = 0; i < 60; ++i) QCOMPARE(data->series->time.values[static_cast<std::size_t>(i)], kStart + i * kDay);
    QVERIFY2(all.find("30 dates are written otherwise") != std::string::npos, all.c_str());
    QVERIFY2(all.find("no readable time") == std::string::npos, all.c_str());
}

/// Days up to the twelfth were turned to months by a spreadsheet, the others stayed as they were.
void TestCsvTimes::turnedDates() {
    const auto data = read("date,v\n" + lines(120, [](int i) {
                               const Moment t(kStart + i * kDay);
                               const std::string day = two(t.day), month = two(t.month);
                               return (t.day <= 12 ? month + "/" + day : day + "/" + month) + "/" +
                                      std::to_string(t.year) + "," + wave(i);
                           }));
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const std::string all = said(*data->series);
    for (int i = 0; i < 120; ++i) QCOMPARE(data->series->time.values[static_cast<std::size_t>(i)], kStart + i * kDay);
    QVERIFY2(all.find("day and month the other way round") != std::string::npos, all.c_str());
}

/// 01-Jan to 31-Dec beside a column for each year.
void TestCsvTimes::daysWithoutAYear() {
    constexpr std::int64_t k2001 = INT64_C(978'307'200'000'000);
    static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                              "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto data = read("Day,2018,2019\n" + lines(365, [](int i) {
                               const Moment t(k2001 + i * kDay);
                               return two(t.day) + "-" + kMonths[t.month - 1] + "," + wave(i) + "," + wave(i + 3);
                           }));
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    for (int i = 0; i < 365; ++i) QCOMPARE(data->series->time.values[static_cast<std::size_t>(i)], k2001 + i * kDay);
    const std::string all = said(*data->series);
    QVERIFY2(all.find("month and day stand without a year") != std::string::npos, all.c_str());
    // Months and years stay what they are.
    const auto months = read("Day,v\n" + lines(36, [](int i) {
                                 return std::string(kMonths[i % 12]) + "-" + two(20 + i / 12) + "," + wave(i);
                             }));
    QVERIFY(months && timeText(months->series->time.values[13]).substr(0, 7) == "2021-02");
}

void TestCsvTimes::hour25() {
    const auto data =
        read("Fecha,Hora,kWh\n" + lines(24 * 4 + 1, [](int i) {
                 const int day = i < 49 ? i / 25 : (i - 1) / 24, hour = i < 49 ? i % 25 : (i - 1) % 24;
                 return "2024-10-" + std::to_string(26 + day) + "," + std::to_string(hour + 1) + "," + wave(i);
             }));
    QVERIFY(data);
    QCOMPARE(data->series->rows(), std::int64_t{97});
    QVERIFY2(said(*data->series).find("1 rows have the hour 25") != std::string::npos, said(*data->series).c_str());
    QVERIFY(std::ranges::is_sorted(data->series->time.values));
}

/// 3A and 3B: the hour that comes twice. Other words for an hour are no such one.
void TestCsvTimes::hoursTwice() {
    const auto written = [&](const std::string& first, const std::string& second) {
        return read("Datum;Stunde;kWh\n" + lines(24 * 4 + 1, [&](int i) {
                        const int row = i < 27 ? i : i - 1, hour = row % 24 + 1;
                        const std::string cell = i == 26 ? first : i == 27 ? second : std::to_string(hour);
                        return "2024-10-" + std::to_string(26 + row / 24) + ";" + cell + ";" + wave(i);
                    }));
    };
    for (const bool isLarge : {true, false}) {
        const auto data = isLarge ? written("3A", "3B") : written("03a", "03b");
        QVERIFY(data);
        const std::vector<std::int64_t>& times = data->series->time.values;
        QCOMPARE(times.size(), std::size_t{97});
        QCOMPARE(times[26] - times[25], INT64_C(3'600'000'000));
        QCOMPARE(times[27], times[26]);
        QCOMPARE(times[28] - times[27], INT64_C(3'600'000'000));
        QVERIFY2(said(*data->series).find("2 rows are of the hour that comes twice") != std::string::npos,
                 said(*data->series).c_str());
    }
    const auto other = written("3x", "3y");
    QVERIFY(other);
    QVERIFY2(said(*other->series).find("comes twice on the day") == std::string::npos, said(*other->series).c_str());
}

/// Settlement periods of the days on which the clocks of Great Britain are changed: 50 half hours, or 46.
void TestCsvTimes::changedDays() {
    constexpr std::int64_t kHalfHour = INT64_C(1'800'000'000);
    for (const bool isAutumn : {true, false}) {
        // From a Thursday on; the Sunday is the fourth day
        const std::string month = isAutumn ? "2023-10-" : "2023-03-";
        const int first = isAutumn ? 26 : 23, changed = isAutumn ? 50 : 46;
        std::string text = "SETTLEMENT_DATE,SETTLEMENT_PERIOD,TSD\n";
        int row = 0;
        for (int day = 0; day < 6; ++day)
            for (int period = 1; period <= (day == 3 ? changed : 48); ++period)
                text += month + std::to_string(first + day) + "," + std::to_string(period) + "," + wave(row++) + "\n";
        const auto data = read(text);
        QVERIFY(data);
        const std::vector<std::int64_t>& times = data->series->time.values;
        QCOMPARE(times.size(), static_cast<std::size_t>(row));
        std::size_t others = 0;
        for (std::size_t r = 1; r < times.size(); ++r) {
            const bool isChange = r == std::size_t{3 * 48} + (isAutumn ? 4 : 2);
            QCOMPARE(times[r] - times[r - 1], isChange ? (isAutumn ? -kHalfHour : 3 * kHalfHour) : kHalfHour);
            others += isChange ? 0 : 1;
        }
        QCOMPARE(others, times.size() - 2);
        QCOMPARE(data->series->report.takenAnew, std::vector<std::string>{" clocks"});
        QVERIFY2(said(*data->series).find("a day has an hour more or less") != std::string::npos,
                 said(*data->series).c_str());
    }
    // An hour that is not there at the end of another day is none of the clocks: of a Friday, of a Sunday in between.
    for (const int first : {23, 18}) {
        std::string text = "SETTLEMENT_DATE,SETTLEMENT_PERIOD,TSD\n";
        for (int day = 0; day < 6; ++day)
            for (int period = 1; period <= (day == 1 ? 46 : 48); ++period)
                text +=
                    "2023-03-" + std::to_string(first + day) + "," + std::to_string(period) + "," + wave(period) + "\n";
        const auto data = read(text);
        QVERIFY(data && said(*data->series).find("an hour more or less") == std::string::npos);
    }
}

void TestCsvTimes::risingSums() {
    const auto yearly = read("year,gdp\n" + lines(30, [](int i) {
                                 return std::to_string(1990 + i) + "," + numberText(2.7e9 + i * 1.25e7 + i * i * 1e6);
                             }));
    QVERIFY(yearly && said(*yearly->series).find("rises as stamps") == std::string::npos);
}

void TestCsvTimes::identifiers() {
    const auto data = read("date,Activity ID,km\n" + lines(60, [](int i) {
                               return timeText(kStart + i * kDay) + "," +
                                      std::to_string(INT64_C(9'000'000'000) + i * 7919 + i * i % 91) + "," + wave(i);
                           }));
    QVERIFY(data && !data->series->find("Activity ID"));
    QVERIFY2(said(*data->series).find("identifies the rows") != std::string::npos, said(*data->series).c_str());
}

void TestCsvTimes::headRows() {
    const auto data =
        read("Index,Time,Type,Glucose\n1,,FirstName,\n2,,Device,\n" + lines(60, [](int i) {
                 return std::to_string(i + 3) + "," + timeText(kStart + i * 5 * kMinute) + ",EGV," + wave(i);
             }));
    QVERIFY(data);
    QCOMPARE(data->series->rows(), std::int64_t{60});
    QCOMPARE(timeText(data->series->time.values.front()), timeText(kStart));
    QVERIFY2(said(*data->series).find("2 rows from this line on have no time") != std::string::npos,
             said(*data->series).c_str());
}

/// The first days of January are no months where each has its hours.
void TestCsvTimes::spansOfHours() {
    for (const char mark : {'-', '/'})
        for (const bool isSpan : {true, false}) {
            const auto data = read("Date;Hours;SYS\n" + lines(240, [&](int i) {
                                       const std::string hour =
                                           isSpan ? two(i % 24) + " - " + two((i % 24 + 1) % 24) : two(i % 24) + ":00";
                                       return two(i / 24 + 1) + mark + "01" + mark + "2024;" + hour + ";" + wave(i);
                                   }));
            QVERIFY(data);
            QCOMPARE(data->series->channels.size(), std::size_t{1});
            for (int i = 0; i < 240; ++i)
                QCOMPARE(timeText(data->series->time.values[static_cast<std::size_t>(i)]),
                         timeText(kStart + i * kHour));
        }
    // Shops have the first of each month in turn, and no clock.
    const auto months = read("date,shop,v\n" + lines(60, [](int i) {
                                 return two(i / 10 + 1) + "/01/2024," + std::to_string(i % 10) + "," + wave(i);
                             }));
    QVERIFY(months && timeText(months->series->time.values[10]) == "2024-02-01 00:00:00");
}

QTEST_APPLESS_MAIN(TestCsvTimes)
#include "tst_csv_times.moc"
