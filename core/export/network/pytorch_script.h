// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/portable_network.h"

#include <string>

namespace gatelab {

/// A Python script that needs only PyTorch: it loads `weightsFile` (safetensors, beside it), rebuilds the network,
/// forecasts rows of a CSV file, and says how far it is from the run's own answers that the file keeps.
std::string pytorchScript(const PortableNetwork& network, const std::string& weightsFile);

}  // namespace gatelab
