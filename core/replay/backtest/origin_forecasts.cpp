// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/origin_forecasts.h"

#include "forecast/forecasts.h"
#include "forecast/saved_model.h"
#include "step/evaluator.h"
#include "train/one_thread.h"

#include <ATen/ATen.h>

#include <cmath>

namespace gatelab {

namespace {

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Backtest", "the backtest was cancelled")}; }

/// One window with dropout, prepared scale. The masks are a function of window and pass alone.
std::vector<double> withDropout(const Objective& objective, const ExampleSource& source, const at::Tensor& order,
                                std::int64_t window, std::uint64_t seed, std::uint64_t pass) {
    const at::NoGradGuard noGrad;
    ForwardOptions options;
    options.training = true;
    options.position.seed = seed;
    options.position.step = pass;
    const at::Tensor output = objective.run(source.gather(order, window, 1), options).output;
    const at::Tensor point = objective.point(output).reshape(-1).to(at::kCPU, at::kDouble).contiguous();
    const double* first = point.const_data_ptr<double>();
    return {first, first + point.numel()};
}

}  // namespace

OriginNetwork::OriginNetwork(TrainPlan plan, RunWeights weights)
    : plan_(std::move(plan)),
      weights_(std::move(weights)),
      series_(std::make_shared<const DeviceSeries>(placeSeries(plan_))) {}

Result<OriginForecasts> OriginNetwork::forecast(const std::vector<std::int64_t>& starts, std::int64_t samples,
                                                const std::function<bool()>& going) const {
    const OneThread alone;
    TrainPlan plan = plan_;
    WindowSet& windows = plan.windows.test;
    windows = {plan.config.lookback, plan.config.horizon, 1, starts, 0, 0};
    auto model = loadSavedModel(plan, weights_);
    if (!model.ok()) return model.error();
    const Objective objective(plan, **model);
    const auto source = makeWindowSource(plan, series_, ExamplePart::Test);
    const PreparedSeries& prepared = *plan.prepared;
    WindowForecasts made = forecastAll(objective, *source, [&](double) { return going(); });
    if (!made.complete) return cancelled();
    OriginForecasts all{toOriginalScale(prepared, windows, std::move(made.values)),
                        toOriginalScale(prepared, windows, std::move(made.spread)),
                        {},
                        {}};
    if (samples < 2) return all;
    std::vector<std::int64_t> numbers;
    for (std::size_t w = 0; w < starts.size(); ++w) numbers.push_back(static_cast<std::int64_t>(w));
    const at::Tensor order = source->placeOrder(numbers);
    for (std::size_t w = 0; w < starts.size(); ++w) {
        if (!going()) return cancelled();
        WindowSet one = windows;
        one.starts = {starts[w]};
        std::vector<double> mean, squares;
        for (std::int64_t s = 0; s < samples; ++s) {
            const std::vector<double> values = toOriginalScale(
                prepared, one,
                withDropout(objective, *source, order, static_cast<std::int64_t>(w),
                            static_cast<std::uint64_t>(plan.config.seed),
                            static_cast<std::uint64_t>(starts[w]) * 4096 + static_cast<std::uint64_t>(s)));
            if (mean.empty()) mean.assign(values.size(), 0), squares.assign(values.size(), 0);
            for (std::size_t i = 0; i < values.size(); ++i) {  // Welford
                const double off = values[i] - mean[i];
                mean[i] += off / static_cast<double>(s + 1);
                squares[i] += off * (values[i] - mean[i]);
            }
        }
        for (double& square : squares) square = std::sqrt(square / static_cast<double>(samples - 1));
        all.dropoutMean.insert(all.dropoutMean.end(), mean.begin(), mean.end());
        all.dropoutDeviation.insert(all.dropoutDeviation.end(), squares.begin(), squares.end());
    }
    return all;
}

}  // namespace gatelab
