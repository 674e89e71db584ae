// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// The plain values of an object of JSON with their names, those inside it as "outer.inner", in a list "name_0"; null
/// is left out. Nothing: it is damaged, no object, or has no value. Pure; any thread.
std::optional<std::vector<std::pair<std::string, std::string>>> flatJson(std::string_view text);

}  // namespace gatelab
