// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab_machine.h"

#include "base/version.h"
#include "config/architecture.h"
#include "config/field.h"
#include "config/obstacles/time_parallel.h"
#include "config/obstacles/xla_obstacle.h"
#include "data/model_shape.h"
#include "device/monitor.h"
#include "device/other_load.h"
#include "session/isolated_session.h"
#include "store/checkpoint.h"
#include "store/workspace.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <map>
#include <thread>

namespace gatelab {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(20);
/// Optimiser state, weights and gradients of one parameter, read and written once per step by Adam.
constexpr double kBytesPerParameter = 28;

/// Time per step from the steps' own clock, epoch by epoch: validation between them is left out, and so is what warms
/// up.
class StepClock {
public:
    explicit StepClock(std::int64_t warmup) : warmup_(warmup) {}
    void add(const MetricSample& sample) {
        if (sample.step <= warmup_) return;
        auto& epoch = epochs_[static_cast<std::int64_t>(std::ceil(sample.epoch - 1e-9))];
        if (epoch.last < 0) epoch.first = sample.seconds;
        // Steps that are done at the same moment are one launch of a graph: the first one's begin is not known.
        if (sample.seconds > epoch.first) ++epoch.steps;
        epoch.last = sample.seconds;
    }
    [[nodiscard]] double milliseconds() const {
        double seconds = 0;
        std::int64_t steps = 0;
        for (const auto& [number, epoch] : epochs_) {
            seconds += epoch.last - epoch.first;
            steps += epoch.steps;
        }
        return steps > 0 ? 1e3 * seconds / static_cast<double>(steps) : kNotMeasured;
    }

private:
    struct Epoch {
        double first = 0, last = -1;
        std::int64_t steps = 0;  ///< after the first
    };
    std::int64_t warmup_;
    std::map<std::int64_t, Epoch> epochs_;
};

/// What a run says while it goes on, as far as the lab wants to know.
struct TrialRecord {
    explicit TrialRecord(std::int64_t warmup) : clock(warmup) {}
    void listen(RunSession& session) {
        session.channel().drainMetrics([this](const MetricSample& sample) {
            if (sample.metric == MetricId::TrainLoss)
                takeStep(sample);
            else if (sample.metric == MetricId::ValidationLoss)
                validation = sample.value;
            else
                takeCost(sample);
        });
        for (RunEvent& event : session.channel().takeEvents()) {
            if (const auto* planned = event.as<RunPlanInfo>()) plan = *planned;
            if (const auto* marker = event.as<RunMarker>()) note = marker->text;
            if (auto* ended = event.as<RunEnd>()) end = std::move(*ended);
        }
    }
    void takeStep(const MetricSample& sample) {
        clock.add(sample);
        losses.push_back({sample.seconds, sample.value});
        if (sample.seconds > 0)
            progress = {sample.step, sample.seconds / static_cast<double>(std::max<std::int64_t>(1, sample.step))};
    }
    void takeCost(const MetricSample& sample) {
        const auto [place, isNew] = costs.try_emplace(sample.metric, sample.value);
        if (!isNew)
            place->second = metric(sample.metric).summary == MetricSummary::Most ? std::max(place->second, sample.value)
                                                                                 : sample.value;
    }
    /// Of the device where there is one, else of the tensors, else of the process.
    [[nodiscard]] double peakMiB() const {
        for (const MetricId id : {MetricId::GpuPeak, MetricId::EnginePeak, MetricId::ProcessMemory})
            if (const auto found = costs.find(id); found != costs.end()) return found->second;
        return kNotMeasured;
    }
    StepClock clock;
    LabTrialProgress progress;
    std::vector<LabLoss> losses;
    double validation = kNotMeasured;
    std::map<MetricId, double> costs;
    RunPlanInfo plan;
    Phrase note;  ///< the last that it said of itself
    RunEnd end;
};

template <class T>
void append(const RawTensor& tensor, std::vector<double>& values) {
    for (std::size_t at = 0; at + sizeof(T) <= tensor.bytes.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, tensor.bytes.data() + at, sizeof value);
        values.push_back(static_cast<double>(value));
    }
}

