// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/database_guard.h"

#include "io/file_io.h"

#include <cerrno>
#include <string>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

constexpr int kStepsBetween = 100'000;
constexpr std::uint64_t kFewestSteps = 100'000'000, kStepsPerByte = 100;

std::uint64_t bytesOf(const fs::path& path) {
    std::error_code failed;
    const auto bytes = fs::file_size(path, failed);
    return failed ? 0 : bytes;
}

}  // namespace

Result<> DatabaseGuard::checkFiles(const fs::path& database) {
    for (const char* part : {"", "-wal", "-shm", "-journal"}) {
        const fs::path path = database.string() + part;
        std::error_code failed;
        const fs::file_status status = fs::status(path, failed);
        if (!fs::exists(status) || fs::is_regular_file(status)) continue;
        if (fs::is_directory(status)) return ioError(EISDIR, GATELAB_TEXT("FileAction", "open"), path);
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Files",
                                   "the database '%1' is no file but a pipe or a device; it is not touched; "
                                   "restore it from a backup, or remove it"),
                      {path.string()}}};
    }
    return {};
}

void DatabaseGuard::install(sqlite3* connection) {
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_progress_handler(
        connection, kStepsBetween, [](void* guard) { return static_cast<DatabaseGuard*>(guard)->countSteps(); }, this);
}

int DatabaseGuard::countSteps() {
    steps_ += kStepsBetween;
    if (steps_ <= most_) return 0;
    // The file may have grown since it was asked last.
    most_ = kFewestSteps + kStepsPerByte * (bytesOf(path_) + bytesOf(path_.string() + "-wal"));
    return steps_ > most_ ? 1 : 0;
}

}  // namespace gatelab
