// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_proof.h"

#include "io/hash.h"
#include "run/metric.h"
#include "store/run_weights.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace gatelab {

std::string metricDigest(const RunHistory& history) {
    constexpr std::array kExact = {MetricId::TrainLoss,     MetricId::ValidationLoss,    MetricId::LearningRate,
                                   MetricId::Momentum,      MetricId::GradientNorm,      MetricId::ValidationMse,
                                   MetricId::ValidationMae, MetricId::ValidationAccuracy};
    std::vector<MetricSample> samples;
    for (const MetricSample& sample : history.metrics)
        if (std::ranges::find(kExact, sample.metric) != kExact.end()) samples.push_back(sample);
    std::ranges::stable_sort(samples, {}, [](const MetricSample& one) { return std::tuple(one.metric, one.step); });
    Sha256 sum;
    const auto add = [&sum](const void* value, std::size_t bytes) {
        sum.add({static_cast<const char*>(value), bytes});
    };
    for (const MetricSample& sample : samples) {
        sum.add(metric(sample.metric).key);
        add(&sample.step, sizeof sample.step);
        add(&sample.value, sizeof sample.value);
    }
    return sum.finish();
}

Result<RunProof> runProof(const std::filesystem::path& runFolder, const RunHistory& history) {
    RunProof proof{{}, metricDigest(history)};
    const auto weights = readRunWeights(runFolder);
    if (!weights.ok()) return weights.error().code == ErrorCode::NotFound ? Result<RunProof>(proof) : weights.error();
    Sha256 sum;
    for (const auto& [name, tensor] : weights->file.tensors) {
        sum.add(name);
        sum.add({reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()});
    }
    proof.weights = sum.finish();
    return proof;
}

}  // namespace gatelab
