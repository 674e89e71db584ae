// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/database.h"

#include "io/database_guard.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "io/posix_calls.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/types.h>
#include <unistd.h>
#include <bit>
#include <cctype>
#include <cerrno>
#include <limits>

namespace gatelab {
namespace fs = std::filesystem;

struct Database::State {
    fs::path path;
    SQLite::Database connection;
    DatabaseGuard guard;
};

struct Statement::State {
    SQLite::Statement statement;
    Database::State* database = nullptr;
};

namespace {

constexpr int kBusyTimeoutMs = 5000;

Error corruptError(const fs::path& path, const Phrase& what) {
    return {
        ErrorCode::Corrupt,
        {GATELAB_TEXT(
             "Files",
             "the database '%1' is damaged (%2); other files are not touched; restore it from a backup, or remove it"),
         {path.string(), what}}};
}

/// SQLite keeps the errno of the system call that failed; it says more than SQLite's own code.
Error databaseError(int code, int systemError, const std::string& what, const fs::path& path) {
    switch (code & 0xff) {
        case SQLITE_FULL:
            return ioError(systemError == EDQUOT ? EDQUOT : ENOSPC, GATELAB_TEXT("FileAction", "write"), path);
        case SQLITE_READONLY:
            return ioError(systemError == EACCES ? EACCES : EROFS, GATELAB_TEXT("FileAction", "write"), path);
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return ioError(EACCES, GATELAB_TEXT("FileAction", "open"), path);
        case SQLITE_NOMEM:
            return ioError(ENOMEM, GATELAB_TEXT("FileAction", "use"), path);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return {ErrorCode::Busy,
                    {GATELAB_TEXT("Files",
                                  "the database '%1' is being written by another program; nothing was changed; try "
                                  "again in a moment"),
                     {path.string()}}};
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return corruptError(path, what);
        case SQLITE_INTERRUPT:
            return corruptError(path, GATELAB_TEXT("Files", "reading it does not come to an end"));
        case SQLITE_TOOBIG:
            return corruptError(
                path, {GATELAB_TEXT("Files", "a value in it has more than %1 bytes"), {DatabaseGuard::kMaxValueBytes}});
        case SQLITE_CANTOPEN:
            return ioError(systemError != 0 ? systemError : ENOENT, GATELAB_TEXT("FileAction", "open"), path);
        case SQLITE_IOERR:
            return ioError(systemError != 0 ? systemError : EIO, GATELAB_TEXT("FileAction", "use"), path);
        default:
            return {ErrorCode::Internal,
                    {GATELAB_TEXT("Files", "the database '%1' refused a statement: %2; nothing was changed"),
                     {path.string(), what}}};
    }
}

Error lastError(const SQLite::Database& connection, const fs::path& path) {
    sqlite3* handle = connection.getHandle();
    return databaseError(sqlite3_extended_errcode(handle), sqlite3_system_errno(handle), sqlite3_errmsg(handle), path);
}

/// "file:/x/a%20b?immutable=1": the only way to read a database in a folder where SQLite cannot put its shared-memory
/// file.
std::string immutableUri(const fs::path& path) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const unsigned char byte : fs::absolute(path).string()) {
        if (std::isalnum(byte) != 0 || byte == '/' || byte == '-' || byte == '_' || byte == '.')
            uri += static_cast<char>(byte);
        else
            uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return uri + "?immutable=1";
}

/// row_checksum(value, ...).
void rowChecksum(sqlite3_context* context, int count, sqlite3_value** values) {
    Checksum sum;
    for (int i = 0; i < count; ++i) {
        const int kind = sqlite3_value_type(values[i]);
        sum.add(static_cast<std::uint64_t>(kind));
        if (kind == SQLITE_INTEGER)
            sum.add(static_cast<std::uint64_t>(sqlite3_value_int64(values[i])));
        else if (kind == SQLITE_FLOAT)
            sum.add(std::bit_cast<std::uint64_t>(sqlite3_value_double(values[i])));
        else if (kind != SQLITE_NULL) {
            const auto* bytes = static_cast<const char*>(sqlite3_value_blob(values[i]));
            sum.add(std::string_view(bytes,
                                     static_cast<std::size_t>(bytes != nullptr ? sqlite3_value_bytes(values[i]) : 0)));
        }
    }
    sqlite3_result_int64(context, static_cast<sqlite3_int64>(sum.value()));
}

int openFlags(Database::Mode mode) {
    switch (mode) {
        // A read-only connection would leave empty journal files behind; where writing is not allowed SQLite reads all
        // the same.
        case Database::Mode::ReadOnly:
            return SQLITE_OPEN_READWRITE;
        case Database::Mode::ReadWrite:
            return SQLITE_OPEN_READWRITE;
        case Database::Mode::Create:
            return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    }
    return SQLITE_OPEN_READONLY;
}

class Row final : public DatabaseRow {
public:
    explicit Row(const SQLite::Statement& statement) : statement_(statement) {}
    [[nodiscard]] std::int64_t integer(int column) const override { return statement_.getColumn(column).getInt64(); }
    [[nodiscard]] double number(int column) const override {
        return statement_.isColumnNull(column) ? std::numeric_limits<double>::quiet_NaN()
                                               : statement_.getColumn(column).getDouble();
    }
    [[nodiscard]] std::string text(int column) const override { return statement_.getColumn(column).getString(); }

private:
    const SQLite::Statement& statement_;
};

}  // namespace

