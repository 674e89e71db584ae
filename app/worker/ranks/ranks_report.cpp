// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/ranks/ranks_report.h"

#include "app/machines/host_matrix.h"
#include "app/machines/rank_activity.h"
#include "app/run_names.h"
#include "io/json/json.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/local_time.h"
#include "worker/runs.h"

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kMillis = 1e3, kMicros = 1e6, kMega = 1e6;
constexpr int kCell = 14;

std::string nameOf(const std::string& host) { return host.empty() ? "(this machine)" : shown(host); }

void printMatrix(const HostMatrix& matrix, const char* title, double (*figure)(const LinkCosts&), int digits) {
    std::printf("%-18s", title);
    for (const std::string& host : matrix.hosts) std::printf(" %*.*s", kCell, kCell, nameOf(host).c_str());
    std::printf("\n");
    for (std::size_t from = 0; from < matrix.hosts.size(); ++from) {
        std::printf("%-18.18s", nameOf(matrix.hosts[from]).c_str());
        for (std::size_t to = 0; to < matrix.hosts.size(); ++to)
            if (const auto& link = matrix.at(from, to))
                std::printf(" %*.*f", kCell, digits, figure(link->costs));
            else
                std::printf(" %*s", kCell, "-");
        std::printf("\n");
    }
}

Json matrixJson(const HostMatrix& matrix) {
    Json links = Json::array();
    for (std::size_t from = 0; from < matrix.hosts.size(); ++from)
        for (std::size_t to = from; to < matrix.hosts.size(); ++to)
            if (const auto& link = matrix.at(from, to))
                links.push_back({{"from", matrix.hosts[from]},
                                 {"to", matrix.hosts[to]},
                                 {"delay", link->costs.delay},
                                 {"per_message", link->costs.perMessage},
                                 {"bytes_per_second", link->costs.bytesPerSecond},
                                 {"measured", link->measured}});
    return {{"hosts", matrix.hosts}, {"links", std::move(links)}};
}

void printActivity(const RankActivity& one) {
    std::printf("%s: %lld ranks", shown(numberedName(one.run).english()).c_str(), static_cast<long long>(one.ranks));
    if (std::isnan(one.waiting)) {
        std::printf(", nothing told yet\n");
        return;
    }
    std::printf(", wait %.0f %% of a step, %.0f kB per step of rank 0\n", 100 * one.waiting, one.bytes / 1e3);
    for (std::size_t rank = 0; rank < one.slowest.size(); ++rank)
        std::printf("  rank %zu: the slowest in %.0f %% of the steps\n", rank, 100 * one.slowest[rank]);
}

Json activityJson(const RankActivity& one) {
    return {{"run", one.run.id},
            {"number", one.run.number},
            {"ranks", one.ranks},
            {"waiting_share", number(one.waiting)},
            {"rank_bytes", number(one.bytes)},
            {"slowest_rank", one.slowestRank()},
            {"slowest", one.slowest}};
}

}  // namespace

void printForecast(const MeasuredRanks& measured, const RankMachines& where) {
    const SharedStep& work = measured.work;
    std::printf("\na step of these settings: %.2f ms on one core, %.0f kB of gradients, %lld rows\n\n",
                work.seconds * kMillis, work.gradientBytes / 1e3, static_cast<long long>(work.rows));
    std::printf("%6s %14s %15s %12s\n", "ranks", "compute [ms]", "exchange [ms]", "times alone");
    const auto forecasts = forecastRanks(work, measured.costs, where);
    for (const RankForecast& one : forecasts)
        std::printf("%6lld %14.2f %15.2f %12.2f\n", static_cast<long long>(one.ranks), one.compute * kMillis,
                    one.exchange * kMillis, one.gain);
    std::printf("1 is one process with its threads on the %lld cores of this computer\n",
                static_cast<long long>(where.cores));
    std::printf("%s\n", consoleText(rankAdvice(forecasts, where)).c_str());
    std::printf("%s\n", consoleText(coresAdvice(work, measured.costs, where.cores)).c_str());
}

Json forecastJson(const MeasuredRanks& measured, const RankMachines& where) {
    const SharedStep& work = measured.work;
    const auto forecasts = forecastRanks(work, measured.costs, where);
    Json rows = Json::array();
    for (const RankForecast& one : forecasts)
        rows.push_back(
            {{"ranks", one.ranks}, {"compute", one.compute}, {"exchange", one.exchange}, {"gain", one.gain}});
    return {{"step",
             {{"seconds", work.seconds},
              {"gradient_bytes", work.gradientBytes},
              {"rows", work.rows},
              {"blocks", work.blocks}}},
            {"machines", where.machines},
            {"cores", where.cores},
            {"forecast", std::move(rows)},
            {"advice", rankAdvice(forecasts, where).english()},
            {"cores_advice", coresAdvice(work, measured.costs, where.cores).english()}};
}

int showRanks(const WorkspaceOptions& options, bool json) {
    const auto workspace = options.openExisting(json);
    if (!workspace.ok()) return fail(workspace.error(), json);
    const auto known = KnownHosts((*workspace)->folder()).read();
    if (!known.ok()) return fail(known.error(), json);
    const auto running = rankActivities(**workspace);
    if (!running.ok()) return fail(running.error(), json);
    const HostMatrix matrix = hostMatrix(*known);
    Json measured = Json::array(), runs = Json::array();
    if (!json && matrix.isEmpty())
        std::printf("nothing is measured yet; measure: gatelab-worker ranks measure --hosts NAME\n");
    if (!json && !matrix.isEmpty()) {
        printMatrix(
            matrix, "delay [us]", [](const LinkCosts& costs) { return costs.delay * kMicros; }, 1);
        printMatrix(
            matrix, "rate [MB/s]", [](const LinkCosts& costs) { return costs.bytesPerSecond / kMega; }, 0);
    }
    for (const MeasuredRanks& one : known->measured) {
        const RankMachines where = machinesOf(one.hosts);
        Json forecast = forecastJson(one, where);
        forecast["hosts"] = one.hosts;
        forecast["measured"] = one.measured;
        measured.push_back(std::move(forecast));
        if (json) continue;
        std::printf("\nmeasured %s with %lld ranks %s%s\n", localTimeText(one.measured).c_str(),
                    static_cast<long long>(one.ranks), one.hosts.empty() ? "here" : "here and on ",
                    shown(one.hosts).c_str());
        printForecast(one, where);
    }
    for (const RankActivity& one : *running)
        if (json)
            runs.push_back(activityJson(one));
        else
            printActivity(one);
    if (json)
        printJson(Json{{"matrix", matrixJson(matrix)}, {"measured", std::move(measured)}, {"runs", std::move(runs)}});
    return kDone;
}

}  // namespace gatelab::worker
