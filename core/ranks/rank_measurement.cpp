// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_measurement.h"

#include "ranks/rank_group.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

namespace gatelab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPing = 0, kPong = 1, kTurn = 2;  // tags
constexpr int kTrips = 64, kMany = 16, kLargeTrips = 5;
constexpr std::size_t kSmallBytes = 64, kLargeBytes = std::size_t{1} << 20;
constexpr int kAllPairs = 8;  // with more ranks than these: rank 0 with each, and neighbours
constexpr auto kToStart = std::chrono::minutes(2);

/// One rank's side of the pair that is measured.
struct Pair {
    RankGroup& group;
    int other;
    std::chrono::milliseconds limit;
    std::vector<std::byte> out, in;
};

/// `count` messages of `bytes` to the other rank, which then sends one of `back` bytes: this is the one that asks.
Result<double> trip(Pair& pair, int count, std::size_t bytes, std::size_t back) {
    pair.out.resize(bytes);
    pair.in.resize(back);
    auto done = pair.group.expect(pair.other, kPong, pair.in);
    const auto began = Clock::now();
    for (int i = 0; done.ok() && i < count; ++i) done = pair.group.send(pair.other, kPing, pair.out);
    if (done.ok()) done = pair.group.receive(pair.other, kPong, pair.limit);
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (done.ok()) done = pair.group.sent(pair.limit);
    return done.ok() ? Result<double>(seconds) : done.error();
}

/// The same of the one that answers.
Result<> answer(Pair& pair, int count, std::size_t bytes, std::size_t back) {
    std::vector<std::vector<std::byte>> in(static_cast<std::size_t>(count), std::vector<std::byte>(bytes));
    pair.out.resize(back);
    Result<> done;
    for (auto& one : in)
        if (done.ok()) done = pair.group.expect(pair.other, kPing, one);
    for (int i = 0; done.ok() && i < count; ++i) done = pair.group.receive(pair.other, kPing, pair.limit);
    if (done.ok()) done = pair.group.send(pair.other, kPong, pair.out);
    return done.ok() ? pair.group.sent(pair.limit) : done;
}

/// What is done in turn, on both sides: the trips of a kind, of which the median counts.
struct Series {
    int trips, messages;
    std::size_t bytes, back;
    /// Trips that do not count before those that do.
    [[nodiscard]] int warmUp() const { return std::max(1, trips / 8); }
};
constexpr std::array<Series, 3> kSeries = {{{kTrips, 1, kSmallBytes, kSmallBytes},
                                            {kTrips, kMany, kSmallBytes, kSmallBytes},
                                            {kLargeTrips, 1, kLargeBytes, kSmallBytes}}};

Result<RankLink> ask(Pair& pair) {
    std::array<double, kSeries.size()> seconds{};
    for (std::size_t i = 0; i < kSeries.size(); ++i) {
        const Series& kind = kSeries[i];
        std::vector<double> taken;
        for (int t = 0; t < kind.trips + kind.warmUp(); ++t) {
            auto one = trip(pair, kind.messages, kind.bytes, kind.back);
            if (!one.ok()) return one.error();
            if (t >= kind.warmUp()) taken.push_back(*one);
        }
        std::ranges::nth_element(taken, taken.begin() + std::ssize(taken) / 2);
        seconds[i] = taken[taken.size() / 2];
    }
    RankLink link{pair.group.rank(), pair.other};
    link.delay = seconds[0] / 2;
    link.perMessage = std::max(0.0, seconds[1] - seconds[0]) / (kMany - 1);
    // A large message costs its bytes beside what a small one does; never less than a tenth of it is called that.
    link.bytesPerSecond = static_cast<double>(kLargeBytes) / std::max(seconds[2] - seconds[0], seconds[2] / 10);
    return link;
}

Result<> answerAll(Pair& pair) {
    for (const Series& kind : kSeries)
        for (int t = 0; t < kind.trips + kind.warmUp(); ++t)
            if (auto done = answer(pair, kind.messages, kind.bytes, kind.back); !done.ok()) return done;
    return {};
}

/// Rank 0 lets another one measure and hears what it found; the other side of that.
Result<> exchangeTurn(Pair& pair, RankLink& link, bool isFirst) {
    std::array<std::byte, 1> turn{};
    const auto bytes = std::as_writable_bytes(std::span(&link, 1));
    if (!isFirst) {
        auto done = pair.group.send(0, kTurn, bytes);
        return done.ok() ? pair.group.sent(pair.limit) : done;
    }
    auto done = pair.group.expect(pair.other, kTurn, bytes);
    if (done.ok()) done = pair.group.send(pair.other, kTurn, turn);
    if (done.ok()) done = pair.group.receive(pair.other, kTurn, pair.limit);
    return done.ok() ? pair.group.sent(pair.limit) : done;
}

Result<> awaitTurn(Pair& pair) {
    std::array<std::byte, 1> turn{};
    auto done = pair.group.expect(0, kTurn, turn);
    return done.ok() ? pair.group.receive(0, kTurn, kToStart) : done;
}

/// What one rank has to do for a pair; rank 0 gets what was found.
Result<RankLink> measurePair(RankGroup& group, int from, int to, std::chrono::milliseconds limit) {
    const int me = group.rank();
    Pair pair{group, me == from ? to : from, limit, {}, {}};
    RankLink link;
    Result<> done;
    if (me == from) {
        if (from > 0) done = awaitTurn(pair);
        if (!done.ok()) return done.error();
        auto found = ask(pair);
        if (!found.ok()) return found;
        link = *found;
        if (from > 0) done = exchangeTurn(pair, link, false);
    } else if (me == to) {
        done = answerAll(pair);
    } else if (me == 0) {
        done = exchangeTurn(pair, link, true);
    }
    return done.ok() ? Result<RankLink>(link) : done.error();
}

/// Nobody closes its connections before all have measured.
Result<> endTogether(RankGroup& group, std::chrono::milliseconds limit) {
    Pair pair{group, 0, limit, {}, {}};
    if (group.rank() > 0) return awaitTurn(pair);
    const std::array<std::byte, 1> end{};
    Result<> done;
    for (int rank = 1; done.ok() && rank < group.size(); ++rank) done = group.send(rank, kTurn, end);
    return done.ok() ? group.sent(limit) : done;
}

}  // namespace

Result<std::vector<RankLink>> measureLinks(PipeStore& store, const RankNetwork& network) {
    auto joined = RankGroup::join(store, kToStart, network);
    if (!joined.ok()) return joined.error();
    RankGroup& group = **joined;
    const int size = group.size();
    // Those that answer wait for the pairs before theirs.
    const auto limit = network.timeout + kToStart;
    std::vector<RankLink> links;
    for (int from = 0; from < size; ++from)
        for (int to = from + 1; to < size; ++to) {
            if (size > kAllPairs && from > 0 && to > from + 1) continue;
            auto link = measurePair(group, from, to, limit);
            if (!link.ok()) return link.error();
            if (group.rank() == 0) links.push_back(*link);
        }
    auto ended = endTogether(group, limit);
    return ended.ok() ? Result<std::vector<RankLink>>(std::move(links)) : ended.error();
}

}  // namespace gatelab
