// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/runs.h"

#include "device/monitor.h"
#include "device/switch_machine.h"
#include "session/isolated_session.h"
#include "session/worker_server.h"
#include "store/checkpoint.h"
#include "store/run_command.h"
#include "worker/disk_wait.h"
#include "worker/output/console_text.h"
#include "worker/resume_point.h"

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <string_view>
#include <thread>

namespace gatelab::worker {

std::atomic<int> signalCount{0};

namespace {

std::atomic<bool> leave{false};  ///< SIGTERM, or a second SIGINT

constexpr auto kLookEvery = std::chrono::milliseconds(20);
/// For the stacks of a run's threads: a library that finds no room for one aborts.
constexpr std::uint64_t kThreadsBytes = 128u << 20;

/// Passes signals on. SIGINT is the Stop button: the best weights are tested and kept. SIGTERM leaves at once with a
/// checkpoint to go on from.
void passSignals(RunControl& control, RunPrinter& printer, bool isKept, int& passed) {
    const int seen = signalCount.load(std::memory_order_relaxed);
    if (seen == passed) return;
    passed = seen;
    if (leave.load(std::memory_order_relaxed)) return control.abandon();
    printer.stopping(isKept);
    control.stop();
}

bool hasMoreToTrain(const std::filesystem::path& runFolder) {
    const auto point = findResumePoint(runFolder);
    return point.ok() && point->nothingLeft.empty();
}

/// What goes on with a kept run: with the workspace where it is not the usual one.
std::string resumeCommand(const std::filesystem::path& runFolder) {
    return "gatelab-worker resume " + runFolder.filename().string() +
           workspaceFlag(runFolder.parent_path().parent_path());
}

}  // namespace

void installSignals() {
    struct sigaction action {};
    action.sa_handler = [](int signal) {
        if (signal == SIGTERM || signalCount.load(std::memory_order_relaxed) > 0)
            leave.store(true, std::memory_order_relaxed);
        signalCount.fetch_add(1, std::memory_order_relaxed);
    };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

bool leaveAsked() { return leave.load(std::memory_order_relaxed); }

Result<> limitMemory(const ExperimentConfig& config, const EngineInfo& info) {
    const std::uint64_t bytes = workerLimits(config).memoryBytes;
    if (bytes == 0) return {};
    if (switchMachine(info, config.device, 0).cuda) {
        std::fprintf(stderr,
                     "warning: --memory-limit: CUDA sets aside more address space than any limit would allow; the run "
                     "goes without\n");
        return {};
    }
    if (const std::uint64_t least = addressSpace().used + kThreadsBytes; bytes < least)
        return Error{ErrorCode::OutOfMemory, "not enough memory: the memory limit of " + std::to_string(bytes >> 20) +
                                                 " MiB is below the " + std::to_string((least >> 20) + 1) +
                                                 " MiB of address space that program, libraries and threads take "
                                                 "without a network; nothing was trained; raise the limit"};
    // A lower one of the shell or of who started us holds already; set anew it would be lifted.
    if (const std::uint64_t before = addressSpace().limit; before > 0 && before <= bytes) return {};
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
    return {};
}

Result<RunOutcome> followRun(Engine& engine, RunRequest request, RunPrinter& printer, const RunWatch& watch) {
    const auto folder = request.record ? request.record->folder() : std::filesystem::path();
    // Where there is no socket the run goes on all the same; windows then read of it in its record.
    auto server = folder.empty() ? Result<std::unique_ptr<WorkerServer>>(Error{})
                                 : WorkerServer::listen(folder.filename().string());
    DiskWait disk(folder, watch.diskPatience);
    bool gaveUp = false;
    printer.trainsOn(request.config);
    auto started = engine.start(std::move(request));
    if (!started.ok()) return started.error();
    RunSession& session = **started;
    RunOutcome outcome;
    int passed = 0;
    for (bool last = false;;) {
        // Events first, so that the metrics which were written before them are there.
        auto events = session.channel().takeEvents();
        std::vector<MetricSample> samples;
        session.channel().drainMetrics([&](const MetricSample& sample) {
            printer.metric(sample);
            if (server) samples.push_back(sample);
        });
        if (server) (*server)->notify(samples, events);
        for (RunEvent& event : events) {
            printer.event(event);
            disk.handle(event);
            if (watch.event) watch.event(event);
            if (auto* end = event.as<RunEnd>())
                outcome = {end->state, end->code, consoleText(end->why), std::move(end->scores)};
        }
        if (last) break;
        last = session.done();
        passSignals(session.control(), printer, !folder.empty(), passed);
        if (!gaveUp && disk.isOver()) {
            gaveUp = true;
            session.control().abandon();
        }
        printer.tick();
        if (watch.look) watch.look(printer.share());
        if (server && !last)
            (*server)->exchange(session, kLookEvery);
        else if (!last)
            std::this_thread::sleep_for(kLookEvery);
    }
    if (server) (*server)->finish(session);
    printer.endLine();
    if (folder.empty()) return outcome;
    const std::string kept =
        CheckpointStore(folder).list().empty()
            ? "the run has no checkpoint yet; it begins again with: " + resumeCommand(folder)
            : "the run is kept up to its last checkpoint and goes on with: " + resumeCommand(folder);
    if (gaveUp)
        outcome = {RunState::Failed,
                   disk.problem().code,
                   "given up after " + durationText(static_cast<double>(watch.diskPatience.count())) + ": " +
                       disk.problem().message + "; " + kept,
                   {}};
    else if (outcome.state == RunState::Interrupted)
        outcome.why = (outcome.why.empty() ? "interrupted" : outcome.why) + "; " + kept;
    else if (outcome.state == RunState::Finished && signalCount.load() > 0 && hasMoreToTrain(folder))
        outcome.why += "; it goes on with: " + resumeCommand(folder);
    return outcome;
}

int exitCode(const RunOutcome& outcome) {
    if (signalCount.load() > 0) return kInterrupted;
    return outcome.state == RunState::Finished ? kDone
           : outcome.state == RunState::Failed ? exitCode(outcome.code)
                                               : kInterrupted;
}

}  // namespace gatelab::worker
