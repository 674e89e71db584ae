// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "verdict/run_groups.h"
#include "verdict/verdict.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

/// What window and command line say of a verdict; pure functions. Settings under the names that are given.
namespace gatelab {

using FactRows = std::vector<std::pair<Phrase, Phrase>>;  ///< what, and its value

/// "better", "worse", "practically equal", "cannot tell", as it is written into JSON.
const char* verdictAnswerKey(VerdictAnswer answer);
/// "Yes, better"
Phrase verdictAnswer(const Verdict& verdict);
/// How many of the pairs are different results, where some are copies.
Phrase repeatedResults(const Verdict& verdict);
/// What it rests on, in sentences.
std::vector<Phrase> verdictSentences(const Verdict& verdict, VerdictScore score, const RunGroup& base,
                                     const std::string& nameA, const std::string& nameB);
/// Where the test part points elsewhere than the validation loss in most pairs, or the other way round; empty: it does
/// not, or nothing was judged, or by another score.
Phrase otherScoreNote(const Verdict& verdict, VerdictScore score, const RunGroup& a, const RunGroup& b,
                      const std::string& nameA, const std::string& nameB);
FactRows verdictFacts(const Verdict& verdict, const RunGroup& a, const RunGroup& b);
/// Runs of these that give no score, by reason; "1 vs 2" where there are two.
FactRows leftOutFacts(std::span<const RunGroup* const> groups);

}  // namespace gatelab
