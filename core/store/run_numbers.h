// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/file_lock.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// The numbers of the runs of a workspace: 1, 2, 3..., each given once, to a run that is made or that begins to wait,
/// and never again. How many were ever given is kept in numbers.count (kept_count.h); where that is missing or damaged
/// it is the highest of what is kept, in the trash and waiting. It also names the other files of the workspace that
/// have a count. Two processes may use one workspace: numbers are given under the lock numbers.lock. Blocks for file
/// access; any thread.
class RunNumbers {
public:
    explicit RunNumbers(std::filesystem::path workspace) : folder_(std::move(workspace)) {}

    /// How many were ever given, as it is kept; 0: nothing is kept. Corrupt where it cannot be understood.
    [[nodiscard]] Result<std::int64_t> given() const;
    /// The first of `count` numbers in a row that are the caller's from now on.
    [[nodiscard]] Result<std::int64_t> give(std::int64_t count = 1) const;
    /// The files that noteCounted() named; Corrupt as given().
    [[nodiscard]] Result<std::vector<std::string>> counted() const;
    /// Another file of the workspace has a count from now on ("queue.json").
    [[nodiscard]] Result<> noteCounted(const std::string& file) const;
    /// Its file; empty: it is there, or no run has a number.
    [[nodiscard]] std::filesystem::path lost() const;
    /// Excludes others for more than one step; held only for the moment. Waits for them, 10 seconds at most.
    [[nodiscard]] Result<FileLock> lock() const;
    /// What give() does, for who holds lock(). All are above `atLeast`, which counts as given.
    [[nodiscard]] Result<std::int64_t> giveLocked(std::int64_t count, std::int64_t atLeast) const;

private:
    std::filesystem::path folder_;
};

}  // namespace gatelab
