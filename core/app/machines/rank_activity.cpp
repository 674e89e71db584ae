// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/machines/rank_activity.h"

#include "run/metric.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {

constexpr int kSteps = 256;  // of the newest

Result<std::vector<double>> newestOf(Database& database, MetricId metric) {
    auto statement = database.prepare(
        "SELECT value FROM metrics WHERE metric = (SELECT id FROM metric_keys WHERE key = ?1) ORDER BY rowid DESC "
        "LIMIT ?2");
    if (!statement) return statement.error();
    std::vector<double> values;
    const std::string key = channelKey({metric, 0});
    auto done = statement->query({key, kSteps}, [&](const DatabaseRow& row) {
        if (const double value = row.number(0); std::isfinite(value)) values.push_back(value);
        return Result<>();
    });
    return done ? Result<std::vector<double>>(std::move(values)) : done.error();
}

double meanOf(const std::vector<double>& values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Result<RankActivity> activityOf(const std::filesystem::path& folder, RunSummary run) {
    RankActivity found;
    found.run = std::move(run);
    found.ranks = found.run.config->ranks;
    auto database = run_files::openDatabase(folder, Database::Mode::ReadOnly);
    if (!database) return database.error();
    const auto waiting = newestOf(*database, MetricId::WaitingShare);
    if (!waiting) return waiting.error();
    const auto bytes = newestOf(*database, MetricId::RankBytes);
    if (!bytes) return bytes.error();
    const auto slowest = newestOf(*database, MetricId::SlowestRank);
    if (!slowest) return slowest.error();
    found.waiting = meanOf(*waiting);
    found.bytes = meanOf(*bytes);
    for (const double rank : *slowest) {
        if (rank < 0 || rank >= static_cast<double>(found.ranks)) continue;
        found.slowest.resize(static_cast<std::size_t>(found.ranks));
        found.slowest[static_cast<std::size_t>(rank)] += 1 / static_cast<double>(slowest->size());
    }
    return found;
}

}  // namespace

std::int64_t RankActivity::slowestRank() const {
    return slowest.empty() ? -1 : std::ranges::max_element(slowest) - slowest.begin();
}

Result<std::vector<RankActivity>> rankActivities(Workspace& workspace) {
    const auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    std::vector<RankActivity> all;
    for (const RunSummary& run : *runs) {
        if (!run_files::isLive(run.state) || run.config->ranks <= 1) continue;
        auto one = activityOf(runFolderIn(workspace.folder(), run.id), run);
        if (!one.ok()) return one.error();
        all.push_back(std::move(*one));
    }
    return all;
}

}  // namespace gatelab
