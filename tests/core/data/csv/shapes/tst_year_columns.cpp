// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with a column for each year, and those with 25 hours for the day on which the clocks are set back.
// Holds core/data/csv/shapes/year_columns.cpp and core/data/csv/shapes/day_parts.cpp.
#include "core/data_support.h"
#include "data/csv/shapes/day_parts.h"
#include "data/csv/shapes/year_columns.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

#include <array>

using namespace gatelab;
using namespace datatest;

class TestYearColumns : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text, std::string& shape) {
        ExperimentConfig options;
        options.dataPath = folder_.put("table.csv", text).string();
        auto data = loadAsItLooks(options);
        shape = options.csvShape;
        return data;
    }
    static std::string said(const Dataset& data) {
        std::string all;
        for (const ReadWarning& warning : data.series->report.warnings) all += warning.message.english() + "\n";
        return all;
    }
    static constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static constexpr std::array<int, 12> kDays = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    static std::string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }
    /// Of a day of a leap year, from 0.
    static double valueOf(int year, int day) { return (year - 2018) * 1000 + day + 0.5; }

    enum class Label { Name, NameFirst, Number, Parts, Count };
    /// All days of 2018 to 2021, the last of which ends on `lastDay`.
    static std::string table(Label label, int lastDay = 366) {
        std::string text =
            label == Label::Parts ? "Month,Day,2018,2019,2020,2021,Mean\n" : "Day,2018,2019,2020,2021,Mean\n";
        int number = 0;
        for (int month = 0; month < 12; ++month)
            for (int day = 1; day <= kDays[static_cast<std::size_t>(month)]; ++day, ++number) {
                const std::string name = kMonths[static_cast<std::size_t>(month)];
                text += label == Label::Name        ? two(day) + "-" + name
                        : label == Label::NameFirst ? name + " " + std::to_string(day)
                        : label == Label::Number    ? two(month + 1) + "/" + two(day)
                        : label == Label::Parts     ? std::to_string(month + 1) + "," + std::to_string(day)
                                                    : std::to_string(number + 1);
                for (int year = 2018; year <= 2021; ++year) {
                    const bool exists =
                        label == Label::Count ? number < 365 || year == 2020 : month != 1 || day < 29 || year == 2020;
                    const bool isOver = year == 2021 && number >= lastDay;
                    text += "," + (exists && !isOver ? numberText(valueOf(year, number)) : std::string());
                }
                text += ",1.25\n";
            }
        return text;
    }

