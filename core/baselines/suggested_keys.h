// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gatelab {

/// Whether suggestSettings() may decide the field of this key.
bool isSuggested(std::string_view key);

}  // namespace gatelab
