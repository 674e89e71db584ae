// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input. What fuzzing (tests/fuzz/run) began with and what brought a reader down once; each file of the tests of
// readers cut at its bytes, each byte of its header flipped, and random ones: an error in words or a sound reading.
// GATELAB_TRIALS: how many random flips of each file (label slow: 10,000, and cuts at every byte).
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "fuzz/support_damage.h"
#include "fuzz/support_targets.h"
#include "io/arrow_file.h"
#include "io/file_io.h"
#include "support/places.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

constexpr int kUsualTrials = 100;
constexpr std::size_t kUsualCuts = 200;

fs::path source(const char* folder) { return inSource(folder).toStdString(); }

int trials() { return std::max(kUsualTrials, qEnvironmentVariableIntValue("GATELAB_TRIALS")); }

}  // namespace

class TestDamagedInputs : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    /// As whoever opens it reads it: whole, its parts, its cells.
    void read(const std::string& name, std::string_view bytes) {
        const std::string fault = readAsFile(name, bytes, folder_.path());
        QVERIFY2(fault.empty(), fault.c_str());
        if (!name.starts_with("sequences")) return;
        ExperimentConfig config;
        config.dataPath = (folder_.path() / name).string();
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

    void damaged_data() { eachFile(); }
    void damaged() {
        QFETCH(QString, path);
        QFETCH(QString, target);
        const std::string whole = take(readFileBytes(path.toStdString()));
        const std::size_t step = trials() > kUsualTrials ? 1 : std::max<std::size_t>(1, whole.size() / kUsualCuts);
        const auto readIt = [&](std::string_view bytes) { readDamaged(path, target, bytes); };
        eachCut(whole, step, readIt);
        eachFlip(whole, trials(), readIt);
    }
};

QTEST_GUILESS_MAIN(TestDamagedInputs)
#include "tst_damaged_inputs.moc"
