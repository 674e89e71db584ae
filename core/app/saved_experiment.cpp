// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/saved_experiment.h"

#include "config/config_io.h"
#include "io/file_io.h"

#include <utility>

namespace gatelab {

namespace {

constexpr std::uint64_t kMaxBytes = 16 << 20, kMaxOriginBytes = 1 << 10;

std::filesystem::path originOf(std::filesystem::path file) { return file.replace_extension("origin"); }

}  // namespace

Result<ExperimentConfig> readExperiment(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kMaxBytes);
    if (!bytes.ok()) return bytes.error();
    auto read = configFromJson(*bytes);
    if (!read.ok()) return read.error().withContext(file.string());
    return std::move(read->config);
}

Result<SavedExperiment::Content> SavedExperiment::read() {
    auto config = readExperiment(file_);
    if (!config.ok()) return config.error();
    if (auto origin = readFileBytes(originOf(file_), kMaxOriginBytes); origin.ok()) origin_ = std::move(*origin);
    return Content{std::move(*config), origin_};
}

void SavedExperiment::add(const Content& content) {
    writes_.add([this, text = configToJson(content.config), origin = content.origin]() -> Result<> {
        if (auto made = makeFolders(file_.parent_path()); !made.ok()) return made;
        if (origin != origin_) {
            if (auto kept = writeFileDurably(originOf(file_), origin); !kept.ok()) return kept;
            origin_ = origin;
        }
        return writeFileDurably(file_, text);
    });
}

}  // namespace gatelab
