// SPDX-License-Identifier: GPL-3.0-or-later
// What arrays mean beside their numbers: attributes of h5py, netCDF and pandas, and arrays that are only named as
// times. Holds core/data/arrays/array_columns.cpp, core/data/arrays/cf_attributes.cpp and
// core/data/arrays/pandas_arrays.cpp, core/data/arrays/array_times.cpp.
#include "core/data_support.h"
#include "data/arrays/pandas_arrays.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "export/series_export.h"
#include "io/hdf5_file.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::int64_t kDay = 24 * kHour;

}  // namespace

class TestArrayMeanings : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    /// "/NAME" with numbers, beside a quantity.
    [[nodiscard]] Dataset readTimes(const std::string& name, const std::vector<double>& numbers) const {
        const auto path = folder_.path() / "times.h5";
        const auto rows = std::ssize(numbers);
        std::vector<double> load(numbers.size());
        for (std::size_t r = 0; r < load.size(); ++r) load[r] = std::sin(static_cast<double>(r));
        const auto made = writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
            auto done = writer.array("/" + name, {rows}, std::span(numbers));
            return done ? writer.array("/load", {rows}, std::span<const double>(load)) : done;
        });
        if (!made) qFatal("%s", made.error().message.c_str());
        return take(readFile(path, {}));
    }

