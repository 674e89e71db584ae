// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

/// Phrases in files and messages, so that a window says in its own language what another program, or this one earlier,
/// met.
namespace gatelab {

/// A phrase without a pattern is a string, any other an object {context, source, arguments}.
nlohmann::ordered_json phraseToJson(const Phrase& phrase);
/// False for anything else, and for phrases nested deeper than 8.
bool phraseFromJson(const nlohmann::ordered_json& from, Phrase& phrase);

/// The same as one line of text; empty for an empty phrase.
std::string phraseToText(const Phrase& phrase);
/// Text that phraseToText() did not write is a phrase without a pattern.
Phrase phraseFromText(std::string_view text);

}  // namespace gatelab
