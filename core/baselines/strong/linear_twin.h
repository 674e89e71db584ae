// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <string_view>

namespace gatelab {

/// Why this method comes nowhere by itself: on windows of no more rows than Linear reads NLinear is Linear but for the
/// strength of its ridge. Empty: it is none of the simple ones.
Phrase linearTwin(std::string_view key, std::int64_t lookback);

}  // namespace gatelab
