// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// What a GPU did, by its own clock.
struct GpuWork {
    std::string name;  ///< of the kernel, "copy to the device" and so on
    std::chrono::steady_clock::time_point began, ended;
};

/// Records the kernels and copies of this process's GPUs through CUPTI, NVIDIA's library, which LibTorch's wheel brings
/// (activity API of CUPTI 13.0). One at a time in a process; used by one thread. It has not run on a GPU yet: what is
/// proved is proved with a made-up library of the same interface.
class GpuKernels {
public:
    /// Opens the library: the one that GATELAB_CUPTI names, else LibTorch's. Only where a GPU computes. NoDevice: it is
    /// not there, or of another interface; Busy: another recording goes on.
    static Result<std::unique_ptr<GpuKernels>> open();
    ~GpuKernels();
    GpuKernels(const GpuKernels&) = delete;
    GpuKernels& operator=(const GpuKernels&) = delete;
    /// From now on; false: CUPTI refuses.
    bool begin();
    /// What ended since, oldest first; waits for the records, not for the device.
    std::vector<GpuWork> end();

private:
    struct Library;
    explicit GpuKernels(std::unique_ptr<Library> library);
    std::unique_ptr<Library> library_;
};

}  // namespace gatelab
