// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/pipeline.h"

#include "base/category_names.h"
#include "base/core_share.h"
#include "base/number_text.h"
#include "base/units.h"
#include "config/cpu_step_obstacle.h"
#include "config/linear_path.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/rank_obstacle.h"
#include "config/setting_predicates.h"
#include "config/switches.h"
#include "data/sequences/parts_of_run.h"
#include "device/monitor.h"
#include "device/row_words.h"
#include "forecast/forecasts.h"
#include "forecast/saved_run_plan.h"
#include "io/row_memory.h"
#include "kernels/time_parallel.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "plan/plan_memory.h"
#include "run/forecast_parts.h"
#include "run/run_change.h"
#include "step/cpu/cpu_step.h"
#include "step/split_pass.h"
#include "step/weight_names.h"
#include "step/xla/xla_step.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"
#include "train/baseline_job.h"
#include "train/checkpoints.h"
#include "train/end_scores.h"
#include "train/gpu_row.h"
#include "train/linear_start.h"
#include "train/one_thread.h"
#include "train/run_identity.h"
#include "train/run_previews.h"
#include "train/run_sources.h"
#include "train/start_report.h"
#include "train/trainer.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace gatelab {

namespace {

/// One of several ranks that leaves record, checkpoints and evaluations to rank 0.
bool isFollower(const PipelineInput& input) { return input.ranks != nullptr && !input.ranks->isFirst(); }

std::vector<std::int64_t> knownInputs(const TrainPlan& plan) {
    return plan.prepared ? plan.prepared->knownInputs() : std::vector<std::int64_t>();
}

/// A step without its update, for timing. `whole` may be null; all outlive it.
std::function<void()> trialStep(const Objective& objective, Batcher& batcher, CpuStep* whole,
                                const std::unique_ptr<BatchTeam>& team) {
    return [&objective, &batcher, whole, &team] {
        if (whole != nullptr) {
            whole->addGradients(batcher, {}, team.get(), nullptr);
            return objective.model().parameters().zeroGradients();
        }
        const Batch batch = batcher.batch(0, 0);
        if (team)
            addSplitGradients(*team, objective, batch, {}, 1, nullptr);
        else
            objective.run(batch, {}).loss.backward();
        objective.model().parameters().zeroGradients();
    };
}

/// Blocks of rows of a batch, and so the order of sums: as asked for, else by rule.
std::int64_t blocksOf(const TrainPlan& plan, const std::optional<LoadedState>& resumed, const Model& model,
                      Batcher& batcher) {
    if (isXla(plan.config.device) || isPipelined(plan.config)) return 1;
    const std::int64_t asked = resumed ? resumed->state.counters.threads : plan.config.threads;
    if (asked == 0 && plan.config.ranks > 1) return rankBlocks(plan.config);
    return asked > 0 ? asked : rowBlocks(plan, model.parameters().count(), batcher.batch(0, 0).input.size(0));
}

/// As many threads as are fastest now, or as are allowed: the blocks, and with them the bits, are the same.
std::unique_ptr<BatchTeam> teamFor(const PipelineInput& input, const TrainPlan& plan, std::int64_t blocks,
                                   const HostMemoryAccount& memory, const Objective& objective, Batcher& batcher,
                                   CpuStep* whole) {
    if (isXla(plan.config.device) || isPipelined(plan.config)) return nullptr;
    std::unique_ptr<BatchTeam> team;
    if (input.maxThreads > 0) {
        team = makeTeam(plan, blocks, &memory, input.maxThreads);
        // Beside others: as many as are free, by and by.
        const auto makeShare = [] { return Result<CoreShare>(CoreShare()); };
        if (team && input.shared)
            if (const auto share = input.shared->get<CoreShare>(CoreShare::kKey, makeShare); share.ok())
                team->follow((*share)->each);
        return team;
    }
    chooseTeam(plan, blocks, &memory, team, timed(trialStep(objective, batcher, whole, team)));
    return team;
}

RunPlanInfo planInfo(const TrainPlan& plan, const MemoryPlan& room, const Model& model, Trainer& trainer,
                     const Sources& sources, const Batcher& batcher, double epochSeconds, const Phrase& how) {
    RunPlanInfo info;
    info.forecastEpochSeconds = epochSeconds;
    info.device = plan.deviceName;
    info.deviceReason = plan.deviceReason;
    info.implementation = model.layerCount() > 0 ? model.implementation(0).key : "";
    if (const XlaStep* xla = trainer.xla()) info.device = xla->name(), info.implementation = kXlaStep;
    info.precision = plan.config.precision;
    info.threads = trainer.counters().threads;
    info.parameters = model.parameters().count();
    info.trainWindows = batcher.examples();
    info.validationWindows = sources.validation->size();
    info.testWindows = sources.test->size();
    info.stepsPerEpoch = trainer.position().stepsPerEpoch();
    info.totalSteps = trainer.position().totalSteps();
    // What XLA's compiler lays out no formula here knows, but it says so itself.
    const auto forecast = trainer.xla() == nullptr ? std::optional(room.forecast) : trainer.xlaForecast();
    if (forecast) info.forecastBytes = forecast->total(), info.forecastByCause = forecastParts(*forecast);
    info.besideBytes = room.otherBytes;
    info.identity = identityOf(plan);
    if (plan.isForecast()) info.unit = plan.prepared->targetUnit();
    info.engine = "LibTorch " + describeEngine().torch;
    // What was chosen by measurement belongs to the run: its bits depend on it.
    if (isTunedCudnn(info.implementation))
        info.engine += "; cuDNN " + cudaPart().module->cudnnVersion + ", " + cudaPart().module->tuning();
    if (!how.empty()) info.engine += "; auto " + how.english();
    return info;
}

/// Those of the checkpoint, where there is one; which GPU a rank has is no part of it.
ExperimentConfig settingsOf(const PipelineInput& input, const std::optional<LoadedState>& resumed,
                            RunReporter& reporter) {
    if (!resumed) return input.config;
    ExperimentConfig kept = resumed->state.config;
    if (input.ranks != nullptr) kept.device = input.config.device;
    const auto folder = input.record != nullptr ? input.record->folder() : input.keptIn;
    if (folder.empty()) return kept;
    auto columns = withKeptColumns(kept, folder);
    if (columns.ok()) return std::move(*columns);
    reporter.event({RunWarning{columns.error().phrase}});
    return kept;
}

void reportMemoryPlan(const MemoryPlan& room, RunReporter& reporter) {
    if (!room.warning.empty()) reporter.event({RunWarning{room.warning}});
}

/// Empty where steps are not recorded as graphs.
std::function<std::unique_ptr<DeviceGraph>()> graphMaker(const TrainPlan& plan) {
    const Text why = findSwitch("cuda-graph")->unsupported(machineOf(plan), plan.config);
    const CudaModule* cuda = cudaPart().module;
    if (!plan.config.cudaGraph || isPipelined(plan.config) || why.source[0] != '\0' || cuda == nullptr) return {};
    return [cuda, index = static_cast<int>(plan.device.index())] { return cuda->makeGraph(index); };
}

/// The trainer at the saved state, and the record without what came after it.
Result<> restoreRun(Trainer& trainer, const LoadedState& saved, RunReporter& reporter) {
    if (auto restored = trainer.restore(saved.state); !restored.ok()) return restored;
    const TrainingCounters& counters = saved.state.counters;
    if (RunRecord* record = reporter.record()) {
        reporter.check(record->truncateAfter(counters.step));
        reporter.check(FilmStore(record->folder()).cutAfter(counters.step));
        // What the record has for it may be of a later step, and a record that was made anew has none.
        if (counters.bestStep >= 0)
            reporter.check(record->setBest(counters.bestValidation, counters.bestStep, counters.bestEpoch));
    }
    for (const Phrase& text : saved.warnings) reporter.event({RunWarning{text}, counters.step});
    return {};
}

/// Data that were read when nothing was named may lack a column that the run was trained on.
bool hasColumns(const Dataset* data, const std::vector<std::string>& names) {
    if (data == nullptr || !data->series) return true;
    std::vector<std::string> columns;
    for (const Channel& channel : data->series->channels) columns.push_back(channel.name);
    return std::ranges::all_of(names, [&](const std::string& name) { return namesColumn(columns, name); });
}

/// Whether the data have as many inputs as the saved weights read.
Result<> checkColumns(const TrainPlan& plan, const Model& model, const TrainingState& state) {
    constexpr const char* kFirst = "rnn.weight_ih_l0";
    const auto saved = state.tensors.find(std::string("weights/") + kFirst);
    const auto* now = model.parameters().find(kFirst);
    // Behind tables the first layer is as wide as these: their own shapes tell.
    if (!plan.isForecast() || !plan.shape.tables.empty() || now == nullptr || saved == state.tensors.end() ||
        saved->second.shape.size() != 2 || now->value.dim() != 2 || saved->second.shape[1] == now->value.size(1))
        return {};
    std::string names;
    for (const std::size_t column : plan.prepared->inputs)
        names += (names.empty() ? "" : ", ") + plan.prepared->table.columns[column].name;
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Training",
                               "this run was trained with %1 input columns, and its data are read with %2 now (%3): "
                               "the file has other columns, or it was trained before columns that only count rows were "
                               "left out. Nothing was changed; put the file back as it was, or train a new run"),
                  {saved->second.shape[1], now->value.size(1), names}}};
}

