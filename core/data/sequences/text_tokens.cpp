// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/text_tokens.h"

#include <algorithm>
#include <cctype>

namespace gatelab {
namespace {

bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool isLetter(char c) { return !isAscii(c) || std::isalnum(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        // "don't" is one word
        const bool isInside =
            i < text.size() && text[i] == '\'' && !word.empty() && i + 1 < text.size() && isLetter(text[i + 1]);
        if (i < text.size() && (isLetter(text[i]) || isInside)) {
            word += isAscii(text[i]) ? static_cast<char>(std::tolower(static_cast<unsigned char>(text[i]))) : text[i];
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

std::vector<std::string> charactersOf(std::string_view text) {
    std::vector<std::string> characters;
    for (const char c : text) {
        const bool goesOn = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // a later byte of UTF-8
        if (goesOn && !characters.empty() && characters.back().size() < 4)
            characters.back() += c;
        else
            characters.emplace_back(1, c);
    }
    return characters;
}

Vocabulary::Vocabulary(std::span<const std::string> texts) {
    std::size_t words = 0, bytes = 0, ascii = 0;
    for (const std::string& text : texts) {
        words += wordsOf(text).size();
        bytes += text.size();
        ascii += static_cast<std::size_t>(std::ranges::count_if(text, isAscii));
    }
    areWords_ = words >= 3 * texts.size() && ascii * 2 >= bytes;
    std::map<std::string, std::size_t> counts;
    for (const std::string& text : texts)
        for (std::string& token : tokensOf(text)) ++counts[std::move(token)];
    std::vector<std::pair<std::size_t, std::string>> often;
    for (const auto& [token, count] : counts)
        if (count > 1) often.emplace_back(count, token);
    std::ranges::stable_sort(often, std::greater(), [](const auto& entry) { return entry.first; });
    if (often.size() > kMost - 1) often.resize(kMost - 1);
    names_.emplace_back(kOther);
    for (auto& [count, token] : often) {
        numbers_.emplace(token, names_.size());
        names_.push_back(std::move(token));
    }
}

Vocabulary Vocabulary::named(std::vector<std::string> names) {
    Vocabulary known;
    known.areWords_ = std::ranges::any_of(
        names, [](const std::string& name) { return name != kOther && charactersOf(name).size() > 1; });
    for (std::size_t i = 1; i < names.size(); ++i) known.numbers_.emplace(names[i], i);
    known.names_ = std::move(names);
    return known;
}

std::vector<std::string> Vocabulary::tokensOf(std::string_view text) const {
    return areWords_ ? wordsOf(text) : charactersOf(text);
}

std::vector<double> Vocabulary::numbersOf(std::string_view text) const {
    std::vector<double> numbers;
    for (const std::string& token : tokensOf(text)) {
        const auto found = numbers_.find(token);
        numbers.push_back(found == numbers_.end() ? 0 : static_cast<double>(found->second));
    }
    return numbers;
}

}  // namespace gatelab
