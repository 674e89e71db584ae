// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string_view>

/// The rows of the readers table, one per file; only core/data includes this.
namespace gatelab {

struct ArrayFile;

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
Reader runningTextReader();

/// What a file of arrays holds, without their values.
Result<ArrayFile> openHdf5Arrays(const std::filesystem::path& path, const Progress& progress);
Result<ArrayFile> openMatlabArrays(const std::filesystem::path& path, const Progress& progress);
Result<ArrayFile> openNetcdfArrays(const std::filesystem::path& path, const Progress& progress);
Result<ArrayFile> openNpyArrays(const std::filesystem::path& path, const Progress& progress);
Result<ArrayFile> openNpzArrays(const std::filesystem::path& path, const Progress& progress);
/// The arrays of a file, and of those beside it that belong to it (y.npy beside X.npy), with the reader that it wants.
/// Unsupported where it is no file of arrays.
Result<ArrayFile> openArrayFile(const std::filesystem::path& path, const Progress& progress);

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
