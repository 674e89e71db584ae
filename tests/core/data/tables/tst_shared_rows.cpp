// SPDX-License-Identifier: GPL-3.0-or-later
// Exports that begin with the last row of the one before, many series written and read again, and recordings for a kept
// run: what is one series, and what each of many is called, is found again.
#include "app/kept_data.h"
#include "data/folders/sequences_for_run.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/sequences/reading_for_run.h"
#include "export/series_export.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

namespace fs = std::filesystem;

/// Hours from `first` on; value: the hour, but for the first row.
std::string hours(int first, int last, double firstValue) {
    std::string text = "time,load\n";
    for (int hour = first; hour <= last; ++hour)
        text += "2024-01-0" + std::to_string(1 + hour / 24) + " " + (hour % 24 < 10 ? "0" : "") +
                std::to_string(hour % 24) + ":00:00," + std::to_string(hour == first ? firstValue : hour) + "\n";
    return text;
}

std::vector<std::string> namesOf(const Dataset& data) {
    std::vector<std::string> names;
    for (const SeriesMember& member : membersOf(*data.series)) names.push_back(member.name);
    return names;
}

}  // namespace

class TestSharedRows : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    void put(const fs::path& path, const std::string& text) const {
        QVERIFY(makeFolders((folder_.path() / path).parent_path()));
        QVERIFY(writeNewFile(folder_.path() / path, text));
    }
    [[nodiscard]] Dataset readFolder(const fs::path& path) const {
        return take(readFile(take(dataPathOf((folder_.path() / path).string(), folder_.path() / "workspace")), {}));
    }

