// SPDX-License-Identifier: GPL-3.0-or-later
// "ranks": what messages between ranks cost, and what more ranks would gain.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/ranks/rank_options.h"
#include "worker/ranks/ranks_report.h"
#include "worker/runs.h"

#include "app/machines/place_measurement.h"
#include "app/machines/rank_forecast.h"
#include "store/workspace.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr double kMicros = 1e6, kMega = 1e6;
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

Json jsonOf(const MeasuredRanks& measured, const RankMachines& where, double load) {
    Json links = Json::array();
    for (const RankLink& link : measured.links)
        links.push_back({{"from", link.from},
                         {"to", link.to},
                         {"delay", link.delay},
                         {"per_message", link.perMessage},
                         {"bytes_per_second", link.bytesPerSecond}});
    Json json{{"hosts", measured.hosts}, {"links", std::move(links)}, {"load", load}};
    json.update(forecastJson(measured, where));
    return json;
}

void printMeasured(const MeasuredRanks& measured, const RankMachines& where, double load) {
    std::printf("%-9s %12s %14s %12s\n", "ranks", "delay [us]", "message [us]", "MB/s");
    for (const RankLink& link : measured.links)
        std::printf("%3lld - %-3lld %12.1f %14.1f %12.0f\n", static_cast<long long>(link.from),
                    static_cast<long long>(link.to), link.delay * kMicros, link.perMessage * kMicros,
                    link.bytesPerSecond / kMega);
    printForecast(measured, where);
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
    installSignals();
    ProgressLine progress(options.json);
    const double load = loadNow();
    const auto measured = measurePlace(**engine, asked, *config, *data, [&](double share) {
        progress.show("measuring", share);
        return signalCount == 0;
    });
    progress.end();
    if (!measured.ok()) return fail(measured.error(), options.json);
    const RankMachines where = machinesOf(measured->hosts);
    if (options.json)
        printJson(jsonOf(*measured, where, load));
    else
        printMeasured(*measured, where, load);
    if (options.isForgotten) return kDone;
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    KnownHosts known((*workspace)->folder());
    auto kept = known.add(asked.setup.hosts);
    if (kept.ok()) kept = known.keep(*measured);
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
    const auto isShown = std::make_shared<bool>(false);
    CLI::App* show = app.add_subcommand(
        "show",
        "What the workspace knows without measuring again: delay and rate between machines, each as it was measured "
        "last, what more ranks would gain, and the runs that train with ranks now");
    options->workspace.addTo(*show);
    show->add_flag("--json", options->json, "As one JSON object; seconds and bytes");
    show->parse_complete_callback([isShown] { *isShown = true; });
    return [options, isShown] { return *isShown ? showRanks(options->workspace, options->json) : measure(*options); };
}

}  // namespace gatelab::worker
