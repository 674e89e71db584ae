// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/pipeline_step.h"

#include "config/rank_obstacle.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace gatelab {

namespace {

using Tensors = std::vector<at::Tensor>;

at::Tensor leaf(const at::Tensor& tensor) { return tensor.defined() ? tensor.detach().requires_grad_() : tensor; }

std::span<const std::byte> bytesOf(const at::Tensor& contiguous) {
    return {static_cast<const std::byte*>(contiguous.const_data_ptr()), contiguous.nbytes()};
}

/// For who has all layers: nobody is spoken to.
class NoMessages final : public StageMessages {
public:
    std::span<const std::byte> receive(StageWay, std::int64_t) override { return {}; }
    void send(StageWay, std::int64_t, std::span<const std::byte>) override {}
};

/// One layer over one chunk.
struct LayerPass {
    at::Tensor input, output;  ///< input: a leaf, but of the first layer
    LayerState start, end;     ///< start: leaves; of the first chunk undefined, which is zero
};

/// Gradients of what a layer's chunk gave; undefined: none.
struct GivenGradients {
    at::Tensor output;
    LayerState end;
};

/// The work of one rank in one pass.
class RankPass {
public:
    RankPass(const Objective& objective, const std::vector<Tensors>& weights, const Batch& batch,
             const ForwardOptions& options, double share, std::int64_t chunks, std::int64_t width, RankShare mine,
             StageMessages& messages)
        : objective_(objective),
          weights_(weights),
          batch_(batch),
          options_(options),
          share_(share),
          width_(width),
          mine_(mine),
          messages_(messages),
          passes_(static_cast<std::size_t>(chunks)),
          gradients_(weights) {
        for (Tensors& of : gradients_) std::ranges::fill(of, at::Tensor());
    }

    void forward();
    void backward();
    /// The gradients of its layers, and of the last one's rank also of what follows, and the loss.
    void write(std::byte* into) const;

private:
    [[nodiscard]] std::int64_t chunks() const { return std::ssize(passes_); }
    [[nodiscard]] RankShare stepsOf(std::int64_t chunk) const {
        const auto part = RankShare::of(batch_.input.size(0), static_cast<int>(chunk), static_cast<int>(chunks()));
        return part;
    }
    [[nodiscard]] bool hasBelow() const { return mine_.first > 0; }
    [[nodiscard]] bool hasTop() const { return mine_.last == std::ssize(weights_) - 1; }
    [[nodiscard]] LayerPass& at(std::int64_t chunk, std::int64_t layer) {
        return passes_[static_cast<std::size_t>(chunk)][static_cast<std::size_t>(layer - mine_.first)];
    }
    at::Tensor received(StageWay way, std::int64_t chunk);
    void runTop();
    at::Tensor backLayer(std::int64_t chunk, std::int64_t layer, const GivenGradients& given, LayerState& ofStart);
    void add(std::int64_t layer, std::span<const at::Tensor> gradients);

