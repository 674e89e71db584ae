// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/time_sweeps.h"

#include "kernels/native/native.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace gatelab {
namespace {

using torch::autograd::variable_list;

template <class T>
T* at0(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.data_ptr<T>() : nullptr;
}

/// One group's share of a pass over `steps` steps from step `from` of each chunk on.
template <class T>
class Group {
public:
    Group(const ChunkPlan& plan, std::int64_t group, std::int64_t from, std::int64_t steps)
        : order_(static_cast<std::size_t>(plan.rowsOf(group))),
          active_(static_cast<std::size_t>(steps), static_cast<std::int32_t>(plan.rowsOf(group))) {
        std::iota(order_.begin(), order_.end(), 0);
        const std::int64_t last = std::max<std::int64_t>(0, plan.rows() - plan.batch - plan.first(group));
        for (std::int64_t s = 0; s < steps; ++s)
            if (from + s >= plan.lastLength() && last < plan.rowsOf(group))
                active_[static_cast<std::size_t>(s)] = static_cast<std::int32_t>(last);
        call.shape.cell = native::cellOf(plan.spec.cell->key);
        call.shape.time = steps;
        call.shape.batch = plan.rowsOf(group);
        call.shape.inputs = plan.spec.inputs;
        call.shape.hidden = plan.spec.hidden;
        call.order = order_.data();
        call.active = active_.data();
        call.xRow = plan.spec.inputs;
        call.xStep = plan.rows() * call.xRow;
        call.yRow = plan.spec.hidden;
        call.yStep = plan.rows() * call.yRow;
    }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    native::Call<T> call;

private:
    std::vector<std::int32_t> order_, active_;
};

template <class T>
native::Weights<T> weightsOf(at::TensorList tensors) {
    return {at0<T>(tensors[kTimeWeights]), at0<T>(tensors[kTimeWeights + 1]), at0<T>(tensors[kTimeWeights + 2]),
            at0<T>(tensors[kTimeWeights + 3])};
}

void overGroups(const ChunkPlan& plan, const std::function<void(std::int64_t)>& work) {
    at::parallel_for(0, plan.groups(), 1, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t group = from; group < to; ++group) work(group);
    });
}

/// Largest change between what the rows had and what they get, in tolerances; NaN counts as endless.
template <class T>
double changeOf(const at::Tensor& had, const at::Tensor& gets, double scale) {
    const T *a = had.data_ptr<T>(), *b = gets.data_ptr<T>();
    double worst = 0;
    for (std::int64_t i = 0; i < had.numel(); ++i) {
        const double size = scale > 0 ? scale : std::max(1.0, std::abs(static_cast<double>(b[i])));
        const double change = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])) / size;
        if (!(change <= worst)) worst = std::isnan(change) ? std::numeric_limits<double>::infinity() : change;
    }
    return worst / timeTolerance(sizeof(T) == sizeof(double));
}

/// Repeats `sweep`, which gives the largest change at a boundary in tolerances, until all agree. False: they do not, or
/// do not come closer.
bool agree(const TimeCut& cut, const std::function<double()>& sweep) {
    constexpr double kComesCloser = 0.1;
    TimeSweeps& told = timeSweepsOfThread();
    double before = std::numeric_limits<double>::infinity();
    ++told.passes;
    for (std::int64_t i = 0; i < timeSweeps(); ++i) {
        const double change = sweep();
        if (change <= 1) {
            told.sweeps += i + 1;
            told.worst = std::max(told.worst, change);
            told.memory = std::max(told.memory, cut.warmup + i * cut.length);
            return true;
        }
        if (!(change < kComesCloser * before)) break;
        before = change;
    }
    ++told.sequential;
    return false;
}

