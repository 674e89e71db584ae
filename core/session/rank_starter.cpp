// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rank_starter.h"

#include "base/hex.h"
#include "session/isolated_session.h"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

extern char** environ;

namespace gatelab {

namespace {

constexpr int kLooks = 50, kBetweenLooks = 20;  // ms: a second in all

Error cannotStart(int problem) {
    return {ErrorCode::Internal,
            {GATELAB_TEXT("Ranks", "a rank could not be started: %1; nothing was trained; ask for fewer ranks"),
             {std::strerror(problem)}}};
}

/// What it prints goes where this process prints its errors. The error number, or 0.
int spawnRank(const std::string& program, int channel, pid_t& child) {
    std::string name = program, word = "rank";
    char* const words[] = {name.data(), word.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, channel, 0);
    posix_spawn_file_actions_adddup2(&files, 2, 1);
    const int problem = ::posix_spawn(&child, program.c_str(), &files, nullptr, words, environ);
    posix_spawn_file_actions_destroy(&files);
    return problem;
}

}  // namespace

Result<std::unique_ptr<RankStarter>> RankStarter::start(std::int64_t size,
                                                        const std::map<std::string, std::string>& keys) {
    std::unique_ptr<RankStarter> starter(new RankStarter);
    const std::string program = workerProgram().string();
    std::vector<int> channels;
    int problem = 0;
    for (std::int64_t rank = 0; rank < size && problem == 0; ++rank) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
            problem = errno;
            break;
        }
        channels.push_back(ends[0]);
        if (rank == 0) {
            starter->channel_ = ends[1];
            continue;
        }
        pid_t child = -1;
        problem = spawnRank(program, ends[1], child);
        ::close(ends[1]);
        if (problem == 0) starter->processes_.push_back(child);
    }
    std::map<std::string, std::string> told;
    for (const auto& [key, value] : keys) told[key] = toHex(value);
    starter->store_ = std::make_unique<RankStore>(channels, std::move(told));
    if (problem == 0) return starter;
    ::close(starter->channel_);
    return cannotStart(problem);
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
