// SPDX-License-Identifier: GPL-3.0-or-later
// "sweep": one experiment with several values of some settings, trained together, the best told with what fresh seeds
// make of it.
#include "worker/commands.h"
#include "worker/group_options.h"
#include "worker/group_runs.h"
#include "worker/options.h"
#include "worker/output/json_number.h"
#include "worker/output/sweep_report.h"

#include "app/epoch_time.h"
#include "base/number_text.h"
#include "config/config_difference.h"
#include "config/config_io.h"
#include "config/sweep_plan.h"
#include "data/experiment_check.h"
#include "data/recipe/shared_preparation.h"
#include "io/file_io.h"
#include "store/saved_sweep.h"
#include "store/workspace.h"
#include "verdict/trained_seeds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kListBytes = 64u << 20;
constexpr std::size_t kMaxMeasured = 6, kMaxShown = 30;

struct SweepOptions {
    ExperimentOptions experiment;
    WorkspaceOptions workspace;
    GroupOptions group;
    std::vector<std::string> grid, random;
    std::filesystem::path list;
    std::int64_t seeds = 1, drawSeed = 1, confirm = 0, diskWait = kDiskPatience.count();
    bool json = false, quiet = false, dryRun = false, oneByOne = false, known = false;
};

/// Each object of a list (a JSON array, or one object per line) over the base.
Result<SweepRuns> readList(const std::filesystem::path& path, const ExperimentConfig& base, std::int64_t seeds) {
    const auto bytes = readFileBytes(path, kListBytes);
    if (!bytes.ok()) return bytes.error();
    SweepRuns runs;
    try {
        Json list = Json::array();
        if (const auto first = bytes->find_first_not_of(" \t\r\n");
            first != std::string::npos && (*bytes)[first] == '[')
            list = Json::parse(*bytes);
        else
            for (std::size_t from = 0; from < bytes->size();) {
                const auto end = std::min(bytes->find('\n', from), bytes->size());
                const std::string line = bytes->substr(from, end - from);
                if (line.find_first_not_of(" \t\r") != std::string::npos) list.push_back(Json::parse(line));
                from = end + 1;
            }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string where = path.string() + ", entry " + std::to_string(i + 1);
            if (!list[i].is_object())
                return Error{ErrorCode::InvalidInput,
                             where + ": settings are an object such as {\"learning_rate\": 0.001}"};
            for (const auto& [key, value] : list[i].items())
                if (findField(key) == nullptr)
                    return Error{ErrorCode::InvalidInput, where + ": there is no setting '" + key + "'"};
            Json merged = Json::parse(configToJson(base));
            merged.update(list[i]);
            auto config = configFromJson(merged.dump());
            if (!config.ok()) return Error{ErrorCode::InvalidInput, config.error().phrase}.withContext(where);
            ++runs.settings;
            for (std::int64_t seed = 0; seed < seeds; ++seed) {
                runs.configs.push_back(config->config);
                runs.configs.back().seed += seed;
            }
        }
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::InvalidInput, path.string() + ": " + problem.what()};
    }
    if (runs.configs.empty()) return Error{ErrorCode::InvalidInput, path.string() + " holds no settings"};
    return runs;
}

Result<SweepRuns> plannedRuns(const SweepOptions& options, const ExperimentConfig& base) {
    if (!options.list.empty()) {
        if (!options.grid.empty() || !options.random.empty())
            return Error{ErrorCode::InvalidInput, "--list gives the settings; leave out --grid and --random"};
        return readList(options.list, base, options.seeds);
    }
    SweepPlan plan;
    plan.seeds = options.seeds;
    plan.drawSeed = options.drawSeed;
    std::vector<std::string> axes = options.grid;
    if (!options.random.empty()) {
        const std::string& count = options.random.front();
        if (count.empty() || count.size() > 6 || count.find_first_not_of("0123456789") != std::string::npos ||
            (plan.random = std::stoll(count)) < 1)
            return Error{ErrorCode::InvalidInput,
                         "--random: begins with how many combinations are drawn, as in --random 20 "
                         "learning_rate=1e-4..1e-2:log; '" +
                             count + "' is no such number"};
        axes.insert(axes.end(), options.random.begin() + 1, options.random.end());
    }
    if (axes.empty())
        return Error{ErrorCode::InvalidInput,
                     "a sweep needs settings that vary: --grid learning_rate=0.001,0.003, --random 20 "
                     "learning_rate=1e-4..1e-2:log, or --list FILE"};
    for (const std::string& text : axes) {
        auto axis = parseSweepAxis(text);
        if (!axis.ok()) return axis.error();
        plan.axes.push_back(std::move(*axis));
    }
    auto runs = sweepRuns(base, plan);
    if (runs.ok() && plan.random > runs->settings)
        std::fprintf(stderr, "note: --random: there are only %lld different combinations\n",
                     static_cast<long long>(runs->settings));
    return runs;
}

