// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/trained_data.h"

#include "config/config_identity.h"
#include "store/record/run_files.h"

namespace gatelab {

std::string trainedOn(const std::filesystem::path& runFolder) {
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database.ok()) return {};
    const auto plan = run_files::readLastPlan(*database);
    return plan.ok() && *plan ? (**plan).identity.data : std::string();
}

Phrase otherData(const std::string& present, const std::string& trained) {
    if (present.empty() || trained.empty() || present == trained) return {};
    return {GATELAB_TEXT("Files",
                         "the data are not those that it was trained on (their SHA-256 begins with %1, it was %2)"),
            {shortIdentity(present), shortIdentity(trained)}};
}

}  // namespace gatelab
