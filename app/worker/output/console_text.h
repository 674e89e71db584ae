// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace gatelab::worker {

/// What core says, in English, with each setting under the name of its flag: core knows it by its label in the window.
/// Texts of somebody else in it (names of columns and files) cannot give orders to a terminal.
std::string consoleText(const Phrase& phrase);
std::string consoleText(const Error& error);

/// The same with each setting under its label.
std::string plainText(const Phrase& phrase);

/// A text of somebody else (a name, a note, a column) as a terminal can show it: control characters as "\\x1b", those
/// that turn the direction of writing as
/// "\\u202e", and what is longer than 200 characters cut.
std::string shown(const std::string& text);

/// A name that is too long for lists; nothing when it is not. For what is given now: kept runs keep theirs.
std::optional<Error> checkName(const std::string& name);

}  // namespace gatelab::worker
