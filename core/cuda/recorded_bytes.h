// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Allocator.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace gatelab {

/// Bytes that work takes from the allocator of one device, counted call by call through the reports that LibTorch's
/// allocators give to the thread which asks: what other threads allocate there meanwhile does not count, what
/// autograd's threads do for this one does. For the memory of a recorded graph, which its pool holds from then on: the
/// allocator itself has figures of a whole device only.
class RecordedBytes final : public c10::MemoryReportingInfoBase {
public:
    explicit RecordedBytes(c10::Device device) : device_(device) {}

    /// The most that `work` held at once beyond what it left behind, on `device`, which names its index. What `work`
    /// throws passes through.
    template <class Work>
    static double of(c10::Device device, const Work& work) {
        const auto bytes = std::make_shared<RecordedBytes>(device);
        {
            const c10::DebugInfoGuard reports(c10::DebugInfoKind::PROFILER_STATE, bytes);
            work();
        }
        const std::lock_guard lock(bytes->mutex_);
        return static_cast<double>(bytes->peak_ - bytes->now_);
    }

    /// bytes: negative where a block is given back. Blocks from before do not count.
    void reportMemoryUsage(void* block, std::int64_t bytes, std::size_t, std::size_t, c10::Device device) override {
        if (device != device_) return;
        const std::lock_guard lock(mutex_);
        if (bytes > 0) {
            blocks_[block] = bytes;
            now_ += bytes;
            peak_ = std::max(peak_, now_);
        } else if (const auto known = blocks_.find(block); known != blocks_.end()) {
            now_ -= known->second;
            blocks_.erase(known);
        }
    }
    bool memoryProfilingEnabled() const override { return true; }

private:
    c10::Device device_;
    std::mutex mutex_;
    std::unordered_map<const void*, std::int64_t> blocks_;
    std::int64_t now_ = 0, peak_ = 0;
};

}  // namespace gatelab
