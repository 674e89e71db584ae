// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Texts that are no table as they stand and say so themselves: files of one publisher or program, each told by how it
/// begins. All functions are pure; any thread.
namespace gatelab {

/// Such a text as a plain table: comma, double quotes, names in the first line that is not blank.
struct KnownTable {
    std::string text;
    std::vector<ReadWarning> said;  ///< what it was taken for, and what was left out
    /// Each line stands in the line of the file that it was made of; else lines of the file cannot be named
    bool keepsLines = false;
};

/// The text of a known kind as a table; nothing: it is none of them. `text`: UTF-8.
std::optional<KnownTable> knownTable(std::string_view text);

namespace known_table {

/// Eurostat's bulk files: `freq,unit,geo\TIME_PERIOD`, then times across; cells such as "30.2 p" and ":".
std::optional<KnownTable> eurostat(std::string_view text);
/// Reports of AEMO (NEMWEB): lines that begin with C (remark), I (names) and D (values).
std::optional<KnownTable> nemReport(std::string_view text);
/// NEM12 interval metering: a line 200 for each register, a line 300 for each day with its intervals across.
std::optional<KnownTable> intervalMetering(std::string_view text);
/// GHCN-Daily (.dly): a line of fixed places for each station, month and element, its days across.
std::optional<KnownTable> dailyStations(std::string_view text);
/// What print() shows of a DataFrame or Series of pandas.
std::optional<KnownTable> printedFrame(std::string_view text);
/// Cells between the full-width commas or semicolons of Chinese input.
std::optional<KnownTable> fullWidth(std::string_view text);

/// The next line without its end; moves behind it.
std::string_view takeLine(std::string_view& text);
/// The first lines, at most `most`.
std::vector<std::string_view> firstLines(std::string_view text, std::size_t most);
/// Cells between `delimiter`, without blanks around them; quotes mean nothing.
std::vector<std::string_view> cutCells(std::string_view line, char delimiter);

}  // namespace known_table
}  // namespace gatelab
