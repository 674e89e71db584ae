// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/experiment_config.h"
#include "data/look/channel_look.h"
#include "data/look/correlations.h"
#include "data/look/missing_map.h"
#include "data/sequences/sequence_classes.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

struct SplitWindows;

/// What a figure means for the experiment, in one line, and what to do about it.
struct Insight {
    enum class Tone { Fact, Good, Caution };
    Tone tone = Tone::Fact;
    Phrase text;
    Phrase action = {};  ///< on the button that does it: "Lookback 48"; empty: nothing to do
    /// What it does: fields by their keys, as parseFieldValue reads them, and a step of the recipe
    std::vector<std::pair<std::string, std::string>> settings = {};
    std::string recipe = {};
};
using Insights = std::vector<Insight>;

/// Whether a step of this kind is on.
bool hasStep(const ExperimentConfig& config, std::string_view key);
/// The settings after the action.
ExperimentConfig afterAction(ExperimentConfig config, const Insight& insight);

/// Of one column: drift between the parts, tails; seasons, memory and whether it keeps its level. An action that the
/// settings have already is not offered.
Insights distributionInsights(const Series& series, const ChannelLook& look, const ExperimentConfig& config);
Insights seasonInsights(const Series& series, const ChannelLook& look, const ExperimentConfig& config);
/// Of a column with the others: who runs ahead of it.
Insights relationInsights(const Series& series, std::size_t channel, const std::vector<Leader>& leaders,
                          const ExperimentConfig& config);
/// Of all columns: those that are the same as one before, a few of them; none: nothing to say.
Insights twinInsights(const Series& series, const Correlations& all, const ExperimentConfig& config);
/// Of each column of words: how many inputs it is, with leaving it out or taking it back.
Insights wordInsights(const Series& series, const ExperimentConfig& config);
/// Where values are missing.
Insights missingInsights(const Series& series, const MissingMap& map, const ExperimentConfig& config);
/// Of the series as it is prepared: windows that are left out, those whose rows are not one step apart (by the times of
/// the rows, where they are known), columns that nothing scales.
Insights preparedInsights(const SplitWindows& windows, const ExperimentConfig& config, const TimeAxis& time = {});
/// Of all values of a table: those that are missing.
Insights tableInsights(const Series& series, const ExperimentConfig& config);
/// Of labelled sequences: balance, classes that a part lacks, lengths, what guessing comes to.
Insights classInsights(const SequenceSet& set, const std::vector<SequenceClass>& classes,
                       const ExperimentConfig& config);

}  // namespace gatelab
