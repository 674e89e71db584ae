// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "ranks/rank_group.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Thrown where the ranks of a run cannot go on together.
struct RanksStopped {
    Error error;
};

/// That this rank is one of those that compute a run, from its first group to its last. All do the same operations in
/// the same order. A rank that ends is noticed by the next message; the others form a new group, those that lack a
/// result get it from one that has it, and the operation is done again: nothing is lost and no bit is another. One
/// training thread; throws RanksStopped.
class RankMembership {
public:
    using Attempt = std::function<Result<std::string>()>;

    /// Waits for all ranks. `store`: to who started this one.
    RankMembership(std::unique_ptr<PipeStore> store, RankNetwork network);

    [[nodiscard]] RankGroup& group() const { return *group_; }
    [[nodiscard]] const RankNetwork& network() const { return network_; }
    /// Operations that were done.
    [[nodiscard]] std::uint64_t done() const { return done_; }
    /// Does an operation until all that are left have done it. `needsAll`: none can end it before all have begun it.
    std::string operate(bool needsAll, const Attempt& attempt);
    /// The ranks have all begun: from now on they are waited for as long as the network says.
    void meet();
    /// Is called where a rank was lost, since some know the next operation's start and some do not; empty: nothing is
    /// forgotten.
    void forgetBy(std::function<void()> forget) { forgets_ = std::move(forget); }

    /// How long this rank is waited for.
    [[nodiscard]] std::chrono::milliseconds patience(int from) const;
    /// So long did the blocks of a batch take here.
    void noteBusy(std::chrono::steady_clock::duration taken) { longest_ = std::max(longest_, taken); }
    /// `more`: beside what any message may take.
    Result<> receive(int from, int tag, std::chrono::milliseconds more = {});

    /// What happened to ranks since the last call.
    std::vector<Phrase> takeNews() { return std::exchange(news_, {}); }
    /// Bytes of all groups.
    [[nodiscard]] std::uint64_t traffic() const { return bytesOfGroups_ + group_->traffic(); }

private:
    static constexpr int kLevel = 3;  // tag

    void joinFirst();
    void leaveGroup();
    void regroup(bool hasWaited);
    void tellOfLost(const std::vector<int>& before);
    void tellOfRefused(std::int64_t refused);
    Result<> levelResults();
    Result<> passResults(const std::vector<std::uint64_t>& done, int source);
    [[nodiscard]] std::chrono::milliseconds timeToJoin(bool hasWaited) const;

    std::unique_ptr<PipeStore> store_;
    RankNetwork network_;
    std::unique_ptr<RankGroup> group_;
    std::uint64_t done_ = 0;            ///< operations
    std::vector<std::string> results_;  ///< of the newest operations, from the last one on that needed all ranks
    std::vector<std::string> owed_;     ///< of operations that others did already, the next one last
    std::vector<Phrase> news_;
    std::function<void()> forgets_;
    std::chrono::steady_clock::duration longest_{};  ///< that the blocks of a batch took
    std::uint64_t bytesOfGroups_ = 0;
    bool hasMet_ = false;
};

}  // namespace gatelab
