// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of three dimensions as sequences, as numpy, h5py, SciPy write them (tests/core/data/files/make_files.py):
// which dimension is which, what their answers are, the same sequences from every format; damaged ones. Holds
// core/data/arrays/array_answers.cpp, core/data/arrays/array_roles.cpp, core/data/arrays/array_sequences.cpp,
// core/data/arrays/axis_order.cpp, core/data/arrays/npy_array.cpp, core/data/arrays/sequence_plan.cpp and
// core/export/sequence_arrays.cpp.
#include "config/shapes/array_axes.h"
#include "data/arrays/array_roles.h"
#include "data/data_identity.h"
#include "data/many/many_series.h"
#include "data/sequences/parts_of_run.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"
#include "data/shapes/shape_choice.h"
#include "export/npy_head.h"
#include "export/sequence_arrays.h"
#include "export/sequence_export.h"
#include "io/file_io.h"
#include "io/hdf5_file.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>

#include <cmath>
#include <map>
#include <random>
#include <span>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

using Part = SequenceSet::Part;

constexpr std::int64_t kSteps = 9, kShort = 5;  // of sequence 1

Dataset loaded(const fs::path& path, ExperimentConfig& config) {
    config.dataPath = path.string();
    return take(loadAsItLooks(config));
}
Dataset loaded(const fs::path& path) {
    ExperimentConfig config;
    return loaded(path, config);
}

/// A file of NumPy in format 1.0.
std::string npy(const std::string& shape, const std::vector<double>& values) {
    std::string dict = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(dict.size() & 0xFF);
    bytes += static_cast<char>(dict.size() >> 8);
    bytes += dict;
    return bytes.append(reinterpret_cast<const char*>(values.data()), 8 * values.size());
}

std::vector<double> counted(std::size_t count, double distance = 1) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<double>(i) * distance + 0.5);
    return values;
}

/// Four sequences of five steps, of two classes in turn.
SequenceSet few() {
    SequenceSet set;
    set.channelNames = {"c1"}, set.classNames = {"a", "b"};
    for (int n = 0; n < 4; ++n) {
        set.items.push_back({.steps = 5, .values = counted(5, n), .targets = {}, .label = n % 2});
        set.parts.push_back(SequenceSet::Part::Train);
    }
    return set;
}

std::string classOf(const SequenceSet& set, std::size_t item) {
    return set.items[item].label < 0 ? "" : set.classNames[static_cast<std::size_t>(set.items[item].label)];
}

/// Sequences from `first` on are those of make_files.py, exactly.
void areMade(const SequenceSet& set, std::size_t count) {
    QCOMPARE(set.items.size(), count);
    QCOMPARE(set.channelNames.size(), std::size_t{2});
    for (std::size_t i = 0; i < count; ++i) {
        const SequenceSet::Item& item = set.items[i];
        QCOMPARE(item.steps, i == 1 ? kShort : kSteps);
        QCOMPARE(std::ssize(item.values), 2 * item.steps);
        for (std::int64_t t = 0; t < item.steps; ++t) {
            const double value = 100.0 * static_cast<double>(i) + static_cast<double>(t);
            QCOMPARE(item.values[static_cast<std::size_t>(2 * t)], value);
            QCOMPARE(item.values[static_cast<std::size_t>(2 * t + 1)], -value);
        }
    }
}

}  // namespace

class TestArraySequences : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    fs::path put(const std::string& name, const std::string& bytes) {
        const fs::path path = folder_.path() / name;
        if (!removePath(path) || !writeNewFile(path, bytes)) qFatal("not written");
        return path;
    }
    /// X and y beside each other in a folder of their own.
    fs::path pair(const std::string& folder, const std::string& x, const std::string& y) {
        fs::create_directories(folder_.path() / folder);
        put(folder + "/y.npy", y);
        return put(folder + "/X.npy", x);
    }

