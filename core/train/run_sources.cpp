// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/run_sources.h"

#include "base/shared_values.h"
#include "config/setting_predicates.h"
#include "nn/host_memory.h"
#include "plan/plan.h"

#include <string>
#include <utility>

namespace gatelab {

namespace {

/// On the device; runs that train together have one.
std::shared_ptr<const DeviceSeries> placedSeries(const TrainPlan& plan) {
    if (!plan.shared) return std::make_shared<const DeviceSeries>(placeSeries(plan));
    // The prepared series stays with the tensors: its address is the key.
    using Placed = std::pair<DeviceSeries, PreparedPtr>;
    const std::string key = "placed:" + std::to_string(reinterpret_cast<std::uintptr_t>(plan.prepared.get())) +
                            c10::toString(plan.dtype) + plan.device.str();
    auto placed = plan.shared->get<Placed>(key, [&] {
        return Result<Placed>(Placed{placeSeries(plan), plan.prepared});
    });
    return {*placed, &(*placed)->first};
}

/// The training part, on the processor where its windows are changed there.
std::unique_ptr<ExampleSource> makeTrainSource(const TrainPlan& plan, std::shared_ptr<const DeviceSeries> series) {
    if (augments(plan.config) && !plan.device.is_cpu()) {
        TrainPlan onHost = plan;
        onHost.device = at::kCPU;
        return makeTrainSource(onHost, nullptr);
    }
    if (!plan.isForecast()) return makeSequenceSource(plan, ExamplePart::Train);
    return makeWindowSource(plan, std::move(series), ExamplePart::Train);
}

}  // namespace

Sources makeSources(const TrainPlan& plan) {
    const MemoryScope data(MemoryCause::Data);
    if (!plan.isForecast())
        return {makeTrainSource(plan, nullptr), makeSequenceSource(plan, ExamplePart::Validation),
                makeSequenceSource(plan, ExamplePart::Test)};
    const auto series = plan.config.deviceData ? placedSeries(plan) : nullptr;
    return {makeTrainSource(plan, series), makeWindowSource(plan, series, ExamplePart::Validation),
            makeWindowSource(plan, series, ExamplePart::Test)};
}

}  // namespace gatelab
