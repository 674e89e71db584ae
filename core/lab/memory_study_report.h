// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/memory_study.h"

#include <string>
#include <vector>

namespace gatelab {

/// The study's table for files and people: one line per row, English, memory in MiB. What was not measured is empty
/// (CSV) or "-" (text); memory_study_json.h has the whole of it.
std::string studyCsv(const MemoryStudy& study);
/// One line per row for a terminal: forecast/measured by cause and of the peak.
std::string studyText(const MemoryStudy& study);

/// Why a row has no figures, in English; empty: it has some, or will.
std::string studyNote(const StudyRow& row);
/// "the backward pass: 62 % activations": the part of a run whose memory is the highest, once it is measured, and what
/// most of it is held for. Of a forecast without the part.
Phrase studyPeak(const StudyRow& row);
/// The part in a word for files: data, forward, backward, optimiser or evaluation; empty: not known.
std::string studyPeakPhase(const StudyRow& row);
/// What the study shows, the headline first: where the peak lies and what it consists of, which value needs least and
/// most, how far the forecast was off.
std::vector<Phrase> studyFindings(const MemoryStudy& study);

/// "gatelab-worker study memory ...": what measures this again.
std::string studyCommand(const MemoryStudy& study);

}  // namespace gatelab
