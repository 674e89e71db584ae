// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gatelab::testing {

/// A JSON text with one to three values removed, put elsewhere, repeated or made of another kind, so that it still is
/// JSON and comes past the parser: of bytes changed one by one few do. Nothing: the text is no list and no object.
/// The same `seed` gives the same text.
std::optional<std::string> mutatedJson(std::string_view text, std::uint32_t seed);

}  // namespace gatelab::testing
