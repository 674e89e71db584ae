// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/kept_sweep.h"

#include "base/text.h"
#include "config/config_io.h"
#include "io/file_io.h"

#include <nlohmann/json.hpp>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFile = "sweep.json";
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMostBytes = UINT64_C(64) << 20;

}  // namespace

Result<> keepSweep(const std::filesystem::path& workspace, const KeptSweep& sweep) {
    std::error_code ignored;
    if (sweep.settings.empty())
        return std::filesystem::exists(workspace / kFile, ignored) ? removePath(workspace / kFile) : Result<>();
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
    const Json json{
        {"gatelab_sweep", kFormatVersion}, {"seeds", sweep.seeds}, {"base", base}, {"settings", std::move(settings)}};
    return writeFileDurably(workspace / kFile, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Result<KeptSweep> keptSweep(const std::filesystem::path& workspace) {
    std::error_code ignored;
    KeptSweep sweep;
    if (!std::filesystem::exists(workspace / kFile, ignored)) return sweep;
    const auto text = readFileBytes(workspace / kFile, kMostBytes);
    if (!text.ok()) return text.error();
    try {
        const Json json = Json::parse(*text);
        if (json.at("gatelab_sweep").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        sweep.seeds = json.at("seeds").get<std::int64_t>();
        for (const Json& changes : json.at("settings")) {
            Json whole = json.at("base");
            whole.update(changes);
            auto config = configFromJson(whole.dump());
            if (!config.ok()) return config.error();
            sweep.settings.push_back(std::move(config->config));
        }
    } catch (const nlohmann::json::exception& problem) {
        return Error{ErrorCode::Corrupt, problem.what()}.withContext((workspace / kFile).string());
    }
    if (sweep.seeds < 1)
        return Error{ErrorCode::Corrupt, "no seed of any setting"}.withContext((workspace / kFile).string());
    return sweep;
}

}  // namespace gatelab
