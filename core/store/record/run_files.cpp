// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/run_files.h"

#include "config/architecture.h"
#include "config/config_identity.h"
#include "config/config_io.h"
#include "io/file_io.h"
#include "io/file_lock.h"
#include "io/hash.h"
#include "run/heldout_scores.h"
#include "run/run_event_json.h"
#include "store/checkpoint.h"
#include "store/film.h"
#include "store/imported_file.h"
#include "store/record/kept_baselines.h"
#include "store/record/manifest.h"
#include "store/record/packed_values.h"
#include "store/record/record_checksums.h"
#include "store/record/run_facts.h"
#include "store/run_extension.h"
#include "store/run_name.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <type_traits>
#include <variant>

namespace gatelab::run_files {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMaxConfigBytes = 16 << 20;
constexpr const char* kHasChecksums = "checksums";  ///< in the manifest: the record has them
constexpr const char* kManifestKept = "manifest_kept";
constexpr unsigned kInManifest = RunFact::kManifest | RunFact::kManifestIfAny;

// seconds: training time; wall: seconds since 1970 UTC. A value that is NULL was NaN.
constexpr const char* kTables = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE metric_keys(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, last REAL);
CREATE TABLE metrics(metric INTEGER NOT NULL, piece INTEGER NOT NULL, step INTEGER NOT NULL, epoch REAL, seconds REAL, wall REAL, value REAL);
CREATE TABLE events(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE scores(method TEXT NOT NULL, scale TEXT NOT NULL, metric TEXT NOT NULL, value REAL);
)";

Result<Statement> metaWriter(Database& database) {
    return database.prepare("INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)");
}

Result<> writeMeta(Database& database, const char* key, const std::string& value) {
    auto statement = metaWriter(database);
    return statement ? statement->run({key, value}) : statement.error();
}

Result<> writeFacts(Database& database, const RunSummary& summary, RunFact::With with) {
    auto statement = metaWriter(database);
    if (!statement) return statement.error();
    for (const RunFact& fact : runFacts()) {
        if (fact.with != with || (fact.places & RunFact::kRecord) == 0) continue;
        const FactValue value = fact.get(summary);
        if (auto done = statement->run({fact.key, boundValue(value)}); !done) return done;
    }
    return {};
}

/// What the record says under a key; nothing where it cannot be read, or does not fit its checksum.
void readMeta(const fs::path& folder, const char* key, const std::function<void(const DatabaseRow&)>& take) {
    auto database = openDatabase(folder, Database::Mode::ReadOnly);
    if (!database) return;
    static_cast<void>(database->snapshot([&]() -> Result<> {
        if (auto facts = verifyPart(*database, RecordPart::Facts); !facts) return facts;
        auto query = database->prepare("SELECT value FROM meta WHERE key = ?");
        if (!query) return query.error();
        return query->query({key}, [&](const DatabaseRow& row) {
            take(row);
            return Result<>();
        });
    }));
}

Result<> writeEditsHere(Database& database, const RunSummary& summary) {
    auto facts = writeFacts(database, summary, RunFact::With::Edits);
    return facts ? writeEditsChecksum(database) : facts;
}

Result<> writeProgressHere(Database& database, const RunSummary& summary) {
    auto facts = writeFacts(database, summary, RunFact::With::Progress);
    if (!facts) return facts;
    auto last = database.prepare("UPDATE metric_keys SET last = ? WHERE key = ?");
    if (!last) return last.error();
    for (const auto& [key, value] : *summary.lastValues) {
        if (auto done = last->run({value, key}); !done) return done;
    }
    return {};
}

Result<> readDatabase(Database& database, RunSummary& summary) {
    const ExperimentConfig began = summary.config;
    const auto read = [&database](const char* sql, const std::function<void(const DatabaseRow&)>& take) -> Result<> {
        auto statement = database.prepare(sql);
        if (!statement) return statement.error();
        return statement->query({}, [&take](const DatabaseRow& row) {
            take(row);
            return Result<>();
        });
    };
    auto done = read("SELECT key, value FROM meta", [&](const DatabaseRow& row) {
        const RunFact* fact = findRunFact(row.text(0));
        if (fact != nullptr && (fact->places & RunFact::kRecord) != 0) fact->set(summary, factIn(row, 1, *fact));
    });
    summary.config.edit().epochs = summary.epochs;
    if (done)
        done = read("SELECT json FROM events WHERE kind = 'marker' ORDER BY id", [&](const DatabaseRow& row) {
            if (const auto event = eventFromJson(row.text(0))) noteRunChange(summary.changes, began, *event);
        });
    // What a run settled by itself makes no other setting of it: whoever looks for it knows what was asked for.
    for (const RunChange& change : summary.changes)
        if (isPlanChange(change) && !isSettledAtStart(change))
            (void)setFieldValue(summary.config.edit(), *change.what.field, change.what.to).ok();
    if (done)
        done = read("SELECT key, last FROM metric_keys",
                    [&](const DatabaseRow& row) { summary.lastValues.edit()[row.text(0)] = row.number(1); });
    if (done)
        done = read("SELECT method, scale, metric, value FROM scores", [&](const DatabaseRow& row) {
            summary.scores.edit().push_back({row.text(0), row.text(1), row.text(2), row.number(3)});
        });
    withoutPooled(summary.scores.edit());
    if (done && summary.bestValues->empty()) done = readBestValues(database, summary);
    return done && summary.bestEpoch >= 0 && summary.keptValues->empty() ? readSavedValues(database, summary) : done;
}

/// From the id, for runs whose database cannot be read.
double createdFromId(const std::string& id) {
    std::tm time{};
    if (strptime(id.c_str(), "%Y%m%d-%H%M%S", &time) == nullptr) return 0;
    return static_cast<double>(timegm(&time));
}

void addProblem(RunSummary& summary, const Phrase& what) {
    summary.problem = summary.problem.empty() ? what : inOneLine({summary.problem, what});
}

/// The number that stands for the curve with a key, of a run whose first step follows `begin`.
std::string summarySql(MetricSummary summary, std::int64_t begin) {
    const std::string measured = " FROM metrics WHERE metric = (SELECT id FROM metric_keys WHERE key = ?)";
    if (summary != MetricSummary::Rate)
        return (summary == MetricSummary::Mean ? "SELECT AVG(value)" : "SELECT MAX(value)") + measured;
    // A rate is of the steps since the one before, so that these by it are in parts of its time.
    return "SELECT COALESCE(SUM(steps) / SUM(steps / value), AVG(value)) FROM (SELECT value, MAX(0, step - "
           "COALESCE(LAG(step) OVER (ORDER BY step), " +
           std::to_string(begin) + ")) AS steps" + measured + ") WHERE value > 0";
}

/// Figures that do not fit their checksum are no figures; of the rest what can be read is told, and the part that does
/// not fit is named.
Result<> readChecked(Database& database, RunSummary& summary) {
    if (auto facts = verifyPart(database, RecordPart::Facts); !facts) return facts;
    for (const RecordPart part : {RecordPart::Edits, RecordPart::Events}) {
        const auto fits = verifyPart(database, part);
        if (!fits && fits.error().code != ErrorCode::Corrupt) return fits;
        if (!fits) addProblem(summary, fits.error().phrase);
    }
    return readDatabase(database, summary);
}

void forgetFigures(RunSummary& summary) {
    summary.state = RunState::Interrupted;
    summary.step = summary.epoch = 0;
    summary.seconds = summary.ended = 0;
    summary.bestValidation = std::numeric_limits<double>::quiet_NaN();
    summary.bestEpoch = -1;
    summary.lastValues = summary.bestValues = summary.keptValues = CurveValues();
    summary.scores = std::vector<TestScore>();
}

RunState stateOf(const Manifest& manifest) {
    const auto state = runStateFromName(manifest.fact<std::string>("state", ""));
    return state ? *state : RunState::Interrupted;
}

bool isEqual(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool isSameEnd(const Manifest& manifest, const RunSummary& summary) {
    return stateOf(manifest) == summary.state &&
           isEqual(manifest.fact("best", std::numeric_limits<double>::quiet_NaN()), summary.bestValidation) &&
           manifest.fact<std::int64_t>("best_epoch", -1) == summary.bestEpoch;
}

void takeEnd(const Manifest& manifest, RunSummary& summary) {
    summary.isUnread = false;
    summary.state = RunState::Interrupted;
    for (const RunFact& fact : runFacts()) {
        const auto kept = manifest.facts.find(fact.key);
        if ((fact.places & kInManifest) == 0 || kept == manifest.facts.end()) continue;
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_constructible_v<FactValue, decltype(value)> &&
                              !std::is_same_v<std::decay_t<decltype(value)>, bool>)
                    fact.set(summary, value);
            },
            kept->second);
    }
}

