// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_exchange.h"

#include "io/hash.h"
#include "run/directive_text.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr std::uint64_t kCompareEvery = 64;                                // operations
constexpr std::uint64_t kHasWord = 1, kComparesNext = 2, kSavesAfter = 4;  // flags of a head
constexpr int kWord = 2;                                                   // tag

}  // namespace

RankExchange::RankExchange(std::unique_ptr<PipeStore> store, RunControl& control, RankNetwork network)
    : control_(control), members_(std::move(store), std::move(network)) {
    isFirst_ = members_.group().rank() == 0;
}

std::string RankExchange::tell(std::string_view said) {
    return members_.operate(false, [&] { return attemptToTell(said); });
}

Result<std::string> RankExchange::attemptToTell(std::string_view said) {
    wordHead_.resize(2 * sizeof(std::uint64_t));
    std::uint64_t head[2] = {members_.done(), said.size()};
    if (isFirst_) {
        word_.clear();
        std::ranges::copy(std::as_bytes(std::span(said)), std::back_inserter(word_));
        std::memcpy(wordHead_.data(), head, sizeof head);
        for (int rank = 1; rank < members_.group().size(); ++rank) {
            auto sent = members_.group().send(rank, kWord, wordHead_);
            if (sent.ok() && !said.empty()) sent = members_.group().send(rank, kWord, word_);
            if (!sent.ok()) return sent.error();
        }
        const auto sent = members_.group().sent(members_.patience(1));
        return sent.ok() ? Result<std::string>(std::string(said)) : sent.error();
    }
    auto got = members_.group().expect(0, kWord, wordHead_);
    if (got.ok()) got = members_.receive(0, kWord);
    if (!got.ok()) return got.error();
    std::memcpy(head, wordHead_.data(), sizeof head);
    if (head[0] != members_.done())
        return Error{ErrorCode::Internal, GATELAB_TEXT("Ranks", "the ranks are out of step")};
    word_.assign(head[1], {});
    if (head[1] > 0) got = members_.group().expect(0, kWord, word_);
    if (got.ok() && head[1] > 0) got = members_.receive(0, kWord);
    if (!got.ok()) return got.error();
    return std::string(reinterpret_cast<const char*>(word_.data()), word_.size());
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

RankHead RankExchange::makeHead(double busy) {
    RankHead head{members_.done(), 0, 0, busy};
    if (isFirst_ && control_.isAsked()) head.flags |= kHasWord;
    if (isFirst_ && std::exchange(comparesSoon_, false)) head.flags |= kComparesNext;
    if (isFirst_ && std::exchange(savesSoon_, false)) head.flags |= kSavesAfter;
    if (compares_ || head.operation % kCompareEvery == 0) head.hash = hashOfWeights();
    return head;
}

std::uint64_t RankExchange::hashOfWeights() const {
    Checksum sum;
    sum.add(std::string_view(alike_));
    for (const auto& bytes : weights_)
        sum.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    return sum.value();
}

void RankExchange::meet(std::string_view alike) {
    alike_ = alike;
    compares_ = true;
    sum(Blocks<float>{});
    alike_.clear();
    members_.meet();
    (void)takeCosts();
}

/// What rank 0 said in the head of an operation.
void RankExchange::heed(std::uint64_t flags) {
    hasWord_ = (flags & kHasWord) != 0;
    compares_ = (flags & kComparesNext) != 0;
    saves_ = saves_ || (flags & kSavesAfter) != 0;
}

std::string RankExchange::pass(const StagedPass& staged) {
    const auto began = std::chrono::steady_clock::now();
    std::string result =
        members_.operate(true, [&] { return stages_.pass(staged, [&](double busy) { return makeHead(busy); }); });
    spent_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::uint64_t flags = 0;
    std::memcpy(&flags, result.data(), sizeof flags);
    heed(flags);
    return result.erase(0, sizeof flags);
}

std::vector<double> RankExchange::ofAll(double mine, std::int64_t count) {
    std::vector<double> all(static_cast<std::size_t>(count));
    const std::vector<const float*> none(all.size());
    Blocks<float> blocks;
    blocks.gradients = none;
    blocks.losses = all;
    blocks.compute = [&](std::int64_t first, std::int64_t last) {
        std::fill(all.begin() + first, all.begin() + last, mine);
    };
    sum(blocks);
    return all;
}

template <class T>
void RankExchange::sum(const Blocks<T>& blocks) {
    const auto began = std::chrono::steady_clock::now();
    auto* const compression = blocks.gradients.empty() ? nullptr : static_cast<BlockCompression<T>*>(memory());
    const auto make = [&](double busy) { return makeHead(busy); };
    const std::string result = members_.operate(true, [&] {
        return compression != nullptr ? rounds_.share(blocks, *compression, make) : rounds_.sum(blocks, make);
    });
    spent_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::uint64_t flags = 0;
    const char* at = result.data();
    std::memcpy(&flags, at, sizeof flags);
    at += sizeof flags;
    heed(flags);
    std::copy_n(at, blocks.losses.size_bytes(), reinterpret_cast<char*>(blocks.losses.data()));
    at += blocks.losses.size_bytes();
    const bool addsHere = blocks.adds && (rounds_.rounds() || compression != nullptr);
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
    const RankGroup& group = members_.group();
    const std::uint64_t bytes = members_.traffic();
    costs.bytes = bytes - std::exchange(bytesTold_, bytes);
    std::vector<double> all = rounds_.takeBusy();
    all.resize(std::max(all.size(), static_cast<std::size_t>(group.seats().back()) + 1));
    for (const int seat : group.seats()) {
        const double busy = all[static_cast<std::size_t>(seat)];
        costs.waiting += std::max(0.0, spent_ - busy) / group.size();
        if (busy > all[static_cast<std::size_t>(costs.slowest)]) costs.slowest = seat;
    }
    spent_ = 0;
    return costs;
}

std::string RankExchange::gatherMemory() {
    return members_.operate(false, [&] { return rounds_.gather(*compression_, isFirst_); });
}

bool RankExchange::restoreMemory(std::span<const std::byte> blocks, std::span<const std::byte> shared) {
    if (!compression_ || !compression_->restore(blocks, shared)) return false;
    rounds_.setFullBlocks(static_cast<std::int64_t>(blocks.size() / compression_->blockBytes()));
    return true;
}

template void RankExchange::sum(const Blocks<float>& blocks);
template void RankExchange::sum(const Blocks<double>& blocks);

}  // namespace gatelab
