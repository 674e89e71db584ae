// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace gatelab {

/// Times from columns of whole numbers and names of months; for a text plan what its text lacks: the time of day, or
/// the day. Scan and plan must stay as long; one thread.
class PartTimes {
public:
    /// The plan's parts must be columns of numbers that the scan kept, or of words (partOfWords()).
    PartTimes(const TableScan& scan, const TimePlan& plan);
    PartTimes(const PartTimes&) = delete;
    PartTimes& operator=(const PartTimes&) = delete;

    /// Microseconds since 1970, or since midnight for a text plan; kNoTime: the row has none. To be asked from the
    /// first row on: without a year a new one begins where the months start over.
    [[nodiscard]] std::int64_t at(std::size_t row);

    /// A day whose periods, one after the other in `rows` rows, are an hour more or less than those of others.
    struct ChangedDay {
        std::size_t begin = 0, rows = 0;
        bool isLonger = false;
    };
    /// Of the Sundays on which clocks are changed. times: one per row.
    [[nodiscard]] std::vector<ChangedDay> changedDays(const std::vector<std::int64_t>& times) const;
    /// Periods of such days get the time of the clock: changed at one o'clock where days have 48, as in Great Britain,
    /// else at two, as on the continent.
    void changeClocks(std::vector<std::int64_t>& times) const;

private:
    /// Parts of a day of equal length, numbered one after the other. The day on which the clocks are set back has more.
    struct DayPeriods {
        std::int64_t perDay = 0;  ///< told by the highest number; 0: no such number is known
        std::int64_t first = 1;
    };
    /// What the parts of a row say.
    struct Moment {
        int year = 1970, month = 1, day = 1;
        int week = 0;              ///< from 1; 0: no part says one, -1: it is none
        std::int64_t days = 0;     ///< behind the first one of the year, month or week; negative: they are none
        std::int64_t seconds = 0;  ///< of the day; negative: they are none
    };
    static DayPeriods dayPeriods(const ColumnEvidence& e);
    static void takeDay(TimePart part, double value, Moment& moment);
    void takeClock(TimePart part, double value, Moment& moment) const;
    [[nodiscard]] std::int64_t microsOf(Moment moment);

    const TimePlan& plan_;
    std::map<std::size_t, std::vector<double>> own_;  ///< by column, of those that the scan does not hold as they are
    std::vector<const std::vector<double>*> values_;  ///< of each part
    std::map<int, std::int64_t> weeks_;
    DayPeriods periods_;
    std::int64_t perYear_ = 0;
    bool hasDate_ = false;  ///< beside a clock in text
    int assumedYear_ = 0, lastMonth_ = 0;
};

}  // namespace gatelab
