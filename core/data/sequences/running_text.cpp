// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/running_text.h"

#include "base/code_point.h"
#include "config/shapes/running_text.h"
#include "data/sequences/text_tokens.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace gatelab {
namespace {

/// Bytes of the character at `at`: a byte that begins none is one by itself.
std::size_t characterLength(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t meant = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    std::size_t length = 1;
    while (length < meant && at + length < text.size() &&
           (static_cast<unsigned char>(text[at + length]) & 0xC0) == 0x80)
        ++length;
    return length;
}

/// A sign of a writing without blanks between its words.
bool isIdeograph(std::string_view sign) {
    const unsigned code = codePoint(sign, 0);
    return (code >= 0x3040 && code <= 0x9FFF) || (code >= 0xAC00 && code <= 0xD7AF) ||
           (code >= 0xF900 && code <= 0xFAFF) || sign.size() == 4;
}

bool isMark(std::string_view sign) {
    if (sign.size() == 1) return std::isalnum(static_cast<unsigned char>(sign[0])) == 0 && sign[0] != '_';
    const unsigned code = codePoint(sign, 0);
    return (code >= 0x80 && code <= 0xBF && code != 0xAA && code != 0xB5 && code != 0xBA) || code == 0xD7 ||
           code == 0xF7 || (code >= 0x2000 && code <= 0x2BFF) || (code >= 0x3000 && code <= 0x303F) ||
           (code >= 0xFE30 && code <= 0xFE4F) || (code >= 0xFF00 && code <= 0xFF0F) ||
           (code >= 0xFF1A && code <= 0xFF20) || code == 0xFFFD;
}

bool isBlank(std::string_view sign) {
    return sign == " " || sign == "\t" || sign == "\v" || sign == "\f" || sign == "\xC2\xA0" || sign == "\xE3\x80\x80";
}

bool isLetter(std::string_view sign) { return !isMark(sign) && !isBlank(sign) && !isIdeograph(sign); }

/// Bytes of the word at `at`, whose first sign is a letter.
std::size_t wordLength(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size()) {
        const std::size_t length = characterLength(text, end);
        const std::string_view sign = text.substr(end, length);
        if (isLetter(sign)) {
            end += length;
            continue;
        }
        // "don't" is one word
        const bool isApostrophe = sign == "'" || sign == "\xE2\x80\x99";
        const std::size_t next = end + length;
        if (!isApostrophe || next >= text.size() || !isLetter(text.substr(next, characterLength(text, next)))) break;
        end = next;
    }
    return end - at;
}

bool isOneOf(std::string_view token, std::initializer_list<std::string_view> all) {
    return std::ranges::find(all, token) != all.end();
}

bool holdsOnBefore(std::string_view token) {
    return isOneOf(token, {".", ",", ";", ":", "!", "?", ")", "]", "}", "%", "-", "/", "'", "\xE2\x80\x99",
                           "\xE2\x80\x9D", "\xE2\x80\xA6", "\xE2\x80\x93", "\xE2\x80\x94", "\n"});
}

bool holdsOnBehind(std::string_view token) {
    return isOneOf(token, {"(", "[", "{", "-", "/", "$", "#", "@", "'", "\xE2\x80\x98", "\xE2\x80\x9C", "\xE2\x80\x93",
                           "\xE2\x80\x94", "\n", ""});
}

/// A sign beside which nobody sets a blank.
bool standsClose(std::string_view token) {
    if (token.empty()) return false;
    const std::size_t first = characterLength(token, 0);
    const std::string_view sign = token.substr(0, first);
    return first == token.size() && (isIdeograph(sign) || (first == 3 && isMark(sign) && codePoint(sign, 0) >= 0x3000));
}

}  // namespace

TextTokens textTokensOf(const ExperimentConfig& config) {
    return readsWords(config) ? TextTokens::Words : TextTokens::Characters;
}

TextTokens textTokensOf(const SequenceSet& set) {
    const bool areWords = std::ranges::any_of(set.tokenNames, [](const std::string& name) {
        return name != Vocabulary::kOther && !name.empty() && characterLength(name, 0) < name.size();
    });
    return areWords ? TextTokens::Words : TextTokens::Characters;
}

void forEachToken(std::string_view text, TextTokens tokens, const std::function<bool(std::string_view)>& take) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = characterLength(text, at);
        if (tokens == TextTokens::Words) {
            const std::string_view sign = text.substr(at, length);
            if (isBlank(sign)) {
                at += length;
                continue;
            }
            if (isLetter(sign)) length = wordLength(text, at);
        }
        if (!take(text.substr(at, length))) return;
        at += length;
    }
}

std::string_view asLineEnd(std::string_view token, std::string_view behind) {
    if (token != "\r") return token;
    return behind.starts_with('\n') ? std::string_view() : std::string_view("\n");
}

std::vector<std::int64_t> tokenNumbers(std::string_view text, TextTokens tokens,
                                       const std::vector<std::string>& names) {
    std::unordered_map<std::string_view, std::int64_t> places;
    for (std::size_t i = 1; i < names.size(); ++i) places.emplace(names[i], static_cast<std::int64_t>(i));
    std::vector<std::int64_t> numbers;
    forEachToken(text, tokens, [&](std::string_view token) {
        const std::string_view behind =
            text.substr(static_cast<std::size_t>(token.data() - text.data()) + token.size());
        if (token = asLineEnd(token, behind); token.empty()) return true;
        const auto found = places.find(token);
        numbers.push_back(found != places.end() ? found->second : 0);
        return true;
    });
    return numbers;
}

std::string_view withoutCutEnd(std::string_view text) {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0) == 0x80) continue;
        const std::size_t meant = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return meant > back ? text.substr(0, text.size() - back) : text;
    }
    return text;
}

std::string TextJoiner::add(std::string_view token) {
    if (tokens_ == TextTokens::Characters) return std::string(token);
    const bool isQuote = token == "\"";
    const bool closes = isQuote && isQuoted_;
    const bool isTight = isAtStart_ || holdsOnBefore(token) || holdsOnBehind(before_) || closes ||
                         (standsClose(before_) && standsClose(token));
    if (isQuote) isQuoted_ = !isQuoted_;
    if (token == "\n") isQuoted_ = false;
    isAtStart_ = false;
    before_ = isQuote && !closes ? std::string() : std::string(token);
    return (isTight ? "" : " ") + std::string(token);
}

std::string tokenLabel(const std::string& token) {
    if (token == " ") return "' '";
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string label;
    for (const char c : token) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F)
            label += c;
        else if (c == '\n')
            label += "\\n";
        else if (c == '\t')
            label += "\\t";
        else if (c == '\r')
            label += "\\r";
        else
            label += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    }
    return label;
}

bool isRunningText(const SequenceSet& set) { return set.report.format == kRunningText; }

}  // namespace gatelab
