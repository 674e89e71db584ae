// SPDX-License-Identifier: GPL-3.0-or-later
// Labelled sequences from .ts and ARFF files, columns from HDF5 files, and damaged ones of each.
// Holds core/data/arrays/hdf5_reader.cpp, core/data/readers.cpp, core/data/sequences/sequence_file.cpp,
// core/data/sequences/ts_header.cpp and core/data/sequences/ts_reader.cpp.
#include "core/data_support.h"
#include "data/sequences/running_text.h"
#include "io/hdf5_file.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace gatelab;
using namespace datatest;

namespace {

constexpr const char* kTs =
    "#made by hand\n@problemName Made\n@timeStamps false\n@univariate false\n@classLabel true left right\n@data\n"
    "1,2,3:4,5,6:left\n7,?,9:10,11,12:right\n13,14:15,16:left\n";
constexpr const char* kArff =
    "@relation made\n@attribute a numeric\n@attribute b real\n@attribute target {x,'y z'}\n@data\n1,2,x\n3,?,'y z'\n";

std::string printItem(const SequenceSet& set, std::size_t i) {
    const auto& item = set.items[i];
    std::string text = std::to_string(item.steps) + ":";
    for (const double value : item.values) text += " " + numberText(value);
    return text + (item.label >= 0 ? " -> " + set.classNames[static_cast<std::size_t>(item.label)] : "");
}

}  // namespace

class TestSequenceReaders : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void ts();
    void tsTimeStampsAndTargets();
    void tsPartner();
    void tsRowsAgainstTheirHeader_data();
    void tsRowsAgainstTheirHeader();
    void tsRefusals_data();
    void tsRefusals();
    void aLineMayBeTheWholeFile();
    void keepsEveryDigit();
    void arff();
    void realFiles();
    void hdf5();
    void hdf5ThreeDimensions();
    void hdf5Choices();
    void ucrText();
    void textsWithoutNames();
    void dataset();
};

