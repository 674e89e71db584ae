// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <chrono>

namespace gatelab {

double wallSeconds() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace gatelab
