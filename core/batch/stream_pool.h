// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Stream.h>

#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace gatelab {

/// Streams that are taken and given back. LibTorch keeps a workspace of cuBLAS for each stream that a thread ever
/// computed on: run after run must not come with new ones. Any thread.
class StreamPool {
public:
    using Make = std::function<c10::Stream(c10::Device)>;
    explicit StreamPool(Make make) : make_(std::move(make)) {}

    c10::Stream take(c10::Device device);
    void giveBack(c10::Stream stream);

private:
    Make make_;
    std::mutex mutex_;
    std::map<c10::DeviceIndex, std::vector<c10::Stream>> free_;
};

/// The one of this process: every stream that it computes or copies on beside the default ones.
StreamPool& deviceStreams();

/// `later` starts after what `earlier` has been given so far. Throws where the device is lost; the other one leaves
/// that to who uses the device next.
void follow(const c10::Stream& later, const c10::Stream& earlier);
void followQuietly(const c10::Stream& later, const c10::Stream& earlier) noexcept;

}  // namespace gatelab
