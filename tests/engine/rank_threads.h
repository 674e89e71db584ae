// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/train_support.h"
#include "io/hash.h"
#include "session/rank_store.h"

#include <sys/socket.h>

#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// Ranks as threads of a test, and what their weights are compared by.
namespace gatelab::testing {

/// Thrown by a rank that is to end.
struct Ends {};

/// Both ends of the channels of so many ranks.
struct Channels {
    explicit Channels(int ranks) {
        for (int rank = 0; rank < ranks; ++rank) {
            int ends[2];
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw std::runtime_error("no sockets");
            ofStore.push_back(ends[0]);
            ofRanks.push_back(ends[1]);
        }
    }
    std::vector<int> ofStore, ofRanks;
};

/// work(rank, its store) in a thread for each rank.
inline void inRanks(int ranks, const std::function<void(int, std::unique_ptr<PipeStore>)>& work) {
    Channels channels(ranks);
    const RankStore store(channels.ofStore, {});
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            const auto i = static_cast<std::size_t>(rank);
            try {
                work(rank, std::make_unique<PipeStore>(channels.ofRanks[i], channels.ofRanks[i]));
            } catch (const Ends&) {
            } catch (const RanksStopped& stop) {
                failures[i] = std::make_exception_ptr(std::runtime_error(stop.error.message));
            } catch (...) {
                failures[i] = std::current_exception();
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

inline std::string shaOf(const Model& model) {
    Sha256 sha;
    for (const ParameterBuffer& buffer : model.parameters().buffers())
        sha.add({static_cast<const char*>(buffer.values.const_data_ptr()), buffer.values.nbytes()});
    return sha.finish();
}

}  // namespace gatelab::testing
