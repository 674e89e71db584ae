// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/io/posix_calls.cpp.
#include "io/file_io.h"
#include "io/file_lock.h"
#include "io/hash.h"
#include "support/quick_folder.h"

#include <sys/stat.h>
#include <unistd.h>
#include <QTest>
#include <cerrno>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

struct FaultGuard {
    explicit FaultGuard(FaultPlan plan) { setFaultPlan(std::move(plan)); }
    ~FaultGuard() { setFaultPlan({}); }
};

std::string read(const fs::path& path) {
    auto bytes = readFileBytes(path);
    return bytes ? *bytes : "cannot be read: " + bytes.error().message;
}

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

struct Sweep {
    int kinds = 0, faults = 0;
};

/// Lets the k-th call fail, for every k until none fails, once and from then on; every errno. After each attempt the
/// caller checks the state.
void sweep(const std::function<Result<>()>& attempt,
           const std::function<void(const Result<>&, bool folderSyncFailed)>& check, Sweep& seen) {
    for (const int number : {ENOSPC, EIO, EACCES, EDQUOT, EROFS}) {
        for (const bool sticky : {false, true}) {
            for (int k = 1;; ++k) {
                int calls = 0;
                bool renamed = false, afterRename = false, fired = false;
                Result<> done;
                {
                    const FaultGuard guard([&](IoCall call, const fs::path&) {
                        if (call == IoCall::Unlink && !sticky) return 0;  // cleaning up is not the attempt
                        ++calls;
                        const bool fail = sticky ? calls >= k : calls == k;
                        if (fail && !fired) afterRename = renamed;
                        fired = fired || fail;
                        if (call == IoCall::Rename && !fail) renamed = true;
                        return fail ? number : 0;
                    });
                    done = attempt();
                }
                if (!fired) {
                    QVERIFY2(done.ok(), "nothing failed, and yet the call did");
                    check(done, false);
                    break;
                }
                ++seen.faults;
                check(done, afterRename);
                QVERIFY(k < 200);
            }
        }
        ++seen.kinds;
    }
}

}  // namespace

