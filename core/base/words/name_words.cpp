// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/words/name_words.h"

#include <algorithm>
#include <string>

namespace gatelab {
namespace {

bool isSmall(char c) { return c >= 'a' && c <= 'z'; }
bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
/// Bytes of UTF-8 too: those of "ä" are no end of a word.
bool isLetter(char c) { return isSmall(c) || static_cast<unsigned char>(c) >= 0x80; }

/// "PaidIn" as "paid in".
std::string asWords(std::string_view name) {
    std::string words;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const char c = name[at];
        if (isCapital(c) && at > 0 && isSmall(name[at - 1])) words += ' ';
        words += isCapital(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return words;
}

/// From U+0800 on three bytes and more: languages that leave no spaces between words.
bool leavesNoSpaces(std::string_view word) { return static_cast<unsigned char>(word.front()) >= 0xe3; }

}  // namespace

bool hasNameWord(std::string_view name, std::span<const std::string_view> words) {
    const std::string text = asWords(name);
    return std::ranges::any_of(words, [&](std::string_view word) {
        const bool isBeginning = word.ends_with('*');
        if (isBeginning) word.remove_suffix(1);
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
            const std::size_t end = at + word.size();
            if (leavesNoSpaces(word)) return true;
            if (at > 0 && isLetter(text[at - 1])) continue;
            if (isBeginning || end == text.size() || !isLetter(text[end])) return true;
        }
        return false;
    });
}

}  // namespace gatelab
