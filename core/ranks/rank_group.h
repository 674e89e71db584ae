// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "ranks/pipe_store.h"
#include "ranks/rank_network.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gatelab {

class RankWire;
struct RankWireRequest;

/// The processes that compute a run together, from one change of their number to the next: messages between them by
/// LibTorch's c10d over Gloo, on the interface of the network and nowhere else, or over NCCL between GPUs, where the
/// network says so. One thread. Every wait has a limit. What is expected of a rank is expected in the order in which it
/// is sent: NCCL knows no tags.
/// Errors of a message: DeviceLost where the peer is gone, Busy where it does not answer in time; after either the
/// group is of no more use, and the others that wait for it are told by its end.
class RankGroup {
public:
    /// Waits until every rank that lives asks for a new group, and is one of them. Cancelled: the starter is gone;
    /// Internal: a rank ended before the first group stood; PermissionDenied: a peer without this run's certificate was
    /// refused; Unsupported: connections that are to be encrypted would not be; InvalidInput: no such interface.
    /// `limit`: of those that do not ask (RankStore).
    static Result<std::unique_ptr<RankGroup>> join(PipeStore& store, std::chrono::milliseconds limit,
                                                   const RankNetwork& network);
    /// How long it may take a rank to be connected with all others once it was told who they are.
    static std::chrono::milliseconds timeToConnect(const RankNetwork& network);
    /// Tells the starter that this rank has heard of all others: until then, or until that time is over, it is waited
    /// for, however short the others' limits are.
    void stands(PipeStore& store) const;
    /// Closes all connections at once.
    ~RankGroup();
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return static_cast<int>(seats_.size()); }
    /// Bytes of the messages that were sent and expected.
    [[nodiscard]] std::uint64_t traffic() const { return traffic_; }
    /// The number that each rank had when the run began, by rank.
    [[nodiscard]] const std::vector<int>& seats() const { return seats_; }

    /// Makes room for the next message of this peer under this tag: one that is expected before it is sent costs one
    /// way less. `into` stays until it was received; its size is that of the message.
    Result<> expect(int from, int tag, std::span<std::byte> into);
    /// Waits for the oldest message that was expected so.
    Result<> receive(int from, int tag, std::chrono::milliseconds limit);
    /// Returns at once; `bytes` stay until sent() came back.
    Result<> send(int to, int tag, std::span<const std::byte> bytes);
    /// Waits for all that was sent.
    Result<> sent(std::chrono::milliseconds limit);

private:
    RankGroup();
    std::unique_ptr<RankWire> overGloo(const RankWireRequest& request, const RankNetwork& network) const;

    int rank_ = 0;
    std::int64_t generation_ = 0;
    std::uint64_t traffic_ = 0;
    std::vector<int> seats_;
    std::unique_ptr<RankWire> wire_;  ///< null where it is alone
};

}  // namespace gatelab
