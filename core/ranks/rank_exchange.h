// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "ranks/compression.h"
#include "ranks/rank_group.h"
#include "run/run_control.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gatelab {

/// Thrown where the ranks of a run cannot go on together.
struct RanksStopped {
    Error error;
};

/// What exchanges cost, as each rank tells rank 0.
struct RankCosts {
    std::uint64_t bytes = 0;  ///< that this rank sent and received, without what the network adds
    double waiting = 0;       ///< seconds, mean over the ranks: all but the computing of their own blocks
    int slowest = 0;          ///< the rank that computed longest
};

/// What the ranks of a run do together, which is data parallel training: each computes some of the blocks of rows that
/// a batch is cut into, and one rank sums a part of all blocks' gradients in the order of the batch, as one process
/// does with all of them, so that the bits do not depend on the number of ranks. Two rounds of messages: each rank's
/// parts to their owners, the sums back to all; both expected before the blocks are computed.
///
/// All ranks do the same operations in the same order. A rank that ends is noticed by the next message; the others form
/// a new group, those that lack a result get it from one that has it, and the operation is done again: nothing is lost
/// and no bit is another. Rank 0 reads the remote control; its word goes round before the next step. Every so many
/// operations the ranks compare a hash of their weights. One training thread; throws RanksStopped.
class RankExchange {
public:
    /// `control`: of rank 0; of others nobody speaks to it; it outlives this. `store`: to who started this rank.
    RankExchange(std::unique_ptr<PipeStore> store, RunControl& control, RankNetwork network = {});
    ~RankExchange();

    /// Whether this is rank 0, which has the record, checkpoints and evaluations.
    [[nodiscard]] bool isFirst() const { return isFirst_; }
    [[nodiscard]] int size() const { return group_->size(); }
    [[nodiscard]] const RankNetwork& network() const { return network_; }
    /// What is compared between the ranks from now on, by a hash of its bytes. They stay where they are.
    void watch(std::vector<std::span<const std::byte>> weights) { weights_ = std::move(weights); }
    /// Waits for all, and compares the weights together with this text, which must be alike everywhere.
    void meet(std::string_view alike);
    /// The next operation of all tells the others to compare.
    void compareSoon() { comparesSoon_ = true; }
    /// How the gradients of T = float or double travel from now on, the same on all ranks, before the first of them.
    template <class T>
    void exchangeBy(const GradientExchange& exchange, const CompressionPlan& plan) {
        rounds_ = exchange.isRounded;
        compression_ = exchange.make<T>(plan);
    }
    /// What the exchange puts off, which belongs to a checkpoint; null: nothing ever.
    [[nodiscard]] CompressionMemory* memory() const { return compression_.get(); }
    /// As gatherMemory and memory()->shared() gave it. False: it is of another shape, and nothing is put off.
    bool restoreMemory(std::span<const std::byte> blocks, std::span<const std::byte> shared);
    /// Of all blocks of a full batch, brought to rank 0 by all together; empty on the others, and where nothing is put
    /// off since a rank was lost.
    std::string gatherMemory();
    /// Rank 0 wants to save after the step whose exchange comes next: then all are to gather what is put off.
    void saveSoon() { savesSoon_ = true; }
    /// Whether that was said by an exchange since the last call; the same on all ranks.
    bool takeSave() { return std::exchange(saves_, false); }

    /// What the remote control says, on all ranks alike. Nothing where it said nothing: then no message is sent.
    RunDirective directive();
    /// There may be a word to be told before the next operation.
    void expectWord() { hasWord_ = true; }
    /// A value of rank 0 on all ranks.
    template <class Value>
    Value ofFirst(const Value& mine) {
        static_assert(std::is_trivially_copyable_v<Value>);
        const std::string said = tell({reinterpret_cast<const char*>(&mine), sizeof mine});
        Value value;
        std::copy_n(said.data(), sizeof value, reinterpret_cast<char*>(&value));
        return value;
    }

    /// Gradients and losses of the blocks of a batch, of T = float or double.
    template <class T>
    struct Blocks {
        std::span<const T* const> gradients;  ///< by block, each as long as all parameters
        std::span<double> losses;             ///< by block; those of other ranks are filled in
        /// Computes blocks first to last - 1; more than once where a rank was lost
        std::function<void(std::int64_t first, std::int64_t last)> compute;
        std::vector<std::pair<std::span<T>, std::int64_t>> into;  ///< the sum's pieces, and where each lies in a block
        bool adds = false;                                        ///< on top of what is in `into`
        std::int64_t ofFull = 0;  ///< blocks of a full batch, where this one may have fewer
    };
    template <class T>
    void sum(const Blocks<T>& blocks);

