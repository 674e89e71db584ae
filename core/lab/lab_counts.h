// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

namespace gatelab {

/// Of what the runs of a lab are made up, the same everywhere: "14 rungs × 5 repeats + 14 for the outputs + 14 of equal
/// time = 98 runs"; of what has a rung that failed, also how many fell away with it. Repeats that are measured again
/// are told besides.
Phrase labRuns(const LabReport& report);
/// Where a lab that was cut off goes on, and what of it is measured again, as a sentence.
Phrase labGoesOn(const LabReport& begun);

}  // namespace gatelab
