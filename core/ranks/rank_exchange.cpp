// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_exchange.h"

#include "io/hash.h"
#include "run/directive_text.h"

#include <cstring>
#include <string>

namespace gatelab {

namespace {

constexpr int kFirstRound = 0, kSecondRound = 1, kWord = 2, kLevel = 3;  // tags
constexpr std::uint64_t kHasWord = 1, kComparesNext = 2;                 // flags of a head
constexpr std::uint64_t kCompareEvery = 64;                              // operations
constexpr int kMostRegroups = 20;
constexpr auto kToFollow = std::chrono::seconds(1);      // another rank that waited in vain, too
constexpr auto kToStart = std::chrono::minutes(10);      // programs start, data are read
constexpr auto kForever = std::chrono::hours(24 * 365);  // rank 0 may be paused, or wait for a disk

/// The part of `count` things that is rank's.
struct Range {
    std::int64_t first = 0, last = 0;
    [[nodiscard]] std::int64_t count() const { return last - first; }
};
Range partOf(std::int64_t count, int rank, int size) { return {count * rank / size, count * (rank + 1) / size}; }

template <class T>
std::int64_t lengthOf(const RankExchange::Blocks<T>& blocks) {
    std::int64_t count = 0;
    for (const auto& piece : blocks.into) count += std::ssize(piece.first);
    return count;
}

/// visit(piece, from, count, at): the numbers of `range` as they lie in the sum's pieces; `at`: so far into the range.
template <class T, class Visit>
void overPieces(const RankExchange::Blocks<T>& blocks, Range range, const Visit& visit) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < blocks.into.size(); ++i) {
        const std::int64_t length = std::ssize(blocks.into[i].first);
        const std::int64_t first = std::max(range.first, before), last = std::min(range.last, before + length);
        if (first < last) visit(i, first - before, last - first, first - range.first);
        before += length;
    }
}

}  // namespace

struct RankExchange::Head {
    std::uint64_t operation = 0, flags = 0, hash = 0;
};

RankExchange::RankExchange(std::unique_ptr<PipeStore> store, RunControl& control, RankNetwork network)
    : store_(std::move(store)), control_(control), network_(std::move(network)) {
    auto joined = RankGroup::join(*store_, kToStart, network_);
    if (!joined.ok()) throw RanksStopped{joined.error()};
    group_ = std::move(*joined);
    isFirst_ = group_->rank() == 0;
}

RankExchange::~RankExchange() { group_.reset(); }

std::chrono::milliseconds RankExchange::patience(int from) const {
    if (from == 0) return kForever;
    if (!hasMet_) return kToStart;
    return std::chrono::duration_cast<std::chrono::milliseconds>(network_.timeout + 10 * longest_);
}

/// Where a rank is silent the others have waited for it already, and are at most some batches apart; where one is gone
/// they may still compute, and have not waited for anybody.
std::chrono::milliseconds RankExchange::timeToJoin(bool hasWaited) const {
    if (!hasWaited) return patience(1);
    return std::chrono::duration_cast<std::chrono::milliseconds>(kToFollow + 10 * longest_);
}

Result<> RankExchange::receiveFrom(int from, int tag) { return group_->receive(from, tag, patience(from)); }

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
        group_.reset();  // the others see it, and come too
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
    if (refused > 0)
        news_.push_back(
            {GATELAB_TEXT("Ranks", "connections refused that had no certificate of this run: %1"), {refused}});
    for (const int seat : before)
        if (std::ranges::find(group_->seats(), seat) == group_->seats().end())
            news_.push_back({GATELAB_TEXT("Ranks",
                                          "rank %1 has ended; the step is repeated, and %2 of %3 ranks go on "
                                          "with the same bits"),
                             {seat, group_->size(), before.size()}});
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
        if (rank != me) all = receiveFrom(rank, kLevel);
    if (all.ok()) all = group_->sent(patience(1));
    if (all.ok()) {
        const auto most = std::ranges::max_element(done);
        all = passResults(done, static_cast<int>(most - done.begin()));
    }
    if (!all.ok()) group_.reset();  // before what it may still write to goes
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
            group_.reset();
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
    Head head{done_, 0, 0};
    if (isFirst_ && control_.isAsked()) head.flags |= kHasWord;
    if (isFirst_ && std::exchange(comparesSoon_, false)) head.flags |= kComparesNext;
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

