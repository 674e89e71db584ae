// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file: a small one in memory, a large one mapped while nobody may write to it, and each as it is.
#include "core/data_support.h"
#include "io/file_view.h"

#include <QTest>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <string>

using namespace gatelab;
using namespace datatest;

namespace {

constexpr std::uint64_t kLimit = UINT64_C(1) << 30;

std::string manyBytes() {
    std::string bytes;
    for (int i = 0; i < 400'000; ++i) bytes += std::to_string(i) + "\n";
    return bytes;
}

/// What the system says to someone who wants to write at once; 0: go on.
int errorOfWriting(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return errno;
    ::close(file);
    return 0;
}

}  // namespace

class TestFileView : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void smallOnesAreHeld() {
        const auto path = folder_.put("small.csv", "a,b\n1,2\n");
        auto view = FileView::open(path, kLimit);
        QVERIFY(view.ok());
        QVERIFY(!view->isMapped());
        QCOMPARE(std::string(view->bytes()), std::string("a,b\n1,2\n"));
        const FileView moved = std::move(*view);
        QCOMPARE(std::string(moved.bytes()), std::string("a,b\n1,2\n"));
    }
    void largeOnesAreWhole() {
        const std::string bytes = manyBytes();
        const auto path = folder_.put("large.csv", bytes);
        auto view = FileView::open(path, kLimit);
        QVERIFY(view.ok());
        QVERIFY(view->bytes() == bytes);
        const FileView moved = std::move(*view);
        QVERIFY(moved.bytes() == bytes);
    }
    void nobodyWritesWhileItIsMapped() {
        const auto path = folder_.put("leased.csv", manyBytes());
        {
            const auto view = FileView::open(path, kLimit);
            QVERIFY(view.ok());
            if (!view->isMapped()) QSKIP("this file system or this user gets no lease: the file was read into memory");
            QCOMPARE(errorOfWriting(path), EWOULDBLOCK);
        }
        QCOMPARE(errorOfWriting(path), 0);
    }
    void oneThatIsBeingWrittenIsHeld() {
        const auto path = folder_.put("growing.csv", manyBytes());
        const int writer = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        QVERIFY(writer >= 0);
        const auto view = FileView::open(path, kLimit);
        ::close(writer);
        QVERIFY(view.ok() && !view->isMapped());
        QVERIFY(view->bytes() == manyBytes());
    }
    void whatCannotBeReadSaysWhy() {
        const auto path = folder_.put("limited.csv", manyBytes());
        QCOMPARE(FileView::open(path, 1000).error().code, ErrorCode::InvalidInput);
        QCOMPARE(FileView::open(folder_.path() / "none.csv", kLimit).error().code, ErrorCode::NotFound);
        QVERIFY(!FileView::open(folder_.path(), kLimit).ok());
    }
};

QTEST_GUILESS_MAIN(TestFileView)
#include "tst_file_view.moc"
