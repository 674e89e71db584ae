// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

/// What several rows in one span become.
enum class SpanRule { Auto, Mean, Sum, First, Last, Lowest, Highest, Most };

/// The setting resample_by: a rule for all columns, and those of some.
struct ResampleRule {
    SpanRule common = SpanRule::Auto;
    std::vector<std::pair<std::string, SpanRule>> columns;  ///< by their names, in the order of the text
    /// Of this column: its own, else the common one.
    [[nodiscard]] SpanRule of(std::string_view column) const;
    friend bool operator==(const ResampleRule&, const ResampleRule&) = default;
};

/// "sum", "sum, Balance=last", "Paid in=sum, Balance=last": keys of resampleChoices(), the common one without a name
/// (none: auto), in any order. A name that holds a comma, a quote or spaces at an end stands in double quotes, a quote
/// in it is written twice. Refuses what is no rule, a second common one and a column that is named twice.
Result<ResampleRule> parseResampleRule(std::string_view text);
/// The shortest text that parseResampleRule() reads back to the same.
std::string formatResampleRule(const ResampleRule& rule);
/// The key of a rule in resampleChoices().
const char* keyOf(SpanRule rule);

}  // namespace gatelab
