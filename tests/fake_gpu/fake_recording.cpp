// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_recording.h"

#include "fake_gpu.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/record_function.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace fakegpu {

namespace {

struct Named {
    int recordings = 0;
    bool isGivenBack = false;
};

struct State {
    Recording* active = nullptr;
    const c10::DebugInfoBase* of = nullptr;  ///< who counts its memory, on every thread that works for it
    std::map<void*, Named> named;
};

thread_local bool tReplays = false;

/// Under the driver's mutex. Never destroyed: tensors outlive the program's end.
State& state() {
    static auto* const kState = new State;
    return *kState;
}

}  // namespace

Recording::~Recording() {
    const std::lock_guard lock(driver().mutex);
    for (void* block : used_) {
        const auto found = state().named.find(block);
        if (--found->second.recordings > 0) continue;
        if (found->second.isGivenBack) std::free(block);
        state().named.erase(found);
    }
}

void Recording::record(const std::function<void()>& work) {
    struct Active {
        explicit Active(Recording* recording) {
            const std::lock_guard lock(driver().mutex);
            state().active = recording;
            state().of = c10::ThreadLocalDebugInfo::get(c10::DebugInfoKind::PROFILER_STATE);
        }
        ~Active() {
            const std::lock_guard lock(driver().mutex);
            state().active = nullptr;
        }
    } const active(this);
    work();
}

void Recording::use(void* block) {
    const std::lock_guard lock(driver().mutex);
    if (block == nullptr || std::ranges::find(used_, block) != used_.end()) return;
    used_.push_back(block);
    ++state().named[block].recordings;
}

void Recording::replay() const {
    const at::AutoDispatchBelowADInplaceOrView below;
    const at::DisableRecordFunctionGuard unseen;
    struct Replays {
        Replays() { tReplays = true; }
        ~Replays() { tReplays = false; }
    } const replays;
    for (const std::function<void()>& operation : operations_) operation();
}

bool Recording::isReplayed() { return tReplays; }

Recording* Recording::current() {
    const std::lock_guard lock(driver().mutex);
    const State& now = state();
    const bool isIts =
        now.active != nullptr && c10::ThreadLocalDebugInfo::get(c10::DebugInfoKind::PROFILER_STATE) == now.of;
    return isIts ? now.active : nullptr;
}

bool mayBeFreed(void* block) {
    if (state().active != nullptr) state().active->use(block);
    const auto found = state().named.find(block);
    if (found == state().named.end()) return true;
    found->second.isGivenBack = true;
    return false;
}

}  // namespace fakegpu
