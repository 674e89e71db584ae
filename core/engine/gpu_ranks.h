// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "device/cuda_module.h"
#include "ranks/rank_network.h"
#include "run/rank_setup.h"

#include <string>

/// Ranks that each compute on a GPU of their machine: those of a pipeline whose device is named ("cuda:0"). They speak
/// by NCCL, which encrypts nothing. Compiled and refused where it cannot be, and never run.
namespace gatelab {

bool hasGpuRanks(const ExperimentConfig& config);
/// Why not: NoDevice without a GPU, PermissionDenied on a network that was not declared trusted.
Result<> checkGpuRanks(const ExperimentConfig& config, const RankSetup& setup, const CudaModuleAnswer& cuda);
/// The GPU of a rank where rank 0 has `first`; machines with fewer GPUs than ranks share them.
std::string gpuOfRank(const std::string& first, int seat, const CudaModuleAnswer& cuda);
/// The network as GPUs need it.
RankNetwork overGpus(RankNetwork network, const std::string& first, const CudaModuleAnswer& cuda);

}  // namespace gatelab
