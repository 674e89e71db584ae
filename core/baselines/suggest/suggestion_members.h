// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/suggest/suggester.h"
#include "data/series.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A column whose values of the rows to come seem to be given, and make a linear forecast better by a tenth.
struct GivenColumn {
    std::string column;
    double error = 1;      ///< with them over without
    bool isNamed = false;  ///< by its name alone; else it has values behind the last one of the target
};

/// What is found once of a series, whatever is suggested then.
struct FoundFacts : SeriesFacts {
    std::vector<GivenColumn> given;
    /// Columns that would help, whose values end before those of the target: at the end, where a forecast is made and
    /// judged, what fills them is invented
    std::vector<std::string> ended;
};

/// Which columns help, judged over many series where there are many: in the few rows of one chance helps. And which
/// seem to be given for the rows to come. `asRead`: the one series before its recipe: a masked end of the target makes
/// no other column known ahead.
void judgeColumns(const SeriesPtr& all, const Series& asRead, const ExperimentConfig& config, FoundFacts& facts);
/// Takes from those that help what ends ten rows or more before the only target does.
void leaveEndedOut(const Series& series, const std::vector<std::string>& targets, FoundFacts& facts);

/// Numbers that certainly stand for "missing", with their columns.
using StandIns = std::map<double, std::vector<std::string>>;
StandIns standInsOf(const Series& series);

std::string joined(const std::vector<std::string>& names, const char* between);

// What each of them suggests goes to `to`, in the order of these.
/// Nobody learns from them.
void suggestMissing(Suggester& to, const StandIns& standIns);
/// Blanks of a ledger that mean 0.
void suggestZeros(Suggester& to, const Series& series);
/// `found`: facts of the same series and columns, once they are known. `all`: many series like this one that are
/// learned from together, or itself.
void suggestForecast(Suggester& to, const SeriesPtr& series, const SeriesPtr& all, std::optional<FoundFacts>& found);
/// Which columns the network sees besides the targets. `alone`: with the targets as its only inputs.
void suggestInputs(Suggester& to, const Series& series, const ExperimentConfig& alone, const FoundFacts& facts);
/// The values of the horizon of what is planned are read, where they drive the target.
void suggestGiven(Suggester& to, const Series& series, const FoundFacts& facts);
/// Lookback and horizon that leave a short series enough windows.
void suggestWindows(Suggester& to, const Series& series, const SeriesFacts& facts);
void suggestAnchor(Suggester& to, const SeriesFacts& facts);
/// All of a set of sequences, or of a running text.
void suggestSequences(Suggester& to, const Dataset& data);

constexpr std::int64_t kMinSuggestedEpochs = 12;  // so often the validation part is looked at
/// Sequences or windows of a batch.
std::int64_t suggestedBatch(std::int64_t examples);
/// Batch size, epochs and when to stop: `steps`, whatever there is to learn from. seconds: what that takes where it is
/// long; 0: less than 20.
void suggestLength(Suggester& to, std::int64_t examples, std::int64_t steps, std::int64_t seconds = 0);

}  // namespace gatelab
