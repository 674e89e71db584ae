// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/given_up.h"

#include <mutex>
#include <set>

namespace gatelab {

namespace {

struct GivenUp {
    std::mutex mutex;
    std::set<int> gpus;
};
GivenUp& givenUp() {
    static GivenUp all;
    return all;
}

}  // namespace

TrialDidNotEnd::~TrialDidNotEnd() = default;

void giveUpGpu(int gpu) {
    GivenUp& all = givenUp();
    const std::lock_guard lock(all.mutex);
    all.gpus.insert(gpu);
}

bool isGivenUp(int gpu) {
    GivenUp& all = givenUp();
    const std::lock_guard lock(all.mutex);
    return all.gpus.contains(gpu);
}

void releaseCachedMemory(const CudaModule* cuda) {
    GivenUp& all = givenUp();
    {
        const std::lock_guard lock(all.mutex);
        if (!all.gpus.empty()) return;
    }
    if (cuda != nullptr) cuda->releaseCachedMemory();
}

}  // namespace gatelab
