// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace gatelab {

/// A series that needs no file. Same (length, seed) = same values on every machine (to the last bits of sin, exp and
/// log). Labels: builtinChoices(). For sets of sequences `length` is their number.
struct Builtin {
    const char* key;
    Dataset (*make)(std::int64_t length, std::uint64_t seed);
    bool sequences = false;
};
std::span<const Builtin> builtins();
/// Fails for an unknown key or a length outside 16 to 10,000,000 (rows) or 200,000 (sequences).
Result<Dataset> makeBuiltin(std::string_view key, std::int64_t length, std::uint64_t seed);

}  // namespace gatelab
