// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/devices.h"

#include "base/clock.h"
#include "base/library_folder.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "device/given_up.h"
#include "device/monitor.h"
#include "xla/plugin.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <limits>

namespace gatelab {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kGivenUp = "what was tried on it did not end; restart Gatelab to use it again";

std::string processor() {
    const std::string name = processorName();
    return name.empty() ? "CPU" : name;
}

Phrase refusal(const std::string& name, const std::string& why) {
    return {GATELAB_TEXT("Device", "%1 cannot be used: %2"), {name, why}};
}

/// Free memory of the GPUs by their UUID, from NVIDIA's management library: CUDA itself would take memory to tell it.
double freeBytesOf(const std::string& uuid) {
    static const GpuMonitor monitor;
    const auto gpu = findGpu(monitor.gpus(), uuid);
    return gpu ? monitor.read(*gpu).freeBytes.value_or(kUnknown) : kUnknown;
}

void addUsableDevices(const std::vector<CudaDevice>& devices, EngineInfo& info) {
    for (const CudaDevice& device : devices) {
        if (device.unusable.empty())
            info.devices.push_back({"cuda:" + std::to_string(device.index), device.name, device.totalBytes,
                                    freeBytesOf(device.uuid), 10 * device.computeMajor + device.computeMinor,
                                    device.uuid});
        else
            info.cudaReason = refusal(device.name, device.unusable);
    }
}

/// The device that a configuration's word means, the first that can be used where it names none; null: there is none,
/// and info.cudaReason says why.
const TrainingDevice* findDevice(const std::string& word, DeviceUse use, EngineInfo& info) {
    const CudaModule* cuda = cudaPart().module;
    for (const TrainingDevice& device : info.devices) {
        const bool isGpu = !isCpu(device.key);
        if (device.key != word && !(isGpu && takesAnyGpu(word))) continue;
        if (!isGpu || use == DeviceUse::Look) return &device;
        const int index = c10::Device(device.key).index();
        const std::string unusable = isGivenUp(index) ? kGivenUp : cuda->probe(index);
        if (unusable.empty()) return &device;
        info.cudaReason = refusal(device.name, unusable);
    }
    return picksDevice(word) ? &info.devices.front() : nullptr;
}

/// Weights stay in FP32 where the passes are in BF16 or FP16.
Result<> choosePrecision(const std::string& precision, Machine& machine) {
    if (isFp64(precision))
        machine.dtype = c10::ScalarType::Double;
    else if (isBf16(precision))
        machine.compute = c10::ScalarType::BFloat16;
    else if (isFp16(precision))
        machine.compute = c10::ScalarType::Half;
    else if (!isFp32(precision) && !(isTf32(precision) && machine.device.is_cuda()))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Device", "precision %1 cannot be trained on %2; choose bf16 or fp32"),
                      {precision, machine.device.str()}}}
            .ofField("precision");
    return {};
}

}  // namespace

namespace {

CudaModuleAnswer& openedPart() {
    static CudaModuleAnswer answer = openCudaModule(libraryFolder());
    return answer;
}

}  // namespace

const CudaModuleAnswer& cudaPart() { return openedPart(); }

void replaceCudaPart(const CudaModuleAnswer& answer) { openedPart() = answer; }

std::span<const RecurrentImplementation> allImplementations() {
    static const std::vector<RecurrentImplementation> rows = [] {
        const auto own = recurrentImplementations();
        std::vector<RecurrentImplementation> all(own.begin(), own.end());
        if (const CudaModule* cuda = cudaPart().module; cuda != nullptr)
            for (const RecurrentImplementation& row : cuda->recurrentRows()) all.push_back(row);
        return all;
    }();
    return rows;
}

int allowedThreads() {
    const char* limit = std::getenv("OMP_NUM_THREADS");
    const int asked = limit != nullptr ? std::atoi(limit) : 0;
    return asked > 0 ? std::min(asked, usableCores()) : usableCores();
}

EngineInfo describeEngine() {
    EngineInfo info;
    info.torch = TORCH_VERSION;
    info.cores = usableCores();
    info.threads = allowedThreads();
    info.devices.push_back(
        {"cpu", processor(), static_cast<double>(totalHostMemory()), static_cast<double>(freeHostMemory())});
    const CudaModuleAnswer& cuda = cudaPart();
    info.cudaReason = cuda.reason;
    if (cuda.module == nullptr) return info;
    info.cuda = cuda.module->runtimeVersion;
    info.cudnn = cuda.module->cudnnVersion;
    if (const auto ready = cuda.module->initialise(); !ready.ok()) {
        info.cudaReason = ready.error().phrase;
        return info;
    }
    const auto devices = cuda.module->devices();
    if (devices.ok())
        addUsableDevices(*devices, info);
    else
        info.cudaReason = devices.error().phrase;
    return info;
}