/// Nothing: the run begins at its start.
Result<std::optional<LoadedState>> savedState(const PipelineInput& input, RunReporter& reporter) {
    if (input.resumeFrom.empty()) return std::optional<LoadedState>();
    auto loaded = loadTrainingState(input.resumeFrom);
    if (loaded.ok()) return std::optional<LoadedState>(std::move(*loaded));
    if (loaded.error().code != ErrorCode::NotFound) return loaded.error();
    // Killed before its first checkpoint
    if (input.record != nullptr) reporter.check(input.record->truncateAfter(-1));
    return std::optional<LoadedState>();
}

/// What computes the layers; an empty row: as the settings say.
ChosenGpuRow rowOf(const TrainPlan& plan, const std::optional<LoadedState>& resumed, const GpuRowQuestion& onGpu) {
    if (!resumed && !plan.device.is_cpu()) {
        if (!picksImplementation(plan.config.implementation)) return {};
        if (!isPipelined(plan.config)) return chooseGpuRow(onGpu);
        // A pipeline computes layer by layer and chunk by chunk of time, and each rank would find its own.
        if (plan.device.is_cuda()) onGpu.reporter.event({RunMarker{kRowOfPipeline}});
        return {};
    }
    if (!resumed) return {std::string(expectedImplementation(plan.config)), {}};
    // A resumed run goes on with what it began with, for the same bits, also where the rule was another one then. A
    // branch may have something by now that the whole step cannot do.
    const std::string& row = resumed->state.implementation;
    if (row == kXlaStep) return {std::string(expectedImplementation(plan.config)), {}};
    const bool can = row != kCpuStep || cpuStepObstacle(plan.config, !plan.device.is_cpu()).source[0] == '\0';
    return {can ? row : "native", {}};
}

