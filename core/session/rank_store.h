// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace gatelab {

/// The keys by which the ranks of a run find each other, held by who started them: each rank speaks over a channel of
/// its own (a socket pair, or the standard input and output of a process), and nothing listens. A request is a line
/// "verb TAB key TAB value", an answer one line; values are hexadecimal.
///   set key value    1                    has key        1 or 0             add key number   the sum
///   get key          =value, or - for none  del key      1 or 0             num              how many keys
///   wait key ms      1; 0: not set in time, or a rank ended or asked for the next generation meanwhile
///   join ms ms       "generation place seat,seat,...", once every rank that lives has asked: who trains together from
///                    now on. Who has not asked within the time of the others (the first number) is dropped, but for
///                    seat 0, which may be busy with a disk or paused, and for who is still connecting (the second
///                    number, from the answer on). Before the first generation nobody may be missing.
///   in generation    1: this rank is connected with all others of it
///   seats            how many ranks were started
/// An answer that begins with ! says why not. Keys, values and their number are bounded; who sends more is dropped, and
/// a dropped rank sees the end of its channel. Its own thread; the destructor ends it and closes all channels.
class RankStore {
public:
    static constexpr std::size_t kLongestLine = 2u << 20, kMostKeys = 4096, kMostBytes = 16u << 20;

    /// `channels`: sockets or pipes of seat 0, 1, ..., owned from now on; `keys`: what is set from the start.
    RankStore(const std::vector<int>& channels, std::map<std::string, std::string> keys);
    ~RankStore();
    RankStore(const RankStore&) = delete;
    RankStore& operator=(const RankStore&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    enum class Waits { Nothing, Key, Join };
    struct Seat {
        int channel = -1;  ///< -1: it ended
        std::string in, out, key;
        Waits waits = Waits::Nothing;
        Clock::time_point until, connectsUntil;
        std::chrono::milliseconds toConnect{0};
        bool isIn = true;
    };

    void serve();
    void read(Seat& seat);
    void write(Seat& seat);
    void take(Seat& seat, const std::string& line);
    void answer(Seat& seat, const std::string& text);
    std::string set(const std::string& key, const std::string& value);
    std::string add(const std::string& key, const std::string& value);
    void drop(Seat& seat);
    void look();
    void grant();
    [[nodiscard]] bool isConnecting(const Seat& seat, Clock::time_point now) const {
        return !seat.isIn && seat.connectsUntil > now;
    }
    [[nodiscard]] int patience() const;

    std::vector<Seat> seats_;
    std::map<std::string, std::string> keys_;
    std::size_t bytes_ = 0;
    std::int64_t generation_ = 0;
    bool isBroken_ = false;  ///< a rank of this generation ended: who waits for a key of its waits in vain
    int wake_ = -1;
    std::thread thread_;
};

}  // namespace gatelab
