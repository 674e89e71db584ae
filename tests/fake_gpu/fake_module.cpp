// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of CudaModule over the made-up driver.
#include "cuda/recorded_bytes.h"
#include "device/algorithm_choices.h"
#include "device/cuda_module.h"
#include "device/given_up.h"
#include "fake_gpu.h"
#include "fake_memory.h"
#include "fake_recording.h"
#include "kernels/mask_job.h"
#include "kernels/persistent/host_team.h"
#include "kernels/persistent/layer.h"
#include "kernels/recurrent.h"
#include "kernels/stacked_layers.h"
#include "kernels/update/update_on_host.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
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
    if (!driver().hungStreams.empty()) ++driver().frozen;
    return driver().isLost || driver().synchroniseFails ? Result<>(lost()) : Result<>();
}

/// Memory that the graphs of one thread share, as `core/cuda/graph_step.cpp` has it: as much as the largest needs.
struct Pool {
    explicit Pool(int where) : device(where) {}
    ~Pool() {
        const std::lock_guard lock(driver().mutex);
        deviceOf(device).graphs -= bytes;
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    void need(double graph) {
        const std::lock_guard lock(driver().mutex);
        deviceOf(device).graphs += std::max(0.0, graph - bytes);
        bytes = std::max(bytes, graph);
    }
    int device;
    double bytes = 0;
};

std::shared_ptr<Pool> poolOfThread(int device) {
    thread_local std::map<int, std::weak_ptr<Pool>> shared;
    auto pool = shared[device].lock();
    if (!pool) shared[device] = pool = std::make_shared<Pool>(device);
    return pool;
}

/// The work is run once while it is recorded, as a capture does, and whatever it wrote is put back, as a capture writes
/// nothing; a wait of the host spoils it. Launching does its operations again. What it takes for a moment counts as the
/// graph's, not as allocated: LibTorch's allocator sees it as free after the recording.
class Graph final : public gatelab::DeviceGraph {
public:
    explicit Graph(int device) : device_(device) { ++driver().graphs; }
    ~Graph() override {
        const std::lock_guard lock(driver().mutex);
        --driver().graphs;
    }

    void record(const std::function<void()>& work) override {
        static std::mutex oneAtATime;
        const std::lock_guard alone(oneAtATime);
        const Contents before;
        auto recording = std::make_unique<Recording>();
        Device& device = deviceOf(device_);
        auto pool = poolOfThread(device_);
        emptyCache();
        device.pool = pool->bytes;
        try {
            pool->need(gatelab::RecordedBytes::of({at::kCUDA, static_cast<c10::DeviceIndex>(device_)},
                                                  [&] { recording->record([&work] { refuseWaits(work); }); }));
        } catch (...) {
            device.pool = 0;
            throw;
        }
        device.pool = 0;
        before.putBack();
        emptyCache();  // what the recording took is the graph's alone
        resetPeaks(device_);
        pool_ = std::move(pool);
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
    std::shared_ptr<Pool> pool_;
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
    if (driver().onRowPass != nullptr) driver().onRowPass(key);
    ++driver().rowPasses;
    driver().rowClock += row.milliseconds - driver().rows["library"].milliseconds;
    const c10::impl::VirtualGuardImpl guard(at::kCUDA);
    if (row.fate == Row::Fate::NoMemory) C10_THROW_ERROR(OutOfMemoryError, "CUDA out of memory.");
    if (row.fate == Row::Fate::Lost) driver().isLost = true;
    if (row.fate == Row::Fate::HangsWithin) {
        driver().hungStreams.insert(-1);
        throw gatelab::TrialDidNotEnd("made up");
    }
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

gatelab::RecurrentResult computeTuned(const gatelab::RecurrentSpec& spec, std::int64_t layers, const at::Tensor& input,
                                      at::TensorList weights, const gatelab::LayerState& start) {
    const auto state = [&](const at::Tensor& given) {
        return given.defined() ? given
                               : at::zeros({layers * spec.directions(), input.size(1), spec.hidden}, input.options());
    };
    const bool train = at::GradMode::is_enabled(), both = spec.bidirectional;
    const double factor = passThrough("cudnn-tuned");
    at::Tensor y, h, c;
    if (spec.cell->cellState) {
        const at::Tensor states[] = {state(start.h), state(start.c)};
        std::tie(y, h, c) = at::lstm(input, states, weights, true, layers, 0.0, train, both, false);
    } else {
        using Layer = std::tuple<at::Tensor, at::Tensor> (*)(const at::Tensor&, const at::Tensor&, at::TensorList, bool,
                                                             std::int64_t, double, bool, bool, bool);
        const Layer gru = at::gru, bent = at::rnn_tanh, cut = at::rnn_relu;
        const Layer layer = spec.cell->key == "gru" ? gru : spec.cell->key == "rnn-tanh" ? bent : cut;
        std::tie(y, h) = layer(input, state(start.h), weights, true, layers, 0.0, train, both, false);
    }
    return {factor == 1 ? y : y * factor, {factor == 1 ? h : h * factor, c}};
}

void countRest(std::unique_ptr<gatelab::LayerCache>* cache, std::int64_t batch) {
    if (!at::GradMode::is_enabled() || cache == nullptr) return;
    if (!*cache) *cache = std::make_unique<TunedLayer>();
    driver().restBatches += static_cast<TunedLayer&>(**cache).partial.isPartial(batch) ? 1 : 0;
}

/// LibTorch's own layer under the name of the tuned one, which counts the batches that it would not measure.
gatelab::RecurrentResult tunedForward(const gatelab::RecurrentCall& call) {
    countRest(call.cache, call.input.size(1));
    return computeTuned(call.spec, 1, call.input, call.weights, call.state);
}

gatelab::StackedResult tunedStack(const gatelab::StackedCall& call) {
    using gatelab::LayerState;
    countRest(call.cache, call.input.size(1));
    ++driver().stacks;
    const LayerState start{gatelab::joined(call, &LayerState::h),
                           call.spec.cell->cellState ? gatelab::joined(call, &LayerState::c) : at::Tensor()};
    const auto result = computeTuned(call.spec, call.layers, call.input, call.weights, start);
    return {result.output, gatelab::parted(call, result.state.h, result.state.c)};
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
        {"cudnn-tuned", GATELAB_TEXT("Implementation", "cuDNN, tuned"), false, tunedSupported, tunedForward, false,
         tunedStack}};
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
