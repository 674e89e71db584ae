// SPDX-License-Identifier: GPL-3.0-or-later
// Times as spreadsheets of other languages write them, and time that passed.
// Holds core/data/csv/time/month_words.cpp, core/data/csv/time/elapsed.cpp and core/data/time_scanner.cpp.
#include "core/data_support.h"
#include "data/csv/time/month_words.h"
#include "data/csv/time/times.h"

#include <QTest>

using namespace gatelab;
using namespace datatest;

class TestTimeWords : public QObject {
    Q_OBJECT
    Folder folder_;

    static std::string read(std::string_view cell, DateOrder order) {
        const auto look = sniffTime(cell);
        const auto micros = look ? timeMicros(*look, order) : std::nullopt;
        return micros ? timeText(*micros) : "no time";
    }
    Result<Dataset> table(const std::string& text, ExperimentConfig options = {}) {
        options.dataPath = folder_.put("table.csv", text).string();
        return loadDataset(options);
    }
    static bool says(const Series& series, std::string_view part) {
        return std::ranges::any_of(series.report.warnings, [&](const ReadWarning& warning) {
            return warning.message.english().find(part) != std::string::npos;
        });
    }

private Q_SLOTS:
    void cells_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<int>("order");
        QTest::addColumn<QString>("time");
        const auto row = [](const char* cell, DateOrder order, const char* time) {
            QTest::newRow(cell) << QString(cell) << static_cast<int>(order) << QString(time);
        };
        constexpr DateOrder kDay = DateOrder::DayFirst, kYear = DateOrder::YearFirst, kMonth = DateOrder::MonthFirst;
        row("05-paź-24", kDay, "2024-10-05 00:00:00");
        row("5 lutego 2024", kDay, "2024-02-05 00:00:00");
        row("05.Şub.24", kDay, "2024-02-05 00:00:00");
        row("5 ŞUBAT 2024 14:30", kDay, "2024-02-05 14:30:00");
        row("05.янв.24", kDay, "2024-01-05 00:00:00");
        row("5 Января 2024 г.", kDay, "2024-01-05 00:00:00");
        row("5 РЕЗЕРВ 2024", kDay, "no time");
        row("5 янвтест 2024", kDay, "no time");
        row("5 mrt 2024", kDay, "2024-03-05 00:00:00");
        row("5 července 2024", kDay, "2024-07-05 00:00:00");
        row("5 Οκτ 2024", kDay, "2024-10-05 00:00:00");
        row("maandag 5 mei 2024", kDay, "2024-05-05 00:00:00");
        row("Mon May  6 14:30:00 2024", kYear, "2024-05-06 14:30:00");
        row("2024. 1. 5.", kYear, "2024-01-05 00:00:00");
        row("2024. 1. 5. 오후 3:05:00", kYear, "2024-01-05 15:05:00");
        row("2024년 1월 5일 13시 05분", kYear, "2024-01-05 13:05:00");
        row("5. 1. 2024 7:05", kDay, "2024-01-05 07:05:00");
        row("05/01/2024 03:05:00 p. m.", kDay, "2024-01-05 15:05:00");
        row("05/01/2024 12:05:00 a.\xC2\xA0m.", kDay, "2024-01-05 00:05:00");
        row("1/5/2024, 3:05:07\xE2\x80\xAFPM", kMonth, "2024-01-05 15:05:07");
        row("5/1/2024 3:05 μμ", kDay, "2024-01-05 15:05:00");
        row("5/1/2024 13:05 p. m.", kDay, "no time");
        row("06/01/14 00", kDay, "2014-01-06 00:00:00");
        row("2024-01-05 13", kYear, "2024-01-05 13:00:00");
        row("2024-01-05 25", kYear, "no time");
        row("05:01:2024", kDay, "2024-01-05 00:00:00");
        row("2024:01:05 13:05:07", kYear, "2024-01-05 13:05:07");
        row("10:20:30:40", kDay, "1970-01-01 10:20:30.400000");
        row("Jan 5, 2024 @ 15:05:07.250", kMonth, "2024-01-05 15:05:07.250000");
        row("January 5, 2024 at 3:05 PM", kMonth, "2024-01-05 15:05:00");
        row("5. Januar 2024 um 15:05 Uhr", kDay, "2024-01-05 15:05:00");
        row("5. Januar 2024 und 15:05", kDay, "no time");
        row("令和5年1月5日", kYear, "2023-01-05 00:00:00");
        row("令和元年5月1日", kYear, "2019-05-01 00:00:00");
        row("平成31年4月30日 9時05分", kYear, "2019-04-30 09:05:00");
        row("平成32年4月30日", kYear, "no time");
        row("R5.1.5", kYear, "2023-01-05 00:00:00");
        row("R5.13.5", kYear, "no time");
        row("R5", kYear, "no time");
        row("R5/12/31", kYear, "2023-12-31 00:00:00");
        for (const char* sensor : {"T1-1", "H1.5", "S1-010", "M5/3", "R5.1-5"}) row(sensor, kYear, "no time");
    }
    void cells() {
        QFETCH(QString, cell);
        QFETCH(int, order);
        QFETCH(QString, time);
        QCOMPARE(QString::fromStdString(read(cell.toStdString(), static_cast<DateOrder>(order))), time);
    }

    void wordsAlone() {
        using namespace time_text;
        QVERIFY(startsWithWord("ÄRZTE", "ärzte"));
        QVERIFY(!startsWithWord("märzen", "märz"));
        QVERIFY(!startsWithWord("янва", "янв"));
        QVERIFY(!startsWithWord("ja", "jan"));
        QCOMPARE(monthAt("September 5").month, 9);
        QCOMPARE(monthAt("září").month, 9);
        QCOMPARE(monthAt("").month, 0);
        QCOMPARE(monthAt("\xC5").month, 0);
        QCOMPARE(weekdayAt("Пн 5"), std::size_t{4});
    }

    /// Every month of a year of days, in languages whose short names differ.
    void wholeYears() {
        const char* const months[][12] = {
            {"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"},
            {"Oca", "Şub", "Mar", "Nis", "May", "Haz", "Tem", "Ağu", "Eyl", "Eki", "Kas", "Ara"},
            {"янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"},
            {"ιαν", "φεβ", "μαρ", "απρ", "μαϊ", "ιουν", "ιουλ", "αυγ", "σεπ", "οκτ", "νοε", "δεκ"}};
        for (const auto& names : months)
            for (int m = 0; m < 12; ++m)
                QCOMPARE(read("01-" + std::string(names[m]) + "-24", DateOrder::DayFirst),
                         "2024-" + std::string(m < 9 ? "0" : "") + std::to_string(m + 1) + "-01 00:00:00");
    }

    /// Hours with their zone behind them, and months in words beside years without a name.
    void partsInWords() {
        std::string hours = "Data;Hora UTC;v\n", months = ";;v\n";
        for (int i = 0; i < 72; ++i) {
            const std::string hour = std::to_string(100 + i % 24).substr(1),
                              value = numberText(i * i % 17 * 0.5 + 1.25);
            hours += "2024/01/0" + std::to_string(1 + i / 24) + ";" + hour + "00 UTC;" + value + "\n";
            const char* const names[] = {"Januar", "Februar", "März",      "April",   "Mai",      "Juni",
                                         "Juli",   "August",  "September", "Oktober", "November", "Dezember"};
            months += std::to_string(2015 + i / 12) + ";" + names[i % 12] + ";" + value + "\n";
        }
        const auto first = table(hours);
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        QCOMPARE(timeText(first->series->time.values[25]), std::string("2024-01-02 01:00:00"));
        QCOMPARE(first->series->channels.size(), std::size_t{1});
        const auto second = table(months);
        QVERIFY2(second, second ? "" : second.error().message.c_str());
        QVERIFY(second->series->time.known());
        QCOMPARE(timeText(second->series->time.values[13]), std::string("2016-02-01 00:00:00"));
    }

    /// A name that says the order of its dates, and a second stamp of digits that is no input.
    void whatTheNameSays() {
        std::string american = "Date (MM/DD/YYYY),v\n", german = "Datum [TT.MM.JJJJ],v\n",
                    stamps = "TIMESTAMP_START,TIMESTAMP_END,v\n";
        for (int i = 1; i <= 12; ++i) {
            const std::string two = std::to_string(100 + i).substr(1), value = numberText(i * i % 17 * 0.5) + "\n";
            american += "01/" + two + "/2024," + value;
            german += two + ".01.2024," + value;
        }
        for (int i = 0; i < 20; ++i)
            stamps += "2024010100" + std::to_string(10 + 2 * i) + ",2024010100" + std::to_string(12 + 2 * i) + "," +
                      numberText(i * i % 17 * 0.5) + "\n";
        const auto months = table(american), days = table(german), ends = table(stamps);
        QVERIFY(months && days && ends);
        QCOMPARE(timeText(months->series->time.values[1]), std::string("2024-01-02 00:00:00"));
        QVERIFY(!says(*months->series, "can be read in"));
        QCOMPARE(timeText(days->series->time.values[1]), std::string("2024-01-02 00:00:00"));
        QVERIFY(!says(*days->series, "can be read in"));
        QCOMPARE(ends->series->channels.size(), std::size_t{1});
        // Letters of other words say nothing.
        const std::string monthsFirst = american.substr(american.find('\n')), daysFirst = [&] {
            std::string rows = "\n";
            for (int i = 1; i <= 12; ++i)
                rows += std::to_string(100 + i).substr(1) + "/01/2024," + numberText(i * i % 17 * 0.5) + "\n";
            return rows;
        }();
        for (const char* head : {"Date Added (MM/DD/YYYY),v", "Submitted MM/DD/YYYY,v", "added_mm/dd/yyyy,v"}) {
            const auto read = table(head + monthsFirst);
            QVERIFY2(read && !says(*read->series, "can be read in"), head);
            QCOMPARE(timeText(read->series->time.values[1]), std::string("2024-01-02 00:00:00"));
        }
        const auto clock = table("hh:mm dd/mm/yyyy,v" + daysFirst);
        QVERIFY(clock && !says(*clock->series, "can be read in"));
        QCOMPARE(timeText(clock->series->time.values[1]), std::string("2024-01-02 00:00:00"));
    }

    /// Where nothing tells day and month apart: with slashes and AM or PM months are first.
    void americanClock() {
        std::string american = "t,v\n", other = "t,v\n";
        for (int i = 10; i < 50; ++i) {
            const std::string value = numberText(i * i % 17 * 0.5 + 1.25) + "\n";
            american += "4/12/2016 7:" + std::to_string(i) + ":00 AM," + value;
            other += "4/12/2016 7:" + std::to_string(i) + ":00," + value;
        }
        const auto months = table(american), days = table(other);
        QVERIFY(months && days);
        QCOMPARE(timeText(months->series->time.values[0]), std::string("2016-04-12 07:10:00"));
        QCOMPARE(timeText(days->series->time.values[0]), std::string("2016-12-04 07:10:00"));
        QVERIFY(says(*months->series, "every date can be read in two orders"));
    }

    void elapsed_data() {
        QTest::addColumn<std::string>("head");
        QTest::addColumn<double>("step");
        QTest::addColumn<std::int64_t>("micros");
        QTest::newRow("a name of several words") << std::string("Test Time (s),a\n") << 0.25 << std::int64_t{250'000};
        QTest::newRow("a unit without brackets") << std::string("Elapsed Time ms,a\n") << 2.5 << std::int64_t{2'500};
        QTest::newRow("nanoseconds") << std::string("Test Time (ns),a\n") << 2'000'000.5 << std::int64_t{2'000};
        QTest::newRow("microseconds with a Greek letter")
            << std::string("Test Time (\u03BCs),a\n") << 1'000.001 << std::int64_t{1'000};
        QTest::newRow("one minute") << std::string("elapsed minute,a\n") << 0.5 << std::int64_t{30'000'000};
        QTest::newRow("lines joined to the name") << std::string("Zeit 1 - rate s,a\n") << 0.02 << std::int64_t{20'000};
        QTest::newRow("no names") << std::string() << 0.001 << std::int64_t{1'000};
    }
    void elapsed() {
        QFETCH(std::string, head);
        QFETCH(double, step);
        QFETCH(std::int64_t, micros);
        std::string text = head;
        for (int i = 0; i < 60; ++i) text += numberText(i * step) + "," + numberText(i * i % 17 * 0.5 + 1.25) + "\n";
        const auto data = table(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QVERIFY(series.time.known());
        QCOMPARE(series.time.values[59] - series.time.values[0], 59 * micros);
        QCOMPARE(series.channels.size(), std::size_t{1});
        QVERIFY(says(series, "was taken as time that passed"));
    }

    /// Of what rises but is no time, or may be either, nothing is taken.
    void whatIsNotElapsed() {
        std::string energy = "Total energy (kWh),a\n", both, depth = "depth,a\n", stopped = "Lap time (s),a\n",
                    weeks = "Time in weeks,a\n";
        for (int i = 0; i < 60; ++i) {
            const std::string value = numberText(i * i % 17 * 0.5 + 1.25) + "\n";
            energy += numberText(i * 0.25) + "," + value;
            depth += numberText(i * 0.25) + "," + value;
            weeks += numberText(i * 0.25) + "," + value;
            both += numberText(i * 0.25) + "," + numberText(i * 0.5 + 0.125) + "," + value;
            stopped += numberText(i % 10 * 0.25) + "," + value;
        }
        for (const std::string& text : {energy, both, depth, stopped, weeks}) {
            const auto data = table(text);
            QVERIFY2(data, data ? "" : data.error().message.c_str());
            QVERIFY2(!data->series->time.known(), text.substr(0, 20).c_str());
        }
    }

    /// A recording of some minutes whose clock begins at 0: small numbers are no times for that.
    void valuesOfAShortRecording() {
        std::string text = "Time,HR (bpm),Altitude (m)\n";
        for (int i = 0; i < 240; ++i) {
            const std::string second = std::to_string(100 + i % 60).substr(1);
            text += "00:0" + std::to_string(i / 60) + ":" + second + "," + std::to_string(130 + i * i % 17) + "," +
                    std::to_string(100 + i % 7) + "\n";
        }
        const auto data = table(text);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->channels.size(), std::size_t{2});
        QVERIFY(!says(*data->series, "look like time stamps"));
        // Seconds of the same clock are.
        std::string again = "Time,seconds,v\n";
        for (int i = 0; i < 240; ++i) {
            const std::string second = std::to_string(100 + i % 60).substr(1);
            again += "00:0" + std::to_string(i / 60) + ":" + second + "," + std::to_string(i) + "," +
                     numberText(i * i % 17 * 0.5) + "\n";
        }
        const auto stamps = table(again);
        QVERIFY2(stamps, stamps ? "" : stamps.error().message.c_str());
        QCOMPARE(stamps->series->channels.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestTimeWords)
#include "tst_time_words.moc"
