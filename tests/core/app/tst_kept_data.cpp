// SPDX-License-Identifier: GPL-3.0-or-later
// What is no file of its own and kept as one: several files that are read together, texts in folders of classes, tables
// of the clipboard. And the cells of tables as they stand.
// Holds core/data/tables/several_files.cpp, core/data/sequences/text_reader.cpp and core/export/raw_export.cpp.
#include "app/kept_data.h"
#include "data/readers.h"
#include "data/sequences/text_tokens.h"
#include "export/raw_export.h"
#include "io/archive_library.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

class TestKeptData : public QObject {
    Q_OBJECT
    QuickFolder folder_;

private Q_SLOTS:
    /// The cells of tables, whatever they mean
    void rawCells() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        const auto path = folder_.path() / "cells.txt";
        QVERIFY(writeNewFile(path, "# a comment\nname;value\n\"a;b\";1,5\n\"say \"\"so\"\"\";\n\"two\nlines\";x,y\n"));
        const auto folder = folder_.path() / "raw";
        auto written = take(exportRawTables(path, {}, folder));
        QVERIFY(written.size() == 1 && written[0] == folder / "cells.txt");
        QCOMPARE(take(readFileBytes(written[0])),
                 std::string("name,value\r\na;b,\"1,5\"\r\n\"say \"\"so\"\"\",\r\n\"two\nlines\",\"x,y\"\r\n"));
        const auto again = exportRawTables(path, {}, folder);
        QVERIFY(!again && again.error().message.find("is there already") != std::string::npos);
        QCOMPARE(take(exportRawTables(file("hours.xlsx"), {}, folder)).size(), std::size_t{3});
        QVERIFY(std::filesystem::exists(folder / "hours.xlsx.Notes, and more.csv"));
        QCOMPARE(take(exportRawTables(file("hours.db"), {}, folder)).size(), std::size_t{2});
        const auto records = take(exportRawTables(file("hours.jsonl"), {}, folder));
        QVERIFY(take(readFileBytes(records[0])).starts_with("time,load,hour\r\n"));
        QCOMPARE(take(exportRawTables(file("hours.zip"), {}, folder)).size(), std::size_t{2});
        // Labelled texts are a table as well.
        std::string texts = "label,text\r\n";
        for (int i = 0; i < 30; ++i) texts += i % 2 ? "ham,see you at noon\r\n" : "spam,\"win, win\"\r\n";
        QVERIFY(writeNewFile(folder_.path() / "labelled.csv", texts));
        const auto labelled = exportRawTables(folder_.path() / "labelled.csv", {}, folder);
        QVERIFY2(labelled.ok(), labelled.ok() ? "" : labelled.error().message.c_str());
        QCOMPARE(take(readFileBytes(labelled->front())), texts);
        // A blank line stays where it is.
        QVERIFY(writeNewFile(folder_.path() / "gap.csv", "a,b\n1,2\n\n3,4\n"));
        QCOMPARE(take(readFileBytes(take(exportRawTables(folder_.path() / "gap.csv", {}, folder))[0])),
                 std::string("a,b\r\n1,2\r\n\r\n3,4\r\n"));
        // Arrays of numbers, a table each
        const auto arrays = take(exportRawTables(file("hours.npz"), {}, folder));
        QVERIFY(std::filesystem::exists(folder / "hours.npz.load.csv") && arrays.size() >= 5);
        const std::string load = take(readFileBytes(folder / "hours.npz.load.csv"));
        QVERIFY2(load.starts_with("load\r\n10\r\n10.25\r\n") && load.find("\r\nNaN\r\n") != std::string::npos,
                 load.c_str());
        QVERIFY(take(readFileBytes(folder / "hours.npz.time.csv")).starts_with("time\r\n2023-03-01 00:00:00\r\n"));
        const std::string grid = take(readFileBytes(take(exportRawTables(file("grid.npy"), {}, folder))[0]));
        QVERIFY2(grid.find("\r\n0,1\r\n2,3\r\n") != std::string::npos, grid.substr(0, 99).c_str());
        const auto numbers = exportRawTables(file("matlab5.mat"), {}, folder);
        QVERIFY(!numbers && numbers.error().message.find("no cells of text") != std::string::npos);
    }

    /// A folder of tables: months one below the other, places side by side
    void severalFiles() {
        const auto folder = folder_.path() / "station", kept = folder_.path() / "workspace";
        QVERIFY(makeFolders(folder));
        const auto put = [&](const char* name, const std::string& text) {
            QVERIFY(removePath(folder / name));
            QVERIFY(writeNewFile(folder / name, text));
        };
        put("b.csv", "time,load,wind\n2023-02-01,3,1\n2023-02-02,4,1\n2023-02-03,5,1.5\n");
        put("a.csv", "time,wind,load\n2023-01-01,2,1\n2023-01-02,2,2\n2023-01-03,2.5,7\n");
        const auto path = take(dataPathOf(folder.string(), kept));
        QVERIFY(path.starts_with(kept.string()) && path.ends_with(".files"));
        QCOMPARE(take(dataPathOf((folder / "b.csv").string() + "\n" + (folder / "a.csv").string(), kept)) == path,
                 false);
        QCOMPARE(take(dataPathOf((folder / "*.csv").string(), kept)), path);
        put("notes.unknown", "nothing");
        QVERIFY(isSaid(take(readFile(take(dataPathOf(folder.string(), kept)), {})), "'notes.unknown'"));
        const Dataset months = take(readFile(path, {}));
        QCOMPARE(months.series->rows(), std::int64_t{6});
        QCOMPARE(valuesOf(months, "load"), (std::vector<double>{1, 2, 7, 3, 4, 5}));
        QVERIFY(isSaid(months, "2 files were read one below the other"));
        QCOMPARE(months.series->report.account.rowsInFile, std::int64_t{6});
        // It is another file now, and the list says so
        put("b.csv", "time,load,wind\n2023-01-02,3,1\n2023-01-03,4,1\n2023-01-04,5,1.5\n");
        const auto changed = readFile(path, {});
        QVERIFY(!changed && changed.error().message.find("has changed since") != std::string::npos);
        const Dataset places = take(readFile(take(dataPathOf(folder.string(), kept)), {}));
        QVERIFY(places.series->rows() == 4 && places.series->channels.size() == 4);
        const auto b = valuesOf(places, "b: load");
        QVERIFY(std::isnan(b[0]) && b[1] == 3 && b[3] == 5 && std::isnan(valuesOf(places, "a: load")[3]));
        put("b.csv", "time,load,rain\n2023-01-02,3,1\n2023-01-03,4,1\n2023-01-04,5,1.5\n");
        const auto unlike = readFile(take(dataPathOf(folder.string(), kept)), {});
        QVERIFY(!unlike && unlike.error().message.find("column 'wind' of a is not in b") != std::string::npos);
        QVERIFY(!dataPathOf((folder / "*.xyz").string(), kept));
        QCOMPARE(take(dataPathOf((folder / "a.csv").string(), kept)), (folder / "a.csv").string());
        const std::string list = take(readFileBytes(take(dataPathOf(folder.string(), kept))));
        for (std::size_t size = 0; size < list.size(); ++size) {
            const auto cut = folder_.path() / "cut.files";
            QVERIFY(removePath(cut));
            QVERIFY(writeNewFile(cut, list.substr(0, size)));
            static_cast<void>(readFile(cut, {}));
        }
    }

    /// A text and its label in each row, and a folder for each class
    void labelledTexts() {
        const auto path = folder_.path() / "films.csv";
        std::string table = "id,review,sentiment\n";
        for (int i = 0; i < 12; ++i)
            table += std::to_string(i) + (i % 2 ? ",\"a good film, I liked it\",pos\n" : ",a bad film it isn't,neg\n");
        QVERIFY(writeNewFile(path, table + "12,,pos\n13,\"only\nonce\",neg\n"));
        const Dataset data = take(readFile(path, {}));
        QVERIFY(data.sequences);
        const SequenceSet& set = *data.sequences;
        QCOMPARE(set.items.size(), std::size_t{13});
        QCOMPARE(set.classNames, (std::vector<std::string>{"neg", "pos"}));
        QVERIFY(set.tokens == std::ssize(set.tokenNames) && set.tokenNames[0] == "<other>");
        const auto word = [&](std::size_t item, std::size_t at) {
            return set.tokenNames[static_cast<std::size_t>(set.items[item].values[at])];
        };
        QVERIFY(word(0, 1) == "bad" && word(0, 4) == "isn't" && word(1, 1) == "good" && word(12, 0) == "<other>");
        QCOMPARE(set.items[1].label, 1);
        QCOMPARE(set.report.account.rowsInFile, std::int64_t{14});
        QCOMPARE(set.report.account.left(), std::int64_t{1});
        QCOMPARE(charactersOf("\xE4\xBD\xA0\xE5\xA5\xBD!"),
                 (std::vector<std::string>{"\xE4\xBD\xA0", "\xE5\xA5\xBD", "!"}));

        const auto folder = folder_.path() / "mail", kept = folder_.path() / "workspace";
        for (const char* part : {"train", "test"})
            for (const char* label : {"ham", "spam"}) {
                QVERIFY(makeFolders(folder / part / label));
                for (const char* name : {"1.txt", "2.txt"})
                    QVERIFY(writeNewFile(folder / part / label / name,
                                         std::string("dear all, this is ") + label + "\n" + part + "\n"));
            }
        const Dataset mail = take(readFile(take(dataPathOf(folder.string(), kept)), {}));
        QCOMPARE(mail.sequences->items.size(), std::size_t{8});
        QCOMPARE(std::ranges::count(mail.sequences->parts, SequenceSet::Part::Test), std::ptrdiff_t{4});
        // The test file brings the word "test", which the training file does not have
        QCOMPARE(mail.sequences->items[7].values.back(), 0.0);
        const Dataset one = take(readFile(take(dataPathOf((folder / "train").string(), kept)), {}));
        QVERIFY(one.sequences->items.size() == 4 && one.sequences->items[0].label == 0);
    }

    void pastedTables() {
        const auto kept = folder_.path() / "workspace";
        const auto path = take(keepPasted(kept, "t\tv\n1\t2,5\n2\t3,5\n3\t7,5\n"));
        QCOMPARE(take(keepPasted(kept, "t\tv\n1\t2,5\n2\t3,5\n3\t7,5\n")), path);
        QCOMPARE(valuesOf(take(readFile(path, {})), "v"), (std::vector<double>{2.5, 3.5, 7.5}));
        QVERIFY(!keepPasted(kept, " \n"));
    }
};

QTEST_GUILESS_MAIN(TestKeptData)
#include "tst_kept_data.moc"
