// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace gatelab {

/// What one pass over the bytes of a text tells before a row is read: where its lines begin, in steps of kBlock bytes,
/// and whether there is anything that needs a closer look. The same for any number of threads.
class LineIndex {
public:
    static constexpr std::size_t kBlock = std::size_t{256} << 10;
    using EachBlock = std::function<void(std::string_view)>;
    /// progress: asked by the calling thread alone. each: also given each block in its order; the calling thread is
    /// then the only one.
    LineIndex(std::string_view text, int threads, const Progress& progress = {}, const EachBlock& each = {});

    /// Somebody said stop: it tells nothing.
    [[nodiscard]] bool isStopped() const { return before_.empty(); }

    /// Bytes below 128 only.
    [[nodiscard]] bool isAscii() const { return ascii_; }
    [[nodiscard]] bool hasZeros() const { return zeros_; }
    /// A CR that no LF follows, as very old programs end lines.
    [[nodiscard]] bool hasLoneReturns() const { return loneReturns_; }
    /// LF before block i, for i from 0 to the number of blocks.
    [[nodiscard]] std::int64_t endsBefore(std::size_t block) const { return before_[block]; }
    [[nodiscard]] std::int64_t lineEnds() const { return before_.back(); }
    /// As countLines() of the text, which is wanted for lone CR.
    [[nodiscard]] std::int64_t lines(std::string_view text) const;

private:
    bool ascii_ = true, zeros_ = false, loneReturns_ = false;
    std::vector<std::int64_t> before_;
};

}  // namespace gatelab
