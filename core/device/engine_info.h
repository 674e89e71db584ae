// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <string>
#include <vector>

namespace gatelab {

/// A device that training can use.
struct TrainingDevice {
    std::string key;  ///< "cpu", "cuda:0"
    std::string name;
    double totalBytes = 0, freeBytes = 0;  ///< freeBytes NaN: not known
    int computeCapability = 0;             ///< 90 for 9.0; 0: not a GPU
    std::string uuid = {};                 ///< of a GPU, as NVML writes it
};

/// What the engine found when it was opened.
struct EngineInfo {
    std::string torch, cuda, cudnn;  ///< versions; empty: not there
    std::vector<TrainingDevice> devices;
    /// Why CUDA cannot be used, as a clause ("no NVIDIA driver was found"); empty when it can
    Phrase cudaReason;
    int cores = 1;
    /// That a run may use: the cores, or fewer where the user said so (OMP_NUM_THREADS)
    int threads = 1;
};

}  // namespace gatelab
