// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "data/arrays/array_columns.h"
#include "data/series.h"

#include <string>
#include <vector>

/// Which array, or which column of one, is the time of the rows.
namespace gatelab {

/// "name" of "/group/name".
std::string lastPart(const std::string& path);

/// Whether its name is that of a time axis.
bool isNamedTime(const StoredArray& array);
/// Whether an array of one dimension is the time: it is named in the settings, or its type, its unit or its name say
/// it.
bool isTimeArray(const StoredArray& array, const std::vector<double>& values, const ExperimentConfig& options);
/// Makes it the time of the series. Where no unit is said, what was taken is.
void addTime(const StoredArray& array, const std::vector<double>& values, Series& series);

/// Whether a setting names a column of this name as a value.
bool isAskedFor(const ExperimentConfig& options, const std::string& name);
/// Counts that are no dates (StoredArray::isCount) as another time of the report: how far apart the rows lie, in their
/// unit, is said.
void addCount(const StoredArray& array, const std::vector<double>& values, Series& series);

/// Makes a column of the series its time where no array is: the one that the settings name, else the first one that is
/// named as a time or whose numbers can hardly be anything but stamps (stampShapeOf). What was taken is said.
void takeTimeColumn(const ExperimentConfig& options, Series& series);
/// Rows without a time have no place in a series: they are left out, which is said.
void leaveUntimedOut(Series& series);
/// Leaves out columns that look like stamps and are neither the time nor named as a value, and says it; all of them
/// stay where there is nothing else.
void leaveStampsOut(const ExperimentConfig& options, Series& series);

}  // namespace gatelab