private Q_SLOTS:
    /// As h5py writes a text: of variable length.
    void textsOfVariableLength() {
        const Dataset data = take(readFile(file("meant.h5"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->time.values[0], kStart);
        QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
    }

    void validRange() {
        const Dataset data = take(readFile(file("meant.h5"), {}));
        const auto temp = valuesOf(data, "temp");
        for (std::size_t r = 0; r < 60; ++r)
            QVERIFY(r < 2 || r > 50 ? std::isnan(temp[r]) : temp[r] == static_cast<double>(r));
        QVERIFY(isSaid(data, "outside of 2 to 50"));
    }

    void unsignedBytes() {
        const auto byte = valuesOf(take(readFile(file("meant.h5"), {})), "byte");
        QCOMPARE(byte[0], 253.0);
        QCOMPARE(byte[1], 254.0);      // valid_max is -2
        QVERIFY(std::isnan(byte[2]));  // _FillValue is -1
        QCOMPARE(byte[3], 0.0);
        QCOMPARE(byte[59], 56.0);
    }

    void pandasFixed() {
        const Dataset data = take(readFile(file("fixed.h5"), {}));
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QCOMPARE(valuesOf(data, "load")[59], 10 + 59 / 4.0);
        QCOMPARE(valuesOf(data, "hour")[59], 11.0);
        for (std::size_t r = 0; r < 60; ++r)
            QCOMPARE(data.series->time.values[r], kStart + static_cast<std::int64_t>(r) * kHour);
    }

    void pandasTable() {
        const Dataset data = take(readFile(file("dated.h5"), {}));
        QCOMPARE(data.series->time.name, std::string("when"));
        QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QCOMPARE(valuesOf(data, "Größe")[59], 10 + 59 / 4.0);
        QVERIFY(isSaid(data, "the numbers that pandas gives to rows"));
        const Dataset indexed = take(readFile(file("pandas.h5"), {}));
        QCOMPARE(valuesOf(indexed, "load")[59], 10 + 59 / 4.0);
        QCOMPARE(pickledTexts("(lp0\nVtemp\np1\naVGr\xF6\xDF"
                              "e \\u4e2d\np2\na."),
                 (std::vector<std::string>{"temp", "Größe 中"}));
        QVERIFY(pickledTexts("cos\nsystem\n(Vls\ntR.").empty());
    }

    /// Numbers of an array that is named as a time, by the guesses of text tables.
    void numbersOfTimes() {
        std::vector<double> years, days, excel, seconds, stamps;
        for (int r = 0; r < 60; ++r) {
            years.push_back(1950 + r);
            days.push_back(r < 31 ? 20230101 + r : 20230201 + r - 31 + (r < 59 ? 0 : 72));
            excel.push_back(45000 + r);
            seconds.push_back(r * 0.01);
            stamps.push_back(1677628800e3 + r * 3600e3);
        }
        const Dataset byYear = readTimes("time", years);
        QCOMPARE(byYear.series->time.values[20], std::int64_t{0});
        QVERIFY(isSaid(byYear, "'/time'"));
        QCOMPARE(readTimes("date", days).series->time.values[31], INT64_C(1675209600) * 1000000);      // 2023-02-01
        QCOMPARE(readTimes("t", excel).series->time.values[1] - INT64_C(1678838400) * 1000000, kDay);  // 45000
        const Dataset counted = readTimes("t", seconds);
        QCOMPARE(counted.series->time.values[1], std::int64_t{10000});
        QVERIFY(isSaid(counted, "no unit is said"));
        QVERIFY(std::ranges::any_of(counted.series->report.guesses,
                                    [](const ReadGuess& g) { return g.key == "time_column" && !g.certain; }));
        const Dataset stamped = readTimes("timestamp", stamps);
        QCOMPARE(stamped.series->time.values[59], kStart + 59 * kHour);
    }

    /// Stamps under a name that is no word for a time are the time all the same, or are left out with a word.
    void stampsOfAnyName() {
        std::vector<double> seconds, serials, datenums, uneven;
        for (int r = 0; r < 60; ++r) {
            seconds.push_back(1677628800.0 + r * 3600);
            serials.push_back(44986 + r / 24.0);
            datenums.push_back(738946 + r / 24.0);
            uneven.push_back(1677628800.0 + r * r * 60);
        }
        for (const auto& numbers : {seconds, serials, datenums}) {
            const Dataset data = readTimes("moments", numbers);
            QVERIFY(!data.series->find("moments"));
            QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
            QVERIFY(isSaid(data, "'moments'"));
        }
        QVERIFY(!readTimes("stamp", seconds).series->find("stamp"));
        // A meter of that height rises likewise.
        const Dataset kept = readTimes("moments", uneven);
        QVERIFY(kept.series->find("moments") && isSaid(kept, "rises as stamps"));
        ExperimentConfig asked;
        asked.inputs = {"moments"};
        QVERIFY(take(readFile(folder_.path() / "times.h5", asked)).series->find("moments"));
        asked = {};
        asked.timeColumn = "moments";
        QVERIFY(take(readFile(folder_.path() / "times.h5", asked)).series->time.known());
        std::vector<double> counted(60), meter(60);
        for (int r = 0; r < 60; ++r) counted[r] = 40000 + r * 37 % 60, meter[r] = 740000 + r * r;
        QVERIFY(readTimes("power", counted).series->find("power"));
        QVERIFY(readTimes("meter", meter).series->find("meter"));
    }

    /// The first column of a matrix, as MATLAB's users keep it.
    void stampsInAMatrix() {
        const auto path = folder_.path() / "matrix.h5";
        std::vector<double> cells;
        for (int r = 0; r < 60; ++r) cells.insert(cells.end(), {738946 + r / 24.0, r % 7 + 0.5, r % 5 + 0.25});
        QVERIFY(writeHdf5(path, [&](Hdf5Writer& writer) {
            return writer.array("/data", {60, 3}, std::span<const double>(cells));
        }));
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QCOMPARE(data.series->time.values[59], kStart + 59 * kHour);
    }

    /// True and false, words, and texts of variable length beside numbers, as h5py writes them.
    void textsAndTruths() {
        const Dataset data = take(readFile(file("kinds.h5.gz"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{24});
        QCOMPARE(data.series->time.values[23], kStart + 23 * kHour);
        QCOMPARE(valuesOf(data, "load")[23], 23 / 4.0);
        QCOMPARE(valuesOf(data, "on")[3], 1.0);
        QCOMPARE(valuesOf(data, "on")[4], 0.0);
        QVERIFY(std::ranges::any_of(data.series->channels, [](const Channel& c) { return c.name == "lab=high"; }));
        QVERIFY(std::ranges::any_of(data.series->channels, [](const Channel& c) { return c.name == "kind=night"; }));
    }

    /// Times of the system and bits, as PyTables writes them.
    void timesOfTheSystem() {
        const Dataset data = take(readFile(file("system.h5.gz"), {}));
        QCOMPARE(data.series->time.name, std::string("when"));
        QCOMPARE(data.series->time.values[23], kStart + 23 * kHour);
        QCOMPARE(valuesOf(data, "ok")[3], 1.0);
        QCOMPARE(valuesOf(data, "ok")[4], 0.0);
        QCOMPARE(valuesOf(data, "load")[23], 23 / 4.0);
    }

    /// An index of several levels in both of pandas' formats: series below each other.
    void indexOfLevels() {
        for (const char* name : {"levels.h5.gz", "levels_fixed.h5.gz"}) {
            ExperimentConfig config;
            config.dataPath = file(name).string();
            const Dataset data = take(loadAsItLooks(config));
            QCOMPARE(config.csvShape, std::string("long"));
            QCOMPARE(data.series->rows(), std::int64_t{24});
            QCOMPARE(data.series->channels.size(), std::size_t{2});
            QCOMPARE(data.series->time.values[23], kStart + 23 * kHour);
            QCOMPARE(data.series->channels[0].values[23], 23 / 4.0);
            QCOMPARE(data.series->channels[1].values[23], 77.0);
            QVERIFY(!isSaid(data, "axis1_label") && !isSaid(data, "_i_table"));
        }
    }

    /// Groups with arrays of the same names and lengths of their own, and rows that are counted by series.
    void seriesOfOtherLengths() {
        const std::vector<double> values(90, 1.5), counts{40, 30, 20};
        std::vector<double> hours;
        for (const double count : counts)
            for (int r = 0; r < static_cast<int>(count); ++r) hours.push_back(r);
        ExperimentConfig config;
        config.dataPath = (folder_.path() / "groups.h5").string();
        QVERIFY(writeHdf5(config.dataPath, [&](Hdf5Writer& writer) -> Result<> {
            for (int i = 0; i < 3; ++i)
                if (auto done = writer.array("/run_" + std::to_string(i) + "/signal", {40 + i},
                                             std::span(values).first(static_cast<std::size_t>(40 + i)));
                    !done)
                    return done;
            return {};
        }));
        const Dataset groups = take(loadAsItLooks(config));
        QCOMPARE(membersOf(*groups.series).size(), std::size_t{3});
        QCOMPARE(membersOf(*groups.series)[2].name, std::string("run_2"));
        QCOMPARE(membersOf(*groups.series)[2].rows(), std::int64_t{42});
        config = {};
        config.dataPath = (folder_.path() / "ragged.h5").string();
        QVERIFY(writeHdf5(config.dataPath, [&](Hdf5Writer& writer) -> Result<> {
            for (auto done : {writer.array("/y", {90}, std::span(values)),
                              writer.array("/time", {90}, std::span<const double>(hours)),
                              writer.array("/row_size", {3}, std::span(counts)),
                              writer.attribute("/row_size", "sample_dimension", std::string("obs")),
                              writer.attribute("/time", "units", std::string("hours since 2023-03-01"))})
                if (!done) return done;
            return {};
        }));
        const Dataset ragged = take(loadAsItLooks(config));
        QVERIFY(config.csvShape == "long" || config.csvShape == "together");
        QVERIFY(isMany(*ragged.series) || ragged.series->channels.size() == 3);
    }

    /// A masked time, as netCDF keeps it: the row has no place, and no time is made up.
    void missingTimes() {
        const auto path = folder_.path() / "masked.h5";
        std::vector<double> hours, load;
        for (int r = 0; r < 60; ++r) hours.push_back(r == 20 ? -9999 : r), load.push_back(r % 7);
        QVERIFY(writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
            for (auto done : {writer.array("/time", {60}, std::span<const double>(hours)),
                              writer.array("/load", {60}, std::span<const double>(load)),
                              writer.attribute("/time", "units", std::string("hours since 2023-03-01")),
                              writer.attribute("/time", "_FillValue", -9999.0)})
                if (!done) return done;
            return {};
        }));
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.series->rows(), std::int64_t{59});
        QCOMPARE(data.series->time.values[19], kStart + 19 * kHour);
        QCOMPARE(data.series->time.values[20], kStart + 21 * kHour);
        QCOMPARE(valuesOf(data, "load")[20], 0.0);
        QCOMPARE(data.series->report.account.rowsInFile, std::int64_t{60});
        QCOMPARE(data.series->report.account.leftOut().front().line, std::int64_t{21});
        QVERIFY(isSaid(data, "its time is missing"));
    }

    /// Months have no fixed length: the calendar gives it.
    void monthsSince() {
        const auto path = folder_.path() / "months.h5";
        std::vector<double> months, load;
        for (int r = 0; r < 60; ++r) months.push_back(r == 5 ? 5.5 : r), load.push_back(r % 7);
        const auto write = [&](const std::string& unit) {
            return writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
                for (auto done : {writer.array("/time", {60}, std::span<const double>(months)),
                                  writer.array("/load", {60}, std::span<const double>(load)),
                                  writer.attribute("/time", "units", unit)})
                    if (!done) return done;
                return {};
            });
        };
        QVERIFY(write("months since 2019-11-01"));
        Dataset data = take(readFile(path, {}));
        QCOMPARE(datatest::timeText(data.series->time.values[0]), std::string("2019-11-01 00:00:00"));
        QCOMPARE(datatest::timeText(data.series->time.values[4]), std::string("2020-03-01 00:00:00"));
        QCOMPARE(datatest::timeText(data.series->time.values[5]), std::string("2020-04-16 00:00:00"));
        QCOMPARE(datatest::timeText(data.series->time.values[59]), std::string("2024-10-01 00:00:00"));
        QVERIFY(isSaid(data, "whole month or year of the calendar"));
        QVERIFY(write("years since 1900-01-15 12:00:00"));
        data = take(readFile(path, {}));
        QCOMPARE(datatest::timeText(data.series->time.values[59]), std::string("1959-01-15 12:00:00"));
    }

    void roundedNumbers() {
        const auto path = folder_.path() / "rounded.h5";
        std::vector<std::int64_t> ids;
        for (std::int64_t r = 0; r < 60; ++r) ids.push_back((INT64_C(1) << 60) + r);
        QVERIFY(writeHdf5(
            path, [&](Hdf5Writer& writer) { return writer.array("/id", {60}, std::span<const std::int64_t>(ids)); }));
        QVERIFY(isSaid(take(readFile(path, {})), "60 of its whole numbers"));
    }

    /// What stands in the way is said, not what is left.
    void causes() {
        const auto inner = readFile(file("inner.h5.gz"), {});
        QVERIFY(!inner);
        QVERIFY2(inner.error().message.find("'/tbl/pos' is not read: a record inside of a record") != std::string::npos,
                 inner.error().message.c_str());
        const auto ragged = readFile(file("ragged.h5.gz"), {});
        QVERIFY(!ragged);
        QVERIFY2(ragged.error().message.find("'/cells': each of its cells is a list") != std::string::npos,
                 ragged.error().message.c_str());
    }

    /// Columns stay in their order and the time keeps its name.
    void writtenInOrder() {
        Series series;
        series.time = {.name = "when", .values = {0, kHour, 2 * kHour}};
        for (const char* name : {"v", "i", "b"}) series.channels.push_back({name, "", {1, 2, 4}});
        const auto path = folder_.path() / "ordered.h5";
        QVERIFY(exportSeries(series, path));
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.series->time.name, std::string("when"));
        QCOMPARE(data.series->time.values, series.time.values);
        for (std::size_t c = 0; c < 3; ++c) QCOMPARE(data.series->channels[c].name, series.channels[c].name);
    }
};

QTEST_GUILESS_MAIN(TestArrayMeanings)
#include "tst_array_meanings.moc"
