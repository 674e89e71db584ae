// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/record_checksums.h"

#include "io/hash.h"
#include "store/record/run_facts.h"

#include <array>
#include <cstdio>
#include <optional>
#include <string>

namespace gatelab::run_files {
namespace {

const std::string& factRows() {
    static const std::string sql =
        "SELECT row_checksum(key, value) FROM meta WHERE key NOT LIKE 'checksum_%' AND key NOT IN (" +
        recordKeys(RunFact::With::Edits) + ") ORDER BY key";
    return sql;
}
const std::string& editRows() {
    static const std::string sql = "SELECT row_checksum(key, value) FROM meta WHERE key IN (" +
                                   recordKeys(RunFact::With::Edits) + ") ORDER BY key";
    return sql;
}
constexpr const char* kKeys = "SELECT row_checksum(id, key, last) FROM metric_keys ORDER BY id";
constexpr const char* kScores = "SELECT row_checksum(method, scale, metric, value) FROM scores ORDER BY rowid";

struct Part {
    const char* key;  ///< in meta
    Text what;
};
/// In the order of RecordPart.
constexpr std::array kParts = {
    Part{"checksum_facts", GATELAB_TEXT("Workspace", "its figures do not fit their checksum")},
    Part{"checksum_edits", GATELAB_TEXT("Workspace", "its name, tags and note do not fit their checksum")},
    Part{"checksum_curves", GATELAB_TEXT("Workspace", "its curves do not fit their checksum")},
    Part{"checksum_events", GATELAB_TEXT("Workspace", "its events do not fit their checksum")},
};
const Part& rowOf(RecordPart part) { return kParts[static_cast<std::size_t>(part)]; }

std::string textOf(std::uint64_t sum) {
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(sum));
    return digits.data();
}

Result<> addRows(Database& database, const std::string& sql, std::uint64_t& sum) {
    auto statement = database.prepare(sql);
    if (!statement) return statement.error();
    return statement->query({}, [&](const DatabaseRow& row) {
        addRow(sum, row, 0);
        return Result<>();
    });
}

Result<> addNewRows(Database& database, const std::string& sql, std::uint64_t& sum, std::int64_t& last) {
    auto statement = database.prepare(sql);
    if (!statement) return statement.error();
    return statement->query({last}, [&](const DatabaseRow& row) {
        last = row.integer(0);
        addRow(sum, row, 1);
        return Result<>();
    });
}

std::string newRows(const char* table, const char* columns) {
    return std::string("SELECT rowid, row_checksum(") + columns + ") FROM " + table + " WHERE rowid > ? ORDER BY rowid";
}

Result<> countIn(Database& database, RecordChecksums& counted) {
    auto done = addNewRows(database, newRows("metrics", kCurveColumns), counted.curves, counted.lastCurveRow);
    return done ? addNewRows(database, newRows("events", kEventColumns), counted.events, counted.lastEventRow) : done;
}

Result<std::uint64_t> sumOf(Database& database, RecordPart part) {
    std::uint64_t sum = 0;
    Result<> done;
    RecordChecksums all;
    if (part == RecordPart::Facts) {
        for (const std::string& sql : {factRows(), std::string(kKeys), std::string(kScores)})
            if (done) done = addRows(database, sql, sum);
    } else if (part == RecordPart::Edits)
        done = addRows(database, editRows(), sum);
    else if (part == RecordPart::Curves)
        done = addNewRows(database, newRows("metrics", kCurveColumns), sum, all.lastCurveRow);
    else
        done = addNewRows(database, newRows("events", kEventColumns), sum, all.lastEventRow);
    if (!done) return done.error();
    return sum;
}

Result<> write(Database& database, RecordPart part, std::uint64_t sum) {
    auto statement = database.prepare("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)");
    return statement ? statement->run({rowOf(part).key, textOf(sum)}) : statement.error();
}

Result<std::optional<std::string>> kept(Database& database, RecordPart part) {
    std::optional<std::string> found;
    auto statement = database.prepare("SELECT value FROM meta WHERE key = ?");
    if (!statement) return statement.error();
    auto done = statement->query({rowOf(part).key}, [&](const DatabaseRow& row) {
        found = row.text(0);
        return Result<>();
    });
    if (!done) return done.error();
    return found;
}

/// Whether a record of which this checksum is gone had it.
Result<bool> mustHave(Database& database, RecordPart part) {
    bool must = false;
    const bool isAlone = part == RecordPart::Edits;
    auto statement = database.prepare(std::string("SELECT 1 FROM meta WHERE key = ?") +
                                      (isAlone ? "" : " OR (key LIKE 'checksum_%' AND key <> 'checksum_edits')"));
    if (!statement) return statement.error();
    auto done = statement->query({kConfigHash}, [&must](const DatabaseRow&) {
        must = true;
        return Result<>();
    });
    if (!done) return done.error();
    return must;
}

}  // namespace

void addRow(std::uint64_t& sum, const DatabaseRow& row, int column) {
    Checksum next(sum);
    next.add(static_cast<std::uint64_t>(row.integer(column)));
    sum = next.value();
}

Result<> writeChecksums(Database& database, RecordChecksums& counted) {
    if (auto done = countIn(database, counted); !done) return done;
    const auto facts = sumOf(database, RecordPart::Facts);
    if (!facts) return facts.error();
    auto done = write(database, RecordPart::Facts, *facts);
    if (done) done = write(database, RecordPart::Curves, counted.curves);
    return done ? write(database, RecordPart::Events, counted.events) : done;
}

Result<> writeEditsChecksum(Database& database) {
    const auto sum = sumOf(database, RecordPart::Edits);
    return sum ? write(database, RecordPart::Edits, *sum) : sum.error();
}

Result<> writeFactsChecksum(Database& database) {
    const auto sum = sumOf(database, RecordPart::Facts);
    return sum ? write(database, RecordPart::Facts, *sum) : sum.error();
}

Result<> compareChecksum(Database& database, RecordPart part, std::uint64_t sum) {
    const auto before = kept(database, part);
    if (!before) return before.error();
    if (*before && **before == textOf(sum)) return {};
    const auto must = *before ? Result<bool>(true) : mustHave(database, part);
    if (!must) return must.error();
    if (!*must) return {};
    return Error{ErrorCode::Corrupt,
                 {GATELAB_TEXT("Workspace", "'%1' is damaged: %2; restore it from a backup, or train the run again"),
                  {database.path().string(), rowOf(part).what}}};
}

Result<> verifyPart(Database& database, RecordPart part) {
    const auto sum = sumOf(database, part);
    return sum ? compareChecksum(database, part, *sum) : sum.error();
}

Result<bool> hasChecksums(Database& database) {
    const auto found = kept(database, RecordPart::Facts);
    if (!found) return found.error();
    return found->has_value();
}

}  // namespace gatelab::run_files