auto makeModel(const TrainPlan& plan, const std::string& row) {
    const MemoryScope weights(MemoryCause::Weights);
    ModelOptions options = modelOptions(plan);
    options.automatic = row;
    return Model::create(plan.config, plan.shape, options);
}

/// A run that begins with given weights and is killed before its first step would start from others.
Result<> keepStart(const PipelineInput& input, const TrainPlan& plan, const Trainer& trainer, bool isNew,
                   std::optional<CheckpointKeeper>& keeper) {
    if (keeper && isNew && !input.startWeights.empty())
        if (auto saved = keeper->save(trainer.capture(), CheckpointReason::Start, false); !saved.ok()) return saved;
    // Not part of the record: it is for those who forecast with the run later.
    return input.record != nullptr ? keepPreparation(input.record->folder(), plan) : Result<>();
}

/// Of the run that this process keeps; empty: none.
std::filesystem::path ownFolder(const PipelineInput& input) {
    return isFollower(input) || input.record == nullptr ? std::filesystem::path() : input.record->folder();
}

/// Each rank records by itself, where it sees the run's folder.
TimelineTap timelineTap(const PipelineInput& input, const TrainPlan& plan, StepPhases& phases) {
    return {isFollower(input) ? input.keptIn : ownFolder(input), phases, plan.device,
            isXla(plan.config.device) ? plan.config.device : std::string(),
            input.ranks != nullptr ? input.ranks->rank() : 0};
}

