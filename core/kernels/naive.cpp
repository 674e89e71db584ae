// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/implementations.h"

#include "kernels/step_loop.h"

#include <ATen/ATen.h>

#include <memory>

namespace gatelab {
namespace {

// As textbooks write it: a product with the input and one with the state per gate and time step.
class NaiveProducts final : public StepProducts {
public:
    NaiveProducts(const RecurrentSpec& spec, const at::Tensor& input, at::TensorList weights)
        : input_(input),
          candidateApart_(spec.cell->candidateApart),
          readsHidden_(spec.cell->readsHidden()),
          hasMatrix_(spec.cell->hiddenWeights == HiddenWeights::Matrix) {
        const DirectionWeights of = directionWeights(spec, weights);
        wIh_ = of.wIh.split(spec.hidden), bIh_ = of.bIh.split(spec.hidden);
        if (readsHidden_) wHh_ = of.wHh.split(spec.hidden);
        if (hasMatrix_) bHh_ = of.bHh.split(spec.hidden);
        if (spec.cell->eigenvalues) eigenvalues_ = of.wHh;
    }

    GateSums at(std::int64_t t, const at::Tensor& h) override {
        const at::Tensor x = input_.select(0, t);
        GateSums sums;
        for (std::size_t k = 0; k < wIh_.size(); ++k) {
            const at::Tensor fromInput = at::linear(x, wIh_[k], bIh_[k]);
            if (!readsHidden_) {
                sums.gate.push_back(fromInput);
                continue;
            }
            const at::Tensor fromHidden = hasMatrix_ ? at::linear(h, wHh_[k], bHh_[k]) : h * wHh_[k].squeeze(1);
            if (candidateApart_ && k + 1 == wIh_.size()) {
                sums.gate.push_back(fromInput);
                sums.candidateHidden = fromHidden;
            } else {
                sums.gate.push_back(fromInput + fromHidden);
            }
        }
        sums.eigenvalues = eigenvalues_;
        return sums;
    }

private:
    at::Tensor input_;
    bool candidateApart_, readsHidden_, hasMatrix_;
    std::vector<at::Tensor> wIh_, wHh_, bIh_, bHh_;
    at::Tensor eigenvalues_;
};

std::unique_ptr<StepProducts> makeNaiveProducts(const RecurrentSpec& spec, const at::Tensor& input,
                                                at::TensorList weights) {
    return std::make_unique<NaiveProducts>(spec, input, weights);
}

}  // namespace

RecurrentResult runNaive(const RecurrentCall& call) { return runStepLoop(call, makeNaiveProducts); }

}  // namespace gatelab
