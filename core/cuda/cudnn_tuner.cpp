// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cudnn_tuner.h"

#include "base/cache_folder.h"
#include "cuda/graph_step.h"
#include "device/algorithm_choices.h"
#include "device/host_limit.h"
#include "kernels/agreement.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGraphsC10Utils.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>

namespace gatelab {

namespace {

struct AlgorithmName {
    cudnnRNNAlgo_t algorithm;
    const char* name;
};
constexpr std::array kAlgorithms = {AlgorithmName{CUDNN_RNN_ALGO_STANDARD, "standard"},
                                    AlgorithmName{CUDNN_RNN_ALGO_PERSIST_STATIC, "persist-static"},
                                    AlgorithmName{CUDNN_RNN_ALGO_PERSIST_DYNAMIC, "persist-dynamic"},
                                    AlgorithmName{CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "small-h"}};
constexpr int kWarmUps = 2, kRepeats = 7;
constexpr int kReplays = 4;           // between two events
constexpr double kTrialSeconds = 20;  // what takes longer waits for something that does not come
constexpr std::int64_t kTail = 256;   // numbers that cuDNN may want behind the weights

const char* nameOf(cudnnRNNAlgo_t algorithm) {
    return std::ranges::find_if(kAlgorithms, [&](const AlgorithmName& row) { return row.algorithm == algorithm; })
        ->name;
}

std::optional<cudnnRNNAlgo_t> algorithmOf(const std::string& name) {
    const auto row = std::ranges::find_if(kAlgorithms, [&](const AlgorithmName& r) { return name == r.name; });
    return row == kAlgorithms.end() ? std::nullopt : std::optional(row->algorithm);
}

at::ScalarType scalarType(cudnnDataType_t type) {
    return type == CUDNN_DATA_DOUBLE     ? at::kDouble
           : type == CUDNN_DATA_HALF     ? at::kHalf
           : type == CUDNN_DATA_BFLOAT16 ? at::kBFloat16
                                         : at::kFloat;
}

/// Tensors of a shape for measuring.
LayerTensors makeTensors(const LayerShape& shape) {
    const auto options =
        at::TensorOptions(scalarType(shape.type)).device(at::kCUDA, static_cast<c10::DeviceIndex>(shape.device));
    std::int64_t seed = 0;
    const auto pattern = [&](at::IntArrayRef sizes) {
        std::int64_t count = 1;
        for (const std::int64_t size : sizes) count *= size;
        // A fixed pattern between -0.1 and 0.1: no generator is needed.
        return (at::sin(at::arange(count, options.dtype(at::kDouble)) * 12.9898 + static_cast<double>(++seed)) * 0.1)
            .view(sizes)
            .to(options);
    };
    LayerTensors tensors;
    tensors.input = pattern({shape.time, shape.batch, shape.inputs});
    const std::int64_t states = shape.layers * shape.directions();
    tensors.h = pattern({states, shape.batch, shape.hidden});
    if (shape.mode == CUDNN_LSTM) tensors.c = pattern({states, shape.batch, shape.hidden});
    // As ParameterStore and ComputeCopy keep them, so that they are used in place as in training.
    tensors.weights = weightsIn(shape, pattern({weightNumbers(shape) + kTail}));
    return tensors;
}

struct Trial {
    double milliseconds = std::numeric_limits<double>::infinity();
    std::vector<at::Tensor> results;  ///< output, states and gradients, of which only an LSTM has those of c
    bool hangs = false;               ///< its stream is of no use any more
};

/// Kernels of cuDNN whose blocks wait for each other do not end where another run holds a part of the GPU.
struct TrialHangs {};

/// As cudaEventSynchronize, within the limit of a trial.
void waitFor(cudaEvent_t event) {
    const bool isOver = isOverWithin(kTrialSeconds, [event] {
        const cudaError_t state = cudaEventQuery(event);
        if (state == cudaErrorNotReady) {
            cudaGetLastError();  // no error
            return false;
        }
        C10_CUDA_CHECK(state);
        return true;
    });
    if (!isOver) throw TrialHangs();
}

/// Device time between two points of a stream.
class StreamTimer {
public:
    StreamTimer() {
        C10_CUDA_CHECK(cudaEventCreate(&start_));
        if (const cudaError_t error = cudaEventCreate(&end_); error != cudaSuccess) {
            cudaEventDestroy(start_);
            C10_CUDA_CHECK(error);
        }
    }
    ~StreamTimer() {
        cudaEventDestroy(start_);
        cudaEventDestroy(end_);
    }
    StreamTimer(const StreamTimer&) = delete;
    StreamTimer& operator=(const StreamTimer&) = delete;
    void start(cudaStream_t stream) { C10_CUDA_CHECK(cudaEventRecord(start_, stream)); }
    /// Waits for the device; throws TrialHangs.
    float milliseconds(cudaStream_t stream) {
        C10_CUDA_CHECK(cudaEventRecord(end_, stream));
        waitFor(end_);
        float found = 0;
        C10_CUDA_CHECK(cudaEventElapsedTime(&found, start_, end_));
        return found;
    }

private:
    cudaEvent_t start_ = nullptr, end_ = nullptr;
};

/// Milliseconds of one replay of `graph`, on the current stream, which is not the default one.
double replayTime(DeviceGraph& graph, cudaStream_t stream) {
    StreamTimer timer;
    std::vector<float> times;
    for (int i = 0; i < kRepeats; ++i) {
        graph.launch();  // what follows is given while this one computes
        timer.start(stream);
        for (int replay = 0; replay < kReplays; ++replay) graph.launch();
        times.push_back(timer.milliseconds(stream) / kReplays);
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

/// One pair on these tensors; throws where it cannot run, or not as a graph, and TrialHangs.
Trial runPair(const LayerShape& shape, const AlgorithmPair& pair, const LayerTensors& tensors) {
    CudnnLayer forward(shape, pair.forward), backward(shape, pair.backward);
    const at::Tensor dOutput =
        at::ones({shape.time, shape.batch, shape.hidden * shape.directions()}, tensors.input.options());
    // Pooling "last" sends all of the gradient through the state.
    const at::Tensor dH = at::ones_like(tensors.h), dC = tensors.c.defined() ? at::ones_like(tensors.c) : at::Tensor();
    const auto pass = [&] {
        const CudnnOutput out = forward.forward(tensors, true);
        const LayerGradients gradients = backward.backward(tensors, out, dOutput, dH, dC);
        std::vector<at::Tensor> results = {out.output, out.h, out.c, gradients.input, gradients.h, gradients.c};
        results.insert(results.end(), gradients.weights.begin(), gradients.weights.end());
        std::erase_if(results, [](const at::Tensor& tensor) { return !tensor.defined(); });
        return results;
    };
    Trial trial;
    const cudaStream_t stream = c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(shape.device));
    StreamTimer warm;
    warm.start(stream);
    for (int i = 0; i < kWarmUps; ++i) trial.results = pass();
    (void)warm.milliseconds(stream);  // a recording would wait for them without a limit
    auto graph = makeCudaGraph(shape.device);
    graph->record([&pass] { (void)pass(); });
    try {
        trial.milliseconds = replayTime(*graph, stream);
    } catch (const TrialHangs&) {
        (void)graph.release();  // it is under way
        throw;
    }
    return trial;
}

/// An infinite time where cuDNN refuses the pair, or cannot be recorded with it.
Trial tryPair(const LayerShape& shape, const AlgorithmPair& pair, const LayerTensors& tensors) {
    try {
        return runPair(shape, pair, tensors);
    } catch (const TrialHangs&) {
        Trial trial;
        trial.hangs = true;
        return trial;
    } catch (const c10::Error&) {
        cudaGetLastError();  // a refused launch leaves its error behind
        // One that stays is no refusal: the device is lost. This stream alone: a wait for the device would spoil what
        // another run records.
        C10_CUDA_CHECK(
            cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(shape.device))));
        return {};
    }
}

std::filesystem::path choicesFile() {
    const auto cache = cacheFolder();
    return cache.empty() ? cache : cache / "cudnn-algorithms.txt";
}

/// GPU, driver, cuDNN and shape: "NVIDIA H100|13000|91900|lstm one fp32 T96 B64 I8 H64".
std::string keyOf(const LayerShape& shape) {
    cudaDeviceProp properties{};
    int driver = 0;
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, shape.device));
    C10_CUDA_CHECK(cudaDriverGetVersion(&driver));
    return std::string(properties.name) + '|' + std::to_string(driver) + '|' + std::to_string(cudnnGetVersion()) + '|' +
           shape.text();
}

