// SPDX-License-Identifier: GPL-3.0-or-later
// Grids of netCDF as xarray writes them (tests/core/data/files/make_files.py): names of places, one place alone, runs
// that know columns by older names; records of NumPy, frames of pandas in one file, objects that are not opened.
// Holds core/data/arrays/grids/find_grids.cpp, core/data/arrays/grids/grid.cpp, core/data/arrays/npy_reader.cpp and
// core/io/hdf5_file_types.cpp.
#include "data/arrays/grids/find_grids.h"
#include "data/arrays/grids/grid.h"
#include "data/shapes/shape_choice.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kHours = 6;
constexpr const char* kFiles[] = {"grid.nc", "grid_classic.nc"};

std::vector<std::string> namesOf(const Dataset& data) {
    std::vector<std::string> names;
    for (const Channel& channel : data.series->channels) names.push_back(channel.name);
    return names;
}

/// Whether the column is so much in each hour.
bool rises(const Dataset& data, const std::string& name, double first, double perHour) {
    const std::vector<double> values = valuesOf(data, name);
    bool isSame = std::ssize(values) == kHours;
    for (std::size_t h = 0; isSame && h < values.size(); ++h)
        isSame = values[h] == first + perHour * static_cast<double>(h);
    return isSame;
}

}  // namespace

class TestGrids : public QObject {
    Q_OBJECT
    QuickFolder folder_;

private Q_SLOTS:
    /// The places of netCDF-4 and of the classic format, levels, a curved grid; values unpacked and in their order.
    void named() {
        for (const char* name : kFiles) {
            const Dataset data = take(readFile(file(name), {}));
            QCOMPARE(data.series->rows(), kHours);
            QCOMPARE(data.series->channels.size(), std::size_t{12 + 24 + 4});
            QVERIFY(data.series->time.values[1] - data.series->time.values[0] == kHour);
            QCOMPARE(data.series->time.values[0], kStart);
            QVERIFY(rises(data, "t2m 53N 12.75E", 280, 1));
            QVERIFY(rises(data, "t2m 52.5N 13.25E", 280 + 6 / 4.0, 1));
            QVERIFY(rises(data, "t2m 52N 13.5E", 280 + 11 / 4.0, 1));
            QVERIFY(rises(data, "t 500hPa 53N 12.75E", 0, 1000));
            QVERIFY(rises(data, "t 850hPa 52N 13E", 121, 1000));
            QVERIFY(rises(data, "sst 6.1S 1.5E", 3, 4));
            QVERIFY(rises(data, "sst 5S 359E", 0, 4));
            QCOMPARE(data.series->channels[*data.series->find("t2m 53N 13E")].unit, std::string("K"));
            QVERIFY(
                isSaid(data, "'t2m' (2 metre temperature, K): a grid of 12 places, 52N to 53N and 12.75E to 13.5E"));
            QVERIFY(isSaid(data, "'t': a grid of 24 places"));
            QVERIFY(!isSaid(data, "sequences") && !isSaid(data, "latitude' was left out"));
        }
    }

    /// Places over times are a table and no sequences, whatever is offered.
    void noSequences() {
        for (const char* name : kFiles) {
            ExperimentConfig config;
            config.dataPath = file(name).string();
            for (const ShapeCandidate& one : take(shapeCandidates(config)))
                QVERIFY2(one.shape != "ntc" && one.shape != "nct", one.shape.c_str());
            QVERIFY(take(loadAsItLooks(config)).series != nullptr);
        }
    }

    /// What is laid out by its times already is not exchanged once more.
    void seriesInRows() {
        ExperimentConfig options;
        options.csvShape = "transposed";
        for (const char* name : kFiles) {
            const Dataset data = take(readFile(file(name), options));
            QVERIFY(rises(data, "t2m 53N 12.75E", 280, 1));
            QVERIFY(rises(data, "sst 6.1S 1.5E", 3, 4));
        }
    }

    void near_data() {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("one quantity") << "t2m near 52.4 13.2" << QStringList{"t2m 52.5N 13.25E"};
        QTest::newRow("letters") << "t2m near 52.4N, 13.2E" << QStringList{"t2m 52.5N 13.25E"};
        QTest::newRow("levels") << "t near 60 13.6" << QStringList{"t 500hPa 53N 13.5E", "t 850hPa 53N 13.5E"};
        QTest::newRow("around the world") << "sst near 5.2S 1.1W" << QStringList{"sst 5S 359E"};
        QTest::newRow("no degrees") << "t2m near 95 13" << QStringList{};
        QTest::newRow("no such grid") << "tp near 52 13" << QStringList{};
    }
    void near() {
        QFETCH(QString, asked);
        QFETCH(QStringList, names);
        for (const char* name : kFiles) {
            auto read = readFile(file(name), partsWanted({asked.toStdString()}));
            if (names.isEmpty()) {
                QVERIFY(!read.ok());
                QCOMPARE(read.error().field, std::string("hdf5_datasets"));
                continue;
            }
            const Dataset data = take(std::move(read));
            QStringList found;
            for (const std::string& one : namesOf(data)) found << QString::fromStdString(one);
            QCOMPARE(found, names);
            QCOMPARE(data.series->time.values.front(), kStart);
            QVERIFY(isSaid(data, "which is the nearest"));
        }
        const Dataset all = take(readFile(file("grid.nc"), partsWanted({"near 52.5 13.25"})));
        QVERIFY(rises(all, "t2m 52.5N 13.25E", 280 + 6 / 4.0, 1));
        QVERIFY(rises(all, "t 850hPa 52.5N 13.25E", 112, 1000));
    }

