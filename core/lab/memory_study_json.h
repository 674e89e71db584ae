// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"

#include <string>

namespace gatelab {

/// The whole study, one line: of which experiment, every row with forecast and measured memory in MiB, what it shows.
/// What was not measured is null.
std::string studyJson(const MemoryStudy& study);

}  // namespace gatelab