/// Not the run's, which must stay of use where a trial hangs, and not the default one, where nothing can be recorded.
/// One per device and process, for one measurement at a time.
std::map<c10::DeviceIndex, c10::cuda::CUDAStream>& measuringStreams() {
    static std::map<c10::DeviceIndex, c10::cuda::CUDAStream> streams;
    return streams;
}

c10::cuda::CUDAStream measuringStream(c10::DeviceIndex device) {
    const auto known = measuringStreams().find(device);
    if (known != measuringStreams().end()) return known->second;
    return measuringStreams().emplace(device, c10::cuda::getStreamFromPool(false, device)).first->second;
}

AlgorithmChoices::Measured measure(const LayerShape& shape) {
    const auto device = static_cast<c10::DeviceIndex>(shape.device);
    const c10::cuda::CUDAGuard guard(device);
    // What the run has under way would be in the figures.
    C10_CUDA_CHECK(cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream(device)));
    const c10::cuda::CUDAStreamGuard stream(measuringStream(device));
    const LayerTensors tensors = makeTensors(shape);
    const Trial standard = tryPair(shape, {}, tensors);
    if (standard.hangs) return {{}, "the standard algorithms did not end within 20 s", true};
    if (!std::isfinite(standard.milliseconds))
        return {{}, "not measured: cuDNN's standard algorithms cannot be recorded as a graph here"};
    const double allowed = passTolerance(scalarType(shape.type), shape.tensorCores);
    AlgorithmPair best;
    double fastest = standard.milliseconds;
    std::vector<AlgorithmPair> pairs;
    for (const AlgorithmName& row : kAlgorithms)
        if (row.algorithm != CUDNN_RNN_ALGO_STANDARD) pairs.push_back({row.algorithm, row.algorithm});
    pairs.push_back({CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, CUDNN_RNN_ALGO_STANDARD});
    pairs.push_back({CUDNN_RNN_ALGO_STANDARD, CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H});
    for (const AlgorithmPair& pair : pairs) {
        const Trial trial = tryPair(shape, pair, tensors);
        if (trial.hangs) {
            // It holds a part of the GPU as long as the process lives: nothing can go on there.
            return {{nameOf(best.forward), nameOf(best.backward)},
                    std::string("forward ") + nameOf(pair.forward) + ", backward " + nameOf(pair.backward) +
                        " did not end within 20 s: left out, with what was to be tried after it",
                    true};
        }
        // An algorithm that cannot read the other's reserve gives wrong numbers, not an error.
        if (!(trial.milliseconds < fastest) || !(largestDifference(trial.results, standard.results) <= allowed))
            continue;
        fastest = trial.milliseconds;
        best = pair;
    }
    std::size_t weights = 0;
    for (const at::Tensor& weight : tensors.weights) weights += weight.nbytes();
    char how[200];
    std::snprintf(how, sizeof how,
                  "%.3f ms against %.3f ms of standard (replays of a graph), weight space %zu bytes for %zu of weights",
                  fastest, standard.milliseconds, CudnnLayer(shape, best.forward).weightBytes(), weights);
    return {{nameOf(best.forward), nameOf(best.backward)}, how};
}

/// One per process: a choice must not change between two layers of one shape.
AlgorithmChoices& choices() {
    static AlgorithmChoices choices(choicesFile());
    return choices;
}

}  // namespace

AlgorithmPair chooseAlgorithms(const LayerShape& shape, bool mayMeasure) {
    // Who measures waits for recordings to end.
    TORCH_CHECK(c10::cuda::currentStreamCaptureStatusMayInitCtx() == c10::cuda::CaptureStatus::None,
                "cuDNN: no algorithm was chosen for ", shape.text(), " before a graph with it is recorded");
    const AlgorithmNames names =
        choices().choose(keyOf(shape), shape.text(), mayMeasure, [&] { return measure(shape); });
    // A name of another version counts as none.
    return {algorithmOf(names.forward).value_or(CUDNN_RNN_ALGO_STANDARD),
            algorithmOf(names.backward).value_or(CUDNN_RNN_ALGO_STANDARD)};
}

std::string tuningReport() { return choices().report(); }

std::string tuningChoices() { return choices().used(); }

void useTuningChoices(const std::string& text) { choices().use(text); }

}  // namespace gatelab