template <class T>
void RankExchange::layOut(const Blocks<T>& blocks) {
    const int me = group_->rank(), size = group_->size();
    const std::int64_t length = lengthOf(blocks), count = std::ssize(blocks.gradients);
    const Range mine = partOf(count, me, size), part = partOf(length, me, size);
    for (auto* buffers : {&firstOut_, &firstIn_, &secondIn_}) buffers->resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const Range theirs = partOf(count, rank, size), others = partOf(length, rank, size);
        const auto bytes = [](const Range& rows, const Range& numbers) {
            return sizeof(Head) + static_cast<std::size_t>(rows.count()) *
                                      (sizeof(double) + static_cast<std::size_t>(numbers.count()) * sizeof(T));
        };
        firstOut_[i].resize(bytes(mine, others));
        firstIn_[i].resize(bytes(theirs, part));
        secondIn_[i].resize(static_cast<std::size_t>(others.count()) * sizeof(T));
    }
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
            overPieces(blocks, part, [&](std::size_t piece, std::int64_t first, std::int64_t count, std::int64_t) {
                std::memcpy(at, from + blocks.into[piece].second + first, static_cast<std::size_t>(count) * sizeof(T));
                at += static_cast<std::size_t>(count) * sizeof(T);
            });
        }
        if (rank == me) continue;
        if (auto sent = group_->send(rank, kFirstRound, out); !sent.ok()) return sent;
    }
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
    const auto began = std::chrono::steady_clock::now();
    if (const Range mine = partOf(std::ssize(blocks.gradients), me, size); mine.count() > 0)
        blocks.compute(mine.first, mine.last);
    longest_ = std::max(longest_, std::chrono::steady_clock::now() - began);
    makeHead();
    if (auto sent = sendBlocks(blocks); !sent.ok()) return sent.error();
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto got = receiveFrom(rank, kFirstRound); !got.ok()) return got.error();
    if (auto alike = compareHeads(); !alike.ok()) {
        (void)group_->sent(patience(1)).ok();  // so that all of them see it
        return alike.error();
    }

    std::string result = sumOwnPart(blocks);
    auto exchanged =
        exchangeSums(result.data() + result.size() - static_cast<std::size_t>(lengthOf(blocks)) * sizeof(T));
    return exchanged.ok() ? Result<std::string>(std::move(result)) : exchanged.error();
}

/// This rank's part of the sum into secondOut_; gives the result of the operation with room for the sum.
template <class T>
std::string RankExchange::sumOwnPart(const Blocks<T>& blocks) {
    const int me = group_->rank(), size = group_->size();
    const std::int64_t count = std::ssize(blocks.gradients), length = lengthOf(blocks);
    const Range part = partOf(length, me, size);
    secondOut_.resize(static_cast<std::size_t>(part.count()) * sizeof(T));
    T* const total = reinterpret_cast<T*>(secondOut_.data());
    if (blocks.adds)
        overPieces(blocks, part, [&](std::size_t piece, std::int64_t first, std::int64_t numbers, std::int64_t at) {
            std::copy_n(blocks.into[piece].first.data() + first, numbers, total + at);
        });
    std::string result(sizeof(std::uint64_t) + static_cast<std::size_t>(count) * sizeof(double) +
                           static_cast<std::size_t>(length) * sizeof(T),
                       '\0');
    const std::uint64_t flags = headOf(0).flags;
    std::memcpy(result.data(), &flags, sizeof flags);
    char* losses = result.data() + sizeof flags;
    bool isBegun = blocks.adds;
    // The blocks in the order of the batch, whoever computed them.
    for (int rank = 0; rank < size; ++rank) {
        const Range theirs = partOf(count, rank, size);
        const std::byte* at = firstIn_[static_cast<std::size_t>(rank)].data() + sizeof(Head);
        const auto ofLosses = static_cast<std::size_t>(theirs.count()) * sizeof(double);
        std::memcpy(losses, at, ofLosses);
        losses += ofLosses;
        const T* from = reinterpret_cast<const T*>(at + ofLosses);
        for (std::int64_t block = 0; block < theirs.count(); ++block, from += part.count()) {
            if (!std::exchange(isBegun, true))
                std::copy_n(from, part.count(), total);
            else
                for (std::int64_t i = 0; i < part.count(); ++i) total[i] += from[i];
        }
    }
    return result;
}

Result<> RankExchange::exchangeSums(char* into) {
    const int me = group_->rank(), size = group_->size();
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto sent = group_->send(rank, kSecondRound, secondOut_); !sent.ok()) return sent;
    for (int rank = 0; rank < size; ++rank) {
        if (rank != me)
            if (auto got = receiveFrom(rank, kSecondRound); !got.ok()) return got;
        const Bytes& sums = rank == me ? secondOut_ : secondIn_[static_cast<std::size_t>(rank)];
        if (!sums.empty()) std::memcpy(into, sums.data(), sums.size());
        into += sums.size();
    }
    return group_->sent(patience(1));
}

template <class T>
void RankExchange::sum(const Blocks<T>& blocks) {
    const std::string result = operate(true, [&] { return attemptToSum(blocks); });
    std::uint64_t flags = 0;
    const char* at = result.data();
    std::memcpy(&flags, at, sizeof flags);
    at += sizeof flags;
    hasWord_ = (flags & kHasWord) != 0;
    compares_ = (flags & kComparesNext) != 0;
    std::copy_n(at, blocks.losses.size_bytes(), reinterpret_cast<char*>(blocks.losses.data()));
    at += blocks.losses.size_bytes();
    for (const auto& piece : blocks.into) {
        std::copy_n(at, piece.first.size_bytes(), reinterpret_cast<char*>(piece.first.data()));
        at += piece.first.size_bytes();
    }
}

void RankExchange::meet(std::string_view alike) {
    alike_ = alike;
    compares_ = true;
    sum(Blocks<float>{});
    alike_.clear();
    hasMet_ = true;
}

template void RankExchange::sum(const Blocks<float>& blocks);
template void RankExchange::sum(const Blocks<double>& blocks);

}  // namespace gatelab
