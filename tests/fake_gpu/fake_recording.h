// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

namespace fakegpu {

/// What a graph holds: every operation that was given while it was recorded, with the memory and the numbers that it
/// was given with. A launch does those again and asks the host for nothing, so that a number which the host had then
/// stays as it was. One is recorded at a time.
class Recording {
public:
    Recording() = default;
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// Calls `work` and keeps what it gives to the device on this thread and on autograd's for it, once RecordedBytes
    /// counts it. What `work` throws passes through.
    void record(const std::function<void()>& work);
    void add(std::function<void()> operation) { operations_.push_back(std::move(operation)); }
    /// This block stays where it is for as long as this lives, whoever gives it back.
    void use(void* block);
    void replay() const;

    /// The one that the calling thread's operations belong to; null: none.
    static Recording* current();
    /// The calling thread's operations are those of a launch.
    static bool isReplayed();

private:
    std::vector<std::function<void()>> operations_;
    std::vector<void*> used_;
};

/// A block that is given back: false where a recording names it, which frees it then. Under the driver's mutex.
bool mayBeFreed(void* block);

}  // namespace fakegpu
