// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/run_control.h"

#include <string>
#include <string_view>

namespace gatelab {

/// What a trainer is to do next, as lines for the other processes of its run. All but a film, which one of them makes.
std::string directiveText(const RunDirective& directive);
/// InvalidInput where it is no such text.
Result<RunDirective> directiveFromText(std::string_view text);

}  // namespace gatelab
