// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/pipeline.h"

#include "config/config_check.h"
#include "data/sequence_sizes.h"
#include "device/monitor.h"
#include "device/switch_machine.h"
#include "train/baseline_job.h"
#include "train/checkpoints.h"
#include "train/devices.h"
#include "train/forecasts.h"
#include "train/plan.h"
#include "train/run_identity.h"
#include "train/sequence_scores.h"
#include "train/split_pass.h"
#include "train/trainer.h"
#include "train/weight_names.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

namespace gatelab {

namespace {

constexpr auto kPreviewEvery = std::chrono::milliseconds(250);

/// The examples of the three parts; the training part goes to the batcher.
struct Sources {
    std::unique_ptr<ExampleSource> train, validation, test;
};

Sources makeSources(const TrainPlan& plan) {
    if (!plan.isForecast())
        return {makeSequenceSource(plan, ExamplePart::Train), makeSequenceSource(plan, ExamplePart::Validation), makeSequenceSource(plan, ExamplePart::Test)};
    const auto series = plan.config.deviceData ? std::make_shared<const DeviceSeries>(placeSeries(plan)) : nullptr;
    return {makeWindowSource(plan, series, ExamplePart::Train), makeWindowSource(plan, series, ExamplePart::Validation), makeWindowSource(plan, series, ExamplePart::Test)};
}

/// A step without its update, for timing.
std::function<void()> trialStep(const Objective& objective, Batcher& batcher, const std::unique_ptr<BatchTeam>& team) {
    return [&] {
        const Batch batch = batcher.batch(0, 0);
        if (team) addSplitGradients(*team, objective, batch, {}, 1, nullptr);
        else objective.run(batch, {}).loss.backward();
        objective.model().parameters().zeroGradients();
    };
}

/// The forecast with what only the prepared data tell: rows, sequences, how long they are.
MemoryForecast planMemory(const TrainPlan& plan) {
    if (plan.prepared) return forecastMemory(plan.config, plan.shape, plan.prepared->table.rows(), plan.windows.validation.size());
    return forecastMemory(plan.config, plan.shape, plan.data, exampleCount(plan.data), static_cast<std::int64_t>(plan.parts.validation.size()));
}

RunEvent plannedEvent(const TrainPlan& plan, const Model& model, const Trainer& trainer, const Sources& sources, const Batcher& batcher) {
    RunEvent event;
    event.kind = RunEvent::Kind::Planned;
    event.plan.device = plan.deviceName;
    event.plan.deviceReason = plan.deviceReason;
    event.plan.implementation = model.layerCount() > 0 ? model.implementation(0).key : "";
    event.plan.precision = plan.config.precision;
    event.plan.threads = trainer.counters().threads;
    event.plan.parameters = model.parameters().count();
    event.plan.trainWindows = batcher.examples();
    event.plan.validationWindows = sources.validation->size();
    event.plan.testWindows = sources.test->size();
    event.plan.stepsPerEpoch = trainer.stepsPerEpoch();
    event.plan.totalSteps = trainer.totalSteps();
    const MemoryForecast memory = planMemory(plan);
    event.plan.forecastBytes = memory.total();
    event.plan.forecastByCause = {memory.weights, memory.gradients, memory.optimiser, memory.activations, memory.workspace, memory.data, memory.tables,
                                memory.framework};
    event.plan.identity = identityOf(plan);
    event.plan.engine = "LibTorch " + describeEngine().torch;
    // What was chosen by measurement belongs to the run: its bits depend on it.
    if (event.plan.implementation == "cudnn-tuned") event.plan.engine += "; cuDNN " + cudaPart().module->cudnnVersion + ", " + cudaPart().module->tuning();
    return event;
}

/// Previews at most a few times a second; also while epochs last a millisecond.
std::function<void(std::int64_t)> previewer(const TrainPlan& plan, const Objective& objective, const Sources& sources, RunReporter& reporter) {
    if (!plan.isForecast() || sources.validation->size() == 0) return {};
    const auto maker = std::make_shared<PreviewMaker>(plan, objective, *sources.validation);
    const auto last = std::make_shared<std::chrono::steady_clock::time_point>();
    return [maker, last, &reporter](std::int64_t epoch) {
        const auto now = std::chrono::steady_clock::now();
        if (now - *last < kPreviewEvery) return;
        *last = now;
        reporter.event(maker->make(epoch));
    };
}

/// What the reader saw in the file goes with the run: the first few places, and how many more.
void tellReadWarnings(const TrainPlan& plan, RunReporter& reporter) {
    constexpr std::size_t kTold = 5;
    const auto& warnings = (plan.data.series ? plan.data.series->report : plan.data.sequences->report).warnings;
    for (std::size_t i = 0; i < std::min(warnings.size(), kTold); ++i) {
        RunEvent warning;
        warning.kind = RunEvent::Kind::Warning;
        warning.text = warnings[i].line > 0 ? Phrase(GATELAB_TEXT("RunEvent", "line %1: %2"), {warnings[i].line, warnings[i].message}) : warnings[i].message;
        if (i + 1 == kTold && warnings.size() > kTold)
            warning.text = {GATELAB_TEXT("RunEvent", "%1 (and %2 more places)"), {warning.text, warnings.size() - kTold}};
        reporter.event(std::move(warning));
    }
}

/// Before anything large is asked for: the system may end a program that takes more than there is, without a word.
void tellMemory(const TrainPlan& plan, RunReporter& reporter) {
    const double needed = planMemory(plan).total(), free = static_cast<double>(freeHostMemory());
    if (!plan.device.is_cpu() || needed <= free) return;
    const auto gib = [](double bytes) { return std::to_string(std::llround(bytes / 1073741824.0)); };
    RunEvent warning;
    warning.kind = RunEvent::Kind::Warning;
    warning.text = {GATELAB_TEXT("RunEvent", "this run needs about %1 GiB of memory, and %2 GiB are free; should the system end it, use a smaller batch, lookback or network"),
                    {gib(needed), gib(free)}};
    reporter.event(std::move(warning));
}

/// Switches that were chosen and have no effect on this machine.
void tellSwitches(const TrainPlan& plan, RunReporter& reporter) {
    for (const ConfigFinding& finding : checkSwitches(plan.config, machineOf(plan))) {
        RunEvent warning;
        warning.kind = RunEvent::Kind::Warning;
        warning.text = together(finding.key, finding.message);
        reporter.event(std::move(warning));
    }
}

/// Empty where steps are not recorded as graphs.
std::function<std::unique_ptr<DeviceGraph>()> graphMaker(const TrainPlan& plan) {
    const Text why = findSwitch("cuda-graph")->unsupported(machineOf(plan), plan.config);
    const CudaModule* cuda = cudaPart().module;
    if (!plan.config.cudaGraph || why.source[0] != '\0' || cuda == nullptr) return {};
    return [cuda, index = static_cast<int>(plan.device.index())] { return cuda->makeGraph(index); };
}

/// Weights from a file of PyTorch's names, where one is given.
Result<> loadStartWeights(const std::filesystem::path& path, const ParameterStore& store) {
    if (path.empty()) return {};
    auto file = readTensors(path);
    if (!file.ok()) return file.error();
    return store.load(withModelNames(std::move(*file), store)).withContext("the weights of '" + path.string() + "'");
}

/// The trainer at the saved state, and the record without what came after it.
Result<> restoreRun(Trainer& trainer, const LoadedState& saved, RunReporter& reporter) {
    if (auto restored = trainer.restore(saved.state); !restored.ok()) return restored;
    if (RunRecord* record = reporter.record()) reporter.check(record->truncateAfter(saved.state.counters.step));
    for (const Phrase& text : saved.warnings) {
        RunEvent warning;
        warning.kind = RunEvent::Kind::Warning;
        warning.step = saved.state.counters.step;
        warning.text = text;
        reporter.event(std::move(warning));
    }
    return {};
}

Result<std::vector<TestScore>> scoreTest(const TrainPlan& plan, const Objective& objective, const Sources& sources, RunControl& control, BatchTeam* team, RunReporter& reporter) {
    if (sources.test->size() == 0) return std::vector<TestScore>{};
    const Evaluation test = evaluate(objective, *sources.test, true, {}, team);
    const Progress progress = [&](double) { return !control.checkpoint().abandon; };
    if (plan.isForecast()) return scoreWithBaselines(*plan.prepared, plan.windows.test, test.forecasts, test.spread, progress);
    if (objective.hasClasses()) reporter.event(confusionEvent(plan, test));
    return scoreSequences(plan, test, progress);
}

}  // namespace

Result<PipelineEnd> runPipeline(const PipelineInput& input) {
    RunReporter reporter(input.channel, input.record, input.progress, &input.state);
    std::optional<LoadedState> resumed;
    if (!input.resumeFrom.empty()) {
        auto loaded = loadTrainingState(input.resumeFrom);
        if (loaded.ok()) resumed = std::move(*loaded);
        else if (loaded.error().code != ErrorCode::NotFound) return loaded.error();
        else if (input.record != nullptr) reporter.check(input.record->truncateAfter(-1));  // killed before its first checkpoint: from the start
    }

    auto made = makeTrainPlan(resumed ? resumed->state.config : input.config, input.data);
    if (!made.ok()) return made.error();
    const TrainPlan plan = std::move(*made);
    tellMemory(plan, reporter);
    HostMemoryAccount memory;
    StepPhases phases(memory, plan.device, plan.device.is_cuda() ? cudaPart().module : nullptr);
    configureLibrary(plan.config, plan.device);
    if (const CudaModule* cuda = cudaPart().module; cuda != nullptr && resumed) cuda->useChoices(resumed->state.tuning);
    Sources sources = [&] {
        const MemoryScope data(MemoryCause::Data);
        return makeSources(plan);
    }();
    Batcher batcher(std::move(sources.train), plan.config, plan.device);

    auto model = [&] {
        const MemoryScope weights(MemoryCause::Weights);
        return Model::create(plan.config, plan.shape, modelOptions(plan));
    }();
    if (!model.ok()) return model.error();
    if (!resumed)
        if (auto loaded = loadStartWeights(input.startWeights, (*model)->parameters()); !loaded.ok()) return loaded.error();
    Objective objective(plan, **model);
    const std::int64_t asked = resumed ? resumed->state.counters.threads : plan.config.threads;
    std::unique_ptr<BatchTeam> team;
    const auto trial = trialStep(objective, batcher, team);
    const std::int64_t threads = chooseThreads(asked, plan.device, [&](std::int64_t count) { team = makeTeam(plan, count, &memory); }, timed(trial));
    // Libraries are warm, and cuDNN's algorithms chosen, before anything is timed or recorded.
    if (plan.device.is_cuda()) trial();

    std::optional<CheckpointKeeper> keeper;
    if (input.record != nullptr) keeper.emplace(input.record->folder(), reporter);
    Trainer trainer({plan, objective, batcher, *sources.validation, reporter, input.control, phases, plan.device.is_cpu() ? planMemory(plan).tensors() : 0,
                     [&](const TrainingState& state, const char* reason, bool best) { return keeper ? keeper->save(state, reason, best) : Result<>(); },
                     previewer(plan, objective, sources, reporter), graphMaker(plan), team.get()},
                    threads);
    if (resumed)
        if (auto restored = restoreRun(trainer, *resumed, reporter); !restored.ok()) return restored.error();
    // A run that is killed before its first step would otherwise start from other weights.
    if (keeper && !resumed && !input.startWeights.empty())
        if (auto saved = keeper->save(trainer.capture(), "start", false); !saved.ok()) return saved.error();
    RunEvent planned = plannedEvent(plan, **model, trainer, sources, batcher);
    planned.plan.forecastEpochSeconds = input.epochSeconds;
    tellOtherData(planned.plan.identity, trainer.counters().step, reporter);
    reporter.event(std::move(planned));
    input.progress.threads = static_cast<int>(threads);
    if (!resumed) tellReadWarnings(plan, reporter);
    if (!resumed) tellSwitches(plan, reporter);

    const BaselineJob baselines(plan, input.channel, input.record, input.progress);

    PipelineEnd end;
    const TrainEnd ended = trainer.run();
    end.state = ended == TrainEnd::Abandoned ? RunState::Interrupted : RunState::Finished;
    if (ended == TrainEnd::Stopped) end.why = "stopped; the best weights are kept";
    if (ended == TrainEnd::Abandoned) return end;
    trainer.loadBest();
    auto scores = scoreTest(plan, objective, sources, input.control, team.get(), reporter);
    if (!scores.ok()) return scores.error();
    end.scores = std::move(*scores);
    if (input.record != nullptr) reporter.check(input.record->setScores(end.scores));
    return end;
}

}  // namespace gatelab
