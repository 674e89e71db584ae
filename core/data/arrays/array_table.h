// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/arrays/array_columns.h"

#include <vector>

/// Arrays beside texts, and arrays in another shape than a row for each time, are read as the table of cells that they
/// are: what is done with texts, categories and series below each other is done by the reader of text tables.
namespace gatelab {

/// Whether the chosen arrays need that: one holds texts, or another shape is asked for.
bool isForTable(const std::vector<StoredArray>& chosen, const ExperimentConfig& options);

/// The chosen arrays, all of one length, as a table; `said`: what was said when they were chosen. Errors as of
/// readArrays().
Result<Dataset> readArraysAsTable(const ArrayFile& file, const std::vector<StoredArray>& chosen, const ReadReport& said,
                                  const ExperimentConfig& options, const Progress& progress);

}  // namespace gatelab
