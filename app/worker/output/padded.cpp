// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/padded.h"

#include "base/code_point.h"
#include "worker/output/console_text.h"

#include <algorithm>
#include <span>

namespace gatelab::worker {

namespace {

struct CodeRange {
    unsigned first, last;
};

bool isIn(std::span<const CodeRange> ranges, unsigned code) {
    return std::ranges::any_of(ranges, [&](const CodeRange& one) { return code >= one.first && code <= one.last; });
}

/// Bytes of the character that begins with this one, of a text that is UTF-8 (as shown() leaves it).
std::size_t lengthOf(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// Columns that the character at `at` takes; those of four bytes are nearly all wide.
std::size_t columnsOf(const std::string& text, std::size_t at) {
    constexpr CodeRange kWide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
                                   {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}};
    constexpr CodeRange kNone[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},
                                   {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
    if (lengthOf(text[at]) == 1) return 1;
    const unsigned code = codePoint(text, at);
    return code == 0 || isIn(kWide, code) ? 2 : isIn(kNone, code) ? 0 : 1;
}

}  // namespace

std::string padded(const std::string& text, std::size_t columns) {
    std::string out = shown(text);
    std::size_t taken = 0;
    for (std::size_t at = 0; at < out.size(); at += lengthOf(out[at])) taken += columnsOf(out, at);
    if (taken < columns) out.append(columns - taken, ' ');
    return out;
}

}  // namespace gatelab::worker