/// A run that has ended says twice how. Where both differ the manifest counts, whose JSON ends with a checksum of
/// itself. `database`: null when it cannot be read.
void askManifest(const fs::path& folder, Database* database, RunSummary& summary) {
    const auto manifest = readManifest(folder, "run");
    if (!manifest) {
        if (manifest.error().code != ErrorCode::NotFound) addProblem(summary, manifest.error().phrase);
        summary.isUnread = database == nullptr;
        return;
    }
    // A config.json that is not there has been named already.
    if (auto files = verifyFiles(folder, *manifest); !files && files.error().code != ErrorCode::NotFound)
        addProblem(summary, files.error().phrase);
    const auto checksums =
        database != nullptr && manifest->fact(kHasChecksums, false) ? hasChecksums(*database) : Result<bool>(true);
    if (database != nullptr && checksums && *checksums && isSameEnd(*manifest, summary)) return;
    if (database != nullptr)
        addProblem(summary, {GATELAB_TEXT("Workspace",
                                          "'%1' and manifest.json tell different ends of the run: what is shown is the "
                                          "manifest's; restore the run from a backup"),
                             {database->path().string()}});
    takeEnd(*manifest, summary);
}

/// Of a run that nobody was left to sum up.
Result<> summariseKilled(Database& database, RunSummary& summary) {
    if (auto curves = verifyPart(database, RecordPart::Curves); !curves) return curves;
    return summariseCurves(database, summary);
}

