// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "data/csv/columns/plan.h"
#include "data/csv/columns/table_scan.h"
#include "data/csv/layout/layout.h"

#include <cstdint>
#include <string>
#include <vector>

/// From the columns of a scan to the times of its rows.
namespace gatelab {

/// Seconds since 1970 of 1990 and 2100: numbers between them can be times.
inline constexpr double kEpochLow = 631'152'000, kEpochHigh = 4'102'444'800;

/// Of a number such as 2024053114, 202405311430 or 20240531143000; kNoTime: it is none.
std::int64_t stampMicros(double value);
/// The same with years of two digits and at least minutes: 2405311430, 240531143000.
std::int64_t shortStampMicros(double value);

/// Which columns say the time of a row, and how. Fails when the user named a time column that is not one.
Result<TimePlan> decideTime(const CsvLayout& layout, const TableScan& scan, const std::vector<ColumnPlan>& columns,
                            const ExperimentConfig& options);

/// Whether a column is called as a part of a date or clock time is.
bool isTimePartName(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c);
/// Whether a column of this name and these numbers is a part of a date or a clock time (a month, an hour), whatever it
/// is used for.
bool isTimePart(const CsvLayout& layout, const TableScan& scan, const TablePlan& plan, std::size_t c);

/// What the cells say of the time of each row; kNoTime: nothing that is a time. Empty without a plan, and where it
/// needs numbers that the scan did not keep.
std::vector<std::int64_t> readTimes(const TableScan& scan, const TimePlan& plan);
/// The same, for the last time: a list that the scan holds as it is is not copied, and gone from it then.
std::vector<std::int64_t> takeTimes(TableScan& scan, const TimePlan& plan);
/// Times of the rows under the plan, on the clocks of the zone (field time_zone); empty when there are none. Missing
/// ones are continued from the row before, with a warning. `times`: as read.
std::vector<std::int64_t> makeTimes(std::vector<std::int64_t> times, const TableScan& scan, const TimePlan& plan,
                                    const std::string& timeZone, std::vector<ReadWarning>& warnings);
/// Whether the file says where the times stand: by offsets, or by counting from 1970.
bool countsFromUtc(const TableScan& scan, const TimePlan& plan);

}  // namespace gatelab
