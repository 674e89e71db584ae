// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_io.h"
#include "io/file_io.h"
#include "run/run_event_json.h"
#include "store/record/kept_baselines.h"
#include "store/record/record_checksums.h"
#include "store/record/run_files.h"
#include "store/workspace.h"

#include <cerrno>
#include <limits>
#include <map>
#include <new>
#include <utility>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

/// Rows of metric_keys that this program has a metric for.
Result<std::map<std::int64_t, MetricChannelId>> readKeys(Database& database, std::vector<Phrase>& problems) {
    std::map<std::int64_t, MetricChannelId> keys;
    auto statement = database.prepare("SELECT id, key FROM metric_keys");
    if (!statement) return statement.error();
    auto done = statement->query({}, [&](const DatabaseRow& row) {
        if (const auto found = findChannel(row.text(1)))
            keys.emplace(row.integer(0), *found);
        else
            problems.push_back(
                {GATELAB_TEXT("Workspace", "the curve '%1' is not known to this program and was left out"),
                 {row.text(1)}});
        return Result<>();
    });
    if (!done) return done.error();
    return keys;
}

Result<> readMetrics(Database& database, RunHistory& history) {
    // Which curve is which is one of the facts.
    if (auto facts = run_files::verifyPart(database, run_files::RecordPart::Facts); !facts)
        history.problems.push_back(facts.error().phrase);
    auto keys = readKeys(database, history.problems);
    if (!keys) return keys.error();
    auto statement = database.prepare("SELECT " + std::string(run_files::kCurveColumns) + ", row_checksum(" +
                                      run_files::kCurveColumns + ") FROM metrics ORDER BY rowid");
    if (!statement) return statement.error();
    std::uint64_t sum = 0;
    auto done = statement->query({}, [&](const DatabaseRow& row) -> Result<> {
        run_files::addRow(sum, row, 7);
        const auto key = keys->find(row.integer(0));
        if (key != keys->end())
            history.metrics.push_back({key->second.metric, static_cast<std::uint16_t>(row.integer(1)), row.integer(2),
                                       row.number(3), row.number(4), row.number(5), row.number(6), key->second.layer});
        return {};
    });
    return done ? run_files::compareChecksum(database, run_files::RecordPart::Curves, sum) : done;
}

Result<> readEvents(Database& database, RunHistory& history) {
    auto statement = database.prepare("SELECT json, row_checksum(" + std::string(run_files::kEventColumns) +
                                      ") FROM events ORDER BY id");
    if (!statement) return statement.error();
    std::size_t unknown = 0;
    std::uint64_t sum = 0;
    auto done = statement->query({}, [&](const DatabaseRow& row) {
        run_files::addRow(sum, row, 1);
        if (auto event = eventFromJson(row.text(0)))
            history.events.push_back(std::move(*event));
        else
            ++unknown;
        return Result<>();
    });
    if (unknown > 0)
        history.problems.push_back(
            {GATELAB_TEXT("Workspace", "%1 events could not be read and were left out"), {unknown}});
    return done ? run_files::compareChecksum(database, run_files::RecordPart::Events, sum) : done;
}

/// The strong ones behind the simple ones, which the run told itself.
void addKeptBaselines(const fs::path& runFolder, RunHistory& history) {
    const auto kept = readKeptBaselines(runFolder);
    if (!kept.ok()) {
        if (kept.error().code != ErrorCode::NotFound) history.problems.push_back(kept.error().phrase);
        return;
    }
    bool isTested = false, isValidated = false;
    for (auto event = history.events.rbegin(); event != history.events.rend(); ++event) {
        if (auto* end = event->as<RunEnd>(); end != nullptr && !std::exchange(isTested, true))
            appendScores(kept->test, end->scores);
        if (auto* told = event->as<ValidationBaselines>(); told != nullptr && !std::exchange(isValidated, true))
            appendScores(kept->validation, told->scores);
    }
}

}  // namespace

Phrase inOneLine(const std::vector<Phrase>& problems) {
    Phrase all;
    for (const Phrase& problem : problems)
        all = all.empty() ? problem : Phrase(GATELAB_TEXT("Workspace", "%1; %2"), {all, problem});
    return all;
}

Result<RunHistory> readRunHistory(const fs::path& runFolder) {
    std::error_code failed;
    if (!fs::is_directory(runFolder, failed))
        return ioError(failed ? failed.value() : ENOENT, GATELAB_TEXT("FileAction", "open the run"), runFolder);
    RunHistory history;
    const auto note = [&history](const Error& error) { history.problems.push_back(error.phrase); };
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (auto config = run_files::readConfig(runFolder, database ? &*database : nullptr); !config)
        note(config.error());
    else {
        history.config = std::move(config->config);
        for (const Phrase& warning : config->warnings) history.problems.push_back(warning);
    }
    if (!database) {
        note(database.error());
        return history;
    }
    try {
        // One after the other: what can be read of a damaged file is kept.
        const auto read = [&]() -> Result<> {
            if (auto metrics = readMetrics(*database, history); !metrics) note(metrics.error());
            if (auto events = readEvents(*database, history); !events) note(events.error());
            return {};
        };
        if (auto seen = database->snapshot(read); !seen) note(seen.error());
        addKeptBaselines(runFolder, history);
    } catch (const std::bad_alloc&) {
        return Error{
            ErrorCode::OutOfMemory,
            {GATELAB_TEXT("Workspace", "not enough memory for the curves of '%1'; close other programs and try again"),
             {runFolder.string()}}};
    }
    return history;
}

Result<double> readValueAtStep(const fs::path& runFolder, const std::string& curve, std::int64_t step) {
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database) return database.error();
    auto statement = database->prepare(
        "SELECT value, (SELECT MAX(step) FROM metrics) FROM metrics WHERE metric = (SELECT id FROM metric_keys WHERE "
        "key = ?1) AND step <= ?2 ORDER BY step DESC, rowid DESC LIMIT 1");
    if (!statement) return statement.error();
    double value = std::numeric_limits<double>::quiet_NaN();
    auto done = statement->query({curve, step}, [&](const DatabaseRow& row) {
        if (row.integer(1) >= step) value = row.number(0);
        return Result<>();
    });
    if (!done) return done.error();
    return value;
}

}  // namespace gatelab
