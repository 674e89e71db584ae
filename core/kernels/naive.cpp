// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/implementations.h"

#include "kernels/step_loop.h"

#include <ATen/ATen.h>

#include <memory>

namespace gatelab {
namespace {

// As textbooks write it: two matrix products per gate and time step.
class NaiveProducts final : public StepProducts {
public:
    NaiveProducts(const RecurrentSpec& spec, const at::Tensor& input, at::TensorList weights)
        : input_(input),
          candidateApart_(spec.cell->candidateApart),
          wIh_(weights[0].split(spec.hidden)),
          wHh_(weights[1].split(spec.hidden)),
          bIh_(weights[2].split(spec.hidden)),
          bHh_(weights[3].split(spec.hidden)) {}

    GateSums at(std::int64_t t, const at::Tensor& h) override {
        const at::Tensor x = input_.select(0, t);
        GateSums sums;
        for (std::size_t k = 0; k < wIh_.size(); ++k) {
            const at::Tensor fromInput = at::linear(x, wIh_[k], bIh_[k]), fromHidden = at::linear(h, wHh_[k], bHh_[k]);
            if (candidateApart_ && k + 1 == wIh_.size()) {
                sums.gate.push_back(fromInput);
                sums.candidateHidden = fromHidden;
            } else {
                sums.gate.push_back(fromInput + fromHidden);
            }
        }
        return sums;
    }

private:
    at::Tensor input_;
    bool candidateApart_;
    std::vector<at::Tensor> wIh_, wHh_, bIh_, bHh_;
};

std::unique_ptr<StepProducts> makeNaiveProducts(const RecurrentSpec& spec, const at::Tensor& input,
                                                at::TensorList weights) {
    return std::make_unique<NaiveProducts>(spec, input, weights);
}

}  // namespace

RecurrentResult runNaive(const RecurrentCall& call) { return runStepLoop(call, makeNaiveProducts); }

}  // namespace gatelab
