// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/opened_network.h"

#include "config/setting_predicates.h"
#include "forecast/forecasts.h"
#include "plan/plan.h"
#include "replay/tensor_numbers.h"
#include "train/fault_finder.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

const WindowSet& windowSet(const TrainPlan& plan, WindowPart part) {
    return part == WindowPart::Train        ? plan.windows.train
           : part == WindowPart::Validation ? plan.windows.validation
                                            : plan.windows.test;
}

/// Past and truth as they were observed, and the forecast on the same scale.
void viewForecast(const TrainPlan& plan, WindowPart part, std::int64_t number, const at::Tensor& point,
                  WindowView& view) {
    const PreparedSeries& prepared = *plan.prepared;
    WindowSet one = windowSet(plan, part);
    one.starts = {one.starts[static_cast<std::size_t>(number)]};
    view.firstRow = one.starts.front();
    const std::size_t targets = prepared.targets.size();
    const auto fill = [&](std::vector<double>& out, std::int64_t first, std::int64_t rows) {
        out.resize(static_cast<std::size_t>(rows) * targets);
        for (std::size_t t = 0; t < targets; ++t) {
            const std::vector<double> values = prepared.observedTarget(t);
            for (std::int64_t row = 0; row < rows; ++row)
                out[static_cast<std::size_t>(row) * targets + t] = values[static_cast<std::size_t>(first + row)];
        }
    };
    fill(view.past, view.firstRow, one.lookback);
    fill(view.truth, view.firstRow + one.lookback, one.horizon);
    view.answer = toOriginalScale(prepared, one, numbersOf(point));
}

void viewSequence(const TrainPlan& plan, WindowPart part, std::int64_t number, const Objective& objective,
                  const ObjectiveResult& result, WindowView& view) {
    view.sequence = sequencesOf(plan, examplePartOf(part))[static_cast<std::size_t>(number)];
    const SequenceSet::Item& item = plan.data.sequences->items[static_cast<std::size_t>(view.sequence)];
    if (!objective.hasClasses()) {
        view.truth = item.targets;
        view.answer = numbersOf(objective.point(result.output));
        return;
    }
    view.probabilities = numbersOf(at::softmax(result.output.detach().to(at::kDouble), -1));
    if (!isLabelling(plan.config))
        view.labels = {std::max(-1, item.label)};
    else
        for (const double label : item.targets)
            view.labels.push_back(label >= 0 ? static_cast<std::int32_t>(label) : -1);
}

}  // namespace

ExamplePart examplePartOf(WindowPart part) {
    return part == WindowPart::Train        ? ExamplePart::Train
           : part == WindowPart::Validation ? ExamplePart::Validation
                                            : ExamplePart::Test;
}

std::vector<std::int64_t> spreadNumbers(std::int64_t count, std::int64_t most) {
    const std::int64_t chosen = std::min(count, std::max<std::int64_t>(1, most));
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < chosen; ++i)
        numbers.push_back(chosen == count ? i : i * (count - 1) / std::max<std::int64_t>(1, chosen - 1));
    return numbers;
}

Result<TrainPlan> OpenedNetwork::planFor(ExperimentConfig config, const std::shared_ptr<const Dataset>& data) {
    config.device = "cpu";
    config.deviceData = true;
    config.cudaGraph = false;
    config.threads = 1;
    if (!isFp64(config.precision)) config.precision = "fp32";
    if (isTunedCudnn(config.implementation) || isPersistent(config.implementation)) config.implementation = "auto";
    return makeTrainPlan(config, data);
}

Result<std::unique_ptr<OpenedNetwork>> OpenedNetwork::make(TrainPlan plan) {
    std::unique_ptr<OpenedNetwork> network(new OpenedNetwork(std::move(plan)));
    const TrainPlan& kept = network->plan_;
    auto model = Model::create(kept.config, kept.shape, modelOptions(kept));
    if (!model.ok()) return model.error();
    network->model_ = std::move(*model);
    network->objective_ = std::make_unique<Objective>(kept, *network->model_);
    const auto series = kept.isForecast() ? std::make_shared<const DeviceSeries>(placeSeries(kept)) : nullptr;
    for (const ExamplePart part : {ExamplePart::Train, ExamplePart::Validation, ExamplePart::Test})
        network->sources_[static_cast<std::size_t>(part)] =
            kept.isForecast() ? makeWindowSource(kept, series, part) : makeSequenceSource(kept, part);
    return network;
}

Result<> OpenedNetwork::load(const TensorFile& weights) {
    for (const auto& [name, raw] : weights.tensors) {
        const auto tensor = fromRawTensor(raw);
        if (!tensor.ok()) return tensor.error().withContext(name);
        if (!tensor->is_floating_point() || tensor->isfinite().all().item<bool>()) continue;
        return Error{ErrorCode::NonFinite,
                     {GATELAB_TEXT("Inspect",
                                   "the weights '%1' hold a number that is not finite, so that every state is one, "
                                   "too; choose an earlier checkpoint"),
                      {name}}};
    }
    return model_->parameters().load(weights);
}

Batch OpenedNetwork::gather(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                            std::size_t count) const {
    const std::vector<std::int64_t> some(numbers.begin() + static_cast<std::ptrdiff_t>(first),
                                         numbers.begin() + static_cast<std::ptrdiff_t>(first + count));
    return source(part).gather(source(part).placeOrder(some), 0, static_cast<std::int64_t>(count));
}

Result<Batch> OpenedNetwork::window(WindowPart part, std::int64_t number) const {
    const std::int64_t there = windows(part);
    if (there == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "this part of the data has no window; choose another part")};
    if (number < 0 || number >= there)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Inspect", "there is no window %1; this part has the windows 1 to %2"), {number + 1, there}}};
    Batch batch = gather(part, {number}, 0, 1);
    batch.lengths = at::Tensor();  // alone it has no padding
    if (batch.input.is_floating_point()) {
        const at::Tensor bad = batch.input.isfinite().logical_not().nonzero();
        if (bad.size(0) > 0) {
            const ValuePlace place{ValuePlace::Kind::Input, bad[0][0].item<std::int64_t>(),
                                   bad[0][2].item<std::int64_t>()};
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Inspect",
                                       "a value of this window is missing or not finite: %1; fill it on the page Data, "
                                       "or choose another window"),
                          {source(part).describe(number, place)}}};
        }
    }
    return batch;
}

WindowView OpenedNetwork::view(WindowPart part, std::int64_t number, const Batch& batch,
                               const ObjectiveResult& result) const {
    WindowView view;
    view.part = part;
    view.window = number;
    view.steps = batch.input.size(0);
    view.columns = batch.input.dim() == 3 ? batch.input.size(2) : 1;
    view.input = numbersOf(batch.input);
    view.loss = result.loss.detach().item<double>();
    if (plan_.isForecast())
        viewForecast(plan_, part, number, objective_->point(result.output.detach()), view);
    else
        viewSequence(plan_, part, number, *objective_, result, view);
    return view;
}

}  // namespace gatelab
