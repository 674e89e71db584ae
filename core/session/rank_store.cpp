// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rank_store.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kLongestWait = 3'600'000;  // ms

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Verb, key and value of a line.
std::array<std::string, 3> wordsOf(const std::string& line) {
    std::array<std::string, 3> words;
    std::size_t from = 0;
    for (std::string& word : words) {
        const std::size_t end = std::min(line.find('\t', from), line.size());
        word = line.substr(from, end - from);
        from = std::min(end + 1, line.size());
    }
    return words;
}

}  // namespace

RankStore::RankStore(const std::vector<int>& channels, std::map<std::string, std::string> keys)
    : keys_(std::move(keys)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    for (const int channel : channels) seats_.emplace_back().channel = channel;
    for (const auto& [key, value] : keys_) bytes_ += key.size() + value.size();
    thread_ = std::thread([this] { serve(); });
}

RankStore::~RankStore() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
    thread_.join();
    for (Seat& seat : seats_)
        if (seat.channel >= 0) ::close(seat.channel);
    ::close(wake_);
}

void RankStore::serve() {
    for (;;) {
        std::vector<pollfd> waiting{{wake_, POLLIN, 0}};
        for (const Seat& seat : seats_)
            waiting.push_back({seat.channel, static_cast<short>(seat.out.empty() ? POLLIN : POLLIN | POLLOUT), 0});
        if (::poll(waiting.data(), waiting.size(), patience()) < 0 && errno != EINTR) return;
        if (waiting[0].revents != 0) return;
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            const short told = waiting[i + 1].revents;
            if (seats_[i].channel >= 0 && (told & POLLOUT) != 0) write(seats_[i]);
            if (seats_[i].channel >= 0 && (told & (POLLIN | POLLHUP | POLLERR)) != 0) read(seats_[i]);
        }
        look();
    }
}

int RankStore::patience() const {
    std::int64_t least = 60'000;
    const auto now = Clock::now();
    for (const Seat& seat : seats_) {
        if (seat.channel < 0) continue;
        const auto until = seat.waits != Waits::Nothing ? seat.until : seat.connectsUntil;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - now).count();
        if (left >= 0) least = std::min<std::int64_t>(left + 1, least);  // what is over was looked at
    }
    return static_cast<int>(least);
}

void RankStore::read(Seat& seat) {
    std::string bytes(1 << 16, '\0');
    const ssize_t size = ::recv(seat.channel, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) return drop(seat);
    seat.in.append(bytes, 0, static_cast<std::size_t>(size));
    for (std::size_t end; seat.channel >= 0 && (end = seat.in.find('\n')) != std::string::npos;) {
        const std::string line = seat.in.substr(0, end);
        seat.in.erase(0, end + 1);
        take(seat, line);
    }
    if (seat.in.size() > kLongestLine) drop(seat);
}

void RankStore::write(Seat& seat) {
    const ssize_t size = ::send(seat.channel, seat.out.data(), seat.out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size > 0) seat.out.erase(0, static_cast<std::size_t>(size));
    if (size < 0 && errno != EAGAIN && errno != EINTR) drop(seat);
}

void RankStore::answer(Seat& seat, const std::string& text) {
    seat.waits = Waits::Nothing;
    seat.out += text + "\n";
    write(seat);
}

