// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/layer_health.h"

#include <ATen/ATen.h>

#include <bit>

namespace gatelab {

namespace {

constexpr double kLowGate = 0.05, kHighGate = 0.95;
constexpr double kSmallest = 1e-30;  // ends of a histogram of zeros only

at::Tensor flat(const std::vector<at::Tensor>& tensors) {
    std::vector<at::Tensor> parts;
    for (const at::Tensor& tensor : tensors) parts.push_back(tensor.detach().reshape(-1));
    return at::cat(parts);
}

at::Tensor share(const at::Tensor& condition) { return condition.to(at::kDouble).mean(); }

at::Tensor fixedEnds(double low, double high, const at::Tensor& like) {
    return at::tensor({low, high}, like.options().dtype(at::kDouble));
}

/// As far to both sides as the largest value.
at::Tensor symmetricEnds(const at::Tensor& values) {
    const at::Tensor most = values.abs().amax().to(at::kDouble).nan_to_num(1.0, 1.0, 1.0).clamp_min(kSmallest);
    return at::stack({-most, most});
}

/// The values of a record [time, batch, width] at the time steps that a sequence has.
at::Tensor validRows(const at::Tensor& record, const at::Tensor& lengths) {
    const at::Tensor rows = record.detach().reshape({-1, record.size(2)}).to(at::kDouble);
    if (!lengths.defined()) return rows;
    const at::Tensor valid =
        at::arange(record.size(0), lengths.options()).unsqueeze(1).lt(lengths).reshape(-1).nonzero().squeeze(1);
    return rows.index_select(0, valid.to(rows.device()));
}

/// Of one layer, both directions together.
struct Activations {
    at::Tensor gates;   ///< 1-D; undefined: the cell has none
    at::Tensor output;  ///< 1-D
};

Activations activationsOf(const CellTraits& cell, const GateRecord& record, const at::Tensor& lengths) {
    std::vector<at::Tensor> gates, outputs;
    for (const at::Tensor& hidden : record.hidden) outputs.push_back(validRows(hidden, lengths));
    for (const at::Tensor& all : record.gates) {
        const at::Tensor rows = validRows(all, lengths);
        const std::int64_t width = rows.size(1) / cell.blocks();
        for (const char gate : cell.gates)
            if (cell.isGate(gate)) gates.push_back(rows.narrow(1, cell.block(gate) * width, width));
    }
    return {gates.empty() ? at::Tensor() : flat(gates), flat(outputs)};
}

at::Tensor saturation(const CellTraits& cell, const Activations& values) {
    if (values.gates.defined()) return share(values.gates.lt(kLowGate).logical_or(values.gates.gt(kHighGate)));
    if (!cell.boundedOutput) return share(values.output.le(0));
    return share(values.output.abs().gt(kHighGate));
}

}  // namespace

std::int64_t LayerHealth::stepsToLook(std::int64_t every, std::int64_t done) {
    if (every <= 0) return std::numeric_limits<std::int64_t>::max();
    return done == 0 ? 1 : (done / every + 1) * every - done;
}

bool LayerHealth::drawsHistograms(std::int64_t every, std::int64_t step) {
    const auto look = static_cast<std::uint64_t>(step / every);
    // From kAllUntil looks on every second one, from twice as many every fourth.
    const int doublings = std::bit_width(look / static_cast<std::uint64_t>(kAllUntil));
    return look % (std::uint64_t{1} << doublings) == 0;
}

void LayerHealth::before() {
    before_.clear();
    for (const ParameterBuffer& buffer : model_.parameters().buffers())
        before_.push_back(buffer.values.detach().clone());
}

LayerLook LayerHealth::after(const ExperimentConfig& config, const Batch& windows, bool histograms) {
    const at::NoGradGuard noGrad;
    LayerLook look;
    addUpdates(look, histograms);
    before_.clear();
    addActivations(look, config, windows, histograms);
    return look;
}

void LayerHealth::addUpdates(LayerLook& look, bool histograms) const {
    const ParameterStore& store = model_.parameters();
    const std::size_t layers = model_.layerCount();
    const auto add = [&](MetricId id, const char* what, std::size_t buffer, const char* name) {
        std::vector<at::Tensor> weights;
        at::Tensor moved = at::zeros({}, before_[buffer].options().dtype(at::kDouble)), size = moved.clone();
        for (const Parameter& parameter : store.all()) {
            if (parameter.buffer != buffer || parameter.name.find(name) == std::string::npos) continue;
            const at::Tensor now = parameter.value.detach().reshape(-1),
                             then = before_[buffer].narrow(0, parameter.offset, now.numel());
            moved += (now - then).abs_().sum(at::kDouble);
            size += then.abs().sum(at::kDouble);
            weights.push_back(now);
        }
        if (weights.empty()) return;
        const auto layer = static_cast<std::uint16_t>(metric(id).perLayer ? buffer : 0);
        look.channels.push_back({id, layer});
        look.values.push_back((moved / size).log10());  // both are of the same number of weights
        if (!histograms) return;
        const at::Tensor all = flat(weights);
        look.spreads.push_back(spreadOf(what, static_cast<std::int64_t>(buffer), all, symmetricEnds(all)));
    };
    for (std::size_t layer = 0; layer < std::min<std::size_t>(layers, kMaxLayers); ++layer) {
        add(MetricId::UpdateInput, "input_weights", layer, ".weight_ih");
        add(MetricId::UpdateRecurrent, "recurrent_weights", layer, ".weight_hh");
    }
    add(MetricId::UpdateHead, "head_weights", layers, "head.weight");
}

void LayerHealth::addActivations(LayerLook& look, const ExperimentConfig& config, const Batch& windows,
                                 bool histograms) {
    std::vector<GateRecord> records;
    ForwardOptions options;
    options.record = &records;
    options.lengths = windows.lengths;
    static_cast<void>(model_.forward(windows.input, options));
    const CellTraits& cell = cellTraits(config.cell);
    for (std::size_t i = 0; i < std::min<std::size_t>(records.size(), kMaxLayers); ++i) {
        const Activations values = activationsOf(cell, records[i], windows.lengths);
        const auto layer = static_cast<std::uint16_t>(i);
        look.channels.insert(look.channels.end(), {{MetricId::Saturation, layer}, {MetricId::ActivationSpread, layer}});
        look.values.push_back(saturation(cell, values));
        look.values.push_back((values.output - values.output.mean()).square().mean().sqrt());
        if (!histograms) continue;
        if (values.gates.defined())
            look.spreads.push_back(spreadOf("gates", layer, values.gates, fixedEnds(0, 1, values.gates)));
        const bool bounded = cell.boundedOutput && config.projectionSize == 0;
        look.spreads.push_back(spreadOf("output", layer, values.output,
                                        bounded ? fixedEnds(-1, 1, values.output) : symmetricEnds(values.output)));
    }
}

LayerLook::Spread spreadOf(const std::string& what, std::int64_t layer, const at::Tensor& values,
                           const at::Tensor& ends) {
    const std::int64_t stride = (values.numel() + LayerHealth::kMaxValues - 1) / LayerHealth::kMaxValues;
    const at::Tensor some = (stride > 1 ? values.slice(0, 0, values.numel(), stride) : values).to(at::kDouble);
    const at::Tensor place = (some - ends[0]) / (ends[1] - ends[0]) * static_cast<double>(LayerHealth::kBins);
    const at::Tensor bin =
        place.nan_to_num(0, 0, 0).floor().clamp(0, static_cast<double>(LayerHealth::kBins - 1)).to(at::kLong);
    at::Tensor counts = at::zeros({LayerHealth::kBins}, some.options().dtype(at::kLong));
    counts.scatter_add_(0, bin, some.isfinite().to(at::kLong));
    return {what, layer, ends, counts};
}

std::vector<LayerHistogram> readSpreads(const std::vector<LayerLook::Spread>& spreads) {
    std::vector<LayerHistogram> histograms;
    for (const LayerLook::Spread& spread : spreads) {
        const at::Tensor ends = spread.ends.to(at::kCPU), counts = spread.counts.to(at::kCPU, at::kDouble);
        const double* first = counts.const_data_ptr<double>();
        histograms.push_back({spread.what,
                              spread.layer,
                              ends[0].item<double>(),
                              ends[1].item<double>(),
                              {first, first + counts.numel()}});
    }
    return histograms;
}

}  // namespace gatelab
