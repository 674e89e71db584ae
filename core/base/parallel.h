// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gatelab {

/// How many threads work that may use `asked` gets; 0: one for each core that this process may use.
inline int threadsFor(std::int64_t asked) {
    constexpr std::int64_t kMost = 256;
    if (asked > 0) return static_cast<int>(std::min(asked, kMost));
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

/// work(i) for each i below `count`, each once, on up to `threads` threads with the caller's own among them. Returns
/// when all are done; what one of them throws goes on to the caller, and no further one is begun then.
template <typename Work>
void inParallel(int threads, std::size_t count, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr problem;
    std::mutex guard;
    const auto take = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(guard);
            next = count;
            if (!problem) problem = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(1, threads)));
        try {
            for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(take);
        } catch (const std::system_error&) {  // the system gives no more threads: fewer do the same
        }
        take();
    }
    if (problem) std::rethrow_exception(problem);
}

}  // namespace gatelab
