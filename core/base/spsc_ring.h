// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace gatelab {

/// Bounded lock-free ring for one producer thread and one consumer thread (Lamport 1983, with cached indices). Neither
/// side ever waits.
template <class T>
class SpscRing {
public:
    /// capacity is rounded up to a power of two, at least 2.
    explicit SpscRing(std::size_t capacity) {
        std::size_t size = 2;
        while (size < capacity) size *= 2;
        slots_.resize(size);
    }

    /// Producer. False when the ring is full; the value is then not stored.
    bool push(const T& value) {
        const std::size_t head = head_.load(std::memory_order_relaxed);
        if (head - cachedTail_ == slots_.size()) {
            cachedTail_ = tail_.load(std::memory_order_acquire);
            if (head - cachedTail_ == slots_.size()) return false;
        }
        slots_[head & (slots_.size() - 1)] = value;
        head_.store(head + 1, std::memory_order_release);
        return true;
    }

    /// Consumer. Calls take(value) for everything there is; returns how many.
    template <class Take>
    std::size_t drain(Take&& take) {
        const std::size_t head = head_.load(std::memory_order_acquire);
        std::size_t tail = tail_.load(std::memory_order_relaxed);
        const std::size_t count = head - tail;
        for (; tail != head; ++tail) take(slots_[tail & (slots_.size() - 1)]);
        tail_.store(tail, std::memory_order_release);
        return count;
    }

    [[nodiscard]] std::size_t capacity() const { return slots_.size(); }

private:
    std::vector<T> slots_;
    alignas(64) std::atomic<std::size_t> head_{0};
    alignas(64) std::atomic<std::size_t> tail_{0};
    alignas(64) std::size_t cachedTail_ = 0;
};

}  // namespace gatelab
