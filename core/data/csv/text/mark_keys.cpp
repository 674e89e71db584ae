// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text/mark_keys.h"

#include <algorithm>

namespace gatelab::mark_keys {

std::string_view markOf(std::span<const Row> rows, std::string_view key) {
    const auto found = std::ranges::find(rows, key, &Row::key);
    return found == rows.end() ? std::string_view() : found->mark;
}

std::string_view keyOf(std::span<const Row> rows, std::string_view mark) {
    const auto found = std::ranges::find(rows, mark, &Row::mark);
    return found == rows.end() ? std::string_view() : found->key;
}

}  // namespace gatelab::mark_keys
