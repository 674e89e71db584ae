// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/sequence_preview.h"

#include "forecast/sequence_scores.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxSequences = 64;

}  // namespace

ForecastPreview classPreview(const TrainPlan& plan, const Evaluation& validation, std::int64_t epoch) {
    ForecastPreview preview;
    preview.epoch = epoch;
    preview.confusion = confusionOf(plan, validation);
    return preview;
}

NumberPreview::NumberPreview(const TrainPlan& plan, const Objective& objective, const ExampleSource& validation)
    : objective_(objective), validation_(validation) {
    std::vector<std::int64_t> chosen(static_cast<std::size_t>(std::min(kMaxSequences, validation.size())));
    std::iota(chosen.begin(), chosen.end(), std::int64_t{0});
    const std::vector<double> truth = trueNumbers(plan, sequencesOf(plan, ExamplePart::Validation));
    const auto targets = static_cast<std::size_t>(plan.shape.targets);
    const auto truthOf = [&](std::int64_t sequence) { return truth[static_cast<std::size_t>(sequence) * targets]; };
    std::ranges::stable_sort(chosen, {}, truthOf);
    for (const std::int64_t sequence : chosen) fixed_.truth.push_back(truthOf(sequence));
    order_ = validation.placeOrder(chosen);
}

ForecastPreview NumberPreview::make(std::int64_t epoch) const {
    const at::NoGradGuard noGrad;
    const auto count = static_cast<std::int64_t>(fixed_.truth.size());
    const ObjectiveResult result = objective_.run(validation_.gather(order_, 0, count), {});
    const at::Tensor first =
        objective_.point(result.output).reshape({count, -1}).select(1, 0).to(at::kCPU, at::kDouble).contiguous();
    const double* values = first.const_data_ptr<double>();
    ForecastPreview preview = fixed_;
    preview.epoch = epoch;
    preview.forecast.assign(values, values + count);
    return preview;
}

}  // namespace gatelab