/// "learning_rate=0.003 seed=2": in what it differs from the base.
std::string labelIn(const ExperimentConfig& base, const ExperimentConfig& config) {
    std::string label;
    for (const ConfigChange& change : configChanges(base, config))
        if (!isCosmetic(*change.field))
            label += (label.empty() ? "" : " ") + std::string(change.field->key) + "=" + formatFieldValue(change.to);
    return label.empty() ? "seed=" + std::to_string(config.seed) : label;
}

std::vector<RunOrder> ordersOf(const std::vector<ExperimentConfig>& configs,
                               const std::shared_ptr<const Dataset>& data) {
    std::vector<RunOrder> runs;
    for (const ExperimentConfig& config : configs) runs.push_back({.config = config, .data = data});
    return runs;
}

/// The runs of the workspace where they count; of one that is not there yet, none.
Result<TrainedSeeds> knownRuns(const SweepOptions& options) {
    if (!options.known || !options.workspace.isThere()) return TrainedSeeds();
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return workspace.error();
    const auto runs = (*workspace)->runs();
    if (!runs.ok()) return runs.error();
    return TrainedSeeds(groupRuns(*runs));
}

void printKnown(const SweepOptions& options, std::size_t known, std::size_t all) {
    if (options.quiet || known == 0) return;
    if (options.json)
        std::printf("%s\n", Json{{"known", {{"runs", known}, {"of", all}}}}.dump().c_str());
    else
        std::printf("%zu of %zu are already trained and count as they are\n", known, all);
    std::fflush(stdout);
}

/// How long all of it trains, from epochs that were measured now; kinds of equal work are measured once, of many some,
/// the others by their operations.
struct SweepTime {
    double seconds = 0;
    std::size_t kinds = 0, measured = 0;
};

double operationsOf(const ExperimentConfig& config, const RunNeeds& needs) {
    ModelShape shape;
    shape.inputs = needs.data->series ? static_cast<std::int64_t>(needs.data->series->channels.size()) : 1;
    return std::max(1.0, describeArchitecture(config, shape).multiplyAdds *
                             static_cast<double>(config.batchSize * needs.stepsPerEpoch));
}

Result<SweepTime> measureSweep(Engine& engine, const std::vector<ExperimentConfig>& configs,
                               const std::vector<RunNeeds>& needs, bool oneByOne, const Progress& progress) {
    struct Kind {
        ExperimentConfig work;
        std::size_t first = 0;
        double operations = 0, epochSeconds = 0;
    };
    std::vector<Kind> kinds;
    std::vector<std::size_t> kindOf;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        const ExperimentConfig work = epochWork(configs[i]);
        auto found = std::ranges::find(kinds, work, &Kind::work);
        if (found == kinds.end()) found = kinds.insert(kinds.end(), {work, i, operationsOf(configs[i], needs[i])});
        kindOf.push_back(static_cast<std::size_t>(found - kinds.begin()));
    }
    SweepTime time;
    time.kinds = kinds.size();
    std::vector<std::size_t> byWork(kinds.size());
    for (std::size_t i = 0; i < byWork.size(); ++i) byWork[i] = i;
    std::ranges::sort(byWork, {}, [&](std::size_t i) { return kinds[i].operations; });
    // The least, the most and some between.
    const std::size_t count = std::min(kMaxMeasured, kinds.size());
    for (std::size_t i = 0; i < count; ++i) {
        Kind& kind = kinds[byWork[count == 1 ? 0 : i * (kinds.size() - 1) / (count - 1)]];
        const auto measured = measureEpochTime(engine, configs[kind.first], needs[kind.first].data, progress,
                                               oneByOne || needs[kind.first].gpu ? 0 : 1);
        if (!measured.ok()) return measured.error();
        kind.epochSeconds = measured->seconds;
        ++time.measured;
    }
    for (std::size_t i = 0; i < configs.size(); ++i) {
        Kind& kind = kinds[kindOf[i]];
        if (kind.epochSeconds <= 0) {
            const auto nearest = std::ranges::min_element(kinds, {}, [&](const Kind& other) {
                return other.epochSeconds > 0 ? std::abs(std::log(other.operations / kind.operations)) : INFINITY;
            });
            kind.epochSeconds = nearest->epochSeconds * kind.operations / nearest->operations;
        }
        const double epochs =
            configs[i].maxSteps > 0
                ? std::min(static_cast<double>(configs[i].epochs),
                           static_cast<double>(configs[i].maxSteps) / static_cast<double>(needs[i].stepsPerEpoch))
                : static_cast<double>(configs[i].epochs);
        time.seconds += kind.epochSeconds * epochs;
    }
    return time;
}

