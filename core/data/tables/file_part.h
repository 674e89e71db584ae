// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What readers of files with several parts (sheets, tables, files of an archive) share.
namespace gatelab {

/// Progress of a part of the work; unknown shares stay unknown.
Progress partOf(const Progress& progress, double from, double to);

/// A part of `path` that was written into a temporary file, read by the reader that it wants; errors, name, source,
/// hash and size are those of `path`; options.hdf5Datasets are parts of `file`. shown: the part's name, a guess of
/// hdf5_datasets; empty: there is one part only.
Result<Dataset> readPartFile(const std::filesystem::path& file, const std::filesystem::path& path,
                             const std::string& shown, const ExperimentConfig& options, const Progress& progress);

/// What was read from files that were unpacked from `path` into `folder`: as read from `path`.
Result<Dataset> asReadFrom(Result<Dataset> data, const std::filesystem::path& folder, const std::filesystem::path& path,
                           const Progress& progress);
/// An error in which a path stands for another.
Error withPath(const Error& error, const std::string& from, const std::string& to);

/// A part of `path` as CSV (comma, double quotes, UTF-8, names in the first line or found there), read as any CSV is.
Result<Dataset> readPartText(const std::string& csv, const std::filesystem::path& path, const std::string& shown,
                             const ExperimentConfig& options, const Progress& progress);

/// Says something of the whole file, before all else.
void warnOfFile(Dataset& data, const Phrase& text);
/// "'a', 'b', ..." of the others, for a warning that names them.
std::string listedOthers(std::vector<std::string> names, const std::string& without);
/// A cell of CSV (RFC 4180); line ends inside become blanks, so that a row is a line.
void appendCsvCell(std::string& csv, std::string_view cell);
void appendCsvRow(std::string& csv, const std::vector<std::string>& cells);
/// A row of RFC 4180: commas, double quotes where a cell needs them, CR LF at the end.
void appendRawRow(std::string& csv, std::span<const std::string_view> cells);
/// The same of rows that end with LF and hold no line end in a cell.
std::string asRaw(std::string_view csv);
/// No folder can be made in the system's temporary folder.
Error noTemporaryFolder();

}  // namespace gatelab
