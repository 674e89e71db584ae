// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/pipe_store.h"

#include "base/hex.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace gatelab {

namespace {

constexpr auto kGrace = std::chrono::seconds(10);  // beyond what the starter itself waits
constexpr std::int64_t kLongestPoll = 60'000;      // ms
constexpr std::size_t kLongestAnswer = 4u << 20;

Error starterIsGone() {
    return {
        ErrorCode::Cancelled,
        GATELAB_TEXT("Ranks", "the process that started this rank no longer answers; what was saved before is safe")};
}

}  // namespace

PipeStore::~PipeStore() {
    ::close(in_);
    if (out_ != in_) ::close(out_);
}

Result<std::string> PipeStore::ask(std::string_view verb, std::string_view key, std::string_view value,
                                   std::chrono::milliseconds limit) {
    const std::lock_guard lock(mutex_);
    if (isOver_) return starterIsGone();
    std::string line(verb);
    line.append("\t").append(key).append("\t").append(value).append("\n");
    isOver_ = true;  // unless it is answered
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t size = ::write(out_, line.data() + sent, line.size() - sent);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return starterIsGone();
        sent += static_cast<std::size_t>(size);
    }
    auto answer = readLine(std::chrono::steady_clock::now() + limit + kGrace);
    if (!answer.ok()) return answer;
    isOver_ = false;
    if (answer->starts_with('!'))
        return Error{ErrorCode::Internal,
                     {GATELAB_TEXT("Ranks", "the process that started this rank refuses '%1': %2"),
                      {std::string(verb), answer->substr(1)}}};
    return answer;
}

Result<std::string> PipeStore::readLine(std::chrono::steady_clock::time_point until) {
    for (;;) {
        if (const std::size_t end = read_.find('\n'); end != std::string::npos) {
            std::string line = read_.substr(0, end);
            read_.erase(0, end + 1);
            return line;
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
        pollfd waiting{in_, POLLIN, 0};
        if (left <= 0 || read_.size() > kLongestAnswer) return starterIsGone();
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, kLongestPoll)));
        if (ready < 0 && errno != EINTR) return starterIsGone();
        if (ready <= 0) continue;
        char bytes[4096];
        const ssize_t size = ::read(in_, bytes, sizeof bytes);
        if (size == 0 || (size < 0 && errno != EINTR)) return starterIsGone();
        if (size > 0) read_.append(bytes, static_cast<std::size_t>(size));
    }
}

Result<> PipeStore::set(std::string_view key, std::string_view bytes) {
    const auto answer = ask("set", key, toHex(bytes));
    return answer.ok() ? Result<>() : answer.error();
}

Result<std::string> PipeStore::get(std::string_view key) {
    const auto answer = ask("get", key);
    if (!answer.ok()) return answer.error();
    auto bytes = answer->starts_with('=') ? fromHex(std::string_view(*answer).substr(1)) : std::nullopt;
    if (!bytes) return Error{ErrorCode::NotFound, {GATELAB_TEXT("Ranks", "'%1' was not told"), {std::string(key)}}};
    return std::move(*bytes);
}

Result<bool> PipeStore::wait(std::string_view key, std::chrono::milliseconds limit) {
    const auto answer = ask("wait", key, std::to_string(limit.count()), limit);
    if (!answer.ok()) return answer.error();
    return *answer == "1";
}

}  // namespace gatelab