int printDryRun(const SweepOptions& options, const ExperimentConfig& base, const std::vector<RunOrder>& runs,
                const SweepRuns& planned, const std::vector<RunNeeds>& needs, const TrainingGroup& group,
                const SweepTime& time) {
    const auto largest = std::ranges::max_element(needs, {}, [](const RunNeeds& one) { return one.ownBytes(); });
    std::int64_t atOnce = static_cast<std::int64_t>(runs.size());
    for (const RunNeeds& one : needs) atOnce = std::min(atOnce, group.maxAtOnce(one));
    const double seconds = time.seconds / static_cast<double>(atOnce),
                 bytes = largest->memory.framework + largest->sharedBytes() +
                         static_cast<double>(atOnce) * largest->ownBytes();
    if (options.json) {
        Json labels = Json::array();
        for (const RunOrder& run : runs) labels.push_back(labelIn(base, run.config));
        std::printf("%s\n", Json{{"sweep",
                                  {{"runs", runs.size()},
                                   {"settings", planned.settings},
                                   {"seeds", options.seeds},
                                   {"at_once", atOnce},
                                   {"seconds", number(seconds)},
                                   {"kinds", time.kinds},
                                   {"measured", time.measured},
                                   {"bytes", number(bytes)},
                                   {"run_bytes", number(largest->ownBytes())},
                                   {"shared_bytes", number(largest->sharedBytes())},
                                   {"memory_bytes", number(group.memoryBytes())},
                                   {"labels", labels}}}}
                                .dump(-1, ' ', false, Json::error_handler_t::replace)
                                .c_str());
        return kDone;
    }
    if (static_cast<std::int64_t>(runs.size()) == planned.settings * options.seeds)
        std::printf("%zu runs: %lld settings, %lld %s each; %lld at once\n", runs.size(),
                    static_cast<long long>(planned.settings), static_cast<long long>(options.seeds),
                    options.seeds == 1 ? "seed" : "seeds", static_cast<long long>(atOnce));
    else
        std::printf("%zu %s left; %lld at once\n", runs.size(), runs.size() == 1 ? "run is" : "runs are",
                    static_cast<long long>(atOnce));
    std::printf(
        "training time: about %s (%zu of %zu kinds of work measured now; without start and test of each run, and less "
        "where runs stop early)\n",
        spanText(seconds).c_str(), time.measured, time.kinds);
    std::printf(
        "memory: about %s (%s for each run, %s for the data of all, %s for program and libraries); %s are free\n",
        bytesText(bytes).c_str(), bytesText(largest->ownBytes()).c_str(), bytesText(largest->sharedBytes()).c_str(),
        bytesText(largest->memory.framework).c_str(), bytesText(group.memoryBytes()).c_str());
    for (std::size_t i = 0; i < std::min(runs.size(), kMaxShown); ++i)
        std::printf("  %s\n", labelIn(base, runs[i].config).c_str());
    if (runs.size() > kMaxShown) std::printf("  and %zu more\n", runs.size() - kMaxShown);
    std::printf("nothing was trained\n");
    return kDone;
}

