// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// "0.1.0": of the project in CMakeLists.txt.
const char* programVersion();

}  // namespace gatelab
