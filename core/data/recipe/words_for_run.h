// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"

#include <string>
#include <vector>

namespace gatelab {

struct FittedRecipe;

/// Another file's columns of words as a kept run knows them: words that it did not learn are none of its own and are
/// told with their rows, a column that it has as switches is 0 and 1 whatever the words for yes and no, and words that
/// the file lacks are 0. What the reader says of such columns holds for no run and is taken out. InvalidInput: a column
/// of one series has no word that the run learned, its words are no yes and no, or the run has it as numbers.
Result<SeriesPtr> wordsForRun(const SeriesPtr& series, const FittedRecipe& kept);

/// A series whose columns of words are named word by word (`names`, of inputs): a word that is named and that its
/// column does not hold is 0 in every row, and is told, as words are that are not named, with their rows. Unchanged
/// where the columns themselves are named, or where a column holds none of the words that are named of it.
SeriesPtr withNamedWords(const SeriesPtr& series, const std::vector<std::string>& names);

}  // namespace gatelab
