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
        : gates_(spec.cell->blocks()),
          candidateApart_(spec.cell->candidateApart),
          wHh_(weights[1].t()),
          bHh_(weights[3]) {
        // Two biases with one effect are added once, outside the loop; a GRU's candidate needs them apart.
        const at::Tensor bias = candidateApart_ ? weights[2] : weights[2] + weights[3];
        fromInput_ = at::linear(input, weights[0], bias).unbind(0);
    }

    GateSums at(std::int64_t t, const at::Tensor& h) override {
        const at::Tensor& x = fromInput_[static_cast<std::size_t>(t)];
        GateSums sums;
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
    std::int64_t gates_;
    bool candidateApart_;
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
