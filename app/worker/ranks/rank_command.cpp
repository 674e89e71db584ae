// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"
#include "config/config_io.h"
#include "data/data_identity.h"
#include "data/readers.h"
#include "session/rank_hosts.h"
#include "store/workspace.h"
#include "worker/commands.h"
#include "worker/output/console_text.h"
#include "worker/runs.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thread>

namespace gatelab::worker {

namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(100);
constexpr int kChannel = 0;  // standard input, and standard output: a socket to who started it, or both ends of ssh

struct RankFlags {
    bool isAway = false, isCheck = false, isFacts = false;
};

/// Of a connection by which this process was started, empty where it is none.
struct Connection {
    std::string caller, here;  ///< addresses
};

/// This machine's address on the way to another one. Nothing is sent.
std::string addressTowards(const char* other) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(9);
    socklen_t size = sizeof address;
    const int probe = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    char text[INET_ADDRSTRLEN] = "";
    if (probe >= 0 && ::inet_pton(AF_INET, other, &address.sin_addr) == 1 &&
        ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) == 0)
        ::inet_ntop(AF_INET, &address.sin_addr, text, sizeof text);
    if (probe >= 0) ::close(probe);
    return text;
}

/// As sshd tells it (address and port of who called, then of where), or srun.
Connection connection() {
    const char* ssh = std::getenv("SSH_CONNECTION");
    const char* slurm = std::getenv("SLURM_LAUNCH_NODE_IPADDR");
    if (ssh == nullptr && slurm != nullptr) return {slurm, addressTowards(slurm)};
    std::istringstream words(ssh != nullptr ? ssh : "");
    Connection found;
    std::string port;
    words >> found.caller >> port >> found.here;
    return found;
}

/// Whether this machine can be a host of a run: its settings are read from the standard input.
int checkThisHost() {
    const std::string settings{std::istreambuf_iterator<char>(std::cin), {}};
    HostAnswer answer{programVersion(), connection().caller, {}, {}, thisMachine()};
    const auto data = [&]() -> Result<std::string> {
        const auto config = configFromJson(settings);
        if (!config.ok()) return config.error();
        const auto read = loadDataset(config->config);
        if (!read.ok()) return read.error();
        return dataIdentity(*read, config->config);
    }();
    if (data.ok())
        answer.data = *data;
    else
        answer.problem = consoleText(data.error());
    std::printf("%s", answer.text().c_str());
    return kDone;
}

/// What this machine has; then each line comes back, until there are no more: so long does a message take.
int tellFacts() {
    std::printf("%s", HostAnswer{programVersion(), connection().caller, {}, {}, thisMachine()}.text().c_str());
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
        std::printf("%s\n", line.c_str());
        std::fflush(stdout);
    }
    return kDone;
}

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

int trainAsRank(const RankFlags& options) {
    if (options.isCheck) return checkThisHost();
    if (options.isFacts) return tellFacts();
    struct stat input {};
    if (!options.isAway && (::fstat(kChannel, &input) != 0 || !S_ISSOCK(input.st_mode)))
        return fail({ErrorCode::InvalidInput, "rank is started by a run with --ranks, and by nobody else"}, false);
    const int answers = ::fcntl(1, F_DUPFD_CLOEXEC, 3);
    ::dup2(2, 1);                   // what is printed is no answer
    std::signal(SIGPIPE, SIG_IGN);  // a starter that is gone is seen
    std::signal(SIGINT, SIG_IGN);   // a terminal sends it to all; rank 0 says what it means
    std::signal(SIGTERM, SIG_DFL);
    endWithStarter();
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), false);
    RunRequest request;
    request.rank = {kChannel, answers, options.isAway ? connection().here : std::string()};
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
    const auto options = std::make_shared<RankFlags>();
    app.group("");  // nobody types it
    app.add_flag("--away", options->isAway, "On another machine than who starts it, by ssh or srun");
    app.add_flag("--check", options->isCheck,
                 "Say whether this machine has the program and the data of the settings in the standard input");
    app.add_flag("--facts", options->isFacts, "Say what this machine has, and answer each line");
    return [options] { return trainAsRank(*options); };
}

}  // namespace gatelab::worker