    const Objective& objective_;
    const std::vector<Tensors>& weights_;
    const Batch& batch_;
    const ForwardOptions& options_;
    double share_;
    std::int64_t width_;
    RankShare mine_;
    StageMessages& messages_;
    std::vector<std::vector<LayerPass>> passes_;  ///< by chunk and own layer
    std::vector<Tensors> gradients_;              ///< as weights_
    at::Tensor loss_, ofSequence_;                ///< of the last layer's rank
    LayerState ofTop_;                            ///< gradient of its last state
};

/// Laid out and aligned as what a layer here gives: products may have other bits otherwise.
at::Tensor RankPass::received(StageWay way, std::int64_t chunk) {
    const auto bytes = messages_.receive(way, chunk);
    const at::TensorOptions numbers = objective_.model().options();
    return at::from_blob(const_cast<std::byte*>(bytes.data()), {stepsOf(chunk).count(), batch_.size, width_},
                         numbers.device(at::kCPU))
        .clone()
        .to(numbers.device());
}

void RankPass::forward() {
    const Model& model = objective_.model();
    for (std::int64_t chunk = 0; chunk < chunks(); ++chunk) {
        const RankShare steps = stepsOf(chunk);
        at::Tensor values = hasBelow() ? received(StageWay::Forth, chunk)
                                       : batch_.input.narrow(0, steps.first, steps.count()).contiguous();
        passes_[static_cast<std::size_t>(chunk)].resize(static_cast<std::size_t>(mine_.count()));
        for (std::int64_t layer = mine_.first; layer < mine_.last; ++layer) {
            LayerPass& pass = at(chunk, layer);
            pass.input = layer > 0 ? leaf(values) : values;
            ModelState state(model.layerCount());
            ForwardOptions options = options_;
            if (chunk > 0) {
                const LayerState& before = at(chunk - 1, layer).end;
                pass.start = {leaf(before.h), leaf(before.c)};
                state[static_cast<std::size_t>(layer)] = pass.start;
                options.state = &state;
            }
            pass.output = model.runLayer(static_cast<std::size_t>(layer), pass.input, options, pass.end);
            values = pass.output.detach().contiguous();
        }
        if (!hasTop()) messages_.send(StageWay::Forth, chunk, bytesOf(values.cpu()));
    }
    if (hasTop()) runTop();
}

/// Pooling, head and loss over the whole window, and back to what the last layer gave.
void RankPass::runTop() {
    const Model& model = objective_.model();
    Tensors outputs;
    for (std::int64_t chunk = 0; chunk < chunks(); ++chunk)
        outputs.push_back(at(chunk, mine_.last - 1).output.detach());
    const at::Tensor sequence = at::cat(outputs, 0).requires_grad_();
    const LayerState& end = at(chunks() - 1, mine_.last - 1).end;
    const LayerState state{leaf(end.h), leaf(end.c)};
    at::Tensor loss = objective_.lossOf(model.runTop(sequence, state, batch_.input, options_), batch_);
    if (share_ != 1) loss = loss * share_;
    loss_ = loss.detach();
    Tensors inputs{sequence, state.h};
    inputs.insert(inputs.end(), weights_.back().begin(), weights_.back().end());
    const Tensors found = torch::autograd::grad({loss}, inputs, {}, std::nullopt, false, true);
    ofSequence_ = found[0];
    ofTop_.h = found[1];
    add(std::ssize(weights_) - 1, std::span(found).subspan(2));
}

void RankPass::backward() {
    std::vector<LayerState> ofEnd(static_cast<std::size_t>(mine_.count()));
    if (hasTop()) ofEnd.back() = ofTop_;
    for (std::int64_t chunk = chunks() - 1; chunk >= 0; --chunk) {
        const RankShare steps = stepsOf(chunk);
        at::Tensor ofOutput;
        if (!hasTop())
            ofOutput = received(StageWay::Back, chunk);
        else if (ofSequence_.defined())
            ofOutput = ofSequence_.narrow(0, steps.first, steps.count());
        for (std::int64_t layer = mine_.last - 1; layer >= mine_.first; --layer) {
            LayerState& end = ofEnd[static_cast<std::size_t>(layer - mine_.first)];
            LayerState ofStart;
            ofOutput = backLayer(chunk, layer, {ofOutput, end}, ofStart);
            end = ofStart;
        }
        if (hasBelow()) messages_.send(StageWay::Back, chunk, bytesOf(ofOutput.cpu()));
        passes_[static_cast<std::size_t>(chunk)].clear();
    }
}

/// Gives the gradient of the layer's input; of the first layer nothing.
at::Tensor RankPass::backLayer(std::int64_t chunk, std::int64_t layer, const GivenGradients& given,
                               LayerState& ofStart) {
    const LayerPass& pass = at(chunk, layer);
    Tensors roots, ofRoots;
    for (const auto& [root, gradient] :
         {std::pair(pass.output, given.output), {pass.end.h, given.end.h}, {pass.end.c, given.end.c}}) {
        if (!gradient.defined()) continue;
        roots.push_back(root);
        ofRoots.push_back(gradient);
    }
    const Tensors& weights = weights_[static_cast<std::size_t>(layer)];
    Tensors inputs = weights;
    const auto ask = [&inputs](const at::Tensor& tensor) {
        if (tensor.defined() && tensor.requires_grad()) inputs.push_back(tensor);
        return inputs.size();
    };
    const std::size_t first = weights.size(), afterInput = ask(pass.input), afterH = ask(pass.start.h),
                      afterC = ask(pass.start.c);
    const Tensors found = torch::autograd::grad(roots, inputs, ofRoots, std::nullopt, false, true);
    add(layer, std::span(found).first(weights.size()));
    if (afterH > afterInput) ofStart.h = found[afterInput];
    if (afterC > afterH) ofStart.c = found[afterH];
    if (afterInput == first) return {};
    return found[first].defined() ? found[first].contiguous() : at::zeros_like(pass.input);
}

void RankPass::add(std::int64_t layer, std::span<const at::Tensor> gradients) {
    Tensors& sums = gradients_[static_cast<std::size_t>(layer)];
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!gradients[i].defined()) continue;
        sums[i] = sums[i].defined() ? sums[i] + gradients[i] : gradients[i];
    }
}

