// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/measure_case.h"

#include "data/readers.h"
#include "device/other_load.h"
#include "session/engine.h"
#include "store/workspace.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace gatelab {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(5);

/// One run until its first validation with the accuracy, or its end.
Result<CaseRun> runUntil(RunSession& session, double accuracy, std::string& device,
                         const std::function<bool()>& goesOn) {
    CaseRun run;
    RunEnd end;
    bool isStopped = false, isGivenUp = false;
    for (bool last = false; !last;) {
        last = session.done();
        session.channel().drainMetrics([&](const MetricSample& sample) {
            if (sample.metric != MetricId::ValidationAccuracy || run.reached()) return;
            run.accuracy = std::isfinite(run.accuracy) ? std::max(run.accuracy, sample.value) : sample.value;
            if (sample.value >= accuracy) run.seconds = sample.seconds;
        });
        for (RunEvent& event : session.channel().takeEvents()) {
            if (const auto* planned = event.as<RunPlanInfo>()) device = planned->device;
            if (auto* ended = event.as<RunEnd>()) end = std::move(*ended);
        }
        if (run.reached() && !std::exchange(isStopped, true)) session.control().stop();
        if (!isGivenUp && !goesOn()) session.control().abandon(), isGivenUp = true;
        if (!last) std::this_thread::sleep_for(kLookEvery);
    }
    if (isGivenUp) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lab", "stopped")};
    if (end.state != RunState::Finished) return Error{end.code, end.why};
    for (const TestScore& score : end.scores)
        if (score.method == "model" && score.metric == "accuracy") run.testAccuracy = score.value;
    return run;
}

}  // namespace

Result<CaseReport> measureCase(CasePlan plan, const CaseWatch& watch) {
    auto engine = openEngine();
    if (!engine.ok()) return engine.error();
    auto loaded = loadDataset(plan.rungs.front().config);
    if (!loaded.ok()) return loaded.error();
    const auto data = std::make_shared<const Dataset>(std::move(*loaded));
    CaseReport soFar;
    soFar.plan = plan;
    soFar.runs.resize(plan.rungs.size());
    std::string device;
    const CaseMachine machine = [&](const CaseRung& rung, std::int64_t seed, double accuracy) -> Result<CaseRun> {
        RunRequest request{rung.config, data, nullptr, {}};
        request.config.seed = seed;
        auto started = (*engine)->start(std::move(request));
        if (!started.ok()) return started.error();
        OtherLoad others;
        auto run = runUntil(**started, accuracy, device, [&] { return watch(soFar); });
        if (run.ok() && disturbs(others.cores(), machineCores(), static_cast<int>(rung.config.threads)))
            run->disturbance = LabDisturbance::Load;
        return run;
    };
    auto report = runCase(std::move(plan), machine, [&](const CaseReport& now) {
        soFar = now;
        soFar.device = device;
        return watch(soFar);
    });
    if (report.ok()) report->device = device;
    return report;
}

}  // namespace gatelab
