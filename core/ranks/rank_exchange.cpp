// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_exchange.h"

#include "io/hash.h"
#include "run/directive_text.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

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

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

template <class T>
std::int64_t lengthOf(const RankExchange::Blocks<T>& blocks) {
    std::int64_t count = 0;
    for (const auto& piece : blocks.into) count += std::ssize(piece.first);
    return count;
}

/// visit(piece, from, count, at): the numbers from `begin` to `end` as they lie in the sum's pieces; `at`: so far from
/// `begin`.
template <class T, class Visit>
void overPieces(const RankExchange::Blocks<T>& blocks, std::int64_t begin, std::int64_t end, const Visit& visit) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < blocks.into.size(); ++i) {
        const std::int64_t length = std::ssize(blocks.into[i].first);
        const std::int64_t first = std::max(begin, before), last = std::min(end, before + length);
        if (first < last) visit(i, first - before, last - first, first - begin);
        before += length;
    }
}

/// Numbers on the way, as they are or rounded.
template <class T>
void pack(const T* from, std::int64_t count, bool rounds, std::byte* into) {
    if (!rounds) {
        std::copy_n(reinterpret_cast<const std::byte*>(from), static_cast<std::size_t>(count) * sizeof(T), into);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint16_t bits = toBfloat16(from[i]);
        std::memcpy(into + i * static_cast<std::int64_t>(sizeof bits), &bits, sizeof bits);
    }
}

template <class T>
void unpack(const std::byte* from, std::int64_t count, bool rounds, T* into) {
    if (!rounds) {
        std::copy_n(from, static_cast<std::size_t>(count) * sizeof(T), reinterpret_cast<std::byte*>(into));
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, from + i * static_cast<std::int64_t>(sizeof bits), sizeof bits);
        into[i] = static_cast<T>(fromBfloat16(bits));
    }
}

}  // namespace

template <class T>
void RankExchange::layOut(const Blocks<T>& blocks) {
    const int me = group_->rank(), size = group_->size();
    const std::int64_t length = lengthOf(blocks), count = std::ssize(blocks.gradients);
    const Range mine = partOf(count, me, size), part = partOf(length, me, size);
    for (auto* buffers : {&firstOut_, &firstIn_, &secondIn_}) buffers->resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const Range theirs = partOf(count, rank, size), others = partOf(length, rank, size);
        const auto bytes = [this](const Range& rows, const Range& numbers) {
            return sizeof(Head) + static_cast<std::size_t>(rows.count()) *
                                      (sizeof(double) + static_cast<std::size_t>(numbers.count()) * numberBytes<T>());
        };
        firstOut_[i].resize(bytes(mine, others));
        firstIn_[i].resize(bytes(theirs, part));
        secondIn_[i].resize(static_cast<std::size_t>(others.count()) * numberBytes<T>());
    }
}

template <class T>
void RankExchange::compute(const Blocks<T>& blocks, Range mine) {
    const auto began = Clock::now();
    if (mine.count() > 0) blocks.compute(mine.first, mine.last);
    const auto taken = Clock::now() - began;
    longest_ = std::max(longest_, taken);
    busyNow_ = std::chrono::duration<double>(taken).count();
}

template <class T>
Result<> RankExchange::sendBlocks(const Blocks<T>& blocks) {
    const int me = group_->rank(), size = group_->size();
    const Range mine = partOf(std::ssize(blocks.gradients), me, size);
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const Range part = partOf(lengthOf(blocks), rank, size);
        Bytes& out = rank == me ? firstIn_[i] : firstOut_[i];
        std::byte* at = out.data() + sizeof(Head);
        for (std::int64_t block = mine.first; block < mine.last; ++block, at += sizeof(double))
            std::memcpy(at, &blocks.losses[static_cast<std::size_t>(block)], sizeof(double));
        for (std::int64_t block = mine.first; block < mine.last; ++block) {
            const T* from = blocks.gradients[static_cast<std::size_t>(block)];
            overPieces(blocks, part.first, part.last,
                       [&](std::size_t piece, std::int64_t first, std::int64_t count, std::int64_t) {
                           pack(from + blocks.into[piece].second + first, count, rounds_, at);
                           at += static_cast<std::size_t>(count) * numberBytes<T>();
                       });
        }
        if (rank == me) continue;
        if (auto sent = group_->send(rank, kFirstRound, out); !sent.ok()) return sent;
    }
    return {};
}

