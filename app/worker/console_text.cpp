// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/console_text.h"

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

}  // namespace

std::string shown(const std::string& text) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isLead(text[i]) && ++characters > kLongestName) return out + "...";
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isC1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                          static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (byte >= 0x20 && byte != 0x7F && !isC1) {
            out += text[i];
            continue;
        }
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\x%02x", isC1 ? static_cast<unsigned char>(text[++i]) : byte);
        out += escaped;
    }
    return out;
}

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

std::string consoleText(const Phrase& phrase) { return withFlags(phrase).english(); }

std::string consoleText(const Error& error) { return error.phrase.empty() ? error.message : consoleText(error.phrase); }

}  // namespace gatelab::worker
