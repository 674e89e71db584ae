// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>
#include <string_view>

namespace gatelab {

/// A code page that its bytes give away.
struct CodePageGuess {
    std::string key;  ///< of csvEncodingChoices(); empty: none of them
    Phrase reason;
};

/// Shift-JIS, EUC-KR, Big5, Windows-1250 or Windows-1254, of a text that is neither UTF-8 nor Cyrillic: by pairs that
/// hardly any other encoding has, and by letters that stand inside words in one of them alone. Pure; any thread.
CodePageGuess guessCodePage(std::string_view bytes);

}  // namespace gatelab
