// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/workspace.h"
#include "worker/commands.h"
#include "worker/output/console_text.h"
#include "worker/runs.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace gatelab::worker {

namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(100);
constexpr int kChannel = 0;  // standard input: a socket to who started it

/// Ends this process as soon as who started it has: what a rank holds is held by rank 0 as well.
void endWithStarter() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // also where this process stands still
    std::thread([] {
        pollfd starter{kChannel, POLLRDHUP, 0};
        while (::poll(&starter, 1, -1) < 0) {
        }
        std::_Exit(kInterrupted);
    }).detach();
}

int trainAsRank() {
    struct stat input {};
    if (::fstat(kChannel, &input) != 0 || !S_ISSOCK(input.st_mode))
        return fail({ErrorCode::InvalidInput, "rank is started by a run with --ranks, and by nobody else"}, false);
    std::signal(SIGINT, SIG_IGN);  // a terminal sends it to all; rank 0 says what it means
    std::signal(SIGTERM, SIG_DFL);
    endWithStarter();
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), false);
    RunRequest request;
    request.rankChannel = kChannel;
    auto session = (*engine)->start(std::move(request));
    if (!session.ok()) return fail(session.error(), false);
    for (bool last = false; !last;) {
        last = (*session)->done();
        if (!last) std::this_thread::sleep_for(kLookEvery);
        // What it tells is what rank 0 tells; nobody else takes it.
        (*session)->channel().drainMetrics([](const MetricSample&) {});
        for (const RunEvent& event : (*session)->channel().takeEvents())
            if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state == RunState::Failed)
                return fail({end->code, "a rank ended: " + consoleText(end->why)}, false);
    }
    return kDone;
}

}  // namespace

CommandAction setRank(CLI::App& app) {
    app.group("");  // nobody types it
    return [] { return trainAsRank(); };
}

}  // namespace gatelab::worker
