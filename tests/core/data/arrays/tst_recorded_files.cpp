// SPDX-License-Identifier: GPL-3.0-or-later
// Files of measurements as the libraries that people use write them (tests/core/data/files/make_files.py): MATLAB 5 and
// 7, sounds, many series in one file; what cannot be read by its name.
// Holds core/data/tables/json_reader.cpp, core/data/arrays/matlab_cells.cpp, core/data/arrays/matlab_file.cpp,
// core/data/arrays/matlab_reader.cpp, core/data/arrays/wav_reader.cpp and core/data/tables/tsf_file.cpp.
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "data/tables/tsf_file.h"
#include "io/file_io.h"
#include "io/inflate.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestRecordedFiles : public QObject {
    Q_OBJECT
    QuickFolder folder_;

private Q_SLOTS:
    void matlab() {
        for (const char* name : {"matlab5.mat", "matlab7.mat"}) {
            const Dataset data = take(readFile(file(name), {}));
            QCOMPARE(data.series->report.format, std::string("matlab"));
            QCOMPARE(data.series->rows(), std::int64_t{4});
            for (std::size_t r = 0; r < 4; ++r) {
                for (std::size_t c = 0; c < 3; ++c)
                    QCOMPARE(valuesOf(data, "X_" + std::to_string(c))[r], static_cast<double>(3 * r + c));
                QCOMPARE(valuesOf(data, "row")[r], static_cast<double>(r + 1));
                QCOMPARE(valuesOf(data, "load")[r], static_cast<double>(r) / 4);
                // 738946 is 2023-03-01; a day's 24th part is no whole number of microseconds
                QCOMPARE(data.series->time.values[r], kStart + static_cast<std::int64_t>(r) * kHour);
            }
            QCOMPARE(valuesOf(data, "on"), (std::vector<double>{1, 0, 1, 1}));
            for (const char* words : {"'/title' was left out: texts", "'/cells{2}' was left out: texts",
                                      "'/z' was left out: complex", "'/s/unit' was left out", "datenum"})
                QVERIFY2(isSaid(data, words), words);
            const Dataset grid = take(readFile(file(name), partsWanted({"/grid"})));
            QCOMPARE(valuesOf(grid, "grid_1_0"), (std::vector<double>{2, 6}));
        }
    }

    /// Matrices of version 4; cells become data sets of their own.
    void olderAndCells() {
        const Dataset old = take(readFile(file("matlab4.mat"), {}));
        QCOMPARE(old.series->rows(), std::int64_t{60});
        for (const char* name : {"load", "both_0"}) {
            QVERIFY(std::isnan(valuesOf(old, name)[7]));
            QCOMPARE(valuesOf(old, name)[9], 12.25);
        }
        for (const char* name : {"hour", "both_1"}) QCOMPARE(valuesOf(old, name)[30], 6.0);
        QVERIFY(isSaid(old, "'/word' was left out: texts"));
        const Dataset cells = take(readFile(file("cells.mat"), {}));
        QCOMPARE(valuesOf(cells, "c{1}")[9], 12.25);
        QCOMPARE(valuesOf(cells, "c{2}")[30], 6.0);
        QVERIFY(isSaid(cells, "'/c{3}' was left out: texts"));
    }

    /// Cells and lists of structures of version 7.3, which are references, are read as those of version 5.
    void cellsOf73() {
        for (const std::string name : {"cells_unequal", "cells_lines", "structures"}) {
            ExperimentConfig config, config73;
            config.dataPath = file(name + ".mat").string(), config73.dataPath = file(name + "73.mat").string();
            const Dataset data = take(loadAsItLooks(config)), data73 = take(loadAsItLooks(config73));
            QCOMPARE(data73.sequences != nullptr, data.sequences != nullptr);
            if (data.sequences) {
                const SequenceSet &set = *data.sequences, &set73 = *data73.sequences;
                QVERIFY(set.items.size() == 4 && set73.items.size() == 4 && set73.items[3].steps == 6);
                QVERIFY(set.classNames == set73.classNames && set.channelNames == set73.channelNames);
                for (std::size_t i = 0; i < 4; ++i) {
                    QCOMPARE(set73.items[i].values, set.items[i].values);
                    QCOMPARE(set73.items[i].label, set.items[i].label);
                }
                continue;
            }
            QCOMPARE(data73.series->rows(), name == "cells_lines" ? std::int64_t{75} : std::int64_t{61});
            QVERIFY(isMany(*data73.series) && isMany(*data.series));
            QCOMPARE(data73.series->channels.size(), data.series->channels.size());
            for (std::size_t c = 0; c < data.series->channels.size(); ++c) {
                QCOMPARE(data73.series->channels[c].name, data.series->channels[c].name);
                QCOMPARE(data73.series->channels[c].values.vector(), data.series->channels[c].values.vector());
            }
        }
        const Dataset one = take(readFile(file("cells_lines73.mat"), partsWanted({"/runs{2}"})));
        QVERIFY(one.series->rows() == 25 && one.series->channels.front().values[4] == 16.0);
        // One array that a list refers to three times is one.
        const Dataset again = take(readFile(file("cells_again73.mat"), {}));
        QVERIFY(again.series->channels.size() == 1 && again.series->rows() == 20);
        // A run that was made before knows one by its name in the file.
        ExperimentConfig before;
        before.targets = {"d"};
        const Dataset old = take(readFile(file("cells_lines73.mat"), before));
        QVERIFY(old.series && !isMany(*old.series) && old.series->find("d") && valuesOf(old, "d")[4] == 64.0);
    }

    /// A row for each station and a column for each time: each station is a series.
    void stations() {
        const Dataset data = take(readFile(file("stations.nc"), {}));
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->channels.size(), std::size_t{3});
        for (std::size_t s = 0; s < 3; ++s)
            QCOMPARE(data.series->channels[s].values[59], 100.0 * static_cast<double>(s) + 59);
        QCOMPARE(data.series->time.values[1] - data.series->time.values[0], kHour);
        QVERIFY(isSaid(data, "a row for each of 3 places"));
        ExperimentConfig together;
        together.csvShape = "together";
        const Dataset many = take(readFile(file("stations.nc"), together));
        QCOMPARE(many.series->rows(), std::int64_t{180});
    }

    /// Rows and columns of an array are exchanged where that is asked for.
    void turnedArrays() {
        ExperimentConfig turned;
        turned.csvShape = "transposed", turned.hdf5Datasets = {"/X"};
        const Dataset data = take(readFile(file("matlab5.mat"), turned));
        QCOMPARE(data.series->rows(), std::int64_t{3});
        QCOMPARE(data.series->channels.size(), std::size_t{4});
        for (std::size_t c = 0; c < 4; ++c)
            for (std::size_t r = 0; r < 3; ++r)
                QCOMPARE(data.series->channels[c].values[r], static_cast<double>(3 * c + r));
    }

    void unpacking() {
        const std::string whole = take(readFileBytes(file("matlab7.mat")));
        const auto size = static_cast<unsigned char>(whole[132]) + 256U * static_cast<unsigned char>(whole[133]);
        const std::string_view packed = std::string_view(whole).substr(136, size);
        const auto bytes = inflateZlib(packed, 1 << 20);
        QVERIFY(bytes && bytes->size() > size / 2);
        QVERIFY(!inflateZlib(packed, bytes->size() / 2));
        QVERIFY(!inflateZlib(packed.substr(0, packed.size() / 2), 1 << 20));
    }

    void sounds() {
        for (const char* name : {"stereo16.wav", "stereo24.wav", "stereo32.wav"}) {
            const Dataset data = take(readFile(file(name), {}));
            QCOMPARE(data.series->rows(), std::int64_t{200});
            QCOMPARE(data.series->time.stepMicros, std::int64_t{125});
            for (std::size_t r = 0; r < 200; ++r) {
                QCOMPARE(valuesOf(data, "left")[r], static_cast<double>(r) * 100 / 32768);
                QCOMPARE(valuesOf(data, "right")[r], static_cast<double>(r) * -100 / 32768);
            }
            QVERIFY(isSaid(data, "full scale is 1"));
        }
        const Dataset one = take(readFile(file("float.wav"), {}));
        QCOMPARE(valuesOf(one, "sound")[199], 199.0 / 256);
        QCOMPARE(one.series->time.values[199], std::llround(199e6 / 44100));
        QCOMPARE(valuesOf(take(readFile(file("bytes.wav"), {})), "sound")[64], -0.5);
        std::string bytes = take(readFileBytes(file("stereo16.wav")));
        const auto path = folder_.path() / "cut.wav";
        QVERIFY(writeNewFile(path, bytes.substr(0, bytes.size() - 402)));
        const Dataset cut = take(readFile(path, {}));
        QVERIFY(cut.series->rows() == 99 && isSaid(cut, "ends early"));
        bytes[20] = 7;  // mu-law
        QVERIFY(removePath(path));
        QVERIFY(writeNewFile(path, bytes));
        const auto coded = readFile(path, {});
        QVERIFY(!coded && coded.error().message.find("ffmpeg") != std::string::npos);
    }

    void manySeries() {
        const Dataset data = take(readFile(file("many.tsf"), {}));
        QCOMPARE(data.series->channels.size(), std::size_t{3});
        QCOMPARE(data.series->rows(), std::int64_t{60});
        QCOMPARE(data.series->time.stepMicros, kHour / 2);
        for (std::size_t r = 0; r < 60; ++r) {
            QCOMPARE(data.series->time.values[r], kStart + static_cast<std::int64_t>(r) * kHour / 2);
            const double one = valuesOf(data, "T1")[r], two = valuesOf(data, "T2")[r];
            QVERIFY(r == 7 ? std::isnan(one) : one == 10 + static_cast<double>(r) / 4);
            QVERIFY(r < 10 || r >= 30 ? std::isnan(two) : two == static_cast<double>((r - 10) % 24));
        }
        QVERIFY(isSaid(data, "different times"));
        QCOMPARE(take(listParts(file("many.tsf"), {})).size(), std::size_t{3});
        const Dataset one = take(readFile(file("many.tsf"), partsWanted({"T2"})));
        QCOMPARE(one.series->rows(), std::int64_t{20});
        QCOMPARE(one.series->time.values[0], kStart + 5 * kHour);
        QVERIFY(!readFile(file("many.tsf"), partsWanted({"T9"})));
        // The last days of months
        const Dataset months = take(readFile(file("months.tsf"), {}));
        QCOMPARE(months.series->rows(), std::int64_t{4});
        QVERIFY(std::isnan(valuesOf(months, "B")[0]) && valuesOf(months, "B")[1] == 5);
        QCOMPARE(months.series->time.values[1] - months.series->time.values[0], 29 * 24 * kHour);
    }

    /// A file that ends within a line; what stands beside the series is said.
    void cutSeries() {
        const std::string text =
            "@attribute series_name string\n@attribute state string\n@attribute start_timestamp date\n"
            "@frequency hourly\n@data\nA:NSW:2020-01-01 00-00-00:1,2,3\nB:VIC:2020-01-01 00-00-00:4,5,6";
        const auto path = folder_.path() / "ends.tsf";
        QVERIFY(writeNewFile(path, text));
        const Dataset cut = take(readFile(path, {}));
        QVERIFY(isSaid(cut, "'B': it may be cut") && isSaid(cut, "'state' was left out"));
        QVERIFY(removePath(path));
        QVERIFY(writeNewFile(path, text + "\n"));
        QVERIFY(!isSaid(take(readFile(path, {})), "may be cut"));
    }

    /// A series in each record, as DeepAR and GluonTS write them
    void seriesAsRecords() {
        const std::string first = R"({"start": "2020-01-01", "target": [1, null, 3], "item_id": "A", "cat": [0]})",
                          second = R"({"start": "2020-01-02", "target": [4, "NaN", 6], "item_id": "B", "cat": [1]})";
        const auto path = folder_.path() / "deepar.jsonl";
        QVERIFY(writeNewFile(path, first + "\n" + second + "\n"));
        const Dataset plain = take(readFile(path, {}));
        QCOMPARE(plain.series->channels.size(), std::size_t{2});
        QCOMPARE(plain.series->rows(), std::int64_t{3});
        QVERIFY(isSaid(plain, "how far their rows lie apart") && isSaid(plain, "'cat' was left out"));
        QVERIFY(!isSaid(plain, "no times of their own"));
        QCOMPARE(take(listParts(path, {})).size(), std::size_t{2});
        ExperimentConfig daily;
        daily.timeStep = "1d";
        const Dataset dated = take(readFile(path, daily));
        QCOMPARE(dated.series->rows(), std::int64_t{4});
        QCOMPARE(dated.series->time.values[0], INT64_C(1577836800000000));
        QVERIFY(valuesOf(dated, "A")[2] == 3 && valuesOf(dated, "B")[1] == 4 && std::isnan(valuesOf(dated, "B")[2]));
        QVERIFY(removePath(path));
        QVERIFY(writeNewFile(path, first + "\n" + R"({"start": "2020-01-02", "a": 1})" + "\n"));
        const auto other = readFile(path, {});
        QVERIFY(!other && other.error().message.find("record 2") != std::string::npos);
    }

    void frequencies() {
        QCOMPARE(tsfStep("4_seconds").micros, INT64_C(4000000));
        QCOMPARE(tsfStep("10_minutes").micros, INT64_C(600000000));
        QCOMPARE(tsfStep("half_hourly").micros, kHour / 2);
        QCOMPARE(tsfStep("weekly").micros, 7 * 24 * kHour);
        QCOMPARE(tsfStep("quarterly").months, 3);
        QCOMPARE(tsfStep("yearly").months, 12);
        QCOMPARE(tsfStep("15T").micros, kHour / 4);
        QCOMPARE(tsfStep("W-SUN").micros, 7 * 24 * kHour);
        QCOMPARE(tsfStep("QS-OCT").months, 3);
        QVERIFY(!tsfStep("sometimes").known());
    }

    /// Nothing but a few rows in common: those that fit together are read, and the rest is said.
    void scatteredSeries() {
        std::string text =
            "@attribute series_name string\n@attribute start_timestamp date\n@frequency minutely\n@data\n";
        for (const char* start : {"A:1950-01-01 00-00-00", "B:2020-01-01 00-00-00", "C:2020-01-01 00-00-00"})
            text += std::string(start) + ":1,2,3\n";
        const auto path = folder_.path() / "scattered.tsf";
        QVERIFY(writeNewFile(path, text));
        const Dataset data = take(readFile(path, {}));
        QVERIFY(data.series->channels.size() == 2 && isSaid(data, "2 of 3 series"));
        QVERIFY(!readFile(path, partsWanted({"A", "B"})));
    }

    /// A data set of a file that is packed.
    void partsInsideOfPackedFiles() {
        const auto parts = take(listParts(file("records.h5.gz"), {}));
        QVERIFY(parts.size() > 2 &&
                std::ranges::any_of(parts, [](const FilePart& p) { return p.path == "/table/pair"; }));
        const Dataset pair = take(readFile(file("records.h5.gz"), partsWanted({"/table/pair"})));
        QCOMPARE(pair.series->channels.size(), std::size_t{2});
        QCOMPARE(pair.series->source, file("records.h5.gz").string());
        const auto all = take(listParts(file("arrays.zip"), {}));
        const auto isTaken = [&](const std::string& name) {
            const auto found = std::ranges::find(all, name, &FilePart::path);
            return found != all.end() && found->taken;
        };
        QVERIFY(isTaken("in/matlab5.mat") && isTaken("/row") && !isTaken("notes.csv"));
        const Dataset row = take(readFile(file("arrays.zip"), partsWanted({"in/matlab5.mat", "/row"})));
        QCOMPARE(row.series->channels.size(), std::size_t{1});
        QCOMPARE(take(readFile(file("arrays.zip"), partsWanted({"notes.csv"}))).series->rows(), std::int64_t{2});
        QVERIFY(!readFile(file("arrays.zip"), partsWanted({"notes.csv", "/row"})));
    }

    void cancelled() {
        for (const char* name : {"matlab7.mat", "stereo16.wav", "many.tsf"}) {
            const auto stopped = readFile(file(name), {}, [](double share) { return share < 0.4; });
            QVERIFY2(!stopped && stopped.error().code == ErrorCode::Cancelled, name);
        }
    }
};

QTEST_GUILESS_MAIN(TestRecordedFiles)
#include "tst_recorded_files.moc"