double freeMemory(const c10::Device& device) {
    if (device.is_cpu()) return static_cast<double>(freeHostMemory());
    const CudaModule* cuda = cudaPart().module;
    if (cuda == nullptr) return kUnknown;
    const auto free = cuda->freeBytes(device.index());
    const CudaAllocatorFigures figures = cuda->allocatorFigures(device.index());
    return free.ok() ? *free + figures.reserved - figures.held() : kUnknown;
}

namespace {

/// Tensors lie on the processor, where a run is also looked at; its steps are computed by a plugin, which only a
/// process that trains opens.
Result<Machine> xlaMachine(const ExperimentConfig& config) {
    Machine machine;
    const auto plugins = findXlaPlugins();
    machine.name = plugins.empty() ? processor() : xlaPluginName(plugins.front());
    if (auto chosen = choosePrecision(config.precision, machine); !chosen.ok()) return chosen.error();
    return machine;
}

}  // namespace

Result<Machine> chooseMachine(const ExperimentConfig& config, DeviceUse use) {
    if (isXla(config.device)) return xlaMachine(config);
    EngineInfo info = describeEngine();
    const TrainingDevice* found = findDevice(config.device, use, info);
    if (found == nullptr) {
        const Phrase why =
            info.cudaReason.empty() ? Phrase(GATELAB_TEXT("Device", "there is no such device")) : info.cudaReason;
        return Error{
            ErrorCode::NoDevice,
            {GATELAB_TEXT("Device", "device %1: %2; nothing was started; choose auto or cpu"), {config.device, why}}}
            .ofField("device");
    }
    Machine machine;
    machine.device = c10::Device(found->key);
    machine.name = found->name;
    if (picksDevice(config.device) && machine.device.is_cpu())
        machine.reason = {GATELAB_TEXT("Device", "training runs on the CPU: %1"), {info.cudaReason}};
    if (auto chosen = choosePrecision(config.precision, machine); !chosen.ok()) return chosen.error();
    return machine;
}

void configureLibrary(const ExperimentConfig& config, const c10::Device& device) {
    auto& context = at::globalContext();
    at::globalContext().setFlushDenormal(config.flushDenormals);
    // Warn only: an operation without a deterministic form is better told than refused. Filling fresh memory is for
    // finding bugs, not for training.
    context.setDeterministicAlgorithms(config.deterministic, true);
    context.setDeterministicFillUninitializedMemory(false);
    if (!device.is_cuda()) return;
    context.setDeterministicCuDNN(config.deterministic);
    context.setBenchmarkCuDNN(false);
    // LibTorch lets cuDNN's layers use tensor cores for BF16 only where FP32 ones might round to TF32, and of those a
    // run in 16 bits has none.
    const bool isLow = isIn16Bits(config.precision), roundsToTf32 = isTf32(config.precision);
    context.setFloat32Precision(at::Float32Backend::CUDA, at::Float32Op::RNN,
                                roundsToTf32 || isLow ? at::Float32Precision::TF32 : at::Float32Precision::IEEE);
    context.setFloat32Precision(at::Float32Backend::CUDA, at::Float32Op::MATMUL,
                                roundsToTf32 ? at::Float32Precision::TF32 : at::Float32Precision::IEEE);
}

namespace {
std::atomic<int> runsWithSettings{0};
}

LibrarySettings::LibrarySettings(const ExperimentConfig& config, const c10::Device& device, Of whom) : whom_(whom) {
    if (whom_ == Of::Run) ++runsWithSettings;
    if (whom_ == Of::Run || runsWithSettings == 0)
        configureLibrary(config, device);
    else
        at::globalContext().setFlushDenormal(config.flushDenormals);  // of this thread alone
}

LibrarySettings::~LibrarySettings() {
    if (whom_ == Of::Run) --runsWithSettings;
}

std::function<double()> timed(std::function<void()> step) {
    return [step = std::move(step)] {
        const auto start = std::chrono::steady_clock::now();
        step();
        return secondsSince(start);
    };
}

std::int64_t chooseThreads(std::int64_t asked, const c10::Device& device, const std::function<void(std::int64_t)>& use,
                           const std::function<double()>& step) {
    const std::int64_t cores = allowedThreads();
    const auto chosen = [&](std::int64_t count) {
        use(count);
        return count;
    };
    if (asked > 0) return chosen(asked);
    if (cores <= 1 || !device.is_cpu()) return chosen(1);
    constexpr double kLongStepSeconds = 0.2, kStartSeconds = 0.02, kWorthIt = 0.85;
    use(1);
    step();  // buffers and code are warm after this
    double one = step();
    const int repeats = one > kLongStepSeconds ? 1 : 4;
    for (int i = 0; i < repeats; ++i) one = std::min(one, step());
    use(cores);
    // Threads that wait for each other spin: where another program holds a core, a step takes many times as long. One
    // such step is answer enough.
    if (step() > 4 * one + kStartSeconds) return chosen(1);
    for (int i = 0; i < repeats; ++i)
        if (step() > kWorthIt * one) return chosen(1);
    return cores;
}

}  // namespace gatelab
