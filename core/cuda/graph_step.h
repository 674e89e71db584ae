// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"

#include <mutex>

namespace gatelab {

/// A CUDA graph on `device`: everything that `work` gives to the current stream, from whichever thread, with memory
/// from a pool that the graphs made on one thread share, so that they must be launched one after the other. After a
/// recording that failed, LibTorch's allocators are as before it. `work` must not wait for the device nor read from it;
/// what it reads anew at each launch lies in tensors made before.
std::unique_ptr<DeviceGraph> makeCudaGraph(int device);

/// What the living graphs of a device need and its allocator counts as free.
double recordedBytes(int device);
/// Held while a graph is recorded: one at a time in this process, and nobody waits for a whole device meanwhile.
std::mutex& recordingMutex();

}  // namespace gatelab
