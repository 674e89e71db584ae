// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/run_groups.h"
#include "lab/verdict.h"
#include "widgets/key_values.h"

#include <QString>
#include <span>

/// What the verdict panel says of a verdict; pure functions.
namespace gatelab {

/// "validation loss", "test MSE".
QString scoreTitle(VerdictScore score, const std::string& task);
/// What it rests on, in sentences, under the answer. Names as the panel shows them.
QString verdictText(const Verdict& verdict, VerdictScore score, const RunGroup& base, const QString& nameA,
                    const QString& nameB);
/// Runs of these that give no score, by reason; "1 vs 2" where there are two.
KeyValueList::Rows leftOutFacts(std::span<const RunGroup* const> groups);
/// Where the test part points elsewhere than the validation loss in most pairs, or the other way round; empty: it does
/// not, or nothing was judged, or by another score.
QString otherScoreNote(const Verdict& verdict, VerdictScore score, const RunGroup& a, const RunGroup& b,
                       const QString& nameA, const QString& nameB);
KeyValueList::Rows verdictFacts(const Verdict& verdict, const RunGroup& a, const RunGroup& b);

}  // namespace gatelab
