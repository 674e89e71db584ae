// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/baselines.h"
#include "baselines/class_scores.h"
#include "baselines/sequence_baselines.h"
#include "baselines/spread_scores.h"
#include "run/run_event.h"

#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// Appends every score of the table that forecasts have, as `method` on `scale` ("original" or "standardised"); of
/// several targets their number as well, under "targets", and that MASE knows the season of each, under "own_seasons".
void addScores(const std::string& method, const std::string& scale, const ForecastScores& values,
               std::vector<TestScore>& all);
/// Appends what can be said of quantiles, interval and distribution, and of each quantile by itself under quantileKey.
void addScores(const std::string& method, const std::string& scale, const SpreadScores& values,
               std::vector<TestScore>& all);
/// Appends accuracy and the means over the classes.
void addScores(const std::string& method, const std::string& scale, const ClassSummary& values,
               std::vector<TestScore>& all);
/// Appends what a method without training achieves, under its key: a forecast on both scales; on sequences accuracy, or
/// the errors, and what a neighbour search was limited to.
void addScores(const BaselineForecast& baseline, std::vector<TestScore>& all);
void addScores(const SequenceScore& baseline, std::vector<TestScore>& all);
/// Appends what a mean cross-entropy in nats says of a running text: bits per token, and perplexity.
void addTextScores(const std::string& method, double crossEntropy, bool ofWords, std::vector<TestScore>& all);

/// "pinball_0.1": a score of one quantile. What: "pinball" or "below" (the share of truths not above it).
std::string quantileKey(const char* what, double level);
/// The quantiles that were scored, by level; empty: none.
std::vector<QuantileScore> quantileScores(const std::vector<TestScore>& all, const std::string& method,
                                          const std::string& scale);

/// A neighbour search that could not use all training items, from its scores "compared_with" and "training_items";
/// `leftOut`: too few to say anything, so that it has no other score. None: the method used all.
struct ItemsCompared {
    std::int64_t with = 0, of = 0;
    bool leftOut = false;
};
std::optional<ItemsCompared> itemsCompared(const std::vector<TestScore>& all, const std::string& method);
/// The most that warping could shift, as a share of the length; none: it had no limit, or nothing is warped.
std::optional<double> warpingBand(const std::vector<TestScore>& all, const std::string& method);
/// Whether a method may be called better than a model: a search among some of the items is not the method.
bool isDecisive(const std::vector<TestScore>& all, const std::string& method);
/// The same in words, and how far warping went where its "band" is limited; empty: the method used all without a limit.
Phrase itemsNote(const std::vector<TestScore>& all, const std::string& method);

/// Takes the values of MASE and R² from scores that an older version pooled over several targets, and of MASE from
/// those by the season of the first target alone, so that they are not held against means over the targets; whyUnformed
/// says so. The former are told by what those means cannot be: other numbers on the other scale.
void withoutPooled(std::vector<TestScore>& all);

/// Why a score is no number; empty where it is one.
Phrase whyUnformed(const std::vector<TestScore>& all, const TestScore& score);

}  // namespace gatelab
