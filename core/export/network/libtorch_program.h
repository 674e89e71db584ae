// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/portable_network.h"

#include <map>
#include <string>

namespace gatelab {

/// The files of a program in C++ that needs only LibTorch (source, CMakeLists.txt and README.md) by their names.
/// It loads network.safetensors beside it, rebuilds the network, forecasts rows of a CSV file and says how far it is
/// from the run's own answers that the file keeps.
std::map<std::string, std::string> libtorchProgram(const PortableNetwork& network);

}  // namespace gatelab
