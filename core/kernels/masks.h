// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/mask_job.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

namespace gatelab {

/// Draws a mask on a device, in one piece of work given to the current stream (CudaModule::drawMask).
using DrawMask = void (*)(int device, const MaskJob& job);

/// Where in the random streams a forward pass stands. Masks are a pure function of (seed, step, site, element): they
/// can be drawn in any order, on any device, again after a resume, and are the same numbers each time (base/rng.h,
/// Philox4x32-10).
struct RandomPosition {
    std::uint64_t seed = 0;
    /// Any number that never repeats within a run, below 2^40: optimiser step * accumulation + micro-batch
    std::uint64_t step = 0;
    /// Int64 scalar on the device; when defined it is added to `step` when the mask is drawn, so that a captured graph
    /// can go on
    at::Tensor deviceStep;
    /// This pass has the rows from firstRow on of a batch of allRows; 0: it has all
    std::int64_t firstRow = 0, allRows = 0;
    /// Of a sequence that is run in pieces, below 2^15: masks that differ from time step to time step differ from piece
    /// to piece
    std::uint64_t piece = 0;
    DrawMask draw = nullptr;  ///< who draws; null: this processor, which must have the memory
    /// Int64 scalar on the device: a maskThreshold in place of the one that the probability gives, read when the mask
    /// is drawn
    at::Tensor deviceThreshold = {};
};

/// Random words below it give 0: 2^32 times the probability.
std::uint32_t maskThreshold(double probability);

/// Which random number of a layer is meant; part of the stream, so append only.
enum class MaskSite : std::uint32_t {
    BetweenLayers = 0,
    RecurrentForward = 1,
    RecurrentReverse = 2,
    ZoneoutHidden = 3,
    ZoneoutHiddenReverse = 4,
    ZoneoutCell = 5,
    ZoneoutCellReverse = 6,
    Teacher = 7  ///< of the whole network, as layer 0
};

/// Tensor of `shape` ([..., batch, features]) that holds 0 with probability `probability` and `kept` otherwise. Element
/// e takes word e % 4 of Philox block e / 4; a part of a batch gets its rows of the whole batch's mask.
at::Tensor randomMask(at::IntArrayRef shape, double probability, double kept, const RandomPosition& position, int layer,
                      MaskSite site, const at::TensorOptions& options);

/// The mask of a whole batch on the processor, into memory of the caller's; `position` names no device and no part of a
/// batch.
void fillMask(std::span<float> mask, double probability, double kept, const RandomPosition& position, int layer,
              MaskSite site);
void fillMask(std::span<double> mask, double probability, double kept, const RandomPosition& position, int layer,
              MaskSite site);

/// Inverted dropout: 0 or 1 / (1 - probability).
inline at::Tensor dropoutMask(at::IntArrayRef shape, double probability, const RandomPosition& position, int layer,
                              MaskSite site, const at::TensorOptions& options) {
    return randomMask(shape, probability, 1.0 / (1.0 - probability), position, layer, site, options);
}

}  // namespace gatelab