int dryRun(const SweepOptions& options, Engine& engine, const ExperimentConfig& base, SweepRuns planned,
           const TrainedSeeds& known, const std::shared_ptr<const Dataset>& data) {
    const auto count = std::erase_if(planned.configs, [&](const auto& config) { return known.contains(config); });
    printKnown(options, count, count + planned.configs.size());
    if (planned.configs.empty()) {
        std::printf("%s\n", options.json ? R"({"sweep":{"runs":0}})" : "nothing was trained");
        return kDone;
    }
    const TrainingGroup group(engine, {options.group.atOnce, options.group.limits().memoryBytes, options.oneByOne});
    std::vector<RunNeeds> needs;
    for (const ExperimentConfig& config : planned.configs) {
        auto one = engine.needs(config, data, {}, group.shared());
        if (!one.ok()) return fail(one.error().withContext(labelIn(planned.configs.front(), config)), options.json);
        needs.push_back(std::move(*one));
    }
    const auto time =
        measureSweep(engine, planned.configs, needs, options.oneByOne, [](double) { return signalCount.load() == 0; });
    if (!time.ok()) return fail(time.error(), options.json);
    return printDryRun(options, base, ordersOf(planned.configs, data), planned, needs, group, *time);
}

/// What came of a run that is not trained again.
GroupRunEnd knownEnd(const SeedScore& known) {
    GroupRunEnd end;
    end.begun = true;
    end.run = known.run;
    end.state = known.diverged() ? RunState::Failed : RunState::Finished;
    end.code = known.diverged() ? ErrorCode::NonFinite : ErrorCode::Internal;
    end.validation = known.validation;
    end.seconds = known.seconds;
    return end;
}

/// How all of them ended: those that are known as they are, the others trained now.
std::vector<GroupRunEnd> train(const SweepOptions& options, Engine& engine, const ExperimentConfig& base,
                               const std::vector<ExperimentConfig>& configs, const TrainedSeeds& known,
                               const std::shared_ptr<const Dataset>& data, const GroupTraining& how) {
    std::vector<GroupRunEnd> ends(configs.size());
    std::vector<ExperimentConfig> left;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        if (const SeedScore* score = known.find(configs[i])) {
            ends[i] = knownEnd(*score);
        } else {
            left.push_back(configs[i]);
            places.push_back(i);
        }
    }
    printKnown(options, configs.size() - left.size(), configs.size());
    if (left.empty()) return ends;
    GroupTraining labelled = how;
    for (const ExperimentConfig& config : left) labelled.labels.push_back(labelIn(base, config));
    auto trained = trainGroup(engine, ordersOf(left, data), labelled);
    for (std::size_t i = 0; i < places.size(); ++i) ends[places[i]] = std::move(trained[i]);
    return ends;
}

/// The best two settings once more, on seeds that the sweep has not seen.
void confirm(const SweepOptions& options, Engine& engine, const ExperimentConfig& base, const TrainedSeeds& known,
             const std::shared_ptr<const Dataset>& data, const GroupTraining& how, SweepReport& report) {
    std::vector<ExperimentConfig> configs;
    const std::size_t settings = std::min<std::size_t>(2, report.ranked());
    for (std::int64_t seed = 0; seed < options.confirm; ++seed)
        for (std::size_t k = 0; k < settings; ++k) {  // both in turn, so that a disturbance of the machine hits both
            configs.push_back(report.setting(k));
            configs.back().seed = base.seed + options.seeds + seed;
        }
    if (!options.quiet && !options.json)
        std::printf("\nthe best %s again, on %lld fresh seeds\n", settings == 2 ? "two" : "one",
                    static_cast<long long>(options.confirm));
    report.confirm(configs, train(options, engine, base, configs, known, data, how));
}

