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
};
std::span<const Reader> readers();
/// The one that such a name promises; null: none. Only its contents say for certain.
const Reader* readerByName(const std::filesystem::path& path);

/// Reads with the reader whose probe answers highest. The csv_*, time_* and hdf5_datasets fields of options override
/// guesses.
Result<Dataset> readFile(const std::filesystem::path& path, const ExperimentConfig& options,
                         const Progress& progress = {});
/// The file of options.dataPath, or the built-in series when that is empty.
Result<Dataset> loadDataset(const ExperimentConfig& options, const Progress& progress = {});

/// The first lines as text, for the import page: invalid bytes shown as U+FFFD, long lines cut at 400 characters.
Result<std::vector<std::string>> readHeadLines(const std::filesystem::path& path, std::size_t count);

/// A data set inside an HDF5 file that can become columns.
struct Hdf5Entry {
    std::string path;  ///< "/group/name"
    std::vector<std::int64_t> shape;
    std::string type;
    bool usable = false;
    Phrase reason;       ///< why not
    bool taken = false;  ///< is read with these options
};
Result<std::vector<Hdf5Entry>> listHdf5(const std::filesystem::path& path, const ExperimentConfig& options);

}  // namespace gatelab
