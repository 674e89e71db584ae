// SPDX-License-Identifier: GPL-3.0-or-later
// Packed files, workbooks and files of arrays, as the libraries that people use write them (tests/core/data/files/
// make_files.py): the same series from all of them, parts by choice, what cannot be read by its name.
// Holds core/data/packed/packed_reader.cpp, core/data/tables/sheet.cpp, core/data/tables/sheet_rows.cpp,
// core/data/arrays/array_columns.cpp,
// core/data/tables/file_part.cpp, core/data/tables/json_reader.cpp, core/data/tables/sqlite_reader.cpp,
// core/data/arrays/npy_array.cpp, core/data/arrays/netcdf_classic.cpp, core/data/arrays/cf_attributes.cpp,
// core/export/series_export.cpp and core/io/archive_file.cpp.
#include "data/readers.h"
#include "data/tables/sheet_rows.h"
#include "data/tables/xml_walk.h"
#include "export/series_export.h"
#include "io/archive_file.h"
#include "io/archive_library.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

const Channel* channel(const Series& series, const std::string& name) {
    const auto found = series.find(name);
    return found ? &series.channels[*found] : nullptr;
}

std::string warningsOf(const Dataset& data) {
    std::string text;
    const ReadReport& report = data.series ? data.series->report : data.sequences->report;
    for (const ReadWarning& warning : report.warnings) text += warning.message.english() + "\n";
    return text;
}

}  // namespace

