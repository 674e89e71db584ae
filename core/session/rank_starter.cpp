// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rank_starter.h"

#include "base/hex.h"
#include "session/isolated_session.h"
#include "session/rank_hosts.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLooks = 50, kBetweenLooks = 20;  // ms: a second in all

Error cannotStart(int problem) {
    return {ErrorCode::Internal,
            {GATELAB_TEXT("Ranks", "a rank could not be started: %1; nothing was trained; ask for fewer ranks"),
             {std::strerror(problem)}}};
}

/// The host of each further rank; null: this machine.
std::vector<const RankHost*> placesOf(const RankSetup& setup, std::int64_t size) {
    std::vector<const RankHost*> places(static_cast<std::size_t>(size - 1 - setup.ranksOfHosts()), nullptr);
    for (const RankHost& host : setup.hosts) places.insert(places.end(), static_cast<std::size_t>(host.ranks), &host);
    return places;
}

}  // namespace

Result<std::unique_ptr<RankStarter>> RankStarter::start(const RankSetup& setup, std::int64_t size,
                                                        const std::map<std::string, std::string>& keys) {
    if (size <= setup.ranksOfHosts())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Ranks", "rank 0 computes on this machine, and the hosts have all %1 ranks"), {size}}};
    std::unique_ptr<RankStarter> starter(new RankStarter);
    std::vector<int> channels;
    const auto connect = [&channels] {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
        channels.push_back(ends[0]);
        return ends[1];
    };
    starter->channel_ = connect();
    int problem = starter->channel_ < 0 ? errno : 0;
    for (const RankHost* host : placesOf(setup, size)) {
        if (problem != 0) break;
        const int channel = connect();
        if (channel < 0) {
            problem = errno;
            break;
        }
        const auto words = host != nullptr ? wordsOnHost(setup, *host, "rank --away")
                                           : std::vector<std::string>{workerProgram().string(), "rank"};
        pid_t child = -1;
        problem = spawnOnChannel(words, channel, 2, host != nullptr, child);
        ::close(channel);
        if (problem == 0) starter->processes_.push_back(child);
    }
    std::map<std::string, std::string> told;
    for (const auto& [key, value] : keys) told[key] = toHex(value);
    starter->store_ = std::make_unique<RankStore>(channels, std::move(told));
    if (problem == 0) return starter;
    if (starter->channel_ >= 0) ::close(starter->channel_);
    return cannotStart(problem);
}

void RankStarter::kill() const {
    for (const pid_t process : processes_) ::kill(process, SIGKILL);
    ::shutdown(channel_, SHUT_RDWR);
}

RankStarter::~RankStarter() {
    store_.reset();  // they see the end of their channel
    int looks = 0;
    for (const pid_t process : processes_) {
        bool hasEnded = ::waitpid(process, nullptr, WNOHANG) != 0;
        for (; looks < kLooks && !hasEnded; ++looks) {
            ::poll(nullptr, 0, kBetweenLooks);
            hasEnded = ::waitpid(process, nullptr, WNOHANG) != 0;
        }
        if (hasEnded) continue;
        ::kill(process, SIGKILL);
        ::waitpid(process, nullptr, 0);
    }
}

}  // namespace gatelab
