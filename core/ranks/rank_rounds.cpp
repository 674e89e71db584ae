// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_rounds.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace gatelab {

void RankRounds::putHead(const RankHead& head) {
    for (Bytes& out : firstOut_) std::memcpy(out.data(), &head, sizeof head);
    std::memcpy(firstIn_[static_cast<std::size_t>(group().rank())].data(), &head, sizeof head);
}

RankHead RankRounds::headOf(int rank) const {
    RankHead head;
    std::memcpy(&head, firstIn_[static_cast<std::size_t>(rank)].data(), sizeof head);
    return head;
}

Result<> RankRounds::compareHeads() const {
    const RankHead first = headOf(0);
    for (int rank = 0; rank < group().size(); ++rank) {
        const RankHead head = headOf(rank);
        if (head.operation != members_.done())
            return Error{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the ranks are out of step")};
        if (head.hash == first.hash) continue;
        const int seat = group().seats()[static_cast<std::size_t>(rank)];
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
void RankRounds::layOut(const GradientBlocks<T>& blocks) {
    const int me = group().rank(), size = group().size();
    const std::int64_t length = lengthOf(blocks), count = std::ssize(blocks.gradients);
    const RankShare mine = RankShare::of(count, me, size), part = RankShare::of(length, me, size);
    for (auto* buffers : {&firstOut_, &firstIn_, &secondIn_}) buffers->resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const RankShare theirs = RankShare::of(count, rank, size), others = RankShare::of(length, rank, size);
        const auto bytes = [this](const RankShare& rows, const RankShare& numbers) {
            return sizeof(RankHead) +
                   static_cast<std::size_t>(rows.count()) *
                       (sizeof(double) + static_cast<std::size_t>(numbers.count()) * numberBytes<T>());
        };
        firstOut_[i].resize(bytes(mine, others));
        firstIn_[i].resize(bytes(theirs, part));
        secondIn_[i].resize(static_cast<std::size_t>(others.count()) * numberBytes<T>());
    }
}

double RankRounds::compute(const Compute& blocks, RankShare mine) {
    const auto began = std::chrono::steady_clock::now();
    if (mine.count() > 0) blocks(mine.first, mine.last);
    const auto taken = std::chrono::steady_clock::now() - began;
    members_.noteBusy(taken);
    return std::chrono::duration<double>(taken).count();
}

template <class T>
Result<> RankRounds::sendBlocks(const GradientBlocks<T>& blocks) {
    const int me = group().rank(), size = group().size();
    const RankShare mine = RankShare::of(std::ssize(blocks.gradients), me, size);
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const RankShare part = RankShare::of(lengthOf(blocks), rank, size);
        Bytes& out = rank == me ? firstIn_[i] : firstOut_[i];
        std::byte* at = out.data() + sizeof(RankHead);
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
        if (auto sent = group().send(rank, kFirstRound, out); !sent.ok()) return sent;
    }
    return {};
}

/// The first messages of all others, and whether all ranks are the same.
Result<> RankRounds::receiveHeads() {
    const int me = group().rank(), size = group().size();
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto got = members_.receive(rank, kFirstRound); !got.ok()) return got;
    if (auto alike = compareHeads(); !alike.ok()) {
        (void)group().sent(members_.patience(1)).ok();  // so that all of them see it
        return alike;
    }
    busy_.resize(std::max(busy_.size(), static_cast<std::size_t>(group().seats().back()) + 1));
    for (int rank = 0; rank < size; ++rank)
        busy_[static_cast<std::size_t>(group().seats()[static_cast<std::size_t>(rank)])] += headOf(rank).busy;
    return {};
}

template <class T>
Result<std::string> RankRounds::sum(const GradientBlocks<T>& blocks, const MakeHead& make) {
    const int me = group().rank(), size = group().size();
    layOut(blocks);
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        if (rank == me) continue;
        auto posted = group().expect(rank, kFirstRound, firstIn_[i]);
        if (posted.ok()) posted = group().expect(rank, kSecondRound, secondIn_[i]);
        if (!posted.ok()) return posted.error();
    }
    putHead(make(compute(blocks.compute, RankShare::of(std::ssize(blocks.gradients), me, size))));
    if (auto sent = sendBlocks(blocks); !sent.ok()) return sent.error();
    if (auto got = receiveHeads(); !got.ok()) return got.error();
    std::string result = sumOwnPart(blocks);
    std::vector<T> sum(static_cast<std::size_t>(lengthOf(blocks)));
    if (auto exchanged = exchangeSums(std::span(sum)); !exchanged.ok()) return exchanged.error();
    return result.append(reinterpret_cast<const char*>(sum.data()), sum.size() * sizeof(T));
}

