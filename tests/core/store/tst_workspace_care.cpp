// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/database.h"
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "store/run_queue.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"

#include <sys/wait.h>
#include <unistd.h>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<RunRecord> startRun(Workspace& workspace, int samples) {
    auto record = workspace.createRun(ExperimentConfig(), "", "data");
    if (!record) qFatal("%s", record.error().message.c_str());
    std::vector<MetricSample> made(static_cast<std::size_t>(samples));
    for (std::size_t i = 0; i < made.size(); ++i) made[i].step = static_cast<std::int64_t>(i) + 1;
    CheckpointContents contents;
    contents.state = std::string(2000, 's');
    contents.step = samples;
    if (!(*record)->addMetrics(made) || !(*record)->flush() || !CheckpointStore((*record)->folder()).save(contents))
        qFatal("the run cannot be written");
    return std::move(*record);
}

/// A workspace with a kept run, whose checkpoint is damaged, a deleted one, one in the queue, and a person's own files.
/// Gives the ids of both runs.
std::pair<std::string, std::string> fillWithMore(const fs::path& place) {
    auto workspace = *Workspace::open(place);
    auto kept = startRun(*workspace, 10), gone = startRun(*workspace, 20);
    const std::pair ids(kept->id(), gone->id());
    const auto damaged = CheckpointStore(kept->folder()).list().front().folder / "state.json";
    if (!writeFileDurably(damaged, "other") || !makeFolders(kept->folder() / "exports"))
        qFatal("the run cannot be changed");
    if (!writeFileDurably(kept->folder() / "exports" / ".hidden", "mine") ||
        !writeFileDurably(kept->folder() / "exports" / "run.sqlite", "mine"))
        qFatal("no file");
    kept.reset();
    gone.reset();
    if (!workspace->deleteRun(ids.second) || !RunQueue(place).add({QueuedRun()}))
        qFatal("the workspace cannot be changed");
    if (!makeFolders(place / "papers") || !writeFileDurably(place / "papers" / "lock", "mine")) qFatal("no file");
    return ids;
}

}  // namespace