RunSummary readFolder(const fs::path& folder, bool asksManifest) {
    RunSummary summary;
    summary.id = folder.filename().string();
    summary.bestValidation = std::numeric_limits<double>::quiet_NaN();
    summary.created = createdFromId(summary.id);
    summary.bytes = static_cast<std::int64_t>(bytesOnDisk(folder));
    // Asked before the state is read: a run that ends in between has written its last state before it let the lock go.
    const bool held = FileLock::isHeld(folder / kLock);
    auto database = openDatabase(folder, Database::Mode::ReadOnly);
    if (auto config = readConfig(folder, database ? &*database : nullptr); config)
        summary.config = std::move(config->config);
    else
        addProblem(summary, config.error().phrase);
    summary.epochs = summary.config->epochs;
    summary.name = summary.config->name;
    auto read =
        database ? database->snapshot([&] { return readChecked(*database, summary); }) : Result<>(database.error());
    if (!read) {
        addProblem(summary, read.error().phrase);
        forgetFigures(summary);
        summary.isUnread = true;
    }
    if (asksManifest && !held) askManifest(folder, read ? &*database : nullptr, summary);
    if (summary.name.empty()) summary.name = summary.id;
    if (hasSettings(summary) && isMadeName(summary.name, summary.config))
        summary.name = modelName(summary.config).english();
    if (summary.dataName.empty()) summary.dataName = dataName(summary.config);
    if (!isLive(summary.state) || held) return summary;
    summary.state = RunState::Interrupted;  // killed: nobody was left to sum up its curves
    if (auto done = read ? summariseKilled(*database, summary) : Result<>(); !done)
        addProblem(summary, done.error().phrase);
    return summary;
}

}  // namespace

