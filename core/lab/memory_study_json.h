// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"

#include <string>
#include <string_view>

namespace gatelab {

/// The whole study, one line: of which experiment, every row with forecast and measured memory in MiB, what it shows.
/// What was not measured is null.
std::string studyJson(const MemoryStudy& study);
/// One again, also one that was not finished, without data and machine of its subject. Unsupported where this program
/// has other settings than the one that measured it.
Result<MemoryStudy> studyFromJson(std::string_view json);

}  // namespace gatelab
