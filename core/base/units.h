// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// Bytes.
inline constexpr double kMiB = 1024.0 * 1024.0;

}  // namespace gatelab
