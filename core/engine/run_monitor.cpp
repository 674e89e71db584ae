// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run_monitor.h"

#include "base/units.h"
#include "device/monitor.h"
#include "device/other_load.h"
#include "plan/devices.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

constexpr double kMuch = 0.05;  // of a figure

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

/// This process, and the GPU of the run where there is one. NVML and CUDA may count GPUs differently: the UUID joins
/// them.
struct RunMonitor::Devices {
    Devices() { cpuLoad(load); }

    /// From now on the run computes on that GPU.
    void watch(int chosen) {
        const CudaModule* cuda = cudaPart().module;
        if (module != nullptr || chosen < 0 || cuda == nullptr) return;
        index = chosen;
        module = cuda;
        const auto devices = cuda->devices();
        if (devices.ok() && static_cast<std::size_t>(index) < devices->size())
            gpu = findGpu(gpus.gpus(), (*devices)[static_cast<std::size_t>(index)].uuid);
    }

    /// What is not there gives no value.
    std::vector<std::pair<MetricId, double>> values() {
        std::vector<std::pair<MetricId, double>> found;
        found.emplace_back(MetricId::ProcessMemory, static_cast<double>(processMemory().resident) / kMiB);
        found.emplace_back(MetricId::CpuLoad, cpuLoad(load) * 100);
        if (module == nullptr) return found;
        const CudaAllocatorFigures allocator = module->allocatorFigures(index);
        found.emplace_back(MetricId::GpuAllocated, allocator.held() / kMiB);
        found.emplace_back(MetricId::GpuReserved, allocator.reserved / kMiB);
        if (!gpu) return found;
        reading = gpus.read(*gpu);
        const auto add = [&found](MetricId id, const std::optional<double>& value, double scale) {
            if (value) found.emplace_back(id, *value * scale);
        };
        add(MetricId::GpuDeviceUsed, reading.usedBytes, 1 / kMiB);
        add(MetricId::GpuUtilisation, reading.utilisation, 100);
        add(MetricId::GpuTemperature, reading.temperature, 1);
        add(MetricId::GpuPower, reading.power, 1);
        add(MetricId::GpuClock, reading.clockShare(), 100);
        return found;
    }

    MachineLook around(int threads) {
        MachineLook look;
        look.otherCores = others.cores();
        look.cores = machineCores();
        look.threads = threads;
        if (!gpu) return look;
        look.gpuOthers = otherProcesses(reading, true);
        look.clockShare = reading.clockShare();
        look.brake = reading.brake;
        return look;
    }

    GpuMonitor gpus;
    CpuLoadState load;
    OtherLoad others;
    GpuReading reading;                  ///< the last one
    const CudaModule* module = nullptr;  ///< null: a run on the CPU
    int index = 0;
    std::optional<std::size_t> gpu;
};

RunMonitor::RunMonitor(RunProgress& progress, MetricChannel& channel, RunRecord* record,
                       DisturbanceWatch::Around around, Clock clock)
    : progress_(progress),
      channel_(channel),
      record_(record),
      devices_(std::make_unique<Devices>()),
      around_(std::move(around)),
      clock_(std::move(clock)) {
    if (!around_) around_ = [this] { return devices_->around(progress_.threads); };
    if (!clock_) clock_ = &steadySeconds;
}

RunMonitor::~RunMonitor() = default;

bool RunMonitor::Reported::isNews(MetricId id, double value) {
    const auto [reported, first] = values.try_emplace(id, value);
    if (!first && std::abs(value - reported->second) <= kMuch * std::max(std::abs(value), std::abs(reported->second)))
        return false;
    reported->second = value;
    return true;
}

void RunMonitor::look() {
    devices_->watch(progress_.gpu);
    const double seconds = static_cast<double>(progress_.secondMicros) / 1e6;
    std::vector<MetricSample> samples;
    if (reported_.step != progress_.step) reported_ = {progress_.step, {}};
    for (const auto& [id, value] : devices_->values()) {
        if (!reported_.isNews(id, value)) continue;
        samples.push_back({id, progress_.piece, progress_.step, static_cast<double>(progress_.epochMicros) / 1e6,
                           seconds, wallSeconds(), value});
        channel_.push(samples.back(), MetricChannel::Producer::Monitor);
    }
    // The training thread says what is wrong with the record; here nothing is lost but these samples.
    if (record_ != nullptr) (void)record_->addMetrics(samples).ok();
    if (progress_.threads > 0) post(watch_.look(clock_(), seconds, around_));
}

void RunMonitor::close() { post(watch_.close()); }

void RunMonitor::post(const std::vector<Disturbance>& disturbances) {
    for (const Disturbance& disturbance : disturbances) {
        const auto epoch = static_cast<std::int64_t>(std::ceil(static_cast<double>(progress_.epochMicros) / 1e6));
        RunEvent event{DisturbedTiming{disturbance.from, disturbance.cause}, progress_.step, epoch, disturbance.to,
                       wallSeconds()};
        if (record_ != nullptr) (void)record_->addEvent(event).ok();
        channel_.post(std::move(event));
    }
}

}  // namespace gatelab
