// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_index.h"

#include "io/file_io.h"
#include "store/record/packed_values.h"
#include "store/record/run_facts.h"

#include <algorithm>
#include <array>
#include <random>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

constexpr int kSchemaVersion = 9;
constexpr int kColours = 200;  ///< pairs of colour and marker

/// One text of all facts, with commas between them.
std::string listed(const std::function<std::string(const RunFact&)>& text) {
    std::string all;
    for (const RunFact& fact : runFacts()) all += (all.empty() ? "" : ", ") + text(fact);
    return all;
}

std::string tables() {
    return R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE runs(id TEXT PRIMARY KEY, changed INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0, )" +
           listed([](const RunFact& fact) { return std::string(fact.key) + " " + factType(fact); }) +
           R"(, checksum INTEGER) WITHOUT ROWID;
CREATE INDEX runs_changed ON runs(changed);
)";
}
constexpr const char* kDropTables = "DROP TABLE IF EXISTS meta; DROP TABLE IF EXISTS runs;";
constexpr const char* kNoChanges = "INSERT INTO meta VALUES('changes', 0);";

/// "id TEXT, changed INTEGER, ...", as SQLite tells them of the table above: a fact that came or went is another
/// schema.
std::string columnTypes() {
    return "id TEXT, changed INTEGER, gone INTEGER, " +
           listed([](const RunFact& fact) { return std::string(fact.key) + " " + factType(fact); }) +
           ", checksum INTEGER";
}

constexpr int kFirstFact = 3;  ///< column of the first fact
/// Of all that a line says.
const std::string& columns() {
    static const std::string names =
        "id, gone, changed, " + listed([](const RunFact& fact) { return std::string(fact.key); });
    return names;
}
const std::string& fits() {
    static const std::string sql = "checksum = row_checksum(" + columns() + ")";
    return sql;
}
/// "name = ?, colour = ?": the columns of a group.
std::string assignments(RunFact::With with) {
    std::string all;
    for (const RunFact& fact : runFacts())
        if (fact.with == with) all += std::string(all.empty() ? "" : ", ") + fact.key + " = ?";
    return all;
}

const Error& damagedLine() {
    static const Error error{ErrorCode::Corrupt,
                             GATELAB_TEXT("Workspace", "a line of the index does not fit its checksum")};
    return error;
}

RunSummary summaryOf(const DatabaseRow& row) {
    RunSummary run;
    run.id = row.text(0);
    int column = kFirstFact;
    for (const RunFact& fact : runFacts()) {
        fact.set(run, factIn(row, column, fact));
        ++column;
    }
    return run;
}

constexpr Text kDamaged =
    GATELAB_TEXT("Workspace", "the index '%1' was damaged and has been made anew from %2; nothing is lost");
constexpr Text kRemoved =
    GATELAB_TEXT("Workspace", "the index '%1' was removed and has been made anew from %2; nothing is lost");
constexpr Text kNotThere = GATELAB_TEXT(
    "Workspace",
    "the index '%1' was not there and has been made anew from %2; runs that were gone are not known to it");
constexpr Text kOtherVersion = GATELAB_TEXT(
    "Workspace",
    "the index '%1' was written by another version of this program and has been made anew from %2; nothing is lost");

std::uint64_t fileNumber(const fs::path& path) {
    const auto number = fileIdentity(path);
    return number ? *number : 0;
}

std::string newGeneration() {
    std::random_device source;
    return std::to_string(source()) + "-" + std::to_string(source());
}

}  // namespace

RunIndex::RunIndex(fs::path path, std::function<std::vector<RunSummary>(const Progress&)> readAll)
    : path_(std::move(path)), readAll_(std::move(readAll)) {}

Result<> RunIndex::open(const Progress& progress) {
    return guarded([] { return Result<>(); }, progress);
}

Result<> RunIndex::guarded(const std::function<Result<>()>& work, const Progress& progress) {
    const std::lock_guard lock(mutex_);
    if (auto opened = ensureOpen(progress); !opened) return opened;
    auto done = work();
    if (done || done.error().code != ErrorCode::Corrupt) return done;
    if (auto rebuilt = rebuild(kDamaged, progress); !rebuilt) return rebuilt;
    return work();
}