    /// Settings that name columns as they were called before get them, with the same values.
    void olderNames() {
        for (const char* name : kFiles) {
            ExperimentConfig options;
            options.inputs = {"t2m_1_2"};
            const Dataset data = take(readFile(file(name), options));
            QVERIFY(rises(data, "t2m_1_2", 280 + 6 / 4.0, 1));
            QVERIFY(!data.series->find("t2m 52.5N 13.25E"));
            QVERIFY(rises(data, "sst_1_1", 3, 4));
            options.inputs = {"t2m 52.5N 13.25E"}, options.targets = {"t2m_other"};
            QVERIFY(take(readFile(file(name), options)).series->find("t2m 52.5N 13.25E"));
        }
    }

    /// A column that is called as an older place of a grid would be is that column.
    void columnsLikeOlderNames() {
        std::vector<StoredArray> arrays(2);
        arrays[0].path = "/wind", arrays[0].shape = {6, 20}, arrays[0].usable = true;
        Grid wind;
        wind.name = "wind", wind.stored = {6, 20}, wind.sizes = {20};
        arrays[0].grid = std::make_shared<const Grid>(wind);
        arrays[1].path = "/wind_10", arrays[1].shape = {6}, arrays[1].usable = true;
        ExperimentConfig options;
        options.inputs = {"wind_10"};
        keepOldNames(options, arrays);
        QVERIFY(arrays[0].grid != nullptr);
        options.inputs = {"wind_11"};
        keepOldNames(options, arrays);
        QVERIFY(arrays[0].grid == nullptr);
    }

    void degrees() {
        QCOMPARE(degreesWord(-3.25, false, 6), std::string("3.25W"));
        QCOMPARE(degreesWord(52.599998, true, 6), std::string("52.6N"));
        QVERIFY(std::abs(kilometres(52.52, 13.405, 48.137, 11.575) - 504) < 2);  // Berlin, Munich
        QVERIFY(std::abs(kilometres(0, 359.5, 0, -0.5)) < 1e-6);
        QVERIFY(!parseNear("t2m") && !parseNear("t2m near") && !parseNear("t2m near 52") && !parseNear("nearest 1 2"));
        Grid large{.name = "v", .stored = {6, 2}, .sizes = {2}};
        large.axes = {std::make_shared<Grid::Axis>(Grid::Axis{{0}, {-5.25, 52.5}, {}}),
                      std::make_shared<Grid::Axis>(Grid::Axis{{0}, {13.25, -7.123456}, {}})};
        large.latitude = 0, large.longitude = 1;
        QCOMPARE(large.nameOf(0), std::string("v 5.25S 13.25E"));
        QCOMPARE(large.nameOf(1), std::string("v 52.5N 7.123456W"));
        QCOMPARE(parseNear("a b near 10S 20W")->longitude, -20.0);
        QCOMPARE(parseNear("near -10 20")->latitude, -10.0);
    }

    /// Dimensions of one name and other sizes in another group are not those of a grid; nor are places of another group
    /// where its own are there.
    void groups() {
        const std::map<std::string, std::vector<double>> values = {
            {"/time", {0, 1}},    {"/A/lat", {10, 11}},      {"/A/lon", {20, 21, 22}},
            {"/B/lat", {50, 51}}, {"/B/lon", {7, 8, 9, 10}}, {"/B/v", std::vector<double>(16, 1.0)}};
        std::vector<FileArray> stored;
        ArrayFile arrays{"hdf5", "groups.nc", {}, {}};
        for (const auto& [path, numbers] : values) {
            const std::string own = path.substr(path.rfind('/') + 1);
            FileArray one;
            one.path = path, one.shape = {std::ssize(numbers)}, one.type = "float64", one.usable = true;
            one.dimensions = {own};
            if (own == "v") one.shape = {2, 2, 4}, one.dimensions = {"time", "lat", "lon"};
            if (own == "lat") one.attributes = {{"units", {}, {"degrees_north"}}};
            if (own == "lon") one.attributes = {{"units", {}, {"degrees_east"}}};
            StoredArray& array = arrays.arrays.emplace_back();
            array.path = path, array.shape = one.shape, array.type = one.type, array.dimensions = one.dimensions;
            array.usable = true, array.isTime = own == "time";
            stored.push_back(std::move(one));
        }
        arrays.values = [&](const StoredArray& array, const Progress&) { return Result(values.at(array.path)); };
        ArrayFile stopped = arrays;
        int most = 0;
        QVERIFY(findGrids(stored, arrays, [&](double) { return ++most > 0; }));
        QVERIFY(most > 1);
        for (int stop = 1; stop <= most; ++stop) {
            ArrayFile one = stopped;
            int calls = 0;
            const auto found = findGrids(stored, one, [&](double) { return ++calls < stop; });
            QVERIFY(!found && found.error().code == ErrorCode::Cancelled && calls == stop);
        }
        const auto grid = std::ranges::find(arrays.arrays, "/B/v", &StoredArray::path)->grid;
        QVERIFY(grid != nullptr);
        QCOMPARE(grid->nameOf(0), std::string("v 50N 7E"));
        QCOMPARE(grid->nameOf(7), std::string("v 51N 10E"));
        QCOMPARE(grid->position(7)->second, 10.0);
    }

