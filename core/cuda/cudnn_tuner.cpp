// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cudnn_tuner.h"

#include "io/file_io.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

namespace gatelab {

namespace {

struct AlgorithmName {
    cudnnRNNAlgo_t algorithm;
    const char* name;
};
constexpr std::array kAlgorithms = {AlgorithmName{CUDNN_RNN_ALGO_STANDARD, "standard"}, AlgorithmName{CUDNN_RNN_ALGO_PERSIST_STATIC, "persist-static"},
                                    AlgorithmName{CUDNN_RNN_ALGO_PERSIST_DYNAMIC, "persist-dynamic"}, AlgorithmName{CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H, "small-h"}};
constexpr int kWarmUps = 2, kRepeats = 7;

const char* nameOf(cudnnRNNAlgo_t algorithm) {
    return std::ranges::find_if(kAlgorithms, [&](const AlgorithmName& row) { return row.algorithm == algorithm; })->name;
}

std::optional<cudnnRNNAlgo_t> algorithmOf(const std::string& name) {
    const auto row = std::ranges::find_if(kAlgorithms, [&](const AlgorithmName& r) { return name == r.name; });
    return row == kAlgorithms.end() ? std::nullopt : std::optional(row->algorithm);
}

at::ScalarType scalarType(cudnnDataType_t type) {
    return type == CUDNN_DATA_DOUBLE ? at::kDouble : type == CUDNN_DATA_HALF ? at::kHalf : type == CUDNN_DATA_BFLOAT16 ? at::kBFloat16 : at::kFloat;
}

/// How far two algorithms may differ, in parts of the largest value.
double tolerance(const LayerShape& shape) {
    if (shape.type == CUDNN_DATA_DOUBLE) return 1e-9;
    if (shape.type == CUDNN_DATA_BFLOAT16) return 1e-1;
    return shape.type == CUDNN_DATA_HALF || shape.tensorCores ? 2e-2 : 1e-3;
}

/// Tensors of a shape for measuring.
LayerTensors makeTensors(const LayerShape& shape) {
    const auto options = at::TensorOptions(scalarType(shape.type)).device(at::kCUDA, static_cast<c10::DeviceIndex>(shape.device));
    std::int64_t seed = 0;
    const auto pattern = [&](at::IntArrayRef sizes) {
        std::int64_t count = 1;
        for (const std::int64_t size : sizes) count *= size;
        // A fixed pattern between -0.1 and 0.1: no generator is needed.
        return (at::sin(at::arange(count, options.dtype(at::kDouble)) * 12.9898 + static_cast<double>(++seed)) * 0.1).view(sizes).to(options);
    };
    LayerTensors tensors;
    tensors.input = pattern({shape.time, shape.batch, shape.inputs});
    tensors.h = pattern({shape.directions(), shape.batch, shape.hidden});
    if (shape.mode == CUDNN_LSTM) tensors.c = pattern({shape.directions(), shape.batch, shape.hidden});
    for (std::int64_t d = 0; d < shape.directions(); ++d)
        for (const std::int64_t columns : {shape.inputs, shape.hidden, std::int64_t{0}, std::int64_t{0}})
            tensors.weights.push_back(columns > 0 ? pattern({shape.gates() * shape.hidden, columns}) : pattern({shape.gates() * shape.hidden}));
    return tensors;
}

struct Trial {
    double milliseconds = std::numeric_limits<double>::infinity();
    std::vector<at::Tensor> results;  ///< output and gradients
};

/// One pair on these tensors; an infinite time where cuDNN refuses it.
Trial tryPair(const LayerShape& shape, const AlgorithmPair& pair, const LayerTensors& tensors) {
    Trial trial;
    try {
        CudnnLayer forward(shape, pair.forward), backward(shape, pair.backward);
        const at::Tensor gradient = at::ones({shape.time, shape.batch, shape.hidden * shape.directions()}, tensors.input.options());
        cudaEvent_t start = nullptr, end = nullptr;
        C10_CUDA_CHECK(cudaEventCreate(&start));
        C10_CUDA_CHECK(cudaEventCreate(&end));
        const cudaStream_t stream = c10::cuda::getCurrentCUDAStream(static_cast<c10::DeviceIndex>(shape.device));
        std::vector<float> times;
        for (int i = 0; i < kWarmUps + kRepeats; ++i) {
            C10_CUDA_CHECK(cudaEventRecord(start, stream));
            const LayerOutput out = forward.forward(tensors, true);
            const LayerGradients gradients = backward.backward(tensors, out, gradient, {}, {});
            C10_CUDA_CHECK(cudaEventRecord(end, stream));
            C10_CUDA_CHECK(cudaEventSynchronize(end));
            float milliseconds = 0;
            C10_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, end));
            if (i >= kWarmUps) times.push_back(milliseconds);
            trial.results = {out.output, gradients.input};
            trial.results.insert(trial.results.end(), gradients.weights.begin(), gradients.weights.end());
        }
        cudaEventDestroy(start);
        cudaEventDestroy(end);
        std::ranges::sort(times);
        trial.milliseconds = times[times.size() / 2];
    } catch (const c10::Error&) {
        cudaGetLastError();  // a refused launch leaves its error behind
        trial = {};
    }
    return trial;
}

