// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/cell_walk.h"

#include "config/cell_traits.h"
#include "replay/replay.h"
#include "replay/tensor_numbers.h"
#include "replay/walk/cell_formulas.h"
#include "replay/walk/walk_edits.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gatelab {

namespace {

using Kind = WalkPlace::Kind;

double unitOf(const at::Tensor& values, std::int64_t unit) { return values[unit].item<double>(); }

/// Puts what the network itself is to read into the batch; gives the edits of what its layers read and remember.
/// `embeds`: the first layer sees what tables give.
std::vector<StepEdit> placeEdits(const std::vector<WalkEdit>& edits, bool embeds, Batch& batch) {
    std::vector<StepEdit> inside;
    for (const WalkEdit& edit : edits) {
        const WalkPlace& place = edit.place;
        if (place.kind == Kind::Weight) continue;
        // What the network reads, every part of it reads; what stands between layers, only the layer above.
        if (place.kind == Kind::Input && place.layer == 0 && !embeds)
            batch.input = batch.input.clone(), batch.input[place.step][0][place.index] = edit.value;
        else
            inside.push_back({place.kind == Kind::Input    ? StepEdit::Kind::Input
                              : place.kind == Kind::Hidden ? StepEdit::Kind::Hidden
                                                           : StepEdit::Kind::Cell,
                              place.layer,
                              {place.direction, place.step, place.kind == Kind::Cell, place.index, edit.value}});
    }
    return inside;
}

/// Of the loss with respect to the states of every step: per layer those of h, then those of c, each direction by
/// direction. Undefined where the loss does not depend on a state.
std::vector<at::Tensor> stateGradients(const at::Tensor& loss, const std::vector<GateRecord>& records) {
    std::vector<at::Tensor> places;
    for (const GateRecord& record : records)
        for (const auto* states : {&record.hiddenSteps, &record.cellSteps})
            for (const auto& direction : *states) places.insert(places.end(), direction.begin(), direction.end());
    return torch::autograd::grad({loss}, places, {}, std::nullopt, false, true);
}

/// [time, unit]: the gradients of one direction's states at `steps`, taken from `next` on.
at::Tensor stackGradients(const std::vector<at::Tensor>& steps, const at::Tensor*& next) {
    std::vector<at::Tensor> each;
    for (std::size_t t = 0; t < steps.size(); ++t, ++next)
        each.push_back(next->defined() ? next->detach().select(0, 0) : at::zeros_like(steps[t]).select(0, 0));
    return at::stack(each).to(at::kDouble);
}

/// What each of the layers reads, [time, column]: the first one the network's input or what tables give for it, the
/// others what the layers below gave (a decoder's outputs come later in the list).
std::vector<at::Tensor> layerInputs(const Batch& batch, bool embeds, const std::vector<LayerOutput>& outputs,
                                    std::size_t layers, const std::vector<StepEdit>& inside) {
    const auto output = [&](const std::string& name) {
        return std::ranges::find(outputs, name, &LayerOutput::layer)->values.select(1, 0).to(at::kDouble);
    };
    std::vector<at::Tensor> inputs{embeds ? output("embedding") : batch.input.select(1, 0).to(at::kDouble)};
    for (std::size_t layer = 1; layer < layers; ++layer)
        inputs.push_back(output("rnn.l" + std::to_string(layer - 1)).clone());
    for (const StepEdit& edit : inside)
        if (edit.kind == StepEdit::Kind::Input) {
            at::Tensor& input = inputs[static_cast<std::size_t>(edit.layer)];
            input = input.clone();
            input[edit.place.step][edit.place.unit] = edit.place.value;
        }
    return inputs;
}

/// InvalidInput: the network has no such layer, direction or unit.
Result<> checkUnit(const ExperimentConfig& config, const WalkRequest& request) {
    const std::int64_t directions = config.bidirectional ? 2 : 1;
    if (request.layer < 0 || request.layer >= config.layers || request.direction < 0 || request.direction >= directions)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Inspect",
                          "there is no layer %1 in direction %2; this network has %3 layer(s) in %4 direction(s)"),
             {request.layer + 1, request.direction + 1, config.layers, directions}}};
    if (request.unit < 0 || request.unit >= config.hiddenSize)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Inspect", "there is no unit %1; this layer has the units 1 to %2"),
                      {request.unit + 1, config.hiddenSize}}};
    return {};
}

/// A walk that says where in the network it is, still without numbers.
CellWalk placedWalk(const ExperimentConfig& config, const WalkRequest& request, const CellWeights& weights) {
    CellWalk walk;
    walk.cell = config.cell;
    walk.peephole = weights.peephole.defined();
    walk.projected = weights.projection.defined();
    walk.zoneout = config.zoneout;
    walk.layers = config.layers;
    walk.layer = request.layer, walk.direction = request.direction, walk.step = request.step, walk.unit = request.unit;
    return walk;
}

