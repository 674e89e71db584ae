// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.h"

namespace gatelab::testing {

const char* const kSourceFolder = GATELAB_SOURCE_DIR;
const char* const kBuildFolder = GATELAB_BUILD_DIR;

}  // namespace gatelab::testing