Statement::Statement(std::unique_ptr<State> state) : state_(std::move(state)) {}
Statement::~Statement() = default;
Statement::Statement(Statement&&) noexcept = default;
Statement& Statement::operator=(Statement&&) noexcept = default;

Result<> Statement::run(std::initializer_list<DatabaseValue> values) { return run(std::span(values)); }
Result<> Statement::run(std::span<const DatabaseValue> values) {
    return query(values, [](const DatabaseRow&) { return Result<>(); });
}
Result<> Statement::query(std::initializer_list<DatabaseValue> values,
                          const std::function<Result<>(const DatabaseRow&)>& row) {
    return query(std::span(values), row);
}

Result<> Statement::query(std::span<const DatabaseValue> values,
                          const std::function<Result<>(const DatabaseRow&)>& row) {
    SQLite::Statement& statement = state_->statement;
    Result<> answer;
    state_->database->guard.begin();
    try {
        int index = 0;
        for (const DatabaseValue& value : values) {
            ++index;
            if (value.kind_ == DatabaseValue::Kind::Integer)
                statement.bind(index, static_cast<int64_t>(value.integer_));
            else if (value.kind_ == DatabaseValue::Kind::Number)
                statement.bind(index, value.number_);
            else
                statement.bind(index, std::string(value.text_));
        }
        const Row current(statement);
        while (answer && statement.executeStep()) answer = row(current);
    } catch (const SQLite::Exception&) {
        answer = lastError(state_->database->connection, state_->database->path);
    } catch (const std::bad_alloc&) {
        answer = ioError(ENOMEM, GATELAB_TEXT("FileAction", "use"), state_->database->path);
    }
    // The reset repeats the error of the step, which is reported already.
    static_cast<void>(statement.tryReset());
    return answer;
}

