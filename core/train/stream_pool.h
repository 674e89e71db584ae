// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Stream.h>

#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace gatelab {

/// Streams that are taken and given back. LibTorch keeps a workspace of cuBLAS for each stream that a thread ever
/// computed on: run after run must not come with new ones. Any thread.
class StreamPool {
public:
    using Make = std::function<c10::Stream(c10::Device)>;
    explicit StreamPool(Make make) : make_(std::move(make)) {}

    c10::Stream take(c10::Device device) {
        const std::lock_guard lock(mutex_);
        auto& free = free_[device.index()];
        if (free.empty()) return make_(device);
        const c10::Stream stream = free.back();
        free.pop_back();
        return stream;
    }
    void giveBack(c10::Stream stream) {
        const std::lock_guard lock(mutex_);
        free_[stream.device_index()].push_back(stream);
    }

private:
    Make make_;
    std::mutex mutex_;
    std::map<c10::DeviceIndex, std::vector<c10::Stream>> free_;
};

}  // namespace gatelab
