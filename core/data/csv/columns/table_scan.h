// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/evidence.h"
#include "data/series.h"

namespace gatelab {

/// A row whose first cell is of another kind than its column: empty, a number among words, a year among dates.
/// `isTime`: it is a time as the others are, but written in another way (a quarter among months).
struct OddLabel {
    std::int64_t row = 0;
    std::string text;
    bool isTime = false;
};

/// The number of a word among those of its column.
using WordNumber = std::uint16_t;
/// Of a row without a word, or with one beyond the first 2,000 of its column.
inline constexpr WordNumber kNoWord = 65535;

/// One reading of all rows under a plan.
struct TableScan {
    std::vector<ColumnEvidence> evidence;
    std::vector<std::vector<double>> values;  ///< per column; empty where the plan has no numbers
    std::vector<std::int64_t> times;          ///< per row where the plan has times in text; kNoTime: missing
    std::int64_t rows = 0, excluded = 0, strayQuotes = 0, strayLine = -1, shortRows = 0, longRows = 0;
    /// Row and column of the first cells that a quote without its other one begins or ends: elsewhere they are texts
    std::vector<std::pair<std::int64_t, std::size_t>> strayCells;
    bool isReordered = false;                 ///< a line further down names the columns in another order
    ColumnEvidence::Odd firstWords{-1, {}};   ///< first cell of the first row that was left out for its words
    std::int64_t innerLines = 0;              ///< line ends inside quoted cells
    std::int64_t textRows = 0, sumWords = 0;  ///< how many of each kind that a plan may keep
    ReadAccount account;                      ///< of the rows from the first one of values on
    std::vector<OddLabel> oddLabels;          ///< the first ones
    /// Per column of text and row the number of its word among those that the column has; empty: not text
    std::vector<std::vector<WordNumber>> wordOf;
    std::vector<std::vector<std::string>> words;  ///< per column of text its words by their numbers, those of wordOf
    /// Row and its line wherever that is not the line after the one before
    std::vector<std::pair<std::int64_t, std::int64_t>> lineJumps;
    [[nodiscard]] std::int64_t lineOf(std::int64_t row) const;
    /// Comments that would be rows of the table without their mark, and the first of them
    std::int64_t commentRows = 0, commentLine = -1;
    /// Those of them whose first cell, without the mark, is a word that other rows have there
    std::int64_t commentedWords = 0;
    /// Takes rows out, in rising order.
    void drop(const std::vector<std::int64_t>& rowsOut, std::vector<std::int64_t>& readTimes, const Phrase& why);
    std::vector<ReadWarning> warnings;
};

}  // namespace gatelab
