// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "data/experiment_check.h"

#include <string>

namespace gatelab::worker {

/// " (--split ...)": the settings that mend what the check of the settings, or preparing with them, found; empty:
/// nothing does.
std::string remedyHint(const ConfigFinding& finding, const Dataset& data, const ExperimentConfig& config);

/// An error of preparing with the flags by which each part holds its windows, where that is what failed.
Error withWindowsHint(const Error& error, const Dataset& data, const ExperimentConfig& config);

/// A hint, " (--split ...)", without its brackets.
std::string bareFlags(const std::string& hint);

/// What a reader says with the flags of what it asks to choose, where it names the setting alone: "... choose the time
/// column (--time-column)".
std::string withFlagsOf(std::string text);
/// plainText() of it.
std::string saidWithFlags(const Phrase& said);

}  // namespace gatelab::worker
