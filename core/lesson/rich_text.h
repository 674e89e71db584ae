// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A piece of a marked text: plain words, a term of the glossary ([[gate]], [[gate|gates]]), or a measured figure
/// ({{accuracy(lstm)}}, {{... | percent}}).
struct TextPiece {
    enum class Kind { Plain, Term, Figure };
    Kind kind = Kind::Plain;
    std::string words;   ///< Plain, Term: what is read; empty for a term that stands by its key alone
    std::string key;     ///< Term: its key; Figure: the sum (claim.h)
    std::string format;  ///< Figure: empty or one of figureFormats()
};

/// Where it cannot be read: InvalidInput with what is missing.
Result<std::vector<TextPiece>> piecesOf(std::string_view marked);
/// "percent", "steps", "times", "seconds", "mib".
bool isFigureFormat(std::string_view format);
/// A number as a sentence has it: three figures, "-" for what was not measured.
std::string figureWords(double value, std::string_view format);
/// Letters that a reader sees of a piece list, for limits: terms by their words, figures as four letters; in words for
/// Latin text, in signs for Chinese.
std::size_t wordCount(const std::vector<TextPiece>& pieces);

}  // namespace gatelab
