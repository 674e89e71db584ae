// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/database.h"

#include <cstdint>

/// Checksums of what a run's record (run.sqlite) holds, kept in the record and written in the transaction that changes
/// the content, so that they fit at every moment, of a run that goes on and of one that was killed as well. Records of
/// older programs have none.
namespace gatelab::run_files {

enum class RecordPart {
    Facts,  ///< what the list shows, last values and scores
    Edits,  ///< what a person may change
    Curves,
    Events,
};

/// In meta: the SHA-256 of config.json, kept since there are checksums.
inline constexpr const char* kConfigHash = "config_sha256";

/// How far the rows of a record are counted in; a fresh one counts all of them.
struct RecordChecksums {
    std::uint64_t curves = 0, events = 0;
    std::int64_t lastCurveRow = 0, lastEventRow = 0;
};
/// Writes the checksums of facts, curves and events, reading only the rows that are new. Inside a transaction of the
/// caller, at its end.
Result<> writeChecksums(Database& database, RecordChecksums& counted);
/// Of the facts alone.
Result<> writeFactsChecksum(Database& database);
/// The same of what a person may change, which other processes write.
Result<> writeEditsChecksum(Database& database);

/// What a column list of curves or events adds to: "row_checksum(...)" as the last column of a query, in the order of
/// the rows.
inline constexpr const char* kCurveColumns = "metric, piece, step, epoch, seconds, wall, value";
inline constexpr const char* kEventColumns = "step, kind, json";
void addRow(std::uint64_t& sum, const DatabaseRow& row, int column);

/// Corrupt when a sum of rows that were read (addRow) is not the one that was kept, or none was in a record that must
/// have it: one that keeps the SHA-256 of its settings was made with all four, and those of facts, curves and events
/// are written together. Ok in a record of an older program, which has none.
Result<> compareChecksum(Database& database, RecordPart part, std::uint64_t sum);
/// The same for a part that has not been read yet. In a snapshot where others may write.
Result<> verifyPart(Database& database, RecordPart part);
Result<bool> hasChecksums(Database& database);

}  // namespace gatelab::run_files
