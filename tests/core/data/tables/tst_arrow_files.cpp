// SPDX-License-Identifier: GPL-3.0-or-later
// Parquet, Feather and Arrow files as pandas and pyarrow write them (tests/core/data/files/make_files.py): the same
// series from all, every type of column, lists as series; and what is written reads back.
// Holds core/data/tables/arrow_columns.cpp, core/data/tables/arrow_reader.cpp, core/export/arrow_export.cpp and
// core/arrow/arrow_module.cpp.
#include "data/readers.h"
#include "export/series_export.h"
#include "io/arrow_file.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace gatelab;
using namespace gatelab::testing;

class TestArrowFiles : public QObject {
    Q_OBJECT
    QuickFolder folder_;

private Q_SLOTS:
    void initTestCase() {
        if (const auto found = findArrow(); !found) QSKIP(found.error().message.c_str());
    }

    void sameSeries_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"hours.parquet", "indexed.parquet", "hours.feather", "hours.arrow", "words.parquet"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void sameSeries() {
        QFETCH(QString, name);
        const Dataset data = take(readFile(file(name.toStdString()), {}));
        const Series& series = *data.series;
        QCOMPARE(series.rows(), std::int64_t{60});
        QCOMPARE(series.channels.size(), std::size_t{2});
        QCOMPARE(series.time.name, std::string("time"));
        QVERIFY(series.name == name.toStdString() && series.sha256.size() == 64);
        for (std::size_t r = 0; r < 60; ++r) {
            QCOMPARE(series.time.values[r], kStart + static_cast<std::int64_t>(r) * kHour);
            const double load = valuesOf(data, "load")[r];
            QVERIFY(r == 7 ? std::isnan(load) : load == 10 + static_cast<double>(r) / 4);
            QCOMPARE(valuesOf(data, "hour")[r], static_cast<double>(r % 24));
        }
        QCOMPARE(series.report.account.rowsInFile, std::int64_t{60});
    }