/// Flags and losses of all.
std::string RankRounds::resultOf(const std::function<RankShare(int rank)>& blocksOf) const {
    const std::uint64_t flags = headOf(0).flags;
    std::string result(reinterpret_cast<const char*>(&flags), sizeof flags);
    for (int rank = 0; rank < group().size(); ++rank) {
        const std::byte* at = firstIn_[static_cast<std::size_t>(rank)].data() + sizeof(RankHead);
        result.append(reinterpret_cast<const char*>(at),
                      static_cast<std::size_t>(blocksOf(rank).count()) * sizeof(double));
    }
    return result;
}

Result<> RankRounds::expectShares(const std::vector<std::size_t>& bytes) {
    firstOut_.clear();
    firstIn_.resize(bytes.size());
    for (int rank = 0; rank < group().size(); ++rank) {
        Bytes& in = firstIn_[static_cast<std::size_t>(rank)];
        in.resize(sizeof(RankHead) + bytes[static_cast<std::size_t>(rank)]);
        if (rank == group().rank()) continue;
        if (auto posted = group().expect(rank, kFirstRound, in); !posted.ok()) return posted;
    }
    return {};
}

Result<std::string> RankRounds::exchangeShares(const RankHead& head) {
    putHead(head);
    for (int rank = 0; rank < group().size(); ++rank)
        if (rank != group().rank())
            if (auto sent = group().send(rank, kFirstRound, ownFirst()); !sent.ok()) return sent.error();
    if (auto got = receiveHeads(); !got.ok()) return got.error();
    std::string result = resultOf([](int) { return RankShare(); });
    for (const Bytes& bytes : firstIn_)
        result.append(reinterpret_cast<const char*>(bytes.data()) + sizeof(RankHead), bytes.size() - sizeof(RankHead));
    if (auto sent = group().sent(members_.patience(1)); !sent.ok()) return sent.error();
    return result;
}

/// This rank's part of the sum into secondOut_; gives the result of the operation but for the sum.
template <class T>
std::string RankRounds::sumOwnPart(const GradientBlocks<T>& blocks) {
    const int me = group().rank(), size = group().size();
    const std::int64_t count = std::ssize(blocks.gradients);
    const RankShare part = RankShare::of(lengthOf(blocks), me, size);
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
        const RankShare theirs = RankShare::of(count, rank, size);
        const std::byte* at = firstIn_[static_cast<std::size_t>(rank)].data() + sizeof(RankHead) +
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
    return resultOf([&](int rank) { return RankShare::of(count, rank, size); });
}

template <class T>
Result<> RankRounds::exchangeSums(std::span<T> into) {
    const int me = group().rank(), size = group().size();
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto sent = group().send(rank, kSecondRound, secondOut_); !sent.ok()) return sent;
    T* at = into.data();
    for (int rank = 0; rank < size; ++rank) {
        if (rank != me)
            if (auto got = members_.receive(rank, kSecondRound); !got.ok()) return got;
        const Bytes& sums = rank == me ? secondOut_ : secondIn_[static_cast<std::size_t>(rank)];
        const auto count = static_cast<std::int64_t>(sums.size() / numberBytes<T>());
        unpack(sums.data(), count, rounds_, at);
        at += count;
    }
    return group().sent(members_.patience(1));
}

/// Of a compressed exchange: the same in each batch, so that a block finds what it has put off.
RankShare RankRounds::blocksOf(int rank, std::int64_t count, std::int64_t ofFull) const {
    const RankShare all = RankShare::of(std::max(count, ofFull), rank, group().size());
    return {std::min(all.first, count), std::min(all.last, count)};
}

template <class T>
Result<> RankRounds::layOutShared(const GradientBlocks<T>& blocks, const BlockCompression<T>& compression) {
    const int me = group().rank(), size = group().size();
    firstOut_.clear();
    for (auto* buffers : {&firstIn_, &secondIn_}) buffers->resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        const auto i = static_cast<std::size_t>(rank);
        const auto theirs =
            static_cast<std::size_t>(blocksOf(rank, std::ssize(blocks.gradients), blocks.ofFull).count());
        firstIn_[i].resize(sizeof(RankHead) + theirs * (sizeof(double) + compression.bytes(0)));
        secondIn_[i].resize(compression.rounds() > 1 ? theirs * compression.bytes(1) : 0);
        if (rank == me) continue;
        auto posted = group().expect(rank, kFirstRound, firstIn_[i]);
        if (posted.ok()) posted = group().expect(rank, kSecondRound, secondIn_[i]);
        if (!posted.ok()) return posted;
    }
    return {};
}

