// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_reference.h"
#include "io/database.h"
#include "store/record/run_files.h"
#include "store/run_numbers.h"
#include "store/run_queue.h"
#include "store/workspace.h"
#include "support/quick_folder.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <set>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<std::int64_t>;

std::string make(Workspace& workspace, const RunOrigin& origin = {}) {
    auto record = workspace.createRun(ExperimentConfig(), origin, "data");
    if (!record.ok()) qFatal("%s", record.error().message.c_str());
    return (*record)->id();
}

std::int64_t numberOf(Workspace& workspace, const std::string& id) {
    const auto run = workspace.run(id);
    return run.ok() ? run->number : -1;
}

/// Oldest run first.
Numbers numbersIn(Workspace& workspace) {
    Numbers numbers;
    const auto runs = workspace.runs();
    for (const RunSummary& run : *runs) numbers.insert(numbers.begin(), run.number);
    return numbers;
}

void removeIndex(const fs::path& workspace) {
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(workspace / ("workspace.sqlite" + std::string(end)));
}

/// As a program wrote it that knew no numbers, nor checksums.
void makeOld(const fs::path& folder, const std::string& name) {
    auto database = run_files::openDatabase(folder, Database::Mode::ReadWrite);
    if (!database.ok()) qFatal("no record");
    if (!database->execute("DELETE FROM meta WHERE key = 'number' OR key LIKE 'checksum_%' OR key = 'config_sha256'")
             .ok() ||
        !database->execute("UPDATE meta SET value = '" + name + "' WHERE key = 'name'").ok())
        qFatal("the record was not changed");
}

/// Runs of a workspace that never had numbers.
std::vector<std::string> makeOldRuns(const fs::path& folder, int count) {
    std::vector<std::string> ids;
    {
        auto workspace = *Workspace::open(folder);
        for (int i = 0; i < count; ++i) ids.push_back(make(*workspace));
    }
    for (const std::string& id : ids) makeOld(folder / "runs" / id, "LSTM 1×32 · seed 2");
    removeIndex(folder);
    fs::remove(folder / "numbers.count");
    return ids;
}

/// In so many processes at once; false where one of them fails.
bool inProcesses(int count, const std::function<bool()>& work) {
    std::vector<pid_t> children;
    for (int i = 0; i < count; ++i) {
        const pid_t child = ::fork();
        if (child == 0) ::_exit(work() ? 0 : 1);
        children.push_back(child);
    }
    bool well = true;
    for (const pid_t child : children) {
        int status = 1;
        well = ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 && well;
    }
    return well;
}

}  // namespace

