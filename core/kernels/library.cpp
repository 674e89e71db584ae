// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/implementations.h"
#include "kernels/stacked_layers.h"
#include "kernels/step_loop.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace gatelab {
namespace {

using LayerFunction = std::tuple<at::Tensor, at::Tensor> (*)(const at::Tensor&, const at::Tensor&, at::TensorList, bool,
                                                             std::int64_t, double, bool, bool, bool);
// Those without a cell state; the one with it is the LSTM.
constexpr std::pair<std::string_view, LayerFunction> kLayers[] = {
    {"gru", at::gru}, {"rnn-tanh", at::rnn_tanh}, {"rnn-relu", at::rnn_relu}};

// LibTorch says once that oneDNN has no LSTM with projection and then takes its own path: known here, not news for the
// user. Every other warning is.
class KnownWarning final : public c10::WarningHandler {
public:
    explicit KnownWarning(c10::WarningHandler* next) : next_(next) {}
    void process(const c10::Warning& warning) override {
        if (!warning.msg().starts_with("LSTM with projections is not supported with oneDNN")) next_->process(warning);
    }

private:
    c10::WarningHandler* next_;
};

// Of `layers` layers, the states of all in one tensor.
RecurrentResult runAll(const RecurrentSpec& spec, std::int64_t layers, const at::Tensor& input, at::TensorList weights,
                       bool bidirectional, at::Tensor h, at::Tensor c) {
    const std::int64_t directions = layers * (bidirectional ? 2 : 1), batch = input.size(1);
    const bool train = at::GradMode::is_enabled();
    if (!h.defined()) h = at::zeros({directions, batch, spec.outputsPerDirection()}, input.options());
    at::Tensor y, hn, cn;
    if (spec.cell->cellState) {
        if (!c.defined()) c = at::zeros({directions, batch, spec.hidden}, input.options());
        KnownWarning known(c10::WarningUtils::get_warning_handler());
        const c10::WarningUtils::WarningHandlerGuard guard(&known);
        const at::Tensor state[] = {h, c};
        std::tie(y, hn, cn) = at::lstm(input, state, weights, true, layers, 0.0, train, bidirectional, false);
    } else {
        const auto* row =
            std::ranges::find(kLayers, spec.cell->key, &std::pair<std::string_view, LayerFunction>::first);
        std::tie(y, hn) = row->second(input, h, weights, true, layers, 0.0, train, bidirectional, false);
    }
    return {y, {hn, cn}};
}

// One direction of a state, as a state of one direction.
at::Tensor directionOf(const at::Tensor& state, std::int64_t d) {
    return state.defined() ? state.narrow(0, d, 1) : state;
}

// Unequal lengths without packing, which would exclude oneDNN: what comes after a sequence's end cannot reach what was
// before it, so the forward direction runs over the padding and its output there is dropped; the reverse direction runs
// forward over each sequence turned round.
RecurrentResult runUnequal(const RecurrentCall& call) {
    const RecurrentSpec& spec = call.spec;
    const std::int64_t time = call.input.size(0);
    const at::Tensor& valid = call.lengths.valid(time, call.input.device());
    const at::Tensor zero = at::zeros({}, call.input.options());
    std::vector<at::Tensor> outputs, h;
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        const at::TensorList weights =
            call.weights.slice(static_cast<std::size_t>(d) * spec.tensorsPerDirection(), spec.tensorsPerDirection());
        at::Tensor y = runAll(spec, 1, d == 0 ? call.input : call.lengths.turn(call.input), weights, false,
                              directionOf(call.state.h, d), directionOf(call.state.c, d))
                           .output;
        h.push_back(call.lengths.lastOf(y));
        if (d == 1) y = call.lengths.turn(y);
        outputs.push_back(at::where(valid, y, zero));
    }
    return {outputs.size() == 1 ? outputs[0] : at::cat(outputs, 2), {at::cat(h), at::Tensor()}};
}

}  // namespace

Phrase librarySupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype) {
    if (spec.peephole) return GATELAB_TEXT("Implementation", "LibTorch's own layers have no peepholes.");
    if (spec.recurrentDropout > 0)
        return GATELAB_TEXT("Implementation", "LibTorch's own layers have no recurrent dropout.");
    if (spec.zoneout > 0) return GATELAB_TEXT("Implementation", "LibTorch's own layers have no zoneout.");
    if (!spec.cell->library) return kNoCodeForCell;
    if (spec.cell->oneDnn && spec.projection == 0 && device.is_cpu() && (dtype == at::kHalf))
        return GATELAB_TEXT("Implementation", "LibTorch cannot train an LSTM in fp16 on the CPU.");
    return stepLoopSupported(spec, device, dtype);
}

RecurrentResult runLibrary(const RecurrentCall& call) {
    if (call.lengths.defined()) return runUnequal(call);
    return runAll(call.spec, 1, call.input, call.weights, call.spec.bidirectional, call.state.h, call.state.c);
}

StackedResult runLibraryStack(const StackedCall& call) {
    const bool hasCell = call.spec.cell->cellState;
    const RecurrentResult result =
        runAll(call.spec, call.layers, call.input, call.weights, call.spec.bidirectional, joined(call, &LayerState::h),
               hasCell ? joined(call, &LayerState::c) : at::Tensor());
    return {result.output, parted(call, result.state.h, result.state.c)};
}

}  // namespace gatelab