private Q_SLOTS:
    void daysOfYears_data() {
        QTest::addColumn<int>("label");
        QTest::newRow("01-Jan") << static_cast<int>(Label::Name);
        QTest::newRow("Jan 1") << static_cast<int>(Label::NameFirst);
        QTest::newRow("01/01") << static_cast<int>(Label::Number);
        QTest::newRow("month and day") << static_cast<int>(Label::Parts);
        QTest::newRow("day of the year") << static_cast<int>(Label::Count);
    }
    void daysOfYears() {
        QFETCH(int, label);
        constexpr std::int64_t k2018 = INT64_C(1'514'764'800'000'000), kDay = INT64_C(86'400'000'000);
        std::string shape;
        const auto data = read(table(static_cast<Label>(label)), shape);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(shape, std::string("years"));
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{365 + 365 + 366 + 365});
        QCOMPARE(series.channels.size(), std::size_t{1});
        for (std::int64_t i = 0; i < series.rows(); ++i)
            QCOMPARE(series.time.values[static_cast<std::size_t>(i)], k2018 + i * kDay);
        QCOMPARE(series.channels[0].values[0], 0.5);
        QCOMPARE(series.channels[0].values[365], 1000.5);
        QCOMPARE(series.channels[0].values[365 + 365 + 59], 2059.5);  // 29 February 2020
        QVERIFY2(said(*data).find("called by no year were left out: 'Mean'") != std::string::npos, said(*data).c_str());
    }

    /// The year that has not ended ends with its last value, and the table as it stands is still to be had.
    void aYearThatHasNotEnded() {
        std::string shape;
        const auto data = read(table(Label::Name, 100), shape);
        QVERIFY(data);
        QCOMPARE(data->series->rows(), std::int64_t{365 + 365 + 366 + 99});
        ExperimentConfig options;
        options.dataPath = (folder_.path() / "table.csv").string();
        const auto candidates = shapeCandidates(options);
        QVERIFY(candidates.ok() && candidates->size() > 1);
        QCOMPARE(candidates->front().shape, std::string("years"));
        QVERIFY(candidates->front().isGuess);
    }

    void monthsOfYears() {
        std::string text = "Month,2020,2019,2018\n", shape;
        for (int month = 0; month < 12; ++month) {
            text += kMonths[static_cast<std::size_t>(month)];
            for (int year = 2020; year >= 2018; --year) text += "," + std::to_string(year % 100 * 100 + month) + ".5";
            text += "\n";
        }
        const auto data = read(text, shape);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(shape, std::string("years"));
        QCOMPARE(data->series->rows(), std::int64_t{36});
        QCOMPARE(data->series->channels[0].values[0], 1800.5);
        QCOMPARE(data->series->channels[0].values[35], 2011.5);
    }

    void placesOfLabels() {
        using Labels = std::vector<std::string>;
        const auto days = placesInYear(Labels{"30.12.", "31.12."});
        QVERIFY(days && *days->front() == (YearPlace{12, 30}));
        QVERIFY(!placesInYear(Labels{"1.5", "0.25", "17"}));
        QVERIFY(!placesInYear(Labels{"Jan", "Jan", "Feb"}));
        QVERIFY(!placesInYear(Labels{}));
        QVERIFY(!placesInYear(Labels{"1", "2", "3"}));
        const auto withSum = placesInYear(
            Labels{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Total"});
        QVERIFY(withSum && !withSum->back());
    }

    /// Years across above places or products stay what they were.
    void placesByYears() {
        std::string text = "Country,2018,2019,2020,2021\n", shape;
        for (int i = 0; i < 12; ++i) text += "Land " + std::to_string(i) + ",1.5,2.5,3.5," + std::to_string(i) + ".5\n";
        QVERIFY(read(text, shape));
        QCOMPARE(shape, std::string("transposed"));
    }

    /// 24 hours in ordinary days, 25 in October, 23 in March, counted as they pass.
    void hoursOfTheClockChange() {
        for (const bool isAmerican : {false, true}) {
            std::string text = "Date", shape;
            for (int hour = 1; hour <= 25; ++hour) text += ",Hour " + std::to_string(hour);
            text += "\n";
            const int first = isAmerican ? 1 : 20;  // of November or October 2023
            const std::string longDay = isAmerican ? "2023-11-05" : "2023-10-29";
            for (int i = 0; i < 12; ++i) {
                const std::string date = (isAmerican ? "2023-11-" : "2023-10-") + two(first + i);
                text += date;
                for (int hour = 1; hour <= 25; ++hour)
                    text += "," + (hour < 25 || date == longDay ? std::to_string(i * 100 + hour) : std::string());
                text += "\n";
            }
            const auto data = read(text, shape);
            QVERIFY2(data, data ? "" : data.error().message.c_str());
            QCOMPARE(shape, std::string("hours"));
            const Series& series = *data->series;
            QCOMPARE(series.rows(), std::int64_t{12 * 24 + 1});
            QCOMPARE(series.channels.size(), std::size_t{1});
            const std::size_t day = (isAmerican ? 4 : 9) * 24;
            const auto clock = [&](std::size_t hour) { return timeText(series.time.values[day + hour]).substr(11, 5); };
            QCOMPARE(clock(isAmerican ? 2 : 3), std::string(isAmerican ? "01:00" : "02:00"));
            QCOMPARE(clock(isAmerican ? 3 : 4), std::string(isAmerican ? "02:00" : "03:00"));
            QCOMPARE(clock(24), std::string("23:00"));
            QCOMPARE(series.channels[0].values[day + 24], (isAmerican ? 4 : 9) * 100.0 + 25);
            QVERIFY2(said(*data).find("1 days have 25 hours and 0 have 23") != std::string::npos, said(*data).c_str());
        }
    }

    void hourThatIsSkipped() {
        std::string text = "Date", shape;
        for (int part = 1; part <= 50; ++part) text += ",P" + std::to_string(part);
        text += "\n";
        for (int i = 0; i < 10; ++i) {
            const bool isShort = i == 5;  // 26 March 2023, a Sunday
            text += "2023-03-" + std::to_string(21 + i);
            for (int part = 1; part <= 50; ++part)
                text += "," + (part <= (isShort ? 46 : 48) ? std::to_string(i * 100 + part) : std::string());
            text += "\n";
        }
        const auto data = read(text, shape);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(shape, std::string("hours"));
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{10 * 48 - 2});
        QCOMPARE(timeText(series.time.values[5 * 48 + 3]).substr(11, 5), std::string("01:30"));
        QCOMPARE(timeText(series.time.values[5 * 48 + 4]).substr(11, 5), std::string("03:00"));
        QCOMPARE(series.channels[0].values[5 * 48 + 45], 546.0);
        QCOMPARE(timeText(series.time.values[6 * 48 - 2]).substr(8, 8), std::string("27 00:00"));
    }

    /// Cut anywhere and with a byte flipped, in each shape: read or refused.
    void damaged() {
        const std::string hours = "Date,Hour 1,Hour 2,Hour 3\n2023-10-29,1,2,3\n";
        const std::string months = "Month,2018,2019,2020\nJan,1,2,3\nFeb,1,,3\n29-Feb,1,2,3\n,,,\nTotal,1,2,3\n";
        for (const std::string& text : {table(Label::Name).substr(0, 1500), hours, months})
            for (const char* shape : {"years", "hours", "across", "long", "together", "transposed"})
                for (std::size_t at = 0; at < text.size(); at += 13) {
                    ExperimentConfig options;
                    options.csvShape = shape;
                    std::string flipped = text;
                    flipped[at] = static_cast<char>(flipped[at] ^ 0x15);
                    for (const std::string& bytes : {text.substr(0, at), flipped}) {
                        options.dataPath = folder_.put("damaged.csv", bytes).string();
                        const auto data = loadAsItLooks(options, {}, {.shape = true});
                        QVERIFY(data.ok() || !data.error().message.empty());
                    }
                }
        ExperimentConfig options;
        options.dataPath = folder_.put("whole.csv", table(Label::Name)).string();
        const auto stopped = loadAsItLooks(options, [](double) { return false; });
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    /// 25 columns of measurements are no hours.
    void channelsAreNoHours() {
        std::string text = "Date", shape;
        for (int c = 1; c <= 25; ++c) text += ",ch" + std::to_string(c);
        text += "\n";
        for (int i = 0; i < 20; ++i) {
            text += "2023-10-" + std::to_string(10 + i);
            for (int c = 1; c <= 25; ++c) text += "," + std::to_string(i * c % 13) + ".5";
            text += "\n";
        }
        const auto data = read(text, shape);
        QVERIFY(data);
        QCOMPARE(shape, std::string("rows"));
        QCOMPARE(data->series->channels.size(), std::size_t{25});
        QVERIFY(partsOfDay(25) == 24 && partsOfDay(50) == 48 && partsOfDay(300) == 288 && partsOfDay(23) == 0);
    }
};

QTEST_APPLESS_MAIN(TestYearColumns)
#include "tst_year_columns.moc"
