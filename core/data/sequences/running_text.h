// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/series.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// How a running text is cut into tokens, each a step: characters (code points of UTF-8), or words (letters, digits and
/// apostrophes inside them, as they are written; every other sign and each line end by itself, blanks none; a Chinese,
/// Japanese or Korean sign is a word).
enum class TextTokens { Characters, Words };
/// As the settings of a running text want it (readsText()).
TextTokens textTokensOf(const ExperimentConfig& config);
/// By the tokens of a running text: words, where one has several signs.
TextTokens textTokensOf(const SequenceSet& set);

/// Calls `take` with one token after the other, which lie in `text`, until it says false.
void forEachToken(std::string_view text, TextTokens tokens, const std::function<bool(std::string_view)>& take);
/// The numbers that the tokens of a text have among `names`, by their place there; 0: another one (<other>). Line ends
/// of any kind are "\n".
std::vector<std::int64_t> tokenNumbers(std::string_view text, TextTokens tokens, const std::vector<std::string>& names);
/// Of a line end the token "\n": once for CR LF (nothing for its CR), which `behind` tells; other tokens as they are.
std::string_view asLineEnd(std::string_view token, std::string_view behind);
/// The first bytes of a text that may be cut inside of its last character: without it.
std::string_view withoutCutEnd(std::string_view text);

/// Puts tokens together to a text: words get their blanks back as a writer sets them, which need not be those that were
/// there. One text; one thread.
class TextJoiner {
public:
    explicit TextJoiner(TextTokens tokens) : tokens_(tokens) {}
    /// What the text grows by.
    std::string add(std::string_view token);

private:
    TextTokens tokens_;
    bool isAtStart_ = true, isQuoted_ = false;
    std::string before_;  ///< the token before; empty: a quote that opens, which holds on to the next one
};

/// What a token is called where it stands alone: marks that are not seen by their escape ("\n"), a blank as "' '".
std::string tokenLabel(const std::string& token);

/// The format by which the report of a running text says so.
inline constexpr const char* kRunningText = "running-text";
/// Whether these sequences are the pieces of one text in its order, each step with the token behind it as its class.
bool isRunningText(const SequenceSet& set);

}  // namespace gatelab
