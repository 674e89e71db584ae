// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "data/shapes/shape_candidate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// The key of csv_shape by which a table that was read with a row for each time seems to be better read: series below
/// each other (side by side where they are few, else as many series); dates, hours or months as columns, whose values
/// are those of one series, or of one in each row; empty: it is well as it is. isBetterRead() has the last word.
std::string betterShape(const ReadReport& report);

/// The key of csv_shape by which something was read: that of the settings where the report says none.
std::string shapeOf(const ReadReport& report, const ExperimentConfig& config);

/// Whether the table that was read in a `shape` of betterShape() came out as series: of several rows, or few beside
/// each other; with times, where the names of columns were to be times. columnsAsRows: of the table with a row for each
/// time.
bool isBetterRead(const Series& read, const std::string& shape, std::size_t columnsAsRows);

/// Whether a warning says no more than that the shape is a guess.
bool isShapeDoubt(const ReadWarning& warning);

/// Says that a table was read in another shape than a row for each time, and how to have that.
Phrase describeShapeTaken(const Series& read, const std::string& shape);

/// The same of arrays that were read as labelled sequences.
Phrase describeShapeTaken(const SequenceSet& read);

/// What of a reading somebody chose, so that nothing guesses it.
struct ChosenReading {
    bool shape = false;  ///< csv_shape
    bool order = false;  ///< sort_time
    bool rule = false;   ///< resample_by
};

/// Reads the data of the settings; where these leave the shape at a row for each time and another is better, in that
/// shape, and where the rows run from new to old, with the oldest first: the settings then say so (csv_shape,
/// sort_time). Rows that are put together take the rule of each column, where nobody chose one (resample_by says it
/// then). What was taken, and how to have the other, is among the warnings, or the guesses (orderGuess).
Result<Dataset> loadAsItLooks(ExperimentConfig& config, const Progress& progress = {}, ChosenReading chosen = {});

/// The shapes in which the data of the settings can be read, the guess first, then by fit; one that comes to nothing
/// else than another is left out. Of a file of more than 16 MiB the one that is set and a row for each time alone,
/// unread, or both shapes of a text. A table that may be a text has those of a text, too. Empty: labelled sequences, or
/// nothing that has a shape. The error is that of a row for each time, where no shape is read; Cancelled. Arrays of
/// three dimensions, or of two with answers: the orders of their dimensions, too, of a file of any size.
Result<std::vector<ShapeCandidate>> shapeCandidates(ExperimentConfig config, const Progress& progress = {});

}  // namespace gatelab