Result<> RunIndex::ensureOpen(const Progress& progress) {
    std::error_code failed;
    if (database_ && fileNumber(path_) == fileNumber_) return {};
    const bool wasOpen = database_.has_value();
    database_.reset();
    if (!fs::exists(path_, failed)) return rebuild(wasOpen ? kRemoved : kNotThere, progress);
    auto opened = openExisting();
    if (opened || (opened.error().code != ErrorCode::Corrupt && opened.error().code != ErrorCode::Unsupported))
        return opened;
    return rebuild(opened.error().code == ErrorCode::Corrupt ? kDamaged : kOtherVersion, progress);
}

Result<> RunIndex::openExisting() {
    auto database = Database::open(path_, Database::Mode::ReadWrite);
    if (!database) return database.error();
    if (auto checked = database->check(); !checked) return checked;
    std::int64_t version = 0;
    std::string fingerprint;
    auto versionQuery = database->prepare("PRAGMA user_version");
    if (!versionQuery) return versionQuery.error();
    static_cast<void>(versionQuery->query({}, [&](const DatabaseRow& row) {
        version = row.integer(0);
        return Result<>();
    }));
    // Missing tables are another version, too.
    if (auto query = database->prepare("SELECT value FROM meta WHERE key = 'config'"); query) {
        static_cast<void>(query->query({}, [&](const DatabaseRow& row) {
            fingerprint = row.text(0);
            return Result<>();
        }));
    }
    std::string found;
    if (auto query = database->prepare("SELECT group_concat(name || ' ' || type, ', ') FROM pragma_table_info('runs')");
        query) {
        static_cast<void>(query->query({}, [&](const DatabaseRow& row) {
            found = row.text(0);
            return Result<>();
        }));
    }
    if (version != kSchemaVersion || fingerprint != configFingerprint() || found != columnTypes())
        return Error{ErrorCode::Unsupported, GATELAB_TEXT("Workspace", "the index has another schema")};
    if (auto known = database->requireTables(tables()); !known) return known;
    database_ = std::move(*database);
    fileNumber_ = fileNumber(path_);
    return {};
}

Result<> RunIndex::rebuild(const Text& why, const Progress& progress) {
    database_.reset();
    auto database = Database::open(path_, Database::Mode::Create);
    const bool isUsable = database && database->check() && database->requireTables(tables());
    if (!isUsable && (database || database.error().code == ErrorCode::Corrupt)) {
        database = Error{ErrorCode::Corrupt, ""};
        if (auto removed = removeDatabase(path_); !removed) return removed;
        database = Database::open(path_, Database::Mode::Create);
    }
    if (!database) return database.error();
    database_ = std::move(*database);
    // Asked now: whoever replaces the file while the folders are read makes the next call open his.
    fileNumber_ = fileNumber(path_);
    bool isStopped = false;
    const auto runs = readAll_([&](double share) {
        isStopped = !report(progress, share);
        return !isStopped;
    });
    if (isStopped) {  // without its tables the next one makes it anew
        database_.reset();
        return Error{ErrorCode::Cancelled, GATELAB_TEXT("Workspace",
                                                        "stopped while all runs were read; no run was "
                                                        "changed")};
    }
    auto made = database_->transaction([&]() -> Result<> {
        if (auto done = database_->execute(kDropTables + tables() + kNoChanges +
                                           "PRAGMA user_version = " + std::to_string(kSchemaVersion));
            !done)
            return done;
        auto statement = database_->prepare("INSERT INTO meta VALUES(?, ?)");
        if (!statement) return statement.error();
        if (auto done = statement->run({"config", configFingerprint()}); !done) return done;
        if (auto done = statement->run({"generation", newGeneration()}); !done) return done;
        return putHere(runs);
    });
    if (!made) {
        database_.reset();
        return made;
    }
    if (!why.isEmpty()) {
        const Phrase folders = counted(std::ssize(runs), GATELAB_TEXT("Workspace", "1 run folder"),
                                       GATELAB_TEXT("Workspace", "%1 run folders"));
        Phrase said(why, {path_.string(), folders});
        if (said.source != kNotThere.source)
            warnings_.push_back(std::move(said));
        else if (!runs.empty())
            newIndex_ = std::move(said);
    }
    return {};
}

