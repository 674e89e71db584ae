// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gatelab {

/// The code point of two or three bytes of UTF-8 that begins at `at`; 0 where there is another one.
inline unsigned codePoint(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    if ((byte(at) & 0xE0) == 0xC0) return (byte(at) & 0x1F) << 6 | (byte(at + 1) & 0x3F);
    if ((byte(at) & 0xF0) == 0xE0) return (byte(at) & 0x0F) << 12 | (byte(at + 1) & 0x3F) << 6 | (byte(at + 2) & 0x3F);
    return 0;
}

/// A character as UTF-8 behind a text; nothing of what is none.
inline void appendCharacter(std::string& text, std::uint32_t code) {
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return;
    const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6), tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | code >> 12), tail(6), tail(0);
    } else {
        text += static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0);
    }
}

/// Marks that turn or embed the direction of writing, and line ends of Unicode: text that looks other than it is.
inline bool isTurning(unsigned code) {
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

}  // namespace gatelab
