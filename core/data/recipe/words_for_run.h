// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "data/series.h"

#include <string>
#include <vector>

namespace gatelab {

/// Another file's columns of words as a kept run with these columns knows them: words that it did not learn are none of
/// its own and are told with their rows, a column that it has as numbers or switches is 0 and 1 whatever the words for
/// yes and no, and words that the file lacks are 0. What the reader says of such columns holds for no run and is taken
/// out. InvalidInput: a column of one series has no word that the run learned, or its words are no yes and no.
Result<SeriesPtr> wordsForRun(const SeriesPtr& series, const std::vector<std::string>& columns);

}  // namespace gatelab
