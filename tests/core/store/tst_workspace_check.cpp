// SPDX-License-Identifier: GPL-3.0-or-later
// A check of a workspace finds what is gone as a whole, what lies in another's place, and a record without a checksum.
#include "io/database.h"
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "store/named_checkpoint.h"
#include "store/run_numbers.h"
#include "store/run_queue.h"
#include "store/run_weights.h"
#include "store/saved_sweep.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace gatelab;
using testing::take;
namespace fs = std::filesystem;

namespace {

/// A run that has ended, with a checkpoint whose weights are this number.
std::string makeRun(Workspace& workspace, const char* name, char weight) {
    RunOrigin origin;
    origin.name = name;
    auto record = take(workspace.createRun(ExperimentConfig(), origin, "data"));
    std::vector<MetricSample> samples(5);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i].step = static_cast<std::int64_t>(i) + 1;
    CheckpointContents contents;
    contents.tensors.tensors["weights/rnn.weight_ih_l0"] = {"U8", {2, 1}, {weight, weight}};
    contents.state = "{}";
    contents.step = 5;
    if (!record->addMetrics(samples) || !CheckpointStore(record->folder()).save(contents) ||
        !record->setState(RunState::Finished, 5, 1, 1))
        qFatal("the run cannot be written");
    return record->id();
}

WorkspaceCheck checked(const fs::path& place) { return take(checkWorkspace(*take(Workspace::open(place)))); }

bool isNamed(const WorkspaceCheck& check, const std::string& run, const std::string& text) {
    return std::ranges::any_of(check.damaged, [&](const WorkspaceCheck::Finding& finding) {
        return finding.run == run && finding.what.english().find(text) != std::string::npos;
    });
}

void change(const fs::path& run, const char* sql) {
    if (!take(Database::open(run / "run.sqlite", Database::Mode::ReadWrite)).execute(sql)) qFatal("not changed");
}

}  // namespace

class TestWorkspaceCheck : public QObject {
    Q_OBJECT

