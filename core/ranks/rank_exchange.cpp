// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_exchange.h"

#include "io/hash.h"
#include "run/directive_text.h"

#include <cstring>
#include <string>

namespace gatelab {

namespace {

constexpr std::uint64_t kCompareEvery = 64;  // operations
constexpr int kMostRegroups = 20, kMostFirstJoins = 4;
constexpr auto kToFollow = std::chrono::seconds(1);  // another rank that waited in vain, too
// Each of the others notices the end of the next one: with TLS 0.4 s at most on an idle machine.
constexpr std::chrono::milliseconds kToNotice = std::chrono::seconds(5);
constexpr auto kToStart = std::chrono::minutes(10);      // programs start, data are read
constexpr auto kForever = std::chrono::hours(24 * 365);  // rank 0 may be paused, or wait for a disk

}  // namespace

RankExchange::RankExchange(std::unique_ptr<PipeStore> store, RunControl& control, RankNetwork network)
    : store_(std::move(store)), control_(control), network_(std::move(network)) {
    joinFirst();
    isFirst_ = group_->rank() == 0;
}

RankExchange::~RankExchange() { group_.reset(); }

/// A stranger that was refused spoils the group that it came to, and not the next one.
void RankExchange::joinFirst() {
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

void RankExchange::leaveGroup() {
    if (group_) bytesOfGroups_ += group_->traffic();
    group_.reset();
}

std::chrono::milliseconds RankExchange::patience(int from) const {
    if (from == 0) return kForever;
    if (!hasMet_) return kToStart;
    return std::chrono::duration_cast<std::chrono::milliseconds>(network_.timeout + 10 * longest_);
}

/// Where a rank is silent the others have waited for it already, and are at most some batches apart; where one is gone
/// they may still compute, have not waited for anybody, and may hear of it one from the other.
std::chrono::milliseconds RankExchange::timeToJoin(bool hasWaited) const {
    if (!hasWaited) return std::max(patience(1), kToNotice);
    return std::chrono::duration_cast<std::chrono::milliseconds>(kToFollow + 10 * longest_);
}

Result<> RankExchange::receiveFrom(int from, int tag, std::chrono::milliseconds more) {
    return group_->receive(from, tag, patience(from) + more);
}

std::string RankExchange::operate(bool needsAll, const Attempt& attempt) {
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

void RankExchange::regroup(bool hasWaited) {
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
    if (compression_) compression_->reset();  // some of them know the next exchange's start, some do not
    tellOfRefused(refused);
    tellOfLost(before);
}

void RankExchange::tellOfRefused(std::int64_t refused) {
    if (refused == 0) return;
    news_.push_back({GATELAB_TEXT("Ranks", "connections refused that had no certificate of this run: %1"), {refused}});
}

void RankExchange::tellOfLost(const std::vector<int>& before) {
    for (const int seat : before) {
        if (std::ranges::find(group_->seats(), seat) != group_->seats().end()) continue;
        const Text text = compression_
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

Result<> RankExchange::levelResults() {
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
        if (rank != me) all = receiveFrom(rank, kLevel, RankGroup::timeToConnect(network_));  // it may still connect
    if (all.ok()) all = group_->sent(patience(1) + RankGroup::timeToConnect(network_));
    if (all.ok()) {
        const auto most = std::ranges::max_element(done);
        all = passResults(done, static_cast<int>(most - done.begin()));
    }
    if (!all.ok()) leaveGroup();  // before what it may still write to goes
    return all;
}

Result<> RankExchange::passResults(const std::vector<std::uint64_t>& done, int source) {
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
        if (got.ok()) got = receiveFrom(source, kLevel);
        std::string result(got.ok() ? length : 0, '\0');
        if (got.ok() && length > 0) got = group_->expect(source, kLevel, std::as_writable_bytes(std::span(result)));
        if (got.ok() && length > 0) got = receiveFrom(source, kLevel);
        if (!got.ok()) {
            leaveGroup();
            return got;
        }
        owed_.insert(owed_.begin(), std::move(result));
    }
    return {};
}

std::string RankExchange::tell(std::string_view said) {
    return operate(false, [&] { return attemptToTell(said); });
}

Result<std::string> RankExchange::attemptToTell(std::string_view said) {
    secondOut_.resize(2 * sizeof(std::uint64_t));
    std::uint64_t head[2] = {done_, said.size()};
    if (isFirst_) {
        firstOut_.assign(1, {});
        std::ranges::copy(std::as_bytes(std::span(said)), std::back_inserter(firstOut_[0]));
        std::memcpy(secondOut_.data(), head, sizeof head);
        for (int rank = 1; rank < group_->size(); ++rank) {
            auto sent = group_->send(rank, kWord, secondOut_);
            if (sent.ok() && !said.empty()) sent = group_->send(rank, kWord, firstOut_[0]);
            if (!sent.ok()) return sent.error();
        }
        const auto sent = group_->sent(patience(1));
        return sent.ok() ? Result<std::string>(std::string(said)) : sent.error();
    }
    auto got = group_->expect(0, kWord, secondOut_);
    if (got.ok()) got = receiveFrom(0, kWord);
    if (!got.ok()) return got.error();
    std::memcpy(head, secondOut_.data(), sizeof head);
    if (head[0] != done_) return Error{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the ranks are out of step")};
    firstOut_.assign(1, Bytes(head[1]));
    if (head[1] > 0) got = group_->expect(0, kWord, firstOut_[0]);
    if (got.ok() && head[1] > 0) got = receiveFrom(0, kWord);
    if (!got.ok()) return got.error();
    return std::string(reinterpret_cast<const char*>(firstOut_[0].data()), firstOut_[0].size());
}

RunDirective RankExchange::directive() {
    if (!hasWord_) return {};
    RunDirective asked;
    if (isFirst_) asked = control_.checkpoint();
    const std::string said = tell(isFirst_ ? directiveText(asked) : std::string());
    if (!isFirst_) {
        auto heard = directiveFromText(said);
        if (!heard.ok()) throw RanksStopped{heard.error()};
        asked = std::move(*heard);
    }
    hasWord_ = asked.paused;
    return asked;
}

void RankExchange::makeHead() {
    Head head{done_, 0, 0, busyNow_};
    if (isFirst_ && control_.isAsked()) head.flags |= kHasWord;
    if (isFirst_ && std::exchange(comparesSoon_, false)) head.flags |= kComparesNext;
    if (isFirst_ && std::exchange(savesSoon_, false)) head.flags |= kSavesAfter;
    if (compares_ || done_ % kCompareEvery == 0) head.hash = hashOfWeights();
    for (Bytes& out : firstOut_) std::memcpy(out.data(), &head, sizeof head);
    std::memcpy(firstIn_[static_cast<std::size_t>(group_->rank())].data(), &head, sizeof head);
}

std::uint64_t RankExchange::hashOfWeights() const {
    Checksum sum;
    sum.add(std::string_view(alike_));
    for (const auto& bytes : weights_)
        sum.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    return sum.value();
}

RankExchange::Head RankExchange::headOf(int rank) const {
    Head head;
    std::memcpy(&head, firstIn_[static_cast<std::size_t>(rank)].data(), sizeof head);
    return head;
}

Result<> RankExchange::compareHeads() const {
    const Head first = headOf(0);
    for (int rank = 0; rank < group_->size(); ++rank) {
        const Head head = headOf(rank);
        if (head.operation != done_)
            return Error{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the ranks are out of step")};
        if (head.hash == first.hash) continue;
        const int seat = group_->seats()[static_cast<std::size_t>(rank)];
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Ranks",
                                   "rank %1 holds other weights or data than rank 0; training is stopped, and "
                                   "the last checkpoint is safe; look for a fault of the memory, or for a "
                                   "file that changed, and resume the run"),
                      {seat}}};
    }
    return {};
}

void RankExchange::meet(std::string_view alike) {
    alike_ = alike;
    compares_ = true;
    sum(Blocks<float>{});
    alike_.clear();
    if (!std::exchange(hasMet_, true)) group_->stands(*store_);
    (void)takeCosts();
}

}  // namespace gatelab
