// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/named_data.h"

#include "app/kept_data.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "data/tables/file_part.h"
#include "worker/sudden_end.h"

#include <string>

namespace gatelab::worker {

Result<std::string> namedPath(const std::vector<std::filesystem::path>& files, const TemporaryFolder& lists) {
    std::string names;
    for (const std::filesystem::path& file : files) names += (names.empty() ? "" : "\n") + file.string();
    if (lists.path().empty()) return noTemporaryFolder();
    return dataPathOf(names, lists.path());
}

Result<Dataset> readNamed(const std::vector<std::filesystem::path>& files, ExperimentConfig& config,
                          bool isShapeGiven) {
    const SuddenEnd whileReading;
    const TemporaryFolder lists("data");
    auto path = namedPath(files, lists);
    if (!path.ok()) return path.error();
    ExperimentConfig read = config;
    read.dataPath = *path;
    if (isShapeGiven) return readFile(*path, read);
    auto data = loadAsItLooks(read);
    config.csvShape = read.csvShape;
    return data;
}

}  // namespace gatelab::worker
