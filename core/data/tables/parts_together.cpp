// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/parts_together.h"

#include "data/tables/file_part.h"
#include "data/tables/several_files.h"

#include <memory>
#include <utility>

namespace gatelab {
namespace {

/// What was read of them all, as read from the one file.
Dataset named(const Dataset& data, const std::filesystem::path& path) {
    auto series = std::make_shared<Series>(*data.series);
    series->name = path.filename().string();
    for (ReadWarning& said : series->report.warnings) said.message = ofParts(std::move(said.message));
    std::error_code ignored;
    series->report.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, ignored));
    return Dataset{std::move(series), nullptr};
}

}  // namespace

Result<PartsTogether> readPartsTogether(
    const std::filesystem::path& path, const std::vector<std::string>& parts, bool asked,
    const ExperimentConfig& options,
    const std::function<Result<Dataset>(const std::string& part, const ExperimentConfig&, const Progress&)>& read,
    const Progress& progress) {
    constexpr std::size_t kMost = 1000;
    PartsTogether together;
    if (parts.size() > kMost && !asked) {
        together.whyNot = {GATELAB_TEXT("Reading", "there are more than %1 of them"), {kMost}};
        return together;
    }
    together.isTried = true;
    TablesTogether tables(options, std::chrono::steady_clock::now());
    ExperimentConfig each = tables.each();
    each.hdf5Datasets.clear();
    const double share = 0.9 / static_cast<double>(parts.size());
    double done = 0;
    for (const std::string& part : parts) {
        const auto data = read(part, each, partOf(progress, done, done + share));
        done += share;
        if (!data && !asked && data.error().code == ErrorCode::Unsupported) {
            together.whyNot = data.error().phrase;
            return together;
        }
        if (!data && (asked || data.error().code != ErrorCode::InvalidInput)) return data.error();
        if (!data) {
            tables.say(
                {GATELAB_TEXT("Reading", "'%1' was left out, as it holds no table: %2"), {part, data.error().phrase}});
            continue;
        }
        together.taken.push_back(part);
        if (auto added = tables.add(part, *data); !added) {
            if (asked) return added.error().withContext(path.string());
            together.whyNot = added.error().phrase;
            return together;
        }
    }
    if (tables.count() < 2) return together;
    if (!asked) tables.say(howAlone(together.taken));
    auto data = tables.putTogether(path, partOf(progress, 0.9, 1));
    if (!data && (asked || data.error().code == ErrorCode::Cancelled)) return data.error().withContext(path.string());
    if (data)
        together.data = named(*data, path);
    else
        together.whyNot = data.error().phrase;
    return together;
}

Phrase howAlone(const std::vector<std::string>& taken) {
    return {GATELAB_TEXT("Reading", "to read one of them by itself, name it as the part of the file: %1"),
            {listedOthers(taken, {})}};
}

Phrase notTogether(const Phrase& whyNot) {
    return {GATELAB_TEXT("Reading", "the parts of this file were not read together: %1"), {whyNot}};
}

}  // namespace gatelab
