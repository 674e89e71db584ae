// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/csv/table.h"
#include "data/csv/text/decoded_text.h"
#include "data/csv/text/hash_beside.h"

namespace gatelab {

/// The table of a text in the shape that the settings say. `hash`: of the file, finished when the table is read.
Result<Dataset> readShaped(const std::filesystem::path& path, DecodedText& decoded, const DialectGuess& dialect,
                           const ExperimentConfig& options, const std::shared_ptr<Series>& series, HashBeside& hash,
                           const Progress& progress);

/// Takes guesses out that were made of a turned text, and say nothing of the file.
void dropTurned(ReadReport& report);

}  // namespace gatelab
