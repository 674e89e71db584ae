// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/fault_finder.h"

#include "base/number_text.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace gatelab {

namespace {

bool isFinite(const at::Tensor& values) { return !values.is_floating_point() || values.isfinite().all().item<bool>(); }

/// Index of the first element that is no finite number; empty: there is none.
std::vector<std::int64_t> firstBad(const at::Tensor& values) {
    if (!values.defined() || isFinite(values)) return {};
    const at::Tensor index = values.isfinite().logical_not().nonzero()[0].to(at::kCPU).contiguous();
    const auto* first = index.const_data_ptr<std::int64_t>();
    return {first, first + index.numel()};
}

const char* nameOf(at::ScalarType type) {
    return type == at::kHalf       ? "float16"
           : type == at::kBFloat16 ? "bfloat16"
           : type == at::kFloat    ? "float32"
                                   : "float64";
}

/// What is wrong with a value of a batch; exact: as it was before it took the batch's type.
Phrase spelled(const at::Tensor& values, const std::vector<std::int64_t>& index, double exact) {
    if (std::isnan(values[index[0]][index[1]][index[2]].item<double>())) return "NaN";
    const bool isTooLarge =
        std::isfinite(exact) &&
        !isFinite(at::scalar_tensor(exact, at::TensorOptions(at::kDouble)).to(values.scalar_type()));
    if (!isTooLarge) return GATELAB_TEXT("Fault", "infinite");
    char number[32];
    std::snprintf(number, sizeof number, "%.3g", exact);
    return {GATELAB_TEXT("Fault", "too large (%1) for %2"), {number, nameOf(values.scalar_type())}};
}

/// Values of the batch that no network can use.
FaultCause findInData(const Batcher& batcher, const Batch& batch, std::int64_t epoch, std::int64_t position) {
    const Phrase remedy = GATELAB_TEXT("Fault", "mend this value or leave its rows out");
    const auto place = [&](std::int64_t row, const ValuePlace& value) {
        return batcher.describe(epoch, position, row, value);
    };
    const auto cause = [&](Text text, const at::Tensor& values, const std::vector<std::int64_t>& bad, std::int64_t row,
                           const ValuePlace& value) {
        return FaultCause{
            {text, {spelled(values, bad, batcher.exactValue(epoch, position, row, value)), place(row, value)}}, remedy};
    };
    if (const auto bad = firstBad(batch.anchor); !bad.empty())
        return {
            {GATELAB_TEXT("Fault", "the value that the forecast starts from is not finite in %1"), {place(bad[0], {})}},
            remedy};
    if (const auto bad = firstBad(batch.input); bad.size() == 3)
        return cause(GATELAB_TEXT("Fault", "the input is %1 at %2"), batch.input, bad, bad[1],
                     {ValuePlace::Kind::Input, bad[0], bad[2]});
    if (const auto bad = firstBad(batch.target); bad.size() == 3)
        return cause(GATELAB_TEXT("Fault", "the target is %1 at %2"), batch.target, bad, bad[0],
                     {ValuePlace::Kind::Target, bad[1], bad[2]});
    return {};
}

/// One example of a batch as a batch of its own.
Batch single(const Batch& batch, std::int64_t row, bool isLabelling) {
    Batch one;
    one.size = 1;
    if (batch.lengths.defined()) one.lengths = batch.lengths.narrow(0, row, 1);
    const std::int64_t steps = one.lengths.defined() ? one.lengths.item<std::int64_t>() : batch.input.size(0);
    one.input = batch.input.narrow(1, row, 1).narrow(0, 0, steps);
    one.target = isLabelling ? batch.target.narrow(1, row, 1).narrow(0, 0, steps) : batch.target.narrow(0, row, 1);
    if (batch.anchor.defined()) one.anchor = batch.anchor.narrow(0, row, 1);
    if (batch.scale.defined()) one.scale = batch.scale.narrow(0, row, 1);
    if (batch.deviation.defined()) one.deviation = batch.deviation.narrow(0, row, 1);
    if (batch.ahead.defined()) one.ahead = batch.ahead.narrow(1, row, 1);
    return one;
}

/// The largest finite loss and gradient of a layer among the examples that were looked at, and of which they are.
struct Largest {
    double loss = -1, gradient = -1;
    at::ScalarType lossType = at::kFloat, gradientType = at::kFloat;
    Phrase ofLoss, ofGradient;
    std::string layer;
};

void noteGradient(const ParameterStore& store, const Phrase& where, Largest& largest) {
    for (const Parameter& parameter : store.all()) {
        if (!parameter.value.grad().defined()) continue;
        // In double, where the square of a large number is still one.
        const double length = parameter.value.grad().to(at::kDouble).norm().item<double>();
        if (length <= largest.gradient) continue;
        largest.gradient = length;
        largest.gradientType = parameter.value.scalar_type();
        largest.ofGradient = where;
        largest.layer = parameter.layer;
    }
}

/// The loss of one example is no finite number: where in the network that began, if it did.
Phrase spoiltLoss(const std::vector<LayerOutput>& outputs, const Phrase& where) {
    for (const LayerOutput& output : outputs)
        if (!isFinite(output.values))
            return {GATELAB_TEXT("Fault", "the loss of %1 is not finite, first the output of layer %2"),
                    {where, output.layer}};
    return {
        GATELAB_TEXT("Fault",
                     "the loss of %1 is not finite, though the outputs of all layers are: the loss itself overflows"),
        {where}};
}

/// The first example of the batch whose own loss or gradient is not finite.
FaultCause findExample(const Objective& objective, const Batcher& batcher, const Batch& batch, std::int64_t epoch,
                       std::int64_t position, Largest& largest) {
    const ParameterStore& store = objective.model().parameters();
    const bool isLabelling = objective.hasClasses() && batch.target.dim() == 2;
    const Phrase remedy = GATELAB_TEXT("Fault", "look for extreme values there, or try a lower learning rate");
    for (std::int64_t row = 0; row < batch.size; ++row) {
        std::vector<LayerOutput> outputs;
        ForwardOptions looking;
        looking.outputs = &outputs;
        const ObjectiveResult result = objective.run(single(batch, row, isLabelling), looking);
        const Phrase where = batcher.describe(epoch, position, row, {});
        if (!isFinite(result.loss.detach())) return {spoiltLoss(outputs, where), remedy};
        store.zeroGradients();
        result.loss.backward();
        if (const std::string layer = nonFiniteGradient(store); !layer.empty())
            return {{GATELAB_TEXT("Fault", "the gradient is not finite, first in layer %1 for %2"), {layer, where}},
                    remedy};
        if (const double loss = result.loss.item<double>(); loss > largest.loss) {
            largest.loss = loss;
            largest.lossType = result.loss.scalar_type();
            largest.ofLoss = where;
        }
        noteGradient(store, where, largest);
    }
    return {};
}

/// The largest number of the type.
std::string limitOf(at::ScalarType type) {
    double limit = 0;
    AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, type, "limit",
                                    [&] { limit = static_cast<double>(std::numeric_limits<scalar_t>::max()); });
    return numberText(limit, 2);
}

