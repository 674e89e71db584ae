// SPDX-License-Identifier: GPL-3.0-or-later
// JSON that is no list of records: as pandas, Open-Meteo and Prometheus write it, and with the literals of Python.
// Holds core/data/tables/json_reader_columns.cpp and core/data/tables/json_reader_records.cpp.
#include "core/data_support.h"

#include "data/shapes/shape_choice.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace gatelab;
using namespace datatest;

namespace {

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kStart = INT64_C(1'677'628'800'000'000);
constexpr int kRows = 30;

std::string joined(const std::function<std::string(int)>& row) {
    std::string text;
    for (int r = 0; r < kRows; ++r) text += (r > 0 ? "," : "") + row(r);
    return text;
}
std::string load(int r) { return r == 3 ? "NaN" : r == 4 ? "-Infinity" : std::to_string(r * r % 17) + ".5"; }
std::string stamp(int r) { return "\"" + timeText(kStart + r * kHour) + "\""; }
std::string millis(int r) { return std::to_string((kStart + r * kHour) / 1000); }

}  // namespace

class TestJsonColumns : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void sameSeries_data() {
        QTest::addColumn<std::string>("text");
        const auto row = [](const char* name, const std::string& text) { QTest::newRow(name) << text; };
        row("lines of Python", [] {
            std::string lines;
            for (int r = 0; r < kRows; ++r) lines += "{\"t\": " + stamp(r) + ", \"load\": " + load(r) + "}\n";
            return lines;
        }());
        row("pandas, default", "{\"load\":{" + joined([](int r) { return "\"" + millis(r) + "\":" + load(r); }) + "}}");
        row("pandas, index", "{" + joined([](int r) { return stamp(r) + ":{\"load\":" + load(r) + "}"; }) + "}");
        row("pandas, split", "{\"columns\":[\"load\"],\"index\":[" + joined(stamp) + "],\"data\":[" +
                                 joined([](int r) { return "[" + load(r) + "]"; }) + "]}");
        row("lists of lists",
            "[[\"t\",\"load\"]," + joined([](int r) { return "[" + stamp(r) + ", " + load(r) + "]"; }) + "]");
        row("lists without names", "[" + joined([](int r) { return "[" + stamp(r) + "," + load(r) + "]"; }) + "]");
        row("one level down", "{\"latitude\": 52.5, \"units\": {\"t\": \"iso\"}, \"hourly\": {\"t\": [" +
                                  joined(stamp) + "], \"load\": [" + joined(load) + "]}}");
        row("keyed by times, beside what is said about it",
            "{\"type\": \"Feature\", \"geometry\": {\"coordinates\": [8.0, 51.0, 100.0]}, \"properties\": "
            "{\"parameter\": "
            "{\"load\": {" +
                joined([](int r) { return stamp(r) + ":" + load(r); }) + "}}}, \"header\": {\"title\": \"NASA\"}}");
        row("times alone under a name",
            "{\"base\": \"EUR\", \"rates\": {" + joined([](int r) { return stamp(r) + ":" + load(r); }) + "}}");
        row("a series in a record of lists", "{\"metric\":{\"__name__\":\"load\"},\"values\":[" + joined(load) +
                                                 "],\"timestamps\":[" + joined(millis) + "]}\n");
        row("a series of pairs, as charts take it",
            "{\"chart\": {\"type\": \"line\"}, \"series\": [{\"name\": \"load\", \"data\": [" +
                joined([](int r) { return "[" + millis(r) + "," + load(r) + "]"; }) + "]}]}");
        row("pairs with the time behind, as Graphite writes them",
            "[{\"target\": \"load\", \"datapoints\": [" + joined([](int r) {
                return "[" + load(r) + "," + std::to_string(1677628800 + r * 3600) + "]";
            }) + "]}]");
        row("names above rows inside a result, as InfluxQL writes them",
            "{\"results\": [{\"statement_id\": 0, \"series\": [{\"name\": \"grid\", \"columns\": [\"t\", \"load\"], "
            "\"values\": [" +
                joined([](int r) { return "[" + stamp(r) + "," + load(r) + "]"; }) + "]}]}]}");
        row("a series of Prometheus",
            "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"host\":\"a\"},\"values\":[" +
                joined([](int r) { return "[" + std::to_string(1677628800 + r * 3600) + ",\"" + load(r) + "\"]"; }) +
                "]}]}}");
    }
    void sameSeries() {
        QFETCH(std::string, text);
        const auto data = readFile(folder_.put("table.json", text), {});
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const Series& series = *data->series;
        QCOMPARE(series.rows(), std::int64_t{kRows});
        QCOMPARE(series.time.values.size(), std::size_t{kRows});
        for (int r = 0; r < kRows; ++r) {
            const auto at = static_cast<std::size_t>(r);
            QCOMPARE(series.time.values[at], kStart + r * kHour);
            const double value = series.channels.back().values[at];
            QVERIFY(r == 3 || r == 4 ? !std::isfinite(value) : value == r * r % 17 + 0.5);
        }
    }

    /// Values of Graphite, as large as stamps, stand before their times.
    void largeValues() {
        const auto data =
            readFile(folder_.put("graphite.json", "[{\"target\": \"bytes\", \"datapoints\": [" + joined([](int r) {
                                                      return "[" + std::to_string(500'000'000 + r % 7) + "," +
                                                             std::to_string(1677628800 + r * 3600) + "]";
                                                  }) + "]}]"),
                     {});
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->time.values[1], kStart + kHour);
        QCOMPARE(data->series->channels.back().values[1], 500'000'001.0);
    }

    /// What a record says around its only list of series belongs to their names.
    void seriesOfRooms() {
        std::string text;
        for (const char* room : {"a", "b"})
            text += std::string("{\"room\":\"") + room + "\",\"series\":[{\"values\":[" +
                    joined([](int r) { return "[" + stamp(r) + "," + std::to_string(r * r % 17) + "]"; }) + "]}]}\n";
        ExperimentConfig config;
        config.dataPath = folder_.put("rooms.json", text).string();
        const auto data = loadAsItLooks(config);
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        QCOMPARE(data->series->rows(), std::int64_t{kRows});
        QCOMPARE(data->series->channels.size(), std::size_t{2});
        QCOMPARE(data->series->channels[0].name, std::string("a"));
        QCOMPARE(data->series->channels[1].name, std::string("b"));
    }

    void refusals() {
        for (const char* text :
             {"{\"a\": 1, \"b\": {\"c\": \"x\"}}", "{\"a\": {\"b\": {\"c\": {\"d\": [1, 2, 3]}}}}"}) {
            const auto data = readFile(folder_.put("other.json", text), {});
            QVERIFY(!data && data.error().message.find("no list of records") != std::string::npos);
        }
        const auto cut = readFile(folder_.put("cut.json", "{\"a\": [1, 2, 3], \"b\": [1, 2"), {});
        QVERIFY(!cut && cut.error().message.find("damaged") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestJsonColumns)
#include "tst_json_columns.moc"
