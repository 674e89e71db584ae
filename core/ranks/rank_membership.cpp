// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_membership.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kMostRegroups = 20, kMostFirstJoins = 4;
constexpr auto kToFollow = std::chrono::seconds(1);  // another rank that waited in vain, too
// Each of the others notices the end of the next one: with TLS 0.4 s at most on an idle machine.
constexpr std::chrono::milliseconds kToNotice = std::chrono::seconds(5);
constexpr auto kToStart = std::chrono::minutes(10);      // programs start, data are read
constexpr auto kForever = std::chrono::hours(24 * 365);  // rank 0 may be paused, or wait for a disk

}  // namespace

RankMembership::RankMembership(std::unique_ptr<PipeStore> store, RankNetwork network)
    : store_(std::move(store)), network_(std::move(network)) {
    joinFirst();
}

void RankMembership::meet() {
    if (!std::exchange(hasMet_, true)) group_->stands(*store_);
}

/// A stranger that was refused spoils the group that it came to, and not the next one.
void RankMembership::joinFirst() {
    std::int64_t refused = 0;
    for (int attempt = 1;; ++attempt) {
        auto joined = RankGroup::join(*store_, kToStart, network_);
        if (joined.ok()) {
            group_ = std::move(*joined);
            break;
        }
        const ErrorCode why = joined.error().code;
        if (why == ErrorCode::PermissionDenied) ++refused;
        const bool mayPass =
            why == ErrorCode::DeviceLost || why == ErrorCode::Busy || why == ErrorCode::PermissionDenied;
        if (!mayPass || !network_.credentials || attempt >= kMostFirstJoins) throw RanksStopped{joined.error()};
    }
    const auto ranks = store_->ask("seats", {});
    if (!ranks.ok()) throw RanksStopped{ranks.error()};
    if (*ranks != std::to_string(group_->size()))
        throw RanksStopped{{ErrorCode::Internal,
                            {GATELAB_TEXT("Ranks",
                                          "only %1 of %2 ranks have started; nothing was trained; the reason "
                                          "stands among the messages of the program"),
                             {group_->size(), *ranks}}}};
    tellOfRefused(refused);
}

void RankMembership::leaveGroup() {
    if (group_) bytesOfGroups_ += group_->traffic();
    group_.reset();
}

std::chrono::milliseconds RankMembership::patience(int from) const {
    if (from == 0) return kForever;
    if (!hasMet_) return kToStart;
    return std::chrono::duration_cast<std::chrono::milliseconds>(network_.timeout + 10 * longest_);
}

/// Where a rank is silent the others have waited for it already, and are at most some batches apart; where one is gone
/// they may still compute, have not waited for anybody, and may hear of it one from the other.
std::chrono::milliseconds RankMembership::timeToJoin(bool hasWaited) const {
    if (!hasWaited) return std::max(patience(1), kToNotice);
    return std::chrono::duration_cast<std::chrono::milliseconds>(kToFollow + 10 * longest_);
}

Result<> RankMembership::receive(int from, int tag, std::chrono::milliseconds more) {
    return group_->receive(from, tag, patience(from) + more);
}

std::string RankMembership::operate(bool needsAll, const Attempt& attempt) {
    for (;;) {
        std::string result;
        if (!owed_.empty()) {
            result = std::move(owed_.back());
            owed_.pop_back();
        } else if (auto done = attempt(); done.ok()) {
            result = std::move(*done);
        } else if (done.error().code == ErrorCode::DeviceLost || done.error().code == ErrorCode::Busy) {
            regroup(done.error().code == ErrorCode::Busy);
            continue;
        } else {
            throw RanksStopped{done.error()};
        }
        ++done_;
        if (needsAll) results_.clear();
        results_.push_back(result);
        return result;
    }
}

void RankMembership::regroup(bool hasWaited) {
    const std::vector<int> before = group_->seats();
    std::int64_t refused = 0;
    for (int attempt = 0;; ++attempt) {
        leaveGroup();  // the others see it, and come too
        auto joined = RankGroup::join(*store_, timeToJoin(hasWaited && attempt == 0), network_);
        if (joined.ok()) {
            group_ = std::move(*joined);
            const auto leveled = levelResults();
            if (leveled.ok()) break;
            joined = leveled.error();
        }
        const ErrorCode why = joined.error().code;  // one more ended meanwhile
        if (why == ErrorCode::PermissionDenied) ++refused;
        const bool isMoving =
            why == ErrorCode::DeviceLost || why == ErrorCode::Busy || why == ErrorCode::PermissionDenied;
        if (!isMoving || attempt >= kMostRegroups) throw RanksStopped{joined.error()};
    }
    group_->stands(*store_);
    if (forgets_) forgets_();
    tellOfRefused(refused);
    tellOfLost(before);
}

