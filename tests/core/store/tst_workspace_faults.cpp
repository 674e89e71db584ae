// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/database.h"
#include "io/file_io.h"
#include "store/checkpoint.h"
#include "store/record/manifest.h"
#include "store/workspace.h"
#include "store/workspace_care.h"
#include "support/quick_folder.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>
#include <QTest>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <random>
#include <set>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

std::vector<MetricSample> samples(std::int64_t from, int count) {
    std::vector<MetricSample> made;
    for (int i = 0; i < count; ++i)
        made.push_back({MetricId::TrainLoss, 0, from + i, 0.1, 0.2, 1.7e9, 1.0 / static_cast<double>(from + i)});
    return made;
}

CheckpointContents checkpoint(std::int64_t step) {
    CheckpointContents made;
    made.tensors.tensors["w"] = {"U8", {500}, std::vector<char>(500, static_cast<char>(step))};
    made.state = std::to_string(step);
    made.step = step;
    return made;
}

/// One short run with two checkpoints: 20 samples, an event, a final state. Stops at the first failure.
Result<> trainShortly(
    Workspace& workspace, std::string& id, const std::function<void(char)>& message = [](char) {}) {
    auto record = workspace.createRun(ExperimentConfig(), "", "data");
    if (!record) return record.error();
    id = (*record)->id();
    message('c');
    CheckpointStore store((*record)->folder());
    for (std::int64_t part = 0; part < 2; ++part) {
        if (auto done = (*record)->addMetrics(samples(1 + 10 * part, 10)); !done) return done;
        if (auto done = (*record)->flush(); !done) return done;
        message('m');
        if (auto saved = store.save(checkpoint(10 * part + 10)); !saved) return saved.error();
        message('s');
    }
    if (auto done = (*record)->addEvent({RunMarker{}, 20}); !done) return done;
    if (auto done = (*record)->setState(RunState::Finished, 20, 2, 1); !done) return done;
    message('f');
    return {};
}

/// Why a run that has ended is not whole; empty: it is.
std::string flawOfFinished(const fs::path& folder) {
    const auto history = readRunHistory(folder);
    if (!history) return history.error().message;
    if (!history->problems.empty()) return history->problems.front().english();
    if (history->metrics.size() != 20 || history->events.size() != 1) return "metrics or events are missing";
    const auto manifest = readManifest(folder, "run");
    if (!manifest) return manifest.error().message;
    if (auto verified = verifyFiles(folder, *manifest); !verified) return verified.error().message;
    const auto loaded = CheckpointStore(folder).newestGood();
    if (!loaded) return loaded.error().message;
    return loaded->contents.step == 20 && loaded->warnings.empty() ? "" : "the newest checkpoint is not the last";
}

/// What a killed child had told before its death: one line per run, "<id>cmsmsf" as far as it came.
std::vector<std::string> reported(int pipe) {
    std::string text;
    std::array<char, 4096> part{};
    for (ssize_t size = 0; (size = ::read(pipe, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(size));
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        lines.push_back(text.substr(begin, end - begin));
    if (begin < text.size()) lines.push_back(text.substr(begin));
    return lines;
}

/// Trains runs in a child process that kills itself at its k-th system call on a file.
std::vector<std::string> trainUntilKilled(const fs::path& folder, int k, bool& killed) {
    int ends[2];
    if (::pipe(ends) != 0) qFatal("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        const auto say = [&](const std::string& text) {
            static_cast<void>(!::write(ends[1], text.data(), text.size()));
        };
        auto workspace = Workspace::open(folder);
        if (!workspace) _exit(3);
        int calls = 0;
        setFaultPlan([&](IoCall, const fs::path&) {
            if (++calls == k) ::kill(::getpid(), SIGKILL);
            return 0;
        });
        for (int run = 0; run < 3; ++run) {
            std::string id;
            bool isNamed = false;
            const auto done = trainShortly(**workspace, id, [&](char what) {
                if (!std::exchange(isNamed, true)) say(id + " ");
                say(std::string(1, what));
            });
            if (!done) _exit(4);
            say("\n");
        }
        _exit(0);
    }
    ::close(ends[1]);
    auto lines = reported(ends[0]);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (!killed && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) lines.push_back("failed");
    return lines;
}

/// Runs `work` in a child process in which `folder` is a disk of its own. 77: this system does not allow it; else what
/// `work` returned.
int onOwnDisk(const fs::path& folder, const char* options,
              const std::function<int(const std::function<bool()>& makeReadOnly)>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) _exit(77);
        if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, options) != 0) _exit(77);
        _exit(work([&] { return ::mount("tmpfs", folder.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, options) == 0; }));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

class TestWorkspaceFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Database::applyFaultPlan(); }

    void aKilledWriterLosesNothingFinished() {
        std::mt19937 random(20261121);
        int kills = 0, finished = 0;
        for (int round = 0; round < 8; ++round) {
            const QuickFolder folder;
            std::set<std::string> whole;
            for (int trial = 0; trial < 25; ++trial) {
                bool killed = false;
                const auto lines = trainUntilKilled(folder.path(), 1 + static_cast<int>(random() % 500), killed);
                kills += killed;
                auto workspace = Workspace::open(folder.path());
                QVERIFY2(workspace.ok(), workspace.ok() ? "" : workspace.error().message.c_str());
                const auto runs = (*workspace)->runs();
                QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
                for (const RunSummary& run : *runs)
                    QVERIFY2(
                        run.problem.empty() && (run.state == RunState::Finished || run.state == RunState::Interrupted),
                        run.problem.english().c_str());
                for (const std::string& line : lines) {
                    QVERIFY2(line != "failed", "the child failed without being killed");
                    const std::string id = line.substr(0, line.find(' ')), done = line.substr(line.find(' ') + 1);
                    const auto run = (*workspace)->run(id);
                    QVERIFY2(run.ok(), run.ok() ? "" : run.error().message.c_str());
                    const auto parts = std::count(done.begin(), done.end(), 'm'),
                               saves = std::count(done.begin(), done.end(), 's');
                    QVERIFY(static_cast<long>(readRunHistory(folder.path() / "runs" / id)->metrics.size()) >=
                            10 * parts);
                    const auto newest = CheckpointStore(folder.path() / "runs" / id).newestGood();
                    if (saves > 0)
                        QVERIFY2(newest.ok() && newest->contents.step >= 10 * saves,
                                 newest.ok() ? "" : newest.error().message.c_str());
                    if (done.back() == 'f') whole.insert(id);
                    // Whatever is left can go on.
                    if (done.back() != 'f') QVERIFY((*workspace)->reopenRun(id).ok());
                }
            }
            finished += static_cast<int>(whole.size());
            for (const std::string& id : whole) {
                const std::string flaw = flawOfFinished(folder.path() / "runs" / id);
                QVERIFY2(flaw.empty(), flaw.c_str());
            }
        }
        qInfo("%d of 200 writers were killed; %d runs had finished", kills, finished);
        QVERIFY(kills > 150 && finished > 50);
    }

    void everyFaultIsSaidAndHarmsNothing() {
        const QuickFolder folder;
        auto workspace = Workspace::open(folder.path());
        std::string first;
        QVERIFY(trainShortly(**workspace, first));
        int faults = 0, refused = 0;
        for (const int number : {ENOSPC, EIO, EACCES}) {
            for (const bool sticky : {false, true}) {
                for (int k = 1;; k += 1 + k / 40) {  // every early call, later ones more sparsely
                    int calls = 0;
                    std::string id;
                    setFaultPlan([&](IoCall call, const fs::path&) {
                        if (call == IoCall::Close) return 0;
                        return (sticky ? ++calls >= k : ++calls == k) ? number : 0;
                    });
                    const auto done = trainShortly(**workspace, id);
                    setFaultPlan({});
                    const bool fired = calls >= k;
                    faults += fired;
                    if (!done) {
                        ++refused;
                        QVERIFY2(done.error().message.find("; ") != std::string::npos, done.error().message.c_str());
                        QVERIFY2(done.error().message.find(folder.path().string()) != std::string::npos ||
                                     done.error().message.find("step") != std::string::npos,
                                 done.error().message.c_str());
                        QVERIFY2(done.error().code != ErrorCode::Internal && done.error().code != ErrorCode::Corrupt,
                                 done.error().message.c_str());
                    } else {
                        const std::string flaw = flawOfFinished(folder.path() / "runs" / id);
                        QVERIFY2(flaw.empty(), flaw.c_str());
                    }
                    const auto runs = (*workspace)->runs();
                    QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().message.c_str());
                    for (const RunSummary& run : *runs) QVERIFY2(run.problem.empty(), run.problem.english().c_str());
                    if (!id.empty() && id != first) QVERIFY((*workspace)->deleteRun(id));
                    if (!fired) break;
                    QVERIFY(k < 5000);
                }
            }
        }
        QVERIFY((*workspace)->emptyTrash());
        QVERIFY(flawOfFinished(folder.path() / "runs" / first).empty());
        qInfo("%d faults, %d of them stopped the run", faults, refused);
        QVERIFY(faults > 200 && refused > 100);
    }

    void trainingGoesOnWhenSpaceReturns() {
        const QuickFolder folder;
        auto workspace = Workspace::open(folder.path());
        auto record = (*workspace)->createRun(ExperimentConfig(), "", "");
        QVERIFY((*record)->addMetrics(samples(1, 5)));
        setFaultPlan([](IoCall call, const fs::path&) { return call == IoCall::Write ? ENOSPC : 0; });
        const auto full = (*record)->flush();
        setFaultPlan({});
        QCOMPARE(full.error().code, ErrorCode::DiskFull);
        QVERIFY((*record)->addMetrics(samples(6, 5)) && (*record)->flush());
        QCOMPARE(readRunHistory((*record)->folder())->metrics.size(), std::size_t{10});
    }

    void aReadOnlyOrFullDiskIsNamed() {
        for (const int number : {EROFS, ENOSPC, EACCES}) {
            const QuickFolder folder;
            setFaultPlan([number](IoCall call, const fs::path&) {
                return call == IoCall::Mkdir || call == IoCall::Write ? number : 0;
            });
            const auto opened = Workspace::open(folder.path() / "new");
            setFaultPlan({});
            QVERIFY(!opened);
            const ErrorCode expected = number == EROFS    ? ErrorCode::ReadOnly
                                       : number == ENOSPC ? ErrorCode::DiskFull
                                                          : ErrorCode::PermissionDenied;
            QCOMPARE(opened.error().code, expected);
            QVERIFY2(opened.error().message.find("new") != std::string::npos, opened.error().message.c_str());
        }
    }

    void aDiskThatFillsUpKeepsWhatItHas() {
        const QuickFolder folder;
        const int answer = onOwnDisk(folder.path(), "size=1m", [&](const auto&) {
            auto workspace = Workspace::open(folder.path() / "w");
            if (!workspace) return 1;
            std::vector<std::string> whole;
            Result<> done;
            while (done.ok() && whole.size() < 100) {
                std::string id;
                done = trainShortly(**workspace, id);
                if (done.ok()) whole.push_back(id);
            }
            if (done.ok() || done.error().code != ErrorCode::DiskFull || whole.empty()) return 2;
            const auto listed = (*workspace)->runs();
            if (!listed || listed->size() < whole.size()) return 3;
            for (const std::string& id : whole) {
                if (!flawOfFinished(folder.path() / "w" / "runs" / id).empty()) return 4;
            }
            // Room is made by deleting, which itself must need none.
            if (!(*workspace)->deleteRun(whole[0]) || !(*workspace)->emptyTrash()) return 5;
            const auto after = (*workspace)->runs();
            if (!after || after->size() + 1 != listed->size()) return 6;
            std::string id;
            for (std::size_t next = 1; next < whole.size() && !trainShortly(**workspace, id); ++next) {
                // What the failed attempt has left goes as well.
                if (!id.empty() && !(*workspace)->deleteRun(id)) return 7;
                if (!(*workspace)->deleteRun(whole[next]) || !(*workspace)->emptyTrash()) return 7;
            }
            return flawOfFinished(folder.path() / "w" / "runs" / id).empty() ? 0 : 8;
        });
        if (answer == 77) QSKIP("this system does not let a test make a disk");
        QCOMPARE(answer, 0);
    }

    void aReadOnlyDiskCanBeRead() {
        const QuickFolder folder;
        const int answer = onOwnDisk(folder.path(), "size=4m", [&](const auto& makeReadOnly) {
            std::string id;
            {
                auto workspace = Workspace::open(folder.path());
                if (!workspace || !trainShortly(**workspace, id)) return 1;
            }
            if (!makeReadOnly()) return 77;
            if (!flawOfFinished(folder.path() / "runs" / id).empty()) return 2;
            const auto opened = Workspace::open(folder.path());
            if (!opened) return 3;
            const auto runs = (*opened)->runs();
            if (!runs || runs->size() != 1 || runs->front().state != RunState::Finished || !(*opened)->run(id))
                return 4;
            const auto warnings = (*opened)->warnings();
            if (warnings.size() != 1 || warnings[0].english().find("can be looked at") == std::string::npos) return 5;
            const auto made = (*opened)->createRun(ExperimentConfig(), RunOrigin(), "sine-mix");
            if (made || made.error().code != ErrorCode::ReadOnly) return 6;
            const auto deleted = (*opened)->deleteRun(id);
            if (deleted || deleted.error().code != ErrorCode::ReadOnly) return 7;
            const auto check = checkWorkspace(**opened);
            if (!check || !check->damaged.empty() || check->notes.size() != 1) return 9;
            return Workspace::open(folder.path() / "other").ok() ? 8 : 0;
        });
        if (answer == 77) QSKIP("this system does not let a test make a disk");
        QCOMPARE(answer, 0);
    }

    void aNameTakenMeanwhileIsLeftAlone() {
        const QuickFolder folder;
        auto workspace = *Workspace::open(folder.path());
        std::filesystem::path other;
        RunOrigin origin;
        origin.fill = [&](const std::filesystem::path& temporary) -> Result<> {
            if (!other.empty()) return {};
            auto database = Database::open(temporary / "run.sqlite", Database::Mode::ReadWrite);
            auto statement = database->prepare("SELECT value FROM meta WHERE key = 'id'");
            auto asked = statement->query({}, [&](const DatabaseRow& row) {
                other = folder.path() / "runs" / row.text(0);
                return Result<>();
            });
            std::filesystem::create_directories(other / "of another window");
            return asked;
        };
        auto record = workspace->createRun(ExperimentConfig(), origin, "data");
        QVERIFY2(record.ok(), record.ok() ? "" : record.error().message.c_str());
        QVERIFY(!other.empty() && (*record)->folder() != other);
        QVERIFY(std::filesystem::exists(other / "of another window"));
        QVERIFY((*record)->setState(RunState::Finished, 1, 1, 1));
    }

    void twoProcessesShareAWorkspace() {
        const QuickFolder folder;
        QVERIFY(Workspace::open(folder.path()));
        std::vector<pid_t> children;
        for (int process = 0; process < 3; ++process) {
            const pid_t child = ::fork();
            if (child == 0) {
                auto workspace = Workspace::open(folder.path());
                if (!workspace) _exit(3);
                for (int run = 0; run < 8; ++run) {
                    std::string id;
                    if (const auto done = trainShortly(**workspace, id); !done) {
                        std::fprintf(stderr, "%s\n", done.error().message.c_str());
                        _exit(4);
                    }
                    if (!(*workspace)->runs()) _exit(5);
                }
                _exit(0);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            ::waitpid(child, &status, 0);
            QCOMPARE(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
        }
        auto workspace = Workspace::open(folder.path());
        const auto runs = (*workspace)->runs();
        QCOMPARE(runs->size(), std::size_t{24});
        for (const RunSummary& run : *runs) {
            QCOMPARE(run.state, RunState::Finished);
            const std::string flaw = flawOfFinished(folder.path() / "runs" / run.id);
            QVERIFY2(flaw.empty(), flaw.c_str());
        }
        QVERIFY((*workspace)->warnings().empty());
    }
};

QTEST_APPLESS_MAIN(TestWorkspaceFaults)
#include "tst_workspace_faults.moc"
