// SPDX-License-Identifier: GPL-3.0-or-later
// "verify resume": twin runs, one undisturbed, one killed with SIGKILL at random moments and resumed; both must leave
// the same bits.
#include "io/json/json.h"
#include "store/record/run_folder.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/verify/verify.h"

#include "app/run_order.h"
#include "base/rng.h"
#include "config/config_io.h"
#include "io/temporary_folder.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace gatelab::worker {

namespace {

constexpr int kKillsAtMost = 3, kGentlerAtMost = 4;

/// What "train" and "resume" do, without a word. `run` is empty for a new one.
int runQuietly(Engine& engine, const std::filesystem::path& folder, const ExperimentConfig& config,
               const std::string& run) {
    auto workspace = Workspace::open(folder);
    if (!workspace.ok()) return kFailed;
    auto opened = openRun(engine, workspace->get(), {.config = config, .resume = run});
    if (!opened.ok()) return kFailed;
    auto session = engine.start(std::move(opened->request));
    if (!session.ok()) return kFailed;
    (*session)->wait();
    for (const RunEvent& event : (*session)->channel().takeEvents())
        if (const auto* end = event.as<RunEnd>(); end != nullptr && end->code == ErrorCode::NonFinite)
            return kNonFinite;
    return (*session)->state() == RunState::Finished ? kDone : kFailed;
}

/// Runs in a process of its own, which need not load the engine again: this process has no other thread. Nothing on
/// failure.
std::optional<pid_t> forkRun(Engine& engine, const std::filesystem::path& folder, const ExperimentConfig& config,
                             const std::string& run) {
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would wait for it
        int code = kFailed;
        try {
            code = runQuietly(engine, folder, config, run);
        } catch (const std::exception& problem) {
            std::fprintf(stderr, "%s\n", problem.what());
        }
        _exit(code);
    }
    return child > 0 ? std::optional(child) : std::nullopt;
}

/// The run's id of a workspace with one run; empty while there is none.
std::string onlyRun(const std::filesystem::path& workspace) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(runsFolderIn(workspace), ignored))
        if (const std::string name = entry.path().filename().string(); !name.starts_with('.')) return name;
    return {};
}

/// Checkpoints so far: kills are placed by them, so that they fall into training and not into the start of the process.
std::size_t checkpointNumber(const std::filesystem::path& run) {
    std::size_t newest = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(run / "checkpoints", ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("ckpt-") && name.find_first_not_of("0123456789", 5) == std::string::npos)
            newest = std::max<std::size_t>(newest, std::stoul(name.substr(5)));
    }
    return newest;
}

/// Called again and again while a trial goes on.
using Look = std::function<void()>;

enum class ChildEnd { Done, Diverged, Failed, Killed };

ChildEnd endOf(int status) {
    if (WIFSIGNALED(status)) return ChildEnd::Killed;
    return WEXITSTATUS(status) == kDone        ? ChildEnd::Done
           : WEXITSTATUS(status) == kNonFinite ? ChildEnd::Diverged
                                               : ChildEnd::Failed;
}

