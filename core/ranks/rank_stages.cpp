// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_stages.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr int kChunks = 8;     // tag of the first one
constexpr int kPatience = 10;  // times what this rank has taken so far

/// Thrown out of a pass whose message did not come or go.
struct StageBroken {
    Error error;
};

int tagOf(StageWay way, std::int64_t chunk) {
    return kChunks + 2 * static_cast<int>(chunk) + (way == StageWay::Back ? 1 : 0);
}

}  // namespace

/// Between the ranks of a group.
class RankStages::Messages final : public StageMessages {
public:
    explicit Messages(RankStages& stages) : stages_(stages) {}

    std::span<const std::byte> receive(StageWay way, std::int64_t chunk) override {
        using std::chrono::duration_cast, std::chrono::milliseconds;
        const auto began = std::chrono::steady_clock::now();
        const int from = group().rank() + (way == StageWay::Forth ? -1 : 1);
        // The others may compute before it comes, in the first pass for nobody knows how long.
        const auto more = duration_cast<milliseconds>(kPatience * (began - since_));
        if (auto got = stages_.members_.receive(from, tagOf(way, chunk), more); !got.ok())
            throw StageBroken{got.error()};
        waited_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return (way == StageWay::Forth ? stages_.forthIn_ : stages_.backIn_)[static_cast<std::size_t>(chunk)];
    }
    void send(StageWay way, std::int64_t chunk, std::span<const std::byte> bytes) override {
        Bytes& out = (way == StageWay::Forth ? stages_.forthOut_ : stages_.backOut_)[static_cast<std::size_t>(chunk)];
        out.assign(bytes.begin(), bytes.end());
        const int to = group().rank() + (way == StageWay::Forth ? 1 : -1);
        if (auto sent = group().send(to, tagOf(way, chunk), out); !sent.ok()) throw StageBroken{sent.error()};
    }
    /// Seconds.
    [[nodiscard]] double waited() const { return waited_; }
    [[nodiscard]] std::chrono::steady_clock::time_point since() const { return since_; }

private:
    [[nodiscard]] RankGroup& group() const { return stages_.members_.group(); }

    RankStages& stages_;
    double waited_ = 0;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/// Expects all that will come, before anything is computed: a message that is expected costs one way less. In the order
/// in which a neighbour sends it: its chunks, backwards the last one first, then what its layers leave.
Result<> RankStages::layOut(const StagedPass& staged, RankShare mine) {
    RankGroup& group = members_.group();
    const std::size_t chunks = staged.chunkBytes.size();
    const bool hasBelow = mine.first > 0, hasAbove = mine.last < staged.layers;
    forthIn_.resize(hasBelow ? chunks : 0), backOut_.resize(hasBelow ? chunks : 0);
    backIn_.resize(hasAbove ? chunks : 0), forthOut_.resize(hasAbove ? chunks : 0);
    const auto expect = [&](Bytes& into, int from, StageWay way, std::size_t chunk) {
        into.resize(staged.chunkBytes[chunk]);
        return group.expect(from, tagOf(way, static_cast<std::int64_t>(chunk)), into);
    };
    for (std::size_t chunk = 0; chunk < forthIn_.size(); ++chunk)
        if (auto posted = expect(forthIn_[chunk], group.rank() - 1, StageWay::Forth, chunk); !posted.ok())
            return posted;
    for (std::size_t chunk = backIn_.size(); chunk-- > 0;)
        if (auto posted = expect(backIn_[chunk], group.rank() + 1, StageWay::Back, chunk); !posted.ok()) return posted;
    std::vector<std::size_t> left;
    for (int rank = 0; rank < group.size(); ++rank)
        left.push_back(staged.bytesOf(RankShare::of(staged.layers, rank, group.size())));
    return rounds_.expectShares(left);
}

Result<std::string> RankStages::pass(const StagedPass& staged, const RankRounds::MakeHead& make) {
    const RankShare mine = RankShare::of(staged.layers, members_.group().rank(), members_.group().size());
    if (auto posted = layOut(staged, mine); !posted.ok()) return posted.error();
    Messages messages(*this);
    try {
        staged.compute(mine, messages, rounds_.ownShare());
    } catch (const StageBroken& broken) {
        return broken.error;
    }
    const auto taken = std::chrono::steady_clock::now() - messages.since();
    members_.noteBusy(taken);
    return rounds_.exchangeShares(
        make(std::max(0.0, std::chrono::duration<double>(taken).count() - messages.waited())));
}

}  // namespace gatelab
