// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gatelab {

/// Context of a number: there is nothing to translate, but a window writes it as all of its figures, with the thousands
/// apart.
inline constexpr const char* kNumberContext = "Number";

/// Something core says to a person, in pieces: a pattern with its translation context and what stands at %1 to %9. core
/// writes it in English (english()), the window in its own language (translated() in ui/common/texts.h). An empty
/// context: the source is shown as it is, e.g. a file's name.
struct Phrase {
    std::string context, source;
    std::vector<Phrase> arguments;

    Phrase() = default;
    Phrase(std::string text) : source(std::move(text)) {}
    Phrase(const char* text) : source(text) {}
    // No concept: moc 6.4 cannot read <concepts>
    template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
    Phrase(Number number) : source(std::to_string(number)) {}
    Phrase(const Text& pattern, std::vector<Phrase> values = {})
        : context(pattern.context), source(pattern.source), arguments(std::move(values)) {}

    [[nodiscard]] bool empty() const { return source.empty(); }
    [[nodiscard]] std::string english() const;
    bool operator==(const Phrase&) const = default;
};

/// "first: second", "first second" in the punctuation of the language.
Phrase labelled(Phrase label, Phrase text);
Phrase together(Phrase first, Phrase second);
/// A text for one and another for any other number, which has it at %1.
Phrase counted(std::int64_t number, const Text& one, const Text& more);

/// Walks through a pattern: calls text(piece) and argument(index from 0) in order. %1 to %9 only; any other % is text.
template <class Character, class Text, class Argument>
void walkPattern(std::basic_string_view<Character> pattern, Text&& text, Argument&& argument) {
    std::size_t from = 0;
    for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
        if (pattern[i] != Character('%') || pattern[i + 1] < Character('1') || pattern[i + 1] > Character('9'))
            continue;
        text(pattern.substr(from, i - from));
        argument(static_cast<std::size_t>(pattern[i + 1] - Character('1')));
        from = ++i + 1;
    }
    text(pattern.substr(from));
}

}  // namespace gatelab
