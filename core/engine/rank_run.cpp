// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rank_run.h"

#include "config/config_io.h"
#include "session/rank_starter.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace gatelab {

namespace {

// What a rank is told.
constexpr const char *kConfig = "config", *kResume = "resume", *kWeights = "weights", *kFolder = "folder";

/// Where processes share a machine each has one.
constexpr std::int64_t kThreadsOfRank = 1;

}  // namespace

Result<PipelineEnd> runAsFirst(PipelineInput input) {
    if (input.config.ranks <= 1) return runPipeline(input);
    const auto starter = RankStarter::start(
        input.config.ranks, {{kConfig, configToJson(input.config)},
                             {kResume, input.resumeFrom.string()},
                             {kWeights, input.startWeights.string()},
                             {kFolder, input.record != nullptr ? input.record->folder().string() : std::string()}});
    if (!starter.ok()) return starter.error();
    RankExchange ranks(std::make_unique<PipeStore>((*starter)->channel(), (*starter)->channel()), input.control);
    input.ranks = &ranks;
    input.maxThreads = kThreadsOfRank;
    return runPipeline(input);
}

Result<PipelineEnd> runAsFollower(PipelineInput input, int channel) {
    auto store = std::make_unique<PipeStore>(channel, channel);
    std::map<std::string, std::string> told;
    for (const char* key : {kConfig, kResume, kWeights, kFolder}) {
        auto value = store->get(key);
        if (!value.ok()) return value.error();
        told[key] = std::move(*value);
    }
    const auto config = configFromJson(told[kConfig]);
    if (!config.ok()) return config.error();
    RankExchange ranks(std::move(store), input.control);
    return runPipeline({.config = config->config,
                        .data = nullptr,
                        .resumeFrom = told[kResume],
                        .startWeights = told[kWeights],
                        .control = input.control,
                        .channel = input.channel,
                        .progress = input.progress,
                        .state = input.state,
                        .maxThreads = kThreadsOfRank,
                        .ranks = &ranks,
                        .keptIn = told[kFolder]});
}

}  // namespace gatelab
