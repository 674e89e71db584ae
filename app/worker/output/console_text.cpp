// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/console_text.h"

#include "base/code_point.h"
#include "config/field.h"
#include "store/run_name.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace gatelab::worker {

namespace {

Phrase withFlags(Phrase phrase) {
    for (Phrase& argument : phrase.arguments) argument = withFlags(std::move(argument));
    const auto all = fields();
    const auto field = std::ranges::find_if(all, [&](const Field& one) {
        return phrase.context == one.label.context && phrase.source == one.label.source;
    });
    return field == all.end() ? phrase : Phrase(fieldFlag(*field));
}

constexpr std::size_t kLongestName = kLongestRunName;  ///< characters

/// Where each character of UTF-8 begins.
bool isLead(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// Bytes of the character that begins at `at`; 0: what stands there is no UTF-8.
std::size_t lengthAt(const std::string& text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xC2 || byte > 0xF4 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    for (std::size_t i = 1; i < length; ++i)
        if (at + i >= text.size() || isLead(text[at + i])) return 0;
    // Halves of surrogate pairs, more bytes than are needed, and what is no code point.
    const auto second = length > 1 ? static_cast<unsigned char>(text[at + 1]) : 0U;
    const bool isNone = (byte == 0xE0 && second < 0xA0) || (byte == 0xED && second >= 0xA0) ||
                        (byte == 0xF0 && second < 0x90) || (byte == 0xF4 && second >= 0x90);
    return isNone ? 0 : length;
}

std::string escaped(const std::string& text, std::size_t most) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t length = lengthAt(text, i);
        if (++characters > most) return out + "...";
        const auto byte = static_cast<unsigned char>(text[i]);
        const unsigned code = length > 0 ? codePoint(text, i) : 0;
        const bool isC1 = code >= 0x80 && code < 0xA0;
        char written[8];
        if (isTurning(code)) {
            std::snprintf(written, sizeof written, "\\u%04x", code & 0xFFFFu);
            i += code > 0x7FF ? 2 : 1;
        } else if (byte < 0x20 || byte == 0x7F || isC1 || length == 0) {
            std::snprintf(written, sizeof written, "\\x%02x", isC1 ? code & 0xFFu : byte);
            i += isC1 ? 1 : 0;
        } else {
            out.append(text, i, length);
            i += length - 1;
            continue;
        }
        out += written;
    }
    return out;
}

/// Patterns are ours, and everything without a context is somebody's.
Phrase withPlainNames(Phrase phrase) {
    if (phrase.context.empty()) phrase.source = escaped(phrase.source, std::string::npos);
    for (Phrase& argument : phrase.arguments) argument = withPlainNames(std::move(argument));
    return phrase;
}

}  // namespace

std::string shown(const std::string& text) { return escaped(text, kLongestName); }

std::optional<Error> checkName(const std::string& name) {
    const auto characters = static_cast<std::size_t>(std::ranges::count_if(name, isLead));
    if (characters <= kLongestName) return std::nullopt;
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Worker",
                      "a name has at most %1 characters, and this one has %2; keep the long text in the notes"),
         {kLongestName, characters}}}
        .ofField("name");
}

std::string plainText(const Phrase& phrase) { return withPlainNames(phrase).english(); }

std::string consoleText(const Phrase& phrase) { return plainText(withFlags(phrase)); }

std::string consoleText(const Error& error) {
    return error.phrase.empty() ? escaped(error.message, std::string::npos) : consoleText(error.phrase);
}

}  // namespace gatelab::worker