bool isLive(RunState state) {
    return state != RunState::Finished && state != RunState::Failed && state != RunState::Interrupted;
}

Result<> create(const fs::path& folder, const RunSummary& summary) {
    const std::string settings =
        hasSettings(summary) ? configToJson(summary.config) : importedToJson(importedFrom(summary));
    if (auto written = writeNewFile(folder / kConfig, settings); !written) return written;
    return createDatabase(folder, summary);
}

Result<> createDatabase(const fs::path& folder, const RunSummary& summary) {
    auto database = Database::open(folder / kDatabase, Database::Mode::Create);
    if (!database) return database.error();
    return database->transaction([&]() -> Result<> {
        if (auto made =
                database->execute(kTables + std::string("PRAGMA user_version = ") + std::to_string(kSchemaVersion));
            !made)
            return made;
        auto facts = writeMeta(*database, "id", summary.id);
        if (facts) facts = writeFacts(*database, summary, RunFact::With::All);
        if (const auto config = sha256File(folder / kConfig); facts && config)
            facts = writeMeta(*database, kConfigHash, *config);
        if (facts) facts = writeEditsHere(*database, summary);
        if (facts) facts = writeProgressHere(*database, summary);
        RecordChecksums none;
        return facts ? writeChecksums(*database, none) : facts;
    });
}

Result<Database> openDatabase(const fs::path& folder, Database::Mode mode) {
    auto database = Database::open(folder / kDatabase, mode);
    if (!database) return database;
    std::int64_t version = 0;
    auto statement = database->prepare("PRAGMA user_version");
    if (!statement) return statement.error();
    auto read = statement->query({}, [&](const DatabaseRow& row) {
        version = row.integer(0);
        return Result<>();
    });
    if (!read) return read.error();
    if (version == kSchemaVersion) {
        if (auto known = database->requireTables(kTables); !known) return known.error();
        return database;
    }
    const std::string name = "'" + (folder / kDatabase).string() + "'";
    if (version > kSchemaVersion)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Workspace", "%1 was written by a newer Gatelab; update this program to open it"), {name}}};
    return Error{
        ErrorCode::Corrupt,
        {GATELAB_TEXT("Workspace", "%1 lacks the tables of a run; it is left as it is; restore it from a backup"),
         {name}}};
}

std::string readId(const fs::path& folder) {
    std::string id;
    readMeta(folder, "id", [&](const DatabaseRow& row) { id = row.text(0); });
    return id;
}

std::int64_t readNumber(const fs::path& folder) {
    std::int64_t number = 0;
    readMeta(folder, "number", [&](const DatabaseRow& row) { number = row.integer(0); });
    return number;
}

Result<> writeNumber(const fs::path& folder, std::int64_t number) {
    auto database = openDatabase(folder, Database::Mode::ReadWrite);
    if (!database) return database.error();
    return database->transaction([&]() -> Result<> {
        if (auto facts = verifyPart(*database, RecordPart::Facts); !facts) return facts;
        const auto had = hasChecksums(*database);
        if (!had) return had.error();
        auto statement = metaWriter(*database);
        if (!statement) return statement.error();
        if (auto written = statement->run({"number", number}); !written) return written;
        return *had ? writeFactsChecksum(*database) : Result<>();
    });
}

Result<ConfigReadReport> readConfig(const fs::path& folder, Database* database) {
    const fs::path path = folder / kConfig;
    auto text = readFileBytes(path, kMaxConfigBytes);
    if (!text) return text.error();
    std::string expected;
    if (auto query = database != nullptr ? database->prepare("SELECT value FROM meta WHERE key = ?")
                                         : Result<Statement>(Error{});
        query) {
        // A record that cannot be read is named where its figures are read.
        static_cast<void>(query->query({kConfigHash}, [&](const DatabaseRow& row) {
            expected = row.text(0);
            return Result<>();
        }));
    }
    const auto imported = importedFromJson(*text);
    auto config =
        imported ? Result<ConfigReadReport>(ConfigReadReport{importedConfig(*imported), {}}) : configFromJson(*text);
    if (!config) return config.error().withContext("'" + path.string() + "'");
    if (!expected.empty() && sha256(*text) != expected)
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Workspace", "'%1' does not fit its checksum"), {path.string()}}};
    return config;
}