class TestPackedFiles : public QObject {
    Q_OBJECT
    QuickFolder folder_;

private Q_SLOTS:
    void initTestCase() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
    }

    /// A year that is merged over its months belongs to each of them.
    void mergedDown() {
        const Dataset data = take(readFile(file("merged.xlsx"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{48});
        QCOMPARE(data.series->channels.size(), std::size_t{1});
        QCOMPARE(data.series->time.name, std::string("Year+Month"));
        QCOMPARE(data.series->time.values[0], INT64_C(1'514'764'800'000'000));   // 2018-01-01
        QCOMPARE(data.series->time.values[47], INT64_C(1'638'316'800'000'000));  // 2021-12-01
        QCOMPARE(valuesOf(data, "Sales")[13], 100.0 + 13 * 13 % 37);
    }

    /// The last column was saved without its values: it is there, and named.
    void formulasWithoutValues() {
        const Dataset data = take(readFile(file("formulas.xlsx"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{40});
        QVERIFY2(isSaid(data, "40 cells hold formulas without a value"), warningsOf(data).c_str());
        QVERIFY2(isSaid(data, "column 'Income' has no value and was left out"), warningsOf(data).c_str());
        QVERIFY2(!isSaid(data, "belong to no column"), warningsOf(data).c_str());
        QCOMPARE(valuesOf(data, "Sold")[13], 100.0 + 13 * 13 % 37);
    }

    /// A column in percent has the numbers that its unit says; columns without a value, or of a few notes, are named.
    void shownInPercent() {
        const Dataset data = take(readFile(file("percent.xlsx"), {}));
        QCOMPARE(valuesOf(data, "Humidity")[13], 22.1);
        QCOMPARE(channel(*data.series, "Humidity")->unit, std::string("%"));
        QCOMPARE(channel(*data.series, "Load")->unit, std::string("kW"));
        QVERIFY2(isSaid(data, "40 cells are shown in percent"), warningsOf(data).c_str());
        // One cell in two is shown as it is kept.
        QCOMPARE(valuesOf(data, "Mixed")[13], 0.13);
        QCOMPARE(channel(*data.series, "Mixed")->unit, std::string());
        QVERIFY2(isSaid(data, "column 'Total' has no value and was left out"), warningsOf(data).c_str());
        QVERIFY2(isSaid(data, "'Note'"), warningsOf(data).c_str());
        for (const char* untrue : {"decimal mark", "belong to no column"})
            QVERIFY2(!isSaid(data, untrue), warningsOf(data).c_str());
        QCOMPARE(data.series->rows(), std::int64_t{40});
        QCOMPARE(data.series->report.takenAnew, std::vector<std::string>{" as shown"});
    }

    /// So it is in OpenDocument.
    void shownInPercentOfOpenDocument() {
        const Dataset data = take(readFile(file("percent.ods"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{40});
        QCOMPARE(valuesOf(data, "Humidity")[13], 22.1);
        QCOMPARE(valuesOf(data, "Load")[13], 6.5);
        QVERIFY2(isSaid(data, "40 cells are shown in percent"), warningsOf(data).c_str());
        // One cell in two is shown as it is kept.
        QCOMPARE(valuesOf(data, "Mixed")[13], 0.13);
        QCOMPARE(data.series->report.takenAnew, std::vector<std::string>{" as shown"});
    }

    /// Numbers in percent in the text of a sheet: exact, whatever stands above them.
    void percentsOfSheets() {
        SheetRows rows(false);
        QVERIFY(rows.beginRow(1));
        rows.put(0, "a"), rows.put(1, "b"), rows.put(2, "sum");
        QVERIFY(rows.beginRow(2));
        rows.putNumber(0, "0.246", DateShown::Percent), rows.putNumber(1, "0.5", DateShown::Percent);
        QVERIFY(rows.beginRow(4));
        rows.putNumber(0, "0.24600000000000002", DateShown::Percent), rows.putNumber(1, "7", DateShown::Number);
        rows.put(2, "-0.07");
        const SheetText text = rows.finish();
        QCOMPARE(text.csv, std::string("a,b,sum\n24.6%,0.5,\n\n24.6%,7,-0.07\n"));
        QCOMPARE(text.percents, std::int64_t{2});
    }

    /// A cover before the sheet that holds the table; merged cells above its names.
    void sheetBehindACover() {
        const Dataset data = take(readFile(file("cover.xlsx"), {}));
        QVERIFY2(isSaid(data, "'Data' was read, as it is the first one that holds a table"), warningsOf(data).c_str());
        QCOMPARE(data.series->rows(), std::int64_t{20});
        QCOMPARE(data.series->channels.size(), std::size_t{4});
        for (const char* name : {"North Temp", "North Rain", "South Temp", "South Rain"})
            QVERIFY2(channel(*data.series, name) != nullptr, name);
        QCOMPARE(channel(*data.series, "South Temp")->values[3], 37.0);
        const auto parts = take(listParts(file("cover.xlsx"), {}));
        QVERIFY(parts.size() == 2 && !parts[0].taken && parts[1].taken);
        const auto asked = readFile(file("cover.xlsx"), partsWanted({"Info"}));
        QVERIFY(!asked && asked.error().message.find("No other sheet") == std::string::npos);
    }

    void sameSeries_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"hours.csv.gz", "hours.csv.bz2", "hours.csv.xz", "hours.csv.zst", "hours.tar.gz",
                                 "hours.zip", "hours.xlsx", "hours.ods", "hours.npz", "hours.jsonl", "hours.db"})
            QTest::newRow(name) << QString(name);
    }
    void sameSeries() {
        QFETCH(QString, name);
        const Dataset data = take(readFile(file(name.toStdString()), {}));
        const Series& series = *data.series;
        QCOMPARE(series.rows(), std::int64_t{60});
        QCOMPARE(series.name, name.toStdString());
        QCOMPARE(series.source, file(name.toStdString()).string());
        QCOMPARE(series.time.values.size(), std::size_t{60});
        const Channel *load = channel(series, "load"), *hour = channel(series, "hour");
        QVERIFY(load != nullptr && hour != nullptr);
        for (std::size_t r = 0; r < 60; ++r) {
            QCOMPARE(series.time.values[r], kStart + static_cast<std::int64_t>(r) * kHour);
            QCOMPARE(hour->values[r], static_cast<double>(r % 24));
            if (r == 7)
                QVERIFY(std::isnan(load->values[r]));
            else
                QCOMPARE(load->values[r], 10 + static_cast<double>(r) / 4);
        }
        // The hash is the file's own: whoever looks whether the data changed reads no archive.
        const Dataset other = take(readFile(file(name == "hours.zip" ? "hours.xlsx" : "hours.zip"), {}));
        QVERIFY(series.sha256.size() == 64 && other.series->sha256 != series.sha256);
    }

    void partsOfAnArchive() {
        const auto parts = take(listParts(file("hours.zip"), {}));
        QCOMPARE(parts.size(), std::size_t{3});  // README.md, data/hours.csv, data/other.csv
        for (const FilePart& part : parts) QCOMPARE(part.taken, part.path == "data/hours.csv");
        QVERIFY(isSaid(take(readFile(file("hours.zip"), {})), "'data/hours.csv' was read"));
        const Dataset other = take(readFile(file("hours.zip"), partsWanted({"data/other.csv"})));
        QCOMPARE(other.series->rows(), std::int64_t{2});
        QVERIFY(!isSaid(other, "was read"));
        const auto none = readFile(file("hours.zip"), partsWanted({"nosuch.csv"}));
        QVERIFY(!none && none.error().message.find("no file 'nosuch.csv'") != std::string::npos);
        const auto twice = readFile(file("twice.zip"), {});
        QVERIFY(!twice && twice.error().message.find("packed as well") != std::string::npos);
    }

    /// Both halves of a set lie in one archive, as the UCR archive has them.
    void trainAndTest() {
        const Dataset data = take(readFile(file("Toy.zip"), {}));
        QVERIFY(data.sequences);
        QCOMPARE(data.sequences->items.size(), std::size_t{3});
        QCOMPARE(std::ranges::count(data.sequences->parts, SequenceSet::Part::Test), std::ptrdiff_t{1});
        QCOMPARE(data.sequences->source, file("Toy.zip").string());
        QVERIFY(data.sequences->testSource.empty());
    }

    void sheets() {
        const auto parts = take(listParts(file("hours.xlsx"), {}));
        QCOMPARE(parts.size(), std::size_t{3});
        QVERIFY(parts[0].taken && parts[1].path == "Notes, and more");
        const Dataset first = take(readFile(file("hours.xlsx"), {}));
        QVERIFY(isSaid(first, "3 sheets"));
        QVERIFY(channel(*first.series, "open") != nullptr);
        QCOMPARE(channel(*first.series, "open")->values[0], 1.0);
        QCOMPARE(channel(*first.series, "open")->values[1], 0.0);
        // A program that does not calculate has left the sums without a value
        const Dataset notes = take(readFile(file("hours.xlsx"), partsWanted({"Notes, and more"})));
        QVERIFY(isSaid(notes, "5 cells hold formulas without a value"));
        QVERIFY(channel(*notes.series, "sum") == nullptr);
        const Dataset others = take(readFile(file("hours.xlsx"), partsWanted({"Others"})));
        QCOMPARE(others.series->rows(), std::int64_t{4});
        QCOMPARE(others.series->channels[0].values[3], 4.5);
        const auto none = readFile(file("hours.xlsx"), partsWanted({"Nosuch"}));
        QVERIFY(!none && none.error().message.find("no sheet 'Nosuch'") != std::string::npos);
    }

    void databases() {
        const auto parts = take(listParts(file("hours.db"), {}));
        QCOMPARE(parts.size(), std::size_t{2});
        QVERIFY(parts[0].taken && parts[0].path == "hours");
        QVERIFY(isSaid(take(readFile(file("hours.db"), {})), "2 tables"));
        const Dataset few = take(readFile(file("hours.db"), partsWanted({"few"})));
        QCOMPARE(few.series->channels[0].values, (std::vector<double>{1, 3, 0.1}));
        QVERIFY(std::isnan(few.series->channels[1].values[2]));  // bytes
        const auto none = readFile(file("hours.db"), partsWanted({"nosuch"}));
        QVERIFY(!none && none.error().message.find("no table 'nosuch'") != std::string::npos);
    }

    void nestedRecords() {
        const Dataset data = take(readFile(file("nested.json"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
        QCOMPARE(channel(*data.series, "at.load")->values[59], 10 + 59 / 4.0);
        QVERIFY(channel(*data.series, "pair_1") != nullptr);
        QCOMPARE(channel(*data.series, "pair_1")->values[59], -2.0);  // 59 * 59 % 7
        for (const std::string text : {"{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": [\n", "[{\"a\": 1}, 2, {\"a\": 3}]"}) {
            const auto path = folder_.path() / "damaged.json";
            QVERIFY(removePath(path));
            QVERIFY(writeNewFile(path, text));
            QVERIFY(!readFile(path, {}));
        }
    }

    void cellsAsText() {
        SheetRows rows(false);
        QVERIFY(rows.beginRow(2));
        rows.put(1, "a,\"b\"\nc");
        rows.putNumber(3, "44256.01041666666", DateShown::DateTime);
        QVERIFY(!rows.beginRow(2));
        QVERIFY(rows.beginRow(4));
        rows.putNumber(0, "1", DateShown::Date);
        rows.putNumber(1, "0.75", DateShown::Time);
        rows.putNumber(2, "1.5", DateShown::Number);
        QVERIFY(!rows.beginRow(SheetRows::kMaxRows + 1));
        QCOMPARE(rows.finish().csv,
                 std::string("\n,\"a,\"\"b\"\" c\",,2021-03-01 00:15:00\n\n1900-01-01,18:00:00,1.5\n"));
        SheetRows mac(true);
        QVERIFY(mac.beginRow(1));
        mac.putNumber(0, "0.5", DateShown::DateTime);
        QCOMPARE(mac.finish().csv, std::string("1904-01-01 12:00:00\n"));
    }

    void xmlOfEnemies() {
        const std::string bomb =
            "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]><a>&c;&c;&c;</a>";
        XmlWalk walk({});
        auto done = walk.feed(bomb);
        if (done) done = walk.finish();
        QVERIFY(!done && done.error().message.find("entities") != std::string::npos);
        XmlWalk cut({});
        QVERIFY(cut.feed("<a><b>"));
        QVERIFY(!cut.finish());
    }

    void arrays() {
        for (const char* name : {"grid.npy", "fortran.npy"}) {
            const Dataset data = take(readFile(file(name), {}));
            QCOMPARE(data.series->channels.size(), std::size_t{2});
            for (std::size_t r = 0; r < 60; ++r) {
                QCOMPARE(data.series->channels[0].values[r], 2.0 * static_cast<double>(r));
                QCOMPARE(data.series->channels[1].values[r], 2.0 * static_cast<double>(r) + 1);
            }
        }
        const Dataset half = take(readFile(file("half.npy"), {}));
        const auto& values = half.series->channels[0].values;
        QVERIFY(values[0] == 0.5 && values[1] == -2 && std::isnan(values[2]) && std::isinf(values[3]));
        QCOMPARE(values[4], std::ldexp(1, -24));  // 6e-8 as a half float
        const std::pair<const char*, const char*> refused[] = {
            {"objects.npy", "Python objects"}, {"complex.npy", "complex"}, {"records.npy", "more than one row"}};
        for (const auto& [name, words] : refused) {
            const auto data = readFile(file(name), {});
            QVERIFY2(!data && data.error().message.find(words) != std::string::npos, name);
        }
        const Dataset npz = take(readFile(file("hours.npz"), {}));
        QVERIFY(channel(*npz.series, "grid_1") != nullptr);
        QVERIFY(isSaid(npz, "'lone' was left out") && isSaid(npz, "'names' was left out"));
        QCOMPARE(take(readFile(file("hours.npz"), partsWanted({"lone"}))).series->rows(), std::int64_t{3});
    }

    /// What the conventions of netCDF say of values is done, and said.
    void climateAndForecast() {
        const Dataset packed = take(readFile(file("packed.nc"), {}));
        const Channel* load = channel(*packed.series, "load");
        QVERIFY(load != nullptr);
        for (std::size_t r = 0; r < 60; ++r)
            QVERIFY(r == 7 ? std::isnan(load->values[r]) : load->values[r] == 10 + static_cast<double>(r) / 4);
        QCOMPARE(packed.series->time.values[59], kStart + 59 * kHour);
        QVERIFY(isSaid(packed, "times 0.25 plus 20"));
        // 2024-02-27, 28, then 2024-03-01: that calendar has no 29th
        const Dataset noleap = take(readFile(file("noleap.nc"), {}));
        QCOMPARE(noleap.series->time.values[1] - noleap.series->time.values[0], 24 * kHour);
        QCOMPARE(noleap.series->time.values[2] - noleap.series->time.values[1], 48 * kHour);
        QVERIFY(isSaid(noleap, "29th of February"));
        // Before 1582 the calendar of the origin was the Julian one: 2023-03-02
        QCOMPARE(take(readFile(file("ancient.nc"), {})).series->time.values[0], kStart + 24 * kHour);
        const Dataset other = take(readFile(file("other_calendar.nc"), {}));
        QVERIFY(!other.series->time.known() && isSaid(other, "'360_day'"));
    }

    /// Days of 30 to each month have no dates: their counts stay, with their unit, and levels are named by what the
    /// file says of them all the same. Runs that know them by their places keep these.
    void countsThatAreNoDates() {
        for (const char* name : {"levels360.nc", "levels360_classic.nc"}) {
            const Dataset data = take(readFile(file(name), {}));
            const Series& series = *data.series;
            QCOMPARE(series.channels.size(), std::size_t{2});
            for (std::size_t r = 0; r < 24; ++r) {
                QCOMPARE(channel(series, "t lev 850")->values[r], static_cast<double>(r));
                QCOMPARE(channel(series, "t lev 500")->values[r], static_cast<double>(r * r));
            }
            QVERIFY(!series.time.known());
            QVERIFY(isSaid(data, "'360_day'") && isSaid(data, "they stay counts of 'days since 2000-02-25"));
            QVERIFY(isSaid(data, "most rows lie 1 apart by 'time', in its unit 'days since 2000-02-25"));
            QVERIFY(!isSaid(data, "lev' was left out") && !isSaid(data, "time' was left out"));
            const auto told = std::ranges::find(series.report.columns, "time", &ReadColumn::name);
            QVERIFY(told != series.report.columns.end() && told->role == ReadColumn::Role::OtherTime);
            ExperimentConfig counts;
            counts.inputs = {"time", "t lev 850"};
            const Dataset named = take(readFile(file(name), counts));
            const Channel* count = channel(*named.series, "time");
            QVERIFY(count != nullptr && count->values[23] == 23 && count->unit.starts_with("days since 2000-02-25"));
            ExperimentConfig older;
            older.inputs = {"t_0", "t_1"};
            QCOMPARE(channel(*take(readFile(file(name), older)).series, "t_1")->values[3], 9.0);
        }
    }

    void classicNetcdf() {
        for (const char* name : {"classic.nc", "records64.nc"}) {
            const Dataset data = take(readFile(file(name), {}));
            const Series& series = *data.series;
            QCOMPARE(series.rows(), std::int64_t{60});
            QCOMPARE(series.time.values.back(), kStart + 59 * kHour);
            for (std::size_t r = 0; r < 60; ++r) {
                const double load = channel(series, "load")->values[r];
                QVERIFY2(r == 7 ? std::isnan(load) : load == 10 + static_cast<double>(r) / 4, name);
                QCOMPARE(channel(series, "wind level 1000")->values[r], static_cast<double>(3 * r + 2));
            }
            QVERIFY(isSaid(data, "'wind': a column for each of 3 places"));
            QVERIFY(isSaid(data, "1 data set that only finds or names rows"));
            ExperimentConfig older;
            older.inputs = {"wind_2"};
            QCOMPARE(channel(*take(readFile(file(name), older)).series, "wind_2")->values[9], 29.0);
        }
    }

    /// Tables of records, by h5py and by pandas (PyTables)
    void records() {
        const Dataset data = take(readFile(file("records.h5"), {}));
        const Dataset frame = take(readFile(file("pandas.h5"), {}));
        for (const Dataset* each : {&data, &frame}) {
            const Series& series = *each->series;
            QCOMPARE(series.rows(), std::int64_t{60});
            QCOMPARE(series.time.values.back(), kStart + 59 * kHour);
            const Channel* load = channel(series, "load");
            QVERIFY(load != nullptr);
            QVERIFY(std::isnan(load->values[7]) && load->values[59] == 10 + 59 / 4.0);
        }
        QVERIFY(isSaid(data, "'note' was left out: it holds one word"));
        QVERIFY(isSaid(data, "'pair_1' only counts the rows"));
        const Dataset pairs = take(readFile(file("records.h5"), partsWanted({"/table/pair"})));
        QCOMPARE(pairs.series->channels.size(), std::size_t{2});
        QCOMPARE(channel(*pairs.series, "pair_1")->values[59], -59.0);
    }

    void matlab() {
        const Dataset data = take(readFile(file("matlab73.mat"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{4});
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                QCOMPARE(channel(*data.series, "X_" + std::to_string(c))->values[r], static_cast<double>(3 * r + c));
        QVERIFY(isSaid(data, "'/title' was left out"));
    }

    /// What is written reads back as what was understood.
    void exports() {
        const Dataset data = take(readFile(file("hours.xlsx"), {}));
        for (const char* name : {"out.csv", "out.h5", "out.npy"}) {
            const auto path = folder_.path() / name;
            const auto written = exportSeries(*data.series, path);
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const Dataset again = take(readFile(path, {}));
            QCOMPARE(again.series->channels.size(), data.series->channels.size());
            for (std::size_t c = 0; c < data.series->channels.size(); ++c) {
                const Channel& wanted = data.series->channels[c];
                const Channel* found =
                    name == std::string("out.npy") ? &again.series->channels[c] : channel(*again.series, wanted.name);
                QVERIFY(found != nullptr && found->values.size() == wanted.values.size());
                for (std::size_t r = 0; r < wanted.values.size(); ++r)
                    QVERIFY(std::isnan(wanted.values[r]) ? std::isnan(found->values[r])
                                                         : found->values[r] == wanted.values[r]);
            }
            QCOMPARE(again.series->time.values,
                     name == std::string("out.npy") ? std::vector<std::int64_t>() : data.series->time.values);
        }
        QVERIFY(!exportSeries(*data.series, folder_.path() / "out.doc"));
        QVERIFY(!exportSeries(*data.series, folder_.path() / "stopped.h5", [](double) { return false; }));
        QVERIFY(!std::filesystem::exists(folder_.path() / "stopped.h5"));
    }

    void limits() {
        // 64 MiB of zeros in 64 KiB: more than a person's table unpacks to
        const auto unpacked = [&](const ArchiveLimits& limits) {
            std::int64_t bytes = 0;
            auto done = unpackMember(
                file("hours.csv.gz"), "hours.csv",
                [&](std::string_view piece) {
                    bytes += std::ssize(piece);
                    return Result<>();
                },
                {}, limits);
            return done ? bytes : -1;
        };
        QVERIFY(unpacked({}) > 1000);
        QCOMPARE(unpacked({.bytes = 100}), std::int64_t{-1});
        QVERIFY(!listArchive(file("hours.zip"), {}, {.members = 2}));
        const auto stopped = listArchive(file("hours.zip"), [](double) { return false; });
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestPackedFiles)
#include "tst_packed_files.moc"
