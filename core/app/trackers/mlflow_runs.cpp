// SPDX-License-Identifier: GPL-3.0-or-later
// Formats: mlflow/store/tracking/file_store.py, and the tables of mlflow/store/tracking/dbmodels/models.py. Versions of
// both differ: members and columns are looked up by name.
#include "app/trackers/mlflow_runs.h"

#include "app/trackers/table_columns.h"
#include "io/file_io.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <optional>

namespace gatelab {

namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kMostMeta = 1 << 20, kMostText = 1 << 16;
constexpr double kMillisecond = 1e-3;
constexpr std::size_t kMostFiles = 10'000;  ///< of metrics, parameters or tags of a run
const std::string kOwnTags = "mlflow.", kNote = "mlflow.note.content", kNameTag = "mlflow.runName";

/// The members of a YAML text that are one plain line each, without their quotes.
std::map<std::string, std::string> plainMembers(std::string_view yaml) {
    std::map<std::string, std::string> members;
    while (!yaml.empty()) {
        std::string_view line = yaml.substr(0, yaml.find('\n'));
        yaml.remove_prefix(std::min(yaml.size(), line.size() + 1));
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || line.front() == ' ' || line.front() == '#') continue;
        std::string_view value = line.substr(colon + 2);
        if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"') && value.back() == value.front())
            value = value.substr(1, value.size() - 2);
        members[std::string(line.substr(0, colon))] = boundedText(value, kMostText);
    }
    return members;
}

/// Of all of the text; nothing: it is no number.
template <class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

double secondsIn(const std::string& milliseconds) {
    return static_cast<double>(numberIn<std::int64_t>(milliseconds).value_or(0)) * kMillisecond;
}

/// By its number in meta.yaml or its name in the database.
RunState stateOf(const std::string& status) {
    if (status == "3" || status == "FINISHED") return RunState::Finished;
    if (status == "4" || status == "FAILED") return RunState::Failed;
    return RunState::Interrupted;  // killed, scheduled, or running when it was written
}

void takeTag(TrackedRun& run, const std::string& key, const std::string& value) {
    if (key == kNote) run.note = value;
    if (key == kNameTag && run.name.empty()) run.name = value;
    if (!key.starts_with(kOwnTags)) run.addTag(key, value);
}

/// Files of a folder by their names within it, "val/loss" in a folder of its own; no links.
std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end && names.size() < kMostFiles;
         at.increment(failed)) {
        if (at.depth() > 8) at.disable_recursion_pending();
        if (at->is_regular_file(failed) && !at->is_symlink(failed))
            names.push_back(at->path().lexically_relative(folder).generic_string());
    }
    std::ranges::sort(names);
    return names;
}

/// Lines of "milliseconds value step"; older ones without step. False: one of them is none.
bool takeMetric(TrackedRun& run, const std::string& name, std::string_view text) {
    bool isSound = true;
    for (std::int64_t count = 0; !text.empty(); ++count) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::array<std::string_view, 3> words;
        for (std::string_view& word : words) {
            word = line.substr(0, line.find(' '));
            line.remove_prefix(std::min(line.size(), word.size() + 1));
        }
        const auto wall = numberIn<std::int64_t>(words[0]);
        const auto value = numberIn<double>(words[1]);
        if (wall && value)
            run.curves.add(name, {numberIn<std::int64_t>(words[2]).value_or(count),
                                  static_cast<double>(*wall) * kMillisecond, *value});
        else
            isSound = false;
    }
    return isSound;
}

}  // namespace

bool isMlflowRunFolder(const fs::path& folder) {
    const auto start = readFileStart(folder / "meta.yaml", kMostText);
    if (!start.ok()) return false;
    const auto members = plainMembers(start->bytes);
    return members.contains("run_id") || members.contains("run_uuid");
}

Result<TrackedRun> readMlflowFolder(const fs::path& folder, const Progress& progress) {
    auto meta = readFileBytes(folder / "meta.yaml", kMostMeta);
    if (!meta.ok()) return meta.error();
    auto members = plainMembers(*meta);
    TrackedRun run;
    run.from.tool = "MLflow";
    run.from.key = members.contains("run_id") ? members["run_id"] : members["run_uuid"];
    if (run.from.key.empty())
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Imported", "'%1' names no run of MLflow"), {(folder / "meta.yaml").string()}}};
    if (members["lifecycle_stage"] == "deleted")
        return Error{ErrorCode::NotFound, {GATELAB_TEXT("Imported", "'%1' was deleted in MLflow"), {folder.string()}}};
    if (const auto above = readFileBytes(folder.parent_path() / "meta.yaml", kMostMeta); above.ok())
        run.from.project = plainMembers(*above)["name"];
    run.name = members["run_name"];
    run.state = stateOf(members["status"]);
    run.started = secondsIn(members["start_time"]);
    run.ended = secondsIn(members["end_time"]);
    const auto note = [&](const std::string& name) {
        run.notes.push_back({GATELAB_TEXT("Imported", "of '%1' not every line could be read"), {name}});
    };
    for (const char* kind : {"params", "tags"})
        for (const std::string& name : namesIn(folder / kind)) {
            const auto text = readFileBytes(folder / kind / name, kMostMeta);
            if (!text.ok())
                note(name);
            else if (kind == std::string_view("params"))
                run.addParameter(name, *text);
            else
                takeTag(run, name, *text);
        }
    const auto metrics = namesIn(folder / "metrics");
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(metrics.size()))) return importStopped();
        const auto text = readFileBytes(folder / "metrics" / metrics[i], kMostTrackerBytes);
        if (!text.ok() || !takeMetric(run, metrics[i], *text)) note(metrics[i]);
    }
    return run;
}

