// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/asked_host.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace gatelab {

namespace {
constexpr std::size_t kMostText = 1u << 20;
}

int AskedHost::begin(const RankSetup& setup, const RankHost& host, const std::string& words) {
    std::array<int, 2> ends{}, said{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return errno;
    if (::pipe2(said.data(), O_CLOEXEC) != 0) {
        const int problem = errno;
        for (const int end : ends) ::close(end);
        return problem;
    }
    channel = ends[0];
    errors = said[0];
    const int problem = spawnOnChannel(wordsOnHost(setup, host, words), ends[1], said[1], true, process);
    ::close(ends[1]);
    ::close(said[1]);
    return problem;
}

void AskedHost::take(int& from, std::string& into) {
    std::array<char, 4096> bytes{};
    const ssize_t size = ::read(from, bytes.data(), bytes.size());
    if (size > 0 && into.size() < kMostText) into.append(bytes.data(), static_cast<std::size_t>(size));
    if (size > 0 || (size < 0 && errno == EINTR)) return;
    ::close(std::exchange(from, -1));
}

void AskedHost::close() {
    for (int* end : {&channel, &errors})
        if (*end >= 0) ::close(std::exchange(*end, -1));
}

}  // namespace gatelab
