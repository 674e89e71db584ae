// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "xla/network.h"

namespace gatelab {

/// The network of an experiment that xlaObstacle allows, with full batches; parameters are laid out as in the model.
/// The numbers that only data give (scales of MASE, weights of classes) are left at 1.
XlaNetwork xlaNetworkOf(const ExperimentConfig& config, const ModelShape& shape);

}  // namespace gatelab