/// What belongs to the thread of the run.
void beginThread(const PipelineInput& input) {
    if (input.maxThreads > 0) at::set_num_threads(static_cast<int>(input.maxThreads));
    timeSweepsOfThread() = {};
}

/// What a run that goes on was trained on until now; empty: a new run.
std::string trainedBefore(const PipelineInput& input, bool isNew) {
    return isNew ? std::string() : trainedOn(isFollower(input) ? input.keptIn : ownFolder(input));
}

/// The plan of the settings that the run goes on with; the first work on its thread.
Result<TrainPlan> planOf(const PipelineInput& input, const std::optional<LoadedState>& resumed, const PartsOfRun& parts,
                         RunReporter& reporter) {
    beginThread(input);
    const ExperimentConfig config = settingsOf(input, resumed, reporter);
    auto plan = makeTrainPlan(config, hasColumns(input.data.get(), config.inputs) ? input.data : nullptr,
                              DeviceUse::Compute, input.shared);
    if (!parts.told().empty()) reporter.event({RunWarning{parts.told()}});
    if (plan.ok() && plan->device.is_cuda()) input.progress.gpu = plan->device.index();
    return plan;
}

/// A new run whose windows do not lie in memory, here or on another rank, takes them by blocks from now on. Gives the
/// source back.
const ExampleSource& settleOrder(const PipelineInput& input, const ExampleSource& training, bool isNew,
                                 ExperimentConfig& config, RunReporter& reporter) {
    if (!isNew || !config.shuffle || config.shuffleBlocks || !isForecast(config)) return training;
    double inFile = training.liesInFile() ? 1 : 0;
    if (input.ranks != nullptr) inFile = std::ranges::max(input.ranks->ofAll(inFile, config.ranks));
    if (inFile == 0 || training.blockSize() == 0) return training;
    const Field* const field = findField("shuffle_blocks");
    config.shuffleBlocks = true;
    reporter.event({RunMarker{
        {GATELAB_TEXT(
             "RunEvent",
             "the prepared series lies in a file, because it is more than the %1 of memory that are for it; so "
             "its windows are shuffled by blocks of %2 (setting '%3')"),
         {bytesText(static_cast<double>(rowMemoryLimit())), training.blockSize(), field->label}}}});
    // The record tells it as a change, so that the command that makes the run again names it where there is more
    // memory.
    reporter.event({changeMarker({field, false, true})});
    return training;
}

/// A new network with its drawn, given or saved weights; the saved ones are put in by the trainer.
Result<std::unique_ptr<Model>> openModel(const PipelineInput& input, const TrainPlan& plan, const std::string& row,
                                         const std::optional<LoadedState>& resumed) {
    auto model = makeModel(plan, row);
    if (!model.ok()) return model.error();
    const auto fit =
        resumed ? checkColumns(plan, **model, resumed->state) : loadWeights(input.startWeights, (*model)->parameters());
    if (!fit.ok()) return fit.error();
    return model;
}

/// What computes whole steps, or their gradients; without any of them LibTorch does.
struct StepMakers {
    std::unique_ptr<CpuStep> whole;
    std::unique_ptr<XlaStep> xla;
    std::unique_ptr<PipelineStep> pipeline;
    std::unique_ptr<OneThread> oneThread;  ///< of a pipeline, as each rank has
};

Result<StepMakers> stepMakers(const TrainPlan& plan, Objective& objective, RankExchange* ranks) {
    StepMakers makers;
    makers.whole = CpuStep::create(plan, objective);
    if (const Text why = rankObstacle(plan.config, !plan.device.is_cpu()); isPipelined(plan.config) && !why.isEmpty())
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Ranks", "this run cannot train as a pipeline: %1 Nothing was trained."), {why}}}
            .ofField("pipeline_chunks");
    makers.pipeline = PipelineStep::create(plan, objective, ranks);
    if (makers.pipeline) makers.oneThread = std::make_unique<OneThread>();
    if (!isXla(plan.config.device)) return makers;
    auto xla = XlaStep::create(plan, objective);
    if (!xla.ok()) return xla.error();
    makers.xla = std::move(*xla);
    return makers;
}

