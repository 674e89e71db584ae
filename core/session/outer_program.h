// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace gatelab {

/// What a program of the system has answered.
struct ProgramAnswer {
    int code = 0;  ///< its exit code; 128 + n: ended by signal n
    std::string out, err;
};

/// Runs it (looked for in $PATH) with these words, its input closed, until it ends; what it says comes in the language
/// C. NotFound where there is no such program. Blocks; any thread. `goesOn` is asked ten times a second; where it says
/// no, the program is killed, and the answer is Cancelled.
Result<ProgramAnswer> askProgram(const std::vector<std::string>& words, const std::function<bool()>& goesOn = {});

}  // namespace gatelab
