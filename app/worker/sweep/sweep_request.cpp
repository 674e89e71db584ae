// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/sweep/sweep_request.h"

#include "io/json/json_text.h"
#include "worker/output/json_line.h"
#include "worker/sweep/study_training.h"

#include "config/config_difference.h"
#include "config/config_io.h"
#include "config/sweep_plan.h"
#include "data/experiment_check.h"
#include "data/recipe/shared_preparation.h"
#include "io/file_io.h"
#include "search/tpe.h"
#include "store/workspace.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::uint64_t kListBytes = 64u << 20, kPointsTried = 100;

/// Each object of a list (a JSON array, or one object per line) over the base.
Result<SweepRuns> readList(const std::filesystem::path& path, const ExperimentConfig& base, std::int64_t seeds) {
    const auto bytes = readFileBytes(path, kListBytes);
    if (!bytes.ok()) return bytes.error();
    SweepRuns runs;
    try {
        Json list = Json::array();
        if (const auto first = bytes->find_first_not_of(" \t\r\n");
            first != std::string::npos && (*bytes)[first] == '[')
            list = parseJson<Json>(*bytes);
        else
            for (std::size_t from = 0; from < bytes->size();) {
                const auto end = std::min(bytes->find('\n', from), bytes->size());
                const std::string line = bytes->substr(from, end - from);
                if (line.find_first_not_of(" \t\r") != std::string::npos) list.push_back(parseJson<Json>(line));
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

Result<std::vector<SweepAxis>> axesOf(const SweepOptions& options) {
    if (options.vary.empty())
        return Error{ErrorCode::InvalidInput,
                     "a sweep needs settings that vary: --vary learning_rate=0.001,0.003, --search tpe --trials 40 "
                     "--vary learning_rate=1e-4..1e-2:log, or --list FILE"};
    std::vector<SweepAxis> axes;
    for (const std::string& text : options.vary) {
        auto axis = parseSweepAxis(text);
        if (!axis.ok()) return axis.error();
        axes.push_back(std::move(*axis));
    }
    return axes;
}

Result<SweepRuns> plannedRuns(const SweepOptions& options, SearchMethod method, const ExperimentConfig& base) {
    if (!options.list.empty()) {
        if (!options.vary.empty()) return Error{ErrorCode::InvalidInput, "--list gives the settings; leave out --vary"};
        return readList(options.list, base, options.seeds);
    }
    if (method == SearchMethod::Grid && options.trials > 0)
        return Error{ErrorCode::InvalidInput,
                     "--trials: a grid trains every combination; name a --search, or end it with --budget"};
    if (method == SearchMethod::Random && options.trials == 0)
        return Error{ErrorCode::InvalidInput,
                     "--search random: --trials N says how many combinations are drawn, or --budget when it ends"};
    SweepPlan plan;
    plan.seeds = options.seeds;
    plan.drawSeed = options.drawSeed;
    plan.random = options.trials;
    auto axes = axesOf(options);
    if (!axes.ok()) return axes.error();
    plan.axes = std::move(*axes);
    auto runs = sweepRuns(base, plan);
    if (runs.ok() && plan.random > runs->settings)
        std::fprintf(stderr, "note: --trials: there are only %lld different combinations\n",
                     static_cast<long long>(runs->settings));
    return runs;
}

/// The budget as given, over `kept`.
Result<SearchBudget> budgetOf(const SweepOptions& options, const SearchBudget& kept = {}) {
    auto budget = parseBudget(options.budgetText);
    if (!budget.ok()) return budget.error().withContext("--budget");
    if (options.trials > 0) budget->trials = options.trials;
    return budget->isGiven() ? budget : kept;
}

/// Of many points of a space one can be trained; else why the first one cannot.
Result<> checkSpace(const SearchSpace& space, const Dataset* data) {
    Result<> first;
    for (std::uint64_t draw = 0; draw < kPointsTried; ++draw) {
        SearchPoint point = randomPoint(space.dimensions(), 0, draw);
        auto usable = firstError(checkExperiment(space.at(point), data));
        if (usable.ok()) return {};
        if (first.ok()) first = usable.error();
    }
    return first;
}

Result<Study> studyOf(const SweepOptions& options, SearchMethod method, const ExperimentConfig& base,
                      const Dataset* data) {
    if (!options.list.empty())
        return Error{ErrorCode::InvalidInput, "--list gives the settings; a search with a budget takes --vary"};
    if (options.seeds > 1)
        return Error{ErrorCode::InvalidInput,
                     "--seeds: a search with a budget trains one seed of each setting; --confirm N trains the best two "
                     "on fresh seeds"};
    auto axes = axesOf(options);
    if (!axes.ok()) return axes.error();
    const auto budget = budgetOf(options);
    if (!budget.ok()) return budget.error();
    Study study{SearchSpace(base, std::move(*axes)), method, *budget, options.drawSeed};
    if (auto usable = checkStudy(study); !usable.ok()) return usable.error();
    if (auto usable = checkSpace(study.space, data); !usable.ok()) return usable.error();
    return study;
}

}  // namespace

std::string labelIn(const ExperimentConfig& base, const ExperimentConfig& config) {
    std::string label;
    for (const ConfigChange& change : configChanges(base, config))
        if (!isCosmetic(*change.field))
            label += (label.empty() ? "" : " ") + std::string(change.field->key) + "=" + formatFieldValue(change.to);
    return label.empty() ? "seed=" + std::to_string(config.seed) : label;
}

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
        printJson(Json{{"known", {{"runs", known}, {"of", all}}}});
    else
        std::printf("%zu of %zu are already trained and count as they are\n", known, all);
    std::fflush(stdout);
}

Result<AskedSweep> givenSweep(const SweepOptions& options) {
    const auto method = searchMethodOf(options.search);
    if (!method.ok()) return method.error().withContext("--search");
    auto base = options.experiment.config();
    if (!base.ok()) return base.error();
    makePathsAbsolute(*base);
    auto data = options.experiment.suggestedData(*base, !options.quiet);
    if (!data.ok()) return data.error();
    AskedSweep asked{*base, *data};
    if (searchMethodRow(*method).learns || !options.budgetText.empty()) {
        auto study = studyOf(options, *method, *base, data->get());
        if (!study.ok()) return study.error();
        asked.study = std::move(*study);
        return asked;
    }
    auto planned = plannedRuns(options, *method, *base);
    if (!planned.ok()) return planned.error();
    for (const ExperimentConfig& config : planned->configs)
        if (auto usable = firstError(checkExperiment(config, data->get())); !usable.ok())
            return usable.error().withContext(labelIn(*base, config));
    asked.planned = std::move(*planned);
    return asked;
}

Result<SavedSweep> keptSweep(const SweepOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return workspace.error();
    auto kept = savedSweep((*workspace)->folder());
    if (kept.ok() && !kept->isThere())
        return Error{ErrorCode::NotFound,
                     "'" + (*workspace)->folder().string() + "' keeps no sweep to go on with; begin one with --vary"};
    return kept;
}

Result<AskedSweep> goneOnWith(SweepOptions& options) {
    auto kept = keptSweep(options);
    if (!kept.ok()) return kept.error();
    AskedSweep asked;
    if (kept->study) {
        if (options.experiment.given() || !options.vary.empty()) {
            const auto given = givenSweep(options);
            if (!given.ok()) return given.error();
            if (!given->study || !given->study->isSameSpace(*kept->study))
                return Error{ErrorCode::InvalidInput,
                             "--continue: the sweep of this workspace is another one; leave out the settings to go on "
                             "with it, or leave out --continue to begin this one"};
        }
        const auto budget = budgetOf(options, kept->study->budget);
        if (!budget.ok()) return budget.error();
        asked.study = std::move(*kept->study);
        asked.study->budget = *budget;
        asked.base = asked.study->space.base();
    } else {
        if (options.experiment.given() || !options.vary.empty() || !options.list.empty())
            return Error{ErrorCode::InvalidInput,
                         "--continue: the sweep of this workspace has its settings; leave them out, or leave out "
                         "--continue to begin another one"};
        asked.base = kept->settings.front();
        asked.planned.settings = std::ssize(kept->settings);
        for (const ExperimentConfig& setting : kept->settings)
            for (std::int64_t seed = 0; seed < kept->seeds; ++seed) {
                asked.planned.configs.push_back(setting);
                asked.planned.configs.back().seed += seed;
            }
        options.seeds = kept->seeds;
    }
    auto data = options.experiment.dataAsSet(asked.base);
    if (!data.ok()) return data.error();
    asked.data = std::move(*data);
    return asked;
}

std::shared_ptr<const Dataset> commonData(const AskedSweep& asked) {
    const std::string key = dataKey(asked.base);
    bool isOne = std::ranges::all_of(asked.planned.configs,
                                     [&](const ExperimentConfig& config) { return dataKey(config) == key; });
    if (asked.study)
        for (const SweepAxis& axis : asked.study->space.axes()) {
            std::vector<FieldValue> values = axis.values;
            if (axis.isRange) values = {valueAt(axis, axis.low), valueAt(axis, axis.high)};
            for (const FieldValue& value : values) {
                ExperimentConfig config = asked.base;
                (void)setFieldValue(config, *axis.field, value).ok();
                isOne = isOne && dataKey(config) == key;
            }
        }
    return isOne ? asked.data : nullptr;
}

}  // namespace gatelab::worker
