// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace gatelab {

/// What a zlib stream (RFC 1950) unpacks to. An Error where it is damaged, cut, or larger than `limit` bytes. Any
/// thread.
Result<std::string> inflateZlib(std::string_view packed, std::size_t limit);

}  // namespace gatelab