Result<std::int64_t> RunIndex::nextChange() {
    auto statement = database_->prepare("UPDATE meta SET value = value + 1 WHERE key = 'changes' RETURNING value");
    if (!statement) return statement.error();
    std::int64_t number = 0;
    auto done = statement->query({}, [&](const DatabaseRow& row) {
        number = row.integer(0);
        return Result<>();
    });
    if (!done) return done.error();
    return number;
}

Result<> RunIndex::putHere(const std::vector<RunSummary>& runs) {
    auto change = nextChange();
    if (!change) return change.error();
    auto statement = database_->prepare("INSERT OR REPLACE INTO runs(" + columns() + ") VALUES(?, 0, ?, " +
                                        listed([](const RunFact&) { return std::string("?"); }) + ")");
    if (!statement) return statement.error();
    for (const RunSummary& run : runs) {
        FactValues values;
        values.add(run.id);
        values.add(*change);
        values.addFacts(run);
        if (auto done = statement->run(values.bound()); !done) return done;
    }
    return seal(*change);
}

Result<> RunIndex::seal(std::int64_t change) {
    auto statement = database_->prepare("UPDATE runs SET " + fits() + " WHERE changed = ?");
    return statement ? statement->run({change}) : statement.error();
}

Result<> RunIndex::checkChanged(const std::string& id) {
    if (database_->changes() > 0) return {};
    auto statement = database_->prepare("SELECT 1 FROM runs WHERE id = ?");
    if (!statement) return statement.error();
    return statement->query({id}, [](const DatabaseRow&) -> Result<> { return damagedLine(); });
}

Result<> RunIndex::put(const std::vector<RunSummary>& runs) {
    return guarded([&] { return database_->transaction([&] { return putHere(runs); }); });
}

Result<> RunIndex::putGroup(const RunSummary& run, RunFact::With with) {
    return guarded([&] {
        return database_->transaction([&]() -> Result<> {
            auto change = nextChange();
            if (!change) return change.error();
            auto statement =
                database_->prepare("UPDATE runs SET changed = ?, " + assignments(with) + " WHERE id = ? AND " + fits());
            if (!statement) return statement.error();
            FactValues values;
            values.add(*change);
            values.addFacts(run, with);
            values.add(run.id);
            auto done = statement->run(values.bound());
            if (done) done = checkChanged(run.id);
            return done ? seal(*change) : done;
        });
    });
}

Result<> RunIndex::putProgress(const RunSummary& run) { return putGroup(run, RunFact::With::Progress); }
Result<> RunIndex::putEdits(const RunSummary& run) { return putGroup(run, RunFact::With::Edits); }

Result<> RunIndex::remove(const std::vector<std::string>& ids) { return setGone(ids, Gone::Deleted); }
Result<> RunIndex::lose(const std::vector<std::string>& ids) { return setGone(ids, Gone::Lost); }

Result<> RunIndex::setGone(const std::vector<std::string>& ids, Gone gone) {
    return guarded([&] {
        return database_->transaction([&]() -> Result<> {
            auto change = nextChange();
            if (!change) return change.error();
            // The line stays as a mark, so that other processes see what has gone.
            auto statement = database_->prepare("UPDATE runs SET gone = ?, changed = ? WHERE id = ?");
            if (!statement) return statement.error();
            for (const std::string& id : ids) {
                if (auto done = statement->run({static_cast<int>(gone), *change, id}); !done) return done;
            }
            return seal(*change);
        });
    });
}

