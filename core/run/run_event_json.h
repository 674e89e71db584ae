// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/run_event.h"

#include <string>
#include <string_view>

namespace gatelab {

/// One event as one line of JSON, for run.sqlite, the worker protocol and --json. NaN and Inf are written as texts
/// ("nan", "inf", "-inf"), so that every event reads back equal.
std::string eventToJson(const RunEvent& event);
/// Unknown members are ignored and missing ones keep their default; an unknown kind or a wrong type is an error.
Result<RunEvent> eventFromJson(std::string_view json);

/// "best", "checkpoint", ...: the kind's name in JSON.
const char* eventKindName(const RunEvent& event);
/// "running", "finished", ...: the state's name in JSON and on the command line.
const char* runStateName(RunState state);
Result<RunState> runStateFromName(std::string_view name);

}  // namespace gatelab
