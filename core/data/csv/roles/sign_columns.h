// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/evidence.h"
#include "data/csv/columns/plan.h"
#include "data/csv/layout/layout.h"

#include <vector>

namespace gatelab {

/// Whether the signs of a column are the words for the sides of an account (debit, credit, S, H).
bool areSides(const ColumnEvidence& e);

/// Gives a column of signs to the numbers behind it, or in front of it where none are behind, that have no signs of
/// their own. Words for the sides of an account belong to the nearest amounts, in front first: no balance, where there
/// are others; one letter is a side only where the name of its column says so.
void joinSigns(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, std::vector<ColumnPlan>& columns);

}  // namespace gatelab
