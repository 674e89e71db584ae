// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "export/network/onnx_graph.h"

#include <string>

/// Heads of Student's t and of counts as nodes of ONNX, which has no gamma function: all values are doubles
/// [batch, horizon, targets, 1], quantiles [batch, horizon, targets, levels].
namespace gatelab {

struct OnnxDistribution {
    std::string mean, scale;  ///< no scale: counts
    std::string form;         ///< degrees of freedom, or the size of the counts
    std::string quantiles;
};
/// raw: the head's third value, floats.
OnnxDistribution studentOnnx(OnnxGraph& graph, const ExperimentConfig& config, const std::string& mean,
                             const std::string& scale, const std::string& raw);
/// From level and deviation in the units of the data. The smallest count of each level by a Loop over the counts.
OnnxDistribution countsOnnx(OnnxGraph& graph, const ExperimentConfig& config, const std::string& level,
                            const std::string& deviation);

}  // namespace gatelab
