// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/refit.h"

#include "io/temporary_folder.h"
#include "plan/plan.h"
#include "store/workspace.h"
#include "train/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gatelab {

namespace {

/// Looks every now and then whether the training is to go on, and keeps its channel from filling up.
class Guard {
public:
    Guard(RunControl& control, MetricChannel& channel, const std::function<bool()>& going)
        : thread_([&control, &channel, going](const std::stop_token& stop) {
              std::mutex mutex;
              std::condition_variable_any wake;
              std::unique_lock lock(mutex);
              while (!wake.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; }) &&
                     !stop.stop_requested()) {
                  channel.drainMetrics([](const MetricSample&) {});
                  (void)channel.takeEvents();
                  if (!going()) control.abandon();
              }
          }) {}

private:
    std::jthread thread_;
};

}  // namespace

std::shared_ptr<const Dataset> refitData(const Series& series, const RefitRows& rows) {
    auto part = std::make_shared<Series>(series);
    const auto cut = [&](auto& values) {
        if (values.empty()) return;
        values.erase(values.begin() + rows.end, values.end());
        values.erase(values.begin(), values.begin() + rows.begin);
    };
    cut(part->time.values);
    for (Channel& channel : part->channels) {
        std::vector<double> values = channel.values.vector();
        cut(values);
        channel.values = std::move(values);
    }
    return std::make_shared<const Dataset>(Dataset{std::move(part), nullptr});
}

ExperimentConfig refitConfig(const ExperimentConfig& config, const Split& own, const RefitRows& rows) {
    ExperimentConfig other = config;
    const std::int64_t before = rows.cutoff - rows.begin, gap = config.splitGap,
                       held = own.train.size() + own.validation.size();
    const std::int64_t validation = static_cast<std::int64_t>(
        std::llround(static_cast<double>(before) * static_cast<double>(own.validation.size()) /
                     static_cast<double>(std::max<std::int64_t>(1, held))));
    const std::int64_t train = before - validation - (validation > 0 ? gap : 0) - gap;
    other.split = std::to_string(std::max<std::int64_t>(0, train)) + "/" + std::to_string(validation) + "/" +
                  std::to_string(rows.end - rows.cutoff);
    other.ranks = 1;
    return other;
}

Result<std::unique_ptr<OriginNetwork>> refit(const Series& series, const ExperimentConfig& config, const Split& own,
                                             const RefitRows& rows, const std::function<bool()>& going) {
    const auto data = refitData(series, rows);
    const ExperimentConfig other = refitConfig(config, own, rows);
    const TemporaryFolder folder("refit");
    auto workspace = Workspace::open(folder.path() / "workspace");
    if (!workspace.ok()) return workspace.error();
    auto record = (*workspace)->createRun(other, {}, series.name);
    if (!record.ok()) return record.error();
    {
        RunControl control;
        MetricChannel channel;
        RunProgress progress;
        std::atomic<RunState> state{};
        const Guard guard(control, channel, going);
        const PipelineInput input{other, data, record->get(), {}, {}, control, channel, progress, state, 0, {}, 1};
        const auto end = runPipeline(input);
        if (!going()) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Backtest", "the backtest was cancelled")};
        if (!end.ok()) return end.error();
    }
    auto weights = readRunWeights((*record)->folder());
    if (!weights.ok()) return weights.error();
    auto plan = makeTrainPlan(weights->config, data);
    if (!plan.ok()) return plan.error();
    return std::make_unique<OriginNetwork>(std::move(*plan), std::move(*weights));
}

}  // namespace gatelab
