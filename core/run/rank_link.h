// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace gatelab {

/// What messages between two ranks cost, as measured between them while all others were silent.
struct RankLink {
    std::int64_t from = 0, to = 0;
    double delay = 0;           ///< of a message of some bytes, one way; seconds
    double perMessage = 0;      ///< of each further message that is sent at the same time; seconds
    double bytesPerSecond = 0;  ///< of a message of some MiB
    bool operator==(const RankLink&) const = default;
};

/// The slowest of all pairs of ranks, for which each step waits.
struct LinkCosts {
    double delay = 0;           ///< of a message, one way; seconds
    double perMessage = 0;      ///< of each further one; seconds
    double bytesPerSecond = 0;  ///< more than 0
    bool operator==(const LinkCosts&) const = default;
};

/// What a training step of some settings is.
struct SharedStep {
    double seconds = 0;        ///< of one processor core
    double gradientBytes = 0;  ///< of all parameters
    std::int64_t rows = 1;     ///< of a batch
    std::int64_t blocks = 1;   ///< that it is cut into; with more ranks than these, into as many as ranks
    std::int64_t steps = 1;    ///< of a window, one after the other
    bool operator==(const SharedStep&) const = default;
};

}  // namespace gatelab
