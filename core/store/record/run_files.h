// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_io.h"
#include "io/database.h"
#include "store/workspace.h"

#include <filesystem>
#include <optional>
#include <string>

/// What lies where in a run's folder, and the tables of run.sqlite. The folder is the truth; the index only repeats it.
namespace gatelab::run_files {

inline constexpr const char* kConfig = "config.json";
inline constexpr const char* kManifest = "manifest.json";
inline constexpr const char* kDatabase = "run.sqlite";
inline constexpr const char* kLock = "lock";
inline constexpr int kSchemaVersion = 1;

/// Fills a folder that is not published yet: config.json and run.sqlite with its tables and the facts of `summary`.
Result<> create(const std::filesystem::path& folder, const RunSummary& summary);
/// Only run.sqlite, which must not be there.
Result<> createDatabase(const std::filesystem::path& folder, const RunSummary& summary);
/// Opens run.sqlite and checks that this program knows its tables.
Result<Database> openDatabase(const std::filesystem::path& folder, Database::Mode mode);
/// The id that the run was given when it was made, whatever its folder is called now; empty: the record cannot be read,
/// or is damaged.
std::string readId(const std::filesystem::path& folder);
/// RunSummary::number; 0: the record has none, cannot be read, or is damaged.
std::int64_t readNumber(const std::filesystem::path& folder);
/// Also of a run that trains. Corrupt where its figures do not fit their checksum.
Result<> writeNumber(const std::filesystem::path& folder, std::int64_t number);
/// What a list shows of this run; whatever cannot be read or does not fit its checksum is left out and named in
/// `problem`. Of a run that has ended, the manifest says what a damaged record cannot. Never fails.
RunSummary readSummary(const std::filesystem::path& folder);
/// The same without asking the manifest: of a run that is about to go on.
RunSummary readRecord(const std::filesystem::path& folder);
/// config.json, which must be as it was when the run began: the record keeps its SHA-256 (not that of an older
/// program). Null: no record can be asked.
Result<ConfigReadReport> readConfig(const std::filesystem::path& folder, Database* database);
/// What a person may change: name, colour, star, archive, tags, note.
Result<> writeEdits(Database& database, const RunSummary& summary);
/// What training changes: state, step, epoch, seconds, best, last values. Inside a transaction of the caller.
Result<> writeProgress(Database& database, const RunSummary& summary);
/// The same.
Result<> writeScores(Database& database, const std::vector<TestScore>& scores);
/// The best values of all curves, from the curves themselves: for a record that has been cut, or was written before
/// they were kept.
Result<> readBestValues(Database& database, RunSummary& summary);
/// The values that were measured last become those of the kept weights.
void noteSavedValues(RunSummary& summary);
/// The same of a best that is not the newest, from the curves.
Result<> readSavedValues(Database& database, RunSummary& summary);
/// Epoch and seconds that the kept curves have reached: for a record that has been cut.
Result<> readReached(Database& database, RunSummary& summary);
/// The numbers that stand for the curves of a run that has ended, or was killed: means of rates, the most of memory
/// figures (MetricSummary).
Result<> summariseCurves(Database& database, RunSummary& summary);
/// Counts one more value of a curve.
void noteBestValue(std::map<std::string, double>& best, const std::string& key, MetricSense sense, double value);
/// What the run was made of when it went on last; none: it never began, or an older program kept nothing of it.
Result<std::optional<RunPlanInfo>> readLastPlan(Database& database);
/// The record says that the run has its manifest.json: written once it is there, and taken back before it goes. Inside
/// a transaction of the caller.
Result<> noteManifest(Database& database, bool isThere);
Result<bool> isManifestKept(Database& database);
/// NotFound where the run has no checkpoint yet and goes on; one that has ended without is for the caller to tell.
Result<> checkTrained(const std::filesystem::path& folder);
/// manifest.json of a run that has ended.
Result<> writeManifest(const std::filesystem::path& folder, const RunSummary& summary, const RunIdentity& identity);

/// Queued, preparing, running, paused or stopping: only true while a process holds the run's lock.
bool isLive(RunState state);

}  // namespace gatelab::run_files