template <class T>
class ForwardSweeps {
public:
    ForwardSweeps(const ChunkPlan& plan, at::TensorList tensors, bool keeps, TimeSwept& out)
        : plan_(plan), tensors_(tensors), out_(out) {
        const auto options = tensors[kTimeInput].options();
        const std::int64_t hidden = plan.spec.hidden;
        for (at::Tensor* state : {&out.startH, &out.startC, &out.endH, &out.endC})
            *state = at::zeros({plan.rows(), hidden}, options);
        out.y = at::empty({plan.cut.length, plan.rows(), hidden}, options);
        packed_ = at::empty({kernels_.room(Group<T>(plan, 0, 0, plan.cut.length).call.shape).forwardWeights}, options);
        native::Shape shape = Group<T>(plan, 0, 0, 1).call.shape;
        kernels_.packForward(shape, weightsOf<T>(tensors), packed_.data_ptr<T>());
        for (std::int64_t group = 0; group < plan.groups(); ++group) {
            const native::Room room = kernels_.room(Group<T>(plan, group, 0, plan.cut.length).call.shape);
            if (keeps) out.gates.push_back(at::empty({room.gates}, options));
            if (plan.hasCell()) out.cells.push_back(at::empty({keeps ? room.cells : room.cellsOfStep}, options));
        }
    }

    void run() {
        out_.startH.narrow(0, 0, plan_.batch).copy_(tensors_[kTimeStartH].select(0, 0));
        out_.startC.narrow(0, 0, plan_.batch).copy_(tensors_[kTimeStartC].select(0, 0));
        overGroups(plan_, [&](std::int64_t group) { warm(group); });
        handOn();
        out_.agreed = agree(plan_.cut, [&] {
            overGroups(plan_, [&](std::int64_t group) { sweep(group); });
            return handOn();
        });
        TimeSweeps& told = timeSweepsOfThread();
        if (told.keepsBoundaries && out_.agreed) told.startH = out_.startH, told.startC = out_.startC;
    }

private:
    /// The state after the last steps of each chunk, from zeros.
    void warm(std::int64_t group) {
        const std::int64_t from = plan_.cut.length - plan_.cut.warmup;
        Group<T> part(plan_, group, 0, plan_.cut.warmup);
        const at::Tensor y = at::empty({plan_.cut.warmup, part.call.shape.batch, plan_.spec.hidden}, packed_.options());
        const at::Tensor cells = at::empty({kernels_.room(part.call.shape).cellsOfStep}, packed_.options());
        part.call.y = y.data_ptr<T>();
        part.call.yStep = part.call.shape.batch * part.call.yRow;
        part.call.cells = at0<T>(cells);
        place(part.call, group, from);
        kernels_.forward(part.call);
    }

    void sweep(std::int64_t group) {
        Group<T> part(plan_, group, 0, plan_.cut.length);
        const std::int64_t at = plan_.first(group) * plan_.spec.hidden;
        part.call.y = out_.y.data_ptr<T>() + at;
        part.call.h0 = out_.startH.data_ptr<T>() + at;
        if (plan_.hasCell()) part.call.c0 = out_.startC.data_ptr<T>() + at;
        const auto k = static_cast<std::size_t>(group);
        if (!out_.gates.empty()) part.call.gates = out_.gates[k].data_ptr<T>();
        if (plan_.hasCell()) part.call.cells = out_.cells[k].data_ptr<T>();
        place(part.call, group, 0);
        kernels_.forward(part.call);
    }

    void place(native::Call<T>& call, std::int64_t group, std::int64_t from) {
        const std::int64_t row = plan_.first(group);
        call.x = tensors_[kTimeInput].data_ptr<T>() + from * call.xStep + row * call.xRow;
        call.forwardWeights = packed_.data_ptr<T>();
        call.hLast = out_.endH.data_ptr<T>() + row * plan_.spec.hidden;
        if (plan_.hasCell()) call.cLast = out_.endC.data_ptr<T>() + row * plan_.spec.hidden;
    }

    /// The end of each chunk becomes the start of the next one, unless they agree; gives the largest change.
    double handOn() {
        const std::int64_t count = plan_.rows() - plan_.batch;
        double change = 0;
        for (auto [start, end] : {std::pair(out_.startH, out_.endH), std::pair(out_.startC, out_.endC)})
            change = std::max(change, changeOf<T>(start.narrow(0, plan_.batch, count), end.narrow(0, 0, count), 0));
        if (change <= 1) return change;
        out_.startH.narrow(0, plan_.batch, count).copy_(out_.endH.narrow(0, 0, count));
        out_.startC.narrow(0, plan_.batch, count).copy_(out_.endC.narrow(0, 0, count));
        return change;
    }

