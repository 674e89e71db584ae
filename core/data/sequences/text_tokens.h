// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A text of one sequence is cut behind so many.
inline constexpr std::size_t kMostTextTokens = 1000;

/// Words (letters and digits, small; UTF-8 letters stay as they are) or characters of a text, in their order.
std::vector<std::string> wordsOf(std::string_view text);
std::vector<std::string> charactersOf(std::string_view text);

/// Which tokens a set of texts has, with their numbers. Number 0 is any other one: what stands once in all texts, and
/// what new texts bring.
class Vocabulary {
public:
    static constexpr const char* kOther = "<other>";
    static constexpr std::size_t kMost = 20'000;

    /// Words where texts have three or more on average, and letters of ASCII prevail; else characters.
    explicit Vocabulary(std::span<const std::string> texts);
    /// One that was made before, by its names().
    static Vocabulary named(std::vector<std::string> names);
    [[nodiscard]] std::vector<double> numbersOf(std::string_view text) const;
    /// By their numbers: the most frequent first.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] bool areWords() const { return areWords_; }

private:
    Vocabulary() = default;
    [[nodiscard]] std::vector<std::string> tokensOf(std::string_view text) const;
    bool areWords_ = true;
    std::vector<std::string> names_;
    std::map<std::string, std::size_t, std::less<>> numbers_;
};

}  // namespace gatelab