/// Sends this rank's messages of a round to all; gives those of all blocks in their order.
template <class T>
Result<std::vector<const std::byte*>> RankRounds::shareRound(const GradientBlocks<T>& blocks,
                                                             BlockCompression<T>& compression, int round) {
    const int me = group().rank(), size = group().size();
    const std::int64_t count = std::ssize(blocks.gradients);
    auto& buffers = round == 0 ? firstIn_ : secondIn_;
    Bytes& own = buffers[static_cast<std::size_t>(me)];
    const RankShare mine = blocksOf(me, count, blocks.ofFull);
    std::byte* at = own.data();
    if (round == 0) {
        at += sizeof(RankHead);
        for (std::int64_t block = mine.first; block < mine.last; ++block, at += sizeof(double))
            std::memcpy(at, &blocks.losses[static_cast<std::size_t>(block)], sizeof(double));
    }
    for (std::int64_t block = mine.first; block < mine.last; ++block, at += compression.bytes(round))
        compression.write(round, block, at);
    const int tag = round == 0 ? kFirstRound : kSecondRound;
    for (int rank = 0; rank < size; ++rank)
        if (rank != me)
            if (auto sent = group().send(rank, tag, own); !sent.ok()) return sent.error();
    if (round == 0) {
        if (auto got = receiveHeads(); !got.ok()) return got.error();
    } else {
        for (int rank = 0; rank < size; ++rank)
            if (rank != me)
                if (auto got = members_.receive(rank, tag); !got.ok()) return got.error();
    }
    std::vector<const std::byte*> messages;
    for (int rank = 0; rank < size; ++rank) {
        const std::int64_t theirs = blocksOf(rank, count, blocks.ofFull).count();
        const std::byte* from = buffers[static_cast<std::size_t>(rank)].data();
        if (round == 0) from += sizeof(RankHead) + static_cast<std::size_t>(theirs) * sizeof(double);
        for (std::int64_t block = 0; block < theirs; ++block, from += compression.bytes(round))
            messages.push_back(from);
    }
    return messages;
}

template <class T>
Result<std::string> RankRounds::share(const GradientBlocks<T>& blocks, BlockCompression<T>& compression,
                                      const MakeHead& make) {
    const std::int64_t count = std::ssize(blocks.gradients), length = lengthOf(blocks);
    fullBlocks_ = std::max(count, blocks.ofFull);
    if (auto posted = layOutShared(blocks, compression); !posted.ok()) return posted.error();
    const RankShare mine = blocksOf(group().rank(), count, blocks.ofFull);
    putHead(make(compute(blocks.compute, mine)));
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
    if (auto sent = group().sent(members_.patience(1)); !sent.ok()) return sent.error();
    compression.putOff(mine.first, mine.last, sum, count);
    return resultOf([&](int rank) { return blocksOf(rank, count, blocks.ofFull); })
        .append(reinterpret_cast<const char*>(sum.data()), sum.size() * sizeof(T));
}

Result<std::string> RankRounds::gather(const CompressionMemory& memory, bool isFirst) {
    const int me = group().rank(), size = group().size();
    const std::size_t each = memory.blockBytes();
    secondIn_.resize(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) {
        Bytes& bytes = secondIn_[static_cast<std::size_t>(rank)];
        bytes.resize(static_cast<std::size_t>(RankShare::of(fullBlocks_, rank, size).count()) * each);
        if (isFirst && rank != me)
            if (auto posted = group().expect(rank, kMemory, bytes); !posted.ok()) return posted.error();
    }
    const RankShare mine = RankShare::of(fullBlocks_, me, size);
    for (std::int64_t block = mine.first; block < mine.last; ++block)
        memory.copyBlock(block, secondIn_[static_cast<std::size_t>(me)].data() +
                                    static_cast<std::size_t>(block - mine.first) * each);
    if (!isFirst) {
        auto sent = group().send(0, kMemory, secondIn_[static_cast<std::size_t>(me)]);
        if (sent.ok()) sent = group().sent(members_.patience(0));
        return sent.ok() ? Result<std::string>(std::string()) : sent.error();
    }
    std::string all;
    for (int rank = 0; rank < size; ++rank) {
        if (rank != me)
            if (auto got = members_.receive(rank, kMemory); !got.ok()) return got.error();
        const Bytes& bytes = secondIn_[static_cast<std::size_t>(rank)];
        all.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    return all;
}

template Result<std::string> RankRounds::sum(const GradientBlocks<float>& blocks, const MakeHead& make);
template Result<std::string> RankRounds::sum(const GradientBlocks<double>& blocks, const MakeHead& make);
template Result<std::string> RankRounds::share(const GradientBlocks<float>& blocks,
                                               BlockCompression<float>& compression, const MakeHead& make);
template Result<std::string> RankRounds::share(const GradientBlocks<double>& blocks,
                                               BlockCompression<double>& compression, const MakeHead& make);

}  // namespace gatelab