Database::Database(std::unique_ptr<State> state) : state_(std::move(state)) {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

Result<Database> Database::open(const fs::path& path, Mode mode) {
    std::error_code failed;
    if (mode != Mode::Create && !fs::exists(path, failed))
        return ioError(ENOENT, GATELAB_TEXT("FileAction", "open"), path);
    if (auto files = DatabaseGuard::checkFiles(path); !files) return files.error();
    // Asked first: SQLite's own answer would be that a journal file is missing.
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (mode != Mode::ReadOnly &&
        (::access(folder.c_str(), W_OK) != 0 || (fs::exists(path, failed) && ::access(path.c_str(), W_OK) != 0)))
        return ioError(errno, GATELAB_TEXT("FileAction", "write"), path);
    const auto attempt = [&](const std::string& name, int flags) -> Result<Database> {
        try {
            Database database(std::make_unique<State>(
                State{path, SQLite::Database(name, flags, kBusyTimeoutMs), DatabaseGuard(path)}));
            database.state_->guard.install(database.state_->connection.getHandle());
            if (sqlite3_create_function(database.state_->connection.getHandle(), "row_checksum", -1,
                                        SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, rowChecksum, nullptr,
                                        nullptr) != SQLITE_OK)
                return lastError(database.state_->connection, path);
            if (mode != Mode::ReadOnly) {
                if (auto set = database.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL"); !set)
                    return set.error();
            }
            // The first read finds out what the file is.
            auto statement = database.prepare("SELECT count(*) FROM sqlite_schema");
            if (!statement) return statement.error();
            if (auto read = statement->run(); !read) return read.error();
            return database;
        } catch (const SQLite::Exception& failure) {
            return databaseError(failure.getExtendedErrorCode(), errno, failure.what(), path);
        }
    };
    auto database = attempt(path.string(), openFlags(mode));
    if (database || mode != Mode::ReadOnly || database.error().code == ErrorCode::Corrupt) return database;
    auto immutable = attempt(immutableUri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    return immutable ? std::move(immutable) : std::move(database);
}

const fs::path& Database::path() const { return state_->path; }

namespace {

/// Line ends and repeated blanks as one blank: an older program laid its tables out in another way.
std::string onOneLine(std::string_view sql) {
    std::string line;
    for (const char c : sql)
        if (const bool isBlank = c == ' ' || c == '\n'; !isBlank || !line.ends_with(' ')) line += isBlank ? ' ' : c;
    return line;
}

}  // namespace

Result<> Database::requireTables(std::string_view sql) {
    auto statement = prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL");
    if (!statement) return statement.error();
    const std::string ours = onOneLine(sql);
    return statement->query({}, [&](const DatabaseRow& row) -> Result<> {
        if (ours.find(onOneLine(row.text(1)) + ";") != std::string::npos) return {};
        return corruptError(state_->path,
                            {GATELAB_TEXT("Files", "'%1' in it is not made by this program"), {row.text(0)}});
    });
}

Result<> Database::execute(const std::string& sql) {
    state_->guard.begin();
    if (state_->connection.tryExec(sql) == SQLITE_OK) return {};
    return lastError(state_->connection, state_->path);
}

Result<Statement> Database::prepare(const std::string& sql) {
    try {
        return Statement(std::make_unique<Statement::State>(
            Statement::State{SQLite::Statement(state_->connection, sql), state_.get()}));
    } catch (const SQLite::Exception&) {
        return lastError(state_->connection, state_->path);
    }
}

Result<> Database::transaction(const std::function<Result<>()>& work) {
    if (auto begun = execute("BEGIN IMMEDIATE"); !begun) return begun;
    auto done = work();
    if (done) done = execute("COMMIT");
    // SQLite has rolled back by itself after some errors; then there is nothing to do.
    if (!done && sqlite3_get_autocommit(state_->connection.getHandle()) == 0) static_cast<void>(execute("ROLLBACK"));
    return done;
}

Result<> Database::snapshot(const std::function<Result<>()>& work) {
    if (auto begun = execute("BEGIN"); !begun) return begun;
    auto done = work();
    static_cast<void>(execute("COMMIT"));  // nothing was written
    return done;
}

Result<> Database::check() {
    auto statement = prepare("PRAGMA integrity_check(1)");
    if (!statement) return statement.error();
    return statement->query({}, [this](const DatabaseRow& row) -> Result<> {
        const std::string found = row.text(0);
        if (found != "ok") return corruptError(state_->path, found);
        return {};
    });
}

std::int64_t Database::changes() const { return state_->connection.getChanges(); }

Result<> Database::compact() { return execute("VACUUM"); }

Result<> Database::copyTo(const fs::path& path) {
    auto statement = prepare("VACUUM INTO ?");
    if (!statement) return statement.error();
    return statement->run({path.string()});
}

void Database::applyFaultPlan() {
    sqlite3_initialize();
    sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
    // SQLite asks for its system calls by name through a table that programs may change.
    using Call = sqlite3_syscall_ptr;
    const auto replace = [system](const char* name, Call call) { system->xSetSystemCall(system, name, call); };
    static const fs::path kWhere = "database";
    replace("write", reinterpret_cast<Call>(+[](int file, const void* bytes, size_t size) -> ssize_t {
                const int fault = posix::plannedFault(IoCall::Write, kWhere);
                return fault > 0 ? (errno = fault, -1) : ::write(file, bytes, size);
            }));
    const auto pwriteCall = +[](int file, const void* bytes, size_t size, off_t offset) -> ssize_t {
        const int fault = posix::plannedFault(IoCall::Write, kWhere);
        return fault > 0 ? (errno = fault, -1) : ::pwrite(file, bytes, size, offset);
    };
    replace("pwrite", reinterpret_cast<Call>(pwriteCall));
    replace("pwrite64", reinterpret_cast<Call>(pwriteCall));
    replace("open", reinterpret_cast<Call>(+[](const char* name, int flags, int mode) -> int {
                const int fault = posix::plannedFault(IoCall::Open, name);
                return fault > 0 ? (errno = fault, -1) : ::open(name, flags, mode);
            }));
    replace("unlink", reinterpret_cast<Call>(+[](const char* name) -> int {
                const int fault = posix::plannedFault(IoCall::Unlink, name);
                return fault > 0 ? (errno = fault, -1) : ::unlink(name);
            }));
}

Result<> removeDatabase(const fs::path& path) {
    for (const char* suffix : kDatabaseParts) {
        if (auto removed = removePath(path.string() + suffix); !removed) return removed;
    }
    return {};
}

}  // namespace gatelab
