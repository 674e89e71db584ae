// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <cstddef>
#include <span>

namespace gatelab {

/// How the messages of a RankGroup travel; there it stands what they promise. What goes wrong is thrown as c10d throws
/// it. One thread.
class RankWire {
public:
    virtual ~RankWire() = default;
    virtual void expect(int from, int tag, std::span<std::byte> into) = 0;
    virtual void receive(int from, int tag, std::chrono::milliseconds limit) = 0;
    virtual void send(int to, int tag, std::span<const std::byte> bytes) = 0;
    /// To whom the oldest message is on its way; -1: none is.
    [[nodiscard]] virtual int oldest() const = 0;
    /// Waits for that one.
    virtual void sent(std::chrono::milliseconds limit) = 0;
};

/// What a wire is opened with.
struct RankWireRequest {
    c10::intrusive_ptr<c10d::Store> store;  ///< of this group alone
    int rank = 0, size = 1;
    int seat = 0;  ///< of this rank when the run began
    std::chrono::milliseconds toConnect{0};
};

}  // namespace gatelab
