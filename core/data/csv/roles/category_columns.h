// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"
#include "data/csv/roles/roles.h"

namespace gatelab {

/// Decides which columns of words are read: a column of words for on and off is one channel of 0 and 1
/// (CsvRole::Switch), one of a few words a channel for each (CsvRole::Category). Texts, names of rows, columns of one
/// word and those of more than 32 words stay CsvRole::Text, and `said` tells of each what became of it. A column that
/// inputs, targets or the recipe name is read whatever it holds, up to 2,000 words.
void decideCategories(const CsvLayout& layout, const TableScan& scan, const ExperimentConfig& options, CsvRoles& roles,
                      std::vector<ReadWarning>& said);

/// Whether this is what is said of a column of words that was read as channels.
bool tellsOfWords(const Phrase& said, const std::string& column);

/// Whether one of these says of the column that it holds one word and was left out.
bool tellsOfOneWord(const std::vector<ReadWarning>& said, const std::string& column);

/// The channels of such a column, words in the order of their bytes. A cell without a word is kMissingWord, of a switch
/// NaN.
std::vector<Channel> categoryChannels(const CsvLayout& layout, const TableScan& scan, const CsvRoles& roles,
                                      std::size_t c);

}  // namespace gatelab
