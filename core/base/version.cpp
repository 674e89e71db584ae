// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/version.h"

namespace gatelab {

const char* programVersion() { return GATELAB_VERSION; }

}  // namespace gatelab
