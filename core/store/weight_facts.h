// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"

#include <map>
#include <string>

namespace gatelab {

/// What another program needs besides the weights to get the same forecasts, as texts for the header of their file:
/// "experiment" (all settings), "data" (file and hash), "inputs" and "targets" (names in their order), "scaling" (each
/// step of the recipe with what it learned on the training part), "tables" (which inputs are read through which table,
/// and the word of each of its rows, where any are), "rebuild" (how the network computes). All but the last are JSON.
struct WeightFacts {
    std::map<std::string, std::string> texts;
    Phrase problem;  ///< why "inputs", "targets" and "scaling" are absent; empty: they are there
};
/// Reads the data; only those that the weights were trained on tell their scaling. trainedOn: their dataIdentity();
/// empty: not known, and not compared. tokens: the network embeds tokens.
WeightFacts weightFacts(const ExperimentConfig& config, const std::string& trainedOn, bool tokens);

}  // namespace gatelab
