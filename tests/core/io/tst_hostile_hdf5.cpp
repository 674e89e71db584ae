// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5 files that are made to do harm, by the library's own calls: values in files elsewhere, links out of the file, a
// size that nothing stands behind, chunks that fill the memory, groups without end. What is sound beside them is read.
#include "data/readers.h"
#include "io/hdf5/trial.h"
#include "io/hdf5_file.h"
#include "support/places.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <hdf5.h>

#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr hsize_t kRows = 10;

/// A data set of doubles of this size; `how` says where its values lie.
void makeDataset(hid_t file, const char* name, hsize_t rows, const std::function<void(hid_t properties)>& how,
                 const double* values = nullptr) {
    const hid_t space = H5Screate_simple(1, &rows, nullptr), properties = H5Pcreate(H5P_DATASET_CREATE);
    how(properties);
    const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    if (set < 0) qFatal("%s was not made", name);
    if (values != nullptr) H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set), H5Pclose(properties), H5Sclose(space);
}

}  // namespace

class TestHostileHdf5 : public QObject {
    Q_OBJECT
    QuickFolder folder_;
    std::string path_;

    void isRefused(const char* dataset, const char* words) {
        const auto data = readFile(path_, partsWanted({dataset}));
        QVERIFY2(!data.ok(), dataset);
        QVERIFY2(data.error().message.find(words) != std::string::npos, data.error().message.c_str());
    }

private Q_SLOTS:
    void initTestCase() {
        path_ = (folder_.path() / "hostile.h5").string();
        const std::string other = (folder_.path() / "other.h5").string(), secret = (folder_.path() / "secret").string();
        const std::vector<double> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        const hid_t there = H5Fcreate(other.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        makeDataset(
            there, "x", kRows, [](hid_t) {}, values.data());
        H5Fclose(there);
        const hid_t file = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        makeDataset(
            file, "plain", kRows, [](hid_t) {}, values.data());
        makeDataset(file, "outside", kRows,
                    [&](hid_t properties) { H5Pset_external(properties, secret.c_str(), 0, kRows * sizeof(double)); });
        makeDataset(file, "virtual", kRows, [&](hid_t properties) {
            const hid_t space = H5Screate_simple(1, &kRows, nullptr);
            H5Pset_virtual(properties, space, other.c_str(), "x", space);
            H5Sclose(space);
        });
        const auto chunked = [](hsize_t chunk) {
            return [chunk](hid_t properties) { H5Pset_chunk(properties, 1, &chunk), H5Pset_deflate(properties, 9); };
        };
        makeDataset(file, "huge", hsize_t{1} << 40, chunked(1024));
        makeDataset(file, "chunks", hsize_t{1} << 27, chunked(hsize_t{1} << 27));
        H5Lcreate_external(other.c_str(), "/x", file, "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
        H5Lcreate_soft("/plain", file, "soft", H5P_DEFAULT, H5P_DEFAULT);
        H5Fclose(file);
    }

    /// Nothing but what lies in the file is read, and each of the others is named with the reason.
    void whatIsSoundIsRead() {
        const Dataset data = take(readFile(path_, {}));
        QCOMPARE(data.series->channels.size(), std::size_t{1});
        QCOMPARE(valuesOf(data, "plain")[9], 9.0);
        for (const char* name : {"outside", "virtual", "huge", "chunks", "elsewhere", "soft"})
            QVERIFY2(isSaid(data, std::string("'/") + name + "' was left out"), name);
    }

    void eachIsRefusedByName() {
        isRefused("/outside", "external storage");
        isRefused("/virtual", "virtual data set");
        isRefused("/chunks", "chunks are too large");
        isRefused("/elsewhere", "link to somewhere else");
        isRefused("/soft", "link to somewhere else");
        isRefused("/huge", "cannot become columns");
    }

    /// A damaged file tells of one; the library would take its memory, twice, to read eight bytes of it.
    void aRecordOfAGigabyte() {
        const std::string path = (folder_.path() / "record.h5").string();
        const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        for (const std::size_t bytes : {std::size_t{1} << 24, std::size_t{1} << 30}) {
            const hid_t type = H5Tcreate(H5T_COMPOUND, bytes), space = H5Screate_simple(1, &kRows, nullptr);
            H5Tinsert(type, "x", 0, H5T_NATIVE_DOUBLE);
            H5Dclose(H5Dcreate2(file, bytes == 1 << 24 ? "few" : "many", type, space, H5P_DEFAULT, H5P_DEFAULT,
                                H5P_DEFAULT));
            H5Sclose(space), H5Tclose(type);
        }
        H5Fclose(file);
        auto reader = take(Hdf5Reader::open(path));
        QVERIFY(take(reader.dataset("/few/x")).reason.english().find("no values are stored") != std::string::npos);
        const FileArray many = take(reader.dataset("/many/x"));
        QVERIFY(!many.usable && !many.isText);
        QVERIFY(many.reason.english().find("takes 1073741824 bytes") != std::string::npos);
        QVERIFY(!reader.read("/many/x").ok());
    }

    /// A division by zero in one, names that stand nowhere in the other: before the trial each ended the program.
    void damageThatBringsTheLibraryDown() {
        for (const char* name : {"/tests/fuzz/found/hdf5/axes.nc", "/tests/fuzz/found/hdf5/nowhere.h5"}) {
            const auto reader = Hdf5Reader::open(testing::inSource(name).toStdString());
            QVERIFY2(!reader.ok() && reader.error().code == ErrorCode::Corrupt, name);
            QVERIFY(reader.error().message.find("brings the HDF5 library down") != std::string::npos);
        }
    }

    void aTrialThatEndsInAnyWay() {
        const auto path = folder_.path() / "absent";
        int seen = 0;
        const auto comesThrough = [&](const std::function<void()>& look) { return hdf5::comesThrough(path, look); };
        QVERIFY(comesThrough([] {}) && comesThrough([] { throw 1; }) && comesThrough([&] { seen = 1; }));
        QCOMPARE(seen, 0);
        for (const int signal : {SIGSEGV, SIGFPE, SIGABRT, SIGKILL})
            QVERIFY(!comesThrough([&] { std::raise(signal); }));
        QVERIFY(!comesThrough([] { ::_exit(1); }));
        // What lies unchanged is not tried again; what was written anew is.
        const std::string old = testing::inSource("/tests/fuzz/found/hdf5/axes.nc").toStdString();
        QVERIFY(!hdf5::comesThrough(old, [] { ::_exit(1); }) && hdf5::comesThrough(old, [] {}));
        struct stat facts {};
        QVERIFY(::stat(old.c_str(), &facts) == 0);
        const bool isOld = std::time(nullptr) > facts.st_ctim.tv_sec + 2;
        QCOMPARE(hdf5::comesThrough(old, [] { ::_exit(1); }), isOld);
    }

    void groupsWithoutEnd() {
        const std::string path = (folder_.path() / "deep.h5").string();
        const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        std::string name;
        for (int depth = 0; depth < 40; ++depth)
            H5Gclose(H5Gcreate2(file, (name += "/g").c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Fclose(file);
        const auto data = readFile(path, {});
        QVERIFY(!data.ok() && data.error().message.find("groups more than 32 deep") != std::string::npos);
        // A group that lies in itself is walked once.
        const std::string round = (folder_.path() / "round.h5").string();
        const hid_t ring = H5Fcreate(round.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const std::vector<double> values(kRows, 2.5);
        makeDataset(
            ring, "x", kRows, [](hid_t) {}, values.data());
        H5Gclose(H5Gcreate2(ring, "/g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Lcreate_hard(ring, "/g", ring, "/g/self", H5P_DEFAULT, H5P_DEFAULT);
        H5Fclose(ring);
        QCOMPARE(take(readFile(round, {})).series->rows(), std::int64_t{kRows});
    }
};

QTEST_GUILESS_MAIN(TestHostileHdf5)
#include "tst_hostile_hdf5.moc"
