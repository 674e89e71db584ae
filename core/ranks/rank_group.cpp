// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_group.h"

#include "ranks/rank_wire.h"

#include <ATen/ATen.h>
#include <torch/csrc/distributed/c10d/GlooDeviceFactory.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr auto kToConnect = std::chrono::seconds(30);  // for a key of the store
constexpr std::chrono::milliseconds kLeastToConnect = std::chrono::seconds(10);

/// PipeStore as c10d asks for it.
class StoreOfStarter final : public c10d::Store {
public:
    explicit StoreOfStarter(PipeStore& pipe) : Store(kToConnect), pipe_(pipe) {}

    c10::intrusive_ptr<Store> clone() override { return c10::make_intrusive<StoreOfStarter>(pipe_); }
    void set(const std::string& key, const std::vector<std::uint8_t>& value) override {
        const Result<> done = pipe_.set(key, {reinterpret_cast<const char*>(value.data()), value.size()});
        if (!done.ok()) fail(done.error());
    }
    std::vector<std::uint8_t> get(const std::string& key) override {
        wait({key}, timeout_);
        const std::string bytes = taken(pipe_.get(key));
        return {bytes.begin(), bytes.end()};
    }
    std::int64_t add(const std::string& key, std::int64_t value) override {
        return std::stoll(taken(pipe_.ask("add", key, std::to_string(value))));
    }
    bool deleteKey(const std::string& key) override { return taken(pipe_.ask("del", key)) == "1"; }
    bool check(const std::vector<std::string>& keys) override {
        return std::ranges::all_of(keys, [&](const auto& key) { return taken(pipe_.ask("has", key)) == "1"; });
    }
    std::int64_t getNumKeys() override { return std::stoll(taken(pipe_.ask("num", ""))); }
    void wait(const std::vector<std::string>& keys) override { wait(keys, timeout_); }
    void wait(const std::vector<std::string>& keys, const std::chrono::milliseconds& limit) override {
        for (const std::string& key : keys)
            if (!taken(pipe_.wait(key, limit))) fail({ErrorCode::Busy, "not told in time"});
    }

private:
    [[noreturn]] static void fail(const Error& error) { throw std::runtime_error(error.message); }
    template <class T>
    static T taken(Result<T> result) {
        if (!result.ok()) fail(result.error());
        return std::move(*result);
    }

    PipeStore& pipe_;
};

/// "generation place seat,seat,...".
struct Grant {
    std::int64_t generation = 0;
    int place = 0;
    std::vector<int> seats;
};

Result<Grant> grantFrom(const std::string& line) {
    Grant grant;
    std::istringstream in(line);
    in >> grant.generation >> grant.place;
    for (std::string seat; std::getline(in, seat, ',');) grant.seats.push_back(std::atoi(seat.c_str()));
    if (grant.generation > 0 && grant.place >= 0 && grant.place < std::ssize(grant.seats)) return grant;
    return Error{ErrorCode::Internal, {GATELAB_TEXT("Ranks", "'%1' names no group of ranks"), {line}}};
}

Error lost(int seat, const std::string& why) {
    const bool isLate = why.find("imed out") != std::string::npos;
    if (isLate) return {ErrorCode::Busy, {GATELAB_TEXT("Ranks", "rank %1 does not answer"), {seat}}};
    return {ErrorCode::DeviceLost, {GATELAB_TEXT("Ranks", "rank %1 is gone"), {seat}}};
}

/// Neither the environment nor the name of this machine chooses another one.
std::shared_ptr<gloo::transport::Device> openDevice(const RankNetwork& network) {
    static std::mutex oneAtATime;  // the environment is read
    const std::lock_guard lock(oneAtATime);
    if (network.credentials) network.credentials->choose();
    return c10d::GlooDeviceRegistry()->Create(network.credentials ? "TCP_TLS" : "TCP", network.interface,
                                              network.interface.empty() ? network.address : std::string(), false);
}

/// Why no group came to be.
Error notConnected(const RankNetwork& network, int first, const std::string& why) {
    const auto says = [&](const char* part) { return why.find(part) != std::string::npos; };
    if (says("libssl"))
        return {ErrorCode::Unsupported,
                {GATELAB_TEXT("Ranks",
                              "the ranks cannot encrypt what they send, since no libssl.so was found (%1); nothing was "
                              "trained; install libssl-dev, or put a link libssl.so beside libtorch_cpu.so"),
                 {why.substr(0, why.find('\n'))}}};
    if (says("nable to find address") || says("nable to find interface"))
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Ranks",
                              "there is no network interface '%1' with an address here; nothing was trained; name one "
                              "that 'ip address' lists"),
                 {network.interface}}};
    const bool hasLeft = says("SSL_read") && !says("alert");  // after it had shown its certificate
    if (network.credentials && !hasLeft && (says("SSL") || says("ssl") || says("tls") || says("certificate")))
        return {ErrorCode::PermissionDenied,
                {GATELAB_TEXT("Ranks",
                              "a connection without a certificate of this run was refused (%1); the network between "
                              "the ranks is used by others, or a rank is not this run's"),
                 {why.substr(0, why.find('\n'))}}};
    return lost(first, why);
}

/// Thrown where connections would not be encrypted.
struct NotEncrypted {
    int made = 0;
};

/// The bytes where they are.
std::vector<at::Tensor> asTensor(std::span<const std::byte> bytes) {
    return {at::from_blob(const_cast<std::byte*>(bytes.data()), {static_cast<std::int64_t>(bytes.size())}, at::kByte)};
}

/// What a call of c10d comes to; nothing of it gets out.
template <class Call>
Result<> guarded(int seat, const Call& call) {
    try {
        call();
        return {};
    } catch (const std::exception& problem) {
        return lost(seat, problem.what());
    }
}