/// Largest difference between the state `key` (h or c) as it is told and the same of the network's own pass ([unit]).
double gapOf(const CellWalk& walk, const std::string& key, const at::Tensor& own) {
    const WalkQuantity* handed = walk.find(key + ".kept");
    const WalkQuantity& told = handed != nullptr ? *handed : *walk.find(key);
    return (at::tensor(told.values, at::kDouble) - own).abs().max().item<double>();
}

/// What reaches the unit's c from after this step.
double laterCell(const CellWalk& walk, const StepSurroundings& around, const CellWeights& weights) {
    double later = unitOf(around.gradientCell, walk.unit);
    // Where a unit has a second number, h is made of a c that is not the tensor of the state.
    if (walk.zoneout != 0 || weights.cell.second != 0) return later;
    // The network's gradient has the way through this step's h in it.
    const double squeezed = walk.value("tc");
    later -= walk.gradient("tc") * (1 - squeezed * squeezed);
    if (walk.peephole) later -= walk.gradient("net.o") * unitOf(weights.peephole[2], walk.unit);
    return later;
}

}  // namespace

/// One reading of the window, forward and backward.
struct CellWalker::Pass {
    struct Direction {
        at::Tensor hidden, cell, gradientHidden, gradientCell;  ///< [time, unit]
    };
    WindowRequest window;
    std::vector<WalkEdit> edits;
    WindowView view;
    std::vector<at::Tensor> inputs;  ///< per layer [time, column]
    std::vector<std::vector<Direction>> layers;
    std::vector<at::Tensor> on;  ///< as ForwardOptions::unitsOn; empty: all

    static Result<std::unique_ptr<Pass>> run(const OpenedNetwork& network, const WindowRequest& window,
                                             const std::vector<WalkEdit>& edits);
    /// The states of one layer with their gradients, which are taken from `next` on.
    static std::vector<Direction> readStates(const GateRecord& record, const at::Tensor*& next);
    /// Runs unless `pass` is that of this window and these edits already.
    static Result<> renew(std::unique_ptr<Pass>& pass, const OpenedNetwork& network, const WindowRequest& window,
                          const std::vector<WalkEdit>& edits);

    [[nodiscard]] bool isOf(const WindowRequest& request, const std::vector<WalkEdit>& changes) const {
        return window.part == request.part && window.window == request.window && window.off == request.off &&
               edits == changes;
    }
    [[nodiscard]] const Direction& statesOf(const WalkRequest& request) const {
        return layers[static_cast<std::size_t>(request.layer)][static_cast<std::size_t>(request.direction)];
    }
    /// The step that the direction read before; outside of the window where it begins with this one.
    [[nodiscard]] static std::int64_t stepBefore(const WalkRequest& request) {
        return request.direction == 0 ? request.step - 1 : request.step + 1;
    }
    [[nodiscard]] bool isFirst(const WalkRequest& request) const {
        return stepBefore(request) < 0 || stepBefore(request) >= view.steps;
    }
    [[nodiscard]] StepSurroundings around(const ExperimentConfig& config, const WalkRequest& request) const;
};

Result<std::unique_ptr<CellWalker::Pass>> CellWalker::Pass::run(const OpenedNetwork& network,
                                                                const WindowRequest& window,
                                                                const std::vector<WalkEdit>& edits) {
    const at::AutoGradMode withGradient(true);
    auto batch = network.window(window.part, window.window);
    if (!batch.ok()) return batch.error();
    const std::int64_t steps = batch->input.size(0);
    // Float64, with gradients
    if (auto room = checkMemoryPlan(network.plan().config, 4 * steps); !room.ok()) return room.error();
    auto masks = unitMasks(network, window.off);
    if (!masks.ok()) return masks.error();
    const bool embeds = network.model().embeds();
    if (auto fits = checkEdits(network, edits, steps, network.model().seenInputs()); !fits.ok()) return fits.error();

    EditedWeights edited(network);
    edited.apply(edits);
    const std::vector<StepEdit> inside = placeEdits(edits, embeds, *batch);
    std::vector<GateRecord> records;
    std::vector<LayerOutput> outputs;
    ForwardOptions options;
    options.record = &records;
    options.recordGraph = true;
    options.outputs = &outputs;
    options.edits = &inside;
    if (!masks->empty()) options.unitsOn = &*masks;
    const ObjectiveResult result = network.objective().run(*batch, options);
    const std::vector<at::Tensor> gradients = stateGradients(result.loss, records);

    auto pass = std::make_unique<Pass>();
    pass->window = window;
    pass->edits = edits;
    pass->view = network.view(window.part, window.window, *batch, result);
    pass->on = std::move(*masks);
    pass->inputs = layerInputs(*batch, embeds, outputs, records.size(), inside);
    const at::Tensor* next = gradients.data();
    for (const GateRecord& record : records) pass->layers.push_back(readStates(record, next));
    return pass;
}

