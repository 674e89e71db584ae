// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/host_facts.h"

#include "device/monitor.h"
#include "session/asked_host.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

namespace gatelab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(20);
constexpr int kLookEvery = 50;  // ms
constexpr int kPings = 7;
constexpr std::string_view kPing = "ping\n";

/// Reads until `has(out)`, both ends are closed, the time is over or nobody wants to know any more.
template <class Has>
bool readUntil(AskedHost& asked, Clock::time_point until, const Progress& progress, const Has& has) {
    while (!has(asked.out)) {
        std::array<pollfd, 2> waiting = {{{asked.channel, POLLIN, 0}, {asked.errors, POLLIN, 0}}};
        if ((asked.channel < 0 && asked.errors < 0) || Clock::now() > until || !report(progress, -1)) return false;
        if (::poll(waiting.data(), waiting.size(), kLookEvery) <= 0) continue;
        if (waiting[0].revents != 0) AskedHost::take(asked.channel, asked.out);
        if (asked.errors >= 0 && waiting[1].revents != 0) AskedHost::take(asked.errors, asked.err);
    }
    return true;
}

/// The shortest of some round trips, halved; 0: it does not answer.
double delayOf(AskedHost& asked, Clock::time_point until, const Progress& progress) {
    double shortest = 0;
    for (int i = 0; i < kPings; ++i) {
        const auto before = std::ranges::count(asked.out, '\n');
        const auto began = Clock::now();
        if (::send(asked.channel, kPing.data(), kPing.size(), MSG_NOSIGNAL) != std::ssize(kPing)) return shortest;
        if (!readUntil(asked, until, progress,
                       [&](const std::string& out) { return std::ranges::count(out, '\n') > before; }))
            return shortest;
        const double seconds = std::chrono::duration<double>(Clock::now() - began).count() / 2;
        if (i == 0 || seconds < shortest) shortest = seconds;
    }
    return shortest;
}

HostFacts askOne(const RankSetup& setup, const RankHost& host, const Progress& progress) {
    HostFacts facts{host.name, {}, {}, {}, 0, 0};
    AskedHost asked;
    const auto began = Clock::now(), until = began + kPatience;
    if (const int problem = asked.begin(setup, host, "rank --facts"); problem != 0) {
        asked.close();
        facts.problem = {GATELAB_TEXT("Ranks", "%1 could not be started: %2; hosts need OpenSSH"),
                         {wordsOnHost(setup, host, {})[0], std::strerror(problem)}};
        return facts;
    }
    const bool hasAnswered = readUntil(asked, until, progress, HostAnswer::isWhole);
    facts.connect = std::chrono::duration<double>(Clock::now() - began).count();
    if (hasAnswered) facts.delay = delayOf(asked, until, progress);
    const bool isLate = asked.channel >= 0 && !hasAnswered;
    const bool isStopped = !report(progress, -1);
    asked.close();  // it ends
    if (isLate || isStopped) ::kill(asked.process, SIGKILL);
    int status = 0;
    while (::waitpid(asked.process, &status, 0) < 0 && errno == EINTR) {
    }
    if (isLate && isStopped) {
        facts.problem = {GATELAB_TEXT("Ranks", "host %1 had not answered when it was stopped; ask again"), {host.name}};
        return facts;
    }
    if (isLate) {
        facts.problem = {GATELAB_TEXT("Ranks", "host %1 did not answer; let 'ssh %1 true' work first"), {host.name}};
        return facts;
    }
    // Closing the channel ends it; its own code counts only where it said nothing.
    const int code = hasAnswered ? 0 : WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const HostAnswer answer = HostAnswer::from(asked.out);
    facts.version = answer.version;
    facts.machine = answer.machine;
    if (const auto whole = hostAnswer(setup, host.name, code, asked.out, asked.err); !whole.ok())
        facts.problem = whole.error().phrase;
    return facts;
}

}  // namespace

std::string MachineFacts::text() const {
    std::ostringstream out;
    out.precision(17);
    out << "cores " << cores << "\nmemory " << memoryBytes << "\nfree " << freeBytes << "\nload " << load << "\n";
    return out.str();
}

MachineFacts MachineFacts::from(const std::string& text) {
    MachineFacts facts;
    double cores = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        for (auto [word, into] : {std::pair("cores ", &cores), std::pair("memory ", &facts.memoryBytes),
                                  std::pair("free ", &facts.freeBytes), std::pair("load ", &facts.load)})
            if (line.starts_with(word))
                *into = std::clamp(std::strtod(line.c_str() + std::strlen(word), nullptr), 0., 1e18);
    facts.cores = static_cast<std::int64_t>(std::min(cores, 1e6));
    return facts;
}

MachineFacts thisMachine() {
    std::array<double, 1> load{};
    if (::getloadavg(load.data(), 1) != 1) load[0] = 0;
    return {usableCores(), static_cast<double>(totalHostMemory()), static_cast<double>(freeHostMemory()), load[0]};
}

std::vector<HostFacts> askHostFacts(const RankSetup& setup, const Progress& progress) {
    std::vector<HostFacts> found(setup.hosts.size());
    std::mutex one;
    std::size_t answered = 0;
    const Progress inTurn = [&](double) {
        const std::lock_guard lock(one);
        return report(progress, static_cast<double>(answered) / static_cast<double>(found.size()));
    };
    {
        std::vector<std::jthread> asking;
        for (std::size_t i = 0; i < found.size(); ++i)
            asking.emplace_back([&, i] {
                found[i] = askOne(setup, setup.hosts[i], inTurn);
                const std::lock_guard lock(one);
                ++answered;
                report(progress, static_cast<double>(answered) / static_cast<double>(found.size()));
            });
    }
    return found;
}

}  // namespace gatelab