/// The steps are shared with the other ranks, where there are any.
Result<> shareSteps(RankExchange* ranks, const TrainPlan& plan, CpuStep* whole) {
    if (ranks == nullptr || isPipelined(plan.config)) return {};
    const Text why = rankObstacle(plan.config, !plan.device.is_cpu());
    if (!why.isEmpty() || whole == nullptr)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Ranks", "this run cannot train with several ranks: %1 Nothing was trained."),
             {why.isEmpty() ? GATELAB_TEXT("Ranks", "It was begun with another implementation of its layers.") : why}}}
            .ofField("ranks");
    whole->share(*ranks);
    return {};
}

/// What a pipeline is there for. All ranks together.
void reportPeaks(const PipelineInput& input, RunReporter& reporter) {
    const double mine = static_cast<double>(processMemory().peak);
    std::string peaks;
    for (const double bytes : input.ranks->ofAll(mine, input.config.ranks))
        peaks += (peaks.empty() ? "" : ", ") + std::to_string(static_cast<std::int64_t>(bytes / kMiB));
    reporter.event({RunMarker{{GATELAB_TEXT("Ranks", "memory of each rank's process at its highest: %1 MiB"), {peaks}}},
                    reporter.progress().step});
}

/// What the training ended with: the state, and, unless it was abandoned, its test scores.
Result<PipelineEnd> endOf(const PipelineInput& input, const TrainPlan& plan, TrainEnd ended, Trainer& trainer,
                          Objective& objective, const Sources& sources, const PreviewOfEpoch& preview, BatchTeam* team,
                          CpuStep* whole, RunReporter& reporter) {
    if (whole != nullptr) whole->releaseBuffers();  // what follows needs room for other batches
    if (trainer.counters().step > 0) noteFirstSteps();
    if (Phrase sweeps = describeTimeSweeps(); !sweeps.empty()) reporter.event({RunMarker{std::move(sweeps)}});
    if (input.ranks != nullptr && isPipelined(plan.config)) reportPeaks(input, reporter);
    if (input.ranks != nullptr) input.ranks->meet({});  // the others may still need what this one has
    PipelineEnd end;
    if (isFollower(input)) return end;
    end.state = ended == TrainEnd::Abandoned ? RunState::Interrupted : RunState::Finished;
    if (ended == TrainEnd::Abandoned) return end;
    end.why = trainer.describeEnd(ended);
    auto scored = scoreRun(input, plan, trainer, objective, sources, preview, team, reporter, end);
    if (!scored.ok()) return scored.error();
    return end;
}

/// Libraries are warm, and cuDNN's algorithms chosen, before anything is timed or recorded; what it took to choose
/// threads is no part of the training.
void beginWarm(const TrainPlan& plan, const Objective& objective, Batcher& batcher, CpuStep* whole,
               const std::unique_ptr<BatchTeam>& team, HostMemoryAccount& memory) {
    if (whole != nullptr) whole->releaseBuffers();
    memory.restartPeak();
    if (plan.device.is_cuda()) trialStep(objective, batcher, whole, team)();
}

}  // namespace

