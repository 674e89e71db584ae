// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ranks/gradient_blocks.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace gatelab {

/// Where a chunk of a window goes: to the layers above, or as a gradient to those below.
enum class StageWay { Forth, Back };

/// What the ranks of neighbouring layers say to each other during a pass: one message for each chunk and way.
class StageMessages {
public:
    virtual ~StageMessages() = default;
    /// What comes this way, once it is here; it stays until the next pass.
    virtual std::span<const std::byte> receive(StageWay way, std::int64_t chunk) = 0;
    /// Returns at once; the bytes are copied.
    virtual void send(StageWay way, std::int64_t chunk, std::span<const std::byte> bytes) = 0;
};

/// A pass through layers that ranks share: each has a run of them, and each chunk of a window goes from rank to rank,
/// so that all are busy at once (a wavefront).
struct StagedPass {
    std::int64_t layers = 0;
    std::vector<std::size_t> chunkBytes;   ///< of each chunk's message; either way
    std::vector<std::size_t> resultBytes;  ///< by layer, of what it leaves for all ranks
    /// Computes these layers and writes what they leave, one after the other. Speaks only to ranks that there are;
    /// is called once more where a rank was lost
    std::function<void(RankShare mine, StageMessages& messages, std::byte* into)> compute;

    [[nodiscard]] std::size_t bytesOf(RankShare share) const {
        std::size_t bytes = 0;
        for (std::int64_t layer = share.first; layer < share.last; ++layer)
            bytes += resultBytes[static_cast<std::size_t>(layer)];
        return bytes;
    }
};

}  // namespace gatelab
