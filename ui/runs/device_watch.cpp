// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/device_watch.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "device/switch_machine.h"

#include <utility>

namespace gatelab {

namespace {
constexpr int kIntervalMs = 1000;
}

namespace {

/// Programs of this kind stand in the list of runs, or are this window.
bool isOurs(const std::string& name) { return name.rfind("gatelab", 0) == 0; }

/// What must be opened once and is then asked again and again; used by one job at a time.
struct Sensors {
    explicit Sensors(std::shared_ptr<const WatchedGpu> which) : watched(std::move(which)) {}

    std::shared_ptr<const WatchedGpu> watched;
    std::unique_ptr<GpuMonitor> gpus;
    QString processor;
    CpuLoadState load;

    DeviceReading read() {
        if (!gpus) {
            gpus = std::make_unique<GpuMonitor>();
            processor = fromUtf8(processorName());
            (void)cpuLoad(load);
        }
        DeviceReading reading;
        reading.processBytes = static_cast<double>(processMemory().resident);
        reading.hostFreeBytes = static_cast<double>(freeHostMemory());
        if (const auto which = watched->among(gpus->gpus())) {
            const GpuReading gpu = gpus->read(*which);
            reading.gpu = true;
            reading.name = fromUtf8(gpus->gpus()[*which].name);
            reading.freeBytes = gpu.freeBytes.value_or(0);
            reading.totalBytes = gpu.totalBytes.value_or(0);
            reading.temperature = gpu.temperature;
            reading.load = gpu.utilisation;
            reading.power = gpu.power;
            reading.clockShare = gpu.clockShare();
            reading.brake = gpu.brake;
            for (const GpuProcess& process : otherProcesses(gpu, false))
                if (const std::string name = processName(process.pid); !isOurs(name))
                    reading.neighbours.push_back({fromUtf8(name), process.pid, static_cast<double>(process.bytes)});
            return reading;
        }
        reading.name = processor;
        reading.reason = fromUtf8(gpus->reason());
        reading.freeBytes = reading.hostFreeBytes;
        reading.totalBytes = static_cast<double>(totalHostMemory());
        reading.load = cpuLoad(load);
        return reading;
    }
};

}  // namespace

MemoryRoom memoryRoom(const DeviceReading& reading, const ExperimentConfig& config) {
    if (reading.gpu && !isCpu(config.device)) return {reading.freeBytes, true};
    if (config.isolated) return {reading.hostFreeBytes, false};
    return {reading.hostFreeBytes, false, reading.processBytes, firstStepsBytes()};
}

void WatchedGpu::set(std::string uuid) { uuid_.set(std::move(uuid)); }

std::optional<std::size_t> WatchedGpu::among(const std::vector<GpuIdentity>& gpus) const {
    if (const auto uuid = uuid_.get()) return findGpu(gpus, *uuid);
    return gpus.empty() ? std::nullopt : std::optional<std::size_t>(0);
}

DeviceWatch::DeviceWatch(QObject* parent, Look look)
    : QObject(parent), watched_(std::make_shared<WatchedGpu>()), look_(std::move(look)), job_(new BackgroundJob(this)) {
    if (!look_) look_ = [sensors = std::make_shared<Sensors>(watched_)] { return sensors->read(); };
    timer_.setInterval(kIntervalMs);
    connect(&timer_, &QTimer::timeout, this, &DeviceWatch::read);
}

void DeviceWatch::begin() {
    timer_.start();
    read();
}

void DeviceWatch::watch(const EngineInfo& engine, std::string_view device) {
    // What there is is shown also while the processor is chosen
    const TrainingDevice* gpu = trainingGpu(engine, isCpu(device) ? "auto" : device);
    watched_->set(gpu != nullptr ? gpu->uuid : "");
}

void DeviceWatch::read() {
    if (job_->running()) return;
    job_->run<DeviceReading>([look = look_](const Progress&) { return look(); },
                             [this](DeviceReading reading) {
                                 reading_ = std::move(reading);
                                 Q_EMIT changed();
                             });
}

}  // namespace gatelab