    const native::Kernels<T>& kernels_ = native::kernels<T>();
    const ChunkPlan& plan_;
    at::TensorList tensors_;
    TimeSwept& out_;
    at::Tensor packed_;
};

/// Gradients of the tensors of a pass. `dy` [length, rows, hidden].
template <class T>
class BackwardSweeps {
public:
    BackwardSweeps(const ChunkPlan& plan, at::TensorList tensors, const TimeSwept& kept, at::Tensor dy)
        : plan_(plan), tensors_(tensors), kept_(kept), dy_(std::move(dy)) {
        const auto options = tensors[kTimeInput].options();
        const native::Shape shape = Group<T>(plan, 0, 0, plan.cut.length).call.shape;
        room_ = kernels_.room(shape);
        weights_ = at::empty({room_.backwardWeights}, options);
        if (plan.wantsInput) {
            inputWeights_ = at::empty({room_.inputWeights}, options);
            dx_ = at::zeros(tensors[kTimeInput].sizes(), options);
        }
        kernels_.packBackward(shape, weightsOf<T>(tensors), weights_.data_ptr<T>(), at0<T>(inputWeights_));
        sums_ = at::zeros({plan.groups(), room_.weightSums}, options);
        for (at::Tensor* state : {&lastH_, &lastC_, &firstH_, &firstC_})
            *state = at::zeros({plan.rows(), plan.spec.hidden}, options);
    }

    /// Of the states after the last step [batch, hidden]; undefined: none.
    bool run(const at::Tensor& dh, const at::Tensor& dc) {
        const std::int64_t last = plan_.rows() - plan_.batch;
        if (plan_.cut.warmup >= plan_.lastLength()) end(last, dh, dc);
        overGroups(plan_, [&](std::int64_t group) { pass(group, plan_.cut.warmup, false); });
        end(last, dh, dc);
        handOn();
        const bool agreed = agree(plan_.cut, [&] {
            sums_.zero_();
            overGroups(plan_, [&](std::int64_t group) { pass(group, plan_.cut.length, true); });
            return handOn();
        });
        TimeSweeps& told = timeSweepsOfThread();
        if (told.keepsBoundaries && agreed) told.lastH = lastH_, told.lastC = lastC_;
        return agreed;
    }

    /// As the tensors of the pass.
    variable_list gradients() const {
        variable_list found(tensors_.size());
        found[kTimeInput] = dx_;
        found[kTimeStartH] = firstH_.narrow(0, 0, plan_.batch).unsqueeze(0).clone();
        if (plan_.hasCell()) found[kTimeStartC] = firstC_.narrow(0, 0, plan_.batch).unsqueeze(0).clone();
        at::Tensor sum = sums_[0].clone();
        for (std::int64_t group = 1; group < plan_.groups(); ++group) sum.add_(sums_[group]);
        for (std::size_t i = kTimeWeights; i < tensors_.size(); ++i) found[i] = at::empty_like(tensors_[i]);
        const native::WeightGradients<T> to{found[kTimeWeights].data_ptr<T>(), found[kTimeWeights + 1].data_ptr<T>(),
                                            found[kTimeWeights + 2].data_ptr<T>(),
                                            found[kTimeWeights + 3].data_ptr<T>()};
        kernels_.unpackSums(Group<T>(plan_, 0, 0, 1).call.shape, sum.data_ptr<T>(), to);
        return found;
    }

private:
    void end(std::int64_t last, const at::Tensor& dh, const at::Tensor& dc) {
        if (dh.defined()) lastH_.narrow(0, last, plan_.batch).copy_(dh);
        if (dc.defined()) lastC_.narrow(0, last, plan_.batch).copy_(dc);
    }

