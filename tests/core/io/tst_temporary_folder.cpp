// SPDX-License-Identifier: GPL-3.0-or-later
// What a process leaves that ends before its time: nothing. Holds core/io/temporary_folder.cpp.
#include "io/file_io.h"
#include "io/temporary_folder.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <sys/stat.h>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

class TestTemporaryFolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void goesWithItsObject() {
        fs::path path;
        {
            const TemporaryFolder folder("test");
            path = folder.path();
            QVERIFY(folder.write("a.csv", "a,b\n").ok() && fs::create_directories(path / "b" / "c"));
            QCOMPARE(take(readFileBytes(path / "a.csv")), std::string("a,b\n"));
            QVERIFY2(!folder.write("a.csv", "other").ok(), "what is there is written over");
            QCOMPARE(take(readFileBytes(path / "a.csv")), std::string("a,b\n"));
            int pieces = 0;
            QVERIFY(folder.write("pieces", [&] { return std::string_view(++pieces < 4 ? "abc" : ""); }).ok());
            QVERIFY(pieces == 4 && fs::file_size(path / "pieces") == 9);
            // Larger than a piece of what is freed at once, with a link to another file, which is let alone.
            QVERIFY(folder.write("b/large", "").ok());
            fs::resize_file(path / "b" / "large", std::uintmax_t{100} << 20);
        }
        QVERIFY(!fs::exists(path));
    }

    void linkedFilesStayWhole() {
        const QuickFolder other;
        const fs::path kept = other.path() / "kept";
        const std::string bytes(std::size_t{40} << 20, 'x');
        QVERIFY(writeNewFile(kept, bytes).ok());
        {
            const TemporaryFolder folder("test");
            fs::create_symlink(kept, folder.path() / "soft");
            fs::create_directory_symlink(other.path(), folder.path() / "folder");
            std::error_code otherDisk;
            fs::create_hard_link(kept, folder.path() / "hard", otherDisk);
        }
        QCOMPARE(fs::file_size(kept), std::uintmax_t{bytes.size()});
    }

    /// As a signal handler calls it, and what is not named stays.
    void anEndRemovesWhatPasses() {
        const QuickFolder other;
        const TemporaryFolder folder("test");
        fs::create_directories(folder.path() / "runs" / "deep" / "er");
        for (int i = 0; i < 300; ++i)
            QVERIFY(
                writeNewFile(folder.path() / "runs" / "deep" / (std::string(100, 'n') + std::to_string(i)), "1").ok());
        QVERIFY(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
        QVERIFY(writeNewFile(other.path() / "kept", "1").ok() && writeNewFile(other.path() / "half", "1").ok());
        fs::create_symlink(other.path() / "kept", folder.path() / "link");
        fs::create_directory_symlink(other.path(), folder.path() / "folder");
        auto half = std::make_unique<PassingPath>(other.path() / "half");
        { const PassingPath published(other.path() / "kept"); }
        removePassing();
        QVERIFY(!fs::exists(folder.path()));
        QVERIFY(!fs::exists(other.path() / "half"));
        QVERIFY(fs::exists(other.path() / "kept"));
    }

    void moreThanAreKnown() {
        const QuickFolder folder;
        std::vector<std::unique_ptr<PassingPath>> passing;
        for (int i = 0; i < 200; ++i)
            passing.push_back(std::make_unique<PassingPath>(folder.path() / std::to_string(i)));
        passing.push_back(std::make_unique<PassingPath>(fs::path(std::string(10'000, 'x'))));
        passing.clear();
        QVERIFY(writeNewFile(folder.path() / "0", "1").ok());
        const PassingPath again(folder.path() / "0");  // there is room again
        removePassing();
        QVERIFY(!fs::exists(folder.path() / "0"));
    }

    /// A file beside the one that is written, until it stands in its place.
    void halfWrittenFilesPass() {
        const QuickFolder folder;
        const fs::path path = folder.path() / "a.csv";
        QVERIFY(writeFileDurably(path, "old").ok());
        const auto count = [&] { return std::distance(fs::directory_iterator(folder.path()), {}); };
        std::ptrdiff_t during = 0;
        const auto written = writeFileDurably(path, [&](FileSink& sink) {
            during = count();
            removePassing();
            return sink.write("new");
        });
        QCOMPARE(during, std::ptrdiff_t{2});
        QVERIFY(!written.ok());  // the end has taken it away
        QCOMPARE(take(readFileBytes(path)), std::string("old"));
        QCOMPARE(count(), std::ptrdiff_t{1});
        QVERIFY(writeFileDurably(path, "new").ok());
        removePassing();
        QCOMPARE(take(readFileBytes(path)), std::string("new"));
    }
};

QTEST_GUILESS_MAIN(TestTemporaryFolder)
#include "tst_temporary_folder.moc"
