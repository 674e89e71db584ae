// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/spsc_ring.h"
#include "run/metric.h"
#include "run/run_event.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace gatelab {

/// What passes from a run to whoever watches it. Metrics go through one bounded ring per producer thread (a full ring
/// drops the sample for the watcher only, and counts it: the run's own record keeps everything); events through a small
/// lossless queue. The producer never waits.
class MetricChannel {
public:
    enum class Producer { Training, Monitor };

    explicit MetricChannel(std::size_t capacity = 1u << 16) : training_(capacity), monitor_(1u << 12) {}

    /// Training thread, or monitor thread with its own producer.
    void push(const MetricSample& sample, Producer producer = Producer::Training) {
        if (!(producer == Producer::Training ? training_ : monitor_).push(sample))
            dropped_.fetch_add(1, std::memory_order_relaxed);
    }
    /// Any thread.
    void post(RunEvent event) {
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
    }
    /// Consumer thread (one). take(const MetricSample&).
    template <class Take>
    std::size_t drainMetrics(Take&& take) {
        return training_.drain(take) + monitor_.drain(take);
    }
    /// Consumer thread. In the order posted.
    std::vector<RunEvent> takeEvents() {
        const std::lock_guard lock(mutex_);
        return std::exchange(events_, {});
    }
    [[nodiscard]] std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

private:
    SpscRing<MetricSample> training_;
    SpscRing<MetricSample> monitor_;
    std::atomic<std::uint64_t> dropped_{0};
    std::mutex mutex_;
    std::vector<RunEvent> events_;
};

}  // namespace gatelab
