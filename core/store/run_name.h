// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <cstdint>
#include <string>

/// What new runs are called, so that a list says which is which. A name is data: the same in every language, with the keys of the settings as words.
namespace gatelab {

/// The name that was asked for, else the model's.
std::string runName(const ExperimentConfig& config);

/// Of a run that repeats `parent` or branches from its checkpoint at `branchStep` (-1: it does not): the name that was asked for, where that is not only
/// the parent's; else the parent's name with what differs, "ETTh1 · seed 7", "ETTh1 · from step 120 · dropout 0.1". What a parent's name says of its own
/// settings follows the child's, so that names do not grow from repeat to repeat. The model's name stays the model's.
std::string runName(const ExperimentConfig& config, const RunSummary& parent, std::int64_t branchStep = -1);

/// What runs that differ in nothing but the seed have in common.
std::string nameWithoutSeed(const std::string& name, const ExperimentConfig& config);

}  // namespace gatelab
