// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/gradient_path.h"

#include "config/setting_predicates.h"
#include "replay/replay.h"
#include "replay/tensor_numbers.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gatelab {

namespace {

constexpr double kNudge = 0.1;  // on the prepared scale, whose values are mostly within -3 and 3
constexpr std::int64_t kMaxNudges = 128;
constexpr std::int64_t kNudgesAtOnce = 16;

/// Norms of gradients of states, in the order of the steps; one that does not reach the loss is 0.
std::vector<double> norms(const at::Tensor* first, std::size_t count) {
    if (count == 0) return {};
    std::vector<at::Tensor> each;
    for (std::size_t i = 0; i < count; ++i)
        each.push_back(first[i].defined() ? first[i].norm().to(at::kDouble) : at::zeros({}, at::kDouble));
    return numbersOf(at::stack(each));
}

/// Products of the gates [time, units] over all steps that are read after each.
void keepProducts(const at::Tensor& gate, bool reversed, GradientTrack& track) {
    const at::Tensor logs = gate.to(at::kDouble).clamp_min(1e-300).log();
    const std::int64_t time = logs.size(0);
    at::Tensor sum = at::zeros({logs.size(1)}, at::kDouble);
    track.kept.resize(static_cast<std::size_t>(time));
    track.keptMost.resize(static_cast<std::size_t>(time));
    for (std::int64_t i = 0; i < time; ++i) {
        const std::int64_t t = reversed ? i : time - 1 - i;
        track.kept[static_cast<std::size_t>(t)] = std::exp(sum.mean().item<double>());
        track.keptMost[static_cast<std::size_t>(t)] = std::exp(sum.max().item<double>());
        sum = sum + logs.select(0, t);
    }
}

at::Tensor answerOf(const Objective& objective, const ObjectiveResult& result) {
    return objective.hasClasses() ? at::softmax(result.output, -1) : objective.point(result.output);
}

void nudge(Batch& batch, std::int64_t row, std::int64_t step, std::int64_t tokens) {
    at::Tensor here = batch.input.select(1, row).select(0, step);
    if (tokens > 0)
        here.copy_((here + 1).remainder(tokens));
    else
        here.add_(kNudge);
}

std::vector<UnitPlace> allUnits(const OpenedNetwork& network) {
    const ExperimentConfig& config = network.plan().config;
    const std::int64_t units = config.projectionSize > 0 ? config.projectionSize : config.hiddenSize;
    std::vector<UnitPlace> places;
    for (std::int64_t layer = 0; layer < config.layers; ++layer)
        for (std::int64_t direction = 0; direction < (config.bidirectional ? 2 : 1); ++direction)
            for (std::int64_t unit = 0; unit < units; ++unit) places.push_back({layer, direction, unit});
    return places;
}

/// How far the answer to this window moves for a nudge of each step.
Result<std::vector<double>> movedBy(const OpenedNetwork& network, const Batch& one,
                                    const std::vector<std::int64_t>& steps, const std::vector<at::Tensor>& masks,
                                    const Progress& progress) {
    ForwardOptions options;
    if (!masks.empty()) options.unitsOn = &masks;
    std::vector<double> moved;
    const auto count = static_cast<std::int64_t>(steps.size());
    for (std::int64_t first = 0; first < count; first += kNudgesAtOnce) {
        if (!report(progress, static_cast<double>(first) / static_cast<double>(count)))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};
        const std::int64_t some = std::min(kNudgesAtOnce, count - first);
        Batch batch = repeated(one, some + 1);  // the last one stays as it is
        for (std::int64_t i = 0; i < some; ++i)
            nudge(batch, i, steps[static_cast<std::size_t>(first + i)], network.plan().shape.tokens);
        const at::Tensor answer =
            answerOf(network.objective(), network.objective().run(batch, options)).to(at::kDouble);
        const std::int64_t rows = isLabelling(network.plan().config) ? 1 : 0;
        const at::Tensor far =
            (answer - answer.narrow(rows, some, 1)).transpose(0, rows).flatten(1).norm(2, 1).contiguous();
        moved.insert(moved.end(), far.const_data_ptr<double>(), far.const_data_ptr<double>() + some);
    }
    return moved;
}

}  // namespace

Batch repeated(const Batch& one, std::int64_t count) {
    const auto wide = [count](const at::Tensor& tensor, std::int64_t dimension) {
        if (!tensor.defined()) return tensor;
        std::vector<std::int64_t> times(static_cast<std::size_t>(tensor.dim()), 1);
        times[static_cast<std::size_t>(dimension)] = count;
        return tensor.repeat(times);
    };
    const bool labelling = one.target.dim() == 2 && !one.target.is_floating_point();
    return {wide(one.input, 1),
            wide(one.target, labelling ? 1 : 0),
            wide(one.anchor, 0),
            wide(one.scale, 0),
            {},
            wide(one.ahead, 1),
            count,
            wide(one.deviation, 0)};
}

