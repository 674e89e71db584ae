// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/native/step_kernels.h"
#include "step/batch_team.h"
#include "step/optimizers.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace gatelab {

/// Penalties, clip and update of the whole step, over the flat buffers and the optimiser's own state, so that a
/// checkpoint holds the same tensors as of any other step. In chunks of fixed length, which a team may share: the bits
/// do not depend on the threads. Store and optimiser outlive it.
template <class T>
class CpuUpdate {
public:
    CpuUpdate(const ParameterStore& store, Optimiser& optimiser);

    /// The gradients become the sum of the blocks' in their order (each as long as all buffers, one after the other;
    /// none: they are there), on top of what is there where `adds`; then the penalties and the clip of single values.
    /// Gives the norm.
    double prepare(const ExperimentConfig& config, std::span<const T* const> blocks, bool adds, BatchTeam* team);
    /// One update, with the gradients clipped to the norm that prepare gave.
    void step(const ExperimentConfig& config, const ScheduledStep& now, double norm, BatchTeam* team);

private:
    struct Chunk {
        T *weights, *gradients;
        native::UpdateState<T> state;
        std::int64_t count, place;  ///< place: in a block's gradients
        std::size_t piece;
    };
    void collectChunk(const Chunk& chunk, std::span<const T* const> blocks, bool adds) const;
    void overChunks(BatchTeam* team, const std::function<void(std::size_t)>& work) const;
    [[nodiscard]] native::UpdateRule<T> ruleOf(const ExperimentConfig& config, const ScheduledStep& now,
                                               std::size_t piece, double factor);

    const native::StepKernels<T>& kernels_;
    Optimiser& optimiser_;
    std::vector<Chunk> chunks_;
    std::vector<double> squares_;               ///< by chunk
    std::vector<native::UpdateRule<T>> rules_;  ///< by piece, of this step
};

extern template class CpuUpdate<float>;
extern template class CpuUpdate<double>;

}  // namespace gatelab