std::vector<CellWalker::Pass::Direction> CellWalker::Pass::readStates(const GateRecord& record,
                                                                      const at::Tensor*& next) {
    std::vector<Direction> directions(record.hidden.size());
    for (std::size_t d = 0; d < directions.size(); ++d) {
        directions[d].hidden = record.hidden[d].select(1, 0).to(at::kDouble);
        directions[d].gradientHidden = stackGradients(record.hiddenSteps[d], next);
    }
    for (std::size_t d = 0; d < directions.size() && !record.cell.empty(); ++d) {
        directions[d].cell = record.cell[d].select(1, 0).to(at::kDouble);
        directions[d].gradientCell = stackGradients(record.cellSteps[d], next);
    }
    return directions;
}

Result<> CellWalker::Pass::renew(std::unique_ptr<Pass>& pass, const OpenedNetwork& network, const WindowRequest& window,
                                 const std::vector<WalkEdit>& edits) {
    if (pass && pass->isOf(window, edits)) return {};
    auto made = run(network, window, edits);
    if (!made.ok()) return made.error();
    pass = std::move(*made);
    return {};
}

StepSurroundings CellWalker::Pass::around(const ExperimentConfig& config, const WalkRequest& request) const {
    const auto layer = static_cast<std::size_t>(request.layer);
    const Direction& states = statesOf(request);
    const auto before = [&](const at::Tensor& steps) {
        return isFirst(request) ? at::zeros({steps.size(1)}, at::kDouble)
                                : steps.select(0, stepBefore(request)).clone();
    };
    StepSurroundings around;
    around.x = inputs[layer].select(0, request.step);
    around.h0 = before(states.hidden);
    around.gradientHidden = states.gradientHidden.select(0, request.step);
    if (cellTraits(config.cell).cellState) {
        around.c0 = before(states.cell);
        around.gradientCell = states.gradientCell.select(0, request.step);
    }
    for (const WalkEdit& edit : request.edits) {
        const WalkPlace& place = edit.place;
        if (place.layer != request.layer || place.direction != request.direction || place.step != request.step)
            continue;
        if (place.kind == Kind::Hidden) around.h0[place.index] = edit.value;
        if (place.kind == Kind::Cell) around.c0[place.index] = edit.value;
    }
    if (!on.empty()) around.on = on[layer].select(0, request.direction).to(at::kDouble);
    around.zoneout = config.zoneout;
    return around;
}

CellWalker::CellWalker() = default;
CellWalker::~CellWalker() = default;

void CellWalker::forget() { plain_.reset(), edited_.reset(); }

Result<CellWalk> CellWalker::walk(const OpenedNetwork& network, const WalkRequest& request) {
    const auto began = std::chrono::steady_clock::now();
    const ExperimentConfig& config = network.plan().config;
    const CellFormulas* formulas = findCellFormulas(config.cell);
    if (formulas == nullptr)
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Inspect", "there is no walk through this kind of cell; choose a run with another one")};
    if (auto exists = checkUnit(config, request); !exists.ok()) return exists.error();
    if (auto renewed = Pass::renew(plain_, network, request.window, {}); !renewed.ok()) return renewed.error();
    if (!request.edits.empty())
        if (auto renewed = Pass::renew(edited_, network, request.window, request.edits); !renewed.ok())
            return renewed.error();
    const Pass& pass = request.edits.empty() ? *plain_ : *edited_;
    if (request.step < 0 || request.step >= pass.view.steps)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Inspect", "there is no step %1; this window has the steps 1 to %2"),
                      {request.step + 1, pass.view.steps}}};

    const at::NoGradGuard noGrad;
    EditedWeights edited(network);
    edited.apply(request.edits);
    const CellWeights weights(network.model(), cellTraits(config.cell), request.layer, request.direction);
    const Pass::Direction& states = pass.statesOf(request);
    const StepSurroundings around = pass.around(config, request);
    const WalkedStep step = formulas->step(weights, around);

    CellWalk walk = placedWalk(config, request, weights);
    walk.window = pass.view;
    walk.lossBefore = plain_->view.loss;
    walk.answerBefore = plain_->view.answer;
    walk.probabilitiesBefore = plain_->view.probabilities;
    walk.output = std::min(request.unit, states.hidden.size(1) - 1);
    walk.isFirst = pass.isFirst(request);
    walk.isOff = around.on.defined() && unitOf(around.on, walk.output) == 0;
    for (const auto& [key, both] : step.quantities)
        walk.quantities.push_back({key, numbersOf(both.first), numbersOf(both.second)});
    const Summands summands(weights, step, request.unit);
    walk.sums = formulas->sums(summands);
    if (walk.projected) walk.sums.push_back(summands.projection(walk.output));
    walk.gap = gapOf(walk, "h", states.hidden.select(0, request.step));
    walk.laterHidden = unitOf(around.gradientHidden, walk.output);
    if (cellTraits(config.cell).cellState) {
        walk.gap =
            std::max(walk.gap, gapOf(walk, "c", states.cell.select(0, request.step).narrow(0, 0, weights.units())));
        walk.laterCell = laterCell(walk, around, weights);
    }
    walk.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return walk;
}

}  // namespace gatelab
