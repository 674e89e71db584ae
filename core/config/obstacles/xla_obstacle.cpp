// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/obstacles/xla_obstacle.h"

#include "config/cell_traits.h"
#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/words/word_table.h"

#include <charconv>

namespace gatelab {
namespace {

using C = ExperimentConfig;

struct Obstacle {
    bool (*isThere)(const ExperimentConfig& config);
    Text reason;
};

const Obstacle kObstacles[] = {
    {[](const C& c) { return !isLstm(c.cell) && !isGru(c.cell) && !isPlainRnn(c.cell); },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute LSTM, GRU and plain RNN only: choose one of these cells.")},
    {[](const C& c) { return !isFp32(c.precision) && !isFp64(c.precision); },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute in FP32 and FP64 only: choose one of these precisions.")},
    {[](const C& c) { return !picksImplementation(c.implementation); },
     GATELAB_TEXT("XlaObstacle", "XLA computes the layers itself: leave the implementation on auto.")},
    {[](const C& c) { return c.peephole || c.projectionSize > 0; },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute no peepholes and no projection: switch them off.")},
    {[](const C& c) { return c.layerNorm; },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute no layer norm: switch it off.")},
    {[](const C& c) { return c.residual && c.layers > 1; },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute no residual connections: switch them off.")},
    {[](const C& c) { return (c.dropout > 0 && c.layers > 1) || c.recurrentDropout > 0 || c.zoneout > 0; },
     GATELAB_TEXT("XlaObstacle", "XLA devices draw no random masks: set dropout and zoneout to 0.")},
    {[](const C& c) { return !isLabelling(c) && !poolsLast(c) && !poolsMean(c); },
     GATELAB_TEXT("XlaObstacle", "XLA devices pool by the last state or the mean: choose one of them.")},
    {[](const C& c) { return isRecursive(c); },
     GATELAB_TEXT("XlaObstacle", "XLA devices forecast all steps at once: choose the direct decoder.")},
    {[](const C& c) { return isForecast(c) && c.linearPath; },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute no linear path: switch it off.")},
    {readsTables,
     GATELAB_TEXT("XlaObstacle",
                  "XLA devices read no words through a table: have them as 0 and 1 in the recipe step 'category'.")},
    {[](const C& c) { return c.carryState; },
     GATELAB_TEXT("XlaObstacle", "XLA devices carry no state from batch to batch: switch that off.")},
    {[](const C& c) { return c.loss == "nse"; },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute no NSE*: choose another loss.")},
    {[](const C& c) { return isGaussianNll(c.loss); },
     GATELAB_TEXT("XlaObstacle", "XLA devices compute no Gaussian loss: choose quantiles for intervals.")},
    {[](const C& c) { return isStudentT(c.loss) || isNegativeBinomial(c.loss) || isRisingQuantiles(c.loss); },
     GATELAB_TEXT("XlaObstacle", "XLA devices have no code for this loss: choose quantiles for intervals.")},
    {[](const C& c) { return c.optimiser != "sgd" && c.optimiser != "adam" && c.optimiser != "adamw"; },
     GATELAB_TEXT("XlaObstacle", "XLA devices know SGD, Adam and AdamW: choose one of them.")},
    {[](const C& c) { return c.emaDecay > 0 || c.gradientNoise > 0; },
     GATELAB_TEXT("XlaObstacle",
                  "XLA devices keep no running mean of the weights and add no gradient noise: set both to 0.")},
    {[](const C& c) { return c.accumulate > 1; },
     GATELAB_TEXT("XlaObstacle", "XLA devices take each batch as one step: set the accumulation to 1.")},
    {[](const C& c) { return c.layerHealth > 0; },
     GATELAB_TEXT("XlaObstacle", "The gradients stay on the XLA device: set the looks into the layers to 0.")},
    {[](const C& c) { return c.ranks > 1; },
     GATELAB_TEXT("XlaObstacle", "Ranks compute on processors: set the ranks to 1.")},
};

}  // namespace

bool isXla(std::string_view device) { return device == "xla" || device.starts_with("xla:"); }

int xlaNumber(std::string_view device) {
    if (device == "xla") return 0;
    if (!isXla(device)) return -1;
    int number = -1;
    const char* const end = device.data() + device.size();
    const auto [rest, problem] = std::from_chars(device.data() + 4, end, number);
    return problem == std::errc() && rest == end && number >= 0 ? number : -1;
}

Text xlaObstacle(const ExperimentConfig& config) {
    for (const Obstacle& one : kObstacles)
        if (one.isThere(config)) return one.reason;
    return {};
}

}  // namespace gatelab