    /// The first `steps` steps of each chunk of a group, from the last of them to the first.
    void pass(std::int64_t group, std::int64_t steps, bool everything) {
        Group<T> part(plan_, group, 0, steps);
        const auto k = static_cast<std::size_t>(group);
        const std::int64_t row = plan_.first(group), at = row * plan_.spec.hidden;
        part.call.x = tensors_[kTimeInput].data_ptr<T>() + row * part.call.xRow;
        part.call.y = kept_.y.data_ptr<T>() + at;
        part.call.h0 = kept_.startH.data_ptr<T>() + at;
        part.call.gates = kept_.gates[k].data_ptr<T>();
        if (plan_.hasCell()) {
            part.call.c0 = kept_.startC.data_ptr<T>() + at;
            part.call.cells = kept_.cells[k].data_ptr<T>();
        }
        native::BackwardCall<T> back;
        if (dy_.defined()) back.dy = dy_.data_ptr<T>() + at;
        back.dyStep = part.call.yStep;
        back.dyRow = part.call.yRow;
        back.dhLast = lastH_.data_ptr<T>() + at;
        back.dh0 = firstH_.data_ptr<T>() + at;
        if (plan_.hasCell()) back.dcLast = lastC_.data_ptr<T>() + at, back.dc0 = firstC_.data_ptr<T>() + at;
        if (everything) {
            back.weightSums = sums_[group].data_ptr<T>();
            if (plan_.wantsInput) back.dx = dx_.data_ptr<T>() + row * part.call.xRow;
            back.dxStep = part.call.xStep;
            back.dxRow = part.call.xRow;
            back.inputWeights = at0<T>(inputWeights_);
        }
        back.backwardWeights = weights_.data_ptr<T>();
        const at::Tensor scratch = at::empty({kernels_.room(part.call.shape).backwardScratch}, weights_.options());
        back.scratch = scratch.data_ptr<T>();
        kernels_.backward(part.call, back);
    }

    double handOn() {
        const std::int64_t count = plan_.rows() - plan_.batch;
        double scale = std::numeric_limits<T>::min();
        for (const at::Tensor& tensor : {firstH_, firstC_, lastH_, lastC_, dy_}) {
            if (!tensor.defined()) continue;
            // Of NaN, too, which no comparison would tell
            const double largest = tensor.abs().max().template item<double>();
            if (!std::isfinite(largest)) return std::numeric_limits<double>::infinity();
            scale = std::max(scale, largest);
        }
        double change = 0;
        for (auto [last, first] : {std::pair(lastH_, firstH_), std::pair(lastC_, firstC_)})
            change =
                std::max(change, changeOf<T>(last.narrow(0, 0, count), first.narrow(0, plan_.batch, count), scale));
        if (change <= 1) return change;
        lastH_.narrow(0, 0, count).copy_(firstH_.narrow(0, plan_.batch, count));
        lastC_.narrow(0, 0, count).copy_(firstC_.narrow(0, plan_.batch, count));
        return change;
    }

    const native::Kernels<T>& kernels_ = native::kernels<T>();
    const ChunkPlan& plan_;
    at::TensorList tensors_;
    const TimeSwept& kept_;
    at::Tensor dy_, weights_, inputWeights_, sums_, dx_, lastH_, lastC_, firstH_, firstC_;
    native::Room room_;
};

}  // namespace

TimeSwept sweepForward(const ChunkPlan& plan, at::TensorList tensors, bool keeps) {
    TimeSwept out;
    if (tensors[kTimeInput].scalar_type() == at::kDouble)
        ForwardSweeps<double>(plan, tensors, keeps, out).run();
    else
        ForwardSweeps<float>(plan, tensors, keeps, out).run();
    return out;
}

std::optional<variable_list> sweepBack(const ChunkPlan& plan, at::TensorList tensors, const TimeSwept& kept,
                                       const at::Tensor& dy, const at::Tensor& dh, const at::Tensor& dc) {
    const auto as = [&](auto sweeps) -> std::optional<variable_list> {
        if (!sweeps.run(dh, dc)) return std::nullopt;
        return sweeps.gradients();
    };
    return tensors[kTimeInput].scalar_type() == at::kDouble ? as(BackwardSweeps<double>(plan, tensors, kept, dy))
                                                            : as(BackwardSweeps<float>(plan, tensors, kept, dy));
}

TimeSweeps& timeSweepsOfThread() {
    thread_local TimeSweeps sweeps;
    return sweeps;
}

}  // namespace gatelab