void RankMembership::tellOfRefused(std::int64_t refused) {
    if (refused == 0) return;
    news_.push_back({GATELAB_TEXT("Ranks", "connections refused that had no certificate of this run: %1"), {refused}});
}

void RankMembership::tellOfLost(const std::vector<int>& before) {
    for (const int seat : before) {
        if (std::ranges::find(group_->seats(), seat) != group_->seats().end()) continue;
        const Text text = forgets_
                              ? GATELAB_TEXT("Ranks",
                                             "rank %1 has ended; the step is repeated, and %2 of %3 ranks go on; what "
                                             "the gradient exchange had put off is lost, so the bits are others from "
                                             "here on")
                              : GATELAB_TEXT("Ranks",
                                             "rank %1 has ended; the step is repeated, and %2 of %3 ranks go on "
                                             "with the same bits");
        news_.push_back({text, {seat, group_->size(), before.size()}});
    }
}

Result<> RankMembership::levelResults() {
    const int me = group_->rank(), size = group_->size();
    std::vector<std::uint64_t> done(static_cast<std::size_t>(size), done_);
    for (int rank = 0; rank < size; ++rank) {
        if (rank == me) continue;
        auto& theirs = done[static_cast<std::size_t>(rank)];
        if (auto posted = group_->expect(rank, kLevel, std::as_writable_bytes(std::span(&theirs, 1))); !posted.ok())
            return posted;
        if (auto sent = group_->send(rank, kLevel, std::as_bytes(std::span(&done_, 1))); !sent.ok()) return sent;
    }
    Result<> all;
    for (int rank = 0; rank < size && all.ok(); ++rank)
        if (rank != me) all = receive(rank, kLevel, RankGroup::timeToConnect(network_));  // it may still connect
    if (all.ok()) all = group_->sent(patience(1) + RankGroup::timeToConnect(network_));
    if (all.ok()) {
        const auto most = std::ranges::max_element(done);
        all = passResults(done, static_cast<int>(most - done.begin()));
    }
    if (!all.ok()) leaveGroup();  // before what it may still write to goes
    return all;
}

Result<> RankMembership::passResults(const std::vector<std::uint64_t>& done, int source) {
    owed_.clear();  // of a rank that ended while it passed them
    const std::uint64_t most = done[static_cast<std::size_t>(source)];
    if (group_->rank() == source) {
        for (int rank = 0; rank < group_->size(); ++rank) {
            const std::uint64_t lacks = most - done[static_cast<std::size_t>(rank)];
            for (std::uint64_t i = lacks; i > 0; --i) {
                // None can be further behind than the last operation that needed all.
                if (i > results_.size())
                    throw RanksStopped{{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the ranks are out of step")}};
                const std::string& result = results_[results_.size() - i];
                const std::uint64_t length = result.size();
                auto sent = group_->send(rank, kLevel, std::as_bytes(std::span(&length, 1)));
                if (sent.ok()) sent = group_->sent(patience(1));
                if (sent.ok() && length > 0) sent = group_->send(rank, kLevel, std::as_bytes(std::span(result)));
                if (sent.ok()) sent = group_->sent(patience(1));
                if (!sent.ok()) return sent;
            }
        }
        return {};
    }
    for (std::uint64_t i = done_; i < most; ++i) {
        std::uint64_t length = 0;
        auto got = group_->expect(source, kLevel, std::as_writable_bytes(std::span(&length, 1)));
        if (got.ok()) got = receive(source, kLevel);
        std::string result(got.ok() ? length : 0, '\0');
        if (got.ok() && length > 0) got = group_->expect(source, kLevel, std::as_writable_bytes(std::span(result)));
        if (got.ok() && length > 0) got = receive(source, kLevel);
        if (!got.ok()) {
            leaveGroup();
            return got;
        }
        owed_.insert(owed_.begin(), std::move(result));
    }
    return {};
}

}  // namespace gatelab
