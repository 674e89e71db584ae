// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fuzz/support_targets.h"

namespace gatelab::testing {

/// Columns drawn from the bytes, sound as Arrow's ValidateFull() leaves them, as the reader of Arrow files takes them.
bool readArrowColumns(const FuzzTarget& target, std::string_view bytes, const std::filesystem::path& file);

}  // namespace gatelab::testing
