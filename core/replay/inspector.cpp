// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/inspector.h"

#include "baselines/class_scores.h"
#include "config/config_io.h"
#include "config/setting_predicates.h"
#include "data/sequences/parts_of_run.h"
#include "io/file_io.h"
#include "replay/ablation.h"
#include "replay/attribution.h"
#include "replay/cell_walk.h"
#include "replay/gradient_path.h"
#include "replay/importance.h"
#include "replay/opened_network.h"
#include "replay/replay.h"
#include "replay/unit_naming.h"
#include "replay/unit_study.h"
#include "replay/window_finder.h"
#include "store/checkpoint.h"
#include "store/film.h"
#include "store/record/run_files.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"
#include "train/failure.h"

#include <ATen/Parallel.h>

#include <cstdlib>
#include <utility>

namespace gatelab {

namespace {

/// Weights with what is told of them.
struct ReadWeights {
    TensorFile file;
    WeightsInUse facts;
};

Result<ReadWeights> readFilm(const std::filesystem::path& runFolder, const std::string& name) {
    const FilmStore film(runFolder);
    std::int64_t step = -1;
    if (name == "film") {
        const auto frames = film.frames();
        if (frames.empty()) return Error{ErrorCode::NotFound, GATELAB_TEXT("Files", "the run has no film")};
        step = frames.back().step;
    } else {
        char* end = nullptr;
        step = std::strtoll(name.c_str() + 5, &end, 10);
        if (*end != '\0')
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Inspect", "'%1' names no frame of a film; write film, or film: with its step"), {name}}};
    }
    auto loaded = film.load(step);
    if (!loaded.ok()) return loaded.error();
    WeightsInUse facts{name,
                       step,
                       {GATELAB_TEXT("Inspect", "the weights of step %1, from the film of the training"), {step}},
                       loaded->facts.share()};
    return ReadWeights{std::move(loaded->weights), std::move(facts)};
}

Result<ReadWeights> readWeights(const std::filesystem::path& runFolder, const std::string& name) {
    if (name == "film" || name.starts_with("film:")) return readFilm(runFolder, name);
    auto read = readRunWeights(runFolder, name);
    if (!read.ok() && read.error().code == ErrorCode::NotFound && CheckpointStore(runFolder).list().empty())
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Inspect",
                                                       "this run has no checkpoint yet, so there are no weights to "
                                                       "look into; train it, or wait for its first checkpoint")};
    if (!read.ok()) return read.error();
    WeightsInUse facts{name, read->step, read->what, 0};
    return ReadWeights{std::move(read->file), std::move(facts)};
}

Result<ExperimentConfig> readConfig(const std::filesystem::path& runFolder) {
    auto bytes = readFileBytes(runFolder / run_files::kConfig);
    if (!bytes.ok()) return bytes.error();
    auto config = configFromJson(*bytes);
    if (!config.ok()) return config.error();
    return withKeptColumns(std::move(config->config), runFolder);
}

void describeForecast(const TrainPlan& plan, InspectedRun& run) {
    const PreparedSeries& prepared = *plan.prepared;
    for (const std::size_t input : prepared.inputs) run.inputs.push_back(prepared.table.columns[input].name);
    for (const std::size_t target : prepared.targets) run.targets.push_back(prepared.table.columns[target].name);
    run.unit = prepared.targetUnit();
    run.series = prepared.observedTarget(0);
    run.time = prepared.source->time;
    run.firstRows = {plan.windows.train.starts, plan.windows.validation.starts, plan.windows.test.starts};
}

void describeSequences(const TrainPlan& plan, InspectedRun& run) {
    const SequenceSet& set = *plan.data.sequences;
    run.inputs = set.channelNames;
    for (std::int64_t token = 0; token < plan.shape.tokens; ++token)
        run.tokens.push_back(token < static_cast<std::int64_t>(set.tokenNames.size())
                                 ? set.tokenNames[static_cast<std::size_t>(token)]
                                 : std::to_string(token));
    if (plan.shape.classes > 0) run.classes = namesOfClasses(plan.shape.classes, set.classNames);
    for (std::int64_t target = 0; isRegression(plan.config) && target < plan.shape.targets; ++target)
        run.targets.push_back(std::to_string(target + 1));
    if (!isClassification(plan.config)) return;
    for (const WindowPart part : {WindowPart::Train, WindowPart::Validation, WindowPart::Test})
        for (const std::int64_t number : sequencesOf(plan, examplePartOf(part)))
            run.labels[static_cast<std::size_t>(part)].push_back(set.items[static_cast<std::size_t>(number)].label);
}

InspectedRun describe(const OpenedNetwork& network) {
    const TrainPlan& plan = network.plan();
    InspectedRun run;
    run.config = plan.config;
    run.layers = plan.config.layers;
    run.directions = plan.config.bidirectional ? 2 : 1;
    run.hidden = plan.config.hiddenSize;
    run.outputs = plan.config.projectionSize > 0 ? plan.config.projectionSize : plan.config.hiddenSize;
    for (const WindowPart part : {WindowPart::Train, WindowPart::Validation, WindowPart::Test})
        run.windows[static_cast<std::size_t>(part)] = network.windows(part);
    if (plan.isForecast())
        describeForecast(plan, run);
    else
        describeSequences(plan, run);
    return run;
}

