// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "store/named_checkpoint.h"
#include "store/record/manifest.h"
#include "support/quick_folder.h"

#include <QFile>
#include <QTest>
#include <cerrno>
#include <cmath>
#include <limits>
#include <random>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

CheckpointContents contents(std::int64_t step, bool best = false, bool finite = true) {
    CheckpointContents made;
    made.tensors.tensors["w"] = {"F32", {4}, std::vector<char>(16, static_cast<char>(step))};
    made.state = "{\"step\": " + std::to_string(step) + "}";
    made.step = step;
    made.epoch = step / 10;
    made.reason = CheckpointReason::Time;
    made.best = best;
    made.finite = finite;
    return made;
}

void damage(const fs::path& file, const std::function<void(std::string&)>& change) {
    std::string bytes = *readFileBytes(file);
    change(bytes);
    QFile out(QString::fromStdString(file.string()));
    QVERIFY(out.open(QIODevice::ReadWrite) && out.resize(static_cast<qint64>(bytes.size())));
    QCOMPARE(out.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

}  // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void savesAndLoads() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QCOMPARE(store.newestGood().error().code, ErrorCode::NotFound);
        QVERIFY(store.save(contents(10)));
        const auto loaded = store.newestGood();
        QVERIFY(loaded);
        QCOMPARE(loaded->contents.step, std::int64_t{10});
        QCOMPARE(loaded->contents.epoch, std::int64_t{1});
        QCOMPARE(loaded->contents.state, contents(10).state);
        QVERIFY(loaded->contents.tensors.tensors.at("w").bytes == contents(10).tensors.tensors.at("w").bytes);
        QVERIFY(loaded->warnings.empty());
        QVERIFY(loaded->info.wall > 1e9);
        QCOMPARE(store.best().error().code, ErrorCode::NotFound);
    }

    void keepsTwoGoodAndTheBest() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        for (int step = 1; step <= 8; ++step) QVERIFY(store.save(contents(step, step == 3)));
        std::vector<std::int64_t> kept;
        for (const CheckpointInfo& info : store.list()) kept.push_back(info.generation);
        QCOMPARE(kept, (std::vector<std::int64_t>{8, 7, 3}));
        QCOMPARE(store.best()->contents.step, std::int64_t{3});
        QCOMPARE(store.list().front().parent, std::int64_t{7});
    }

    void aNameThatIsNoneIsAnsweredWithEachStepOnce() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        for (const int step : {4, 8, 8}) QVERIFY(store.save(contents(step, step == 4)));
        const auto none = loadNamedCheckpoint(store, "foo");
        QVERIFY(!none);
        QVERIFY2(none.error().message.ends_with("one of the steps 4, 8"), none.error().message.c_str());
    }

    void nonFiniteNeverReplacesAGoodOne() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        for (int step = 1; step <= 3; ++step) QVERIFY(store.save(contents(step)));
        for (int step = 4; step <= 6; ++step) QVERIFY(store.save(contents(step, true, false)));
        const auto loaded = store.newestGood();
        QCOMPARE(loaded->contents.step, std::int64_t{3});
        QCOMPARE(loaded->warnings.size(), std::size_t{1});
        QCOMPARE(store.list().size(), std::size_t{3});  // the newest bad one and two good ones
        QVERIFY(!store.best());
    }

    void fallsBackFromEveryCut() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QVERIFY(store.save(contents(1)));
        const auto newest = store.save(contents(2));
        for (const char* name : {"tensors.safetensors", "state.json", "manifest.json"}) {
            const fs::path file = newest->folder / name;
            const std::string sound = *readFileBytes(file);
            for (std::size_t size = 0; size < sound.size(); ++size) {
                damage(file, [&](std::string& bytes) { bytes = sound.substr(0, size); });
                const auto loaded = store.newestGood();
                // A manifest without its last line end is still whole.
                const bool isWhole = std::string_view(name) == "manifest.json" && size + 1 == sound.size();
                QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().message.c_str());
                QCOMPARE(loaded->contents.step, std::int64_t{isWhole ? 2 : 1});
                QCOMPARE(loaded->warnings.size(), std::size_t{isWhole ? 0U : 1U});
            }
            QVERIFY(removePath(file));
            QCOMPARE(store.newestGood()->contents.step, std::int64_t{1});
            QVERIFY(writeNewFile(file, sound));
            QCOMPARE(store.newestGood()->contents.step, std::int64_t{2});
        }
    }

    void detectsEveryFlippedBit() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QVERIFY(store.save(contents(1)));
        const auto newest = store.save(contents(2));
        for (const char* name : {"tensors.safetensors", "state.json", "manifest.json"}) {
            const fs::path file = newest->folder / name;
            const std::string sound = *readFileBytes(file);
            for (std::size_t bit = 0; bit < sound.size() * 8; ++bit) {
                damage(file, [&](std::string& bytes) {
                    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
                });
                const auto loaded = store.newestGood();
                QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().message.c_str());
                // Never a third state: either the one before, or the same contents (a blank of the manifest that became
                // a tab).
                const CheckpointContents expected = contents(loaded->contents.step);
                QVERIFY(loaded->contents.state == expected.state && loaded->contents.reason == expected.reason &&
                        loaded->contents.epoch == expected.epoch);
                QVERIFY(loaded->contents.tensors.tensors.at("w").bytes == expected.tensors.tensors.at("w").bytes);
                if (std::string_view(name) != "manifest.json") QCOMPARE(loaded->contents.step, std::int64_t{1});
                damage(file, [&](std::string& bytes) { bytes = sound; });
            }
        }
    }

    void saysSoWhenNoneCanBeUsed() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        for (int step = 1; step <= 2; ++step) {
            const auto saved = store.save(contents(step));
            damage(saved->folder / "state.json", [](std::string& bytes) { bytes[0] = 'x'; });
        }
        const auto loaded = store.newestGood();
        QCOMPARE(loaded.error().code, ErrorCode::Corrupt);
        QVERIFY2(loaded.error().message.find("\nckpt-00000001: ") != std::string::npos &&
                     loaded.error().message.find("\nckpt-00000002: ") != std::string::npos,
                 loaded.error().message.c_str());
        QVERIFY(store.save(contents(3)));
        QCOMPARE(store.newestGood()->contents.step, std::int64_t{3});
    }

    void aDamagedOneIsNotReplacedUnasked() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QVERIFY(store.save(contents(19, true)));
        const auto newest = store.save(contents(76, true));
        for (const char* name : {"tensors.safetensors", "manifest.json"}) {
            damage(newest->folder / name, [](std::string& bytes) { bytes[bytes.size() / 2] ^= 4; });
            for (const char* wanted : {"last", "best"}) {
                const auto loaded = loadNamedCheckpoint(store, wanted);
                QVERIFY2(!loaded && loaded.error().code == ErrorCode::Corrupt, wanted);
                QVERIFY2(loaded.error().message.find("step 19") != std::string::npos, loaded.error().message.c_str());
            }
            const auto intact = loadNamedCheckpoint(store, "intact");
            QVERIFY(intact);
            QCOMPARE(intact->step(), std::int64_t{19});
            QCOMPARE(intact->loaded.warnings.size(), std::size_t{1});
        }
    }

    // Nothing of it is left to be damaged; the manifest of the run knows how far it came.
    void theCheckpointOfTheEndIsMissed() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QVERIFY(store.save(contents(19, true)));
        const auto newest = store.save(contents(76, true));
        Manifest run;
        run.kind = "run";
        run.facts = {{"state", std::string("finished")}, {"step", std::int64_t{76}}};
        QVERIFY(writeFileDurably(folder.path() / "manifest.json", manifestToJson(run)));
        QVERIFY(store.missingEnd().empty());
        QVERIFY(loadNamedCheckpoint(store, "last"));
        QVERIFY(removePath(newest->folder));
        QVERIFY(!store.missingEnd().empty());
        for (const char* wanted : {"last", "best"}) {
            const auto loaded = loadNamedCheckpoint(store, wanted);
            QVERIFY2(!loaded && loaded.error().code == ErrorCode::Corrupt, wanted);
            QVERIFY2(loaded.error().message.find("step 19") != std::string::npos, loaded.error().message.c_str());
        }
        const auto intact = loadNamedCheckpoint(store, "intact");
        QVERIFY(intact);
        QCOMPARE(intact->loaded.warnings.size(), std::size_t{1});
        // One that was interrupted may have come further than its newest checkpoint.
        run.facts["state"] = std::string("interrupted");
        QVERIFY(writeFileDurably(folder.path() / "manifest.json", manifestToJson(run)));
        QVERIFY(loadNamedCheckpoint(store, "last"));
    }

    void aRunThatWasRemovedIsNotMadeAgain() {
        const QuickFolder folder;
        const auto saved = CheckpointStore(folder.path() / "gone").save(contents(1));
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Io);
        QVERIFY(!fs::exists(folder.path() / "gone"));
    }

    void everyFaultLeavesTheOldOnesLoadable() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QVERIFY(store.save(contents(1)));
        QVERIFY(store.save(contents(2)));
        int faults = 0;
        for (const int number : {ENOSPC, EIO, EDQUOT}) {
            for (const bool sticky : {false, true}) {
                for (int k = 1;; ++k) {
                    int calls = 0;
                    setFaultPlan(
                        [&](IoCall, const fs::path&) { return (sticky ? ++calls >= k : ++calls == k) ? number : 0; });
                    const auto saved = store.save(contents(3));
                    setFaultPlan({});
                    const bool fired = calls >= k;
                    faults += fired;
                    const auto loaded = store.newestGood();
                    QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().message.c_str());
                    QVERIFY(loaded->contents.step == 3 || loaded->contents.step == 2);
                    if (saved.ok()) QCOMPARE(loaded->contents.step, std::int64_t{3});
                    if (!saved.ok())
                        QVERIFY2(saved.error().message.find("; ") != std::string::npos, saved.error().message.c_str());
                    QVERIFY(store.save(contents(2)));  // from memory, into a new generation
                    QVERIFY(store.save(contents(2)));
                    if (!fired) break;
                    QVERIFY(k < 500);
                }
            }
        }
        QVERIFY2(faults > 100, std::to_string(faults).c_str());
    }

    void refusesAFullDiskBeforeWriting() {
        const QuickFolder folder;
        CheckpointStore store(folder.path());
        QVERIFY(store.save(contents(1)));
        CheckpointContents huge = contents(2);
        huge.state.clear();
        setFaultPlan([](IoCall call, const fs::path&) { return call == IoCall::Write ? ENOSPC : 0; });
        const auto full = store.save(huge);
        setFaultPlan({});
        QCOMPARE(full.error().code, ErrorCode::DiskFull);
        QVERIFY(full.error().message.find("earlier ones are safe") != std::string::npos);
        QCOMPARE(store.list().size(), std::size_t{1});
        std::size_t entries = 0;
        for ([[maybe_unused]] const auto& entry : fs::directory_iterator(store.folder())) ++entries;
        QCOMPARE(entries, std::size_t{1});
    }

    void manifestsOfAnotherKindAreRefused() {
        Manifest manifest;
        manifest.kind = "run";
        manifest.facts = {{"a", true},
                          {"b", std::int64_t{-5}},
                          {"c", 0.1},
                          {"d", std::string("é\n")},
                          {"e", std::numeric_limits<double>::quiet_NaN()}};
        manifest.files = {{"x", 3, std::string(64, 'a')}};
        const std::string text = manifestToJson(manifest);
        QCOMPARE(manifestFromJson(text, "checkpoint").error().code, ErrorCode::Corrupt);
        const auto back = manifestFromJson(text, "run");
        QVERIFY(back);
        QCOMPARE(back->fact<double>("c", 0), 0.1);
        QCOMPARE(back->fact<std::string>("d", ""), std::string("é\n"));
        QVERIFY(std::isnan(back->fact<double>("e", 0)));
        QCOMPARE(back->fact<std::int64_t>("b", 0), std::int64_t{-5});
        Manifest escaping = manifest;
        escaping.files = {{"../x", 3, "a"}};
        QVERIFY(!verifyFiles("/tmp", escaping));
    }
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
