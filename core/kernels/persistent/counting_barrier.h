// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stdexcept>

namespace gatelab::persistent {

/// Phases of arrivals and of bytes that come by themselves, as an mbarrier's; it throws where the protocol is broken.
class CountingBarrier {
public:
    explicit CountingBarrier(std::int32_t arrivals) : all_(arrivals), left_(arrivals) {}
    void arm(std::int64_t bytes) {
        armed_ = true;
        bytes_ += bytes;
        endIfDone();
    }
    void come(std::int64_t bytes) {
        if (!armed_) throw std::logic_error("bytes came before their phase was armed");
        bytes_ -= bytes;
        endIfDone();
    }
    void arrive() {
        --left_;
        endIfDone();
    }
    /// Whether the phase of this parity has ended: that before the present one.
    [[nodiscard]] bool hasEnded(std::int64_t parity) const { return (phase_ & 1) != parity; }

private:
    void endIfDone() {
        if (left_ > 0 || bytes_ != 0) return;
        left_ = all_;
        armed_ = false;
        ++phase_;
    }
    std::int32_t all_, left_;
    std::int64_t bytes_ = 0, phase_ = 0;
    bool armed_ = false;
};

}  // namespace gatelab::persistent
