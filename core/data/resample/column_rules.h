// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/shapes/resample_rule.h"
#include "data/series.h"

#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// What several rows of one span become in one column.
struct ColumnRule {
    std::string column;  ///< its name; of words that of the whole column
    SpanRule by = SpanRule::Mean;
    Phrase why;                         ///< empty: as somebody wrote it
    std::vector<std::size_t> channels;  ///< of the series: one, or those of its words
};

/// The rules of all columns of a series whose rows are put together, in its order; none is SpanRule::Auto. What `asked`
/// leaves open is decided: amounts are summed (their column makes the steps of a balance, alone or with another, or is
/// called like one), levels take their last value (that balance; what never falls; what is called a balance, counter or
/// price), and states of 0 and 1 too; of words the most frequent one counts; else the mean, as of what was measured.
std::vector<ColumnRule> columnRules(const Series& series, const ResampleRule& asked);

/// The same as a setting: "sum, Balance=last". The rule of most columns stands alone.
ResampleRule writtenRule(const std::vector<ColumnRule>& rules);

/// Columns that `asked` names and the series has not.
std::vector<std::string> unknownColumns(const Series& series, const ResampleRule& asked);

/// What is done with the columns, a sentence for each rule and reason: "rows of one span are summed in 'Amount' (it
/// makes the steps of 'Balance')". Rules that somebody wrote are left out.
std::vector<Phrase> describeRules(const std::vector<ColumnRule>& rules);

}  // namespace gatelab
