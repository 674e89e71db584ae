// SPDX-License-Identifier: GPL-3.0-or-later
// "scan": cells whose steps are linear in the state, all steps at once (kernels/linear_scan.h).
#include "kernels/implementations.h"
#include "kernels/linear_scan.h"
#include "kernels/step_loop.h"

#include <ATen/ATen.h>

#include <array>
#include <string_view>

namespace gatelab {
namespace {

/// One direction over all steps: h [time, batch, hidden], c [time, batch, cellWidth] where the cell has it, and the
/// blocks after their activation functions, [time, batch, blocks * hidden] (only where they are asked for).
struct Scanned {
    at::Tensor h, c, gates;
};
using ScanCell = Scanned (*)(const std::vector<at::Tensor>& sums, const DirectionWeights& weights,
                             const LayerState& start, bool record);

at::Tensor blocks(at::TensorList parts, bool record) { return record ? at::cat(parts, 2) : at::Tensor(); }

Scanned minLstm(const std::vector<at::Tensor>& sums, const DirectionWeights&, const LayerState& start, bool record) {
    const at::Tensor f = minLstmForget(sums[0], sums[1]), i = 1 - f;
    return {linearScan(f, i * sums[2], start.h), {}, blocks({i, f, sums[2]}, record)};
}

Scanned minGru(const std::vector<at::Tensor>& sums, const DirectionWeights&, const LayerState& start, bool record) {
    const at::Tensor z = at::sigmoid(sums[0]);
    return {linearScan(z, (1 - z) * sums[1], start.h), {}, blocks({z, sums[1]}, record)};
}

Scanned lru(const std::vector<at::Tensor>& sums, const DirectionWeights& weights, const LayerState& start,
            bool record) {
    const Eigenvalues by = eigenvaluesOf(weights.wHh);
    const at::Tensor o = at::sigmoid(sums[2]);
    const auto [c, j] = turningScan(by.real, by.imaginary, by.scale * sums[0], by.scale * sums[1], start.c);
    return {o * c, at::cat({c, j}, 2), blocks({sums[0], sums[1], o}, record)};
}

struct Row {
    std::string_view cell;
    ScanCell run;
};
constexpr std::array kRows = {Row{"minlstm", minLstm}, Row{"mingru", minGru}, Row{"lru", lru}};

const Row* findRow(std::string_view cell) {
    const auto* row = std::ranges::find(kRows, cell, &Row::cell);
    return row != kRows.end() ? row : nullptr;
}

LayerState startOf(const RecurrentCall& call, std::int64_t direction) {
    const std::int64_t batch = call.input.size(1);
    const auto of = [&](const at::Tensor& state, std::int64_t width) {
        return state.defined() ? state.select(0, direction) : at::zeros({batch, width}, call.input.options());
    };
    return {of(call.state.h, call.spec.hidden), of(call.state.c, call.spec.cellWidth())};
}

}  // namespace

Phrase scanSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype) {
    if (findRow(spec.cell->key) == nullptr)
        return GATELAB_TEXT("Implementation", "A scan is for cells whose gates do not see their own state.");
    if (spec.zoneout > 0) return GATELAB_TEXT("Implementation", "A scan has no zoneout.");
    if (!device.is_cpu()) return GATELAB_TEXT("Implementation", "The scan runs on the CPU only.");
    if (dtype != at::kFloat && dtype != at::kDouble)
        return GATELAB_TEXT("Implementation", "The scan supports FP32 and FP64 only.");
    return stepLoopSupported(spec, device, dtype);
}

RecurrentResult runScan(const RecurrentCall& call) {
    const RecurrentSpec& spec = call.spec;
    const std::int64_t time = call.input.size(0);
    const at::Device device = call.input.device();
    const bool unequal = call.lengths.defined();
    const auto turn = [&](const at::Tensor& x) { return unequal ? call.lengths.turn(x) : x.flip(0); };
    const auto last = [&](const at::Tensor& x) { return unequal ? call.lengths.lastOf(x).select(0, 0) : x[-1]; };
    std::vector<at::Tensor> outputs, h, c;
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        const DirectionWeights weights = directionWeights(
            spec,
            call.weights.slice(static_cast<std::size_t>(d) * spec.tensorsPerDirection(), spec.tensorsPerDirection()));
        const auto sums =
            at::linear(d == 0 ? call.input : turn(call.input), weights.wIh, weights.bIh).chunk(spec.cell->blocks(), 2);
        Scanned all = findRow(spec.cell->key)->run(sums, weights, startOf(call, d), call.record != nullptr);
        h.push_back(last(all.h));
        if (all.c.defined()) c.push_back(last(all.c));
        at::Tensor y = d == 0 ? all.h : turn(all.h);
        if (unequal) y = at::where(call.lengths.valid(time, device), y, at::zeros({}, y.options()));
        outputs.push_back(y);
        if (call.record == nullptr) continue;
        const auto keep = [&](std::vector<at::Tensor>& record, const at::Tensor& values) {
            if (values.defined()) record.push_back((d == 0 ? values : turn(values)).detach());
        };
        keep(call.record->gates, all.gates);
        keep(call.record->cell, all.c);
        call.record->hidden.push_back(y.detach());
    }
    return {outputs.size() == 1 ? outputs[0] : at::cat(outputs, 2),
            {at::stack(h), c.empty() ? at::Tensor() : at::stack(c)}};
}

}  // namespace gatelab