int sweep(const SweepOptions& options) {
    auto base = options.experiment.config();
    if (!base.ok()) return fail(base.error(), options.json);
    makePathsAbsolute(*base);
    const auto data = options.experiment.suggestedData(*base, !options.quiet);
    if (!data.ok()) return fail(data.error(), options.json);
    const auto planned = plannedRuns(options, *base);
    if (!planned.ok()) return fail(planned.error(), options.json);
    for (const ExperimentConfig& config : planned->configs)
        if (auto usable = firstError(checkExperiment(config, data->get())); !usable.ok())
            return fail(usable.error().withContext(labelIn(*base, config)), options.json);
    printDataFindings(**data, *base, false);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    if (auto limited = limitMemory(*base, (*engine)->info()); !limited.ok()) return fail(limited.error(), options.json);
    installSignals();
    // Data that a setting of the sweep names are read by it.
    const bool isOneData = std::ranges::all_of(
        planned->configs, [&](const ExperimentConfig& config) { return dataKey(config) == dataKey(*base); });
    const std::shared_ptr<const Dataset> common = isOneData ? *data : nullptr;
    const auto known = knownRuns(options);
    if (!known.ok()) return fail(known.error(), options.json);
    if (options.dryRun) return dryRun(options, **engine, *base, *planned, *known, common);
    const auto workspace = options.workspace.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const GroupTraining how{workspace->get(),
                            {options.group.atOnce, options.group.limits().memoryBytes, options.oneByOne},
                            options.json,
                            options.quiet,
                            std::chrono::seconds(options.diskWait)};
    SavedSweep sweep{{}, options.seeds};
    for (std::size_t i = 0; i < planned->configs.size(); i += static_cast<std::size_t>(options.seeds))
        sweep.settings.push_back(planned->configs[i]);
    if (auto kept = keepSweep((*workspace)->folder(), sweep); !kept.ok())
        std::fprintf(stderr, "note: the window will not tell the result: %s\n", kept.error().message.c_str());
    const auto ends = train(options, **engine, *base, planned->configs, *known, common, how);
    SweepReport report(*base, planned->configs, ends, options.seeds);
    if (options.confirm > 0 && signalCount.load() == 0 && report.ranked() > 0)
        confirm(options, **engine, *base, *known, common, how, report);
    if (options.json)
        std::printf("%s\n", report.json().c_str());
    else
        std::printf("\n%s", report.text().c_str());
    return exitCode(ends);
}

}  // namespace

CommandAction setSweep(CLI::App& app) {
    const auto options = std::make_shared<SweepOptions>();
    options->experiment.addTo(app);
    options->experiment.addSuggest(app);
    options->workspace.addTo(app);
    app.add_option("--grid", options->grid,
                   "Settings and their values, every combination is trained: learning_rate=0.001,0.003 "
                   "hidden_size=32,64; dropout=0..0.5:6 takes six values of a range, "
                   "learning_rate=1e-4..1e-2:log:5 five at equal factors; values with commas are told apart by |")
        ->expected(1, -1)
        ->group("Sweep");
    app.add_option("--random", options->random,
                   "How many combinations are drawn at random, and settings with a range (or values) to draw from: 20 "
                   "learning_rate=1e-4..1e-2:log hidden_size=16..128")
        ->expected(1, -1)
        ->group("Sweep");
    app.add_option("--list", options->list,
                   "A file with the settings: a JSON array of objects, or an object per line, each over the settings "
                   "given here")
        ->group("Sweep");
    app.add_option("--seeds", options->seeds, "Successive seeds of each setting (1)")
        ->check(CLI::Range(1, 1000))
        ->group("Sweep");
    app.add_option("--draw-seed", options->drawSeed,
                   "Start of the random combinations: the same one gives the same (1)")
        ->check(CLI::Range(0, 2147483647))
        ->group("Sweep");
    app.add_option("--confirm", options->confirm,
                   "Then train the best two settings on so many fresh seeds: the best of many is lucky, and this says "
                   "by how much, and whether it is better than the second "
                   "(the verdict needs 6)")
        ->check(CLI::Range(1, 1000))
        ->group("Sweep");
    app.add_flag("--known", options->known,
                 "Runs of the workspace with these very settings and seeds count as they are; only what is missing is "
                 "trained (on the same machine it would give the same numbers)")
        ->group("Sweep");
    app.add_flag("--dry-run", options->dryRun,
                 "Train nothing: say how many runs there would be, how long they would train (measured now) and how "
                 "much memory they would take")
        ->group("Sweep");
    app.add_flag("--one-by-one", options->oneByOne, "One run after the other, each with all cores")->group("Together");
    options->group.addTo(app);
    app.add_flag("--json", options->json,
                 "JSON lines as runs begin, end an epoch and end, and once a second how far all are; the last line is "
                 "the result: settings, best first");
    app.add_flag("--quiet", options->quiet, "Only the result");
    addDiskWait(app, options->diskWait);
    return [options] { return sweep(*options); };
}

}  // namespace gatelab::worker
