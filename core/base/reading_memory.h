// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace gatelab {

/// Systems hand out more memory than there is and then end the program: OutOfMemory where reading `name`, of
/// `fileBytes`, may need `needed` bytes and fewer are free. Files below 1 MiB, and systems that do not tell what is
/// free, pass.
Result<> checkReadingMemory(const std::string& name, std::uint64_t fileBytes, std::uint64_t needed);

}  // namespace gatelab
