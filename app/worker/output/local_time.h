// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gatelab::worker {

/// "2026-03-14 09:26" by this machine's clock. `seconds`: since 1970, in UTC.
std::string localTimeText(double seconds);

}  // namespace gatelab::worker
