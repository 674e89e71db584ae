// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/stream_pool.h"

#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <utility>

namespace gatelab {

c10::Stream StreamPool::take(c10::Device device) {
    const std::lock_guard lock(mutex_);
    auto& free = free_[device.index()];
    if (free.empty()) return make_(device);
    const c10::Stream stream = free.back();
    free.pop_back();
    return stream;
}

void StreamPool::giveBack(c10::Stream stream) {
    const std::lock_guard lock(mutex_);
    free_[stream.device_index()].push_back(stream);
}

StreamPool& deviceStreams() {
    static StreamPool pool(
        [](c10::Device device) { return c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device); });
    return pool;
}

void follow(const c10::Stream& later, const c10::Stream& earlier) {
    c10::Event done(earlier.device_type());
    done.record(earlier);
    done.block(later);
}

void followQuietly(const c10::Stream& later, const c10::Stream& earlier) noexcept {
    try {
        follow(later, earlier);
    } catch (const std::exception&) {
    }
}

}  // namespace gatelab
