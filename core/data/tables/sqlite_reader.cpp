// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "data/tables/parts_together.h"
#include "io/database.h"

#include <algorithm>
#include <string_view>

namespace gatelab {
namespace {

constexpr std::int64_t kMaxColumns = 2000;
constexpr std::size_t kMaxBytes = std::size_t{2} << 30;

struct TableRows {
    std::string name;
    std::int64_t rows = 0;
};

/// A name between double quotes, as SQL has it.
std::string asName(const std::string& name) {
    std::string out = "\"";
    for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

/// Tables with their rows, the longest first; views are not run.
Result<std::vector<TableRows>> listTables(Database& database) {
    auto names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    if (!names) return names.error();
    std::vector<TableRows> tables;
    auto done = names->query({}, [&](const DatabaseRow& row) {
        tables.push_back({row.text(0), 0});
        return Result<>();
    });
    if (!done) return done.error();
    for (TableRows& table : tables) {
        auto count = database.prepare("SELECT count(*) FROM " + asName(table.name));
        if (!count) return count.error();
        auto counted = count->query({}, [&](const DatabaseRow& row) {
            table.rows = row.integer(0);
            return Result<>();
        });
        if (!counted) return counted.error();
    }
    std::ranges::stable_sort(tables, std::greater(), &TableRows::rows);
    return tables;
}

/// All rows of a table as CSV; numbers read back to the same bits, bytes that are neither number nor text are empty.
Result<std::string> tableText(Database& database, const TableRows& table, const Progress& progress) {
    auto info = database.prepare("SELECT name FROM pragma_table_info(?)");
    if (!info) return info.error();
    std::vector<std::string> names;
    auto done = info->query({table.name}, [&](const DatabaseRow& row) {
        names.push_back(row.text(0));
        return Result<>();
    });
    if (!done) return done.error();
    if (names.empty() || std::ssize(names) > kMaxColumns)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "table '%1' has %2 columns; one to %3 are read"),
                      {table.name, names.size(), kMaxColumns}}};
    std::string sql = "SELECT ";
    for (std::size_t c = 0; c < names.size(); ++c) {
        const std::string name = asName(names[c]);
        sql += (c > 0 ? ", " : "") + ("CASE typeof(" + name + ") WHEN 'real' THEN printf('%!.17g', " + name +
                                      ") WHEN 'blob' THEN '' ELSE " + name + " END");
    }
    auto rows = database.prepare(sql + " FROM " + asName(table.name));
    if (!rows) return rows.error();
    std::string csv;
    appendCsvRow(csv, names);
    std::vector<std::string> cells(names.size());
    std::int64_t at = 0;
    done = rows->query({}, [&](const DatabaseRow& row) -> Result<> {
        for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = row.text(static_cast<int>(c));
        appendCsvRow(csv, cells);
        if (csv.size() > kMaxBytes)
            return Error{
                ErrorCode::Unsupported,
                {GATELAB_TEXT("Reading", "table '%1' is larger than %2 GiB as text"), {table.name, kMaxBytes >> 30}}};
        if (++at % 4096 == 0 && !report(progress, static_cast<double>(at) / static_cast<double>(table.rows)))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        return {};
    });
    if (!done) return done.error();
    return csv;
}

Result<Dataset> readTable(Database& database, const std::vector<TableRows>& tables, const std::string& wanted,
                          const std::filesystem::path& path, const ExperimentConfig& options,
                          const Progress& progress) {
    const auto table = std::ranges::find(tables, wanted, &TableRows::name);
    if (table == tables.end())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Reading", "%1: there is no table '%2' in this database"), {path.string(), wanted}}};
    const auto csv = tableText(database, *table, partOf(progress, 0, 0.5));
    if (!csv) return csv.error().withContext(path.string());
    return readPartText(*csv, path, wanted, options, partOf(progress, 0.5, 1));
}

std::vector<std::string> namesOf(const std::vector<TableRows>& tables) {
    std::vector<std::string> names;
    for (const TableRows& each : tables) names.push_back(each.name);
    return names;
}

