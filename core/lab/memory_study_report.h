// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"

#include <string>
#include <vector>

namespace gatelab {

/// The study's table for files and people: one line per row, English, memory in MiB. What was not measured is empty (CSV), null (JSON) or "-" (text).
std::string studyCsv(const MemoryStudy& study);
std::string studyJson(const MemoryStudy& study);
/// One line per row for a terminal: forecast/measured by cause and of the peak.
std::string studyText(const MemoryStudy& study);

/// The part of a run whose memory is the highest; an empty source: not known.
Text studyPeakPart(const StudyRow& row);
/// What the study shows, the headline first: where the peak lies and what it consists of, which value needs least and most, how far the forecast was off.
std::vector<Phrase> studyFindings(const MemoryStudy& study);

/// "gatelab-worker study memory ...": what measures this again.
std::string studyCommand(const MemoryStudy& study);

}  // namespace gatelab
