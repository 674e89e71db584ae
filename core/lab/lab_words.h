// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <string>

/// The English words of the lab's tables, the same in each of its formats.
namespace gatelab::lab_words {

/// "ladder"
const char* mode(LabMode mode);
/// "ladder-20261122-232210-3fa2b1": for a lab that begins now.
std::string newName(LabMode mode);
const char* group(LabGroup group);
const char* disturbance(LabDisturbance what);
/// Why a rung has no figures; empty: it has some, or will.
std::string status(const LabRung& rung, const LabFigures& figures);

}  // namespace gatelab::lab_words
