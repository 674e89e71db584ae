// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/packed_layer.h"

#include "compress/packed_kernels.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>

namespace gatelab {
namespace {

constexpr double kRankCut = 1e-4;  ///< of the largest singular value: below it is rounding

std::span<const float> numbers(const at::Tensor& tensor) {
    return {tensor.const_data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

at::Tensor plain(const at::Tensor& tensor) { return tensor.detach().to(at::kFloat).contiguous(); }

/// One direction of a layer.
struct PackedDirection {
    PackedMatrix input, hidden;
    at::Tensor bias;   ///< [rows]: of the input's sums
    at::Tensor apart;  ///< [hidden]: of the candidate that is apart; undefined: none
};

struct PackedLayerCache final : LayerCache {
    std::vector<PackedDirection> directions;
    PackedScratch scratch;
};

PackedDirection packDirection(PackKind kind, const RecurrentCall& call, std::size_t direction) {
    const auto at = [&](std::size_t k) { return plain(call.weights[direction * call.spec.tensorsPerDirection() + k]); };
    PackedDirection packed{packInput(kind, at(0)), packRecurrent(kind, at(1)), at(2).clone(), {}};
    const at::Tensor ofState = at(3);
    if (!call.spec.cell->candidateApart) {
        packed.bias += ofState;
        return packed;
    }
    const std::int64_t before = ofState.size(0) - call.spec.hidden;
    packed.bias.narrow(0, 0, before) += ofState.narrow(0, 0, before);
    packed.apart = ofState.narrow(0, before, call.spec.hidden).contiguous();
    return packed;
}

void (*stepOf(const RecurrentSpec& spec))(const packed::CellJob&) {
    if (spec.cell->cellState) return packed::kernels().lstm;
    return spec.cell->candidateApart ? packed::kernels().gru : packed::kernels().tanh;
}

/// Rows whose sequence has step t; they keep their states otherwise.
std::vector<std::int64_t> lengthsOf(const RecurrentCall& call) {
    if (!call.lengths.defined()) return {};
    const at::Tensor host = call.lengths.host().contiguous();
    return {host.const_data_ptr<std::int64_t>(), host.const_data_ptr<std::int64_t>() + host.numel()};
}

/// States of the rows whose sequence has no step t, which are put back after it.
class EndedRows {
public:
    EndedRows(const RecurrentCall& call, at::Tensor& h, at::Tensor& c)
        : lengths_(lengthsOf(call)),
          hidden_(call.spec.hidden),
          h_(h.mutable_data_ptr<float>()),
          c_(c.defined() ? c.mutable_data_ptr<float>() : nullptr) {
        oldH_.resize(lengths_.size() * static_cast<std::size_t>(hidden_));
        oldC_.resize(c_ != nullptr ? oldH_.size() : 0);
    }
    [[nodiscard]] bool has(std::int64_t row, std::int64_t t) const {
        return !lengths_.empty() && t >= lengths_[static_cast<std::size_t>(row)];
    }
    void before(std::int64_t t) {
        overEnded(t, [&](std::int64_t at) {
            std::copy_n(h_ + at, hidden_, oldH_.data() + at);
            if (c_ != nullptr) std::copy_n(c_ + at, hidden_, oldC_.data() + at);
        });
    }
    void after(std::int64_t t) const {
        overEnded(t, [&](std::int64_t at) {
            std::copy_n(oldH_.data() + at, hidden_, h_ + at);
            if (c_ != nullptr) std::copy_n(oldC_.data() + at, hidden_, c_ + at);
        });
    }

private:
    template <class Do>
    void overEnded(std::int64_t t, const Do& act) const {
        for (std::int64_t row = 0; row < std::ssize(lengths_); ++row)
            if (has(row, t)) act(row * hidden_);
    }
    std::vector<std::int64_t> lengths_;
    std::int64_t hidden_;
    float *h_, *c_;
    std::vector<float> oldH_, oldC_;
};

/// Runs over the time axis; states [batch, hidden] in and out, outputs into their columns of `output`.
void runDirection(const RecurrentCall& call, const PackedDirection& packed, bool reverse, at::Tensor& h, at::Tensor& c,
                  const at::Tensor& output, PackedScratch& scratch) {
    const std::int64_t time = call.input.size(0), batch = call.input.size(1), hidden = call.spec.hidden;
    const at::Tensor x = plain(call.input);
    const std::int64_t row = packed.hidden.paddedRows();
    at::Tensor sums = at::empty({time * batch, row}, x.options()), products = at::empty({batch, row}, x.options());
    multiply(packed.input, time * batch, x.const_data_ptr<float>(), x.size(2), sums.mutable_data_ptr<float>(), row,
             scratch);
    sums.narrow(1, 0, packed.bias.size(0)) += packed.bias;
    EndedRows ended(call, h, c);
    const auto step = stepOf(call.spec);
    const packed::CellJob job{.batch = batch,
                              .hidden = hidden,
                              .input = sums.const_data_ptr<float>(),
                              .inputRow = row,
                              .state = products.const_data_ptr<float>(),
                              .stateRow = row,
                              .apart = packed.apart.defined() ? packed.apart.const_data_ptr<float>() : nullptr,
                              .h = h.mutable_data_ptr<float>(),
                              .c = c.defined() ? c.mutable_data_ptr<float>() : nullptr};
    float* product = products.mutable_data_ptr<float>();
    float* outputs = output.mutable_data_ptr<float>() + (reverse ? hidden : 0);
    const std::int64_t width = output.size(2);
    for (std::int64_t k = 0; k < time; ++k) {
        const std::int64_t t = reverse ? time - 1 - k : k;
        multiply(packed.hidden, batch, job.h, hidden, product, row, scratch);
        packed::CellJob now = job;
        now.input += t * batch * row;
        ended.before(t);
        step(now);
        ended.after(t);
        for (std::int64_t b = 0; b < batch; ++b) {
            float* to = outputs + (t * batch + b) * width;
            if (ended.has(b, t))
                std::fill_n(to, hidden, 0.0F);
            else
                std::copy_n(job.h + b * hidden, hidden, to);
        }
    }
}

template <PackKind kKind>
RecurrentResult runPacked(const RecurrentCall& call) {
    const at::NoGradGuard noGrad;
    std::unique_ptr<LayerCache> own;
    std::unique_ptr<LayerCache>& kept = call.cache != nullptr ? *call.cache : own;
    if (!kept) {
        auto made = std::make_unique<PackedLayerCache>();
        for (std::size_t d = 0; d < static_cast<std::size_t>(call.spec.directions()); ++d)
            made->directions.push_back(packDirection(kKind, call, d));
        kept = std::move(made);
    }
    auto& cache = static_cast<PackedLayerCache&>(*kept);
    const RecurrentSpec& spec = call.spec;
    const std::int64_t batch = call.input.size(1);
    const auto options = call.input.options().dtype(at::kFloat);
    RecurrentResult result;
    result.output = at::empty({call.input.size(0), batch, spec.outputs()}, options);
    const auto start = [&](const at::Tensor& given) {
        return given.defined() ? plain(given).clone() : at::zeros({spec.directions(), batch, spec.hidden}, options);
    };
    result.state.h = start(call.state.h);
    if (spec.cell->cellState) result.state.c = start(call.state.c);
    for (std::int64_t d = 0; d < spec.directions(); ++d) {
        at::Tensor h = result.state.h[d], c = spec.cell->cellState ? result.state.c[d] : at::Tensor();
        runDirection(call, cache.directions[static_cast<std::size_t>(d)], d == 1, h, c, result.output, cache.scratch);
    }
    return result;
}

Phrase packedSupported(const RecurrentSpec& spec, at::Device device, at::ScalarType dtype) {
    if (spec.cell->key != "lstm" && spec.cell->key != "gru" && spec.cell->key != "rnn-tanh") return kNoCodeForCell;
    if (spec.peephole || spec.projection > 0 || spec.zoneout > 0)
        return GATELAB_TEXT("Compression", "A layer with peepholes, projection or zoneout cannot be compressed.");
    if (!device.is_cpu() || dtype != at::kFloat)
        return GATELAB_TEXT("Compression", "Compressed layers compute in 32 bits on the processor.");
    return {};
}

template <PackKind kKind>
std::span<const RecurrentImplementation> rowsOf() {
    static const RecurrentImplementation rows[] = {
        {"packed", GATELAB_TEXT("Compression", "Compressed"), false, packedSupported, runPacked<kKind>}};
    return rows;
}

PackedMatrix packLowRank(const at::Tensor& weights) {
    const auto [left, values, right] = at::linalg_svd(weights.to(at::kDouble), false);
    const std::int64_t rank = std::max<std::int64_t>(1, (values > kRankCut * values[0]).sum().item<std::int64_t>());
    const at::Tensor first = plain(left.narrow(1, 0, rank) * values.narrow(0, 0, rank)),
                     second = plain(right.narrow(0, 0, rank));
    return packFactors(weights.size(0), weights.size(1), rank, numbers(first), numbers(second));
}

}  // namespace

PackedMatrix packRecurrent(PackKind kind, const at::Tensor& weights) {
    const at::Tensor values = plain(weights);
    return kind == PackKind::LowRank ? packLowRank(values)
                                     : packMatrix(kind, values.size(0), values.size(1), numbers(values));
}

PackedMatrix packInput(PackKind kind, const at::Tensor& weights) {
    const bool hasBytes = kind == PackKind::Int8 || kind == PackKind::BlocksInt8;
    const at::Tensor values = plain(weights);
    return packMatrix(hasBytes ? PackKind::Int8 : PackKind::Dense, values.size(0), values.size(1), numbers(values));
}

std::span<const RecurrentImplementation> packedImplementations(PackKind kind) {
    switch (kind) {
        case PackKind::Dense:
            return rowsOf<PackKind::Dense>();
        case PackKind::Int8:
            return rowsOf<PackKind::Int8>();
        case PackKind::Blocks:
            return rowsOf<PackKind::Blocks>();
        case PackKind::BlocksInt8:
            return rowsOf<PackKind::BlocksInt8>();
        case PackKind::Sparse:
            return rowsOf<PackKind::Sparse>();
        case PackKind::LowRank:
            return rowsOf<PackKind::LowRank>();
    }
    return {};
}

}  // namespace gatelab
