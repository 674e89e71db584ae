// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/run_of_data.h"

#include "app/board.h"
#include "store/imported_run.h"

#include <algorithm>
#include <filesystem>

namespace gatelab {

namespace {

namespace fs = std::filesystem;

fs::path wholePath(const fs::path& path) {
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, failed), failed);
    return failed ? path : whole;
}

}  // namespace

const RunSummary* newestRunOn(std::span<const RunSummary> runs, const std::string& data) {
    const fs::path file = wholePath(data);
    const auto found = std::ranges::find_if(runs, [&](const RunSummary& run) {
        if (!hasSettings(run) || run.archived || isLessonRun(run)) return false;
        const ExperimentConfig& config = run.config;
        return run.dataName == data ||
               (config.dataPath.empty() ? config.builtin == data : wholePath(config.dataPath) == file);
    });
    return found == runs.end() ? nullptr : &*found;
}

}  // namespace gatelab
