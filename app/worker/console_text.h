// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>

namespace gatelab::worker {

/// What core says, in English, with each setting under the name of its flag: core knows it by its label in the window.
std::string consoleText(const Phrase& phrase);
std::string consoleText(const Error& error);

}  // namespace gatelab::worker
