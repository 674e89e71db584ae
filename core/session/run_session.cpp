// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/run_session.h"

#include "device/monitor.h"
#include "train/devices.h"
#include "train/pipeline.h"
#include "train/trainer.h"

#include <c10/util/Exception.h>

#include <chrono>
#include <cstdlib>
#include <new>
#include <optional>

namespace gatelab {

namespace {

constexpr auto kMonitorEvery = std::chrono::milliseconds(150);
constexpr double kMiB = 1024.0 * 1024.0;

/// How a run failed, in words with a remedy.
Error describeFailure(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const StopWithError& stop) {
        return stop.error;
    } catch (const c10::OutOfMemoryError& problem) {
        return {ErrorCode::OutOfMemory,
                {GATELAB_TEXT("Training", "the GPU has not enough memory for this model and batch; checkpoints are kept; try a smaller batch with "
                                     "accumulation, a shorter lookback, a smaller model, or the CPU (%1)"),
                 {problem.what_without_backtrace()}}};
    } catch (const std::bad_alloc&) {
        return {ErrorCode::OutOfMemory,
                GATELAB_TEXT("Training", "this machine has not enough memory for this model and batch; checkpoints are kept; try a smaller batch, a "
                                     "shorter lookback or a smaller model, and close other programs")};
    } catch (const c10::Error& problem) {
        const std::string what = problem.what_without_backtrace();
        if (what.find("DefaultCPUAllocator") != std::string::npos || what.find("can't allocate memory") != std::string::npos)
            return {ErrorCode::OutOfMemory,
                    GATELAB_TEXT("Training", "this machine has not enough memory for this model and batch; checkpoints are kept; try a smaller batch, a "
                                         "shorter lookback or a smaller model, and close other programs")};
        if (what.find("CUDA error") != std::string::npos)
            return {ErrorCode::DeviceLost,
                    {GATELAB_TEXT("Training", "the GPU stopped working: %1; checkpoints are kept; restart Gatelab to use it again, or go on with the CPU"),
                     {what}}};
        return {ErrorCode::Internal,
                {GATELAB_TEXT("Training", "training stopped: %1; checkpoints are kept; this is a fault of Gatelab, please report it with this text"), {what}}};
    } catch (const std::exception& problem) {
        return {ErrorCode::Internal,
                {GATELAB_TEXT("Training", "training stopped: %1; checkpoints are kept; this is a fault of Gatelab, please report it with this text"),
                 {problem.what()}}};
    } catch (...) {
        return {ErrorCode::Internal, GATELAB_TEXT("Training", "training stopped for an unknown reason; checkpoints are kept")};
    }
}

/// What the monitor thread reads: this process, and the GPU of the run where there is one. NVML and CUDA may count GPUs differently: the UUID joins them.
struct DeviceWatch {
    explicit DeviceWatch(const std::string& device) {
        cpuLoad(load);
        const CudaModule* cuda = cudaPart().module;
        if (cuda == nullptr || device == "cpu") return;
        if (device.starts_with("cuda:")) index = std::atoi(device.c_str() + 5);
        const auto devices = cuda->devices();
        if (!devices.ok() || index >= static_cast<int>(devices->size()) || !(*devices)[static_cast<std::size_t>(index)].unusable.empty()) return;
        module = cuda;
        for (std::size_t i = 0; i < gpus.gpus().size(); ++i)
            if (gpus.gpus()[i].uuid == (*devices)[static_cast<std::size_t>(index)].uuid) gpu = i;
    }

