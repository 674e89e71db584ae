// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/saved_sweep.h"

#include "config/config_io.h"
#include "io/file_io.h"
#include "io/json/json_text.h"
#include "store/kept_count.h"
#include "store/run_numbers.h"
#include "store/saved_json.h"

#include <array>
#include <iterator>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
/// 2: it may be a study; 3: of a method that does not learn, too.
constexpr int kFormatVersion = 3;
constexpr std::uint64_t kMaxBytes = UINT64_C(64) << 20;

Json toJson(const Study& study) {
    Json axes = Json::array();
    for (const SweepAxis& axis : study.space.axes()) axes.push_back(formatSweepAxis(axis));
    return {{"base", Json::parse(configToJson(study.space.base()))},
            {"axes", std::move(axes)},
            {"search", searchMethodRow(study.method).key},
            {"draw_seed", study.drawSeed},
            {"trials", study.budget.trials},
            {"epochs", study.budget.epochs},
            {"seconds", study.budget.seconds}};
}

/// Of a file whose members are there; what it says of settings and axes is checked as if a person had typed it.
Result<Study> studyFrom(const Json& json) {
    if (auto known = checkMembers(json.dump(), {"base", "axes", "search", "draw_seed", "trials", "epochs", "seconds"});
        !known.ok())
        return known.error();
    auto base = wholeConfigFrom(json.at("base").dump());
    if (!base.ok()) return base.error();
    std::vector<SweepAxis> axes;
    for (const Json& text : json.at("axes")) {
        auto axis = parseSweepAxis(text.get<std::string>());
        if (!axis.ok()) return Error{ErrorCode::Corrupt, axis.error().phrase};
        axes.push_back(std::move(*axis));
    }
    const auto method = searchMethodOf(json.at("search").get<std::string>());
    if (!method.ok()) return Error{ErrorCode::Corrupt, method.error().phrase};
    Study study{SearchSpace(std::move(*base), std::move(axes)),
                *method,
                {json.at("trials").get<std::int64_t>(), json.at("epochs").get<std::int64_t>(),
                 json.at("seconds").get<double>()},
                json.at("draw_seed").get<std::int64_t>()};
    if (auto usable = checkStudy(study); !usable.ok()) return Error{ErrorCode::Corrupt, usable.error().phrase};
    return study;
}

Result<SavedSweep> fromJson(const std::string& text) {
    SavedSweep sweep;
    try {
        const Json json = parseJson<Json>(text);
        if (json.at("gatelab_sweep").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        if (json.contains("study")) {
            if (auto known = checkMembers(text, {"gatelab_sweep", "study"}); !known.ok()) return known.error();
            auto study = studyFrom(json.at("study"));
            if (!study.ok()) return study.error();
            sweep.study = std::move(*study);
            return sweep;
        }
        if (auto known = checkMembers(text, {"gatelab_sweep", "seeds", "base", "settings"}); !known.ok())
            return known.error();
        sweep.seeds = json.at("seeds").get<std::int64_t>();
        if (json.at("settings").size() > static_cast<std::size_t>(kMaxSweepRuns))
            return Error{ErrorCode::Corrupt, "more settings than a sweep has"};
        for (const Json& changes : json.at("settings")) {
            Json whole = json.at("base");
            whole.update(changes);
            auto config = wholeConfigFrom(whole.dump());
            if (!config.ok()) return config.error();
            sweep.settings.push_back(std::move(*config));
        }
    } catch (const nlohmann::json::exception&) {
        return unreadableJson(text);
    }
    if (sweep.seeds < 1) return Error{ErrorCode::Corrupt, "no seed of any setting"};
    return sweep;
}

/// What cannot be read is not written over.
Result<> setDamagedAside(const std::filesystem::path& workspace) {
    const auto kept = savedSweep(workspace);
    if (kept.ok() || (kept.error().code != ErrorCode::Corrupt && kept.error().code != ErrorCode::Unsupported))
        return {};
    return renamePath(workspace / kSweepFile, freeName(workspace / "sweep-damaged", ".json", std::array{""}));
}

Result<> write(const std::filesystem::path& workspace, Json json, std::int64_t count) {
    json[kChecksumKey] = jsonChecksum(json.dump());
    auto written = writeFileDurably(workspace / kSweepFile, json.dump());
    // Where this fails, only the loss of the sweep would go unseen.
    if (written.ok() && keepCount(workspace / kSweepFile, count).ok())
        static_cast<void>(RunNumbers(workspace).noteCounted(kSweepFile));
    return written;
}

}  // namespace

Result<> keepSweep(const std::filesystem::path& workspace, const SavedSweep& sweep) {
    std::error_code ignored;
    if (auto aside = setDamagedAside(workspace); !aside.ok()) return aside;
    if (!sweep.isThere()) {
        if (std::filesystem::exists(countOf(workspace / kSweepFile), ignored))
            if (auto kept = keepCount(workspace / kSweepFile, 0); !kept.ok()) return kept;
        return std::filesystem::exists(workspace / kSweepFile, ignored) ? removePath(workspace / kSweepFile)
                                                                        : Result<>();
    }
    if (sweep.study)
        return write(workspace,
                     {{"gatelab_sweep", searchMethodRow(sweep.study->method).learns ? 2 : kFormatVersion},
                      {"study", toJson(*sweep.study)}},
                     1);
    // One whole configuration, then what each has that is other: a sweep may have thousands.
    const Json base = Json::parse(configToJson(sweep.settings.front()));
    Json settings = Json::array();
    for (const ExperimentConfig& config : sweep.settings) {
        Json changes = Json::object();
        const Json whole = Json::parse(configToJson(config));
        for (const auto& [key, value] : whole.items())
            if (!base.contains(key) || base.at(key) != value) changes[key] = value;
        settings.push_back(std::move(changes));
    }
    // As older programs read it.
    return write(workspace,
                 {{"gatelab_sweep", 1}, {"seeds", sweep.seeds}, {"base", base}, {"settings", std::move(settings)}},
                 std::ssize(sweep.settings));
}

Result<SavedSweep> savedSweep(const std::filesystem::path& workspace) {
    std::error_code ignored;
    const auto path = workspace / kSweepFile;
    if (!std::filesystem::exists(path, ignored)) return SavedSweep();
    const auto text = readFileBytes(path, kMaxBytes);
    if (!text.ok()) return text.error();
    auto sweep = fromJson(*text);
    if (sweep.ok()) return sweep;
    return Error{sweep.error().code,
                 {GATELAB_TEXT("Queue",
                               "the newest sweep is not told: '%1' cannot be used (%2); its runs are safe; the next "
                               "sweep sets the file aside"),
                  {path.string(), sweep.error().phrase}}};
}

}  // namespace gatelab