private Q_SLOTS:
    void equalRowsAreReadOnce() {
        put("same/m1.csv", hours(0, 30, 0)), put("same/m2.csv", hours(30, 60, 30));
        put("same/m3.csv", hours(60, 90, 60));
        const Dataset data = readFolder("same");
        QCOMPARE(data.series->rows(), std::int64_t{91});
        const auto load = valuesOf(data, "load");
        for (std::size_t hour = 0; hour < load.size(); ++hour) QCOMPARE(load[hour], static_cast<double>(hour));
        QVERIFY(isSaid(data, "were taken once (2 rows)"));
        QCOMPARE(data.series->report.account.left(), std::int64_t{2});
        QCOMPARE(data.series->report.account.rowsRead, std::int64_t{91});
        QCOMPARE(data.series->report.account.rowsInFile, std::int64_t{93});
    }

    /// One file of five with a column more: the others are read, and it is named with what differs, first or last.
    void oddOneOut_data() {
        QTest::addColumn<int>("odd");
        for (const int odd : {1, 3, 5}) QTest::newRow(std::to_string(odd).c_str()) << odd;
    }
    void oddOneOut() {
        QFETCH(int, odd);
        const std::string folder = "odd" + std::to_string(odd);
        for (int m = 1; m <= 5; ++m) {
            std::string text = hours(20 * m, 20 * m + 19, 20 * m);
            for (std::size_t at = text.find('\n'); m == odd && at != std::string::npos; at = text.find('\n', at + 7))
                text.insert(at, at < 10 ? ",rain" : ",1000");
            put(folder + "/m" + std::to_string(m) + ".csv", text);
        }
        const Dataset data = readFolder(folder);
        QCOMPARE(data.series->channels.size(), std::size_t{1});
        QCOMPARE(data.series->rows(), std::int64_t{80});
        const std::string said =
            "m" + std::to_string(odd) + " was left out, as it is unlike the other 4 files: column 'rain'";
        QVERIFY2(isSaid(data, said.c_str()), said.c_str());
        QCOMPARE(data.series->report.account.rowsInFile, std::int64_t{100});
        QCOMPARE(data.series->report.account.rowsRead, std::int64_t{80});
        QCOMPARE(data.series->report.account.left(), std::int64_t{20});
    }

    /// Of three, or of two kinds, none is the odd one.
    void noOddOne() {
        const std::string plain = "time,load\n2024-01-01,1\n2024-01-02,2\n";
        const auto with = [](const std::string& name) { return "time," + name + "\n2024-02-01,1\n2024-02-02,2\n"; };
        put("three/a.csv", plain), put("three/b.csv", plain), put("three/c.csv", with("rain"));
        put("pairs/a.csv", plain), put("pairs/b.csv", plain), put("pairs/c.csv", with("rain"));
        put("pairs/d.csv", with("rain"));
        for (const char* folder : {"three", "pairs"}) {
            const auto path = take(dataPathOf((folder_.path() / folder).string(), folder_.path() / "workspace"));
            const auto read = readFile(path, {});
            QVERIFY(!read.ok());
            QVERIFY(read.error().phrase.english().find("need the same columns") != std::string::npos);
        }
    }

    /// Nothing is chosen between two values: side by side, and why.
    void otherRowsAreNoSharedOnes() {
        put("other/m1.csv", hours(0, 30, 0)), put("other/m2.csv", hours(30, 60, 7));
        const Dataset data = readFolder("other");
        QCOMPARE(data.series->channels.size(), std::size_t{2});
        QVERIFY(isSaid(data, "its first 1 rows are not the last ones of m1"));
    }

    void namesComeBack_data() {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"csv", "h5"}) QTest::newRow(ending) << ending;
    }
    void namesComeBack() {
        QFETCH(QString, ending);
        const fs::path table = folder_.path() / ("long " + ending.toStdString() + ".csv"),
                       written = folder_.path() / ("written." + ending.toStdString());
        std::string text = "station,time,load\n";
        for (const char* name : {"north", "south, low"})
            for (int day = 1; day < 10; ++day)
                text += "\"" + std::string(name) + "\",2024-01-0" + std::to_string(day) + "," + std::to_string(day) +
                        ".5\n";
        QVERIFY(writeNewFile(table, text));
        ExperimentConfig together;
        together.csvShape = "together";
        const Dataset first = take(readFile(table, together));
        QVERIFY(exportSeries(*first.series, written));
        const Dataset again = take(readFile(written, together));
        QCOMPARE(namesOf(again), (std::vector<std::string>{"north", "south, low"}));
        QCOMPARE(again.series->rows(), std::int64_t{18});
        QVERIFY(again.series->time.values == first.series->time.values);
        QVERIFY(valuesOf(again, "load") == valuesOf(first, "load"));
    }

    /// By the names of its columns, in the run's order, whatever theirs is.
    void oneRecordingForARun() {
        put("run/dog/new.csv", "b,a,extra\n1,10,0\n2,20,0\n3,30,5\n");
        put("run/dog/other.csv", "a,c\n1,2\n3,4\n");
        SavedSequences kept;
        kept.channels = {"a", "b"}, kept.classes = {"dog", "cat"}, kept.classCount = 2;
        const ReadingForRun reading({}, ReadingForRun::Of::Sequences);
        const Dataset data = take(asOneSequence(folder_.path() / "run/dog/new.csv", {}, kept, {}));
        QCOMPARE(data.sequences->items.size(), std::size_t{1});
        QCOMPARE(data.sequences->items[0].values, (std::vector<double>{10, 1, 20, 2, 30, 3}));
        QCOMPARE(data.sequences->items[0].label, std::int32_t{-1});
        const auto lacks = asOneSequence(folder_.path() / "run/dog/other.csv", {}, kept, {});
        QVERIFY(!lacks);
        QVERIFY2(lacks.error().message.find("learned from the columns 'a', 'b'") != std::string::npos,
                 lacks.error().message.c_str());
        QVERIFY(!asOneSequence(folder_.path() / "run/dog/new.csv", {}, kept, [](double) { return false; }));
    }

    /// Cells of channels x steps, of unequal length, with a word for each.
    void cellsAreSequences() {
        ExperimentConfig options;
        options.csvShape = "nct";
        const Dataset data = take(readFile(file("cells_unequal.mat"), options));
        QCOMPARE(data.sequences->items.size(), std::size_t{4});
        QCOMPARE(data.sequences->classNames, (std::vector<std::string>{"run", "walk"}));
        QCOMPARE(data.sequences->items[0].values, (std::vector<double>{0, 100, 1, 101, 2, 102}));
        QCOMPARE(data.sequences->items[3].steps, std::int64_t{6});
        QCOMPARE(data.sequences->items[3].label, std::int32_t{1});
        // One cell alone is there for who names it.
        const Dataset one = take(readFile(file("cells_unequal.mat"), partsWanted({"/XTrain{2}"})));
        QVERIFY(one.series != nullptr);
    }

    void oneTextForARun() {
        put("texts/1.txt", "the dog barks"), put("texts/2.txt", "dog dog");
        SavedSequences kept;
        kept.channels = {"text"}, kept.tokenNames = {"<other>", "dog", "the"}, kept.tokens = 3;
        const ReadingForRun reading(kept.tokenNames, ReadingForRun::Of::Sequences);
        auto one = readSequencesForRun(folder_.path() / "texts/1.txt", {}, kept, {});
        QVERIFY(one.has_value());
        QCOMPARE(take(std::move(*one)).sequences->items[0].values, (std::vector<double>{2, 1, 0}));
        const std::string list = take(dataPathOf((folder_.path() / "texts").string(), folder_.path() / "workspace"));
        auto both = readSequencesForRun(list, {}, kept, {});
        QVERIFY(both.has_value());
        const Dataset data = take(std::move(*both));
        QCOMPARE(data.sequences->items.size(), std::size_t{2});
        QCOMPARE(data.sequences->items[1].values, (std::vector<double>{1, 1}));
    }
};

QTEST_GUILESS_MAIN(TestSharedRows)
#include "tst_shared_rows.moc"
