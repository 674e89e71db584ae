// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_report.h"

#include <string_view>

namespace gatelab {

/// The whole report, one line: what was planned, for which experiment on which machine, every repeat, what it shows.
/// Numbers that were not measured are null.
std::string labJson(const LabReport& report);
/// One again, also one that was not finished. Its lines are planned anew from the experiment and the machine that it
/// names: Unsupported where this program has other switches than the one that measured them.
Result<LabReport> labFromJson(std::string_view json);

}  // namespace gatelab
