// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/words/word_table.h"

#include <string>
#include <vector>

namespace gatelab {

/// The tables of a network with these inputs, by the steps "category" of the recipe: one for each column of words that
/// one of them has read as an embedding. Rows are in the order in which the words come among the inputs; a word that is
/// known ahead ("weather=rain +24") has the row of the word. A parameter is named after its column with '_' for what
/// is no letter, digit or '-', and a number behind it where two were the same.
std::vector<WordTable> wordTables(const std::vector<std::string>& recipe, const std::vector<std::string>& inputs);

/// What the first layer sees of these inputs: the others by their names, then "weather [1]", "weather [2]", ... of each
/// table, "weather [1] +24" of what is known ahead.
std::vector<std::string> seenNames(const std::vector<WordTable>& tables, const std::vector<std::string>& inputs);

}  // namespace gatelab