/// The same experiment, only so many steps long.
ExperimentConfig trialConfig(const LabTrial& trial) {
    ExperimentConfig config = trial.config;
    config.maxSteps = trial.warmup + trial.steps;
    config.epochs = std::max(config.epochs, static_cast<std::int64_t>(findField("epochs")->range.high));
    config.earlyStop = 0;
    config.checkpointSeconds = static_cast<std::int64_t>(findField("checkpoint_seconds")->range.high);
    config.isolated = false;
    return config;
}

/// "one, two" of what is there.
std::string joined(std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string named(const char* name, const std::string& version) {
    return version.empty() ? std::string() : std::string(name) + " " + version;
}

}  // namespace

MeasurementEnvironment EngineLabMachine::environment() const {
    const EngineInfo& info = engine_->info();
    MeasurementEnvironment environment;
    environment.program = programVersion();
    std::string gpus, driver;
    for (const TrainingDevice& device : info.devices)
        if (device.computeCapability > 0) gpus = joined({gpus, device.name});
    if (!gpus.empty())
        if (const GpuMonitor monitor; !monitor.gpus().empty()) driver = monitor.gpus().front().driver;
    environment.engine = joined(
        {named("LibTorch", info.torch), named("CUDA", info.cuda), named("cuDNN", info.cudnn), named("driver", driver)});
    environment.system = systemName();
    environment.machine = joined({processorName(), gpus});
    environment.threads = std::to_string(info.threads);
    if (data_->series)
        environment.data = data_->series->sha256;
    else if (data_->sequences)
        environment.data = data_->sequences->sha256;
    return environment;
}

Result<LabMeasured> EngineLabMachine::measure(const LabTrial& trial, const LabWatch& watch) {
    auto first = measureOnce(trial, watch);
    if (!first.ok() || !(first->msPerStep * static_cast<double>(trial.steps) < trial.minMs)) return first;
    LabTrial longer = trial;
    longer.steps = static_cast<std::int64_t>(std::ceil(trial.minMs / std::max(1e-3, first->msPerStep)));
    auto measured = measureOnce(longer, watch);
    // Compared after equal steps, whatever they take.
    if (measured.ok()) measured->validationLoss = first->validationLoss;
    return measured;
}

Result<std::unique_ptr<RunSession>> EngineLabMachine::start(const LabTrial& trial, std::int64_t model,
                                                            const std::shared_ptr<SharedValues>& shared,
                                                            std::unique_ptr<RunRecord> record) {
    if (isXla(trial.config.device)) {
        const std::string id = record->id();
        record.reset();  // the worker opens the run itself
        return startIsolated(scratch_, id);
    }
    RunRequest request{trialConfig(trial), trial.data ? trial.data : data_, std::move(record), {}};
    request.config.seed += model;
    request.shared = shared;
    if (trial.models > 1) request.maxThreads = 1;
    return engine_->start(std::move(request));
}

