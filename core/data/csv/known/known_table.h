// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
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
    /// Each line stands in the line of the file that it was made of; else lines of the file cannot be named, and a
    /// shape that was chosen for the file is none of the table
    bool keepsLines = false;
    std::string takenAnew;  ///< one of kTakenAnew (data/taken_anew.h); empty: runs made before read the same
};

/// The text of a known kind as a table; nothing: it is none of them, or `progress` asked to stop. `text`: UTF-8.
std::optional<KnownTable> knownTable(std::string_view text, const Progress& progress = {});

namespace known_table {

/// Eurostat's bulk files: `freq,unit,geo\TIME_PERIOD`, then times across; cells such as "30.2 p" and ":".
std::optional<KnownTable> eurostat(std::string_view text, const Progress& progress = {});
/// Reports of AEMO (NEMWEB): lines that begin with C (remark), I (names) and D (values).
std::optional<KnownTable> nemReport(std::string_view text, const Progress& progress = {});
/// NEM12 interval metering: a line 200 for each register, a line 300 for each day with its intervals across. Up to
/// kLargest bytes.
std::optional<KnownTable> intervalMetering(std::string_view text, const Progress& progress = {});
/// GHCN-Daily (.dly): a line of fixed places for each station, month and element, its days across. Up to
/// kLargest bytes.
std::optional<KnownTable> dailyStations(std::string_view text, const Progress& progress = {});
/// Hourly observations of NOAA (ISD, Global Hourly): cells such as "+0106,5" hold tenths and a flag of quality.
std::optional<KnownTable> hourlyStations(std::string_view text, const Progress& progress = {});
/// InfluxDB's line protocol: `cpu,host=a user=1.5,idle=98i 1704067200000000000`.
std::optional<KnownTable> lineProtocol(std::string_view text, const Progress& progress = {});
/// Lines in which each value has its name before it: `ts=2024-01-01 load=1.5`, `T:20.5,H:40`; the time may stand alone
/// before them.
std::optional<KnownTable> namedCells(std::string_view text, const Progress& progress = {});
/// Objects of JSON behind a topic or a time, as clients of MQTT and their logs write them:
/// `tele/plug/SENSOR {"Time":"2024-01-01T00:00:10","ENERGY":{"Power":21.5}}`.
std::optional<KnownTable> jsonMessages(std::string_view text, const Progress& progress = {});
/// The log of a serial port: `14:30:00.125 -> 20.5,40`.
std::optional<KnownTable> serialLog(std::string_view text);
/// What print() shows of a DataFrame or Series of pandas.
std::optional<KnownTable> printedFrame(std::string_view text);
/// What print() shows of a quarterly time series of R: years below `Qtr1 Qtr2 Qtr3 Qtr4`.
std::optional<KnownTable> quarterPrint(std::string_view text);
/// Tables of the same columns one below the other, each under a title of its own ("Station A"), whose times start over:
/// one table with the titles in a column series_id. Up to kLargest bytes.
std::optional<KnownTable> titledTables(std::string_view text, const Progress& progress = {});
/// Cells between the full-width commas or semicolons of Chinese input.
std::optional<KnownTable> fullWidth(std::string_view text);

/// Of a text whose values are held one by one until all are there, in about twenty times its size
inline constexpr std::size_t kLargest = std::size_t{256} << 20;

/// The next line without its end; moves behind it.
std::string_view takeLine(std::string_view& text);
/// The first lines, at most `most`.
std::vector<std::string_view> firstLines(std::string_view text, std::size_t most);
/// Cells between `delimiter`, without blanks around them; quotes mean nothing.
std::vector<std::string_view> cutCells(std::string_view line, char delimiter);

/// The lines of a text one after the other, as long as `progress` lets the work go on.
class Lines {
public:
    /// The shares that are reported run from `from` to `to`.
    Lines(std::string_view text, const Progress& progress, double from = 0, double to = 1)
        : rest_(text), size_(text.size()), progress_(progress), from_(from), to_(to) {}
    /// False: there is no other line, or the work was stopped.
    bool next(std::string_view& line);
    [[nodiscard]] bool isStopped() const { return stopped_; }

private:
    std::string_view rest_;
    std::size_t size_;
    const Progress& progress_;
    double from_, to_;
    std::size_t count_ = 0;
    bool stopped_ = false;
};

}  // namespace known_table
}  // namespace gatelab
