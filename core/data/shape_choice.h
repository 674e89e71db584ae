// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <string>

namespace gatelab {

/// The key of csv_shape by which a table that was read with a row for each time seems to be better read: series below
/// each other (side by side where they are few, else as many series); dates, hours or months as columns, whose values
/// are those of one series, or of one in each row; empty: it is well as it is. isBetterRead() has the last word.
std::string betterShape(const ReadReport& report);

/// Whether the table that was read in a `shape` of betterShape() came out as series: of several rows, or few beside
/// each other; with times, where the names of columns were to be times. columnsAsRows: of the table with a row for each
/// time.
bool isBetterRead(const Series& read, const std::string& shape, std::size_t columnsAsRows);

/// Says that a table was read in another shape than a row for each time, and how to have that.
Phrase describeShapeTaken(const Series& read, const std::string& shape);

/// Reads the data of the settings; where these leave the shape at a row for each time and another is better, in that
/// shape, which the settings then say. What was chosen, and how to have the other, is among the warnings.
Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress = {});

}  // namespace gatelab
