// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rank_run.h"

#include "config/config_io.h"
#include "engine/gpu_ranks.h"
#include "io/row_memory.h"
#include "plan/devices.h"
#include "ranks/rank_measurement.h"
#include "session/rank_starter.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace gatelab {

namespace {

// What a rank is told.
constexpr const char *kConfig = "config", *kResume = "resume", *kWeights = "weights", *kFolder = "folder",
                     *kNeighbours = "neighbours",  // the most ranks that a machine has
                         *kMeasures = "measures";  // set: it trains nothing

/// Where processes share a machine each has one.
constexpr std::int64_t kThreadsOfRank = 1;

constexpr auto kLookEvery = std::chrono::milliseconds(50);

std::int64_t neighboursOf(const RankSetup& setup, std::int64_t ranks) {
    std::int64_t most = ranks - setup.ranksOfHosts();
    for (const RankHost& host : setup.hosts) most = std::max(most, host.ranks);
    return std::max<std::int64_t>(1, most);
}

/// While ranks beside each other hold the same series each.
struct SharedRowMemory {
    explicit SharedRowMemory(std::int64_t processes) { shareRowMemory(processes); }
    ~SharedRowMemory() { shareRowMemory(1); }
    SharedRowMemory(const SharedRowMemory&) = delete;
    SharedRowMemory& operator=(const SharedRowMemory&) = delete;
};

}  // namespace

Result<PipelineEnd> runAsFirst(PipelineInput input, const RankSetup& setup) {
    if (auto can = checkGpuRanks(input.config, setup, cudaPart()); !can.ok()) return can.error();
    auto keys = RankNetwork::keysOf(setup);
    if (!keys.ok()) return keys.error();
    keys->insert({{kConfig, configToJson(input.config)},
                  {kResume, input.resumeFrom.string()},
                  {kWeights, input.startWeights.string()},
                  {kNeighbours, std::to_string(neighboursOf(setup, input.config.ranks))},
                  {kFolder, input.record != nullptr ? input.record->folder().string() : std::string()}});
    const auto starter = RankStarter::start(setup, input.config.ranks, *keys);
    if (!starter.ok()) return starter.error();
    auto store = std::make_unique<PipeStore>((*starter)->channel(), (*starter)->channel());
    auto network = RankNetwork::told(*store, {});
    if (!network.ok()) return network.error();
    if (hasGpuRanks(input.config)) *network = overGpus(std::move(*network), input.config.device, cudaPart());
    RankExchange ranks(std::move(store), input.control, std::move(*network));
    input.ranks = &ranks;
    input.maxThreads = kThreadsOfRank;
    const SharedRowMemory memory(neighboursOf(setup, input.config.ranks));
    return runPipeline(input);
}

Result<std::vector<RankLink>> measureAsFirst(const RankSetup& setup, std::int64_t size, const Progress& progress) {
    auto keys = RankNetwork::keysOf(setup);
    if (!keys.ok()) return keys.error();
    keys->insert({kMeasures, "1"});
    const auto starter = RankStarter::start(setup, size, *keys);
    if (!starter.ok()) return starter.error();
    PipeStore store((*starter)->channel(), (*starter)->channel());
    std::atomic<bool> isStopped = false;
    Result<std::vector<RankLink>> links = Error{};
    {
        const std::jthread watch([&](const std::stop_token& over) {
            while (!over.stop_requested() && !isStopped) {
                std::this_thread::sleep_for(kLookEvery);
                if (report(progress, -1)) continue;
                isStopped = true;
                (*starter)->kill();  // who waits for one of them sees its end
            }
        });
        auto network = RankNetwork::told(store, {});
        links = network.ok() ? measureLinks(store, *network) : network.error();
    }
    if (!links.ok() && isStopped)
        return Error{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the measurement was stopped")};
    return links;
}

Result<PipelineEnd> runAsFollower(PipelineInput input, const RankChannel& channel) {
    auto store = std::make_unique<PipeStore>(channel.in, channel.out);
    if (store->get(kMeasures).ok()) {
        auto network = RankNetwork::told(*store, channel.address);
        if (!network.ok()) return network.error();
        auto measured = measureLinks(*store, *network);
        return measured.ok() ? Result<PipelineEnd>(PipelineEnd{}) : measured.error();
    }
    std::map<std::string, std::string> told;
    for (const char* key : {kConfig, kResume, kWeights, kFolder, kNeighbours}) {
        auto value = store->get(key);
        if (!value.ok()) return value.error();
        told[key] = std::move(*value);
    }
    auto config = configFromJson(told[kConfig]);
    if (!config.ok()) return config.error();
    auto network = RankNetwork::told(*store, channel.address);
    if (!network.ok()) return network.error();
    const bool onGpu = hasGpuRanks(config->config);
    if (onGpu) {
        if (auto can = checkGpuRanks(config->config, {}, cudaPart()); !can.ok()) return can.error();
        *network = overGpus(std::move(*network), config->config.device, cudaPart());
    }
    RankExchange ranks(std::move(store), input.control, std::move(*network));
    if (onGpu) config->config.device = gpuOfRank(config->config.device, ranks.seat(), cudaPart());
    const SharedRowMemory memory(std::atoll(told[kNeighbours].c_str()));
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
