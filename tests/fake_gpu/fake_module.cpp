// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of CudaModule over the made-up driver.
#include "cuda/recorded_bytes.h"
#include "device/algorithm_choices.h"
#include "device/cuda_module.h"
#include "fake_gpu.h"
#include "fake_memory.h"
#include "fake_recording.h"
#include "kernels/mask_job.h"
#include "kernels/persistent/host_team.h"
#include "kernels/persistent/layer.h"
#include "kernels/recurrent.h"
#include "kernels/update/update_on_host.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/Exception.h>

#include <cstring>
#include <utility>

namespace fakegpu {

namespace {

using gatelab::CudaModule;
using gatelab::Error;
using gatelab::ErrorCode;
using gatelab::Result;

constexpr int kComputeMajor = 9, kMultiprocessors = 100;

Error lost() {
    return {ErrorCode::DeviceLost,
            {GATELAB_TEXT("Device", "the GPU stopped working: %1"), {"unspecified launch failure"}}};
}

Device& deviceOf(int index) { return driver().devices.at(static_cast<std::size_t>(index)); }

Result<> initialise() {
    return at::hasCUDA() ? Result<>()
                         : Error{ErrorCode::NoDevice,
                                 GATELAB_TEXT("Device", "LibTorch does not see the GPU that the driver offers")};
}

std::string probe(int index) {
    const std::lock_guard lock(driver().mutex);
    return driver().isLost ? "unspecified launch failure" : deviceOf(index).unusable;
}

Result<std::vector<gatelab::CudaDevice>> devices() {
    const std::lock_guard lock(driver().mutex);
    std::vector<gatelab::CudaDevice> found;
    for (std::size_t i = 0; i < driver().devices.size(); ++i) {
        const Device& device = driver().devices[i];
        gatelab::CudaDevice row;
        row.index = static_cast<int>(i);
        row.name = device.name;
        row.uuid = device.uuid;
        row.unusable = device.unusable;
        row.totalBytes = device.totalBytes;
        row.computeMajor = kComputeMajor;
        row.multiprocessors = kMultiprocessors;
        found.push_back(row);
    }
    return found;
}

Result<double> freeBytes(int index) {
    const std::lock_guard lock(driver().mutex);
    if (driver().isLost) return lost();
    double free = deviceOf(index).totalBytes - deviceOf(index).reserved;
    for (const Process& process : deviceOf(index).others) free -= static_cast<double>(process.bytes);
    return free;
}

gatelab::CudaAllocatorFigures figures(int index) {
    const std::lock_guard lock(driver().mutex);
    const Device& device = deviceOf(index);
    gatelab::CudaAllocatorFigures found;
    found.allocated = found.active = device.allocated;
    found.allocatedPeak = device.allocatedPeak;
    found.graphs = device.graphs;
    found.reserved = device.reserved;
    found.reservedPeak = device.reservedPeak;
    found.outOfMemory = device.outOfMemory;
    return found;
}

void resetPeaks(int index) {
    const std::lock_guard lock(driver().mutex);
    deviceOf(index).allocatedPeak = deviceOf(index).allocated;
    deviceOf(index).reservedPeak = deviceOf(index).reserved;
}

Result<> synchronise(int) {
    const std::lock_guard lock(driver().mutex);
    return driver().isLost || driver().synchroniseFails ? Result<>(lost()) : Result<>();
}

/// The work is run once while it is recorded, as a capture does, and whatever it wrote is put back, as a capture writes
/// nothing; a wait of the host spoils it. Launching does its operations again. What it takes for a moment counts as the
/// graph's, not as allocated: LibTorch's allocator sees it as free after the recording.
class Graph final : public gatelab::DeviceGraph {
public:
    explicit Graph(int device) : device_(device) { ++driver().graphs; }
    ~Graph() override {
        const std::lock_guard lock(driver().mutex);
        deviceOf(device_).graphs -= bytes_;
        --driver().graphs;
    }

    void record(const std::function<void()>& work) override {
        static std::mutex oneAtATime;
        const std::lock_guard alone(oneAtATime);
        const Contents before;
        auto recording = std::make_unique<Recording>();
        Device& device = deviceOf(device_);
        double bytes = 0;
        device.aside = device.reserved - device.allocated;
        try {
            bytes = gatelab::RecordedBytes::of({at::kCUDA, static_cast<c10::DeviceIndex>(device_)},
                                               [&] { recording->record([&work] { refuseWaits(work); }); });
        } catch (...) {
            device.aside = 0;
            throw;
        }
        device.aside = 0;
        before.putBack();
        resetPeaks(device_);
        const std::lock_guard lock(driver().mutex);
        bytes_ = bytes;
        device.graphs += bytes_;
        device.reserved = device.allocated;  // what the recording took is the graph's alone
        recording_ = std::move(recording);
    }

