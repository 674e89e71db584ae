// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/epoch_time.h"

#include "config/field.h"
#include "store/workspace.h"

#include <chrono>
#include <thread>

namespace gatelab {

namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(20);

}  // namespace

Result<MeasuredEpoch> measureEpoch(Engine& engine, ExperimentConfig config, std::shared_ptr<const Dataset> data,
                                   const Progress& progress, std::int64_t maxThreads) {
    // Nothing but the measurement ends it.
    config.epochs = static_cast<std::int64_t>(findField("epochs")->range.high);
    config.maxSteps = 0;
    config.earlyStop = 0;
    config.isolated = false;
    RunRequest request{std::move(config), std::move(data), nullptr, {}};
    request.maxThreads = maxThreads;
    auto started = engine.start(std::move(request));
    if (!started.ok()) return started.error();
    RunSession& session = **started;  // its end abandons the run
    MeasuredEpoch measured;
    EpochTime& time = measured.time;
    for (bool last = false;; last = session.done()) {
        session.channel().drainMetrics([&time](const MetricSample& sample) {
            if (sample.metric == MetricId::EpochForecast) time.seconds = sample.value;
            if (sample.metric == MetricId::EpochForecastLow) time.low = sample.value;
            if (sample.metric == MetricId::EpochForecastHigh) time.high = sample.value;
        });
        for (const RunEvent& event : session.channel().takeEvents()) {
            if (const auto* plan = event.as<RunPlanInfo>()) measured.plan = *plan;
            if (const auto* end = event.as<RunEnd>(); end != nullptr && end->state == RunState::Failed)
                return Error{end->code, end->why};
        }
        if (time.seconds > 0) return measured;
        if (last || !report(progress, -1))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the measurement was stopped")};
        std::this_thread::sleep_for(kLookEvery);
    }
}

Result<EpochTime> measureEpochTime(Engine& engine, ExperimentConfig config, std::shared_ptr<const Dataset> data,
                                   const Progress& progress, std::int64_t maxThreads) {
    auto measured = measureEpoch(engine, std::move(config), std::move(data), progress, maxThreads);
    return measured.ok() ? Result<EpochTime>(measured->time) : measured.error();
}

}  // namespace gatelab
