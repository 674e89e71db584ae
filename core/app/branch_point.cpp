// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/branch_point.h"

#include "config/config_io.h"
#include "store/named_checkpoint.h"
#include "store/record/run_files.h"

namespace gatelab {

Result<BranchPoint> findBranchPoint(const std::filesystem::path& runFolder, const std::string& checkpoint) {
    if (auto there = run_files::checkTrained(runFolder); !there.ok()) return there.error();
    const auto named = loadNamedCheckpoint(CheckpointStore(runFolder), checkpoint);
    if (!named.ok()) return named.error();
    const LoadedCheckpoint& loaded = named->loaded;
    auto config = configFromJson(loaded.contents.state);
    if (!config.ok()) return config.error().withContext("the settings kept in '" + loaded.info.folder.string() + "'");
    return BranchPoint{loaded.info.folder, named->atBest, named->step(), named->epochsBegun(),
                       std::move(config->config)};
}

}  // namespace gatelab
