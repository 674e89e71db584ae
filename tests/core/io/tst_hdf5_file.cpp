// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/io/hdf5_file_types.cpp and core/io/hdf5_file_write.cpp.
#include "io/file_io.h"
#include "io/hdf5_file.h"

#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <thread>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

Result<> writeSample(const fs::path& path) {
    return writeHdf5(path, [](Hdf5Writer& writer) -> Result<> {
        const std::vector<double> matrix = {
            1, 2.5, std::numeric_limits<double>::quiet_NaN(), -4, std::numeric_limits<double>::infinity(), 1e300};
        const std::vector<std::int64_t> counts = {1, -2, 3};
        if (auto done = writer.array("/group/inner/matrix", {3, 2}, matrix); !done) return done;
        if (auto done = writer.array("/counts", {3}, counts); !done) return done;
        if (auto done = writer.array("/cube", {1, 2, 3}, matrix); !done) return done;
        if (auto done = writer.array("/tesseract", {1, 2, 3, 1, 1, 1, 1}, matrix); !done) return done;
        if (auto done = writer.array("/none", {0}, std::span<const double>()); !done) return done;
        if (auto done = writer.texts("/names", {"一", "", "three"}); !done) return done;
        if (auto done = writer.attribute("/counts", "unit", std::string("°C")); !done) return done;
        if (auto done = writer.attribute("/counts", "scale_factor", 0.5); !done) return done;
        return writer.attribute("/", "rows", std::int64_t{3});
    });
}