void RankStore::take(Seat& seat, const std::string& line) {
    // One question at a time: who asks on without an answer speaks another language.
    if (seat.waits != Waits::Nothing) return drop(seat);
    const auto [verb, key, value] = wordsOf(line);
    const auto found = keys_.find(key);
    if (verb == "set") return answer(seat, set(key, value));
    if (verb == "get") return answer(seat, found == keys_.end() ? "-" : "=" + found->second);
    if (verb == "has") return answer(seat, found == keys_.end() ? "0" : "1");
    if (verb == "num") return answer(seat, std::to_string(keys_.size()));
    if (verb == "seats") return answer(seat, std::to_string(seats_.size()));
    if (verb == "add") return answer(seat, add(key, value));
    if (verb == "in") {
        seat.isIn = seat.isIn || key == std::to_string(generation_);
        return answer(seat, "1");
    }
    if (verb == "del") {
        if (found == keys_.end()) return answer(seat, "0");
        bytes_ -= key.size() + found->second.size();
        keys_.erase(found);
        return answer(seat, "1");
    }
    const auto wait = verb == "join" ? numberOf(key) : numberOf(value);
    if ((verb != "wait" && verb != "join") || !wait) return answer(seat, "!no such question");
    seat.waits = verb == "wait" ? Waits::Key : Waits::Join;
    seat.key = key;
    seat.until = Clock::now() + std::chrono::milliseconds(std::clamp<std::int64_t>(*wait, 0, kLongestWait));
    if (verb == "wait") return;
    seat.toConnect = std::chrono::milliseconds(std::clamp<std::int64_t>(numberOf(value).value_or(0), 0, kLongestWait));
    if (generation_ > 0) isBroken_ = true;  // it has left: who waits for its keys waits in vain
}

std::string RankStore::set(const std::string& key, const std::string& value) {
    const auto found = keys_.find(key);
    const std::size_t before = found == keys_.end() ? 0 : key.size() + found->second.size();
    if (bytes_ - before + key.size() + value.size() > kMostBytes) return "!too many bytes";
    if (found == keys_.end() && keys_.size() >= kMostKeys) return "!too many keys";
    keys_[key] = value;
    bytes_ += key.size() + value.size() - before;
    return "1";
}

std::string RankStore::add(const std::string& key, const std::string& value) {
    const auto found = keys_.find(key);
    const auto before = found == keys_.end() ? std::optional<std::int64_t>(0) : numberOf(found->second);
    const auto more = numberOf(value);
    std::int64_t sum = 0;
    if (!before || !more || __builtin_add_overflow(*before, *more, &sum)) return "!no number";
    const std::string kept = set(key, std::to_string(sum));
    return kept == "1" ? std::to_string(sum) : kept;
}

void RankStore::drop(Seat& seat) {
    ::close(std::exchange(seat.channel, -1));
    seat.waits = Waits::Nothing;
    isBroken_ = true;
}

void RankStore::look() {
    const auto now = Clock::now();
    for (Seat& seat : seats_) {
        if (seat.channel < 0 || seat.waits != Waits::Key) continue;
        const bool isSet = keys_.contains(seat.key);
        if (isSet || isBroken_ || seat.until <= now) answer(seat, isSet ? "1" : "0");
    }
    const auto asks = [](const Seat& seat) { return seat.channel >= 0 && seat.waits == Waits::Join; };
    if (std::ranges::none_of(seats_, asks)) return;
    const bool isOver = std::ranges::all_of(seats_, [&](const Seat& seat) { return !asks(seat) || seat.until <= now; });
    for (std::size_t i = 1; i < seats_.size(); ++i)
        if (isOver && seats_[i].channel >= 0 && !asks(seats_[i]) && !isConnecting(seats_[i], now)) drop(seats_[i]);
    if (std::ranges::all_of(seats_, [&](const Seat& seat) { return seat.channel < 0 || asks(seat); })) grant();
}

void RankStore::grant() {
    std::string names;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        if (seats_[i].channel >= 0) names += (names.empty() ? "" : ",") + std::to_string(i);
        if (seats_[i].channel < 0 && generation_ == 0) {
            for (Seat& seat : seats_)
                if (seat.channel >= 0) answer(seat, "!" + std::to_string(i));
            return;
        }
    }
    ++generation_;
    isBroken_ = false;
    std::int64_t place = 0;
    for (Seat& seat : seats_) {
        if (seat.channel < 0) continue;
        seat.isIn = false;
        seat.connectsUntil = Clock::now() + seat.toConnect;
        answer(seat, std::to_string(generation_) + " " + std::to_string(place++) + " " + names);
    }
}

}  // namespace gatelab
