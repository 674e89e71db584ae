// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of numbers that a kept run is to answer: each one is a sequence, whatever stands before it.
#include "data/folders/rows_for_run.h"
#include "data/sequences/reading_for_run.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

/// What a run keeps that was trained on three classes of sequences of one channel.
SavedSequences run(std::int64_t shortest, std::int64_t longest) {
    SavedSequences kept;
    kept.channels = {"c1"}, kept.classes = {"1", "2", "3"};
    kept.shortest = shortest, kept.longest = longest;
    return kept;
}

using Values = std::vector<double>;

}  // namespace

class TestRowsForRun : public QObject {
    Q_OBJECT
    QuickFolder folder_;
    const ReadingForRun reading_{{}, ReadingForRun::Of::Sequences};

    std::optional<Result<Dataset>> read(const std::string& text, const SavedSequences& kept,
                                        const std::string& name = "new.tsv") const {
        const auto path = folder_.path() / name;
        if (!removePath(path) || !writeNewFile(path, text)) return Result<Dataset>(Error{ErrorCode::Io, "write"});
        return readRowsForRun(path, kept, {});
    }
    Dataset sequences(const std::string& text, const SavedSequences& kept, const std::string& name = "new.tsv") const {
        auto data = read(text, kept, name);
        if (!data) qFatal("not taken: %s", text.c_str());
        return take(std::move(*data));
    }
    std::string whyNot(const std::string& text, const SavedSequences& kept) const {
        const auto data = read(text, kept);
        return data && !*data ? data->error().message : std::string();
    }

private Q_SLOTS:
    /// As many numbers as the run's sequences have steps.
    void withoutClasses() {
        const Dataset data = sequences("0.5\t-1\t2.25\n1e-2\t7\t8\n", run(3, 3));
        const SequenceSet& set = *data.sequences;
        QVERIFY(set.items.size() == 2 && set.channelNames == std::vector<std::string>{"c1"});
        QCOMPARE(set.items[0].values, (Values{0.5, -1, 2.25}));
        QCOMPARE(set.items[1].values, (Values{0.01, 7, 8}));
        QVERIFY(set.items[0].label == -1 && set.classNames.empty() && set.sha256.size() == 64);
        QVERIFY(isSaid(data, "without a class: 2 of 2 rows") && isSaid(data, "(3)"));
        QCOMPARE(set.report.account.rowsInFile, std::int64_t{2});
        // One row alone; blanks, commas, semicolons with a decimal comma; a name as the archive has it
        QCOMPARE(sequences("0.5 -1 2.25\n", run(3, 3)).sequences->items[0].values, (Values{0.5, -1, 2.25}));
        QCOMPARE(sequences("0.5,-1,2.25", run(3, 3)).sequences->items[0].values, (Values{0.5, -1, 2.25}));
        QCOMPARE(sequences("0,5;-1;2,25\n", run(3, 3)).sequences->items[0].values, (Values{0.5, -1, 2.25}));
        QCOMPARE(sequences("1\t-1\t2\n", run(3, 3), "new_TEST.tsv").sequences->items[0].values, (Values{1, -1, 2}));
    }

    void behindTheirClasses() {
        const Dataset data = sequences("1.0e0\t0.5\t-1\t2.25\n3\t4\t5\t6\n9\t4\t5\t6\n", run(3, 3));
        const SequenceSet& set = *data.sequences;
        QCOMPARE(set.classNames, (std::vector<std::string>{"1", "3", "9"}));
        QVERIFY(set.items[1].label == 1 && set.items[1].values == Values({4, 5, 6}));
        QVERIFY(isSaid(data, "behind its class: 2 of 3 rows"));
        SavedSequences words = run(3, 3);
        words.classes = {"walk", "run"};
        const Dataset named = sequences("walk,1,2,3\nrun,4,5,6\n", words);
        QVERIFY(named.sequences->items.size() == 2 && named.sequences->classNames.front() == "walk");
    }