class GlooWire final : public RankWire {
public:
    explicit GlooWire(c10::intrusive_ptr<c10d::ProcessGroupGloo> group) : group_(std::move(group)) {}
    ~GlooWire() override {
        expected_.clear();
        sent_.clear();
        group_.reset();
    }
    void expect(int from, int tag, std::span<std::byte> into) override {
        auto tensors = asTensor(into);
        expected_[{from, tag}].push_back(into.empty() ? Work() : group_->recv(tensors, from, tag));
    }
    void receive(int from, int tag, std::chrono::milliseconds limit) override {
        auto& waiting = expected_[{from, tag}];
        if (waiting.front()) waiting.front()->wait(limit);
        waiting.pop_front();
    }
    void send(int to, int tag, std::span<const std::byte> bytes) override {
        auto tensors = asTensor(bytes);
        sent_.emplace_back(to, group_->send(tensors, to, tag));
    }
    [[nodiscard]] int oldest() const override { return sent_.empty() ? -1 : sent_.front().first; }
    void sent(std::chrono::milliseconds limit) override {
        sent_.front().second->wait(limit);
        sent_.pop_front();
    }

private:
    using Work = c10::intrusive_ptr<c10d::Work>;
    c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
    std::map<std::pair<int, int>, std::deque<Work>> expected_;  ///< by peer and tag
    std::deque<std::pair<int, Work>> sent_;
};

}  // namespace

RankGroup::RankGroup() = default;

RankGroup::~RankGroup() = default;

std::chrono::milliseconds RankGroup::timeToConnect(const RankNetwork& network) {
    return std::max(network.timeout, kLeastToConnect);
}

void RankGroup::stands(PipeStore& store) const {
    (void)store.ask("in", std::to_string(generation_)).ok();  // without it the starter waits somewhat longer
}

Result<std::unique_ptr<RankGroup>> RankGroup::join(PipeStore& store, std::chrono::milliseconds limit,
                                                   const RankNetwork& network) {
    std::signal(SIGPIPE, SIG_IGN);  // Gloo writes to a peer that is gone as if there were no such signal
    // Seat 0 may keep everyone waiting for as long as it lives.
    const auto line = store.ask("join", std::to_string(limit.count()), std::to_string(timeToConnect(network).count()),
                                std::chrono::hours(24 * 365));
    if (!line.ok()) {
        if (line.error().code != ErrorCode::Internal) return line.error();
        return Error{ErrorCode::Internal,
                     {GATELAB_TEXT("Ranks",
                                   "a rank ended before the first step; nothing was trained; its reason stands "
                                   "among the messages of the program (%1)"),
                      {line.error().phrase}}};
    }
    auto grant = grantFrom(*line);
    if (!grant.ok()) return grant.error();
    std::unique_ptr<RankGroup> group(new RankGroup);
    group->rank_ = grant->place;
    group->generation_ = grant->generation;
    group->seats_ = std::move(grant->seats);
    if (group->size() == 1) return group;
    const auto named = c10::make_intrusive<c10d::PrefixStore>("g" + std::to_string(grant->generation),
                                                              c10::make_intrusive<StoreOfStarter>(store));
    const RankWireRequest request{named, group->rank(), group->size(),
                                  group->seats_[static_cast<std::size_t>(group->rank())], timeToConnect(network)};
    try {
        group->wire_ = network.openWire ? network.openWire(request) : group->overGloo(request, network);
    } catch (const NotEncrypted& some) {
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Ranks",
                                   "only %1 of %2 connections between ranks would be encrypted with this LibTorch; "
                                   "nothing was sent; use the LibTorch that Gatelab installs"),
                      {some.made, group->size()}}};
    } catch (const std::exception& problem) {
        return notConnected(network, group->seats_[0], problem.what());
    }
    return group;
}

std::unique_ptr<RankWire> RankGroup::overGloo(const RankWireRequest& request, const RankNetwork& network) const {
    auto options = c10d::ProcessGroupGloo::Options::create(request.toConnect);
    options->threads = 1;
    options->devices.push_back(openDevice(network));
    const int before = encryptedConnections();
    auto wire = std::make_unique<GlooWire>(
        c10::make_intrusive<c10d::ProcessGroupGloo>(request.store, request.rank, request.size, options));
    // Gloo makes one to this rank itself, too.
    if (const int made = encryptedConnections() - before; network.credentials && made != request.size)
        throw NotEncrypted{made};
    return wire;
}

Result<> RankGroup::expect(int from, int tag, std::span<std::byte> into) {
    traffic_ += into.size();
    return guarded(seats_[static_cast<std::size_t>(from)], [&] { wire_->expect(from, tag, into); });
}

Result<> RankGroup::receive(int from, int tag, std::chrono::milliseconds limit) {
    return guarded(seats_[static_cast<std::size_t>(from)], [&] { wire_->receive(from, tag, limit); });
}

Result<> RankGroup::send(int to, int tag, std::span<const std::byte> bytes) {
    if (bytes.empty()) return {};  // nor is it sent
    traffic_ += bytes.size();
    return guarded(seats_[static_cast<std::size_t>(to)], [&] { wire_->send(to, tag, bytes); });
}

Result<> RankGroup::sent(std::chrono::milliseconds limit) {
    while (wire_ && wire_->oldest() >= 0) {
        const int seat = seats_[static_cast<std::size_t>(wire_->oldest())];
        if (auto done = guarded(seat, [&] { wire_->sent(limit); }); !done.ok()) return done;
    }
    return {};
}

}  // namespace gatelab