/// The first messages of all others, and whether all ranks are the same.
Result<> RankExchange::receiveHeads() {
    const int me = group_->rank(), size = group_->size();
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto got = receiveFrom(rank, kFirstRound); !got.ok()) return got;
    if (auto alike = compareHeads(); !alike.ok()) {
        (void)group_->sent(patience(1)).ok();  // so that all of them see it
        return alike;
    }
    busy_.resize(std::max(busy_.size(), static_cast<std::size_t>(group_->seats().back()) + 1));
    for (int rank = 0; rank < size; ++rank)
        busy_[static_cast<std::size_t>(group_->seats()[static_cast<std::size_t>(rank)])] += headOf(rank).busy;
    return {};
}

template <class T>
Result<std::string> RankExchange::attemptToSum(const Blocks<T>& blocks) {
    const int me = group_->rank(), size = group_->size();
    layOut(blocks);
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        if (rank == me) continue;
        auto posted = group_->expect(rank, kFirstRound, firstIn_[i]);
        if (posted.ok()) posted = group_->expect(rank, kSecondRound, secondIn_[i]);
        if (!posted.ok()) return posted.error();
    }
    compute(blocks, partOf(std::ssize(blocks.gradients), me, size));
    makeHead();
    if (auto sent = sendBlocks(blocks); !sent.ok()) return sent.error();
    if (auto got = receiveHeads(); !got.ok()) return got.error();
    std::string result = sumOwnPart(blocks);
    std::vector<T> sum(static_cast<std::size_t>(lengthOf(blocks)));
    if (auto exchanged = exchangeSums(std::span(sum)); !exchanged.ok()) return exchanged.error();
    return result.append(reinterpret_cast<const char*>(sum.data()), sum.size() * sizeof(T));
}

/// Flags and losses of all.
template <class T>
std::string RankExchange::resultOf(const Blocks<T>& blocks) const {
    const std::uint64_t flags = headOf(0).flags;
    std::string result(reinterpret_cast<const char*>(&flags), sizeof flags);
    const std::int64_t count = std::ssize(blocks.gradients);
    for (int rank = 0; rank < group_->size(); ++rank) {
        const Range theirs =
            compression_ && count > 0 ? blocksOf(rank, count, blocks.ofFull) : partOf(count, rank, group_->size());
        const std::byte* at = firstIn_[static_cast<std::size_t>(rank)].data() + sizeof(Head);
        result.append(reinterpret_cast<const char*>(at), static_cast<std::size_t>(theirs.count()) * sizeof(double));
    }
    return result;
}

/// This rank's part of the sum into secondOut_; gives the result of the operation but for the sum.
template <class T>
std::string RankExchange::sumOwnPart(const Blocks<T>& blocks) {
    const int me = group_->rank(), size = group_->size();
    const std::int64_t count = std::ssize(blocks.gradients);
    const Range part = partOf(lengthOf(blocks), me, size);
    std::vector<T> total(static_cast<std::size_t>(part.count())), one(total.size());
    // What is rounded is the sum of these blocks alone.
    bool isBegun = blocks.adds && !rounds_;
    if (isBegun)
        overPieces(blocks, part.first, part.last,
                   [&](std::size_t piece, std::int64_t first, std::int64_t numbers, std::int64_t at) {
                       std::copy_n(blocks.into[piece].first.data() + first, numbers, total.data() + at);
                   });
    // The blocks in the order of the batch, whoever computed them.
    for (int rank = 0; rank < size; ++rank) {
        const Range theirs = partOf(count, rank, size);
        const std::byte* at = firstIn_[static_cast<std::size_t>(rank)].data() + sizeof(Head) +
                              static_cast<std::size_t>(theirs.count()) * sizeof(double);
        for (std::int64_t block = 0; block < theirs.count(); ++block, at += one.size() * numberBytes<T>()) {
            unpack(at, part.count(), rounds_, one.data());
            if (!std::exchange(isBegun, true))
                total = one;
            else
                for (std::size_t i = 0; i < total.size(); ++i) total[i] += one[i];
        }
    }
    secondOut_.resize(total.size() * numberBytes<T>());
    pack(total.data(), part.count(), rounds_, secondOut_.data());
    return resultOf(blocks);
}

template <class T>
Result<> RankExchange::exchangeSums(std::span<T> into) {
    const int me = group_->rank(), size = group_->size();
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto sent = group_->send(rank, kSecondRound, secondOut_); !sent.ok()) return sent;
    T* at = into.data();
    for (int rank = 0; rank < size; ++rank) {
        if (rank != me)
            if (auto got = receiveFrom(rank, kSecondRound); !got.ok()) return got;
        const Bytes& sums = rank == me ? secondOut_ : secondIn_[static_cast<std::size_t>(rank)];
        const auto count = static_cast<std::int64_t>(sums.size() / numberBytes<T>());
        unpack(sums.data(), count, rounds_, at);
        at += count;
    }
    return group_->sent(patience(1));
}

