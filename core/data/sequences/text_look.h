// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "data/sequences/running_text.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// What a running text is, for who looks at it.
struct TextLook {
    struct Token {
        std::string name;  ///< as tokenLabel() has it
        std::int64_t count = 0;
    };
    TextTokens tokens = TextTokens::Characters;
    std::int64_t length = 0;  ///< tokens, those that are not told apart among them
    std::int64_t pieces = 0, pieceLength = 0;
    std::string beginning;  ///< the first so many tokens as a text; of words the blanks are those of TextJoiner
    /// How often each token of the vocabulary stands in it, the most frequent first, those that are alike often in the
    /// order of the vocabulary; <other> where it is.
    std::vector<Token> vocabulary;
};

/// Of a running text (isRunningText). `most`: tokens of the beginning. Empty where `progress` said stop. Any thread.
TextLook lookAtText(const SequenceSet& set, std::size_t most, const Progress& progress = {});

}  // namespace gatelab
