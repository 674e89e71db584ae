// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string_view>

/// The rows of the readers table, one per file; only core/data includes this.
namespace gatelab {

Reader csvReader();
Reader hdf5Reader();
Reader tsReader();
Reader arffReader();
Reader ucrReader();
Reader npyReader();
Reader netcdfReader();
Reader packedReader();
Reader sqliteReader();
Reader jsonReader();
Reader matlabReader();
Reader wavReader();
Reader tsfReader();
Reader arrowReader();
Reader severalReader();
Reader recordingsReader();
Reader textReader();

/// Whether a file begins as packed ones do (gzip, zstd, bzip2, xz, zip and with it workbooks, tar).
bool isPacked(std::string_view head);

/// What readers of whole tables end with: rows counted, equal columns warned of, the step of time, the file's hash and
/// size; started: when the reading began.
Result<Dataset> finishSeries(std::shared_ptr<Series> series, const std::filesystem::path& path,
                             const ExperimentConfig& options, std::chrono::steady_clock::time_point started,
                             const Progress& progress);

/// For readers of tables: a warning for every column that repeats another one.
void warnOfEqualColumns(Series& series);

}  // namespace gatelab