class TestFileIo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesAndReads() {
        const QuickFolder folder;
        const fs::path root = folder.path();
        for (const char* name : {"plain", "with space", "it's \"quoted\"", "数据", "-dash", "%20#?.txt"}) {
            QVERIFY(writeFileDurably(root / name, "one"));
            QVERIFY(writeFileDurably(root / name, "two"));
            QCOMPARE(read(root / name), std::string("two"));
        }
        QCOMPARE(filesIn(root), std::size_t{6});
    }

    void keepsOldOrNewUnderEveryFault() {
        const QuickFolder folder;
        const fs::path file = folder.path() / "precious";
        Sweep seen;
        QVERIFY(writeFileDurably(file, "old"));
        sweep([&] { return writeFileDurably(file, "new contents"); },
              [&](const Result<>& done, bool afterRename) {
                  const std::string now = read(file);
                  QVERIFY2(now == "old" || now == "new contents", now.c_str());
                  if (now == "old") QVERIFY2(!done.ok(), "a success that is none");
                  if (!done.ok()) {
                      QVERIFY2(done.error().message.find("precious") != std::string::npos || afterRename,
                               done.error().message.c_str());
                      QVERIFY2(done.error().message.find("; ") != std::string::npos, done.error().message.c_str());
                      if (!afterRename) QCOMPARE(now, std::string("old"));
                  }
                  QVERIFY(writeFileDurably(file, "old"));
              },
              seen);
        QVERIFY2(seen.faults >= 5 * 2 * 6, std::to_string(seen.faults).c_str());
    }

    void publishesFoldersWholeOrNotAtAll() {
        const QuickFolder folder;
        const fs::path root = folder.path(), target = root / "run";
        Sweep seen;
        sweep(
            [&] {
                return publishFolderDurably(target, [](const fs::path& temporary) -> Result<> {
                    if (auto a = writeNewFile(temporary / "a", "1"); !a) return a;
                    return writeNewFile(temporary / "b", "2");
                });
            },
            [&](const Result<>& done, bool) {
                if (done.ok()) QVERIFY(fs::exists(target));
                if (fs::exists(target)) QCOMPARE(filesIn(target), std::size_t{2});
                QVERIFY(removePath(target));
            },
            seen);
        QVERIFY(seen.faults > 50);
    }

    void leavesNothingBehindAfterAFault() {
        const QuickFolder folder;
        const fs::path root = folder.path();
        {
            const FaultGuard guard([](IoCall call, const fs::path&) { return call == IoCall::Fsync ? EIO : 0; });
            QVERIFY(!writeFileDurably(root / "x", "data"));
        }
        QCOMPARE(filesIn(root), std::size_t{0});
    }

    void survivesInterruptionsAndShortTransfers() {
        const QuickFolder folder;
        const fs::path file = folder.path() / "x";
        int calls = 0;
        const FaultGuard guard([&](IoCall call, const fs::path&) {
            if (call == IoCall::Fsync || call == IoCall::Rename) return 0;
            return ++calls % 2 == 1 ? EINTR : -3;
        });
        QVERIFY(writeFileDurably(file, "a text that is written three bytes at a time"));
        QCOMPARE(read(file), std::string("a text that is written three bytes at a time"));
        QVERIFY(calls > 20);
    }

    void neverRepeatsAFailedFsync() {
        const QuickFolder folder;
        int syncs = 0;
        const FaultGuard guard(
            [&](IoCall call, const fs::path&) { return call == IoCall::Fsync && ++syncs == 1 ? EINTR : 0; });
        QVERIFY(!writeFileDurably(folder.path() / "x", "data"));
        QCOMPARE(syncs, 1);
    }

    void namesCauseAndRemedy_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("code");
        QTest::newRow("full") << ENOSPC << static_cast<int>(ErrorCode::DiskFull);
        QTest::newRow("quota") << EDQUOT << static_cast<int>(ErrorCode::DiskFull);
        QTest::newRow("read-only") << EROFS << static_cast<int>(ErrorCode::ReadOnly);
        QTest::newRow("permission") << EACCES << static_cast<int>(ErrorCode::PermissionDenied);
        QTest::newRow("device") << EIO << static_cast<int>(ErrorCode::Io);
        QTest::newRow("unknown") << ENOTTY << static_cast<int>(ErrorCode::Io);
    }
    void namesCauseAndRemedy() {
        QFETCH(int, number);
        QFETCH(int, code);
        const Error error = ioError(number, "write", "/a b/c");
        QCOMPARE(static_cast<int>(error.code), code);
        const auto text = QString::fromStdString(error.message);
        QVERIFY2(text.startsWith("cannot write '/a b/c': "), qPrintable(text));
        QCOMPARE(text.count("; "), 2);
    }

    void aRealFullDiskIsNamed() {
        if (!fs::exists("/dev/full")) QSKIP("no /dev/full here");
        const QuickFolder folder;
        const fs::path link = folder.path() / "full";
        fs::create_symlink("/dev/full", link);
        const auto refused = writeFileDurably(link, "x");
        QVERIFY(!refused.ok());  // a device is never replaced by a file
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY(fs::is_character_file("/dev/full"));
        const auto made =
            publishDurably(folder.path() / "y", [](const fs::path&) { return writeNewFile("/dev/full", "x"); });
        QVERIFY(!made.ok());
    }

    void followsLinksAndKeepsPermissions() {
        const QuickFolder folder;
        const fs::path root = folder.path();
        QVERIFY(writeFileDurably(root / "real", "old"));
        ::chmod((root / "real").c_str(), 0640);
        fs::create_symlink(root / "real", root / "link");
        QVERIFY(writeFileDurably(root / "link", "new"));
        QVERIFY(fs::is_symlink(root / "link"));
        QCOMPARE(read(root / "real"), std::string("new"));
        struct stat info {};
        ::stat((root / "real").c_str(), &info);
        QCOMPARE(static_cast<int>(info.st_mode & 0777), 0640);
    }

    void refusesWhatIsNoFile() {
        const QuickFolder folder;
        const fs::path root = folder.path();
        QVERIFY(!writeFileDurably(root, "x"));
        QVERIFY(!readFileBytes(root));
        ::mkfifo((root / "pipe").c_str(), 0600);
        QVERIFY(!readFileBytes(root / "pipe"));  // and does not wait
        QVERIFY(!sha256File(root / "pipe"));
        QCOMPARE(readFileBytes(root / "missing").error().code, ErrorCode::NotFound);
        QCOMPARE(writeFileDurably(root / "missing" / "x", "y").error().code, ErrorCode::NotFound);
    }

    void readsWithinALimitAndStopsWhenAsked() {
        const QuickFolder folder;
        const fs::path file = folder.path() / "big";
        const std::string big(10'000'000, 'x');
        QVERIFY(writeFileDurably(file, [&](FileSink& sink) -> Result<> {
            for (std::size_t begin = 0; begin < big.size(); begin += 1000) {
                if (auto done = sink.write(std::string_view(big).substr(begin, 1000)); !done) return done;
            }
            return {};
        }));
        QVERIFY(read(file) == big);
        QVERIFY(readFileBytes(file, 9'999'999).error().message.find("10000000") != std::string::npos);
        QCOMPARE(readFileBytes(file, UINT64_MAX, [](double) { return false; }).error().code, ErrorCode::Cancelled);
        QCOMPARE(bytesOnDisk(file), std::uint64_t{10'000'000});
    }

    void makesAndRemovesTrees() {
        const QuickFolder folder;
        const fs::path root = folder.path();
        QVERIFY(makeFolders(root / "a" / "b" / "c"));
        QVERIFY(makeFolders(root / "a" / "b" / "c"));
        QVERIFY(writeFileDurably(root / "a" / "f", "12345"));
        QVERIFY(writeFileDurably(root / "kept", "1"));
        fs::create_symlink(root / "kept", root / "a" / "link");
        QCOMPARE(bytesOnDisk(root / "a"), std::uint64_t{6});
        QVERIFY(!makeFolders(root / "a" / "f"));
        QVERIFY(removePath(root / "a"));
        QVERIFY(removePath(root / "a"));
        QVERIFY(fs::exists(root / "kept"));
        QVERIFY(*freeSpace(root / "not" / "there") > 0);
    }

    void hashesAsPublished() {
        QCOMPARE(sha256(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(sha256("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        Sha256 parts;
        for (int i = 0; i < 1'000'000; ++i) parts.add("a");
        QCOMPARE(parts.finish(), std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
        parts.add("abc");
        QCOMPARE(parts.finish(), sha256("abc"));
        const QuickFolder folder;
        const fs::path file = folder.path() / "a";
        QVERIFY(writeFileDurably(file, std::string(3'000'000, 'q')));
        QCOMPARE(*sha256File(file), sha256(std::string(3'000'000, 'q')));
    }

    void locksExcludeEachOther() {
        const QuickFolder folder;
        const fs::path path = folder.path() / "lock";
        QVERIFY(!FileLock::isHeld(path));
        {
            auto first = FileLock::acquire(path);
            QVERIFY(first);
            QVERIFY(FileLock::isHeld(path));
            QCOMPARE(FileLock::acquire(path).error().code, ErrorCode::Busy);
        }
        QVERIFY(!FileLock::isHeld(path));
        QVERIFY(FileLock::acquire(path));
    }
};

QTEST_GUILESS_MAIN(TestFileIo)
#include "tst_file_io.moc"
