// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.h"

namespace gatelab {

std::string Phrase::english() const {
    if (context.empty()) return source;
    std::string text;
    walkPattern(
        std::string_view(source), [&](std::string_view piece) { text += piece; },
        [&](std::size_t i) { text += i < arguments.size() ? arguments[i].english() : std::string(); });
    return text;
}

Phrase labelled(Phrase label, Phrase text) {
    return {GATELAB_TEXT("Phrase", "%1: %2"), {std::move(label), std::move(text)}};
}

Phrase together(Phrase first, Phrase second) {
    return {GATELAB_TEXT("Phrase", "%1 %2"), {std::move(first), std::move(second)}};
}

Phrase counted(std::int64_t number, const Text& one, const Text& more) {
    return number == 1 ? Phrase(one) : Phrase(more, {number});
}

}  // namespace gatelab
