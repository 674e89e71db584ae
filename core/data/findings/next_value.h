// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"
#include "data/split.h"

#include <string>
#include <vector>

namespace gatelab {

/// A column that at each row holds what another one comes to after it: as an input for that one it tells the answer.
struct NextValue {
    std::string holder, target;
    double explained = 0;  ///< share of the variance of what it holds, of ranks
    bool isNext = false;   ///< it is the value of the next row; else one of a later row, a change, a mean or a sign
    /// The target's own past tells nothing of it: what runs ahead of noise may as well drive it.
    bool isDoubtful = false;
};

/// All pairs among the columns, over the last of these rows. The ranks of the holder are compared with those of the
/// target some rows later, of its change until then, of that change's sign, and of means that reach into coming rows. A
/// pair counts where they leave less than a tenth of what a linear forecast from the target's own past leaves, unless
/// that past tells nearly all: two smooth columns that move together do not count, nor do most columns that drive one,
/// nor what rests on a few rows or could be chance (a switch, an outlier, a first row of codes), nor a column that
/// tells rows that have been as well (of one season). So a leak `n` rows ahead needs some 15 n rows. `only`: the one
/// target that is looked at; empty: all.
std::vector<NextValue> nextValues(const Series& series, RowRange rows, const std::string& only = {});
std::vector<NextValue> nextValues(const Series& series);

/// Said of a pair in words.
Phrase nextValueText(const NextValue& pair);

}  // namespace gatelab