Result<LabMeasured> EngineLabMachine::measureOnce(const LabTrial& trial, const LabWatch& watch) {
    std::filesystem::path folder;
    std::unique_ptr<RunRecord> kept;
    if (trial.wantsOutputs || isXla(trial.config.device)) {
        auto workspace = Workspace::open(scratch_);
        if (!workspace.ok()) return workspace.error();
        auto record = (*workspace)->createRun(trialConfig(trial), {}, "lab");
        if (!record.ok()) return record.error();
        folder = (*record)->folder();
        kept = std::move(*record);
    }
    const auto shared = trial.models > 1 ? std::make_shared<SharedValues>() : nullptr;
    std::vector<std::unique_ptr<RunSession>> sessions;
    std::vector<TrialRecord> all;
    for (std::int64_t model = 0; model < trial.models; ++model) {
        auto started = start(trial, model, shared, model == 0 ? std::move(kept) : nullptr);
        if (!started.ok()) return started.error();
        sessions.push_back(std::move(*started));
        all.emplace_back(trial.warmup);
    }
    OtherLoad others;
    bool trained = false;
    for (bool last = false; !last;) {
        last = std::ranges::all_of(sessions, [](const auto& session) { return session->done(); });
        for (std::size_t i = 0; i < sessions.size(); ++i) all[i].listen(*sessions[i]);
        trained = trained || (othersTrain_ && othersTrain_());
        if (!last && watch && !watch(all.front().progress)) {
            // A worker process would train on.
            if (isXla(trial.config.device)) sessions.front()->control().abandon(), sessions.front()->wait();
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lab", "stopped")};
        }
        if (!last) std::this_thread::sleep_for(kLookEvery);
    }
    LabMeasured measured;
    measured.peakMiB = measured.threads = 0;
    double stepsPerMs = 0;
    for (const TrialRecord& one : all) {
        if (one.end.state != RunState::Finished) return Error{one.end.code, one.end.why};
        stepsPerMs += 1 / one.clock.milliseconds();
        measured.peakMiB += one.peakMiB();
        measured.threads += one.plan.threads;
    }
    TrialRecord& record = all.front();
    measured.msPerStep = 1 / stepsPerMs;
    const double samples = record.plan.stepsPerEpoch > 0 ? static_cast<double>(record.plan.trainWindows) /
                                                               static_cast<double>(record.plan.stepsPerEpoch)
                                                         : kNotMeasured;
    measured.samplesPerSecond = 1e3 * samples / measured.msPerStep;
    measured.validationLoss = record.validation;
    measured.losses = std::move(record.losses);
    measured.costs = std::move(record.costs);
    measured.forecastByCause = record.plan.forecastByCause;
    measured.implementation = record.plan.implementation;
    measured.device = record.plan.device;
    if (isTimeParallel(measured.implementation)) measured.note = record.note;
    if (trained)
        measured.disturbance = LabDisturbance::Training;
    else if (disturbs(others.cores(), machineCores(), static_cast<int>(measured.threads)))
        measured.disturbance = LabDisturbance::Load;
    if (trial.wantsOutputs) {
        auto outputs = outputsOf(folder);
        if (!outputs.ok()) return outputs.error();
        measured.outputs = std::move(*outputs);
    }
    return measured;
}

Result<std::vector<double>> EngineLabMachine::outputsOf(const std::filesystem::path& runFolder) const {
    ForecastRequest request;
    request.runFolder = runFolder;
    request.data = data_;
    auto forecasts = engine_->forecast(request, {});
    if (forecasts.ok()) return std::move(forecasts->forecast);
    if (forecasts.error().code != ErrorCode::Unsupported) return forecasts.error();
    auto loaded = CheckpointStore(runFolder).newestGood();
    if (!loaded.ok()) return loaded.error();
    std::vector<double> weights;
    for (const auto& [name, tensor] : loaded->contents.tensors.tensors) {
        if (!name.starts_with("weights/")) continue;
        if (tensor.dtype == "F32")
            append<float>(tensor, weights);
        else if (tensor.dtype == "F64")
            append<double>(tensor, weights);
    }
    return weights;
}

StepWork EngineLabMachine::work(const ExperimentConfig& given) {
    ExperimentConfig config = given;
    const ModelShape shape = modelShape(config, *data_);
    if (data_->sequences && !data_->sequences->items.empty()) {
        const SequenceSet& set = *data_->sequences;
        double steps = 0;
        for (const auto& item : set.items) steps += static_cast<double>(item.steps);
        config.lookback = std::max<std::int64_t>(1, std::llround(steps / static_cast<double>(set.items.size())));
    }
    const Architecture network = describeArchitecture(config, shape);
    const double batches = static_cast<double>(std::max<std::int64_t>(1, config.accumulate));
    const double windows = batches * static_cast<double>(config.batchSize);
    // Forward once, backward twice (by the inputs and by the weights), two operations per multiply-add.
    return {3 * 2 * network.multiplyAdds * windows,
            kBytesPerParameter * static_cast<double>(network.parameters) + 2 * batches * network.activationBytes};
}

}  // namespace gatelab