RunSummary readSummary(const fs::path& folder) {
    RunSummary summary = readFolder(folder, true);
    if (const auto kept = readKeptBaselines(folder); kept.ok()) appendScores(kept->test, summary.scores.edit());
    return summary;
}
RunSummary readRecord(const fs::path& folder) { return readFolder(folder, false); }

Result<> writeEdits(Database& database, const RunSummary& summary) {
    return database.transaction([&] { return writeEditsHere(database, summary); });
}

void noteBestValue(std::map<std::string, double>& best, const std::string& key, MetricSense sense, double value) {
    if (sense == MetricSense::Neutral || !std::isfinite(value)) return;
    const auto [entry, fresh] = best.try_emplace(key, value);
    if (!fresh)
        entry->second =
            sense == MetricSense::LowerIsBetter ? std::min(entry->second, value) : std::max(entry->second, value);
}

Result<> readBestValues(Database& database, RunSummary& summary) {
    summary.bestValues = CurveValues();
    auto statement = database.prepare(
        "SELECT key, MIN(value), MAX(value) FROM metrics JOIN metric_keys ON metrics.metric = metric_keys.id GROUP BY "
        "metrics.metric");
    if (!statement) return statement.error();
    return statement->query({}, [&](const DatabaseRow& row) {
        if (const auto channel = findChannel(row.text(0)))
            for (const double value : {row.number(1), row.number(2)})
                noteBestValue(summary.bestValues.edit(), row.text(0), metric(channel->metric).sense, value);
        return Result<>();
    });
}

void noteSavedValues(RunSummary& summary) {
    for (const MetricId id :
         {MetricId::ValidationLoss, MetricId::ValidationMse, MetricId::ValidationMae, MetricId::ValidationAccuracy})
        if (const auto last = summary.lastValues->find(metric(id).key); last != summary.lastValues->end())
            summary.keptValues.edit()[last->first] = last->second;
}

Result<> readSavedValues(Database& database, RunSummary& summary) {
    auto statement = database.prepare(
        "WITH known AS (SELECT key, step, value FROM metrics JOIN metric_keys ON metrics.metric = metric_keys.id WHERE "
        "key LIKE 'validation%') "
        "SELECT key, value FROM known WHERE step = (SELECT MIN(step) FROM known WHERE key = ? AND value = ?)");
    if (!statement) return statement.error();
    return statement->query({metric(MetricId::ValidationLoss).key, summary.bestValidation},
                            [&](const DatabaseRow& row) {
                                summary.keptValues.edit()[row.text(0)] = row.number(1);
                                return Result<>();
                            });
}

Result<> readReached(Database& database, RunSummary& summary) {
    auto statement = database.prepare("SELECT COALESCE(MAX(epoch), 0), COALESCE(MAX(seconds), 0) FROM metrics");
    if (!statement) return statement.error();
    return statement->query({}, [&](const DatabaseRow& row) {
        summary.epoch = static_cast<std::int64_t>(row.number(0));
        summary.seconds = row.number(1);
        return Result<>();
    });
}

Result<> summariseCurves(Database& database, RunSummary& summary) {
    CurveValues& values = summary.lastValues.edit();
    for (const Metric& row : metrics()) {
        const auto last = values.find(row.key);
        if (row.summary == MetricSummary::Last || last == values.end()) continue;
        auto statement =
            database.prepare(summarySql(row.summary, std::max<std::int64_t>(0, summary.branchStep)).c_str());
        if (!statement) return statement.error();
        auto done = statement->query({row.key}, [&](const DatabaseRow& found) {
            last->second = found.number(0);
            return Result<>();
        });
        if (!done) return done.error();
    }
    return {};
}

