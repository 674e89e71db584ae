// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/outer_program.h"

#include "io/file_io.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

extern char** environ;

namespace gatelab {
namespace {

constexpr int kAskEveryMs = 100;

/// What comes out of both ends, until each is closed. False: nobody wants to go on.
bool readBoth(std::array<int, 2> ends, std::array<std::string*, 2> texts, const std::function<bool()>& goesOn) {
    std::array<char, 4096> buffer;
    for (int open = 2; open > 0;) {
        pollfd waiting[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLIN, 0}};  // a negative one is passed over
        if (::poll(waiting, 2, goesOn ? kAskEveryMs : -1) < 0 && errno != EINTR) return true;
        if (goesOn && !goesOn()) return false;
        for (std::size_t i = 0; i < 2; ++i) {
            if (ends[i] < 0 || waiting[i].revents == 0) continue;
            const ssize_t count = ::read(ends[i], buffer.data(), buffer.size());
            if (count > 0) texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
            if (count > 0 || (count < 0 && errno == EINTR)) continue;
            ends[i] = -1;
            --open;
        }
    }
    return true;
}

}  // namespace

Result<ProgramAnswer> askProgram(const std::vector<std::string>& words, const std::function<bool()>& goesOn) {
    std::vector<std::string> texts = words;
    std::vector<char*> arguments, surroundings;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    std::string language = "LC_ALL=C";
    surroundings.push_back(language.data());
    for (char** one = environ; *one != nullptr; ++one) surroundings.push_back(*one);
    surroundings.push_back(nullptr);
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    if (::pipe2(out, O_CLOEXEC) != 0)
        return ioError(errno, GATELAB_TEXT("FileAction", "start the program"), words.front());
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    pid_t child = -1;
    int problem = ::pipe2(err, O_CLOEXEC) == 0 ? 0 : errno;
    if (problem == 0) {
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, out[1], 1);
        posix_spawn_file_actions_adddup2(&files, err[1], 2);
        problem = ::posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), surroundings.data());
    }
    posix_spawn_file_actions_destroy(&files);
    ::close(out[1]);
    if (err[1] >= 0) ::close(err[1]);
    ProgramAnswer answer;
    const bool isWhole = problem != 0 || readBoth({out[0], err[0]}, {&answer.out, &answer.err}, goesOn);
    if (!isWhole) ::kill(child, SIGKILL);
    ::close(out[0]);
    if (err[0] >= 0) ::close(err[0]);
    if (problem == ENOENT)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Cluster", "there is no program '%1' on this machine"), {words.front()}}};
    if (problem != 0) return ioError(problem, GATELAB_TEXT("FileAction", "start the program"), words.front());
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!isWhole) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Cluster", "the program was stopped")};
    answer.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return answer;
}

}  // namespace gatelab
