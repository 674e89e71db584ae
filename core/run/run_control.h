// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// A change of a live field while the run goes on.
struct LiveChange {
    std::string key;
    FieldValue value;
};

/// Copies of the weights while a run goes on, kept as its film (store/film.h).
struct FilmRequest {
    double everySeconds = 0.5;            ///< at least; 0: no more copies
    std::int64_t everySteps = 0;          ///< also at least so many steps apart
    std::int64_t limitBytes = 256 << 20;  ///< of all that are kept; of too many the closest go
};

/// What the trainer has to do next, answered by checkpoint().
struct RunDirective {
    bool stop = false;     ///< end now, keep the best (a request to stop)
    bool abandon = false;  ///< end now, the process is closing: save and leave as interrupted
    bool paused = false;   ///< the trainer should save, free what it can, and call waitWhilePaused
    std::vector<LiveChange> changes;
    std::int64_t moreEpochs = 0;  ///< to add to the plan
    std::optional<FilmRequest> film;
};

/// The remote control of one run. The owner's calls return at once and may come from any thread; they take effect
/// before the next step. The training thread calls checkpoint() once per step (once per graph launch when one launch
/// holds several steps): one relaxed atomic load when nothing is asked.
class RunControl {
public:
    void pause(bool on);
    /// One step, then pause again. Pauses first if running.
    void step();
    void stop();
    void abandon();
    void change(LiveChange change);
    void runMoreEpochs(std::int64_t epochs);
    /// The last word holds until the next; the run itself is not changed by it.
    void film(FilmRequest request);

    [[nodiscard]] bool stopRequested() const;
    [[nodiscard]] bool pauseRequested() const;
    /// Whether everything has to end now.
    [[nodiscard]] bool abandonRequested() const;
    /// Whether the next checkpoint() has something to say.
    [[nodiscard]] bool isAsked() const { return asked_.load(std::memory_order_acquire); }
    /// How often stop() was called: a second call means it.
    [[nodiscard]] int stops() const;

    /// Training thread, before a step.
    RunDirective checkpoint();
    /// Training thread: returns when the pause is lifted, a stop or an end comes after the call, or the time is over.
    void waitForWord(std::chrono::milliseconds atMost);
    /// Training thread: returns when it is no longer paused, a step is granted, something changed, or a stop came.
    /// Never spins.
    void waitWhilePaused();

private:
    RunDirective takeLocked();
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::atomic<bool> asked_{false};
    bool paused_ = false, abandon_ = false;
    int stops_ = 0;
    std::int64_t steps_ = 0, moreEpochs_ = 0;
    std::vector<LiveChange> changes_;
    std::optional<FilmRequest> film_;
};

}  // namespace gatelab
