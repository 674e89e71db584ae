// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace gatelab {

class HostMemoryAccount;

/// Threads that work on parts of one thing at the same time, each with one thread of LibTorch's own: they meet once per
/// call, where LibTorch's threads meet once per operation. Owned and called by the training thread, which takes part 0
/// itself and whose floating-point environment the others inherit; making a team sets LibTorch's thread count to 1.
class BatchTeam {
public:
    /// `threads` at least 1; fewer where the system gives no more, see threads(). `memory`: where the others' tensors
    /// count too; null: nowhere. Must outlive the team. `blocks`: see blocks(); 0: as many as `threads`.
    explicit BatchTeam(std::int64_t threads, const HostMemoryAccount* memory = nullptr, std::int64_t blocks = 0);
    ~BatchTeam();
    BatchTeam(const BatchTeam&) = delete;
    BatchTeam& operator=(const BatchTeam&) = delete;

    /// From now on at most as many threads as this says (and blocks(), and at least 1), looked at before each call of
    /// run(). When it has changed that number, half of it, a quarter ... do some calls of all blocks each, and the
    /// fastest goes on: small steps gain nothing by more.
    void follow(std::shared_ptr<const std::atomic<std::int64_t>> cores) { cores_ = std::move(cores); }

    [[nodiscard]] std::int64_t threads() const { return static_cast<std::int64_t>(helpers_.size()) + 1; }
    /// Into how many blocks of rows a batch is cut: what was asked for, however many threads share them, so that sums
    /// over blocks do not depend on the threads.
    [[nodiscard]] std::int64_t blocks() const { return blocks_; }
    /// Whether the calling thread does this part.
    [[nodiscard]] bool isOwn(std::int64_t part) const { return part % threads() == 0; }
    /// work(0) to work(parts - 1), thread t those that leave t when divided by threads(), in their order; returns when
    /// all are done. What the lowest part throws is thrown here, after all have ended.
    void run(std::int64_t parts, const std::function<void(std::int64_t)>& work);

private:
    void adapt();
    void useThreads(std::int64_t threads);
    void judge(double seconds);
    bool addHelper();
    void help(std::int64_t number, std::uint32_t seen);
    void doParts(std::int64_t first);
    void awaitAll();

    const std::function<void(std::int64_t)>* work_ = nullptr;
    std::int64_t parts_ = 0, blocks_ = 1;
    std::vector<std::exception_ptr> failures_;  ///< by part
    std::atomic<std::uint32_t> round_{0};       ///< counts up with every call
    std::atomic<std::int64_t> busy_{0};         ///< helpers that have not ended this round
    bool ending_ = false;                       ///< written before round_
    std::int64_t kept_ =
        std::numeric_limits<std::int64_t>::max();  ///< helpers of higher numbers end; written before round_
    const HostMemoryAccount* memory_;
    std::shared_ptr<const std::atomic<std::int64_t>> cores_;  ///< null: the number never changes
    std::int64_t allowed_ = 0;                                ///< as cores_ said last
    std::int64_t tried_ = 0;  ///< how many threads are timed now; 0: none, the fastest were chosen
    std::int64_t best_ = 1;
    double fastest_ = 0;           ///< seconds of a call with best_
    std::vector<double> seconds_;  ///< of the calls with tried_
    std::vector<std::thread> helpers_;
};

}  // namespace gatelab