    void launch() override {
        useDevice(device_);
        ++driver().launches;
        recording_->replay();
    }

private:
    /// Of every block of the driver.
    class Contents {
    public:
        Contents() {
            const std::lock_guard lock(driver().mutex);
            for (const auto& [block, of] : driver().blocks) {
                const auto* bytes = static_cast<const char*>(block);
                kept_.emplace_back(const_cast<void*>(block), std::vector<char>(bytes, bytes + of.bytes));
            }
        }
        void putBack() const {
            const std::lock_guard lock(driver().mutex);
            for (const auto& [block, bytes] : kept_)
                if (driver().blocks.contains(block)) std::memcpy(block, bytes.data(), bytes.size());
        }

    private:
        std::vector<std::pair<void*, std::vector<char>>> kept_;
    };

    static void refuseWaits(const std::function<void()>& work) {
        const bool before = std::exchange(driver().refuseWaits, true);
        try {
            work();
        } catch (...) {
            driver().refuseWaits = before;
            throw;
        }
        driver().refuseWaits = before;
    }

    int device_;
    double bytes_ = 0;
    std::unique_ptr<Recording> recording_;
};

std::unique_ptr<gatelab::DeviceGraph> makeGraph(int device) { return std::make_unique<Graph>(device); }

/// The body of the kernel, block by block.
void drawMask(int device, const gatelab::MaskJob& job) {
    if (Recording* recording = Recording::current()) recording->add([=] { drawMask(device, job); });
    useDevice(device);
    const gatelab::PhiloxStream stream = job.stream();
    const std::uint64_t threshold = job.thresholdNow();
    for (std::int64_t index = 0; 4 * index < job.count; ++index) {
        if (job.bytes == 2)
            gatelab::drawMaskBlock<std::uint16_t>(job, stream, threshold, index);
        else if (job.bytes == 4)
            gatelab::drawMaskBlock<std::uint32_t>(job, stream, threshold, index);
        else
            gatelab::drawMaskBlock<std::uint64_t>(job, stream, threshold, index);
    }
}

/// The bodies of both kernels.
void updateWeights(int device, const gatelab::UpdateJob& job) {
    if (Recording* recording = Recording::current()) {
        for (float* written : {job.norm, job.leftOut}) recording->use(written);
        recording->add([=] { updateWeights(device, job); });
    }
    for (int launch = 0; launch < 2; ++launch) useDevice(device);
    gatelab::updateOnHost(job);
}

/// As this row is made to be; gives what its outputs are multiplied by.
double passThrough(const char* key) {
    if (Recording* recording = Recording::current()) recording->add([key] { (void)passThrough(key); });
    const std::lock_guard lock(driver().mutex);
    const Row& row = driver().rows[key];
    ++driver().rowPasses;
    driver().rowClock += row.milliseconds - driver().rows["library"].milliseconds;
    const c10::impl::VirtualGuardImpl guard(at::kCUDA);
    if (row.fate == Row::Fate::NoMemory) C10_THROW_ERROR(OutOfMemoryError, "CUDA out of memory.");
    if (row.fate == Row::Fate::Lost) driver().isLost = true;
    if (row.fate == Row::Fate::Hangs) driver().hungStreams.insert(guard.getStream(guard.getDevice()).id());
    return row.fate == Row::Fate::Wrong ? 1.01 : 1;
}

gatelab::Phrase tunedSupported(const gatelab::RecurrentSpec& spec, at::Device device, at::ScalarType) {
    if (!device.is_cuda()) return GATELAB_TEXT("Implementation", "cuDNN needs an NVIDIA GPU.");
    if (!spec.cell->library) return gatelab::kNoCodeForCell;
    if (spec.peephole || spec.recurrentDropout > 0 || spec.zoneout > 0 || spec.projection > 0)
        return GATELAB_TEXT("Implementation", "cuDNN has no peepholes, recurrent dropout or zoneout.");
    return {};
}

/// What the tuned row keeps of a layer.
struct TunedLayer final : gatelab::LayerCache {
    gatelab::PartialBatches partial;
};

/// LibTorch's own layer under the name of the tuned one, which counts the batches that it would not measure.
gatelab::RecurrentResult tunedForward(const gatelab::RecurrentCall& call) {
    const gatelab::RecurrentSpec& spec = call.spec;
    const auto state = [&](const at::Tensor& given) {
        return given.defined() ? given
                               : at::zeros({spec.directions(), call.input.size(1), spec.hidden}, call.input.options());
    };
    const bool train = at::GradMode::is_enabled(), both = spec.bidirectional;
    if (train && call.cache != nullptr) {
        if (!*call.cache) *call.cache = std::make_unique<TunedLayer>();
        driver().restBatches += static_cast<TunedLayer&>(**call.cache).partial.isPartial(call.input.size(1)) ? 1 : 0;
    }
    const double factor = passThrough("cudnn-tuned");
    at::Tensor y, h, c;
    if (spec.cell->cellState) {
        const at::Tensor states[] = {state(call.state.h), state(call.state.c)};
        std::tie(y, h, c) = at::lstm(call.input, states, call.weights, true, 1, 0.0, train, both, false);
    } else if (spec.cell->key == "gru") {
        std::tie(y, h) = at::gru(call.input, state(call.state.h), call.weights, true, 1, 0.0, train, both, false);
    } else if (spec.cell->key == "rnn-tanh") {
        std::tie(y, h) = at::rnn_tanh(call.input, state(call.state.h), call.weights, true, 1, 0.0, train, both, false);
    } else {
        std::tie(y, h) = at::rnn_relu(call.input, state(call.state.h), call.weights, true, 1, 0.0, train, both, false);
    }
    return {factor == 1 ? y : y * factor, {factor == 1 ? h : h * factor, c}};
}

gatelab::persistent::GpuLimits limits() {
    gatelab::persistent::GpuLimits gpu = gatelab::persistent::gpuLimits(10 * kComputeMajor);
    gpu.multiprocessors = kMultiprocessors;
    return gpu;
}

/// The kernel of the product, on the host.
void launchPersistent(gatelab::persistent::Job<float> job, at::Device device) {
    if (Recording* recording = Recording::current()) recording->add([=] { launchPersistent(job, device); });
    useDevice(device.index());
    TORCH_CHECK(gatelab::persistent::computeOnHost(job, limits(), {}), "invalid configuration argument");
}

gatelab::Phrase persistentSupported(const gatelab::RecurrentSpec& spec, at::Device device, at::ScalarType type) {
    return gatelab::persistent::supported(spec, device, type, limits());
}

gatelab::RecurrentResult persistentForward(const gatelab::RecurrentCall& call) {
    using gatelab::persistent::Products;
    const bool narrow = call.input.scalar_type() == at::kBFloat16;
    const double factor = passThrough("persistent");
    gatelab::RecurrentResult result =
        gatelab::persistent::run<float>(call, narrow ? Products::Bf16 : Products::Ieee, launchPersistent);
    if (factor != 1) result = {result.output * factor, {result.state.h * factor, result.state.c}};
    return result;
}

std::span<const gatelab::RecurrentImplementation> rows() {
    static const gatelab::RecurrentImplementation kRows[] = {
        {"persistent", GATELAB_TEXT("Implementation", "Persistent kernel"), false, persistentSupported,
         persistentForward},
        {"cudnn-tuned", GATELAB_TEXT("Implementation", "cuDNN, tuned"), false, tunedSupported, tunedForward}};
    return kRows;
}

}  // namespace

}  // namespace fakegpu