    std::unique_ptr<QuickFolder> folder_;
    fs::path place_, runs_;
    std::string first_, second_;

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QuickFolder>();
        place_ = folder_->path() / "workspace";
        runs_ = place_ / "runs";
        auto workspace = take(Workspace::open(place_));
        first_ = makeRun(*workspace, "the first", 'a');
        second_ = makeRun(*workspace, "the second", 'b');
        workspace.reset();
        const WorkspaceCheck sound = checked(place_);
        QVERIFY(sound.damaged.empty() && sound.notes.empty());
        QCOMPARE(sound.runs, std::size_t{2});
    }

    void aFolderThatIsGoneIsNamed() {
        fs::remove_all(runs_ / first_);
        for (int again = 0; again < 2; ++again) {  // also once a list has seen it
            const WorkspaceCheck check = checked(place_);
            QCOMPARE(check.damaged.size(), std::size_t{1});
            QVERIFY(isNamed(check, first_, "'the first'"));
        }
        QCOMPARE(take(take(Workspace::open(place_))->runs()).size(), std::size_t{1});
    }

    void allFoldersThatAreGoneAreNamed() {
        fs::remove_all(runs_);
        const WorkspaceCheck check = checked(place_);
        QVERIFY(isNamed(check, first_, "'the first'") && isNamed(check, second_, "'the second'"));
    }

    void whatComesBackIsNoDamage() {
        fs::rename(runs_ / first_, place_ / "elsewhere");
        QCOMPARE(checked(place_).damaged.size(), std::size_t{1});
        fs::rename(place_ / "elsewhere", runs_ / first_);
        QVERIFY(checked(place_).damaged.empty());
        QCOMPARE(take(take(Workspace::open(place_))->runs()).size(), std::size_t{2});
    }

    void whatWasDeletedIsNoDamage() {
        auto workspace = take(Workspace::open(place_));
        QVERIFY(workspace->deleteRun(first_));
        QVERIFY(checked(place_).damaged.empty());
        QVERIFY(workspace->eraseDeletedRun(first_));
        QVERIFY(checked(place_).damaged.empty());
        QVERIFY(workspace->deleteRun(second_) && workspace->emptyTrash());
        QVERIFY(checked(place_).damaged.empty());
    }

    /// Killed between the folder and the index, and never listed before it was erased.
    void aDeletionThatTheIndexDidNotHearOfIsNoDamage() {
        fs::create_directories(place_ / "trash");
        fs::rename(runs_ / first_, place_ / "trash" / first_);
        QVERIFY(take(Workspace::open(place_))->emptyTrash());
        QVERIFY(checked(place_).damaged.empty());
    }

    void aListMadeAnewForgetsWhatWasMeantToGo() {
        fs::remove_all(runs_ / first_);
        QVERIFY(!checked(place_).damaged.empty());
        QVERIFY(take(Workspace::open(place_))->rebuildIndex({}));
        QVERIFY(checked(place_).damaged.empty());
    }

    void anIndexThatIsNotThereIsSaid() {
        QVERIFY(removeDatabase(place_ / "workspace.sqlite"));
        const WorkspaceCheck check = checked(place_);
        QVERIFY(check.damaged.empty());
        QCOMPARE(check.notes.size(), std::size_t{1});
        QVERIFY(check.notes[0].english().find("was not there") != std::string::npos);
        QVERIFY(checked(place_).notes.empty());
        QVERIFY(checked(folder_->path() / "new").notes.empty());  // one without runs
    }

    void aRenamedFolderIsNamed() {
        fs::rename(runs_ / first_, runs_ / "another");
        const WorkspaceCheck check = checked(place_);
        QVERIFY(isNamed(check, "another", "'" + first_ + "'") && isNamed(check, first_, "is gone"));
    }

    void aSecondFolderOfARunIsNamed() {
        fs::copy(runs_ / first_, runs_ / "another", fs::copy_options::recursive);
        const WorkspaceCheck check = checked(place_);
        QCOMPARE(check.damaged.size(), std::size_t{1});
        QVERIFY(isNamed(check, "another", "'" + first_ + "'"));
    }

    void aQueueThatIsGoneIsNamed() {
        QVERIFY(RunQueue(place_).add({QueuedRun(), QueuedRun()}).ok());
        QVERIFY(checked(place_).damaged.empty());
        fs::remove(place_ / RunQueue::kFile);
        const WorkspaceCheck check = checked(place_);
        QCOMPARE(check.damaged.size(), std::size_t{1});
        QVERIFY(isNamed(check, "", "queue.json") && isNamed(check, "", "2"));
        // Whoever changes the queue has begun another one.
        QVERIFY(RunQueue(place_).setPaused(true).ok());
        QVERIFY(checked(place_).damaged.empty());
        fs::remove(place_ / RunQueue::kFile);  // nobody waits in it, but it is paused
        QVERIFY(isNamed(checked(place_), "", "queue.json"));
    }

    void aQueueOrSweepThatWasCutIsSaidInWords() {
        QVERIFY(RunQueue(place_).add({QueuedRun()}).ok() && keepSweep(place_, {{ExperimentConfig()}, 2}).ok());
        for (const char* name : {RunQueue::kFile, kSweepFile}) {
            const std::string text = take(readFileBytes(place_ / name));
            QVERIFY(writeFileDurably(place_ / name, text.substr(0, text.size() / 2)));
            QVERIFY(isNamed(checked(place_), "", "it was cut") && !isNamed(checked(place_), "", "parse"));
            QVERIFY(writeFileDurably(place_ / name, "{}"));
            QVERIFY(isNamed(checked(place_), "", "it lacks what belongs in it"));
        }
    }

    void countsThatAreGoneAreNamed() {
        QVERIFY(RunQueue(place_).add({QueuedRun()}).ok() && keepSweep(place_, {{ExperimentConfig()}, 2}).ok());
        const fs::path kept = folder_->path() / "kept";
        fs::copy(place_, kept, fs::copy_options::recursive);
        for (const char* gone : {"queue.json.count", "sweep.json.count", "numbers.count"})
            for (const char* with : {"", "queue.json", "sweep.json", "queue.json.count"}) {
                fs::remove_all(place_);
                fs::copy(kept, place_, fs::copy_options::recursive);
                fs::remove(place_ / gone), fs::remove(place_ / (*with ? with : gone));
                QVERIFY2(isNamed(checked(place_), "", gone) || isNamed(checked(place_), "", "numbers.count"), gone);
            }
        QVERIFY(RunQueue(place_).setPaused(true).ok() && keepSweep(place_, {{ExperimentConfig()}, 2}).ok());
        QVERIFY(RunNumbers(place_).give().ok());
        QVERIFY(checked(place_).damaged.empty());
    }

    /// Before a count named others.
    void countsOfOlderProgramsNameNothing() {
        QVERIFY(RunQueue(place_).add({QueuedRun()}).ok());
        const fs::path count = place_ / "numbers.count";
        fs::remove(count);
        QVERIFY(RunNumbers(place_).give().ok());  // names nothing yet
        QVERIFY(checked(place_).damaged.empty());
        fs::remove(place_ / "queue.json.count");
        QVERIFY(checked(place_).damaged.empty());
    }

    void runsThatWereBroughtNeedNoCount() {
        const fs::path other = folder_->path() / "other";
        fs::create_directories(other);
        fs::copy(runs_, other / "runs", fs::copy_options::recursive);
        QVERIFY(checked(other).damaged.empty());
        QCOMPARE(take(RunNumbers(other).given()), std::int64_t{2});
    }

    void aSweepThatIsGoneIsNamed() {
        QVERIFY(keepSweep(place_, {{ExperimentConfig()}, 2}).ok());
        QVERIFY(checked(place_).damaged.empty());
        fs::remove(place_ / kSweepFile);
        const WorkspaceCheck check = checked(place_);
        QCOMPARE(check.damaged.size(), std::size_t{1});
        QVERIFY(isNamed(check, "", "sweep.json"));
        QVERIFY(keepSweep(place_, {}).ok());
        QVERIFY(checked(place_).damaged.empty());
        QVERIFY(keepSweep(place_, {{ExperimentConfig()}, 2}).ok() && keepSweep(place_, {}).ok());
        QVERIFY(!fs::exists(place_ / kSweepFile) && checked(place_).damaged.empty());
    }

    void aCountThatIsDamagedIsNamed() {
        QVERIFY(RunQueue(place_).add({QueuedRun()}).ok());
        const fs::path count = place_ / "queue.json.count";
        const std::string text = take(readFileBytes(count));
        for (const std::string& other : {std::string(), std::string("{}"), std::string("{\"count\":1}"),
                                         "{\"count\":2" + text.substr(text.find(','))}) {
            QVERIFY(writeFileDurably(count, other));
            QVERIFY2(isNamed(checked(place_), "", "queue.json.count"), other.c_str());
        }
        QVERIFY(RunQueue(place_).setPaused(true).ok());  // writes it anew
        QVERIFY(checked(place_).damaged.empty());
    }

    void numbersThatAreDamagedAreNamed() {
        const fs::path count = place_ / "numbers.count";
        QVERIFY(fs::exists(count) && writeFileDurably(count, "{\"count\":1}"));
        QVERIFY(isNamed(checked(place_), "", "numbers.count"));
        QVERIFY(RunNumbers(place_).give().ok());  // writes it anew
        QVERIFY(checked(place_).damaged.empty());
    }

    void aCheckpointOfAnotherRunIsRefused() {
        const fs::path own = runs_ / first_ / "checkpoints";
        fs::remove_all(own);
        fs::copy(runs_ / second_ / "checkpoints", own, fs::copy_options::recursive);
        const WorkspaceCheck check = checked(place_);
        QCOMPARE(check.damaged.size(), std::size_t{1});
        QVERIFY(isNamed(check, first_, "of run '" + second_ + "'"));
        const CheckpointStore store(runs_ / first_);
        const auto weights = readRunWeights(runs_ / first_);
        for (const Error& error : {store.newest().error(), store.newestGood().error(), store.best().error(),
                                   store.load(1).error(), weights.error()}) {
            QCOMPARE(error.code, ErrorCode::Corrupt);
            QVERIFY2(error.message.find("of run '" + second_ + "'") != std::string::npos, error.message.c_str());
        }
        QVERIFY(!loadNamedCheckpoint(store, "5").ok());
        QVERIFY(CheckpointStore(runs_ / second_).newest().ok());
    }

    void aCheckpointWithoutARunIsTaken() {
        const fs::path folder = folder_->path() / "older";
        CheckpointContents contents;
        contents.state = "{}";
        contents.step = 5;
        QVERIFY(makeFolders(folder) && CheckpointStore(folder).save(contents));  // no record tells of a run
        const fs::path own = runs_ / first_ / "checkpoints";
        fs::remove_all(own);
        fs::copy(folder / "checkpoints", own, fs::copy_options::recursive);
        QVERIFY(checked(place_).damaged.empty());
        QVERIFY(CheckpointStore(runs_ / first_).newest().ok());
    }

    void aRunThatWasRenamedKeepsItsCheckpoints() {
        fs::rename(runs_ / first_, runs_ / "another");
        QVERIFY(CheckpointStore(runs_ / "another").newest().ok());
    }

    void aBranchSavesUnderItsOwnName() {
        auto workspace = take(Workspace::open(place_));
        RunOrigin origin(first_);
        origin.fill = [](const fs::path& folder) -> Result<> {
            CheckpointContents contents;
            contents.state = "{}";
            const auto saved = CheckpointStore(folder).save(contents);
            return saved.ok() ? Result<>() : Result<>(saved.error());
        };
        const std::string id = take(workspace->createRun(ExperimentConfig(), origin, "data"))->id();
        QCOMPARE(CheckpointStore(runs_ / id).list().at(0).run, id);
        QVERIFY(checked(place_).damaged.empty());
    }

    void aChecksumThatIsGoneIsNamed_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"checksum_facts", "checksum_edits", "checksum_curves", "checksum_events"})
            QTest::newRow(key) << key;
    }
    void aChecksumThatIsGoneIsNamed() {
        QFETCH(QString, key);
        change(runs_ / first_,
               ("UPDATE meta SET key = replace(key, 'checksum', 'checksul') WHERE key = '" + key + "'").toUtf8());
        QVERIFY(isNamed(checked(place_), first_, "run.sqlite"));
    }

    void anOlderRecordNeedsNoChecksums() {
        change(runs_ / first_, "DELETE FROM meta WHERE key LIKE 'checksum_%' OR key = 'config_sha256'");
        fs::remove(runs_ / first_ / "manifest.json");
        change(runs_ / first_, "DELETE FROM meta WHERE key = 'manifest_kept'");
        const WorkspaceCheck check = checked(place_);
        QVERIFY2(check.damaged.empty(), check.damaged.empty() ? "" : check.damaged[0].what.english().c_str());
        QCOMPARE(check.unchecked, std::vector<std::string>{first_});
        // Somebody names it: only what a person may change has a checksum from then on.
        auto workspace = take(Workspace::open(place_));
        RunSummary edited = take(workspace->run(first_));
        edited.name = "other";
        QVERIFY(workspace->editRun(edited));
        QVERIFY(checked(place_).damaged.empty());
        // It goes on: its curves have one, too, and must keep it.
        QVERIFY(take(workspace->reopenRun(first_))->flush());
        QVERIFY(checked(place_).damaged.empty());
        change(runs_ / first_, "UPDATE meta SET key = 'checksum_curvds' WHERE key = 'checksum_curves'");
        QVERIFY(isNamed(checked(place_), first_, "curves"));
    }
};

QTEST_GUILESS_MAIN(TestWorkspaceCheck)
#include "tst_workspace_check.moc"
