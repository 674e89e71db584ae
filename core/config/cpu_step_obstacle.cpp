// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/cpu_step_obstacle.h"

#include "config/cell_traits.h"
#include "config/decoder.h"
#include "config/heads/head_kinds.h"

namespace gatelab {
namespace {

using C = ExperimentConfig;

/// Something that the whole step cannot do.
struct Obstacle {
    bool (*isThere)(const ExperimentConfig& config);
    Text reason;
};

const Obstacle kObstacles[] = {
    {[](const C& c) { return !cellTraits(c.cell).native; }, kNoCodeForCell},
    {[](const C& c) { return c.precision == "bf16" || c.precision == "fp16"; },
     GATELAB_TEXT("SwitchReason", "The whole step computes in FP32 and FP64 only.")},
    {[](const C& c) { return c.peephole || c.projectionSize > 0; },
     GATELAB_TEXT("SwitchReason", "The whole step has no peepholes and no projection.")},
    {[](const C& c) { return c.layerNorm; }, GATELAB_TEXT("SwitchReason", "The whole step has no layer norm.")},
    {[](const C& c) { return c.residual && c.layers > 1; },
     GATELAB_TEXT("SwitchReason", "The whole step has no residual connections.")},
    {[](const C& c) { return isRecursive(c); },
     GATELAB_TEXT("SwitchReason", "The whole step has no recursive decoder.")},
    {[](const C& c) { return c.carryState; },
     GATELAB_TEXT("SwitchReason", "The whole step carries no state from batch to batch.")},
    {[](const C& c) { return c.recomputeChunk > 0; },
     GATELAB_TEXT("SwitchReason", "The whole step keeps all activations and recomputes none.")},
    {[](const C& c) { return c.pipelineChunks > 0; },
     GATELAB_TEXT("SwitchReason", "The whole step sees a window at once, and a pipeline chunk by chunk.")},
    {[](const C& c) { return isStudentT(c.loss) || isNegativeBinomial(c.loss) || isRisingQuantiles(c.loss); },
     GATELAB_TEXT("SwitchReason", "The whole step has no code for this loss: LibTorch computes its gradient.")},
    {[](const C& c) { return c.gradientNoise > 0; },
     GATELAB_TEXT("SwitchReason", "Gradient noise is drawn by LibTorch.")},
};

}  // namespace

Text cpuStepObstacle(const ExperimentConfig& config, bool onGpu) {
    if (onGpu) return GATELAB_TEXT("SwitchReason", "This is about the processor, and the run computes on a GPU.");
    for (const Obstacle& one : kObstacles)
        if (one.isThere(config)) return one.reason;
    return {};
}

}  // namespace gatelab
