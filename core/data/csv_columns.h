// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv_dialect.h"
#include "data/csv_layout.h"
#include "data/csv_numbers.h"
#include "data/csv_times.h"
#include "data/series.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

/// How the columns of a text table are understood. A plan is tried on all rows while evidence is collected; where the evidence of the whole column
/// contradicts the plan, a better plan is made and the rows are read again: nothing is decided on a part of a column.
namespace gatelab {

enum class ColumnKind { Empty, Number, Date, Clock, Text };

/// What all cells of one column look like.
struct ColumnEvidence {
    struct Odd {
        std::int64_t line;
        std::string text;
    };
    std::int64_t empty = 0, words = 0, numbers = 0, percents = 0, dates = 0, clocks = 0, odd = 0;
    std::int64_t unread = 0;                         ///< cells of a number column that were read as missing though they say something
    std::map<std::string, std::int64_t> wordCounts;  ///< spellings of missing values
    std::array<std::int64_t, 256> maskCounts{};      ///< numbers by the formats they fit
    std::array<std::int64_t, 8> orderCounts{};       ///< dates by the orders they fit
    std::array<std::int64_t, 3> orderSteady{};       ///< per order: equal steps among ambiguous dates
    std::array<std::int64_t, 3> orderLast{}, orderStep{};
    std::vector<Odd> odds;  ///< the first few cells that fit nothing
    std::string sample;     ///< first date or clock cell
    double low = std::numeric_limits<double>::infinity(), high = -low, last = std::numeric_limits<double>::quiet_NaN();
    bool whole = true, rising = true, countsUp = true;  ///< all integers; strictly growing; growing by exactly 1
    [[nodiscard]] std::int64_t present() const { return numbers + dates + clocks + odd; }
};

struct ColumnPlan {
    ColumnKind kind = ColumnKind::Empty;
    std::size_t format = 0;  ///< of kNumberFormats
    bool percent = false;
    bool ambiguous = false;  ///< another format would give other values
    friend bool operator==(const ColumnPlan&, const ColumnPlan&) = default;
};

/// Where the time of a row comes from.
struct TimePlan {
    /// Text: one or two columns of dates and clocks. Calendar: year, month, day, hour, minute, second in columns of their own (-1: none).
    /// Others: one column of numbers.
    enum class Mode { None, Text, Calendar, Epoch, Serial, Year, Compact, Relative };
    Mode mode = Mode::None;
    std::vector<std::size_t> columns;
    std::array<int, 6> calendar = {-1, -1, -1, -1, -1, -1};
    DateOrder order = DateOrder::YearFirst;
    std::string format;  ///< strftime-like; empty: by lookAtTime
    double microsPerUnit = 1e6;
    bool certain = true;
    std::string shown, runnerUp;
    friend bool operator==(const TimePlan& a, const TimePlan& b) {
        return a.mode == b.mode && a.columns == b.columns && a.order == b.order && a.format == b.format;
    }
};

struct TablePlan {
    std::vector<ColumnPlan> columns;
    TimePlan time;
    friend bool operator==(const TablePlan&, const TablePlan&) = default;
};

/// One reading of all rows under a plan.
struct TableScan {
    std::vector<ColumnEvidence> evidence;
    std::vector<std::vector<double>> values;  ///< per column; empty where the plan has no numbers
    std::vector<std::int64_t> times;          ///< per row where the plan has times in text; kNoTime: missing
    std::vector<std::int64_t> lines;          ///< lines of rows without a time
    std::int64_t rows = 0, excluded = 0, strayQuotes = 0, shortRows = 0, longRows = 0;
    std::vector<ReadWarning> warnings;
};
inline constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();

/// Reads at most `mostRows` rows. progress gets shares of this scan.
Result<TableScan> scanTable(std::string_view text, const CsvDialect& dialect, const CsvLayout& layout, const TablePlan& plan, const ExperimentConfig& options,
                            std::int64_t mostRows, const Progress& progress);

/// The plan that the evidence asks for. Fails when the user named a time column that is not one.
Result<TablePlan> decideTable(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, const CsvDialect& dialect, const ExperimentConfig& options);
Result<TimePlan> decideTime(const CsvLayout& layout, const std::vector<ColumnEvidence>& evidence, const std::vector<ColumnPlan>& columns,
                            const ExperimentConfig& options);

/// Times of the rows under the plan, on the clocks of the zone (field time_zone); empty when there are none. Missing ones are continued from the row before,
/// with a warning.
std::vector<std::int64_t> makeTimes(const TableScan& scan, const TimePlan& plan, const std::string& timeZone, std::vector<ReadWarning>& warnings);
/// Whether the file says where the times stand: by offsets, or by counting from 1970.
bool countsFromUtc(const TableScan& scan, const TimePlan& plan);

}  // namespace gatelab