/// Of a compressed exchange: the same in each batch, so that a block finds what it has put off.
RankExchange::Range RankExchange::blocksOf(int rank, std::int64_t count, std::int64_t ofFull) const {
    const Range all = partOf(std::max(count, ofFull), rank, group_->size());
    return {std::min(all.first, count), std::min(all.last, count)};
}

template <class T>
Result<> RankExchange::layOutShared(const Blocks<T>& blocks, const BlockCompression<T>& compression) {
    const int me = group_->rank(), size = group_->size();
    firstOut_.clear();
    for (auto* buffers : {&firstIn_, &secondIn_}) buffers->resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const auto theirs =
            static_cast<std::size_t>(blocksOf(rank, std::ssize(blocks.gradients), blocks.ofFull).count());
        firstIn_[i].resize(sizeof(Head) + theirs * (sizeof(double) + compression.bytes(0)));
        secondIn_[i].resize(compression.rounds() > 1 ? theirs * compression.bytes(1) : 0);
        if (rank == me) continue;
        auto posted = group_->expect(rank, kFirstRound, firstIn_[i]);
        if (posted.ok()) posted = group_->expect(rank, kSecondRound, secondIn_[i]);
        if (!posted.ok()) return posted;
    }
    return {};
}

/// Sends this rank's messages of a round to all; gives those of all blocks in their order.
template <class T>
Result<std::vector<const std::byte*>> RankExchange::shareRound(const Blocks<T>& blocks,
                                                               BlockCompression<T>& compression, int round) {
    const int me = group_->rank(), size = group_->size();
    const std::int64_t count = std::ssize(blocks.gradients);
    auto& buffers = round == 0 ? firstIn_ : secondIn_;
    Bytes& own = buffers[static_cast<std::size_t>(me)];
    const Range mine = blocksOf(me, count, blocks.ofFull);
    std::byte* at = own.data();
    if (round == 0) {
        at += sizeof(Head);
        for (std::int64_t block = mine.first; block < mine.last; ++block, at += sizeof(double))
            std::memcpy(at, &blocks.losses[static_cast<std::size_t>(block)], sizeof(double));
    }
    for (std::int64_t block = mine.first; block < mine.last; ++block, at += compression.bytes(round))
        compression.write(round, block, at);
    const int tag = round == 0 ? kFirstRound : kSecondRound;
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto sent = group_->send(rank, tag, own); !sent.ok()) return sent.error();
    if (round == 0) {
        if (auto got = receiveHeads(); !got.ok()) return got.error();
    } else {
        for (int rank = 0; rank < size; ++rank)
            if (rank != me)
                if (auto got = receiveFrom(rank, tag); !got.ok()) return got.error();
    }
    std::vector<const std::byte*> messages;
    for (int rank = 0; rank < size; ++rank) {
        const std::int64_t theirs = blocksOf(rank, count, blocks.ofFull).count();
        const std::byte* from = buffers[static_cast<std::size_t>(rank)].data();
        if (round == 0) from += sizeof(Head) + static_cast<std::size_t>(theirs) * sizeof(double);
        for (std::int64_t block = 0; block < theirs; ++block, from += compression.bytes(round))
            messages.push_back(from);
    }
    return messages;
}

template <class T>
Result<std::string> RankExchange::attemptToShare(const Blocks<T>& blocks, BlockCompression<T>& compression) {
    const std::int64_t count = std::ssize(blocks.gradients), length = lengthOf(blocks);
    fullBlocks_ = std::max(count, blocks.ofFull);
    if (auto posted = layOutShared(blocks, compression); !posted.ok()) return posted.error();
    const Range mine = blocksOf(group_->rank(), count, blocks.ofFull);
    compute(blocks, mine);
    makeHead();
    for (std::int64_t block = mine.first; block < mine.last; ++block) {
        const std::span<T> numbers = compression.begin(block);
        const T* from = blocks.gradients[static_cast<std::size_t>(block)];
        overPieces(blocks, 0, length, [&](std::size_t piece, std::int64_t first, std::int64_t many, std::int64_t at) {
            for (std::int64_t i = 0; i < many; ++i)
                numbers[static_cast<std::size_t>(at + i)] += from[blocks.into[piece].second + first + i];
        });
    }
    std::vector<T> sum(static_cast<std::size_t>(length));
    for (int round = 0; round < compression.rounds(); ++round) {
        const auto messages = shareRound(blocks, compression, round);
        if (!messages.ok()) return messages.error();
        compression.add(round, *messages, sum);
    }
    if (auto sent = group_->sent(patience(1)); !sent.ok()) return sent.error();
    compression.putOff(mine.first, mine.last, sum, count);
    return resultOf(blocks).append(reinterpret_cast<const char*>(sum.data()), sum.size() * sizeof(T));
}