Result<> writeProgress(Database& database, const RunSummary& summary) { return writeProgressHere(database, summary); }

Result<> writeScores(Database& database, const std::vector<TestScore>& scores) {
    if (auto cleared = database.execute("DELETE FROM scores"); !cleared) return cleared;
    auto statement = database.prepare("INSERT INTO scores VALUES(?, ?, ?, ?)");
    if (!statement) return statement.error();
    for (const TestScore& score : scores) {
        if (auto done = statement->run({score.method, score.scale, score.metric, score.value}); !done) return done;
    }
    return {};
}

Result<std::optional<RunPlanInfo>> readLastPlan(Database& database) {
    std::optional<RunPlanInfo> plan;
    auto statement = database.prepare("SELECT json FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1");
    if (!statement) return statement.error();
    auto done = statement->query({RunPlanInfo::kName}, [&](const DatabaseRow& row) {
        if (auto event = eventFromJson(row.text(0)); event && event->is<RunPlanInfo>())
            plan = std::move(*event->as<RunPlanInfo>());
        return Result<>();
    });
    if (!done) return done.error();
    return plan;
}

Result<> noteManifest(Database& database, bool isThere) {
    auto statement = metaWriter(database);
    return statement ? statement->run({kManifestKept, isThere}) : statement.error();
}

Result<bool> isManifestKept(Database& database) {
    bool isThere = false;
    auto statement = database.prepare("SELECT value FROM meta WHERE key = ?");
    if (!statement) return statement.error();
    auto done = statement->query({kManifestKept}, [&](const DatabaseRow& row) {
        isThere = row.integer(0) != 0;
        return Result<>();
    });
    if (!done) return done.error();
    return isThere;
}

Result<> checkTrained(const fs::path& folder) {
    if (!FileLock::isHeld(folder / kLock) || !CheckpointStore(folder).list().empty()) return {};
    return Error{
        ErrorCode::NotFound,
        GATELAB_TEXT("Workspace", "this run is still going on and has no checkpoint yet; try again when it has one")};
}

Result<> writeManifest(const fs::path& folder, const RunSummary& summary, const RunIdentity& identity) {
    auto config = readFileBytes(folder / kConfig, kMaxConfigBytes);
    if (!config) return config.error();
    Manifest manifest;
    manifest.kind = "run";
    manifest.facts = {{"id", summary.id}, {kHasChecksums, true}, {FilmStore::kFact, FilmStore(folder).isThere()}};
    if (hasSettings(summary)) {
        manifest.facts["recipe_sha256"] = recipeIdentity(summary.config);
        manifest.facts["settings_sha256"] = settingsIdentity(summary.config);
    } else {
        const ImportedRun from = importedFrom(summary);
        manifest.facts["imported_from"] = from.tool;
        manifest.facts["imported_source"] = from.source;
    }
    for (const RunFact& fact : runFacts()) {
        const FactValue value = fact.get(summary);
        if ((fact.places & RunFact::kManifest) != 0 || ((fact.places & kInManifest) != 0 && value != FactValue("")))
            std::visit([&](const auto& kept) { manifest.facts[fact.key] = kept; }, value);
    }
    for (const auto& [key, text] :
         {std::pair("data_sha256", identity.data), std::pair("train_file", identity.trainFile),
          std::pair("test_file", identity.testFile), std::pair("gatelab", identity.gatelab),
          std::pair("system", identity.system), std::pair("processor", identity.processor),
          std::pair("driver", identity.driver)})
        if (!text.empty()) manifest.facts[key] = text;
    manifest.files = {{kConfig, static_cast<std::int64_t>(config->size()), sha256(*config)}};
    return writeFileDurably(folder / kManifest, manifestToJson(manifest));
}

}  // namespace gatelab::run_files