    /// A file that is cut or flipped anywhere is refused, or read, and ends no program.
    void damaged() {
        for (const char* name : kFiles) {
            const std::string bytes = take(readFileBytes(file(name)));
            for (std::size_t at = 1; at < bytes.size(); at += 97) {
                const fs::path cut = folder_.path() / ("cut_" + std::to_string(at) + name);
                QVERIFY(writeNewFile(cut, bytes.substr(0, at)).ok());
                (void)readFile(cut, {});
                std::string other = bytes;
                other[at] = static_cast<char>(other[at] ^ 0x55);
                const fs::path flipped = folder_.path() / ("flip_" + std::to_string(at) + name);
                QVERIFY(writeNewFile(flipped, other).ok());
                (void)readFile(flipped, partsWanted({"near 52 13"}));
            }
        }
    }

    /// Fields of records are columns, the time among them; words are no numbers.
    void records() {
        const Dataset data = take(readFile(file("frame_records.npy"), {}));
        QCOMPARE(namesOf(data), (std::vector<std::string>{"load", "hour"}));
        QCOMPARE(data.series->time.name, std::string("time"));
        QCOMPARE(data.series->time.values[1], kStart + kHour);
        QCOMPARE(valuesOf(data, "load")[8], 12.0);
        QVERIFY(std::isnan(valuesOf(data, "load")[7]));
        QCOMPARE(valuesOf(data, "hour")[30], 6.0);
        const Dataset mixed = take(readFile(file("records.npz"), {}));
        QCOMPARE(valuesOf(mixed, "both_1")[8], 24.0);
        QCOMPARE(valuesOf(mixed, "hour")[30], 6.0);
        QCOMPARE(mixed.series->time.values[2], kStart + 2 * kHour);
        const std::string bytes = take(readFileBytes(file("frame_records.npy")));
        for (std::size_t size = 0; size < bytes.size(); size += 13) {
            const fs::path cut = folder_.path() / ("cut_" + std::to_string(size) + ".npy");
            QVERIFY(writeNewFile(cut, bytes.substr(0, size)).ok());
            QVERIFY(!readFile(cut, {}).ok());
        }
    }

    /// A single record has no rows for its text; what is an array in it has.
    void oneRecord() {
        const std::string dict =
            "{'descr': [('who', '|S3'), ('x', '<f8', (3,))], 'fortran_order': False, 'shape': (), }\n";
        std::string bytes("\x93NUMPY\x01\0", 8);
        bytes += static_cast<char>(dict.size());
        bytes += '\0';
        bytes += dict + "abc" + std::string(3 * sizeof(double), '\0');
        const fs::path path = folder_.path() / "one.npy";
        QVERIFY(writeNewFile(path, bytes).ok());
        const auto parts = take(listParts(path, {}));
        QCOMPARE(parts.size(), std::size_t{2});
        QVERIFY(!parts[0].usable && parts[1].usable);
        QCOMPARE(valuesOf(take(readFile(path, {})), "x"), std::vector<double>(3, 0.0));
    }

    /// Objects are named and never opened, whatever else lies beside them.
    void objects() {
        const auto read = readFile(file("ragged.npz"), {});
        QVERIFY(!read.ok());
        const std::string why = read.error().phrase.english();
        QVERIFY2(why.find("'X'") != std::string::npos && why.find("lengths") != std::string::npos, why.c_str());
    }

    /// Columns of two frames are called by their keys; a run that knows the path of a block keeps it.
    void keys() {
        const Dataset data = take(readFile(file("two_keys.h5"), {}));
        QCOMPARE(valuesOf(data, "a/load")[8], 12.0);
        QCOMPARE(valuesOf(data, "b/load")[8], 24.0);
        QCOMPARE(valuesOf(data, "b/hour")[30], 12.0);
        ExperimentConfig options;
        options.targets = {"b/block0_values:load"};
        QCOMPARE(valuesOf(take(readFile(file("two_keys.h5"), options)), "b/block0_values:load")[8], 24.0);
    }
};

QTEST_GUILESS_MAIN(TestGrids)
#include "tst_grids.moc"
