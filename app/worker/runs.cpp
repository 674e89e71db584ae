// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/runs.h"

#include "store/workspace.h"

#include <chrono>
#include <csignal>
#include <thread>

namespace gatelab::worker {

std::atomic<int> signalCount{0};

namespace {

std::atomic<bool> leave{false};  ///< SIGTERM, or a second SIGINT

constexpr auto kLookEvery = std::chrono::milliseconds(20);

/// Passes signals on. SIGINT is the Stop button: the best weights are tested and kept. SIGTERM leaves at once with a checkpoint to go on from.
void passSignals(RunControl& control, int& passed) {
    const int seen = signalCount.load(std::memory_order_relaxed);
    if (seen == passed) return;
    passed = seen;
    if (leave.load(std::memory_order_relaxed)) control.abandon();
    else control.stop();
}

}  // namespace

void installSignals() {
    struct sigaction action{};
    action.sa_handler = [](int signal) {
        if (signal == SIGTERM || signalCount.load(std::memory_order_relaxed) > 0) leave.store(true, std::memory_order_relaxed);
        signalCount.fetch_add(1, std::memory_order_relaxed);
    };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

Result<RunOutcome> followRun(Engine& engine, RunRequest request, RunPrinter& printer, const std::function<void(const RunEvent&)>& watch) {
    auto started = engine.start(std::move(request));
    if (!started.ok()) return started.error();
    RunSession& session = **started;
    RunOutcome outcome;
    int passed = 0;
    for (bool last = false;;) {
        // Events first, so that the metrics which were written before them are there.
        auto events = session.channel().takeEvents();
        session.channel().drainMetrics([&](const MetricSample& sample) { printer.metric(sample); });
        for (RunEvent& event : events) {
            printer.event(event);
            if (watch) watch(event);
            if (event.kind == RunEvent::Kind::Finished) outcome = {event.state, event.code, event.text.english(), std::move(event.scores)};
        }
        if (last) break;
        last = session.done();
        passSignals(session.control(), passed);
        printer.tick();
        if (!last) std::this_thread::sleep_for(kLookEvery);
    }
    printer.endLine();
    return outcome;
}

int exitCode(const RunOutcome& outcome) {
    if (signalCount.load() > 0) return kInterrupted;
    return outcome.state == RunState::Finished ? kDone : outcome.state == RunState::Failed ? exitCode(outcome.code) : kInterrupted;
}

}  // namespace gatelab::worker