bool isMlflowDatabase(Database& database) {
    return hasColumns(database, "runs", {"run_uuid", "status", "start_time"}) &&
           hasColumns(database, "metrics", {"run_uuid", "key", "value", "timestamp"}) &&
           hasColumns(database, "params", {"run_uuid", "key", "value"});
}

namespace {

Result<> readRows(Database& database, const std::string& sql, const std::string& key,
                  const std::function<Result<>(const DatabaseRow&)>& take) {
    auto statement = database.prepare(sql);
    return statement.ok() ? statement->query({key}, take) : Result<>(statement.error());
}

/// Parameters, tags and curves of a run; what is damaged ends it.
Result<> readDetails(Database& database, TrackedRun& run, bool hasSteps, bool hasNan, const Progress& progress) {
    const std::string& key = run.from.key;
    auto done =
        readRows(database, "SELECT key, value FROM params WHERE run_uuid = ?", key, [&](const DatabaseRow& row) {
            run.addParameter(row.text(0), row.text(1));
            return Result<>();
        });
    if (done.ok() && hasColumns(database, "tags", {"run_uuid", "key", "value"}))
        done = readRows(database, "SELECT key, value FROM tags WHERE run_uuid = ?", key, [&](const DatabaseRow& row) {
            takeTag(run, row.text(0), row.text(1));
            return Result<>();
        });
    if (!done.ok()) return done;
    std::size_t count = 0;
    return readRows(
        database,
        "SELECT key, value, timestamp, " + std::string(hasSteps ? "step" : "0") + ", " + (hasNan ? "is_nan" : "0") +
            " FROM metrics WHERE run_uuid = ? ORDER BY key, " + (hasSteps ? "step, " : "") + "timestamp",
        key, [&](const DatabaseRow& row) -> Result<> {
            if (++count % 4096 == 0 && !report(progress, -1)) return importStopped();
            run.curves.add(row.text(0),
                           {row.integer(3), static_cast<double>(row.integer(2)) * kMillisecond,
                            row.integer(4) != 0 ? std::numeric_limits<double>::quiet_NaN() : row.number(1)});
            return {};
        });
}

}  // namespace

Result<> readMlflowDatabase(Database& database, const TakeTrackedRun& take, const Progress& progress) {
    const bool hasSteps = hasColumns(database, "metrics", {"step"}),
               hasNan = hasColumns(database, "metrics", {"is_nan"}), hasNames = hasColumns(database, "runs", {"name"}),
               hasEnds = hasColumns(database, "runs", {"end_time"}),
               hasStages = hasColumns(database, "runs", {"lifecycle_stage"}),
               hasExperiments = hasColumns(database, "experiments", {"experiment_id", "name"}) &&
                                hasColumns(database, "runs", {"experiment_id"});
    std::vector<TrackedRun> runs;
    auto statement = database.prepare(
        "SELECT run_uuid, status, start_time, " + std::string(hasNames ? "name" : "''") + ", " +
        (hasEnds ? "end_time" : "0") + ", " +
        (hasExperiments ? "(SELECT e.name FROM experiments e WHERE e.experiment_id = runs.experiment_id)" : "''") +
        " FROM runs" + (hasStages ? " WHERE lifecycle_stage IS NOT 'deleted'" : "") + " ORDER BY start_time");
    if (!statement.ok()) return statement.error();
    auto done = statement->query({}, [&](const DatabaseRow& row) {
        TrackedRun& run = runs.emplace_back();
        run.from.tool = "MLflow";
        run.from.key = boundedText(row.text(0), 200);
        run.state = stateOf(row.text(1));
        run.started = static_cast<double>(row.integer(2)) * kMillisecond;
        run.name = boundedText(row.text(3), 200);
        run.ended = static_cast<double>(row.integer(4)) * kMillisecond;
        run.from.project = boundedText(row.text(5), 200);
        return Result<>();
    });
    if (!done.ok()) return done;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!report(progress, static_cast<double>(i) / static_cast<double>(runs.size()))) return importStopped();
        if (runs[i].from.key.empty()) continue;
        done = readDetails(database, runs[i], hasSteps, hasNan, progress);
        if (done.ok()) done = take(std::move(runs[i]));
        if (!done.ok()) return done;
    }
    return {};
}

}  // namespace gatelab
