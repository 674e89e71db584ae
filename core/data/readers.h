// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "base/text.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// A part of a file that holds several: a data set of HDF5, an array of NPZ, a file of an archive, a sheet of a
/// workbook. options.hdf5Datasets chooses by name.
struct FilePart {
    std::string path;                 ///< its name
    std::vector<std::int64_t> shape;  ///< of an array; else empty
    std::string type;                 ///< "float32", "text", "sheet", a size ...
    bool usable = false;
    Phrase reason;       ///< why not
    bool taken = false;  ///< is read with these options
};

/// The cells of a table as text (RFC 4180), as they stand in the file.
struct RawTable {
    std::string name;  ///< of a part of the file; empty: the file is one table
    std::string csv;
};

/// One file format. `probe` looks at the first bytes and the name (0 = not mine, 100 = certainly); `read` is pure:
/// options in, Result out, no dialogs, no globals, callable from any thread (HDF5 readers serialise themselves).
/// Messages name file, line, column.
struct Reader {
    const char* key;
    Text label;                           ///< for the dialog's filter
    std::vector<const char*> extensions;  ///< without dot, lower case
    int (*probe)(std::span<const char> head, const std::filesystem::path& path);
    Result<Dataset> (*read)(const std::filesystem::path& path, const ExperimentConfig& options,
                            const Progress& progress);
    /// null: a file of this format is one table.
    Result<std::vector<FilePart>> (*parts)(const std::filesystem::path& path,
                                           const ExperimentConfig& options) = nullptr;
    bool isBinary = false;  ///< its bytes show nothing to a person
    /// All tables of cells; null: the file holds numbers and no cells. Line ends inside cells of sheets, databases and
    /// records become blanks.
    Result<std::vector<RawTable>> (*tables)(const std::filesystem::path& path, const ExperimentConfig& options,
                                            const Progress& progress) = nullptr;
    bool isWhole = true;  ///< what is read depends on nothing but the bytes of its file
};
std::span<const Reader> readers();
/// The one that such a name promises; null: none. Only its contents say for certain.
const Reader* readerByName(const std::filesystem::path& path);

/// Reads with the reader whose probe answers highest, or takes what was kept of the same reading (columnCache()). The
/// csv_*, time_* and hdf5_datasets (parts of a file) fields of options override guesses.
Result<Dataset> readFile(const std::filesystem::path& path, const ExperimentConfig& options,
                         const Progress& progress = {});
/// The file of options.dataPath, or the built-in series when that is empty.
Result<Dataset> loadDataset(const ExperimentConfig& options, const Progress& progress = {});

/// The first lines as text, for the import page: invalid bytes shown as U+FFFD, long lines cut at 400 characters.
/// None of a binary format.
Result<std::vector<std::string>> readHeadLines(const std::filesystem::path& path, std::size_t count);

/// The parts of a file of several (none of another one).
Result<std::vector<FilePart>> listParts(const std::filesystem::path& path, const ExperimentConfig& options);

/// The cells of all its tables, whatever they mean.
Result<std::vector<RawTable>> readRawTables(const std::filesystem::path& path, const ExperimentConfig& options,
                                            const Progress& progress = {});

}  // namespace gatelab
