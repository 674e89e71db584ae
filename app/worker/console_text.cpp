// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/console_text.h"

#include "config/field.h"

#include <algorithm>
#include <string_view>

namespace gatelab::worker {

namespace {

Phrase withFlags(Phrase phrase) {
    for (Phrase& argument : phrase.arguments) argument = withFlags(std::move(argument));
    const auto all = fields();
    const auto field = std::ranges::find_if(all, [&](const Field& one) { return phrase.context == one.label.context && phrase.source == one.label.source; });
    return field == all.end() ? phrase : Phrase(fieldFlag(*field));
}

}  // namespace

std::string consoleText(const Phrase& phrase) { return withFlags(phrase).english(); }

std::string consoleText(const Error& error) { return error.phrase.empty() ? error.message : consoleText(error.phrase); }

}  // namespace gatelab::worker
