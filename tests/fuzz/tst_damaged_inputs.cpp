// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input. What fuzzing (tests/fuzz/run) began with and what brought a reader down once; each file of the tests of
// readers cut at its bytes, each byte of its header flipped, and random ones: an error in words or a sound reading.
// GATELAB_TRIALS: how many random flips of each file (label slow: 10,000, and cuts at every byte).
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "fuzz/support_targets.h"
#include "io/arrow_file.h"
#include "io/file_io.h"
#include "support/places.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

constexpr int kUsualTrials = 200;
constexpr std::size_t kUsualCuts = 400, kHeader = 256;

fs::path source(const char* folder) { return inSource(folder).toStdString(); }

std::vector<fs::path> filesBelow(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none))
        if (entry.is_regular_file() && entry.path().extension() != ".py") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

int trials() { return std::max(kUsualTrials, qEnvironmentVariableIntValue("GATELAB_TRIALS")); }

}  // namespace

class TestDamagedInputs : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    /// As whoever opens it reads it: whole, its parts, its cells.
    void read(const std::string& name, std::string_view bytes) {
        const fs::path path = folder_.path() / name;
        QVERIFY(removePath(path));
        QVERIFY(writeNewFile(path, bytes));
        const auto data = readFile(path, {});
        if (!data)
            QVERIFY2(!data.error().message.empty(), name.c_str());
        else
            QVERIFY2(faultOf(*data).empty(), faultOf(*data).c_str());
        static_cast<void>(listParts(path, {}));
        if (!name.starts_with("sequences")) return;
        ExperimentConfig config;
        config.dataPath = path.string();
        if (const auto seen = loadAsItLooks(config); seen) QVERIFY2(faultOf(*seen).empty(), faultOf(*seen).c_str());
    }

    /// The files of the tests of readers and the beginnings of fuzzing, each by its target: those of a text have no
    /// file of their own in the tests.
    static void eachFile() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("target");
        const fs::path files = source("/tests/core/data/files"), corpus = source("/tests/fuzz/corpus");
        for (const fs::path& file : filesBelow(files))
            QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string()) << QString();
        for (const fs::path& file : filesBelow(corpus)) {
            const std::string key = file.parent_path().filename().string();
            QTest::newRow((key + "/" + file.filename().string()).c_str())
                << QString::fromStdString(file.string()) << QString::fromStdString(key);
        }
    }

    void readDamaged(const QString& path, const QString& target, std::string_view bytes) {
        const FuzzTarget* const by = target.isEmpty() ? nullptr : fuzzTarget(target.toStdString());
        if (by != nullptr)
            static_cast<void>(readAsTarget(*by, bytes, folder_.path()));
        else
            read(fs::path(path.toStdString()).filename().string(), bytes);
    }

private Q_SLOTS:
    /// The folders of both are called after targets; each file is read by its own.
    void knownOnes_data() {
        QTest::addColumn<QString>("path");
        for (const char* folder : {"/tests/fuzz/corpus", "/tests/fuzz/found"})
            for (const fs::path& file : filesBelow(source(folder)))
                QTest::newRow((file.parent_path().filename() / file.filename()).c_str())
                    << QString::fromStdString(file.string());
    }
    void knownOnes() {
        QFETCH(QString, path);
        const fs::path file = path.toStdString();
        const FuzzTarget* const target = fuzzTarget(file.parent_path().filename().string());
        QVERIFY2(target != nullptr, "its folder has the name of no target");
        const bool isTaken = readAsTarget(*target, take(readFileBytes(file)), folder_.path());
        QVERIFY2(isTaken, "its reader does not want it");
    }

    void cut_data() { eachFile(); }
    void cut() {
        QFETCH(QString, path);
        QFETCH(QString, target);
        const std::string whole = take(readFileBytes(path.toStdString()));
        const std::size_t step = trials() > kUsualTrials ? 1 : std::max<std::size_t>(1, whole.size() / kUsualCuts);
        for (std::size_t size = 0; size < whole.size(); size += step)
            readDamaged(path, target, std::string_view(whole).substr(0, size));
    }

    void flipped_data() { eachFile(); }
    void flipped() {
        QFETCH(QString, path);
        QFETCH(QString, target);
        const std::string whole = take(readFileBytes(path.toStdString()));
        std::mt19937 random(1);
        for (std::size_t at = 0; at < std::min(kHeader, whole.size()); ++at) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
            readDamaged(path, target, bytes);
        }
        for (int i = 0; i < trials(); ++i) {
            std::string bytes = whole;
            for (int n = 0; n <= i % 3; ++n)
                bytes[random() % bytes.size()] = static_cast<char>(i % 2 == 0 ? random() % 256 : 1U << random() % 8);
            readDamaged(path, target, bytes);
        }
    }
};

QTEST_GUILESS_MAIN(TestDamagedInputs)
#include "tst_damaged_inputs.moc"