/// All tables with rows, or those that are named, as one where they are of one layout.
Result<PartsTogether> tablesTogether(Database& database, const std::vector<TableRows>& tables,
                                     const std::filesystem::path& path, const ExperimentConfig& options,
                                     const Progress& progress) {
    const bool areAsked = !options.hdf5Datasets.empty();
    std::vector<std::string> meant = options.hdf5Datasets;
    if (!areAsked)
        for (const TableRows& table : tables)
            if (table.rows > 0) meant.push_back(table.name);
    if (meant.size() < 2) return PartsTogether();
    std::ranges::sort(meant);
    return readPartsTogether(
        path, meant, areAsked, options,
        [&](const std::string& table, const ExperimentConfig& each, const Progress& part) {
            return readTable(database, tables, table, path, each, part);
        },
        progress);
}

Result<Dataset> readSqlite(const std::filesystem::path& path, const ExperimentConfig& options,
                           const Progress& progress) {
    auto database = Database::open(path, Database::Mode::ReadOnly);
    if (!database) return database.error();
    const auto tables = listTables(*database);
    if (!tables) return tables.error().withContext(path.string());
    if (tables->empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: the database has no table"), {path.string()}}};
    const auto together = tablesTogether(*database, *tables, path, options, partOf(progress, 0, 0.5));
    if (!together) return together.error();
    if (together->data) return *together->data;
    const std::string wanted = options.hdf5Datasets.empty() ? tables->front().name : options.hdf5Datasets.front();
    const double done = together->isTried ? 0.5 : 0;
    auto data = readTable(*database, *tables, wanted, path, options, partOf(progress, done, 1));
    if (!data || tables->size() < 2 || !options.hdf5Datasets.empty()) return data;
    if (!together->whyNot.empty()) warnOfFile(*data, notTogether(together->whyNot));
    const std::vector<std::string> names = namesOf(*tables);
    warnOfFile(*data, {GATELAB_TEXT("Reading",
                                    "the database has %1 tables; '%2' was read, as it has most rows. To read another "
                                    "one, name it as the part of the file: %3"),
                       {tables->size(), wanted, listedOthers(names, wanted)}});
    return data;
}

Result<std::vector<FilePart>> listSqlite(const std::filesystem::path& path, const ExperimentConfig& options) {
    auto database = Database::open(path, Database::Mode::ReadOnly);
    if (!database) return database.error();
    const auto tables = listTables(*database);
    if (!tables) return tables.error();
    const auto together = tablesTogether(*database, *tables, path, options, {});
    std::vector<FilePart> parts;
    for (const TableRows& table : *tables) {
        const bool isFirst = options.hdf5Datasets.empty() ? parts.empty() : table.name == options.hdf5Datasets.front();
        const bool isTaken = together && together->data
                                 ? std::ranges::find(together->taken, table.name) != together->taken.end()
                                 : isFirst;
        parts.push_back({table.name, {}, "table", true, {}, isTaken});
    }
    return parts;
}

Result<std::vector<RawTable>> rawSqlite(const std::filesystem::path& path, const ExperimentConfig&,
                                        const Progress& progress) {
    auto database = Database::open(path, Database::Mode::ReadOnly);
    if (!database) return database.error();
    const auto tables = listTables(*database);
    if (!tables) return tables.error().withContext(path.string());
    std::vector<RawTable> raw;
    for (const TableRows& table : *tables) {
        const auto csv = tableText(*database, table, progress);
        if (!csv) return csv.error().withContext(path.string());
        raw.push_back({table.name, asRaw(*csv)});
    }
    return raw;
}

int probeSqlite(std::span<const char> head, const std::filesystem::path&) {
    return std::string_view(head.data(), head.size()).starts_with("SQLite format 3") ? 100 : 0;
}

}  // namespace

Reader sqliteReader() {
    return {"sqlite",
            GATELAB_TEXT("readers", "SQLite database"),
            {"sqlite", "sqlite3", "db", "db3"},
            probeSqlite,
            readSqlite,
            listSqlite,
            true,
            rawSqlite,
            false};  // a journal beside it
}

}  // namespace gatelab
