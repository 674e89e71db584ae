// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/xla/xla_step.h"

#include "base/clock.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/setting_predicates.h"
#include "xla/network_of.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {

constexpr std::int64_t kTimeBlock = 16;  // steps; sequences of unequal length are padded to a multiple
constexpr double kOff = std::numeric_limits<float>::max();

/// The parameters that lie in each of these vectors.
std::vector<XlaPiece> piecesOf(const ParameterStore& store, const std::vector<at::Tensor>& vectors) {
    std::vector<XlaPiece> pieces;
    for (const at::Tensor& vector : vectors) {
        XlaPiece piece{vector.numel(), {}};
        const auto* first = static_cast<const char*>(vector.const_data_ptr());
        for (const Parameter& one : store.all()) {
            const auto bytes = static_cast<const char*>(one.value.const_data_ptr()) - first;
            if (bytes >= 0 && bytes < static_cast<std::ptrdiff_t>(vector.nbytes()))
                piece.parameters.push_back(
                    {one.name, one.value.sizes().vec(), bytes / static_cast<std::ptrdiff_t>(vector.element_size())});
        }
        std::ranges::sort(piece.parameters, {}, &XlaParameter::offset);
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

std::vector<double> numbersOf(const at::Tensor& tensor) {
    if (!tensor.defined()) return {};
    const at::Tensor wide = tensor.to(at::kDouble).contiguous();
    return {wide.const_data_ptr<double>(), wide.const_data_ptr<double>() + wide.numel()};
}

XlaNetwork networkOf(const TrainPlan& plan, const Objective& objective) {
    XlaNetwork network = xlaNetworkOf(plan.config, plan.shape);
    const LossContext& loss = objective.lossContext();
    if (loss.scale.defined()) network.seasonal = numbersOf(loss.scale);
    network.classWeights = numbersOf(loss.classWeights);
    return network;
}

/// The XlaHyper of a step. `done`: steps of the optimiser with this one.
std::vector<double> hyperOf(const ExperimentConfig& c, const ScheduledStep& now, double done) {
    std::vector<double> all(static_cast<std::size_t>(XlaHyper::Count));
    const auto set = [&](XlaHyper which, double value) { all[static_cast<std::size_t>(which)] = value; };
    const bool decouples = decouplesWeightDecay(c);
    set(XlaHyper::Rate, isSgd(c) ? now.rate : now.rate / (1 - std::pow(now.momentum, done)));
    set(XlaHyper::Momentum, now.momentum);
    set(XlaHyper::NewMean, 1 - now.momentum);
    set(XlaHyper::Square, c.beta2);
    set(XlaHyper::NewSquare, 1 - c.beta2);
    set(XlaHyper::RootFactor, 1 / std::sqrt(1 - std::pow(c.beta2, done)));
    set(XlaHyper::Epsilon, c.epsilon);
    set(XlaHyper::Decay, decouples ? 0 : c.weightDecay);
    set(XlaHyper::Shrink, decouples ? 1 - now.rate * c.weightDecay : 1);
    set(XlaHyper::Taken, done > 1 ? 1 - c.dampening : 1);  // all of the first one, as in PyTorch
    set(XlaHyper::L1, c.l1);
    set(XlaHyper::L2, c.l2);
    set(XlaHyper::ClipValue, c.clipValue > 0 ? c.clipValue : kOff);
    set(XlaHyper::ClipNorm, c.clipNorm > 0 ? c.clipNorm : kOff);
    return all;
}

std::int64_t paddedTime(std::int64_t time, bool hasLengths) {
    return hasLengths ? (time + kTimeBlock - 1) / kTimeBlock * kTimeBlock : time;
}

/// More rows in a dimension, filled with `value`.
at::Tensor padded(const at::Tensor& tensor, std::int64_t dim, std::int64_t size, double value) {
    if (tensor.size(dim) == size) return tensor;
    std::vector<std::int64_t> shape = tensor.sizes().vec();
    shape[static_cast<std::size_t>(dim)] = size - tensor.size(dim);
    return at::cat({tensor, at::full(shape, value, tensor.options())}, dim);
}

}  // namespace

XlaStep::XlaStep(const TrainPlan& plan, const Objective& objective, std::shared_ptr<XlaDevice> device)
    : objective_(objective), device_(std::move(device)), stepped_(networkOf(plan, objective)), type_(plan.dtype) {
    passed_ = stepped_;
    std::vector<at::Tensor> buffers;
    for (const ParameterBuffer& buffer : objective.model().parameters().buffers()) buffers.push_back(buffer.values);
    passed_.pieces = piecesOf(objective.model().parameters(), buffers);
}

Result<std::unique_ptr<XlaStep>> XlaStep::create(const TrainPlan& plan, Objective& objective) {
    const auto refuse = [](const Text& why) { return Error{ErrorCode::Unsupported, why}.ofField("device"); };
    if (const Text why = xlaObstacle(plan.config); !why.isEmpty()) return refuse(why);
    if (plan.shape.tokens > 0)
        return refuse(
            GATELAB_TEXT("XlaObstacle", "XLA devices embed no tokens: choose other data, or another device."));
    const auto plugins = findXlaPlugins();
    if (plugins.empty()) return Error{ErrorCode::NoDevice, noXlaPlugin()}.ofField("device");
    auto device = XlaDevice::open(plugins.front(), xlaNumber(plan.config.device));
    if (!device.ok()) return device.error().ofField("device");
    std::unique_ptr<XlaStep> step(new XlaStep(plan, objective, std::move(*device)));
    objective.computeBy([pass = step.get()](const at::Tensor& input, const at::Tensor& lengths) {
        return pass->forward(input, lengths);
    });
    return step;
}

Result<XlaExecutable> XlaStep::program(std::map<Key, XlaExecutable>& made, const Key& key, const XlaNetwork& network,
                                       Write text) {
    if (const auto found = made.find(key); found != made.end()) return found->second;
    XlaNetwork shaped = network;
    shaped.time = key.time;
    shaped.batch = key.batch;
    shaped.hasLengths = key.hasLengths;
    shaped.hasLevel = key.hasLevel;
    shaped.hasScale = key.hasScale;
    const auto began = std::chrono::steady_clock::now();
    auto compiled = device_->compile(text(shaped));
    if (!compiled.ok()) return compiled.error();
    seconds_ += secondsSince(began);
    ++programs_;
    return made[key] = *compiled;
}

XlaStep::Key XlaStep::keyOf(const Batch& batch) {
    const bool hasLengths = batch.lengths.defined();
    return {paddedTime(batch.input.size(0), hasLengths), batch.size, hasLengths, batch.anchor.defined(),
            batch.scale.defined()};
}

std::optional<MemoryForecast> XlaStep::forecast(const Batch& batch, Optimiser& optimiser) {
    if (batch.lengths.defined()) return std::nullopt;
    stepped_.pieces = piecesOf(objective_.model().parameters(), optimiser.lists().weights);
    const auto compiled = program(steps_, keyOf(batch), stepped_, xlaStepText);
    if (!compiled.ok()) return std::nullopt;  // the first step says it
    const auto memory = device_->memory(*compiled);
    if (!memory.ok()) return std::nullopt;
    MemoryForecast forecast;
    for (const XlaPiece& piece : stepped_.pieces)
        forecast.weights += static_cast<double>(piece.numbers) * static_cast<double>(c10::elementSize(type_));
    forecast.optimiser = forecast.weights * static_cast<double>(stepped_.slots());
    const double lasting = forecast.weights + forecast.optimiser;
    forecast.data = std::max(0.0, memory->arguments + memory->results - memory->shared - lasting);
    forecast.workspace = memory->temporary;
    forecast.framework = memory->code;
    return forecast;
}

void XlaStep::noteMemory(const XlaExecutable& program, const std::vector<XlaBuffer>& arguments,
                         const std::vector<XlaBuffer>& beside) {
    if (std::ranges::find(seen_, program.get()) != seen_.end()) return;
    seen_.push_back(program.get());
    const auto memory = device_->memory(program);
    if (!memory.ok()) return;
    double bytes = memory->results - memory->shared + memory->temporary;
    for (const auto* buffers : {&arguments, &beside})
        for (const XlaBuffer& buffer : *buffers)
            if (const auto size = device_->size(buffer); size.ok()) bytes += *size;
    peak_ = std::max(peak_, bytes);
}

double XlaStep::peakBytes() const {
    const auto counted = device_->peak();
    return counted.ok() ? *counted : peak_;
}

Result<XlaBuffer> XlaStep::upload(const at::Tensor& tensor) {
    const at::Tensor plain = tensor.detach().contiguous();
    const at::ScalarType type = plain.scalar_type();
    const XlaNumber number = type == at::kInt ? XlaNumber::I32 : type == at::kDouble ? XlaNumber::F64 : XlaNumber::F32;
    return device_->upload(plain.const_data_ptr(), plain.sizes().vec(), number);
}

Result<> XlaStep::add(const at::Tensor& tensor, std::vector<XlaBuffer>& arguments) {
    auto buffer = upload(tensor);
    if (!buffer.ok()) return buffer.error();
    arguments.push_back(std::move(*buffer));
    return {};
}

Result<> XlaStep::bind(Optimiser& optimiser) {
    OptimiserLists& lists = optimiser.lists();
    optimiser_ = &optimiser;
    stepped_.pieces = piecesOf(objective_.model().parameters(), lists.weights);
    host_.clear();
    state_.clear();
    for (std::size_t piece = 0; piece < lists.weights.size(); ++piece) {
        host_.push_back(lists.weights[piece]);
        for (std::int64_t slot = 0; slot < stepped_.slots(); ++slot)
            host_.push_back(lists.slots[static_cast<std::size_t>(slot)][piece]);
    }
    for (const at::Tensor& tensor : host_)
        if (auto added = add(tensor.view(-1), state_); !added.ok()) return added;
    return add(at::zeros({}, type_), state_);
}

Result<> XlaStep::step(const Batch& batch, const ExperimentConfig& config, const ScheduledStep& now,
                       Optimiser& optimiser) {
    if (optimiser_ != &optimiser)
        if (auto bound = bind(optimiser); !bound.ok()) return bound;
    if (usesMomentum(config) != stepped_.usesMomentum || config.nesterov != stepped_.nesterov) {
        stepped_.usesMomentum = usesMomentum(config);  // changed while it trains
        stepped_.nesterov = config.nesterov;
        steps_.clear();
    }
    const Key key = keyOf(batch);
    auto program = this->program(steps_, key, stepped_, xlaStepText);
    if (!program.ok()) return program.error();
    std::vector<at::Tensor> inputs{padded(batch.input, 0, key.time, 0)};
    if (stepped_.pooling == XlaNetwork::Pooling::EveryStep)
        inputs.push_back(padded(batch.target, 0, key.time, -100).to(at::kInt));
    else if (stepped_.hasClasses)
        inputs.push_back(batch.target.to(at::kInt));
    else
        inputs.push_back(batch.target.view({batch.size, stepped_.horizon, stepped_.targets}));
    if (key.hasLengths) inputs.push_back(batch.lengths.to(at::kInt));
    if (key.hasLevel) inputs.push_back(batch.anchor);
    if (key.hasScale) inputs.push_back(batch.scale);
    double done = 0;
    for (const at::Tensor& count : optimiser.lists().steps) done = count.add_(1).item<double>();
    inputs.push_back(at::tensor(hyperOf(config, now, done), at::kDouble).to(type_));
    std::vector<XlaBuffer> arguments = state_;
    for (const at::Tensor& one : inputs)
        if (auto added = add(one, arguments); !added.ok()) return added;
    noteMemory(*program, arguments, weights_);
    auto results = device_->run(*program, arguments);
    if (!results.ok()) return results.error();
    std::copy_n(results->begin(), state_.size(), state_.begin());
    pending_.emplace_back((*results)[state_.size()], (*results)[state_.size() + 1]);
    isAhead_ = true;
    return {};
}

Result<std::vector<XlaStep::Values>> XlaStep::read() {
    std::vector<Values> values;
    const at::Tensor number = at::empty({}, type_);
    Error problem;
    const auto fetch = [&](const XlaBuffer& buffer) {
        if (auto read = device_->download(buffer, number.mutable_data_ptr(), number.nbytes()); !read.ok())
            problem = read.error();
        return number.item<double>();
    };
    for (const auto& [loss, norm] : pending_) {
        const double first = fetch(loss);
        values.push_back({first, fetch(norm)});
        if (!problem.message.empty()) return problem;
    }
    pending_.clear();
    return values;
}

Result<> XlaStep::toHost() {
    if (!isAhead_) return {};
    for (std::size_t i = 0; i < host_.size(); ++i)
        if (auto read = device_->download(state_[i], host_[i].mutable_data_ptr(), host_[i].nbytes()); !read.ok())
            return read;
    isAhead_ = false;
    return {};
}

/// Uploaded anew where the model's are others by now: an evaluation has many batches.
Result<std::vector<XlaBuffer>> XlaStep::heldWeights() {
    const auto& buffers = objective_.model().parameters().buffers();
    bool isSame = shown_.size() == buffers.size();
    for (std::size_t i = 0; isSame && i < buffers.size(); ++i) isSame = at::equal(shown_[i], buffers[i].values);
    if (isSame) return weights_;
    shown_.clear();
    weights_.clear();
    for (const ParameterBuffer& buffer : buffers) {
        if (auto added = add(buffer.values, weights_); !added.ok()) return added.error();
        shown_.push_back(buffer.values.detach().clone());
    }
    return weights_;
}

at::Tensor XlaStep::forward(const at::Tensor& input, const at::Tensor& lengths) {
    const auto orStop = [](auto result) {
        if (!result.ok()) throw XlaFailure{result.error()};
        return std::move(*result);
    };
    const std::int64_t time = input.size(0), rows = input.size(1);
    Key key{paddedTime(time, lengths.defined()), rows, lengths.defined()};
    // The last batch of an evaluation has fewer rows: it is filled up rather than compiled for.
    for (const auto& [one, program] : forwards_)
        if (one.time == key.time && one.hasLengths == key.hasLengths && one.batch >= rows) key.batch = one.batch;
    const XlaExecutable program = orStop(this->program(forwards_, key, passed_, xlaForwardText));
    std::vector<XlaBuffer> arguments = orStop(heldWeights());
    std::vector<at::Tensor> inputs{padded(padded(input, 0, key.time, 0), 1, key.batch, 0)};
    if (key.hasLengths) inputs.push_back(padded(lengths, 0, key.batch, 1).to(at::kInt));
    for (const at::Tensor& one : inputs)
        if (auto added = add(one, arguments); !added.ok()) throw XlaFailure{added.error()};
    noteMemory(program, arguments, state_);
    const std::vector<XlaBuffer> results = orStop(device_->run(program, arguments));
    const bool everyStep = passed_.pooling == XlaNetwork::Pooling::EveryStep;
    at::Tensor output = at::empty(everyStep ? std::vector<std::int64_t>{key.time, key.batch, passed_.outputs}
                                            : std::vector<std::int64_t>{key.batch, passed_.outputs},
                                  at::TensorOptions(type_));
    if (auto read = device_->download(results.front(), output.mutable_data_ptr(), output.nbytes()); !read.ok())
        throw XlaFailure{read.error()};
    return everyStep ? output.narrow(0, 0, time).narrow(1, 0, rows) : output.narrow(0, 0, rows);
}

}  // namespace gatelab
