// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"
#include "run/run_control.h"
#include "store/film.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

namespace gatelab {

/// Copies the weights of a run while it trains and keeps them as its film. The training thread only copies to the host,
/// between two steps; a thread of its own writes. Copies of a small network wait for it; of a large one a copy that
/// would come while the one before is still being written is left out, and so is one before a hundred times the time of
/// the last copy has passed: the copies take at most one part in a hundred of the training. Made by the training
/// thread; destruction writes what is there.
class FilmTap {
public:
    static constexpr double kMaxShare = 0.01;  ///< of the training time
    static constexpr std::size_t kMaxWaiting = 64, kMaxWaitingBytes = 8 << 20;

    explicit FilmTap(const std::filesystem::path& runFolder);
    ~FilmTap();
    FilmTap(const FilmTap&) = delete;
    FilmTap& operator=(const FilmTap&) = delete;

    /// Training thread: from now on copies are asked for. seconds: of training so far.
    void ask(const FilmRequest& request, double seconds);
    /// Training thread, between two steps: copies when one is due. Waits for the device where it copies. `fetch` is
    /// called before, where the store does not hold the newest weights.
    void look(const ParameterStore& weights, std::int64_t step, std::int64_t epoch, double seconds,
              const std::function<void()>& fetch = {});
    /// Seconds that all copies took.
    [[nodiscard]] double copySeconds() const { return copySeconds_; }
    /// Training thread: returns when nothing is left to be written.
    void drain();

private:
    struct Frame {
        TensorFile weights;
        FilmFacts facts;
        std::int64_t limitBytes = 0;
        std::size_t bytes = 0;
    };
    void write(const std::stop_token& stop);

    FilmStore store_;
    FilmRequest request_{0, 0, 0};
    double askedAt_ = 0, nextAt_ = 0, copySeconds_ = 0;
    std::int64_t nextStep_ = 0;
    std::size_t frameBytes_ = 0;  ///< of the last copy
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<Frame> waiting_;
    std::size_t waitingBytes_ = 0;  ///< with what is being written
    bool writing_ = false;
    std::jthread thread_;  ///< last; from the first request on
};

}  // namespace gatelab