/// Each example is finite, and what they add up to is not.
FaultCause overflowOfSum(const FailedStep& step, const Largest& largest, const Phrase& rows) {
    const Phrase remedy = GATELAB_TEXT("Fault", "try a lower learning rate or clipping by norm");
    if (!step.isLossFinite)
        return {{GATELAB_TEXT("Fault",
                              "the loss of the batch that begins with %1 is not finite: each example's is, but their "
                              "sum overflows %2, which ends at %3; the largest one, %4, is that of %5"),
                 {rows, nameOf(largest.lossType), limitOf(largest.lossType), numberText(largest.loss), largest.ofLoss}},
                remedy};
    if (!step.gradient.empty())
        return {{GATELAB_TEXT("Fault", "the gradient of layer %1 is not finite, in the batch that begins with %2"),
                 {step.gradient, rows}},
                remedy};
    return {
        {GATELAB_TEXT(
             "Fault",
             "the length of the gradient is not finite in the batch that begins with %1: its numbers are, but the sum "
             "of their squares overflows %2, which ends at %3; the longest one, %4, is that of layer %5 for %6"),
         {rows, nameOf(largest.gradientType), limitOf(largest.gradientType), numberText(largest.gradient),
          largest.layer, largest.ofGradient}},
        remedy};
}

}  // namespace

std::string nonFiniteWeights(const ParameterStore& store) {
    for (const Parameter& parameter : store.all())
        if (!isFinite(parameter.value.detach())) return parameter.layer;
    return {};
}

std::string nonFiniteGradient(const ParameterStore& store) {
    for (const Parameter& parameter : store.all())
        if (parameter.value.grad().defined() && !isFinite(parameter.value.grad())) return parameter.layer;
    return {};
}

FaultCause findFault(const Objective& objective, Batcher& batcher, const FailedStep& step) {
    const StepPlace& place = step.place;
    std::vector<Batch> batches;
    for (std::int64_t part = 0; part < place.batches; ++part) {
        batches.push_back(batcher.batch(place.epoch, place.position + part));
        if (FaultCause cause = findInData(batcher, batches.back(), place.epoch, place.position + part);
            !cause.what.empty())
            return cause;
    }
    const Phrase rows = batcher.describe(place.epoch, place.position, 0, {});
    if (!step.weights.empty())
        return {{GATELAB_TEXT("Fault", "the weights of layer %1 are not finite, seen at %2"), {step.weights, rows}},
                GATELAB_TEXT("Fault", "go on from the last good checkpoint with a lower learning rate")};
    Largest largest;
    for (std::int64_t part = 0; part < place.batches; ++part)
        if (FaultCause cause = findExample(objective, batcher, batches[static_cast<std::size_t>(part)], place.epoch,
                                           place.position + part, largest);
            !cause.what.empty())
            return cause;
    return overflowOfSum(step, largest, rows);
}

}  // namespace gatelab
