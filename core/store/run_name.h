// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"
#include "store/workspace.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What new runs are called, so that a list says which is which. A name is data: the same in every language, with the
/// keys of the settings as words.
namespace gatelab {

/// Characters of a name that is given now; older runs keep theirs, shown cut.
inline constexpr int kLongestRunName = 200;

/// The name that was asked for, else the model's.
std::string runName(const ExperimentConfig& config);

/// Of a run that repeats `parent` or branches from its checkpoint at `branchStep` (-1: it does not): the name that was
/// asked for, where that is not only the parent's; else the parent's name with what differs, "ETTh1 · seed 7", "ETTh1 ·
/// from step 120 · dropout 0.1". What a parent's name says of its own settings follows the child's, so that names do
/// not grow from repeat to repeat. The model's name stays the model's. Settings without an effect on the new run are
/// not told (unusedReason).
std::string runName(const ExperimentConfig& config, const RunSummary& parent, std::int64_t branchStep = -1);

/// Of a new run beside those of its workspace and its queue (newest first): without a parent, and without a name that
/// was asked for, it says what differs from the run of its model with the most similar settings, "LSTM 1×32 · learning
/// rate 0.003"; a name made here that is taken gets a number, "LSTM 1×32 · run 2".
std::string newRunName(const ExperimentConfig& config, const RunSummary* parent, std::int64_t branchStep,
                       std::span<const RunSummary> runs);

/// Whether it begins with the name of this model: made by the program.
bool isMadeName(const std::string& name, const ExperimentConfig& config);

/// "LSTM 1×32" and "learning rate 0.003 · seed 2": what it is called and what sets it apart; empty: nothing.
std::pair<std::string, std::string> splitName(const std::string& name);

/// "LSTM 1×32", "learning rate 0.003", "seed 2": the name, cut at its middle dots. Not empty.
std::vector<std::string> nameParts(const std::string& name);
/// How names say a setting: "learning rate"; and what it is: "learning rate 0.003", "no layer norm", "other recipe".
std::string settingWords(const Field& field);
std::string settingText(const Field& field, const ExperimentConfig& config);

/// Whether the name says that the run branched at this step.
bool saysBranch(const std::string& name, std::int64_t step);

/// What runs that differ in nothing but the seed have in common.
std::string nameWithoutSeed(const std::string& name, const ExperimentConfig& config);
/// The same of most of these runs, so that one renamed run does not name them all; empty: no more than half have one in
/// common.
std::string sharedName(std::span<const RunSummary* const> runs);

}  // namespace gatelab