private Q_SLOTS:
    void names_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("part");
        QTest::addColumn<QString>("rest");
        using Kind = ArrayRole::Kind;
        using In = ArrayRole::Part;
        const auto row = [](const char* path, Kind kind, In part, const char* rest) {
            QTest::newRow(path) << path << static_cast<int>(kind) << static_cast<int>(part) << rest;
        };
        row("X_train", Kind::Values, In::Train, "");
        row("xtest", Kind::Values, In::Test, "");
        row("trainY", Kind::Answers, In::Train, "");
        row("XTrain", Kind::Values, In::Train, "");
        row("X_tr", Kind::Values, In::Train, "");
        row("/test/labels", Kind::Answers, In::Test, "");
        row("/y_val", Kind::Answers, In::Validation, "");
        row("eeg", Kind::None, In::None, "eeg");
        row("eeg_labels", Kind::Answers, In::None, "eeg");
        row("lengths", Kind::Lengths, In::None, "");
    }
    void names() {
        QFETCH(QString, path);
        const ArrayRole role = roleOf(path.toStdString());
        QFETCH(int, kind);
        QFETCH(int, part);
        QFETCH(QString, rest);
        QCOMPARE(static_cast<int>(role.kind), kind);
        QCOMPARE(static_cast<int>(role.part), part);
        QCOMPARE(QString::fromStdString(role.rest), rest);
    }

    /// Parts, words, bytes in the other order, NaN at the end: the same from each format.
    void parts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shape");
        for (const auto& [name, shape] :
             {std::pair("sequences.npz", "ntc"), std::pair("sequences.h5", "ntc"), std::pair("sequences.mat", "tcn")})
            QTest::newRow(name) << name << shape;
    }
    void parts() {
        QFETCH(QString, name);
        QFETCH(QString, shape);
        ExperimentConfig config;
        const Dataset data = loaded(file(name.toStdString()), config);
        QCOMPARE(QString::fromStdString(config.csvShape), shape);
        QVERIFY(data.sequences != nullptr);
        const SequenceSet& set = *data.sequences;
        areMade(set, 10);
        const bool isWords = !name.endsWith("mat");
        QCOMPARE(set.classNames, isWords ? (std::vector<std::string>{"walk", "run", "sit"})
                                         : (std::vector<std::string>{"0", "1", "2"}));
        for (std::size_t i = 0; i < 10; ++i) {
            QCOMPARE(set.items[i].label, static_cast<std::int32_t>((i < 6 ? i : i - 6) % 3));
            QVERIFY(set.parts[i] == (i < 6 ? Part::Train : Part::Test));
        }
        QCOMPARE(set.report.account.rowsInFile, std::int64_t{10});
        QCOMPARE(set.report.account.rowsRead, std::int64_t{10});
        QVERIFY(!set.sha256.empty() && set.testSource.empty());
    }

    /// Written as .ts they are the same again.
    void written() {
        const Dataset data = loaded(file("sequences.npz"));
        const fs::path path = folder_.path() / "again.ts";
        QVERIFY(exportSequences(*data.sequences, path));
        const auto files = sequenceFilesFor(*data.sequences, path);
        QCOMPARE(files.size(), std::size_t{2});
        const Dataset again = take(readFile(files[0], {}));
        areMade(*again.sequences, 10);
        QCOMPARE(again.sequences->classNames, data.sequences->classNames);
        for (std::size_t i = 0; i < 10; ++i) {
            QCOMPARE(again.sequences->items[i].label, data.sequences->items[i].label);
            QVERIFY(again.sequences->parts[i] == data.sequences->parts[i]);
        }
        QVERIFY(!exportSequences(*data.sequences, folder_.path() / "again.csv"));
    }

    /// One part alone: channels first, the 1 of a row; cells of words and letters of MATLAB; names of dimensions.
    void onePart_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QString>("second");
        QTest::newRow("one-hot") << "sequences_first.npz"
                                 << "nct"
                                 << "1";
        QTest::newRow("cells") << "sequences_cells.mat"
                               << "ntc"
                               << "run";
        QTest::newRow("cells of 7.3") << "sequences_cells73.mat"
                                      << "ntc"
                                      << "run";
        QTest::newRow("letters") << "sequences_letters.mat"
                                 << "ntc"
                                 << "run";
        QTest::newRow("netCDF") << "sequences.nc"
                                << "ctn"
                                << "1";
    }
    void onePart() {
        QFETCH(QString, name);
        QFETCH(QString, shape);
        QFETCH(QString, second);
        ExperimentConfig config;
        const Dataset data = loaded(file(name.toStdString()), config);
        QCOMPARE(QString::fromStdString(config.csvShape), shape);
        QVERIFY(data.sequences != nullptr);
        areMade(*data.sequences, 6);
        QCOMPARE(classOf(*data.sequences, 4), second.toStdString());
        QVERIFY(data.sequences->parts[0] == Part::Unassigned);
        QVERIFY(isSaid(data, "were read as 6 sequences of 2 channels"));
        if (name.endsWith("nc")) QCOMPARE(data.sequences->channelNames[0], std::string("c1"));
    }

    /// Without answers they are series to forecast, which is said; a run of sequences reads them all the same.
    void withoutAnswers() {
        ExperimentConfig config;
        const Dataset data = loaded(file("sequences_alone.npy"), config);
        QCOMPARE(config.csvShape, std::string("ntc"));
        const std::vector<SeriesMember> members = membersOf(*data.series);
        QCOMPARE(members.size(), std::size_t{6});
        QCOMPARE(members[1].rows(), kShort);
        QCOMPARE(valuesOf(data, "c1")[2], 2.0 / 64);
        QVERIFY(isSaid(data, "no answers beside it"));
        const ReadingForRun run({}, ReadingForRun::Of::Sequences);
        const Dataset again = take(readFile(config.dataPath, config));
        QVERIFY(again.sequences != nullptr && again.sequences->items.size() == 6);
        QCOMPARE(again.sequences->items[0].label, -1);
    }

    /// A run of two channels reads an array whose channels come first, where its own data had them last.
    void orderOfRun() {
        ExperimentConfig config;
        config.csvShape = "ntc";
        const fs::path path = put("first.npy", npy("(5, 2, 9)", counted(90)));
        {
            const ReadingForRun run({}, ReadingForRun::Of::Sequences, {2, 9, 9});
            const Dataset data = take(readFile(path, config));
            QCOMPARE(data.sequences->items.size(), std::size_t{5});
            QCOMPARE(data.sequences->channelNames.size(), std::size_t{2});
            QCOMPARE(data.sequences->items[1].values[0], 18.5);
            QCOMPARE(data.sequences->items[1].values[1], 27.5);
            QVERIFY(isSaid(data, "another order than the data of the run"));
        }
        const ReadingForRun run({}, ReadingForRun::Of::Sequences, {9, 2, 2});
        const Dataset data = take(readFile(path, config));  // as it is
        QCOMPARE(data.sequences->channelNames.size(), std::size_t{9});
        QVERIFY(!isSaid(data, "another order"));
    }

    /// Sensors with an array each: told how they are joined, and joined where both are named.
    void joined() {
        const fs::path path = folder_.path() / "sensors.h5";
        const std::vector<double> acc = counted(72), gyro = counted(48, -1), y{0, 1, 0, 1};
        QVERIFY(writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
                    if (auto one = writer.array("/acc", {4, 6, 3}, std::span(acc)); !one) return one;
                    if (auto two = writer.array("/gyro", {4, 6, 2}, std::span(gyro)); !two) return two;
                    return writer.array("/y", {4}, std::span(y));
                }).ok());
        ExperimentConfig config;
        config.csvShape = "ntc";
        const Dataset alone = take(readFile(path, config));
        QCOMPARE(alone.sequences->channelNames.size(), std::size_t{3});
        QVERIFY(isSaid(alone, "both as parts of the file: /acc,/gyro,/y"));
        config.hdf5Datasets = {"/acc", "gyro", "/y"};
        const Dataset both = take(readFile(path, config));
        QCOMPARE(both.sequences->channelNames,
                 (std::vector<std::string>{"acc_1", "acc_2", "acc_3", "gyro_1", "gyro_2"}));
        QCOMPARE(both.sequences->items.size(), std::size_t{4});
        const SequenceSet::Item& item = both.sequences->items[1];
        QCOMPARE(item.values[5 * 2 + 1], 18.5 + 7);       // step 2 of acc
        QCOMPARE(item.values[5 * 2 + 4], -12 - 5 + 0.5);  // and of gyro
        QCOMPARE(item.label, 1);
        for (const FilePart& part : take(listParts(path, config))) QVERIFY2(part.taken, part.path.c_str());
    }

    /// Python reads the head of an array as a literal.
    void headsAreLiterals() {
        const auto shapeIn = [](const std::vector<std::int64_t>& shape) {
            const std::string head = npyHead("<f8", shape);
            return head.substr(head.find("'shape': ") + 9, head.find('}') - head.find("'shape': ") - 9);
        };
        QCOMPARE(shapeIn({120}), std::string("(120,), "));
        QCOMPARE(shapeIn({3, 4}), std::string("(3, 4), "));
        QCOMPARE(shapeIn({2, 3, 4}), std::string("(2, 3, 4), "));
        QCOMPARE(npyHead("<f8", {120}).size() % 64, std::size_t{0});
    }

    /// A class or several numbers for each step or sequence: what .ts has no place for is the same again from arrays.
    void writtenAsArrays() {
        SequenceSet set;
        set.channelNames = {"left", "right"}, set.classNames = {"3", "7"};
        for (std::int64_t n = 0; n < 7; ++n) {
            SequenceSet::Item item;
            item.steps = n == 2 ? 4 : 6;
            item.values = counted(static_cast<std::size_t>(2 * item.steps), static_cast<double>(n + 1));
            for (std::int64_t t = 0; t < item.steps; ++t) item.targets.push_back(t == 1 ? -1 : double((n + t) % 2));
            set.items.push_back(std::move(item));
            set.parts.push_back(n > 2 ? Part::Test : Part::Train);
        }
        QVERIFY(!exportSequences(set, folder_.path() / "steps.ts"));
        for (const char* name : {"steps.npz", "steps.h5"}) {
            QVERIFY(exportSequences(set, folder_.path() / name).ok());
            const Dataset data = loaded(folder_.path() / name);
            QVERIFY(data.sequences != nullptr);
            const SequenceSet& again = *data.sequences;
            QCOMPARE(again.items.size(), std::size_t{7});
            QCOMPARE(again.classNames, set.classNames);
            QCOMPARE(again.channelNames, set.channelNames);
            for (std::size_t i = 0; i < 7; ++i) {
                QCOMPARE(again.items[i].values, set.items[i].values);
                QCOMPARE(again.items[i].targets, set.items[i].targets);
                QVERIFY(again.parts[i] == set.parts[i]);
            }
        }
        set.classNames.clear();
        for (SequenceSet::Item& item : set.items) item.targets = {0.25, static_cast<double>(item.steps), -1.5};
        QVERIFY(exportSequences(set, folder_.path() / "numbers.npz").ok());
        const Dataset numbers = loaded(folder_.path() / "numbers.npz");
        for (std::size_t i = 0; i < 7; ++i) QCOMPARE(numbers.sequences->items[i].targets, set.items[i].targets);
    }

    /// A validation part that the data bring stays one.
    void validationPart() {
        SequenceSet set = few();
        set.parts[1] = kGivenValidation;
        QVERIFY(!exportSequences(set, folder_.path() / "three.ts").ok());
        QVERIFY(!fs::exists(folder_.path() / "three.ts"));
        std::vector<std::string> names;
        for (const SequenceArray& array : arraysOf(set)) names.push_back(array.name);
        QCOMPARE(names, (std::vector<std::string>{"X_train", "y_train", "X_val", "y_val"}));
        set.parts[2] = Part::Test;
        const std::vector<SequenceArray> arrays = arraysOf(set);
        QCOMPARE(arrays[0].shape, (std::vector<std::int64_t>{2, 5, 1}));
        QCOMPARE(arrays[2].numbers, set.items[1].values);
        QCOMPARE(arrays[4].name, std::string("X_test"));
        QCOMPARE(arrays[5].words, std::vector<std::string>{"a"});
    }

    /// X_val beside X_train, with a test part or without one, is what a run is validated on.
    void validationArrays() {
        SequenceSet set = few();
        for (const int n : {4, 5, 6}) {
            set.items.push_back({.steps = 5, .values = counted(5, n), .targets = {}, .label = n % 2});
            set.parts.push_back(Part::Train);
        }
        set.parts[1] = set.parts[4] = kGivenValidation;
        for (const bool hasTest : {true, false}) {
            for (const std::size_t i : {2, 6}) set.parts[i] = hasTest ? Part::Test : Part::Train;
            for (const char* name : {"val.npz", "val.h5"}) {
                const auto path = folder_.path() / name;
                QVERIFY(exportSequences(set, path).ok());
                ExperimentConfig config;
                const Dataset data = loaded(path, config);
                QVERIFY(isSaid(data, "the 2 sequences of") && isSaid(data, "are the validation part"));
                const SequenceParts parts = take(splitSequences(*data.sequences, config));
                QVERIFY(parts.validation.size() == 2 && parts.train.size() + parts.test.size() == 5);
                QVERIFY(!hasTest || (parts.test.size() == 2 && parts.train.size() == 3));
                for (std::size_t i = 0; i < 2; ++i)
                    QCOMPARE(data.sequences->items[static_cast<std::size_t>(parts.validation[i])].values,
                             set.items[i == 0 ? 1 : 4].values);
                keptParts(data, config);
            }
        }
        // Without a training part the validation part is what is trained on.
        std::ranges::fill(set.parts, kGivenValidation);
        set.parts[2] = Part::Test;
        QVERIFY(exportSequences(set, folder_.path() / "other.npz").ok());
        QCOMPARE(givenValidation(*loaded(folder_.path() / "other.npz").sequences), std::int64_t{0});
    }

    /// A run that was made before keeps its parts; another one and a new one do not.
    static void keptParts(const Dataset& data, const ExperimentConfig& config) {
        const std::string before = data.sequences->sha256, now = dataIdentity(data, config);
        QVERIFY(before != now);
        for (const std::string& trainedOn : {std::string(), now, std::string(64, '0')}) {
            const PartsOfRun run(trainedOn);
            QVERIFY(PartsOfRun::applied(data, config).sequences == data.sequences && run.told().empty());
        }
        const PartsOfRun run(before);
        const Dataset kept = PartsOfRun::applied(data, config);
        QVERIFY(givenValidation(*kept.sequences) == 0 && dataIdentity(kept, config) == before);
        QVERIFY(isSaid(kept, "it keeps the one that was split off") && !run.told().empty());
        QCOMPARE(givenTest(*kept.sequences), givenTest(*data.sequences));
    }

    /// Classes that one number would stand for are written as words, and stay different.
    void classesAsWritten() {
        SequenceSet set = few();
        set.classNames = {"01", "1"};
        QCOMPARE(arraysOf(set)[1].words, (std::vector<std::string>{"01", "1", "01", "1"}));
        set.classNames = {"9007199254740992", "9007199254740993"};
        QCOMPARE(arraysOf(set)[1].words.size(), std::size_t{4});
        set.classNames = {"-1", "1"};
        QCOMPARE(arraysOf(set)[1].numbers, (std::vector<double>{-1, 1, -1, 1}));
    }

    /// A sequence without a class is written as '?', and read as one without an answer; comments are no rows.
    void openAnswers() {
        const std::string head = "# about it\n@problemName a\n@univariate true\n@classLabel true x y\n@data\n";
        const fs::path path = put("open.ts", head + "1,2,3:x\n4,5,6:?\n7,8,9:y\n");
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.sequences->items.size(), std::size_t{2});
        QCOMPARE(data.sequences->classNames, (std::vector<std::string>{"x", "y"}));
        QCOMPARE(data.sequences->report.account.rowsInFile, std::int64_t{3});
        QCOMPARE(data.sequences->report.account.left(), std::int64_t{1});
        SequenceSet all;
        {
            const ReadingForRun run({}, ReadingForRun::Of::Sequences);
            all = *take(readFile(path, {})).sequences;
        }
        QCOMPARE(all.items.size(), std::size_t{3});
        QCOMPARE(all.items[1].label, -1);
        QVERIFY(exportSequences(all, folder_.path() / "again.ts").ok());
        QVERIFY(take(readFileBytes(folder_.path() / "again.ts")).find("4,5,6:?\n") != std::string::npos);
    }

    /// Where the test part cannot be written the training part does not stay alone.
    void bothPartsOrNone() {
        const Dataset data = loaded(file("sequences.npz"));
        const fs::path path = folder_.path() / "half.ts";
        fs::create_directories(folder_.path() / "half_TEST.ts" / "in the way");
        QVERIFY(!exportSequences(*data.sequences, path).ok());
        QVERIFY(!fs::exists(folder_.path() / "half_TRAIN.ts"));
    }

    /// One answer beside an array makes no set of one sequence of it: our own forecasts lie in such a file.
    void oneSequence() {
        ExperimentConfig config;
        const Dataset data = loaded(pair("alone", npy("(73, 8, 1)", counted(584)), npy("(1,)", {3})), config);
        QVERIFY(data.series != nullptr && !isArrayShape(config.csvShape));
        QCOMPARE(data.series->rows(), std::int64_t{73});
    }

    /// The table that it was before, and each other order, by one setting.
    void otherShapes() {
        const Dataset rows = take(readFile(file("sequences_cells.mat"), {}));
        QCOMPARE(rows.series->rows(), std::int64_t{6});
        QCOMPARE(rows.series->channels.size(), std::size_t{18});
        ExperimentConfig config;
        config.csvShape = "nct";
        const Dataset turned = take(readFile(file("sequences_cells.mat"), config));
        QCOMPARE(turned.sequences->channelNames.size(), std::size_t{9});
        QCOMPARE(turned.sequences->items[2].values[1], 201.0);  // step 0, channel 1
        config.csvShape = "tcn";
        const auto refused = readFile(file("sequences_cells.mat"), config);
        QVERIFY(!refused && refused.error().message.find("needs a row for each") != std::string::npos);
        const auto table = readFile(put("table.csv", "a,b\n1,2\n3,4\n"), config);
        QVERIFY(!table && table.error().message.find("this is a table") != std::string::npos);
        config.csvShape = "rows", config.dataPath = file("sequences.npz").string();
        const auto shapes = take(shapeCandidates(config));
        QVERIFY(shapes.size() >= 2);
        QVERIFY(shapes[0].shape == "ntc" && shapes[0].isGuess && shapes.back().shape == "rows");
        QCOMPARE(shapes[0].outcome.english(), std::string("6 and 4 sequences of 9 steps, 2 channels"));
        QVERIFY2(shapes[0].reason.english().find("'y_train' has 6 answers") != std::string::npos,
                 shapes[0].reason.english().c_str());
        QVERIFY(std::ranges::count_if(shapes, &ShapeCandidate::isGuess) == 1);
    }

    /// y.npy beside X.npy: numbers, several numbers, a class for each step, other shapes refused with the cause.
    void answers() {
        const std::vector<double> x = counted(20 * 8 * 2);
        const auto read = [&](const std::string& name, const std::string& shape, const std::vector<double>& y) {
            ExperimentConfig config;
            config.dataPath = pair(name, npy("(20, 8, 2)", x), npy(shape, y)).string();
            return loadAsItLooks(config);
        };
        const Dataset numbers = take(read("numbers", "(20,)", counted(20, 0.25)));
        QCOMPARE(numbers.sequences->items[3].targets, (std::vector<double>{1.25}));
        QVERIFY(numbers.sequences->classNames.empty());
        const Dataset several = take(read("several", "(20, 3)", counted(60, 0.25)));
        QCOMPARE(several.sequences->items[1].targets, (std::vector<double>{1.25, 1.5, 1.75}));
        std::vector<double> steps;
        for (int i = 0; i < 160; ++i) steps.push_back(i % 8 < 6 ? i % 3 : -100);
        const Dataset labelled = take(read("steps", "(20, 8)", steps));
        QCOMPARE(labelled.sequences->classNames, (std::vector<std::string>{"0", "1", "2"}));
        QCOMPARE(labelled.sequences->items[1].targets, (std::vector<double>{2, 0, 1, 2, 0, 1, -1, -1}));
        std::vector<double> few;
        for (int i = 0; i < 20; ++i) few.push_back(i == 4 ? NAN : i % 2 == 0 ? -1 : 1);
        const Dataset classes = take(read("few", "(20, 1)", few));
        QCOMPARE(classes.sequences->classNames, (std::vector<std::string>{"-1", "1"}));
        QCOMPARE(classes.sequences->items.size(), std::size_t{19});
        QCOMPARE(classes.sequences->report.account.leftOut()[0].line, std::int64_t{5});
        const auto wrong = read("per step", "(20, 8)", counted(160, 0.3));
        QVERIFY(!wrong && wrong.error().message.find("a number for each step") != std::string::npos);
        const auto both = read("both", "(20, 8, 3)", counted(480));
        QVERIFY(!both && both.error().message.find("3 numbers for each step") != std::string::npos);
        // As many answers as nothing has: no sequences by themselves, and refused where they are asked for.
        ExperimentConfig config;
        config.dataPath = pair("odd", npy("(20, 8, 2)", x), npy("(7,)", counted(7))).string(), config.csvShape = "ntc";
        const auto odd = loadDataset(config);
        QVERIFY(!odd && odd.error().message.find("does not fit 20 sequences") != std::string::npos);
    }

    /// Steps without a class are none of the first; -1 between 0 and 1 is one.
    void stepsWithoutAnswers() {
        const auto read = [&](const std::string& name, const std::vector<double>& y) {
            ExperimentConfig config;
            config.dataPath = pair(name, npy("(20, 8, 2)", counted(320)), npy("(20, 8)", y)).string();
            return take(loadAsItLooks(config));
        };
        std::vector<double> open, signs, padded;
        for (int i = 0; i < 160; ++i) {
            open.push_back(i % 4 == 1 ? NAN : i % 2);
            signs.push_back(i % 3 - 1);
            padded.push_back(i % 8 > 5 ? -1 : i % 2);
        }
        const Dataset some = read("open", open);
        QCOMPARE(some.sequences->items[0].targets, (std::vector<double>{0, -1, 0, 1, 0, -1, 0, 1}));
        QVERIFY(isSaid(some, "40 of 160 steps have no answer"));
        const Dataset three = read("signs", signs);
        QCOMPARE(three.sequences->classNames, (std::vector<std::string>{"-1", "0", "1"}));
        QVERIFY(isSaid(three, "read as three classes"));
        QCOMPARE(three.sequences->items[0].targets, (std::vector<double>{0, 1, 2, 0, 1, 2, 0, 1}));
        const Dataset two = read("padded", padded);
        QCOMPARE(two.sequences->classNames, (std::vector<std::string>{"0", "1"}));
        QCOMPARE(two.sequences->items[0].targets, (std::vector<double>{0, 1, 0, 1, 0, 1, -1, -1}));
        QVERIFY(isSaid(two, "-1 in 'y' was read as 'no answer'"));
    }

    /// A test part without answers is left out, not scored against nothing; lengths and other files are told of.
    void whatIsBeside() {
        fs::create_directories(folder_.path() / "half");
        put("half/X_test.npy", npy("(5, 8, 2)", counted(80)));
        put("half/y_train.npy", npy("(20,)", counted(20, 0.25)));
        put("half/lengths_train.npy", npy("(20,)", std::vector<double>(20, 6)));
        std::vector<double> x = counted(320);
        x[3] = INFINITY;
        ExperimentConfig config;
        const fs::path first = put("half/X_train.npy", npy("(20, 8, 2)", x));
        const Dataset data = loaded(first, config);
        QCOMPARE(data.sequences->items.size(), std::size_t{20});
        QVERIFY(data.sequences->parts[19] == Part::Unassigned);
        QCOMPARE(data.sequences->items[2].steps, std::int64_t{6});
        QVERIFY(std::isnan(data.sequences->items[0].values[3]));
        QCOMPARE(data.sequences->report.valuesMissing, std::int64_t{1});
        QVERIFY(isSaid(data, "'X_test' was left out: it has no answers"));
        QVERIFY(isSaid(data, "'lengths_train' says how many steps"));
        QVERIFY(isSaid(data, "y_train.npy"));
        QVERIFY(isSaid(data, "1 value is infinite"));
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(first.parent_path())) files.push_back(entry.path());
        QVERIFY(firstOfArraySet(files) == first);
        files.push_back(first.parent_path() / "notes.npy");
        QVERIFY(firstOfArraySet(files).empty());
    }

    /// Parts without answers are left out, and the others stay what they are: a validation part where there is
    /// something to train on.
    void threePartsOfWhichOneHasNoAnswers() {
        const auto made = [this](const std::string& folder, const std::string& unanswered) {
            fs::create_directories(folder_.path() / folder);
            for (const std::string& part : {std::string("train"), std::string("val"), std::string("test")}) {
                put(folder + "/X_" + part + ".npy", npy("(20, 8, 2)", counted(320)));
                std::vector<double> classes;
                for (int i = 0; i < 20; ++i) classes.push_back(i % 2);
                if (part != unanswered) put(folder + "/y_" + part + ".npy", npy("(20,)", classes));
            }
            return loaded(folder_.path() / folder / "X_train.npy");
        };
        const Dataset untested = made("no_y_test", "test");
        QCOMPARE(givenValidation(*untested.sequences), std::int64_t{20});
        QCOMPARE(givenTest(*untested.sequences), std::int64_t{0});
        QCOMPARE(untested.sequences->items.size(), std::size_t{40});
        const Dataset untrained = made("no_y_train", "train");
        QCOMPARE(givenValidation(*untrained.sequences), std::int64_t{0});
        QCOMPARE(givenTest(*untrained.sequences), std::int64_t{20});
        QCOMPARE(std::ranges::count(untrained.sequences->parts, Part::Train), std::ptrdiff_t{20});
    }

    /// The file of one part that is named for a run is answered by itself, with the answers that belong to it; the
    /// training part says what it is. A set that is read for no run stays whole, and so does one named otherwise.
    void onePartByItsName() {
        for (const char* folder : {"named", "alone"}) fs::create_directories(folder_.path() / folder);
        std::map<std::string, fs::path> parts;
        double first = 0;
        for (const auto& [part, count] : {std::pair("train", 40), std::pair("val", 10), std::pair("test", 20)}) {
            std::vector<double> classes, values = counted(static_cast<std::size_t>(16 * count));
            for (int i = 0; i < count; ++i) classes.push_back(i % 2);
            values[0] = ++first * 1000;
            const std::string number = std::to_string(count);
            parts[part] = put(std::string("named/X_") + part + ".npy", npy("(" + number + ", 8, 2)", values));
            put(std::string("named/y_") + part + ".npy", npy("(" + number + ",)", classes));
        }
        ExperimentConfig config;
        QCOMPARE(loaded(parts["test"], config).sequences->items.size(), std::size_t{70});
        const auto named = [&](const fs::path& file, const fs::path& asked) {
            const ReadingForRun run({}, ReadingForRun::Of::Sequences, {2, 8, 8}, asked);
            return take(readFile(file, config));
        };
        const Dataset test = named(parts["test"], parts["test"]), train = named(parts["train"], parts["train"]);
        QCOMPARE(test.sequences->items.size(), std::size_t{20});
        QCOMPARE(test.sequences->items[0].values[0], 3000.0);
        QCOMPARE(test.sequences->items[1].label, 1);
        QVERIFY(isSaid(test, "y_test.npy") && !isSaid(test, "X_train.npy") && !isSaid(test, "is called the training"));
        QCOMPARE(train.sequences->items.size(), std::size_t{40});
        QVERIFY(isSaid(train, "'X_train.npy' alone is answered. It is called the training part"));
        QCOMPARE(named(parts["val"], parts["val"]).sequences->items.size(), std::size_t{10});
        QCOMPARE(named(parts["test"], folder_.path() / "named").sequences->items.size(), std::size_t{70});
        // Its answers name a part as its values do; where these are not beside them they are a column.
        const fs::path answers = folder_.path() / "named/y_val.npy";
        const Dataset validation = named(answers, answers);
        QVERIFY(validation.sequences);
        QCOMPARE(validation.sequences->items.size(), std::size_t{10});
        QCOMPARE(validation.sequences->items[0].values[0], 2000.0);
        QCOMPARE(take(readFile(answers, config)).sequences->items.size(), std::size_t{70});
        QVERIFY(readFile(put("alone/y_val.npy", npy("(10,)", counted(10))), {})->series);
    }

    /// The same of a pair by its names.
    void onePartOfAPairByItsName() {
        const std::string head = "@problemName a\n@univariate true\n@classLabel true x y\n@data\n";
        const fs::path train = put("Pair_TRAIN.ts", head + "1,2,3:x\n4,5,6:y\n7,8,9:y\n"),
                       test = put("Pair_TEST.ts", head + "3,2,1:y\n6,5,4:x\n");
        QCOMPARE(take(readFile(test, {})).sequences->items.size(), std::size_t{5});
        for (const fs::path& file : {train, test}) {
            const ReadingForRun run({}, ReadingForRun::Of::Sequences, {1, 3, 3}, file);
            const Dataset data = take(readFile(file, {}));
            QCOMPARE(data.sequences->items.size(), std::size_t(file == train ? 3 : 2));
            QVERIFY(data.sequences->testSource.empty());
            QCOMPARE(data.sequences->items[0].label, file == train ? 0 : 1);
        }
    }

    void twoDimensions() {
        ExperimentConfig config;
        config.dataPath =
            pair("flat", npy("(20, 12)", counted(240)), npy("(20,)", std::vector<double>(20, 1))).string();
        const Dataset table = take(loadAsItLooks(config));
        QVERIFY(table.series && config.csvShape == "rows");
        QVERIFY(isSaid(table, "choose the shape 'sequences × steps × channels'"));
        const auto shapes = take(shapeCandidates(config));
        QVERIFY(
            std::ranges::any_of(shapes, [](const ShapeCandidate& one) { return one.shape == "ntc" && !one.isGuess; }));
        config.csvShape = "ntc";
        const Dataset set = take(loadDataset(config));
        QCOMPARE(set.sequences->items.size(), std::size_t{20});
        QCOMPARE(set.sequences->items[1].values[3], 15.5);
        fs::create_directories(folder_.path() / "ucr");
        for (const char* part : {"train", "test"}) {
            put(std::string("ucr/y_") + part + ".npy", npy("(20,)", std::vector<double>(20, 1)));
            put(std::string("ucr/X_") + part + ".npy", npy("(20, 12)", counted(240)));
        }
        const Dataset named = loaded(folder_.path() / "ucr/X_test.npy");
        QVERIFY(named.sequences && named.sequences->items.size() == 40 && named.sequences->parts[39] == Part::Test);
    }

    /// What is cut or damaged is refused in words, in every order; reading stops when it is told to.
    void damaged() {
        for (const char* name :
             {"sequences.npz", "sequences_first.npz", "sequences.h5", "sequences.mat", "sequences.nc",
              "sequences_cells.mat", "sequences_letters.mat", "sequences_alone.npy"}) {
            const std::string whole = take(readFileBytes(file(name)));
            std::mt19937 random(7);
            const auto isSound = [&](const std::string& bytes, const char* shape) {
                ExperimentConfig config;
                config.csvShape = shape;
                config.dataPath = put(name, bytes).string();
                const auto data = loadDataset(config);
                return data.ok() || !data.error().message.empty();
            };
            for (std::size_t size = 0; size < whole.size(); size += std::max<std::size_t>(1, whole.size() / 60))
                QVERIFY(isSound(whole.substr(0, size), size % 2 == 0 ? "ntc" : "tcn"));
            for (int i = 0; i < 150; ++i) {
                std::string bytes = whole;
                bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
                QVERIFY(isSound(bytes, i % 2 == 0 ? "ntc" : "ctn"));
            }
        }
        ExperimentConfig config;
        config.csvShape = "ntc";
        config.dataPath = put("long.npy", npy("(40000, 8, 2)", counted(640'000))).string();
        int asked = 0;
        const auto stopped = loadDataset(config, [&](double) { return ++asked < 4; });
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        config.dataPath = put("huge.npy", npy("(1000000, 100, 9)", counted(9))).string();
        const auto cut = loadDataset(config);
        QVERIFY(!cut && cut.error().message.find("cut off") != std::string::npos);
        config.dataPath = put("one.npy", npy("(1, 8, 2)", counted(16))).string();
        QVERIFY(loadDataset(config).ok());
        config.dataPath = put("nothing.npy", npy("(0, 8, 2)", {})).string();
        QVERIFY(!loadDataset(config));
        config.dataPath = put("missing.npy", npy("(4, 8, 2)", std::vector<double>(64, NAN))).string();
        const auto missing = loadDataset(config);
        QVERIFY(!missing && missing.error().message.find("every value is missing") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestArraySequences)
#include "tst_array_sequences.moc"