    /// A missing value in the middle stays; at the end of a row it is no step.
    void unlikeLengths() {
        const Dataset data = sequences("0.5\t1.5\t2.5\n0.5\tNaN\t2.5\t3.5\n1.5\t2.5\tNaN\tNaN\n\n", run(2, 4));
        const auto& items = data.sequences->items;
        QVERIFY(items.size() == 3 && items[0].steps == 3 && items[1].steps == 4 && items[2].steps == 2);
        QVERIFY(std::isnan(items[1].values[1]) && items[1].values[3] == 3.5);
        QVERIFY(isSaid(data, "(2 to 4)") && data.sequences->report.account.left() == 1);
        // Both ways fit: classes stand in front where they all are, and the values are none
        const Dataset classed = sequences("1\t0.5\t2.5\n2\t0.5\t2.5\n", run(2, 3));
        QVERIFY(classed.sequences->items[1].label == 1 && classed.sequences->items[1].steps == 2);
        QVERIFY(sequences("1\t3\t2\n2\t1\t1\n", run(2, 3)).sequences->items[1].steps == 3);
        // Most of them have the length of the run
        QVERIFY(sequences("1.5\t2.5\n1.5\t2.5\n1.5\n", run(2, 2)).sequences->items.size() == 3);
    }

    void namesAbove() {
        const Dataset data = sequences("t0,t1,t2\n1,2,4\n4,5,6\n", run(3, 3));
        QVERIFY(data.sequences->items.size() == 2 && isSaid(data, "names the steps"));
        QCOMPARE(data.sequences->report.account.rowsInFile, std::int64_t{2});
        QVERIFY(sequences("0,1,2\n1,2,4\n4,5,6\n", run(3, 3)).sequences->items.size() == 2);
        QVERIFY(sequences("class,0,1,2\n1,1,2,4\n2,4,5,6\n", run(3, 3)).sequences->items.size() == 2);
        // A class that the run does not know is no name
        QVERIFY(sequences("9,1,2,4\n1,1,2,4\n2,4,5,6\n", run(3, 3)).sequences->items.size() == 3);
        QVERIFY(sequences("0,1,2\n", run(3, 3)).sequences->items.size() == 1);  // numbers alone
    }

    /// Left to the readers of tables.
    void others() {
        const SavedSequences kept = run(3, 3);
        for (const char* text :
             {"1\n2\n3\n", "c1\n1\n2\n", "time,c1,c2\n1,2,3\n2,3,4\n", "1 0.5\n2 0.25\n3 0.1\n",
              "2024-01-01,1,2\n2024-01-02,1,2\n", "a,b\n1,2\n", "a,b\nc,d\n", "x\n1,2,y\n", "@data\n"})
            QVERIFY2(!read(text, kept), text);
        // Read with the file beside it
        QVERIFY(!read("1\t2\t3\t4\t5\t6\t7\t8\t9\t0.5\n", run(9, 9), "new_TEST.tsv"));
        QVERIFY(!read("1\t2\t3\n", run(0, 0)));  // of a run that kept no lengths
        SavedSequences two = run(3, 3);
        two.channels = {"x", "y"};
        QVERIFY(!read("1,2\n2,4\n3,3\n", two));
        const ReadingForRun texts({"<other>", "a"});
        SavedSequences tokens = kept;
        tokens.tokens = 2;
        QVERIFY(!read("1\t2\t3\n", tokens));
    }

    void fitsNeitherWay() {
        const std::string why = whyNot("1\t2\t3\t4\t7\n1\t2\t3\t4\t6\n", run(80, 80));
        QVERIFY2(
            why.find("2 rows of 5 numbers are no sequences of the run, which have 80 steps") != std::string::npos &&
                why.find("write a row of so many numbers for each sequence") != std::string::npos,
            why.c_str());
        // A class that the run does not know is the cause.
        QVERIFY(whyNot("9\t2\t3\t4\n9\t2\t3\t5\n", run(3, 3)).find("classes that the run does not know") !=
                std::string::npos);
        QVERIFY(whyNot("1\t2\t3\t4\t9\n1\t2\t3\n", run(80, 90)).find("3 to 5 numbers") != std::string::npos);
        SavedSequences two = run(3, 3);
        two.channels = {"x", "y"};
        QVERIFY(whyNot("1,2,3,4,5,9\n7,2,3,4,5,6\n", two).find("with a row for each step and 2 columns") !=
                std::string::npos);
    }

    void cancelled() {
        std::string text;
        for (int i = 0; i < 100; ++i) text += "0.5\t1\t2\n";
        const auto path = folder_.path() / "long.tsv";
        QVERIFY(writeNewFile(path, text));
        int calls = 0;
        QVERIFY(readRowsForRun(path, run(3, 3), [&](double) { return ++calls > 0; })->ok());
        for (int stop = 1; stop <= calls; ++stop) {
            int now = 0;
            const auto data = readRowsForRun(path, run(3, 3), [&](double) { return ++now < stop; });
            QVERIFY(data && !data->ok() && data->error().code == ErrorCode::Cancelled);
        }
    }
};

QTEST_GUILESS_MAIN(TestRowsForRun)
#include "tst_rows_for_run.moc"