class RunInspector final : public Inspector, public PartInspector, public Explainer {
public:
    RunInspector(std::filesystem::path folder, std::unique_ptr<OpenedNetwork> network)
        : folder_(std::move(folder)), network_(std::move(network)), run_(describe(*network_)) {}

    const InspectedRun& run() const override { return run_; }
    const WeightsInUse& weights() const override { return facts_; }

    Result<> use(const std::string& name) override {
        return guarded([&]() -> Result<> {
            auto read = readWeights(folder_, name);
            if (!read.ok()) return read.error();
            if (auto loaded = network_->load(read->file); !loaded.ok()) return loaded;
            weights_ = std::move(read->file);
            facts_ = std::move(read->facts);
            exactIsOld_ = true;
            return {};
        });
    }

    Result<GateView> gates(const WindowRequest& request) override {
        return guarded([&]() -> Result<GateView> {
            auto view = replayWindow(*network_, request);
            if (view.ok()) view->weights = facts_;
            return view;
        });
    }

    Result<GradientView> gradient(const WindowRequest& request, const Progress& progress) override {
        return guarded([&]() -> Result<GradientView> {
            if (auto made = makeExact(); !made.ok()) return made.error();
            auto view = gradientPath(*exact_, request);
            if (!view.ok()) return view;
            auto nudges = nudgePath(*network_, request, progress);
            if (!nudges.ok()) return nudges.error();
            view->nudge = std::move(*nudges);
            view->weights = facts_;
            return view;
        });
    }

    Result<CellWalk> walk(const WalkRequest& request) override {
        return guarded([&]() -> Result<CellWalk> {
            if (auto made = makeExact(); !made.ok()) return made.error();
            auto walk = walker_.walk(*exact_, request);
            if (walk.ok()) walk->weights = facts_;
            return walk;
        });
    }

    Result<FoundWindow> find(WindowKind kind, WindowPart part, const Progress& progress) override {
        return guarded([&] { return findWindow(*network_, kind, part, progress); });
    }

    Result<UnitAnswer> units(const UnitQuestion& question, const Progress& progress) override {
        return guarded([&] { return studyUnits(*network_, question, progress); });
    }

    Result<UnitNames> names(const UnitNamesQuestion& question, const Progress& progress) override {
        return guarded([&] { return nameUnits(*network_, question, progress); });
    }

    Result<Ablation> ablate(const AblationQuestion& question, const Progress& progress) override {
        return guarded([&]() -> Result<Ablation> {
            auto answer = ablatePart(*network_, weights_, question, progress);
            if (answer.ok()) answer->weights = facts_.what;
            return answer;
        });
    }

    Result<Attribution> attribute(const AttributionQuestion& question, const Progress& progress) override {
        return guarded([&]() -> Result<Attribution> {
            if (auto made = makeExact(); !made.ok()) return made.error();
            auto answer = attributeAnswer(*exact_, question, progress);
            if (answer.ok()) answer->weights = facts_;
            return answer;
        });
    }

    Result<Importance> importance(const ImportanceQuestion& question, const Progress& progress) override {
        return guarded([&]() -> Result<Importance> {
            auto answer = measureImportance(*network_, question, progress);
            if (answer.ok()) answer->weights = facts_;
            return answer;
        });
    }

private:
    /// The same network in float64, with the weights in use.
    Result<> makeExact() {
        if (!exact_) {
            TrainPlan plan = network_->plan();
            plan.dtype = at::kDouble;
            auto made = OpenedNetwork::make(std::move(plan));
            if (!made.ok()) return made.error();
            exact_ = std::move(*made);
        }
        if (exactIsOld_)
            if (auto loaded = exact_->load(weights_); !loaded.ok()) return loaded;
        if (std::exchange(exactIsOld_, false)) walker_.forget();
        return {};
    }

    /// With one thread, so that a training beside it keeps its cores; LibTorch's exceptions end here.
    template <class Work>
    std::invoke_result_t<Work> guarded(Work work) {
        try {
            at::set_num_threads(1);
            return work();
        } catch (...) {
            const Error message = describeFailure(std::current_exception());
            return Error{message.code,
                         {GATELAB_TEXT("Inspect", "the network could not be looked into: %1"), {message.phrase}}};
        }
    }

    std::filesystem::path folder_;
    std::unique_ptr<OpenedNetwork> network_, exact_;
    TensorFile weights_;
    WeightsInUse facts_;
    InspectedRun run_;
    CellWalker walker_;
    bool exactIsOld_ = true;
};

}  // namespace

Result<std::unique_ptr<Inspector>> openInspector(const InspectRequest& request) {
    at::set_num_threads(1);
    auto config = readConfig(request.runFolder);
    if (!config.ok()) return config.error();
    auto weights = readWeights(request.runFolder, request.weights);
    if (!weights.ok()) return weights.error();
    const PartsOfRun parts(trainedOn(request.runFolder));
    auto plan = OpenedNetwork::planFor(std::move(*config), request.data);
    if (!plan.ok()) return plan.error();
    auto network = OpenedNetwork::make(std::move(*plan));
    if (!network.ok()) return network.error();
    auto inspector = std::make_unique<RunInspector>(request.runFolder, std::move(*network));
    if (auto used = inspector->use(request.weights); !used.ok()) return used.error();
    return std::unique_ptr<Inspector>(std::move(inspector));
}

}  // namespace gatelab