    /// What happened to ranks since the last call.
    std::vector<Phrase> takeNews() { return std::exchange(news_, {}); }
    /// What the sums since the last call cost.
    RankCosts takeCosts();

private:
    /// Of the first message of each rank to each other.
    struct Head {
        std::uint64_t operation = 0, flags = 0, hash = 0;
        double busy = 0;  ///< seconds that its blocks took
    };
    /// The part of `count` things that is rank's.
    struct Range {
        std::int64_t first = 0, last = 0;
        [[nodiscard]] std::int64_t count() const { return last - first; }
    };
    static Range partOf(std::int64_t count, int rank, int size) {
        return {count * rank / size, count * (rank + 1) / size};
    }
    static constexpr int kFirstRound = 0, kSecondRound = 1, kWord = 2, kLevel = 3, kMemory = 4;  // tags
    static constexpr std::uint64_t kHasWord = 1, kComparesNext = 2, kSavesAfter = 4;             // flags of a head
    using Bytes = std::vector<std::byte>;
    using Attempt = std::function<Result<std::string>()>;

    std::string tell(std::string_view said);
    Result<std::string> attemptToTell(std::string_view said);
    template <class T>
    Result<std::string> attemptToSum(const Blocks<T>& blocks);
    template <class T>
    void layOut(const Blocks<T>& blocks);
    template <class T>
    void compute(const Blocks<T>& blocks, Range mine);
    template <class T>
    Result<> sendBlocks(const Blocks<T>& blocks);
    Result<> receiveHeads();
    template <class T>
    std::string sumOwnPart(const Blocks<T>& blocks);
    template <class T>
    Result<> exchangeSums(std::span<T> into);
    template <class T>
    [[nodiscard]] std::string resultOf(const Blocks<T>& blocks) const;
    template <class T>
    [[nodiscard]] std::size_t numberBytes() const {
        return rounds_ ? sizeof(std::uint16_t) : sizeof(T);
    }
    template <class T>
    Result<std::string> attemptToShare(const Blocks<T>& blocks, BlockCompression<T>& compression);
    template <class T>
    Result<> layOutShared(const Blocks<T>& blocks, const BlockCompression<T>& compression);
    template <class T>
    Result<std::vector<const std::byte*>> shareRound(const Blocks<T>& blocks, BlockCompression<T>& compression,
                                                     int round);
    [[nodiscard]] Range blocksOf(int rank, std::int64_t count, std::int64_t ofFull) const;
    Result<std::string> attemptToGatherMemory();
    /// `more`: beside what any message may take.
    Result<> receiveFrom(int from, int tag, std::chrono::milliseconds more = {});
    /// Does an operation until all that are left have done it. `needsAll`: none can end it before all have begun it.
    std::string operate(bool needsAll, const Attempt& attempt);
    void joinFirst();
    void leaveGroup();
    void regroup(bool hasWaited);
    void tellOfLost(const std::vector<int>& before);
    void tellOfRefused(std::int64_t refused);
    Result<> levelResults();
    Result<> passResults(const std::vector<std::uint64_t>& done, int source);
    void makeHead();
    [[nodiscard]] std::uint64_t hashOfWeights() const;
    Result<> compareHeads() const;
    [[nodiscard]] Head headOf(int rank) const;
    [[nodiscard]] std::chrono::milliseconds patience(int from) const;
    [[nodiscard]] std::chrono::milliseconds timeToJoin(bool hasWaited) const;

    std::unique_ptr<PipeStore> store_;
    RunControl& control_;
    std::unique_ptr<RankGroup> group_;
    bool isFirst_ = false;
    std::vector<std::span<const std::byte>> weights_;
    std::uint64_t done_ = 0;            ///< operations
    std::vector<std::string> results_;  ///< of the newest operations, from the last one on that needed all ranks
    std::vector<std::string> owed_;     ///< of operations that others did already, the next one last
    std::vector<Phrase> news_;
    std::string alike_;
    std::chrono::steady_clock::duration longest_{};  ///< that the blocks of a batch took
    bool hasMet_ = false, hasWord_ = true, compares_ = true, comparesSoon_ = false;
    bool savesSoon_ = false, saves_ = false;
    bool rounds_ = false;                             ///< numbers travel as bfloat16
    std::unique_ptr<CompressionMemory> compression_;  ///< a BlockCompression of the numbers' type; null: none
    std::int64_t fullBlocks_ = 0;                     ///< that it was given
    // Of the sums since takeCosts(): their seconds, those that each rank was busy, and the bytes before them.
    double spent_ = 0, busyNow_ = 0;
    std::vector<double> busy_;
    std::uint64_t bytesOfGroups_ = 0, bytesTold_ = 0;
    // By rank. They stay until the group is closed: messages that were expected may still arrive.
    std::vector<Bytes> firstOut_, firstIn_, secondIn_;
    Bytes secondOut_;
    RankNetwork network_;
};

extern template void RankExchange::sum(const Blocks<float>& blocks);
extern template void RankExchange::sum(const Blocks<double>& blocks);

}  // namespace gatelab
