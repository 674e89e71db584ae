// SPDX-License-Identifier: GPL-3.0-or-later
// "ranks": what messages between ranks cost, and what more ranks would gain.
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/progress_line.h"
#include "worker/ranks/rank_options.h"
#include "worker/runs.h"

#include "app/place_measurement.h"
#include "app/rank_forecast.h"
#include "store/workspace.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kMillis = 1e3, kMicros = 1e6, kMega = 1e6;
constexpr double kQuiet = 0.5;  // of the cores, busy before

struct MeasureOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    RankOptions ranks;
    bool json = false, isForgotten = false;
};

double loadNow() {
    double load[1] = {0};
    return getloadavg(load, 1) == 1 ? load[0] : 0;
}

Json jsonOf(const PlaceMeasurement& measured, const std::vector<RankForecast>& forecasts, const RankMachines& where,
            double load) {
    Json links = Json::array(), rows = Json::array();
    for (const RankLink& link : measured.links)
        links.push_back({{"from", link.from},
                         {"to", link.to},
                         {"delay", link.delay},
                         {"per_message", link.perMessage},
                         {"bytes_per_second", link.bytesPerSecond}});
    for (const RankForecast& one : forecasts)
        rows.push_back(
            {{"ranks", one.ranks}, {"compute", one.compute}, {"exchange", one.exchange}, {"gain", one.gain}});
    const SharedStep& work = measured.found.work;
    return {{"hosts", measured.found.hosts},
            {"links", std::move(links)},
            {"step",
             {{"seconds", work.seconds},
              {"gradient_bytes", work.gradientBytes},
              {"rows", work.rows},
              {"blocks", work.blocks}}},
            {"machines", where.machines},
            {"cores", where.cores},
            {"load", load},
            {"forecast", std::move(rows)},
            {"advice", rankAdvice(forecasts, where).english()}};
}

void printMeasured(const PlaceMeasurement& measured, const std::vector<RankForecast>& forecasts,
                   const RankMachines& where, double load) {
    std::printf("%-9s %12s %14s %12s\n", "ranks", "delay [us]", "message [us]", "MB/s");
    for (const RankLink& link : measured.links)
        std::printf("%3lld - %-3lld %12.1f %14.1f %12.0f\n", static_cast<long long>(link.from),
                    static_cast<long long>(link.to), link.delay * kMicros, link.perMessage * kMicros,
                    link.bytesPerSecond / kMega);
    const SharedStep& work = measured.found.work;
    std::printf("\na step of these settings: %.2f ms on one core, %.0f kB of gradients, %lld rows\n\n",
                work.seconds * kMillis, work.gradientBytes / 1e3, static_cast<long long>(work.rows));
    std::printf("%6s %14s %15s %12s\n", "ranks", "compute [ms]", "exchange [ms]", "times alone");
    for (const RankForecast& one : forecasts)
        std::printf("%6lld %14.2f %15.2f %12.2f\n", static_cast<long long>(one.ranks), one.compute * kMillis,
                    one.exchange * kMillis, one.gain);
    std::printf("1 is one process with its threads on the %lld cores of this computer\n",
                static_cast<long long>(where.cores));
    std::printf("%s\n", consoleText(rankAdvice(forecasts, where)).c_str());
    if (load > kQuiet * static_cast<double>(where.cores))
        std::printf("the load was %.1f on %lld cores: other programs disturbed the measurement\n", load,
                    static_cast<long long>(where.cores));
}

int measure(const MeasureOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    makePathsAbsolute(*config);
    const auto place = options.ranks.place();
    if (!place.ok()) return fail(place.error(), options.json);
    const auto data = options.experiment.suggestedData(*config, false);
    if (!data.ok()) return fail(data.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    TrainingPlace asked = **place;
    if (asked.ranks == 0) asked.ranks = config->ranks;
    ProgressLine progress(options.json);
    const double load = loadNow();
    const auto measured = measurePlace(**engine, asked, *config, *data, [&](double share) {
        progress.show("measuring", share);
        return signalCount == 0;
    });
    progress.end();
    if (!measured.ok()) return fail(measured.error(), options.json);
    const RankMachines where = machinesOf(measured->found.hosts);
    const auto forecasts = forecastRanks(measured->found.work, measured->found.costs, where);
    if (options.json)
        std::printf("%s\n", jsonOf(*measured, forecasts, where, load).dump().c_str());
    else
        printMeasured(*measured, forecasts, where, load);
    if (options.isForgotten) return kDone;
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    KnownHosts known((*workspace)->folder());
    auto kept = known.add(asked.setup.hosts);
    if (kept.ok()) kept = known.keep(measured->found);
    return kept.ok() ? int{kDone} : fail(kept.error(), options.json);
}

}  // namespace

CommandAction setRanks(CLI::App& app) {
    const auto options = std::make_shared<MeasureOptions>();
    app.require_subcommand(1);
    CLI::App* command = app.add_subcommand(
        "measure",
        "What a message between ranks costs (delay, each further one, bytes per second), and what 2 to 1,024 ranks "
        "would gain by that over one process with all cores of this computer; their number here is --ranks (2 at "
        "least)");
    options->experiment.addTo(*command);
    options->experiment.addSuggest(*command);
    options->workspace.addTo(*command);
    options->ranks.addTo(*command);
    command->add_flag("--json", options->json, "As one JSON object; seconds and bytes");
    command->add_flag("--no-store", options->isForgotten, "Keep nothing for the window");
    return [options] { return measure(*options); };
}

}  // namespace gatelab::worker
