// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is removed from a run that nobody trains, a check of the workspace names it; what a trainer prunes it does
// not.
#include "data/recipe/saved_preparation.h"
#include "io/file_io.h"
#include "run/run_event.h"
#include "store/checkpoint.h"
#include "store/record/missing_files.h"
#include "store/saved_preparation_file.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"

#include <QTest>

#include <algorithm>
#include <memory>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

void saveCheckpoint(RunRecord& record, std::int64_t step) {
    CheckpointContents contents;
    contents.state = std::string(200, 's');
    contents.step = step;
    contents.best = step == 1;
    const auto saved = CheckpointStore(record.folder()).save(contents);
    if (!saved || !record.addEvent({SavedCheckpoint{saved->folder.filename().string()}, step})) qFatal("not saved");
}

/// With checkpoints of steps 1 (the best), 4 and 5; those between were pruned.
std::unique_ptr<RunRecord> trainedRun(Workspace& workspace) {
    auto record = workspace.createRun(ExperimentConfig(), "", "data");
    if (!record) qFatal("%s", record.error().message.c_str());
    SavedPreparation kept;
    kept.sequences = SavedSequences();
    if (!writePreparation((*record)->folder(), kept)) qFatal("not written");
    for (std::int64_t step = 1; step <= 5; ++step) saveCheckpoint(**record, step);
    return std::move(*record);
}

std::vector<fs::path> everythingIn(const fs::path& run) {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(run))
        if (entry.path().filename() != "lock" && !entry.path().string().ends_with("-wal") &&
            !entry.path().string().ends_with("-shm"))
            all.push_back(fs::relative(entry.path(), run));
    std::ranges::sort(all);
    return all;
}

std::size_t damages(const fs::path& place) {
    const auto workspace = Workspace::open(place);
    const auto check = workspace ? checkWorkspace(**workspace) : Result<WorkspaceCheck>(workspace.error());
    if (!check) qFatal("%s", check.error().message.c_str());
    for (const auto& [run, what] : check->damaged) qInfo("%s", what.english().c_str());
    return check->damaged.size();
}

}  // namespace

class TestMissingFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsRemovedIsNamed_data() {
        QTest::addColumn<bool>("hasEnded");
        QTest::newRow("of a run that has ended") << true;
        QTest::newRow("of a run that was killed") << false;
    }
    void whatIsRemovedIsNamed() {
        QFETCH(bool, hasEnded);
        const QuickFolder folder;
        const fs::path sound = folder.path() / "sound", trial = folder.path() / "trial";
        fs::path run;
        {
            auto workspace = *Workspace::open(sound);
            auto record = trainedRun(*workspace);
            run = fs::relative(record->folder(), sound);
            if (hasEnded) QVERIFY(record->setState(RunState::Finished, 5, 1, 1));
        }
        QCOMPARE(damages(sound), std::size_t{0});
        const auto all = everythingIn(sound / run);
        QCOMPARE(std::ranges::count_if(all, [](const fs::path& path) { return path.filename() == "state.json"; }), 3);
        for (const fs::path& path : all) {
            fs::remove_all(trial);
            fs::copy(sound, trial, fs::copy_options::recursive);
            fs::remove_all(trial / run / path);
            QVERIFY2(damages(trial) > 0, path.c_str());
        }
    }

    void whatATrainerPrunesIsNoDamage() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto record = trainedRun(*workspace);
        fs::remove_all(CheckpointStore(record->folder()).list().back().folder);
        fs::remove(CheckpointStore(record->folder()).list().back().folder / "state.json");
        QCOMPARE(damages(folder.path()), std::size_t{0});
        QCOMPARE(missingFiles(record->folder()).size(), std::size_t{2});
    }

    void aCopyOfARunThatGoesOnLacksNothing() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path() / "from");
        auto record = trainedRun(*workspace);
        const fs::path copy = folder.path() / "to" / "runs" / record->id();
        QVERIFY(backUpWorkspace(folder.path() / "from", folder.path() / "to"));
        fs::remove_all(CheckpointStore(copy).list().front().folder);  // saved after the others were copied
        QCOMPARE(damages(folder.path() / "to"), std::size_t{0});
        fs::remove_all(copy / "checkpoints");
        QCOMPARE(damages(folder.path() / "to"), std::size_t{1});
    }

    void aRunThatGoesOnHasNoEndToMiss() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto record = trainedRun(*workspace);
        QVERIFY(record->setState(RunState::Finished, 5, 1, 1));
        const std::string id = record->id();
        record.reset();
        QVERIFY(fs::exists(folder.path() / "runs" / id / "manifest.json"));
        workspace->reopenRun(id)->reset();  // and is killed
        QVERIFY(!fs::exists(folder.path() / "runs" / id / "manifest.json"));
        QCOMPARE(damages(folder.path()), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestMissingFiles)
#include "tst_missing_files.moc"
