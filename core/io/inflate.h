// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gatelab {

/// What a zlib stream (RFC 1950) unpacks to. An Error where it is damaged, cut, or larger than `limit` bytes. Any
/// thread.
Result<std::string> inflateZlib(std::string_view packed, std::size_t limit, const Progress& progress = {});
/// The checksum of PNG and ZIP: CRC-32 (ISO 3309). Any thread.
std::uint32_t crc32Of(std::string_view bytes);

}  // namespace gatelab
