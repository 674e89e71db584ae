// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A value for a placeholder or from a column. NaN is stored as NULL (SQLite knows no NaN) and read back as NaN;
/// infinities are kept.
class DatabaseValue {
public:
    DatabaseValue(std::int64_t value) : kind_(Kind::Integer), integer_(value) {}
    DatabaseValue(int value) : DatabaseValue(static_cast<std::int64_t>(value)) {}
    DatabaseValue(bool value) : DatabaseValue(static_cast<std::int64_t>(value)) {}
    DatabaseValue(double value) : kind_(Kind::Number), number_(value) {}
    DatabaseValue(std::string_view value) : kind_(Kind::Text), text_(value) {}
    DatabaseValue(const std::string& value) : DatabaseValue(std::string_view(value)) {}
    DatabaseValue(const char* value) : DatabaseValue(std::string_view(value)) {}

private:
    friend class Statement;
    enum class Kind { Integer, Number, Text } kind_;
    std::int64_t integer_ = 0;
    double number_ = 0;
    std::string_view text_;  ///< valid during the call only
};

/// The row a query stands on. Columns count from 0; a column of another kind is converted as SQLite does.
class DatabaseRow {
public:
    virtual ~DatabaseRow() = default;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual double number(int column) const = 0;
    [[nodiscard]] virtual std::string text(int column) const = 0;
};

/// A prepared statement with ? placeholders. Lives no longer than its Database; used by one thread at a time.
class Statement {
public:
    ~Statement();
    Statement(Statement&&) noexcept;
    Statement& operator=(Statement&&) noexcept;
    /// Binds the values in order, runs the statement to its end and resets it.
    Result<> run(std::initializer_list<DatabaseValue> values = {});
    Result<> run(std::span<const DatabaseValue> values);
    /// The same for a query: `row` is called for every row; returning an error stops and is passed on.
    Result<> query(std::initializer_list<DatabaseValue> values, const std::function<Result<>(const DatabaseRow&)>& row);
    Result<> query(std::span<const DatabaseValue> values, const std::function<Result<>(const DatabaseRow&)>& row);

private:
    friend class Database;
    struct State;
    explicit Statement(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// A SQLite database with one function of its own, row_checksum(value, ...): an integer that changes with any bit of
/// the values and with their kinds. WAL, synchronous=NORMAL (a killed process loses nothing that was committed; a power
/// cut may undo the last commits but leaves the file sound), waits five seconds for another process. Used by one thread
/// at a time. Every error names the file and a remedy. A file that others wrote cannot hold the program: what is no
/// file is refused, its views and triggers are not run, and a statement that does not end is ended as Corrupt.
class Database {
public:
    enum class Mode { ReadOnly, ReadWrite, Create };
    /// ReadOnly works in folders that cannot be written, too; elsewhere it tidies up after a killed writer, as every
    /// opening does.
    static Result<Database> open(const std::filesystem::path& path, Mode mode);
    ~Database();
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;

    [[nodiscard]] const std::filesystem::path& path() const;
    /// One or more statements without values.
    Result<> execute(const std::string& sql);
    Result<Statement> prepare(const std::string& sql);
    /// All of `work` or nothing of it. Not nested.
    Result<> transaction(const std::function<Result<>()>& work);
    /// Reads that see one state, also while others write. Not nested.
    Result<> snapshot(const std::function<Result<>()>& work);
    /// Corrupt unless all tables, indices, views and triggers of the file are made by statements of `sql`, word for
    /// word (line ends and blanks do not count) and each followed by a semicolon. The names in it are not escaped.
    Result<> requireTables(std::string_view sql);
    /// Corrupt, with what SQLite found, unless every page is sound.
    Result<> check();
    /// Rows changed by the last statement.
    [[nodiscard]] std::int64_t changes() const;
    /// Gives unused space back.
    Result<> compact();
    /// Writes a sound copy to a path that does not exist yet, also while others write.
    Result<> copyTo(const std::filesystem::path& path);

    /// Tests: SQLite's own system calls ask the fault plan from now on, in this process.
    static void applyFaultPlan();

private:
    friend class Statement;
    struct State;
    explicit Database(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// What follows the name of a database in those of its files.
inline constexpr const char* kDatabaseParts[] = {"", "-wal", "-shm"};

/// Removes a database with its journal files.
Result<> removeDatabase(const std::filesystem::path& path);

}  // namespace gatelab
