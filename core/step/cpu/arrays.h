// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace gatelab {

/// Gives out pieces of one array, each from a cache line on. Laid out twice: without memory, to see how much there must
/// be, and with it.
template <class T>
class ArraySlots {
public:
    explicit ArraySlots(T* memory = nullptr) : memory_(memory) {}
    /// Null while there is no memory; so is an array without numbers.
    T* take(std::int64_t numbers) {
        constexpr std::int64_t kLine = 64 / static_cast<std::int64_t>(sizeof(T));
        const std::int64_t at = taken_;
        taken_ += (numbers + kLine - 1) / kLine * kLine;
        return memory_ != nullptr && numbers > 0 ? memory_ + at : nullptr;
    }
    [[nodiscard]] std::int64_t taken() const { return taken_; }

private:
    T* memory_;
    std::int64_t taken_ = 0;
};

/// What the arrays of a step are for (MemoryCause).
template <class T>
struct StepArena {
    ArraySlots<T> data, kept, work;
};

}  // namespace gatelab