template <class T>
void RankExchange::sum(const Blocks<T>& blocks) {
    const auto began = Clock::now();
    auto* const compression = blocks.gradients.empty() ? nullptr : static_cast<BlockCompression<T>*>(memory());
    const std::string result = operate(
        true, [&] { return compression != nullptr ? attemptToShare(blocks, *compression) : attemptToSum(blocks); });
    spent_ += secondsSince(began);
    std::uint64_t flags = 0;
    const char* at = result.data();
    std::memcpy(&flags, at, sizeof flags);
    at += sizeof flags;
    hasWord_ = (flags & kHasWord) != 0;
    compares_ = (flags & kComparesNext) != 0;
    saves_ = saves_ || (flags & kSavesAfter) != 0;
    std::copy_n(at, blocks.losses.size_bytes(), reinterpret_cast<char*>(blocks.losses.data()));
    at += blocks.losses.size_bytes();
    const bool addsHere = blocks.adds && (rounds_ || compression != nullptr);
    for (const auto& piece : blocks.into) {
        for (std::size_t i = 0; i < piece.first.size(); ++i, at += sizeof(T)) {
            T number = 0;
            std::memcpy(&number, at, sizeof number);
            piece.first[i] = addsHere ? piece.first[i] + number : number;
        }
    }
}

RankCosts RankExchange::takeCosts() {
    RankCosts costs;
    const std::uint64_t bytes = bytesOfGroups_ + group_->traffic();
    costs.bytes = bytes - std::exchange(bytesTold_, bytes);
    busy_.resize(std::max(busy_.size(), static_cast<std::size_t>(group_->seats().back()) + 1));
    for (const int seat : group_->seats()) {
        const double busy = busy_[static_cast<std::size_t>(seat)];
        costs.waiting += std::max(0.0, spent_ - busy) / group_->size();
        if (busy > busy_[static_cast<std::size_t>(costs.slowest)]) costs.slowest = seat;
    }
    busy_.clear();
    spent_ = 0;
    return costs;
}

std::string RankExchange::gatherMemory() {
    return operate(false, [&] { return attemptToGatherMemory(); });
}

Result<std::string> RankExchange::attemptToGatherMemory() {
    const int me = group_->rank(), size = group_->size();
    const std::size_t each = compression_->blockBytes();
    secondIn_.resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        Bytes& bytes = secondIn_[static_cast<std::size_t>(rank)];
        bytes.resize(static_cast<std::size_t>(partOf(fullBlocks_, rank, size).count()) * each);
        if (isFirst_ && rank != me)
            if (auto posted = group_->expect(rank, kMemory, bytes); !posted.ok()) return posted.error();
    }
    const Range mine = partOf(fullBlocks_, me, size);
    for (std::int64_t block = mine.first; block < mine.last; ++block)
        compression_->copyBlock(block, secondIn_[static_cast<std::size_t>(me)].data() +
                                           static_cast<std::size_t>(block - mine.first) * each);
    if (!isFirst_) {
        auto sent = group_->send(0, kMemory, secondIn_[static_cast<std::size_t>(me)]);
        if (sent.ok()) sent = group_->sent(patience(0));
        return sent.ok() ? Result<std::string>(std::string()) : sent.error();
    }
    std::string all;
    for (int rank = 0; rank < size; ++rank) {
        if (rank != me)
            if (auto got = receiveFrom(rank, kMemory); !got.ok()) return got.error();
        const Bytes& bytes = secondIn_[static_cast<std::size_t>(rank)];
        all.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    return all;
}

bool RankExchange::restoreMemory(std::span<const std::byte> blocks, std::span<const std::byte> shared) {
    if (!compression_ || !compression_->restore(blocks, shared)) return false;
    fullBlocks_ = static_cast<std::int64_t>(blocks.size() / compression_->blockBytes());
    return true;
}

template void RankExchange::sum(const Blocks<float>& blocks);
template void RankExchange::sum(const Blocks<double>& blocks);

}  // namespace gatelab
