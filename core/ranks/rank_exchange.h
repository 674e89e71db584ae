// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "ranks/compression.h"
#include "ranks/gradient_blocks.h"
#include "ranks/rank_membership.h"
#include "ranks/rank_rounds.h"
#include "ranks/rank_stages.h"
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

/// What exchanges cost, as each rank tells rank 0.
struct RankCosts {
    std::uint64_t bytes = 0;  ///< that this rank sent and received, without what the network adds
    double waiting = 0;       ///< seconds, mean over the ranks: all but the computing of their own blocks
    int slowest = 0;          ///< the rank that computed longest
};

/// What the ranks of a run do together, which is data parallel training: each computes some of the blocks of rows that
/// a batch is cut into, and one rank sums a part of all blocks' gradients in the order of the batch, as one process
/// does with all of them, so that the bits do not depend on the number of ranks (RankRounds).
///
/// All ranks do the same operations in the same order, those that a lost rank spoilt once more (RankMembership). Rank 0
/// reads the remote control; its word goes round before the next step. Every so many operations the ranks compare a
/// hash of their weights. One training thread; throws RanksStopped.
class RankExchange {
public:
    /// `control`: of rank 0; of others nobody speaks to it; it outlives this. `store`: to who started this rank.
    RankExchange(std::unique_ptr<PipeStore> store, RunControl& control, RankNetwork network = {});

    /// Whether this is rank 0, which has the record, checkpoints and evaluations.
    [[nodiscard]] bool isFirst() const { return isFirst_; }
    [[nodiscard]] int rank() const { return members_.group().rank(); }
    [[nodiscard]] int size() const { return members_.group().size(); }
    /// Its number when the run began.
    [[nodiscard]] int seat() const {
        return members_.group().seats()[static_cast<std::size_t>(members_.group().rank())];
    }
    [[nodiscard]] const RankNetwork& network() const { return members_.network(); }
    /// What is compared between the ranks from now on, by a hash of its bytes. They stay where they are.
    void watch(std::vector<std::span<const std::byte>> weights) { weights_ = std::move(weights); }
    /// Waits for all, and compares the weights together with this text, which must be alike everywhere.
    void meet(std::string_view alike);
    /// The next operation of all tells the others to compare.
    void compareSoon() { comparesSoon_ = true; }
    /// How the gradients of T = float or double travel from now on, the same on all ranks, before the first of them.
    template <class T>
    void exchangeBy(const GradientExchange& exchange, const CompressionPlan& plan) {
        rounds_.roundBy(exchange.isRounded);
        compression_ = exchange.make<T>(plan);
        members_.forgetBy(compression_ ? [this] { compression_->reset(); } : std::function<void()>());
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

    template <class T>
    using Blocks = GradientBlocks<T>;
    template <class T>
    void sum(const Blocks<T>& blocks);
    /// Computes layers that the ranks share; gives what all of them leave, in their order.
    std::string pass(const StagedPass& staged);
    /// A number of each of `count` ranks, on all of them; where one is lost, another stands in its place.
    std::vector<double> ofAll(double mine, std::int64_t count);

    /// What happened to ranks since the last call.
    std::vector<Phrase> takeNews() { return members_.takeNews(); }
    /// What the sums since the last call cost.
    RankCosts takeCosts();

private:
    std::string tell(std::string_view said);
    Result<std::string> attemptToTell(std::string_view said);
    RankHead makeHead(double busy);
    void heed(std::uint64_t flags);
    [[nodiscard]] std::uint64_t hashOfWeights() const;

    RunControl& control_;
    bool isFirst_ = false;
    std::vector<std::span<const std::byte>> weights_;
    std::string alike_;
    bool hasWord_ = true, compares_ = true, comparesSoon_ = false;
    bool savesSoon_ = false, saves_ = false;
    std::unique_ptr<CompressionMemory> compression_;  ///< a BlockCompression of the numbers' type; null: none
    // Of the sums since takeCosts(): their seconds, and the bytes before them.
    double spent_ = 0;
    std::uint64_t bytesTold_ = 0;
    std::vector<std::byte> wordHead_, word_;  ///< of the group's messages
    RankRounds rounds_{members_};             ///< as well
    RankStages stages_{members_, rounds_};    ///< as well
    RankMembership members_;                  ///< the group is closed first
};

extern template void RankExchange::sum(const Blocks<float>& blocks);
extern template void RankExchange::sum(const Blocks<double>& blocks);

}  // namespace gatelab
