// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/shapes/shape.h"

#include <optional>

/// The signs of each shape that is no series with a column for each quantity and a row for each time. Those that find
/// one say so in `warnings`.
namespace gatelab::csv_shape {

/// How the times go on from row to row, whatever their direction: those of a table that runs from new to old are turned
/// about.
struct Forward {
    std::int64_t rises = 0, falls = 0, repeats = 0;
    bool isTurned = false;
};
Forward forwardOf(const std::vector<std::int64_t>& times);

/// Which series each row belongs to, by a column of few words or whole numbers; empty: the column has too many.
std::vector<std::int64_t> groupsOf(const TableShape& s, std::size_t c);
/// Several series one below the other, or row by row in turn, told apart by a column of names or numbers: windows would
/// run from one into the next.
/// `series`: how many.
bool warnOfLongTable(const TableShape& s, const Forward& way, std::vector<ReadWarning>& warnings, std::size_t& series);

/// "H01": a prefix and a number.
struct NumberedName {
    std::string prefix;
    int number = -1;
};
NumberedName numberedName(const std::string& name);
/// Words that tell every row from the others.
bool hasRowNames(const TableShape& s);

/// A row for each year and a column for each month: one series that was read as twelve. `usual`: the most frequent
/// step.
bool warnOfMonthColumns(const TableShape& s, std::int64_t usual, std::vector<ReadWarning>& warnings);
/// A column for each year and a row for each of its days or months.
bool warnOfYearColumns(const TableShape& s, std::vector<ReadWarning>& warnings);
/// A row for each day and a column for each hour or part of one.
bool warnOfHourColumns(const TableShape& s, std::int64_t usual, std::vector<ReadWarning>& warnings);
/// Years, quarters or dates as the names of most columns of values. Where the header says it itself, nothing else
/// stands in it. Years that may be something else are told of, and the table stays as it is.
OtherShape warnOfDateColumns(const TableShape& s, const Forward& way, std::vector<ReadWarning>& warnings);
/// A sequence in each row, behind its class or its name, as the UCR archive (.tsv, .txt) and the M4 competition have
/// it; or a table whose rows and columns are exchanged.
bool warnOfSequenceRows(const TableShape& s, std::vector<ReadWarning>& warnings);

}  // namespace gatelab::csv_shape
