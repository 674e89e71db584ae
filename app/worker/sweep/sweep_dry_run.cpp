// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/sweep/sweep_dry_run.h"

#include "io/json/json.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"

#include "app/epoch_time.h"
#include "base/number_text.h"
#include "config/architecture.h"
#include "config/sweep_plan.h"
#include "data/experiment_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMaxMeasured = 6, kMaxShown = 30;

/// As many combinations at random as the search would train at most.
Result<SweepRuns> likeTheSearch(const Study& study, const Dataset* data) {
    const bool isGrid = study.method == SearchMethod::Grid;
    if (!isGrid && study.budget.trials == 0)
        return Error{ErrorCode::InvalidInput,
                     "--dry-run: without a budget of trials nobody knows how many there will be"};
    auto runs =
        sweepRuns(study.space.base(), {study.space.axes(), isGrid ? 0 : study.budget.trials, 1, study.drawSeed});
    if (runs.ok() && study.budget.trials > 0 && study.budget.trials < std::ssize(runs->configs))
        runs->configs.resize(static_cast<std::size_t>(runs->settings = study.budget.trials));
    if (runs.ok())
        std::erase_if(runs->configs,
                      [&](const ExperimentConfig& config) { return !firstError(checkExperiment(config, data)).ok(); });
    return runs;
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

int printDryRun(const SweepOptions& options, const ExperimentConfig& base, const std::vector<ExperimentConfig>& runs,
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
        for (const ExperimentConfig& run : runs) labels.push_back(labelIn(base, run));
        printJson(Json{{"sweep",
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
                         {"labels", labels}}}});
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
        std::printf("  %s\n", labelIn(base, runs[i]).c_str());
    if (runs.size() > kMaxShown) std::printf("  and %zu more\n", runs.size() - kMaxShown);
    std::printf("nothing was trained\n");
    return kDone;
}

}  // namespace

int dryRun(const SweepOptions& options, Engine& engine, const AskedSweep& asked, const TrainedSeeds& known) {
    const ExperimentConfig& base = asked.base;
    const auto data = commonData(asked);
    SweepRuns planned = asked.planned;
    if (asked.study) {
        auto runs = likeTheSearch(*asked.study, asked.data.get());
        if (!runs.ok()) return fail(runs.error(), options.json);
        planned = std::move(*runs);
    }
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
    return printDryRun(options, base, planned.configs, planned, needs, group, *time);
}

}  // namespace gatelab::worker
