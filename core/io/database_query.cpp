// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/database_query.h"

#include "io/database_guard.h"

#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr int kBusyTimeoutMs = 5000, kStepsBetween = 10'000;

using Connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Prepared = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

/// They run or take code by its address.
bool isOfCode(const char* function) {
    const std::string_view name(function != nullptr ? function : "");
    return name == "load_extension" || name == "fts3_tokenizer";
}

/// SQLite's authorizer: what reads may pass.
int allowReading(void* isRefused, int action, const char*, const char* name, const char*, const char*) {
    const bool isRead = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE ||
                        (action == SQLITE_FUNCTION && !isOfCode(name));
    if (isRead) return SQLITE_OK;
    *static_cast<bool*>(isRefused) = true;
    return SQLITE_DENY;
}

Error refused() {
    return {ErrorCode::InvalidInput,
            GATELAB_TEXT("Query",
                         "a query reads and does nothing else: this statement would write, attach or change a setting; "
                         "nothing was changed; begin it with SELECT or WITH")};
}

Result<Connection> openForReading(const std::filesystem::path& path) {
    if (auto checked = DatabaseGuard::checkFiles(path); !checked.ok()) return checked.error();
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
    Connection connection(opened, &sqlite3_close);
    if (code != SQLITE_OK)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Query", "the database '%1' cannot be opened: %2"),
                      {path.string(), opened != nullptr ? sqlite3_errmsg(opened) : "no memory"}}};
    sqlite3_busy_timeout(opened, kBusyTimeoutMs);
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, DatabaseGuard::kMaxValueBytes);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    return connection;
}

Error statementError(sqlite3* connection) {
    const int code = sqlite3_errcode(connection) & 0xff;
    const std::string what = sqlite3_errmsg(connection);
    if (code == SQLITE_INTERRUPT) return {ErrorCode::Cancelled, {}};
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return {ErrorCode::Busy,
                {GATELAB_TEXT("Query", "the database is being written: %1; try again in a moment"), {what}}};
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return {ErrorCode::Corrupt, {GATELAB_TEXT("Query", "the database is damaged: %1"), {what}}};
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Query", "this query cannot be answered: %1"), {what}}};
}

QueryCell cellOf(sqlite3_stmt* statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            return std::int64_t{sqlite3_column_int64(statement, column)};
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement, column);
        case SQLITE_NULL:
            return std::monostate();
        default: {
            const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
            const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
            return bytes == nullptr ? std::string() : std::string(bytes, count);
        }
    }
}

bool isBlank(std::string_view text) {
    return std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0 || c == ';'; });
}

Result<> stepThrough(sqlite3* connection, sqlite3_stmt* statement, const QuerySink& sink) {
    const int count = sqlite3_column_count(statement);
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) names.emplace_back(sqlite3_column_name(statement, i));
    if (sink.columns) sink.columns(names);
    QueryRow row(names.size());
    for (;;) {
        const int code = sqlite3_step(statement);
        if (code == SQLITE_DONE) return {};
        if (code != SQLITE_ROW) return statementError(connection);
        for (int i = 0; i < count; ++i) row[static_cast<std::size_t>(i)] = cellOf(statement, i);
        if (auto taken = sink.row(row); !taken.ok()) return taken;
        if (sink.isStopped && sink.isStopped()) return Error{ErrorCode::Cancelled, {}};
    }
}

}  // namespace

Result<> queryDatabase(const std::filesystem::path& path, const std::string& sql, const QuerySink& sink) {
    auto connection = openForReading(path);
    if (!connection.ok()) return connection.error();
    sqlite3* handle = connection->get();
    bool isRefused = false;
    sqlite3_set_authorizer(handle, allowReading, &isRefused);
    auto stopped = sink.isStopped;
    if (stopped)
        sqlite3_progress_handler(
            handle, kStepsBetween, [](void* ask) { return (*static_cast<std::function<bool()>*>(ask))() ? 1 : 0; },
            &stopped);
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()) + 1, &made, &rest);
    const Prepared statement(made, &sqlite3_finalize);
    if (isRefused) return refused();
    if (code != SQLITE_OK) return statementError(handle);
    if (made == nullptr)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Query", "the query is empty: write a SELECT")};
    if (!isBlank(rest))
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Query", "one statement at a time: end it after the first")};
    if (sqlite3_stmt_readonly(made) == 0) return refused();
    return stepThrough(handle, made, sink);
}

Result<std::vector<QueryTable>> databaseTables(const std::filesystem::path& path) {
    auto connection = openForReading(path);
    if (!connection.ok()) return connection.error();
    constexpr const char* kSql =
        "SELECT m.name, p.name, p.type FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' "
        "ORDER BY m.name, p.cid";
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v2(connection->get(), kSql, -1, &made, nullptr);
    const Prepared statement(made, &sqlite3_finalize);
    if (code != SQLITE_OK) return statementError(connection->get());
    std::vector<QueryTable> tables;
    auto walked =
        stepThrough(connection->get(), made, {{}, [&](const QueryRow& row) -> Result<> {
                                                  const auto& table = std::get<std::string>(row[0]);
                                                  if (tables.empty() || tables.back().name != table)
                                                      tables.push_back({table, {}});
                                                  tables.back().columns.push_back(std::get<std::string>(row[1]) + " " +
                                                                                  std::get<std::string>(row[2]));
                                                  return {};
                                              }});
    if (!walked.ok()) return walked.error();
    return tables;
}

}  // namespace gatelab
