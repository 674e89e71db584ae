// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// Times that are read lie within this of 1970, 126,000 years: the distance of any two fits into 64 bits. What a
/// damaged file tells of others is no time.
inline constexpr double kFarthestMicros = 4e18;

}  // namespace gatelab