    /// Structures are columns by their fields; what lies below a missing one is missing.
    void structures() {
        const Dataset data = take(readFile(file("nested.parquet"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
        for (const char* name : {"at.load", "at.deep.hour", "hour"}) QVERIFY2(data.series->find(name), name);
        for (std::size_t r = 0; r < 60; ++r) {
            const double load = valuesOf(data, "at.load")[r], hour = valuesOf(data, "at.deep.hour")[r];
            QVERIFY(r % 10 == 7 ? std::isnan(load) && std::isnan(hour) : load == 10 + static_cast<double>(r) / 4);
            QVERIFY(r % 10 == 7 || (r % 10 == 3 ? std::isnan(hour) : hour == static_cast<double>(r % 24)));
        }
        QVERIFY(isSaid(data, "'too.a.b.c' was left out: a structure"));
    }

    void kindsOfColumns() {
        const Dataset data = take(readFile(file("kinds.parquet"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{3});  // the fourth has no time
        QCOMPARE(data.series->report.account.rowsInFile, std::int64_t{4});
        QCOMPARE(data.series->report.account.left(), std::int64_t{1});
        QCOMPARE(data.series->time.values, (std::vector<std::int64_t>{0, kHour, 2 * kHour}));
        // What lies below a null is no value
        const auto hidden = valuesOf(data, "hidden"), on = valuesOf(data, "on"), price = valuesOf(data, "price");
        QVERIFY(hidden[0] == 1 && std::isnan(hidden[1]) && hidden[2] == 3);
        QVERIFY(on[0] == 1 && on[1] == 0 && std::isnan(on[2]));
        QVERIFY(price[0] == 1.25 && price[1] == 2.5 && std::isnan(price[2]));
        QCOMPARE(valuesOf(data, "byte"), (std::vector<double>{-1, 2, 3}));
        QCOMPARE(valuesOf(data, "pair.a"), (std::vector<double>{1, 1, 1}));
        QCOMPARE(valuesOf(data, "half"), (std::vector<double>{0.5, -2, 1}));
        QCOMPARE(valuesOf(data, "level"), (std::vector<double>{1, 2, 2}));
        for (const char* words : {"'nothing' was left out", "zone Europe/Berlin", "'day' holds other times"})
            QVERIFY2(isSaid(data, words), words);
        ExperimentConfig byDay;
        byDay.timeColumn = "day";
        QCOMPARE(take(readFile(file("kinds.parquet"), byDay)).series->time.values[3], 3 * 24 * kHour);
        const Dataset views = take(readFile(file("views.feather"), {}));
        QCOMPARE(valuesOf(views, "v"), (std::vector<double>{1.5, 2.5, 3.5}));
        QVERIFY(isSaid(views, "'name'"));
    }

    void longTable() {
        ExperimentConfig options;
        options.csvShape = "long";
        const Dataset data = take(readFile(file("long.parquet"), options));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QCOMPARE(data.series->channels[1].values[59], -(10 + 59 / 4.0));
    }

    /// A series in each row, as forecasting benchmarks write them
    void lists() {
        const Dataset data = take(readFile(file("lists.parquet"), {}));
        QCOMPARE(data.series->channels.size(), std::size_t{3});
        QCOMPARE(data.series->rows(), std::int64_t{9});
        QCOMPARE(data.series->time.values[8], kStart + 8 * kHour);
        QVERIFY(std::isnan(valuesOf(data, "a")[2]) && valuesOf(data, "a")[4] == 5);
        QVERIFY(std::isnan(valuesOf(data, "b")[1]) && valuesOf(data, "b")[2] == 7);
        QCOMPARE(take(listParts(file("lists.parquet"), {})).size(), std::size_t{3});
        QCOMPARE(take(readFile(file("lists.parquet"), partsWanted({"c"}))).series->rows(), std::int64_t{5});
        const Dataset gift = take(readFile(file("gift.feather"), {}));
        QCOMPARE(gift.series->rows(), std::int64_t{6});
        QVERIFY(valuesOf(gift, "q")[3] == 4 && gift.series->time.values[5] == kStart + 5 * kHour);
    }

    /// Whole numbers: stamps are the time, identifiers are none of the inputs.
    void wholeNumbers() {
        const Dataset data = take(readFile(file("stamps.parquet"), {}));
        QCOMPARE(data.series->time.name, std::string("timestamp"));
        for (std::size_t r = 0; r < 60; ++r)
            QCOMPARE(data.series->time.values[r], kStart + static_cast<std::int64_t>(r) * kHour);
        QCOMPARE(data.series->channels.size(), std::size_t{1});
        QVERIFY(isSaid(data, "'id' holds whole numbers") && isSaid(data, "60 of them"));
    }

    /// Dates and clocks apart are joined; decimals are the nearest doubles.
    void clocksAndDecimals() {
        const Dataset data = take(readFile(file("clocks.parquet"), {}));
        QCOMPARE(data.series->time.name, std::string("day+h"));
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        for (std::size_t r = 0; r < 60; ++r) {
            QCOMPARE(data.series->time.values[r], static_cast<std::int64_t>(r) * kHour);
            char price[32], high[32];
            std::snprintf(price, sizeof price, "%zu.%02zu", 400 + r, r * 37 % 100);
            std::snprintf(high, sizeof high, "12345678901234567.%02zu7", r);
            QVERIFY(valuesOf(data, "price")[r] == std::strtod(price, nullptr));  // to the bit
            QVERIFY(valuesOf(data, "long")[r] == std::strtod(high, nullptr));
        }
    }

    /// Steps below the finest that is kept are no times, and nothing untrue is said of them.
    void stepsOfNanoseconds() {
        const Dataset data = take(readFile(file("nanos.parquet"), {}));
        QVERIFY(!data.series->time.known());
        QCOMPARE(data.series->channels.size(), std::size_t{1});
        QVERIFY(isSaid(data, "less than a microsecond apart"));
    }

    /// Short lists beside a series are columns of it.
    void listsBesideASeries() {
        const Dataset data = take(readFile(file("beside.parquet"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->channels.size(), std::size_t{4});
        QCOMPARE(valuesOf(data, "v")[59], 59.0);
        QCOMPARE(data.series->channels[3].values[59], 59.5);
    }

    void periods() {
        const Dataset data = take(readFile(file("periods.parquet"), {}));
        QCOMPARE(data.series->time.name, std::string("month"));
        QCOMPARE(data.series->time.values[0], INT64_C(941'414'400'000'000));  // 1999-11-01
        QCOMPARE(data.series->time.values[2], INT64_C(946'684'800'000'000));  // 2000-01-01
        QCOMPARE(data.series->time.values[4], INT64_C(951'868'800'000'000));  // 2000-03-01
    }

    /// A zone beside a column of texts.
    void zones() {
        const Dataset data = take(readFile(file("zoned.parquet"), {}));
        QCOMPARE(data.series->time.values[0], kStart);
        QVERIFY(isSaid(data, "zone Europe/Berlin"));
        const auto zone = std::ranges::find(data.series->report.guesses, "time_zone", &ReadGuess::key);
        QVERIFY(zone != data.series->report.guesses.end() && zone->shown.english() == "UTC");
    }

    /// Starts without a step are no times, and that is said as it is.
    void startsWithoutStep() {
        const Dataset data = take(readFile(file("deepar.parquet"), {}));
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QVERIFY(isSaid(data, "how far their rows lie apart") && !isSaid(data, "no times of their own"));
        QVERIFY(isSaid(data, "'label' was left out"));
        ExperimentConfig hourly;
        hourly.timeStep = "1h";
        const Dataset dated = take(readFile(file("deepar.parquet"), hourly));
        QCOMPARE(dated.series->rows(), std::int64_t{8});
        QVERIFY(valuesOf(dated, "b")[5] == 4 && dated.series->time.values[5] == kStart + 5 * kHour);
    }

    /// Clocks of no zone stay so; those that are UTC are marked.
    void zonesOfWritten() {
        const auto formatOf = [&](const Dataset& data) {
            const auto path = folder_.path() / "zone.parquet";
            std::string format;
            if (!exportSeries(*data.series, path)) return format;
            const auto seen = [&](const ArrowSchema& schema, const ArrowArray&, std::int64_t) {
                format = schema.children[0]->format;
                return Result<>();
            };
            return readArrowBatches(path, ArrowFormat::Parquet, seen) ? format : std::string();
        };
        QCOMPARE(formatOf(take(readFile(file("hours.parquet"), {}))), std::string("tsu:"));
        QCOMPARE(formatOf(take(readFile(file("zoned.parquet"), {}))), std::string("tsu:UTC"));
    }

    void written() {
        const Dataset data = take(readFile(file("hours.parquet"), {}));
        for (const char* name : {"out.parquet", "out.feather"}) {
            const auto path = folder_.path() / name;
            const auto done = exportSeries(*data.series, path);
            QVERIFY2(done, done ? "" : done.error().message.c_str());
            const Dataset again = take(readFile(path, {}));
            QCOMPARE(again.series->time.values, data.series->time.values);
            for (const Channel& channel : data.series->channels)
                for (std::size_t r = 0; r < 60; ++r)
                    QVERIFY(valuesOf(again, channel.name)[r] == channel.values[r] || std::isnan(channel.values[r]));
            QCOMPARE(again.series->report.valuesMissing, std::int64_t{1});
            const auto stopped =
                exportSeries(*data.series, folder_.path() / "stopped.parquet", [](double) { return false; });
            QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
            QVERIFY(!std::filesystem::exists(folder_.path() / "stopped.parquet"));
        }
    }

    void limits() {
        const auto stopped = readFile(file("hours.parquet"), {}, [](double) { return false; });
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        const auto take = [](const ArrowSchema&, const ArrowArray&, std::int64_t) { return Result<>(); };
        QVERIFY(readArrowBatches(file("hours.parquet"), ArrowFormat::Parquet, take));
        const auto large = readArrowBatches(file("hours.parquet"), ArrowFormat::Parquet, take, 1000);
        QVERIFY(!large && large.error().message.find("memory") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestArrowFiles)
#include "tst_arrow_files.moc"
