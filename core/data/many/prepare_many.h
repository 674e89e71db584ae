// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/many/many_step.h"
#include "data/many/member_split.h"
#include "data/recipe/recipe.h"
#include "data/windows.h"

#include <span>
#include <vector>

namespace gatelab {

/// Many series for one network: each is prepared by itself, so that every step learns from its own training rows alone,
/// and all stand one below the other in one table. A series that is held out as a whole ("series") is scaled by its own
/// past: the first half of its rows, at least one lookback, and its windows begin behind it. Columns that are constant
/// in each series get one scale over all of them, and yes-or-no columns none (ApartColumn). A series that cannot be
/// used is left out with its reason; an Error where none can.
Result<PreparedPtr> prepareMany(const SeriesPtr& series, const ExperimentConfig& config,
                                std::span<const RecipeStep> kinds = recipeSteps());

/// Members that were prepared by themselves as one table, in the order of membersOf(*series).
Result<PreparedPtr> joinMembers(const SeriesPtr& series, std::vector<PreparedMember> members,
                                std::vector<ApartColumn> apart);

/// Appends the columns that no step changes to a series that was prepared by itself.
Result<> addApart(const Series& series, const std::vector<ApartColumn>& apart, Table& table);

/// The series that are left out, with their reasons, and what a person must know of the loss: one line each.
std::vector<Phrase> notesOfMany(const PreparedSeries& prepared, const SplitWindows& windows);

}  // namespace gatelab