/// Waits for the child; kills it, where asked, once `checkpoints` are there and `extra` has passed.
ChildEnd waitOrKill(pid_t child, const std::filesystem::path& workspace, std::optional<std::size_t> checkpoints,
                    std::chrono::microseconds extra, const Look& look) {
    for (int status = 0;;) {
        look();
        if (waitpid(child, &status, WNOHANG) == child) return endOf(status);
        const std::string id = onlyRun(workspace);
        if (signalCount > 0) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return endOf(status);
        }
        if (checkpoints && !id.empty() && checkpointNumber(runFolderIn(workspace, id)) >= *checkpoints) {
            std::this_thread::sleep_for(extra);
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return endOf(status);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

/// Trains to the end, killed up to `kills` times on the way. Gives the run's folder.
Result<std::filesystem::path> trainKilled(Engine& engine, const std::filesystem::path& folder,
                                          const ExperimentConfig& config, Rng& rng, int kills, std::int64_t steps,
                                          int& killed, const Look& look) {
    for (int attempt = 0; attempt <= kills; ++attempt) {
        const std::string before = onlyRun(folder);
        const std::size_t have = before.empty() ? 0 : checkpointNumber(runFolderIn(folder, before));
        const auto child = forkRun(engine, folder, config, before);
        if (!child) return Error{ErrorCode::Io, "no process can be started for the trial"};
        std::optional<std::size_t> until;
        if (killed < kills)
            until = have + rng.below(static_cast<std::uint64_t>(std::max<std::int64_t>(2, steps / (kills + 1))));
        const ChildEnd end = waitOrKill(*child, folder, until, std::chrono::microseconds(rng.below(9000)), look);
        if (signalCount > 0) return Error{ErrorCode::Cancelled, "the check was interrupted"};
        if (end == ChildEnd::Done) return runFolderIn(folder, onlyRun(folder));
        if (end == ChildEnd::Diverged || end == ChildEnd::Failed)
            return Error{end == ChildEnd::Diverged ? ErrorCode::NonFinite : ErrorCode::Internal,
                         "the trial run failed; its experiment: " + configToJson(config)};
        ++killed;
    }
    return Error{ErrorCode::Internal, "the trial run was killed by somebody else"};
}

/// Empty when the twins are equal, else what differs.
Result<std::string> runTrial(Engine& engine, std::int64_t index, Rng& rng, int& kills, const Look& look) {
    const TemporaryFolder scratch("verify");
    ExperimentConfig config = verifyConfig(index);
    config.checkpointSeconds = 0;
    int none = 0, killed = 0;
    auto straight = trainKilled(engine, scratch.path() / "straight", config, rng, 0, 1, none, look);
    // What diverges has no end to compare: the same, more gently.
    for (int gentler = 1; !straight.ok() && straight.error().code == ErrorCode::NonFinite && gentler <= kGentlerAtMost;
         ++gentler) {
        config.learningRate /= 10;
        straight =
            trainKilled(engine, scratch.path() / ("gentler-" + std::to_string(gentler)), config, rng, 0, 1, none, look);
    }
    if (!straight.ok()) return straight.error();
    const auto expected = traceRun(*straight);
    if (!expected.ok()) return expected.error();
    const std::int64_t steps = std::stoll(expected->state.metadata.at("step"));
    const auto broken = trainKilled(engine, scratch.path() / "broken", config, rng,
                                    1 + static_cast<int>(rng.below(kKillsAtMost)), steps, killed, look);
    if (!broken.ok()) return broken.error();
    const auto found = traceRun(*broken);
    if (!found.ok()) return found.error();
    kills += killed;
    if (found->hash == expected->hash) return std::string();
    for (const auto& [name, tensor] : expected->state.tensors) {
        const auto other = found->state.tensors.find(name);
        if (other == found->state.tensors.end() || other->second.bytes != tensor.bytes) return "tensor " + name;
    }
    for (const auto& [key, value] : expected->state.metadata)
        if (key != "seconds" && key != "piece" && found->state.metadata.at(key) != value) return "counter " + key;
    return std::string("the metric log");
}

}  // namespace

int verifyResume(std::int64_t trials, std::int64_t seed, bool json) {
    std::int64_t equal = 0;
    int kills = 0;
    Rng rng(static_cast<std::uint64_t>(seed), RandomPurpose::Test);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), json);
    installSignals();
    ProgressLine progress(json);
    for (std::int64_t trial = 0; trial < trials; ++trial) {
        const int before = kills;
        const auto different = runTrial(**engine, seed * 1000 + trial, rng, kills, [&] {
            progress.show("trial " + std::to_string(trial + 1) + " of " + std::to_string(trials),
                          static_cast<double>(trial) / static_cast<double>(trials));
        });
        if (!different.ok() || !different->empty()) progress.end();
        if (!different.ok()) return fail(different.error().withContext("trial " + std::to_string(trial + 1)), json);
        if (different->empty())
            ++equal;
        else if (!json)
            std::fprintf(stderr, "trial %lld: %s differs after the resume\n", static_cast<long long>(trial + 1),
                         different->c_str());
        if (!json) continue;
        printJson(nlohmann::ordered_json{{"trial", trial + 1},
                                         {"of", trials},
                                         {"kills", kills - before},
                                         {"equal", different->empty()},
                                         {"different", *different}});
        std::fflush(stdout);
    }
    progress.end();
    if (json)
        std::printf("{\"trials\": %lld, \"equal\": %lld, \"kills\": %d}\n", static_cast<long long>(trials),
                    static_cast<long long>(equal), kills);
    else
        std::printf("%lld of %lld equal (%d kills)\n", static_cast<long long>(equal), static_cast<long long>(trials),
                    kills);
    return equal == trials ? kDone : kFailed;
}

}  // namespace gatelab::worker
