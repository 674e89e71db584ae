// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cudnn_tuner.h"

#include "device/algorithm_choices.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
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

/// How far two algorithms may differ, in parts of the largest value.
double tolerance(const LayerShape& shape) {
    if (shape.type == CUDNN_DATA_DOUBLE) return 1e-9;
    if (shape.type == CUDNN_DATA_BFLOAT16) return 1e-1;
    return shape.type == CUDNN_DATA_HALF || shape.tensorCores ? 2e-2 : 1e-3;
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
    tensors.h = pattern({shape.directions(), shape.batch, shape.hidden});
    if (shape.mode == CUDNN_LSTM) tensors.c = pattern({shape.directions(), shape.batch, shape.hidden});
    for (std::int64_t d = 0; d < shape.directions(); ++d)
        for (const std::int64_t columns : {shape.inputs, shape.hidden, std::int64_t{0}, std::int64_t{0}})
            tensors.weights.push_back(columns > 0 ? pattern({shape.gates() * shape.hidden, columns})
                                                  : pattern({shape.gates() * shape.hidden}));
    return tensors;
}

struct Trial {
    double milliseconds = std::numeric_limits<double>::infinity();
    std::vector<at::Tensor> results;  ///< output, states and gradients, of which only an LSTM has those of c
};

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
    /// Waits for the device.
    float milliseconds(cudaStream_t stream) {
        C10_CUDA_CHECK(cudaEventRecord(end_, stream));
        C10_CUDA_CHECK(cudaEventSynchronize(end_));
        float found = 0;
        C10_CUDA_CHECK(cudaEventElapsedTime(&found, start_, end_));
        return found;
    }

private:
    cudaEvent_t start_ = nullptr, end_ = nullptr;
};

/// One pair on these tensors; throws where it cannot run.
Trial runPair(const LayerShape& shape, const AlgorithmPair& pair, const LayerTensors& tensors) {
    CudnnLayer forward(shape, pair.forward), backward(shape, pair.backward);
    const at::Tensor dOutput =
        at::ones({shape.time, shape.batch, shape.hidden * shape.directions()}, tensors.input.options());
    // Pooling "last" sends all of the gradient through the state.
    const at::Tensor dH = at::ones_like(tensors.h), dC = tensors.c.defined() ? at::ones_like(tensors.c) : at::Tensor();
    const cudaStream_t stream = c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(shape.device));
    StreamTimer timer;
    Trial trial;
    std::vector<float> times;
    for (int i = 0; i < kWarmUps + kRepeats; ++i) {
        timer.start(stream);
        const CudnnOutput out = forward.forward(tensors, true);
        const LayerGradients gradients = backward.backward(tensors, out, dOutput, dH, dC);
        const float milliseconds = timer.milliseconds(stream);
        if (i >= kWarmUps) times.push_back(milliseconds);
        trial.results = {out.output, out.h, out.c, gradients.input, gradients.h, gradients.c};
        trial.results.insert(trial.results.end(), gradients.weights.begin(), gradients.weights.end());
        std::erase_if(trial.results, [](const at::Tensor& tensor) { return !tensor.defined(); });
    }
    std::ranges::sort(times);
    trial.milliseconds = times[times.size() / 2];
    return trial;
}

/// An infinite time where cuDNN refuses the pair.
Trial tryPair(const LayerShape& shape, const AlgorithmPair& pair, const LayerTensors& tensors) {
    try {
        return runPair(shape, pair, tensors);
    } catch (const c10::Error&) {
        cudaGetLastError();  // a refused launch leaves its error behind
        // One that stays is no refusal: the device is lost. This stream alone: a wait for the device would spoil what
        // another run records.
        C10_CUDA_CHECK(
            cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(shape.device))));
        return {};
    }
}

bool agree(const Trial& trial, const Trial& reference, double tolerance) {
    for (std::size_t i = 0; i < reference.results.size(); ++i) {
        const at::Tensor a = trial.results[i].to(at::kDouble), b = reference.results[i].to(at::kDouble);
        if (!((a - b).abs().max().item<double>() <= tolerance * std::max(1e-6, b.abs().max().item<double>())))
            return false;
    }
    return true;
}

std::filesystem::path choicesFile() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "gatelab" / "cudnn-algorithms.txt";
    return home != nullptr ? std::filesystem::path(home) / ".cache" / "gatelab" / "cudnn-algorithms.txt"
                           : std::filesystem::path();
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

AlgorithmChoices::Measured measure(const LayerShape& shape) {
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(shape.device));
    const LayerTensors tensors = makeTensors(shape);
    const Trial standard = runPair(shape, {}, tensors);
    AlgorithmPair best;
    double fastest = standard.milliseconds;
    std::vector<AlgorithmPair> pairs;
    for (const AlgorithmName& row : kAlgorithms)
        if (row.algorithm != CUDNN_RNN_ALGO_STANDARD) pairs.push_back({row.algorithm, row.algorithm});
    pairs.push_back({CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, CUDNN_RNN_ALGO_STANDARD});
    pairs.push_back({CUDNN_RNN_ALGO_STANDARD, CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H});
    for (const AlgorithmPair& pair : pairs) {
        const Trial trial = tryPair(shape, pair, tensors);
        // An algorithm that cannot read the other's reserve gives wrong numbers, not an error.
        if (!(trial.milliseconds < fastest) || !agree(trial, standard, tolerance(shape))) continue;
        fastest = trial.milliseconds;
        best = pair;
    }
    std::size_t weights = 0;
    for (const at::Tensor& weight : tensors.weights) weights += weight.nbytes();
    char how[160];
    std::snprintf(how, sizeof how, "%.3f ms against %.3f ms of standard, weight space %zu bytes for %zu of weights",
                  fastest, standard.milliseconds, CudnnLayer(shape, best.forward).weightBytes(), weights);
    return {{nameOf(best.forward), nameOf(best.backward)}, how};
}

/// One per process: a choice must not change between two layers of one shape.
AlgorithmChoices& choices() {
    static AlgorithmChoices choices(choicesFile());
    return choices;
}

}  // namespace

AlgorithmPair chooseAlgorithms(const LayerShape& shape) {
    thread_local LargestBatches largest;
    thread_local std::map<LayerShape, AlgorithmPair> known;  // a run has a thread of its own
    if (const auto found = known.find(shape); found != known.end()) return found->second;
    const bool isRest = largest.isRest(shape.layerText(), shape.batch);
    const AlgorithmNames names = choices().choose(keyOf(shape), shape.text(), !isRest, [&] { return measure(shape); });
    // A name of another version counts as none.
    return known[shape] = {algorithmOf(names.forward).value_or(CUDNN_RNN_ALGO_STANDARD),
                           algorithmOf(names.backward).value_or(CUDNN_RNN_ALGO_STANDARD)};
}

std::string tuningReport() { return choices().report(); }

std::string tuningChoices() { return choices().used(); }

void useTuningChoices(const std::string& text) { choices().use(text); }

}  // namespace gatelab
