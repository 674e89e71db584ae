// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <sqlite3.h>
#include <cstdint>
#include <filesystem>

namespace gatelab {

/// Keeps what others wrote into a database from holding this program: nothing that the file brings along is run (views,
/// triggers, functions in its schema), a value has at most 64 MiB, and a statement ends after a number of steps of
/// SQLite's machine that grows with the file: 100 million, and a hundred for each byte, many times what reading it
/// takes. Owned by a Database and used by its thread.
class DatabaseGuard {
public:
    static constexpr int kMaxValueBytes = 64 << 20;

    explicit DatabaseGuard(std::filesystem::path path) : path_(std::move(path)) {}
    /// A database and its journals are files: a pipe or a device would keep us waiting. Corrupt where one is such,
    /// InvalidInput where it is a folder; what is missing is fine.
    static Result<> checkFiles(const std::filesystem::path& database);
    /// On a connection that was just opened; the guard stays where it is as long as that lives.
    void install(sqlite3* connection);
    /// A statement begins.
    void begin() { steps_ = 0; }

private:
    /// Whether the statement is to be ended.
    int countSteps();
    std::filesystem::path path_;
    std::uint64_t steps_ = 0, most_ = 0;
};

}  // namespace gatelab
