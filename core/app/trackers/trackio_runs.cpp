// SPDX-License-Identifier: GPL-3.0-or-later
// Format: trackio/sqlite_storage.py. Versions differ: columns are looked up by name.
#include "app/trackers/trackio_runs.h"

#include "app/trackers/json_values.h"
#include "app/trackers/table_columns.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace gatelab {

namespace {

/// "2026-11-29T23:16:44.851598+00:00" as seconds since 1970 UTC; 0: it is no such time.
double secondsOf(const std::string& time) {
    std::tm parts{};
    const char* rest = strptime(time.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest == nullptr) return 0;
    auto seconds = static_cast<double>(timegm(&parts));
    if (*rest == '.') {
        double place = 0.1;
        for (++rest; *rest >= '0' && *rest <= '9'; ++rest, place /= 10) seconds += (*rest - '0') * place;
    }
    int hours = 0, minutes = 0;
    char sign = 0;
    if (std::sscanf(rest, "%c%2d:%2d", &sign, &hours, &minutes) == 3 && (sign == '+' || sign == '-'))
        seconds -= (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    return seconds;
}

Result<> readConfig(Database& database, const std::string& column, TrackedRun& run) {
    if (!hasColumns(database, "configs", {column.c_str(), "config"})) return {};
    auto statement = database.prepare("SELECT config FROM configs WHERE " + column + " = ?");
    if (!statement.ok()) return statement.error();
    return statement->query({run.from.key}, [&](const DatabaseRow& row) {
        forJsonValues({}, row.text(0), [&](const std::string& name, const auto&, const std::string& text) {
            if (name == "_Created") run.started = secondsOf(text);
            if (!name.starts_with('_')) run.addParameter(name, text);
        });
        return Result<>();
    });
}

Result<> readMetrics(Database& database, const std::string& column, TrackedRun& run, const Progress& progress) {
    auto statement =
        database.prepare("SELECT step, timestamp, metrics FROM metrics WHERE " + column + " = ? ORDER BY step");
    if (!statement.ok()) return statement.error();
    std::size_t count = 0;
    return statement->query({run.from.key}, [&](const DatabaseRow& row) -> Result<> {
        if (++count % 1024 == 0 && !report(progress, -1)) return importStopped();
        const double wall = secondsOf(row.text(1));
        if (wall > 0) {
            run.started = run.started > 0 ? std::min(run.started, wall) : wall;
            run.ended = std::max(run.ended, wall);
        }
        forJsonValues({}, row.text(2), [&](const std::string& name, const std::optional<double>& number, const auto&) {
            if (number) run.curves.add(name, {row.integer(0), wall, *number});
        });
        return {};
    });
}

}  // namespace

bool isTrackioDatabase(Database& database) {
    return hasColumns(database, "metrics", {"run_name", "step", "timestamp", "metrics"});
}

Result<> readTrackioDatabase(Database& database, const std::string& project, const TakeTrackedRun& take,
                             const Progress& progress) {
    const std::string column = hasColumns(database, "metrics", {"run_id"}) ? "run_id" : "run_name";
    std::vector<std::pair<std::string, std::string>> runs;
    auto statement = database.prepare("SELECT " + column + ", MAX(run_name) FROM metrics GROUP BY " + column +
                                      " ORDER BY MIN(rowid)");
    if (!statement.ok()) return statement.error();
    auto done = statement->query({}, [&](const DatabaseRow& row) {
        runs.emplace_back(row.text(0), row.text(1));
        return Result<>();
    });
    for (std::size_t i = 0; done.ok() && i < runs.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(runs.size()))) return importStopped();
        if (runs[i].first.empty()) continue;
        TrackedRun run;
        run.from.tool = "Trackio";
        run.from.project = project;
        run.from.key = runs[i].first;
        run.name = boundedText(runs[i].second, 200);
        done = readConfig(database, column, run);
        if (done.ok()) done = readMetrics(database, column, run, progress);
        run.from.key = boundedText(column == "run_id" ? runs[i].first : project + "/" + runs[i].first, 200);
        run.notes.push_back(noStateNote(run));
        if (done.ok()) done = take(std::move(run));
    }
    return done;
}

}  // namespace gatelab
