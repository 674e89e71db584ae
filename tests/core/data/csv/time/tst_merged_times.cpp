// SPDX-License-Identifier: GPL-3.0-or-later
// A year, a month or a date that stands only where it changes, as merged cells of a sheet are written, and months by
// their names. Holds core/data/csv/time/word_parts.cpp, core/data/csv/time/part_times.cpp and
// core/data/csv/time/calendar.cpp.
#include "core/data_support.h"
#include "data/csv/time/word_parts.h"

#include <QTest>

#include <array>
#include <functional>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

namespace {

constexpr std::int64_t kMinute = 60'000'000, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::int64_t kStart = INT64_C(1'704'067'200'000'000);  // 2024-01-01

std::string wave(int i) { return numberText(i * i % 17 * 0.5 + 1.25); }

std::string said(const Series& series) {
    std::string all;
    for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
    return all;
}

/// "2024-03" of the row's time.
std::string monthOf(const Series& series, std::size_t row) { return timeText(series.time.values[row]).substr(0, 7); }

}  // namespace

class TestMergedTimes : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::string& text) { return readFile(folder_.put("table.csv", text), {}); }

private Q_SLOTS:
    void words() {
        const auto month = [](const char* word) {
            const auto part = wordPart(word);
            return part && part->part == TimePart::Month ? part->number : 0;
        };
        QCOMPARE(month("Jan"), 1);
        QCOMPARE(month("März"), 3);
        QCOMPARE(month("mai"), 5);
        QCOMPARE(month("août"), 8);
        QCOMPARE(month("diciembre"), 12);
        QCOMPARE(month("Sept."), 9);
        QCOMPARE(month("3月"), 3);
        QCOMPARE(month("12月"), 12);
        QCOMPARE(month("13月"), 0);
        QCOMPARE(month("January 5"), 0);
        QCOMPARE(month("Monday"), 0);
        const auto quarter = wordPart("Q3");
        QVERIFY(quarter && quarter->part == TimePart::Quarter && quarter->number == 3);
        const auto hour = wordPart("HE07");
        QVERIFY(hour && hour->part == TimePart::Hour && hour->number == 7);
        QVERIFY(!wordPart("HE25") && !wordPart("HE") && !wordPart("Henry 3"));
        QVERIFY(!wordPart("Q5") && !wordPart("") && !wordPart("north"));
    }

    void months_data() {
        QTest::addColumn<std::string>("names");
        QTest::addColumn<bool>("isMerged");
        for (const bool isMerged : {true, false}) {
            const char* how = isMerged ? "merged" : "in each row";
            QTest::addRow("English, %s", how)
                << std::string("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec") << isMerged;
            QTest::addRow("German, %s", how)
                << std::string("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
                << isMerged;
            QTest::addRow("French, %s", how)
                << std::string("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
                << isMerged;
            QTest::addRow("Spanish, %s", how)
                << std::string(
                       "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
                << isMerged;
            QTest::addRow("Chinese, %s", how)
                << std::string("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月") << isMerged;
        }
    }

    /// Year | month's name | value.
    void months() {
        QFETCH(std::string, names);
        QFETCH(bool, isMerged);
        std::vector<std::string> list(1);
        for (const char c : names)
            if (c == ' ')
                list.emplace_back();
            else
                list.back() += c;
        std::string text = "Year,Month,sales\n";
        for (int i = 0; i < 48; ++i)
            text += (isMerged && i % 12 != 0 ? "" : std::to_string(2019 + i / 12)) + "," +
                    list[static_cast<std::size_t>(i % 12)] + "," + wave(i) + "\n";
        const auto data = read(text);
        QVERIFY(data);
        const Series& series = *data->series;
        QVERIFY2(series.time.known(), said(series).c_str());
        QCOMPARE(series.time.name, std::string("Year+Month"));
        QCOMPARE(series.rows(), std::int64_t{48});
        QCOMPARE(series.channels.size(), std::size_t{1});
        for (int i = 0; i < 48; ++i) {
            char wanted[16];
            std::snprintf(wanted, sizeof wanted, "%04d-%02d", 2019 + i / 12, 1 + i % 12);
            QCOMPARE(monthOf(series, static_cast<std::size_t>(i)), std::string(wanted));
        }
        QCOMPARE(said(series).find("as merged cells are written") != std::string::npos, isMerged);
        QCOMPARE(series.channels[0].values[47], std::stod(wave(47)));
    }

    void quarters() {
        std::string text = "Year,Quarter,v\n";
        for (int i = 0; i < 32; ++i)
            text += (i % 4 == 0 ? std::to_string(2000 + i / 4) : "") + ",Q" + std::to_string(1 + i % 4) + "," +
                    wave(i) + "\n";
        const auto data = read(text);
        QVERIFY(data && data->series->time.known());
        QCOMPARE(monthOf(*data->series, 31), std::string("2007-10"));
    }

    void hours_data() {
        QTest::addColumn<std::string>("style");
        for (const char* style : {"number", "clock", "number 1 to 24", "day below a month"})
            QTest::newRow(style) << std::string(style);
    }

    /// A date in the first of its 24 rows.
    void hours() {
        QFETCH(std::string, style);
        const bool fromOne = style == "number 1 to 24", isDay = style == "day below a month";
        std::string text = isDay ? "Year,Month,Day,v\n" : "Date,Hour,v\n";
        const std::int64_t step = isDay ? kDay : kHour;
        for (int i = 0; i < 96; ++i) {
            const std::string now = timeText(kStart + i * step);
            const std::string before = i == 0 ? std::string(19, ' ') : timeText(kStart + (i - 1) * step);
            if (isDay)
                text += (now.substr(0, 4) == before.substr(0, 4) ? "" : now.substr(0, 4)) + "," +
                        (now.substr(0, 7) == before.substr(0, 7) ? "" : now.substr(5, 2)) + "," + now.substr(8, 2);
            else
                text += (now.substr(0, 10) == before.substr(0, 10) ? "" : now.substr(0, 10)) + "," +
                        (style == "clock" ? now.substr(11, 5) : std::to_string(i % 24 + (fromOne ? 1 : 0)));
            text += "," + wave(i) + "\n";
        }
        const auto data = read(text);
        QVERIFY(data);
        const Series& series = *data->series;
        QVERIFY2(series.time.known(), said(series).c_str());
        QCOMPARE(series.rows(), std::int64_t{96});
        for (int i = 0; i < 96; ++i)
            QVERIFY2(series.time.values[static_cast<std::size_t>(i)] == kStart + i * step + (fromOne ? kHour : 0),
                     (std::to_string(i) + ": " + timeText(series.time.values[static_cast<std::size_t>(i)]) + "\n" +
                      said(series))
                         .c_str());
        QVERIFY2(said(series).find("as merged cells are written") != std::string::npos, said(series).c_str());
    }

    /// Where filling gives no times in order, nothing is filled: a name that comes again, a date without hours.
    void whatIsNotFilled() {
        std::string text = "Date,value\n";
        for (int i = 0; i < 60; ++i)
            text += (i % 6 == 0 ? timeText(kStart + i * kDay).substr(0, 10) : "") + "," + wave(i) + "\n";
        const auto dates = read(text);
        QVERIFY(dates);
        QVERIFY2(said(*dates->series).find("as merged cells") == std::string::npos, said(*dates->series).c_str());
        text = "Year,Month,v\n";
        for (int i = 0; i < 48; ++i)
            text += (i % 12 == 0 ? std::to_string(2019 + i / 12) : "") + "," +
                    std::array{"Jan", "Mar", "Feb"}[static_cast<std::size_t>(i * i % 3)] + "," + wave(i) + "\n";
        const auto mixed = read(text);
        QVERIFY(mixed);
        QVERIFY2(said(*mixed->series).find("as merged cells") == std::string::npos, said(*mixed->series).c_str());
    }
};

QTEST_APPLESS_MAIN(TestMergedTimes)
#include "tst_merged_times.moc"