class TestWorkspaceCare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewIndexTellsHowFarItIs() {
        const QuickFolder folder;
        for (int i = 0; i < 4; ++i) startRun(**Workspace::open(folder.path()), 10);
        std::vector<double> shares;
        const Progress progress = [&shares](double share) { return shares.push_back(share), true; };
        QVERIFY(Workspace::open(folder.path(), progress).ok());
        QVERIFY(shares.empty());  // it is there
        QVERIFY(removeDatabase(folder.path() / "workspace.sqlite"));
        const auto workspace = Workspace::open(folder.path(), progress);
        QVERIFY(workspace.ok());
        QCOMPARE(shares, (std::vector<double>{0.25, 0.5, 0.75, 1}));
        QCOMPARE((*workspace)->runs()->size(), std::size_t{4});
    }

    void sizesAreToldApart() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto small = startRun(*workspace, 10), large = startRun(*workspace, 5000);
        const auto sizes = runSizes(folder.path());
        QCOMPARE(sizes.size(), std::size_t{2});
        QCOMPARE(sizes[0].id, large->id());
        QVERIFY(sizes[0].curves > sizes[1].curves && sizes[0].checkpoints > 2000 && sizes[0].other > 100);
        QCOMPARE(sizes[0].total(), bytesOnDisk(large->folder()));
        QCOMPARE(processOfRun(small->folder()), static_cast<std::int64_t>(::getpid()));
        const fs::path gone = small->folder();
        const std::string id = small->id();
        small.reset();
        QCOMPARE(processOfRun(gone), std::int64_t{0});
        QCOMPARE(trashSize(folder.path()), std::uint64_t{0});
        QVERIFY(workspace->deleteRun(id));
        QVERIFY(trashSize(folder.path()) > 2000);
    }

    void aBackupOpensWithEverything() {
        const QuickFolder folder;
        const fs::path from = folder.path() / "from", to = folder.path() / "to 'x'";
        auto workspace = *Workspace::open(from);
        auto finished = startRun(*workspace, 100);
        QVERIFY(finished->setState(RunState::Finished, 100, 1, 1));
        auto live = startRun(*workspace, 50);  // still going on
        const auto left = backUpWorkspace(from, to);
        QVERIFY2(left.ok(), left.ok() ? "" : left.error().message.c_str());
        QVERIFY(left->empty());
        auto copy = *Workspace::open(to);
        QCOMPARE(copy->runs()->size(), std::size_t{2});
        QCOMPARE(copy->run(finished->id())->state, RunState::Finished);
        QCOMPARE(copy->run(live->id())->state, RunState::Interrupted);
        QCOMPARE(readRunHistory(to / "runs" / live->id())->metrics.size(), std::size_t{50});
        QCOMPARE(CheckpointStore(to / "runs" / live->id()).newestGood()->contents.step, std::int64_t{50});
        QVERIFY(!backUpWorkspace(from, to).ok());  // never over something
    }

    void aBackupBesideATrainerHoldsACheckpoint() {
        const QuickFolder folder;
        const fs::path from = folder.path() / "from", to = folder.path() / "to";
        auto workspace = *Workspace::open(from);
        auto record = startRun(*workspace, 50);
        const std::string id = record->id();
        // The trainer saves and prunes three times while the backup is about to read what it has listed.
        int pruned = 0;
        bool isTrainer = false;
        setFaultPlan([&](IoCall call, const fs::path& path) {
            const fs::path checkpoint = path.parent_path();
            if (call != IoCall::Open || isTrainer || pruned == 3 || path.string().rfind(from.string(), 0) != 0 ||
                checkpoint.parent_path().filename() != "checkpoints")
                return 0;
            isTrainer = true;
            CheckpointContents contents;
            contents.state = std::string(2000, 's');
            contents.step = 51 + pruned++;
            if (!CheckpointStore(record->folder()).save(contents)) qFatal("not saved");
            for (const CheckpointInfo& info : CheckpointStore(record->folder()).list())
                if (info.step < contents.step) fs::remove_all(info.folder);
            isTrainer = false;
            return 0;
        });
        const auto left = backUpWorkspace(from, to);
        setFaultPlan({});
        QVERIFY2(left.ok(), left.ok() ? "" : left.error().message.c_str());
        QVERIFY(left->empty());
        QCOMPARE(pruned, 3);
        const auto copied = CheckpointStore(to / "runs" / id).newestGood();
        QVERIFY2(copied.ok(), copied.ok() ? "" : copied.error().message.c_str());
        QCOMPARE(copied->contents.step, std::int64_t{53});
    }

    void aRunThatEndsWhileItIsCopiedIsCopiedAsItEnded() {
        const QuickFolder folder;
        const fs::path from = folder.path() / "from", to = folder.path() / "to";
        auto workspace = *Workspace::open(from);
        auto record = startRun(*workspace, 50);
        const std::string id = record->id();
        setFaultPlan([&](IoCall call, const fs::path& path) {
            // The checkpoints are copied, the record is not.
            const bool isTime = record && call == IoCall::Mkdir && path.filename() == "checkpoints" &&
                                path.string().rfind(from.string(), 0) != 0;
            if (!isTime) return 0;
            const auto ending = std::move(record);
            if (!ending->setState(RunState::Finished, 50, 1, 1)) qFatal("not ended");
            return 0;
        });
        const auto left = backUpWorkspace(from, to);
        setFaultPlan({});
        QVERIFY2(left.ok(), left.ok() ? "" : left.error().message.c_str());
        auto copy = *Workspace::open(to);
        QCOMPARE(copy->run(id)->state, RunState::Finished);
        const auto check = checkWorkspace(*copy);
        QVERIFY(check.ok());
        QVERIFY2(check->damaged.empty(), check->damaged.empty() ? "" : check->damaged[0].what.english().c_str());
    }

    void aBackupHoldsTheQueueAndNotTheTrash() {
        const QuickFolder folder;
        const fs::path from = folder.path() / "from", to = folder.path() / "to";
        fillWithMore(from);
        QVERIFY(backUpWorkspace(from, to));
        QCOMPARE(RunQueue(to).read()->runs.size(), std::size_t{1});
        QCOMPARE(*readFileBytes(to / "papers" / "lock"), std::string("mine"));
        QVERIFY((*Workspace::open(to))->deletedRuns()->empty());
        QVERIFY(!fs::exists(to / "trash"));
    }

    void aBackupNamesWhatIsDamaged() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path() / "from");
        auto run = startRun(*workspace, 10);
        const auto checkpoint = CheckpointStore(run->folder()).list().front();
        QVERIFY(writeFileDurably(checkpoint.folder / "state.json", "other"));
        const auto left = backUpWorkspace(folder.path() / "from", folder.path() / "to");
        QCOMPARE(left->size(), std::size_t{1});
        QCOMPARE(left->front(), checkpoint.folder.string());  // not the copy, which is gone
        QCOMPARE((*Workspace::open(folder.path() / "to"))->runs()->size(), std::size_t{1});
    }

    void aCancelledOrFailedBackupLeavesNothing() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path() / "from");
        auto run = startRun(*workspace, 10);
        QCOMPARE(
            backUpWorkspace(folder.path() / "from", folder.path() / "to", [](double) { return false; }).error().code,
            ErrorCode::Cancelled);
        for (const IoCall kind : {IoCall::Write, IoCall::Fsync, IoCall::Mkdir, IoCall::Rename}) {
            setFaultPlan([kind](IoCall call, const fs::path&) { return call == kind ? ENOSPC : 0; });
            const auto full = backUpWorkspace(folder.path() / "from", folder.path() / "to");
            setFaultPlan({});
            QCOMPARE(full.error().code, ErrorCode::DiskFull);
        }
        std::size_t entries = 0;
        for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path())) ++entries;
        QCOMPARE(entries, std::size_t{1});
    }

    void compactingGivesSpaceBack() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        auto record = startRun(*workspace, 20000);
        const std::string id = record->id();
        QVERIFY(record->truncateAfter(10) && record->setState(RunState::Finished, 10, 1, 1));
        QCOMPARE(*compactWorkspace(folder.path()), std::uint64_t{0});  // the run is still held
        record.reset();
        const auto won = compactWorkspace(folder.path());
        QVERIFY(won && *won > 100'000);
        QCOMPARE(readRunHistory(folder.path() / "runs" / id)->metrics.size(), std::size_t{10});
        QCOMPARE(workspace->runs()->size(), std::size_t{1});
    }

    void aMovedWorkspaceOpensElsewhere() {
        const QuickFolder folder;
        QTemporaryDir otherDisk;
        const fs::path from = folder.path() / "from";
        std::string id;
        {
            auto workspace = *Workspace::open(from);
            auto record = startRun(*workspace, 10);
            id = record->id();
            QCOMPARE(moveWorkspace(from, folder.path() / "to").error().code, ErrorCode::Busy);
        }
        QVERIFY(moveWorkspace(from, folder.path() / "to"));
        QVERIFY(!fs::exists(from));
        QCOMPARE((*Workspace::open(folder.path() / "to"))->run(id)->problem, std::string());
        const fs::path far = fs::path(otherDisk.path().toStdString()) / "far";
        QVERIFY(moveWorkspace(folder.path() / "to", far));
        QVERIFY(!fs::exists(folder.path() / "to"));
        QCOMPARE(readRunHistory(far / "runs" / id)->metrics.size(), std::size_t{10});
        QVERIFY(!moveWorkspace(far, folder.path()).ok());
    }

    void aMoveToAnotherDiskKeepsEverything() {
        const QuickFolder folder;
        QTemporaryDir otherDisk;
        const fs::path from = folder.path() / "from", far = fs::path(otherDisk.path().toStdString()) / "far";
        if (onSameDisk(folder.path(), far)) QSKIP("this machine has only one disk for temporary files");
        const auto [kept, gone] = fillWithMore(from);
        const auto damaged = CheckpointStore(from / "runs" / kept).list().front().folder.lexically_relative(from);
        const auto moved = moveWorkspace(from, far);
        QVERIFY2(moved.ok(), moved.ok() ? "" : moved.error().message.c_str());
        QVERIFY(!fs::exists(from));
        auto workspace = *Workspace::open(far);
        QCOMPARE(workspace->runs()->size(), std::size_t{1});
        QCOMPARE(readRunHistory(far / "runs" / kept)->metrics.size(), std::size_t{10});
        QCOMPARE(*readFileBytes(far / damaged / "state.json"), std::string("other"));
        for (const char* file : {".hidden", "run.sqlite"})
            QCOMPARE(*readFileBytes(far / "runs" / kept / "exports" / file), std::string("mine"));
        QCOMPARE(*readFileBytes(far / "papers" / "lock"), std::string("mine"));
        QCOMPARE(RunQueue(far).read()->runs.size(), std::size_t{1});
        QCOMPARE(workspace->deletedRuns()->size(), std::size_t{1});
        QCOMPARE(workspace->deletedRuns()->front().id, gone);
        QVERIFY(workspace->undeleteRun(gone));
        QCOMPARE(readRunHistory(far / "runs" / gone)->metrics.size(), std::size_t{20});
    }

    void linksToFoldersStayLinks() {
        const QuickFolder folder;
        const fs::path from = folder.path() / "from", to = folder.path() / "to";
        const std::string id = fillWithMore(from).first;
        const fs::path run = fs::path("runs") / id;
        const std::vector<fs::path> links = {"up", "runs/up", run / "up", run / "exports" / "up",
                                             run / "checkpoints" / "up"};
        for (const fs::path& link : links) fs::create_directory_symlink("..", from / link);
        QVERIFY(backUpWorkspace(from, to));
        for (const fs::path& link : links)
            QVERIFY2(fs::is_symlink(to / link) && fs::read_symlink(to / link) == "..", link.c_str());
        QCOMPARE((*Workspace::open(to))->run(id)->problem, std::string());
    }

    void whatAKilledBackupLeftIsRemoved() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path() / "from");
        const int fromChild = ::fork();
        if (fromChild == 0) {
            static_cast<void>(
                publishFolderDurably(folder.path() / "never", [](const fs::path&) -> Result<> { ::_exit(0); }));
            ::_exit(1);
        }
        ::waitpid(fromChild, nullptr, 0);
        const auto temporaries = [&] {
            std::vector<fs::path> found;
            for (const auto& entry : fs::directory_iterator(folder.path()))
                if (entry.path().filename().string().starts_with(kTemporaryPrefix)) found.push_back(entry.path());
            return found;
        };
        QCOMPARE(temporaries().size(), std::size_t{1});
        fs::last_write_time(temporaries().front(), fs::file_time_type::clock::now() - std::chrono::minutes(1));
        // One that is at work stays, however old its folder looks.
        const auto busy = publishFolderDurably(folder.path() / "other", [&](const fs::path& mine) -> Result<> {
            fs::last_write_time(mine, fs::file_time_type::clock::now() - std::chrono::minutes(1));
            if (!backUpWorkspace(folder.path() / "from", folder.path() / "to")) return Error{};
            return fs::exists(mine) ? Result<>() : Error{};
        });
        QVERIFY(busy);
        QVERIFY(temporaries().empty());
    }

    void aCheckNamesWhatIsDamaged() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        const std::string id = startRun(*workspace, 50)->id();
        const auto sound = checkWorkspace(*workspace);
        QVERIFY(sound && sound->damaged.empty() && sound->unchecked.empty());
        QCOMPARE(sound->runs + sound->checkpoints, std::size_t{2});
        const fs::path run = folder.path() / "runs" / id;
        QVERIFY(Database::open(run / "run.sqlite", Database::Mode::ReadWrite)
                    ->execute("UPDATE metrics SET value = value + 1 WHERE step = 7"));
        QVERIFY(writeFileDurably(CheckpointStore(run).list().front().folder / "state.json", std::string(2000, 't')));
        QCOMPARE(checkWorkspace(*workspace)->damaged.size(), std::size_t{2});
        QVERIFY(Database::open(run / "run.sqlite", Database::Mode::ReadWrite)
                    ->execute("DELETE FROM meta WHERE key LIKE 'checksum%' OR key = 'config_sha256'"));
        const auto older = checkWorkspace(*workspace);
        QCOMPARE(older->damaged.size(), std::size_t{1});
        QCOMPARE(older->unchecked, std::vector<std::string>{id});
    }

    void aDatabaseThatCannotBeReadMovesAsItIs() {
        const QuickFolder folder;
        QTemporaryDir otherDisk;
        const fs::path from = folder.path() / "from", far = fs::path(otherDisk.path().toStdString()) / "far";
        if (onSameDisk(folder.path(), far)) QSKIP("this machine has only one disk for temporary files");
        const std::string id = fillWithMore(from).first, noise(5000, 'x');
        for (const auto& entry : fs::directory_iterator(from / "runs" / id))
            if (entry.path().filename().string().starts_with("run.sqlite")) QVERIFY(removePath(entry.path()));
        QVERIFY(writeFileDurably(from / "runs" / id / "run.sqlite", noise));
        QVERIFY(moveWorkspace(from, far));
        QCOMPARE(*readFileBytes(far / "runs" / id / "run.sqlite"), noise);
    }
};

QTEST_GUILESS_MAIN(TestWorkspaceCare)
#include "tst_workspace_care.moc"
