// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/refit.h"

#include "data/many/each_split.h"
#include "data/many/many_series.h"
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
#include <type_traits>

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

namespace {

/// These rows of a table, one behind the other.
std::shared_ptr<const Dataset> rowsOf(const Series& series, const std::vector<RowRange>& ranges) {
    auto part = std::make_shared<Series>(series);
    const auto cut = [&](const auto& all) {
        std::vector<std::remove_cvref_t<decltype(*all.begin())>> values;
        for (const RowRange& rows : ranges)
            values.insert(values.end(), all.begin() + rows.begin, all.begin() + rows.end);
        return values;
    };
    if (series.time.known()) part->time.values = cut(series.time.values);
    for (Channel& channel : part->channels) channel.values = cut(channel.values);
    return std::make_shared<const Dataset>(Dataset{std::move(part), nullptr});
}

}  // namespace

std::shared_ptr<const Dataset> refitData(const Series& series, const RefitRows& rows) {
    return rowsOf(series, {{rows.begin, rows.end}});
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

Result<std::unique_ptr<OriginNetwork>> refit(const Series& series, const ExperimentConfig& config,
                                             const std::vector<SeriesRefit>& parts,
                                             const std::function<bool()>& going) {
    std::vector<RowRange> rows;
    std::vector<std::string> splits;
    ExperimentConfig other = config;
    for (const SeriesRefit& part : parts) {
        rows.push_back({part.rows.begin, part.rows.end});
        other = refitConfig(config, part.own, part.rows);
        splits.push_back(other.split);
    }
    const auto data = rowsOf(series, rows);
    if (isMany(series)) other.split = splitOfEach(splits);
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