Result<PipelineEnd> runPipeline(const PipelineInput& input) {
    RunReporter reporter(input.channel, input.record, input.progress, &input.state);
    auto found = savedState(input, reporter);
    if (!found.ok()) return found.error();
    const std::optional<LoadedState> resumed = std::move(*found);
    const PartsOfRun parts(trainedBefore(input, !resumed));
    auto made = planOf(input, resumed, parts, reporter);
    if (!made.ok()) return made.error();
    const TrainPlan& plan = *made;
    auto room = checkMemoryPlan(plan, input.config.startAnyway);  // before the run holds anything itself
    if (!room.ok()) return room.error();
    reportMemoryPlan(*room, reporter);
    HostMemoryAccount memory;
    StepPhases phases(memory, plan.device, plan.device.is_cuda() ? cudaPart().module : nullptr);
    TimelineTap timeline = timelineTap(input, plan, phases);
    const LibrarySettings settings(plan.config, plan.device);
    const auto makeGraph = graphMaker(plan);
    // From the first work on: what the trial step leaves behind serves the steps, and a graph is recorded on the stream
    // that they were on.
    const OwnStream stream(makeGraph ? plan.device : at::Device(at::kCPU));
    if (const CudaModule* cuda = cudaPart().module; cuda != nullptr && resumed) cuda->useChoices(resumed->state.tuning);
    Sources sources = makeSources(plan);
    const ExampleSource& training = settleOrder(input, *sources.train, !resumed, made->config, reporter);
    Batcher batcher(std::move(sources.train), plan.config, plan.device, knownInputs(plan));
    const auto [row, how] = rowOf(plan, resumed, {plan, batcher, makeGraph, input.control, reporter});
    if (!row.empty() && picksImplementation(plan.config.implementation)) room->forecast = planMemory(plan, row);
    auto model = openModel(input, plan, row, resumed);
    if (!model.ok()) return model.error();
    Objective objective(plan, **model);
    const bool isFitted = !resumed && input.startWeights.empty() && fitsLinearPath(plan.config);
    const LinearStart start = isFitted ? fittedStart(plan, objective, training, *sources.validation) : LinearStart();
    const std::int64_t threads = blocksOf(plan, resumed, **model, batcher);
    auto makers = stepMakers(plan, objective, input.ranks);
    if (!makers.ok()) return makers.error();
    const auto& [whole, xla, pipeline, oneThread] = *makers;
    if (auto shared = shareSteps(input.ranks, plan, whole.get()); !shared.ok()) return shared.error();
    const std::unique_ptr<BatchTeam> team = teamFor(input, plan, threads, memory, objective, batcher, whole.get());
    beginWarm(plan, objective, batcher, whole.get(), team, memory);
    std::optional<CheckpointKeeper> keeper;
    std::optional<FilmTap> film;
    if (input.record != nullptr) keeper.emplace(input.record->folder(), reporter), film.emplace(input.record->folder());
    Guarded<PreviewBaseline> best;  // said beside the training
    const auto preview = isFollower(input) ? PreviewOfEpoch() : numberPreview(plan, objective, sources, best);
    Trainer trainer({.plan = plan,
                     .objective = objective,
                     .batcher = batcher,
                     .validation = *sources.validation,
                     .reporter = reporter,
                     .control = input.control,
                     .phases = phases,
                     .forecastTensorBytes = plan.device.is_cpu() && xla == nullptr ? room->forecast.tensors() : 0,
                     .save = [&](const TrainingState& state, CheckpointReason reason,
                                 bool best) { return keeper ? keeper->save(state, reason, best) : Result<>(); },
                     .afterEpoch = previewer(preview, reporter),
                     .makeGraph = makeGraph,
                     .team = team.get(),
                     .forecastEpochSeconds = input.epochSeconds,
                     .afterValidation = classPreviewer(plan, objective, reporter),
                     .isFitted = isFitted,
                     .minGain = minGain(plan),
                     .film = film ? &*film : nullptr,
                     .whole = whole.get(),
                     .ranks = input.ranks,
                     .timeline = &timeline,
                     .xla = xla.get(),
                     .pipeline = pipeline.get()},
                    threads);
    if (resumed)
        if (auto restored = restoreRun(trainer, *resumed, reporter); !restored.ok()) return restored.error();
    if (auto kept = keepStart(input, plan, trainer, !resumed, keeper); !kept.ok()) return kept.error();
    input.progress.threads = static_cast<int>(team ? team->threads() : threads);
    reportStart(plan, planInfo(plan, *room, **model, trainer, sources, batcher, input.epochSeconds, how),
                trainer.counters().step, !resumed, start, batcher, reporter, input.ranks);
    std::optional<BaselineJob> baselines;
    if (!isFollower(input)) baselines.emplace(plan, input.channel, input.record, input.progress, best);
    const TrainEnd ended = trainer.run();
    // What a forecast is worth beside them belongs to its record, however short the run.
    if (baselines && plan.isForecast() && ended == TrainEnd::Finished) baselines->wait(input.control);
    return endOf(input, plan, ended, trainer, objective, sources, preview, team.get(), whole.get(), reporter);
}

}  // namespace gatelab
