// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "batch/batcher.h"
#include "config/experiment_config.h"
#include "nn/model.h"
#include "run/metric.h"
#include "run/run_event.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gatelab {

/// What one look into the layers found: scalars and counts still on the device, so that the step waits for nothing.
struct LayerLook {
    struct Spread {
        std::string what;
        std::int64_t layer = 0;
        at::Tensor ends;    ///< [2], double
        at::Tensor counts;  ///< [kBins], int64
    };
    std::vector<MetricChannelId> channels;
    std::vector<at::Tensor> values;  ///< of the channels: scalars, double
    std::vector<Spread> spreads;     ///< empty: not due
};

/// Watches the layers of a network while it learns, every `layer_health` steps and at the first one (a step that it
/// looks at is computed by itself, never in a recorded graph). Found are, per recurrent layer:
///   update_input, update_recurrent (update_head for the head): log10(mean |update| / mean |weight|), usually -4 to -2
///   (Deeplearning4j's rule of thumb); saturation: share of the gate values (LSTM i, f, o; GRU r, z) below 0.05 or
///   above 0.95; without gates of the outputs: tanh beyond 0.95 in size, ReLU at 0; activation_spread: standard
///   deviation of the outputs;
/// the last two from a pass over the first kWindows training windows of the epoch's order, without dropout. Histograms
/// of kBins bins are made of weights, gates and outputs: at first at every look, then ever more seldom (32 each time
/// the run's length doubles), so that their number stays bounded. Changes no state that training depends on, and keeps
/// none that a resume needs. Training thread.
class LayerHealth {
public:
    static constexpr std::int64_t kWindows = 8, kBins = 32, kMaxValues = 65536;
    static constexpr std::int64_t kAllUntil = 64;  ///< looks of which each makes histograms

    explicit LayerHealth(Model& model) : model_(model) {}
    /// How many steps from the one after `done` until a look is due; 1: the next one. Never when `every` is 0.
    static std::int64_t stepsToLook(std::int64_t every, std::int64_t done);
    /// Whether the look after step `step` makes histograms, too.
    static bool drawsHistograms(std::int64_t every, std::int64_t step);

    /// Keeps the weights as they are before the step.
    void before();
    /// Compares with them and looks inside. `config` names the cell.
    LayerLook after(const ExperimentConfig& config, const Batch& windows, bool histograms);

private:
    void addUpdates(LayerLook& look, bool histograms) const;
    void addActivations(LayerLook& look, const ExperimentConfig& config, const Batch& windows, bool histograms);
    Model& model_;
    std::vector<at::Tensor> before_;  ///< copies of the parameter buffers, only between before() and after()
};

/// Counts of `values` in equal bins between the two ends; what is not finite is left out, what lies outside counts for
/// the outermost bin. On the device, without waiting for it. At most kMaxValues values, evenly spread, are looked at.
LayerLook::Spread spreadOf(const std::string& what, std::int64_t layer, const at::Tensor& values,
                           const at::Tensor& ends);
/// Brings the counts to the host. Synchronises.
std::vector<LayerHistogram> readSpreads(const std::vector<LayerLook::Spread>& spreads);

}  // namespace gatelab