const FileArray* find(const std::vector<FileArray>& all, const std::string& path) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const FileArray& d) { return d.path == path; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

class TestHdf5File : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

private Q_SLOTS:
    void roundTrips() {
        const fs::path path = root() / "数 据 'x'.h5";
        const auto written = writeSample(path);
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().message.c_str());
        auto reader = Hdf5Reader::open(path);
        QVERIFY(reader);
        const auto all = reader->datasets();
        QVERIFY(all);
        QCOMPARE(all->size(), std::size_t{6});
        const FileArray* matrix = find(*all, "/group/inner/matrix");
        QVERIFY(matrix && matrix->usable);
        QCOMPARE(matrix->type, std::string("float64"));
        QCOMPARE(matrix->shape, (std::vector<std::int64_t>{3, 2}));
        const auto values = reader->read("/group/inner/matrix");
        QVERIFY(values);
        QCOMPARE(values->size(), std::size_t{6});
        QVERIFY(std::isnan((*values)[2]) && std::isinf((*values)[4]));
        QCOMPARE((*values)[5], 1e300);
        QCOMPARE(find(*all, "/cube")->shape, (std::vector<std::int64_t>{1, 2, 3}));
        const auto cube = reader->read("/cube");
        QVERIFY(cube && cube->size() == 6);
        QCOMPARE((*cube)[1], 2.5);
        QCOMPARE((*cube)[5], 1e300);
        const std::vector<std::int64_t> places{1};  // of each row
        QCOMPARE((*reader->read("/group/inner/matrix", {}, places))[2], 1e300);
        QCOMPARE(reader->read("/group/inner/matrix", {}, places)->size(), std::size_t{3});
        QCOMPARE(*reader->read("/counts"), (std::vector<double>{1, -2, 3}));
        const FileArray* counts = find(*all, "/counts");
        QCOMPARE(counts->attributes.size(), std::size_t{2});
        QCOMPARE(counts->attributes[1].numbers, std::vector<double>{0.5});
        QCOMPARE(counts->attributes[0].texts, std::vector<std::string>{"°C"});
        for (const char* name : {"/tesseract", "/none", "/names"}) {
            QVERIFY2(!find(*all, name)->usable && !find(*all, name)->reason.empty(), name);
            QVERIFY(!reader->read(name));
        }
        QCOMPARE(reader->read("/missing").error().code, ErrorCode::NotFound);
        QCOMPARE(reader->read("counts").error().code, ErrorCode::NotFound);
        QCOMPARE(reader->read("/group").error().code, ErrorCode::NotFound);
    }

    void readsInBlocksAndStopsWhenAsked() {
        std::vector<double> big(3'000'000);
        std::iota(big.begin(), big.end(), 0.0);
        const fs::path path = root() / "big.h5";
        QVERIFY(writeHdf5(path, [&](Hdf5Writer& writer) { return writer.array("/x", {1'000'000, 3}, big); }));
        auto reader = Hdf5Reader::open(path);
        int calls = 0;
        const auto values = reader->read("/x", [&](double) { return ++calls > 0; });
        QVERIFY(values && *values == big);
        QVERIFY(calls > 1);
        QCOMPARE(reader->read("/x", [](double) { return false; }).error().code, ErrorCode::Cancelled);
    }

    void equalContentsGiveEqualBytes() {
        const auto write = [this](const char* name) {
            const fs::path path = root() / name;
            const auto written = writeHdf5(path, [](Hdf5Writer& writer) {
                const std::vector<double> values{1, 2, 3};
                return writer.array("/in/a/group", {3}, values);
            });
            return written ? *readFileBytes(path) : std::string();
        };
        const std::string first = write("first.h5");
        // The format keeps times in whole seconds.
        const qint64 written = QDateTime::currentSecsSinceEpoch();
        QTRY_VERIFY_WITH_TIMEOUT(QDateTime::currentSecsSinceEpoch() > written, 300000);
        QVERIFY(!first.empty() && write("second.h5") == first);
    }

    void keepsTheOldFileWhenWritingFails() {
        const fs::path path = root() / "kept.h5";
        QVERIFY(writeSample(path));
        const std::string before = *readFileBytes(path);
        const auto failed = writeHdf5(path, [](Hdf5Writer& writer) -> Result<> {
            if (auto done = writer.attribute("/", "x", 1.0); !done) return done;
            return Error{ErrorCode::Cancelled, "stopped"};
        });
        QCOMPARE(failed.error().code, ErrorCode::Cancelled);
        QVERIFY(!writeHdf5(path, [](Hdf5Writer& writer) {
            return writer.array("/x", {4}, std::vector<double>{1, 2});
        }));
        QVERIFY(!writeHdf5(path, [](Hdf5Writer& writer) { return writer.attribute("/nowhere", "x", 1.0); }));
        for (const IoCall kind : {IoCall::Open, IoCall::Fsync, IoCall::Rename}) {
            setFaultPlan([kind](IoCall call, const fs::path&) { return call == kind ? ENOSPC : 0; });
            const auto full = writeSample(path);
            setFaultPlan({});
            QCOMPARE(full.error().code, ErrorCode::DiskFull);
        }
        QVERIFY(*readFileBytes(path) == before);
        QVERIFY(!writeSample(root() / "missing folder" / "x.h5"));
    }

    void refusesWhatIsNoHdf5() {
        QVERIFY(writeFileDurably(root() / "text.h5", "date,value\n1,2\n"));
        QVERIFY(writeFileDurably(root() / "empty.h5", ""));
        QCOMPARE(Hdf5Reader::open(root() / "text.h5").error().code, ErrorCode::InvalidInput);
        QVERIFY(!Hdf5Reader::open(root() / "empty.h5"));
        QVERIFY(!Hdf5Reader::open(root()));
        QCOMPARE(Hdf5Reader::open(root() / "none.h5").error().code, ErrorCode::NotFound);
    }

    void survivesCutsAndFlips() {
        const fs::path path = root() / "sound.h5", damaged = root() / "damaged.h5";
        QVERIFY(writeSample(path));
        const std::string bytes = *readFileBytes(path);
        std::mt19937 random(7);
        const auto tryAll = [&](const std::string& contents) {
            QVERIFY(writeNewFile(damaged, contents));
            if (auto reader = Hdf5Reader::open(damaged); reader) {
                if (auto all = reader->datasets(); all) {
                    for (const FileArray& dataset : *all) static_cast<void>(reader->read(dataset.path));
                }
            }
            QVERIFY(removePath(damaged));
        };
        for (std::size_t size = 0; size < bytes.size(); size += 97) tryAll(bytes.substr(0, size));
        for (int trial = 0; trial < 300; ++trial) {
            std::string copy = bytes;
            copy[random() % copy.size()] ^= static_cast<char>(1 << random() % 8);
            tryAll(copy);
        }
    }

    void honoursLimits() {
        const fs::path path = root() / "limits.h5";
        QVERIFY(writeSample(path));
        Hdf5Limits few;
        few.objects = 3;
        QVERIFY(!Hdf5Reader::open(path, few)->datasets());
        Hdf5Limits flat;
        flat.depth = 1;
        QVERIFY(!Hdf5Reader::open(path, flat)->datasets());
        Hdf5Limits small;
        small.valueBytes = 16;
        QVERIFY(!Hdf5Reader::open(path, small)->read("/counts"));
    }

    void servesSeveralThreads() {
        const fs::path path = root() / "threads.h5";
        QVERIFY(writeSample(path));
        std::atomic<int> good = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int k = 0; k < 20; ++k) {
                    auto reader = Hdf5Reader::open(path);
                    if (reader && reader->read("/counts").ok()) ++good;
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        QCOMPARE(good.load(), 80);
    }
};

QTEST_APPLESS_MAIN(TestHdf5File)
#include "tst_hdf5_file.moc"
