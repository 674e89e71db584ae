// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/gpu_ranks.h"

#include "config/rank_obstacle.h"
#include "ranks/rank_wire.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr std::string_view kGpu = "cuda:";

int gpuNumber(const std::string& first, int seat, const CudaModuleAnswer& cuda) {
    int number = 0;
    std::from_chars(first.data() + std::min(kGpu.size(), first.size()), first.data() + first.size(), number);
    const auto devices = cuda.module->devices();
    const auto count = devices.ok() ? static_cast<int>(devices->size()) : 0;
    return (number + seat) % std::max(1, count);
}

}  // namespace

bool hasGpuRanks(const ExperimentConfig& config) {
    return isPipelined(config) && config.ranks > 1 && config.device.starts_with(kGpu);
}

Result<> checkGpuRanks(const ExperimentConfig& config, const RankSetup& setup, const CudaModuleAnswer& cuda) {
    if (!hasGpuRanks(config)) return {};
    if (cuda.module == nullptr || cuda.module->openRankWire == nullptr)
        return Error{ErrorCode::NoDevice,
                     {GATELAB_TEXT("Ranks",
                                   "ranks cannot compute on GPUs here: %1; nothing was trained; choose the "
                                   "device cpu"),
                      {cuda.reason}}}
            .ofField("device");
    if (setup.encrypted == RankSetup::Encrypted::Yes || (!setup.hosts.empty() && !setup.isTrusted))
        return Error{ErrorCode::PermissionDenied,
                     GATELAB_TEXT("Ranks",
                                  "ranks on GPUs speak by NCCL, which encrypts nothing, and the network between them "
                                  "was not declared trusted; nothing was trained; say --trusted-network where nobody "
                                  "else listens, or choose the device cpu")}
            .ofField("device");
    return {};
}

std::string gpuOfRank(const std::string& first, int seat, const CudaModuleAnswer& cuda) {
    return std::string(kGpu) + std::to_string(gpuNumber(first, seat, cuda));
}

RankNetwork overGpus(RankNetwork network, const std::string& first, const CudaModuleAnswer& cuda) {
    network.credentials.reset();
    network.openWire = [first, cuda](const RankWireRequest& request) {
        return cuda.module->openRankWire(gpuNumber(first, request.seat, cuda), request);
    };
    return network;
}

}  // namespace gatelab