void TestSequenceReaders::ts() {
    const auto data = readFile(folder_.put("made.ts", kTs), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const SequenceSet& set = *data->sequences;
    QCOMPARE(set.items.size(), std::size_t{3});
    QCOMPARE(set.channelNames.size(), std::size_t{2});
    QCOMPARE(printItem(set, 0), std::string("3: 1 4 2 5 3 6 -> left"));
    QCOMPARE(printItem(set, 1), std::string("3: 7 10 - 11 9 12 -> right"));
    QCOMPARE(printItem(set, 2), std::string("2: 13 15 14 16 -> left"));
    QVERIFY(set.parts[0] == SequenceSet::Part::Unassigned);
    QCOMPARE(set.report.valuesMissing, std::int64_t{1});
    QCOMPARE(set.sha256.size(), std::size_t{64});
    // What it can be asked for, and that it has no test part of its own.
    const auto& guesses = set.report.guesses;
    QCOMPARE(guesses.size(), std::size_t{2});
    QVERIFY(guesses[0].key == "task" && guesses[0].value == "classification");
    QCOMPARE(guesses[0].shown.english(), std::string("Classification, 2 classes"));
    QVERIFY(guesses[1].key == "test_data" && guesses[1].value.empty() && guesses[1].certain);
}

void TestSequenceReaders::tsTimeStampsAndTargets() {
    const auto stamped =
        readFile(folder_.put("stamped.ts",
                             "@timeStamps true\n@classLabel true 1 2\n@data\n(2007-01-01 00:00:00,241.5),(2007-01-01 "
                             "00:01:00,-2):1\n(2007-01-01 00:00:00,3),(2007-01-01 00:01:00,4):2\n"),
                 {});
    QVERIFY2(stamped, stamped ? "" : stamped.error().message.c_str());
    QCOMPARE(printItem(*stamped->sequences, 0), std::string("2: 241.5 -2 -> 1"));
    const auto targets =
        readFile(folder_.put("targets.ts", "@problemName x\n@targetLabel true\n@data\n1,2,3:0.5\n4,5,6:-1.5\n"), {});
    QVERIFY(targets);
    QCOMPARE(targets->sequences->items[1].targets.at(0), -1.5f);
    QCOMPARE(targets->sequences->items[1].label, -1);
}

void TestSequenceReaders::tsPartner() {
    const auto train = folder_.put("Pair_TRAIN.ts", kTs),
               test = folder_.put("Pair_TEST.ts",
                                  "@problemName Made\n@classLabel true right left\n@data\n1,1:2,2:right\n");
    for (const auto& path : {train, test}) {
        const auto data = readFile(path, {});
        QVERIFY(data);
        const SequenceSet& set = *data->sequences;
        QCOMPARE(set.items.size(), std::size_t{4});
        QVERIFY(set.parts[0] == SequenceSet::Part::Train && set.parts[3] == SequenceSet::Part::Test);
        QCOMPARE(set.name, std::string("Pair_TRAIN.ts"));
        QVERIFY(set.source == train.string() && set.testSource == test.string());
        QCOMPARE(printItem(set, 3), std::string("2: 1 2 1 2 -> right"));
        QVERIFY(set.report.guesses[1].value == test.string() && !set.report.guesses[1].overridden);
    }
    ExperimentConfig options;
    options.testPath = test.string();
    const auto given = readFile(folder_.put("alone.ts", kTs), options);
    QVERIFY(given);
    QCOMPARE(given->sequences->items.size(), std::size_t{4});
    QCOMPARE(given->sequences->testSource, test.string());
    QVERIFY(given->sequences->report.guesses[1].overridden);
    options.testPath =
        folder_.put("other.ts", "@problemName x\n@classLabel true left right\n@data\n1,2:left\n").string();
    const auto wrong = readFile(folder_.put("alone.ts", kTs), options);
    QVERIFY(!wrong && wrong.error().message.find("1 channels") != std::string::npos);
}

void TestSequenceReaders::tsRowsAgainstTheirHeader_data() {
    QTest::addColumn<std::string>("header");
    QTest::addColumn<std::string>("rows");
    QTest::addColumn<int>("line");  // 0: nothing is said
    QTest::addColumn<std::string>("message");
    const auto row = [](const char* name, std::string header, std::string rows, int line, std::string message) {
        QTest::newRow(name) << std::move(header) << std::move(rows) << line << std::move(message);
    };
    row("as it says", "@equalLength true\n@seriesLength 3\n@dimensions 1\n@missing false\n", "1.5,2,3:x\n4,5,6:y\n", 0,
        "");
    row("unequal, and it says so", "@equalLength false\n@seriesLength 3\n", "1.5,2,3:x\n4,5:y\n", 0, "");
    row("unequal", "@equalLength true\n", "1.5,2,3:x\n4,5:y\n7,8:y\n", 6,
        "has 2 steps and the header says @equalLength true, 3 (2 such");
    row("another length", "@equalLength true\n@seriesLength 4\n", "1.5,2,3:x\n4,5,6:y\n", 6,
        "has 3 steps and the header says @seriesLength 4 (2 such");
    row("another length, nothing of equality", "@seriesLength 3\n", "1.5,2,3:x\n4,5:y\n", 6, "has 2 steps");
    row("longer than the longest", "@equalLength false\n@seriesLength 2\n", "1.5,2,3:x\n4,5:y\n", 6, "has 3 steps");
    row("another class", "", "1.5,2,3:x\n4,5,6:z\n", 5, "class 'z' is not among");
    row("channels", "@univariate true\n", "1.5,2:3,4:x\n4,5:6,7:y\n", 5,
        "has 2 channels and the header says @univariate true");
    row("dimensions", "@dimensions 3\n", "1.5,2:3,4:x\n4,5:6,7:y\n", 5, "@dimensions 3");
    row("missing", "@missing false\n", "1.5,2,3:x\n4,?,6:y\n", 6, "lacks values");
    row("decimal commas, two digits", "", "20,13,21,05:x\n20,40,22,00:y\n", 4, "decimal comma cuts the numbers");
    row("decimal commas, one digit", "@equalLength true\n", "20,1,21,0:x\n-20,4,22,0:y\n", 5,
        "decimal comma cuts the numbers");
    row("whole numbers", "@equalLength true\n", "20,11,21,10:x\n20,4,22,0:y\n", 0, "");
}

void TestSequenceReaders::tsRowsAgainstTheirHeader() {
    QFETCH(std::string, header);
    QFETCH(std::string, rows);
    QFETCH(int, line);
    QFETCH(std::string, message);
    const auto data =
        readFile(folder_.put("header.ts", "@problemName Made\n@classLabel true x y\n" + header + "@data\n" + rows), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    std::string all;
    for (const ReadWarning& warning : data->sequences->report.warnings)
        all += std::to_string(warning.line) + ": " + warning.message.english() + "\n";
    if (line == 0)
        QVERIFY2(all.empty(), all.c_str());
    else
        QVERIFY2(all.starts_with(std::to_string(line) + ": ") && all.find(message) != std::string::npos, all.c_str());
}

void TestSequenceReaders::tsRefusals_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("no data line") << "@problemName x\n"
                                  << "@data";
    QTest::newRow("nothing after it") << "@problemName x\n@classLabel true 1\n@data\n"
                                      << "no sequence";
    QTest::newRow("one item") << "@problemName x\n@classLabel true 1\n@data\n1,2:1\n"
                              << "one sequence only";
    QTest::newRow("word") << "@problemName x\n@classLabel true 1\n@data\n1,oops:1\n"
                          << "line 4";
    QTest::newRow("class missing") << "@problemName x\n@classLabel true 1\n@data\n1,2:1\n1,2\n"
                                   << "class is missing";
    QTest::newRow("channels differ") << "@problemName x\n@classLabel true 1\n@data\n1,2:1\n1,2:3,4:1\n"
                                     << "channels";
    QTest::newRow("all missing") << "@problemName x\n@classLabel true 1\n@data\n?,?:1\n?,?:1\n"
                                 << "every value is missing";
}

void TestSequenceReaders::tsRefusals() {
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto data = readFile(folder_.put("bad.ts", text.toStdString()), {});
    QVERIFY(!data);
    QVERIFY2(data.error().message.find(part.toStdString()) != std::string::npos &&
                 data.error().message.find("bad.ts") != std::string::npos,
             data.error().message.c_str());
}

// What a line takes is bounded, and reading it can be cancelled before its end.
void TestSequenceReaders::aLineMayBeTheWholeFile() {
    const std::string head = "@problemName x\n@classLabel true 1\n@data\n";
    std::string channels, steps;
    for (int i = 0; i < 50'000; ++i) channels += "1:", steps += "1,";
    const auto refused = readFile(folder_.put("channels.ts", head + channels + "1\n"), {});
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("more than 32768 channels") != std::string::npos,
             refused.error().message.c_str());
    int looks = 0;
    const auto stopped =
        readFile(folder_.put("steps.ts", head + steps + "1:1\n"), {}, [&](double) { return ++looks < 3; });
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    QCOMPARE(looks, 3);
    const char* const attributes = "@relation x\n@attribute a numeric\n@attribute t {x,y}\n@data\n";
    const auto long_ = readFile(folder_.put("steps.arff", attributes + steps + "x\n"), {});
    QVERIFY(!long_);
    QVERIFY2(long_.error().message.find("50001 of 2 values") != std::string::npos, long_.error().message.c_str());
}

void TestSequenceReaders::keepsEveryDigit() {
    const char* ts = "@problemName Made\n@univariate true\n@classLabel true a b\n@data\n0.1234567890123,1:a\n2,3:b\n";
    const auto data = readFile(folder_.put("digits.ts", ts), {}),
               arff = readFile(folder_.put("digits.arff", std::string(kArff) + "0.1234567890123,1,x\n"), {});
    QVERIFY(data && arff);
    QCOMPARE(data->sequences->items.front().values.front(), 0.1234567890123);
    QCOMPARE(arff->sequences->items.back().values.front(), 0.1234567890123);
    // QCOMPARE lets doubles differ by 1e-12 of their size, float32 by 6e-8: enough to tell them apart.
}

void TestSequenceReaders::arff() {
    const auto data = readFile(folder_.put("made.arff", kArff), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    QCOMPARE(printItem(*data->sequences, 0), std::string("2: 1 2 -> x"));
    QCOMPARE(printItem(*data->sequences, 1), std::string("2: 3 - -> y z"));
    QVERIFY(!readFile(folder_.put("short.arff", std::string(kArff) + "1,x\n"), {}));
    QVERIFY(!readFile(folder_.put("class.arff", std::string(kArff) + "1,2,w\n"), {}));
}

void TestSequenceReaders::realFiles() {
    if (!hasRealFile("GunPoint_TRAIN.ts")) QSKIP(kNoRealFile);
    const auto read = [](const char* name) { return readFile(realFile(name), {}); };
    const auto gun = read("GunPoint_TRAIN.ts"), arff = read("GunPoint_TRAIN.arff"),
               motions = read("BasicMotions_TEST.ts"), vowels = read("JapaneseVowels_TRAIN.ts");
    QVERIFY(gun && arff && motions && vowels);
    QCOMPARE(gun->sequences->items.size(), std::size_t{200});
    QCOMPARE(motions->sequences->items.size(), std::size_t{80});
    QCOMPARE(motions->sequences->channelNames.size(), std::size_t{6});
    QCOMPARE(vowels->sequences->items.size(), std::size_t{640});
    QCOMPARE(vowels->sequences->classNames.size(), std::size_t{9});
    std::int64_t shortest = 99, longest = 0;
    for (const auto& item : vowels->sequences->items)
        shortest = std::min(shortest, item.steps), longest = std::max(longest, item.steps);
    QCOMPARE(shortest, std::int64_t{7});
    QCOMPARE(longest, std::int64_t{29});
    // The same data in two formats.
    for (std::size_t i = 0; i < arff->sequences->items.size(); ++i) {
        const auto &a = arff->sequences->items[i].values, &b = gun->sequences->items[i].values;
        QVERIFY(std::ranges::equal(a, b,
                                   [](double x, double y) { return static_cast<float>(x) == static_cast<float>(y); }));
        QCOMPARE(arff->sequences->classNames[static_cast<std::size_t>(arff->sequences->items[i].label)],
                 gun->sequences->classNames[static_cast<std::size_t>(gun->sequences->items[i].label)]);
    }
    QVERIFY(read("UnitTestTimeStamps_TRAIN.ts"));
}

void TestSequenceReaders::hdf5() {
    const auto path = folder_.path() / "made.h5";
    const auto written = writeHdf5(path, [](Hdf5Writer& out) -> Result<> {
        const std::vector<std::int64_t> time = {1704067200, 1704070800, 1704074400};
        const std::vector<double> load = {1.5, std::nan(""), 3}, grid = {1, 2, 3, 4, 5, 6}, other = {1, 2};
        if (auto done = out.array("/time", {3}, std::span(time)); !done) return done;
        if (auto done = out.array("/site/load", {3}, std::span(load)); !done) return done;
        if (auto done = out.attribute("/site/load", "units", std::string("kW")); !done) return done;
        if (auto done = out.array("/grid", {3, 2}, std::span(grid)); !done) return done;
        return out.array("/other", {2}, std::span(other));
    });
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const auto data = readFile(path, {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    QCOMPARE(QString::fromStdString(print(*data->series)),
             QString("time: 2024-01-01 00:00:00, 2024-01-01 01:00:00, 2024-01-01 02:00:00; grid_0: 1, 3, 5; grid_1: 2, "
                     "4, 6; load[kW]: 1.5, -, 3"));
    QVERIFY(!data->series->report.warnings.empty());
    const auto listed = listParts(path, {});
    QVERIFY(listed);
    QCOMPARE(listed->size(), std::size_t{4});
    ExperimentConfig options;
    options.hdf5Datasets = {"/other"};
    const auto chosen = listParts(path, options);
    QVERIFY(chosen);
    // What is ticked is what is read: "/other" has another length and is left out unless it is asked for.
    for (std::size_t i = 0; i < listed->size(); ++i) {
        QCOMPARE((*listed)[i].taken, (*listed)[i].path != "/other");
        QCOMPARE((*chosen)[i].taken, (*chosen)[i].path == "/other");
    }
}

/// As exported forecasts are: [window, step, target].
void TestSequenceReaders::hdf5ThreeDimensions() {
    const auto path = folder_.path() / "cube.h5";
    const std::vector<double> one = {1, 2, 3, 4}, two = {1, 2, 3, 4, 5, 6, 7, 8};
    QVERIFY(writeHdf5(path, [&](Hdf5Writer& out) -> Result<> {
        if (auto done = out.array("/one", {2, 2, 1}, std::span(one)); !done) return done;
        if (auto done = out.array("/two", {2, 2, 2}, std::span(two)); !done) return done;
        return out.array("/flat", {2, 1, 1}, std::span(one).first(2));
    }));
    QCOMPARE(print(*readFile(path, {})->series),
             std::string(
                 "flat: 1, 2; one_0: 1, 3; one_1: 2, 4; two_0_0: 1, 5; two_0_1: 2, 6; two_1_0: 3, 7; two_1_1: 4, 8"));
}

void TestSequenceReaders::hdf5Choices() {
    const auto path = folder_.path() / "choices.h5";
    QVERIFY(writeHdf5(path, [](Hdf5Writer& out) -> Result<> {
        const std::vector<double> a = {1, 2, 3}, b = {4, 5};
        if (auto done = out.array("/a", {3}, std::span(a)); !done) return done;
        if (auto done = out.array("/g/a", {3}, std::span(a)); !done) return done;
        return out.array("/b", {2}, std::span(b));
    }));
    QCOMPARE(print(*readFile(path, {})->series), std::string("a: 1, 2, 3; g/a: 1, 2, 3"));
    ExperimentConfig options;
    options.hdf5Datasets = {"/b"};
    QCOMPARE(print(*readFile(path, options)->series), std::string("b: 4, 5"));
    options.hdf5Datasets = {"/a", "/b"};
    const auto lengths = readFile(path, options);
    QVERIFY(!lengths && lengths.error().message.find("different lengths") != std::string::npos);
    options.hdf5Datasets = {"/nosuch"};
    QVERIFY(!readFile(path, options));
}

/// A label and a text in each row, as SMSSpam has them; a table of words is none.
void TestSequenceReaders::textsWithoutNames() {
    std::string text, table = "place,remark\n";
    for (int i = 0; i < 20; ++i) {
        text += i % 3 == 0 ? "spam\twin a lot of money now\n" : "ham\tsee you later, it is late\n";
        table += "hall" + std::to_string(i) + ",a remark of words\n";
    }
    const auto data = readFile(folder_.put("messages.tsv", text), {});
    QVERIFY2(data && data->sequences, data ? "a series" : data.error().message.c_str());
    QCOMPARE(data->sequences->items.size(), std::size_t{20});
    QCOMPARE(data->sequences->classNames.size(), std::size_t{2});
    QCOMPARE(data->sequences->report.account.rowsInFile, std::int64_t{20});
    const auto words = readFile(folder_.put("remarks.csv", table), {});
    QVERIFY(!words || !words->sequences);
}

/// The text files of the UCR archive: the class first, tabs or blanks, shorter sequences filled up.
void TestSequenceReaders::ucrText() {
    const auto train = folder_.put("Wave_TRAIN.tsv", "2\t0.5\t1\t2\t3\t4\t5\t6\t7\n1\t1\t2\t3\t4\t5\t6\tNaN\tNaN\n");
    (void)folder_.put("Wave_TEST.tsv", "1\t8\t7\t6\t5\t4\t3\t2\t1\n");
    const auto data = readFile(train, {});
    QVERIFY2(data && data->sequences, data ? "no sequences" : data.error().message.c_str());
    const SequenceSet& set = *data->sequences;
    QCOMPARE(set.items.size(), std::size_t{3});
    QCOMPARE(set.classNames, (std::vector<std::string>{"2", "1"}));
    QCOMPARE(set.items[1].steps, std::int64_t{6});
    QCOMPARE(set.items[2].label, 1);
    QVERIFY(set.parts[2] == SequenceSet::Part::Test);
    const auto blanks = readFile(
        folder_.put("Old_TRAIN", "  1.0000000e+00  1.5  2  3  4  5  6  7  8\n  2.0e+00 1 2 3 4 5 6 7 8\n"), {});
    QVERIFY(blanks && blanks->sequences);
    QCOMPARE(blanks->sequences->classNames, (std::vector<std::string>{"1", "2"}));
    QCOMPARE(blanks->sequences->items[0].values[0], 1.5);
    // A series that only has such a name stays one
    QVERIFY(
        readFile(folder_.put("load_train.csv", "time,load\n2020-01-01,1\n2020-01-02,2\n2020-01-03,4\n"), {})->series);
    const auto wrong = readFile(folder_.put("Bad_TRAIN.tsv", "1\t1\t2\t3\t4\t5\t6\t7\t8\n2\t1\tx\t3\n"), {});
    QVERIFY(!wrong && wrong.error().message.find("line 2: 'x'") != std::string::npos);
}

void TestSequenceReaders::dataset() {
    ExperimentConfig options;
    options.builtin = "sine";
    QVERIFY(loadDataset(options)->series);
    options.builtin = "grammar";
    QVERIFY(loadDataset(options)->sequences);
    options.builtin = "nosuch";
    QVERIFY(!loadDataset(options));
    options.dataPath = folder_.put("a.csv", "a,b\n1,2\n3,4\n").string();
    QCOMPARE(loadDataset(options)->series->rows(), std::int64_t{2});
    // Known by their contents alone.
    const std::set<std::string> nameless{"ucr", "text", kRunningText};
    for (const Reader& reader : readers())
        QVERIFY2(reader.extensions.empty() == nameless.contains(reader.key) && !reader.label.isEmpty(), reader.key);
}

QTEST_APPLESS_MAIN(TestSequenceReaders)
#include "tst_sequence_readers.moc"
