// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

/// What is taken out of the recurrent matrices W_hh of a network while it trains, on its own thread.
namespace gatelab {

/// The matrices W_hh of all layers and directions: views of the parameters.
std::vector<at::Tensor> recurrentMatrices(const ParameterStore& store);

/// Share of the weights that are out after `step` of `steps` of a gradual pruning to `final`: 0 before a fifth, final
/// from two thirds on, final (1 - (1 - x)^3) between (Zhu and Gupta 2017).
double gradualShare(double final, std::int64_t step, std::int64_t steps);

/// 1 where a weight stays: of each matrix the blocks of kPanelRows rows x 1 column with the least mean |w| are out, as
/// many as come nearest to this share.
at::Tensor blockMask(const at::Tensor& matrix, double share);
/// The |w| below which this share of all weights of the matrices lies.
double thresholdOf(const std::vector<at::Tensor>& matrices, double share);
/// Onto the space of the first `rank` right singular vectors, [columns, columns]: matrix times it is the nearest of
/// that rank (Eckart and Young 1936).
at::Tensor rankProjector(const at::Tensor& matrix, std::int64_t rank);

/// What must be true of the matrices after every step of a training. Owned by who trains.
class Pruning {
public:
    virtual ~Pruning() = default;
    /// Before the first step (step = 0) and after each, from 1 on.
    virtual void afterStep(std::int64_t step, std::int64_t steps) = 0;
};

/// Blocks, taken out step by step; a block that is out may come back until the last ones are chosen.
class BlockPruning final : public Pruning {
public:
    BlockPruning(std::vector<at::Tensor> matrices, double share) : matrices_(std::move(matrices)), share_(share) {}
    void afterStep(std::int64_t step, std::int64_t steps) override;

private:
    std::vector<at::Tensor> matrices_, masks_;
    double share_;
};

/// Everything below a threshold at once, and never again (Han et al. 2015).
class ThresholdPruning final : public Pruning {
public:
    ThresholdPruning(std::vector<at::Tensor> matrices, double threshold);
    void afterStep(std::int64_t step, std::int64_t steps) override;

private:
    std::vector<at::Tensor> matrices_, masks_;
};

/// W_hh = U V: V stays at the right singular vectors of the start, U is trained.
class RankPruning final : public Pruning {
public:
    RankPruning(std::vector<at::Tensor> matrices, std::int64_t rank);
    void afterStep(std::int64_t step, std::int64_t steps) override;

private:
    std::vector<at::Tensor> matrices_, projectors_;
};

}  // namespace gatelab
