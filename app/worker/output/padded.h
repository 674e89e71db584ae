// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace gatelab::worker {

/// shown() with blanks behind it up to `columns` of a terminal, where a character of Chinese, Japanese or Korean takes
/// two and an accent of its own none (Unicode TR 11); longer texts stay whole.
std::string padded(const std::string& text, std::size_t columns);

}  // namespace gatelab::worker
