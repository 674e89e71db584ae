// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "data/doctor.h"
#include "data/experiment_check.h"

#include <span>
#include <string>
#include <vector>

namespace gatelab::worker {

/// " (--split ...)": the settings that mend what the check of the settings, or preparing with them, found; empty:
/// nothing does.
std::string remedyHint(const ConfigFinding& finding, const Dataset& data, const ExperimentConfig& config);

/// What the doctor tells, and the flags that mend it, in brackets.
struct ToldFinding {
    Phrase text;
    std::string hint;
};
/// Of these what a person should know and these settings do not mend; one of a kind that many columns have.
std::vector<ToldFinding> toldFindings(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config);
/// " (--recipe ...)": the settings that mend findings of one kind, else the step that masks them; empty: nothing does,
/// or it is so.
std::string kindHint(std::span<const DataFinding> findings, const Series& series, const ExperimentConfig& config);

/// An error of preparing with the flags by which each part holds its windows, where that is what failed.
Error withWindowsHint(const Error& error, const Dataset& data, const ExperimentConfig& config);

/// A hint, " (--split ...)", without its brackets.
std::string bareFlags(const std::string& hint);

/// What a reader says with the flags of what it asks to choose, where it names the setting alone: "... choose the time
/// column (--time-column)".
std::string withFlagsOf(std::string text);
/// plainText() of it; of a column of words with the steps by which it is read otherwise.
std::string saidWithFlags(const Phrase& said);

}  // namespace gatelab::worker