void RankPass::write(std::byte* into) const {
    const auto put = [&into](const at::Tensor& tensor, std::size_t bytes) {
        if (tensor.defined())
            std::memcpy(into, tensor.cpu().contiguous().const_data_ptr(), bytes);
        else
            std::memset(into, 0, bytes);
        into += bytes;
    };
    const std::int64_t last = hasTop() ? mine_.last + 1 : mine_.last;
    for (std::int64_t layer = mine_.first; layer < last; ++layer)
        for (std::size_t i = 0; i < weights_[static_cast<std::size_t>(layer)].size(); ++i)
            put(gradients_[static_cast<std::size_t>(layer)][i], weights_[static_cast<std::size_t>(layer)][i].nbytes());
    if (hasTop()) put(loss_, loss_.nbytes());
}

}  // namespace

std::unique_ptr<PipelineStep> PipelineStep::create(const TrainPlan& plan, const Objective& objective,
                                                   RankExchange* ranks) {
    if (!isPipelined(plan.config)) return nullptr;
    return std::unique_ptr<PipelineStep>(new PipelineStep(plan, objective, ranks));
}

PipelineStep::PipelineStep(const TrainPlan& plan, const Objective& objective, RankExchange* ranks)
    : objective_(objective),
      ranks_(ranks),
      chunks_(plan.config.pipelineChunks),
      width_(plan.config.projectionSize > 0 ? plan.config.projectionSize : plan.config.hiddenSize),
      weights_(objective.model().layerCount() + 1) {
    const ParameterStore& store = objective.model().parameters();
    for (const Parameter& parameter : store.all()) {
        if (store.buffers()[parameter.buffer].isHeld) continue;
        std::size_t layer = 0;
        const auto isOf = [&](std::size_t index) {
            const std::string number = std::to_string(index);
            return parameter.layer == "rnn.l" + number || parameter.layer == "norm." + number;
        };
        while (layer + 1 < weights_.size() && !isOf(layer)) ++layer;
        weights_[layer].push_back(parameter.value);
    }
    if (ranks_ == nullptr || !objective.model().options().device().is_cpu()) return;  // compared where they are at hand
    std::vector<std::span<const std::byte>> all;
    for (const ParameterBuffer& buffer : store.buffers()) all.push_back(bytesOf(buffer.values));
    ranks_->watch(std::move(all));
}

at::Tensor PipelineStep::addGradients(const Batch& batch, const ForwardOptions& options, double share,
                                      StepPhases* phases) {
    const std::int64_t time = batch.input.size(0), chunks = std::min(chunks_, time);
    const at::TensorOptions numbers = objective_.model().options();
    const auto size = static_cast<std::size_t>(c10::elementSize(c10::typeMetaToScalarType(numbers.dtype())));
    StagedPass staged;
    staged.layers = std::ssize(weights_) - 1;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        staged.chunkBytes.push_back(
            static_cast<std::size_t>(RankShare::of(time, static_cast<int>(chunk), static_cast<int>(chunks)).count() *
                                     batch.size * width_) *
            size);
    for (const Tensors& weights : weights_) {
        std::size_t bytes = 0;
        for (const at::Tensor& weight : weights) bytes += weight.nbytes();
        staged.resultBytes.push_back(bytes);
    }
    staged.resultBytes[staged.resultBytes.size() - 2] += staged.resultBytes.back() + size;  // and the loss
    staged.resultBytes.pop_back();
    const auto enter = [phases](StepPhase phase) {
        if (phases != nullptr) phases->enter(phase);
    };
    staged.compute = [&](RankShare mine, StageMessages& messages, std::byte* into) {
        RankPass pass(objective_, weights_, batch, options, share, chunks, width_, mine, messages);
        enter(StepPhase::Forward);
        pass.forward();
        enter(StepPhase::Backward);
        pass.backward();
        pass.write(into);
    };
    std::string all;
    if (ranks_ != nullptr) {
        all = ranks_->pass(staged);
    } else {
        all.resize(staged.bytesOf({0, staged.layers}));
        NoMessages nobody;
        staged.compute({0, staged.layers}, nobody, reinterpret_cast<std::byte*>(all.data()));
    }
    char* at = all.data();
    const auto take = [&](at::IntArrayRef shape) {
        const at::Tensor tensor = at::from_blob(at, shape, numbers.device(at::kCPU));
        at += tensor.nbytes();
        return tensor.to(numbers.device());
    };
    const at::NoGradGuard noGrad;
    for (const Tensors& weights : weights_)
        for (const at::Tensor& weight : weights) weight.mutable_grad().add_(take(weight.sizes()));
    return take({}).clone();
}

}  // namespace gatelab
