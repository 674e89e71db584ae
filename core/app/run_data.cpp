// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_data.h"

#include "config/config_identity.h"
#include "data/data_identity.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "store/data_for_run.h"
#include "store/run_weights.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

namespace gatelab {

namespace fs = std::filesystem;

namespace {

/// SHA-256 of the data files of a run, as its reader makes it.
Result<std::string> identityOfFiles(const std::vector<fs::path>& files) {
    if (files.size() == 1) return sha256File(files.front());
    Sha256 hash;
    for (const fs::path& file : files) {
        auto bytes = readFileBytes(file);
        if (!bytes.ok()) return bytes.error();
        hash.add(*bytes);
    }
    return hash.finish();
}

std::vector<fs::path> filesOf(const RunIdentity& trained, const ExperimentConfig& config) {
    if (!trained.testFile.empty()) return {trained.trainFile, trained.testFile};
    return {config.dataPath};
}

bool isMissing(const fs::path& file) {
    std::error_code failed;
    return !fs::exists(file, failed);
}

Error failure(const fs::path& file, const std::error_code& why) {
    return {why == std::errc::permission_denied ? ErrorCode::PermissionDenied : ErrorCode::Io,
            {GATELAB_TEXT("Training", "no link can be put at '%1': %2"), {file.string(), why.message()}}};
}

}  // namespace

Result<> checkRunData(const fs::path& runFolder, const ExperimentConfig& config) {
    if (config.dataPath.empty()) return {};
    const RunIdentity trained = identityOf(runFolder);
    const fs::path kept = keptData(runFolder);
    const std::vector<fs::path> files = kept.empty() ? filesOf(trained, config) : std::vector{kept};
    if (const auto missing = std::ranges::find_if(files, isMissing); missing != files.end())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Training",
                                   "its data file '%1' is missing; nothing was changed; put the file back, then "
                                   "continue the run"),
                      {missing->string()}}};
    const auto present = identityOfFiles(files);
    if (!present.ok()) return present.error();
    if (trained.data.empty() || isIdentityOf(*present, trained.data)) return {};
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Training",
                      "its data file '%1' has changed (SHA-256 %2, it was %3); nothing was changed in the run; "
                      "put the old file back, or train its settings anew"),
         {files.front().string(), shortIdentity(*present), shortIdentity(trained.data)}}};
}

Result<> linkRunData(const fs::path& runFolder, const ExperimentConfig& config, const fs::path& found) {
    const RunIdentity trained = identityOf(runFolder);
    std::vector<fs::path> files = filesOf(trained, config);
    const auto missing = std::ranges::find_if(files, isMissing);
    if (config.dataPath.empty() || missing == files.end()) return {};
    const fs::path place = *missing;
    *missing = found;
    const auto present = identityOfFiles(files);
    if (!present.ok()) return present.error();
    if (!trained.data.empty() && !isIdentityOf(*present, trained.data))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training", "'%1' is another file (SHA-256 %2, not %3); nothing was changed"),
                      {found.string(), shortIdentity(*present), shortIdentity(trained.data)}}};
    std::error_code failed;
    fs::create_directories(place.parent_path(), failed);
    // A link that leads nowhere is in the way.
    if (!failed && fs::is_symlink(place)) fs::remove(place, failed);
    if (!failed) fs::create_symlink(fs::absolute(found), place, failed);
    if (failed) return failure(place, failed);
    return {};
}

}  // namespace gatelab