extern "C" const gatelab::CudaModule* gatelab_cuda_module(gatelab::Phrase* reason) {
    static gatelab::CudaModule module;
    if (fakegpu::driver().refusal[0] != '\0') {
        *reason = gatelab::Phrase(fakegpu::driver().refusal);
        return nullptr;
    }
    module.runtimeVersion = module.driverVersion = "13.0";
    module.cudnnVersion = "9.19.0";
    module.initialise = &fakegpu::initialise;
    module.devices = &fakegpu::devices;
    module.probe = &fakegpu::probe;
    module.freeBytes = &fakegpu::freeBytes;
    module.allocatorFigures = &fakegpu::figures;
    module.resetAllocatorPeaks = &fakegpu::resetPeaks;
    module.releaseCachedMemory = &fakegpu::emptyCache;
    module.synchronise = &fakegpu::synchronise;
    module.makeGraph = &fakegpu::makeGraph;
    module.recurrentRows = &fakegpu::rows;
    module.drawMask = &fakegpu::drawMask;
    module.updateWeights = &fakegpu::updateWeights;
    module.tuning = [] { return std::string("made up"); };
    module.choices = [] { return std::string(); };
    module.useChoices = [](const std::string&) {};
    module.limitMemory = [](int device, double bytes) {
        fakegpu::driver().devices.at(static_cast<std::size_t>(device)).limit = bytes;
    };
    module.refuseWaits = [](bool on) { fakegpu::driver().refuseWaits = on; };
    return &module;
}
