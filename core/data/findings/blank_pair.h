// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "data/series.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// Two columns of a ledger, what came in and what went out: each row has one of them, and the other cell is blank,
/// which means 0.
struct BlankPair {
    std::size_t first = 0, second = 0;           ///< columns of the series, in its order
    std::string firstName, secondName, balance;  ///< balance: the column whose steps they make; empty: none
    std::int64_t rows = 0;                       ///< with exactly one of them
    std::int64_t steps = 0, explained = 0;       ///< of the balance, but for roundings; those that the two make
    [[nodiscard]] bool isProven() const { return explained > 0; }
};

/// The pairs of a series: at least 8 rows, of which all but one, or 99 in 100, have a value in exactly one of two
/// columns, and either nearly every step of a third column is the one less the other (or their sum), whatever the order
/// of the rows, or both are called as money that comes and goes. Values of two loggers side by side are none. A column
/// is in one pair at most. No pair of many series, nor where more than 16 columns miss values: that is no ledger, and
/// each with each would take long.
std::vector<BlankPair> blankPairs(const Series& series);

/// A column of amounts and the one whose steps they make: a booking and the balance after it.
struct LedgerColumns {
    std::size_t amount = 0, balance = 0;  ///< columns of the series
    std::int64_t steps = 0, explained = 0;
};
/// Those of a series, each amount with the first balance that it makes: at least 8 steps that are more than a rounding
/// and half of all, of which 95 in 100 are the amount of their row, as it is or negated, whatever the order of the
/// rows. None of many series, nor of more than 16 columns.
std::vector<LedgerColumns> ledgerColumns(const Series& series);

/// Whether rows in the order of their time are a ledger that leaves none out: the steps of its balance over gaps of
/// time are made by the amounts behind them like the others, so that nothing happened in between. False without times.
bool coversGaps(const Series& series);

/// What is said of it, and the recipe step that makes its blanks zeros.
Phrase blankPairText(const BlankPair& pair);
std::string blankPairStep(const BlankPair& pair);

}  // namespace gatelab
