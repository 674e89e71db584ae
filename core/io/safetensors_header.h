// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a safetensors header says about one tensor. Offsets count from the end of the header.
struct SafetensorsEntry {
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;
};

struct SafetensorsHeader {
    std::map<std::string, SafetensorsEntry> tensors;
    std::map<std::string, std::string> metadata;
};

/// Reads the JSON of a header event by event, without a document in memory, so that a hostile one costs no more than
/// its own size. Refuses duplicate and unknown keys, missing members, fractions, negative numbers and any other shape
/// of JSON. The message lacks the file's name.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view json);

}  // namespace gatelab