Result<> RunIndex::refreshCache() {
    std::string generation;
    auto query = database_->prepare("SELECT value FROM meta WHERE key = 'generation'");
    if (!query) return query.error();
    auto read = query->query({}, [&](const DatabaseRow& row) {
        generation = row.text(0);
        return Result<>();
    });
    if (!read) return read;
    if (generation != generation_) {
        cache_.clear();
        seen_ = 0;
        generation_ = generation;
    }
    // All of them in the order in which they lie; later only the changed ones, by their index.
    auto news = database_->prepare("SELECT " + columns() + ", " + fits() + " FROM runs" +
                                   (seen_ == 0 ? " WHERE ? = 0" : " WHERE changed > ?"));
    if (!news) return news.error();
    return news->query({seen_}, [this](const DatabaseRow& row) {
        if (row.integer(kFirstFact + static_cast<int>(runFacts().size())) != 1) return Result<>(damagedLine());
        seen_ = std::max(seen_, row.integer(2));
        if (row.integer(1) != 0)
            cache_.erase(row.text(0));
        else
            cache_.insert_or_assign(cache_.begin(), row.text(0), summaryOf(row));  // newer runs stand first
        return Result<>();
    });
}

Result<std::vector<RunSummary>> RunIndex::all() {
    std::vector<RunSummary> runs;
    auto done = guarded([&]() -> Result<> {
        if (auto fresh = refreshCache(); !fresh) return fresh;
        runs.clear();
        runs.reserve(cache_.size());
        for (const auto& [id, run] : cache_) runs.push_back(run);
        return {};
    });
    if (!done) return done.error();
    return runs;
}

Result<std::vector<RunSummary>> RunIndex::lost() {
    std::vector<RunSummary> runs;
    auto done = guarded([&]() -> Result<> {
        runs.clear();
        auto query = database_->prepare("SELECT " + columns() + " FROM runs WHERE gone = ? AND " + fits());
        if (!query) return query.error();
        return query->query({static_cast<int>(Gone::Lost)}, [&runs](const DatabaseRow& row) {
            runs.push_back(summaryOf(row));
            return Result<>();
        });
    });
    if (!done) return done.error();
    return runs;
}

Result<RunSummary> RunIndex::find(const std::string& id) {
    std::optional<RunSummary> found;
    auto done = guarded([&]() -> Result<> {
        if (auto fresh = refreshCache(); !fresh) return fresh;
        if (const auto run = cache_.find(id); run != cache_.end()) found = run->second;
        return {};
    });
    if (!done) return done.error();
    if (!found)
        return Error{
            ErrorCode::NotFound,
            {GATELAB_TEXT("Workspace", "there is no run '%1' in this workspace; it may have been deleted"), {id}}};
    return *found;
}

Result<std::string> RunIndex::changeToken() {
    std::string mark;
    auto done = guarded([&]() -> Result<> {
        auto query = database_->prepare("PRAGMA data_version");
        if (!query) return query.error();
        return query->query({}, [&](const DatabaseRow& row) {
            mark = std::to_string(fileNumber_) + "-" + std::to_string(row.integer(0));
            return Result<>();
        });
    });
    if (!done) return done.error();
    return mark;
}

Result<int> RunIndex::freeColour() {
    std::array<std::int64_t, kColours> uses{};
    auto done = guarded([&]() -> Result<> {
        uses.fill(0);
        auto query = database_->prepare("SELECT colour, count(*) FROM runs WHERE gone = 0 GROUP BY colour");
        if (!query) return query.error();
        return query->query({}, [&](const DatabaseRow& row) {
            const std::int64_t colour = row.integer(0);
            if (colour >= 0 && colour < kColours) uses[static_cast<std::size_t>(colour)] = row.integer(1);
            return Result<>();
        });
    });
    if (!done) return done.error();
    return static_cast<int>(std::min_element(uses.begin(), uses.end()) - uses.begin());
}

Result<> RunIndex::remake(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    return rebuild(Text{}, progress);
}

void RunIndex::foldJournal() {
    static_cast<void>(guarded([this] { return database_->execute("PRAGMA wal_checkpoint(TRUNCATE)"); }));
}

std::vector<Phrase> RunIndex::warnings() {
    const std::lock_guard lock(mutex_);
    return warnings_;
}

Phrase RunIndex::newIndex() {
    const std::lock_guard lock(mutex_);
    return newIndex_;
}

}  // namespace gatelab
