// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gatelab {

/// "0.1.0": of the project in CMakeLists.txt.
const char* programVersion();

/// That, with what tells this build from others: size and time of the file that holds this code.
const std::string& programIdentity();

}  // namespace gatelab
