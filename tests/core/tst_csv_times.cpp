// SPDX-License-Identifier: GPL-3.0-or-later
// Times of text tables as loggers and services write them: parts in columns of their own, stamps of other units and
// epochs, several columns that could be the time. What is read, what is said, and what must not be said.
#include "data_support.h"

#include <QTest>

#include <algorithm>
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
    for (const char* untrue : {"only counts the rows", "tells several series apart", "cannot be put together"})
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
    QVERIFY2(all.find("--time-column Year+Month+Day+Minute") != std::string::npos, all.c_str());
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

QTEST_APPLESS_MAIN(TestCsvTimes)
#include "tst_csv_times.moc"
