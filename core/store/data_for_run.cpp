// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/data_for_run.h"

#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/text_tokens.h"
#include "io/file_io.h"
#include "store/saved_preparation_file.h"

#include <system_error>

namespace gatelab {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxNameBytes = 255;

bool isNameAlone(const std::string& file) {
    return !file.empty() && file.size() <= kMaxNameBytes && file.front() != '.' &&
           file.find_first_of(std::string_view("/\\\0\n", 4)) == std::string::npos;
}

/// workspace/runs/ID, or workspace/trash/ID.
fs::path dataFolderOf(const fs::path& runFolder) {
    return fs::absolute(runFolder).lexically_normal().parent_path().parent_path() / "data";
}

}  // namespace

Result<> keepDataName(const fs::path& runFolder, const std::string& file) {
    if (!isNameAlone(file))
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Bundle", "'%1' is no name of a file"), {file}}};
    return writeFileDurably(runFolder / kKeptDataName, file);
}

fs::path keptData(const fs::path& runFolder) {
    const auto file = readFileBytes(runFolder / kKeptDataName, kMaxNameBytes);
    if (!file.ok() || !isNameAlone(*file)) return {};
    const fs::path place = dataFolderOf(runFolder) / *file;
    std::error_code failed;
    return fs::is_regular_file(fs::symlink_status(place, failed)) ? place : fs::path();
}

ExperimentConfig withKeptData(ExperimentConfig config, const fs::path& runFolder) {
    if (config.dataPath.empty()) return config;
    if (const fs::path kept = keptData(runFolder); !kept.empty()) config.dataPath = kept.string();
    return config;
}

Result<Dataset> readForRun(const std::filesystem::path& runFolder, const std::filesystem::path& file,
                           const ExperimentConfig& options, const Progress& progress) {
    auto kept = readPreparation(runFolder);
    if (!kept.ok() && kept.error().code != ErrorCode::NotFound) return kept.error();
    std::vector<std::string> words;
    const bool hasTokens = kept.ok() && kept->sequences && !kept->sequences->tokenNames.empty();
    if (hasTokens && kept->sequences->tokenNames.front() == Vocabulary::kOther)
        words = std::move(kept->sequences->tokenNames);
    const ReadingForRun reading(std::move(words));
    if (!kept.ok() || !kept->series) return readFile(file, options, progress);
    // Columns of words that the run was trained on are read whatever the file holds in them; words of the training that
    // it lacks are 0, and words that only it has are no inputs.
    const std::vector<std::string> columns = columnNames(*kept->series);
    ExperimentConfig asked = options;
    asked.inputs.insert(asked.inputs.end(), columns.begin(), columns.end());
    auto data = readFile(file, asked, progress);
    if (data.ok() && data->series) data->series = withKeptWords(data->series, columns);
    return data;
}

}  // namespace gatelab
