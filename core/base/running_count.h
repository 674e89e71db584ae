// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>

namespace gatelab {

/// How many threads are at work, so that a program can wait for all of them before what they use goes away. Any thread.
class RunningCount {
public:
    void begin() {
        const std::lock_guard lock(mutex_);
        ++count_;
    }
    void end() {
        const std::lock_guard lock(mutex_);
        if (--count_ == 0) none_.notify_all();
    }
    /// Waits until each begin() has had its end().
    void waitForNone() {
        std::unique_lock lock(mutex_);
        none_.wait(lock, [this] { return count_ == 0; });
    }

private:
    std::mutex mutex_;
    std::condition_variable none_;
    int count_ = 0;
};

}  // namespace gatelab
