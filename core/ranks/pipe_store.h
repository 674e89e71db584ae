// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace gatelab {

/// A rank's end of the channel to who started it, who holds the keys (RankStore says which questions there are). One
/// question at a time, from any thread; each is answered within a limit or is an error, after which nothing more is
/// asked. Errors: Cancelled where the starter is gone or does not answer, Internal where it refuses.
class PipeStore {
public:
    /// Of reading and writing; both are closed at the end, and may be the same.
    PipeStore(int in, int out) : in_(in), out_(out) {}
    ~PipeStore();
    PipeStore(const PipeStore&) = delete;
    PipeStore& operator=(const PipeStore&) = delete;

    /// The answer's line. `limit`: how long the starter may wait itself before it answers.
    Result<std::string> ask(std::string_view verb, std::string_view key, std::string_view value = {},
                            std::chrono::milliseconds limit = {});
    Result<> set(std::string_view key, std::string_view bytes);
    /// NotFound: it is not set.
    Result<std::string> get(std::string_view key);
    /// False: not in time, or in vain.
    Result<bool> wait(std::string_view key, std::chrono::milliseconds limit);

private:
    Result<std::string> readLine(std::chrono::steady_clock::time_point until);

    int in_, out_;
    bool isOver_ = false;
    std::string read_;
    std::mutex mutex_;
};

}  // namespace gatelab
