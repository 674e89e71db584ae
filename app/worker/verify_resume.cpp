// SPDX-License-Identifier: GPL-3.0-or-later
// "verify resume": twin runs, one undisturbed, one killed with SIGKILL at random moments and resumed; both must leave the same bits.
#include "worker/console.h"
#include "worker/verify.h"

#include "base/rng.h"
#include "config/config_io.h"
#include "io/file_io.h"
#include "session/isolated_session.h"
#include "store/workspace.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

extern char** environ;

namespace gatelab::worker {

namespace {

constexpr int kKillsAtMost = 3;

/// Starts gatelab-worker quietly. Nothing on failure.
std::optional<pid_t> spawnWorker(std::vector<std::string> words) {
    words.insert(words.begin(), workerProgram().string());
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    const int problem = posix_spawn(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    return problem == 0 ? std::optional(child) : std::nullopt;
}

/// The run's id of a workspace with one run; empty while there is none.
std::string onlyRun(const std::filesystem::path& workspace) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(workspace / "runs", ignored)) return entry.path().filename().string();
    return {};
}

/// Checkpoints so far: kills are placed by them, so that they fall into training and not into the start of the process.
std::size_t checkpointNumber(const std::filesystem::path& run) {
    std::size_t newest = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(run / "checkpoints", ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("ckpt-") && name.find_first_not_of("0123456789", 5) == std::string::npos) newest = std::max<std::size_t>(newest, std::stoul(name.substr(5)));
    }
    return newest;
}

enum class ChildEnd { Done, Failed, Killed };

ChildEnd endOf(int status) { return WIFSIGNALED(status) ? ChildEnd::Killed : WEXITSTATUS(status) == 0 ? ChildEnd::Done : ChildEnd::Failed; }

/// Waits for the child; kills it once `checkpoints` are there and `extra` has passed (0: never).
ChildEnd waitOrKill(pid_t child, const std::filesystem::path& workspace, std::size_t checkpoints, std::chrono::microseconds extra) {
    for (int status = 0;;) {
        if (waitpid(child, &status, WNOHANG) == child) return endOf(status);
        const std::string id = onlyRun(workspace);
        if (checkpoints > 0 && !id.empty() && checkpointNumber(workspace / "runs" / id) >= checkpoints) {
            std::this_thread::sleep_for(extra);
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return endOf(status);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

struct Trial {
    std::filesystem::path workspace;
    std::filesystem::path file;
    const ExperimentConfig& config;
};

/// Trains to the end, killed up to three times on the way. Gives the run's folder.
Result<std::filesystem::path> trainKilled(const Trial& trial, Rng& rng, int kills, std::int64_t steps, int& killed) {
    std::vector<std::string> words = {"train", "--config", trial.file.string(), "--workspace", trial.workspace.string(), "--quiet"};
    for (int attempt = 0; attempt <= kills; ++attempt) {
        const auto child = spawnWorker(words);
        if (!child) return Error{ErrorCode::Io, "gatelab-worker cannot be started for the trial"};
        const std::string before = onlyRun(trial.workspace);
        const std::size_t have = before.empty() ? 0 : checkpointNumber(trial.workspace / "runs" / before);
        const std::size_t until = killed < kills ? have + 1 + rng.below(static_cast<std::uint64_t>(std::max<std::int64_t>(1, steps / (kills + 1)))) : 0;
        const ChildEnd end = waitOrKill(*child, trial.workspace, until, std::chrono::microseconds(rng.below(9000)));
        if (end == ChildEnd::Done) return trial.workspace / "runs" / onlyRun(trial.workspace);
        if (end == ChildEnd::Failed) return Error{ErrorCode::Internal, "the trial run failed; its experiment: " + configToJson(trial.config)};
        ++killed;
        const std::string id = onlyRun(trial.workspace);
        if (!id.empty()) words = {"resume", id, "--workspace", trial.workspace.string(), "--quiet"};
    }
    return Error{ErrorCode::Internal, "the trial run was killed by somebody else"};
}

/// Empty when the twins are equal, else what differs.
Result<std::string> runTrial(std::int64_t index, Rng& rng, int& kills) {
    const ScratchFolder scratch;
    ExperimentConfig config = verifyConfig(index);
    config.checkpointSeconds = 0;
    const auto file = scratch.path() / "experiment.json";
    if (auto written = writeFileDurably(file, configToJson(config)); !written.ok()) return written.error();
    int none = 0, killed = 0;
    const auto straight = trainKilled({scratch.path() / "straight", file, config}, rng, 0, 1, none);
    if (!straight.ok()) return straight.error();
    const auto expected = traceRun(*straight);
    if (!expected.ok()) return expected.error();
    const std::int64_t steps = std::stoll(expected->state.metadata.at("step"));
    const auto broken = trainKilled({scratch.path() / "broken", file, config}, rng, 1 + static_cast<int>(rng.below(kKillsAtMost)), steps, killed);
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
    for (std::int64_t trial = 0; trial < trials; ++trial) {
        const auto different = runTrial(seed * 1000 + trial, rng, kills);
        if (!different.ok()) return fail(different.error().withContext("trial " + std::to_string(trial + 1)), json);
        if (different->empty()) ++equal;
        else std::fprintf(stderr, "trial %lld: %s differs after the resume\n", static_cast<long long>(trial + 1), different->c_str());
    }
    if (json) std::printf("{\"trials\": %lld, \"equal\": %lld, \"kills\": %d}\n", static_cast<long long>(trials), static_cast<long long>(equal), kills);
    else std::printf("%lld of %lld equal (%d kills)\n", static_cast<long long>(equal), static_cast<long long>(trials), kills);
    return equal == trials ? kDone : kFailed;
}

}  // namespace gatelab::worker
