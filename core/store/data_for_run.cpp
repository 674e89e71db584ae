// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/data_for_run.h"

#include "config/many_series.h"
#include "data/csv/roles/category_columns.h"
#include "data/folders/rows_for_run.h"
#include "data/folders/sequences_for_run.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/recipe/words_for_run.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/text_tokens.h"
#include "io/file_io.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"

#include <algorithm>
#include <cmath>
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

bool hasTargets(const Result<Dataset>& data, const FittedRecipe& kept) {
    return data.ok() && data->series && std::ranges::all_of(kept.columns, [&](const FittedRecipe::Column& column) {
               return !column.target || data->series->find(column.name);
           });
}

/// What tells series apart may be a number, too: of the columns that the run does not have the first of one whole
/// number, one that the run knows before others. Empty: there is none.
std::string numberedName(const Series& series, const FittedRecipe& kept) {
    const std::vector<std::string> columns = columnNames(kept);
    std::string first;
    for (const Channel& channel : series.channels) {
        if (std::ranges::find(columns, channel.name) != columns.end() || channel.values.empty()) continue;
        const double value = channel.values.front();
        if (value != std::floor(value) || std::abs(value) > 1e15 ||
            std::ranges::any_of(channel.values, [&](double other) { return other != value; }))
            continue;
        const std::string text = std::to_string(static_cast<std::int64_t>(value));
        const auto known = std::ranges::find_if(kept.names, [&](const std::string& name) {
            return name == text || (name.size() > text.size() && name.ends_with(text) &&
                                    name.find_first_not_of('0') == name.size() - text.size());  // "007"
        });
        if (known != kept.names.end()) return *known;
        if (first.empty()) first = text;
    }
    return first;
}

/// A table with the columns of a run of many series in which no column tells series apart is one more of them. Its name
/// is the first word that was left out, one that the run knows before others, else a number.
Result<Dataset> readOneOfMany(const fs::path& file, ExperimentConfig options, const FittedRecipe& kept,
                              const Progress& progress) {
    options.csvShape = ExperimentConfig().csvShape;
    auto data = readFile(file, options, progress);
    if (!hasTargets(data, kept)) return data;
    auto one = std::make_shared<Series>(*data->series);
    std::vector<ReadWarning>& said = one->report.warnings;
    const SkippedColumn* key = nullptr;
    for (const SkippedColumn& column : one->report.skippedColumns) {
        if (column.reason != SkippedColumn::Reason::Text || column.first.empty()) continue;
        if (!tellsOfOneWord(said, column.name)) continue;
        if (!key || std::ranges::find(kept.names, column.first) != kept.names.end()) key = &column;
    }
    if (key) {
        const std::string column = key->name;
        one->name = key->first;
        std::erase_if(said, [&](const ReadWarning& warning) { return tellsOfOneWord({warning}, column); });
    }
    const auto knows = [&](const std::string& name) { return std::ranges::find(kept.names, name) != kept.names.end(); };
    if (!knows(one->name))
        if (std::string number = numberedName(*one, kept); !number.empty() && (key == nullptr || knows(number)))
            one->name = std::move(number);
    const bool isKnown = knows(one->name);
    said.push_back({-1,
                    {isKnown ? GATELAB_TEXT("Reading", "read as '%1', one of the series of the training")
                             : GATELAB_TEXT("Reading", "read as one new series, '%1': it is scaled by its own past"),
                     {one->name}}});
    data->series = asOnlyMember(*one);
    return data;
}

/// Files that are a sequence each, rows that are one each, then any other one; of a table that is one series its rows
/// are the steps of one.
Result<Dataset> readForSequences(const SavedSequences& kept, const fs::path& file, const ExperimentConfig& options,
                                 const Progress& progress) {
    if (auto sequences = readSequencesForRun(file, options, kept, progress)) return *sequences;
    if (auto rows = readRowsForRun(file, kept, progress)) return *rows;
    auto data = readFile(file, options, progress);
    if (!data.ok() || !data->series || isMany(*data->series) || kept.tokens > 0) return data;
    return asOneSequence(file, options, kept, progress);
}

/// That the file that was named is the one of a pair that the run was trained on.
void tellOfTraining(const fs::path& runFolder, const fs::path& file, Result<Dataset>& data) {
    const std::string trained = identityOf(runFolder).trainFile;
    std::error_code unknown;
    if (!data.ok() || !data->sequences || trained.empty() || !fs::equivalent(file, trained, unknown)) return;
    auto set = std::make_shared<SequenceSet>(*data->sequences);
    set->report.warnings.push_back({-1, GATELAB_TEXT("Reading",
                                                     "the run was trained on these sequences: its scores here say "
                                                     "nothing of new data. The file of the test part beside it is "
                                                     "answered by its own name")});
    data->sequences = std::move(set);
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
    if (hasTokens && kept->sequences->tokenNames.front() == Vocabulary::kOther) words = kept->sequences->tokenNames;
    const auto of = !kept.ok()     ? ReadingForRun::Of::Unknown
                    : kept->series ? ReadingForRun::Of::Series
                                   : ReadingForRun::Of::Sequences;
    ReadingForRun::Sizes sizes;
    if (kept.ok() && kept->sequences)
        sizes = {std::ssize(kept->sequences->channels), kept->sequences->shortest, kept->sequences->longest};
    const ReadingForRun reading(std::move(words), of, sizes, file);
    if (kept.ok() && kept->sequences) {
        auto data = readForSequences(*kept->sequences, file, options, progress);
        tellOfTraining(runFolder, file, data);
        return data;
    }
    if (!kept.ok() || !kept->series) return readFile(file, options, progress);
    // Columns of words that the run was trained on are read whatever the file holds in them; words of the training that
    // it lacks are 0, and words that only it has are no inputs.
    const std::vector<std::string> columns = columnNames(*kept->series);
    ExperimentConfig asked = options;
    asked.inputs.insert(asked.inputs.end(), columns.begin(), columns.end());
    auto data = readFile(file, asked, progress);
    if (!kept->series->members.empty() && readsTogether(options) && !hasTargets(data, *kept->series))
        if (auto one = readOneOfMany(file, asked, *kept->series, progress); hasTargets(one, *kept->series))
            data = std::move(one);
    if (!data.ok() || !data->series) return data;
    auto series = wordsForRun(data->series, *kept->series);
    if (!series.ok()) return series.error().withContext(file.string());
    data->series = std::move(*series);
    return data;
}

}  // namespace gatelab
