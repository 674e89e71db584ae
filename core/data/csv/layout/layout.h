// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/text/dialect.h"
#include "data/series.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// One of the first lines as the line of names: over how many columns of numbers or times it has a word.
struct WeighedLine {
    std::int64_t line = 0;
    std::int64_t named = 0, columns = 0;
    std::int64_t cells = 0;  ///< that it has
};

/// Where the table stands in the text: what comes before it, what its columns are called, where its rows begin.
struct CsvLayout {
    std::size_t width = 0;
    std::size_t bodyAt = 0;  ///< byte of the first row of values
    std::int64_t bodyLine = 1;
    bool header = false;
    bool headerCertain = true;
    Phrase headerWhy;                       ///< what makes it uncertain, and what to do
    bool liesOnItsSide = false;             ///< years or dates are the names: each row is a series
    std::vector<std::int64_t> headerLines;  ///< those that hold names or units; empty: no header
    std::int64_t skippedLines = 0;          ///< lines before the table (title, comments, blank)
    std::vector<std::string> headerCells;   ///< as written, to recognise a repeated header; empty: no header
    std::vector<std::string> names;         ///< unique, one per column
    std::vector<std::string> units;         ///< empty where not known
    std::vector<ReadWarning> warnings;
    std::vector<WeighedLine> weighed = {};  ///< the first lines
};

/// A row that no table has: its line ends were lost, or rows and columns exchanged.
Error tooLongRow(std::int64_t line);

/// Looks at the first rows only. Fails when there is no row.
Result<CsvLayout> findLayout(std::string_view text, const CsvDialect& dialect, const ExperimentConfig& options);

/// What is said of lines above the names of the columns that were left out.
Phrase sayLinesAbove(std::int64_t lines);

/// The unit at the end of a name: "Power [kW]" gives kW; empty when there is none.
std::string unitOfName(std::string_view name);
/// Blank names become c1, c2, ...; repeated ones get _2, _3, ...; says so in the warnings.
std::vector<std::string> uniqueNames(std::vector<std::string> names, std::int64_t line,
                                     std::vector<ReadWarning>& warnings);

}  // namespace gatelab
