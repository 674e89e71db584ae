// SPDX-License-Identifier: GPL-3.0-or-later
// What was written into an archive is read from it again; nothing stays of one that could not be written.
// Holds core/io/archive_writer.cpp.
#include "io/archive_file.h"
#include "io/archive_library.h"
#include "io/archive_writer.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <filesystem>

using namespace gatelab;
using testing::take;

class TestArchiveWriter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!ArchiveLibrary::instance().ok()) QSKIP("libarchive is not on this machine");
    }

    void whatIsWrittenIsRead() {
        const QuickFolder folder;
        std::string large(3'000'000, 'x');
        for (std::size_t i = 0; i < large.size(); i += 7) large[i] = static_cast<char>(i * 31);
        const std::vector<std::pair<std::string, std::string>> files{
            {"a.txt", "hello"}, {"b/empty", ""}, {"b/large", large}};
        std::vector<ArchiveSource> sources;
        for (const auto& [name, bytes] : files) {
            const auto path = folder.path() / std::to_string(sources.size());
            QVERIFY(writeNewFile(path, bytes).ok());
            sources.push_back({name, path});
        }
        const auto target = folder.path() / "a.zip";
        double last = 0;
        QVERIFY(writeZip(target, sources, [&](double share) {
                    last = share;
                    return true;
                }).ok());
        QCOMPARE(last, 1.0);
        const auto members = take(listArchive(target));
        QCOMPARE(members.size(), files.size());
        for (const auto& [name, bytes] : files) QVERIFY(take(readMember(target, name)) == bytes);
    }

    void nothingStaysOfWhatFailed() {
        const QuickFolder folder;
        QVERIFY(writeNewFile(folder.path() / "a", std::string(3'000'000, 'x')).ok());
        const std::vector<ArchiveSource> there{{"a", folder.path() / "a"}}, missing{{"b", folder.path() / "b"}};
        const auto target = folder.path() / "out" / "a.zip";
        std::filesystem::create_directories(target.parent_path());
        QVERIFY(!writeZip(target, missing).ok());
        QCOMPARE(writeZip(target, there, [](double) { return false; }).error().code, ErrorCode::Cancelled);
        QVERIFY(std::filesystem::is_empty(target.parent_path()));
        // What stood there stays.
        QVERIFY(writeNewFile(target, "old").ok());
        QVERIFY(!writeZip(target, missing).ok());
        QCOMPARE(take(readFileBytes(target)), std::string("old"));
        QVERIFY(!writeZip(folder.path() / "none" / "a.zip", there).ok());
    }
};

QTEST_GUILESS_MAIN(TestArchiveWriter)
#include "tst_archive_writer.moc"