void measureMemory(GradientTrack& track, bool reversed) {
    std::vector<double> norm = track.hidden;
    if (reversed) std::ranges::reverse(norm);
    const auto most = std::ranges::max_element(norm);
    if (most == norm.end() || !(*most > 0)) return;
    const auto farthest =
        std::ranges::find_if(norm, [&](double value) { return value >= *most * GradientTrack::kMemoryShare; });
    track.memory = std::distance(farthest, norm.end()) - 1;
    track.pastWindow = farthest == norm.begin();
}

Result<GradientView> gradientPath(const OpenedNetwork& network, const WindowRequest& request) {
    const at::AutoGradMode withGradient(true);
    const auto batch = network.window(request.part, request.window);
    if (!batch.ok()) return batch.error();
    auto masks = unitMasks(network, request.off);
    if (!masks.ok()) return masks.error();
    std::vector<GateRecord> records;
    ForwardOptions options;
    options.record = &records;
    options.recordGraph = true;
    if (!masks->empty()) options.unitsOn = &*masks;
    const ObjectiveResult result = network.objective().run(*batch, options);
    std::vector<at::Tensor> places;
    for (const GateRecord& record : records)
        for (const auto* states : {&record.hiddenSteps, &record.cellSteps})
            for (const auto& direction : *states) places.insert(places.end(), direction.begin(), direction.end());
    const std::size_t states = places.size();
    for (const Parameter& parameter : network.model().parameters().all()) places.push_back(parameter.value);
    const auto gradients = torch::autograd::grad({result.loss}, places, {}, std::nullopt, false, true);

    GradientView view;
    view.window = network.view(request.part, request.window, *batch, result);
    view.clipNorm = network.plan().config.clipNorm;
    double squares = 0;
    for (std::size_t i = states; i < gradients.size(); ++i)
        if (gradients[i].defined()) squares += std::pow(gradients[i].norm().item<double>(), 2);
    view.weightGradient = std::sqrt(squares);
    const CellTraits& cell = cellTraits(network.plan().config.cell);
    const at::Tensor* next = gradients.data();
    for (const GateRecord& record : records) {
        std::vector<GradientTrack> layer(record.hiddenSteps.size());
        const auto take = [&](std::vector<double> GradientTrack::*which,
                              const std::vector<std::vector<at::Tensor>>& steps) {
            for (std::size_t d = 0; d < layer.size(); ++d) {
                layer[d].*which = norms(next, steps[d].size());
                next += steps[d].size();
            }
        };
        take(&GradientTrack::hidden, record.hiddenSteps);
        take(&GradientTrack::cell, record.cellSteps);
        for (std::size_t d = 0; d < layer.size(); ++d) {
            // An LRU hands on its cell state alone.
            GradientTrack handedOn = layer[d];
            if (!cell.readsHidden() && cell.cellState) handedOn.hidden = handedOn.cell;
            measureMemory(handedOn, d == 1);
            layer[d].memory = handedOn.memory, layer[d].pastWindow = handedOn.pastWindow;
            for (const NamedStates& gate : namedStates(cell, record, static_cast<std::int64_t>(d)))
                if (gate.key == std::string(1, cell.keepGate)) keepProducts(gate.values.select(1, 0), d == 1, layer[d]);
        }
        view.layers.push_back(std::move(layer));
    }
    return view;
}

Result<NudgePath> nudgePath(const OpenedNetwork& network, const WindowRequest& request, const Progress& progress) {
    const at::NoGradGuard noGrad;
    const auto one = network.window(request.part, request.window);
    if (!one.ok()) return one.error();
    auto masks = unitMasks(network, request.off);
    if (!masks.ok()) return masks.error();
    NudgePath path;
    path.size = network.plan().shape.tokens > 0 ? 0 : kNudge;
    path.steps = spreadNumbers(one->input.size(0), kMaxNudges);
    auto moved = movedBy(network, *one, path.steps, *masks, progress);
    if (!moved.ok()) return moved.error();
    path.moved = std::move(*moved);
    if (!network.plan().config.linearPath) return path;
    auto none = unitMasks(network, allUnits(network));
    if (!none.ok()) return none.error();
    auto linear = movedBy(network, *one, path.steps, *none, progress);
    if (!linear.ok()) return linear.error();
    path.linear = std::move(*linear);
    return path;
}

}  // namespace gatelab
