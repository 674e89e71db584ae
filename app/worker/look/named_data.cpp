// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/named_data.h"

#include "app/kept_data.h"
#include "baselines/suggestion.h"
#include "config/field.h"
#include "data/readers.h"
#include "data/shapes/shape_choice.h"
#include "data/tables/file_part.h"
#include "worker/sudden_end.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace gatelab::worker {

ChosenReading chosenReading(const ExperimentOptions& options) {
    const auto isChosen = [&](const char* key) { return options.isFileGiven() || options.isGiven(*findField(key)); };
    return {options.isShapeGiven(), isChosen("sort_time"), isChosen("resample_by")};
}

Result<std::string> namedPath(const std::vector<std::filesystem::path>& files, const TemporaryFolder& lists) {
    std::string names;
    for (const std::filesystem::path& file : files) names += (names.empty() ? "" : "\n") + file.string();
    if (lists.path().empty()) return noTemporaryFolder();
    return dataPathOf(names, lists.path());
}

Result<Dataset> readNamed(const std::vector<std::filesystem::path>& files, ExperimentConfig& config,
                          ChosenReading chosen) {
    const SuddenEnd whileReading;
    const TemporaryFolder lists("data");
    auto path = namedPath(files, lists);
    if (!path.ok()) return path.error();
    ExperimentConfig read = config;
    read.dataPath = *path;
    auto data = loadAsItLooks(read, {}, chosen);
    config.csvShape = read.csvShape;
    config.sortTime = read.sortTime;
    config.resampleBy = read.resampleBy;
    return data;
}

bool isInOrder(const TimeAxis& time) { return !time.known() || std::ranges::is_sorted(time.values); }

ExperimentConfig withUsualWindows(const Series& series, const ExperimentConfig& config,
                                  const ExperimentOptions& options) {
    constexpr std::int64_t kMostRows = 10'000;  // of which any windows could be few
    if (series.rows() > kMostRows || !isInOrder(series.time)) return config;
    const auto isGiven = [&](std::string_view key) {
        const Field* field = findField(key);
        return field != nullptr && options.isGiven(*field);
    };
    const Dataset data{std::make_shared<const Series>(series), nullptr};
    return withSuggestions(config, suggestSettings(data, config, isGiven));
}

}  // namespace gatelab::worker
