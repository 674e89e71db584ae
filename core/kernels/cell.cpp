// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/implementations.h"
#include "kernels/step_loop.h"

#include <ATen/ATen.h>

#include <memory>

namespace gatelab {
namespace {

// All gates in one product per step; the input's product for all time steps at once.
class FusedProducts final : public StepProducts {
public:
    FusedProducts(const RecurrentSpec& spec, const at::Tensor& input, at::TensorList weights)
        : gates_(spec.cell->blocks()), candidateApart_(spec.cell->candidateApart), past_(pastOf(*spec.cell)) {
        const DirectionWeights of = directionWeights(spec, weights);
        bHh_ = of.bHh;
        if (past_ == Past::Matrix) wHh_ = of.wHh.t();
        if (past_ == Past::Units) wHh_ = of.wHh.view({gates_, spec.hidden});
        if (past_ == Past::Eigenvalues) wHh_ = of.wHh;
        // Two biases with one effect are added once, outside the loop; a GRU's candidate needs them apart.
        const at::Tensor bias = candidateApart_ || !bHh_.defined() ? of.bIh : of.bIh + bHh_;
        fromInput_ = at::linear(input, of.wIh, bias).unbind(0);
    }

    GateSums at(std::int64_t t, const at::Tensor& h) override {
        const at::Tensor& x = fromInput_[static_cast<std::size_t>(t)];
        GateSums sums;
        if (past_ != Past::Matrix) {
            const at::Tensor sum =
                past_ == Past::Units ? x + (h.unsqueeze(1) * wHh_).flatten(1) : x;  // [batch, gates, hidden]
            sums.gate = at::unsafe_chunk(sum, gates_, 1);
            if (past_ == Past::Eigenvalues) sums.eigenvalues = wHh_;
            return sums;
        }
        if (!candidateApart_) {
            const at::Tensor sum = at::addmm(x, h, wHh_);
            sums.gate = gates_ == 1 ? std::vector{sum} : at::unsafe_chunk(sum, gates_, 1);
            return sums;
        }
        const auto hParts = at::unsafe_chunk(at::addmm(bHh_, h, wHh_), gates_, 1);
        sums.gate = at::unsafe_chunk(x, gates_, 1);
        for (std::size_t k = 0; k + 1 < hParts.size(); ++k) sums.gate[k] = sums.gate[k] + hParts[k];
        sums.candidateHidden = hParts.back();
        return sums;
    }

private:
    /// What the sums see of the state before.
    enum class Past { Matrix, Units, Eigenvalues, None };
    static Past pastOf(const CellTraits& cell) {
        if (cell.hiddenWeights == HiddenWeights::Matrix) return Past::Matrix;
        return cell.eigenvalues ? Past::Eigenvalues : cell.readsHidden() ? Past::Units : Past::None;
    }
    std::int64_t gates_;
    bool candidateApart_;
    Past past_;
    at::Tensor wHh_, bHh_;
    std::vector<at::Tensor> fromInput_;
};

std::unique_ptr<StepProducts> makeFusedProducts(const RecurrentSpec& spec, const at::Tensor& input,
                                                at::TensorList weights) {
    return std::make_unique<FusedProducts>(spec, input, weights);
}

}  // namespace

RecurrentResult runCell(const RecurrentCall& call) { return runStepLoop(call, makeFusedProducts); }

}  // namespace gatelab
