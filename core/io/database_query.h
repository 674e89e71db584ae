// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace gatelab {

/// A value of an answer; monostate is NULL.
using QueryCell = std::variant<std::monostate, std::int64_t, double, std::string>;
using QueryRow = std::vector<QueryCell>;

/// Who takes an answer, row by row.
struct QuerySink {
    std::function<void(const std::vector<std::string>&)> columns;  ///< once, before the rows
    std::function<Result<>(const QueryRow&)> row;
    /// Asked again and again; true ends the query with Cancelled.
    std::function<bool()> isStopped = {};
};

/// One statement of SQL that a person wrote, on a database that others write: opened for reading alone, and an
/// authorizer lets pass what reads and refuses all else (writing, pragmas, attaching, loading) before it begins.
/// InvalidInput: what is wrong with the statement, in SQLite's words. Blocks.
Result<> queryDatabase(const std::filesystem::path& path, const std::string& sql, const QuerySink& sink);

struct QueryTable {
    std::string name;
    std::vector<std::string> columns;  ///< "id TEXT"
};
Result<std::vector<QueryTable>> databaseTables(const std::filesystem::path& path);

}  // namespace gatelab