bool agree(const Trial& trial, const Trial& reference, double tolerance) {
    for (std::size_t i = 0; i < reference.results.size(); ++i) {
        const at::Tensor a = trial.results[i].to(at::kDouble), b = reference.results[i].to(at::kDouble);
        if (!((a - b).abs().max().item<double>() <= tolerance * std::max(1e-6, b.abs().max().item<double>()))) return false;
    }
    return true;
}

std::filesystem::path choicesFile() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "gatelab" / "cudnn-algorithms.txt";
    return home != nullptr ? std::filesystem::path(home) / ".cache" / "gatelab" / "cudnn-algorithms.txt" : std::filesystem::path();
}

/// GPU, driver, cuDNN and shape: "NVIDIA H100|13000|91900|lstm one fp32 T96 B64 I8 H64".
std::string keyOf(const LayerShape& shape) {
    cudaDeviceProp properties{};
    int driver = 0;
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, shape.device));
    C10_CUDA_CHECK(cudaDriverGetVersion(&driver));
    return std::string(properties.name) + '|' + std::to_string(driver) + '|' + std::to_string(cudnnGetVersion()) + '|' + shape.text();
}

/// Choices of this process and, behind them, those of the file. Lines "key=forward,backward"; others are left out.
class Memory {
public:
    Memory() {
        const auto text = readFileBytes(choicesFile(), 1 << 20);
        if (!text.ok()) return;  // nothing was measured on this machine yet
        std::istringstream lines(*text);
        for (std::string line; std::getline(lines, line);) {
            const auto equals = line.rfind('='), comma = line.rfind(',');
            if (equals == std::string::npos || comma == std::string::npos || comma < equals) continue;
            const auto forward = algorithmOf(line.substr(equals + 1, comma - equals - 1)), backward = algorithmOf(line.substr(comma + 1));
            if (forward && backward) remembered_[line.substr(0, equals)] = {*forward, *backward};
        }
    }

    AlgorithmPair choose(const LayerShape& shape) {
        const std::lock_guard lock(mutex_);
        if (const auto known = chosen_.find(shape); known != chosen_.end()) return known->second;
        const std::string key = keyOf(shape);
        if (const auto kept = remembered_.find(key); kept != remembered_.end()) {
            note(shape, kept->second, "remembered");
            return chosen_[shape] = kept->second;
        }
        const AlgorithmPair best = measure(shape);
        remembered_[key] = best;
        keep();
        return chosen_[shape] = best;
    }

    std::string report() {
        const std::lock_guard lock(mutex_);
        return report_;
    }

private:
    AlgorithmPair measure(const LayerShape& shape) {
        const LayerTensors tensors = makeTensors(shape);
        const Trial standard = tryPair(shape, {}, tensors);
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
        char times[80];
        std::snprintf(times, sizeof times, "%.3f ms against %.3f ms of standard", fastest, standard.milliseconds);
        note(shape, best, times);
        return best;
    }

    void note(const LayerShape& shape, const AlgorithmPair& pair, const char* how) {
        report_ += shape.text() + ": forward " + nameOf(pair.forward) + ", backward " + nameOf(pair.backward) + ", " + how + '\n';
    }

    /// What cannot be kept is measured again next time.
    void keep() {
        const std::filesystem::path file = choicesFile();
        if (file.empty() || !makeFolders(file.parent_path()).ok()) return;
        std::string text;
        for (const auto& [key, pair] : remembered_) text += key + '=' + nameOf(pair.forward) + ',' + nameOf(pair.backward) + '\n';
        (void)writeFileDurably(file, text).ok();
    }

    std::mutex mutex_;
    std::map<LayerShape, AlgorithmPair> chosen_;
    std::map<std::string, AlgorithmPair> remembered_;
    std::string report_;
};

/// One per process: a choice must not change between two layers of one shape.
Memory& choices() {
    static Memory memory;
    return memory;
}

}  // namespace

AlgorithmPair chooseAlgorithms(const LayerShape& shape) { return choices().choose(shape); }

std::string tuningReport() { return choices().report(); }

}  // namespace gatelab