    GpuMonitor gpus;
    CpuLoadState load;
    const CudaModule* module = nullptr;  ///< null: a run on the CPU
    int index = 0;
    std::optional<std::size_t> gpu;
};

/// Numbers of the monitor thread; what is not there gives no sample.
std::vector<std::pair<MetricId, double>> readDevices(DeviceWatch& watch) {
    std::vector<std::pair<MetricId, double>> values;
    values.emplace_back(MetricId::ProcessMemory, static_cast<double>(processMemory().resident) / kMiB);
    values.emplace_back(MetricId::CpuLoad, cpuLoad(watch.load) * 100);
    if (watch.module == nullptr) return values;
    const CudaAllocatorFigures allocator = watch.module->allocatorFigures(watch.index);
    values.emplace_back(MetricId::GpuAllocated, allocator.allocated / kMiB);
    values.emplace_back(MetricId::GpuReserved, allocator.reserved / kMiB);
    values.emplace_back(MetricId::GpuPeak, allocator.allocatedPeak / kMiB);
    if (!watch.gpu) return values;
    const GpuReading gpu = watch.gpus.read(*watch.gpu);
    if (gpu.usedBytes) values.emplace_back(MetricId::GpuDeviceUsed, *gpu.usedBytes / kMiB);
    if (gpu.utilisation) values.emplace_back(MetricId::GpuUtilisation, *gpu.utilisation * 100);
    if (gpu.temperature) values.emplace_back(MetricId::GpuTemperature, *gpu.temperature);
    if (gpu.power) values.emplace_back(MetricId::GpuPower, *gpu.power);
    return values;
}

}  // namespace

InProcessSession::InProcessSession(RunRequest request) : request_(std::move(request)) {
    monitorThread_ = std::jthread([this](const std::stop_token& stop) { monitor(stop); });
    trainingThread_ = std::jthread([this] { train(); });
}

InProcessSession::~InProcessSession() {
    control_.abandon();
    if (trainingThread_.joinable()) trainingThread_.join();
}

void InProcessSession::wait() {
    done_.wait(false, std::memory_order_acquire);
}

void InProcessSession::train() {
    try {
        auto end = runPipeline({request_.config, request_.data, request_.record.get(), request_.resumeFrom, request_.startWeights, control_, channel_, progress_, state_});
        if (end.ok()) finish(end->state, end->why, ErrorCode::Internal, std::move(end->scores));
        else
            finish(end.error().code == ErrorCode::Cancelled ? RunState::Interrupted : RunState::Failed, end.error().phrase, end.error().code, {});
    } catch (...) {
        const Error error = describeFailure(std::current_exception());
        finish(RunState::Failed, error.phrase, error.code, {});
    }
}

void InProcessSession::finish(RunState state, const Phrase& why, ErrorCode code, std::vector<TestScore> scores) {
    monitorThread_.request_stop();
    if (monitorThread_.joinable()) monitorThread_.join();
    RunReporter reporter(channel_, request_.record.get(), progress_);
    RunEvent event;
    event.kind = RunEvent::Kind::Finished;
    event.state = state;
    event.step = progress_.step;
    event.epoch = progress_.epochMicros / 1000000;
    event.seconds = static_cast<double>(progress_.secondMicros) / 1e6;
    event.text = why;
    event.code = code;
    event.scores = std::move(scores);
    if (RunRecord* record = request_.record.get()) {
        reporter.check(record->setState(state, event.step, event.epoch, event.seconds));
        reporter.check(record->flush());
    }
    reporter.event(std::move(event));
    request_.record.reset();  // the run's folder is free before anyone hears of the end
    state_.store(state, std::memory_order_release);
    done_.store(true, std::memory_order_release);
    done_.notify_all();
}

void InProcessSession::monitor(const std::stop_token& stop) {
    try {
        DeviceWatch watch(request_.config.device);
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!wake.wait_for(lock, stop, kMonitorEvery, [] { return false; }) && !stop.stop_requested()) {
            std::vector<MetricSample> samples;
            for (const auto& [id, value] : readDevices(watch)) {
                samples.push_back({id, progress_.piece, progress_.step, static_cast<double>(progress_.epochMicros) / 1e6,
                                   static_cast<double>(progress_.secondMicros) / 1e6, wallSeconds(), value});
                channel_.push(samples.back(), MetricChannel::Producer::Monitor);
            }
            // The training thread says what is wrong with the record; here nothing is lost but these samples.
            if (request_.record) (void)request_.record->addMetrics(samples).ok();
        }
    } catch (const std::exception&) {
        // A run without its memory chart is better than no run.
    }
}

}  // namespace gatelab
