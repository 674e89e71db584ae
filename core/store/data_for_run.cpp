// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/data_for_run.h"

#include "data/readers.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/text_tokens.h"
#include "store/saved_preparation_file.h"

namespace gatelab {

Result<Dataset> readForRun(const std::filesystem::path& runFolder, const std::filesystem::path& file,
                           const ExperimentConfig& options, const Progress& progress) {
    auto kept = readPreparation(runFolder);
    if (!kept.ok() && kept.error().code != ErrorCode::NotFound) return kept.error();
    std::vector<std::string> words;
    const bool hasTokens = kept.ok() && kept->sequences && !kept->sequences->tokenNames.empty();
    if (hasTokens && kept->sequences->tokenNames.front() == Vocabulary::kOther)
        words = std::move(kept->sequences->tokenNames);
    const ReadingForRun reading(std::move(words));
    return readFile(file, options, progress);
}

}  // namespace gatelab
