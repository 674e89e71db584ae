// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "ranks/compression.h"
#include "ranks/gradient_blocks.h"
#include "ranks/rank_membership.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Of the first message of each rank to each other.
struct RankHead {
    std::uint64_t operation = 0, flags = 0, hash = 0;
    double busy = 0;  ///< seconds that its blocks took
};

/// The messages by which ranks sum the gradients of a batch: two rounds, each rank's parts to their owners and the sums
/// back to all, both expected before the blocks are computed; or, compressed, each rank's to all. Attempts at an
/// operation of RankMembership, whose errors they give. It outlives the members' group, which writes to its buffers.
class RankRounds {
public:
    /// What this rank says of itself, once its blocks took so many seconds.
    using MakeHead = std::function<RankHead(double busy)>;

    explicit RankRounds(RankMembership& members) : members_(members) {}

    /// Numbers travel as bfloat16.
    void roundBy(bool rounds) { rounds_ = rounds; }
    [[nodiscard]] bool rounds() const { return rounds_; }
    /// Flags of rank 0, losses of all blocks, the sum. Corrupt where a rank's hash is another.
    template <class T>
    Result<std::string> sum(const GradientBlocks<T>& blocks, const MakeHead& make);
    template <class T>
    Result<std::string> share(const GradientBlocks<T>& blocks, BlockCompression<T>& compression, const MakeHead& make);
    /// One message of each rank to all others, for what is not summed: makes room for so many bytes of each.
    Result<> expectShares(const std::vector<std::size_t>& bytes);
    /// Where this rank's are to be written.
    [[nodiscard]] std::byte* ownShare() { return ownFirst().data() + sizeof(RankHead); }
    /// Sends them; flags of rank 0, then the bytes of all in their order.
    Result<std::string> exchangeShares(const RankHead& head);
    /// What is put off of all blocks of a full batch, at rank 0; empty on the others.
    Result<std::string> gather(const CompressionMemory& memory, bool isFirst);
    void setFullBlocks(std::int64_t count) { fullBlocks_ = count; }
    /// Seconds that each rank was busy since the last call, by the number that it had when the run began.
    std::vector<double> takeBusy() { return std::exchange(busy_, {}); }

private:
    static constexpr int kFirstRound = 0, kSecondRound = 1, kMemory = 4;  // tags
    using Bytes = std::vector<std::byte>;
    using Compute = std::function<void(std::int64_t first, std::int64_t last)>;

    [[nodiscard]] RankGroup& group() const { return members_.group(); }
    [[nodiscard]] Bytes& ownFirst() { return firstIn_[static_cast<std::size_t>(group().rank())]; }
    double compute(const Compute& blocks, RankShare mine);
    void putHead(const RankHead& head);
    [[nodiscard]] RankHead headOf(int rank) const;
    [[nodiscard]] Result<> compareHeads() const;
    Result<> receiveHeads();
    [[nodiscard]] std::string resultOf(const std::function<RankShare(int rank)>& blocksOf) const;
    template <class T>
    void layOut(const GradientBlocks<T>& blocks);
    template <class T>
    Result<> sendBlocks(const GradientBlocks<T>& blocks);
    template <class T>
    std::string sumOwnPart(const GradientBlocks<T>& blocks);
    template <class T>
    Result<> exchangeSums(std::span<T> into);
    template <class T>
    [[nodiscard]] std::size_t numberBytes() const {
        return rounds_ ? sizeof(std::uint16_t) : sizeof(T);
    }
    [[nodiscard]] RankShare blocksOf(int rank, std::int64_t count, std::int64_t ofFull) const;
    template <class T>
    Result<> layOutShared(const GradientBlocks<T>& blocks, const BlockCompression<T>& compression);
    template <class T>
    Result<std::vector<const std::byte*>> shareRound(const GradientBlocks<T>& blocks, BlockCompression<T>& compression,
                                                     int round);

    RankMembership& members_;
    bool rounds_ = false;
    std::int64_t fullBlocks_ = 0;  ///< that the compression was given
    std::vector<double> busy_;
    // By rank. They stay until the group is closed: messages that were expected may still arrive.
    std::vector<Bytes> firstOut_, firstIn_, secondIn_;
    Bytes secondOut_;
};

}  // namespace gatelab