/// A run has a number for good: given once, whatever becomes of run, index and process.
class TestRunNumbers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noNumberIsGivenAgain() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        make(*workspace), make(*workspace);
        const std::string third = make(*workspace);
        QCOMPARE(numbersIn(*workspace), (Numbers{1, 2, 3}));
        QVERIFY(workspace->deleteRun(third).ok() && workspace->emptyTrash().ok());
        QCOMPARE(numberOf(*workspace, make(*workspace)), std::int64_t{4});
        workspace.reset();
        removeIndex(folder.path());
        workspace = *Workspace::open(folder.path());
        QCOMPARE(numbersIn(*workspace), (Numbers{1, 2, 4}));
        QCOMPARE(numberOf(*workspace, make(*workspace)), std::int64_t{5});
    }

    void theTrashKeepsThem() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        make(*workspace);
        const std::string second = make(*workspace);
        QVERIFY(workspace->deleteRun(second).ok());
        QCOMPARE(workspace->deletedRuns()->front().number, std::int64_t{2});
        make(*workspace);
        workspace.reset();
        removeIndex(folder.path());
        workspace = *Workspace::open(folder.path());
        QVERIFY(workspace->undeleteRun(second).ok());
        QCOMPARE(numberOf(*workspace, second), std::int64_t{2});
        QCOMPARE(numbersIn(*workspace), (Numbers{1, 2, 3}));
    }

    void editsAndRepairsKeepThem() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        make(*workspace);
        const std::string id = make(*workspace);
        RunSummary run = *workspace->run(id);
        run.name = "mine";
        QVERIFY(workspace->editRun(run).ok() && workspace->refresh(id).ok());
        QCOMPARE(numberOf(*workspace, id), std::int64_t{2});
        fs::remove(folder.path() / "runs" / id / "run.sqlite");
        QVERIFY(workspace->reopenRun(id).ok());
        QCOMPARE(run_files::readNumber(folder.path() / "runs" / id), std::int64_t{2});
    }

    void whereTheCountIsGoneItIsFoundAgain() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        make(*workspace);
        QVERIFY(workspace->deleteRun(make(*workspace)).ok());
        const auto forget = [&folder] { return fs::remove(folder.path() / "numbers.count"); };
        QVERIFY(forget());
        QCOMPARE(*RunNumbers(folder.path()).give(), std::int64_t{3});  // the second lies in the trash
        QVERIFY(forget());
        QVERIFY(RunQueue(folder.path()).add(std::vector<QueuedRun>(2)).ok());
        QVERIFY(forget());
        QCOMPARE(*RunNumbers(folder.path()).give(), std::int64_t{5});  // 3 and 4 wait
        QCOMPARE(*RunNumbers(folder.path()).give(3), std::int64_t{6});
        QCOMPARE(*RunNumbers(folder.path()).give(), std::int64_t{9});
    }

    void aRunThatWaitsHasItsNumber() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        const std::string kept = make(*workspace);
        RunQueue queue(folder.path());
        std::vector<QueuedRun> asked(3);
        asked[1].config.name = "mine";
        asked[2].resume = kept;
        const auto state = queue.add(asked);
        QVERIFY(state.ok());
        QCOMPARE(state->runs[0].number, std::int64_t{2});
        QCOMPARE(state->runs[0].name, std::string("LSTM 32"));
        QCOMPARE(state->runs[1].number, std::int64_t{3});
        QCOMPARE(state->runs[1].name, std::string("mine"));
        QCOMPARE(state->runs[2].number, std::int64_t{0});  // it has one
        QCOMPARE(numberOf(*workspace, make(*workspace)), std::int64_t{4});
        QCOMPARE(queue.read()->runs[1].number, std::int64_t{3});
        auto taken = queue.takeFirst(state->runs[0].id);
        QVERIFY(taken.ok());
        QVERIFY(queue.giveBack(taken->run).ok());
        QCOMPARE(queue.read()->runs[0].number, std::int64_t{2});
        RunOrigin origin;
        origin.number = taken->run.number;
        QCOMPARE(numberOf(*workspace, make(*workspace, origin)), std::int64_t{2});
        QVERIFY(queue.remove({state->runs[1].id}).ok());
        QCOMPARE(numberOf(*workspace, make(*workspace)), std::int64_t{5});  // 3 is gone for good
    }

    void olderRunsGetTheirsByTheirAge() {
        const QuickFolder folder;
        const auto ids = makeOldRuns(folder.path(), 3);
        for (int time = 0; time < 2; ++time) {
            auto workspace = *Workspace::open(folder.path());
            for (std::size_t i = 0; i < ids.size(); ++i) {
                const auto run = workspace->run(ids[i]);
                QVERIFY(run.ok());
                QCOMPARE(run->number, static_cast<std::int64_t>(i) + 1);
                QVERIFY(run->problem.empty());
                QCOMPARE(run->name, std::string("LSTM 32"));
                QCOMPARE(run_files::readNumber(folder.path() / "runs" / ids[i]), run->number);
            }
            removeIndex(folder.path());
        }
        auto workspace = *Workspace::open(folder.path());
        QCOMPARE(numberOf(*workspace, make(*workspace)), std::int64_t{4});
    }

    void aCopiedRunTakesNobodysNumber() {
        const QuickFolder here, there;
        auto workspace = *Workspace::open(here.path()), other = *Workspace::open(there.path());
        make(*workspace), make(*workspace);
        std::vector<std::string> guests;
        for (int i = 0; i < 4; ++i) guests.push_back(make(*other));
        const auto bring = [&](const std::string& id) {
            fs::copy(there.path() / "runs" / id, here.path() / "runs" / id, fs::copy_options::recursive);
            if (!workspace->runs().ok()) return std::int64_t{-1};
            return numberOf(*workspace, id);
        };
        QCOMPARE(bring(guests[0]), std::int64_t{3});
        QCOMPARE(run_files::readNumber(here.path() / "runs" / guests[0]), std::int64_t{3});
        QVERIFY(workspace->run(guests[0])->problem.empty());
        QCOMPARE(bring(guests[3]), std::int64_t{4});  // nobody has it
        QCOMPARE(numberOf(*workspace, make(*workspace)), std::int64_t{5});
        QCOMPARE(numberOf(*other, guests[0]), std::int64_t{1});
        fs::copy(there.path() / "runs" / guests[1], here.path() / "runs" / guests[1], fs::copy_options::recursive);
        QCOMPARE(numberOf(*workspace, guests[1]), std::int64_t{6});  // looked at before it is listed
        QVERIFY(workspace->deleteRun(guests[0]).ok());
        QCOMPARE(bring(guests[2]), std::int64_t{7});  // 3 lies in the trash
    }

    void anOldRunOfTheTrashGetsOneAsItComesBack() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        make(*workspace);
        const std::string id = make(*workspace);
        makeOld(folder.path() / "runs" / id, "mine");
        QVERIFY(workspace->deleteRun(id).ok() && workspace->undeleteRun(id).ok());
        QCOMPARE(numberOf(*workspace, id), std::int64_t{3});
        QCOMPARE(workspace->run(id)->name, std::string("mine"));
    }

    void twoProcessesGiveNoNumberTwice() {
        constexpr int kProcesses = 3, kRuns = 6;
        const QuickFolder folder;
        QVERIFY(inProcesses(kProcesses, [&folder] {
            auto workspace = Workspace::open(folder.path());
            for (int i = 0; i < kRuns; ++i)
                if (!workspace.ok() || !(*workspace)->createRun(ExperimentConfig(), {}, "data").ok() ||
                    !RunQueue(folder.path()).add(std::vector<QueuedRun>(1)).ok())
                    return false;
            return true;
        }));
        auto workspace = *Workspace::open(folder.path());
        std::set<std::int64_t> all;
        for (const std::int64_t number : numbersIn(*workspace)) all.insert(number);
        const auto queue = RunQueue(folder.path()).read();
        for (const QueuedRun& run : queue->runs) all.insert(run.number);
        QCOMPARE(all.size(), std::size_t{2 * kProcesses * kRuns});
        QCOMPARE(*all.rbegin(), std::int64_t{2 * kProcesses * kRuns});
    }

    void twoProcessesNumberOldRunsOnce() {
        const QuickFolder folder;
        const auto ids = makeOldRuns(folder.path(), 8);
        QVERIFY(inProcesses(3, [&folder] { return Workspace::open(folder.path()).ok(); }));
        auto workspace = *Workspace::open(folder.path());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(numberOf(*workspace, ids[i]), static_cast<std::int64_t>(i) + 1);
            QCOMPARE(run_files::readNumber(folder.path() / "runs" / ids[i]), static_cast<std::int64_t>(i) + 1);
        }
    }

    void aWordMeansARun() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        const std::string first = make(*workspace), second = make(*workspace);
        RunSummary named = *workspace->run(first);
        named.name = "mine";
        QVERIFY(workspace->editRun(named).ok());
        const auto idOf = [&](const std::string& word) {
            const auto run = referredRun(*workspace, word);
            return run.ok() ? run->id : run.error().message;
        };
        for (const std::string& word : {std::string("#1"), std::string("# 1"), first, std::string("mine")})
            QCOMPARE(idOf(word), first);
        for (const std::string& word : {std::string("#2"), std::string("last"), second}) QCOMPARE(idOf(word), second);
        std::size_t same = 0;
        while (first[same] == second[same]) ++same;
        QCOMPARE(idOf(first.substr(0, same + 1)), first);
        const auto several = referredRun(*workspace, first.substr(0, same));
        QCOMPARE(several.error().code, ErrorCode::InvalidInput);
        QVERIFY(several.error().message.find("#2, #1") != std::string::npos);
        // Without its sign, for '#' begins a comment in a shell; a name goes before it.
        const auto bare = referredRun(*workspace, "1");
        QVERIFY(bare.ok() && bare->number == 1);
        const auto none = referredRun(*workspace, "#7");
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QVERIFY(none.error().message.find("#7") != std::string::npos &&
                none.error().message.find("#2") != std::string::npos);
        QCOMPARE(referredRun(*workspace, "nobody").error().code, ErrorCode::NotFound);
        for (const char* no : {"", "#", "31", "#0", "#-1", "#3a", "#99999999999999999999"}) QVERIFY2(!numberIn(no), no);
    }
};

QTEST_APPLESS_MAIN(TestRunNumbers)
#include "tst_run_numbers.moc"
